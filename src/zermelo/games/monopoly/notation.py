"""Monopoly in words: positions in one line, and moves."""

from __future__ import annotations

import re
from typing import Any

from zermelo.errors import BadPosition
from zermelo.game import CHANCE
from zermelo.games.monopoly.board import CARDS, DECKS, GROUP, GROUP_NAMES, KIND, NAMES, PRICE, SIZE, SQUARES, STREET

LETTERS = "ABCDEF"
SCALARS = ("turn", "mover", "phase", "doubles", "again", "dice", "deck", "square", "bid", "bidder", "passed", "debt",
           "creditor", "offered", "price", "offers")  # fmt: skip
LIMITS = {"phase": 8, "doubles": 2, "again": 1, "dice": 12, "deck": 1, "square": 39, "bid": 10**6, "passed": 63,
          "debt": 10**6, "creditor": 7, "offered": 40, "offers": 1}  # fmt: skip
SINGLE = ("roll", "pay", "card", "buy", "auction", "pass", "bankrupt", "accept", "refuse")
BASED = ("build", "sell", "sell-all", "mortgage", "lift", "ask", "raise", "give", "offer")
WANTED = (
    "`1500@0 1380@10j1 ; 1A 3B2 39Am ; turn=0 …`: money and place of each, squares with owner, houses and m, the rest"
)
DECIDED = (
    "the player may throw, see to houses and mortgages, or make one offer a turn",
    "the dice show two numbers",
    "a card of the deck is drawn",
    "the player buys, or the square goes to auction",
    "a bid is raised by 10, 50 or 100, as far as the money goes, or not at all",
    "money must be raised; only who has nothing left to sell is bankrupt",
    "a square of the player's own goes with the offer, or none",
    "both must have the money that goes with an offer, and nothing is asked for nothing",
    "an offer is accepted or refused",
)


def position_text(state: Any) -> str:
    """Money and place of each, squares, and whatever of the rest is not 0."""
    players = []
    for player in range(state.players):
        jail = f"j{state.jailed[player]}" if state.jailed[player] else ""
        pardon = f"c{state.pardons[player]}" if state.pardons[player] else ""
        gone = "out" if state.gone[player] else f"{state.cash[player]}@{state.place[player]}{jail}{pardon}"
        players.append(f"{gone}@{state.place[player]}" if gone == "out" else gone)
    squares = [
        f"{square}{LETTERS[state.owner[square] - 1]}{state.built[square] or ''}{'m' if state.pledged[square] else ''}"
        for square in range(SQUARES)
        if state.owner[square]
    ]
    rest = [f"{name}={getattr(state, name)}" for name in SCALARS if name == "turn" or getattr(state, name)]
    rest += [f"drawn={state.drawn[0]},{state.drawn[1]}"] if any(state.drawn) else []
    return f"{' '.join(players)} ; {' '.join(squares) or '-'} ; {' '.join(rest)}"


def read_position(state: Any, text: str) -> None:
    """Fill an empty state; what could never stand so is refused."""
    parts = [part.split() for part in text.split(";")]
    if len(parts) != 3 or len(parts[0]) != state.players:
        raise BadPosition(f"a position of {state.players} players is written {WANTED}")
    for player, word in enumerate(parts[0]):
        found = re.fullmatch(r"(?:out|(\d{1,6}))@(\d{1,2})(?:j([1-3]))?(?:c([1-3]))?", word)
        if not found or int(found[2]) >= SQUARES:
            raise BadPosition(f"a player is written money@place, 1500@0, in jail 1500@10j1, or out@0, not {word!r}")
        state.gone[player] = found[1] is None
        state.cash[player], state.place[player] = int(found[1] or 0), int(found[2])
        state.jailed[player], state.pardons[player] = int(found[3] or 0), int(found[4] or 0)
    for word in [] if parts[1] == ["-"] else parts[1]:
        found = re.fullmatch(r"(\d{1,2})([A-F])([1-5]?)(m?)", word)
        place = int(found[1]) if found else SQUARES
        if not found or place >= SQUARES or not PRICE[place] or LETTERS.index(found[2]) >= state.players:
            raise BadPosition(f"a square is written number, owner, houses and m, as 39A2, not {word!r}")
        if found[3] and (found[4] or KIND[place] != STREET):
            raise BadPosition(f"{word!r}: houses stand on streets without a mortgage")
        state.owner[place] = LETTERS.index(found[2]) + 1
        state.built[place], state.pledged[place] = int(found[3] or 0), bool(found[4])
    for word in parts[2]:
        read_rest(state, word)
    check(state)


