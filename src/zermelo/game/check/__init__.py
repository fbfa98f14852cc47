"""The linter for games: thousands of random games, and every promise of the contract proven at every position.

report = check(ConnectFour)      # or a state: check(Go(size=9)); `zermelo check GAME` on the command line
report.ok, report.broken, report.passed
"""

from __future__ import annotations

from typing import Any

from zermelo.errors import BadLimit
from zermelo.game.check.checking import Progress, quiet
from zermelo.game.check.laws import LAWS, Law
from zermelo.game.check.report import Broken, Report
from zermelo.game.check.target import target_of
from zermelo.game.check.watch import PATIENCE, check_targets
from zermelo.game.record import RecordType
from zermelo.game.trust import note_passed

__all__ = ["LAWS", "Broken", "Law", "Progress", "Report", "check", "check_many"]


def check(
    game: Any,
    games: int = 10_000,
    seconds: float = 60.0,
    *,
    interpreted_games: int = 200,
    seed: int = 0,
    progress: Progress = quiet,
    patience: float = PATIENCE,
) -> Report:
    """Check a game's class, or one state of it, in a process of its own that may crash without harm.

    `seconds` bounds the games in CPython and again the compiled ones; compiling comes on top.
    """
    return check_many(
        [game],
        games,
        seconds,
        interpreted_games=interpreted_games,
        seed=seed,
        progress=progress,
        patience=patience,
    )[0]


def check_many(
    games_to_check: list[Any],
    games: int = 10_000,
    seconds: float = 60.0,
    *,
    interpreted_games: int = 200,
    seed: int = 0,
    progress: Progress = quiet,
    patience: float = PATIENCE,
) -> list[Report]:
    """Check several games in one process."""
    if games < 0 or seconds <= 0 or interpreted_games < 1 or seed < 0:
        raise BadLimit("the numbers of games and seconds must be positive and the seed not negative")
    numbers = {"games": games, "seconds": seconds, "interpreted_games": interpreted_games, "seed": seed}
    reports = check_targets([target_of(game) for game in games_to_check], numbers, progress, patience)
    for game, report in zip(games_to_check, reports, strict=True):
        if report.ok and report.games:
            note_passed(game if isinstance(game, RecordType) else type(game))
    return reports
