"""How dominoes are drawn: the line winds over the table, doubles lie across it; hands below and above, the yard on top.

A tile is one unit long and half a unit wide. Both arms of the line grow from the first tile, one to the right and then
down, one to the left and then up, and no tile is ever moved again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.game import Button, Cell, Piece, Scene, count, squares
from zermelo.games.dominoes.notation import tiles_of

LINE, YARD = "line", 3  # the place of the line; the yard among the rows that can lie face up
REACH = 4.0  # how far the line goes to either side
ROW = 9  # tiles of a hand in a row


@dataclass
class Arm:
    """One end of the line: where the next tile would begin, and which way it would go."""

    number: int  # that is open
    x: float
    way: int  # 1 to the right, -1 to the left
    down: int  # where it turns: -1 down, 1 up
    y: float = 0.0
    turned: bool = False  # the last tile was the turn
    tiles: list[tuple[int, int]] = field(default_factory=list)  # the inner number and the outer one


def stones_of(state: Any) -> tuple[list[Piece], list[Arm]]:
    """The tiles of the line where they lie, about its first, and both arms."""
    arms: list[Arm] = []
    stones: list[Piece] = []
    for entry in state.line:
        if not entry:
            break
        tile, at_high = entry - 1 >> 1, entry - 1 & 1
        one, two = tiles_of(state.pips)[tile]
        if not arms:
            double = one == two
            stones.append(stone(one, two, 0.25 if double else 0.0, 0.0, double))
            arms = [Arm(two, 0.5, 1, -1), Arm(one, 0.0 if double else -0.5, -1, 1)]
            continue
        arm = sorted(arms, key=lambda arm: arm.number)[at_high]
        if arms[0].number == arms[1].number:  # the shorter one
            arm = min(arms, key=lambda arm: len(arm.tiles))
        other = one + two - arm.number
        arm.tiles.append((arm.number, other))
        stones.append(put_at(arm, other))
    return stones, arms


def put_at(arm: Arm, other: int) -> Piece:
    """Lay a tile at an arm's end, its other number outwards."""
    inner, across = arm.number, arm.number == other
    arm.number = other
    if arm.way * arm.x + 1 > REACH and not arm.turned:
        laid = stone(inner, other, arm.x + 0.25 * arm.way, arm.y + 0.25 * arm.down, True, arm.down > 0)
        arm.x, arm.y = arm.x + 0.5 * arm.way, arm.y + arm.down
        arm.way, arm.turned = -arm.way, True
        return laid
    if across and not arm.turned:
        laid = stone(inner, other, arm.x + 0.25 * arm.way, arm.y, True)
        arm.x += 0.5 * arm.way
        return laid
    first, second = (inner, other) if arm.way > 0 else (other, inner)
    laid = stone(first, second, arm.x + 0.5 * arm.way, arm.y, False)
    arm.x, arm.turned = arm.x + arm.way, False
    return laid


def stone(one: int, two: int, x: float, y: float, upright: bool, up: bool = False) -> Piece:
    """A tile from left to right or, upright, from top to bottom, or from bottom to top."""
    return Piece(LINE, "domino", -1, f"{one}-{two}", x, y, (1 if up else 3) if upright else 0)


def ends_of(arms: list[Arm]) -> list[Cell]:
    """Where the next tiles would come to lie, by the number that is open; one where both ends have the same."""
    cells: dict[str, Cell] = {}
    for arm in arms:
        place = Cell(f"end {arm.number}", arm.x + 0.5 * arm.way, arm.y, label=str(arm.number), width=1, height=0.5)
        cells.setdefault(place.name, place)
    return list(cells.values())


def in_words(arms: list[Arm], first: str) -> str:
    """The line from left to right, for those who do not see it."""
    right, left = arms
    before = [f"{outer}-{inner}" for inner, outer in reversed(left.tiles)]
    return " ".join([*before, first, *(f"{inner}-{outer}" for inner, outer in right.tiles)])


def picture_of(state: Any, face_up: tuple[int, ...]) -> Scene:
    """The table with some of its rows face up: both hands, the yard."""
    stones, arms = stones_of(state)
    ends = ends_of(arms)
    heights = [piece.dy for piece in stones] + [cell.y for cell in ends]
    low, high = min(heights, default=0.0), max(heights, default=0.0)
    cells, pieces = list(ends), []
    top = round(high + 2)
    above = top + -(-count(state.hands[1]) // ROW)
    rows = ((round(low - 2), -1, state.hands[0], 0), (top, 1, state.hands[1], 1), (above, 1, state.yard(), YARD))
    for first, step, tiles, row in rows:
        for place, tile in enumerate(squares(tiles)):
            name = state.name(tile) if row in face_up else f"covered {row}.{place}"
            cells.append(Cell(name, place % ROW - REACH - 0.5, first + step * (place // ROW), width=1, height=0.55))
            owner = -1 if row == YARD else row
            known = ("domino", owner, name) if row in face_up else ("domino_back", owner, "?")
            pieces.append(Piece(name, *known))
    middle = (low + high) / 2
    cells.append(Cell(LINE, 0, middle, "none", width=2 * REACH + 1, height=high - low + 1))
    pieces += [replace(piece, dy=piece.dy - middle) for piece in stones]
    clicks: dict[int, tuple[str, ...]] = {}
    for move in state.legal() if state.turn in face_up or YARD in face_up else ():
        name, _, at = state.move_text(move).partition("@")
        if not at and move != state.no_tile and state.laid and state.turn >= 0:
            tile = tiles_of(state.pips)[move >> 1]
            at = str(next(end for end in (state.high if move & 1 else state.low, state.low, state.high) if end in tile))
        clicks[move] = (name, f"end {at}") if at else (name,)
    buttons = (Button("pass", "pass", state.turn),) if clicks.get(state.no_tile) == ("pass",) else ()
    notes = (f"open ends: {state.low} and {state.high}", in_words(arms, stones[0].text)) if stones else ()
    return Scene(tuple(cells), tuple(pieces), buttons, clicks=clicks, notes=notes)
