"""Trees as SVG: plain, deterministic text without dependencies.

Max nodes are triangles that point up, min nodes triangles that point down, chance is a circle, a leaf is a square.
Window and value stand at each node, what was never looked at is grey behind two strokes, the principal line is marked,
and the reason of each cut is a title that appears under the mouse. Classes carry the colours, so that a page can step
through a search by changing classes and texts alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection
from html import escape
from pathlib import Path

from zermelo.explain.fold import Fold, Shown, nodes_of
from zermelo.explain.layout import Spot, layout, readable, spots_of, width
from zermelo.explain.look import look, shape_name
from zermelo.explain.trace import Trace
from zermelo.explain.words import summary

STYLE = (Path(__file__).parent / "drawing.css").read_text(encoding="utf-8")
PAPER = {
    "ink": "#1c1917", "soft": "#78716c", "paper": "#ffffff", "line": "#d97706", "cut": "#dc2626", "now": "#fde68a",
    "max-fill": "#dbeafe", "max-edge": "#1d4ed8", "min-fill": "#fce7f3", "min-edge": "#be185d",
    "chance-fill": "#dcfce7", "chance-edge": "#15803d", "end-fill": "#f5f5f4", "end-edge": "#57534e",
    "gone-fill": "#f5f5f4", "gone-edge": "#c4c0bc",
}  # fmt: skip
HEIGHT = 36.0  # of a triangle
BOX = 24.0  # the height of a leaf
MARGIN = 16.0

Door = Callable[[Fold], str]  # a fold -> the address behind it, or nothing


def svg(trace: Trace, *, step: int | None = None, shown: Shown | None = None, caption: bool = True) -> str:
    """A search after a step (the last unless told) as an SVG file, light, for slides and paper."""
    view = readable(trace) if shown is None else shown
    shown_step = trace.steps if step is None else step
    return drawing(trace, view, shown_step, style=on_paper(STYLE), caption=caption) + "\n"


def on_paper(style: str) -> str:
    """A style sheet with the colours of day in place of their names, for a file of its own."""
    return re.sub(r"var\(--([a-z-]+)\)", lambda found: PAPER[found[1]], style)


def beside(traces: list[Trace], *, step: int | None = None, gap: float = 24.0) -> str:
    """Several searches side by side in one SVG file; one that has fewer steps stands at its last."""
    pictures = [svg(trace, step=None if step is None else min(step, trace.steps)) for trace in traces]
    if len(pictures) == 1:
        return pictures[0]
    sizes = [[float(part) for part in re.findall(r'(?:width|height)="([\d.]+)"', text)[:2]] for text in pictures]
    width = sum(size[0] for size in sizes) + gap * (len(sizes) - 1)
    height = max(size[1] for size in sizes)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{n(width)}" height="{n(height)}">']
    left = 0.0
    for size, text in zip(sizes, pictures, strict=True):
        parts.append(text.replace("<svg ", f'<svg x="{n(left)}" ', 1).rstrip())
        left += size[0] + gap
    return "\n".join([*parts, "</svg>", ""])


def drawing(
    trace: Trace,
    view: Shown,
    step: int,
    *,
    style: str = "",
    caption: bool = True,
    door: Door | None = None,
    fit: float = 0.0,
) -> str:
    """The picture of a view as an SVG element; a small one is enlarged towards the width `fit`, by half at most."""
    top = layout(trace, view)
    spots = spots_of(top)
    right = width(top)
    row = 76 + min(80.0, right / 28)
    head = 50.0 if caption else 6.0
    depth = max(spot.level for spot in spots)
    note = legend_of(trace, [view]) if caption else ""
    wide = max(right, 6.0 * max(len(note), len(summary(trace)) + 4) if caption else 0) + 2 * MARGIN
    height = head + depth * row + HEIGHT + 34 + (22 if caption else 0)
    scale = max(1.0, min(1.5, fit / wide))
    least = f' style="min-width: {n(min(wide, fit) * 0.6)}px"' if fit else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" width="{n(wide * scale)}" height="{n(height * scale)}"'
        f'{least} viewBox="0 0 {n(wide)} {n(height)}" role="img" aria-label="{escape(trace.title)}">'
    ]
    if style:
        parts.append(f"<style>\n{style.strip()}\n</style>")
        parts.append('<rect class="paper" width="100%" height="100%"/>')
    if caption:
        parts.append(f'<text class="head" x="{n(MARGIN)}" y="22">{escape(trace.title)}</text>')
        told = summary(trace) if step == trace.steps else f"step {step:,} of {trace.steps:,}"
        parts.append(f'<text class="told" x="{n(MARGIN)}" y="40">{escape(told)}</text>')
        parts.append(f'<text class="told" x="{n(MARGIN)}" y="{n(height - 10)}">{escape(note)}</text>')
    line = set(trace.line(step))
    place = Place(max(MARGIN, (wide - right) / 2), head, row)
    for spot, parent in with_parents(top):
        if isinstance(spot.item, Fold):
            parts.append(fold_text(trace, spot, parent, place, door))
        else:
            parts.append(node_text(trace, spot, parent, place, step, line))
    return "\n".join([*parts, "</svg>"])


class Place:
    """From the layout's places to those in the picture."""

    def __init__(self, left: float, top: float, row: float) -> None:
        self.left, self.top, self.row = left, top, row

    def x(self, spot: Spot) -> float:
        """The middle of a shape."""
        return spot.x + self.left

    def y(self, spot: Spot) -> float:
        """The upper edge of a shape."""
        return self.top + spot.level * self.row


