"""The rules of Blokus once more: every place of every piece is a set of cells, and all are tried."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

from zermelo.game.random import Random

Cells = frozenset[tuple[int, int]]


@cache
def one_sided(largest: int) -> tuple[Cells, ...]:
    """All fixed polyominoes, grown square by square."""
    level: set[Cells] = {frozenset({(0, 0)})}
    found: set[Cells] = set()
    for _ in range(largest):
        found |= level
        grown = {
            shape | {(x + dx, y + dy)}
            for shape in level
            for x, y in shape
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        }
        level = {moved(shape) for shape in grown if len(shape) > len(next(iter(level)))}
    return tuple(found)


def moved(shape: Cells) -> Cells:
    left, low = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - left, y - low) for x, y in shape)


@cache
def free_form(shape: Cells) -> Cells:
    """The same form for all ways that a piece can lie."""
    ways = []
    for _ in range(4):
        shape = moved(frozenset((y, -x) for x, y in shape))
        ways += [shape, moved(frozenset((-x, y) for x, y in shape))]
    return min(ways, key=sorted)


@cache
def all_places(size: int, largest: int) -> tuple[tuple[Cells, Cells], ...]:
    """Every placement on the empty board: its piece and its cells."""
    return tuple(
        (free_form(shape), cells)
        for shape in one_sided(largest)
        for right in range(size)
        for up in range(size)
        for cells in [frozenset((x + right, y + up) for x, y in shape)]
        if all(x < size and y < size for x, y in cells)
    )


class Naive:
    """The rules once more, with sets of cells, as they are told to a child."""

    def __init__(self, size: int, largest: int, starts: list[list[tuple[int, int]]]) -> None:
        self.size, self.largest, self.starts = size, largest, starts
        self.players = len(starts)
        self.put: list[set[tuple[int, int]]] = [set() for _ in starts]
        self.hands = [{piece for piece, _ in all_places(size, largest)} for _ in starts]
        self.single_last = [False] * self.players
        self.out = [False] * self.players
        self.turn = 0

    def moves(self) -> dict[str, tuple[Cells, Cells]]:
        mine, found = self.put[self.turn], {}
        taken = set().union(*self.put)
        for piece, cells in all_places(self.size, self.largest):
            if piece not in self.hands[self.turn] or cells & taken:
                continue
            edges = {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))}
            corners = {(x + dx, y + dy) for x, y in cells for dx in (-1, 1) for dy in (-1, 1)}
            if edges & mine or not (corners & mine if mine else cells & set(self.starts[self.turn])):
                continue
            ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
            found[",".join(f"{'abcdefghijklmnopqrst'[x]}{y + 1}" for x, y in ordered)] = piece, cells
        return found

    def play(self, move: str, found: dict[str, tuple[Cells, Cells]]) -> None:
        if move == "pass":
            self.out[self.turn] = True
        else:
            piece, cells = found[move]
            self.put[self.turn] |= cells
            self.hands[self.turn].remove(piece)
            self.out[self.turn] = not self.hands[self.turn]
            self.single_last[self.turn] = len(piece) == 1
        turns = [(self.turn + 1 + step) % self.players for step in range(self.players)]
        self.turn = next((seat for seat in turns if not self.out[seat]), self.turn)

    def points(self, player: int) -> int:
        if not self.hands[player]:
            return 20 if self.single_last[player] else 15
        return -sum(map(len, self.hands[player]))


def other(state: Any) -> Naive:
    return Naive(state.size, state.largest, state.STARTS)


def played(naive: Naive, move: str, found: dict[str, tuple[Cells, Cells]]) -> Naive:
    """A copy, one move later."""
    made = Naive(naive.size, naive.largest, naive.starts)
    made.put, made.hands = [set(put) for put in naive.put], [set(hand) for hand in naive.hands]
    made.out, made.single_last, made.turn = list(naive.out), list(naive.single_last), naive.turn
    made.play(move, found)
    return made


def choose(state: Any, moves: list[int], dice: random.Random, seed: int) -> int:
    """Any move with an even seed, else one of the game's own policy, which puts large pieces first."""
    if seed % 2 == 0:
        return dice.choice(moves)
    return int(state.sample(Random(seed, dice.randrange(1 << 30)), np.zeros(state.most_moves + 8, np.int32)))
