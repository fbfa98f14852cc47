"""Tantrix: the same games by a second program, and turned and mirrored tables."""

from __future__ import annotations

import random
from typing import Any

from tests.games.plain_tantrix import Plain, looks, numbered
from zermelo.game.perft import perft
from zermelo.game.playouts import random_game
from zermelo.games.tantrix import Tantrix
from zermelo.games.tantrix.tiles import LETTERS, NUMBER, TILES, turned


def compare(seed: int, restricted: bool, hand: int = 6) -> int:
    """One random game in both programs; returns its positions."""
    chooser = random.Random(seed)
    colours = "".join(chooser.sample(LETTERS, 2))
    state = Tantrix(seed=seed, colours=colours, restricted=restricted, hand=hand)
    plain = Plain([int(tile) for tile in state.bag], colours, restricted, hand)
    positions = 0
    while True:
        positions += 1
        legal = plain.legal() if not plain.over() else set()
        assert sorted(state.legal()) == sorted(numbered(move) for move in legal), state.to_text()
        assert state.over() == plain.over()
        assert [state.reward(player) for player in range(2)] == [plain.points(player) for player in range(2)]
        if not legal:
            break
        assert (state.turn, state.midturn()) == (plain.turn, plain.begun)
        move = chooser.choice(sorted(legal))
        state.play(numbered(move))
        plain.play(*move)
    points = [plain.points(player) for player in range(2)] if plain.over() else [0, 0]
    assert state.utility(0) == points[0] - points[1] == -state.utility(1)
    return positions


def test_a_second_program_plays_the_same_games(long_run: bool) -> None:
    """Legal moves, points, whose turn it is and whether it goes on, at every position of random games."""
    total = sum(compare(seed, seed % 4 != 3, 6 - seed % 3 * (seed % 5 == 0)) for seed in range(300 if long_run else 4))
    assert total > 56


def test_counts_of_the_second_program() -> None:
    for seed in range(2):
        state = Tantrix(seed=seed)
        plain = Plain([int(tile) for tile in state.bag])
        assert [plain.perft(depth) for depth in (1, 2)] == [perft(state, depth) for depth in (1, 2)]


def test_turned_tables_have_turned_moves() -> None:
    """Every sixth of a turn of the whole table, and its mirror image with mirrored tiles, keeps the number of moves."""
    mirror = [next(n for n, other in enumerate(TILES) if mirrored(tile) in looks(other)) for tile in TILES]
    for number in range(2):
        state = Tantrix(seed=number)
        for move in random_game(state, 3, number, 30):
            state.play(move)
        for sixths in range(1, 6):
            assert count_moves(around(state, sixths, list(range(NUMBER)), False)) == count_moves(state)
        assert count_moves(around(state, 0, mirror, True)) == count_moves(state)


def mirrored(colours: str) -> str:
    """Sides 0 to 5 become 0, 5, 4, 3, 2, 1: east and west stay."""
    return colours[0] + colours[:0:-1]


def count_moves(state: Any) -> int:
    return len(state.legal())


def around(state: Any, sixths: int, names: list[int], flip: bool) -> Any:
    """The same position turned clockwise, or mirrored at the line from west to east."""
    parts = state.to_text().split()
    shown = []
    for tile in parts[0].split(";"):
        name, _, where = tile.partition("@")
        number, rotation = (int(part) for part in name.split("/"))
        q, r = (int(part) for part in where.split(","))
        look = turned(number - 1, rotation)
        if flip:
            q, r, look = q + r, -r, mirrored(look)
        for _ in range(sixths):
            q, r, look = -r, q + r, look[5:] + look[:5]
        other = names[number - 1]
        shown.append(f"{other + 1}/{looks(TILES[other]).index(look)}@{q},{r}")
    parts[0] = ";".join(shown)
    for place in (1, 2, 3):
        parts[place] = ",".join(str(names[int(tile) - 1] + 1) for tile in parts[place].split(","))
    return Tantrix.from_text(" ".join(parts))
