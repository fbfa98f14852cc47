"""The table as a picture: the viewer's cards below, face up, the others' around, the trick in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.game import CHANCE, Button, Cell, Piece, Scene, squares
from zermelo.games.tricks.calls import STRAINS, call_text
from zermelo.games.tricks.cards import RANKS, SUITS, card_text

STEP, COVERED = 0.74, 0.2  # between cards, face up and face down
WIDE = 12 * STEP
ROWS = (0.0, 4.45, 5.6, 1.15)  # of the viewer's hand, of the next player's, opposite, of the last
LABELS = (-0.4, 4.05, 5.2, 1.98)  # where the name of each stands: below the cards, of the last one above
LATEST = 4  # calls beside a hand
STRAIN_SIGNS = ("♣", "♦", "♥", "♠", "NT")
PLACES = ((6, 2.15), (4, 2.75), (6, 3.4), (8, 2.75))  # where each card of the trick lies: column and height


def in_order(hand: Any) -> list[int]:
    """The cards of a hand as people hold them: spades, hearts, clubs, diamonds, high cards first."""
    rank = {3: 0, 2: 1, 0: 2, 1: 3}
    return sorted(squares(hand), key=lambda card: (rank[card // 13], -(card % 13)))


def sign(card: int) -> str:
    """What is drawn: rank and suit."""
    return RANKS[card % 13] + SUITS[card // 13].lower()


def table_scene(
    state: Any,
    viewer: int,
    seen: Sequence[int],
    names: Sequence[str],
    *,
    words: Sequence[str] = (),
    buttons: dict[int, str] | None = None,
    notes: tuple[str, ...] = (),
) -> Scene:
    """Hands and trick; `words` stand beside the hands, `buttons` are moves that are no cards on the table."""
    cells: list[Cell] = []
    pieces: list[Piece] = []
    count = state.players
    for seat in range(count):
        away = (seat - viewer) % count * (2 if count == 2 else 1)
        hand = in_order(state.hands[seat])
        open_hand = seat in seen
        step = STEP if open_hand else COVERED
        room = WIDE - step * (len(hand) - 1)
        left = 0.0 if away == 1 else room if away == 3 else STEP * ((13 - len(hand)) // 2) if open_hand else room / 2
        row = ROWS[away]
        for place, card in enumerate(hand):
            name = card_text(card) if open_hand else f"{names[seat]} {place + 1}"
            shape = "square" if open_hand else "none"
            cells.append(Cell(name, round(left + step * place, 2), row, shape, width=STEP))
            look = ("card", seat, sign(card)) if open_hand else ("card_back", seat, "?")
            pieces.append(Piece(name, *look))
        x = (6.0 * STEP, 0.5 * WIDE / 3, 6.0 * STEP, WIDE - 0.5 * WIDE / 3)[away]
        label = words[seat] if words else names[seat]
        cells.append(Cell(f"{names[seat]}:", round(x, 2), LABELS[away], "none", label=label, height=0.1))
    trick, first, many = (
        (state.trick, state.leader, int(state.laid)) if state.laid else (state.last, state.last_leader, count)
    )
    for place in range(many):
        card = int(trick[place]) - 1
        if card >= 0:
            seat = (int(first) + place) % count
            away = (seat - viewer) % count * (2 if count == 2 else 1)
            x, y = PLACES[away]
            where = f"trick {names[seat]}"
            cells.append(Cell(where, round(STEP * x, 2), y, width=STEP))
            pieces.append(Piece(where, "card", seat, sign(card)))
    clicks, shown = {}, []
    for move in state.legal():
        name = (buttons or {}).get(move, card_text(move) if move < 52 else "")
        if move in (buttons or {}) or state.turn == CHANCE:
            if state.turn != CHANCE or len(seen) == count:
                shown.append(Button(name, sign_of(name), state.turn))
                clicks[move] = (name,)
        elif int(state.seat) in seen:
            clicks[move] = (name,)
    return Scene(tuple(cells), tuple(pieces), tuple(shown), clicks=clicks, notes=notes)


def sign_of(choice: str) -> str:
    """A call or a choice of trumps as it is said: `1♠`, `Pass`."""
    said = {"P": "Pass", "X": "Double", "XX": "Redouble"}
    if choice in said:
        return said[choice]
    level, strain = (choice[0], choice[1:]) if choice[:1].isdecimal() else ("", choice)
    return level + STRAIN_SIGNS[STRAINS.index(strain)] if strain in STRAINS else choice


def bridge_words(state: Any, seat: int, name: str) -> str:
    """What stands beside a hand: the last calls of the auction, then who declares and how many tricks a side has."""
    if state.declarer:
        role = "declarer" if seat == state.declarer - 1 else "dummy" if (seat + 2) % 4 == state.declarer - 1 else ""
        tricks = int(state.won[seat % 2])
        return f"{name}{', ' if role else ''}{role} · {tricks} {'trick' if tricks == 1 else 'tricks'}"
    calls = [sign_of(call_text(call)) for at, call in enumerate(state.auction()) if (state.dealer + at) % 4 == seat]
    dealer = ", dealer" if seat == state.dealer else ""
    return f"{name}{dealer}{': ' if calls else ''}{' '.join(calls[-LATEST:])}"


def bridge_scene(state: Any, viewer: int, seen: Sequence[int]) -> Scene:
    """Hands, trick, the calls as buttons, and the auction in words."""
    names = ("North", "East", "South", "West")
    calls = [sign_of(call_text(call)) for call in state.auction()]
    notes = [f"dealer {names[int(state.dealer)]}, vulnerable: {('none', 'NS', 'EW', 'both')[int(state.vulnerable)]}"]
    if calls:
        notes.append("calls: " + " ".join(calls))
    if state.declarer:
        notes.append(f"{state.contract_text()}; tricks {int(state.won[0])}-{int(state.won[1])}")
    buttons = {move: call_text(move - 52) for move in state.legal() if move >= 52}
    words = [bridge_words(state, seat, name) for seat, name in enumerate(names)]
    return table_scene(state, viewer, seen, names, words=words, buttons=buttons, notes=tuple(notes))
