"""Link Five: the three rules, what renju forbids, notation, and two other programs."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.boards.rows import pack_row
from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.playouts import random_game
from zermelo.games.catalogue import find
from zermelo.games.link_five import LinkFive
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.common.limits import Limits

LETTERS = "abcdefghijklmnopqrs"


def put_down(black: str, white: str, turn: str = "x", **settings: Any) -> Any:
    """The state with these stones; White's are filled up at the top until the numbers fit the player to move."""
    cls = LinkFive.variant(**settings)
    size = cls.size
    signs = dict.fromkeys(black.split(), "x") | dict.fromkeys(white.split(), "o")
    spare = [f"{LETTERS[column]}{row}" for row in (size, size - 2) for column in range(0, size, 2)]
    more = len(black.split()) - (turn == "o")
    while list(signs.values()).count("o") < more:
        signs.setdefault(spare.pop(0), "o")
    extra = [f"{LETTERS[column]}{1 + row}" for row in (0, 2) for column in range(0, size, 2)]
    while list(signs.values()).count("x") - (turn == "o") < list(signs.values()).count("o"):
        signs.setdefault(extra.pop(0), "x")
    rows = ["".join(signs.get(f"{LETTERS[column]}{row}", ".") for column in range(size)) for row in range(size, 0, -1)]
    return cls.from_text("/".join(map(pack_row, rows)) + f" {turn}")


def play(state: Any, *moves: str) -> Any:
    """The state after some moves."""
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = LinkFive()
    assert len(state.legal()) == 225 == LinkFive.most_moves
    assert state.evaluate() == 0.0
    assert find("gomoku") is find("renju") is LinkFive


@pytest.mark.parametrize("line", ["c3 d3 e3 f3 g3", "c3 c4 c5 c6 c7", "c3 d4 e5 f6 g7", "g3 f4 e5 d6 c7"])
@pytest.mark.parametrize("rule", ["free", "standard", "renju"])
def test_five_win_in_every_direction(line: str, rule: str) -> None:
    first, *rest = line.split()
    for last in line.split():
        others = " ".join(point for point in [first, *rest] if point != last)
        state = play(put_down(others, "", rule=rule), last)
        assert state.over()
        assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
        assert state.ending() == "Black has five in a row"


def test_six_in_a_row() -> None:
    stones, gap = "c3 d3 e3 g3 h3", "f3"
    assert play(put_down(stones, "", rule="free"), gap).winner == 1
    assert not play(put_down(stones, "", rule="standard"), gap).over()
    state = put_down(stones, "", rule="renju")
    with pytest.raises(IllegalMove, match="f3 would make a row of six or more, which renju forbids Black"):
        state.parse_move(gap)
    white = put_down("a1 a3 a5 a7 a9 a11", stones, "o", rule="renju")
    assert play(white, gap).winner == 2
    assert not play(put_down("a1 a3 a5 a7 a9 a11", stones, "o", rule="standard"), gap).over()


def test_no_five_runs_round_the_edge() -> None:
    assert not play(put_down("n3 o3 a4 b4", ""), "c4").over()


def test_a_full_board_is_a_draw() -> None:
    text = "xxoox/ooxxo/xxoox/ooxxo/xxoo1 x"
    state = LinkFive.variant(size=5).from_text(text)
    assert not state.over()
    assert play(state, "e1").over()
    assert state.utility(0) == 0.0
    assert state.ending() == "the board is full: draw"


# ---------------------------------------------------------------------- what renju forbids


