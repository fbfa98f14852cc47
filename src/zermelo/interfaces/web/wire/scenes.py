"""A position as a picture."""

from __future__ import annotations

from zermelo.drawing.page import PageDrawing, page_drawing
from zermelo.drawing.words import in_colours
from zermelo.game import scene as drawn
from zermelo.interfaces.web.wire.base import Sent, Sparse


class Scene(Sent):
    """Everything that is seen of a position; the clicks go with the moves."""

    cells: tuple[drawn.Cell, ...]
    pieces: tuple[drawn.Piece, ...]
    buttons: tuple[drawn.Button, ...]
    lines: tuple[tuple[float, float, float, float], ...]
    notes: tuple[str, ...]
    colours: tuple[str, ...]
    steps: str
    keys: dict[str, str]
    highlights: tuple[str, ...]
    laying: drawn.Laying | None
    drawing: PageDrawing

    @classmethod
    def of(cls, scene: drawn.Scene) -> Scene:
        """The picture without its clicks."""
        notes = tuple(in_colours(note, scene) for note in scene.notes)
        return cls.model_construct(
            cells=scene.cells, pieces=scene.pieces, buttons=scene.buttons, lines=scene.lines,
            notes=notes, colours=scene.colours, steps=scene.steps, keys=dict(scene.keys),
            highlights=scene.highlights, laying=scene.laying, drawing=page_drawing(scene),
        )  # fmt: skip


class Move(Sparse):
    """A legal move: its text, which names it everywhere, its clicks, and the odds of an outcome of chance."""

    move: str
    clicks: tuple[str, ...]
    also: tuple[tuple[str, ...], ...] | None = None  # other clicks that make it
    odds: float | None = None


class Ghost(Sent):
    """What a click sets on an empty cell of such a shape: shown under the pointer before it is clicked."""

    shape: str
    width: float
    height: float
    piece: drawn.Piece
    svg: str
