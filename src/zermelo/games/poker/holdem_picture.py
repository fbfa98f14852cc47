"""Texas hold'em in words and pictures."""

from __future__ import annotations

import re
from typing import Any

from zermelo.errors import BadPosition
from zermelo.game import CHANCE, Button, Cell, Cells, Piece, Scene
from zermelo.games.poker.hands import CATEGORIES, RANKS, SUITS, card_text, category

STREETS = ("before the flop", "flop", "turn", "river", "showdown")
AHEAD = (0, 3, 4, 5)  # open cards on each street
TOKEN = rf"[{RANKS}][{SUITS}]|r\d{{1,4}}|[fc]|\S"


# ---------------------------------------------------------------------- notation


def rounds_of(state: Any) -> list[list[int]]:
    """The players' moves, street by street."""
    found: list[list[int]] = [[]]
    for place in range(state.made):
        move = int(state.line[place]) - 1
        found[-1].append(move)
        if move == 1 and len(found[-1]) > 1:
            found.append([])
    return found


def text_of(state: Any) -> str:
    """Cards and bets as they came: `AhKd QsJs r6c Td9d6h cr12f`; nothing dealt: `-`."""
    parts = [cards_text(state.hands[player]) for player in range(2)]
    shown = 0
    for street, moves in enumerate(rounds_of(state)):
        until = AHEAD[street] if street < len(AHEAD) and moves else 5
        parts.append(cards_text(state.board[shown:until]))
        shown = until
        parts.append("".join("fc"[move] if move < 2 else f"r{move}" for move in moves))
    return " ".join(part for part in parts if part) or "-"


def cards_text(cards: Cells) -> str:
    """Some cards, without gaps."""
    return "".join(card_text(int(card) - 1) for card in cards if card)


def read(cls: Any, text: str) -> Any:
    """Read what `to_text` wrote: deal the cards and make the bets again."""
    if not text.strip():
        raise BadPosition("a position is cards and bets, or - before the deal")
    state = cls()
    for sign in re.findall(TOKEN, "" if text.strip() == "-" else text):
        found = [move for move in state.legal() if sign_of(state, move) == sign]
        if not found:
            choices = " ".join(sign_of(state, move) for move in state.legal()) or "nothing, the game is over"
            raise BadPosition(f"{sign!r} in {text!r} cannot follow {state.to_text()!r}; possible: {choices}")
        state.play(found[0])
    return state


def sign_of(state: Any, move: int) -> str:
    """A move as position texts have it: a card, f, c, or r and the chips that one has put in then."""
    return card_text(move) if state.turn == CHANCE else "fc"[move] if move < 2 else f"r{move}"


def move_text_of(state: Any, move: int) -> str:
    """A card, `fold`, `check`, `call`, `bet-6`, `raise-12` (to so many chips in all), `all-in`."""
    if state.turn == CHANCE:
        return card_text(move)
    high = state.high()
    if move < 2:
        return "fold" if move == 0 else "call" if high > state.paid[state.turn] else "check"
    if move == state.stack:
        return "all-in"
    return f"{'raise' if state.paid[0] != state.paid[1] or state.street == 0 else 'bet'}-{move}"


def why_not(state: Any) -> str:
    """A card that is dealt already, or a bet that is not offered."""
    if state.over():
        return "the game is over"
    names = [state.move_text(legal) for legal in state.legal()]
    if state.turn == CHANCE:
        return f"the cards left are {', '.join(names)}"
    shown = ", ".join(names if len(names) < 12 else [*names[:4], "…", *names[-2:]])
    return f"one can {shown}; a number is what one has put in then"


def ending_of(state: Any) -> str:
    """Who folded, or whose hand was better, and the chips."""
    if not state.over():
        return ""
    gain = int(state.utility(0))
    if gain == 0:
        return "equal hands: nobody wins"
    winner = 0 if gain > 0 else 1
    folds = f"player {2 - winner} folds"
    why = folds if state.folded else CATEGORIES[category(state.strength_of(winner))]
    return f"{why}: player {winner + 1} wins {abs(gain)}"


# ---------------------------------------------------------------------- picture


def picture_of(state: Any, seen: tuple[int, ...], note: str) -> Scene:
    """Player 2's cards above the board, player 1's below it."""
    cells, pieces = [], []
    rows = ((1, state.hands[1], 0.0), (-1, state.board, 1.45), (0, state.hands[0], 2.9))
    for owner, cards, y in rows:
        whose = "board" if owner < 0 else f"player {owner + 1}"
        words = whose if owner < 0 else f"{whose}: {state.paid[owner]} put in"
        cells.append(Cell(whose, 2.2, y - 0.4, "none", label=words, height=0.1))
        for place in range(len(cards)):
            name = f"{whose} {place + 1}"
            across = 1.1 * place if owner < 0 else 1.65 + 1.1 * place
            cells.append(Cell(name, across, y))
            if card := int(cards[place]):
                up = owner < 0 or owner in seen
                look = ("card", owner, card_text(card - 1)) if up else ("card_back", owner, "?")
                pieces.append(Piece(name, *look))
    notes = (f"{STREETS[state.street]}; chips put in: {state.paid[0]} and {state.paid[1]} of {state.stack}",)
    if state.turn == CHANCE and not note:
        return Scene(tuple(cells), tuple(pieces), notes=notes)
    names = {move: state.move_text(move) for move in state.legal()}
    said = {name: name.replace("raise-", "raise to ").replace("bet-", "bet ") for name in names.values()}
    buttons = tuple(Button(name, label, state.turn) for name, label in said.items())
    clicks = {move: (name,) for move, name in names.items()}
    return Scene(tuple(cells), tuple(pieces), buttons, (), clicks, (*notes, *([note] if note else [])))
