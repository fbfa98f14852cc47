"""Strength by depth: each depth against the next lower one, by match.

Porto's slide: "Depth 4 => Newbie Player, Depth 8 => PC, Good Human Player, Depth 12 => Deep Blue, Kasparov".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from zermelo.arena.match import Match
from zermelo.arena.tournament import OnGame
from zermelo.errors import BadLimit
from zermelo.explain.plots import Plot, Series
from zermelo.games import catalogue
from zermelo.lab.finding import Finding
from zermelo.players import player


def ladder(
    game: str = "chess",
    depths: Sequence[int] = (2, 4, 6),
    games: int = 20,
    seed: int = 0,
    search: str = "alphabeta",
    on_game: OnGame | None = None,
) -> Finding:
    """Every step of the ladder as a match with changed seats, and its Elo difference."""
    if len(depths) < 2 or list(depths) != sorted(set(depths)) or depths[0] < 1:
        raise BadLimit("a ladder has at least two depths, from the lowest to the highest")
    if games < 2:
        raise BadLimit(f"a match with changed seats needs at least two games, not {games}")
    start = catalogue.make(game, {})
    rows, low, high = [], [], []
    points: list[tuple[float, float]] = []
    for below, above in pairwise(depths):
        texts = [f"{search}:depth={above}", f"{search}:depth={below}"]
        report = Match(start, [player(text) for text in texts], seed=seed, name=game).run(games, on_game)
        score, error = report.standings[0].score, report.error(0)
        one = report.standings[0]
        elo, interval = report.elo(0).middle, report.interval(0)
        share = f"{100 * score:.0f} % ± {100 * error:.0f}"
        rows.append((f"{above} against {below}", one.wins, one.draws, one.losses, share,
                     f"{elo:+.0f}" if abs(elo) < 1e9 else ("+∞" if elo > 0 else "-∞")))  # fmt: skip
        points.append((float(len(points)), 100 * score))
        low.append(100 * interval.low)
        high.append(100 * interval.high)
    notes = (f"{games} games a step with changed seats, two random moves first, seed {seed}",)
    names = [str(row[0]) for row in rows]
    plot = Plot(f"{game}: the deeper player's score", "depths", "per cent of points",
                [Series("score", points, low, high)], names=names)  # fmt: skip
    columns = ("depths", "won", "drawn", "lost", "score", "Elo")
    return Finding(f"{game}: strength by depth", columns, tuple(rows), notes, plot)
