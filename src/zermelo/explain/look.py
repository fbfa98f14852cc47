"""How a node looks at a step: a few class names and short texts, the same for SVG, page and terminal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from zermelo.explain.trace import Trace
from zermelo.explain.words import node_title, number_text, value_text


@dataclass(frozen=True)
class Look:
    """The classes of a node, the text in it, two short lines beside it, and a sentence."""

    classes: str
    value: str
    above: str  # alpha, or the visits of UCT
    below: str  # beta, or its upper bound
    title: str


def look(trace: Trace, index: int, step: int, line: Collection[int]) -> Look:
    """A node after a step; `line` is the principal line at that step."""
    node, state = trace.nodes[index], trace.state(index, step)
    status = "absent" if trace.sampling and state.status == "unseen" else state.status
    classes = [status]
    if index in line:
        classes.append("line")
    elif node.parent >= 0 and trace.state(node.parent, step).chosen == index:
        classes.append("chosen")
    if 0 < step < trace.steps and trace.where[step - 1] == index:
        classes.append("now")
    if state.cut:
        classes.append("cutting")
    if status == "pruned" and trace.state(node.parent, step).status == "pruned":
        classes.append("deep")
    value = value_text(state)
    if not value and node.worth is not None and node.kind == "end":
        value = number_text(node.worth)
    if len(value) > 4:
        classes.append("long")
    above = below = ""
    if trace.sampling:
        if state.visits:
            above = f"n {state.visits}"
            classes.append(f"w{share(trace, index, step)}")
        if (bound := trace.confidence(index, step)) is not None:
            below = f"U {number_text(bound)}"
    elif state.alpha is not None and state.beta is not None and node.children and status != "unseen":
        above, below = f"α {number_text(state.alpha)}", f"β {number_text(state.beta)}"
    return Look(" ".join(classes), value, above, below, node_title(trace, index, step))


def share(trace: Trace, index: int, step: int) -> int:
    """From 1 to 5: which part of all playouts went through a node."""
    return 1 + min(4, 5 * trace.state(index, step).visits // max(1, trace.state(0, step).visits))


def shape_name(trace: Trace, index: int) -> str:
    """The shape of a node; one without children is a leaf, be it the horizon."""
    node = trace.nodes[index]
    if node.kind == "chance":
        return "chance"
    if node.kind in ("end", "unknown") or not node.children:
        return "end"
    return "min" if node.kind == "min" else "max"
