"""The autograder of planning and learning: six tasks as in the course's third project, 25 points, each with the reason.

What is right is computed by the textbook at grading time; where several actions are equally good any of them is right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.game.random import Random
from zermelo.lab.pacman.grading import Mark, Report
from zermelo.lab.pacman.learning_tasks import LEARNING_TASKS
from zermelo.lab.pacman.supervised import Office
from zermelo.textbook.events import run
from zermelo.textbook.mdp.learning import updated
from zermelo.textbook.mdp.planning import value_iteration
from zermelo.textbook.mdp.process import ActionValues, all_action_values, greedy
from zermelo.textbook.mdp.worlds import ENDED, WORLDS, Cell, Grid

LEARNING_POINTS = {"value_iteration": 6, "policy": 3, "preferences": 5, "q_learning": 5, "epsilon_greedy": 2,
                   "features": 4}  # fmt: skip
SECONDS = 60.0  # for one answer: lessons take a while
NEAR = 1e-6
SWEEPS = (1, 3, 12)
GRIDS = (WORLDS["book"], WORLDS["bridge"], WORLDS["maze"])
WISHES = {
    "near exit, along the cliff": (1, True),
    "near exit, away from the cliff": (1, False),
    "distant exit, along the cliff": (10, True),
    "distant exit, away from the cliff": (10, False),
    "no exit, no cliff: go on for ever": (0, False),
}


def grade_learning(
    path: Path, *, games: int = 10, seconds: float = SECONDS, tasks: tuple[str, ...] = LEARNING_TASKS
) -> Report:
    """Mark a file; one that cannot be read at all is refused with its reason."""
    text = str(path) if path.suffix == ".py" else f"{path}.py"
    marks = []
    with Office(text, seconds) as office:
        offers = office.ask(ask="offers", names=list(LEARNING_TASKS))["offers"]
        for task in tasks:
            if task not in offers:
                marks.append(Mark(task, 0, LEARNING_POINTS[task], f"there is no function {task} in the file"))
                continue
            try:
                points, why = MARKED[task](office, games)
            except BadPlayer as problem:
                points, why = 0, str(problem)
            marks.append(Mark(task, points, LEARNING_POINTS[task], why))
    return Report(str(path), tuple(marks))


def ask(office: Office, name: str, **question: Any) -> dict[str, Any]:
    """One question about one function."""
    return office.ask(ask="learning", name=name, **question)


def by_values(office: Office, games: int) -> tuple[int, str]:
    """Two points a grid, all of its sweeps right."""
    points, first = 0, ""
    for known in GRIDS:
        grid = Grid.from_text(known.text, noise=known.noise, living=known.living)
        wrong = ""
        for sweeps in SWEEPS:
            right = run(value_iteration(grid, discount=known.discount, sweeps=sweeps, tolerance=0.0)).values
            given = ask(office, "value_iteration", grid=known.text, noise=known.noise, living=known.living,
                        discount=known.discount, sweeps=sweeps)["values"]  # fmt: skip
            for state, value in zip(grid.states(), given, strict=True):
                if abs(right[state] - value) > NEAR and not wrong:
                    wrong = f"after {sweeps} sweeps {state} is worth {right[state]:.4f}, not {value:.4f}"
        points += 0 if wrong else 2
        first = first or wrong
    return points, first or f"{len(GRIDS)} grids right after {', '.join(map(str, SWEEPS))} sweeps"


def by_policy(office: Office, games: int) -> tuple[int, str]:
    """One point a grid; equally good actions are all right."""
    points, first = 0, ""
    for known in GRIDS:
        grid = Grid.from_text(known.text, noise=known.noise, living=known.living)
        values = run(value_iteration(grid, discount=known.discount)).values
        given = ask(office, "policy", grid=known.text, noise=known.noise, living=known.living, discount=known.discount,
                    values=[values[state] for state in grid.states()])["actions"]  # fmt: skip
        worth = all_action_values(grid, values, known.discount)
        wrong = ""
        for state, action in zip(grid.states(), given, strict=True):
            best = max((worth[state, a] for a in grid.actions(state)), default=0.0)
            if grid.actions(state) and worth.get((state, action), -math.inf) < best - NEAR and not wrong:
                right = greedy(grid, values, known.discount)[state]
                wrong = f"in {state} {action or 'no action'} is not the best; it is {right}"
        points += 0 if wrong else 1
        first = first or wrong
    return points, first or f"the best action in every state of {len(GRIDS)} grids"


def by_wishes(office: Office, games: int) -> tuple[int, str]:
    """One point for each behaviour that the numbers really bring about."""
    points, first = 0, ""
    for wish in WISHES:
        settings = ask(office, "preferences", wish=wish)["settings"]
        if settings is None:
            first = first or f"{wish}: it can be had"
            continue
        discount, noise, living = settings
        if not (0 <= discount <= 1 and 0 <= noise <= 1):
            first = first or f"{wish}: discount and noise are from 0 to 1"
            continue
        got = behaviour(discount, noise, living)
        points += got == WISHES[wish]
        if got != WISHES[wish]:
            first = first or f"{wish}: with these numbers the robot goes {described(got)}"
    return points, first or "all five behaviours come about"


def behaviour(discount: float, noise: float, living: float) -> tuple[int, bool]:
    """Which exit a robot that does not slip on its way reaches under the best policy, and whether along the cliff."""
    grid = Grid.from_text(WORLDS["discount"].text, noise=noise, living=living)
    policy = run(value_iteration(grid, discount=discount, sweeps=400)).policy
    cell: Cell = grid.start
    cliff = grid.shape[1] - 1
    row = cliff - 1
    along = False
    for _ in range(60):
        action = policy[cell]
        if action == "exit":
            return int(float(grid.sign(cell))), along
        cell, _ = grid.moved(cell, action)
        along = along or (cell[1] == row and cell[0] > 0)
        if cell == ENDED:
            break
    return 0, False


def described(got: tuple[int, bool]) -> str:
    """A behaviour in words."""
    exit_, along = got
    where = {1: "to the near exit", 10: "to the distant exit", 0: "to no exit", -10: "over the cliff"}[exit_]
    return where + ("" if exit_ in (0, -10) else ", along the cliff" if along else ", away from the cliff")


def by_experience(office: Office, games: int) -> tuple[int, str]:
    """All values after 1, 20 and 200 steps of experience in the book's grid."""
    grid, random = Grid.from_text(WORLDS["book"].text), Random(188)
    rows: list[list[Any]] = []
    state: Any = grid.start
    for _ in range(200):
        actions = grid.actions(state)
        action = actions[random.below(len(actions))]
        after, reward = grid.sample(state, action, random)
        rows.append([str(state), action, reward, str(after), grid.actions(after)])
        state = grid.start if after == ENDED else after
    points, first = 0, ""
    for count, worth in ((1, 1), (20, 2), (200, 2)):
        right = q_values(rows[:count], 0.5, 0.9)
        pairs = sorted({(row[0], row[1]) for row in rows})
        given = ask(office, "q_learning", experience=rows[:count], alpha=0.5, discount=0.9, pairs=pairs)["values"]
        wrong = [(pair, value) for pair, value in zip(pairs, given, strict=True)
                 if abs(right.get(pair, 0.0) - value) > NEAR]  # fmt: skip
        points += 0 if wrong else worth
        if wrong and not first:
            (where, action), value = wrong[0]
            first = (
                f"after {count} steps Q({where}, {action}) is {right.get((where, action), 0.0):.4f}, not {value:.4f}"
            )
    return points, first or "right after 1, 20 and 200 steps"


