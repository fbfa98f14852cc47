"""Arimaa: freezing, pushing, pulling, traps, goals, repetition, set-ups; a naive program and AEI."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from zermelo.boards.rows import pack_row
from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.perft import perft
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.arimaa import Arimaa

CROWDED = "rrr1drrr/1hcemc1r/r2d4/2H5/8/3E2h1/RHC1MC1R/RRRDDRRR g"
Square = tuple[int, int]
Board = dict[Square, str]


class FreeArimaa(Arimaa):
    """Without the rule of repetition, which one turn from a first position cannot break: results count quickly."""

    repetition = 0


def position(mover: str, **pieces: str) -> str:
    """A position text from pieces and their squares: `E="a1", r="b2 c2"`."""
    board = {(ord(name[0]) - 97, int(name[1]) - 1): sign for sign, names in pieces.items() for name in names.split()}
    return board_text(board) + " " + mover


def board_text(board: Board) -> str:
    return "/".join(pack_row("".join(board.get((x, y), ".") for x in range(8))) for y in range(7, -1, -1))


def shown(state: Any) -> set[str]:
    return {state.move_text(move) for move in state.legal()}


def after(text: str, steps: str) -> Any:
    line = Playthrough(Arimaa.from_text(text))
    line.play_text(steps)
    return line.state


# ---------------------------------------------------------------------- oracles


@pytest.mark.parametrize(
    ("text", "results"),
    [("rrrrrrrr/hdcemcdh/8/8/8/8/HDCMECDH/RRRRRRRR g", 3353), ("start", 3331), (CROWDED, 11528)],
)
def test_different_results_of_a_turn(text: str, results: int) -> None:
    state = FreeArimaa() if text == "start" else FreeArimaa.from_text(text)
    assert perft(state, 1, turns=True, distinct=True) == results


def test_number_of_set_ups() -> None:
    assert math.factorial(16) // (math.factorial(8) * 2**3) == 64_864_800


# ---------------------------------------------------------------------- steps


def test_start() -> None:
    state = Arimaa()
    assert state.to_text() == "rrrddrrr/rhcemchr/8/8/8/8/RHCMECHR/RRRDDRRR g"
    assert shown(state) == {"Ra2n", "Hb2n", "Cc2n", "Md2n", "Ee2n", "Cf2n", "Hg2n", "Rh2n"}
    assert state.evaluate() == 0.0


def test_rabbits_do_not_step_back() -> None:
    state = Arimaa.from_text(position("g", R="d4", r="a7"))
    assert shown(state) == {"Rd4n", "Rd4w", "Rd4e"}
    assert state.why_not("Rd4s") == "rabbits do not step back"
    assert shown(Arimaa.from_text(position("s", R="h2", r="d4"))) == {"rd4s", "rd4w", "rd4e"}


def test_freezing() -> None:
    alone = Arimaa.from_text(position("g", C="d4", R="a2", d="d5", r="a7"))
    assert not any(text.startswith("Cd4") for text in shown(alone))
    assert alone.why_not("Cd4s") == "the cat on d4 is frozen"
    helped = Arimaa.from_text(position("g", C="d4", R="d3", d="d5", r="a7"))
    assert "Cd4w" in shown(helped)
    equal = Arimaa.from_text(position("g", C="d4", R="a2", c="d5", r="a7"))
    assert "Cd4w" in shown(equal)


def test_push() -> None:
    text = position("g", E="d4", R="a2", c="d5", r="a7")
    state = Arimaa.from_text(text)
    assert {"cd5n", "cd5w", "cd5e"} <= shown(state)
    state.play(state.parse_move("cd5n"))
    assert shown(state) == {"Ed4n"}  # it must be completed, and the turn may not end before
    assert state.why_not("end") == "the push must be completed"
    assert state.why_not("Ra2n") == "the push must be completed: a stronger piece enters d5"
    assert Arimaa.from_text(state.to_text()) == state
    state.play(state.parse_move("Ed4n"))
    assert "cd6s" not in shown(state)  # who has pushed does not pull with the same step
    three = after(text, "Ra2n Ra3n Ra4n")
    assert three.why_not("cd5n") == "a push takes two steps, and only one is left"


def test_equals_and_frozen_pieces_do_not_push() -> None:
    assert not any("cd5" in t for t in shown(Arimaa.from_text(position("g", C="d4", R="a2", c="d5", r="a7"))))
    frozen = Arimaa.from_text(position("g", D="d4", R="a2", c="d5", e="e4", r="a7"))
    assert "no stronger piece that is free" in frozen.why_not("cd5n")


def test_pull() -> None:
    text = position("g", E="d4", R="a2", c="d5", r="a7")
    state = after(text, "Ed4s")
    assert "cd5s" in shown(state)
    state.play(state.parse_move("cd5s"))
    assert "end" in shown(state)
    assert "cd4s" not in shown(state)  # one enemy follows one step
    assert after(text, "Ra2n Ra3n Ed4s cd5s").turn == 1


def test_a_frozen_piece_does_not_push_who_freezes_it() -> None:
    """The horse on d2 stands still beside the camel, and the elephant is too far away to push it."""
    text = position("g", H="d2", E="b3", R="a1", m="d3", r="h7")
    state = Arimaa.from_text(text)
    assert "Hd2n" not in shown(state)
    assert not any("md3" in step for step in shown(state))


# ---------------------------------------------------------------------- traps


def test_traps() -> None:
    text = position("g", C="c2", R="h2", r="a7")
    state = after(text, "Cc2n")
    assert not any(piece == 2 for piece in state.board.tolist())
    assert Arimaa.from_text(text).turn_text([4 * 10, 256]) == "Cc2n Cc3x end"
    kept = after(position("g", C="c2", D="b3", R="h2", r="a7"), "Cc2n")
    assert kept.board[18] == 2
    kept.play(kept.parse_move("Db3w"))
    assert kept.board[18] == 0
    pushed = after(position("g", E="c5", R="h2", c="c6", d="c7", r="a7"), "Ec5w")
    assert pushed.board[42] == -2


def test_a_push_into_a_trap() -> None:
    text = position("g", E="b4", R="h2", c="b3", r="a7")
    state = after(text, "cb3e Eb4s")
    assert -2 not in state.board.tolist()
    first = Arimaa.from_text(text)
    moves = first.parse_turn("cb3e cc3x Eb4s end")
    assert first.turn_text(moves) == "cb3e cc3x Eb4s end"


def test_a_puller_may_die_in_the_trap() -> None:
    state = after(position("g", E="c4", R="h2", c="c5", r="a7"), "Ec4s")
    assert 6 not in state.board.tolist()
    assert "cc5s" in shown(state)


# ---------------------------------------------------------------------- turns


def test_a_turn_must_change_the_position() -> None:
    text = position("g", E="d4", R="a2", r="h7")
    state = after(text, "Ed4n Ed5s")
    assert "end" not in shown(state)
    assert state.why_not("end") == "a turn must change the position"
    assert Arimaa.from_text(text).why_not("end") == "a turn has at least one step"
    third = after(text, "Ed4n Ed5e Ee5w")
    assert "Ed5s" not in shown(third)
    assert third.why_not("Ed5s") == "a turn must change the position"
    push = after(position("g", E="d4", R="a2", c="d6", r="h7"), "Ed4n cd6e")
    assert push.push_to


def test_third_repetition_is_forbidden() -> None:
    line = Playthrough(Arimaa.from_text(position("g", E="a1", R="f1", e="a8", r="f8")))
    for turn in ("Ea1n end", "ea8s end", "Ea2s end", "ea7n end", "Ea1n end", "ea8s end", "Ea2s end"):
        line.play_text(turn)
    with pytest.raises(IllegalMove, match="repeat"):
        line.play_text("ea7n end")
    line.play_text("ea7n ea8e end")


# ---------------------------------------------------------------------- endings


@pytest.mark.parametrize(
    ("text", "steps", "winner", "reason"),
    [
        (position("g", R="a7", r="h5"), "Ra7n end", 0, "a rabbit of Gold has arrived"),
        (position("g", R="a2", E="b2", r="b3"), "rb3e Eb2n end", 0, "Silver has no rabbits left: Gold wins"),
        (position("g", R="a2", E="b3", r="b2 h5"), "rb2s Eb3s end", 1, "a rabbit of Silver has arrived"),
        (position("g", R="a7", E="b3", r="b2 h5"), "Ra7n rb2s Eb3s end", 0, "a rabbit of Gold has arrived"),
        (position("g", R="c2", E="b2", r="b3"), "Rc2n rb3w Eb2n end", 1, "Gold has no rabbits left: Silver wins"),
        (position("g", R="h1", E="b6", r="a8"), "Eb6n Eb7w end", 0, "Silver cannot move: Gold wins"),
    ],
)
def test_endings(text: str, steps: str, winner: int, reason: str) -> None:
    line = Playthrough(Arimaa.from_text(text))
    line.play_text(steps)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.winners == (winner,)
    assert outcome.reason == reason
    assert line.state.why_not("Ra2n") == "the game is over"


def test_a_rabbit_may_visit_the_goal() -> None:
    """Only the end of the turn counts."""
    state = after(position("g", R="a7", E="b8", r="h5"), "Ra7n")
    assert not state.over()


# ---------------------------------------------------------------------- set-ups and texts


@pytest.mark.parametrize(
    ("gold", "silver", "reason"),
    [
        ("RHCMECHR", "usual", "two rows of eight letters"),
        ("RHCMECHR/RRRDDRRX", "usual", "two rows of eight letters"),
        ("RHCMECHR/RRRDDRRE", "usual", "Gold must have 8 of the rabbit, not 7"),
        ("usual", "RHCEECHR/RRRDDRRR", "Silver must have 1 of the camel, not 0"),
        ("place", "usual", "Gold sets up first"),
    ],
)
def test_bad_set_ups(gold: str, silver: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Arimaa(gold=gold, silver=silver)


def test_setting_up_in_play() -> None:
    state, usual = Arimaa(gold="place", silver="place"), Arimaa()
    for player in (0, 1):
        for index in range(16):
            assert state.turn == player
            assert bool(state.midturn()) == (index > 0)
            assert Arimaa.from_text(state.to_text()) == state
            sign = "RCDHME"[abs(usual.board[usual.home(player, index)]) - 1]
            state.play(state.parse_move(sign if player == 0 else sign.lower()))
    assert state == usual
    half = Arimaa(silver="place")
    assert half.turn == 1
    assert shown(half) == {"ra8", "ca8", "da8", "ha8", "ma8", "ea8"}
    with pytest.raises(IllegalMove, match="sets up its pieces"):
        half.parse_move("Ed2n")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "eight rows"),
        ("8/8/8/8/8/8/8/R7 x", "eight rows"),
        ("8/8/8/8/8/8/R7 g", "eight rows"),
        ("8/8/8/8/8/8/9/R7 g", "eight squares"),
        ("8/8/8/8/8/8/7x/R7 g", "eight squares"),
        (position("g", E="a1 b1"), "2 of the elephant"),
        (position("g", E="c3", R="a2", r="a7"), "no friend beside it"),
        (position("g", E="a1") + " +2", "not the 2 that were set up"),
        (position("s", E="a1") + " +1", "no number of pieces"),
        (position("g", E="a1") + " 4 8/8/8/8/8/8/8/E7 - -", "steps taken"),
        (position("g", E="a1") + " 1 8/8/8/8/8/8/8/E7 zz -", "no push or pull"),
        (position("g", E="a1") + " 1 8/8/8/8/8/8/8/E7 a1:1 -", "empty square"),
        (position("g", E="a1") + " 1 8/8/8/8/8/8/8/E7 c4:1 -", "not there"),
        (position("g", E="a1") + " 1 8/8/8/8/8/8/8/E7 c4:1 c4:1", "same time"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Arimaa.from_text(text)


def test_reasons() -> None:
    state = Arimaa()
    for text, reason in {
        "Ed2n": "the piece on d2 is a camel", "Ra1n": "a2 is taken", "Ra1w": "leaves the board", "xx": "a step is",
        "Ee5n": "no piece on e5", "ra7s": "no stronger piece",
    }.items():  # fmt: skip
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    assert state.parse_move("d2n") == state.parse_move("Md2n")
    for move in (-1, 999, 256):
        assert state.why_not(move)


# ---------------------------------------------------------------------- a naive program

STRENGTH = "rcdhme"


def beside(square: Square) -> list[Square]:
    x, y = square
    near = ((x, y + 1), (x, y - 1), (x - 1, y), (x + 1, y))
    return [(a, b) for a, b in near if 0 <= a < 8 and 0 <= b < 8]


def stronger(one: str, other: str) -> bool:
    return STRENGTH.index(one.lower()) > STRENGTH.index(other.lower())


def held(board: Board, square: Square) -> bool:
    piece, around = board[square], [board[s] for s in beside(square) if s in board]
    foes = [p for p in around if p.isupper() != piece.isupper()]
    return len(foes) == len(around) and any(stronger(p, piece) for p in foes)


def shifted(board: Board, start: Square, to: Square) -> Board:
    """A step, and what the traps take."""
    made = dict(board)
    made[to] = made.pop(start)
    for trap in ((2, 2), (5, 2), (2, 5), (5, 5)):
        if trap in made and not any(
            made.get(s, "").isupper() == made[trap].isupper() for s in beside(trap) if s in made
        ):
            del made[trap]
    return made


def actions(board: Board, gold: bool) -> list[tuple[Board, int]]:
    """Single steps, pushes and pulls of free pieces, each as a whole, with the steps they take."""
    found = []
    for square, piece in board.items():
        if piece.isupper() != gold or held(board, square):
            continue
        weak = [s for s in beside(square) if s in board and board[s].isupper() != gold and stronger(piece, board[s])]
        for to in beside(square):
            if to in board:
                continue
            if piece in "Rr" and to[1] == square[1] + (-1 if gold else 1):
                continue
            moved = shifted(board, square, to)
            found.append((moved, 1))
            found += [(shifted(moved, enemy, square), 2) for enemy in weak if enemy in moved]
        for enemy in weak:
            for to in beside(enemy):
                if to not in board:
                    found.append((shifted(shifted(board, enemy, to), square, enemy), 2))
    return found


def naive_results(board: Board, gold: bool) -> set[str]:
    """The boards to which one turn can lead."""
    found: set[str] = set()
    layer = {(board_text(board), 0): board}
    while layer:
        following = {}
        for (_, used), here in layer.items():
            for made, steps in actions(here, gold):
                if used + steps <= 4:
                    found.add(board_text(made))
                    following[(board_text(made), used + steps)] = made
        layer = following
    return found - {board_text(board)}


def results(state: Any) -> set[str]:
    """The same by our rules."""
    found, layer = set(), {state.tobytes(): state}
    while layer:
        following = {}
        for here in layer.values():
            for move in here.legal():
                made = here.copy()
                made.play(move)
                if made.turn != state.turn:
                    found.add(made.to_text().split()[0])
                else:
                    following[made.tobytes()] = made
        layer = following
    return found


def test_turns_against_the_naive_program(long_run: bool) -> None:
    """Few pieces close together: frozen ones, pushes into traps, pulls out of them."""
    rng = random.Random(1)
    compared = ends = 0
    while compared < (60 if long_run else 4):
        squares = rng.sample([(x, y) for x in range(1, 6) for y in range(1, 6)], 6)
        board = dict(zip(squares, ["R", "r", *rng.sample("ECDHMecdhm", 4)], strict=True))
        traps = [t for t in ((2, 2), (5, 2), (2, 5), (5, 5)) if t in board]
        if any(
            not any(board.get(s, "").isupper() == board[t].isupper() for s in beside(t) if s in board) for t in traps
        ):
            continue
        gold = rng.random() < 0.5
        state = Arimaa.from_text(board_text(board) + (" g" if gold else " s"))
        assert results(state) == naive_results(board, gold), state.to_text()
        compared += 1
        ends += len(naive_results(board, gold))
    print(f"{compared} positions, {ends} different results of a turn")


# ---------------------------------------------------------------------- AEI


def test_random_games_against_aei(long_run: bool) -> None:
    """Steps, push starts and pulls, step by step; AEI leaves out only the rule that a turn changes the position."""
    board = pytest.importorskip("pyrimaa.board")
    compared = barred = games = 0
    for number in range(60 if long_run else 2):
        line = random_game(Arimaa(), 9, number, 600)
        state = Arimaa()
        rows = "".join(row.replace("8", " " * 8) for row in state.to_text().split()[0].split("/"))
        theirs = board.parse_short_pos(0, 4, f"[{rows}]")
        for move in line:
            ours = {(m >> 2, step_to(m)) for m in state.legal() if m < 256}
            offered = dict(theirs.get_steps())
            assert ours <= set(offered), state.to_text()
            for step in set(offered) - ours:
                assert state.steps >= 2, (state.to_text(), step)
                after_it = [offered[step]]
                if offered[step].inpush:
                    after_it = [made for _, made in offered[step].get_steps()]
                whole = board_of(state.before)
                assert all(made.board_to_str("short")[1:-1] == whole for made in after_it), (state.to_text(), step)
                barred += 1
            compared += 1
            theirs = theirs.get_null_move() if move == 256 else offered[(move >> 2, step_to(move))]
            state.play(move)
            assert theirs.board_to_str("short")[1:-1] == board_of(state.board)
            assert theirs.color == state.turn
        games += bool(state.over())
        if state.over():
            assert theirs.is_end_state()
    print(f"{compared} positions, {games} games ended, {barred} steps barred because nothing would change")


def step_to(move: int) -> int:
    return (move >> 2) + (8, -8, -1, 1)[move & 3]


def board_of(cells: Any) -> str:
    """A board as AEI's short text has it."""
    signs = [" RCDHME"[p] if p >= 0 else " rcdhme"[-p] for p in cells.tolist()]
    return "".join("".join(signs[8 * y : 8 * y + 8]) for y in range(7, -1, -1))
