"""Threads that ask the same player: they wait for each other, and each gets the answer to its own question."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from zermelo.errors import Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import player
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.chance.expectimax import Expectimax
from zermelo.search.chance.expectiminimax import Expectiminimax
from zermelo.search.common.limits import Limits
from zermelo.search.manyplayer.maxn import MaxN
from zermelo.search.mcts.mcts import Mcts
from zermelo.search.proof.dfpn import DfPn

SEARCHERS = {
    "alphabeta": AlphaBeta, "expectimax": Expectimax, "expectiminimax": Expectiminimax, "maxn": MaxN, "mcts": Mcts,
    "dfpn": DfPn,
}  # fmt: skip


def positions(game: str) -> list[Playthrough]:
    """Positions with one or two moves played."""
    found = []
    start = Playthrough(catalogue.make(game))
    for move in start.moves():
        first = start.copy()
        first.play(move)
        found.append(first)
        second = first.copy()
        second.play(second.moves()[0])
        found.append(second)
    return found


def ask_at_once(asked: list[Playthrough], ask: Callable[[Playthrough], Any]) -> None:
    """Ask about all positions from four threads; every answer is a line of its own position."""
    with ThreadPoolExecutor(4) as pool:
        for line, found in zip(asked, pool.map(ask, asked), strict=True):
            after = line.copy()
            for move in found.line or (found.move,):
                assert move in after.moves()
                after.play(move)


@pytest.mark.parametrize("text", ["alphabeta:depth=4", "minimax:depth=3", "best:level=2", "mcts:sims=200,reuse=no"])
def test_one_player_asked_by_many(text: str) -> None:
    thinker = player(text)
    ask_at_once(positions("tic_tac_toe") * 2, thinker.think)


@pytest.mark.parametrize("name", SEARCHERS)
def test_one_searcher_asked_by_many(name: str) -> None:
    searcher = SEARCHERS[name]()
    limits = Limits(nodes=300) if name in ("mcts", "dfpn") else Limits(depth=3)
    ask_at_once(positions("tic_tac_toe"), lambda line: searcher.think(line, limits))


@pytest.mark.parametrize("name", ["alphabeta", "expectiminimax", "dfpn"])
def test_a_second_question_waits_for_the_first(name: str) -> None:
    searcher = SEARCHERS[name]()
    inside, go_on, second = threading.Event(), threading.Event(), threading.Event()

    def hold(_: object) -> None:
        inside.set()
        go_on.wait(20)

    def ask_second() -> None:
        searcher.think(TicTacToe(), Limits(nodes=50))
        second.set()

    first = threading.Thread(target=lambda: searcher.think(TicTacToe(), Limits(nodes=50), on_update=hold))
    other = threading.Thread(target=ask_second)
    first.start()
    assert inside.wait(60)
    other.start()
    assert not second.wait(0.3), "the second question was searched in the middle of the first"
    go_on.set()
    assert second.wait(60)
    first.join()
    other.join()


def test_a_question_inside_an_answer_is_refused() -> None:
    thinker = player("alphabeta:depth=2")

    def ask_again(_: object) -> None:
        thinker.think(TicTacToe())

    with pytest.raises(Unsupported, match="is at work on a question"):
        thinker.think(TicTacToe(), on_update=ask_again)
    assert thinker.think(TicTacToe()).move >= 0, "the player can be asked again"
