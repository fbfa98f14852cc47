"""Where the nodes of a view stand: parents over the middle of their children, neighbours as near as their texts allow.

Each sub-tree knows its outline, how far it reaches to the left and right at every level; sub-trees are moved together
until their outlines touch (Reingold and Tilford 1981, in its plainest form).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.explain.fold import BREADTH, MOST, Fold, Shown, fold, nodes_of
from zermelo.explain.look import shape_name
from zermelo.explain.trace import State, Trace
from zermelo.explain.words import number_text, value_text

HALF = 21.0  # of the width of a triangle
GAP = 9.0  # between neighbours
LETTER = 6.6  # the width of a letter beside a node
DIGIT = 7.6  # the width of a letter in a node
FOLD = 25.0  # half the width of a fold
TUCKED = 17.0  # half the width of a folded sub-tree
WIDEST = 1600.0  # a picture that is wider cannot be read on a screen
FITTING = (  # nodes and breadth of views that are tried
    (MOST, BREADTH), (100, 12), (75, 12), (60, 12), (48, 12), (36, 12),
    (48, 8), (36, 8), (24, 8), (24, 6), (16, 4), (8, 3),
)  # fmt: skip


@dataclass
class Spot:
    """A node or fold with its place; the root of a view stands at level 0."""

    item: Shown | Fold
    level: int
    half: float  # of its shape's width
    x: float = 0.0
    below: list[Spot] = field(default_factory=list)
    outline: list[tuple[float, float]] = field(default_factory=list)  # left and right at its level and those below


def readable(trace: Trace, root: int = 0, start: int = 0) -> Shown:
    """The largest view from a node that can still be read."""
    views = []
    for most, breadth in FITTING:
        shown = fold(trace, root, start, most=most, breadth=breadth)
        wide = width(layout(trace, shown))
        if wide <= WIDEST:
            views.append(shown)
            if most == MOST:
                break
    return max(views, key=lambda view: len(nodes_of(view)), default=shown)


def width(top: Spot) -> float:
    """How wide a view is."""
    return top.x + max(right for _, right in top.outline)


def layout(trace: Trace, shown: Shown) -> Spot:
    """The places of a whole view; the leftmost text begins at 0."""
    top = arrange(trace, shown, 0)
    shift(top, -min(left for left, _ in top.outline))
    return top


def arrange(trace: Trace, item: Shown | Fold, level: int) -> Spot:
    """A sub-tree by itself, its root at 0."""
    if isinstance(item, Fold):
        half = TUCKED if item.whole else FOLD
        return Spot(item, level, half, outline=[(-half, half)])
    left, half, right = reach(trace, item.node)
    spot = Spot(item, level, half, outline=[(-left, right)])
    spot.below = [arrange(trace, child, level + 1) for child in item.below]
    if not spot.below:
        return spot
    outline = list(spot.below[0].outline)
    offsets = [0.0]
    for child in spot.below[1:]:
        offset = max(mine[1] - its[0] for mine, its in zip(outline, child.outline, strict=False)) + GAP
        if len(outline) > 1 or len(child.outline) > 1:
            offset += GAP  # families stand apart
        offsets.append(offset)
        moved = [(its[0] + offset, its[1] + offset) for its in child.outline]
        outline = [
            (min(a[0], b[0]), max(a[1], b[1])) for a, b in zip(outline, moved, strict=False)
        ] + (outline if len(outline) > len(moved) else moved)[min(len(outline), len(moved)) :]  # fmt: skip
    middle = (offsets[0] + offsets[-1]) / 2
    for child, offset in zip(spot.below, offsets, strict=True):
        child.x = offset - middle
    spot.outline += [(mine[0] - middle, mine[1] - middle) for mine in outline]
    return spot


def reach(trace: Trace, index: int) -> tuple[float, float, float]:
    """How far a node reaches to the left with its name, in its shape, and to the right with its window."""
    node = trace.nodes[index]
    values = [value_text(state) for state in extremes(trace, index)]
    if node.worth is not None:
        values.append(number_text(node.worth))
    longest = max(map(len, values), default=0)
    if shape_name(trace, index) == "end":
        half = max(14.0, DIGIT * longest / 2 + 5)
        beside = max(half, LETTER * len(node.label) / 2, LETTER * len(node.odds) + 2)
        return beside, half, max(beside, half + 34 if trace.sampling else 0)
    half = max(HALF, DIGIT * longest / 2)
    right = half
    if trace.sampling:
        right += 38
    elif node.children and any(state.alpha is not None for state in extremes(trace, index)):
        right += 6 + LETTER * max(len(window(state)) for state in extremes(trace, index))
    return half + 4 + LETTER * len(node.label), half, right


def extremes(trace: Trace, index: int) -> list[State]:
    """Some states of a node whose texts are the longest that it will show."""
    return [state for _, state in trace.history[index][-40:]]


def window(state: State) -> str:
    """The longer line of a window."""
    ends = [number_text(end) for end in (state.alpha, state.beta) if end is not None]
    return "α " + max(ends, key=len, default="")


def shift(spot: Spot, by: float) -> None:
    """Move a sub-tree, from places beside the parent to places in the picture."""
    spot.x += by
    for child in spot.below:
        shift(child, spot.x)


def spots_of(spot: Spot) -> list[Spot]:
    """All places of a view, parents first."""
    found = [spot]
    for child in spot.below:
        found += spots_of(child)
    return found
