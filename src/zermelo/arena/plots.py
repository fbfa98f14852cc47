"""Ratings drawn: everybody with their 95 % interval, the best first."""

from __future__ import annotations

import math

from zermelo.arena.report import Report
from zermelo.errors import BadParameter
from zermelo.explain.plots import Plot, Series

SHORT = 14  # letters of a name below the axis


def rating_plot(report: Report) -> Plot:
    """Elo of every entrant; an interval without an end is drawn to the edge of the others."""
    found = report.ratings
    if found is None:
        raise BadParameter("there are no ratings to draw: somebody must have met somebody")
    order = sorted(range(len(report.players)), key=lambda one: -found.ratings[one].middle)
    ratings = [found.ratings[one] for one in order]
    known = [value for one in ratings for value in (one.low, one.middle, one.high) if math.isfinite(value)]
    low, high = min(known), max(known)
    series = Series(
        "95 % interval",
        [(float(place), one.middle) for place, one in enumerate(ratings)],
        [max(one.low, low) for one in ratings],
        [min(one.high, high) for one in ratings],
    )
    names = [report.players[one] for one in order]
    names = [name if len(name) <= SHORT else name[: SHORT - 1] + "…" for name in names]
    return Plot(f"{report.game}: ratings ({found.model})", "players", "Elo", [series], names=names)
