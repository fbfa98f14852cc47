"""Random games: the same at every speed and on any number of threads, with the statistics that theory gives."""

from __future__ import annotations

import numpy as np
import pytest

from tests.game.small_games import Circle, Coin
from tests.search.tree_games import Graph
from zermelo.errors import BadLimit
from zermelo.game import CHECKER_LOSES, DRAW, FIRST_LOSES
from zermelo.game.batch import Batch
from zermelo.game.playouts import playouts, random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.connect_four import ConnectFour


def test_threads_do_not_change_the_games() -> None:
    one, two = playouts(ConnectFour(), 2001, seed=5), playouts(ConnectFour(), 2001, seed=5, threads=2)
    assert (one.moves, one.results, one.longest) == (two.moves, two.results, two.longest)
    assert one.moves != playouts(ConnectFour(), 2001, seed=6).moves


def test_lines_and_playouts_are_the_same_games() -> None:
    lines = [random_game(ConnectFour(), 3, number) for number in range(50)]
    assert sum(map(len, lines)) == playouts(ConnectFour(), 50, seed=3).moves


def test_random_games_keep_the_history_rules() -> None:
    for number in range(40):
        moves = random_game(Circle(), 1, number)
        line = Playthrough(Circle())
        for move in moves:
            assert line.outcome() is None
            line.play(move)
        assert line.outcome() is not None


@pytest.mark.parametrize("rule", [DRAW, FIRST_LOSES, CHECKER_LOSES])
def test_what_a_repetition_means_is_the_same_at_every_speed(rule: int) -> None:
    """Draws, losses of the first player and of who gives perpetual check: compiled games end as playthroughs do."""
    start = Graph(rule=rule, seed=1)
    results = [0, 0, 0]
    for number in range(200):
        line = Playthrough(start)
        for move in random_game(start, 4, number):
            line.play(move)
        outcome = line.outcome()
        assert outcome is not None
        first, second = outcome.utilities
        assert first == -second
        results[0 if first > 0 else 2 if first < 0 else 1] += 1
    wins, draws, losses = playouts(start, 200, seed=4).results[0]
    assert [wins, draws, losses] == results
    assert (wins + losses > 0) == (rule != DRAW)


def test_chance_follows_the_odds() -> None:
    report = playouts(Coin(), 40_000, seed=1)
    assert abs(report.utilities[0] - 0.0) < 4 * report.errors[0] / 1.96
    heads = [random_game(Coin(), 2, number)[1] for number in range(2000)].count(0)
    assert abs(heads / 2000 - 0.75) < 0.05


def test_first_player_edge_of_connect_four() -> None:
    """The C program of the benchmarks and OpenSpiel agree on 21.3 moves and +0.114 for the first player."""
    report = playouts(ConnectFour(), 100_000, seed=9)
    assert abs(report.mean_length - 21.31) < 0.15
    assert abs(report.utilities[0] - 0.1137) < 0.02
    assert 6.5 < report.branching < 6.9


def test_senseless_numbers_are_refused() -> None:
    with pytest.raises(BadLimit, match="at least 1"):
        playouts(ConnectFour(), 0)


def test_a_batch_steps_resets_and_refuses() -> None:
    batch = Batch(ConnectFour(), 8, seed=4)
    _, counts = batch.moves()
    assert counts.tolist() == [7] * 8
    ended = np.zeros(8, bool)
    for column in (0, 1, 0, 1, 0, 1, 0):
        ended, utilities = batch.step(np.full(8, column))
    assert ended.all()
    assert utilities.tolist() == [[1.0, -1.0]] * 8
    with pytest.raises(Exception, match="move 0 is not legal in lane 0; nothing was played"):
        batch.step(np.zeros(8, np.int32))
    batch.reset(ended)
    assert batch.moves()[1].tolist() == [7] * 8
    assert 300 < 8 * 2000 / 21.3 * 0.5 < batch.play_random(2000) < 8 * 2000 / 21.3 * 1.5
