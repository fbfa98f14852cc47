"""Abalone: rows, pushes, sideways moves, losses, notation, and a naive program position by position."""

from __future__ import annotations

import random

import pytest

from zermelo.boards.rows import pack_row
from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.abalone import NAMES, ROWS, Abalone

FREE = Abalone.variant(goal=14)  # a few marbles are enough for an example
STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b"


def position(black: str, white: str, mover: str = "b", spare: int = 9) -> str:
    """A position text; further marbles stand in the upper right corner, so that nobody has lost too many."""
    places = dict.fromkeys(black.split(), "b") | dict.fromkeys(white.split(), "w")
    blacks, whites = ("i9 i8 h9 h8 g9 g8 f9 f8 e9"), ("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    for cells, sign in ((blacks, "b"), (whites, "w")):
        for cell in cells.split()[:spare]:
            places.setdefault(cell, sign)
    signs = "".join(places.get(name, ".") for name in NAMES)
    rows = [pack_row(signs[sum(ROWS[:y]) : sum(ROWS[: y + 1])]) for y in range(9)]
    return "/".join(rows) + f" {mover}"


def shown(text: str) -> set[str]:
    """The legal moves of a position."""
    state = FREE.from_text(text)
    return {state.move_text(move) for move in state.legal()}


def after(text: str, move: str) -> str:
    """The position after a move."""
    line = Playthrough.from_text(FREE, text)
    line.play(move)
    return line.to_text()


def why_not(text: str, move: str) -> str:
    """Why a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        FREE.from_text(text).parse_move(move)
    return str(refused.value)


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Abalone()
    assert state.to_text() == STANDARD
    assert len(state.legal()) == 44
    assert len(Abalone(setup="belgian_daisy").legal()) == 52
    assert state.evaluate() == 0.0
    assert Abalone(setup="belgian_daisy").evaluate() == 0.0
    with pytest.raises(BadParameter, match="belgian_daisy"):
        Abalone(setup="french_daisy")


def test_two_push_one() -> None:
    text = position("e3 e4", "e5")
    assert "e3e4" in shown(text)
    assert after(text, "e3e4") == position("e4 e5", "e6", "w")


def test_three_push_two() -> None:
    text = position("e2 e3 e4", "e5 e6")
    assert after(text, "e2e3") == position("e3 e4 e5", "e6 e7", "w")


def test_three_against_three_is_blocked() -> None:
    text = position("e2 e3 e4", "e5 e6 e7")
    assert "e2e3" not in shown(text)
    assert "3 against 3" in why_not(text, "e2e3")
    assert "2 against 2" in why_not(position("e3 e4", "e5 e6"), "e3e4")
    assert "1 against 1" in why_not(position("e4", "e5"), "e4e5")


def test_an_own_marble_behind_the_enemy_blocks() -> None:
    text = position("e3 e4 e6", "e5")
    assert "e3e4" not in shown(text)
    assert "an own marble stands behind" in why_not(text, "e3e4")


def test_at_most_three_move() -> None:
    text = position("e2 e3 e4 e5", "e6")
    assert "e2e3" not in shown(text)
    assert "e3e4" in shown(text)  # the front three
    assert "at most three" in why_not(text, "e2e3")


def test_a_marble_leaves_the_board() -> None:
    text = position("d2 d3 d4", "d5 d6 d7 d8", spare=0)
    assert "d2d3" not in shown(text)
    text = position("i5 i6 i7", "i8 i9", spare=0)
    state = FREE.from_text(text)
    move = state.parse_move("i5i6")
    assert state.irreversible(move)
    assert state.noisy(move)
    lost = state.lost(1)
    state.play(move)
    assert state.lost(1) == lost + 1
    assert {NAMES[cell] for cell in range(61) if int(state.marbles[1]) >> cell & 1} == {"i9"}
    assert {NAMES[cell] for cell in range(61) if int(state.marbles[0]) >> cell & 1} == {"i6", "i7", "i8"}


def test_no_suicide() -> None:
    text = position("i8 i9", "a1", spare=0)
    assert "i8i9" not in shown(text)
    assert "an own marble would leave the board" in why_not(text, "i8i9")


def test_sideways() -> None:
    text = position("e3 e4 e5", "f6", spare=0)
    assert {"e3e4f3", "e3e4f4", "e3e4d3", "e3e4d2", "e3e5f3", "e3e5d3", "e3e5d2"} <= shown(text)
    assert "e3e5f4" not in shown(text)  # f6 is taken
    assert "empty cells only" in why_not(text, "e3e5f4")
    assert after(text, "e3e5d2") == position("d2 d3 d4", "f6", "w", spare=0)
    assert after(text, "e5e3d4") == after(text, "e3e5d2")  # the other end first
    assert "are not the ends" in why_not(text, "e3e6f3")
    assert "is not next to" in why_not(text, "e3e5g4")
    assert "own marble would leave" in why_not(position("a1 a2", "i9", spare=0), "a2a1")


def test_six_lost() -> None:
    state = Abalone.from_text(position("i7 i8 e3 e4 e5 e6 e7 e2 f4 f5", "i9 a1 a2 a3 a4 a5 b1 b2 b3", spare=0))
    assert state.lost(1) == 5
    state.play(state.parse_move("i7i8"))
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == "Black has pushed 6 marbles off the board"
    assert state.why_not("a1b1") == "the game is over"
    assert Abalone.from_text(state.to_text()) == state
    assert not Abalone.variant(goal=7).from_text(state.to_text()).over()


def test_clocks() -> None:
    for by_count, expected in ((False, (0.0, 0.0)), (True, (1.0, -1.0))):
        game = Abalone.variant(by_count=by_count)
        line = Playthrough(game.from_text(position("e3 e4 e5", "e7", spare=9)), progress=199)
        line.play("e3e5d3")
        outcome = line.outcome()
        assert outcome is not None
        assert outcome.utilities == expected
        assert outcome.reason == "200 plies without progress"
    line = Playthrough(Abalone())
    for move in ("c3d3", "g5f5", "d3c3", "f5g5") * 2:
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


# ---------------------------------------------------------------------- notation


def test_moves_are_read() -> None:
    state = Abalone()
    assert state.parse_move("C3-D3") == state.parse_move("c3d3")
    reasons = {
        "e5e6": "Black has no marble on e5",
        "c3e3": "e3 is not next to c3",
        "zz": "a move is two cells",
        "a9b9": "a move is two cells",
        "c3": "a move is two cells",
    }
    for text, reason in reasons.items():
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    for number in (-1, 0, 61 * 108):
        assert state.why_not(number)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nine rows"),
        (STANDARD[:-2], "b or w"),
        (STANDARD.replace("/9/", "/8/"), "9 cells"),
        (STANDARD.replace("/9/", "/8x/"), "9 cells"),
        (STANDARD.replace("/9/", "/8b/"), "more than 14"),
        ("wwwww/3www/7/8/9/8/2bbb2/bbbbbb/bbbbb w", None),
        ("wwwww/wwwwww/2www2/8/9/8/7/3bbb/bbbbb w", "by its own move"),
    ],
)
def test_bad_positions(text: str, reason: str | None) -> None:
    if reason is None:
        assert Abalone.from_text(text).over()
        return
    with pytest.raises(BadPosition, match=reason):
        Abalone.from_text(text)


def test_symmetries_permute_the_moves() -> None:
    rng = random.Random(5)
    state = Abalone(setup="belgian_daisy")
    for _ in range(60):
        for which in range(12):
            twin = state.copy()
            twin.transform(which)
            assert sorted(state.transform_move(which, move) for move in state.legal()) == sorted(twin.legal())
            assert twin.evaluate() == pytest.approx(state.evaluate())
            if which == 0:
                assert twin == state
        moves = state.legal()
        if not moves:
            break
        state.play(rng.choice(moves))


# ---------------------------------------------------------------------- a naive program

Cell = tuple[int, int, int]
WAYS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]


def cell_of(name: str) -> Cell:
    """Letters count rows upwards, numbers count lines to the right."""
    row, line = ord(name[0]) - 101, int(name[1]) - 5
    return line, row - line, -row


def step(cell: Cell, way: Cell, by: int = 1) -> Cell:
    return cell[0] + way[0] * by, cell[1] + way[1] * by, cell[2] + way[2] * by


def on_board(cell: Cell) -> bool:
    return max(map(abs, cell)) <= 4


Groups = dict[tuple[frozenset[Cell], frozenset[Cell]], tuple[frozenset[Cell], Cell]]


def naive_moves(mine: frozenset[Cell], theirs: frozenset[Cell]) -> Groups:
    """Both sides' marbles after each move of each group, with the group and its step."""
    found: Groups = {}
    groups = {frozenset([cell]) for cell in mine}
    for cell in mine:
        for line in WAYS:
            for size in (2, 3):
                group = frozenset(step(cell, line, n) for n in range(size))
                if group <= mine:
                    groups.add(group)
    for group in groups:
        for way in WAYS:
            others = mine - group
            landed = frozenset(step(cell, way) for cell in group)
            if landed & others or not all(map(on_board, landed)):
                continue
            hit = landed & theirs
            after_theirs = theirs
            if hit:
                in_line = len(group) > 1 and len(landed & group) == len(group) - 1
                if not in_line:
                    continue
                (first,) = hit
                pushed = []
                while first in theirs:
                    pushed.append(first)
                    first = step(first, way)
                if len(pushed) >= len(group) or first in mine:
                    continue
                after_theirs = (theirs - {pushed[0]}) | ({first} if on_board(first) else frozenset())
            found[others | landed, after_theirs] = (group, way)
    return found


def sides(state: Abalone) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """The marbles of the player to move and of the other, from the text."""
    text, mover = state.to_text().split()
    signs = "".join("." * int(sign) if sign.isdigit() else sign for sign in text.replace("/", ""))
    black = frozenset(cell_of(name) for name, sign in zip(NAMES, signs, strict=True) if sign == "b")
    white = frozenset(cell_of(name) for name, sign in zip(NAMES, signs, strict=True) if sign == "w")
    return (black, white) if mover == "b" else (white, black)


def test_counts_of_the_naive_program(long_run: bool) -> None:
    def perft(mine: frozenset[Cell], theirs: frozenset[Cell], depth: int) -> int:
        moves = naive_moves(mine, theirs)
        return len(moves) if depth == 1 else sum(perft(after, own, depth - 1) for own, after in moves)

    for setup, counts in (("standard", (44, 1936, 98912)), ("belgian_daisy", (52, 2692, 149322))):
        for depth in range(1, 4 if long_run else 2):
            assert perft(*sides(Abalone(setup=setup)), depth) == counts[depth - 1]


def test_random_games_against_the_naive_program(long_run: bool) -> None:
    rng = random.Random(3)
    positions = losses = ended = 0
    games = 100 if long_run else 2
    for game in range(games):
        state = Abalone(setup=("standard", "belgian_daisy")[game % 2])
        for _ in range(200):
            positions += 1
            moves = state.legal()
            mine, theirs = sides(state)
            assert bool(state.over()) == (len(mine) <= 8 or len(theirs) <= 8)
            if not moves:
                ended += 1
                break
            results = {}
            for move in moves:
                child = state.copy()
                child.play(move)
                opponent, mover = sides(child)
                results[mover, opponent] = move
            assert len(results) == len(moves)
            assert results.keys() == naive_moves(mine, theirs).keys()
            hot = [move for move in moves if state.noisy(move)]
            losses += bool(hot)
            state.play(rng.choice(hot if hot and rng.random() < 0.8 else moves))
    print(f"{games} games, {positions} positions, {losses} with a loss possible, {ended} ended")


def test_scenes() -> None:
    rng = random.Random(4)
    state = Abalone()
    for _ in range(60):
        moves = state.legal()
        assert state.scene().problem(moves) is None
        if not moves:
            break
        state.play(rng.choice(moves))
