"""The small game of tricks: solved in two ways, and what lies in the stock."""

from __future__ import annotations

import pytest

from zermelo.errors import BadPosition
from zermelo.game.random import Random
from zermelo.games.tricks import SmallTricks
from zermelo.hidden.equilibrium.linear_program import sequence_form
from zermelo.hidden.equilibrium.solver import Equilibrium


def test_the_value_by_linear_programme_and_by_regret() -> None:
    pytest.importorskip("scipy")
    solver = Equilibrium(SmallTricks(), "cfr+")
    assert len(solver.tree.ends) == 1008
    assert sequence_form(solver.tree)[0] == pytest.approx(13 / 45, abs=1e-9)
    solver.run(300)
    gap = solver.exploitability()
    assert gap < 1e-4
    assert solver.values()[0] == pytest.approx(13 / 45, abs=2 * gap + 1e-9)


def test_hidden_cards_lie_in_the_hand_or_in_the_stock() -> None:
    """Player 2 could not follow clubs: the club that is left lies in the stock, and one of two diamonds is theirs."""
    state = SmallTricks.from_text("N:...K ..Q. | ..A.A | N: | 1-0 | -/C")
    seen = set()
    for seed in range(60):
        twin = state.copy()
        twin.redeal(0, Random(seed, 1))
        assert twin.hands[0] == state.hands[0]
        seen.add(twin.to_text())
    assert seen == {
        "N:...K ..Q. | ..A.A | N: | 1-0 | -/C",
        "N:...K ..K. | ..A.A | N: | 1-0 | -/C",
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N:...AK ..A.Q | ... | N: | 0",
        "N:...AK ..A.2 | ... | N: | 0-0 | -/-",
        "N:...AK ..A.Q | ... | E: | 0-0 | -/-",
        "N:...A ..A. | ...KQ | N: | 0-0 | -/-",
        "N:...K ..Q. | ..A.A | N: | 1-0 | C/-",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        SmallTricks.from_text(text)
