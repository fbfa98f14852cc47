"""Chess: the effective branching factor of our searches, and how deep a million positions reach.

The lectures: "about 6 instead of about 35-40" (Dyer, of Deep Blue), √35 ≈ 6 (Emory), b^m = 10^6 gives m = 4 and
alpha-beta "reaches about depth 8" (Chapter 5, Porto). The effective branching factor of a search of depth d that
looked at N positions is N^(1/d).
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.errors import BadLimit
from zermelo.explain.plots import Plot, Series
from zermelo.games.chess import Chess
from zermelo.lab.finding import Finding
from zermelo.players import player

POSITIONS = (  # an opening, two middle games and an endgame that are known from perft tables
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)
SEARCHES = {
    "minimax": "minimax:",
    "alpha-beta, moves as they come": "alphabeta:plain,",
    "alpha-beta, good order": "alphabeta:plain,order,killers,history,",
    "all refinements": "alphabeta:",
}


def work(search: str, limit: str) -> list[tuple[int, int]]:
    """Depth and positions looked at, for each of the positions."""
    found = []
    for text in POSITIONS:
        result = player(SEARCHES[search] + limit).think(Chess.from_text(text))
        found.append((result.depth, result.nodes))
    return found


def effective(depth: int, nodes: int) -> float:
    """The branching factor of a full tree of that depth with so many positions at its last ply."""
    return float(nodes ** (1 / depth))


def branching(depth: int = 5) -> Finding:
    """The effective branching factor of each search, depth by depth."""
    if not 1 <= depth <= 10:
        raise BadLimit(f"the depth lies between 1 and 10, not {depth}")
    rows, lines = [], []
    for name in SEARCHES:
        reach = min(depth, 4) if name == "minimax" else depth
        points = []
        for plies in range(2, reach + 1):
            nodes = [count for _, count in work(name, f"depth={plies}")]
            factor = math.exp(sum(math.log(effective(plies, count)) for count in nodes) / len(nodes))
            rows.append((name, plies, sum(nodes), round(factor, 2)))
            points.append((float(plies), factor))
        if points:
            lines.append(Series(name, points))
    widths = [len(Chess.from_text(text).legal()) for text in POSITIONS]
    notes = (
        f"legal moves in the four positions: {', '.join(map(str, widths))}; the lecture has 35 to 40 on average",
        "the factor is the geometric mean over the positions of N^(1/d); every iteration of deepening is counted",
    )
    plot = Plot("Effective branching factor of chess", "depth", "N^(1/d)", lines) if lines else None
    return Finding("Effective branching factor of our chess", ("search", "depth", "positions", "N^(1/d)"),
                   tuple(rows), notes, plot)  # fmt: skip


def million(nodes: int = 1_000_000) -> Finding:
    """How deep each search comes with so many positions."""
    if not 1_000 <= nodes <= 100_000_000:
        raise BadLimit(f"the positions lie between 1,000 and 100,000,000, not {nodes:,}")
    rows: list[tuple[Any, ...]] = []
    for name in SEARCHES:
        depths = [depth for depth, _ in work(name, f"nodes={nodes}")]
        rows.append((name, *depths, sum(depths) / len(depths)))
    plain = math.log(nodes) / math.log(35)
    notes = (
        f"the lecture: 35^m = {nodes:,} gives m = {plain:.1f}, alpha-beta reaches about twice that",
        "depth: the last iteration that was finished; refinements look further in some lines and less far in others",
    )
    names = ("opening", "middle game 1", "middle game 2", "endgame")
    places = [float(place) for place in range(len(names))]
    lines = [Series(str(row[0]), list(zip(places, row[1:5], strict=True))) for row in rows]
    plot = Plot(f"Depth reached with {nodes:,} positions", "position", "depth", lines, names=names)
    return Finding(
        f"Depth that {nodes:,} positions of chess reach", ("search", *names, "mean"), tuple(rows), notes, plot
    )
