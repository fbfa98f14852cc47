"""Chess through the alpha-beta kernel: nodes a second and time to a depth, with one thread and with two.

`python -m bench.chess_search [depth]`. The figure "material only" is of a subclass with another `evaluate`: rules,
table, ordering and quiescence are the same.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import Any

from zermelo.game import count
from zermelo.game.playthrough import Playthrough
from zermelo.games.chess import Chess
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits

POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/3R1RK1 w - - 0 14",
    "r1bqk2r/pp1nbppp/2p1pn2/3p4/2PP4/2N1PN2/PPQ1BPPP/R1B1K2R w KQkq - 4 8",
    "r2q1rk1/ppp2ppp/2npbn2/2b1p3/4P3/2PP1NN1/PPB2PPP/R1BQ1RK1 b - - 5 10",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r1b1k2r/1pq1bppp/p1nppn2/8/3NP3/1BN1B3/PPP2PPP/R2Q1RK1 w kq - 2 10",
    "3r1rk1/pp3ppp/2p1bn2/q3p3/4P3/P1N2P2/1PPQ2PP/2KR1B1R w - - 1 15",
    "2r3k1/pp2ppbp/3p2p1/q2P4/2r1P3/2N1BP2/PP1Q2PP/2R2RK1 w - - 3 19",
    "r4rk1/2p2ppp/p1n1bq2/1pb1p3/4P3/1BP2N2/PP1N1PPP/R2Q1RK1 w - - 2 14",
    "8/5pk1/4p1p1/1p1pP2p/1P1P1P1P/2r1K1P1/R7/8 w - - 0 40",
)


class MaterialChess(Chess):
    """Chess that counts material only."""

    def evaluate(self) -> float:
        """Hundredths of a pawn for each piece."""
        score = 0
        for kind, worth in ((0, 100), (1, 325), (2, 335), (3, 500), (4, 975)):
            pieces = self.pieces(kind)
            score += worth * (count(pieces & self.mine) - count(pieces & self.theirs))
        return score / (abs(score) + 400.0)


PLAIN = replace(AlphaBetaOptions.none(), table=True, order=True, killers=True, history=True, quiescence=True, see=True)
WAYS = {  # options, plies less than asked: without selectivity the same time reaches less deep
    "table and quiescence": (replace(PLAIN, pvs=True, deeper=True, twofold=True, nmp=True), 3),
    "all refinements": (AlphaBetaOptions(), 0),
}


def measure(cls: Any, options: AlphaBetaOptions, depth: int, threads: int) -> tuple[int, float, float]:
    """Nodes, processor seconds and seconds of all positions to a depth, with one table that is in memory already."""
    searcher = AlphaBeta(options, tt=32, threads=threads)
    searcher.table[:] = 1
    nodes, cpu, wall = 0, 0.0, 0.0
    for position in POSITIONS:
        line = Playthrough.from_text(cls, position)
        searcher.think(line, Limits(depth=1))
        searcher.clear()
        begin, clock = time.process_time(), time.perf_counter()
        nodes += searcher.think(line, Limits(depth=depth)).nodes
        cpu += time.process_time() - begin
        wall += time.perf_counter() - clock
    return nodes, cpu, wall


if __name__ == "__main__":
    deepest = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    for way, (options, less) in WAYS.items():
        for cls in (MaterialChess, Chess):
            for threads in (1, 2):
                nodes, cpu, wall = measure(cls, options, deepest - less, threads)
                print(
                    f"{way:<21} {cls.__name__:<14} {threads} thread{'s'[: threads - 1]:<1} depth {deepest - less:>2}:"
                    f" {nodes:>12,} nodes {wall:6.2f} s, {nodes / cpu / 1e6:5.2f} M/s of processor time,"
                    f" {nodes / wall / 1e6:5.2f} M/s",
                    flush=True,
                )
