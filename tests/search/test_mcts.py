"""Compiled Monte Carlo tree search: the textbook's tree node by node, proofs, limits, memory, threads."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.game.small_games import Circle, Coin, ForbiddenCircle
from tests.search.tree_games import Graph
from zermelo.errors import BadLimit, Unsupported
from zermelo.game import BY_UTILITY, CHECKER_LOSES, FIRST_LOSES, Game
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.connect_four import ConnectFour
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult
from zermelo.search.mcts.atomics import READY
from zermelo.search.mcts.mcts import Mcts, children
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.mcts.tree import NODE, ROOT
from zermelo.textbook import run
from zermelo.textbook.uct import Node, uct

pytestmark = pytest.mark.xdist_group("mcts")  # one process compiles the kernels, once

SMALL = MctsOptions(memory=20.0, reuse=False)
TIC_TAC_TOE = catalogue.make("tic_tac_toe")


class Loop(Circle):
    """The ring with an end that counts: laps are points for the player who is ahead when time runs out."""

    stalled = BY_UTILITY
    capped = BY_UTILITY

    def utility(self, player: int) -> float:
        points = (2.0 * self.lap - 5.0 + self.at) / 16.0
        return points if player == 0 else -points


def think(game: Any, simulations: int, options: MctsOptions = SMALL, **more: Any) -> SearchResult:
    return Mcts(options).think(game, Limits(simulations=simulations), **more)


def count_equal(searcher: Mcts, place: int, node: Node) -> int:
    """Assert that the tree under a node is the textbook's, visits and children; how many nodes were compared."""
    mine = searcher.tree.nodes[place]
    assert int(mine.n) == node.visits
    found = 0
    for child in range(int(mine.first), int(mine.first) + int(mine.count)) if mine.ready == READY else ():
        move = int(searcher.tree.nodes[child].move)
        if move in node.children:
            found += count_equal(searcher, child, node.children[move])
        else:
            assert searcher.tree.nodes[child].n == 0
    assert len(node.children) == sum(int(n) > 0 for n in children(searcher.tree, place)["n"])
    return 1 + found


