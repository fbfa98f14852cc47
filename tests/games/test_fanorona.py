"""Fanorona: corner cases, notation, the solved 3 x 3 board, and a second program written with dictionaries."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import AmbiguousMove, BadParameter, BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.fanorona import Fanorona

SMALL = Fanorona.variant(columns=5, rows=5)
TINY = Fanorona.variant(columns=3, rows=3)


def names(state: Any) -> list[str]:
    return sorted(state.move_text(move) for move in state.legal())


def after(state: Any, *moves: str) -> Any:
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- rules


def test_the_five_first_captures() -> None:
    assert names(Fanorona()) == ["d2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "f2-e3A"]
    assert Fanorona().to_text() == "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w"


def test_fanorama_is_an_alias() -> None:
    assert catalogue.find("Fanorama") is Fanorona


def test_a_whole_line_is_taken_up_to_the_first_gap() -> None:
    line = after(SMALL.from_text("4b/w1bbb/5/5/b4 w"), "a4-b4A")
    assert line.to_text() == "4b/1w3/5/5/b4 b"
    gap = after(SMALL.from_text("4b/w1b1b/5/5/b4 w"), "a4-b4A")
    assert gap.to_text() == "4b/1w2b/5/5/b4 b"


def test_approach_or_withdrawal_is_a_choice() -> None:
    state = SMALL.from_text("1b3/5/bw1b1/5/5 w")
    assert [name for name in names(state) if name.startswith("b3-c3")] == ["b3-c3A", "b3-c3W"]
    with pytest.raises(AmbiguousMove):
        state.parse_move("b3-c3")
    assert after(state.copy(), "b3-c3A").to_text() == "1b3/5/b1w2/5/5 b"
    assert after(state.copy(), "b3-c3W").to_text() == "1b3/5/2wb1/5/5 b"
    clicks = state.scene().clicks
    assert sorted(clicks[state.parse_move(f"b3-c3{kind}")] for kind in "AW") == [("b3", "c3", "a3"), ("b3", "c3", "d3")]


def test_capturing_is_compulsory() -> None:
    state = SMALL.from_text("4b/5/w1b2/5/1w3 w")
    assert names(state) == ["a3-b3A"]
    assert state.why_not("b1-c1") == "a capture is compulsory: a3-b3A"


def test_a_turn_goes_on_and_may_stop() -> None:
    state = after(SMALL.from_text("1b3/5/w1b2/5/w4 w"), "a3-b3A")
    assert state.midturn()
    assert names(state) == ["b3-b4A", "stop"]
    assert state.to_text() == "1b3/5/1w3/5/w4 w b3 e a3,b3"
    stopped = after(state.copy(), "stop")
    assert stopped.to_text() == "1b3/5/1w3/5/w4 b"
    assert after(state, "b3-b4").ending() == "Black has no piece left: White wins"
    assert state.utility(0) == 1.0


def test_no_point_twice_and_no_direction_twice_running() -> None:
    state = after(Fanorona.from_text("9/9/bw2b4/9/8b w"), "b3-c3W")
    assert not state.midturn(), "onward in the same direction is forbidden"
    straight = Fanorona.variant(straight=True)
    assert names(after(straight.from_text("9/9/bw2b4/9/8b w"), "b3-c3W")) == ["c3-d3A", "stop"]
    back = after(Fanorona.from_text("9/9/bw1b5/9/8b w"), "b3-c3A")
    assert not back.midturn(), "back to b3 would approach a3, but the piece has been there"


def test_no_diagonals_from_weak_points() -> None:
    state = SMALL.from_text("b4/5/5/5/1w2b w")
    assert names(state) == ["b1-a1", "b1-b2", "b1-c1"]
    assert state.why_not("b1-c2") == "no line leads from b1 to c2"


def test_who_cannot_move_loses() -> None:
    blocked = SMALL.from_text("5/5/b4/bb3/wb3 w")
    assert blocked.legal() == []
    assert blocked.ending() == "White cannot move: Black wins"
    assert blocked.utility(1) == 1.0


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bbbbb/bbbbb/bw1bw/wwwww/wwwww",
        "bbbbb/bbbbb/bw1bw/wwwww w",
        "bbbbb/bbbbb/bw1bw/wwwww/wwwww x",
        "bbbbb/bbbbb/bw1bw/wwwww/wwww w",
        "bbbbb/bbbbb/bw1bw/wwwww/wwwxw w",
        "bbbbb/bbbbb/bbbbw/wwwww/wwwww w",
        "5/5/5/5/wwwww w",
        "1b3/5/1w3/5/w4 w b3 e",
        "1b3/5/1w3/5/w4 w z9 e a3,b3",
        "1b3/5/1w3/5/w4 w b3 up a3,b3",
        "1b3/5/1w3/5/w4 w b4 e a3,b4",
        "1b3/5/1w3/5/w4 w b3 e a1,a3,b3",
        "1b3/5/1w3/5/w4 w b3 e c1,b3",
        "4b/5/1w3/5/w4 w b3 e a3,b3",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        SMALL.from_text(text)


def test_why_not() -> None:
    state = Fanorona()
    assert state.why_not("a9") == "a move is two points, such as d3-e3A"
    assert state.why_not("a5-b5") == "White has no piece on a5"
    assert state.why_not("e2-e1") == "e1 is taken"
    assert state.why_not("stop") == "only a turn of captures that can go on is stopped"
    inside = after(SMALL.from_text("1b3/5/w1b2/5/w4 w"), "a3-b3A")
    assert inside.why_not("a1-a2") == "the piece on b3 goes on capturing, or the turn stops"
    assert inside.why_not("b3-a3") == "the piece has been on a3 in this turn"
    assert inside.why_not("b3-c3") == "a piece may not go twice running in the same direction"
    with pytest.raises(IllegalMove, match="compulsory"):
        Playthrough(SMALL.from_text("b4/5/w1b2/5/w4 w")).play("a1-b1")
    with pytest.raises(BadParameter, match="must be one of"):
        Fanorona(columns=4)


# ---------------------------------------------------------------------- the solved board


def solved(start: Any) -> tuple[int, int]:
    """The value of a small board for the player to move, and how many positions can be reached.

    A position is won if a move leads to one lost for the opponent, and lost if all moves lead to won ones; what is
    neither after all rounds is drawn, because repetition is a draw.
    """
    known, edges = {start.to_text(): start}, {}
    todo = [start]
    while todo:
        state = todo.pop()
        targets = []
        for move in state.legal():
            child = state.copy()
            child.play(move)
            text = child.to_text()
            targets.append((text, child.turn == state.turn))
            if text not in known:
                known[text] = child
                todo.append(child)
        edges[state.to_text()] = targets
    values: dict[str, int] = {}
    grown = True
    while grown:
        grown = False
        for text, targets in edges.items():
            if text in values:
                continue
            results = [values.get(to, 0) * (1 if again else -1) for to, again in targets]
            if any(result > 0 for result in results):
                values[text] = 1
            elif all(result < 0 for result in results):
                values[text] = -1
            grown = grown or text in values
    return values.get(start.to_text(), 0), len(known)


def test_three_by_three_is_solved() -> None:
    """White wins; 1,265 positions, those inside turns counted."""
    assert solved(TINY()) == (1, 1265)


# ---------------------------------------------------------------------- a second program


class Naive:
    """The rules again, with dictionaries of men by coordinates and whole turns as lists of steps."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows

    def ways(self, x: int, y: int) -> list[tuple[int, int]]:
        """Where lines lead from a point."""
        near = [(1, 0), (-1, 0), (0, 1), (0, -1)] + ([(1, 1), (1, -1), (-1, 1), (-1, -1)] if (x + y) % 2 == 0 else [])
        return [(a, b) for a, b in near if 0 <= x + a < self.columns and 0 <= y + b < self.rows]

    def taken(self, men: dict[Any, str], point: Any, way: Any, enemy: str) -> set[Any]:
        """The unbroken line of enemies from the next point on."""
        x, y = point[0] + way[0], point[1] + way[1]
        found = set()
        while men.get((x, y)) == enemy and (x, y) not in found:
            found.add((x, y))
            x, y = x + way[0], y + way[1]
        return found

    def captures(self, men: dict[Any, str], man: Any, been: set[Any], last: Any) -> list[Any]:
        """Each capture of one man: where to, how, and the men afterwards."""
        enemy = "b" if men[man] == "w" else "w"
        found = []
        for way in self.ways(*man):
            to = man[0] + way[0], man[1] + way[1]
            if to in men or to in been or way == last:
                continue
            for kind, gone in (
                ("A", self.taken(men, to, way, enemy)),
                ("W", self.taken(men, man, (-way[0], -way[1]), enemy)),
            ):
                if gone:
                    rest = {point: sign for point, sign in men.items() if point not in gone and point != man}
                    found.append((to, kind, {**rest, to: men[man]}, way))
        return found

    def moves(self, men: dict[Any, str], mover: str, man: Any, been: set[Any], last: Any) -> dict[str, Any]:
        """Every move by its name, with the men, the man that may go on, where he was and his direction."""

        def called(point: Any) -> str:
            return f"{'abcdefghi'[point[0]]}{point[1] + 1}"

        found: dict[str, Any] = {}
        for one in [man] if man else [point for point, sign in men.items() if sign == mover]:
            for to, kind, rest, way in self.captures(men, one, been, last):
                found[f"{called(one)}-{called(to)}{kind}"] = rest, to, been | {one}, way
        if man:
            return {**found, "stop": (men, None, set(), None)} if found else {}
        if not found:
            for one in [point for point, sign in men.items() if sign == mover]:
                for a, b in self.ways(*one):
                    to = one[0] + a, one[1] + b
                    if to not in men:
                        rest = {point: sign for point, sign in men.items() if point != one}
                        found[f"{called(one)}-{called(to)}"] = {**rest, to: mover}, None, set(), None
        return found


