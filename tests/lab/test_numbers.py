"""The numbers of the lectures: each experiment in small, against what is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.explain.order import ordered
from zermelo.explain.plots import Plot, Series, powers, steps
from zermelo.lab.finding import Finding
from zermelo.lab.numbers import branching, counts, depth_matters, evaluation
from zermelo.lab.numbers.catalogue import catalogue
from zermelo.lab.numbers.ladder import ladder
from zermelo.lab.numbers.leaves import best_case, leaves, pearl, uniform_tree, visited, worst_tree
from zermelo.lab.numbers.trap import trap


@pytest.mark.parametrize(("width", "depth"), [(2, 6), (3, 4), (5, 3), (4, 1)])
def test_leaves_follow_the_formulas(width: int, depth: int) -> None:
    tree = uniform_tree(width, depth, 1)
    assert visited(ordered(tree)) == best_case(width, depth)
    assert visited(worst_tree(width, depth)) == width**depth
    assert best_case(width, depth) <= visited(tree) <= width**depth


def test_the_table_of_leaves() -> None:
    found = leaves(3, 4, trees=3)
    assert found.rows[-1][:3] == (4, 17, 17)
    assert found.rows[-1][-2:] == (81, 81)
    assert pearl(2) == pytest.approx((1 + 5**0.5) / 2), "the golden ratio"
    with pytest.raises(BadLimit, match="choose a smaller tree"):
        leaves(10, 9)
    with pytest.raises(BadLimit, match="between 2 and 20"):
        leaves(1)


def test_branching_of_chess() -> None:
    """Minimax is as wide as the moves; good order narrows it, refinements more: the order of the lecture's 35 and 6."""
    found = branching.branching(3)
    factor = {(row[0], row[1]): row[3] for row in found.rows}
    assert 25 < factor["minimax", 3] < 35
    assert factor["minimax", 3] > factor["alpha-beta, moves as they come", 3] > factor["alpha-beta, good order", 3]
    assert factor["alpha-beta, good order", 3] > factor["all refinements", 3]
    assert branching.effective(4, 10_000) == pytest.approx(10)


def test_depth_of_some_positions() -> None:
    """With 20,000 positions instead of a million: each search reaches further than the one before."""
    rows = branching.million(20_000).rows
    means = [row[-1] for row in rows]
    assert means == sorted(means)
    assert means[0] < means[2] < means[3]
    with pytest.raises(BadLimit, match=r"between 1,000 and"):
        branching.million(5)


def test_strength_by_depth() -> None:
    """Two plies more win at Connect Four; the ladder of chess takes longer and is run by hand."""
    found = ladder("connect_four", (1, 5), games=8, seed=2)
    assert found.rows[0][0] == "5 against 1"
    assert found.rows[0][1] >= 6
    with pytest.raises(BadLimit, match="at least two depths"):
        ladder("connect_four", (4,))


def test_depth_matters() -> None:
    """What noise costs at depth 1 is more than what it costs at depth 3."""
    found = depth_matters.depth_matters(positions=16, depth=3, seed=1)
    shares = {row[0]: [int(str(cell).split(" ")[0]) for cell in row[1:]] for row in found.rows}
    gaps = [good - bad for good, bad in zip(shares["good"], shares["only noise"], strict=True)]
    assert gaps[0] > gaps[-1]
    assert shares["only noise"][-1] > shares["only noise"][0]


COUNT = """
from zermelo import Game
class Count(Game):
    most_moves, longest = 1, 2
    def moves(self, out):
        out[0] = 0
        return 1
    def play(self, move): self.turn = 1 - self.turn
    def over(self): return self.turn == 1
    def utility(self, player): return 0.0
"""


