"""The conventions of perft: moves, turns, distinct turns, positions, forbidding rules, threads."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game.small_games import Circle, Coin, ForbiddenCircle, TwoSteps, naive_perft
from zermelo.errors import BadLimit, BadRules, Unsupported
from zermelo.game import Game, Row, i16, put
from zermelo.game.batch import Batch
from zermelo.game.perft import divide, perft, positions
from zermelo.game.playouts import playouts, random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.connect_four import ConnectFour


@pytest.mark.parametrize("game", [Circle, TwoSteps, Coin])
def test_equals_its_definition(game: type) -> None:
    state = game()
    for depth in range(6):
        assert perft(state, depth) == naive_perft(state, depth)
        assert perft(state, depth, threads=2) == naive_perft(state, depth)


def test_turns_distinct_turns_and_positions() -> None:
    state = TwoSteps()
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [3, 9, 27, 81]
    assert [perft(state, depth, turns=True) for depth in (1, 2)] == [9, 81]
    assert [perft(state, depth, turns=True, distinct=True) for depth in (1, 2)] == [5, 25], "0 to 4 by several ways"
    assert positions(state, 4) == 7
    assert perft(state, 7, turns=True) == 0, "no game has more than six turns"


def test_every_last_move_made_gives_the_same() -> None:
    assert [perft(ConnectFour(), depth, made=True) for depth in range(1, 6)] == [7, 49, 343, 2401, 16807]


def test_forbidden_positions_are_left_out() -> None:
    line = Playthrough(ForbiddenCircle())

    def count(depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in line.moves():
            line.play(move)
            total += count(depth - 1)
            line.undo()
        return total

    for depth in range(1, 6):
        assert perft(Playthrough(ForbiddenCircle()), depth) == count(depth)
    assert perft(ForbiddenCircle(), 5) < perft(Circle(), 5)


def test_divide_adds_up() -> None:
    rows = divide(ConnectFour(), 4)
    assert [text for text, _ in rows] == list("abcdefg")
    assert sum(count for _, count in rows) == 2401
    assert len(divide(TwoSteps(), 2, turns=True)) == 9


def test_a_finished_game_counts_nothing() -> None:
    line = Playthrough(ConnectFour())
    for move in (0, 1, 0, 1, 0, 1, 0):
        line.play(move)
    assert perft(line, 0) == 1
    assert perft(line, 1) == 0


@pytest.mark.parametrize("depth", [-1, 33, 10**9])
def test_senseless_depths_are_refused(depth: int) -> None:
    with pytest.raises(BadLimit, match="between 0 and 32"):
        perft(ConnectFour(), depth)


class Liar(Game):
    """Promises 3 moves and writes 30 where the second player moves."""

    most_moves = 3

    def moves(self, out: Row) -> int:
        n = 0
        for move in range(3 + 27 * self.turn):
            n = put(out, n, move)
        return n

    def play(self, move: int) -> None:
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        return 0.0


class LongTurn(Game):
    """One turn of 500 forced moves."""

    most_moves = 1
    longest = 500
    walked: i16

    def moves(self, out: Row) -> int:
        return put(out, 0, 0)

    def play(self, move: int) -> None:
        self.walked += 1

    def over(self) -> bool:
        return self.walked >= 500

    def midturn(self) -> bool:
        return self.walked % 500 != 0

    def utility(self, player: int) -> float:
        return 0.0


class EndlessTurn(LongTurn):
    """A turn without an end."""

    longest = 0

    def over(self) -> bool:
        return False

    def midturn(self) -> bool:
        return True


TOLD = "Liar writes more moves than most_moves = 3 promises"


@pytest.mark.parametrize(
    "options", [{}, {"turns": True}, {"made": True}, {"turns": True, "distinct": True}, {"threads": 2}], ids=str
)
def test_perft_tells_when_more_moves_are_written_than_promised(options: dict[str, Any]) -> None:
    assert perft(Liar(), 1, **options) == (1 if "distinct" in options else 3)
    for depth in (2, 4):
        with pytest.raises(BadRules, match=TOLD):
            perft(Liar(), depth, **options)


def test_random_games_and_batches_tell_it_too() -> None:
    with pytest.raises(BadRules, match=TOLD):
        playouts(Liar(), 10)
    with pytest.raises(BadRules, match=TOLD):
        random_game(Liar(), longest=4)
    batch = Batch(Liar(), 4)
    with pytest.raises(BadRules, match=TOLD):
        batch.step(batch.moves()[0][:, 0])
    with pytest.raises(BadRules, match=TOLD):
        Batch(Liar(), 4).play_random(3)


def test_turns_longer_than_the_rows_of_moves() -> None:
    assert perft(LongTurn(), 1, turns=True) == 1
    with pytest.raises(Unsupported, match="more than 1025 moves"):
        perft(EndlessTurn(), 1, turns=True)
