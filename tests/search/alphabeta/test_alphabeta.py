"""Compiled alpha-beta: equal to the textbook, right on solved positions, obedient to its limits."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.fixed_depth import fixed_depth
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult
from zermelo.textbook import run
from zermelo.textbook.minimax import minimax

SCORES = Path(__file__).parent / "data" / "connect_four_scores.txt"
pytestmark = pytest.mark.xdist_group("alphabeta")  # one process compiles the kernels, once


def positions(name: str, settings: dict[str, str], count: int) -> list[Playthrough]:
    """Positions of random games that are not over."""
    start = catalogue.make(name, settings)
    found = []
    for number in range(count):
        line = Playthrough(start)
        moves = random_game(start, 77, number)
        for move in moves[: max(0, len(moves) - 2 - number % 9)]:
            line.play(move)
        if line.moves():
            found.append(line)
    return found


@pytest.mark.parametrize(
    ("name", "settings", "depth"),
    [
        ("connect_four", {"columns": "5", "height": "4"}, 4),
        ("kalah", {"pits": "3", "seeds": "2"}, 4),
        ("tic_tac_toe", {}, 5),
    ],
)
def test_equals_the_textbook(name: str, settings: dict[str, str], depth: int) -> None:
    """All refinements off, those that cannot change a value on, and the plain kernel, against minimax."""
    searchers = [AlphaBeta(AlphaBetaOptions.none()), AlphaBeta(AlphaBetaOptions.exact())]
    for line in positions(name, settings, 25):
        answer = run(minimax(line, depth=depth))
        tolerance = 0.003 * max(1.0, abs(answer.value))
        for searcher in searchers:
            searcher.clear()
            found = searcher.think(line, Limits(depth=depth))
            assert found.value == pytest.approx(answer.value, abs=tolerance)
        value, _, nodes = fixed_depth(line.state, depth)
        assert value == pytest.approx(answer.value, abs=1e-9)
        assert nodes <= answer.nodes


@pytest.mark.parametrize("lines", [1, 2])
def test_root_moves_come_in_order_with_true_bounds(lines: int) -> None:
    """Each root move's exact value or bound holds against minimax of the position behind it."""
    searcher, depth = AlphaBeta(AlphaBetaOptions.exact()), 4
    kinds = set()
    for line in positions("connect_four", {"columns": "5", "height": "4"}, 12):
        searcher.clear()
        found = searcher.think(line, Limits(depth=depth), lines=min(lines, len(line.moves())))
        if found.depth < depth:
            continue  # decided sooner: the values are those of a smaller depth
        exact = {item.move: item.value for item in found.lines}
        assert len({one.move for one in found.ordered}) == len(found.ordered) <= len(line.moves())
        for one in found.ordered:
            twin = line.copy()
            twin.play(one.move)
            outcome = twin.outcome()
            value = outcome.utilities[line.turn] if outcome else -run(minimax(twin, depth=depth - 1)).value
            kinds.add(one.bound)
            assert one.nodes >= 0
            if one.bound == "at most":
                assert value <= one.value + 0.003
            elif one.bound == "at least":
                assert value >= one.value - 0.003
            else:
                assert value == pytest.approx(one.value, abs=0.003)
                assert one.move not in exact or exact[one.move] == pytest.approx(one.value, abs=0.003)
    assert {"", "at most"} <= kinds


def test_the_tree_of_every_textbook_program() -> None:
    """OpenSpiel's alpha-beta and the C program of the benchmarks visit as many nodes."""
    for depth, nodes in ((8, 12_574), (10, 155_590), (12, 3_050_083)):
        value, _, visited = fixed_depth(ConnectFour(), depth, estimate=False)
        assert (value, visited) == (0.0, nodes)


