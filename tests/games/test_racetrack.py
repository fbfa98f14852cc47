"""Racetrack: corner cases, notation, straights by arithmetic, and a second program with exact geometry."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.racetrack import NAMES, TRACKS, Racetrack, rows_of

Alone = Racetrack.variant(players=1)


def names(state: Any) -> list[str]:
    return [state.move_text(move) for move in state.legal()]


def driven(state: Any, *moves: str) -> Any:
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- rules


def test_at_rest_in_the_open() -> None:
    """Nine accelerations, one of them standing still; a neighbour's square is closed."""
    assert len(Alone(track="..../.S../...F").legal()) == 9
    assert names(Racetrack()) == [name for name in NAMES if name != "e"], "the second car stands to the right"
    assert Racetrack().why_not("e") == "another car stands where this one would stop"


def test_speed_is_kept() -> None:
    state = driven(Alone(track="straight"), "e", "hold", "e")
    assert state.car_text(0) == "f3+2+0"
    assert driven(state, "w", "w").car_text(0) == "g3+0+0"


def test_a_car_that_touches_the_wall_is_out() -> None:
    line = Playthrough(Racetrack(track="straight"))
    line.play("n")
    assert line.state.to_text().endswith("out b2+0+0 2")
    line.play("e")
    assert line.state.turn == 1, "a car that is out has no turn"
    assert line.outcome() is None
    line.play("n")
    line.play("n")
    assert line.over()
    outcome = line.outcome()
    assert outcome
    assert outcome.utilities == (0.0, 0.0)
    assert line.state.ending() == "no car is left on the track"


def test_a_corner_touches_both_squares() -> None:
    """A diagonal step past a wall is a crash."""
    state = driven(Alone.from_text("##F/#../.#. a1+0+0 1"), "ne")
    assert state.over()
    assert state.utility(0) == -1.0
    assert not driven(Alone(track="##F/.../S.."), "ne").over()


def test_the_first_over_the_line_wins() -> None:
    state = driven(Racetrack(track="S.F/S.F"), "e", "e", "e")
    assert state.over()
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.ending() == "car 1 has reached the finish"
    assert state.car_text(0) == "c2+2+0", "it stops on the first finish square of its way"


def test_the_finish_before_the_wall_counts() -> None:
    state = Alone.from_text("#####/#.F##/##### b2+3+0 1")
    assert driven(state, "hold").utility(0) == 1.0
    behind = Alone.from_text("#####/#.#F#/##### b2+2+0 1")
    assert driven(behind, "hold").utility(0) == -1.0


def test_one_may_drive_through_a_car_but_not_stop_on_it() -> None:
    state = Racetrack.from_text("#######/#....F#/####### b2+1+0 c2+0+0 1")
    assert "hold" not in names(state)
    assert driven(state, "e").car_text(0) == "d2+2+0"


def test_four_cars_and_their_turns() -> None:
    state = Racetrack(players=4)
    assert state.lowest == pytest.approx(-1 / 3)
    for _ in range(4):
        state.play(state.parse_move("hold") if "hold" in names(state) else state.legal()[0])
    assert state.turn == 0


def least_turns(state: Any) -> int:
    """The fewest turns to the finish of a single car, by breadth."""
    states, turns, seen = [state], 0, set()
    while states:
        turns += 1
        after = []
        for one in states:
            for move in one.legal():
                child = one.copy()
                child.play(move)
                if child.winner:
                    return turns
                if not child.over() and child.to_text() not in seen:
                    seen.add(child.to_text())
                    after.append(child)
        states = after
    return -1


@pytest.mark.parametrize(("length", "turns"), [(1, 1), (3, 2), (6, 3), (10, 4), (11, 5), (15, 5), (16, 6)])
def test_straights(length: int, turns: int) -> None:
    """From rest, t turns lead t (t + 1) / 2 squares far."""
    assert least_turns(Alone(track="S" + "." * (length - 1) + "F")) == turns


