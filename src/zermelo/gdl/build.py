"""From a description to a game class: read, ground, wire up, and measure what its facts are."""

from __future__ import annotations

import re
from functools import lru_cache
from keyword import iskeyword
from typing import Any

import numpy as np

from zermelo.errors import BadText, Unsupported
from zermelo.game import Random, table
from zermelo.game.record import RecordType
from zermelo.gdl.circuit import NetworkGame
from zermelo.gdl.game import NOBODY, AtOnce, GdlGame, WithChance
from zermelo.gdl.grounding import Ground, ground
from zermelo.gdl.network import Network, build
from zermelo.gdl.picture import board_of
from zermelo.gdl.planes import planes_of
from zermelo.gdl.seeing import Seeing
from zermelo.gdl.terms import Term, name_of, shown
from zermelo.gdl.words import WordGame, functions_of, word_methods, word_tables

CHANCE_ROLE = "random"
GAMES = 10  # random games that show a few facts of a description
LONGEST_GAME, MOST_WORK = 500, 100_000_000  # plies of these; times the edges of the network, in all of them
MOST_PLAYERS = 8
MOST_ROUNDS = 200  # of the past that a game with hidden information keeps
MOST_FANIN = 30_000  # a gate's count is kept in sixteen bits
MOST_CHOICES = 30_000  # of a role in all of a game: its choice is kept in sixteen bits


def class_name(title: str) -> str:
    """`connect_four` as the name of a class."""
    words = re.findall(r"[A-Za-z0-9]+", title)
    name = "".join(word[0].upper() + word[1:] for word in words) or "Described"
    return name if name[0].isalpha() and not iskeyword(name) else f"Game{name}"


@lru_cache(maxsize=64)
def game_of(text: str, title: str = "described") -> Any:
    """The class of the game that a description describes."""
    found = ground(text)
    roles = order_roles(found)
    body = {**tables(found, roles), "__module__": GdlGame.__module__, "__doc__": f"{title}, from its description."}
    engine: type[GdlGame] = WordGame
    if any(name_of(atom) == "sees" for atom in found.rules):
        engine = Seeing
        network = build(found)
        body |= network_tables(network, roles) | told(network, roles)
    elif planes := planes_of(found):
        check_goals(found, roles)
        methods, masks = word_methods(planes, found)
        body |= word_tables(planes, found) | masks | {"methods": methods}
    else:
        engine = NetworkGame
        body |= network_tables(build(found), roles)
    return with_facts(class_name(title), engine, body)


def made_of(name: str, bases: tuple[type[GdlGame], ...], body: dict[str, Any]) -> Any:
    """The class; methods that stand in it as text become functions."""
    return RecordType(name, bases, body | functions_of(body["methods"]) if "methods" in body else body)


def order_roles(found: Ground) -> list[str]:
    """The roles in the order of the description, chance behind the players."""
    players = [role for role in found.roles if role != CHANCE_ROLE]
    if not players:
        raise BadText("the description has no role that plays")
    if len(players) > MOST_PLAYERS:
        raise Unsupported(f"the description has {len(players)} roles; at most {MOST_PLAYERS} can play")
    for role in found.roles:
        if not found.moves[role]:
            raise BadText(f"the role {role} never has a legal move")
        if len(found.moves[role]) > MOST_CHOICES:
            raise Unsupported(f"the role {role} has {len(found.moves[role]):,} different moves, too many to compile")
    found.roles = [*players, *(role for role in found.roles if role == CHANCE_ROLE)]
    return found.roles


def tables(found: Ground, roles: list[str]) -> dict[str, Any]:
    """The constants of the class that any engine needs."""
    moves = [move for role in roles for move in found.moves[role]]
    firsts = np.concatenate([[0], np.cumsum([len(found.moves[role]) for role in roles])])
    number_of = {name: number for number, name in enumerate(found.base)}
    return {
        "players": len(roles) - (CHANCE_ROLE in roles),
        "chance": CHANCE_ROLE in roles,
        "most_moves": int(max(len(found.moves[role]) for role in roles)),
        "base_count": len(found.base),
        "role_count": len(roles),
        "FIRST_MOVE": table(firsts, np.int32),
        "IDLE": table([int(name_of(move) == "noop") for move in moves], np.uint8),
        "base_names": list(found.base),
        "move_names": [list(found.moves[role]) for role in roles],
        "role_names": [role for role in roles if role != CHANCE_ROLE],
        "beginning": sorted(number_of[part] for part in found.first),
        "board": board_of(found.base, found.first),
    }


def network_tables(network: Network, roles: list[str]) -> dict[str, Any]:
    """The constants of a network."""
    found, gates = network.ground, network.gates
    if (widest := max((len(gate.inputs) for gate in gates), default=0)) > MOST_FANIN:
        raise Unsupported(f"a rule has {widest} ways to hold, too many to compile")
    edges: list[list[int]] = [[] for _ in range(network.first_gate + len(gates))]
    counts = []
    for number, gate in enumerate(gates):
        for node, inverted in gate.inputs:
            edges[node].append(2 * number + inverted)
        counts.append(sum(inverted for _, inverted in gate.inputs) - gate.needed)
    fanout = np.concatenate([[0], np.cumsum([len(part) for part in edges])])
    moves = [("legal", role, move) for role in roles for move in found.moves[role]]
    check_goals(found, roles)
    return {
        "hold_count": (len(found.base) + 63) // 64,
        "size": int(fanout[-1]),
        "PLACES": table(np.arange(len(found.base)), np.int32),
        "node_count": len(edges),
        "gate_count": len(gates),
        "first_gate": network.first_gate,
        "terminal": network.known["terminal"][0],
        "FANOUT": table(fanout, np.int32),
        "EDGES": table([edge for part in edges for edge in part] or [0], np.int32),
        "START": table(counts or [0], np.int16),
        "NEXT": table([node_or_nobody(network, ("next", part)) for part in found.base], np.int32),
        "LEGAL": table([network.known[move][0] for move in moves], np.int32),
        "DOES": table([network.sources["does", *move[1:]] for move in moves], np.int32),
        "GOALS": table(goals(network, roles), np.int32),
    }