def score(result: SearchResult, stones: int) -> int | None:
    """The scale of the file: 22 less the stones that the winner will have played."""
    if result.proven == "draw":
        return 0
    if result.proven == "win" and result.distance is not None:
        return 22 - (stones // 2 + (result.distance + 1) // 2)
    if result.proven == "loss" and result.distance is not None:
        return (stones + 1) // 2 + result.distance // 2 - 22
    return None


def test_exact_scores_of_connect_four(long_run: bool) -> None:
    """Deepening, on one thread and two, on positions solved independently (`test_solved.py` takes them all)."""
    searchers = [AlphaBeta(AlphaBetaOptions.exact(), tt=64), AlphaBeta(AlphaBetaOptions.exact(), tt=64, threads=2)]
    rows = [line.split() for line in SCORES.read_text().splitlines() if line and not line.startswith("#")]
    fewest = 20 if long_run else 26
    chosen = [(columns, int(text)) for columns, text in rows if len(columns) >= fewest]
    assert len(chosen) >= 300
    for columns, expected in chosen:
        state = ConnectFour()
        for column in columns:
            state.play(int(column) - 1)
        searcher = searchers[len(columns) >= 28]  # two threads may look deeper, but cannot find another truth
        assert score(searcher.think(state, Limits(seconds=100)), len(columns)) == expected, columns


def test_the_line_is_legal_and_leads_to_the_value() -> None:
    line = Playthrough(ConnectFour())
    for column in "2252576253462244111563365343671351441":
        line.play(int(column) - 1)
    result = AlphaBeta().think(line, Limits(seconds=5))
    assert result.proven == "loss"
    assert result.distance == len(result.line)
    for move in result.line:
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.reason.endswith("4 in a line")


@pytest.mark.parametrize(
    ("position", "best", "plies"),
    [("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", "Ra8#", 1), ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6", 3)],
)
def test_mates_of_chess(position: str, best: str, plies: int) -> None:
    """With all refinements on; the second is Morphy's problem."""
    result = AlphaBeta(tt=8).think(Playthrough.from_text(Chess, position), Limits(depth=5))
    assert (result.move_text, result.proven, result.distance) == (best, "win", plies)


def test_several_lines_are_ordered_and_different() -> None:
    result = AlphaBeta().think(ConnectFour(), Limits(depth=6), lines=3)
    assert len({line.move for line in result.lines}) == 3
    values = [line.value for line in result.lines]
    assert values == sorted(values, reverse=True)


def test_limits_stop_the_search() -> None:
    searcher = AlphaBeta()
    assert searcher.think(ConnectFour(), Limits(nodes=5000)).stopped_by == "nodes"
    for nodes in (2, 50, 5000):
        assert searcher.think(ConnectFour(), Limits(nodes=nodes)).nodes == nodes
    assert AlphaBeta(threads=2).think(ConnectFour(), Limits(nodes=500)).nodes <= 500  # of both threads together
    assert searcher.think(ConnectFour(), Limits(seconds=0.2)).stopped_by == "seconds"
    assert searcher.think(ConnectFour(), Limits(depth=4)).depth == 4
    stop_event = threading.Event()
    threading.Timer(0.1, stop_event.set).start()
    assert searcher.think(ConnectFour(), Limits(seconds=60), stop_event=stop_event).stopped_by == "stop"


def test_the_same_question_has_the_same_answer() -> None:
    answers = {(r.move, r.value, r.nodes, r.line) for r in (fresh(Limits(depth=9)) for _ in range(2))}
    assert len(answers) == 1


def fresh(limits: Limits) -> SearchResult:
    return AlphaBeta(tt=4).think(ConnectFour(), limits)


def test_every_iteration_is_told() -> None:
    seen: list[Any] = []
    AlphaBeta().think(ConnectFour(), Limits(depth=5), on_update=seen.append)
    assert [result.depth for result in seen] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("name", "settings", "remedy"),
    [
        ("pig", {}, "chance moves.* use .*expectiminimax.*mcts"),
        ("chinese_checkers", {"players": "3"}, "3 sides.* use best_reply, maxn, paranoid or mcts"),
        (
            "kuhn_poker",
            {},
            "hidden information.* use determinised",
        ),  # chance, too: but what serves that cannot serve this
    ],
)
def test_games_it_cannot_serve(name: str, settings: dict[str, str], remedy: str) -> None:
    with pytest.raises(Unsupported, match=remedy):
        AlphaBeta().think(catalogue.make(name, settings))


def test_bad_limits() -> None:
    over = Playthrough(ConnectFour())
    for move in (0, 1, 0, 1, 0, 1, 0):
        over.play(move)
    with pytest.raises(BadLimit, match="game is over"):
        AlphaBeta().think(over)
    for limits, sentence in (
        (Limits(depth=0), "depth must be more than 0"),
        (Limits(depth=500), "at most 120"),
        (Limits(seconds=1, clock=3), "not both"),
        (Limits(depth=3, increment=1), "needs a clock"),
    ):
        with pytest.raises(BadLimit, match=sentence):
            AlphaBeta().think(ConnectFour(), limits)
    with pytest.raises(BadLimit, match="some memory"):
        AlphaBeta(tt=0)


def test_equivalent_moves_each_begin_a_line() -> None:
    """Of mirror images one is searched; as second lines both are wanted."""
    result = AlphaBeta().think(ConnectFour(), Limits(depth=3), lines=7)
    assert sorted(line.move for line in result.lines) == list(range(7))
