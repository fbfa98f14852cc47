"""Surakarta: loops and corner cases of the rules, notation, clocks, and a naive program position by position."""

from __future__ import annotations

import random

import numpy as np
import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.surakarta import Surakarta

Point = tuple[int, int]
Board = dict[Point, str]


def texts(position: str) -> set[str]:
    """The legal moves of a position."""
    state = Surakarta.from_text(position)
    return {state.move_text(move) for move in state.legal()}


def captures(position: str) -> set[str]:
    """The captures of a position."""
    return {text for text in texts(position) if "x" in text}


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Surakarta()
    assert state.to_text() == "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b"
    assert len(texts(state.to_text())) == 16
    assert captures(state.to_text()) == set()
    assert state.evaluate() == 0.0
    assert str(state).splitlines()[0] == "w w w w w w"


def test_steps_in_eight_directions() -> None:
    assert texts("w5/6/6/2b3/6/6 b") == {f"c3-{to}" for to in ("b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4")}
    assert texts("5w/6/6/6/6/b5 b") == {"a1-a2", "a1-b1", "a1-b2"}


def test_a_capture_passes_a_loop() -> None:
    # f2 runs round the lower right corner and up column e; to the left he would meet e4 from above
    assert captures("6/6/4w1/6/5b/6 b") == {"f2xe4"}
    # neighbours on one line: b2 takes c2 only because he can run all the way round to it
    assert captures("6/6/6/6/1bw3/6 b") == {"b2xc2"}
    assert "b2xc2" not in texts("6/6/1b4/6/bbw3/1b4 b")


def test_the_first_man_met_stops_the_run() -> None:
    # f2 takes e3 and not e4 behind it; the other way round a2 stops him, who takes e4 from above
    assert captures("6/6/4w1/4w1/b4b/6 b") == {"f2xe3", "a2xe4"}
    assert not any(text.startswith("f2") for text in captures("6/6/4w1/4b1/b4b/6 b"))  # own men both ways


def test_the_outermost_lines_have_no_loops() -> None:
    assert captures("6/w5/6/6/6/5b b") == set()
    assert captures("5w/6/6/6/6/b5 w") == set()


def test_two_ways_to_one_man_are_one_move() -> None:
    # b2 is a crossing of the outer circuit with itself; e5 is met whichever way he goes
    state = Surakarta.from_text("6/4w1/6/6/1b4/6 b")
    assert [state.move_text(move) for move in state.legal()].count("b2xe5") == 1
    assert len(set(state.legal())) == len(state.legal())


def test_the_runner_passes_his_own_point() -> None:
    # b2 leaves to the right, comes back down column b over his own point b2, leaves again and meets a2 from the left
    assert captures("6/6/6/6/wb4/6 b") == {"b2xa2"}
    # c2 is not on that column: he goes all the way round and takes a2 from behind
    assert captures("6/6/6/6/w1b3/6 b") == {"c2xa2"}


def test_no_man_captures_himself() -> None:
    state = Surakarta.from_text("w5/6/6/6/1b4/6 b")  # an empty circuit
    assert all("x" not in state.move_text(move) for move in state.legal())


def test_the_end() -> None:
    state = Surakarta.from_text("6/6/4w1/6/5b/6 b")
    assert (state.ending(), state.over()) == ("", False)
    state.play(state.parse_move("f2xe4"))
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == "White has no piece left: Black wins"
    assert state.why_not("a1-a2") == "the game is over"


def test_who_cannot_move_loses() -> None:
    line = Playthrough(Surakarta.from_text("6/6/6/6/ww4/bw4 b"))
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "Black cannot move: White wins"


def test_more_men_win_when_the_clock_runs_out() -> None:
    for settings, result in (({}, (1.0, -1.0)), ({"count_pieces": False}, (0.0, 0.0))):
        line = Playthrough(Surakarta.variant(**settings).from_text("w5/6/6/6/6/bb4 b"), progress=99)
        assert line.outcome() is None
        line.play("b1-c1")
        outcome = line.outcome()
        assert outcome is not None
        assert outcome.utilities == result
        assert outcome.reason == "100 plies without progress"
    even = Playthrough(Surakarta.from_text("w5/6/6/6/6/b5 b"), progress=99)
    even.play("a1-b1")
    outcome = even.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


def test_third_occurrence_is_a_draw() -> None:
    line = Playthrough(Surakarta())
    for move in ("a2-a3", "a5-a4", "a3-a2", "a4-a5") * 2:
        assert line.outcome() is None
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


def test_a_capture_is_progress() -> None:
    state = Surakarta.from_text("6/6/4w1/6/5b/6 b")
    shown = {state.move_text(move): bool(state.irreversible(move)) for move in state.legal()}
    assert shown.pop("f2xe4")
    assert shown
    assert not any(shown.values())


# ---------------------------------------------------------------------- notation


