"""Checkers: corner cases of the rules, notation, clocks, and other programs position by position."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import AmbiguousMove, BadPosition, IllegalMove, MalformedMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.draughts import Checkers
from zermelo.games.draughts.board import ACROSS, DOWN, place, reached

Board = dict[tuple[int, int], str]  # (column, row) -> b, w for men, B, W for kings


def texts(position: str) -> list[str]:
    """The legal moves of a position."""
    state = Checkers.from_text(position)
    return [state.move_text(move) for move in state.legal()]


def after(position: str, *moves: str) -> str:
    """The position after some moves."""
    state = Checkers.from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return str(state.to_text())


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Checkers()
    assert state.to_text() == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    assert texts(state.to_text()) == ["9-13", "10-14", "11-15", "12-16", "9-14", "10-15", "11-16"]
    assert str(state).splitlines()[0] == "  b   b   b   b"
    assert state.evaluate() == 0.0


def test_a_capture_is_compulsory_and_the_choice_is_free() -> None:
    position = "B:W14,16,22:B1,9,12"
    assert texts(position) == ["9x25", "12x19"]  # two men or one, as Black likes; the man on 1 may not step
    assert after(position, "12x19") == "W:W14,22:B1,9,19"
    with pytest.raises(IllegalMove, match="a capture is compulsory: 9x25, 12x19"):
        Checkers.from_text(position).parse_move("1-5")
    assert sorted(texts("B:W6,7,15,30:B2")) == ["2x18", "2x9"]  # one piece, two routes of different length


def test_a_capture_may_not_be_cut_short() -> None:
    position = "B:W14,15,22:B9,12"
    assert texts(position) == ["9x25"]
    with pytest.raises(IllegalMove, match="the capture must go on: 9x18x25"):
        Checkers.from_text(position).parse_move("9x18")
    assert after(position, "9x25") == "W:W15:B12,25"


def test_men_go_and_capture_forward_only() -> None:
    assert texts("B:W6,32:B9") == ["9-13", "9-14"]  # the white man on 6 lies behind
    assert sorted(texts("B:W6,32:BK9")) == ["9x2"]
    assert "forward only" in Checkers.from_text("B:W32:B9").why_not("9-5")


def test_crowning_ends_the_move() -> None:
    # the man lands on 30 and is crowned; as a king he could take 23 at once, but does not
    position = "B:W25,26,16:B21"
    assert texts(position) == ["21x30"]
    assert after(position, "21x30") == "W:W16,26:BK30"
    assert after("B:W16:B27", "27-32") == "W:W16:BK32"
    assert after("W:W6:B12", "6-1") == "B:WK1:B12"
    # a king that passes the last row goes on
    assert texts("B:W25,26,16:BK21") == ["21x23"]


def test_a_king_may_come_back_to_where_he_began() -> None:
    state = Checkers.from_text("B:W7,8,15,16:BK3")
    assert [state.move_text(move) for move in state.legal()] == ["3x10x19x12x3", "3x12x19x10x3"]
    state.play(state.legal()[0])
    assert state.to_text() == "W:W:BK3"
    assert state.ending() == "White has no piece left: Black wins"


def test_a_piece_is_jumped_once() -> None:
    for text in ("B:W7,8,15,16:BK3", "B:W6,7,8,14,15,16,22,23,24:BK1"):
        state = Checkers.from_text(text)
        for move in state.legal():
            child = state.copy()
            child.play(move)
            assert int(state.white).bit_count() - int(child.white).bit_count() == move >> 5 & 15


def test_no_king_has_more_than_sixteen_routes_or_nine_jumps(long_run: bool) -> None:
    """A king lands on every other square of every other row, and nine squares lie between those."""
    most = longest = 0
    row = np.zeros(Checkers.most_moves, np.int32)
    sets = range(512) if long_run else range(511, 0, -17)
    for chosen in sets:
        for first in (0, 1, 8, 9, 16, 24):
            state = Checkers.blank()
            between = [square for index, square in enumerate((5, 6, 7, 13, 14, 15, 21, 22, 23)) if chosen >> index & 1]
            state.white, state.black, state.kings = sum(1 << square for square in between), 1 << first, 1 << first
            if state.jumpers():
                n = state.moves(row)
                most = max(most, n)
                longest = max(longest, *(int(move) >> 5 & 15 for move in row[:n]))
    assert (most, longest) == (16, 9) if long_run else most <= 16


def test_who_cannot_move_loses() -> None:
    line = Playthrough(Checkers.from_text("B:W17,22:B13"))
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "Black cannot move: White wins"
    assert line.state.why_not("13-17") == "the game is over"


# ---------------------------------------------------------------------- history


def test_third_occurrence_is_a_draw() -> None:
    line = Playthrough(Checkers.from_text("B:WK32:BK1"))
    for move in ("1-6", "32-28", "6-1", "28-32") * 2:
        assert line.outcome() is None
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert outcome.reason == "the position has occurred 3 times"


def test_forty_moves_each_without_progress() -> None:
    line = Playthrough.from_text(Checkers, "B:WK32,21:BK1,4:H78:F50")
    assert (line.progress, line.ply) == (78, 98)
    assert line.to_text() == "B:W21,K32:B4,K1:H78:F50"
    other = line.copy()
    line.play("1-6")
    line.play("32-28")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.reason == "80 plies without progress"
    other.play("4-8")  # a man's move is progress
    assert other.progress == 0
    assert other.outcome() is None


def test_a_capture_is_progress() -> None:
    state = Checkers.from_text("B:W6,32:BK1")
    assert all(state.irreversible(move) for move in state.legal())
    quiet = Checkers.from_text("B:WK32:BK1,12")
    assert {quiet.move_text(move): bool(quiet.irreversible(move)) for move in quiet.legal()} == {
        "1-5": False, "1-6": False, "12-16": True,
    }  # fmt: skip


# ---------------------------------------------------------------------- notation


def test_position_texts() -> None:
    state = Checkers()
    assert Checkers.from_text("B:W21-32:B1-12.") == state
    assert Checkers.from_text(" b:b1-12:w21-32 ") == state
    assert Checkers.from_text("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29").to_text() == (
        "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "to move"),
        ("B", "to move"),
        ("X:W21:B1", "to move"),
        ("B:W21:W1", "to move"),
        ("B:W21:B1:Q3", "only :H and :F"),
        ("B:W21:B1:H1:H2", "only :H and :F"),
        ("B:W33:B1", "no square"),
        ("B:W0:B1", "no square"),
        ("B:W12-9:B1", "no square"),
        ("B:W2,,3:B1", "no square"),
        ("B:Wx:B1", "no square"),
        ("B:W9:B9", "one square"),
        ("B:W9,K9:B10", "one square"),
        ("B:W1:B9", "crowned"),
        ("B:W9:B32", "crowned"),
        ("B:W13-25:B1", "more than twelve"),
        ("B:W:B1", "no piece"),
        ("W:W:B", "no piece"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Checkers.from_text(text)


def test_ambiguous_captures_show_their_path() -> None:
    state = Checkers.from_text("B:W10,11,18,19:BK7")
    shown = [state.move_text(move) for move in state.legal()]
    assert sorted(shown) == ["7x14x23x16x7", "7x16x23x14x7"]
    with pytest.raises(AmbiguousMove, match="whole path"):
        state.parse_move("7x7")
    two = Checkers.from_text("B:W6,7,14,15,32:B2")
    assert sorted(two.move_text(move) for move in two.legal()) == ["2x11x18", "2x9x18"]
    assert [two.parse_move(two.move_text(move)) for move in two.legal()] == two.legal()


def test_moves_are_read() -> None:
    state = Checkers()
    assert state.parse_move("9-14") == state.parse_move(" 9x14 ") == 8 + 512 * 3
    capture = Checkers.from_text("B:W14,22:B9")
    assert capture.parse_move("9x25") == capture.parse_move("9-18-25") == capture.parse_move("9:25")
    for text in ("", "e4", "9", "9-", "9-14-"):
        with pytest.raises(MalformedMove):
            state.parse_move(text)
    reasons = {"21-17": "no piece on 21", "5-9": "9 is taken", "9-18": "cannot reach", "9-99": "1 to 32"}
    for text, reason in reasons.items():
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    for move in (-1, 8 + 512, 3 + 512 * 3, 1 << 28, 9 * 32, 8 + 32 * 2 + 512 * 15, 15 * 32):
        assert state.why_not(move)


def test_scenes() -> None:
    rng = random.Random(4)
    for _ in range(5):
        state = Checkers()
        while moves := state.legal():
            assert state.scene().problem(moves) is None
            state.play(rng.choice(moves))


# ---------------------------------------------------------------------- other programs


def naive_board(state: Checkers) -> Board:
    """The pieces by column and row."""
    shown = {(piece.owner, piece.kind): piece for piece in state.scene().pieces}
    assert len(shown) <= 4
    return {place(int(piece.cell) - 1, 8): piece.text for piece in state.scene().pieces}


def naive_jumps(board: Board, at: tuple[int, int], piece: str, done: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """All ways to go on capturing, by recursion."""
    found: list[tuple[Any, ...]] = []
    for across in (-1, 1):
        for down in (-1, 1):
            if piece in "bw" and down != (1 if piece == "b" else -1):
                continue
            over, to = (at[0] + across, at[1] + down), (at[0] + 2 * across, at[1] + 2 * down)
            victim = board.get(over, " ")
            if to in board or not (0 <= to[0] < 8 and 0 <= to[1] < 8) or victim.lower() not in "bw" or victim == " ":
                continue
            if victim.lower() == piece.lower():
                continue
            rest = {square: other for square, other in board.items() if square != over}
            crowned = piece in "bw" and to[1] == (7 if piece == "b" else 0)
            found += [(*done, to)] if crowned else naive_jumps(rest, to, piece, (*done, to)) or [(*done, to)]
    return found


def naive_moves(board: Board, player: str) -> set[tuple[tuple[int, int], ...]]:
    """The paths of all legal moves."""
    own = {square: piece for square, piece in board.items() if piece.lower() == player}
    jumps: set[tuple[Any, ...]] = set()
    for square, piece in own.items():
        rest = {other: kind for other, kind in board.items() if other != square}
        jumps |= set(naive_jumps(rest, square, piece, (square,)))
    if jumps:
        return jumps
    return {
        (square, (square[0] + across, square[1] + down))
        for square, piece in own.items()
        for across in (-1, 1)
        for down in ((-1, 1) if piece in "BW" else (1,) if piece == "b" else (-1,))
        if (square[0] + across, square[1] + down) not in board
        and 0 <= square[0] + across < 8
        and 0 <= square[1] + down < 8
    }


def random_position(rng: random.Random) -> Checkers:
    """Pieces anywhere, many of them kings: rich in long captures."""
    while True:
        state = Checkers.blank()
        chosen = rng.sample(range(32), rng.randint(4, 20))
        share = rng.random()
        for index, square in enumerate(chosen):
            black = index % 2 == 0 if share < 0.6 else index < 3
            king = rng.random() < 0.5 or square // 4 == (7 if black else 0)
            if black:
                state.black |= 1 << square
            else:
                state.white |= 1 << square
            if king:
                state.kings |= 1 << square
        state.turn = rng.randint(0, 1)
        if max(int(state.black).bit_count(), int(state.white).bit_count()) <= 12:
            return state


def test_against_the_naive_twin(long_run: bool) -> None:
    rng = random.Random(3)
    longest = 0
    for _ in range(20000 if long_run else 400):
        state = random_position(rng)
        paths = [tuple(place(square - 1, 8) for square in state.path(move)) for move in state.legal()]
        assert len(set(paths)) == len(paths)
        assert set(paths) == naive_moves(naive_board(state), "bw"[state.turn])
        assert state.scene().problem(state.legal()) is None
        longest = max([longest, *(move >> 5 & 15 for move in state.legal())])
    assert longest >= 3
    print(f"longest route {longest}")


def spiel_square(text: str) -> int:
    """Our square of OpenSpiel's name: its first player sits below, so the board is turned by half."""
    column, row = 7 - "abcdefgh".index(text[0]), int(text[1]) - 1
    return row * 4 + column // 2 + 1


