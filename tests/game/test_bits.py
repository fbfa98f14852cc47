"""Each word of the board vocabulary means the same interpreted and compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.game import bits
from zermelo.game.bits import word
from zermelo.game.compile import kernel

BOARDS = st.integers(0, 2**64 - 1).map(word)
PLACES = st.integers(0, 63)


@kernel
def one_board(b: Any) -> Any:
    return (
        bits.count(b),
        bits.lowest(b),
        bits.highest(b),
        bits.swapped(b),
        bits.reversed_bits(b),
        bits.rest(b),
        bits.mix64(b),
    )


@kernel
def two_boards(a: Any, b: Any) -> Any:
    return bits.plus(a, b), bits.minus(a, b), bits.times(a, b), bits.fold(a, b)


@kernel
def board_and_place(b: Any, place: Any) -> Any:
    return bits.bit(place), bits.has(b, place), bits.rotate(b, place), bits.rotate(b, -place)


@kernel
def all_squares(b: Any, out: Any) -> Any:
    return bits.put_all(out, 0, b)


@kernel
def nth_square(b: Any, index: Any) -> Any:
    return bits.nth(b, index)


@settings(max_examples=300, deadline=None)
@given(BOARDS)
def test_words_of_one_board(board: np.uint64) -> None:
    python: tuple[Any, ...] = (
        bits.count(board),
        bits.lowest(board),
        bits.highest(board),
        bits.swapped(board),
        bits.reversed_bits(board),
        bits.rest(board),
        bits.mix64(board),
    )
    assert tuple(map(int, one_board(board))) == tuple(map(int, python))


@settings(max_examples=300, deadline=None)
@given(BOARDS, BOARDS)
def test_words_of_two_boards(a: np.uint64, b: np.uint64) -> None:
    python: tuple[Any, ...] = (bits.plus(a, b), bits.minus(a, b), bits.times(a, b), bits.fold(a, b))
    assert tuple(map(int, two_boards(a, b))) == tuple(map(int, python))


@settings(max_examples=300, deadline=None)
@given(BOARDS, PLACES)
def test_words_of_a_board_and_a_place(board: np.uint64, place: int) -> None:
    python: tuple[Any, ...] = (
        bits.bit(place),
        bits.has(board, place),
        bits.rotate(board, place),
        bits.rotate(board, -place),
    )
    assert tuple(map(int, board_and_place(board, place))) == tuple(map(int, python))


@settings(max_examples=200, deadline=None)
@given(BOARDS)
def test_squares_and_nth(board: np.uint64) -> None:
    out = np.zeros(64, np.int32)
    listed = out[: all_squares(board, out)].tolist()
    assert listed == list(bits.squares(board)) == [s for s in range(64) if int(board) >> s & 1]
    for index, square in enumerate(listed):
        assert nth_square(board, index) == bits.nth(board, index) == square


@pytest.mark.parametrize("board", [word(0), word(1), word(2**63), word(2**64 - 1)])
def test_nth_without_the_machine_instruction(board: np.uint64) -> None:
    from numba import njit

    from zermelo.game import machine

    portable = njit(machine.nth_by_steps)
    for index, square in enumerate(bits.squares(board)):
        assert portable(board, index) == square


def test_the_empty_board_has_no_lowest_square() -> None:
    assert bits.lowest(word(0)) == 64 == one_board(word(0))[1]
    assert bits.highest(word(0)) == -1 == one_board(word(0))[2]


def test_a_piece_in_two_words_does_not_cancel_itself() -> None:
    """Colour and kind change together when a piece moves: no two squares give the same sum of two folded words."""
    for first in range(8):
        for second in range(first):
            sums = {
                int(bits.plus(bits.fold(board, bits.factor(first)), bits.fold(board | word(1), bits.factor(second))))
                for board in (bits.bit(square) for square in range(1, 64))
            }
            assert len(sums) == 63