def node_or_nobody(network: Network, atom: Term) -> int:
    """The node of an atom, or NOBODY where no rule makes it true."""
    return network.known[atom][0] if atom in network.known else NOBODY


def check_goals(found: Ground, roles: list[str]) -> None:
    """A goal is a number, and a game has an end."""
    for atom in found.rules:
        if name_of(atom) == "goal" and atom[1] in roles and atom[1] != CHANCE_ROLE:
            if not re.fullmatch("[0-9]{1,3}", str(atom[2])) or not 0 <= int(str(atom[2])) <= 100:
                raise BadText(f"{shown(atom)}: a goal is a number from 0 to 100")
    if "terminal" not in found.rules:
        raise Unsupported("the game never ends: no rule for terminal can ever hold")


def goals(network: Network, roles: list[str]) -> list[int]:
    """Role, node and worth of each goal, the highest first."""
    found = [
        (roles.index(str(atom[1])), node, int(str(atom[2])))
        for atom, (node, _) in network.known.items()
        if name_of(atom) == "goal" and atom[1] in roles and atom[1] != CHANCE_ROLE
    ]
    return [number for goal in sorted(found, key=lambda goal: -goal[2]) for number in goal]


def told(network: Network, roles: list[str]) -> dict[str, Any]:
    """The constants of what roles are told: in the order of the roles; nobody asks what chance is told."""
    found: dict[str, list[Term]] = {role: [] for role in roles}
    for atom in network.known:
        if name_of(atom) == "sees" and atom[1] in roles and atom[1] != CHANCE_ROLE:
            found[str(atom[1])].append(atom)
    every = [atom for role in roles for atom in found[role]]
    return {
        "told_count": len(every),
        "FIRST_TOLD": table(np.concatenate([[0], np.cumsum([len(found[role]) for role in roles])]), np.int32),
        "TOLD": table([network.known[atom][0] for atom in every], np.int32),
        "told_names": [atom[2] for atom in every],
    }


def with_facts(name: str, engine: type[GdlGame], body: dict[str, Any]) -> Any:
    """Facts that a description does not tell: random games show whether choices are made at once, and zero sums."""
    made = made_of(name, (engine,), body)
    at_once, zero_sum, longest = False, made.players > 1, 0
    plies = min(LONGEST_GAME, MOST_WORK // (GAMES * made.size) + 1)
    for number in range(GAMES):
        state, random = made(), Random(1929, number)
        for ply in range(plies):
            longest = max(longest, ply)
            legal = state.legal()
            if not legal and not state.over():
                raise BadText(
                    f"{state.all_roles()[state.role_to_move()]} has no legal move where the game goes on:"
                    f" {state.to_text()[:60]}"
                )
            if not legal:
                break
            choosing = [role for role in range(made.players) if state.several(role)]
            at_once = at_once or len(choosing) > 1
            state.play(legal[random.below(len(legal))])
        if state.over():
            zero_sum = zero_sum and abs(sum(state.utility(player) for player in range(made.players))) < 1e-9
    facts: dict[str, Any] = {"zero_sum": zero_sum, "hidden": at_once}
    facts["observation"] = 4 * made.hold_count + 2 if at_once else 0
    if engine is Seeing:
        facts |= facts_of_seeing(made, longest)
    return made_of(name, bases_for(engine, made.chance, at_once), body | facts)


def facts_of_seeing(made: Any, longest: int) -> dict[str, Any]:
    """How much of the past is kept, and the network in the first position."""
    state = made()
    rounds = min(2 * (longest // made.role_count + 1) + 10, MOST_ROUNDS)
    return {
        "hidden": True,
        "observation": 5 + int(np.diff(made.FIRST_TOLD).max()),
        "rounds": rounds,
        "cap": rounds * made.role_count,
        "FIRST_ON": table(state.on, np.uint64),
        "FIRST_COUNTS": table(state.counts, np.int16),
        "FIRST_HOLDS": table(state.holds, np.uint64),
    }


def bases_for(engine: type[GdlGame], chance: bool, at_once: bool) -> tuple[type[GdlGame], ...]:
    """The classes that a described game derives from."""
    return (engine, *([AtOnce] if at_once and engine is not Seeing else []), *([WithChance] if chance else []))


# What is kept of a class in a file: of all, of each engine, and facts that were found by playing
COMMON = (
    "players", "chance", "most_moves", "base_count", "hold_count", "size", "role_count", "FIRST_MOVE", "IDLE", "PLACES",
    "base_names", "move_names", "role_names", "beginning", "board", "hidden", "zero_sum", "observation",
)  # fmt: skip
NETWORK = (
    "node_count", "gate_count", "first_gate", "terminal", "FANOUT", "EDGES", "START", "NEXT", "LEGAL", "DOES", "GOALS",
)  # fmt: skip
SEEING = ("told_count", "FIRST_TOLD", "TOLD", "told_names", "rounds", "cap", "FIRST_ON", "FIRST_COUNTS", "FIRST_HOLDS")
WORDS = ("option_count", "MOVE_AT", "WHERE", "MASKS")
ENGINES = {WordGame: WORDS, NetworkGame: NETWORK, Seeing: (*NETWORK, *SEEING)}