def with_parents(spot: Spot, parent: Spot | None = None) -> list[tuple[Spot, Spot | None]]:
    """All places with their parents' places."""
    found: list[tuple[Spot, Spot | None]] = [(spot, parent)]
    for child in spot.below:
        found += with_parents(child, spot)
    return found


def shape_of(trace: Trace, spot: Spot) -> str:
    """Triangle up or down, circle or square."""
    return "fold" if isinstance(spot.item, Fold) else shape_name(trace, spot.item.node)


def bottom(trace: Trace, spot: Spot) -> float:
    """How far below its upper edge the edges to the children begin."""
    return BOX if shape_of(trace, spot) == "end" else HEIGHT


def edge_text(trace: Trace, spot: Spot, parent: Spot | None, place: Place, odds: bool = False) -> list[str]:
    """The edge to the parent and the two strokes that cut it, shown where a node is pruned."""
    if parent is None:
        return []
    x0, y0, x1, y1 = place.x(parent), place.y(parent) + bottom(trace, parent), place.x(spot), place.y(spot)
    parts = [f'<path class="edge" d="M{n(x0)} {n(y0)}L{n(x1)} {n(y1)}"/>']
    length = max(1.0, math.hypot(x1 - x0, y1 - y0))
    along, across = (x1 - x0) / length, (y1 - y0) / length
    strokes = []
    for share in (0.5, 0.5 + 6 / length) if not odds else (0.75, 0.75 + 6 / length):
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        left, right = (x - 6 * across, y + 6 * along - 1.5), (x + 6 * across, y - 6 * along + 1.5)
        strokes.append(f"M{n(left[0])} {n(left[1])}L{n(right[0])} {n(right[1])}")
    parts.append(f'<path class="strokes" d="{"".join(strokes)}"/>')
    return parts


def node_text(
    trace: Trace, spot: Spot, parent: Spot | None, place: Place, step: int, line: Collection[int]
) -> str:  # fmt: skip
    """One node with its edge, shape and texts."""
    assert isinstance(spot.item, Shown)
    index = spot.item.node
    node, shown, shape = trace.nodes[index], look(trace, index, step, line), shape_of(trace, spot)
    x, y, half = place.x(spot), place.y(spot), spot.half
    tall = BOX if shape == "end" else HEIGHT
    parts = [f'<g class="node {shape} {shown.classes}" data-node="{index}">', f"<title>{escape(shown.title)}</title>"]
    parts += edge_text(trace, spot, parent, place, bool(node.odds))
    wide = min(half, 21.0)
    drawn = {
        "max": f'<path class="shape" d="M{n(x)} {n(y)}L{n(x + wide)} {n(y + tall)}L{n(x - wide)} {n(y + tall)}Z"/>',
        "min": f'<path class="shape" d="M{n(x)} {n(y + tall)}L{n(x + wide)} {n(y)}L{n(x - wide)} {n(y)}Z"/>',
        "chance": f'<circle class="shape" cx="{n(x)}" cy="{n(y + tall / 2)}" r="{n(tall / 2)}"/>',
        "end": f'<rect class="shape" x="{n(x - half)}" y="{n(y)}" width="{n(2 * half)}" height="{n(tall)}"/>',
    }
    halo = f'<ellipse class="halo" cx="{n(x)}" cy="{n(y + tall / 2)}" rx="{n(half + 9)}" ry="{n(tall / 2 + 9)}"/>'
    parts += [halo, drawn[shape]]
    middle = y + {"max": 29, "min": 15, "chance": 22.5, "end": 16.5}[shape]
    parts.append(f'<text class="value" x="{n(x)}" y="{n(middle)}">{escape(shown.value)}</text>')
    if node.label and shape == "end":
        parts.append(f'<text class="name" x="{n(x)}" y="{n(y + tall + 13)}">{escape(node.label)}</text>')
    elif node.label or index == 0:
        aside = half - 8 if shape == "max" else half
        named = f'x="{n(x - aside - 3)}" y="{n(y + 14)}"'
        parts.append(f'<text class="name side" {named}>{escape(node.label)}</text>')
    beside_x = x + half + (2 if shape != "max" else -3)
    first, second = (y + 12, y + 25) if shape != "max" else (y + 8, y + 21)
    parts.append(f'<text class="window" x="{n(beside_x)}" y="{n(first)}">{escape(shown.above)}</text>')
    parts.append(f'<text class="window" x="{n(beside_x)}" y="{n(second)}">{escape(shown.below)}</text>')
    if node.odds and parent is not None:
        above = place.y(parent) + bottom(trace, parent)
        at = f'x="{n(x + (place.x(parent) - x) * 0.5)}" y="{n(y + (above - y) * 0.5 + 4)}"'
        parts.append(f'<text class="odds" {at}>{escape(node.odds)}</text>')
    return "\n".join([*parts, "</g>"])


