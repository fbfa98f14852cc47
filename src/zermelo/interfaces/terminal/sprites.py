"""Pictures of five by six points, two points a sign; each kind of piece declares its own."""

from __future__ import annotations

from zermelo.drawing.kinds import kind_of, look_of
from zermelo.game.scene import Piece
from zermelo.interfaces.terminal.canvas import Canvas

WIDE, HIGH = 5, 3  # in signs


def sprite_of(piece: Piece) -> tuple[str, ...]:
    """The picture of a piece, or nothing."""
    sprite = kind_of(piece.kind).sprite
    return sprite(look_of(piece.kind, piece.owner, piece.text)) if sprite else ()


def stamp(canvas: Canvas, picture: tuple[str, ...], row: int, column: int, colour: str) -> None:
    """Draw a piece; half blocks are two points, one above the other."""
    for line in range(HIGH):
        for place in range(WIDE):
            above, below = picture[2 * line][place] == "#", picture[2 * line + 1][place] == "#"
            if above or below:
                canvas.write(row + line, column + place, "█" if above and below else "▀" if above else "▄", ink=colour)
