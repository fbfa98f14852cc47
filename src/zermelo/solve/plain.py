"""Value iteration in plain Python, as a lecture tells it (Bellman 1957; Shapley 1953): the oracle of the compiled one.

V(s) = utility of s where the game is over, else 0 at first; then, again and again for all s at once,
V(s) = max, min or mean over moves of V(RESULT(s, m)), until nothing changes by more than the tolerance.
After n sweeps V(s) is what a search to depth n would say that counts the horizon as 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import Unsupported
from zermelo.game.plain import PlainView, view
from zermelo.textbook.cutoff import is_max
from zermelo.textbook.events import Answer, Event, Steps


@dataclass(frozen=True)
class Policy(Answer):
    """The value of each position for player 0 and the move to play there; positions by their keys."""

    values: dict[Any, float] = field(default_factory=dict)
    moves: dict[Any, Any] = field(default_factory=dict)
    sweeps: int = 0


def key_of(node: Any) -> Any:
    """What tells positions apart: the bytes of a record, or the plain object itself."""
    return (
        node.playthrough.state.tobytes()[: type(node.playthrough.state).key_bytes]
        if isinstance(node, PlainView)
        else node
    )


def value_iteration(game: Any, *, tolerance: float = 1e-9, sweeps: int = 10_000, most_states: int = 100_000) -> Steps:
    """The value of the game for player 0, their or their opponent's move, and a whole policy; one event a sweep."""
    root = view(game)
    ways: dict[Any, dict[Any, Any]] = {}  # position -> move -> position
    nodes, waiting = {key_of(root): root}, [root]
    while waiting:
        node = waiting.pop()
        ways[key_of(node)] = {}
        for move in [] if node.over() else node.moves():
            child = node.play(move)
            child = (
                view(child.playthrough.state) if isinstance(child, PlainView) else child
            )  # what came before is forgotten
            ways[key_of(node)][move] = key_of(child)
            if key_of(child) not in nodes:
                nodes[key_of(child)] = child
                waiting.append(child)
        if len(nodes) > most_states:
            raise Unsupported(f"more than {most_states} positions can be reached: raise most_states, or search instead")
    values = {key: float(node.utility(0)) if node.over() else 0.0 for key, node in nodes.items()}

    def backed_up(key: Any) -> float:
        node, below = nodes[key], {move: values[after] for move, after in ways[key].items()}
        if not below:
            return values[key]
        if node.turn < 0:
            return sum(node.odds(move) * value for move, value in below.items())
        return max(below.values()) if is_max(node, 0) else min(below.values())

    for sweep in range(1, sweeps + 1):
        new = {key: backed_up(key) for key in nodes}
        change = max(abs(new[key] - values[key]) for key in nodes)
        values = new
        yield Event("sweep", (), values[key_of(root)], reason=f"sweep {sweep}: the largest change is {change:g}")
        if change <= tolerance:
            break
    choices = {}
    for key, node in nodes.items():
        if ways[key] and node.turn >= 0:
            best = backed_up(key)
            choices[key] = next(move for move, after in ways[key].items() if values[after] == best)
    start = key_of(root)
    return Policy(values[start], choices.get(start), len(nodes), values, choices, sweep)
