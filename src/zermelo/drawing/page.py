"""What the browser needs to draw a scene without knowing any kind, shape or colour: pictures, and where they go.

The page places these pictures, lets them be dragged and glide; see `Board.svelte`.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.drawing.cells import Label, cell_symbols, frame_of, ground, labels_of, lines, on_points
from zermelo.drawing.coordinates import Sign, signs_of
from zermelo.drawing.kinds import kind_of
from zermelo.drawing.palette import Colour, player_colours
from zermelo.drawing.symbols import Symbol, button_symbol, definitions_of, piece_symbol
from zermelo.game.scene import Piece, Scene


@dataclass(frozen=True)
class Preview:
    """What the first clicks of a move change: pieces by their place in the scene, and their new pictures."""

    clicks: tuple[str, ...]
    places: list[int]
    pieces: list[Piece]
    symbols: list[str]


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
    ways: list[list[list[str]]]  # of each button, of each way in which it can lie, of each piece of that
    previews: list[Preview]
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
    ways = [[[piece_symbol(piece, colours) for piece in way.pieces] for way in one.ways] for one in scene.buttons]
    placed = [symbol for button in ways for way in button for symbol in way]
    previews, changed = previews_of(scene, colours)
    used = (*cells, *pieces, *filter(None, buttons), *placed, *changed)
    symbols = {symbol.name: symbol.svg for symbol in used}
    return PageDrawing(
        frame=(frame.left, frame.top, frame.width, frame.height),
        below=ground(scene) + (lines(scene) if crossing else ""),
        above="" if crossing else lines(scene),
        cells=[symbol.name for symbol in cells],
        labels=labels_of(scene),
        pieces=[symbol.name for symbol in pieces],
        layers=[kind_of(piece.kind).layer for piece in scene.pieces],
        buttons=[symbol.name if symbol else "" for symbol in buttons],
        ways=[[[symbol.name for symbol in way] for way in button] for button in ways],
        previews=previews,
        symbols=symbols,
        definitions=definitions_of(symbols.values()),
        signs=signs_of(scene),
        signs_flipped=signs_of(scene, flipped=True),
        players=[colour for owner, colour in colours.items() if owner >= 0],
    )


def previews_of(scene: Scene, colours: dict[int, Colour]) -> tuple[list[Preview], list[Symbol]]:
    """What is seen after the first clicks of each move, and the pictures that this needs."""
    begun = {names[:length] for _, names in scene.sequences() for length in range(2, len(names))}
    previews, symbols = [], []
    for picked in sorted(begun):
        changed = scene.shown_after(picked)
        drawn = [piece_symbol(piece, colours) for piece in changed.values()]
        if changed:
            names = [symbol.name for symbol in drawn]
            previews.append(Preview(picked, list(changed), list(changed.values()), names))
            symbols += drawn
    return previews, symbols
