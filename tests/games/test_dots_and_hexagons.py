"""Dots and hexagons: corner cases, notation, solved boards, and a second program written with sets."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.compile import copied, kernel
from zermelo.game.playthrough import Playthrough
from zermelo.games.dots import DotsAndHexagons

# Margin of the first player by shape, side and columns; sources: docs/games/dots_and_hexagons.md
VALUES = {
    ("rhombus", 1, 1): -1, ("rhombus", 1, 2): 0, ("rhombus", 1, 3): -1, ("triangle", 2, 1): 1, ("rhombus", 2, 2): -2,
    ("rhombus", 1, 4): 0,
}  # fmt: skip
LONG = {("rhombus", 2, 3): -2, ("triangle", 3, 1): -2, ("hexagon", 2, 1): -3}


def board(shape: str, side: int, columns: int = 1) -> Any:
    """An empty board."""
    return DotsAndHexagons(shape=shape, side=side, columns=columns)


def played(state: Any, moves: str) -> Any:
    """The position after some moves."""
    for move in moves.split():
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- rules


def test_a_sixth_side_gives_the_cell_and_another_move() -> None:
    state = played(board("rhombus", 1, 2), "a1e a1se a1sw a1w a1nw")
    assert (state.turn, state.midturn()) == (1, False)
    played(state, "a1ne")
    assert state.to_text() == "2. a1e,a1se,a1sw,a1w,a1nw,a1ne 2+"
    assert (state.turn, state.midturn(), state.lead) == (1, True, -1)


def test_one_edge_closes_two_cells_and_gives_one_move() -> None:
    state = played(board("rhombus", 1, 2), "a1se a1sw a1w a1nw a1ne a2e a2se a2sw a2nw a2ne")
    assert state.turn == 0
    played(state, "a2w")
    assert state.over()
    assert not state.midturn()
    assert (state.utility(0), state.utility(1)) == (2.0, -2.0)
    assert state.ending() == "all edges are drawn: 2 to 0, the first player wins"


def test_closing_is_a_choice_or_a_duty() -> None:
    moves = "a1e a1se a1sw a1w a1nw"
    free = played(board("rhombus", 1, 2), moves)
    assert sorted(map(free.move_text, free.legal())) == ["a1ne", "a2e", "a2ne", "a2nw", "a2se", "a2sw"]
    bound = played(DotsAndHexagons(shape="rhombus", side=1, columns=2, forced=True), moves)
    assert [bound.move_text(move) for move in bound.legal()] == ["a1ne"]
    assert bound.why_not("a2e") == "who can close a cell must"


def test_misere() -> None:
    state = DotsAndHexagons(shape="rhombus", side=1, columns=1, misere=True)
    played(state, "a1e a1se a1sw a1w a1nw a1ne")
    assert state.utility(1) == -1.0
    assert state.ending() == "all edges are drawn: 0 to 1, the first player wins"


def test_numbers_of_edges_dots_and_symmetries() -> None:
    """Side n has 9n² − 3n edges and 6n² dots; every dot has two or three edges, every edge one or two cells."""
    for side in range(1, 5):
        state = board("hexagon", side)
        assert state.edges == 9 * side**2 - 3 * side
        dots = [dot for edge in state.EDGES for dot in edge]
        assert len(set(dots)) == 6 * side**2
        assert {dots.count(dot) for dot in dots} <= {2, 3}
        assert state.symmetries == 12
    forms = {
        ("rhombus", 2, 3): (27, 2),
        ("rhombus", 2, 2): (19, 4),
        ("rhombus", 1, 3): (16, 4),
        ("triangle", 3, 1): (27, 6),
    }
    for form, (edges, symmetries) in forms.items():
        assert (board(*form).edges, board(*form).symmetries) == (edges, symmetries)


# ---------------------------------------------------------------------- words


def test_an_edge_has_two_names() -> None:
    state = board("hexagon", 2)
    assert state.parse_move("b2e") == state.parse_move("b3w") == state.parse_move("B3W")
    assert state.parse_move("a1se") == state.parse_move("b2nw")
    assert len({state.move_text(edge) for edge in range(30)}) == 30


@pytest.mark.parametrize(
    "text",
    [
        "",
        ". -",
        ". - 3",
        ". - 1+",
        ". - 1++",
        ".. - 1",
        "./. - 1",
        "3 - 1",
        "1 - 1",
        ". a1x 1",
        ". a2e 1",
        ". a1e,a1e 1",
        ". a1e,a1se,a1sw,a1w,a1nw,a1ne 1",
        "1 a1e,a1se,a1sw,a1w,a1nw 1",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        DotsAndHexagons.variant(shape="rhombus", side=1, columns=1).from_text(text)


def test_why_not() -> None:
    state = played(board("rhombus", 1, 1), "a1e")
    assert state.why_not("a1e") == state.why_not(0) == "edge a1e is drawn already"
    assert state.why_not("b1e") == "edges are called by a cell, a1 to a1, and a side (e, se, sw, w, nw, ne)"
    with pytest.raises(IllegalMove, match="drawn already"):
        Playthrough(state).play("a1e")
    played(state, "a1se a1sw a1w a1nw a1ne")
    assert state.why_not("a1e") == "the game is over"


# ---------------------------------------------------------------------- solved boards


TEN = 1023


@kernel
def smallest(edges: Any, images: Any) -> Any:
    """The smallest of all mirror images of a set of edges; tables hold the images of ten edges at a time."""
    best = edges
    for which in range(images.shape[0]):
        image = (
            images[which, 0, edges & TEN] | images[which, 1, edges >> 10 & TEN] | images[which, 2, edges >> 20 & TEN]
        )
        best = min(best, image)
    return best


@kernel
def solve(state: Any, memo: Any, rows: Any, images: Any, ply: int, wise: bool) -> int:
    """The margin that the player to move still makes; `wise` looks only at the moves of `static_result`."""
    if state.over():
        return 0
    place = smallest(np.int64(state.drawn[0]), images)
    if memo[place] != 0:
        return int(memo[place]) - 50
    row = rows[ply]
    count = state.static_result(row)[0] if wise else state.moves(row)
    before = state.lead if state.turn == 0 else -state.lead
    best = -49
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        gain = (child.lead if state.turn == 0 else -child.lead) - before
        further = solve(child, memo, rows, images, ply + 1, wise)
        best = max(best, gain + further if child.turn == state.turn else gain - further)
    memo[place] = best + 50
    return best


def images_of(state: Any) -> Any:
    """Where every symmetry sends sets of ten edges."""
    found = np.zeros((state.symmetries, 3, TEN + 1), np.int64)
    for which in range(state.symmetries):
        for edge in range(state.edges):
            to = state.transform_move(which, edge)
            numbers = np.arange(TEN + 1) >> edge % 10 & 1
            found[which, edge // 10] |= numbers << to
    return found


def solved(state: Any, wise: bool) -> tuple[int, Any]:
    """The value of a board, and of every set of edges that was met, 50 more."""
    memo = np.zeros(1 << state.edges, np.int8)
    rows = np.zeros((state.edges + 1, state.edges + 1), np.int32)
    states = np.zeros(1, type(state).layout)
    states[0] = state
    return int(solve(states[0], memo, rows, images_of(state), 0, wise)), memo


def test_solved_boards(long_run: bool) -> None:
    """The seven cells, a thousand million sets of edges, in the long run."""
    for form, value in (VALUES | LONG if long_run else {("triangle", 2, 1): 1}).items():
        assert solved(board(*form), True)[0] == value, form


def test_outlook_keeps_a_best_move(long_run: bool) -> None:
    """With all moves and with those of `static_result`, every set of edges has the same value."""
    for form in (("triangle", 2, 1), ("rhombus", 1, 3), ("rhombus", 2, 2)) if long_run else (("triangle", 2, 1),):
        value, every = solved(board(*form), False)
        assert value == VALUES[form]
        _, some = solved(board(*form), True)
        met = some != 0
        assert (every[met] == some[met]).all()
        assert met.sum() < (every != 0).sum()


# ---------------------------------------------------------------------- a second program


class Sets:
    """Cells at their centres in the plane, edges as pairs of neighbouring centres, all in sets and dictionaries."""

    def __init__(self, side: int) -> None:
        far = range(-side + 1, side)
        self.centres = {(a, b, c) for a, b, c in product(far, far, far) if a + b + c == 0}
        ways = [(1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1)]
        self.open = {
            frozenset((one, tuple(x + y for x, y in zip(one, way, strict=True))))
            for one in self.centres
            for way in ways
        }
        self.every = set(self.open)
        self.owner: dict[Any, int] = {}
        self.turn = 0

    def play(self, edge: Any) -> None:
        """Draw an edge."""
        self.open.remove(edge)
        closed = [cell for cell in edge if cell in self.centres and not any(cell in other for other in self.open)]
        self.owner |= dict.fromkeys(closed, self.turn)
        self.turn = self.turn if closed else 1 - self.turn


def test_against_sets(long_run: bool) -> None:
    """The same random games on both."""
    for side, seed in product((2, 3), range(300 if long_run else 8)):
        rng = random.Random(seed)
        ours, theirs = board("hexagon", side), Sets(side)
        places = [(q, r) for r in range(1 - side, side) for q in range(1 - side, side) if abs(q + r) < side]
        ways = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

        def centre(q: int, r: int) -> tuple[int, int, int]:
            return q, -q - r, r

        pair = {
            int(ours.AROUND[6 * cell + side_of]): frozenset((centre(q, r), centre(q + dq, r + dr)))
            for cell, (q, r) in enumerate(places)
            for side_of, (dq, dr) in enumerate(ways)
        }
        assert set(pair.values()) == theirs.every
        while not ours.over():
            assert {pair[edge] for edge in ours.legal()} == theirs.open
            assert ours.turn == theirs.turn
            edge = rng.choice(ours.legal())
            ours.play(edge)
            theirs.play(pair[edge])
            assert [ours.owned(player) for player in range(2)] == [list(theirs.owner.values()).count(p) for p in (0, 1)]
        assert not theirs.open
