"""How positions of Othello are read and drawn, what is refused, and how a game ends."""

from __future__ import annotations

from typing import Any

from zermelo.boards.grids import square_name
from zermelo.errors import BadPosition
from zermelo.game import Button, Cell, Piece, Scene, bit

SIGNS = "XO"
NAMES = ("Black", "White")


def read_position(cls: Any, text: str) -> Any:
    """Read what `to_text` wrote; a dot is an empty square too, and blanks within the board do not matter."""
    signs = "".join(text.split()).upper().replace(".", "-")
    if len(signs) != cls.area + 1 or signs[-1] not in SIGNS or set(signs) - set(SIGNS + "-"):
        raise BadPosition(
            f"a position is {cls.area} squares X, O or - row by row from a1, then X or O to move: {text!r}"
        )
    state = cls.blank()
    state.turn = SIGNS.index(signs[-1])
    for square, sign in enumerate(signs[:-1]):
        if sign != "-":
            board = state.mine if sign == signs[-1] else state.theirs
            board[square >> 6] |= bit(square & 63)
    high = cls.size // 2
    if not all(state.holder(row * cls.size + column) for row in (high - 1, high) for column in (high - 1, high)):
        raise BadPosition("the four squares in the middle have held discs since the start")
    state.survey()
    return state


def reason(state: Any, move: int | str) -> str:
    """A taken square, nothing to turn, or a pass that is not due."""
    if state.over():
        return "the game is over"
    names = [state.move_text(square) for square in range(state.area + 1)]
    wanted = move.strip().lower() if isinstance(move, str) else names[move] if 0 <= move <= state.area else ""
    if wanted not in names:
        return f"the squares are a1 to {names[state.area - 1]}"
    if wanted == "pass":
        return "a pass is allowed only when no disc can be turned"
    if state.holder(names.index(wanted)) != 0:
        return f"{wanted} is taken"
    if state.legal() == [state.area]:
        return f"{NAMES[state.turn]} can turn no disc anywhere and must pass"
    return f"a disc on {wanted} would turn nothing"


def verdict(state: Any) -> str:
    """Why nobody can move, and the count of discs."""
    if not state.over():
        return ""
    mine, theirs = state.discs(1), state.discs(-1)
    black, white = (mine, theirs) if state.turn == 0 else (theirs, mine)
    full, bare = black + white == state.area, min(black, white) == 0
    why = "the board is full" if full else "one colour is gone" if bare else "neither player can turn a disc"
    if black == white:
        return f"{why}: draw, {black} discs each"
    winner = NAMES[0] if black > white else NAMES[1]
    return f"{why}: {winner} wins {max(black, white)} to {min(black, white)}"


def picture_of(state: Any) -> Scene:
    """A board with a1 at the upper left; a pass is a button."""
    places = [(square % state.size, square // state.size) for square in range(state.area)]
    cells = tuple(Cell(square_name(column, row), column, state.size - 1 - row) for column, row in places)
    pieces = tuple(
        Piece(cells[square].name, "disc", SIGNS.index(sign), sign)
        for square in range(state.area)
        if (sign := state.sign(square)) != "-"
    )
    moves = state.legal()
    signs = [piece.text for piece in pieces]
    return Scene(
        cells=cells,
        pieces=pieces,
        buttons=(Button("pass", "pass", state.turn),) if moves == [state.area] else (),
        clicks={move: (state.move_text(move),) for move in moves},
        notes=(f"Black (X) {signs.count('X')}, White (O) {signs.count('O')}",),
        colours=("black", "white"),
    )
