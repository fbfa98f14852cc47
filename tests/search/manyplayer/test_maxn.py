"""Many players: max^n, paranoid and best-reply against naive twins, on random trees and in Chinese checkers."""

from __future__ import annotations

import math
import threading
from typing import Any

import pytest

import zermelo.players  # noqa: F401  # registers every search: refusals name those that serve the game
from tests.search.wild import Wild
from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.game.game import CHANCE
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.halma import ChineseCheckers
from zermelo.search.common.limits import Limits
from zermelo.search.common.plain_door import PlyView, plies_limit, vector_of
from zermelo.search.manyplayer.best_reply import best_reply
from zermelo.search.manyplayer.kernel import maxn as maxn_kernel
from zermelo.search.manyplayer.maxn import MaxN, vector_to_depth
from zermelo.textbook import run
from zermelo.textbook.maxn import maxn

pytestmark = pytest.mark.xdist_group("chance")  # one process compiles the kernels, once


def wild(seed: int, *, level: int = 5) -> Any:
    """A random tree for three players and chance."""
    return Wild(players=3, seed=seed, level=level)


def checkers(number: int, plies: int) -> Playthrough:
    """A position of Chinese checkers with three players."""
    playthrough = Playthrough(ChineseCheckers(players=3, side=2))
    for move in random_game(playthrough.state, 3, number)[:plies]:
        if playthrough.over():
            break
        playthrough.play(move)
    return playthrough


def textbook(playthrough: Playthrough, depth: int) -> Any:
    return run(maxn(PlyView(playthrough), players=3, cutoff=plies_limit(depth), estimate=vector_of))


def test_equals_its_naive_twin_on_random_trees() -> None:
    for seed in range(40):
        playthrough = Playthrough(wild(seed))
        answer = textbook(playthrough, 2)
        vector, move, nodes = vector_to_depth(playthrough, 2, prune=False)
        assert vector == pytest.approx(answer.value, abs=1e-12)
        assert (move, nodes) == (-1 if answer.move is None else answer.move, answer.nodes)


def test_shallow_pruning_changes_nothing() -> None:
    saved = 0
    for seed in range(1500):
        state = wild(seed, level=6)
        plain, pruned = (vector_to_depth(state, 3 + seed % 4, prune=prune) for prune in (False, True))
        assert pruned[:2] == plain[:2]
        saved += plain[2] - pruned[2]
    assert saved > 0


def test_equals_its_naive_twin_in_chinese_checkers() -> None:
    for number in range(6):
        playthrough = checkers(number, 8 * number)
        if playthrough.over():
            continue
        answer = textbook(playthrough, 2)
        for prune in (False, True):
            vector, move, _ = vector_to_depth(playthrough, 2, prune=prune)
            assert (vector, move) == (pytest.approx(answer.value, abs=1e-12), answer.move)


def paranoid(state: Any, depth: int, me: int) -> float:
    """One against all."""
    if state.over():
        return float(state.utility(me))
    if depth == 0:
        return float(state.evaluate_for(me))
    total, values = 0.0, []
    for move in state.legal():
        child = state.copy()
        child.play(move)
        values.append(paranoid(child, depth - (state.turn != CHANCE), me))
        total += state.odds(move) * values[-1] if state.turn == CHANCE else 0.0
    return total if state.turn == CHANCE else max(values) if state.turn == me else min(values)


def replies(state: Any, depth: int, me: int) -> float:
    """One opponent answers each move."""
    if state.over():
        return float(state.utility(me))
    if depth == 0:
        return float(state.evaluate_for(me))
    values = []
    for player in range(state.players):
        if (player == me) == (state.turn == me):
            here = state.copy()
            here.turn = player
            for move in here.legal():
                child = here.copy()
                child.play(move)
                if player != me:
                    child.turn = me
                values.append(replies(child, depth - 1, me))
    return max(values) if state.turn == me else min(values)


