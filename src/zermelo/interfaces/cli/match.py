"""`zermelo match`: players meet, with seats changed and error bars."""

from __future__ import annotations

import json as json_module
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.interfaces.cli.options import GameName, Json, Position, Settings, begun, compiling


def match(
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="SPEC SPEC…", help="one player for each seat")],
    games: Annotated[int, typer.Option(min=1, help="how many games; a multiple of the players is fair")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="of openings, dice and random choices")] = 0,
    opening: Annotated[
        int | None, typer.Option(min=0, help="random moves at the start, the same for all orders of seats")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="keep each game here; the same command goes on where it stopped")
    ] = None,
    settings: Settings = None,
    position: Position = "",
    json: Json = False,
) -> None:
    """Let players meet: every order of seats in turn, score with its 95 % interval, Elo for two."""
    from zermelo.arena.match import Match

    playthrough = begun(game, settings, position)
    meeting = Match(playthrough, players, seed=seed, opening=opening, journal=journal, name=game)
    with compiling(type(playthrough.state)):
        report = meeting.run(games, None if json else progress)
    if not json and sys.stderr.isatty():
        print(file=sys.stderr)
    if json:
        print(json_module.dumps(report.to_json(), indent=2))
    else:
        print(report)
    if report.stopped:
        print("zermelo: stopped; the table counts the games that were finished", file=sys.stderr)
        sys.exit(130)


def progress(report: Any) -> None:
    """One line that changes, where somebody looks."""
    if sys.stderr.isatty():
        scores = "  ".join(f"{one.name} {sum(one.points):g}" for one in report.standings)
        print(f"\r{len(report.records)}/{report.wanted}  {scores}   ", end="", file=sys.stderr, flush=True)
