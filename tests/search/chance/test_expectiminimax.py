"""Expectiminimax: the kernel is the textbook's, Star1, Star2 and the table change nothing but the number of nodes."""

from __future__ import annotations

import math
import random
import threading
from dataclasses import replace
from typing import Any

import pytest

import zermelo.players  # noqa: F401  # registers every search: refusals name those that serve the game
from tests.game.small_games import Circle, ForbiddenCircle, TwoSteps
from tests.search.wild import Wild
from zermelo.errors import BadLimit, Unsupported
from zermelo.game.game import CHANCE
from zermelo.game.playouts import one, random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.backgammon import Backgammon
from zermelo.games.pig import Pig
from zermelo.search.chance import kernel as kernels
from zermelo.search.chance.expectimax import Expectimax
from zermelo.search.chance.expectiminimax import Expectiminimax, value_to_depth
from zermelo.search.chance.kernel import FULL
from zermelo.search.chance.options import ExpectiminimaxOptions
from zermelo.search.chance.table import make_float_table
from zermelo.search.chance.work import ExpectiminimaxWork, prepare
from zermelo.search.common.limits import Limits
from zermelo.search.common.plain_door import PlyView, opinion_of, plies_limit, vector_of
from zermelo.search.common.result import SearchResult
from zermelo.search.common.work import make_work
from zermelo.search.manyplayer.maxn import vector_to_depth
from zermelo.textbook import run
from zermelo.textbook.expectiminimax import expectimax, expectiminimax
from zermelo.textbook.maxn import maxn

pytestmark = pytest.mark.xdist_group("chance")  # one process compiles the kernels, once

PLAIN = ExpectiminimaxOptions.none()
WAYS = {
    "alpha-beta": ExpectiminimaxOptions(star1=False, star2=False, table=False),
    "star1": ExpectiminimaxOptions(star2=False, table=False),
    "star2": ExpectiminimaxOptions(table=False, order=False, countermoves=False),
    "table": ExpectiminimaxOptions(pruning=False, star1=False, star2=False),
    "all": ExpectiminimaxOptions(),
}


def textbook(playthrough: Playthrough, depth: int, *, count_chance: bool = False) -> Any:
    """The oracle, over the same tree."""
    player = max(playthrough.turn, 0)
    if count_chance:
        return run(expectiminimax(playthrough, player=player, depth=depth, estimate=opinion_of(player)))
    node = PlyView(playthrough)
    return run(expectiminimax(node, player=player, cutoff=plies_limit(depth), estimate=opinion_of(player)))


def positions(start: Any, count: int, first: int, step: int) -> list[Playthrough]:
    """Positions of random games in which a player is to move."""
    found = []
    for number in range(count):
        moves = random_game(start, 5, number)
        playthrough = Playthrough(start)
        for move in moves[: min(first + step * number, len(moves) - 6)]:
            playthrough.play(move)
        while playthrough.turn == CHANCE:
            playthrough.play(moves[len(playthrough.played)])
        found.append(playthrough)
    return found


def test_equals_the_textbook_on_random_trees() -> None:
    """Value, move and number of nodes, in both ways of counting depth, at players' and at chance roots."""
    for seed in range(60):
        playthrough = Playthrough(Wild(seed=seed))
        if seed % 3 == 0:
            playthrough.play(playthrough.moves()[0])
        if not playthrough.moves():
            continue
        for depth, count_chance in ((2, False), (3, True)):
            answer = textbook(playthrough, depth, count_chance=count_chance)
            value, move, nodes = value_to_depth(playthrough, depth, PLAIN, count_chance=count_chance)
            assert value == pytest.approx(answer.value, rel=1e-12, abs=1e-12)
            assert nodes == answer.nodes
            assert move == (-1 if answer.move is None else answer.move)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bounds", [False, True])
def test_pruning_changes_no_value(way: str, bounds: bool) -> None:
    """A thousand trees, with and without the game's bounds (which are wrong here, and wrong alike)."""
    plain, pruned = replace(PLAIN, bounds=bounds), replace(WAYS[way], bounds=bounds)
    saved = 0
    for seed in range(1000):
        state = Wild(seed=seed, level=6)
        depth = 2 + seed % 4
        true, _, all_nodes = value_to_depth(state, depth, plain)
        value, _, nodes = value_to_depth(state, depth, pruned, tt=0.01)
        assert value == pytest.approx(true, rel=1e-9, abs=1e-9)
        saved += all_nodes - nodes
    assert saved > 0, f"{way} saves nothing"


