"""Chessmen as pictures of five by six points, two points a sign."""

from __future__ import annotations

from zermelo.interfaces.terminal.canvas import Canvas

SPRITES = {
    "king": ("..#..", ".###.", "..#..", "#####", ".###.", "#####"),
    "queen": ("#.#.#", ".###.", "#####", ".###.", ".###.", "#####"),
    "rook": ("#.#.#", "#####", ".###.", ".###.", "#####", "#####"),
    "bishop": ("..#..", ".##..", ".#.#.", ".###.", "..#..", "#####"),
    "knight": (".##..", "####.", "#.###", "..##.", ".###.", "#####"),
    "pawn": (".....", "..#..", ".###.", "..#..", ".###.", "#####"),
}
WIDE, HIGH = 5, 3  # in signs


def stamp(canvas: Canvas, kind: str, row: int, column: int, colour: str) -> None:
    """Draw a man; half blocks are two points, one above the other."""
    picture = SPRITES[kind]
    for line in range(HIGH):
        for place in range(WIDE):
            above, below = picture[2 * line][place] == "#", picture[2 * line + 1][place] == "#"
            if above or below:
                canvas.write(row + line, column + place, "█" if above and below else "▀" if above else "▄", ink=colour)
