"""Ratings drawn: everybody with their 95 % interval, the best first."""

from __future__ import annotations

import math

from zermelo.arena.report import Report
from zermelo.errors import BadParameter
from zermelo.explain.plots import Plot, Series

FEW, SHORT = 5, 14  # players, and letters of a name, that have room below the axis


def rating_plot(report: Report) -> Plot:
    """Elo of every entrant; an interval without an end is drawn to the edge of the others."""
    found = report.ratings
    if found is None:
        raise BadParameter("there are no ratings to draw: somebody must have met somebody")
    order = report.order()
    ratings = [found.ratings[one] for one in order]
    known = [value for one in ratings for value in (one.low, one.middle, one.high) if math.isfinite(value)]
    low, high = min(known), max(known)
    series = Series(
        "95 % interval",
        [(float(place), one.middle) for place, one in enumerate(ratings)],
        [max(one.low, low) for one in ratings],
        [min(one.high, high) for one in ratings],
        joined=False,
    )
    names = [report.players[one] for one in order]
    if len(names) > FEW or max(map(len, names)) > SHORT:
        names = [str(place + 1) for place in range(len(names))]
    across = "players, as the table ranks them"
    return Plot(f"{report.game}: ratings ({found.model})", across, "Elo", [series], names=names)
