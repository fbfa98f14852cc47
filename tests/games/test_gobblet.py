"""Gobblet and Gobblers: swallowing, rows of both, notation, the rules written a second time."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.gobblet import Gobblet
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.common.limits import Limits

EMPTY = "/".join([".,.,.,."] * 4)


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Gobblet.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Gobblet()
    assert state.to_text() == EMPTY + " 1"
    assert texts(state) == {f"4{c}{r}" for c in "abcd" for r in range(1, 5)}
    assert Gobblet.most_moves == 183
    assert Gobblet.variant(size=3).most_moves == 51
    assert len(Gobblet(size=3).legal()) == 27
    assert state.evaluate() == 0.0


def test_stacks_show_their_largest_cup() -> None:
    state = after(EMPTY + " 1", "4a1", "4d4")
    assert {text[0] for text in texts(state) if "-" not in text} == {"4", "3"}
    state = after(state.to_text(), "3a2", "4d3", "4a3", "4d2")
    assert {text[0] for text in texts(state) if "-" not in text} == {"4", "3", "2"}


def test_a_cup_from_outside_swallows_one_of_three_only() -> None:
    state = after(".,.,.,d/.,.,.,c/D,.,.,./.,.,.,. 1")
    assert "4d3" not in texts(state)
    with pytest.raises(IllegalMove, match="swallows only one of three in a row of the opponent's, not that on d3"):
        state.parse_move("4d3")


def test_three_in_a_row_may_be_swallowed() -> None:
    # the second player shows d4, d3 (of size 3) and d2: a cup of size 4 may come in over d3
    state = after(".,.,.,d/.,.,.,c/D,.,.,d/.,.,.,. 1")
    assert "4d3" in texts(state)
    assert "4d2" not in texts(state)
    assert state.why_not("4d2") == "a cup goes over smaller ones only: the one on d2 has size 4"
    assert "3d3" not in texts(state)


def test_cups_on_the_board_swallow_any_smaller_cup() -> None:
    state = after("c,.,.,./d,.,.,./.,.,.,./D,.,.,. 1")
    assert {"a1-a4", "a1-b2"} <= texts(state)
    assert "a1-a3" not in texts(state)
    assert "a1-a1" not in texts(state)
    covered = after(state.to_text(), "a1-a4")
    assert covered.stack(12) == "cD"
    assert "a4-b1" not in texts(covered)  # it is covered


def test_a_row_wins() -> None:
    state = after("D,D,D,./d,d,d,./.,.,.,./.,.,.,. 1", "3d4")
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == "the first player has 4 in a row"
    assert state.why_not("4a1") == "the game is over"


def test_who_uncovers_a_row_loses() -> None:
    # the cup on d3 leaves a row of the opponent's behind
    state = after("D,D,.,./d,d,d,cD/.,.,.,./.,.,.,. 1")
    away = state.copy()
    away.play(away.parse_move("d3-d1"))
    assert away.over()
    assert away.utility(1) == 1.0
    assert away.ending() == "the second player has 4 in a row"
    # back onto the row it may go
    state.play(state.parse_move("d3-d4"))
    assert state.over()
    assert state.utility(1) == 1.0


def test_rows_of_both() -> None:
    position = "D,D,.,C/d,d,d,cD/.,.,.,./.,.,.,. 1"
    both = after(position, "d3-c4")
    assert (both.utility(0), both.utility(1)) == (-1.0, 1.0)
    mover = after(position, "d3-c4", mover_wins=True)
    assert (mover.utility(0), mover.utility(1)) == (1.0, -1.0)


def test_gobblers() -> None:
    state = after(".,.,./.,b,./.,.,A 1", size=3)
    assert {"3b2", "2a1", "3c1", "2c1"} <= texts(state)  # own cups may be swallowed too
    assert "2b2" not in texts(state)
    assert "c1-b2" not in texts(state)
    assert after("B,B,./a,a,./.,.,. 1", "1c3", size=3).over()


# ---------------------------------------------------------------------- history


def test_repetition_and_cap() -> None:
    line = Playthrough.from_text(Gobblet, "d,.,.,./.,.,.,./.,.,.,./.,.,.,D 1")
    for move in ("d1-d2", "a4-a3", "d2-d1", "a3-a4") * 2:
        assert line.outcome() is None
        line.play(move)
    assert line.outcome() is not None
    line = Playthrough.from_text(Gobblet, EMPTY + " 1 199")
    line.play("4a1")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = Gobblet()
    assert state.parse_move(" 4B2 ") == 3 * 16 + 5
    assert state.why_not("3b2") == "no cup of size 3 can come in"
    assert state.why_not("a1-b2") == "no cup of the first player is seen on a1"
    for nonsense in ("", "b2", "4z9", 9999, -1):
        assert "a move is a cup's size and a cell" in state.why_not(nonsense)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "4 rows of 4 cells"),
        (EMPTY, "4 rows of 4 cells"),
        (EMPTY + " 3", "4 rows of 4 cells"),
        (EMPTY.replace(".", "x", 1) + " 1", "no pile of cups"),
        (EMPTY.replace(".", "DC", 1) + " 1", "no pile of cups"),
        (EMPTY.replace(".", "Dd", 1) + " 1", "no pile of cups"),
        (EMPTY.replace(".", "C", 1) + " 2", "cannot have brought in"),
        (EMPTY.replace(".,.,.,.", "D,D,D,D", 1) + " 2", "cannot have brought in"),
        (EMPTY + " 2", "the first player begins"),
        (EMPTY.replace(".", "D", 1) + " 1", "the first player begins"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Gobblet.from_text(text)


def test_sizes() -> None:
    for size in (2, 5):
        with pytest.raises(BadParameter):
            Gobblet(size=size)


# ---------------------------------------------------------------------- rules written a second time


class Plain:
    """Piles of (player, size) on each cell, and lists of stacks outside."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.piles: dict[tuple[int, int], list[tuple[int, int]]] = {
            (x, y): [] for x in range(size) for y in range(size)
        }
        one = [[1, 2, 3, 4]] * 3 if size == 4 else [[1], [1], [2], [2], [3], [3]]
        self.outside = [[list(stack) for stack in one] for _ in range(2)]
        self.turn = 0
        span = range(size)
        self.lines = [[(x, y) for x in span] for y in span] + [[(x, y) for y in span] for x in span]
        self.lines += [[(k, k) for k in span], [(k, size - 1 - k) for k in span]]

    def top(self, cell: tuple[int, int]) -> tuple[int, int]:
        return self.piles[cell][-1] if self.piles[cell] else (-1, 0)

    def rows(self, player: int) -> bool:
        return any(all(self.top(cell)[0] == player for cell in line) for line in self.lines)

    def moves(self) -> dict[str, tuple[Any, tuple[int, int]]]:
        found: dict[str, tuple[Any, tuple[int, int]]] = {}
        other = 1 - self.turn
        threes = {
            cell
            for line in self.lines
            if sum(self.top(cell)[0] == other for cell in line) == 3
            for cell in line
            if self.top(cell)[0] == other
        }
        for cell, pile in self.piles.items():
            name = f"{'abcd'[cell[0]]}{cell[1] + 1}"
            for number, stack in enumerate(self.outside[self.turn]):
                if stack and (not pile or ((self.size == 3 or cell in threes) and self.top(cell)[1] < stack[-1])):
                    found[f"{stack[-1]}{name}"] = (number, cell)
            for start in self.piles:
                if start != cell and self.top(start)[0] == self.turn and self.top(start)[1] > self.top(cell)[1]:
                    found[f"{'abcd'[start[0]]}{start[1] + 1}-{name}"] = (start, cell)
        return found

    def play(self, source: Any, to: tuple[int, int]) -> None:
        if isinstance(source, int):
            self.piles[to].append((self.turn, self.outside[self.turn][source].pop()))
        else:
            self.piles[to].append(self.piles[source].pop())
        self.turn = 1 - self.turn


def test_rules_written_a_second_time(long_run: bool) -> None:
    chooser = random.Random(5)
    compared = swallowed = 0
    games = 1500 if long_run else 60
    for number in range(games):
        size = 4 if number % 2 else 3
        state, plain = Gobblet(size=size), Plain(size)
        for _ in range(80):
            rows = plain.rows(plain.turn), plain.rows(1 - plain.turn)
            assert state.over() == any(rows)
            if any(rows):
                assert state.utility(plain.turn) == (1.0 if rows[0] else -1.0)
                break
            expected = plain.moves()
            known = {state.move_text(move): move for move in state.legal()}
            assert set(known) == set(expected)
            compared += 1
            chosen = chooser.choice(sorted(known))
            swallowed += bool(plain.piles[expected[chosen][1]])
            state.play(known[chosen])
            plain.play(*expected[chosen])
    print(f"{games} games, {compared} positions compared, {swallowed} cups swallowed")


# ---------------------------------------------------------------------- solved


def test_gobblers_is_won_by_the_first_player(long_run: bool) -> None:
    if not long_run:
        pytest.skip("long")
    result = AlphaBeta(tt=256).think(Gobblet(size=3), Limits(depth=17))
    assert result.proven == "win"
