"""Depth matters: the deeper the evaluation is buried in the tree, the less its quality matters (Chapter 5).

A small game is solved, so every choice can be judged: a move is right if it keeps the value of the position. The same
search is asked with evaluations from good to worthless, depth by depth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.arena.statistics import intervals
from zermelo.errors import BadLimit
from zermelo.explain.plots import Plot, Series
from zermelo.game.plain import PlainView, view
from zermelo.game.random import Random
from zermelo.games.connect_four import ConnectFour
from zermelo.lab.finding import Finding
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits
from zermelo.textbook.alphabeta import negamax_alphabeta
from zermelo.textbook.events import run

BOARD = {"columns": 5, "height": 4}
QUALITIES = {"good": 0.0, "half noise": 0.5, "only noise": 1.0}  # which part of the estimate is made up


def estimate(noise: float) -> Callable[[Any], float]:
    """The game's own evaluation, mixed with a number that has nothing to do with the position's worth."""

    def judge(node: Any) -> float:
        made_up = Random(int(node.playthrough.state.key()) & 0xFFFFFFFF, 5).unit() - 0.5
        return (1 - noise) * float(node.evaluate()) + noise * made_up

    return judge


def undecided(count: int, seed: int) -> list[tuple[PlainView, list[int]]]:
    """Positions in which some moves are right and others are mistakes, with the right ones."""
    random = Random(seed, 3)
    found: list[tuple[PlainView, list[int]]] = []
    solver = AlphaBeta(AlphaBetaOptions.solver(distance=False), tt=16.0)
    while len(found) < count:
        state = ConnectFour(**BOARD)
        for _ in range(6 + random.below(5)):
            moves = state.legal()
            if state.over() or not len(moves):
                break
            state.play(int(moves[random.below(len(moves))]))
        if state.over() or not len(state.legal()):
            continue
        worth = {int(move): value_after(state, int(move), solver) for move in state.legal()}
        right = [move for move, value in worth.items() if value == max(worth.values())]
        if len(right) < len(worth):
            found.append((view(state), right))
    return found


def value_after(state: Any, move: int, solver: AlphaBeta) -> float:
    """The exact value of a move for the player who makes it."""
    mover, after = int(state.turn), state.copy()
    after.play(move)
    if after.over() or not len(after.legal()):
        return float(after.utility(mover))
    value = solver.think(after, Limits(depth=30)).value
    return -float(value > 0) + float(value < 0)


def depth_matters(positions: int = 60, depth: int = 6, seed: int = 0) -> Finding:
    """The share of right choices for each quality and depth."""
    if not (2 <= positions <= 1000 and 1 <= depth <= 7):
        raise BadLimit("give 2 to 1000 positions and a depth from 1 to 7")
    asked = undecided(positions, seed)
    rows, lines = [], []
    for name, noise in QUALITIES.items():
        judge, shares = estimate(noise), []
        for plies in range(1, depth + 1):
            hits = sum(run(negamax_alphabeta(node, depth=plies, estimate=judge)).move in right for node, right in asked)
            shares.append(intervals.share(hits, len(asked)))
        rows.append((name, *(f"{100 * share.middle:.0f} %" for share in shares)))
        points = [(float(plies), 100 * share.middle) for plies, share in enumerate(shares, 1)]
        lines.append(
            Series(name, points, [100 * share.low for share in shares], [100 * share.high for share in shares])
        )
    gaps = [lines[0].points[place][1] - lines[-1].points[place][1] for place in range(depth)]
    notes = (
        f"{positions} positions of Connect Four on {BOARD['columns']} × {BOARD['height']}, seed {seed}; a right move "
        "keeps the exact value",
        "between good and worthless lie " + ", ".join(f"{gap:.0f}" for gap in gaps) + " points at depths 1, 2, …",
    )
    plot = Plot("Right choices by depth and quality of the evaluation", "depth", "per cent right", lines)
    columns = ("evaluation", *(f"depth {plies}" for plies in range(1, depth + 1)))
    return Finding("Depth matters", columns, tuple(rows), notes, plot)
