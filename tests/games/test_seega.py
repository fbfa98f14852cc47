"""Seega: corner cases, notation, and a second program written with dictionaries."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.seega import Seega


def names(state: Any) -> list[str]:
    return sorted(state.move_text(move) for move in state.legal())


def after(text: str, *moves: str, **settings: Any) -> Any:
    state = Seega.variant(**settings).from_text(text)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- rules


def test_two_men_a_turn_and_none_on_the_centre() -> None:
    state = Seega()
    assert "c3" not in names(state)
    assert len(names(state)) == 24
    turns = []
    for _ in range(24):
        turns.append(state.turn)
        state.play(state.legal()[0])
        assert state.midturn() == (len(turns) % 2 == 1)
    assert turns == [0, 0, 1, 1] * 6
    assert state.to_text() == "oxxoo/ooxxo/oo1xx/xooxx/xxoox x"
    assert state.left == 0


def test_only_the_centre_is_empty_then() -> None:
    """At most four steps, all into the centre."""
    rng = random.Random(1)
    for _ in range(10):
        state = Seega()
        for _ in range(24):
            state.play(rng.choice(state.legal()))
        assert state.left == 0
        assert state.turn == 0
        assert names(state) == ["pass"] or all(name.endswith("-c3") for name in names(state))


def test_a_man_between_two_is_taken() -> None:
    state = after("5/1xox1/5/5/3oo o", "d1-d2")
    assert state.to_text() == "5/1xox1/5/3o1/4o x", "who steps between two enemies, or stands there, is safe"
    taken = after("5/2ox1/1x3/5/3oo x", "b3-b4")
    assert taken.to_text() == "5/1x1x1/5/5/3oo o"


def test_several_are_taken_at_once() -> None:
    state = after("2x2/2o2/xo1ox/1x3/1oo2 x", "b2-c2")
    assert state.to_text() == "2x2/2o2/xo1ox/2x2/1oo2 o", "nobody stands between the moved piece and another"
    state = after("x1x2/o1o2/1x3/5/o3o x", "b3-c3")
    assert state.to_text() == "x1x2/o4/2x2/5/o3o o"
    both = after("5/2x2/2o2/xo1ox/2x1o x", "c1-c2", safe_centre=False)
    assert both.to_text() == "5/2x2/5/x1x1x/4o o"


def test_the_centre_is_safe() -> None:
    text, move = "5/2x2/2o2/5/2x1o x", "c1-c2"
    assert after(text, move).to_text() == "5/2x2/2o2/2x2/4o o"
    assert after(text, move, safe_centre=False).to_text() == "5/2x2/5/2x2/4o o"


def test_diagonals_do_not_enclose() -> None:
    assert after("5/3x1/2o2/1x3/x3o x", "a1-a2", safe_centre=False).alive[1] == 2


def test_who_cannot_step_passes() -> None:
    assert names(Seega.from_text("xo3/o4/5/5/4x x")) == ["e1-d1", "e1-e2"]
    shut = Seega.from_text("xo3/o4/5/o4/xo3 x")
    assert names(shut) == ["pass"]
    shut.play(shut.parse_move("pass"))
    assert shut.turn == 1


def test_one_man_left_loses() -> None:
    lost = after("4o/1xo2/3x1/5/5 x", "d3-d4")
    assert lost.over()
    assert (lost.utility(0), lost.utility(1)) == (1.0, -1.0)
    assert lost.ending() == "o has one piece left: x wins"


def test_more_men_win_after_fifty_plies() -> None:
    line = Playthrough(Seega.from_text("xxx2/5/5/5/3oo x"))
    while line.moves():
        moves = [move for move in line.moves() if not line.state.noisy(move)]
        line.play(moves[line.ply % len(moves)])
    outcome = line.outcome()
    assert outcome is not None
    assert (line.ply, outcome.utilities) == (50, (1.0, -1.0))


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5/5/5/5/5",
        "5/5/5/5 x placing",
        "5/5/5/5/5 z placing",
        "5/5/5/5/5 x later",
        "5/5/5/5/4z x placing",
        "5/5/5/5/xx3 x placing",
        "5/5/5/5/o4 x placing",
        "5/5/2x2/5/5 x placing",
        "xxxxx/xxxxx/xxx2/5/3oo x",
        "5/5/5/5/xx3 x",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Seega.from_text(text)


def test_why_not() -> None:
    state = Seega()
    assert state.why_not("c3") == "the centre stays empty"
    assert state.why_not("z9") == "pieces are put down: such as a1"
    state.play(0)
    assert state.why_not("a1") == state.why_not(0) == "a1 is taken"
    later = Seega.from_text("5/5/xx3/5/3oo x")
    assert later.why_not("d1-d2") == "x has no piece on d1"
    assert later.why_not("a3-b3") == "b3 is taken"
    assert later.why_not("a3-b4") == "a piece steps one square along a row or column"
    assert later.why_not("pass") == "only a player who cannot step passes"
    assert later.why_not("a3") == "a step is two squares: such as a3-a4"
    with pytest.raises(IllegalMove, match="is taken"):
        Playthrough(later).play("a3b3")


# ---------------------------------------------------------------------- a second program


def naive_step(men: dict[Any, str], start: Any, to: Any, centre: Any) -> dict[Any, str]:
    """The men after a step."""
    mover = men[start]
    rest = {square: sign for square, sign in men.items() if square != start} | {to: mover}
    x, y = to
    for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        one, two = (x + a, y + b), (x + 2 * a, y + 2 * b)
        if rest.get(one, mover) != mover and rest.get(two) == mover and one != centre:
            del rest[one]
    return rest


def test_against_a_naive_program(long_run: bool) -> None:
    """Random games on all boards."""
    positions = 0
    for size in (5, 7, 9):
        for seed in range(150 if long_run else 4):
            rng, state = random.Random(seed), Seega(size=size)
            squares = [(x, y) for y in range(size) for x in range(size)]
            centre = (size // 2, size // 2)
            men: dict[Any, str] = {}
            for ply in range(size * size - 1):
                assert {squares[move] for move in state.legal()} == set(squares) - set(men) - {centre}
                move = rng.choice(state.legal())
                men[squares[move]] = "xxoo"[ply % 4]
                state.play(move)
            mover = "x"
            for _ in range(120):
                steps = {
                    ((x, y), (x + a, y + b))
                    for (x, y), sign in men.items()
                    for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
                    if sign == mover and (x + a, y + b) in squares and (x + a, y + b) not in men
                }
                numbers = [list(men.values()).count(sign) for sign in "xo"]
                assert state.over() == (min(numbers) <= 1)
                if state.over():
                    break
                legal = {}
                for move in state.legal():
                    if move != state.no_step:
                        ends = state.move_text(move).split("-")
                        legal[tuple((ord(end[0]) - 97, int(end[1]) - 1) for end in ends)] = move
                assert set(legal) == steps
                positions += 1
                if not steps:
                    state.play(state.no_step)
                else:
                    chosen = max(rng.sample(sorted(steps), min(3, len(steps))), key=lambda one: state.order(legal[one]))
                    men = naive_step(men, *chosen, centre)
                    state.play(legal[chosen])
                mover = "o" if mover == "x" else "x"
                board = {square: ".xo"[state.board[at]] for at, square in enumerate(squares) if state.board[at]}
                assert board == men
    assert positions > (20000 if long_run else 500)
