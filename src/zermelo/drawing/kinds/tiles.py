"""Square and many-sided pieces that lie on a cell: numbers, letters, cubes, boxes, polyominoes, links."""

from __future__ import annotations

import math

from zermelo.drawing.kind import Look, Sample, kind
from zermelo.drawing.kinds.counters import sized
from zermelo.drawing.kinds.marks import CROSS, NOUGHT, arms
from zermelo.drawing.palette import COLOURS, ink_on, tile_colour
from zermelo.drawing.primitives import box, circle, n, path, text

TWO = (Sample("1", 0), Sample("2", 1))


def number_fill(look: Look) -> str:
    """Powers of two have the colours of 2048."""
    return tile_colour(look.text) or "#f4f0e6"


@kind(
    "number",
    "A tile with a number.",
    paper=lambda look: tile_colour(look.text),
    samples=(Sample("7", 0), Sample("64", 0)),
)
def number(look: Look) -> str:
    """Its text on a square."""
    fill = number_fill(look)
    return box(0.9, 0.9, fill, "#8a7a5c", 0.015, corner=0.1) + text(0, 0, look.text, sized(look.text), ink_on(fill))


@kind("letter", "A tile of Scrabble.", samples=(Sample("A"), Sample("q", 0)))
def letter(look: Look) -> str:
    """A letter on wood."""
    return box(0.86, 0.86, "#f6e3b4", "#9a7a4a", 0.03, corner=0.1) + text(0, 0, look.text, 0.52, "#2a2118")


@kind("letter_back", "A tile of Scrabble that another player holds.", samples=(Sample("?", 1),))
def letter_back(look: Look) -> str:
    """Wood without a letter."""
    return box(0.86, 0.86, "#d9bd84", "#9a7a4a", 0.03, corner=0.1) + box(0.6, 0.6, "none", "#b8975c", 0.03, corner=0.08)


@kind("box", "A closed box, with its owner's sign.", samples=TWO)
def closed(look: Look) -> str:
    """Nearly as large as its cell."""
    fill = box(0.84, 0.84, look.colour.fill, look.colour.edge, corner=0.1, more=' opacity="0.75"')
    return fill + text(0, 0, look.text, 0.4, look.colour.ink)


@kind("tile", "A square of a polyomino, to the edges of its cell.", samples=(Sample("P", 0), Sample("x")))
def square(look: Look) -> str:
    """In the owner's colour."""
    return box(1, 1, look.colour.fill, look.colour.edge)


def cube_sprite(look: Look) -> tuple[str, ...]:
    """The mark on top."""
    return (CROSS, NOUGHT)[look.owner % 2] if look.owner >= 0 else ()


@kind(
    "cube",
    "A cube of Quixo: blank, with the first player's cross or the second's nought.",
    sprite=cube_sprite,
    samples=(Sample("."), Sample("x", 0), Sample("o", 1)),
)
def cube(look: Look) -> str:
    """Wood with a mark."""
    mark = {0: arms(0.2, "#274b8a", 0.1), 1: circle(0, 0, 0.21, "none", "#a33333", 0.1)}.get(look.owner, "")
    return box(0.9, 0.9, "#e2c79a", "#9a7a4a", corner=0.12) + mark


def quarto_fill(look: Look) -> str:
    """Light or dark."""
    return ("#e6c68f", "#6b4427")[int(look.words[0]) >> 1 & 1]


def quarto_ink(look: Look) -> str:
    """The same for a terminal."""
    return ("#ecd2a0", "#8a5a2e")[int(look.words[0]) >> 1 & 1]


def quarto_sprite(look: Look) -> tuple[str, ...]:
    """Tall is six points high and short four; square has corners; hollow has a hole."""
    bits = int(look.words[0])
    high = 6 if bits & 1 else 4
    rows = ["#####"] * high
    if not bits & 4:
        rows[0] = rows[-1] = ".###."
    if bits & 8:
        rows[1:-1] = ["##.##"] * (high - 2)
    return (*["....."] * (6 - high), *rows)


