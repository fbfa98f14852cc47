"""What the browser needs to draw a scene without knowing any kind, shape or colour: pictures, and where they go.

The page places these pictures, lets them be dragged and glide; see `Board.svelte`.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.drawing.cells import Label, cell_symbols, frame_of, ground, labels_of, lines, on_points
from zermelo.drawing.coordinates import Sign, signs_of
from zermelo.drawing.kinds import kind_of
from zermelo.drawing.palette import Colour, player_colours
from zermelo.drawing.symbols import button_symbol, definitions_of, piece_symbol
from zermelo.game.scene import Scene


@dataclass(frozen=True)
class PageDrawing:
    """The lists run along those of the scene; pictures are named by their symbol."""

    frame: tuple[float, float, float, float]  # left, top, width and height of all cells
    below: str  # SVG under the cells: the ground, and lines that join points
    above: str  # SVG over the cells: heavy lines
    cells: list[str]
    labels: list[Label | None]
    pieces: list[str]
    layers: list[int]  # of the pieces; 0 lies under the others
    buttons: list[str]  # empty for one without a picture
    symbols: dict[str, str]  # name -> SVG about (0, 0)
    definitions: str  # SVG that symbols refer to
    signs: list[Sign]  # names of rows and columns
    signs_flipped: list[Sign]  # the same on a board turned round
    players: list[Colour]


def page_drawing(scene: Scene) -> PageDrawing:
    """The pictures of a scene."""
    colours = player_colours(scene)
    cells = cell_symbols(scene, colours)
    pieces = [piece_symbol(piece, colours) for piece in scene.pieces]
    buttons = [button_symbol(button, colours) for button in scene.buttons]
    frame = frame_of(scene)
    crossing = on_points(scene)
    symbols = {symbol.name: symbol.svg for symbol in (*cells, *pieces, *filter(None, buttons))}
    return PageDrawing(
        frame=(frame.left, frame.top, frame.width, frame.height),
        below=ground(scene) + (lines(scene) if crossing else ""),
        above="" if crossing else lines(scene),
        cells=[symbol.name for symbol in cells],
        labels=labels_of(scene),
        pieces=[symbol.name for symbol in pieces],
        layers=[kind_of(piece.kind).layer for piece in scene.pieces],
        buttons=[symbol.name if symbol else "" for symbol in buttons],
        symbols=symbols,
        definitions=definitions_of(symbols.values()),
        signs=signs_of(scene),
        signs_flipped=signs_of(scene, flipped=True),
        players=[colour for owner, colour in colours.items() if owner >= 0],
    )
