"""Equilibria beside OpenSpiel's C++: iterations of regret minimisation, sampling, and exploitability, in one process.

Whole-tree methods are compared in what they find too: the same exploitability after the same iterations.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from bench.measure import Run, side_by_side
from zermelo.games.liars_dice import LiarsDice
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.hidden.equilibrium.solver import Equilibrium

COMPARED = 10  # iterations after which exploitability is compared
NAMES = {KuhnPoker: "kuhn_poker", LeducPoker: "leduc_poker", LiarsDice: "liars_dice"}


def against_open_spiel() -> None:
    """All methods that both have."""
    import pyspiel

    full = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}
    for game, method, ours, theirs, wanted in (
        (KuhnPoker, "cfr", 200_000, 5_000, 20.0),
        (LeducPoker, "cfr", 10_000, 60, 300.0),
        (LeducPoker, "cfr+", 10_000, 60, 300.0),
        (LiarsDice, "cfr", 500, 6, 40.0),
        (LiarsDice, "cfr+", 500, 6, 40.0),
    ):
        peer = pyspiel.load_game(NAMES[game])
        compared = 0 if game is LiarsDice else COMPARED  # OpenSpiel takes 4 s for that exploitability
        compare(
            f"{NAMES[game]} {method}",
            our_iterations(game, method, ours, compared),
            their_iterations(full[method](peer), peer, theirs, compared),
            wanted,
        )
    leduc = pyspiel.load_game("leduc_poker")
    samplers = {
        "external": lambda: pyspiel.ExternalSamplingMCCFRSolver(leduc, 1),
        "outcome": lambda: pyspiel.OutcomeSamplingMCCFRSolver(leduc, 0.6, 1),
    }
    for method, make in samplers.items():
        compare(f"leduc_poker {method}", our_iterations(LeducPoker, method, 300_000, 0), sampled(make, 10_000), 30.0)
    for game in (LeducPoker, LiarsDice):
        peer = pyspiel.load_game(NAMES[game])
        compare(f"{NAMES[game]} exploitability", our_exploitability(game), their_exploitability(peer), 200.0)


def compare(work: str, ours: Run, peer: Run, wanted: float) -> None:
    """One line of the table."""
    side_by_side(work, ours, peer, unit="a second", against="OpenSpiel", target=wanted)


def our_iterations(game: Any, method: str, count: int, compared: int) -> Run:
    """Iterations, and the exploitability after a few of them."""

    def run() -> tuple[float, float, object]:
        solver = Equilibrium(game, method)
        solver.run(COMPARED)
        found = round(solver.exploitability(), 8) if compared else None
        begin = time.process_time()
        solver.run(count)
        return count, time.process_time() - begin, found

    return run


def their_iterations(solver: Any, game: Any, count: int, compared: int) -> Run:
    """The same of OpenSpiel; a solver goes on from run to run, so only its first run is compared from its start."""
    import pyspiel

    known: list[object] = []

    def run() -> tuple[float, float, object]:
        if compared and not known:
            for _ in range(compared):
                solver.evaluate_and_update_policy()
            known.append(round(pyspiel.exploitability(game, solver.average_policy()), 8))
        begin = time.process_time()
        for _ in range(count):
            solver.evaluate_and_update_policy()
        return count, time.process_time() - begin, known[0] if known else None

    return run


def sampled(make: Callable[[], Any], count: int) -> Run:
    """Iterations of OpenSpiel's sampling."""

    def run() -> tuple[float, float, object]:
        solver = make()
        begin = time.process_time()
        for _ in range(count):
            solver.run_iteration()
        return count, time.process_time() - begin, None

    return run


def our_exploitability(game: Any, count: int = 20) -> Run:
    """Of the strategy that plays all moves alike."""

    def run() -> tuple[float, float, object]:
        solver = Equilibrium(game, "cfr")
        found = solver.exploitability()
        begin = time.process_time()
        for _ in range(count):
            solver.exploitability()
        return count, time.process_time() - begin, round(found, 8)

    return run


def their_exploitability(game: Any) -> Run:
    """The same of OpenSpiel."""
    import pyspiel

    def run() -> tuple[float, float, object]:
        begin = time.process_time()
        found = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
        return 1, time.process_time() - begin, round(found, 8)

    return run
