"""Plots as SVG: points, lines and bars of a few series, plain deterministic text without dependencies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from zermelo.errors import BadParameter
from zermelo.explain.svg import PAPER, n

COLOURS = (PAPER["max-edge"], PAPER["cut"], PAPER["chance-edge"], PAPER["line"], PAPER["min-edge"], PAPER["end-edge"])
Scale = Callable[[float], float]  # a value -> its place in the picture
WIDE, HIGH = 720.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 78.0, 190.0, 48.0, 56.0


@dataclass(frozen=True)
class Series:
    """Named points; with `low` and `high` each has an error bar. A dashed line is a formula, not a measurement."""

    name: str
    points: Sequence[tuple[float, float]]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    dashed: bool = False
    joined: bool = True  # by a line; not where the places across are in no order


@dataclass(frozen=True)
class Plot:
    """A title, two axes and some series."""

    title: str
    across: str
    up: str
    series: Sequence[Series]
    log: bool = False  # the upward axis by powers of ten
    names: Sequence[str] = ()  # of the places 0, 1, 2, … across, where they are no numbers

    def svg(self) -> str:
        """The picture as a file."""
        every = [point for one in self.series for point in one.points]
        if not every:
            raise BadParameter("there is nothing to plot")
        rise = [y for _, y in every] + [y for one in self.series for y in (*one.low, *one.high)]
        if self.log and min(rise) <= 0:
            raise BadParameter("a logarithmic axis shows only numbers above 0")
        ups = powers(rise) if self.log else steps(min(0.0, *rise), max(rise))
        overs = [float(place) for place in range(len(self.names))] or steps(
            min(x for x, _ in every), max(x for x, _ in every)
        )
        x0, x1 = (-0.5, len(self.names) - 0.5) if self.names else (overs[0], overs[-1])

        def x(value: float) -> float:
            return LEFT + (value - x0) / ((x1 - x0) or 1) * (WIDE - LEFT - RIGHT)

        def y(value: float) -> float:
            place = math.log10(value) if self.log else value
            low, high = (math.log10(ups[0]), math.log10(ups[-1])) if self.log else (ups[0], ups[-1])
            return HIGH - BOTTOM - (place - low) / ((high - low) or 1) * (HIGH - TOP - BOTTOM)

        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{n(WIDE)}" height="{n(HIGH)}" '
            f'viewBox="0 0 {n(WIDE)} {n(HIGH)}" role="img" aria-label="{escape(self.title)}" '
            'font-family="system-ui, sans-serif" font-size="13">',
            f'<rect width="100%" height="100%" fill="{PAPER["paper"]}"/>',
            f'<text x="{n(LEFT)}" y="26" font-size="16" font-weight="600">{escape(self.title)}</text>',
        ]
        for value in ups:
            parts.append(f'<path d="M{n(LEFT)} {n(y(value))}H{n(WIDE - RIGHT)}" stroke="{PAPER["gone-edge"]}"/>')
            parts.append(f'<text x="{n(LEFT - 8)}" y="{n(y(value) + 4)}" text-anchor="end">{tick(value)}</text>')
        for place, value in enumerate(overs):
            label = escape(self.names[place]) if self.names else tick(value)
            parts.append(f'<text x="{n(x(value))}" y="{n(HIGH - BOTTOM + 20)}" text-anchor="middle">{label}</text>')
        middle = (TOP + HIGH - BOTTOM) / 2
        parts.append(
            f'<text x="{n((LEFT + WIDE - RIGHT) / 2)}" y="{n(HIGH - 14)}" text-anchor="middle">'
            f"{escape(self.across)}</text>"
        )
        parts.append(
            f'<text transform="translate(18 {n(middle)}) rotate(-90)" text-anchor="middle">{escape(self.up)}</text>'
        )
        for place, one in enumerate(self.series):
            parts += drawn(one, COLOURS[place % len(COLOURS)], x, y, TOP + 10 + 22 * place)
        return "\n".join([*parts, "</svg>", ""])


def drawn(one: Series, colour: str, x: Scale, y: Scale, row: float) -> list[str]:
    """A series: its line, its points with their bars, and its line in the legend."""
    dash = ' stroke-dasharray="5 4"' if one.dashed else ""
    places = [(x(a), y(b)) for a, b in one.points]
    path = "M" + "L".join(f"{n(a)} {n(b)}" for a, b in places)
    parts = [f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'] if one.joined else []
    if not one.dashed:
        parts += [f'<circle cx="{n(a)}" cy="{n(b)}" r="3.5" fill="{colour}"/>' for a, b in places]
    for (a, _), low, high in zip(places, one.low, one.high, strict=False):
        parts.append(f'<path d="M{n(a)} {n(y(low))}V{n(y(high))}" stroke="{colour}"/>')
    left = WIDE - RIGHT + 14
    parts.append(f'<path d="M{n(left)} {n(row)}h22" stroke="{colour}" stroke-width="2"{dash}/>')
    parts.append(f'<text x="{n(left + 28)}" y="{n(row + 4)}">{escape(one.name)}</text>')
    return parts


def steps(low: float, high: float) -> list[float]:
    """About five round numbers that hold a range."""
    if high <= low:
        high = low + 1
    rough = (high - low) / 5
    unit = 10.0 ** math.floor(math.log10(rough))
    size = next(unit * part for part in (1, 2, 5, 10) if unit * part >= rough * 0.999)
    first, last = math.floor(low / size + 1e-9), math.ceil(high / size - 1e-9)
    return [round(place * size, 10) for place in range(first, last + 1)]


def powers(values: Sequence[float]) -> list[float]:
    """The powers of ten that hold a range, at most about ten of them."""
    first, last = math.floor(math.log10(min(values))), max(math.ceil(math.log10(max(values))), 1)
    size = max(1, (last - first + 9) // 10)
    return [10.0**place for place in range(first, last + size, size)]


def tick(value: float) -> str:
    """A number at an axis."""
    if value and (abs(value) >= 100_000 or abs(value) < 0.001):
        return f"{value:.0e}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
    return f"{value:g}"
