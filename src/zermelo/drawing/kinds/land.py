"""Carcassonne: tiles of land, and followers on them."""

from __future__ import annotations

from zermelo.drawing.kind import Look, Sample, kind
from zermelo.drawing.primitives import box, circle, group, n, path

WAYS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
CORNERS = ("-0.5 -0.5", "0.5 -0.5", "0.5 0.5", "-0.5 0.5")
PULL = (0.0, 0.2, 0.0, -0.1, 0.0)  # how far a wall bends towards the sides that it leaves out, by their number


@kind(
    "land",
    "A tile of Carcassonne; the parameters are the sides of each city and road, a monastery, a shield.",
    layer=0,
    samples=(Sample("U", -1, "road-ns"), Sample("D", -1, "city-n road-es"), Sample("A", -1, "road-s monastery"),
             Sample("B", -1, "city-ne shield"), Sample("W", -1, "road-e road-s road-w")),
)  # fmt: skip
def land(look: Look) -> str:
    """Fields, roads on them, cities above."""
    groups = [word.partition("-")[::2] for word in look.words]
    roads = [sides for what, sides in groups if what == "road"]
    cities = [sides for what, sides in groups if what == "city"]
    drawn = box(1, 1, "#a3c169", "#5f7a34", 0.015)
    for road in map(road_path, roads):
        drawn += path(road, edge="#857c62", wide=0.13) + path(road, edge="#f6f2e3", wide=0.09)
    if sum(len(sides) == 1 for sides in roads) > 1:  # roads end in a village
        drawn += box(0.18, 0.18, "#8d6a45")
    for city in map(city_path, cities):
        drawn += path(city, "#cf9f6b", "#6d4424", 0.04, ' stroke-linejoin="round"')
    if "monastery" in look.words:
        drawn += path("M-0.2 0.2V-0.02L0-0.2L0.2-0.02V0.2Z", "#f3ead8", "#8a2f24", 0.03)
        drawn += path("M0-0.36V-0.2M-0.06-0.3H0.06", edge="#8a2f24", wide=0.035)
    if "shield" in look.words:
        across, down = WAYS[cities[0][0]]
        shield = path("M-0.08-0.09H0.08V0.02Q0.07 0.09 0 0.12Q-0.07 0.09-0.08 0.02Z", "#3d74c7", "#ffffff", 0.02)
        drawn += group(shield, f"translate({n(0.3 * across)} {n(0.3 * down)})")
    return drawn


def road_path(sides: str) -> str:
    """From side to side, or into the middle."""
    ends = [f"{n(0.5 * WAYS[side][0])} {n(0.5 * WAYS[side][1])}" for side in sides]
    return f"M{ends[0]}Q0 0 {ends[1]}" if len(ends) > 1 else f"M{ends[0]}L0 0"


def city_path(sides: str) -> str:
    """Along the sides of a city, and with one curve past each run of sides that are not its own."""
    own = ["nesw".index(side) for side in sides]
    start = next((side for side in own if (side + 3) % 4 not in own), 0)
    drawn, past = f"M{CORNERS[start]}", list[int]()
    for side in ((start + turn) % 4 for turn in range(4)):
        after = (side + 1) % 4
        past = [*past, side] if side not in own else []
        if side in own:
            drawn += f"L{CORNERS[after]}"
        elif after in own:
            ways = [WAYS["nesw"[one]] for one in past]
            across, down = (PULL[len(past)] * sum(way[axis] for way in ways) for axis in (0, 1))
            drawn += f"Q{n(across)} {n(down)} {CORNERS[after]}"
    return drawn + "Z"


@kind(
    "follower", "A follower of Carcassonne; turned once it lies in a field.", samples=(Sample("1", 0), Sample("2", 1))
)
def follower(look: Look) -> str:
    """Arms spread."""
    body = (
        "M0-0.08C0.07-0.08 0.17-0.05 0.17 0C0.17 0.04 0.09 0.03 0.07 0.04L0.13 0.16H0.03L0 0.1L-0.03 0.16H-0.13"
        "L-0.07 0.04C-0.09 0.03-0.17 0.04-0.17 0C-0.17-0.05-0.07-0.08 0-0.08Z"
    )
    return path(body, look.colour.fill, look.colour.edge, 0.02, ' stroke-linejoin="round"') + circle(
        0, -0.11, 0.065, look.colour.fill, look.colour.edge, 0.02
    )