def fold_text(trace: Trace, spot: Spot, parent: Spot | None, place: Place, door: Door | None) -> str:
    """Hidden nodes: how many, and the way to them."""
    assert isinstance(spot.item, Fold)
    hidden, x, y = spot.item, place.x(spot), place.y(spot)
    moves = f"{hidden.count:,} {'move' if hidden.count == 1 else 'moves'}"
    nodes = f"{hidden.nodes:,} {'node' if hidden.nodes == 1 else 'nodes'}"
    title = f"{moves}, {nodes} below {trace.name(hidden.parent)}{', never looked at' if hidden.pruned else ''}"
    parts = [f'<g class="fold{" pruned" if hidden.pruned else ""}">', f"<title>{title}</title>"]
    if hidden.whole and parent is not None:
        y = place.y(parent) + bottom(trace, parent)
        parts.append(f'<path class="shape" d="M{n(x)} {n(y)}L{n(x + 16)} {n(y + 40)}L{n(x - 16)} {n(y + 40)}Z"/>')
        parts.append(f'<text class="value" x="{n(x)}" y="{n(y + 35)}">{short(hidden.nodes)}</text>')
        return linked("\n".join([*parts, "</g>"]), hidden, door)
    parts += edge_text(trace, spot, parent, place)
    for back in (6, 3, 0):
        box = f'x="{n(x - 20 + back)}" y="{n(y + 6 - back)}" width="36" height="{n(BOX)}"'
        parts.append(f'<rect class="shape" {box}/>')
    parts.append(f'<text class="value" x="{n(x - 2)}" y="{n(y + 22.5)}">+{short(hidden.count)}</text>')
    parts.append(f'<text class="name" x="{n(x - 2)}" y="{n(y + BOX + 19)}">more</text>')
    return linked("\n".join([*parts, "</g>"]), hidden, door)


def linked(drawn: str, hidden: Fold, door: Door | None) -> str:
    """A fold as a link to what it hides, where there is such a view."""
    address = door(hidden) if door else ""
    return f'<a href="{escape(address)}">\n{drawn}\n</a>' if address else drawn


def legend_of(trace: Trace, views: list[Shown]) -> str:
    """What the marks mean that are in these pictures."""
    nodes = sorted({node for view in views for node in nodes_of(view)})
    shapes = {shape_name(trace, node) for node in nodes}
    many = any(node.kind == "p1" for node in trace.nodes)
    words = {"max": "△ each for themselves" if many else "△ max", "min": "▽ min", "chance": "○ chance", "end": "□ leaf"}
    parts = [text for shape, text in words.items() if shape in shapes]
    states = [trace.state(node) for node in nodes]
    if trace.form == "negamax":
        parts.append("in a node: the value for who moves there")
    if trace.sampling:
        parts += ["in a node: the mean for who moved there", "n: visits", "U: upper bound"]
    if any(state.status == "pruned" for state in states):
        parts.append("grey: never looked at")
    if any(state.bound in ("≥", "≤") for state in states):
        parts.append("≥ ≤ only a bound")
    if any(state.status == "judged" for state in states):
        parts.append("dashed: an estimate")
    return " · ".join([*parts, "thick: principal line"])


def short(count: int) -> str:
    """A count in at most four signs."""
    return str(count) if count < 1000 else f"{count / 1000:.1f}k" if count < 10_000 else f"{count // 1000}k"


def n(value: float) -> str:
    """A length with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".")
