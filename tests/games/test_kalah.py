"""Kalah: corner cases, notation, solved boards, and OpenSpiel's mancala position by position."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.compile import copied, kernel
from zermelo.game.playthrough import Playthrough
from zermelo.games.kalah import Kalah

# Margins of the first player, seeds 1, 2, 3, ... in each pit; sources: docs/games/kalah.md
VALUES = {1: (0, -2, 6, -2, 2, 0), 2: (2, -2, -2, -10, 6, 8), 3: (0, 4, 2, 2, 6, -8), 4: (2, 6, 6, 2, 4)}
VALUES_EMPTY = {1: (0, -2, 6, -2, 2, 0), 2: (2, -2, -2, -12, 6, 8), 3: (0, 4, 2, 2, 6, -10), 4: (2, 6, 8, 2, 2)}


def played(text: str, *moves: str, **settings: Any) -> Any:
    """The position after some moves."""
    state = Kalah.variant(**settings).from_text(text)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- rules


def test_first_sowing_from_pit_3_gives_another() -> None:
    line = Playthrough(Kalah())
    line.play("3")
    assert line.to_text() == "4 4 0 5 5 5 1 / 4 4 4 4 4 4 0 S+"
    assert line.state.midturn()
    line.play("6")
    assert line.to_text() == "4 4 0 5 5 0 2 / 5 5 5 5 4 4 0 N"
    assert not line.state.midturn()


def test_a_turn_of_two_sowings() -> None:
    start = Kalah()
    assert start.turn_text([2, 5]) == "3 6"
    assert start.parse_turn("3 6") == [2, 5]


def test_capture_takes_the_last_seed_and_the_seeds_opposite() -> None:
    state = played("1 0 4 4 4 4 4 / 4 4 4 4 5 4 2 S", "1")
    assert state.to_text() == "0 0 4 4 4 4 10 / 4 4 4 4 0 4 2 N"


def test_no_capture_when_the_pit_opposite_is_empty() -> None:
    text = "1 0 4 4 4 4 9 / 4 4 4 4 0 4 2 S"
    assert played(text, "1").to_text() == "0 1 4 4 4 4 9 / 4 4 4 4 0 4 2 N"
    assert played(text, "1", empty_capture=True).to_text() == "0 0 4 4 4 4 10 / 4 4 4 4 0 4 2 N"


def test_no_capture_in_the_opponents_row() -> None:
    state = played("0 0 0 0 0 2 20 / 0 4 4 4 4 4 6 S", "6")
    assert state.to_text() == "0 0 0 0 0 0 21 / 1 4 4 4 4 4 6 N"


def test_thirteen_seeds_come_back_to_their_own_pit_and_capture() -> None:
    state = played("13 1 1 1 1 1 2 / 4 4 4 4 4 4 4 S", "1")
    # every pit and the own store receive one; the last falls into pit 1, empty by then, opposite to North's pit 6
    assert state.to_text() == "0 2 2 2 2 2 9 / 5 5 5 5 5 0 4 N"


def test_sowing_skips_the_opponents_store() -> None:
    state = played("0 0 0 0 1 8 10 / 4 4 4 4 4 4 5 S", "6")
    # the eighth seed passes North's store and falls into South's pit 1, empty: it takes the five opposite
    assert state.to_text() == "0 0 0 0 1 0 17 / 5 5 5 5 5 0 5 N"


def test_the_middle_pit_captures_opposite_itself() -> None:
    """Both pits have the same number on a board with an odd number of pits: their seeds must not be mixed up."""
    state = played("1 0 2 3 / 2 3 2 5 S", "1", pits=3, seeds=3)
    assert state.to_text() == "0 0 2 7 / 2 0 2 5 N"


def test_end_when_a_row_is_empty_the_other_keeps_his_seeds() -> None:
    state = played("0 0 0 0 0 1 22 / 1 0 2 0 0 4 18 S", "6")
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (23 - 25, 25 - 23)
    assert state.ending() == "the row of South is empty: South 23, North 25, North wins"
    assert state.legal() == []


def test_end_when_the_opponents_row_is_captured_away() -> None:
    state = played("1 0 3 0 0 0 20 / 0 0 0 0 4 0 20 S", "1")
    assert state.over()
    assert state.utility(0) == 28 - 20


@pytest.mark.parametrize("seed", range(20))
def test_no_seed_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    pits, seeds = rng.randint(1, 7), rng.randint(1, 9)
    state = Kalah(pits=pits, seeds=seeds, empty_capture=rng.random() < 0.5)
    while not state.over():
        low, high = state.bounds(0)
        state.play(rng.choice(state.legal()))
        assert sum(state.side(0)) + sum(state.side(1)) == 2 * pits * seeds
        assert low <= state.bounds(0)[0] <= state.bounds(0)[1] <= high
    assert state.bounds(0)[0] <= state.utility(0) <= state.bounds(0)[1]


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4 4 4 4 4 4 0",
        "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0",
        "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 X",
        "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 S++",
        "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 S+",
        "4 4 4 4 4 4 0 / 4 4 4 4 4 4 1 S",
        "4 4 4 4 4 -4 8 / 4 4 4 4 4 4 0 S",
        "4 4 4 4 4 a 0 / 4 4 4 4 4 4 0 S",
        "4 4 4 4 4 ² 0 / 4 4 4 4 4 4 0 S",
        "4 4 4 4 4 0 / 4 4 4 4 4 4 4 0 S",
        "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 / S",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Kalah.from_text(text)


def test_why_not() -> None:
    state = Kalah.from_text("0 4 4 4 4 4 4 / 4 4 4 4 4 4 0 S")
    assert state.why_not("1") == state.why_not(0) == "pit 1 is empty"
    assert state.why_not("7").startswith("the pits are 1 to 6")
    with pytest.raises(IllegalMove, match="pit 1 is empty"):
        Playthrough(state).play("1")
    over = Kalah.from_text("0 0 0 0 0 0 24 / 4 4 4 4 4 4 0 S")
    assert over.why_not("1") == "the game is over"
    assert over.ending().endswith("draw")


def test_parameters_out_of_range() -> None:
    for settings in ({"pits": 8}, {"seeds": 0}, {"seeds": 10}, {"stones": 4}):
        with pytest.raises(BadParameter):
            Kalah(**settings)


# ---------------------------------------------------------------------- solved boards

SLOTS = 1 << 20
WORK = np.dtype(
    [("rows", np.int32, (400, 8)), ("keys", np.uint64, SLOTS), ("low", np.int16, SLOTS), ("high", np.int16, SLOTS)],
    align=True,
)


@kernel
def solve(state: Any, work: Any, ply: int, alpha: int, beta: int) -> int:
    """The margin for the player to move if it lies between alpha and beta, else a bound on it (fail soft)."""
    if state.over():
        return int(state.utility(state.turn))
    low, high = state.bounds(state.turn)
    floor, ceiling = int(low), int(high)
    key = state.key()
    slot = np.int64(key & np.uint64(SLOTS - 1))
    if work.keys[slot] == key:
        floor, ceiling = max(floor, work.low[slot]), min(ceiling, work.high[slot])
    if floor >= beta or floor == ceiling:
        return floor
    if ceiling <= alpha:
        return ceiling
    best = -1000
    row = work.rows[ply]
    count = state.moves(row)
    for index in range(count):
        for other in range(index + 1, count):
            if state.order(row[other]) > state.order(row[index]):
                row[index], row[other] = row[other], row[index]
        child = copied(state)
        child.play(row[index])
        window = max(alpha, best)
        if child.turn == state.turn:
            value = solve(child, work, ply + 1, window, beta)
        else:
            value = -solve(child, work, ply + 1, -beta, -window)
        best = max(best, value)
        if best >= beta:
            break
    if work.keys[slot] != key:
        work.keys[slot], work.low[slot], work.high[slot] = key, floor, ceiling
    if best > alpha:
        work.low[slot] = max(floor, best)
    if best < beta:
        work.high[slot] = min(ceiling, best)
    return best


def value_of(state: Any) -> int:
    work, states = np.zeros(1, WORK), np.zeros(1, type(state).layout)
    states[0] = state
    return int(solve(states[0], work[0], 0, -1000, 1000))


@pytest.mark.parametrize("empty_capture", [False, True])
def test_solved_boards(empty_capture: bool, long_run: bool) -> None:
    for pits, values in (VALUES_EMPTY if empty_capture else VALUES).items():
        for seeds, value in enumerate(values, 1):
            if (pits, seeds) in ((2, 4), (4, 3)) or long_run:  # each board is compiled anew; here the rules differ
                assert value_of(Kalah(pits=pits, seeds=seeds, empty_capture=empty_capture)) == value, (pits, seeds)
    if long_run:
        assert value_of(Kalah(seeds=3, empty_capture=empty_capture)) == 2


def test_solver_agrees_with_plain_minimax() -> None:
    """The solver of this file against a search that knows no bounds, no table and no order."""

    def minimax(state: Any) -> float:
        if state.over():
            return float(state.utility(0))
        results = []
        for move in state.legal():
            child = state.copy()
            child.play(move)
            results.append(minimax(child))
        return max(results) if state.turn == 0 else min(results)

    for seeds in (1, 2, 3, 4):
        state = Kalah.variant(pits=2, seeds=4).from_text(f"{seeds} 0 {8 - seeds} / 4 4 0 S")
        assert minimax(state) == value_of(state)


# ---------------------------------------------------------------------- OpenSpiel


def test_against_openspiel(long_run: bool) -> None:
    """Mancala of OpenSpiel is Kalah(6, 4) without empty captures; its result is who has more, ours the margin."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("mancala")
    for seed in range(3000 if long_run else 40):
        rng = random.Random(seed)
        theirs, ours = game.new_initial_state(), Kalah()
        while not ours.over():
            assert not theirs.is_terminal()
            assert theirs.current_player() == ours.turn
            legal = ours.legal()
            assert theirs.legal_actions() == [pit + (1 if ours.turn == 0 else 8) for pit in legal]
            pit = rng.choice(legal)
            theirs.apply_action(pit + (1 if ours.turn == 0 else 8))
            ours.play(pit)
            south, north = ours.side(0), ours.side(1)
            assert theirs.observation_tensor(0)[:14] == [north[-1], *south, *north[:-1]]
        assert theirs.is_terminal()
        assert theirs.returns() == [float(np.sign(ours.utility(player))) for player in range(2)]
