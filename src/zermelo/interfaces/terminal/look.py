"""What pieces and cells look like in a terminal: a sign, a colour, and never the colour alone."""

from __future__ import annotations

from zermelo.explain.palette import BLACK, MEN, is_chess, on_cloth, tile_colour
from zermelo.game.scene import Cell, Piece, Scene

PAPERS = {
    "light": "#7f95a0", "dark": "#566b76", "wall": "#2f4b7c", "trap": "#7a5c2e", "water": "#2f6f8f",
    "home0": "#6b4d12", "home1": "#22526e", "home2": "#0f5c48",
    "home3": "#6e4159", "home4": "#6b661c", "home5": "#6a2f08",
}  # fmt: skip
PLAIN = ("#4a5260", "#363c48", "#5a6372")  # neighbours differ a little, so that cells are seen
MIDDLE = ("#7f95a0", "#566b76", "#6a808b")  # black and white are both read on them
HOMES = ("#9a8a68", "#6a8ba0")
GREEN = ("#4f7a5a", "#487052")
POINTS = "#5d6b57"  # under stones, black and white alike
MARKED, CHOSEN, TARGET, CURSOR = "#6a5acd", "#b0306a", "#2e8b57", "#c06000"
OUTLINE, SOLID = dict(zip(MEN, "♙♘♗♖♕♔", strict=True)), dict(zip(MEN, "♟♞♝♜♛♚", strict=True))
DICE = dict(zip("123456", "⚀⚁⚂⚃⚄⚅", strict=True))
FIGURES = frozenset("♙♘♗♖♕♔♟♞♝♜♛♚")
ROUND = {"stone": "●○", "disc": "●○", "man": "●○", "peg": "●○", "marble": "●○"}  # the first player's, the others'
OTHER = {
    "cross": "X",
    "nought": "O",
    "arrow": "✕",
    "food": "·",
    "capsule": "o",
    "dot": "•",
    "match": "|",
    "nothing": " ",
}


def sign_of(piece: Piece, scene: Scene, colours: dict[int, str], figures: bool) -> str:
    """What is written for a piece; without figures, the letters that the game chose."""
    text = piece.text or piece.kind[:1]
    if not figures:
        return text
    if piece.kind in MEN and (is_chess(scene) or piece.kind == "queen"):
        return (SOLID if colours.get(piece.owner) == BLACK else OUTLINE)[piece.kind]
    if piece.kind in ROUND and len(text) == 1 and piece.owner in (0, 1):
        if piece.kind == "man" and text.isupper() and scene.cells[0].shape == "square":
            return text  # a king of checkers
        filled = colours[piece.owner] == BLACK if BLACK in colours.values() else piece.owner == 0
        return ROUND[piece.kind][0 if filled else 1]
    return OTHER.get(piece.kind, text)


def ground_of(scene: Scene, colours: dict[int, str]) -> str:
    """What must lie under the pieces: cloth or a middle grey where some are black, since both must be seen."""
    if on_cloth(scene):
        return "cloth"
    return "middle" if any(colours.get(piece.owner) == BLACK for piece in scene.pieces) else ""


def paper_of(cell: Cell, parity: int, pointy: bool = False, ground: str = "") -> str:
    """The colour under a cell."""
    if cell.shade.startswith("home") and ground:
        return HOMES[cell.shade[4:] != "0"]
    if cell.shade in PAPERS:
        return PAPERS[cell.shade]
    if cell.shape == "point":
        return POINTS if pointy else ""
    if ground:
        tones = GREEN if ground == "cloth" and cell.shape != "hexagon" else MIDDLE
        return tones[parity % (3 if cell.shape == "hexagon" else 2)]
    return PLAIN[parity % 3] if cell.shape == "hexagon" else PLAIN[parity % 2]


def with_dice(text: str, *, alone: bool = False) -> str:
    """Dice drawn beside their numbers: `X 52` or `6-4`."""
    words = text.replace("-", "").split() if alone else text.split()
    last = words[-1] if words else ""
    if len(last) == 2 and set(last) <= set(DICE) and (alone or len(words) <= 2):
        return f"{text} {DICE[last[0]]}{DICE[last[1]]}"
    return text


def tile_of(piece: Piece) -> str:
    """The paper of a tile with a power of two, or nothing."""
    return tile_colour(piece.text) if piece.kind == "number" else ""


CROSSINGS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by up 1, right 2, down 4, left 8
