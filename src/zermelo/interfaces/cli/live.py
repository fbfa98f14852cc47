"""Tournaments as they go: a table that changes where somebody looks, and the tables at the end."""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING, Any

from zermelo.arena.report import Report, forfeit_lines
from zermelo.arena.statistics.intervals import Interval

if TYPE_CHECKING:
    from rich.table import Table

OFTEN = 0.25  # seconds between two pictures
WIDEST_CROSS = 12  # entrants that a cross-table has columns for


class Live:
    """Shows a tournament on the error stream while it goes; `with Live(games) as live: run(games, live.heard)`."""

    def __init__(self, games: int, shown: bool = True) -> None:
        self.games, self.shown, self.last = games, shown and sys.stderr.isatty(), 0.0
        self.live: Any = None

    def __enter__(self) -> Live:
        if self.shown:
            from rich.console import Console
            from rich.live import Live as RichLive

            self.live = RichLive(console=Console(stderr=True), auto_refresh=False, transient=True)
            self.live.__enter__()
        return self

    def __exit__(self, *problem: Any) -> None:
        if self.live is not None:
            self.live.__exit__(*problem)

    def heard(self, tournament: Any, played: Any) -> None:
        """A game has ended."""
        now = time.monotonic()
        if self.live is not None and now - self.last > OFTEN:
            self.last = now
            self.live.update(cross_table(tournament.report(self.games), ratings=False), refresh=True)


def cross_table(report: Report, *, ratings: bool = True) -> Table:
    """Everybody's score, the best first, and their results against each of the others."""
    from rich.table import Table

    order = report.order()
    several = len(order) > 2 and len(order) <= WIDEST_CROSS
    found = report.ratings if ratings and len(order) > 2 else None
    table = Table(title=f"{report.game}: {len(report.records)} of {report.wanted} games", title_justify="left")
    for name in (
        "",
        "player",
        "points",
        "games",
        "score",
        *(["mean result"] if report.general_sum else []),
        *(["Elo"] if found else []),
    ):
        table.add_column(name, justify="left" if name == "player" else "right", no_wrap=name != "player")
    for place in range(len(order)) if several else ():
        table.add_column(str(place + 1), justify="center", no_wrap=True)
    if any(one.forfeits for one in report.standings):
        table.add_column("forfeits", justify="right")
    for place, player in enumerate(order):
        one = report.standings[player]
        row = [str(place + 1), one.name, f"{sum(one.points):g}", str(one.games), percent(report.interval(player))]
        if report.general_sum:
            row.append(f"{one.utility:+.3f}")
        if found:
            row.append(rating_text(found.ratings[player]))
        if several:
            row += [met(report, player, other) for other in order]
        if any(other.forfeits for other in report.standings):
            row.append(str(sum(one.forfeits.values()) or ""))
        table.add_row(*row)
    return table


def met(report: Report, one: int, other: int) -> str:
    """Results between two."""
    if one == other:
        return "·"
    wins, draws, losses = report.between(one, other)
    return f"+{wins}={draws}-{losses}" if wins + draws + losses else ""


def percent(found: Interval) -> str:
    """A score with its interval."""
    return f"{100 * found.middle:.1f} % ({100 * found.low:.0f}–{100 * found.high:.0f})"


def rating_text(found: Interval) -> str:
    """A rating with its 95 % interval, or only its bound."""
    if not math.isfinite(found.low) and not math.isfinite(found.high):
        return f"{found.middle:+.0f} ± ∞"
    if not math.isfinite(found.high):
        return f"> {found.low:+.0f}"
    if not math.isfinite(found.low):
        return f"< {found.high:+.0f}"
    return f"{found.middle:+.0f} ± {(found.high - found.low) / 2:.0f}"


def tell(report: Report) -> None:
    """All tables of a tournament on the standard output."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    console.print(cross_table(report))
    found = report.ratings
    if found and len(report.players) > 2:
        parts = [f"Elo by maximum likelihood ({found.model}), mean 0, with 95 % intervals"]
        if found.advantage:
            parts.append(f"the first move is worth {rating_text(found.advantage)}")
        print("; ".join(parts) + ".")
        for note in found.notes:
            print(f"note: {note}")
    if report.seats > 1:
        print("points by seat: " + ", ".join(f"{n + 1}: {percent(one)}" for n, one in enumerate(report.by_seat())))
    for line in forfeit_lines(report):
        print(line.strip())
    for note in report.notes:
        print(f"note: {note}")
