"""Pictures with names: what looks alike is drawn once and used by its name wherever it stands."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from zermelo.drawing.kind import Look
from zermelo.drawing.kinds import kind_of, look_of
from zermelo.drawing.palette import NOBODY, Colour
from zermelo.drawing.primitives import SHINE
from zermelo.game.scene import Button, Piece


@dataclass(frozen=True)
class Symbol:
    """A picture about (0, 0) and its name, which depends on the picture alone."""

    name: str
    svg: str


def symbol(what: str, svg: str) -> Symbol:
    """A picture under its name."""
    word = re.sub(r"[^a-z0-9_]+", "", what.lower()) or "piece"
    return Symbol(f"{word}-{hashlib.blake2s(svg.encode(), digest_size=4).hexdigest()}", svg)


@lru_cache(maxsize=8192)
def drawn(look: Look) -> Symbol:
    """The picture of a piece that looks so."""
    return symbol(look.name, kind_of(look.name).draw(look))


def definitions_of(svgs: Iterable[str]) -> str:
    """What pictures refer to: the light on round pieces."""
    return SHINE if any("url(#shine)" in svg for svg in svgs) else ""


def piece_symbol(piece: Piece, colours: dict[int, Colour]) -> Symbol:
    """The picture of a piece, not yet moved or turned."""
    return drawn(look_of(piece.kind, piece.owner, piece.text, colours.get(piece.owner, NOBODY)))


def button_symbol(button: Button, colours: dict[int, Colour]) -> Symbol | None:
    """The picture on a button, if it has one: that of a piece whose text is the first word of its label."""
    if not button.kind:
        return None
    text = button.label.partition(" ")[0]
    return drawn(look_of(button.kind, button.owner, text, colours.get(button.owner, NOBODY)))
