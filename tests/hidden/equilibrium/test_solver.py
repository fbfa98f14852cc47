"""Regret minimisation: exact trajectories, known values, the tree against the public tree, OpenSpiel, and the LP."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadLimit, Unsupported
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.hidden.equilibrium.forms import form_of, tree_form
from zermelo.hidden.equilibrium.linear_program import sequence_form
from zermelo.hidden.equilibrium.rules import RULES
from zermelo.hidden.equilibrium.solver import Equilibrium, Walker, solve_equilibrium
from zermelo.hidden.tree import game_tree

# Exploitability after 1, 10 and 100 iterations: computed by two independent programs (three for CFR and CFR+)
KUHN = {
    "cfr": (0.458333333, 0.0686987938, 0.00822597732),
    "cfr+": (0.458333333, 0.0326870907, 0.0011944041),
    "dcfr": (0.458333333, 0.0227787839, 0.00166634197),
    "pcfr+": (0.458333333, 0.0202065721, 2.3229554e-5),
    "linear": (0.458333333, 0.0212507306, 0.00108902737),
}
LEDUC = {
    "cfr": (2.373611111, 0.888578983, 0.095716353),
    "cfr+": (2.373611111, 0.610438902, 0.013415995),
    "linear": (2.373611111, 0.721065156, 0.034489778),
    "dcfr": (2.373611111, 0.778802047, 0.007761258),
    "pcfr+": (2.373611111, 0.536847349, 0.019801258),
}
NOISE = {"linear": 1e-7, "dcfr": 2e-6}  # regrets that are 0 but for rounding decide in Leduc


@pytest.mark.parametrize(
    ("game", "method", "wanted"),
    [
        (game, method, wanted)
        for game, rows in ((KuhnPoker, KUHN), (LeducPoker, LEDUC))
        for method, wanted in rows.items()
    ],
)
def test_exact_trajectories(game: Any, method: str, wanted: tuple[float, ...]) -> None:
    solver = Equilibrium(game, method)
    for count, value in zip((1, 9, 90), wanted, strict=True):
        solver.run(count)
        assert solver.exploitability() == pytest.approx(value, abs=max(2e-9, NOISE.get(method, 0.0)))


@pytest.mark.parametrize("method", RULES)
def test_the_public_tree_is_the_tree(method: str) -> None:
    """The same strategy in every information set, whichever way the game is walked."""
    tree = game_tree(LeducPoker)
    found = []
    for form in (form_of(tree), tree_form(tree)):
        walker, sums = Walker(form), tuple(np.zeros(form.slots) for _ in range(3))
        walker.normalise(sums[1], sums[2])
        walker.iterate(RULES[method], 1, 9, sums)
        found.append(walker.average(sums[1])[form.places])
        assert walker.nash_conv(walker.average(sums[1])) > 0
    assert form_of(tree).width == 6
    assert np.abs(found[0] - found[1]).max() < 1e-9


def test_values_bracket_and_linear_programme() -> None:
    for game, value in ((KuhnPoker, -1 / 18), (LeducPoker, -0.085606424078)):
        tree = game_tree(game)
        solver = Equilibrium(tree, "cfr+")
        solver.run(20000 if game is LeducPoker else 5000)
        gap = solver.nash_conv()
        assert solver.values()[0] == pytest.approx(value, abs=1e-6)
        average = solver.average()
        against = [solver.walker.respond(average.copy(), player) for player in (0, 1)]
        assert -against[1] - 1e-9 <= value <= against[0] + 1e-9
        assert gap == pytest.approx(sum(against), abs=1e-12)
        pytest.importorskip("scipy")
        exact, plan = sequence_form(tree)
        assert exact == pytest.approx(value, abs=1e-9)
        form = tree_form(tree)
        strategy = np.where(tree.owners[np.repeat(np.arange(len(tree.owners)), np.diff(tree.slots))] == 0, plan, 0.0)
        assert Walker(form).respond(strategy, 1) == pytest.approx(-value, abs=1e-8)


def test_open_spiel_agrees() -> None:
    """Best responses to a strategy that is no equilibrium, and CFR+ after some iterations."""
    pyspiel = pytest.importorskip("pyspiel")
    for game, name in ((KuhnPoker, "kuhn_poker"), (LeducPoker, "leduc_poker")):
        theirs = pyspiel.load_game(name)
        uniform = Equilibrium(game, "cfr")
        assert uniform.nash_conv() == pytest.approx(pyspiel.nash_conv(theirs, pyspiel.UniformRandomPolicy(theirs)))
        solver, peer = Equilibrium(game, "cfr+"), pyspiel.CFRPlusSolver(theirs)
        solver.run(15)
        for _ in range(15):
            peer.evaluate_and_update_policy()
        assert solver.exploitability() == pytest.approx(pyspiel.exploitability(theirs, peer.average_policy()), abs=1e-9)


def test_sampling_comes_near_and_repeats() -> None:
    for method, most in (("external", 0.15), ("outcome", 0.7)):
        one, two = (Equilibrium(LeducPoker, method, seed=5) for _ in range(2))
        one.run(60_000)
        two.run(20_000)
        two.run(40_000)
        assert one.exploitability() < most
        assert np.array_equal(one.averages, two.averages)


def test_baselines_lose_nothing_of_the_truth() -> None:
    solver = Equilibrium(KuhnPoker, "outcome", seed=1)
    solver.run(200_000)
    assert solver.exploitability() < 0.01
    assert solver.values()[0] == pytest.approx(-1 / 18, abs=5e-3)


def test_fictitious_play_comes_near() -> None:
    solver = Equilibrium(KuhnPoker, "fictitious")
    solver.run(2000)
    assert solver.exploitability() < 0.01


def test_solving_until_and_going_on(tmp_path: Any) -> None:
    found = solve_equilibrium(LeducPoker, "cfr+", until=1e-3)
    assert found.exploitability < 1e-3
    part = solve_equilibrium(LeducPoker, "cfr+", until=0, iterations=50)
    whole = solve_equilibrium(LeducPoker, "cfr+", until=0, iterations=120)
    resumed = solve_equilibrium(LeducPoker, "cfr+", until=0, iterations=120, resume=part)
    assert np.array_equal(resumed.probabilities, whole.probabilities)
    with pytest.raises(Unsupported, match="--method cfr\\+"):
        solve_equilibrium(LeducPoker, "dcfr", resume=part)


def test_bad_questions() -> None:
    with pytest.raises(Unsupported, match="nothing is hidden"):
        Equilibrium(TicTacToe)
    with pytest.raises(BadLimit, match="no method"):
        Equilibrium(KuhnPoker, "magic")
    with pytest.raises(Unsupported, match="more than 1,000 nodes"):
        Equilibrium(LeducPoker, most_nodes=1000)
    dealt = KuhnPoker.from_text("QK")
    with pytest.raises(Unsupported, match="no move of chance has dealt"):
        Equilibrium(dealt)