def naive(state: Any, depth: int, me: int) -> float:
    """Expectiminimax whose values are brought inside the bounds of each position."""
    if state.over():
        return float(state.utility(me))
    if depth == 0:
        value = state.evaluate() if max(state.turn, 0) == me else -state.evaluate()
    else:
        children = []
        for move in state.legal():
            child = state.copy()
            child.play(move)
            left = depth - (state.turn != CHANCE)
            children.append((state.odds(move) if state.turn == CHANCE else 0.0, naive(child, left, me)))
        if state.turn == CHANCE:
            value = sum(odds * found for odds, found in children)
        else:
            value = (max if state.turn == me else min)(found for _, found in children)
    low, high = state.bounds(me)
    return min(max(value, low), high)


def test_bounds_are_kept() -> None:
    for seed in range(25):
        state = Wild(seed=seed)
        value, _, _ = value_to_depth(state, 2, ExpectiminimaxOptions(bounds=True))
        assert value == pytest.approx(naive(state, 2, max(state.turn, 0)), abs=1e-9)


def test_backgammon_two_plies_and_their_dice() -> None:
    """The same values, and Star2 visits at most a fifth of the nodes; the textbook says so too for the last rolls."""
    plain, star = Expectiminimax(PLAIN), Expectiminimax()
    nodes = [0, 0]
    for playthrough in positions(Backgammon(), 25, 3, 5):
        answers = [searcher.think(playthrough, Limits(depth=2)) for searcher in (plain, star)]
        assert answers[1].value == pytest.approx(answers[0].value, rel=1e-9, abs=1e-9)
        nodes = [total + answer.nodes for total, answer in zip(nodes, answers, strict=True)]
    assert 5 * nodes[1] <= nodes[0]
    playthrough = Playthrough(Backgammon.from_text("X 4:1 2:2 / O 3:1 1:3 / X 21"))
    assert star.think(playthrough, Limits(depth=2)).value == pytest.approx(textbook(playthrough, 2).value, abs=1e-12)


def test_pig_near_its_end() -> None:
    """98 to 98: every face but a 1 wins, so the first player wins 6 games of 7."""
    result = Expectiminimax().think(Pig.from_text("98 98 pot 0 A"), Limits(depth=40))
    assert result.value == pytest.approx(5 / 7, abs=1e-6)
    sure = Expectiminimax().think(Pig.from_text("90 50 pot 12 A"), Limits(depth=5))
    assert (sure.move_text, sure.proven, sure.value, sure.stopped_by) == ("hold", "win", 1.0, "proven")


def test_one_player_and_two_sides() -> None:
    """2048, whose score is no zero-sum result, and Pacman, whose ghosts are one side."""
    board = Playthrough(catalogue.make("2048"))
    for move in random_game(board.state, 1, 0)[:41]:
        board.play(move)
    while board.turn == CHANCE:
        board.play(board.moves()[0])
    maze = Playthrough(catalogue.make("pacman", {"layout": "trappedClassic", "ghosts": "2"}))
    for playthrough, depth in ((board, 1), (board, 2), (maze, 4)):
        answer = textbook(playthrough, depth)
        value, move, nodes = value_to_depth(playthrough, depth, PLAIN)
        assert (value, move, nodes) == (pytest.approx(answer.value, rel=1e-12), answer.move, answer.nodes)
        assert value_to_depth(playthrough, depth)[0] == pytest.approx(answer.value, rel=1e-12)
    maze.play(maze.moves()[0])
    assert value_to_depth(maze, 3)[0] == pytest.approx(value_to_depth(maze, 3, PLAIN)[0], rel=1e-12)
    assert value_to_depth(maze, 1, PLAIN)[0] == max(after_move(maze, move) for move in maze.moves())


def after_move(playthrough: Playthrough, move: int) -> float:
    """What the ghost to move thinks of a move, one ply deep."""
    state = playthrough.state.copy()
    state.play(move)
    if state.over():
        return float(state.utility(1))
    return float(state.evaluate() if state.turn > 0 else -state.evaluate())


def test_limits_stop_the_search() -> None:
    searcher = Expectiminimax()
    assert searcher.think(Pig(), Limits(nodes=5000)).stopped_by == "nodes"
    assert searcher.think(Pig(), Limits(nodes=5000)).nodes <= 5001
    assert searcher.think(Pig(), Limits(nodes=1)).move_text == "roll"
    assert searcher.think(Pig(), Limits(seconds=0.1)).stopped_by == "seconds"
    assert searcher.think(Pig(), Limits(depth=4)).depth == 4
    stop_event = threading.Event()
    threading.Timer(0.1, stop_event.set).start()
    assert searcher.think(Pig(), Limits(seconds=60), stop_event=stop_event).stopped_by == "stop"


def test_the_same_question_has_the_same_answer() -> None:
    def fresh() -> SearchResult:
        return Expectiminimax(tt=1).think(Pig.from_text("40 30 pot 11 A"), Limits(depth=7))

    first, second = fresh(), fresh()
    assert (first.move, first.value, first.nodes) == (second.move, second.value, second.nodes)


