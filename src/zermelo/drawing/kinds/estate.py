"""Land that is bought: squares with a name, a colour and a price, and the mark of whoever owns one."""

from __future__ import annotations

import textwrap

from zermelo.drawing.kind import Look, Sample, kind
from zermelo.drawing.palette import ink_on, role
from zermelo.drawing.primitives import box, text

GROUPS = {
    "brown": "#8b5a3c", "light-blue": "#9fd3ea", "pink": "#d2528f", "orange": "#e08a2e", "red": "#c8423b",
    "yellow": "#f0c132", "green": "#4a9a5b", "dark-blue": "#274b8a", "railroads": "#3d3c3a", "utilities": "#b9b2a4",
}  # fmt: skip
LETTERS, SIZE = 13, 0.125  # of a line, and their height


@kind(
    "deed",
    "A square that may be bought; its parameters are the group's colour or `-`, the price or 0, and the name.",
    layer=0,
    samples=(Sample(".", -1, "brown 60 Baltic Avenue"), Sample(".", -1, "- 0 Chance")),
)
def deed(look: Look) -> str:
    """A band of the group's colour above the name, the price below."""
    group, price, *name = look.words
    lines = textwrap.wrap(" ".join(name), LETTERS)
    middle = 0.06 - 0.5 * 1.15 * SIZE * (len(lines) - 1)
    ink = role("on-board")
    drawn = box(0.98, 0.22, GROUPS[group], y=-0.38) if group in GROUPS else ""
    for number, words in enumerate(lines):
        drawn += text(0, middle + 1.15 * SIZE * number - 0.1, words, SIZE, ink, bold=False)
    return drawn + (text(0, 0.4, f"${price}", SIZE, ink, bold=False) if price != "0" else "")


@kind(
    "holding",
    "Who owns a square: o, houses as their number, a hotel H, a mortgage m.",
    samples=(Sample("o", 0), Sample("3", 1), Sample("H", 0)),
)
def holding(look: Look) -> str:
    """A flag in the owner's colour."""
    fill = look.colour.fill
    mark = look.text if look.text != "o" else ""
    return box(0.3, 0.2, fill, look.colour.edge, 0.025, corner=0.05) + text(0, 0, mark, 0.17, ink_on(fill))