@pytest.mark.parametrize(
    ("black", "white", "point", "fault"),
    [
        ("g8 i8 h7 h9", "", "h8", "two threes"),
        ("f8 g8 h6 h7", "", "h8", "two threes"),
        ("e8 f8 h5 h6", "", "h8", "two threes"),  # threes with a gap
        ("e8 f8 g8 h5 h6 h7", "d8 h4", "h8", "two fours"),
        ("d8 f8 g8 i8 k8", "", "h8", ""),  # d8 f8 g8 h8 i8: only one gap at a time; see the next ones
        ("d8 f8 g8 j8", "", "h8", "two fours"),  # d.fgh.j: both gaps make five
        ("c8 d8 e8 g8 i8", "", "f8", ""),  # five with h8 empty: c8 to g8
        ("d8 e8 f8 h8 i8", "", "g8", "a row of six or more"),
        ("g8 i8 h7 h9", "f8", "h8", ""),  # one three is shut on one side
        ("g8 i8 h7 h9", "f8 h6", "h8", ""),
    ],
)
def test_forbidden_points(black: str, white: str, point: str, fault: str) -> None:
    state = put_down(black, white, rule="renju")
    move = LETTERS.index(point[0]) + 15 * (int(point[1:]) - 1)
    assert state.forbidden(move) == naive_forbidden(stones_of(state), (move % 15, move // 15), 15)
    assert state.forbidden(move) == bool(fault)
    assert (move in state.legal()) == (not fault)
    if fault:
        assert state.why_not(point) == f"{point} would make {fault}, which renju forbids Black"
        assert move in put_down(black, white, rule="standard").legal()


def test_five_counts_before_anything_forbidden() -> None:
    # h8 makes five upwards and two threes or six across at once
    state = put_down("h4 h5 h6 h7 e8 f8 g8 i8 j8", "", rule="renju")
    assert play(state, "h8").winner == 1


def test_a_three_that_cannot_become_a_straight_four_is_none() -> None:
    # e8 f8 g8 becomes a straight four with d8 or h8, and both would make six upwards
    assert "e8 would make two threes" in put_down("f8 g8 e9 e10", "", rule="renju").why_not("e8")
    spoilt = put_down("f8 g8 e9 e10 d5 d6 d7 d9 d10 h5 h6 h7 h9 h10", "", rule="renju")
    assert "six or more" in spoilt.why_not("d8")
    assert not spoilt.forbidden(spoilt.parse_move("e8"))


def test_white_is_free() -> None:
    state = put_down("a1 a3 a5 a7 a9", "g8 i8 h7 h9", "o", rule="renju")
    assert len(state.legal()) == state.left
    play(state, "h8")


# ---------------------------------------------------------------------- renju, written a second time


Point = tuple[int, int]
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def stones_of(state: Any) -> dict[Point, str]:
    """The stones by their places."""
    signs = {(p % state.size, p // state.size): state.sign(p) for p in range(state.points)}
    return {point: sign for point, sign in signs.items() if sign != "."}


def run_through(stones: dict[Point, str], point: Point, way: Point) -> list[Point]:
    """The black stones in a row with a point."""
    row = [point]
    for sign in (1, -1):
        x, y = point
        while stones.get((x := x + sign * way[0], y := y + sign * way[1])) == "x":
            row.append((x, y))
    return sorted(row)


def naive_forbidden(stones: dict[Point, str], point: Point, size: int, nested: bool = False) -> bool:
    """The definitions of the rules one by one, by trying every stone; nested: a five is no straight four either."""
    board = {**stones, point: "x"}
    rows = [run_through(board, point, way) for way in WAYS]
    if any(len(row) == 5 for row in rows):
        return nested
    if any(len(row) > 5 for row in rows):
        return True

    def empty(place: Point) -> bool:
        return place not in board and 0 <= place[0] < size and 0 <= place[1] < size

    fours = set()
    threes = 0
    for way in WAYS:
        near = [(point[0] + k * way[0], point[1] + k * way[1]) for k in range(-5, 6)]
        for place in filter(empty, near):
            row = run_through({**board, place: "x"}, place, way)
            if len(row) == 5 and point in row:
                fours.add(frozenset(row) - {place})
    if len(fours) > 1:
        return True
    for way in WAYS:
        near = [(point[0] + k * way[0], point[1] + k * way[1]) for k in range(-4, 5)]
        for place in filter(empty, near):
            more = {**board, place: "x"}
            row = run_through(more, place, way)
            if len(row) != 4 or point not in row:
                continue
            ends = [(row[0][0] - way[0], row[0][1] - way[1]), (row[3][0] + way[0], row[3][1] + way[1])]
            if not all(empty(end) and len(run_through({**more, end: "x"}, end, way)) == 5 for end in ends):
                continue
            if not naive_forbidden(board, place, size, nested=True):
                threes += 1
                break
    return threes > 1


def test_renju_written_a_second_time(long_run: bool) -> None:
    """Crowded random positions: points near each other, and more of Black's than a game would have."""
    chooser = random.Random(19)
    compared = found = 0
    for _ in range(4000 if long_run else 100):
        cls = LinkFive.variant(size=9, rule="renju")
        state = cls.blank()
        cells = chooser.sample(range(81), chooser.randint(12, 44))
        black = chooser.choice((0.35, 0.5, 0.7))
        for cell in cells:
            state.flip(0 if chooser.random() < black else 1, cell)
        state.rebuild()
        if state.winner:
            continue
        stones = stones_of(state)
        before = state.tobytes()
        for cell in range(81):
            if state.empty(cell):
                answer = naive_forbidden(stones, (cell % 9, cell // 9), 9)
                assert state.forbidden(cell) == answer, (stones, cell)
                compared += 1
                found += answer
        assert state.tobytes() == before
    print(f"{compared} points compared, {found} of them forbidden")
    assert found > 20


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = LinkFive()
    assert state.move_text(112) == "h8"
    assert state.parse_move(" H8 ") == 112
    play(state, "h8")
    assert state.to_text() == "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o"
    assert state.why_not("h8") == "h8 is occupied"
    for nonsense in ("z9", "a16", "", 225, -1):
        assert state.why_not(nonsense) == "the points are a1 to o15"
    assert play(put_down("c3 d3 e3 f3", ""), "g3").why_not("a1") == "the game is over"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "5 rows"),
        ("5/5/5/5/5", "5 rows"),
        ("5/5/5/5 x", "5 rows"),
        ("5/5/5/5/z4 x", "5 points of x"),
        ("5/5/5/5/6 x", "5 points of x"),
        ("5/5/5/5/5 o", "x moves first"),
        ("5/5/5/5/o4 x", "x moves first"),
        ("5/5/oooo1/5/xxxxx x", "x moves first"),
        ("xxxx1/5/ooooo/5/x4 o", "x moves first"),
        ("xxxxx/ooooo/5/5/5 x", "Black has five in a row"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        LinkFive.variant(size=5).from_text(text)


def test_parameters() -> None:
    for settings in ({"size": 4}, {"size": 20}, {"rule": "swap"}):
        with pytest.raises(BadParameter):
            LinkFive(**settings)


# ---------------------------------------------------------------------- what the search knows


def test_outlook() -> None:
    row = np.zeros(225, np.int32)
    assert put_down("c3 d3 e3 f3", "").static_result(row) == (1, 1)
    assert put_down("a1 a3 a5 a7", "c3 d3 e3 f3 b3").static_result(row)[1] in (0, -2)
    assert put_down("a1 a3 a5 b3", "c3 d3 e3 f3").static_result(row) == (1, 0)
    assert row[0] == put_down("", "").parse_move("g3")
    assert put_down("a1 a3 a5 a7", "c3 d3 e3 f3").static_result(row)[1] == -2


def test_an_open_three_is_won() -> None:
    result = AlphaBeta(tt=4).think(put_down("g8 h8 i8", "a1 a15 o1"), Limits(depth=4))
    assert (result.proven, result.distance) == ("win", 3)


# ---------------------------------------------------------------------- a second program


def test_against_openspiel(long_run: bool) -> None:
    spiel = pytest.importorskip("pyspiel")
    positions = games = 0
    for size, total in ((15, 300), (19, 100), (7, 600)):
        theirs = spiel.load_game("gomoku", {"size": size})
        start = LinkFive(size=size)
        for number in range(total if long_run else total // 50):
            ours, other = start.copy(), theirs.new_initial_state()
            for move in random_game(start, 3, number):
                if positions % 7 == 0:
                    assert sorted(ours.legal()) == sorted(other.legal_actions())
                assert not other.is_terminal()
                other.apply_action(move)
                ours.play(move)
                positions += 1
            assert other.is_terminal()
            assert ours.over()
            assert [ours.utility(0), ours.utility(1)] == list(other.returns())
            games += 1
    print(f"{games} games, {positions} positions compared")
