"""The planners and learners by name, with their options as text: `value_iteration:sweeps=5`, `sarsa:alpha=0.5`."""

from __future__ import annotations

from typing import Any

from zermelo.errors import Unsupported
from zermelo.textbook.algorithms import Algorithm, read
from zermelo.textbook.mdp.learning import q_learning, sarsa, td_lambda
from zermelo.textbook.mdp.planning import policy_iteration, value_iteration
from zermelo.textbook.mdp.process import Steps
from zermelo.textbook.mdp.worlds import Grid, world

CONTROL = {"episodes": int, "alpha": float, "epsilon": float, "discount": float, "seed": int}

MDP_ALGORITHMS = {
    "value_iteration": Algorithm(
        value_iteration, {"discount": float, "sweeps": int, "tolerance": float}, "the best action, again and again"
    ),
    "policy_iteration": Algorithm(
        policy_iteration, {"discount": float, "rounds": int}, "what is the policy worth; then a better one"
    ),
    "q_learning": Algorithm(q_learning, CONTROL, "learns the best policy while it explores"),
    "sarsa": Algorithm(sarsa, CONTROL, "learns what its own exploring policy gets"),
    "td": Algorithm(
        td_lambda,
        {"trace": float, "episodes": int, "alpha": float, "discount": float, "initial": float, "seed": int},
        "TD(λ): what drawing lots is worth, learnt",
    ),
}


def begin(text: str, algorithm: str, **settings: Any) -> tuple[Any, Steps]:
    """A world by its name or as it is written, and an algorithm at work on it; `settings` are the world's."""
    model, known = world(text)
    if settings:
        if not isinstance(model, Grid):
            raise Unsupported(f"{text} has no {' and no '.join(settings)}: only gridworlds do")
        model = Grid(model.rows, **{"noise": model.noise, "living": model.living, **settings})
    name, options = read(algorithm, MDP_ALGORITHMS)
    return model, MDP_ALGORITHMS[name].begin(model, **{"discount": known.discount, **options})
