"""Quarto: corner cases, notation, lines counted by hand, and endings solved."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.quarto import Quarto

STRAIGHT = [
    *([4 * row + column for column in range(4)] for row in range(4)),
    *([4 * row + column for row in range(4)] for column in range(4)),
    [0, 5, 10, 15],
    [3, 6, 9, 12],
]
SMALL = [[corner, corner + 1, corner + 4, corner + 5] for corner in (0, 1, 2, 4, 5, 6, 8, 9, 10)]


def has_line(board: list[int], squares: bool) -> bool:
    """Whether four pieces in a line agree in some bit: the rule once more, without words of bits."""
    for line in STRAIGHT + SMALL if squares else STRAIGHT:
        pieces = [board[cell] for cell in line]
        if min(pieces) >= 0 and any(len({piece >> trait & 1 for piece in pieces}) == 1 for trait in range(4)):
            return True
    return False


def position(text: str, **settings: Any) -> Any:
    return Quarto.variant(**settings).from_text(text)


# ---------------------------------------------------------------------- rules


def test_the_first_turn_only_hands_over() -> None:
    line = Playthrough(Quarto())
    assert len(line.moves()) == 16
    line.play("5")
    assert (line.turn, line.state.midturn()) == (1, False)
    assert line.to_text() == "..../..../..../.... 5 2"
    line.play("b2")
    assert (line.turn, line.state.midturn()) == (1, True)
    assert "5" not in [line.state.move_text(move) for move in line.moves()]
    line.play("A")
    assert line.to_text() == "..../..../.5../.... A 1"


@pytest.mark.parametrize(
    ("text", "cell", "trait"),
    [
        ("..../..../..../135. F 1", "d1", "tall"),
        ("8.../B.../D.../.... E 1", "a1", "hollow"),
        ("0.../.2../..4./.... 6 1", "d1", "short"),
        ("..../..2./.4../8... 0 1", "d4", "short"),
    ],
)
def test_every_kind_of_line(text: str, cell: str, trait: str) -> None:
    state = position(text)
    assert not state.over()
    row = np.zeros(16, np.int32)
    assert state.static_result(row) == (1, 1)
    assert state.move_text(int(row[0])) == cell
    state.play(state.parse_move(cell))
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == f"player 1 has four {trait} pieces in a line"
    assert state.legal() == []


def test_squares_are_lines_in_the_variant_only() -> None:
    text = "..../..../13../5... 7 1"
    assert not position(text).noisy(1)
    for squares in (False, True):
        state = position(text, squares=squares)
        state.play(state.parse_move("b1"))
        assert state.over() == squares


def test_a_full_board_is_a_draw() -> None:
    for seed in range(4000):
        rng = random.Random(seed)
        state = Quarto()
        while not state.over():
            state.play(rng.choice(state.legal()))
        if state.utility(0) == 0.0:
            break
    assert state.utility(0) == state.utility(1) == 0.0
    assert state.box == state.empty() == 0
    assert state.ending() == "the board is full: draw"


def test_who_can_only_hand_over_winning_pieces_has_lost() -> None:
    """Three tall pieces in one open line, three short ones in another: whatever is handed over wins."""
    state = position("..../024./..../135. - 1")
    assert state.winning() == 0xFFFF
    row = np.zeros(16, np.int32)
    assert state.static_result(row) == (1, -2)
    assert state.evaluate() < -0.8


@pytest.mark.parametrize("squares", [False, True])
def test_lines_and_threats_as_counted_by_hand(squares: bool, long_run: bool) -> None:
    """The end and the pieces that win at once, against a plain count, at every position of random games."""
    for seed in range(300 if long_run else 10):
        rng = random.Random(seed)
        state = Quarto(squares=squares)
        while True:
            board = [state.piece_at(cell) for cell in range(16)]
            lined = has_line(board, squares)
            assert state.over() == (lined or min(board) >= 0)
            if state.over():
                assert state.utility(state.turn) == (1.0 if lined else 0.0)
                break
            wins = 0
            for piece in range(16):
                for cell in range(16):
                    if board[cell] < 0 and has_line([*board[:cell], piece, *board[cell + 1 :]], squares):
                        wins |= 1 << piece
            assert int(state.winning()) == wins
            state.play(rng.choice(state.legal()))


@pytest.mark.parametrize(("squares", "number"), [(False, 32), (True, 8)])
def test_symmetries_keep_all_lines(squares: bool, number: int) -> None:
    game = Quarto.variant(squares=squares)
    lines = {frozenset(line) for line in (STRAIGHT + SMALL if squares else STRAIGHT)}
    images = {tuple(int(cell) for cell in image) for image in game.IMAGES}
    assert len(images) == game.symmetries == number
    for image in images:
        assert {frozenset(image[cell] for cell in line) for line in lines} == lines


def test_first_moves_that_are_alike() -> None:
    state = Quarto()
    assert {state.same(move) for move in range(16)} == {0}
    state.play(3)
    assert {state.same(cell) for cell in range(16)} == {0, 1}, "on a diagonal or not"
    wide = Quarto(squares=True)
    wide.play(3)
    assert {wide.same(cell) for cell in range(16)} == {0, 1, 5}


def test_outlook_keeps_the_value_of_endings() -> None:
    """Minimax over all moves and over those of `static_result`, with four pieces left."""

    def value(state: Any, wise: bool) -> float:
        if state.over():
            return float(state.utility(0))
        row = np.zeros(16, np.int32)
        count = state.static_result(row)[0] if wise else state.moves(row)
        results = []
        for move in row[:count]:
            child = state.copy()
            child.play(int(move))
            results.append(value(child, wise))
        return max(results) if state.turn == 0 else min(results)

    found = set()
    for seed in range(60):
        rng = random.Random(seed)
        state = Quarto()
        while not state.over() and (state.given or len(state.legal()) > 3):
            state.play(rng.choice(state.legal()))
        if not state.over():
            found.add(value(state, False))
            assert value(state, True) == value(state, False)
    assert found == {-1.0, 0.0, 1.0}


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "..../..../..../....",
        "..../..../..../.... -",
        "..../..../..../.... - 3",
        "..../..../..../.... - 2",
        "..../..../..../.... 0 1",
        "..../..../..../...0 - 1",
        "..../..../.... - 1",
        "..../..../..../..... - 1",
        "..../..../..../...G 1 1",
        "..../..../..../..11 - 1",
        "..../..../..../...1 1 1",
        "..../..../..../...1 x 1",
        "..../..../..../0123 4 2",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Quarto.from_text(text)


def test_why_not() -> None:
    state = Quarto()
    assert state.why_not("a1") == "hand over a piece now: pieces are 0 to 9 and A to F"
    state.play(state.parse_move("a"))
    assert state.why_not("a") == "place piece A first: cells are a1 to d4"
    state.play(state.parse_move("A1"))
    assert state.why_not("a") == state.why_not(10) == "piece A is not in the box"
    state.play(0)
    assert state.why_not("a1") == state.why_not(0) == "there is a piece on a1"
    with pytest.raises(IllegalMove, match="there is a piece on a1"):
        Playthrough(state).play("a1")
    assert position("..../..../..../0123 - 1").why_not("4") == "the game is over"
