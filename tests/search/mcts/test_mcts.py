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
from tests.search.mcts.searches import SMALL, TIC_TAC_TOE, think
from zermelo.errors import BadLimit, Unsupported
from zermelo.game import BY_UTILITY
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.connect_four import ConnectFour
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult
from zermelo.search.mcts.atomics import EXPANDED
from zermelo.search.mcts.mcts import Mcts
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.mcts.tree import ROOT, children
from zermelo.textbook import run
from zermelo.textbook.uct import Node, uct

pytestmark = pytest.mark.xdist_group("mcts")  # one process compiles the kernels, once


class Loop(Circle):
    """The ring with an end that counts: laps are points for the player who is ahead when time runs out."""

    stalled = BY_UTILITY
    capped = BY_UTILITY

    def utility(self, player: int) -> float:
        points = (2.0 * self.lap - 5.0 + self.at) / 16.0
        return points if player == 0 else -points


def count_equal(searcher: Mcts, place: int, node: Node) -> int:
    """Assert that the tree under a node is the textbook's, visits and children; how many nodes were compared."""
    mine = searcher.tree.nodes[place]
    assert int(mine.visits) == node.visits
    found = 0
    for child in (
        range(int(mine.first_child), int(mine.first_child) + int(mine.child_count)) if mine.status == EXPANDED else ()
    ):
        move = int(searcher.tree.nodes[child].move)
        if move in node.children:
            found += count_equal(searcher, child, node.children[move])
        else:
            assert searcher.tree.nodes[child].visits == 0
    assert len(node.children) == sum(int(n) > 0 for n in children(searcher.tree, place)["visits"])
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
    playthrough = Playthrough(catalogue.make(name, settings))
    assert compare(playthrough, simulations, 3) >= min(simulations // 3, 60)


def compare(playthrough: Playthrough, simulations: int, seed: int) -> int:
    searcher = Mcts(replace(SMALL, seed=seed))
    while playthrough.turn < 0:
        playthrough.play(playthrough.moves()[0])
    found = searcher.think(playthrough, Limits(simulations=simulations))
    half = 0.5 * (playthrough.state.highest - playthrough.state.lowest)  # our C is in units of half the range
    root = Node(viewed(playthrough), -1)
    answer = run(uct(playthrough, simulations=simulations, exploration=half * 2**0.5, seed=seed, root=root))
    nodes = count_equal(searcher, ROOT, root)
    assert found.move == answer.move
    assert found.value == pytest.approx(answer.value, abs=1e-6)
    assert found.nodes == simulations == 1 + sum(visits for _, visits in found.moves.values())
    return nodes


def viewed(playthrough: Playthrough) -> Any:
    from zermelo.game.plain import view

    return view(playthrough)


def test_history_ends_games_in_tree_and_playout() -> None:
    """Repetition, no progress and the cap, with the keys of the game so far: as the textbook sees them."""
    for played in ((), (0, 1, 0), (2, 1, 0, 1)):
        playthrough = Playthrough(Loop())
        for move in played:
            playthrough.play(move)
        assert compare(playthrough, 400, len(played)) > 100


def test_a_forbidden_repetition_is_never_played() -> None:
    playthrough = Playthrough(ForbiddenCircle())
    for move in (0, 0, 0):  # a fourth would be back at the start
        playthrough.play(move)
    searcher = Mcts(SMALL)
    for _ in range(12):
        found = searcher.think(playthrough, Limits(simulations=300))
        assert set(found.moves) == set(playthrough.moves())
        check_lines(searcher, ROOT, playthrough.copy(), 3)
        playthrough.play(found.move)
        if not playthrough.moves():
            break


def check_lines(searcher: Mcts, place: int, playthrough: Playthrough, depth: int) -> None:
    """Every move that the tree tried is legal by the game's history."""
    for node in children(searcher.tree, place):
        if node.visits > 0:
            assert int(node.move) in playthrough.moves()
    tried = [(int(node.move), int(node.visits)) for node in children(searcher.tree, place) if node.visits > 20]
    first = int(searcher.tree.nodes[place].first_child)
    for move, _ in tried if depth else ():
        child = first + int(np.flatnonzero(searcher.tree.nodes["move"][first : first + 8] == move)[0])
        after = playthrough.copy()
        after.play(move)
        if after.moves():
            check_lines(searcher, child, after, depth - 1)


def test_chance_is_weighed_by_its_odds() -> None:
    found = think(Coin(), 4000, replace(SMALL, exploration=0.5))
    assert found.move == 0
    assert found.value == pytest.approx(0.5, abs=0.06)


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
    playthrough = Playthrough(TIC_TAC_TOE)
    for move in (0, 4, 8):
        playthrough.play(move)
    searcher = Mcts(options)
    found = searcher.think(playthrough, Limits(simulations=3000))
    assert found.move in (1, 3, 5, 7), "a corner loses"
    assert set(found.moves) == set(playthrough.moves())
    assert sum(visits for _, visits in found.moves.values()) == 2999
    again = searcher.think(playthrough, Limits(simulations=3000))
    assert (again.moves, again.line) == (found.moves, found.line)
    for move in found.line:
        playthrough.play(move)


@pytest.mark.parametrize("options", [SMALL, replace(SMALL, tuned=True), replace(EVERYTHING, grave=0)])
def test_the_next_choice_has_the_highest_bound(options: MctsOptions) -> None:
    """One simulation more goes where the formula says, computed here from all that the tree holds."""
    searcher = Mcts(options)
    for simulations in range(60, 90):
        before = searcher.think(TIC_TAC_TOE, Limits(simulations=simulations)).moves
        t = float(simulations)
        bounds = {}
        first = int(searcher.tree.nodes["first_child"][ROOT])
        for place in range(first, first + 9):
            node = searcher.tree.nodes[place]
            n, mean = int(node.visits), int(node.total) / 2**30 / int(node.visits)
            if options.tuned:
                variance = int(searcher.tree.squares["total"][place]) / 2**28 / n - mean**2
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
    playthrough = Playthrough(TIC_TAC_TOE)
    for move in (0, 1, 2, 4, 3, 5, 7, 6):
        playthrough.play(move)
    assert searcher.think(playthrough, Limits(seconds=60)).stopped_by == "one move"


def test_one_simulation_has_an_answer() -> None:
    assert think(TIC_TAC_TOE, 1).move in TIC_TAC_TOE.legal()


def test_updates_do_not_change_the_answer() -> None:
    seen: list[SearchResult] = []
    updated = think(TIC_TAC_TOE, 9000, on_update=seen.append)
    assert len(seen) >= 2
    assert [found.nodes for found in seen] == sorted(found.nodes for found in seen)
    assert think(TIC_TAC_TOE, 9000).moves == updated.moves
    assert think(TIC_TAC_TOE, 9000, replace(SMALL, seed=1)).moves != updated.moves


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
    playthrough = Playthrough(catalogue.make(name, {"players": "3"} if name == "chinese_checkers" else {}))
    while playthrough.turn < 0:
        playthrough.play(playthrough.moves()[0])
    with pytest.raises(Unsupported, match=sentence):
        Mcts(options).think(playthrough)


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
