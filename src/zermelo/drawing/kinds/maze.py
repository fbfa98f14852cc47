"""Pacman, the ghosts, and what there is to eat."""

from __future__ import annotations

from zermelo.drawing.kind import Look, Sample, kind
from zermelo.drawing.palette import COLOURS, role
from zermelo.drawing.primitives import circle, path


@kind("pacman", "Pacman.", samples=(Sample("P", 0),))
def pacman(look: Look) -> str:
    """Open-mouthed."""
    return path("M0 0L0.36-0.24A0.43 0.43 0 1 0 0.36 0.24Z", "#f5c518", "#a47f00", 0.02) + circle(
        0.03, -0.24, 0.05, "#222"
    )


def spook(fill: str, edge: str) -> str:
    """A frayed hem and two eyes."""
    sheet = "M-0.36 0.4V-0.04a0.36 0.38 0 0 1 0.72 0V0.4l-0.12-0.12-0.12 0.12-0.12-0.12-0.12 0.12-0.12-0.12Z"
    eyes = "".join(
        circle(side, -0.08, 0.09, "#fff") + circle(side + 0.03, -0.07, 0.045, "#223") for side in (-0.13, 0.13)
    )
    return path(sheet, fill, edge, 0.02) + eyes


@kind("ghost", "A ghost that hunts Pacman.", samples=(Sample("G", 1), Sample("G", 2)))
def ghost(look: Look) -> str:
    """In its own colour."""
    return spook(look.colour.fill, look.colour.edge)


@kind("scared", "A ghost that Pacman may eat.", samples=(Sample("s", 1),))
def scared(look: Look) -> str:
    """Blue, with a wavering mouth."""
    mouth = path("M-0.2 0.17l0.08-0.06 0.08 0.06 0.08-0.06 0.08 0.06 0.08-0.06", edge="#f2f7ff", wide=0.03)
    return spook(COLOURS["blue"].fill, look.colour.edge) + mouth


@kind("food", "Food in a maze.", signs="·", samples=(Sample("."),))
def food(look: Look) -> str:
    """A small dot."""
    return circle(0, 0, 0.1, role("food"))


@kind("capsule", "A capsule that scares ghosts.", signs="o", samples=(Sample("o"),))
def capsule(look: Look) -> str:
    """A large dot."""
    return circle(0, 0, 0.22, role("food"))
