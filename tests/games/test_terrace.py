"""Terrace: levels, moves along a terrace, up and down, strikes, the two ways to win, and a naive program."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.boards.rows import pack_row
from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.terrace import Terrace

Square = tuple[int, int]
Board = dict[Square, str]


def position(mover: str, **men: str) -> str:
    """A position text from men and their squares: `T="a1", d="b2 c2"`."""
    board = {(ord(name[0]) - 97, int(name[1]) - 1): sign for sign, names in men.items() for name in names.split()}
    return board_text(board, 8) + " " + mover


def board_text(board: Board, size: int) -> str:
    rows = ["".join(board.get((x, y), ".") for x in range(size)) for y in range(size - 1, -1, -1)]
    return "/".join(map(pack_row, rows))


def targets(text: str, start: str, **settings: Any) -> set[str]:
    state = Terrace.variant(**settings).from_text(text)
    return {shown[2:] for move in state.legal() if (shown := state.move_text(move)).startswith(start)}


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Terrace()
    assert state.to_text() == "ddccbbat/aabbccdd/8/8/8/8/DDCCBBAA/TABBCCDD w"
    assert state.evaluate() == 0.0
    assert len(state.legal()) == 49


def test_levels() -> None:
    rows = [[int(Terrace.HIGH[8 * y + x]) for x in range(8)] for y in (7, 4, 3, 0)]
    assert rows == [[8, 7, 6, 5, 4, 3, 2, 1], [5, 5, 5, 5, 4, 4, 4, 4], [4, 4, 4, 4, 5, 5, 5, 5], list(range(1, 9))]


def test_up_straight_and_aslant() -> None:
    """A man on d2 can go up to e1, e2 and e3."""
    found = targets(position("w", T="a1", A="d2", t="h8"), "d2")
    assert {"e1", "e2", "e3"} <= found
    assert found == {"e1", "e2", "e3", "c2", "d1", "d3", "d4", "c4", "b4", "a4"}


def test_down_straight_only_and_strikes_aslant() -> None:
    """A man on b4 goes down to b3, takes on c3, but not a larger man on a3."""
    text = position("w", T="h1", B="b4", a="c3", c="a3", t="h8")
    assert {"b3", "xc3"} <= targets(text, "b4")
    assert "xa3" not in targets(text, "b4")
    assert "c3" not in targets(position("w", T="h1", B="b4", t="h8"), "b4")
    state = Terrace.from_text(text)
    assert state.why_not("b4a3") == "B does not take the larger C"
    alone = Terrace.from_text(position("w", T="h1", B="b4", t="h8"))
    assert alone.why_not("b4c3").startswith("a piece goes down straight")


def test_along_the_terrace() -> None:
    free = targets(position("w", T="h1", A="a4", t="h8"), "a4")
    assert {"b4", "c4", "d4", "d3", "d2", "d1"} <= free
    assert "e5" not in targets(position("w", T="h1", A="d4", t="h8"), "d4")  # not through the middle point
    own = targets(position("w", T="h1", A="a4", B="c4", t="h8"), "a4")
    assert "d4" in own
    assert "c4" not in own
    enemy = targets(position("w", T="h1", A="a4", b="c4", t="h8"), "a4")
    assert "b4" in enemy
    assert "d4" not in enemy
    state = Terrace.from_text(position("w", T="h1", A="a4", b="c4", t="h8"))
    assert state.why_not("a4d4") == "an enemy stands in the way along the terrace"
    assert state.why_not("a4c4") == "a piece takes aslant, one level down"


def test_self_capture() -> None:
    text = position("w", T="h1", B="b4", A="c3", t="h8")
    assert "xc3" in targets(text, "b4")
    assert "xc3" not in targets(text, "b4", self_capture=False)
    chief = position("w", T="c3", B="b4", t="h8")
    assert "xc3" not in targets(chief, "b4")
    assert Terrace.from_text(chief).why_not("b4c3") == "the own T is not taken"
    line = Playthrough(Terrace.variant(own_t=True).from_text(chief))
    line.play("b4c3")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "White has taken the own T: Black wins"
    assert Terrace.variant(own_t=True).from_text(line.state.to_text()) == line.state


@pytest.mark.parametrize(
    ("text", "move", "utilities", "reason"),
    [
        (position("w", T="h1", A="b4", t="c3"), "b4c3", (1.0, -1.0), "White has taken the T"),
        (position("w", T="h7", t="a8"), "h7h8", (1.0, -1.0), "the T of White has arrived"),
        (position("b", T="h4", t="a2"), "a2a1", (-1.0, 1.0), "the T of Black has arrived"),
    ],
)
def test_endings(text: str, move: str, utilities: tuple[float, float], reason: str) -> None:
    line = Playthrough(Terrace.from_text(text))
    line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == utilities
    assert outcome.reason == reason
    assert line.state.why_not("a1a2") == "the game is over"


def test_who_cannot_move_loses() -> None:
    outcome = Playthrough(Terrace.from_text(position("w", T="a1", a="a2 b1 b2", t="h8"))).outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "White cannot move: Black wins"


def test_history() -> None:
    line = Playthrough(Terrace())
    for move in ("a2a3", "h7h6", "a3a2", "h6h7") * 2:
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    late = Playthrough(Terrace(), progress=199)
    late.play("a2a3")
    assert late.over()


# ---------------------------------------------------------------------- notation


def test_moves_are_read() -> None:
    state = Terrace()
    assert state.parse_move("a2a3") == state.parse_move(" A2-A3 ") == state.parse_move("D-a2-a3") == 8 * 64 + 16
    for text, reason in {"a7a6": "White has no piece on a7", "a2a5": "no neighbour", "jump": "two squares"}.items():
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    for move in (-1, 0, 4096):
        assert state.why_not(move)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "8 rows"),
        ("8/8/8/8/8/8/8/T7", "8 rows"),
        ("9/8/8/8/8/8/8/T7 w", "is not 8 squares"),
        ("7t/8/8/8/8/8/8/T6X w", "is not 8 squares"),
        (position("w", T="a1 b1", t="h8"), "2 T"),
        (position("w", T="a1"), "was over before"),
        (position("w", T="h8", t="a8"), "was over before"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Terrace.from_text(text)


# ---------------------------------------------------------------------- a naive program


def naive_level(square: Square, size: int) -> int:
    """By quarter: from the nearest corner up, or down."""
    x, y = square
    corner = (0 if x < size // 2 else size - 1, 0 if y < size // 2 else size - 1)
    away = max(abs(x - corner[0]), abs(y - corner[1]))
    return 1 + away if corner[0] == corner[1] else size - away


def naive_moves(board: Board, size: int, white: bool, own_t: bool) -> set[tuple[Square, Square]]:
    """All moves of a side: terraces are flooded, neighbours looked at one by one."""
    half, found = size // 2, set()
    everywhere = {(x, y) for x in range(size) for y in range(size)}
    for start, man in board.items():
        if man.isupper() != white:
            continue
        level = naive_level(start, size)
        reached, edge = {start}, [start]
        while edge:
            x, y = edge.pop()
            for near in {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & everywhere - reached:
                inside = (near[0] < half, near[1] < half) == (start[0] < half, start[1] < half)
                if inside and naive_level(near, size) == level:
                    if near not in board or board[near].isupper() == white:
                        reached.add(near)
                        edge.append(near)
        found |= {(start, to) for to in reached if to not in board}
        for to in everywhere:
            dx, dy = abs(to[0] - start[0]), abs(to[1] - start[1])
            if max(dx, dy) != 1:
                continue
            rise = naive_level(to, size) - level
            if to not in board and (rise == 1 or rise == -1 and dx + dy == 1):
                found.add((start, to))
            if to in board and rise == -1 and dx + dy == 2:
                sizes = {"T": 1, "A": 1, "B": 2, "C": 3, "D": 4}
                own = board[to].isupper() == white
                if sizes[board[to].upper()] <= sizes[man.upper()] and not (own and board[to] in "Tt" and not own_t):
                    found.add((start, to))
    return found


@pytest.mark.parametrize(("size", "own_t"), [(8, False), (8, True), (6, False)])
def test_random_games_against_the_naive_program(size: int, own_t: bool, long_run: bool) -> None:
    rng = random.Random(size + own_t)
    positions = taken = arrived = stuck = 0
    for _ in range(40 if long_run else 1):
        state = Terrace(size=size, own_t=own_t)
        cells = size * size
        board = {(s % size, s // size): state.sign(s) for s in range(cells) if state.sign(s) != "."}
        for _ in range(300):
            positions += 1
            moves = state.legal()
            gone = [side for side in "Tt" if side not in board.values()]
            home = [side for side, goal in (("T", (size - 1, size - 1)), ("t", (0, 0))) if board.get(goal) == side]
            expected = set() if gone or home else naive_moves(board, size, state.turn == 0, own_t)
            got = {tuple((s % size, s // size) for s in divmod(move, cells)) for move in moves}
            assert got == expected
            assert len(moves) == len(expected)
            assert bool(state.over()) == bool(gone or home)
            if not moves:
                loser = "Tt".index(gone[0]) if gone else 1 - "Tt".index(home[0]) if home else state.turn
                assert (state.utility(loser), state.utility(1 - loser)) == (-1.0, 1.0)
                taken, arrived, stuck = taken + bool(gone), arrived + bool(home), stuck + (not gone and not home)
                break
            hot = [move for move in moves if state.board[move % cells]]
            move = rng.choice(hot if hot and rng.random() < 0.3 else moves)
            start, to = ((s % size, s // size) for s in divmod(move, cells))
            board[to] = board.pop(start)
            state.play(move)
            assert state.to_text().split()[0] == board_text(board, size)
    print(f"{positions} positions; T taken {taken}, arrived {arrived}, stuck {stuck}")


def test_the_diagonal_permutes_the_moves() -> None:
    rng = random.Random(5)
    state = Terrace()
    for _ in range(60):
        twin = state.copy()
        twin.transform(1)
        assert sorted(state.transform_move(1, move) for move in state.legal()) == sorted(twin.legal())
        assert twin.evaluate() == pytest.approx(state.evaluate())
        if not (moves := state.legal()):
            break
        state.play(rng.choice(moves))