@kind(
    "quarto",
    "A piece of Quarto; the parameter's bits are tall 1, dark 2, square 4, hollow 8.",
    sprite=quarto_sprite,
    ink=quarto_ink,
    samples=tuple(Sample(format(bits, "X"), -1, str(bits)) for bits in range(16)),
)
def quarto(look: Look) -> str:
    """Seen from above: tall is large."""
    bits, fill = int(look.words[0]), quarto_fill(look)
    half = 0.42 if bits & 1 else 0.27
    shape = box(2 * half, 2 * half, fill, "#3b2716", corner=0.03) if bits & 4 else circle(0, 0, half, fill, "#3b2716")
    return shape + (circle(0, 0, 0.4 * half, "#241609", more=' opacity="0.85"') if bits & 8 else "")


@kind("wedge", "A piece of shogi, turned towards its opponent.", samples=(Sample("P", 0), Sample("+R", 0)))
def wedge(look: Look) -> str:
    """Its letter, red when promoted."""
    shape = path(
        "M0-0.45L0.25-0.32L0.36 0.43H-0.36L-0.25-0.32Z", "#e9c98d", "#7a5a2c", 0.025, ' stroke-linejoin="round"'
    )
    ink = "#a3241c" if look.text.startswith("+") else "#2a1c0c"
    return shape + text(0, 0.08, look.text.upper(), 0.34 if len(look.text) > 1 else 0.42, ink)


def engraved(lines: str) -> str:
    """A side of a tile of Quads."""
    return box(0.92, 0.92, "#e6cfa4", "#7b6136", 0.02, corner=0.05) + path(lines, edge="#4a3413", wide=0.05)


@kind("rays", "A side of a tile of Quads with rays.", samples=(Sample("*"),))
def rays(look: Look) -> str:
    """From the middle outwards."""
    return engraved("M0 0V-0.44M0 0L0.24-0.44M0 0L-0.24-0.44M0 0L0.44-0.3M0 0L-0.44-0.3")


@kind("lines", "A side of a tile of Quads with lines.", samples=(Sample("="),))
def stripes(look: Look) -> str:
    """Side by side."""
    return engraved("M-0.44-0.2H0.44M-0.44 0H0.44M-0.44 0.2H0.44")


@kind(
    "squares",
    "A shape of squares; the text has its rows from the top, `##/#o`, o for the square that a click places.",
    samples=(Sample("##/#o", 0), Sample("####/o...", 1)),
)
def squares(look: Look) -> str:
    """As large as fits."""
    rows = look.text.split("/")
    side = 0.92 / max(4, len(rows), *map(len, rows))
    outline, mark = "", ""
    for down, row in enumerate(rows):
        for across, sign in enumerate(row):
            x, y = side * (across - len(row) / 2), side * (down - len(rows) / 2)
            outline += f"M{n(x)} {n(y)}h{n(side)}v{n(side)}h-{n(side)}Z" if sign != "." else ""
            mark += circle(x + side / 2, y + side / 2, side / 4, look.colour.ink) if sign == "o" else ""
    return path(outline, look.colour.fill, look.colour.edge, 0.02) + mark


@kind(
    "links",
    "A tile of Tantrix; the text has a colour's letter for each of six sides, clockwise from the right.",
    samples=(Sample("bbggrr"), Sample("yryrbb")),
)
def links(look: Look) -> str:
    """A curve joins the two sides of one letter, at right angles to both."""
    drawn = path("M" + "L".join(towards(at - 0.5, 0.565) for at in range(6)) + "Z", "#17181c", "#5b5d66", 0.02)
    for sign in dict.fromkeys(look.text):
        one, other = look.text.index(sign), look.text.rindex(sign)
        pull = (0.0, 0.278, 0.191, 0.0)[min(other - one, 6 - other + one)]
        colour = next((known.fill for name, known in COLOURS.items() if name[0] == sign and name != "black"), "#ffffff")
        ends = f"M{towards(one, 0.49)}C{towards(one, pull)} {towards(other, pull)} {towards(other, 0.49)}"
        drawn += path(ends, edge=colour, wide=0.13)
    return drawn


def towards(sixths: float, far: float) -> str:
    """A point so many sixths of a turn from the right, clockwise."""
    angle = math.pi / 3 * sixths
    return f"{n(far * math.cos(angle))} {n(far * math.sin(angle))}"
