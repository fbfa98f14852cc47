"""A tournament from its file, finished or under way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zermelo.arena.records import read_tournament
from zermelo.arena.report import Report
from zermelo.arena.statistics.sprt import Sprt


def report_of(path: Path) -> tuple[dict[str, Any], Report]:
    """What the tournament is, and what it has shown so far."""
    heading, games, notes = read_tournament(path)
    records = [games[fixture] for fixture in sorted(games, key=lambda one: (one.round, one.block, one))]
    sprt = Sprt.read(heading["sprt"]) if "sprt" in heading else None
    seats = int(heading["seats"])
    form = "match" if len(heading["players"]) == seats else str(heading["format"])
    return heading, Report(heading["game"], heading["players"], records, len(records), False, notes, seats, sprt, form)
