"""Hex: joining sides, the swap, notation, solved boards, and random games against OpenSpiel."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.compile import copied, kernel
from zermelo.game.playouts import one, playouts
from zermelo.games.hex import Hex

# ---------------------------------------------------------------------- rules


def played(text: str, **settings: Any) -> Any:
    """The position after some moves."""
    state = Hex(**settings)
    for name in text.split():
        state.play(state.parse_move(name))
    return state


def test_x_joins_top_and_bottom() -> None:
    state = played("b1 a1 b2 a2 b3", size=3)
    assert state.over()
    assert state.ending() == "x joins the top and the bottom"
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)


def test_o_joins_left_and_right() -> None:
    state = played("a1 a2 a3 b2 c3 c2", size=3)
    assert state.over()
    assert state.ending() == "o joins the left and the right"
    assert (state.utility(0), state.utility(1)) == (-1.0, 1.0)


def test_neighbours_run_along_one_diagonal_only() -> None:
    assert played("b1 c3 a2", size=3).distance(1) == 1  # b1 and a2 touch: a3 is all that is missing
    assert played("a1 c1 b2", size=3).distance(1) == 2  # a1 and b2 do not


def test_bridges_shorten_the_way() -> None:
    assert [Hex(size=size).bridged(1) for size in range(1, 8)] == [1, 1, 1, 2, 2, 3, 3]  # a stone for every two lines
    state = played("c2 c3", size=3)
    assert (state.bridged(1), state.distance(1)) == (1, 2)  # b2 has a bridge to either side
    assert (state.bridged(2), state.distance(2)) == (2, 2)  # c2 is in the way of the bridge from c3


def test_the_smallest_board_is_won_by_the_first_stone() -> None:
    for swap in (False, True):
        assert played("a1", size=1, swap=swap).ending() == "x joins the top and the bottom"


def test_corners_belong_to_both_sides() -> None:
    for corner in (0, 3, 12, 15):
        lone = Hex(size=4)
        lone.play(corner)
        assert lone.distance(1) == 3
        lone.turn, before = 1, lone.distance(2)
        assert before in (4, 5)


def test_exactly_one_player_wins_a_full_board(long_run: bool) -> None:
    """Fill whole boards without stopping, with stones of random colours: one of the two is joined, never both."""
    draw = random.Random(1)
    for _ in range(5000 if long_run else 200):
        size = draw.randint(1, 7)
        order = list(range(size * size))
        draw.shuffle(order)
        both = [set(order[: len(order) // 2 + draw.randint(0, 1)]), set()]
        both[1] = set(order) - both[0]
        state = Hex(size=size)
        for move in order:
            state.stones[state.place_of(move)] = 1 if move in both[0] else 2
        state.rebuild()
        assert state.winner in (1, 2)
        assert [naively_joined(both[player], player, size) for player in (0, 1)] == [
            state.winner == 1,
            state.winner == 2,
        ]
        assert (state.distance(int(state.winner)), state.distance(3 - int(state.winner))) == (0, 2 * size)


def naively_joined(stones: set[int], player: int, size: int) -> bool:
    """Whether a player's stones join his sides, by walking."""
    cells = {(move % size, move // size) for move in stones}
    reached = {cell for cell in cells if cell[1 - player] == 0}
    frontier = list(reached)
    while frontier:
        column, row = frontier.pop()
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            near = column + step[0], row + step[1]
            if near in cells and near not in reached:
                reached.add(near)
                frontier.append(near)
    return any(cell[1 - player] == size - 1 for cell in reached)


# ---------------------------------------------------------------------- swap


def test_the_swap_takes_over_the_mirrored_stone() -> None:
    state = played("b1", size=3, swap=True)
    assert 9 in state.legal()
    state.play(9)
    assert state.to_text() == "3/o2/3 x"
    assert state.turn == 0
    assert len(state.legal()) == 8  # the swap cannot be swapped


def test_a_swap_changes_no_chances() -> None:
    """After the swap, o stands to his sides as x stood to his."""
    for cell in range(25):
        before, after = Hex(size=5, swap=True), Hex(size=5, swap=True)
        before.play(cell)
        after.play(cell)
        after.play(25)
        assert after.distance(2) == before.distance(1)
        assert after.distance(1) == before.distance(2)


def test_the_swap_is_offered_once_and_only_if_asked_for() -> None:
    assert 121 not in played("a1").legal()
    assert 121 not in Hex(swap=True).legal()
    assert 121 in played("f6", swap=True).legal()
    assert 121 not in played("f6 a1", swap=True).legal()
    assert 121 not in played("f6 swap", swap=True).legal()


# ---------------------------------------------------------------------- words


def test_text_and_back() -> None:
    state = played("f6 a1 k11 b1")
    assert state.to_text() == "oo9/11/11/11/11/5x5/11/11/11/11/10x x"
    assert Hex.from_text(state.to_text()) == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "rows from the top"),
        ("3/3 x", "rows from the top"),
        ("3/3/3 z", "rows from the top"),
        ("3/3/3", "rows from the top"),
        ("3/4/3 x", "not 3 cells"),
        ("3/2/3 x", "not 3 cells"),
        ("3/a2/3 x", "not 3 cells"),
        ("3/²1/3 x", "not 3 cells"),
        ("99/3/3 x", "not 3 cells"),
        ("3/1x1/3 x", "numbers of stones"),
        ("3/1o1/3 x", "numbers of stones"),
        ("xoo/xo1/x2 x", "cannot be to move"),
        ("xxx/1oo/3 x", "numbers of stones"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Hex.variant(size=3).from_text(text)


def test_a_swapped_stone_needs_the_swap() -> None:
    assert Hex.variant(size=3, swap=True).from_text("3/1o1/3 x").turn == 0
    with pytest.raises(BadPosition, match="numbers of stones"):
        Hex.variant(size=3, swap=True).from_text("3/3/3 o")


def test_why_not() -> None:
    state = played("b2", size=3, swap=True)
    assert state.why_not("b2") == "b2 is occupied"
    assert state.why_not("d1") == "the cells are a1 to c3"
    assert played("b2 a1", size=3, swap=True).why_not("swap").startswith("only the first stone")
    assert played("b2", size=3).why_not("swap") == "there is no swap"
    assert played("a1", size=1).why_not("a1") == "the game is over"
    with pytest.raises(IllegalMove, match="occupied"):
        state.parse_move("B2")


def test_sizes() -> None:
    for size in (0, 20):
        with pytest.raises(BadParameter):
            Hex(size=size)


def test_the_picture() -> None:
    state = played("b2", size=3, swap=True)
    scene = state.scene()
    assert scene.problem(state.legal()) is None
    assert scene.text().splitlines()[:3] == [". . .", " . x .", "  . . ."]


# ---------------------------------------------------------------------- hooks


def test_the_evaluation_knows_who_is_nearer() -> None:
    assert Hex().evaluate() > 0  # to have the move is better
    assert played("f6 a1 e8 a2").evaluate() > 0.3
    assert played("f6 a1 e8").evaluate() < -0.2


def test_opposite_first_moves_are_alike() -> None:
    start = Hex(size=4)
    assert {start.same(move) for move in start.legal()} == set(range(8))


def test_playouts_end_with_a_winner() -> None:
    report = playouts(Hex(), 2000)
    assert report.results[0][1] == 0
    assert 106 < report.mean_length < 109  # a program in C has 107.5


# ---------------------------------------------------------------------- solved boards


@kernel
def wins(state: Any, rows: Any, known: Any, depth: int) -> bool:
    """Whether the player to move wins; `known` remembers boards by their number to base three."""
    row = rows[depth]
    count = state.moves(row)
    place = 0
    for move in range(state.last):
        place = 3 * place + state.stones[state.PLACE[move]]
    if known[place] != 0:
        return bool(known[place] == 1)
    found = False
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        if child.over() or not wins(child, rows, known, depth + 1):  # who completes a chain has won
            found = True
            break
    known[place] = 1 if found else 2
    return found


@pytest.mark.parametrize(
    ("size", "winning"),
    [(1, "W"), (2, "LW/WL"), (3, "LLW/WWW/WLL"), (4, "LLLW/LLWL/LWLL/WLLL")],
)
def test_winning_openings(size: int, winning: str) -> None:
    known = np.zeros(3 ** (size * size), np.int8)
    rows = np.zeros((17, 17), np.int32)
    found = []
    for move in range(size * size):
        state = Hex(size=size)
        state.play(move)
        won = state.over() or not wins(one(state)[0], rows, known, 0)
        found.append("W" if won else "L")
    lines = ["".join(found[row * size : (row + 1) * size]) for row in range(size)]
    assert "/".join(lines) == winning


# ---------------------------------------------------------------------- an independent program


@pytest.mark.parametrize(("size", "swap"), [(3, False), (5, True), (11, False), (11, True)])
def test_against_open_spiel(size: int, swap: bool, long_run: bool) -> None:
    """Random games position by position; moves have the same numbers there, the swap included."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs_game = pyspiel.load_game(f"hex(num_cols={size},num_rows={size},swap={swap})")
    draw = random.Random(size)
    for game in range(500 if long_run else 6):
        ours, theirs = Hex(size=size, swap=swap), theirs_game.new_initial_state()
        while True:
            assert ours.over() == theirs.is_terminal()
            if ours.over():
                assert theirs.returns() == [ours.utility(0), ours.utility(1)]
                break
            assert ours.legal() == theirs.legal_actions()
            assert ours.turn == theirs.current_player()
            move = draw.choice(ours.legal())
            if swap and game % 2 and size * size in ours.legal():
                move = size * size
            ours.play(move)
            theirs.apply_action(move)
