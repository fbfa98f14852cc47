"""The table: a ring of forty squares, tokens, owners and houses, and a button for each choice."""

from __future__ import annotations

from typing import Any

from zermelo.game import Button, Cell, Piece, Scene
from zermelo.games.monopoly.board import GROUP, GROUP_NAMES, NAMES, PRICE, SQUARES
from zermelo.games.monopoly.notation import label, move_text


def spot(square: int) -> tuple[float, float]:
    """Where a square lies: GO at the lower right corner, then to the left and round."""
    side, along = divmod(square, 10)
    return ((10.0 - along, 0.0), (0.0, float(along)), (float(along), 10.0), (10.0, 10.0 - along))[side]


def deed(square: int) -> str:
    """The picture of a square: the colour of its group, its price, its name."""
    group = int(GROUP[square])
    colour = GROUP_NAMES[group].replace(" ", "-") if group >= 0 else "-"
    return f"deed {colour} {int(PRICE[square])} {NAMES[square]}"


def scene_of(state: Any) -> Scene:
    """Everything on the table."""
    cells, pieces = [], []
    for square in range(SQUARES):
        name = f"{square} {NAMES[square]}"
        cells.append(Cell(name, *spot(square)))
        pieces.append(Piece(name, deed(square), text="."))
    for square in range(SQUARES):
        owner, built = int(state.owner[square]), int(state.built[square])
        if owner:
            mark = "H" if built == 5 else str(built) if built else "m" if state.pledged[square] else "o"
            pieces.append(Piece(f"{square} {NAMES[square]}", "holding", owner - 1, mark, dx=0.28, dy=0.38))
    for player in range(state.players):
        if not state.gone[player]:
            square = int(state.place[player])
            shift = 0.22 * (player % 3) - 0.22
            pieces.append(
                Piece(f"{square} {NAMES[square]}", "pawn", player, "ABCDEF"[player], dx=shift, dy=-0.2 * (player // 3))
            )
    legal = [] if state.over() else state.legal()
    names = {move: move_text(move) for move in legal}
    buttons = tuple(Button(name, label(state, move), int(state.turn)) for move, name in names.items())
    clicks: dict[int, tuple[str, ...]] = {move: (name,) for move, name in names.items()}
    return Scene(tuple(cells), tuple(pieces), buttons, (), clicks, notes_of(state))


def notes_of(state: Any) -> tuple[str, ...]:
    """Money, jail, and what is at stake."""
    lines = []
    for player in range(state.players):
        jail = ", in jail" if state.jailed[player] else ""
        money = "bankrupt" if state.gone[player] else f"${int(state.cash[player])}{jail}"
        lines.append(f"player {player + 1}: {money}")
    if state.phase == 4:
        lines.append(f"auction of {NAMES[state.square]}: {int(state.bid)}")
    if state.phase == 5:
        lines.append(f"to raise: ${int(state.debt)}")
    if state.phase in (6, 7, 8):
        given = NAMES[state.offered - 1] if state.offered else "nothing"
        money = f" and ${int(state.price)}" if state.phase == 8 and state.price else ""
        lines.append(f"player {int(state.mover) + 1} asks for {NAMES[state.square]}, gives {given}{money}")
    return tuple(lines)
