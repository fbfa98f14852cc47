"""Planning and learning made visible: a gridworld with its values and arrows, as text, as SVG, as a page of steps.

Any other world is a row of boxes, one a state. The page is that of the searches (`page.html`): a cell is a node whose
class and texts change from step to step.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from zermelo.explain.page import STEPS, Side, assembled
from zermelo.explain.svg import STYLE, n, on_paper
from zermelo.textbook.mdp.process import Found, Model, Policy, Step, Values, greedy
from zermelo.textbook.mdp.worlds import ENDED, Grid, is_number

ARROWS = {"north": "↑", "east": "→", "south": "↓", "west": "←", "exit": "●"}
LOOKS = STYLE + (Path(__file__).parent / "worlds.css").read_text(encoding="utf-8")
SIDE = 78.0
SHADES = 5  # of either colour


@dataclass(frozen=True)
class Frame:
    """What is known after some steps: values, the policy, where the agent is, and what it did in words."""

    values: Values
    policy: Policy
    now: Any
    told: str


def frames_of(model: Model, steps: Iterable[Step]) -> list[Frame]:
    """The state of knowledge at the start and after every step."""
    values: Values = {}
    policy: Policy = {}
    actions: dict[Any, dict[Any, float]] = {}
    frames = [Frame({}, {}, None, "nothing is known yet")]
    for step in steps:
        now = None
        if step.kind == "update":
            now = step.after
            known = actions.setdefault(step.state, dict.fromkeys(model.actions(step.state), 0.0))
            known[step.action] = step.value
            best = max(known, key=lambda action: known[action])
            values, policy = {**values, step.state: known[best]}, {**policy, step.state: best}
        elif step.kind == "predict":
            now, values = step.after, {**values, step.state: step.value}
        else:
            values, policy = {**values, **step.values}, {**policy, **step.policy}
            if step.kind == "sweep" and not step.policy:
                policy = greedy(model, values, step.discount)
        frames.append(Frame(values, policy, now, told(model, step)))
    return frames


def told(model: Model, step: Step) -> str:
    """A step in a line."""
    if step.kind not in ("update", "predict"):
        return step.reason
    return (
        f"{name(model, step.state)} {step.action} → {name(model, step.after)}, reward {step.reward:g}: {step.reason}"
    )  # fmt: skip


def name(model: Model, state: Any) -> str:
    """A state as people say it: a cell by column and row from the lower left, as in the books."""
    if state == ENDED:
        return "the end"
    if isinstance(model, Grid):
        return f"({state[0] + 1}, {model.shape[1] - state[1]})"
    return str(state)


def last_frame(found: Found) -> Frame:
    """What came out."""
    return Frame(found.values, found.policy, None, "")


# ---------------------------------------------------------------------- as text


def world_text(model: Model, frame: Frame) -> str:
    """Values and arrows where the cells are."""
    if not isinstance(model, Grid):
        states = [state for state in model.states() if model.actions(state)]
        rows = [
            f"{state!s:>12}  {frame.values.get(state, 0.0):8.3f}  {frame.policy.get(state, '')}" for state in states
        ]
        return "\n".join(row.rstrip() for row in rows)
    lines = []
    for y in range(model.shape[1]):
        cells = []
        for x in range(model.shape[0]):
            sign = model.sign((x, y))
            if sign in "#C":
                cells.append({"#": "########", "C": "  ~~~~  "}[sign])
                continue
            mark = ARROWS.get(frame.policy.get((x, y), ""), " ")
            cells.append(f"{frame.values.get((x, y), 0.0):6.2f} {mark}")
        lines.append(" ".join(cells).rstrip())
    return "\n".join(lines)


# ---------------------------------------------------------------------- as SVG


def shade(value: float, largest: float) -> str:
    """A class for how good or bad a value is beside the largest there is."""
    if not largest or not value:
        return "level0"
    level = max(1, math.ceil(SHADES * min(1.0, abs(value) / largest)))
    return f"{'good' if value > 0 else 'bad'}{level}"


def look(model: Model, state: Any, frame: Frame, largest: float) -> tuple[str, str, str, str, str]:
    """Classes and texts of a cell: as the page changes them."""
    known = state in frame.values
    value = frame.values.get(state, 0.0)
    classes = shade(value, largest) + (" now" if frame.now == state else "")
    arrow = frame.policy.get(state, "")
    shown = f"{value:.2f}" if known and math.isfinite(value) else ""
    title = f"{name(model, state)}: {value:.4f} {arrow}".strip() if known else f"{name(model, state)}: not yet known"
    return classes, shown, ARROWS.get(arrow, str(arrow)), "", title


def places_of(model: Model) -> dict[Any, tuple[int, int]]:
    """Where each state is drawn."""
    if isinstance(model, Grid):
        return {cell: cell for cell in model.cells() if model.sign(cell) != "C"}
    return {state: (place, 0) for place, state in enumerate(model.states())}


def picture(model: Model, frame: Frame, largest: float, *, style: str = "", title: str = "") -> str:
    """The world as an SVG element."""
    places = places_of(model)
    columns, rows = model.shape if isinstance(model, Grid) else (len(places), 1)
    head = 34.0 if title else 0.0
    wide, high = columns * SIDE + 8, rows * SIDE + 8 + head
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree world" width="{n(wide)}" height="{n(high)}" '
        f'viewBox="0 0 {n(wide)} {n(high)}" role="img" aria-label="{escape(title or "a world")}">'
    ]
    if style:
        parts += [f"<style>\n{style.strip()}\n</style>", '<rect class="paper" width="100%" height="100%"/>']
    if title:
        parts.append(f'<text class="head" x="6" y="22">{escape(title)}</text>')
    if isinstance(model, Grid):
        for y in range(rows):
            for x in range(columns):
                if model.sign((x, y)) in "#C":
                    kind = "wall" if model.sign((x, y)) == "#" else "sea"
                    parts.append(box(kind, 4 + x * SIDE, 4 + head + y * SIDE))
    for number, (state, (x, y)) in enumerate(places.items()):
        left, top = 4 + x * SIDE, 4 + head + y * SIDE
        classes, value, arrow, below, words = look(model, state, frame, largest)
        ends = isinstance(model, Grid) and is_number(model.sign(state))
        middle = left + SIDE / 2
        parts += [
            f'<g class="node {"exit" if ends else "cell"} {classes}" data-node="{number}">',
            f"<title>{escape(words)}</title>",
            box("shape", left, top),
            *([box("rim", left + 5, top + 5, SIDE - 10)] if ends else []),
            f'<text class="value" x="{n(middle)}" y="{n(top + 36)}">{escape(value)}</text>',
            f'<text class="window arrow" x="{n(middle)}" y="{n(top + 62)}">{escape(arrow)}</text>',
            f'<text class="window" x="{n(middle)}" y="{n(top + 74)}">{escape(below)}</text>',
            *(
                []
                if isinstance(model, Grid)
                else [f'<text class="name" x="{n(middle)}" y="{n(top + 15)}">{state}</text>']
            ),
            "</g>",
        ]
    return "\n".join([*parts, "</svg>"])


def box(kind: str, left: float, top: float, side: float = SIDE) -> str:
    """A square."""
    return f'<rect class="{kind}" x="{n(left)}" y="{n(top)}" width="{n(side)}" height="{n(side)}"/>'


def largest_value(frames: Iterable[Frame]) -> float:
    """The scale of the colours."""
    return max((abs(v) for f in frames for v in f.values.values() if math.isfinite(v)), default=0.0)


def world_svg(model: Model, frame: Frame, *, title: str = "") -> str:
    """The world as a file of its own."""
    return picture(model, frame, largest_value([frame]), style=on_paper(LOOKS), title=title) + "\n"


# ---------------------------------------------------------------------- as a page


def world_page(runs: list[tuple[str, Model, list[Step]]], *, title: str, about: str = "") -> str:
    """Algorithms side by side, to be stepped through: a title, the world and the steps of each."""
    made = [(heading, model, frames_of(model, steps)) for heading, model, steps in runs]
    last = max(len(frames) for _, _, frames in made) - 1
    stops = list(range(last + 1)) if last < STEPS else sorted({place * last // (STEPS - 1) for place in range(STEPS)})
    sides = [
        side(heading, model, frames, place, stops, len(made)) for place, (heading, model, frames) in enumerate(made)
    ]
    return assembled(sides, stops, title=title, about=about, style=LOOKS)


def side(heading: str, model: Model, frames: list[Frame], place: int, stops: list[int], among: int) -> Side:
    """One algorithm on the page: its picture, and what it shows when."""
    shown = [frames[min(stop, len(frames) - 1)] for stop in stops]
    largest = largest_value(frames[-1:]) or largest_value(frames)
    words: dict[str, int] = {}
    moments: dict[str, list[list[int]]] = {}
    for number, state in enumerate(places_of(model)):
        before, rows = None, list[list[int]]()
        for stop, frame in enumerate(shown):
            now = look(model, state, frame, largest)
            if now != before:
                rows.append([stop, *(words.setdefault(text, len(words)) for text in now)])
                before = now
        moments[str(number)] = rows
    html = "\n".join(
        [
            f'<section data-side="{place}">',
            *([f"<h2>{escape(heading)}</h2>"] if among > 1 else [f'<p class="sum">{escape(heading)}</p>']),
            '<p class="counts"></p>',
            '<p class="told" aria-live="polite"></p>',
            f'<div class="view" id="view-{place}-0">{picture(model, shown[0], largest)}</div>',
            '<p class="legend">number: the value · arrow: the action that looks best · ring: the way out</p>',
            "</section>",
        ]
    )
    counts = [f"step {min(stop, len(frames) - 1):,} of {len(frames) - 1:,}" for stop in stops]
    data = {"steps": len(frames) - 1, "told": [frame.told for frame in shown], "counts": counts, "words": list(words),
            "moments": moments}  # fmt: skip
    return Side(html, data)
