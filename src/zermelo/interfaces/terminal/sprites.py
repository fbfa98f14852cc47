"""Chessmen and other pieces as pictures of five by six points, two points a sign."""

from __future__ import annotations

from zermelo.game.scene import Piece
from zermelo.interfaces.terminal.canvas import Canvas

SPRITES = {
    "king": ("..#..", ".###.", "..#..", "#####", ".###.", "#####"),
    "queen": ("#.#.#", ".###.", "#####", ".###.", ".###.", "#####"),
    "rook": ("#.#.#", "#####", ".###.", ".###.", "#####", "#####"),
    "bishop": ("..#..", ".##..", ".#.#.", ".###.", "..#..", "#####"),
    "knight": (".##..", "####.", "#.###", "..##.", ".###.", "#####"),
    "pawn": (".....", "..#..", ".###.", "..#..", ".###.", "#####"),
    "cross": ("#...#", ".#.#.", "..#..", "..#..", ".#.#.", "#...#"),
    "nought": (".###.", "#...#", "#...#", "#...#", "#...#", ".###."),
}
WIDE, HIGH = 5, 3  # in signs


def sprite_of(piece: Piece) -> tuple[str, ...]:
    """The picture of a piece, or nothing."""
    if piece.kind == "cube" and piece.owner >= 0:
        return SPRITES[("cross", "nought")[piece.owner % 2]]
    if piece.kind.startswith("quarto") and piece.kind[6:].isdecimal():
        return quarto(int(piece.kind[6:]))
    return SPRITES.get(piece.kind, ())


def quarto(bits: int) -> tuple[str, ...]:
    """Tall (1) is six points high and short four; square (4) has corners; hollow (8) has a hole."""
    high = 6 if bits & 1 else 4
    rows = ["#####"] * high
    if not bits & 4:
        rows[0] = rows[-1] = ".###."
    if bits & 8:
        rows[1:-1] = ["##.##"] * (high - 2)
    return (*["....."] * (6 - high), *rows)


def stamp(canvas: Canvas, picture: tuple[str, ...], row: int, column: int, colour: str) -> None:
    """Draw a piece; half blocks are two points, one above the other."""
    for line in range(HIGH):
        for place in range(WIDE):
            above, below = picture[2 * line][place] == "#", picture[2 * line + 1][place] == "#"
            if above or below:
                canvas.write(row + line, column + place, "█" if above and below else "▀" if above else "▄", ink=colour)