def test_lines_and_updates() -> None:
    """Several lines, best first, each with the value that its move has when searched alone."""
    seen: list[SearchResult] = []
    playthrough = Playthrough(Pig.from_text("40 30 pot 15 A"))
    result = Expectiminimax().think(playthrough, Limits(depth=4), lines=2, on_update=seen.append)
    assert [update.depth for update in seen] == [1, 2, 3, 4]
    assert {entry.text for entry in result.lines} == {"hold roll", "roll"}, "a line ends where chance moves"
    assert result.lines[0].value >= result.lines[1].value
    hold = Playthrough(Pig.from_text("55 30 pot 0 B"))
    assert next(e.value for e in result.lines if e.move == 0) == pytest.approx(-value_to_depth(hold, 3)[0], abs=1e-12)


def test_a_game_whose_history_counts_has_no_table() -> None:
    """Pacman close to its cap: the same position is worth something else a move later."""
    maze = Playthrough(catalogue.make("pacman", {"layout": "trappedClassic", "ghosts": "2"}), ply=996)
    result = Expectiminimax().think(maze, Limits(depth=6))
    assert "no table" in result.notes[0]
    assert result.value == pytest.approx(textbook(maze, 6).value)
    assert result.proven == "exact"


@pytest.mark.parametrize(
    ("name", "settings", "remedy"),
    [("chinese_checkers", {"players": "3"}, "maxn"), ("kuhn_poker", {}, "determinised")],
)
def test_games_it_cannot_serve(name: str, settings: dict[str, str], remedy: str) -> None:
    with pytest.raises(Unsupported, match=f"use .*{remedy}"):
        Expectiminimax().think(catalogue.make(name, settings))


def test_bad_questions() -> None:
    with pytest.raises(BadLimit, match="chance moves next"):
        Expectiminimax().think(Pig.from_text("0 0 pot 0 A rolls"))
    with pytest.raises(BadLimit, match="at most 60"):
        Expectiminimax().think(Pig(), Limits(depth=61))
    with pytest.raises(BadLimit, match="some memory"):
        Expectiminimax(tt=0)
    with pytest.raises(BadLimit, match="between 1 and"):
        Expectiminimax().think(Pig(), lines=0)


def test_random_windows() -> None:
    """The contract of the kernel: outside its window an answer is a bound on the true value."""
    rng = random.Random(4)
    table = make_float_table(0.1)
    for seed in range(1500):
        state = Wild(seed=seed, level=6)
        work = make_work(ExpectiminimaxWork, type(state))
        true = value_to_depth(state, 3, PLAIN)[0]
        alpha = rng.uniform(-6, 4)
        beta = alpha + rng.choice([0.5, 2.0, math.inf])
        prepare(work, Playthrough(state), rng.choice(list(WAYS.values())), table, generation=seed)
        found = float(kernels.expectiminimax(one(state)[0], work, 3, alpha, beta, 0, FULL))
        near = pytest.approx(true, abs=1e-9)
        assert found == near or (found <= alpha and true <= found + 1e-9) or (found >= beta and true >= found - 1e-9)


@pytest.mark.parametrize("game", [Circle, ForbiddenCircle, TwoSteps])
def test_history_and_long_turns(game: Any, long_run: bool) -> None:
    """Repetitions that draw or are forbidden, no progress, a cap, turns of two moves: all kernels as the textbook."""
    if not long_run:
        pytest.skip("three small games are compiled for four kernels: --long")
    rng = random.Random(1)
    for plies in range(0, 24, 3):
        playthrough = Playthrough(game())
        while len(playthrough.played) < plies and not playthrough.over():
            playthrough.play(rng.choice(playthrough.moves()))
        if playthrough.over():
            continue
        me = playthrough.turn
        answer = textbook(playthrough, 5)
        assert value_to_depth(playthrough, 5, PLAIN) == (pytest.approx(answer.value), answer.move, answer.nodes)
        assert value_to_depth(playthrough, 5)[0] == pytest.approx(answer.value)
        many = run(maxn(PlyView(playthrough), players=2, cutoff=plies_limit(4), estimate=vector_of))
        assert vector_to_depth(playthrough, 4, prune=False) == (pytest.approx(many.value), many.move, many.nodes)
        steps = expectimax(PlyView(playthrough), player=me, cutoff=plies_limit(4), estimate=opinion_of(me))
        assert Expectimax("random").think(playthrough, Limits(depth=4)).value == pytest.approx(run(steps).value)


def test_one_signature_a_game() -> None:
    """A recursive kernel with two signatures for one game crashes when it is read from the disk cache."""
    value_to_depth(Wild(seed=1), 2)
    for kernel in (kernels.expectiminimax,):
        games = [signature[0] for signature in getattr(kernel, "signatures", [])]
        assert len(set(games)) == len(games)
