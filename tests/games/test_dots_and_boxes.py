"""Dots and boxes: corner cases, notation, solved boards, and OpenSpiel position by position."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.compile import copied, kernel
from zermelo.game.playthrough import Playthrough
from zermelo.games.dots import DotsAndBoxes

# Margin of the first player by rows and columns; sources: docs/games/dots_and_boxes.md
VALUES = {
    (1, 1): -1, (1, 2): 0, (1, 3): -1, (1, 4): 0, (1, 5): -1, (1, 6): 0, (2, 2): 2, (2, 3): -2, (2, 4): 2, (3, 3): -3,
}  # fmt: skip
LONG = {(2, 5): -2, (3, 4): 0}  # 3 x 4 takes four minutes and 2 GB


def played(moves: str, **settings: Any) -> Any:
    """The position after some moves."""
    state = DotsAndBoxes(**settings)
    for move in moves.split():
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- rules


def test_a_fourth_side_gives_the_box_and_another_move() -> None:
    state = played("b1 a2 c2", rows=1, columns=2)
    assert state.turn == 1
    assert not state.midturn()
    state.play(state.parse_move("b3"))
    assert state.to_text() == "+-+.+/|2|../+-+.+ 2+"
    assert state.turn == 1
    assert state.midturn()


def test_whose_box_is_whose_is_no_part_of_the_key() -> None:
    one, other = (DotsAndBoxes(rows=1, columns=2).from_text(f"+-+-+/|{boxes}|/+-+-+ 2+") for boxes in ("1|2", "2|1"))
    assert one.to_text() != other.to_text()
    assert one.key() == other.key()


def test_one_edge_closes_two_boxes_and_gives_one_move() -> None:
    state = played("b1 a2 b3 d1 e2 d3", rows=1, columns=2)
    assert state.turn == 0
    state.play(state.parse_move("c2"))
    assert state.over()
    assert not state.midturn(), "the last edge ends the game: there is no other move"
    assert (state.utility(0), state.utility(1)) == (2.0, -2.0)
    assert state.ending() == "all edges are drawn: 2 to 0, the first player wins"
    middle = DotsAndBoxes.variant(rows=2, columns=2).from_text("+-+-+/|...|/+-+-+/...../+.+.+ 2")
    middle.play(middle.parse_move("c4"))
    assert (middle.turn, middle.lead, middle.midturn()) == (1, -2, True)


def test_nobody_must_close_a_box() -> None:
    state = played("b1 a2 c2", rows=1, columns=2)
    assert sorted(state.move_text(move) for move in state.legal()) == ["b3", "d1", "d3", "e2"]


def test_misere_turns_the_result_round() -> None:
    state = played("b1 a2 b3 c2", rows=1, columns=1, misere=True)
    assert state.lead == -1
    assert state.utility(1) == -1.0
    assert state.ending() == "all edges are drawn: 0 to 1, the first player wins"


def test_swedish_and_icelandic_starts() -> None:
    swedish = DotsAndBoxes(rows=2, columns=2, border="swedish")
    assert swedish.to_text() == "+-+-+/|...|/+.+.+/|...|/+-+-+ 1"
    icelandic = DotsAndBoxes(rows=2, columns=2, border="icelandic")
    assert icelandic.to_text() == "+.+.+/|..../+.+.+/|..../+-+-+ 1"
    assert len(DotsAndBoxes(border="swedish").legal()) == 40
    assert len(DotsAndBoxes(border="icelandic").legal()) == 50
    with pytest.raises(BadParameter, match="nothing is left"):
        DotsAndBoxes(rows=1, columns=1, border="swedish")
    with pytest.raises(BadParameter, match="american, icelandic, swedish"):
        DotsAndBoxes(border="danish")


def test_every_game_draws_every_edge() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        rows, columns = rng.randint(1, 4), rng.randint(1, 4)
        state = DotsAndBoxes(rows=rows, columns=columns)
        plies = 0
        while not state.over():
            low, high = state.bounds(0)
            state.play(rng.choice(state.legal()))
            plies += 1
            assert low <= state.bounds(0)[0] <= state.bounds(0)[1] <= high
        assert plies == rows * (columns + 1) + columns * (rows + 1)
        assert state.owned(0) + state.owned(1) == rows * columns
        assert state.utility(0) == state.owned(0) - state.owned(1)


def test_boards_of_several_words() -> None:
    state = DotsAndBoxes(rows=12, columns=12)
    assert len(state.legal()) == state.edges == 312
    state.play(state.parse_move("y24"))
    assert state.why_not("y24") == "edge y24 is drawn already"
    assert 311 not in state.legal()
    assert DotsAndBoxes.variant(rows=12, columns=12).from_text(state.to_text()) == state


# ---------------------------------------------------------------------- words


def test_names_of_edges() -> None:
    state = DotsAndBoxes(rows=2, columns=2)
    names = ["b1", "d1", "b3", "d3", "b5", "d5", "a2", "c2", "e2", "a4", "c4", "e4"]
    assert [state.move_text(edge) for edge in range(12)] == names
    assert [state.parse_move(name) for name in names] == list(range(12))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+.+/.../+.+",
        "+.+/.../+.+ 3",
        "+.+/.../+.+ 1++",
        "+.+/.../+.+ 1+",
        "+.+/.../+.+/... 1",
        "+.+/..../+.+ 1",
        "+.-/.../+.+ 1",
        "+|+/.../+.+ 1",
        "+.+/-../+.+ 1",
        "+-+/|.|/+-+ 1",
        "+-+/|1./+-+ 1",
        "+-+/|3|/+-+ 1",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        DotsAndBoxes.variant(rows=1, columns=1).from_text(text)


def test_why_not() -> None:
    state = played("b1", rows=1, columns=1)
    assert state.why_not("b1") == state.why_not(0) == "edge b1 is drawn already"
    assert state.why_not("a1") == "a1 is a dot, not an edge"
    assert state.why_not("b2") == "b2 is a box, not an edge"
    assert state.why_not("z9") == "edges have names from a2 and b1 to b3"
    with pytest.raises(IllegalMove, match="drawn already"):
        Playthrough(state).play("b1")
    assert played("b1 a2 b3 c2", rows=1, columns=1).why_not("b1") == "the game is over"


# ---------------------------------------------------------------------- solved boards

UNKNOWN = 100


@kernel
def solve(state: Any, memo: Any, rows: Any, ply: int, wise: bool) -> int:
    """The margin that the player to move still makes; `wise` looks only at the moves of `static_result`."""
    if state.over():
        return 0
    place = np.int64(state.drawn[0])
    if memo[place] != UNKNOWN:
        return int(memo[place])
    row = rows[ply]
    count = state.static_result(row)[0] if wise else state.moves(row)
    before = state.lead if state.turn == 0 else -state.lead
    best = -99
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        gain = (child.lead if state.turn == 0 else -child.lead) - before
        further = solve(child, memo, rows, ply + 1, wise)
        best = max(best, gain + further if child.turn == state.turn else gain - further)
    memo[place] = best
    return best


def solved(state: Any, wise: bool) -> tuple[int, Any]:
    """The value of a board, and of every set of edges that was met."""
    memo = np.full(1 << state.edges, UNKNOWN, np.int8)
    rows = np.zeros((state.edges + 1, state.edges + 1), np.int32)
    states = np.zeros(1, type(state).layout)
    states[0] = state
    return int(solve(states[0], memo, rows, 0, wise)), memo


def test_solved_boards(long_run: bool) -> None:
    for (rows, columns), value in (VALUES | LONG if long_run else {(2, 2): 2, (3, 3): -3}).items():
        assert solved(DotsAndBoxes(rows=rows, columns=columns), True)[0] == value, (rows, columns)


def test_outlook_keeps_a_best_move(long_run: bool) -> None:
    """With all moves and with those of `static_result`, every set of edges has the same value."""
    for rows, columns in ((1, 4), (1, 5), (2, 2), (2, 3), (2, 4)) if long_run else ((2, 3),):
        value, every = solved(DotsAndBoxes(rows=rows, columns=columns), False)
        assert value == VALUES[rows, columns]
        _, some = solved(DotsAndBoxes(rows=rows, columns=columns), True)
        met = some != UNKNOWN
        assert (every[met] == some[met]).all()
        assert met.sum() < (every != UNKNOWN).sum()


def test_two_boxes_may_be_left_in_the_last_chain_only() -> None:
    """Two chains at hand: take on; only in the last one is leaving two boxes among the moves worth a look."""
    state = DotsAndBoxes.variant(rows=2, columns=4).from_text("+-+-+-+-+/|......../+-+-+-+-+/|......../+-+-+-+-+ 1")
    assert state.order(state.parse_move("c2")) == 90  # it closes one box and leaves the next with one edge missing
    row = np.zeros(state.most_moves, np.int32)
    names = [state.move_text(move) for move in row[: state.static_result(row)[0]]]
    assert sorted(names) == ["c2", "c4"], "two chains at hand: nothing but taking"
    state.play(state.parse_move("c4"))
    state.play(state.parse_move("e4"))
    state.play(state.parse_move("g4"))
    assert [state.move_text(move) for move in row[: state.static_result(row)[0]]] == ["i4"], "a last box costs nothing"
    state.play(state.parse_move("i4"))
    assert sorted(state.move_text(move) for move in row[: state.static_result(row)[0]]) == ["c2", "e2"]


def test_one_closing_edge_is_noisy_however_many_there_are() -> None:
    """A chain opened in its middle can be closed in many orders; beyond the horizon one of them is enough."""
    state = DotsAndBoxes.variant(rows=1, columns=4).from_text("+-+-+-+-+/....|..../+-+-+-+-+ 1")
    closing = [edge for edge in state.legal() if state.lacking(edge, 1)]
    row = np.zeros(state.most_moves, np.int32)
    assert [state.move_text(edge) for edge in closing] == ["c2", "g2"]
    assert [edge for edge in closing if state.noisy(edge)] == closing[:1]
    assert row[: state.noisy_moves(row)].tolist() == closing[:1]


# ---------------------------------------------------------------------- OpenSpiel


def test_against_openspiel(long_run: bool) -> None:
    """The same numbers of edges; its result is who has more boxes, ours the margin."""
    pyspiel = pytest.importorskip("pyspiel")
    positions = 0
    for rows, columns in ((2, 2), (3, 3), (2, 4), (5, 5)):
        game = pyspiel.load_game(f"dots_and_boxes(num_rows={rows},num_cols={columns})")
        for seed in range(1000 if long_run else 8):
            rng = random.Random(seed)
            theirs, ours = game.new_initial_state(), DotsAndBoxes(rows=rows, columns=columns)
            while not ours.over():
                assert not theirs.is_terminal()
                assert theirs.current_player() == ours.turn
                legal = ours.legal()
                assert theirs.legal_actions() == legal
                edge = rng.choice(legal)
                theirs.apply_action(edge)
                ours.play(edge)
                positions += 1
            assert theirs.is_terminal()
            assert theirs.returns() == [float(np.sign(ours.utility(player))) for player in range(2)]
    assert positions == (12 + 24 + 22 + 60) * (1000 if long_run else 8)