def test_stopping() -> None:
    """From speed v, v turns and v (v - 1) / 2 more squares."""
    state = driven(Alone(track="S" + "." * 24 + "F"), "e", "e", "e", "e")
    assert state.car_text(0) == "k1+4+0"
    assert driven(state, "w", "w", "w", "w").car_text(0) == "q1+0+0"


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize("track", ["", "S.F/S", "S.X", "S..", "." * 30 + "/" + "." * 30, "S#F", "F.."])
def test_bad_tracks(track: str) -> None:
    with pytest.raises(BadParameter):
        Alone(track=track)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...F a1+0+0",
        "...F a1+0+0 2",
        "...F z9+0+0 1",
        "...F a1 1",
        "..#F c1+0+0 1",
        "...F a1+99+0 1",
        ".x.F a1+0+0 1",
        "### a1+0+0 1",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Alone.from_text(text)


def test_bad_positions_of_two() -> None:
    for cars in ("a1+0+0 a1+0+0 1", "out b1+0+0 1", "d1+0+0 d2+0+0 1"):
        with pytest.raises(BadPosition):
            Racetrack.from_text(f"...F/...F {cars}")


def test_why_not() -> None:
    state = Racetrack()
    assert state.why_not("up").startswith("an acceleration is sw, w, nw")
    with pytest.raises(IllegalMove, match="another car"):
        Playthrough(state).play("e")
    assert driven(Alone(track="SF"), "e").why_not("e") == "the game is over"
    assert catalogue.find("racing") is Racetrack


# ---------------------------------------------------------------------- a second program


def touched(x: int, y: int, vx: int, vy: int) -> list[tuple[Fraction, int, int]]:
    """Every square that the line meets, border included, with the moment of its first touch; exact arithmetic."""
    half, found = Fraction(1, 2), []
    for a in range(min(x, x + vx), max(x, x + vx) + 1):
        for b in range(min(y, y + vy), max(y, y + vy) + 1):
            first, last = Fraction(0), Fraction(1)
            for start, speed, centre in ((x, vx, a), (y, vy, b)):
                if speed == 0:
                    if abs(start - centre) > half:
                        last = Fraction(-1)
                    continue
                ends = sorted((centre - half - start) / Fraction(speed) for half in (half, -half))
                first, last = max(first, ends[0]), min(last, ends[1])
            if first <= last:
                found.append((first, a, b))
    return sorted(found)


def driven_naively(rows: list[str], x: int, y: int, vx: int, vy: int) -> str:
    """road, wall or finish: whatever is touched first; at the same moment a wall goes before the finish."""
    met = []
    for moment, a, b in touched(x, y, vx, vy):
        sign = rows[b][a] if 0 <= b < len(rows) and 0 <= a < len(rows[0]) else "#"
        met += [(moment, sign != "#", sign)] if sign in "#F" else []
    return "road" if not met else "wall" if min(met)[2] == "#" else "finish"


def test_against_exact_geometry(long_run: bool) -> None:
    """Random games of cars that mostly avoid walls, on all tracks; every acceleration at every turn."""
    compared = 0
    for track in TRACKS:
        rows = rows_of(track)
        for seed in range(100 if long_run else 3):
            rng, state = random.Random(seed), Racetrack(track=track)
            for _ in range(60):
                if state.over():
                    break
                x, y, vx, vy = (int(number) for number in state.cars[state.turn])
                others = [
                    tuple(state.cars[other, :2].tolist())
                    for other in range(2)
                    if other != state.turn and not state.out[other]
                ]
                legal = state.legal()
                for move in range(9):
                    fast, high = vx + move // 3 - 1, vy + move % 3 - 1
                    assert (move in legal) == ((x + fast, y + high) not in others)
                    met = driven_naively(rows, x, y, fast, high)
                    assert ("wall", "road", "finish")[state.drive(x, y, fast, high)[0]] == met
                    compared += 1
                state.play(max(rng.sample(legal, min(3, len(legal))), key=state.order))
    assert compared > (30000 if long_run else 500)
