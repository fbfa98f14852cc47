"""What is drawn rather than set: crosses, noughts, dots, fences, and things that lie about."""

from __future__ import annotations

import math

from zermelo.drawing.kind import Look, Sample, kind
from zermelo.drawing.palette import role
from zermelo.drawing.primitives import box, circle, path, text

CROSS = ("#...#", ".#.#.", "..#..", "..#..", ".#.#.", "#...#")
NOUGHT = (".###.", "#...#", "#...#", "#...#", "#...#", ".###.")


def arms(far: float, colour: str, wide: float) -> str:
    """Two strokes across each other."""
    a = f"{far:g}"
    return path(f"M-{a}-{a}L{a} {a}M{a}-{a}L-{a} {a}", edge=colour, wide=wide, more=' stroke-linecap="round"')


@kind("cross", "The cross of tic-tac-toe.", signs="X", sprite=lambda look: CROSS, samples=(Sample("x", 0),))
def cross(look: Look) -> str:
    """In the player's colour."""
    return arms(0.28, look.colour.fill, 0.13)


@kind("nought", "The nought of tic-tac-toe.", signs="O", sprite=lambda look: NOUGHT, samples=(Sample("o", 1),))
def nought(look: Look) -> str:
    """In the player's colour."""
    return circle(0, 0, 0.29, "none", look.colour.fill, 0.12)


@kind("dot", "A dot between fences.", signs="•", samples=(Sample("+"),))
def dot(look: Look) -> str:
    """Small and dark."""
    return circle(0, 0, 0.09, role("mark"))


@kind(
    "territory",
    "A crossing that a player surrounds at the end of Go.",
    signs="▪▫",
    samples=(Sample("X", 0), Sample("O", 1)),
)
def territory(look: Look) -> str:
    """A small square in the player's colour."""
    return box(0.34, 0.34, look.colour.fill, look.colour.edge, 0.02)


@kind("wall", "A fence, lying; turned once it stands.", style="line", samples=(Sample("-"), Sample("r", 0)))
def wall(look: Look) -> str:
    """A bar from one end of the cell to the other."""
    if look.owner < 0:
        return box(0.94, 0.12, role("mark"), corner=0.05)
    return box(0.94, 0.12, look.colour.fill, look.colour.edge, 0.02, corner=0.05)


@kind("arrow", "A square that an arrow has burnt.", signs="✕", samples=(Sample("x"),))
def arrow(look: Look) -> str:
    """Dark and crossed out."""
    return box(0.84, 0.84, "#5a4636", corner=0.12) + arms(0.2, "#e8d9c2", 0.07)


@kind("seed", "The seeds in a pit; the text is their number.", samples=(Sample("3", 0), Sample("12", 1)))
def seeds(look: Look) -> str:
    """In a sunflower's order, so that any number of them fills the pit evenly; and their number."""
    number = int(look.text) if look.text.isdecimal() else 0
    drawn = ""
    for place in range(min(number, 16)):
        angle, far = 2.39996 * place, 0.0825 * math.sqrt(place + 0.3)
        drawn += circle(far * math.cos(angle), far * math.sin(angle), 0.075, "#7d5a3a", "#4a321d", 0.015)
    return drawn + text(0, 0.34, look.text, 0.24, role("on-board"))


@kind("match", "A match of Nim.", signs="|", samples=(Sample("|"),))
def match(look: Look) -> str:
    """With its head."""
    stick = box(0.12, 0.78, "#dcb374", "#a27a3f", 0.02, y=0.05, corner=0.03)
    return stick + '<ellipse cx="0" cy="-0.38" rx="0.09" ry="0.12" fill="#b23a2f"/>'


@kind("galaxy", "A galaxy of Sputnik.", samples=(Sample("*"),))
def galaxy(look: Look) -> str:
    """A star of four points."""
    return path("M0-0.34L0.09-0.09L0.34 0L0.09 0.09L0 0.34L-0.09 0.09L-0.34 0L-0.09-0.09Z", "#f0d97a", "#8a6d1c", 0.02)


@kind("car", "A car of Racetrack with its number.", samples=(Sample("1", 0), Sample("2", 1)))
def car(look: Look) -> str:
    """On two wheels."""
    body = box(0.76, 0.44, look.colour.fill, look.colour.edge, corner=0.14)
    wheels = circle(-0.2, 0.24, 0.1, "#222") + circle(0.2, 0.24, 0.1, "#222")
    return body + wheels + text(0, 0, look.text, 0.3, look.colour.ink)


@kind("nothing", "Nothing to see: a place that a maze leaves empty.", signs=" ", samples=(Sample(" "),))
def nothing(look: Look) -> str:
    """Nothing."""
    return ""
