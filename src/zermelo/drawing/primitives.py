"""The few elements of SVG that drawings are made of; y grows downwards, one unit is one cell."""

from __future__ import annotations

from html import escape

LINE = "#444444"
SHINE = (
    '<radialGradient id="shine" cx="0.35" cy="0.3" r="0.75"><stop offset="0" stop-color="#fff" stop-opacity="0.5"/>'
    '<stop offset="0.5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.25"/>'
    "</radialGradient>"
)  # the light on a round piece; the page and every document define it once


def n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{round(value, 3) + 0.0:g}"


def stroked(edge: str, wide: float) -> str:
    """The attributes of an outline."""
    return f' stroke="{edge}" stroke-width="{n(wide)}"' if edge else ""


def circle(x: float, y: float, radius: float, fill: str, edge: str = "", wide: float = 0.03, more: str = "") -> str:
    """A round thing."""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" fill="{fill}"{stroked(edge, wide)}{more}/>'


def box(
    wide: float,
    high: float,
    fill: str,
    edge: str = "",
    stroke: float = 0.03,
    *,
    x: float = 0,
    y: float = 0,
    corner: float = 0,
    more: str = "",
) -> str:
    """A rectangle about a point, its corners rounded."""
    return (
        f'<rect x="{n(x - wide / 2)}" y="{n(y - high / 2)}" width="{n(wide)}" height="{n(high)}"'
        f'{f" rx={chr(34)}{n(corner)}{chr(34)}" if corner else ""} fill="{fill}"{stroked(edge, stroke)}{more}/>'
    )


def path(d: str, fill: str = "none", edge: str = "", wide: float = 0.03, more: str = "") -> str:
    """Any outline."""
    return f'<path d="{d}" fill="{fill}"{stroked(edge, wide)}{more}/>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, wide: float) -> str:
    """A line with round ends."""
    return f'<line x1="{n(x1)}" y1="{n(y1)}" x2="{n(x2)}" y2="{n(y2)}"{stroked(colour, wide)} stroke-linecap="round"/>'


def text(x: float, y: float, words: str, size: float, colour: str, *, bold: bool = True, anchor: str = "middle") -> str:
    """Words about a point."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{n(x)}" y="{n(y + 0.36 * size)}" font-size="{n(size)}" text-anchor="{anchor}"{weight}'
        f' fill="{colour}">{escape(words)}</text>'
    )


def group(drawn: str, transform: str) -> str:
    """A drawing moved, turned or scaled."""
    return f'<g transform="{transform}">{drawn}</g>' if drawn else ""