@pytest.mark.parametrize(
    ("name", "settings", "simulations"),
    [
        ("tic_tac_toe", {}, 1500),
        ("connect_four", {"columns": "4", "height": "4"}, 700),
        ("kalah", {"pits": "2", "seeds": "3"}, 700),  # results in points, turns of several moves
        ("pig", {"goal": "10"}, 700),  # chance
        ("chinese_checkers", {"players": "3", "side": "2"}, 12),  # three players, repetition and a cap
    ],
)
def test_the_tree_is_the_textbooks(name: str, settings: dict[str, str], simulations: int) -> None:
    """Same seed, same tree: visits of every node."""
    line = Playthrough(catalogue.make(name, settings))
    assert compare(line, simulations, 3) >= min(simulations // 3, 60)


def compare(line: Playthrough, simulations: int, seed: int) -> int:
    searcher = Mcts(replace(SMALL, seed=seed))
    while line.turn < 0:
        line.play(line.moves()[0])
    found = searcher.think(line, Limits(simulations=simulations))
    half = 0.5 * (line.state.highest - line.state.lowest)  # our C is in units of half the range
    root = Node(viewed(line), -1)
    answer = run(uct(line, simulations=simulations, exploration=half * 2**0.5, seed=seed, root=root))
    nodes = count_equal(searcher, ROOT, root)
    assert found.move == answer.move
    assert found.value == pytest.approx(answer.value, abs=1e-6)
    assert found.nodes == simulations == 1 + sum(visits for _, visits in found.moves.values())
    return nodes


def viewed(line: Playthrough) -> Any:
    from zermelo.game.plain import view

    return view(line)


def test_history_ends_games_in_tree_and_playout() -> None:
    """Repetition, no progress and the cap, with the keys of the game so far: as the textbook sees them."""
    for played in ((), (0, 1, 0), (2, 1, 0, 1)):
        line = Playthrough(Loop())
        for move in played:
            line.play(move)
        assert compare(line, 400, len(played)) > 100


def test_a_forbidden_repetition_is_never_played() -> None:
    line = Playthrough(ForbiddenCircle())
    for move in (0, 0, 0):  # a fourth would be back at the start
        line.play(move)
    searcher = Mcts(SMALL)
    for _ in range(12):
        found = searcher.think(line, Limits(simulations=300))
        assert set(found.moves) == set(line.moves())
        check_lines(searcher, ROOT, line.copy(), 3)
        line.play(found.move)
        if not line.moves():
            break


def check_lines(searcher: Mcts, place: int, line: Playthrough, depth: int) -> None:
    """Every move that the tree tried is legal by the game's history."""
    for node in children(searcher.tree, place):
        if node.n > 0:
            assert int(node.move) in line.moves()
    tried = [(int(node.move), int(node.n)) for node in children(searcher.tree, place) if node.n > 20]
    first = int(searcher.tree.nodes[place].first)
    for move, _ in tried if depth else ():
        child = first + int(np.flatnonzero(searcher.tree.nodes["move"][first : first + 8] == move)[0])
        after = line.copy()
        after.play(move)
        if after.moves():
            check_lines(searcher, child, after, depth - 1)


def test_chance_is_weighed_by_its_odds() -> None:
    found = think(Coin(), 4000, replace(SMALL, exploration=0.5))
    assert found.move == 0
    assert found.value == pytest.approx(0.5, abs=0.06)


# ---------------------------------------------------------------------- solver


@pytest.mark.parametrize(
    ("name", "settings", "value"),
    [
        ("tic_tac_toe", {}, 0.0),
        ("connect_four", {"columns": "4", "height": "4"}, 0.0),
        ("hex", {"size": "3"}, 1.0),
        ("kalah", {"pits": "2", "seeds": "3"}, None),
    ],
)
def test_the_solver_proves_values(name: str, settings: dict[str, str], value: float | None) -> None:
    game = catalogue.make(name, settings)
    if value is None:
        from zermelo.textbook.minimax import minimax

        value = run(minimax(game)).value
    found = think(game, 3_000_000, replace(SMALL, solver=True, memory=200.0))
    assert found.stopped_by == "proven"
    assert found.value == value
    assert found.proven == ("win" if value > 0 else "loss" if value < 0 else "draw")
    assert found.nodes < 3_000_000


@pytest.mark.parametrize("rule", [FIRST_LOSES, CHECKER_LOSES])
def test_the_solver_knows_who_loses_by_a_repetition(rule: int) -> None:
    exact, proven = AlphaBeta(AlphaBetaOptions.exact(), tt=1), set()
    for seed in range(8):
        line = Playthrough(Graph(rule=rule, seed=seed))
        found = think(line, 50_000, replace(SMALL, solver=True))
        if found.proven:
            exact.clear()
            value = exact.think(line, Limits(depth=40)).value
            assert found.value == pytest.approx(value, abs=1e-3)
            proven.add(found.proven)
    assert proven & {"win", "loss"}


def test_a_won_position_is_won() -> None:
    line = Playthrough(TIC_TAC_TOE)
    for move in (0, 3, 1, 4):
        line.play(move)
    for options in (SMALL, replace(SMALL, solver=True)):
        found = think(line, 2000, options)
        assert (found.move, found.value > 0.9) == (2, True)
    assert found.proven == "win"
    assert found.value == 1.0
    line.play(8)  # now the opponent wins unless the row is closed
    found = think(line, 2000, replace(SMALL, solver=True))
    assert (found.move, found.proven) == (5, "win")


# ---------------------------------------------------------------------- other options

EVERYTHING = replace(SMALL, rave=True, bias=0.5, cutoff=3)


@pytest.mark.parametrize(
    "options",
    [
        replace(SMALL, tuned=True),
        EVERYTHING,
        replace(EVERYTHING, grave=0, cutoff=0),
        replace(EVERYTHING, grave=1000, bias=1e-9, cutoff=100),
    ],
    ids=["tuned", "grave", "rave", "root statistics"],
)
def test_options_play_legally_and_well(options: MctsOptions) -> None:
    """Each finds the only move that does not lose, and gives the same answer twice."""
    line = Playthrough(TIC_TAC_TOE)
    for move in (0, 4, 8):
        line.play(move)
    searcher = Mcts(options)
    found = searcher.think(line, Limits(simulations=3000))
    assert found.move in (1, 3, 5, 7), "a corner loses"
    assert set(found.moves) == set(line.moves())
    assert sum(visits for _, visits in found.moves.values()) == 2999
    again = searcher.think(line, Limits(simulations=3000))
    assert (again.moves, again.line) == (found.moves, found.line)
    for move in found.line:
        line.play(move)


@pytest.mark.parametrize("options", [SMALL, replace(SMALL, tuned=True), replace(EVERYTHING, grave=0)])
def test_the_next_choice_has_the_highest_bound(options: MctsOptions) -> None:
    """One simulation more goes where the formula says, computed here from all that the tree holds."""
    searcher = Mcts(options)
    for simulations in range(60, 90):
        before = searcher.think(TIC_TAC_TOE, Limits(simulations=simulations)).moves
        t = float(simulations)
        bounds = {}
        first = int(searcher.tree.nodes["first"][ROOT])
        for place in range(first, first + 9):
            node = searcher.tree.nodes[place]
            n, mean = int(node.n), int(node.w) / 2**30 / int(node.n)
            if options.tuned:
                variance = int(searcher.tree.squares["w"][place]) / 2**28 / n - mean**2
                bound = mean + math.sqrt(math.log(t) / n * min(1.0, variance + 4 * math.sqrt(2 * math.log(t) / n)))
            elif options.rave:
                later, total = searcher.tree.amaf[place]
                share = later / (later + n + 1e-5 * later * n)
                prior = float(searcher.tree.priors["value"][place])
                bound = (1 - share) * mean + share * total / max(later, 1)
                bound += 0.3 * math.sqrt(math.log(t) / (n + 1)) + options.bias * prior / (n + 1)
            else:
                bound = mean + math.sqrt(2 * math.log(t) / n)
            bounds[int(node.move)] = bound
        after = searcher.think(TIC_TAC_TOE, Limits(simulations=simulations + 1)).moves
        (chosen,) = [move for move in before if after[move][1] > before[move][1]]
        assert bounds[chosen] == pytest.approx(max(bounds.values()), abs=1e-6)


def test_interpreted_and_compiled_grow_the_same_tree() -> None:
    """The kernel without the compiler, in another process."""
    program = """
from zermelo.games import catalogue
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.common.limits import Limits
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.mcts.mcts import Mcts
for options in (MctsOptions(memory=1), MctsOptions(memory=1, rave=True, bias=0.5, cutoff=3)):
    print(sorted(Mcts(options).think(catalogue.make("tic_tac_toe"), Limits(simulations=150)).moves.items()))
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    for shown, options in zip(done.stdout.splitlines(), (SMALL, EVERYTHING), strict=True):
        assert shown == str(sorted(think(TIC_TAC_TOE, 150, options).moves.items()))


# ---------------------------------------------------------------------- threads, memory, reuse


def test_visits_of_two_threads_add_up() -> None:
    searcher = Mcts(replace(SMALL, threads=2))
    found = searcher.think(TIC_TAC_TOE, Limits(simulations=40_001))
    assert found.nodes == 40_001 == searcher.tree.nodes["n"][ROOT]
    assert found.move == 4
    check_sums(searcher, ROOT)


def test_accounts_are_settled_when_a_search_is_stopped() -> None:
    """Threads keep visits to themselves for a while; stopped in the middle, none is lost or counted twice."""
    searcher = Mcts(replace(SMALL, memory=200.0, threads=2))
    stop_event = threading.Event()
    timer = threading.Timer(0.02, stop_event.set)

    def hear(found: SearchResult) -> None:
        if found.nodes > 20_000 and not timer.is_alive() and not stop_event.is_set():  # long enough for busy nodes
            timer.start()

    found = searcher.think(TIC_TAC_TOE, Limits(seconds=60), stop_event=stop_event, on_update=hear)
    assert found.stopped_by == "stop"
    nodes = searcher.tree.nodes[: int(searcher.tree.used[0])]
    parents = nodes[nodes["ready"] == READY]
    own = parents["n"].astype(np.int64) - below(nodes, parents, "n")
    assert own.min() >= 1, "every node has had a playout of its own"
    assert own.max() <= 20, "and those of a thread that came while its children were made"
    rest = parents["w"][1:] + below(nodes, parents, "w")[1:]  # good for one player is bad for the other
    assert (np.abs(rest) <= own[1:] * 2**30).all(), "the results of these playouts, and no loss is left"
    assert abs(parents["w"][0] - below(nodes, parents, "w")[0]) <= own[0] * 2**30  # the root: its own player's view


def below(nodes: Any, parents: Any, field: str) -> Any:
    """The sum of a field over the children of each parent."""
    before = np.concatenate(([0], np.cumsum(nodes[field], dtype=np.int64)))  # of all nodes that stand before one
    first = parents["first"].astype(np.int64)
    return before[first + parents["count"]] - before[first]


def check_sums(searcher: Mcts, place: int) -> None:
    """A node's visits are its own playouts and its children's visits; no virtual loss is left."""
    node = searcher.tree.nodes[place]
    assert abs(int(node.w)) <= int(node.n) * 2**30
    below = children(searcher.tree, place)
    if len(below):
        assert 1 <= int(node.n) - int(below["n"].sum()) <= 20, "its first playout, and those of threads in the way"
        for child in range(int(node.first), int(node.first) + int(node.count)):
            check_sums(searcher, child)


def test_a_full_tree_drops_what_is_visited_least() -> None:
    options = replace(SMALL, memory=1000 * NODE.itemsize / 1e6)
    searcher = Mcts(options)
    found = searcher.think(TIC_TAC_TOE, Limits(simulations=20_000))
    assert searcher.tree.used[0] <= 1000
    assert found.nodes == 20_000 == 1 + sum(visits for _, visits in found.moves.values())
    assert found.move == 4
    assert any("dropped" in note for note in found.notes)
    for place in range(int(searcher.tree.used[0])):
        node = searcher.tree.nodes[place]
        if node.ready == READY:
            assert place < node.first
            assert int(node.first) + int(node.count) <= searcher.tree.used[0]
            assert children(searcher.tree, place)["n"].sum() <= node.n


def test_a_tree_that_cannot_shrink_stops_growing() -> None:
    searcher = Mcts(replace(SMALL, memory=1000 * NODE.itemsize / 1e6))
    searcher.tree = searcher.tree._replace(nodes=searcher.tree.nodes[:12])  # the root and its children
    found = searcher.think(TIC_TAC_TOE, Limits(simulations=3000))
    assert found.nodes == 3000
    assert any("no new nodes" in note for note in found.notes)


def test_the_tree_is_kept_when_the_game_goes_on() -> None:
    searcher = Mcts(replace(SMALL, reuse=True))
    line = Playthrough(TIC_TAC_TOE)
    first = searcher.think(line, Limits(simulations=5000))
    line.play(first.move)
    line.play(first.line[1])
    place = int(np.argmax(children(searcher.tree, ROOT)["n"])) + int(searcher.tree.nodes["first"][ROOT])
    kept = dict(zip(*(children(searcher.tree, place)[name].tolist() for name in ("move", "n")), strict=True))
    kept_visits = kept[first.line[1]]
    second = searcher.think(line, Limits(simulations=1000))
    assert searcher.tree.nodes["n"][ROOT] == kept_visits + 1000
    assert sum(visits for _, visits in second.moves.values()) == kept_visits + 999
    assert any("kept" in note for note in second.notes)
    assert set(second.moves) == set(line.moves())
    other = Playthrough(TIC_TAC_TOE)
    other.play(8)
    assert searcher.think(other, Limits(simulations=100)).moves == think(other, 100).moves, (
        "no continuation: a new tree"
    )


def test_a_small_kept_tree_proves_every_move_of_a_game() -> None:
    """Memory, threads, solver and reuse together: what is proven stays right when nodes were dropped."""
    searcher = Mcts(MctsOptions(memory=0.1, threads=2, solver=True))
    line = Playthrough(TIC_TAC_TOE)
    while line.moves():
        found = searcher.think(line, Limits(simulations=200_000))
        assert (found.proven, found.value) == ("draw", 0.0)
        assert set(found.moves) == set(line.moves())
        line.play(found.move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


# ---------------------------------------------------------------------- behaviour


def test_limits_stop_the_search() -> None:
    searcher = Mcts(SMALL)
    assert searcher.think(TIC_TAC_TOE, Limits(simulations=500)).stopped_by == "simulations"
    assert searcher.think(TIC_TAC_TOE, Limits(nodes=500)).stopped_by == "nodes"
    assert searcher.think(TIC_TAC_TOE, Limits(simulations=500, nodes=200)).nodes == 200
    assert searcher.think(TIC_TAC_TOE, Limits(seconds=0.1)).stopped_by == "seconds"
    stop_event = threading.Event()
    threading.Timer(0.1, stop_event.set).start()
    assert searcher.think(TIC_TAC_TOE, Limits(seconds=60), stop_event=stop_event).stopped_by == "stop"
    line = Playthrough(TIC_TAC_TOE)
    for move in (0, 1, 2, 4, 3, 5, 7, 6):
        line.play(move)
    assert searcher.think(line, Limits(seconds=60)).stopped_by == "one move"


def test_one_simulation_has_an_answer() -> None:
    assert think(TIC_TAC_TOE, 1).move in TIC_TAC_TOE.legal()


def test_updates_do_not_change_the_answer() -> None:
    seen: list[SearchResult] = []
    told = think(TIC_TAC_TOE, 9000, on_update=seen.append)
    assert len(seen) >= 2
    assert [found.nodes for found in seen] == sorted(found.nodes for found in seen)
    assert think(TIC_TAC_TOE, 9000).moves == told.moves
    assert think(TIC_TAC_TOE, 9000, replace(SMALL, seed=1)).moves != told.moves


def test_several_lines() -> None:
    found = think(TIC_TAC_TOE, 3000, lines=4)
    assert len({line.move for line in found.lines}) == 4
    visits = [found.moves[line.move][1] for line in found.lines]
    assert visits == sorted(visits, reverse=True)
    assert found.algorithm == "mcts"
    assert found.line == found.lines[0].moves


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("kuhn_poker", SMALL, "use determinised"),
        ("pig", replace(SMALL, solver=True), "leave solver off"),
        ("chinese_checkers", replace(SMALL, solver=True), "leave solver off"),
    ],
)
def test_games_it_cannot_serve(name: str, options: MctsOptions, sentence: str) -> None:
    line = Playthrough(catalogue.make(name, {"players": "3"} if name == "chinese_checkers" else {}))
    while line.turn < 0:
        line.play(line.moves()[0])
    with pytest.raises(Unsupported, match=sentence):
        Mcts(options).think(line)


def test_bad_questions() -> None:
    with pytest.raises(BadLimit, match="no depth"):
        Mcts(SMALL).think(TIC_TAC_TOE, Limits(depth=3))
    with pytest.raises(BadLimit, match="chance is to move"):
        Mcts(SMALL).think(catalogue.make("backgammon"))
    for wrong, sentence in (
        ({"memory": 0.001}, "some memory"),
        ({"memory": 1e12}, "does not fit"),
        ({"threads": 0}, "threads must lie"),
        ({"exploration": float("nan")}, "exploration must be"),
        ({"cutoff": -1}, "cutoff must be"),
        ({"tuned": True, "rave": True}, "give one of them"),
    ):
        with pytest.raises(BadLimit, match=sentence):
            Mcts(replace(SMALL, **wrong))
    over = Playthrough(ConnectFour())
    for move in random_game(ConnectFour(), 1):
        over.play(move)
    with pytest.raises(BadLimit, match="game is over"):
        Mcts(SMALL).think(over)


def test_a_node_is_small() -> None:
    assert NODE.itemsize == 24
    assert issubclass(Loop, Game)
