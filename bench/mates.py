"""Chess mates by df-pn and by alpha-beta: positions looked at and seconds; `python -m bench.mates`."""

from __future__ import annotations

import time

from zermelo.game.playthrough import Playthrough
from zermelo.games.chess import Chess
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.common.limits import Limits
from zermelo.search.common.searcher import Searcher
from zermelo.search.proof.dfpn import DfPn

# position, moves to mate
MATES = (
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2),
    ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
    ("r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 1 1", 3),
    ("r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 1", 4),
    ("1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 1 1", 4),
    ("r1qbr2k/1p2n1pp/3B1n2/2P1Np2/p4N2/PQ4P1/1P3P1P/3RR1K1 w - - 0 1", 4),
    ("4r1k1/3r1p1p/bqp1n3/p2p1NP1/Pn1Q1b2/7P/1PP3B1/R2NR2K w - - 0 1", 4),
    ("6r1/p3p1rk/1p1pPp1p/q3n2R/4P3/3BR2P/PPP2QP1/7K w - - 1 1", 5),
    ("8/8/8/3k4/8/3K4/8/Q7 w - - 0 1", 6),
    ("rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 7 11", 7),
    ("8/8/8/2k5/8/8/8/KQ6 w - - 0 1", 8),
)
MOST = Limits(nodes=20_000_000)


def measured(searcher: Searcher, game: Playthrough, limits: Limits) -> str:
    """What was proven, its plies, positions and processor seconds."""
    begin = time.process_time()
    result = searcher.think(game, limits)
    spent = time.process_time() - begin
    return f"{result.proven or 'nothing':8} {result.distance or '':3} {result.nodes:10,} {spent:7.3f} s"


def main() -> None:
    """One line a position: df-pn for any mate, df-pn for the shortest, alpha-beta; each with an empty table."""
    for searcher in (DfPn(tt=1), AlphaBeta(tt=1)):
        searcher.think(Chess(), Limits(depth=1))  # compiles, so that it is not timed
    for position, moves in MATES:
        game = Playthrough.from_text(Chess, position)
        print(f"{position}, mate in {moves}")
        print("  df-pn, any mate     ", measured(DfPn(tt=64), game, MOST))
        print("  df-pn, the shortest ", measured(DfPn(tt=64), game, Limits(depth=2 * moves - 1, nodes=MOST.nodes)))
        print("  alpha-beta          ", measured(AlphaBeta(tt=64), game, MOST))


if __name__ == "__main__":
    main()