def q_values(rows: list[list[Any]], alpha: float, discount: float) -> ActionValues:
    """The update of the textbook, from a record of experience."""
    values: ActionValues = {}
    for state, action, reward, after, actions in rows:
        best = max((values.get((after, other), 0.0) for other in actions), default=0.0)
        updated(values, (state, action), reward, after, reward + discount * best, alpha)
    return values


def by_lot(office: Office, games: int) -> tuple[int, str]:
    """One point without exploring, one for exploring as often as ε says: within five standard errors."""
    values = [("north", 1.0), ("south", 2.0), ("east", 2.0), ("west", -1.0)]
    still = ask(office, "epsilon_greedy", values=values, epsilon=0.0, times=400, seed=1)["counts"]
    if still[0] or still[3]:
        return 0, "with ε = 0 an action was chosen that is not the best"
    if not still[1] or not still[2]:
        return (
            0,
            "with ε = 0 two actions are equally good, and only one of them was ever chosen: draw lots among equals",
        )
    times = 4000
    counts = ask(office, "epsilon_greedy", values=values, epsilon=0.4, times=times, seed=2)["counts"]
    for count, share in zip(counts, (0.1, 0.4, 0.4, 0.1), strict=True):
        if abs(count - times * share) > 5 * math.sqrt(times * share * (1 - share)):
            return 1, f"with ε = 0.4 the four actions were chosen {counts} times of {times}; expected are about " \
                f"{[round(times * part) for part in (0.1, 0.4, 0.4, 0.1)]}"  # fmt: skip
    return 2, "the best without exploring, and lots as often as ε says"


def by_pacman(office: Office, games: int) -> tuple[int, str]:
    """Points for games won after fifty lessons, and for the score."""
    got = ask(office, "features", lessons=50, games=games)
    wins, score = got["wins"], got["score"]
    points = (wins > 0) + (2 * wins >= games) + (10 * wins >= 9 * games) + (score >= 600)
    need = "" if points == 4 else "; for all points nine of ten must be won with 600 on average"
    return points, f"{wins} of {games} games won after 50 lessons, mean score {score:.0f}{need}"


MARKED: dict[str, Callable[[Office, int], tuple[int, str]]] = {
    "value_iteration": by_values,
    "policy": by_policy,
    "preferences": by_wishes,
    "q_learning": by_experience,
    "epsilon_greedy": by_lot,
    "features": by_pacman,
}
