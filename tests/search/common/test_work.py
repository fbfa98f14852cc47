"""Work spaces: one record a search, whose fields the kernel and the driver share."""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.compile import kernel
from zermelo.game.fields import Cells, array, i64
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.search.common.ordering import pick, ranked
from zermelo.search.common.work import (
    MARGIN,
    NO_LIMIT,
    POLL,
    SearchWork,
    Work,
    counted,
    is_excluded,
    make_work,
    update_pv,
)


class SmallWork(Work):
    """Two fields of its own beside those that every work space has."""

    total: i64
    ranks: Cells = array(i64, lambda work: (1, work.width))


@kernel
def add_up(work: SmallWork, times: int) -> int:
    """Count nodes until the search is aborted."""
    for index in range(times):
        if counted(work):
            return index
        work.total += index
    return times


def aborts_at(node_limit: int, times: int) -> tuple[int, int]:
    """At which turn a kernel was aborted, and how many nodes it had counted."""
    work = make_work(SmallWork, ConnectFour)
    work.node_limit = node_limit
    return add_up(work, times), work.nodes


def test_rows_have_the_width_of_the_game() -> None:
    """The width follows from `most_moves`; one game has one class of work spaces."""
    assert make_work(SmallWork, ConnectFour).ranks.shape == (1, 7 + MARGIN)
    assert make_work(SmallWork, Chess).width == Chess.most_moves + MARGIN
    assert type(make_work(SmallWork, Chess)) is type(make_work(SmallWork, Chess))
    assert isinstance(make_work(SmallWork, Chess), SmallWork)
    assert not isinstance(make_work(SmallWork, Chess), SearchWork)


def test_a_kernel_writes_into_the_record() -> None:
    """What the kernel writes the driver reads, without an array between them."""
    work = make_work(SmallWork, ConnectFour)
    work.node_limit = NO_LIMIT
    assert add_up(work, 10) == 10
    assert (work.nodes, work.total, work.aborted) == (10, 45, 0)


def test_the_node_limit_is_exact() -> None:
    """The node that reaches the limit aborts the search, wherever it lies between two polls."""
    for limit in (1, 2, POLL - 1, POLL, POLL + 1, 3 * POLL + 7):
        assert aborts_at(limit, 10_000) == (limit - 1, limit)


def test_the_stop_flag_is_seen_at_the_next_poll() -> None:
    """A stop counts at the latest after POLL nodes."""
    work = make_work(SmallWork, ConnectFour)
    work.node_limit = NO_LIMIT
    add_up(work, 10)
    work.stop = 1
    assert add_up(work, 10_000) < POLL
    assert work.aborted == 1


def test_moves_are_picked_by_score_then_by_index() -> None:
    """The best score first, the first of equals first, every move once."""
    work: Any = make_work(SmallWork, ConnectFour)
    scores = [3, -7, 12, 3, 0, 12]
    for index, score in enumerate(scores):
        work.ranks[0, index] = ranked(score, index)
    assert [int(pick(work, 0, len(scores))) for _ in scores] == [2, 5, 0, 3, 4, 1]


def test_the_principal_variation_grows_from_the_leaf() -> None:
    """Each ply puts its move before the variation of the next."""
    work = make_work(SearchWork, ConnectFour)
    for ply, move in ((2, 5), (1, 3), (0, 6)):
        update_pv(work, ply, move)
    assert np.array_equal(work.pv[0, : work.pv_length[0]], [6, 3, 5])


def test_excluded_moves() -> None:
    """Only as many as are counted."""
    work = make_work(SearchWork, ConnectFour)
    work.excluded[:3] = [4, 2, 6]
    work.excluded_count = 2
    assert [move for move in range(7) if is_excluded(work, move)] == [2, 4]
