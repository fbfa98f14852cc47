"""Golomb's game: pieces and placements, notation, the rules written a second time, small boards solved."""

from __future__ import annotations

import random
import time
from functools import cache
from typing import Any

import pytest

from zermelo.boards.polyominoes import PENTOMINOES, drawing_of, free_polyominoes, orientations, places, shape_of
from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.games.catalogue import find
from zermelo.games.pentominoes import Pentominoes

EMPTY = "/".join(["8"] * 8)


# ---------------------------------------------------------------------- pieces


def test_free_polyominoes() -> None:
    assert [len(free_polyominoes(size)) for size in range(1, 7)] == [1, 1, 2, 5, 12, 35]
    fixed = [sum(len(orientations(shape)) for shape in free_polyominoes(size)) for size in range(1, 6)]
    assert fixed == [1, 2, 6, 19, 63]
    named = {min(orientations(shape_of(drawing))) for drawing in PENTOMINOES.values()}
    assert named == set(free_polyominoes(5))
    assert all(drawing_of(shape_of(drawing)) == drawing for drawing in PENTOMINOES.values())


def test_placements_of_each_piece() -> None:
    counts = {
        letter: sum(len(places(shape, 8, 8)) for shape in orientations(shape_of(drawing)))
        for letter, drawing in PENTOMINOES.items()
    }
    assert counts == {
        "F": 288, "I": 64, "L": 280, "N": 280, "P": 336, "T": 144, "U": 168, "V": 144, "W": 144, "X": 36, "Y": 280,
        "Z": 144,
    }  # fmt: skip
    # the placements of Blokus, before its rules: 13729 on 14 x 14 and 30433 on 20 x 20
    for side, total in ((14, 13729), (20, 30433)):
        every = [shape for size in range(1, 6) for free in free_polyominoes(size) for shape in orientations(free)]
        assert sum(len(places(shape, side, side)) for shape in every) == total


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Pentominoes()
    assert state.to_text() == EMPTY + " - 1"
    assert len(state.legal()) == 2308 == Pentominoes.most_moves
    assert find("golomb") is Pentominoes
    for columns, rows, first in ((5, 5, 571), (6, 5, 766), (6, 6, 1024), (10, 6, 2056)):
        assert Pentominoes.variant(columns=columns, rows=rows).most_moves == first


def test_each_piece_once_and_on_empty_cells() -> None:
    state = Pentominoes()
    state.play(state.parse_move("Ia1b1c1d1e1"))
    assert state.to_text() == "/".join(["8"] * 7) + "/xxxxx3 I 2"
    with pytest.raises(IllegalMove, match="the I has been put already"):
        state.parse_move("Ia2b2c2d2e2")
    with pytest.raises(IllegalMove, match="e1 is covered"):
        state.parse_move("Le1f1g1h1h2")
    state.parse_move("Vf1g1h1h2h3")
    assert all(state.PIECE[move] != 1 for move in state.legal())


