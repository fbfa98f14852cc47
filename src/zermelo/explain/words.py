"""Traces in words: numbers, windows, and what each step did."""

from __future__ import annotations

import math
from typing import Any

from zermelo.explain.trace import State, Trace
from zermelo.textbook import algorithms

KINDS = {"max": "max to move", "min": "min to move", "chance": "chance", "end": "an end", "unknown": "not looked at"}
NAMES = {"alphabeta": "alpha-beta", "negamax_alphabeta": "negamax with alpha-beta", "uct": "UCT", "maxn": "max^n"}
BOUNDS = {"≥": "at least ", "≤": "at most "}


def number_text(value: Any) -> str:
    """A number as short as can be, with a true minus sign; or the numbers of all players; a text as it is."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple | list):
        return f"({', '.join(number_text(part) for part in value)})"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == int(value) and abs(value) < 1e6:
        shown = str(int(value))
    else:
        shown = (
            f"{value:.3g}"
            if abs(value) >= 1e5 or abs(value) < 0.0005
            else f"{value:.{2 if abs(value) >= 0.01 else 3}f}"
        )
        shown = shown if "e" in shown else shown.rstrip("0")
    return shown.replace("-", "−")


def kind_text(kind: str) -> str:
    """What sort of node it is."""
    return KINDS.get(kind, f"player {kind[1:]} to move")


def value_text(state: State) -> str:
    """A value with its meaning: 5, ≥5 or ≤5."""
    if state.value is None:
        return ""
    return ("" if state.bound == "=" else state.bound) + number_text(state.value)


def window_text(state: State) -> str:
    """The window in words, where there is one."""
    if state.alpha is None or state.beta is None:
        return ""
    return f"alpha {number_text(state.alpha)}, beta {number_text(state.beta)}"


def title(algorithm: str, more: dict[str, Any]) -> str:
    """An algorithm with its options, those written behind its name and those given beside it, in words."""
    name, options = algorithms.read(algorithm)
    known = algorithms.ALGORITHMS[name].options
    every = {**{key: value for key, value in more.items() if key in known}, **options}
    parts = [key if value is True else f"{key} {number_text(value)}" for key, value in every.items()]
    return NAMES.get(name, name.replace("_", " ")) + (f", {', '.join(parts)}" if parts else "")


def step_text(trace: Trace, step: int) -> str:
    """What a step did, in a sentence."""
    if step == 0:
        return "before the search"
    event, index = trace.events[step - 1], trace.where[step - 1]
    state, name, node = trace.state(index, step), trace.name(index), trace.nodes[index]
    window = window_text(state)
    if event.kind == "enter":
        return f"{name}: {kind_text(node.kind)}" + (f"; {window}" if window else "")
    if event.kind == "leaf":
        if state.status == "judged":
            return f"{name} is judged {value_text(state)}: the search stops here"
        return f"{name} is worth {value_text(state)}"
    if event.kind == "window":
        return f"{name} has {number_text(event.value)} so far; {window}"
    if event.kind == "value":
        by = f", by {trace.nodes[state.chosen].label}" if state.chosen >= 0 else ""
        return f"{name} is worth {BOUNDS.get(state.bound, '')}{number_text(event.value)}{by}"
    if event.kind in ("cut", "prune"):
        return f"{name}: {event.reason}; not looked at: {left_out(trace, step)}"
    if event.kind == "simulate":
        return f"a playout from {name} ends with {', '.join(map(number_text, event.value)) or 'no result'}"
    if event.kind == "backup":
        return f"its result is counted from {name} up to the root"
    return f"{name}: {event.reason}"


def left_out(trace: Trace, step: int, most: int = 12) -> str:
    """The moves that a cut or a forward pruning leaves out, by name as far as they have nodes."""
    event, index = trace.events[step - 1], trace.where[step - 1]
    gone = set(event.pruned)
    labels = [trace.nodes[child].label for child in trace.nodes[index].children if trace.nodes[child].path[-1] in gone]
    shown = labels[:most]
    more = len(event.pruned) - len(shown)
    return " ".join(shown) + (f" and {more} more" if more else "")


def node_title(trace: Trace, index: int, step: int | None = None) -> str:
    """All that is known of a node, for whoever asks."""
    node, state = trace.nodes[index], trace.state(index, step)
    parts = [f"{trace.name(index)}: {kind_text(node.kind)}"]
    if trace.sampling and state.visits:
        parts.append(f"{state.visits} visits")
        if state.value is not None:
            parts.append(f"mean {number_text(state.value)} for who moved here")
        if (bound := trace.confidence(index, step)) is not None:
            parts.append(f"upper bound {number_text(bound)}")
    elif state.value is not None:
        parts.append(f"value {BOUNDS.get(state.bound, '')}{number_text(state.value)}")
    elif node.worth is not None:
        parts.append(f"{'worth' if node.kind == 'end' else 'static value'} {number_text(node.worth)}")
    if window := window_text(state):
        parts.append(window)
    if state.status == "pruned":
        parts.append("never looked at")
    if node.odds:
        parts.append(f"odds {node.odds}")
    if state.note:
        parts.append(state.note)
    return "; ".join(parts)


def summary(trace: Trace) -> str:
    """What a search found and what it cost, in a sentence."""
    move = ""
    if trace.answer.move is not None:
        move = next(
            (f", move {trace.nodes[child].label}" for child in trace.nodes[0].children
             if trace.nodes[child].path == (trace.answer.move,)), ""
        )  # fmt: skip
    if trace.answer.cut_short:
        return trace.answer.cut_short
    if trace.sampling:
        return f"value {number_text(trace.answer.value)}{move}; {trace.answer.nodes:,} playouts"
    cuts = sum(event.kind == "cut" for event in trace.events)
    leaves = sum(event.kind == "leaf" for event in trace.events)
    cut = f"; {cuts} {'cut' if cuts == 1 else 'cuts'}" if cuts else ""
    return f"value {number_text(trace.answer.value)}{move}; {trace.answer.nodes:,} nodes, {leaves:,} leaves{cut}"
