"""Exact scores of Connect Four positions through the generic search, beside a solver written for that game alone.

The peer is Pascal Pons' solver (github.com/PascalPons/connect4, AGPL), which is no part of this project: build it
elsewhere and say where it is, `C4SOLVER=/path/to/c4solver python -m bench solving`.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import time

from bench.measure import show
from zermelo.games.connect_four import ConnectFour
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult

SETS = ((28, -428), (20, -188), (12, 313))  # plies, and the sum of the scores of 200 positions
SEED = 2024


def positions(plies: int, wanted: int, draw: random.Random) -> list[str]:
    """Columns of random games in which nobody has won and the player to move cannot win at once."""
    found: list[str] = []
    while len(found) < wanted:
        state, columns = ConnectFour(), ""
        while len(columns) < plies and not state.over():
            column = draw.choice([move for move in range(7) if move in state.legal()])
            state.play(column)
            columns += str(column + 1)
        if state.over() or columns in found or wins_at_once(state):
            continue
        found.append(columns)
    return found


def wins_at_once(state: ConnectFour) -> bool:
    """Whether some disc ends the game in favour of the player to move."""
    for move in state.legal():
        child = state.copy()
        child.play(move)
        if child.over() and child.utility(state.turn) > 0:
            return True
    return False


def score(result: SearchResult, discs: int) -> int:
    """The solvers' scale: 22 less the discs that the winner will have played."""
    distance = result.distance or 0
    if result.proven == "win":
        return 22 - (discs // 2 + (distance + 1) // 2)
    return (discs + 1) // 2 + distance // 2 - 22 if result.proven == "loss" else 0


def ours(lines: list[str]) -> tuple[int, int, float]:
    """Sum of scores, nodes and processor seconds."""
    searcher = AlphaBeta(AlphaBetaOptions.solver(), tt=64)
    searcher.think(ConnectFour(), Limits(depth=1))
    begin = time.process_time()
    total = nodes = 0
    for columns in lines:
        state = ConnectFour()
        for column in columns:
            state.play(int(column) - 1)
        result = searcher.think(state, Limits(seconds=1000))
        total += score(result, len(columns))
        nodes += result.nodes
    return total, nodes, time.process_time() - begin


def theirs(solver: str, lines: list[str]) -> tuple[int, float]:
    """Sum of scores and processor seconds of a program that reads columns and writes columns and score."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([solver], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return sum(int(line.split()[1]) for line in done.stdout.splitlines() if line.split()), spent


def connect_four() -> None:
    """The three sets, and the total."""
    draw = random.Random(SEED)
    solver = os.environ.get("C4SOLVER")
    spent, peer = 0.0, 0.0
    for plies, expected in SETS:
        lines = positions(plies, 200, draw)
        total, nodes, seconds = ours(lines)
        spent += seconds
        right = "" if total == expected else f"  WRONG: the sum must be {expected}"
        beside = ""
        if solver:
            their_total, their_seconds = theirs(solver, lines)
            peer += their_seconds
            beside = f", the solver {their_seconds:.2f} s{'' if their_total == total else '  ANSWERS DIFFER'}"
        rate = show(nodes / seconds)
        print(
            f"solving 200 at {plies} plies: sum {total}, {show(nodes)} nodes, {seconds:.2f} s ({rate}/s){beside}{right}"
        )
    wanted = f", {spent / peer:.2f} of the solver's time (wanted at most 1.5)" if peer else "; no C4SOLVER given"
    print(f"solving, all three: {spent:.2f} s{wanted}", flush=True)
