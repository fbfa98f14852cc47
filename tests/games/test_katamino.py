"""Katamino: corner cases of the rules, notation, and a second generator of moves in another style."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.katamino import NAMES, Katamino

HALVES = "/".join(["............"] * 5)
BOARD = "/".join(["........"] * 8)


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Katamino.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- a second generator


ONE_OF_EACH: dict[str, set[complex]] = {
    "F": {1, 1j, 1 + 1j, 1 + 2j, 2 + 2j}, "I": {0, 1, 2, 3, 4}, "L": {0, 1, 2, 3, 3 + 1j},
    "N": {0, 1, 1 + 1j, 2 + 1j, 3 + 1j}, "P": {0, 1, 1j, 1 + 1j, 2}, "T": {0, 1, 2, 1 + 1j, 1 + 2j},
    "U": {0, 1j, 1, 2, 2 + 1j}, "V": {0, 1, 2, 2 + 1j, 2 + 2j}, "W": {0, 1, 1 + 1j, 2 + 1j, 2 + 2j},
    "X": {1, 1j, 1 + 1j, 1 + 2j, 2 + 1j}, "Y": {0, 1, 2, 3, 1 + 1j}, "Z": {0, 1, 1 + 1j, 1 + 2j, 2 + 2j},
}  # fmt: skip


def naive_places(piece: str, cells: set[complex]) -> set[frozenset[complex]]:
    """Cells as complex numbers: turned by i, mirrored by conjugation, moved by adding."""
    found = set()
    for mirrored in (False, True):
        for turn in range(4):
            shape = {
                (complex(cell).conjugate() if mirrored else complex(cell)) * 1j**turn for cell in ONE_OF_EACH[piece]
            }
            anchor = min(shape, key=lambda cell: (cell.real, cell.imag))
            for cell in cells:
                moved = frozenset(
                    complex(round((c - anchor + cell).real), round((c - anchor + cell).imag)) for c in shape
                )
                if moved <= cells:
                    found.add(moved)
    return found


def written(piece: str, cells: frozenset[complex]) -> str:
    ordered = sorted(cells, key=lambda cell: (cell.imag, cell.real))
    return f"{piece}:" + "".join(f"{'abcdefghijkl'[int(cell.real)]}{int(cell.imag) + 1}" for cell in ordered)


@pytest.mark.parametrize("split", [True, False])
def test_the_same_games_by_another_program(split: bool, long_run: bool) -> None:
    for seed in range(60 if long_run else 2):
        dice = random.Random(seed)
        state: Any = Katamino(split=split)
        pool, mover = set(NAMES), 0
        hands: list[set[str]] = [set(), set()]
        whole = {complex(x, y) for x in range(12 if split else 8) for y in range(5 if split else 8)}
        free = [{c for c in whole if (c.real < 6) == (half == 0)} for half in range(2)] if split else [whole, whole]
        while pool:
            assert texts(state) == pool
            piece = dice.choice(sorted(pool))
            pool.remove(piece)
            hands[mover].add(piece)
            state.play(state.parse_move(piece))
            mover = 1 - mover
        while True:
            found = [
                {written(piece, place): place for piece in hands[player] for place in naive_places(piece, free[player])}
                for player in range(2)
            ]
            if split and not found[mover]:
                mover = 1 - mover
            assert texts(state) == set(found[mover])
            if not found[mover]:
                break
            assert state.turn == mover
            move = dice.choice(sorted(found[mover]))
            state.play(state.parse_move(move))
            free[mover] -= found[mover][move]
            hands[mover].remove(move[0])
            mover = 1 - mover
        if split:
            ahead = len(free[1]) - len(free[0])
            assert state.utility(0) == (ahead > 0) - (ahead < 0) == -state.utility(1)
        else:
            assert state.utility(mover) == -1.0 == -state.utility(1 - mover)


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Katamino()
    assert state.to_text() == f"{HALVES} - - FILNPTUVWXYZ 1"
    assert texts(state) == set(NAMES)
    assert Katamino.most_moves == len(Katamino.MASK) == 766  # placements on 5 x 6
    assert Katamino.variant(split=False).most_moves == 2308  # placements on 8 x 8


def test_pieces_are_chosen_in_turn() -> None:
    state = after(f"{HALVES} - - FILNPTUVWXYZ 1", "P", "L")
    assert state.to_text() == f"{HALVES} P L FINTUVWXYZ 1"
    assert state.why_not("P") == "piece P has been chosen"
    assert state.why_not("P:a1b1a2b2a3").startswith("choose a piece first")


CHOSEN = f"{HALVES} FILNPT UVWXYZ - 1"


def test_each_lays_his_pieces_in_his_half() -> None:
    state = after(CHOSEN)
    assert "I:a1b1c1d1e1" in texts(state)
    assert not any("g" in move for move in texts(state))
    assert state.why_not("U:a1c1a2b2c2") == "player 1 does not have the piece U"
    state.play(state.parse_move("I:a1b1c1d1e1"))
    assert "X:h1g2h2i2h3" in texts(state)
    with pytest.raises(IllegalMove, match="does not fit there"):
        Playthrough(state).play("X:b1a2b2c2b3")


def test_who_has_no_room_is_passed_over() -> None:
    """No piece of the first player fits after this move: the second one goes on."""
    position = "..#..#.##.../..######..../###.#.##..../.###...##.../##.....##... ITX LUYZ - 2"
    state = after(position, "Y:j2j3i4j4j5")
    assert state.turn == 1
    assert not state.room(0)
    assert state.ending() == ""
    state.play(state.parse_move("L:k1l1l2l3l4"))
    assert state.ending() == "covered: 15 and 20"
    assert [state.utility(0), state.utility(1)] == [-1.0, 1.0]
    assert state.why_not("U") == "the game is over"


def test_the_shared_board() -> None:
    state = after(f"{BOARD} FILNPT UVWXYZ - 1", "I:a1b1c1d1e1", split=False)
    assert "V:a2b2c2a3a4" in texts(state)
    assert state.to_text().endswith("#####... FLNPT UVWXYZ - 2")


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        HALVES,
        f"{HALVES} - - FILNPTUVWXYZ 2",
        f"{HALVES} - - FILNPTUVWXY 1",
        f"{HALVES} - - FILNPTUVWXYA 1",
        f"{HALVES} P P FILNTUVWXYZ 1",
        f"{HALVES} FI - LNPTUVWXYZ 1",
        f"{HALVES} FILNPTU VWXYZ - 1",
        f"{HALVES} FILNP UVWXYZ - 2",
        f"{BOARD} FILNPT UVWXYZ - 1",
        f"{HALVES[:-1]}# FILNPT UVWXYZ - 1",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Katamino.from_text(text)
