"""`zermelo match`: let players meet."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli import arena_options as given
from zermelo.interfaces.cli.options import GameName, Json, Position, Settings


def match(
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="SPEC SPEC…", help="one player for each seat")],
    games: given.Games = 20,
    seed: given.Seed = 0,
    openings: given.OpeningsText = "",
    clock: given.ClockText = "",
    processes: given.Processes = 1,
    on: given.On = "",
    out: given.Out = None,
    resume: given.Resume = False,
    sprt: given.SprtText = "",
    decide: given.Decide = "",
    isolate: given.Isolate = False,
    memory: given.Memory = 0,
    settings: Settings = None,
    position: Position = "",
    json: Json = False,
) -> None:
    """Let players meet: every order of seats in turn, score with its 95 % interval, Elo for two."""
    from zermelo.arena.tournament import Tournament

    setup = given.setup_of(
        game, players, settings=settings, position=position, seed=seed, openings=openings, clock=clock, decide=decide,
        isolate=isolate, memory=memory,
    )  # fmt: skip
    meeting = Tournament(setup, processes=processes, on=on, out=out, resume=resume, sprt=given.sprt_of(sprt))
    if len(players) != meeting.seats:
        raise BadParameter(
            f"{game} has {meeting.seats} players, {len(players)} were given; `zermelo tournament` takes any number"
        )
    given.finish(given.play(meeting, games, json), json, None, print)