def test_moves_are_read() -> None:
    state = Surakarta()
    assert state.parse_move("a2-b3") == state.parse_move(" A2B3 ") == 6 * 36 + 13
    reasons = {
        "a5-a4": "Black has no piece on a5",
        "a1-a2": "taken by an own piece",
        "a2xa5": "no open way round a loop leads from a2 to a5",
        "a2-a4": "neighbouring point",
        "a2-g9": "two points from a1 to f6",
        "hello": "two points from a1 to f6",
    }
    for text, reason in reasons.items():
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    for move in (-1, 0, 36 * 36, 1295):
        assert state.why_not(move)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "six rows"),
        ("wwwwww/wwwwww/6/6/bbbbbb/bbbbbb", "b or w to move"),
        ("wwwwww/wwwwww/6/6/bbbbbb/bbbbbb x", "b or w to move"),
        ("wwwwww/wwwwww/6/6/bbbbbb b", "six rows"),
        ("wwwwww/wwwwww/6/7/bbbbbb/bbbbbb b", "six points"),
        ("wwwwww/wwwwww/6/5x/bbbbbb/bbbbbb b", "six points"),
        ("wwwwww/wwwwww/w5/6/bbbbbb/bbbbbb b", "White has more than twelve"),
        ("6/6/6/6/6/b5 b", "no piece"),
        ("6/6/6/6/6/6 w", "no piece"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Surakarta.from_text(text)


def test_symmetries_permute_the_moves() -> None:
    rng = random.Random(5)
    state = Surakarta()
    for _ in range(60):
        for which in range(8):
            twin = state.copy()
            twin.transform(which)
            assert sorted(state.transform_move(which, move) for move in state.legal()) == sorted(twin.legal())
            assert twin.evaluate() == pytest.approx(state.evaluate())
        moves = state.legal()
        if not moves:
            break
        state.play(rng.choice(moves))


# ---------------------------------------------------------------------- a naive program


def round_the_corner(point: Point, way: Point) -> tuple[Point, Point] | None:
    """Where a run that leaves the board comes in again, and its new direction; the outermost lines end at the edge."""
    x, y = point
    if way[0] != 0:  # along a row: round the nearer corner onto a column
        if y in (0, 5):
            return None
        far = y if y < 3 else 5 - y  # the distance from the corner is the same on both lines
        column = far if way[0] < 0 else 5 - far
        return ((column, 0), (0, 1)) if y < 3 else ((column, 5), (0, -1))
    if x in (0, 5):
        return None
    far = x if x < 3 else 5 - x
    row = far if way[1] < 0 else 5 - far
    return ((0, row), (1, 0)) if x < 3 else ((5, row), (-1, 0))


def naive_moves(board: Board, player: str) -> set[tuple[Point, Point]]:
    """Steps and captures, each man walked point by point in each direction."""
    found = set()
    for start in [point for point, man in board.items() if man == player]:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                to = (start[0] + dx, start[1] + dy)
                if 0 <= to[0] <= 5 and 0 <= to[1] <= 5 and to not in board:
                    found.add((start, to))
        others = {point: man for point, man in board.items() if point != start}
        for first in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            at, way, turned = start, first, False
            for _ in range(24):  # a circuit has so many points
                ahead = (at[0] + way[0], at[1] + way[1])
                if not (0 <= ahead[0] <= 5 and 0 <= ahead[1] <= 5):
                    entry = round_the_corner(at, way)
                    if entry is None:
                        break
                    (ahead, way), turned = entry, True
                at = ahead
                if at in others:
                    if turned and others[at] != player:
                        found.add((start, at))
                    break
    return found


def naive_board(state: Surakarta) -> Board:
    """The men by column and row, read from the text."""
    rows = state.to_text().split()[0].split("/")
    spread = ["".join("." * int(sign) if sign.isdigit() else sign for sign in row) for row in rows]
    return {(x, 5 - y): sign for y, row in enumerate(spread) for x, sign in enumerate(row) if sign != "."}


def compared(state: Surakarta, board: Board) -> list[int]:
    """The legal moves, after comparing them with the naive ones."""
    moves = state.legal()
    ends = {((move // 36 % 6, move // 216), (move % 36 % 6, move % 36 // 6)) for move in moves}
    over = len(set(board.values())) < 2
    assert len(ends) == len(moves)
    assert ends == (set() if over else naive_moves(board, "bw"[state.turn]))
    assert bool(state.over()) == over
    return moves


def test_random_games_against_the_naive_program(long_run: bool) -> None:
    rng = random.Random(1)
    positions = ends = stuck = 0
    for _ in range(2000 if long_run else 12):
        state = Surakarta()
        board = naive_board(state)
        for _ in range(300):
            positions += 1
            moves = compared(state, board)
            if not moves:
                ends += 1
                winner = next(iter(set(board.values()))) if state.over() else "wb"[state.turn]
                stuck += not state.over()
                assert state.utility("bw".index(winner)) == 1.0
                break
            hot = [move for move in moves if state.noisy(move)]
            move = rng.choice(hot if hot and rng.random() < 0.5 else moves)
            board[move % 36 % 6, move % 36 // 6] = board.pop((move // 36 % 6, move // 216))
            state.play(move)
            assert naive_board(state) == board
    print(f"{positions} positions, {ends} games ended, {stuck} of them stuck")


def test_random_positions_against_the_naive_program(long_run: bool) -> None:
    """Few men on many points: long runs, several loops, and own points passed again."""
    rng = random.Random(2)
    most = 0
    for _ in range(20000 if long_run else 400):
        men = rng.sample(range(36), rng.randint(2, 24))
        share = rng.randint(1, min(12, len(men) - 1))
        state = Surakarta.blank()
        state.turn = rng.randint(0, 1)
        state.black = np.uint64(sum(1 << point for point in men[:share]))
        state.white = np.uint64(sum(1 << point for point in men[share : share + 12]))
        compared(state, naive_board(state))
        most = max(most, sum(bool(state.noisy(move)) for move in state.legal()))
    assert most <= 16
    print(f"at most {most} captures")


def test_scenes() -> None:
    rng = random.Random(4)
    state = Surakarta()
    for _ in range(80):
        moves = state.legal()
        assert state.scene().problem(moves) is None
        if not moves:
            break
        state.play(rng.choice(moves))
