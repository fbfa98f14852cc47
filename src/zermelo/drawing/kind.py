"""What a kind of piece is: a name, a picture, and its signs in a terminal, declared together.

    @kind("dot", "A dot between fences.", signs="•", samples=(Sample("+"),))
    def dot(look: Look) -> str:
        return circle(0, 0, 0.09, role("mark"))

A picture is drawn about (0, 0) in a square of one unit. It may rely on the fields of `Look` and on nothing else, so
that the same picture serves every board of every game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from zermelo.drawing.palette import NOBODY, Colour


@dataclass(frozen=True)
class Look:
    """What a picture depends on."""

    name: str  # of the kind
    words: tuple[str, ...] = ()  # its parameters: what follows the name in `Piece.kind`
    text: str = ""
    owner: int = -1
    colour: Colour = NOBODY


@dataclass(frozen=True)
class Sample:
    """A piece of the kind as games have it: for documents and tests."""

    text: str = ""
    owner: int = -1
    words: str = ""


Style = Literal["sign", "disc", "line", "name"]


@dataclass(frozen=True)
class Kind:
    """A kind of piece and how it is drawn."""

    name: str
    about: str
    draw: Callable[[Look], str]
    signs: str = ""  # in a terminal: empty for the piece's own text; two signs: for the dark player, for the light one
    chess_only: bool = False  # the signs stand for letters of chess; elsewhere the piece's text tells more
    style: Style = "sign"  # on a full screen: a sign, a disc, a line across the cell, or the name written out
    sprite: Callable[[Look], tuple[str, ...]] | None = None  # on a large cell: six rows of five points, `#` set
    ink: Callable[[Look], str] | None = None  # the sign's own colour, where it is not the player's
    paper: Callable[[Look], str] | None = None  # the colour under the sign, where the piece covers its cell
    layer: int = 1  # 0 lies under all other pieces
    samples: tuple[Sample, ...] = (Sample("", 0),)


KINDS: dict[str, Kind] = {}  # all that are declared; `zermelo.drawing.kinds` fills it


def kind(
    name: str,
    about: str,
    *,
    signs: str = "",
    chess_only: bool = False,
    style: Style = "sign",
    sprite: Callable[[Look], tuple[str, ...]] | None = None,
    ink: Callable[[Look], str] | None = None,
    paper: Callable[[Look], str] | None = None,
    layer: int = 1,
    samples: tuple[Sample, ...] = (Sample("", 0),),
) -> Callable[[Callable[[Look], str]], Callable[[Look], str]]:
    """Declare a kind by its picture."""

    def declare(draw: Callable[[Look], str]) -> Callable[[Look], str]:
        assert name not in KINDS, f"the kind {name} is declared twice"
        KINDS[name] = Kind(name, about, draw, signs, chess_only, style, sprite, ink, paper, layer, samples)
        return draw

    return declare