def test_against_a_naive_program(long_run: bool) -> None:
    """Names of all moves and the men after each, in random games on three boards."""
    positions = 0
    for columns, rows in ((9, 5), (5, 5), (3, 3), (7, 5)):
        naive, game = Naive(columns, rows), Fanorona.variant(columns=columns, rows=rows)
        for seed in range(400 if long_run else 4):
            rng = random.Random(seed)
            state = game()
            points = [(x, y) for y in range(rows) for x in range(columns)]
            men = {point: state.sign(at) for at, point in enumerate(points) if state.sign(at) != "."}
            man: Any = None
            been: set[Any] = set()
            last: Any = None
            for _ in range(80):
                mine = naive.moves(men, "wb"[state.turn], man, been, last)
                assert sorted(mine) == names(state)
                if not mine:
                    break
                move = rng.choice(sorted(mine))
                men, man, been, last = mine[move]
                mover = state.turn
                state.play(state.parse_move(move))
                positions += 1
                assert men == {point: state.sign(at) for at, point in enumerate(points) if state.sign(at) != "."}
                if man and not naive.moves(men, "wb"[mover], man, been, last):
                    man, been, last = None, set(), None
                assert state.midturn() == (man is not None)
                assert state.turn == (mover if man else 1 - mover)
    assert positions > (60000 if long_run else 500)
