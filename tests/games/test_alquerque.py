"""Alquerque: corner cases, notation, and a second program written with sets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.alquerque import Alquerque


def names(state: Any) -> list[str]:
    return sorted(state.move_text(move) for move in state.legal())


def after(state: Any, *moves: str) -> Any:
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- rules


def test_the_start() -> None:
    assert Alquerque().to_text() == "bbbbb/bbbbb/bb1ww/wwwww/wwwww w"
    assert names(Alquerque()) == ["b2-c3", "c2-c3", "d2-c3", "d3-c3"]


def test_a_capture_is_compulsory_and_complete() -> None:
    state = Alquerque.from_text("4b/5/2b2/wb3/4w w")
    assert names(state) == ["a2xc2"]
    assert state.why_not("e1-d1") == "a capture is compulsory: a2xc2"
    after(state, "a2xc2")
    assert state.midturn()
    assert names(state) == ["c2xc4"]
    assert state.to_text() == "4b/5/2b2/2w2/4w w c2"
    assert state.why_not("e1-d1") == "the piece on c2 must go on jumping"
    assert after(state, "c2xc4").turn == 1


def test_there_is_no_maximum_rule() -> None:
    state = Alquerque.from_text("5/5/w1b2/wb3/1b3 w")
    assert names(state) == ["a2xc2", "a3xc1"]


def test_optional_captures_stop_at_will() -> None:
    optional = Alquerque.variant(captures="optional")
    state = optional.from_text("4b/5/2b2/wb3/4w w")
    assert "e1-d1" in names(state)
    after(state, "a2xc2")
    assert names(state) == ["c2xc4", "stop"]
    assert after(state, "stop").to_text() == "4b/5/2b2/2w2/4w b"
    single = after(Alquerque.variant(captures="single").from_text("4b/5/2b2/wb3/4w w"), "a2xc2")
    assert (single.midturn(), single.turn) == (False, 1)


def test_a_man_is_lifted_at_once() -> None:
    """Round a square of four enemies back to where the jumps began."""
    state = Alquerque.from_text("5/1b1b1/5/1b1b1/w3b w")
    after(state, "a1xc3")
    assert names(state) == ["c3xa5", "c3xe5"]


def test_no_steps_back_as_a_choice() -> None:
    forward = Alquerque.variant(backward=False)
    state = forward.from_text("4b/5/2w2/5/5 w")
    assert names(state) == ["c3-b3", "c3-b4", "c3-c4", "c3-d3", "c3-d4"]
    assert state.why_not("c3-c2") == "a piece may not step back"
    assert "c3-c2" in names(Alquerque.from_text("4b/5/2w2/5/5 w"))
    assert state.symmetries == 2


def test_who_cannot_move_or_has_no_man_loses() -> None:
    state = after(Alquerque.from_text("5/5/5/wb3/5 w"), "a2xc2")
    assert state.ending() == "Black has no piece left: White wins"
    assert state.utility(0) == 1.0
    blocked = Alquerque.from_text("5/5/b1b2/bb3/wbb2 w")
    assert blocked.ending() == "White cannot move: Black wins"


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5/5/5/5/5",
        "5/5/5/5 w",
        "5/5/5/5/w3b x",
        "5/5/5/5/w4 w",
        "5/5/5/5/w2b w",
        "bbbbb/bbbbb/bbbww/wwwww/wwwww w",
        "5/5/5/5/w3b w b1",
        "5/5/5/5/w3b w a1",
        "5/5/5/5/w3b w z9",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Alquerque.from_text(text)


def test_why_not() -> None:
    state = Alquerque()
    assert state.why_not("c3") == "a move is two points, such as d3-c3"
    assert state.why_not("a5-c3") == "White has no piece on a5"
    assert state.why_not("a1-a2") == "a2 is taken"
    assert state.why_not("a1-c3") == "no line for a step, and no piece to jump over, leads from a1 to c3"
    assert state.why_not("stop") == "only a turn of optional jumps that can go on is stopped"
    with pytest.raises(IllegalMove, match="is taken"):
        Playthrough(state).play("a1-a2")
    assert state.parse_move("c2c3") == state.parse_move("C2-C3") == 7 * 25 + 12


# ---------------------------------------------------------------------- a second program


def naive(men: dict[complex, str], mover: str, man: complex | None, captures: str) -> dict[str, Any]:
    """The rules again: points are complex numbers; each move by its name with the men after it."""

    def called(point: complex) -> str:
        return f"{'abcde'[int(point.real)]}{int(point.imag) + 1}"

    board = [complex(x, y) for x in range(5) for y in range(5)]
    straight, slanting = [1, -1, 1j, -1j], [1 + 1j, 1 - 1j, -1 + 1j, -1 - 1j]
    jumps, quiet = {}, {}
    for one in [man] if man is not None else [point for point, sign in men.items() if sign == mover]:
        for way in straight + (slanting if int(one.real + one.imag) % 2 == 0 else []):
            near, far = one + way, one + 2 * way
            rest = {point: sign for point, sign in men.items() if point != one}
            if near in board and near not in men:
                quiet[f"{called(one)}-{called(near)}"] = {**rest, near: mover}, None
            if men.get(near, mover) != mover and far in board and far not in men:
                del rest[near]
                jumps[f"{called(one)}x{called(far)}"] = {**rest, far: mover}, far
    if man is not None:
        return jumps | ({"stop": (men, None)} if jumps and captures == "optional" else {})
    return jumps if jumps and captures == "compulsory" else jumps | quiet


def test_against_a_naive_program(long_run: bool) -> None:
    """Names of all moves and the men after each, in random games of all three forms."""
    positions = 0
    for captures in ("compulsory", "optional", "single"):
        for seed in range(1000 if long_run else 12):
            rng = random.Random(seed)
            state = Alquerque(captures=captures)
            points = {complex(at % 5, at // 5): at for at in range(25)}
            men = {point: state.sign(at) for point, at in points.items() if state.sign(at) != "."}
            man: complex | None = None
            for _ in range(90):
                mine = naive(men, "wb"[state.turn], man, captures)
                assert sorted(mine) == names(state)
                if not mine:
                    break
                move = rng.choice(sorted(mine))
                mover = "wb"[state.turn]
                men, man = mine[move]
                state.play(state.parse_move(move))
                positions += 1
                assert men == {point: state.sign(at) for point, at in points.items() if state.sign(at) != "."}
                onward = [name for name in naive(men, mover, man, captures) if "x" in name] if man is not None else []
                if captures == "single" or not onward:
                    man = None
                assert (state.midturn(), "wb"[state.turn] == mover) == (man is not None, man is not None)
    assert positions > (50000 if long_run else 500)
