"""The driver of iterative deepening, round a search in plain Python whose values are written down."""

from __future__ import annotations

import pytest

from zermelo.errors import BadLimit
from zermelo.game.playthrough import Playthrough
from zermelo.games.connect_four import ConnectFour
from zermelo.search.common.deepening import Aspiration, Deepening, Request
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult
from zermelo.search.common.work import NO_LIMIT, SearchWork, make_work, prepare


class Scripted(Deepening[SearchWork]):
    """A root whose moves have the value `depth * 10 - move`; ten nodes a search."""

    infinity = 1000

    def __init__(self, request: Request, *, proven_at: int = 99, aspiration: Aspiration | None = None) -> None:
        self.calls: list[tuple[int, float, float]] = []
        self.proven_at, self.aspiration = proven_at, aspiration
        work = make_work(SearchWork, ConnectFour)
        prepare(work, request.playthrough, request.limits.nodes or NO_LIMIT)
        super().__init__(request, [work])
        self.calls.clear()

    def search(self, depth: int, alpha: float, beta: float) -> float:
        """The best move that is not excluded; fail-hard, so that every wrong window shows."""
        work = self.work
        work.nodes += 10
        work.aborted = int(work.nodes > work.node_limit or work.stop != 0)
        self.calls.append((depth, alpha, beta))
        work.horizon += depth < self.proven_at
        moves = [move for move in range(7) if move not in work.excluded[: work.excluded_count]]
        value = depth * 10 - moves[0]
        work.pv_length[0] = 0 if work.aborted or value <= alpha else 1
        work.pv[0, 0] = moves[0]
        return max(alpha, min(beta, value))

    def decided(self, value: float) -> bool:
        """Fifty or more is a win."""
        return value >= 50

    def verdict(self, value: float) -> str:
        """Only a win is known."""
        return "win" if self.decided(value) else ""


def request(limits: Limits, lines: int = 1, updates: list[SearchResult] | None = None) -> Request:
    """A question about the first position."""
    hear = updates.append if updates is not None else None
    return Request(Playthrough(ConnectFour()), limits.checked(), lines, hear, "scripted").checked()


def test_stops_at_the_depth() -> None:
    """One update an iteration, and the reason."""
    updates: list[SearchResult] = []
    result = Scripted(request(Limits(depth=4), updates=updates)).run(None)
    assert (result.depth, result.value, result.stopped_by, result.nodes) == (4, 40, "depth", 40)
    assert [update.depth for update in updates] == [1, 2, 3, 4]
    assert result.line_text == "a"


def test_stops_where_the_value_is_proven_or_decided() -> None:
    """Nothing was estimated; or nothing better exists, unless a depth was asked for."""
    assert Scripted(request(Limits(depth=9)), proven_at=3).run(None).depth == 3
    decided = Scripted(request(Limits(nodes=10_000))).run(None)
    assert (decided.depth, decided.stopped_by, decided.proven) == (5, "proven", "win")
    assert Scripted(request(Limits(depth=7))).run(None).depth == 7


def test_nodes_and_the_partial_iteration() -> None:
    """An aborted iteration without a variation leaves the last one's answer."""
    result = Scripted(request(Limits(nodes=25))).run(None)
    assert (result.depth, result.value, result.stopped_by) == (2, 20, "nodes")


def test_stopped_before_anything_is_known() -> None:
    """The first reason counts, and there is a legal move all the same."""
    search = Scripted(request(Limits(depth=3)))
    search.stopper.stop("stop")
    result = search.run(None)
    assert (result.depth, result.stopped_by, result.proven) == (0, "stop", "")
    assert result.move in search.request.playthrough.moves()


def test_several_lines() -> None:
    """Each later line is searched without the first moves of the earlier ones."""
    result = Scripted(request(Limits(depth=2), lines=3)).run(None)
    assert [(line.move, line.value) for line in result.lines] == [(0, 20), (1, 19), (2, 18)]


def test_aspiration_windows() -> None:
    """From the first depth on the search begins round the last value; a failure widens that side fourfold."""
    search = Scripted(request(Limits(depth=4)), aspiration=Aspiration(2, 100, 3))
    assert search.run(None).value == 40
    assert search.calls == [
        (1, -1000, 1000),
        (2, -1000, 1000),
        (3, 18, 22),
        (3, 18, 30),
        (3, 18, 62),
        (4, 28, 32),
        (4, 28, 40),
        (4, 28, 72),
    ]


def test_what_cannot_be_asked() -> None:
    """One sentence each."""
    with pytest.raises(BadLimit, match="the depth must be at most 60, not 61"):
        request(Limits(depth=61))
    with pytest.raises(BadLimit, match="the number of lines must lie between 1 and 64"):
        request(Limits(depth=1), lines=65)