@pytest.mark.parametrize(("kind", "twin"), [("paranoid", paranoid), ("best_reply", replies)])
@pytest.mark.parametrize("prune", [False, True])
def test_one_against_all(kind: str, twin: Any, prune: bool) -> None:
    """On random trees and in Chinese checkers: the value, and a move that has it."""
    searcher = MaxN(kind, prune=prune)
    lines = [(checkers(number, 6 * number), 2 + number % 2) for number in range(6)]
    if kind == "paranoid":
        lines += [(Playthrough(wild(seed, level=4)), 3) for seed in range(40)]
    for playthrough, depth in lines:
        me = playthrough.turn
        result = searcher.think(playthrough, Limits(depth=depth))
        assert result.depth == depth or result.stopped_by == "proven"
        assert result.value == pytest.approx(twin(playthrough.state, depth, me), abs=1e-9)
        after = playthrough.state.copy()
        after.play(result.move)
        assert twin(after, depth - 1, me) == pytest.approx(result.value, abs=1e-9)


def before_the_end(number: int) -> Playthrough | None:
    """One move before a player arrives, if that game ended so."""
    playthrough = checkers(number, 10_000)
    winner = playthrough.state.winner()
    playthrough.undo()
    return playthrough if playthrough.turn == winner else None


def test_what_is_proven() -> None:
    """A win against everybody is one; what max^n expects of the others is not."""
    playthrough = next(playthrough for number in range(30) if (playthrough := before_the_end(number)))
    for kind in ("paranoid", "maxn", "best_reply"):
        result = MaxN(kind).think(playthrough, Limits(seconds=5))
        assert (result.value, result.stopped_by, result.depth) == (1.0, "proven", 1)
        assert result.proven == ("win" if kind == "paranoid" else "")
        after = playthrough.copy()
        after.play(result.move)
        assert after.state.winner() == playthrough.turn


def test_rounds_and_lines() -> None:
    playthrough = checkers(1, 6)
    for kind, plies in (("maxn", 3), ("paranoid", 3), ("best_reply", 2)):
        by_rounds = MaxN(kind, rounds=True).think(playthrough, Limits(depth=1))
        by_plies = MaxN(kind).think(playthrough, Limits(depth=plies), lines=3)
        assert by_rounds.value == by_plies.value
        values = [entry.value for entry in by_plies.lines]
        assert values == sorted(values, reverse=True)
        assert len({entry.move for entry in by_plies.lines}) == 3
        assert by_plies.algorithm == kind


def test_limits_stop_the_search() -> None:
    playthrough = checkers(3, 6)
    for kind in ("maxn", "paranoid", "best_reply"):
        searcher = MaxN(kind)
        stopped = searcher.think(playthrough, Limits(nodes=3000))
        assert (stopped.stopped_by, stopped.nodes <= 3001) == ("nodes", True)
        assert stopped.move in playthrough.moves()
        again = MaxN(kind).think(playthrough, Limits(nodes=3000))
        assert (again.move, again.value) == (stopped.move, stopped.value)
        assert searcher.think(playthrough, Limits(seconds=0.05)).stopped_by == "seconds"
        stop_event = threading.Event()
        threading.Timer(0.05, stop_event.set).start()
        assert searcher.think(playthrough, Limits(seconds=60), stop_event=stop_event).stopped_by == "stop"


def test_what_it_cannot_serve() -> None:
    with pytest.raises(Unsupported, match=r"hidden information.* use determinised"):
        MaxN().think(catalogue.make("kuhn_poker"))
    with pytest.raises(Unsupported, match=r"chance moves.* use .*maxn.* paranoid"):
        MaxN("best_reply").think(wild(0))
    with pytest.raises(BadParameter, match="maxn, paranoid, best_reply"):
        MaxN("minn")
    with pytest.raises(BadLimit, match="at most 20"):
        MaxN(rounds=True).think(checkers(0, 0), Limits(depth=21))


def test_estimates_of_chinese_checkers() -> None:
    """Every player's estimate: the mover's own is `evaluate`, and the leader's is the largest."""
    playthrough = checkers(0, 9)
    state = playthrough.state
    values = [state.evaluate_for(player) for player in range(3)]
    assert values[state.turn] == state.evaluate()
    ways = [state.way_to_go(player) for player in range(3)]
    assert values.index(max(values)) == ways.index(min(ways))
    assert all(math.isfinite(value) for value in values)


def test_one_signature_a_game() -> None:
    """A recursive kernel with two signatures for one game crashes when it is read from the disk cache."""
    for kind in ("maxn", "best_reply"):
        MaxN(kind).think(checkers(0, 0), Limits(depth=2))
    for kernel in (maxn_kernel, best_reply):
        games = [signature[0] for signature in getattr(kernel, "signatures", [])]
        assert len(set(games)) == len(games)
