"""All-in or fold: equities over all boards, the published table, the naive count on a few boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter
from zermelo.games.poker.hands import set_of, strength
from zermelo.hidden.holdem import preflop as counting
from zermelo.hidden.holdem.preflop import BOARDS, CANONICAL, Preflop, canonical_boards, count_wins, pair_counts, preflop
from zermelo.hidden.holdem.push_fold import Blinds, solve_push_fold
from zermelo.hidden.holdem.ranges import CLASSES, class_text, classes, pairs

CELL = {class_text(cell): cell for cell in range(CLASSES)}
TABLE = [  # stack, value to the small blind, pushes and calls in hundredths of all hands: a linear programme
    (1.5, 0.000316, 98.19, 100), (2, 0.009549, 89.44, 100), (3, 0.051592, 77.99, 92.27), (4, 0.066031, 73.76, 74.06),
    (5, 0.056201, 71.48, 62.07), (6, 0.038159, 68.32, 54.45), (8, -0.004137, 61.86, 44.97),
    (10, -0.045371, 58.28, 37.38), (12, -0.082529, 53.24, 33.03), (15, -0.127227, 45.65, 28.55),
    (20, -0.183190, 40.24, 21.73), (25, -0.229293, 36.35, 17.35),
]  # fmt: skip


def test_canonical_boards_stand_for_all() -> None:
    boards, times = np.zeros((CANONICAL, 5), np.int64), np.zeros(CANONICAL, np.int64)
    assert canonical_boards(boards, times) == CANONICAL
    assert times.sum() == BOARDS


def test_wins_on_a_board_are_the_naive_ones() -> None:
    """Every pair of hands on one board, by their strengths."""
    board = [50, 44, 31, 5, 4]
    wins = np.zeros((CLASSES, CLASSES), np.int64)
    below = np.zeros((53, CLASSES), np.int64)
    count_wins(np.array([board]), np.array([3]), pairs(), classes(), below, wins)
    hands = [number for number, hand in enumerate(pairs().tolist()) if not set(hand) & set(board)]
    worth = {number: strength(set_of(board + pairs()[number].tolist())) for number in hands}
    random = np.random.default_rng(3)
    for one, other in ((CELL["AKs"], CELL["22"]), *random.integers(0, CLASSES, (25, 2)).tolist()):
        mine, theirs = ([n for n in hands if classes()[n] == cell] for cell in (one, other))
        better = sum(
            worth[a] > worth[b] for a in mine for b in theirs if not set(pairs()[a].tolist()) & set(pairs()[b].tolist())
        )
        assert wins[one, other] == 3 * better


def test_pairs_of_hands_are_counted() -> None:
    ways = pair_counts()
    assert ways.sum() == 1326 * 1225
    assert ways[CELL["AA"], CELL["AA"]] == 6
    assert ways[CELL["AA"], CELL["AKs"]] == 12
    assert ways[CELL["AKs"], CELL["22"]] == 24


def toy() -> Preflop:
    """Higher ranks win, whatever the board."""
    ways = pair_counts()
    rank = np.array([min(divmod(cell, 13)) for cell in range(CLASSES)])
    wins: Any = 0.2 + 0.6 * (rank[:, None] < rank[None, :])
    return Preflop(ways, wins, 1 - wins - wins.T)


def test_regret_matching_finds_the_equilibrium() -> None:
    """The gap is measured by best responses; neither player gains by pure answers to the averages."""
    table = toy()
    found = solve_push_fold(8, table=table)
    assert 0 <= found.exploitability < 1e-9
    game = Blinds(table, 8)
    fold, push = game.worth(0, found.calls)
    assert np.maximum(fold, push).sum() == pytest.approx(found.value, abs=3e-9)
    assert (game.worth(1, found.pushes).max(0).sum() - game.folded @ (1 - found.pushes)) == pytest.approx(
        -found.value, abs=3e-9
    )
    for wrong in (0.5, 2000, float("nan")):
        with pytest.raises(BadParameter):
            solve_push_fold(wrong, table=table)


def test_a_broken_table_is_counted_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))
    asked: list[Any] = []

    def count(progress: Any) -> Any:
        asked.append(progress)
        return np.full((CLASSES, CLASSES), 7, np.int64)

    monkeypatch.setattr(counting, "counted", count)
    monkeypatch.setattr(counting, "ALL_WINS", 7 * CLASSES * CLASSES)
    preflop()
    preflop()
    assert len(asked) == 1, "the table is kept"
    kept = next(tmp_path.glob("*.npz"))
    kept.write_bytes(kept.read_bytes()[:400])
    preflop()
    assert len(asked) == 2, "and a broken one is replaced"


def test_the_published_table(long_run: bool) -> None:
    if not long_run:
        pytest.skip("all boards are counted")
    table = preflop()
    assert table.wins[CELL["AA"], CELL["KK"]] == pytest.approx(0.81714696, abs=1e-8)
    assert table.ties[CELL["AA"], CELL["KK"]] == pytest.approx(0.00462710, abs=1e-8)
    assert table.wins[CELL["AKs"], CELL["22"]] == pytest.approx(0.49568768, abs=1e-8)
    aces = table.pairs[CELL["AA"]] * (table.wins + table.ties / 2)[CELL["AA"]]
    assert aces.sum() / table.pairs[CELL["AA"]].sum() == pytest.approx(0.85203713, abs=1e-8)
    for stack, value, pushes, calls in TABLE:
        found = solve_push_fold(stack, table=table)
        assert found.value == pytest.approx(value, abs=6e-7)
        assert 100 * found.push_share == pytest.approx(pushes, abs=0.02)
        assert 100 * found.call_share == pytest.approx(calls, abs=0.02)
