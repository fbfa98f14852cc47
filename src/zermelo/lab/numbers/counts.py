"""Counts on the slides: tic-tac-toe's states and games, backgammon's 20 × (21 × 20)^n, the size of chess."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from zermelo.arena.statistics import intervals
from zermelo.errors import BadLimit
from zermelo.explain.plots import Plot, Series
from zermelo.game.playouts import random_game
from zermelo.games.backgammon import Backgammon
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.lab.finding import Finding
from zermelo.solve.positions import reachable

ROLLS = 21  # of two dice, order aside
MOVES = 20  # for a roll, says the lecture


def tic_tac_toe() -> Finding:
    """States that can be reached and games that can be played, by number of marks."""
    states: dict[int, set[Any]] = {}

    @cache
    def games_from(key: Any) -> tuple[int, ...]:
        """Games that go on from a position, by their length."""
        state = key
        marks = bin(int(state.mine) | int(state.theirs)).count("1")
        states.setdefault(marks, set()).add(key)
        lengths = [0] * 10
        moves = [] if state.over() else state.legal()
        if not len(moves):
            lengths[marks] = 1
        for move in moves:
            after = state.copy()
            after.play(int(move))
            for place, number in enumerate(games_from(after)):
                lengths[place] += number
        return tuple(lengths)

    lengths = games_from(TicTacToe())
    rows: list[tuple[Any, int, int]] = [(marks, len(states[marks]), lengths[marks]) for marks in range(10)]
    rows.append(("all", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    compiled = len(reachable(TicTacToe()).states)
    notes = (
        f"the compiled solver reaches {compiled:,} states too",
        f"9! = {math.factorial(9):,} and 3^9 = {3**9:,} are only bounds",
    )
    plot = Plot("Tic-tac-toe by number of marks", "marks", "states, and games that end",
                [Series("states", [(float(row[0]), float(row[1])) for row in rows[:-1]]),
                 Series("games", [(float(row[0]), float(row[2])) for row in rows[5:-1]])], log=True)  # fmt: skip
    return Finding(
        "Tic-tac-toe: states and games", ("marks", "states", "games of that length"), tuple(rows), notes, plot
    )


def backgammon_formula(depth: int) -> int:
    """20 × (21 × 20)^n: a first choice, then n times a roll and a choice."""
    return MOVES * (ROLLS * MOVES) ** depth


def choices(state: Any) -> int:
    """Different positions to which a roll can be played, as a player counts their moves."""
    ends: set[Any] = set()
    waiting, mover = [state], int(state.turn)
    seen: set[Any] = set()
    while waiting:
        here = waiting.pop()
        for move in here.legal():
            after = here.copy()
            after.play(int(move))
            if after.turn == mover and after.midturn() and not after.over():
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
            else:
                ends.add(after)
    return len(ends)


def backgammon(games: int = 20, seed: int = 0) -> Finding:
    """The formula, and how many choices a roll leaves in random games of ours."""
    if not 1 <= games <= 1000:
        raise BadLimit(f"the games lie between 1 and 1000, not {games}")
    widths: list[float] = []
    for number in range(games):
        state = Backgammon()
        for move in random_game(Backgammon(), seed, number):
            if state.turn >= 0 and not state.midturn():
                widths.append(float(choices(state)))
            state.play(move)
    found = intervals.mean(widths)
    rows = [(depth, backgammon_formula(depth), (ROLLS * found.middle) ** depth * found.middle) for depth in range(5)]
    notes = (
        "20 × (21 × 20)^3 is 1,481,760,000, 1.5 × 10^9; the slide says 1.2 × 10^9",
        f"{len(widths):,} rolls of {games} random games, seed {seed}: {found.middle:.1f} different plays a roll "
        f"(95 % {found.low:.1f} to {found.high:.1f}, were they independent)",
    )
    plot = Plot("Backgammon: the tree by rolls looked ahead", "rolls looked ahead", "positions",
                [Series("20 × (21 × 20)^n", [(float(row[0]), float(row[1])) for row in rows], dashed=True),
                 Series("with our plays a roll", [(float(row[0]), row[2]) for row in rows])], log=True)  # fmt: skip
    columns = ("n", "20 × (21 × 20)^n", "with the measured width")
    return Finding("Backgammon: how chance widens the tree", columns, tuple(rows), notes, plot)
