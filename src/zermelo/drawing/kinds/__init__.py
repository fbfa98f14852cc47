"""The declared kinds of pieces, a file each family: importing a family declares its kinds.

A new kind is one function under `@kind(...)` in the file of its family; page, notebook, documents and terminal have it.
"""

from __future__ import annotations

from zermelo.drawing.kind import KINDS, Kind, Look
from zermelo.drawing.kinds import cards, counters, estate, figures, land, marks, maze, ranks, tiles
from zermelo.drawing.palette import NOBODY, Colour

FAMILIES = (figures, counters, marks, tiles, cards, ranks, maze, land, estate)


def kind_of(spelled: str) -> Kind:
    """The kind of `Piece.kind` or `Button.kind`; what is not declared is a counter."""
    return KINDS.get(spelled.partition(" ")[0], KINDS["counter"])


def look_of(spelled: str, owner: int = -1, text: str = "", colour: Colour = NOBODY) -> Look:
    """What the picture of a piece depends on."""
    name, *words = spelled.split() or [""]
    return Look(name, tuple(words), text, owner, colour)
