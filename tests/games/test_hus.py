"""Hus: corner cases, notation, and a second program written with lists."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.hus import Hus


def side(state: Any, player: int) -> list[int]:
    return [int(seeds) for seeds in state.pits[player]]


def position(south: dict[int, int], north: dict[int, int], mover: str = "S", **settings: Any) -> Any:
    """A position by the seeds of some pits, counted from 0; what is missing lies in North's pit 0."""
    missing = 48 - sum(south.values()) - sum(north.values())
    north = {**north, 0: north.get(0, 0) + missing}
    rings = [" ".join(str(ring.get(pit, 0)) for pit in range(16)) for ring in (south, north)]
    return Hus.variant(**settings).from_text(f"{rings[0]} / {rings[1]} {mover}")


# ---------------------------------------------------------------------- rules


def test_the_first_pit() -> None:
    """Seven laps; the rules page gives the result."""
    state = Hus()
    state.play(0)
    assert side(state, 0) == [0, 3, 0, 3, 3, 0, 3, 3, 0, 3, 3, 0, 1, 1, 1, 0]
    assert side(state, 1) == [2] * 12 + [0] * 4, "no capture is possible in the first turn"


def test_a_last_seed_in_an_empty_pit_ends_the_turn() -> None:
    state = position({0: 2}, {})
    state.play(0)
    assert side(state, 0)[:4] == [0, 1, 1, 0]
    assert state.turn == 1


def test_a_pit_with_seeds_is_lifted() -> None:
    state = position({0: 2, 2: 1}, {})
    state.play(0)
    assert side(state, 0)[:6] == [0, 1, 0, 1, 1, 0]


def test_a_capture_is_sown_on() -> None:
    """South's pit 9 (inner, column 7 from his left) faces North's inner 14 and outer 1."""
    state = position({7: 2, 9: 1}, {14: 2, 1: 3})
    state.play(7)
    assert side(state, 0) == [0] * 8 + [1, 2, 1, 1, 1, 1, 1, 0]
    assert (side(state, 1)[14], side(state, 1)[1]) == (0, 0)


def test_one_empty_pit_opposite_prevents_a_capture() -> None:
    seeds = ({7: 2, 9: 1}, {14: 2, 2: 3})
    both = position(*seeds)
    both.play(7)
    assert side(both, 1)[14] == 2
    assert side(both, 0)[8:13] == [1, 0, 1, 1, 0]
    inner = position(*seeds, capture="inner")
    inner.play(7)
    assert side(inner, 1)[14] == 0
    assert side(inner, 0)[8:13] == [1, 2, 1, 1, 0]


def test_an_outer_pit_never_captures() -> None:
    state = position({0: 2, 2: 1}, {14: 2, 13: 2, 1: 3, 2: 3})
    state.play(0)
    assert sum(side(state, 0)) == 3


def test_who_cannot_sow_loses() -> None:
    state = position({0: 1, 5: 1}, {})
    assert state.legal() == []
    assert (state.utility(0), state.utility(1)) == (-1.0, 1.0)
    assert state.ending() == "South has no pit of two seeds: North wins"


def test_seeds_are_never_lost(long_run: bool) -> None:
    for seed in range(500 if long_run else 20):
        rng, line = random.Random(seed), Playthrough(Hus())
        while moves := line.moves():
            line.play(rng.choice(moves))
            assert int(line.state.pits.sum()) == 48
        assert line.ply <= 400


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2 2 2",
        Hus().to_text()[:-1] + "X",
        Hus().to_text().replace("/", ""),
        Hus().to_text().replace("2", "3", 1),
        Hus().to_text().replace("2", "x", 1),
        Hus().to_text().replace("2", "2 0", 1),
        Hus().to_text().replace("2", "-2", 1),
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Hus.from_text(text)


def test_an_endless_turn_is_a_draw() -> None:
    state = Hus.from_text(Hus().to_text() + "!")
    assert state.over()
    assert state.utility(0) == state.utility(1) == 0.0
    assert state.ending() == "a turn did not end after 10000 laps: draw"


def test_why_not() -> None:
    state = Hus()
    assert state.why_not("13") == state.why_not(12) == "pit 13 has fewer than two seeds"
    assert state.why_not("17") == "the pits are 1 to 16, counter-clockwise from the outer left of the player to move"
    with pytest.raises(IllegalMove, match="fewer than two"):
        Playthrough(state).play("13")
    assert position({0: 1}, {}).why_not("1") == "the game is over"


# ---------------------------------------------------------------------- a second program


def naive(rows: dict[tuple[int, int], int], player: int, start: tuple[int, int], inner: bool) -> None:
    """The same turn on a table of four rows and eight columns, as one sees the board from South."""
    ring = [(0, x) for x in range(8)] + [(1, x) for x in reversed(range(8))]
    if player == 1:
        ring = [(3 - y, 7 - x) for y, x in ring]
    hand, at = rows[start], ring.index(start)
    rows[start] = 0
    while True:
        for _ in range(hand):
            at = (at + 1) % 16
            rows[ring[at]] += 1
        y, x = ring[at]
        if rows[y, x] == 1:
            return
        near, far = ((2, x), (3, x)) if y == 1 else ((1, x), (0, x))
        if y in (1, 2) and rows[near] and (inner or rows[far]):
            hand = rows[near] + rows[far]
            rows[near] = rows[far] = 0
        else:
            hand, rows[y, x] = rows[y, x], 0


def test_against_a_naive_program(long_run: bool) -> None:
    """Random games of both forms, pit by pit."""
    positions = 0
    for capture in ("both", "inner"):
        for seed in range(300 if long_run else 6):
            rng, state = random.Random(seed), Hus(capture=capture)
            places = {
                (player, pit): (y, x) if player == 0 else (3 - y, 7 - x)
                for player in range(2)
                for pit in range(16)
                for y, x in [(pit // 8, pit if pit < 8 else 15 - pit)]
            }
            rows = {place: int(state.pits[at]) for at, place in places.items()}
            for _ in range(120):
                legal = [pit for pit in range(16) if rows[places[state.turn, pit]] > 1]
                assert legal == state.legal()
                if not legal:
                    break
                pit = rng.choice(legal)
                naive(rows, state.turn, places[state.turn, pit], capture == "inner")
                state.play(pit)
                positions += 1
                assert rows == {place: int(state.pits[at]) for at, place in places.items()}
    assert positions > (5000 if long_run else 100)
