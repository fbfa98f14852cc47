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
from zermelo.drawing.primitives import SHINE, group, n
from zermelo.game.scene import Button, Piece, Way


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
    """The picture on a button, if it has one: that of a piece, or of what is placed, made to fit."""
    if button.ways:
        return symbol(button.name, way_picture(button.ways[0], colours))
    if not button.kind:
        return None
    return drawn(look_of(button.kind, button.owner, button.text, colours.get(button.owner, NOBODY)))


def way_picture(way: Way, colours: dict[int, Colour]) -> str:
    """All pieces of something that is placed, in one unit."""
    across, up = [piece.dx for piece in way.pieces], [piece.dy for piece in way.pieces]
    x, y = (min(across) + max(across)) / 2, (min(up) + max(up)) / 2
    scale = 1 / max(1 + max(across) - min(across), 1 + max(up) - min(up))
    parts = [
        group(piece_symbol(piece, colours).svg, f"translate({n(piece.dx)} {n(-piece.dy)}) rotate({-90 * piece.turned})")
        for piece in way.pieces
    ]
    return group("".join(parts), f"scale({n(scale)}) translate({n(-x)} {n(y)})")
