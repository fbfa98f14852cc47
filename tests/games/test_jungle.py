"""The Jungle game: water, leaps, traps, dens and ranks, notation, clocks, and a naive program position by position."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.boards.rows import pack_row
from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.jungle import Jungle

Square = tuple[int, int]
Board = dict[Square, str]


def position(mover: str, **animals: str) -> str:
    """A position text: `position("b", E="a3", r="a4")`."""
    board = {(ord(square[0]) - 97, int(square[1]) - 1): letter for letter, square in animals.items()}
    return board_text(board) + " " + mover


def board_text(board: Board) -> str:
    """The rows of a position text."""
    rows = ["".join(board.get((x, y), ".") for x in range(7)) for y in reversed(range(9))]
    return "/".join(map(pack_row, rows))


def targets(text: str, start: str, **settings: bool) -> set[str]:
    """Where an animal can go."""
    state = Jungle.variant(**settings).from_text(text)
    return {shown[2:] for move in state.legal() if (shown := state.move_text(move)).startswith(start)}


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Jungle()
    assert state.to_text() == "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b"
    assert len(state.legal()) == 24
    assert state.evaluate() == 0.0
    assert str(state).splitlines()[0] == "l . . . . . t"


def test_only_the_rat_swims() -> None:
    text = position("b", R="a4", C="a5", D="c3", E="d5", r="g9")
    assert targets(text, "a4") == {"a3", "b4"}
    assert targets(text, "a5") == {"a6"}
    assert targets(text, "c3") == {"b3", "d3", "c2"}
    assert targets(text, "d5") == {"d4", "d6"}


def test_lion_and_tiger_leap_over_rivers() -> None:
    text = position("b", L="b3", T="d5", r="g9")
    assert targets(text, "b3") == {"a3", "c3", "b2", "b7"}
    assert targets(text, "d5") == {"a5", "g5", "d4", "d6"}


@pytest.mark.parametrize("rat", ["R", "r"])
def test_a_rat_in_the_way_bars_the_leap(rat: str) -> None:
    text = position("b", L="b3", T="d5", C="g1", e="g9", **{rat: "b5"})
    assert "b7" not in targets(text, "b3")
    assert targets(text, "d5") == {"g5", "d4", "d6"}  # b5 lies across, too
    with pytest.raises(IllegalMove, match="a rat swims in the way"):
        Jungle.from_text(text).parse_move("b3b7")
    assert "b7" in targets(position("b", L="b3", e="g9", **{rat: "c5"}), "b3")


def test_a_leap_may_capture() -> None:
    assert "b7" in targets(position("b", L="b3", t="b7"), "b3")
    assert "b7" not in targets(position("b", L="b3", e="b7"), "b3")
    assert "b7" not in targets(position("b", T="b3", l="b7"), "b3")
    assert "b7" not in targets(position("b", L="b3", C="b7", t="g9"), "b3")


def test_ranks() -> None:
    order = "RCWDPTLE"
    for strong, letter in enumerate(order):
        for weak, other in enumerate(order):
            text = position("b", **{letter: "a1", other.lower(): "a2"})
            expected = strong >= weak and (letter, other) != ("E", "R") or (letter, other) == ("R", "E")
            assert ("a2" in targets(text, "a1")) == expected, (letter, other)


def test_rat_and_elephant() -> None:
    text = position("b", E="a1", r="a2")
    assert "a2" not in targets(text, "a1")
    assert "a2" in targets(text, "a1", elephant_takes_rat=True)
    assert "the elephant does not take the rat" in Jungle.from_text(text).why_not("a1a2")


def test_dog_and_wolf_may_change_ranks() -> None:
    assert "a2" in targets(position("b", D="a1", w="a2"), "a1")
    assert "a2" not in targets(position("b", D="a1", w="a2"), "a1", wolf_over_dog=True)
    assert "a2" in targets(position("b", W="a1", d="a2"), "a1", wolf_over_dog=True)


def test_a_rat_takes_nothing_between_water_and_land() -> None:
    for animals in ({"R": "b4", "e": "a4"}, {"R": "b4", "r": "a4"}, {"R": "a4", "r": "b4"}):
        text = position("b", **animals)
        assert animals[list(animals)[1]] not in targets(text, animals["R"])
        reason = Jungle.from_text(text).why_not(animals["R"] + animals[list(animals)[1]])
        assert reason == "the rat takes nothing as it enters or leaves the water"
    assert "c4" in targets(position("b", R="b4", r="c4"), "b4")  # within the water
    assert "a5" in targets(position("b", R="a4", e="a5"), "a4")  # on land


def test_anybody_takes_on_his_own_traps() -> None:
    assert "d2" in targets(position("b", R="d3", l="d2"), "d3")
    assert "c1" in targets(position("b", C="b1", e="c1"), "b1")
    assert "d8" not in targets(position("b", C="d7", e="d8"), "d7")  # Red's own trap does not weaken Red
    assert "d8" in targets(position("r", c="d7", E="d8"), "d7")
    assert "c1" in targets(position("b", E="b1", r="c1"), "b1")  # even the elephant takes a rat there
    assert "d3" in targets(position("b", E="d2", t="d3"), "d2")  # an own trap does not weaken an own animal
    assert "d9" in targets(position("b", C="d8", l="e9"), "d8")  # an animal on a foreign trap takes and moves as ever
    assert "e9" not in targets(position("b", C="f9", l="e9"), "f9")


def test_dens() -> None:
    assert "d1" not in targets(position("b", C="d2", e="g9"), "d2")
    assert Jungle.from_text(position("b", C="d2", e="g9")).why_not("d2d1") == "no animal enters its own den"
    state = Jungle.from_text(position("b", C="d8", e="g9"))
    assert state.ending() == ""
    state.play(state.parse_move("d8d9"))
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == "Blue has entered the den"
    assert state.why_not("g9g8") == "the game is over"


def test_the_last_animal_taken() -> None:
    line = Playthrough(Jungle.from_text(position("b", L="a1", c="a2")))
    line.play("a1xa2")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (1.0, -1.0)
    assert outcome.reason == "Red has no animal left: Blue wins"


def test_who_cannot_move_loses() -> None:
    line = Playthrough(Jungle.from_text(position("b", C="a1", l="a2", t="b1")))
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "Blue cannot move: Red wins"


# ---------------------------------------------------------------------- history


@pytest.mark.parametrize("no_repeating", [False, True])
def test_third_occurrence(no_repeating: bool) -> None:
    line = Playthrough(Jungle(no_repeating=no_repeating))
    for move in (("a3a4", "g7g6", "a4a3", "g6g7") * 2)[:7]:
        line.play(move)
    if no_repeating:
        with pytest.raises(IllegalMove, match="repeat"):
            line.play("g6g7")
        return
    line.play("g6g7")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


def test_a_hundred_plies_without_a_capture() -> None:
    line = Playthrough(Jungle.from_text(position("b", C="a1", E="b1", l="g9")), progress=99)
    line.play("a1a2")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert outcome.reason == "100 plies without progress"
    state = Jungle.from_text(position("b", L="a1", c="a2"))
    assert {state.move_text(m): bool(state.irreversible(m)) for m in state.legal()} == {"a1a2": True, "a1b1": False}


# ---------------------------------------------------------------------- notation


def test_moves_are_read() -> None:
    state = Jungle()
    assert state.parse_move("g3g4") == state.parse_move(" G3-G4 ") == 20 * 63 + 27
    reasons = {
        "a7a6": "Blue has no animal on a7",
        "c3c4": "the wolf cannot swim",
        "a3a5": "the elephant does not reach a5",
        "a1a3": "the tiger does not reach a3",
        "a1h1": "two squares from a1 to g9",
        "roar": "two squares from a1 to g9",
    }
    for text, reason in reasons.items():
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    assert Jungle.from_text(position("b", C="a1", E="a2", l="g9")).why_not("a1a2") == "a2 is taken by an own animal"
    for move in (-1, 0, 63 * 63, 3968):
        assert state.why_not(move)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nine rows"),
        ("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L", "b or r to move"),
        ("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1 b", "nine rows"),
        ("l5t/1d3c1/r1p1w1e/7/8/7/E1W1P1R/1C3D1/T5L b", "seven squares"),
        ("l5t/1d3c1/r1p1w1e/7/6x/7/E1W1P1R/1C3D1/T5L b", "seven squares"),
        ("7/7/7/7/7/7/7/E6/E5e b", "Blue's elephant is there twice"),
        (position("b", C="b4", e="g9"), "Blue's cat cannot swim"),
        (position("b", C="d1", e="g9"), "own den"),
        (position("b", C="a1"), "no animal"),
        (position("r", e="a1"), "no animal"),
        (position("b", C="d9", e="g9"), "has won"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        Jungle.from_text(text)


def test_the_mirror_permutes_the_moves() -> None:
    rng = random.Random(5)
    state = Jungle()
    for _ in range(60):
        twin = state.copy()
        twin.transform(1)
        assert sorted(state.transform_move(1, move) for move in state.legal()) == sorted(twin.legal())
        assert twin.evaluate() == pytest.approx(state.evaluate())
        assert Jungle.from_text(twin.to_text()) == twin
        moves = state.legal()
        if not moves:
            break
        state.play(rng.choice(moves))


# ---------------------------------------------------------------------- a naive program

PICTURE = """
..#d#..
...#...
.......
.~~.~~.
.~~.~~.
.~~.~~.
.......
...#...
..#D#..
"""
MAP = PICTURE.split()[::-1]  # row 1 first


def ground(square: Square) -> str:
    """What lies on a square, or nothing off the board."""
    x, y = square
    return MAP[y][x] if 0 <= x < 7 and 0 <= y < 9 else ""


def beats(animal: str, prey: str, start: Square, to: Square, strong_elephant: bool) -> bool:
    """Whether an animal may take another."""
    blue = animal.isupper()
    if animal.isupper() == prey.isupper():
        return False
    if ground(to) == "#" and (to[1] < 4) == blue:
        return True
    one, other = animal.upper(), prey.upper()
    if one == "R" and (ground(start) == "~") != (ground(to) == "~"):
        return False
    if (one, other) == ("R", "E"):
        return True
    if (one, other) == ("E", "R"):
        return strong_elephant
    return "RCWDPTLE".index(one) >= "RCWDPTLE".index(other)


def naive_moves(board: Board, blue: bool, strong_elephant: bool) -> set[tuple[Square, Square]]:
    """All moves of a side, by the words of the rules."""
    found = set()
    for start, animal in board.items():
        if animal.isupper() != blue:
            continue
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            to = (start[0] + dx, start[1] + dy)
            if ground(to) == "~" and animal.upper() in "LT":
                wet = []
                while ground(to) == "~":
                    wet.append(to)
                    to = (to[0] + dx, to[1] + dy)
                if any(square in board for square in wet):
                    continue
            if ground(to) in ("", "D" if blue else "d") or ground(to) == "~" and animal.upper() != "R":
                continue
            if to not in board or beats(animal, board[to], start, to, strong_elephant):
                found.add((start, to))
    return found


def naive_board(state: Any) -> Board:
    """The animals by column and row, read from the text."""
    rows = state.to_text().split()[0].split("/")
    spread = ["".join("." * int(sign) if sign.isdigit() else sign for sign in row) for row in rows]
    return {(x, 8 - y): sign for y, row in enumerate(spread) for x, sign in enumerate(row) if sign != "."}


def ends_of(move: int) -> tuple[Square, Square]:
    """The squares of a move."""
    return (move // 63 % 7, move // 63 // 7), (move % 63 % 7, move % 63 // 7)


@pytest.mark.parametrize("strong_elephant", [False, True])
def test_random_games_against_the_naive_program(strong_elephant: bool, long_run: bool) -> None:
    rng = random.Random(int(strong_elephant))
    positions = dens = others = 0
    for _ in range(200 if long_run else 8):
        state = Jungle(elephant_takes_rat=strong_elephant)
        board = naive_board(state)
        for _ in range(400):
            positions += 1
            moves = state.legal()
            den = [animal for square, animal in board.items() if ground(square) in ("d", "D")]
            expected = set() if den else naive_moves(board, state.turn == 0, strong_elephant)
            assert {ends_of(move) for move in moves} == expected
            assert len(moves) == len(expected)
            assert bool(state.over()) == bool(den)
            if not moves:
                winner = (0 if den[0].isupper() else 1) if den else 1 - state.turn
                assert (state.utility(winner), state.utility(1 - winner)) == (1.0, -1.0)
                dens, others = dens + bool(den), others + (not den)
                break
            quiet = [move for move in moves if ground(ends_of(move)[1]) not in ("d", "D")]
            hot = [move for move in quiet if state.noisy(move)]
            if hot and rng.random() < 0.3:
                move = rng.choice(hot)
            else:  # dens are sometimes left alone, so that games become long and boards empty
                move = rng.choice(quiet if quiet and rng.random() < 0.3 else moves)
            start, to = ends_of(move)
            board[to] = board.pop(start)
            state.play(move)
            assert naive_board(state) == board
    print(f"{positions} positions, {dens} games ended in a den, {others} otherwise")


def random_position(rng: random.Random) -> Board:
    """Animals anywhere they may stand, crowded round the rivers and traps."""
    board: Board = {}
    crowd = [(x, y) for x in range(7) for y in range(9)]
    if rng.random() < 0.5:
        crowd = [(x, y) for x, y in crowd if (y < 4) == (rng.random() < 0.9)]
    for letter in "RCWDPTLErcwdptle":
        square = rng.choice(crowd)
        dry = ground(square) not in ("~", "d", "D")
        if rng.random() < 0.8 and square not in board and (dry or ground(square) == "~" and letter in "Rr"):
            board[square] = letter
    return board


def test_random_positions_against_the_naive_program(long_run: bool) -> None:
    """What random games seldom show: traps with strangers on them, swimming rats, barred leaps."""
    rng = random.Random(3)
    compared = 0
    for _ in range(20000 if long_run else 400):
        board = random_position(rng)
        if not (any(a.isupper() for a in board.values()) and any(a.islower() for a in board.values())):
            continue
        blue = rng.random() < 0.5
        state = Jungle.from_text(board_text(board) + (" b" if blue else " r"))
        assert naive_board(state) == board
        assert {ends_of(move) for move in state.legal()} == naive_moves(board, blue, strong_elephant=False)
        compared += 1
    print(f"{compared} positions")


def test_scenes() -> None:
    rng = random.Random(4)
    state = Jungle()
    for _ in range(80):
        moves = state.legal()
        assert state.scene().problem(moves) is None
        if not moves:
            break
        state.play(rng.choice(moves))
