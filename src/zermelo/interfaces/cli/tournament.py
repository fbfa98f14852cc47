"""`zermelo tournament`, `league` and `results`: any number of players, in any format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.interfaces.cli import arena_options as given
from zermelo.interfaces.cli.options import GameName, Json, OwnGame, Position, Settings, name_by_hand, write_text

Format = Annotated[
    str, typer.Option(help="roundrobin, gauntlet (the first meets all), knockout, swiss, ladder, neighbours")
]


def tournament(
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="SPEC SPEC…", help="any number of players")],
    format: Format = "roundrobin",
    games: given.Games = 2,
    seed: given.Seed = 0,
    openings: given.OpeningsText = "",
    clock: given.ClockText = "",
    processes: given.Processes = 1,
    on: given.On = "",
    out: given.Out = None,
    resume: given.Resume = False,
    decide: given.Decide = "",
    isolate: given.Isolate = False,
    memory: given.Memory = 0,
    plot: given.PlotFile = None,
    settings: Settings = None,
    position: Position = "",
    json: Json = False,
) -> None:
    """Any number of players meet: cross-table, ratings with 95 % intervals, reasons for every forfeit."""
    from zermelo.arena.tournament import Tournament
    from zermelo.interfaces.cli.live import tell

    setup = given.setup_of(
        game, players, settings=settings, position=position, seed=seed, openings=openings, clock=clock, decide=decide,
        isolate=isolate, memory=memory,
    )  # fmt: skip
    meeting = Tournament(setup, format=format, processes=processes, on=on, out=out, resume=resume)
    given.finish(given.play(meeting, games, json), json, plot, tell)


def league(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="one Python file for each bot")],
    game: GameName,
    format: Format = "roundrobin",
    games: given.Games = 4,
    seed: given.Seed = 0,
    openings: given.OpeningsText = "",
    clock: given.ClockText = "move=1",
    processes: given.Processes = 1,
    on: given.On = "",
    out: given.Out = None,
    resume: given.Resume = False,
    memory: given.Memory = 1024,
    add: Annotated[
        list[str] | None, typer.Option("--add", metavar="SPEC", help="a player of Zermelo's who joins; may be repeated")
    ] = None,
    plot: given.PlotFile = None,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """A league for a class: the bots of a folder, each in a process of its own with limits, ranked with reasons."""
    from zermelo.arena.league import bots_of
    from zermelo.arena.tournament import Tournament
    from zermelo.interfaces.cli.live import tell

    setup = given.setup_of(
        game, [*bots_of(folder), *(add or [])], settings=settings, position="", seed=seed, openings=openings,
        clock=clock, decide="", isolate=False, memory=memory,
    )  # fmt: skip
    meeting = Tournament(setup, format=format, processes=processes, on=on, out=out, resume=resume)
    given.finish(given.play(meeting, games, json), json, plot, tell)


def results(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="of a tournament, finished or under way")],
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="write all games: .jsonl, or a format that the game has (.pgn, .pdn, .sgf …)"
        ),
    ] = None,
    game: OwnGame = "",
    plot: given.PlotFile = None,
    json: Json = False,
) -> None:
    """The tables of a tournament that was kept, and its games as files."""
    from zermelo.arena.export import exported
    from zermelo.arena.kept import report_of
    from zermelo.interfaces.cli.live import tell

    name_by_hand(game)
    heading, report = report_of(file)
    if export is not None:
        write_text(export, exported(heading, report.records, export.suffix.removeprefix(".")))
    given.finish(report, json, plot, print if report.format == "match" else tell)