def test_evaluations_are_judged(tmp_path: Path) -> None:
    path = tmp_path / "count_game.py"
    path.write_text(COUNT)
    found = evaluation.evaluation("connect_four", positions=40, games=60)
    order, cost, relation = (row[1] for row in found.rows)
    assert float(order.split(" ")[0]) > 75
    assert cost.endswith(" ns")
    assert 0.4 < relation < 1
    with pytest.raises(Unsupported, match="no evaluation of its own"):
        evaluation.evaluation(str(path), positions=10, games=1)
    with pytest.raises(Unsupported, match="two sides who see everything"):
        evaluation.evaluation("leduc_poker", positions=10, games=1)


def test_rank_correlation_and_order() -> None:
    assert evaluation.ranks([3.0, 1.0, 3.0]) == [1.5, 0.0, 1.5]
    assert evaluation.rank_correlation([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert evaluation.rank_correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert evaluation.rank_correlation([1, 1, 1], [3, 2, 1]) is None
    assert evaluation.rightly_ordered([0.1, 0.9, 0.5], [-1, 1, 0]) == 1
    assert evaluation.rightly_ordered([0.5, 0.5], [-1, 1]) == 0.5


def test_tic_tac_toe_counts() -> None:
    found = counts.tic_tac_toe()
    assert found.rows[-1] == ("all", 5_478, 255_168)
    assert [row[2] for row in found.rows[5:10]] == [1_440, 5_328, 47_952, 72_576, 127_872]
    assert "5,478 states too" in found.notes[0]


def test_backgammon_width() -> None:
    found = counts.backgammon(games=2)
    assert [row[1] for row in found.rows[:4]] == [20, 8_400, 3_528_000, 1_481_760_000]
    assert 10 < found.rows[0][2] < 35, "about twenty plays a roll, says the lecture"


def test_the_trap() -> None:
    """Few simulations fall for it more often than not, many never do."""
    rows = trap(seeds=30, simulations=(16, 256)).rows
    assert rows[0][1] == "90 %" or int(rows[0][1].split(" ")[0]) > 70
    assert rows[1][1] == "0 %"


# ---------------------------------------------------------------------- plots


def test_plots_are_the_same_again() -> None:
    plot = Plot("squares", "n", "n²", [Series("n²", [(1, 1), (2, 4), (3, 9)], [1, 3, 8], [1, 5, 10]),
                                       Series("2n", [(1, 2), (3, 6)], dashed=True)])  # fmt: skip
    text = plot.svg()
    assert text == plot.svg()
    assert text.startswith("<svg ")
    assert text.count("<circle") == 3
    assert "stroke-dasharray" in text
    assert "<script" not in text
    with pytest.raises(BadParameter, match="nothing to plot"):
        Plot("", "", "", []).svg()
    with pytest.raises(BadParameter, match="above 0"):
        Plot("", "", "", [Series("", [(0, 0)])], log=True).svg()


def test_axes() -> None:
    assert steps(0, 10) == [0, 2, 4, 6, 8, 10]
    assert steps(-1, 1) == [-1, -0.5, 0, 0.5, 1]
    assert powers([3, 900]) == [1, 10, 100, 1000]


def test_a_finding_as_text() -> None:
    made = Finding("title", ("a", "b"), (("x", 1234567), ("y", 0.12345), ("z", None)))
    assert made.to_text().splitlines()[2:] == ["a          b", "x  1,234,567", "y      0.123", "z          –"]
    assert made.to_json()["rows"][0] == {"a": "x", "b": 1234567}


def test_a_catalogue_of_all_positions() -> None:
    """Chess has 5,362 different positions after three plies and 72,078 after four (OEIS A083276)."""
    found = catalogue("chess", seconds=4, plies=8)
    counted = [row[1] for row in found.rows if row[2] == "counted"]
    assert counted[:4] == [1, 20, 400, 5362]
    assert found.rows[8][1] > 1e9
    assert found.rows[8][-1] > 0.1, "years"
    assert 0 < found.rows[1][3] <= 20
    assert found.plot is not None
    assert found.plot.svg().startswith("<svg")
    with pytest.raises(BadLimit, match="plies lie"):
        catalogue("chess", plies=0)
