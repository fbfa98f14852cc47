"""The pictures of the course, made by the project itself: `python -m zermelo.lab.course docs/course/pictures`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from zermelo.explain.plots import Plot, Series
from zermelo.explain.svg import beside, svg
from zermelo.explain.trace import record
from zermelo.explain.worlds import last_frame, world_svg
from zermelo.games.nim import Nim
from zermelo.games.pacman import Pacman
from zermelo.games.poker import KuhnPoker
from zermelo.hidden.equilibrium.solver import Equilibrium
from zermelo.lab.alphazero import curve
from zermelo.lab.examples import example
from zermelo.lab.learned import learned
from zermelo.lab.numbers.leaves import leaves
from zermelo.lab.pacman.levels import costs
from zermelo.lab.pacman.node import Node
from zermelo.textbook.events import run
from zermelo.textbook.mdp.algorithms import begin
from zermelo.theory.utility import read


def of_example(name: str, which: int | None = None) -> Callable[[], str]:
    """A worked example as a picture: one of its searches, or all of them side by side."""

    def draw() -> str:
        traces = example(name).traces()
        return beside(traces) if which is None else svg(traces[which])

    return draw


def nim() -> str:
    """The whole tree of a small game."""
    return svg(record(Nim(heaps=(1, 2)), "minimax"))


def order() -> str:
    """Leaves by order of moves."""
    plot = leaves(3, 7, trees=5).plot
    assert plot is not None
    return plot.svg()


def minds() -> str:
    """Positions made by players who simulate each other."""
    rows = costs(Node(Pacman(ghosts=1, layout="minimaxClassic")), 2)
    towers = [(float(level), float(row.looked_at)) for level, row in enumerate(rows[:-1])]
    flat = [(place, float(rows[-1].looked_at)) for place, _ in towers]
    series = [Series("simulating the other", towers), Series("minimax", flat, dashed=True)]
    names = [f"level {level}" for level in range(1, len(rows))]
    return Plot("Positions made for one decision", "", "positions", series, log=True, names=names).svg()


def miniature() -> str:
    """A table in the place of AlphaZero's network, taught by its own games."""
    return curve().svg()


def utilities() -> str:
    """Three attitudes to risk between $0 and $1000, each scaled from 0 to 1."""
    series = []
    for text in ("linear", "log:800", "exp:0.01"):
        utility = read(text)
        low, high = float(utility(0)), float(utility(1000))
        points = [(float(x), (float(utility(x)) - low) / (high - low)) for x in range(0, 1001, 50)]
        series.append(Series(text, points, dashed=text == "linear"))
    return Plot("The utility of money", "dollars", "utility, from 0 to 1", series).svg()


def regrets() -> str:
    """How exploitable two methods still are at Kuhn poker."""
    series = []
    for method in ("cfr", "cfr+", "pcfr+"):
        solver, points = Equilibrium(KuhnPoker, method), list[tuple[float, float]]()
        for power in range(8):
            solver.run(2**power - solver.iterations)
            points.append((float(power), float(f"{solver.exploitability():.6g}")))
        series.append(Series(method, points))
    names = [str(2**power) for power in range(8)]
    return Plot("Kuhn poker: what a perfect opponent gains", "iterations", "chips", series, log=True, names=names).svg()


def robot() -> str:
    """Values and arrows of the slipping robot."""
    model, work = begin("robot", "value_iteration")
    return world_svg(model, last_frame(run(work)), title="The slipping robot: value iteration")


def cliff() -> str:
    """What two learners earn on the cliff while they learn: the mean of ten runs, ten episodes a point."""
    series = []
    for name in ("sarsa", "q_learning"):
        runs = [run(begin("cliff", f"{name}:episodes=200,seed={seed}")[1]).returns for seed in range(10)]
        means = [sum(sum(one[at : at + 10]) for one in runs) / 100 for at in range(0, 200, 10)]
        series.append(Series(name, [(10.0 * place + 5, max(-100.0, mean)) for place, mean in enumerate(means)]))
    return Plot(
        "Cliff walking: rewards of an episode while learning", "episode", "rewards (not below −100)", series
    ).svg()


def tic_tac_toe() -> str:
    """A linear evaluation as it learns."""
    plot = learned(games=400).plot
    assert plot is not None
    return plot.svg()


PICTURES: dict[str, Callable[[], str]] = {
    "01-games": nim,
    "02-minimax": of_example("dyer-two-ply", 0),
    "03-alpha-beta": of_example("dyer-three-ply", 0),
    "04-order": order,
    "05-evaluation": of_example("tic-tac-toe-two-ply"),
    "06-horizon": of_example("figure-5-12-11"),
    "07-chance": of_example("expectimax-pruning"),
    "08-opponents": minds,
    "09-monte-carlo": of_example("monte-carlo-trap", 0),
    "10-utilities": utilities,
    "11-hidden": regrets,
    "12-decisions": robot,
    "13-learning": cliff,
    "14-learned-evaluations": tic_tac_toe,
    "15-alphazero": miniature,
}


def main(folder: str) -> None:
    """Write all pictures."""
    for name, draw in PICTURES.items():
        (Path(folder) / f"{name}.svg").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
