"""What pieces and cells look like in a terminal: a sign, a colour, and never the colour alone."""

from __future__ import annotations

from zermelo.drawing.kinds import kind_of
from zermelo.drawing.kinds.figures import is_chess
from zermelo.drawing.palette import BLACK, WHITE, sign_colours
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
DICE = dict(zip("123456", "⚀⚁⚂⚃⚄⚅", strict=True))


def sign_of(piece: Piece, scene: Scene, colours: dict[int, str], figures: bool) -> str:
    """What is written for a piece: the signs of its kind; without figures, the letters that the game chose."""
    text = piece.text or piece.kind[:1]
    kind = kind_of(piece.kind)
    if not figures or not kind.signs or kind.chess_only and not is_chess(scene):
        return text
    if len(kind.signs) == 1:
        return kind.signs
    if kind.style == "disc" and not (len(text) == 1 and piece.owner in (0, 1)):
        return text
    dark = colours[piece.owner] == BLACK if BLACK in colours.values() else piece.owner == 0
    return kind.signs[0 if dark else 1]


def on_cloth(scene: Scene) -> bool:
    """Whether black and white discs lie on plain squares, as in Othello: green shows both."""
    kinds = {piece.kind for piece in scene.pieces if piece.owner >= 0}
    colours = sign_colours(scene)
    return bool(kinds) and kinds <= {"disc", "stone"} and {colours[0], colours[1]} == {BLACK, WHITE}


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


CROSSINGS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by up 1, right 2, down 4, left 8
