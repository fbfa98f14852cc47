"""The tasks on planning and learning, as a student's file answers them; this module runs inside the worker process.

value_iteration(process, discount, sweeps)   -> {state: value} after so many sweeps from 0, all states at once
policy(process, values, discount)            -> {state: action}, the best by these values
preferences(wish)                            -> (discount, noise, living) that make a robot do so; None: nothing can
q_learning(experience, alpha, discount)      -> {(state, action): value} from (state, action, reward, after, actions)
epsilon_greedy(values, epsilon, random)      -> an action of {action: value}
features(node, move)                         -> {name: number} of a move of Pacman, to learn with
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.game.random import Random
from zermelo.lab.pacman.learning import train
from zermelo.textbook.mdp.worlds import Grid

LEARNING_TASKS = ("value_iteration", "policy", "preferences", "q_learning", "epsilon_greedy", "features")


def answer(name: str, function: Callable[..., Any], question: dict[str, Any]) -> dict[str, Any]:
    """Call one of the functions, and bring its answer into plain data."""
    given: dict[str, Any] = globals()["of_" + name](function, question)
    return given


def a_number(name: str, value: Any) -> float:
    """A finite number, or a sentence."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or abs(value) == float("inf"):
        raise BadPlayer(f"{name} answered {value!r:.60}, where a number is needed")
    return float(value)


def a_table(name: str, given: Any) -> dict[Any, Any]:
    """A dictionary, or a sentence."""
    if not isinstance(given, dict):
        raise BadPlayer(f"{name} answered a {type(given).__name__}, where a dictionary is needed")
    return given


def grid_of(question: dict[str, Any]) -> Grid:
    """The world that is asked about."""
    return Grid.from_text(question["grid"], noise=question["noise"], living=question["living"])


def of_value_iteration(function: Callable[..., Any], question: dict[str, Any]) -> dict[str, Any]:
    """Values by the place of each state in `states()`."""
    grid = grid_of(question)
    given = a_table("value_iteration", function(grid, question["discount"], question["sweeps"]))
    return {"values": [a_number("value_iteration", given.get(state, 0.0)) for state in grid.states()]}


def of_policy(function: Callable[..., Any], question: dict[str, Any]) -> dict[str, Any]:
    """Actions by the place of each state."""
    grid = grid_of(question)
    values = dict(zip(grid.states(), question["values"], strict=True))
    given = a_table("policy", function(grid, values, question["discount"]))
    return {"actions": [str(given.get(state, "")) for state in grid.states()]}


def of_preferences(function: Callable[..., Any], question: dict[str, Any]) -> dict[str, Any]:
    """Three numbers, or nothing."""
    given = function(question["wish"])
    if given is None:
        return {"settings": None}
    if not isinstance(given, tuple | list) or len(given) != 3:
        raise BadPlayer(f"preferences answered {given!r:.60}, where (discount, noise, living) or None is needed")
    return {"settings": [a_number("preferences", value) for value in given]}


def of_q_learning(function: Callable[..., Any], question: dict[str, Any]) -> dict[str, Any]:
    """Values of the state-action pairs that were asked for."""
    experience = [tuple(row) for row in question["experience"]]
    given = a_table("q_learning", function(experience, question["alpha"], question["discount"]))
    return {"values": [a_number("q_learning", given.get((s, a), 0.0)) for s, a in question["pairs"]]}


def of_epsilon_greedy(function: Callable[..., Any], question: dict[str, Any]) -> dict[str, Any]:
    """How often each action was chosen; `random` has `unit()` and `below(limit)`."""
    random, values = Random(question["seed"]), dict(question["values"])
    counts = dict.fromkeys(values, 0)
    for _ in range(question["times"]):
        chosen = function(dict(values), question["epsilon"], random)
        if chosen not in counts:
            raise BadPlayer(f"epsilon_greedy answered {chosen!r:.60}, which is none of the actions {', '.join(counts)}")
        counts[chosen] += 1
    return {"counts": list(counts.values())}


def of_features(function: Callable[..., Any], question: dict[str, Any]) -> dict[str, Any]:
    """Lessons and games with these features."""

    def asked(node: Any, move: Any) -> dict[str, float]:
        given = a_table("features", function(node, move))
        return {str(name): a_number("features", value) for name, value in given.items()}

    done = train(asked, lessons=question["lessons"], games=question["games"], seed=188)
    return {"wins": done.wins, "score": sum(done.scores) / len(done.scores)}