def spiel_turns(state: Any, path: tuple[int, ...] = (), actions: tuple[int, ...] = ()) -> dict[tuple[int, ...], Any]:
    """Whole turns of OpenSpiel, whose captures are single jumps: path -> actions."""
    found: dict[tuple[int, ...], Any] = {}
    player = state.current_player()
    for action in state.legal_actions():
        text = state.action_to_string(player, action)
        ends = (*path, spiel_square(text[2:])) if path else (spiel_square(text[:2]), spiel_square(text[2:]))
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == player:
            found |= spiel_turns(child, ends, (*actions, action))
        else:
            found[ends] = (*actions, action)
    return found


def spiel_board(state: Any) -> Board:
    """OpenSpiel's picture, turned by half."""
    rows = [line[1:] for line in str(state).splitlines()[:8]]
    signs = {"o": "b", "8": "B", "+": "w", "*": "W"}
    return {(7 - x, 7 - y): signs[rows[y][x]] for y in range(8) for x in range(8) if rows[y][x] in signs}


def test_against_open_spiel(long_run: bool) -> None:
    """OpenSpiel draws after 40 plies without a capture, whatever men do; there the comparison of a game ends."""
    spiel = pytest.importorskip("pyspiel")
    game = spiel.load_game("checkers")
    rng = random.Random(1)
    compared = decided = 0
    for _ in range(1500 if long_run else 20):
        state, theirs, quiet = Checkers(), game.new_initial_state(), 0
        while not theirs.is_terminal():
            turns = spiel_turns(theirs)
            moves = {state.path(move): move for move in state.legal()}
            assert set(moves) == set(turns)
            assert naive_board(state) == spiel_board(theirs)
            assert state.turn == theirs.current_player()
            path = rng.choice(sorted(turns))
            quiet = 0 if moves[path] & 0x1E0 else quiet + 1
            state.play(moves[path])
            for action in turns[path]:
                theirs.apply_action(action)
            compared += 1
        if quiet < 40:
            decided += 1
            assert state.legal() == []
            assert [state.utility(0), state.utility(1)] == theirs.returns()
        elif state.legal():
            assert theirs.returns() == [0.0, 0.0]
    assert decided > 0
    print(f"{compared} positions, {decided} games decided on the board")


# ---------------------------------------------------------------------- geometry


@pytest.mark.parametrize("size", [8, 10])
def test_squares(size: int) -> None:
    squares = size * size // 2
    for square in range(squares):
        column, row = place(square, size)
        assert (column + row) % 2 == 1
        for direction in range(4):
            there = reached(square, direction, 1, size)
            inside = 0 <= column + ACROSS[direction] < size and 0 <= row + DOWN[direction] < size
            assert (there < squares) == inside
            if inside:
                assert reached(there, 3 - direction, 1, size) == square
