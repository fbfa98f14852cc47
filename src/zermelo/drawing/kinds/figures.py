"""Chessmen, and the champion and wizard of Omega Chess: figures on a base, filled with the player's colour."""

from __future__ import annotations

from zermelo.drawing.kind import Look, Sample, kind
from zermelo.drawing.primitives import circle, group, path
from zermelo.game.scene import Scene

BASE = "M-28 38v-6q0-5 5-5H23q5 0 5 5v6Z"
LETTERS = {"pawn": "P", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"}
SPRITES = {
    "king": ("..#..", ".###.", "..#..", "#####", ".###.", "#####"),
    "queen": ("#.#.#", ".###.", "#####", ".###.", ".###.", "#####"),
    "rook": ("#.#.#", "#####", ".###.", ".###.", "#####", "#####"),
    "bishop": ("..#..", ".##..", ".#.#.", ".###.", "..#..", "#####"),
    "knight": (".##..", "####.", "#.###", "..##.", ".###.", "#####"),
    "pawn": (".....", "..#..", ".###.", "..#..", ".###.", "#####"),
}


def figure(look: Look, outline: str, more: str = "") -> str:
    """An outline of a hundred units on the common base."""
    parts = (path(d, look.colour.fill, look.colour.edge, 3, ' stroke-linejoin="round"') for d in (outline, BASE))
    return group("".join(parts) + more, "scale(0.0098)")


def sprite(look: Look) -> tuple[str, ...]:
    """The figure in points."""
    return SPRITES[look.name]


def both(letter: str) -> tuple[Sample, ...]:
    """The white figure and the black one."""
    return Sample(letter, 0), Sample(letter.lower(), 1)


@kind("pawn", "A pawn of chess, and any small figure.", signs="♟♙", chess_only=True, sprite=sprite, samples=both("P"))
def pawn(look: Look) -> str:
    """A ball on a collar."""
    return figure(look, "M-9-8C-6 8-14 15-21 25H21C14 15 6 8 9-8Z M-13-18a13 13 0 1 0 26 0a13 13 0 1 0-26 0Z")


@kind("knight", "A knight of chess.", signs="♞♘", chess_only=True, sprite=sprite, samples=both("N"))
def knight(look: Look) -> str:
    """A horse's head."""
    head = "M-21 25C-20 7-3 4-6-9C-11-4-16 3-24 2C-33 0-33-8-28-13C-20-21-19-32-8-37L-7-46L1-38C19-36 27-15 24 25Z"
    return figure(look, head, circle(-10, -22, 3, look.colour.ink))


@kind("bishop", "A bishop of chess.", signs="♝♗", chess_only=True, sprite=sprite, samples=both("B"))
def bishop(look: Look) -> str:
    """A mitre with its cleft."""
    mitre = (
        "M-4-42a4.5 4.5 0 1 1 8 0C18-29 20-13 12 0h5v7H11C11 16 17 20 21 25H-21C-17 20-11 16-11 7h-6V0h5"
        "C-20-13-18-29-4-42Z"
    )
    return figure(look, mitre, path("M1-27L9-15", edge=look.colour.ink, wide=3))


@kind("rook", "A rook of chess.", signs="♜♖", chess_only=True, sprite=sprite, samples=both("R"))
def rook(look: Look) -> str:
    """A tower."""
    return figure(look, "M-25-36h11v8h8v-8h12v8h8v-8h11v17l-7 6V17l8 8H-26l8-8V-13l-7-6Z")


@kind("queen", "A queen of chess, and an amazon.", signs="♛♕", sprite=sprite, samples=both("Q"))
def queen(look: Look) -> str:
    """A crown of points."""
    crown = (
        "M-31-24a4 4 0 1 1 5-3l9 17 3-24a4 4 0 1 1 6-1L0-10 8-35a4 4 0 1 1 6 1l3 24 9-17a4 4 0 1 1 5 3L18 8h3v7H14"
        "C15 19 18 22 22 25H-22C-18 22-15 19-14 15h-7V8h3Z"
    )
    return figure(look, crown)


@kind("king", "A king of chess, and any chief.", signs="♚♔", chess_only=True, sprite=sprite, samples=both("K"))
def king(look: Look) -> str:
    """A crown with a cross."""
    crown = (
        "M-4-47h8v7h7v7H4v8C10-30 29-32 29-15 29-4 18 2 15 9h5v7H14C15 20 18 22 22 25H-22C-18 22-15 20-14 16h-6V9h5"
        "C-18 2-29-4-29-15-29-32-10-30-4-25v-8h-7v-7h7Z"
    )
    return figure(look, crown)


@kind("champion", "A champion of Omega Chess.", samples=both("C"))
def champion(look: Look) -> str:
    """A star on a stem."""
    return figure(look, "M-22 25C-16 12-10 6-10-6L-26-13L-10-20L-5-43L0-28L5-43L10-20L26-13L10-6C10 6 16 12 22 25Z")


@kind("wizard", "A wizard of Omega Chess.", samples=both("W"))
def wizard(look: Look) -> str:
    """A pointed hat."""
    return figure(look, "M-24 25C-18 17-12 11-12 4H-23V-2L-12-5L1-46L12-5L23-2V4H12C12 11 18 17 24 25Z")


def is_chess(scene: Scene) -> bool:
    """Whether the pieces are chessmen with the letters of chess, so that figures may stand for letters."""
    kinds = {piece.kind for piece in scene.pieces if piece.owner >= 0}
    letters = {piece.text.upper() for piece in scene.pieces}
    return "king" in kinds and kinds <= set(LETTERS) and letters <= set(LETTERS.values())
