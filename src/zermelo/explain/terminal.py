"""Trees in the terminal: the facts of the picture as indented text, in colours where somebody looks."""

from __future__ import annotations

from zermelo.explain.fold import Fold, Shown, fold
from zermelo.explain.look import shape_name
from zermelo.explain.trace import Trace
from zermelo.explain.words import number_text, step_text, summary, value_text, window_text

SIGNS = {"max": "△", "min": "▽", "chance": "○", "end": "□"}
COLOURS = {"line": "1;33", "pruned": "2", "cut": "31", "soft": "2", "max": "34", "min": "35", "chance": "32"}


def draw(
    trace: Trace, *, step: int | None = None, shown: Shown | None = None, colour: bool = False, head: bool = True
) -> str:
    """A search after a step (the last unless told) as lines of text, the first of them a heading."""
    step = trace.steps if step is None else step
    pen = Pen(colour)
    lines = [heading(trace, step, pen)] if head else []
    line = set(trace.line(step))

    def add(item: Shown | Fold, before: str, last: bool, top: bool = False) -> None:
        branch = "" if top else "└─ " if last else "├─ "
        if isinstance(item, Fold):
            lines.append(before + branch + pen.ink(fold_words(item), COLOURS["soft"]))
            return
        lines.append(before + branch + node_words(trace, item.node, step, line, pen))
        inside = before if top else before + ("   " if last else "│  ")
        for child in item.below:
            add(child, inside, child is item.below[-1])

    add(fold(trace) if shown is None else shown, "", True, True)
    return "\n".join(lines)


def heading(trace: Trace, step: int, pen: Pen) -> str:
    """Which search it is, and how far it has come."""
    told = summary(trace) if step == trace.steps else f"step {step:,} of {trace.steps:,}: {step_text(trace, step)}"
    return f"{pen.ink(trace.title, '1')}: {told}"


class Pen:
    """Writes in colour, or not."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def ink(self, text: str, code: str) -> str:
        """A text in a colour."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text


def node_words(trace: Trace, index: int, step: int, line: set[int], pen: Pen) -> str:
    """One node: sign, name, value, window, and what was said of it."""
    node, state = trace.nodes[index], trace.state(index, step)
    kind = shape_name(trace, index)
    value = value_text(state)
    if not value and node.worth is not None and node.kind == "end":
        value = number_text(node.worth)
    words = [pen.ink(SIGNS[kind], COLOURS.get(kind, "0")), node.label, f"({node.odds})" if node.odds else "", value]
    if state.status == "judged":
        words.append("estimated")
    if trace.sampling and state.visits:
        bound = trace.confidence(index, step)
        words.append(f"n={state.visits}" + (f" U={number_text(bound)}" if bound is not None else ""))
    elif state.status not in ("unseen", "pruned") and node.children and (window := window_text(state)):
        words.append(pen.ink(f"[{window}]", COLOURS["soft"]))
    if state.status == "pruned":
        words.append("pruned")
    elif state.note:
        words.append(pen.ink(state.note, COLOURS["cut"] if state.cut else "0"))
    if index in line and index:
        words.append("◀")
    text = " ".join(filter(None, words))
    return pen.ink(text, COLOURS["line" if index in line else "pruned"]) if index in line or state.status == "pruned" \
        else text  # fmt: skip


def fold_words(hidden: Fold) -> str:
    """What is hidden, in words."""
    never = ", never looked at" if hidden.pruned else ""
    what = "below" if hidden.whole else "more moves" if hidden.count > 1 else "more move"
    nodes = f"{hidden.nodes:,} {'node' if hidden.nodes == 1 else 'nodes'}"
    return f"+ {nodes} {what}{never}" if hidden.whole else f"+ {hidden.count:,} {what}, {nodes}{never}"
