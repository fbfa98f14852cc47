"""Tournaments on the page: files that were named at the server's start, finished or still being written."""

from __future__ import annotations

import math
import threading
from pathlib import Path
from typing import Any

from zermelo.errors import BadParameter


def tournament(job: dict[str, Any], update: Any, stop_event: threading.Event) -> dict[str, Any]:
    """All that the page shows of a tournament: everybody's place, the cross-table, the ratings drawn, every game."""
    from zermelo.arena.kept import report_of
    from zermelo.arena.plots import rating_plot

    heading, report = report_of(Path(job["path"]))
    ratings = report.ratings
    rows = []
    for player in report.order():
        one, score = report.standings[player], report.interval(player)
        rating = ratings.ratings[player] if ratings else None
        rows.append(
            {
                "player": one.name, "points": sum(one.points), "games": one.games, "wins": one.wins,
                "draws": one.draws, "losses": one.losses, "score": score.middle, "low": score.low,
                "high": score.high, "forfeits": sum(one.forfeits.values()),
                "elo": rating.middle if rating else None,
                "elo_low": rating.low if rating and math.isfinite(rating.low) else None,
                "elo_high": rating.high if rating and math.isfinite(rating.high) else None,
                "against": [list(report.between(player, other)) for other in report.order()],
            }
        )  # fmt: skip
    games = [
        {
            "seats": [report.players[entrant] for entrant in played.seats], "plies": len(played.moves),
            "points": list(played.points()), "reason": played.reason, "ending": played.ending,
        }
        for played in report.records
    ]  # fmt: skip
    shown = {
        "game": heading["game"], "format": heading["format"], "model": ratings.model if ratings else "",
        "rows": rows, "games": games, "notes": [*report.notes, *(ratings.notes if ratings else ())],
        "plot": rating_plot(report).svg() if ratings else "",
    }  # fmt: skip
    return {"tournament": shown}


def tournament_game(job: dict[str, Any], update: Any, stop_event: threading.Event) -> dict[str, Any]:
    """One game of a tournament, the first being 1, as what opens a table with it."""
    from zermelo.arena.kept import report_of

    heading, report = report_of(Path(job["path"]))
    if not 1 <= job["which"] <= len(report.records):
        raise BadParameter(f"the tournament has games 1 to {len(report.records)}, and no game {job['which']}")
    played = report.records[job["which"] - 1]
    opening = {
        "job": "open_played", "game": heading["game"], "settings": heading["settings"],
        "position": played.start or heading.get("begins", ""), "moves": list(played.moves),
        "seats": [report.players[entrant] for entrant in played.seats],
    }  # fmt: skip
    return {"opening": opening}
