"""Connections: corner cases of the rules, notation, a second judge of links in another style, small boards solved."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.connections import Connections
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.common.limits import Limits
from zermelo.textbook import run
from zermelo.textbook.alphabeta import alphabeta

LETTERS = "abcdefghijklm"
EMPTY = "6/5/6/5/6/5/6/5/6/5/6"


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Connections.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- a second judge


class Naive:
    """Links as sets of two points; ways across and rings are looked for afresh after every move."""

    def __init__(self, size: int, loop_wins: bool) -> None:
        self.size, self.loop_wins = size, loop_wins
        self.links: list[set[frozenset[tuple[int, int]]]] = [set(), set()]
        span = range(1, 2 * size)
        self.free = {f"{LETTERS[x - 1]}{y}" for x in span for y in span if x % 2 == y % 2}
        self.mover = 0

    def play(self, move: str) -> None:
        x, y = LETTERS.index(move[0]) + 1, int(move[1:])
        flat = frozenset({(x - 1, y), (x + 1, y)})
        upright = frozenset({(x, y - 1), (x, y + 1)})
        self.links[self.mover].add(flat if (y % 2 == 1) == (self.mover == 0) else upright)
        self.free.remove(move)
        self.mover = 1 - self.mover

    def reached(self, player: int, start: set[tuple[int, int]]) -> set[tuple[int, int]]:
        found = set(start)
        while True:
            more = {point for link in self.links[player] if link & found for point in link} - found
            if not more:
                return found
            found |= more

    def won(self, player: int) -> bool:
        """Across, or a ring: then there are fewer groups than points less links."""
        far = 2 * self.size
        begin = {point for link in self.links[player] for point in link if point[player] == 0}
        if any(point[player] == far for point in self.reached(player, begin)):
            return True
        left = {point for link in self.links[player] for point in link}
        total, groups = len(left), 0
        while left:
            left -= self.reached(player, {next(iter(left))})
            groups += 1
        return self.loop_wins and groups > total - len(self.links[player])


@pytest.mark.parametrize("loop_wins", [True, False])
@pytest.mark.parametrize("size", [2, 3, 6, 7])
def test_the_same_games_by_another_program(size: int, loop_wins: bool, long_run: bool) -> None:
    for seed in range(200 if long_run else 4 if size < 6 else 1):
        dice = random.Random(seed)
        state: Any = Connections(size=size, loop_wins=loop_wins)
        other = Naive(size, loop_wins)
        while True:
            winners = [player for player in range(2) if other.won(player)]
            assert state.over() == bool(winners)
            if winners:
                assert [state.utility(0), state.utility(1)] == [1.0 if player in winners else -1.0 for player in (0, 1)]
                break
            assert texts(state) == other.free
            assert other.free  # a full board has a winner
            check_static_result(state, other)
            move = dice.choice(sorted(other.free))
            state.play(state.parse_move(move))
            other.play(move)


def check_static_result(state: Any, other: Naive) -> None:
    """Wins at once and threats are those that trying every move finds."""
    row = np.zeros(state.most_moves, np.int32)
    count, known = state.static_result(row)
    wins = [move for move in state.legal() if wins_at_once(state, move)]
    waiting = state.copy()
    waiting.turn = 1 - state.turn
    threats = [move for move in state.legal() if wins_at_once(waiting, move)]
    if wins:
        assert known == 1
        assert row[0] in wins
    elif threats:
        assert known == (-2 if len(threats) > 1 else 0)
        assert count == 1
        assert row[0] in threats
    else:
        assert (count, known) == (len(state.legal()), 0)


def wins_at_once(state: Any, move: int) -> bool:
    child = state.copy()
    child.play(move)
    return bool(child.over())


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Connections()
    assert state.to_text() == f"{EMPTY} r"
    assert len(state.legal()) == Connections.most_moves == 61
    assert [Connections.variant(size=size).most_moves for size in (2, 5, 7)] == [5, 41, 85]


def test_red_joins_left_and_right_white_top_and_bottom() -> None:
    state = after("2/1/2 r", "a1", "a3", "c1", size=2)
    assert state.over()
    assert state.ending() == "red has crossed the board"
    assert [state.utility(0), state.utility(1)] == [1.0, -1.0]
    assert state.why_not("b2") == "the game is over"
    state = after("3/2/3/2/3 r", "a1", "e1", "a3", "e3", "a5", "e5", size=3)
    assert state.ending() == "white has crossed the board"


def test_a_ring_wins() -> None:
    """Two links along, two upright, round the white stud between them."""
    moves = ("c1", "a5", "c3", "e5", "b2", "a1", "d2")
    state = after("3/2/3/2/3 r", *moves, size=3)
    assert state.ending() == "red has closed a ring"
    assert state.utility(0) == 1.0
    assert not after("3/2/3/2/3 r", *moves, size=3, loop_wins=False).over()


def test_the_border_is_no_part_of_a_ring() -> None:
    """Links to two studs on the left side do not close a ring with the border."""
    state = after("3/2/3/2/3 r", "a1", "c5", "a3", "e5", "b2", size=3)
    assert not state.over()


@pytest.mark.parametrize("loop_wins", [True, False])
@pytest.mark.parametrize("size", [2, 3])
def test_every_first_move_wins_on_small_boards(size: int, loop_wins: bool, long_run: bool) -> None:
    """The smaller board by the textbook, which needs no compiler."""
    if size == 3 and not long_run:
        pytest.skip("long")
    state: Any = Connections(size=size, loop_wins=loop_wins)
    for move in state.legal():
        line = Playthrough(state)
        line.play(move)
        if size == 2:
            assert run(alphabeta(line, player=1)).value == -1.0
        else:
            assert AlphaBeta(tt=16).think(line, Limits(depth=state.longest)).value < -0.9


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = after(f"{EMPTY} r", "f6", "a1", "K11")
    assert state.to_text() == "w5/5/6/5/6/2r2/6/5/6/5/5r w"
    assert Connections.from_text(state.to_text()) == state
    assert state.why_not("a1") == state.why_not(0) == "white has a link over a1"
    assert state.why_not("a2").startswith("links are laid over crossings from a1 to k11")
    assert state.why_not(61).startswith("links are laid over crossings")
    with pytest.raises(IllegalMove, match="red has a link over f6"):
        Playthrough(state).play("f6")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2/1/2",
        "2/1/2 x",
        "2/1/2 w",
        "2/1 r",
        "2/2/2 r",
        "2/1/1x r",
        "r1/1/2 r",
        "rr/1/ww r",
        "rr/w/wr r",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Connections.variant(size=2).from_text(text)
