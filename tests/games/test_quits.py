"""Quits: corner cases of the rules, notation, and a second generator of moves in another style."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.quits import Quits

START = "2oo1/3oo/x3o/xx3/1xx2 0-0 x -"


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Quits.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- a second generator


class Naive:
    """Rows of strings, shifted as strings; columns by transposing the board."""

    def __init__(self, wrap: bool) -> None:
        self.wrap = wrap
        self.rows = [".xx..", "xx...", "x...o", "...oo", "..oo."]  # from the bottom
        self.out = {"x": 0, "o": 0}
        self.mover, self.banned = "x", ""

    def columns(self) -> list[str]:
        return ["".join(column) for column in zip(*self.rows, strict=True)]

    def moves(self) -> set[str]:
        found = set()
        ahead = 1 if self.mover == "x" else -1
        for y in range(5):
            for x in range(5):
                for dx, dy in ((ahead, ahead), (1, -1), (-1, 1)):
                    inside = 0 <= x + dx < 5 and 0 <= y + dy < 5
                    if self.rows[y][x] == self.mover and inside and self.rows[y + dy][x + dx] == ".":
                        found.add(f"{'abcde'[x]}{y + 1}-{'abcde'[x + dx]}{y + dy + 1}")
        for names, lines, ways in (("12345", self.rows, "><"), ("abcde", self.columns(), "^v")):
            for name, line in zip(names, lines, strict=True):
                if self.mover in line:
                    found |= {name + ways[0]} if self.wrap or line[-1] == "." else set()
                    found |= {name + ways[1]} if self.wrap or line[0] == "." else set()
        return found - {self.banned}

    def play(self, move: str) -> None:
        self.banned = ""
        if "-" in move:
            (a, b), (c, d) = (("abcde".index(end[0]), int(end[1]) - 1) for end in move.split("-"))
            grid = [list(row) for row in self.rows]
            grid[d][c], grid[b][a] = grid[b][a], "."
            self.rows = ["".join(row) for row in grid]
        else:
            self.banned = move[0] + {">": "<", "<": ">", "^": "v", "v": "^"}[move[1]]
            lines = self.rows if move[1] in "><" else self.columns()
            at = ("12345" if move[1] in "><" else "abcde").index(move[0])
            line = lines[at]
            lines[at] = line[-1] + line[:-1] if move[1] in ">^" else line[1:] + line[0]
            self.rows = lines
            if move[1] not in "><":
                self.rows = self.columns()
        if self.rows[4][4] == "x":
            self.rows[4] = self.rows[4][:4] + "."
            self.out["x"] += 1
        if self.rows[0][0] == "o":
            self.rows[0] = "." + self.rows[0][1:]
            self.out["o"] += 1
        self.mover = "o" if self.mover == "x" else "x"


@pytest.mark.parametrize("wrap", [False, True])
def test_the_same_games_by_another_program(wrap: bool, long_run: bool) -> None:
    for seed in range(500 if long_run else 5):
        dice = random.Random(seed)
        state: Any = Quits(wrap=wrap)
        other = Naive(wrap)
        for _ in range(200):
            winners = [sign for sign, out in other.out.items() if out == 3]
            assert state.over() == bool(winners)
            if winners:
                assert state.utility("xo".index(winners[0])) == 1.0
                break
            moves = other.moves()
            assert texts(state) == moves
            move = dice.choice(sorted(moves))
            state.play(state.parse_move(move))
            other.play(move)
            assert ["".join(state.sign(5 * y + x) for x in range(5)) for y in range(5)] == other.rows
            assert list(state.out) == list(other.out.values())


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Quits()
    assert state.to_text() == START
    assert texts(state) == {"a3-b4", "a2-b3", "b2-c3", "b1-c2", "c1-d2", "1>", "1<", "2>", "a^", "av", "b^"}


def test_never_back() -> None:
    state = after("5/5/2x2/5/1oooo 4-1 x -", needed=5)
    assert {move for move in texts(state) if "-" in move} == {"c3-d4", "c3-b4", "c3-d2"}
    assert state.why_not("c3-b2") == "a ball goes one step diagonally, forward or to the side"


def test_a_shift_takes_an_own_ball_along() -> None:
    state = Quits()
    assert state.why_not("5>") == "x has no ball in row 5"
    state.play(state.parse_move("1>"))
    assert state.to_text() == "2oo1/3oo/x3o/xx3/2xx1 0-0 o 1>"


def test_no_ball_goes_round_unless_that_is_allowed() -> None:
    state = Quits()
    assert state.why_not("3>") == "the ball on e3 would be pushed off the board"
    assert after(START, "3>", wrap=True).to_text() == "2oo1/3oo/ox3/xx3/1xx2 0-0 o 3>"


def test_a_shift_is_not_undone_at_once() -> None:
    state = after("5/4o/xo2o/xx1o1/1xxo1 0-0 x -", "1>")
    assert "1>" not in texts(state)  # the ball on e1
    assert "1<" not in texts(state)
    assert state.why_not("1<") == "the shift just made may not be undone at once"
    later = after("5/4o/xo2o/xx1o1/1xxo1 0-0 x -", "1>", "e4-d3", "a3-b4")
    assert "1<" in texts(later)


def test_a_ball_leaves_by_a_step_or_a_shift() -> None:
    assert after("2oo1/2oxo/4o/xx3/1xx2 0-0 x -", "d4-e5").to_text() == "2oo1/2o1o/4o/xx3/1xx2 1-0 o -"
    state = after("3x1/2ooo/4o/oxx2/1xx2 0-0 x -", "5>")
    assert state.out[0] == 1


def test_the_opponent_can_push_a_ball_out() -> None:
    state = after("o2x1/3oo/4o/oxx2/1xx2 0-0 o -", "5>")
    assert list(state.out) == [1, 0]
    assert state.to_text() == "1o3/3oo/4o/oxx2/1xx2 1-0 x 5>"


def test_three_balls_win() -> None:
    state = after("5/3x1/1xoo1/oxo2/5 2-1 x -", "d4-e5")
    assert state.over()
    assert [state.utility(0), state.utility(1)] == [1.0, -1.0]
    assert state.ending() == "x has brought out 3 balls"
    assert state.why_not("b2-c3") == "the game is over"
    assert after("5/3xx/1xoo1/oxo2/1o2x 0-0 x -", "d4-e5", needed=1).ending() == "x has brought out 1 ball"


def test_stuck_loses() -> None:
    state = Quits.variant(needed=5).from_text("ooooo/5/5/5/xxxxx 0-0 x -")
    assert texts(state)  # nobody can be stuck in practice: steps forward are free here
    assert state.utility(0) == -1.0  # asked only where there is no move


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = Quits()
    assert state.parse_move("b2c3") == state.parse_move("B2-C3") == 3 * 6
    assert state.parse_move("AV") == state.parse_move("av")
    with pytest.raises(IllegalMove, match="x has no ball on c3"):
        Playthrough(state).play("c3-d4")
    assert state.why_not("7>") == state.why_not(1000) == "a move is a step such as b2-c3, or a shift such as 3> or c^"
    line = Playthrough.from_text(Quits, START + " 299")
    line.play("1>")
    assert line.outcome() is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2oo1/3oo/x3o/xx3/1xx2",
        "2oo1/3oo/x3o/xx3/1xx2 0-0 x",
        "2oo1/3oo/x3o/xx3/1xx2 0-0 z -",
        "2oo1/3oo/x3o/xx3/1xx2 0-1 x -",
        "2oo1/3oo/x3o/xx3 0-0 x -",
        "2oo1/3oo/x3o/xx3/1xx3 0-0 x -",
        "2oo1/3oo/x3o/xx3/1xz2 0-0 x -",
        "2oox/3oo/x3o/xx3/1x3 0-0 x -",
        "2oo1/3oo/x3o/xx3/1xx2 0-0 x 6>",
        "5/3oo/5/xx3/5 3-3 x -",
        "5/3oo/x3o/5/5 4-2 x -",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Quits.from_text(text)