def read_rest(state: Any, word: str) -> None:
    """One `name=value`."""
    name, _, value = word.partition("=")
    if name == "drawn" and re.fullmatch(r"\d{1,5},\d{1,5}", value):
        state.drawn[:] = [int(part) & (1 << CARDS) - 1 for part in value.split(",")]
        return
    low, high = {"turn": (CHANCE, state.players - 1), "mover": (0, state.players - 1), "price": (-500, 500),
                 "bidder": (0, state.players)}.get(name, (0, LIMITS.get(name, -1)))  # fmt: skip
    if name not in SCALARS or not re.fullmatch(r"-?\d{1,7}", value) or not low <= int(value) <= high:
        raise BadPosition(f"{word!r} is no part of a position: those are {', '.join(SCALARS)} and drawn")
    setattr(state, name, int(value))


def check(state: Any) -> None:
    """Refuse what the rules could not go on from."""
    for square in range(SQUARES):
        group = int(GROUP[square])
        if state.built[square] and state.holds(int(state.owner[square]) - 1, group) < SIZE[group]:
            raise BadPosition(f"houses stand only on whole groups, and {NAMES[square]} is not of one")
    chance = state.phase in (1, 2)
    if (state.turn == CHANCE) != chance or state.gone[state.mover] or state.turn >= 0 and state.gone[state.turn]:
        raise BadPosition("dice and cards are chance's turn, and who is bankrupt does not move")
    if state.phase in (0, 3, 5, 6, 7) and state.turn != state.mover:
        raise BadPosition("in this phase it is the mover's turn")
    if state.phase == 2 and (
        KIND[state.here()] not in (5, 6) or KIND[state.here()] - 5 != state.deck or not state.pile()
    ):
        raise BadPosition("a card is drawn on its square, from a deck that has some")
    if state.phase == 3 and (not PRICE[state.here()] or state.owner[state.here()]):
        raise BadPosition("only a square of the bank can be bought")
    if state.phase in (6, 7, 8) and (not state.owner[state.square] or state.owner[state.square] == state.mover + 1):
        raise BadPosition("an offer asks for a square that another has")
    if state.phase == 8 and state.turn != state.owner[state.square] - 1:
        raise BadPosition("whose square is asked for answers")
    if state.phase == 5 and state.debt <= state.cash[state.mover]:
        raise BadPosition("a debt that can be paid is paid")
    if state.creditor not in (0, 7) and state.creditor > state.players:
        raise BadPosition("the creditor is a player, the bank or everybody")
    if state.phase == 4 and (
        not PRICE[state.square] or state.owner[state.square] or state.passed >> int(state.turn) & 1
    ):
        raise BadPosition("a square of the bank is on auction, and who has passed bids no more")


def name_of(square: int) -> str:
    """A square without blanks."""
    return NAMES[square].replace(" ", "_")


def move_text(move: int) -> str:
    """A word, or a word and what it is about."""
    if move < len(SINGLE):
        return SINGLE[move]
    base, rest = move // 100 - 1, move % 100
    if base == 9:
        return f"{1 + rest // 6}-{1 + rest % 6}"
    if base == 10:
        return f"card{rest + 1}"
    word = BASED[base]
    if word == "sell-all":
        return f"{word}:{GROUP_NAMES[rest].replace(' ', '_')}"
    if word == "raise":
        return f"{word}:{(10, 50, 100)[rest]}"
    if word == "offer":
        return f"{word}:{(-500, -200, -100, -50, 0, 50, 100, 200, 500)[rest]}"
    return f"{word}:{name_of(rest) if rest < SQUARES else 'nothing'}"


def label(state: Any, move: int) -> str:
    """A move as a button says it."""
    if move // 100 == 11:
        return DECKS[int(state.deck)][move % 100][2]
    return move_text(move).replace("_", " ").replace(":", " ")


def why_not(state: Any) -> str:
    """What is being decided."""
    return DECIDED[int(state.phase)]
