"""A search as a page that steps through it, in one file without a network: forward, back, play, two side by side.

The pictures come from `svg`, one for each view of a folded tree. The page knows nothing of games or searches: for each
node it has a list of moments with class names and texts, and at each step it puts up those that hold.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from bisect import bisect_left
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from zermelo.explain.fold import Fold, Shown, folds_of, nodes_of
from zermelo.explain.layout import readable
from zermelo.explain.look import Look, look
from zermelo.explain.svg import PAPER, STYLE, drawing, legend_of
from zermelo.explain.trace import Trace
from zermelo.explain.words import step_text, summary

FOLDER = Path(__file__).parent
STEPS = 800  # at which a page can stop; more are thinned out
VIEWS = 40  # pictures of one search
NODES = 1600  # in all pictures of one search
NIGHT = {
    "ink": "#f5f5f4", "soft": "#a8a29e", "paper": "#1c1917", "line": "#fbbf24", "cut": "#f87171", "now": "#57440b",
    "max-fill": "#1e3a6e", "max-edge": "#93c5fd", "min-fill": "#6b1d45", "min-edge": "#f9a8d4",
    "chance-fill": "#14532d", "chance-edge": "#86efac", "end-fill": "#292524", "end-edge": "#a8a29e",
    "gone-fill": "#232020", "gone-edge": "#57534e",
}  # fmt: skip


def page(traces: list[Trace], *, title: str = "", about: str = "", boards: bool = False) -> str:
    """One search, or several side by side at the same pace, as the text of an HTML file.

    With `boards` the page tells the window around it which node is clicked, by the moves that lead there.
    """
    stops = sorted(set().union(*(kept_steps(trace) for trace in traces)))
    sides = [side(trace, place, stops, len(traces), boards) for place, trace in enumerate(traces)]
    heading = title or " and ".join(trace.title for trace in traces)
    return assembled(sides, stops, title=heading, about=about)


def assembled(sides: list[Side], stops: list[int], *, title: str, about: str = "", style: str = STYLE) -> str:
    """Pictures and what they show when, put into the page."""
    data = json.dumps({"stops": stops, "sides": [one.data for one in sides]}, ensure_ascii=False, separators=(",", ":"))
    parts = {
        "TITLE": escape(title),
        "ABOUT": f"<p>{escape(about)}</p>" if about else "",
        "DAY": variables(PAPER),
        "NIGHT": variables(NIGHT),
        "DRAWING": style,
        "LAST": str(len(stops) - 1),
        "SIDES": "\n".join(one.html for one in sides),
        "DATA": data.replace("<", "\\u003c"),  # so that no text can end the script, or seem to begin one
        "SCRIPT": script_text(),
    }
    text = (FOLDER / "page.html").read_text(encoding="utf-8")
    for name, value in parts.items():
        text = text.replace(f"@{name}@", value)
    return text


def script_text() -> str:
    """The script of every such page."""
    return (FOLDER / "page.js").read_text(encoding="utf-8")


def script_digest() -> str:
    """What a content security policy knows that script by, as it stands in the page between its line ends."""
    return b64encode(hashlib.sha256(f"\n{script_text()}\n".encode()).digest()).decode()


def variables(colours: dict[str, str]) -> str:
    """Colours as properties of a style sheet."""
    return " ".join(f"--{name}: {value};" for name, value in colours.items())


@dataclass
class Side:
    """One search of a page: its pictures, and what they show when."""

    html: str
    data: dict[str, Any]


def side(trace: Trace, place: int, stops: list[int], among: int, boards: bool = False) -> Side:
    """The pictures of one search and the moments of their nodes."""
    views = views_of(trace)
    doors = {door: number for number, (door, _) in enumerate(views)}

    def door(hidden: Fold) -> str:
        number = doors.get(hidden.door)
        return "" if number is None else f"#view-{place}-{number}"

    pictures = []
    for number, (_, shown) in enumerate(views):
        picture = drawing(trace, shown, trace.steps, caption=False, door=door, fit=1200 / among)
        back = f'<button class="back">◂ back</button> below {escape(trace.name(shown.node))}' if number else ""
        hidden = " hidden" if number else ""
        pictures.append(f'<div class="view" id="view-{place}-{number}"{hidden}>{back}\n{picture}</div>')
    mine = [min(stop, trace.steps) for stop in stops]
    nodes = sorted({node for _, shown in views for node in nodes_of(shown)})
    moments, words = moments_of(trace, nodes, mine)
    told = [step_text(trace, step) for step in mine]
    counts = counts_of(trace, mine)
    html = "\n".join(
        [
            f'<section data-side="{place}">',
            *([f"<h2>{escape(trace.title)}</h2>"] if among > 1 else []),
            f'<p class="sum">{escape(summary(trace))}</p>',
            '<p class="counts"></p>',
            '<p class="told" aria-live="polite"></p>',
            *pictures,
            f'<p class="legend">{escape(legend_of(trace, [shown for _, shown in views]))}</p>',
            "</section>",
        ]
    )
    data = {"steps": trace.steps, "told": told, "counts": counts, "words": words, "moments": moments}
    if boards:
        data["moves"] = {str(node): trace.labels(node) for node in nodes}
    return Side(html, data)


def kept_steps(trace: Trace) -> list[int]:
    """The steps at which the page can stop: those at nodes of the first view, thinned out evenly if there are many."""
    seen = set(nodes_of(readable(trace)))
    steps = [step for step, index in enumerate(trace.where, 1) if index in seen or trace.sampling]
    if len(steps) > STEPS:
        steps = [steps[place * len(steps) // STEPS] for place in range(STEPS)]
    return sorted({0, *steps, trace.steps})


def views_of(trace: Trace) -> list[tuple[tuple[int, int], Shown]]:
    """The first view, then those behind its folds, and so on, as far as a page of fair size goes."""
    found: list[tuple[tuple[int, int], Shown]] = []
    waiting = [(0, 0)]
    met = {(0, 0)}
    count = 0
    while waiting and len(found) < VIEWS and count < NODES:
        door = waiting.pop(0)
        if door[1] >= len(trace.nodes[door[0]].children):  # moves without nodes
            continue
        shown = readable(trace, *door)
        found.append((door, shown))
        count += len(nodes_of(shown))
        for hidden in folds_of(shown):
            if hidden.door not in met:
                met.add(hidden.door)
                waiting.append(hidden.door)
    return found


def moments_of(trace: Trace, nodes: list[int], stops: list[int]) -> tuple[dict[str, list[list[int]]], list[str]]:
    """For each node the places among the stops at which its look changes, and the look; texts are numbered."""
    changed: list[set[int]] = [set() for _ in stops]
    shown = set(nodes)
    for index in nodes:
        for step, _ in trace.history[index]:
            if (place := bisect_left(stops, step)) < len(stops):
                changed[place].add(index)
                changed[place].update(shown.intersection(trace.nodes[index].children))
    lines = [set(trace.line(step)) for step in stops]
    words: dict[str, int] = {}
    moments: dict[str, list[list[int]]] = {str(index): [] for index in nodes}
    last: dict[int, Look] = {}
    for place, step in enumerate(stops):
        if place == 0:
            again = set(nodes)
        else:
            here = {trace.where[at - 1] for at in (step, stops[place - 1]) if at}
            again = changed[place] | (lines[place] ^ lines[place - 1]) | here
        for index in sorted(again & shown):
            now = look(trace, index, step, lines[place])
            if last.get(index) != now:
                last[index] = now
                texts = (now.classes, now.value, now.above, now.below, now.title)
                moments[str(index)].append([place, *(words.setdefault(text, len(words)) for text in texts)])
    return moments, list(words)


def counts_of(trace: Trace, stops: list[int]) -> list[str]:
    """What the search has cost so far, at each stop."""
    told, nodes, leaves, cuts, at = [], 0, 0, 0, 0
    for stop in stops:
        for event in trace.events[at:stop]:
            nodes += event.kind == "enter"
            leaves += event.kind in ("leaf", "simulate")
            cuts += event.kind == "cut"
        at = max(at, stop)
        cost = f"{leaves:,} playouts" if trace.sampling else f"{nodes:,} nodes, {leaves:,} leaves, {cuts:,} cuts"
        told.append(f"step {stop:,} of {trace.steps:,} · {cost}")
    return told
