"""A position as a picture."""

from __future__ import annotations

from zermelo.drawing.page import PageDrawing, page_drawing
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
    drawing: PageDrawing

    @classmethod
    def of(cls, scene: drawn.Scene) -> Scene:
        """The picture without its clicks."""
        return cls.model_construct(
            cells=scene.cells, pieces=scene.pieces, buttons=scene.buttons, lines=scene.lines,
            notes=scene.notes, colours=scene.colours, drawing=page_drawing(scene),
        )  # fmt: skip


class Move(Sparse):
    """A legal move: its text, which names it everywhere, its clicks, and the odds of an outcome of chance."""

    move: str
    clicks: tuple[str, ...]
    odds: float | None = None
