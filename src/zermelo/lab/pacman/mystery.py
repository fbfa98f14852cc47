"""Mystery Pacman: watch a game and guess the algorithm; then let the evidence be weighed move by move.

Each suspect says which moves it could have made in each position; Bayes' rule does the rest, from equal odds. A suspect
is granted a slip now and then, so that one strange move does not acquit it for good.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from zermelo.errors import BadParameter
from zermelo.game.random import Random
from zermelo.lab.pacman.node import Node
from zermelo.lab.pacman.replanning import Judge, best_moves, by_caution, by_score, values
from zermelo.lab.pacman.series import Pairing, run
from zermelo.lab.recording import Recording

HOUSE = (
    "%%%%%%%%%%%%% %._._____._.% %_%%_%_%_%%_% %_%__%_%__%_% %___%_P_%___% %_%_____G_%_% %._._%_%_._.% %%%%%%%%%%%%%"
)
SLIP = 0.02  # how likely a suspect makes a move that is not its own
MOVES = 40  # of Pacman, that are watched


@dataclass(frozen=True)
class Suspect:
    """An algorithm that Pacman may run: as a player, and as the moves that it could make."""

    name: str
    about: str
    player: str
    likely: Callable[[Node], list[int]]


def searching(kind: str, rounds: int, judge: Judge) -> Callable[[Node], list[int]]:
    """The moves that a search holds to be best."""
    return lambda node: best_moves(values(node, kind, rounds, judge))


def reflexes(node: Node) -> list[int]:
    """The moves that one look ahead holds to be best."""
    return best_moves({move: by_caution(node.play(move)) for move in node.moves()})


SUSPECTS = (
    Suspect("random", "any move", "random", lambda node: node.moves()),
    Suspect("reflex", "one look ahead, careful", "reflex", reflexes),
    Suspect(
        "thrashing",
        "minimax of 2 rounds that counts only points",
        "replan:rounds=2,ties=drawn",
        searching("minimax", 2, by_score),
    ),
    Suspect(
        "minimax",
        "minimax of 2 rounds, careful",
        "replan:rounds=2,judge=caution,ties=drawn",
        searching("minimax", 2, by_caution),
    ),
    Suspect(
        "expectimax",
        "expectimax of 2 rounds, careful",
        "replan:against=random,rounds=2,judge=caution,ties=drawn",
        searching("expectimax", 2, by_caution),
    ),
)


def culprit(seed: int) -> Suspect:
    """Who plays in the mystery of a seed."""
    if seed < 0:
        raise BadParameter(f"the seed of a mystery is a number from 0 on, not {seed}")
    return SUSPECTS[Random(seed, 77).below(len(SUSPECTS))]


def play(seed: int) -> Recording:
    """The game to be watched; its recording does not say who played."""
    pairing = Pairing("Mystery Pacman", HOUSE, culprit(seed).player, (GHOST,), drawn=True, most_moves=MOVES)
    found = run(pairing, 1, seed).games[0].recording
    hidden = ("who?", *found.seats[1:])
    return Recording(found.game, found.settings, found.position, hidden, found.moves, seed, "Mystery Pacman")


GHOST = "mix(greedy@0.7,random@0.3)"


def evidence(recording: Recording) -> dict[str, float]:
    """How probable each suspect is after the game."""
    logs = dict.fromkeys((suspect.name for suspect in SUSPECTS), 0.0)
    for ply, playthrough in enumerate(recording.replay()):
        if ply == len(recording.moves) or playthrough.turn != 0:
            continue
        node, move = Node(playthrough.state.copy()), recording.moves[ply]
        every = node.moves()
        for suspect in SUSPECTS:
            likely = suspect.likely(node)
            chance = SLIP / len(every) + (1 - SLIP) * (move in likely) / len(likely)
            logs[suspect.name] += math.log(chance)
    top = max(logs.values())
    weights = {name: math.exp(value - top) for name, value in logs.items()}
    return {name: weight / sum(weights.values()) for name, weight in weights.items()}


def marked(seed: int, guess: str) -> tuple[bool, str]:
    """Whether a guess is right, and what the evidence says."""
    names = [suspect.name for suspect in SUSPECTS]
    if guess not in names:
        raise BadParameter(f"there is no suspect {guess!r}: choose {', '.join(names)}")
    odds, truth = evidence(play(seed)), culprit(seed)
    table = ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in sorted(odds.items(), key=lambda i: -i[1]))
    verdict = "Right" if guess == truth.name else "No"
    return guess == truth.name, f"{verdict}: it was {truth.name} ({truth.about}). The moves say: {table}."
