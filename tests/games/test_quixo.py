"""Quixo: corner cases of the rules, notation, an independent count of moves, and the small board solved."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.bits import count, number, word
from zermelo.game.compile import copied, kernel
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.games.quixo import Quixo
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.common.limits import Limits
from zermelo.solve.value_iteration import value_iteration

EMPTY = "...../...../...../...../....."


class Unlimited(Quixo):
    """Without the cap: solving knows no plies."""

    cap = 0


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Quixo.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Quixo()
    assert state.to_text() == EMPTY + " x"
    assert len(state.legal()) == Quixo.most_moves == 44
    assert [Quixo.variant(size=size).most_moves for size in (3, 4)] == [20, 32]
    assert state.evaluate() == 0.0


def test_a_cube_comes_back_at_another_end() -> None:
    moves = texts(Quixo())
    assert {move for move in moves if move.startswith("c1")} == {"c1-a1", "c1-e1", "c1-c5"}
    assert {move for move in moves if move.startswith("a1")} == {"a1-a5", "a1-e1"}
    assert {move for move in moves if move.startswith("e4")} == {"e4-a4", "e4-e1", "e4-e5"}
    assert not any(move.startswith("c3") for move in moves)


def test_the_cubes_between_move_up() -> None:
    position = "..x../..o../...../..o../xo.ox x"
    assert after(position, "c1-c5").to_text() == "..x../..x../..o../...../xooox o"
    assert after(position, "c1-a1").to_text() == "..x../..o../...../..o../xxoox o"
    assert after(position, "c1-e1").to_text() == "..x../..o../...../..o../xooxx o"
    assert after(position, "c5-c1").to_text() == "..o../...../..o../...../xoxox o"


def test_the_opponents_cubes_stay() -> None:
    state = after("..o../...../...../...../..x.. x")
    assert len(state.legal()) == 41
    assert state.why_not("c5-c1") == "the cube on c5 is o's"


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("...../xxxx./...../oo.../oo... x", "e4-a4"),  # a row
        ("xo.../xo.../xo.../x..../..... x", "a1-a5"),  # a column
    ],
)
def test_a_line_wins(position: str, move: str) -> None:
    state = after(position)
    wins = []
    for other in state.legal():
        child = state.copy()
        child.play(other)
        if child.over() and child.utility(0) == 1.0:
            wins.append(state.move_text(other))
            assert child.ending() == "x has 5 in a line"
            assert state.order(other) == 100
    assert move in wins


def test_diagonals_win() -> None:
    for position in ("....x/...x./..x../.x.../o...x o", "x..../.x.../..x../...x./x...o o"):
        assert not after(position).over()
    for position in ("....x/...x./..x../.x.../xooo. o", "x..../.x.../..x../...x./.ooox o"):
        state = after(position)
        assert state.over()
        assert (state.utility(0), state.utility(1)) == (1.0, -1.0)


def test_no_line_runs_round_the_edge() -> None:
    assert not after("...../...../...xx/xxx../ooo.. o").over()


def test_a_line_of_the_opponent_loses_even_with_an_own_one() -> None:
    # c1 to c5 drops the third column by one: x's third row and o's second row are full at once
    state = after("...../..x../xxoxx/oo.oo/..... x", "c1-c5")
    assert state.to_text() == "..x../...../xxxxx/ooooo/..... o"
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (-1.0, 1.0)
    assert state.ending() == "o has 5 in a line"


def test_nobody_is_ever_stuck() -> None:
    state = after("ooooo/o...o/o.x.o/o...o/ooooo x")
    assert state.over()  # a border of one sign has lines


# ---------------------------------------------------------------------- history


def test_repetition_and_cap() -> None:
    line = Playthrough.from_text(Quixo, "x..../...../...../...../o.... x")
    for move in ("a5-e5", "a1-e1", "e5-a5", "e1-a1") * 2:
        assert line.outcome() is None
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.reason == "the position has occurred 3 times"
    capped = Playthrough.from_text(Quixo, "x..../...../...../...../....o x 199")
    assert capped.ply == 199
    capped.play("b1-a1")
    outcome = capped.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = Quixo()
    assert state.parse_move("c1a1") == state.parse_move("C1-A1")
    with pytest.raises(IllegalMove, match="a cube on c1 comes in on a1, c5 or e1"):
        state.parse_move("c1-c1")
    assert state.why_not("c3-c1") == "c3 is not on the border"
    for nonsense in ("", "z9-a1", "c1", 999, -1):
        assert "a move is a cube of the border" in state.why_not(nonsense)
    over = after("xxxxx/ooo../...../...../..... o")
    assert over.why_not("a1-a5") == "the game is over"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "5 rows of 5 cubes"),
        ("..... x", "5 rows of 5 cubes"),
        (EMPTY, "5 rows of 5 cubes"),
        (EMPTY.replace(".", "z", 1) + " x", "5 rows of 5 cubes"),
        (EMPTY + " o", "x begins"),
        (EMPTY.replace(".", "x", 1) + " x", "x begins"),
        (EMPTY.replace(".", "o", 1) + " x", "x begins"),
        (EMPTY.replace("..", "xx", 1) + " o", "x begins"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Quixo.from_text(text)


def test_sizes() -> None:
    for size in (2, 6):
        with pytest.raises(BadParameter):
            Quixo(size=size)


# ---------------------------------------------------------------------- a second program


def plain_moves(board: list[list[str]], sign: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """All moves and the boards they lead to, by lists of rows from below: rules written a second time."""
    size, found = len(board), {}
    for y in range(size):
        for x in range(size):
            if not (x in (0, size - 1) or y in (0, size - 1)) or board[y][x] not in (".", sign):
                continue
            for ex, ey in ((0, y), (size - 1, y), (x, 0), (x, size - 1)):
                if (ex, ey) == (x, y):
                    continue
                made = [row[:] for row in board]
                if ey == y:
                    row = made[y]
                    del row[x]
                    row.insert(ex, sign)
                else:
                    column = [row[x] for row in made]
                    del column[y]
                    column.insert(ey, sign)
                    for place, value in enumerate(column):
                        made[place][x] = value
                found[f"{'abcde'[x]}{y + 1}-{'abcde'[ex]}{ey + 1}"] = tuple(map(tuple, made))
    return found


def plain_line(board: tuple[tuple[str, ...], ...], sign: str) -> bool:
    """Whether a sign fills a row, a column or a diagonal."""
    size = len(board)
    lines = [*board, *zip(*board, strict=True)]
    lines += [tuple(board[k][k] for k in range(size)), tuple(board[k][size - 1 - k] for k in range(size))]
    return any(set(line) == {sign} for line in lines)


def test_rules_written_a_second_time(long_run: bool) -> None:
    chooser = random.Random(3)
    compared = both = 0
    for game in range(2000 if long_run else 60):
        size = 3 + game % 3
        state = Quixo(size=size)
        board: tuple[tuple[str, ...], ...] = ((".",) * size,) * size
        for _ in range(80):
            sign, other = ("x", "o") if state.turn == 0 else ("o", "x")
            lines = plain_line(board, sign), plain_line(board, other)
            both += all(lines)
            assert state.over() == any(lines)
            assert state.utility(state.turn) == (1.0 if lines[0] else -1.0 if lines[1] else 0.0)
            if any(lines):
                break
            expected = plain_moves([list(row) for row in board], sign)
            known = {state.move_text(move): move for move in state.legal()}
            assert set(known) == set(expected)
            compared += 1
            chosen = chooser.choice(sorted(known))
            state.play(known[chosen])
            board = expected[chosen]
            shown = "/".join("".join(row) for row in reversed(board))
            assert state.to_text().split()[0] == shown
    print(f"{compared} positions compared, {both} with lines of both")
    assert compared > 500


# ---------------------------------------------------------------------- solved


def test_three_by_three_is_won() -> None:
    solved = value_iteration(Unlimited(size=3))
    assert solved.converged
    assert solved.value == 1.0


def test_three_by_three_is_decided_in_seven_plies(long_run: bool) -> None:
    if not long_run:
        pytest.skip("a search compiled for a board that is solved above: in the long run")
    result = AlphaBeta(tt=16).think(Quixo(size=3), Limits(depth=9))
    assert (result.proven, result.distance) == ("win", 7)


UNKNOWN = 2


@kernel
def settle(state: Any, values: Any, ternary: Any, layer: int, row: Any) -> int:
    """Look once at every board of 4 x 4 with so many signed cubes; how many more are decided now."""
    found = 0
    for full in range(1 << 16):
        mine = full
        while count(word(full)) == layer:
            place = ternary[mine] + 2 * ternary[full - mine]
            if values[place] == UNKNOWN:
                state.cubes[0] = mine
                state.cubes[1] = full - mine
                best = -1
                if state.over():
                    best = int(state.utility(0))
                else:
                    for index in range(state.moves(row)):
                        child = copied(state)
                        child.play(row[index])
                        value = values[ternary[number(child.mine())] + 2 * ternary[number(child.theirs())]]
                        best = max(best, 0 if value == UNKNOWN else -value)
                if best != 0:
                    values[place] = best
                    found += 1
            if mine == 0:
                break
            mine = (mine - 1) & full
    return found


def test_four_by_four_is_won(long_run: bool) -> None:
    """All 3^16 boards backwards: a sign never goes away, so boards with more of them are settled first."""
    if not long_run:
        pytest.skip("takes minutes")
    ternary = np.array([sum(3**cell for cell in range(16) if mask >> cell & 1) for mask in range(1 << 16)])
    values = np.full(3**16, UNKNOWN, np.int8)
    states, row = one(Unlimited(size=4)), np.zeros(40, np.int32)
    for layer in range(16, -1, -1):
        while settle(states[0], values, ternary, layer, row):
            pass
    assert values[0] == 1, "the first player wins"
    assert [int((values == value).sum()) for value in (1, -1, UNKNOWN)] == [26_434_489, 15_003_736, 1_608_496]
