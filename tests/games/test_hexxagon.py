"""Hexxagon: corner cases of the rules, notation, and a naive twin position by position."""

from __future__ import annotations

import random

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.perft import perft
from zermelo.game.playthrough import Playthrough
from zermelo.games.infection import Hexxagon
from zermelo.games.infection.hexxagon import HOLES, PLACES, cell_name

Place = tuple[int, int]
EMPTY = ["5", "6", "7", "3-4", "5-3", "3-4", "7", "6", "5"]


def position(**rows: str) -> Hexxagon:
    """A position from some of its rows, x to move."""
    lines = [rows.get(letter, empty) for letter, empty in zip("ihgfedcba", EMPTY, strict=True)]
    return Hexxagon.from_text("/".join(lines) + " x")


def texts(state: Hexxagon) -> list[str]:
    """The legal moves in words."""
    return sorted(state.move_text(move) for move in state.legal())


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Hexxagon()
    assert state.to_text() == "x3o/6/7/3-4/o4-2x/3-4/7/6/x3o x 0 1"
    assert (state.area, state.most_moves, state.passing()) == (58, 285, 3422)
    assert [move for move in texts(state) if move.endswith(("a2", "a3"))] == ["a1a3", "a2"]
    assert len(state.legal()) == 24  # three new stones and five jumps for each corner


def test_holes_are_no_cells_but_do_not_stop_a_jump() -> None:
    names = [cell_name(place) for place in HOLES]
    assert not set(names) & set(Hexxagon.names())
    state = position(e="5-x2", a="o4")  # x stands to the right of the hole e6
    assert "e7e5" in texts(state)
    assert "e6" not in texts(state)


def test_all_neighbours_of_the_arrival_turn_and_no_others() -> None:
    state = position(f="1x1-4", e="o4-3", d="1oo-4", c="o1o4", b="ooo3")
    state.play(state.parse_move("e3"))
    assert state.to_text() == "5/6/7/1x1-4/o1x2-3/1xx-4/o1o4/ooo3/5 o 0 1"


def test_one_move_for_each_target() -> None:
    counts = [perft(Hexxagon(), depth) for depth in (3, 4)]
    assert counts == [16548, 476262]
    assert counts != [16830, 493704]


def test_pass_only_when_stuck() -> None:
    state = position(i="xoo2", h="ooo3", g="ooo4")
    assert texts(state) == ["0000"]
    assert "must pass" in state.why_not("a1")
    state.play(3422)
    assert 3422 not in state.legal()
    assert "only when" in state.why_not("pass")


def test_one_side_is_gone() -> None:
    state = position(i="x1o2")
    state.play(state.parse_move("i6"))
    assert state.ending() == "one side is gone: x wins 3 to 0"
    assert state.legal() == []


def test_a_full_board_may_be_a_draw() -> None:
    rows = ["xxxxx", "xxxxxx", "xxxxxxx", "xxx-xxxx", "xxxxo-ooo", "ooo-oooo", "ooooooo", "oooooo", "ooooo"]
    state = Hexxagon.from_text("/".join(rows) + " x")
    assert state.ending() == "the board is full: draw, 29 each"
    assert state.utility(0) == state.utility(1) == 0.0


def test_hundred_plies_without_a_new_stone_are_counted() -> None:
    line = Playthrough(Hexxagon())
    line.play("a2")
    back = 0
    while line.moves():
        line.play(["e1e3", "e9e7", "e3e1", "e7e9"][back % 4])
        back += 1
    outcome = line.outcome()
    assert outcome is not None
    assert (back, outcome.utilities) == (100, (1.0, -1.0))


# ---------------------------------------------------------------------- notation


@pytest.mark.parametrize(
    "text",
    ["", "x", "x3o/6/7/3-4/o4-2x/3-4/7/6/x3o", "x3o/6/7/8/o4-2x/3-4/7/6/x3o x", "x3o/6/7/3-4/o4-2x/3-4/7/6/x2-o x",
     "x3o/6/7/3-4/o4-2x/3-4/7/6 x", "5/6/7/3-4/5-3/3-4/7/6/5 x", "x3o/6/7/3x4/o4-2x/3-4/7/6/x3o x",
     "x3o/6/7/3-4/o4-2x/3-4/7/6/x3o x 0 b"],
)  # fmt: skip
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Hexxagon.from_text(text)


def test_bad_moves() -> None:
    state = Hexxagon()
    for text, reason in [
        ("a1", "a1 is taken"),
        ("e5", "no stone of x is next to e5"),
        ("e6", "the cells are i5 to a5"),
        ("a5a3", "x has no stone on a5"),
        ("a1a4", "not two steps"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    assert state.parse_move("a1a2") == state.parse_move("A2")


def test_scene() -> None:
    state = Hexxagon()
    scene = state.scene()
    assert scene.problem(state.legal()) is None
    assert len(scene.cells) == 58
    assert {cell.shape for cell in scene.cells} == {"hexagon"}


# ---------------------------------------------------------------------- a naive twin


class Naive:
    """The rules once more, on a dictionary of places."""

    def __init__(self) -> None:
        self.turn = 0
        self.stones: dict[Place, int] = {(4, 0): 0, (-4, 4): 0, (0, -4): 0, (0, 4): 1, (-4, 0): 1, (4, -4): 1}

    def at(self, place: Place, steps: int) -> list[Place]:
        return [
            (q, r) for q, r in PLACES if max(abs(q - place[0]), abs(r - place[1]), abs(q + r - sum(place))) == steps
        ]

    def moves(self, player: int) -> list[tuple[Place, Place, int]]:
        mine = [stone for stone, owner in self.stones.items() if owner == player]
        return [
            (stone, to, steps)
            for stone in mine
            for steps in (1, 2)
            for to in self.at(stone, steps)
            if to not in self.stones
        ]

    def legal(self) -> dict[str, tuple[Place, Place, int] | None]:
        if len(set(self.stones.values())) < 2:
            return {}
        found: dict[str, tuple[Place, Place, int] | None] = {
            (cell_name(move[0]) if move[2] == 2 else "") + cell_name(move[1]): move for move in self.moves(self.turn)
        }
        return found or ({"0000": None} if self.moves(1 - self.turn) else {})

    def play(self, move: tuple[Place, Place, int] | None) -> None:
        if move:
            stone, to, steps = move
            if steps == 2:
                del self.stones[stone]
            for place in [to, *(place for place in self.at(to, 1) if place in self.stones)]:
                self.stones[place] = self.turn
        self.turn = 1 - self.turn

    def count(self, depth: int) -> int:
        """Perft where each neighbour of a new stone counts."""
        moves = self.moves(self.turn)
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            twin = Naive()
            twin.turn, twin.stones = self.turn, dict(self.stones)
            twin.play(move)
            total += twin.count(depth - 1)
        return total


def test_against_the_naive_twin(long_run: bool) -> None:
    rng = random.Random(41)
    compared = 0
    for _ in range(300 if long_run else 4):
        state, twin = Hexxagon(), Naive()
        for _ in range(400):
            moves = twin.legal()
            assert texts(state) == sorted(moves)
            compared += 1
            if not moves:
                assert state.reward(0) == sum(1 - 2 * player for player in twin.stones.values())
                break
            chosen = rng.choice(sorted(moves))
            state.play(state.parse_move(chosen))
            twin.play(moves[chosen])
    print(f"{compared} positions")


def test_the_twin_counts_as_ludii_does(long_run: bool) -> None:
    counts = [24, 570, 16830, 493704]
    for depth in range(1, 4 if long_run else 3):
        assert Naive().count(depth) == counts[depth - 1]
