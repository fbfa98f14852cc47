"""Pylos: what lies on what, squares and taking back, the ball on top, notation, the rules written a second time."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.pylos import Pylos

EMPTY = "..../..../..../....|.../.../...|../..|."


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Pylos.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Pylos()
    assert state.to_text() == EMPTY + " w"
    assert texts(state) == {f"1{c}{r}" for c in "abcd" for r in range(1, 5)}
    assert state.evaluate() == 0.0


def test_four_balls_carry_one() -> None:
    state = after("..../..../wb../bw..|.../.../...|../..|. w")
    assert "2a1" in texts(state)
    assert "2b1" not in texts(state)
    with pytest.raises(IllegalMove, match="2b1 does not lie on four balls"):
        state.parse_move("2b1")


def test_raising() -> None:
    state = after("..../..../wb../bw.w|.../.../...|../..|. w")
    assert "1d1-2a1" in texts(state)
    assert "1b1-2a1" not in texts(state)  # it carries the place itself
    state.play(state.parse_move("1d1-2a1"))
    assert state.reserve.tolist() == [12, 13]
    assert "1a1-2b1" not in texts(state)
    assert state.why_not("1a1-2b1") == "another ball lies on 1a1"


def test_a_square_gives_one_or_two_balls_back() -> None:
    state = after("bbb./..../ww../w...|.../.../...|../..|. w", "1b1")
    assert state.taking == 2
    assert state.midturn()
    assert texts(state) == {"x1a1", "x1b1", "x1a2", "x1b2"}
    assert state.why_not("stop") == "at least one ball must be taken back"
    assert state.why_not("1d4") == "a square is complete: take a ball back"
    state.play(state.parse_move("x1a1"))
    assert (state.taking, state.turn) == (1, 0)
    assert texts(state) == {"x1b1", "x1a2", "x1b2", "stop"}
    stopped = state.copy()
    stopped.play(stopped.parse_move("stop"))
    assert (stopped.taking, stopped.turn) == (0, 1)
    state.play(state.parse_move("x1b2"))
    assert (state.taking, state.turn) == (0, 1)
    assert state.reserve.tolist() == [13, 12]


def test_a_ball_freed_by_the_first_may_be_taken_next() -> None:
    state = after("..bb/..bb/wwbb/wwww|.../.../w..|../..|. wx2")
    assert "x2a1" in texts(state)
    assert "x1a1" not in texts(state)
    state.play(state.parse_move("x2a1"))
    assert "x1a1" in texts(state)


def test_without_squares() -> None:
    state = after("bbb./..../ww../w...|.../.../...|../..|. w", "1b1", squares_count=False)
    assert (state.taking, state.turn) == (0, 1)


def test_lines() -> None:
    position = "bbb./..../..../www.|.../.../...|../..|. w"
    assert after(position, "1d1", lines_count=True).taking == 2
    assert after(position, "1d1").taking == 0


def test_the_ball_on_top_wins() -> None:
    state = after("bwbw/wbwb/bwbw/wbwb|wbw/bwb/wbw|bw/wb|. b", "4a1")
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (-1.0, 1.0)
    assert state.ending() == "Black has put the ball on top"
    assert state.why_not("1a1") == "the game is over"


def test_who_has_no_ball_loses() -> None:
    # White's fifteen balls are all in the pyramid, and none can rise
    state = Pylos.from_text("wbwb/bwbw/wbwb/bwbw|www/wbw/wbw|bb/bb|. w")
    assert state.reserve.tolist() == [0, 1]
    assert state.legal() == []
    assert state.utility(0) == -1.0
    assert state.ending() == "White has no ball to put or raise"


# ---------------------------------------------------------------------- history


def test_cap() -> None:
    line = Playthrough.from_text(Pylos, EMPTY + " w 299")
    line.play("1a1")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = Pylos()
    assert state.parse_move(" 1B2 ") == 5
    assert state.why_not("1a1-2a1") == "there is no ball of White's on 1a1"
    assert state.why_not("x1a1") == "no square was completed"
    assert state.why_not("stop") == "there is nothing to stop"
    for nonsense in ("", "5a1", "1e1", 9999, -1):
        assert "a move is a place such as 1b2" in state.why_not(nonsense)
    state.play(5)
    assert state.why_not("1b2") == "1b2 is taken"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "four levels from the table up"),
        (EMPTY, "four levels"),
        (EMPTY.replace("|.", "", 1) + " w", "four levels"),
        ("wwww/wwww/wwww/wwww|.../.../...|../..|. w", "White has only 15 balls"),
        ("..../..../..../....|.../.../w..|../..|. w", "the ball on 2a1 hangs in the air"),
        ("wwbb/..../..../....|.../.../...|../..|. wx2", "White has no square"),
        ("bwbw/wbwb/bwbw/wbwb|wbw/bwb/wbw|bw/wb|b b", "who put the last ball cannot be to move"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Pylos.from_text(text)


# ---------------------------------------------------------------------- rules written a second time

Spot = tuple[int, int, int]


class Plain:
    """Balls by level, column and row."""

    def __init__(self, squares: bool, lines: bool) -> None:
        self.balls: dict[Spot, int] = {}
        self.left, self.turn, self.taking = [15, 15], 0, 0
        self.squares, self.lines = squares, lines
        self.spots = [(z, x, y) for z in range(4) for x in range(4 - z) for y in range(4 - z)]

    @staticmethod
    def below(spot: Spot) -> set[Spot]:
        z, x, y = spot
        return {(z - 1, x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)} if z else set()

    def loose(self) -> list[Spot]:
        carried = {place for spot in self.balls for place in self.below(spot)}
        return [spot for spot, owner in self.balls.items() if owner == self.turn and spot not in carried]

    def moves(self) -> dict[str, tuple[str, Any, Any]]:
        def name(spot: Spot) -> str:
            return f"{spot[0] + 1}{'abcd'[spot[1]]}{spot[2] + 1}"

        if self.taking:
            found: dict[str, tuple[str, Any, Any]] = {f"x{name(spot)}": ("take", spot, None) for spot in self.loose()}
            if self.taking == 1:
                found["stop"] = ("stop", None, None)
            return found
        found = {}
        for spot in self.spots:
            if spot in self.balls:
                continue
            if self.left[self.turn] and self.below(spot) <= set(self.balls):
                found[name(spot)] = ("put", None, spot)
            for ball in self.loose():
                if ball[0] < spot[0] and self.below(spot) <= set(self.balls) - {ball}:
                    found[f"{name(ball)}-{name(spot)}"] = ("raise", ball, spot)
        return found

    def rewarded(self, spot: Spot) -> bool:
        z, x, y = spot
        mine = {place for place, owner in self.balls.items() if owner == self.turn}
        blocks = [{(z, x + dx + a, y + dy + b) for a in (0, 1) for b in (0, 1)} for dx in (-1, 0) for dy in (-1, 0)]
        if self.squares and any(block <= mine for block in blocks):
            return True
        side = range(4 - z)
        rows = [{(z, x, b) for b in side}, {(z, a, y) for a in side}]
        return self.lines and z < 2 and any(row <= mine for row in rows)

    def play(self, kind: str, source: Any, to: Any) -> None:
        if kind == "take":
            del self.balls[source]
            self.left[self.turn] += 1
            self.taking -= 1
        elif kind == "stop":
            self.taking = 0
        else:
            if kind == "raise":
                del self.balls[source]
            else:
                self.left[self.turn] -= 1
            self.balls[to] = self.turn
            self.taking = 2 if self.rewarded(to) else 0
        if not self.taking:
            self.turn = 1 - self.turn


def test_rules_written_a_second_time(long_run: bool) -> None:
    chooser = random.Random(7)
    compared = taken = 0
    games = 900 if long_run else 30
    for number in range(games):
        squares, lines = number % 3 != 1, number % 3 == 2
        state, plain = Pylos(squares_count=squares, lines_count=lines), Plain(squares, lines)
        for _ in range(120):
            top = plain.balls.get((3, 0, 0))
            assert state.over() == (top is not None)
            expected = plain.moves()
            if top is not None:
                assert state.utility(top) == 1.0
                break
            known = {state.move_text(move): move for move in state.legal()}
            assert set(known) == set(expected)
            assert (state.turn, state.taking, state.reserve.tolist()) == (plain.turn, plain.taking, plain.left)
            compared += 1
            if not known:
                assert state.utility(plain.turn) == -1.0
                break
            chosen = chooser.choice(sorted(known))
            taken += chosen.startswith("x")
            state.play(known[chosen])
            plain.play(*expected[chosen])
    print(f"{games} games, {compared} positions compared, {taken} balls taken back")
