"""Whose pieces have which colour: those that the scene names, in shades that everyone can tell apart.

The colours are those of Okabe and Ito (2008), chosen for all kinds of colour vision; shape or letter differ as well.
"""

from __future__ import annotations

from zermelo.game.scene import Scene

BLACK, WHITE = "#101010", "#ffffff"
NAMED = {
    "black": BLACK, "white": WHITE, "red": "#d55e00", "yellow": "#f0e442", "blue": "#56b4e9", "green": "#009e73",
    "orange": "#e69f00", "pink": "#cc79a7", "teal": "#44aa99", "purple": "#aa66cc",
}  # fmt: skip
USUAL = ("white", "black", "red", "blue", "green", "yellow", "pink", "orange")  # where a game names no colours
NOBODY = "#c8c8c8"
TILES = ("#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f", "#f65e3b", "#edcf72", "#edc53f", "#c9a227", "#3c3a32")
QUARTO = ("#ecd2a0", "#8a5a2e")  # light and dark
BEASTS = ("rat", "cat", "wolf", "dog", "leopard", "tiger", "lion", "elephant")
MEN = ("pawn", "knight", "bishop", "rook", "queen", "king")


def owner_colours(scene: Scene) -> dict[int, str]:
    """The colour of each player's pieces."""
    colours = scene.colours or (("black", "white") if says_black_first(scene) else ())
    if not colours and {piece.kind for piece in scene.pieces} <= {"cross", "nought"}:
        colours = ("blue", "red")  # drawn with a pen: white would not be seen
    names = (*colours, *USUAL[len(colours) :])
    return {owner: NAMED.get(name, NOBODY) for owner, name in enumerate(names)} | {-1: NOBODY}


def says_black_first(scene: Scene) -> bool:
    """Whether the letters of the men are b for the first player and w for the second."""
    letters = {(piece.owner, piece.text.lower()) for piece in scene.pieces if piece.owner >= 0}
    return bool(letters) and letters <= {(0, "b"), (1, "w")}


def on_cloth(scene: Scene) -> bool:
    """Whether black and white discs lie on plain squares, as in Othello: green shows both."""
    kinds = {piece.kind for piece in scene.pieces if piece.owner >= 0}
    return bool(kinds) and kinds <= {"disc", "stone"} and set(list(owner_colours(scene).values())[:2]) == {BLACK, WHITE}


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
