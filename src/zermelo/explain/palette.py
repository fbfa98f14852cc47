"""Whose pieces have which colour: black and white where the game says so, else colours that everyone can tell apart.

The colours are those of Okabe and Ito (2008), chosen for all kinds of colour vision; shape or letter differ as well.
"""

from __future__ import annotations

from zermelo.game.scene import Scene

BLACK, WHITE = "#101010", "#ffffff"
OWNERS = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#f0e442", "#d55e00")
NOBODY = "#c8c8c8"
TILES = ("#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f", "#f65e3b", "#edcf72", "#edc53f", "#c9a227", "#3c3a32")
QUARTO = ("#ecd2a0", "#8a5a2e")  # light and dark
BEASTS = ("rat", "cat", "wolf", "dog", "leopard", "tiger", "lion", "elephant")
MEN = ("pawn", "knight", "bishop", "rook", "queen", "king")


def owner_colours(scene: Scene) -> dict[int, str]:
    """The colour of each player's pieces."""
    kinds = {piece.kind for piece in scene.pieces}
    texts = {piece.text.lower(): piece.owner for piece in scene.pieces if piece.owner >= 0}
    two = {piece.owner for piece in scene.pieces} <= {-1, 0, 1}
    if two and texts and set(texts) <= {"b", "w"}:
        black = texts["b"] if "b" in texts else 1 - texts["w"]
    elif two and is_chess(scene):
        black = 1
    elif two and kinds <= {"stone"} and all(cell.shape == "point" for cell in scene.cells):
        black = 0  # Go, where Black begins
    elif two and kinds == {"disc"} and any("Black (X)" in note for note in scene.notes):
        black = 0  # Othello
    else:
        return dict(enumerate(OWNERS)) | {-1: NOBODY}
    return {-1: NOBODY, black: BLACK, 1 - black: WHITE}


def is_chess(scene: Scene) -> bool:
    """Whether the pieces are chessmen."""
    kinds = {piece.kind for piece in scene.pieces if piece.owner >= 0}
    return "king" in kinds and kinds <= set(MEN) and {piece.text.upper() for piece in scene.pieces} <= set("PNBRQK")


def tile_colour(text: str) -> str:
    """The colour of a tile of 2048, or nothing for a number that is no power of two."""
    value = int(text) if text.isdecimal() else 0
    power = value.bit_length() - 1 if value > 1 and value & value - 1 == 0 else 0
    return TILES[min(power, len(TILES)) - 1] if power else ""


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return BLACK if 299 * red + 587 * green + 114 * blue > 128_000 else WHITE