def test_who_cannot_put_a_piece_loses() -> None:
    state = Pentominoes(columns=3, rows=2)
    assert {state.move_text(move)[0] for move in state.legal()} == {"P", "U"}
    state.play(state.legal()[0])
    assert state.legal() == []
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == "player 2 can put no piece and loses"
    assert state.why_not("P") == "the game is over"
    turned = Pentominoes(columns=3, rows=2, misere=True)
    turned.play(turned.legal()[0])
    assert (turned.utility(0), turned.utility(1)) == (-1.0, 1.0)
    assert turned.ending() == "player 2 can put no piece and wins"


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = Pentominoes()
    assert state.parse_move("x: b1 a2 b2 c2 b3") == state.parse_move("Xb1a2b2c2b3")
    for nonsense in ("", "I", "Ia1b1c1d1d2", 99999, -1):
        assert "a move is a piece and five cells" in state.why_not(nonsense)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "8 rows of 8 cells"),
        (EMPTY, "8 rows of 8 cells"),
        (EMPTY + " - 3", "8 rows of 8 cells"),
        (EMPTY[2:] + " - 1", "8 rows of 8 cells"),
        (EMPTY + " Q 2", "each once"),
        (EMPTY + " II 1", "each once"),
        (EMPTY + " - 2", "the first player begins"),
        (EMPTY + " I 2", "do not cover these cells"),
        (EMPTY.replace("8", "xxxxx3", 1) + " L 2", "do not cover these cells"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Pentominoes.from_text(text)


def test_sizes() -> None:
    for settings in ({"columns": 9, "rows": 8}, {"columns": 2, "rows": 2}, {"columns": 1}):
        with pytest.raises(BadParameter):
            Pentominoes(**settings)


# ---------------------------------------------------------------------- rules written a second time


def plain_moves(empty: frozenset[tuple[int, int]], left: frozenset[str]) -> set[tuple[str, frozenset[tuple[int, int]]]]:
    """All placements: grow every set of five joined empty cells and see which piece it is."""
    grown = {frozenset({cell}) for cell in empty}
    for _ in range(4):
        grown = {
            some | {near}
            for some in grown
            for x, y in some
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            if near in empty and near not in some
        }
    return {(piece, some) for some in grown if (piece := piece_of(some)) in left}


@cache
def signatures() -> dict[tuple[int, ...], str]:
    """Each piece by its distances, which with the numbers of neighbours tell all twelve apart."""
    found = {}
    for letter, drawing in PENTOMINOES.items():
        cells = [(x, y) for y, row in enumerate(drawing.split("/")) for x, sign in enumerate(row) if sign == "#"]
        found[distances(cells)] = letter
    assert len(found) == 12
    return found


def distances(cells: Any) -> tuple[int, ...]:
    """All distances between cells, squared, in order, and for each cell how many others touch it."""
    listed = sorted(cells)
    apart = [(a - c) ** 2 + (b - d) ** 2 for i, (a, b) in enumerate(listed) for c, d in listed[i + 1 :]]
    touching = [sum((a - c) ** 2 + (b - d) ** 2 == 1 for c, d in listed) for a, b in listed]
    return (*sorted(apart), *sorted(touching))


def piece_of(cells: frozenset[tuple[int, int]]) -> str:
    """The piece that has the shape of some cells."""
    return signatures()[distances(cells)]


def test_rules_written_a_second_time(long_run: bool) -> None:
    chooser = random.Random(12)
    compared = 0
    for number in range(40 if long_run else 4):
        columns, rows = ((8, 8), (6, 6), (10, 6), (5, 5))[number % 4]
        state = Pentominoes(columns=columns, rows=rows)
        empty = frozenset((x, y) for x in range(columns) for y in range(rows))
        left = frozenset(PENTOMINOES)
        while True:
            expected = plain_moves(empty, left)
            legal = {}
            for move in state.legal():
                cells = frozenset(
                    (c % columns, c // columns) for c in range(state.cells) if int(state.MASKS[move]) >> c & 1
                )
                legal["FILNPTUVWXYZ"[state.PIECE[move]], cells] = move
            assert set(legal) == expected
            compared += 1
            if not legal:
                assert state.utility(state.turn) == -1.0
                break
            piece, cells = chooser.choice(sorted(legal, key=lambda item: (item[0], sorted(item[1]))))
            state.play(legal[piece, cells])
            empty, left = empty - cells, left - {piece}
    print(f"{compared} positions compared")


# ---------------------------------------------------------------------- solved


@pytest.mark.parametrize(("columns", "rows", "winner"), [(3, 3, 0), (5, 3, 0), (4, 4, 1), (5, 4, 0), (5, 5, 0)])
def test_small_boards(columns: int, rows: int, winner: int) -> None:
    """Every position that matters, by plain recursion over covered cells and pieces put."""
    cls = Pentominoes.variant(columns=columns, rows=rows)
    every = [(int(board), 1 << piece) for board, piece in zip(cls.MASKS, cls.PIECE.tolist(), strict=True)]

    @cache
    def wins(full: int, used: int) -> bool:
        return any(
            not wins(full | board, used | piece) for board, piece in every if not board & full and not piece & used
        )

    assert wins(0, 0) == (winner == 0)


def test_positions_of_pentominoes_are_judged_quickly() -> None:
    begin = time.process_time()
    with pytest.raises(BadPosition, match="do not cover"):
        Pentominoes.from_text("8/8/8/8/8/8/8/x1x1x1x1 F 2")
    with pytest.raises(BadPosition, match="do not cover"):
        Pentominoes.from_text("8/1x6/x1x1x1x1/1x1x1x1x/x1x1x1x1/1x1x1x1x/x1x1x1x1/1x1x1x1x FILNP 2")
    Pentominoes.from_text("/".join(["xxxxxxxx"] * 7 + ["xxxx4"]) + " FILNPTUVWXYZ 1")
    assert time.process_time() - begin < 2.0
