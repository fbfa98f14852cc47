"""`zermelo ladder`: how strong random play, the levels and the searches are at a game."""

from __future__ import annotations

import json as json_module
from dataclasses import asdict
from typing import Annotated

import typer

from zermelo.interfaces.cli import arena_options as given
from zermelo.interfaces.cli.options import GameName, Json, Settings, read_pairs


def ladder(
    game: GameName,
    top: Annotated[int, typer.Option(help="the highest level; the last ones take seconds for a move")] = 8,
    games: given.Games = 40,
    seed: given.Seed = 0,
    openings: given.OpeningsText = "",
    processes: given.Processes = 1,
    out: given.Out = None,
    resume: given.Resume = False,
    store: Annotated[bool, typer.Option("--store", help="write it into the package, for `best` and the page")] = False,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Rate random play, the levels of `best` and searches of several budgets together: Elo above random play."""
    from zermelo.arena import ladder as ladders
    from zermelo.arena.tournament import Tournament

    players = list(ladders.entrants(game, read_pairs(settings), top))
    setup = given.setup_of(
        game, players, settings=settings, position="", seed=seed, openings=openings, clock="", decide="",
        isolate=False, memory=0,
    )  # fmt: skip
    meeting = Tournament(setup, format="neighbours", processes=processes, out=out, resume=resume)
    report = given.play(meeting, games, json)
    found = ladders.rungs(report)
    if json:
        print(json_module.dumps([asdict(one) for one in found], indent=2))
    else:
        print(f"{game}: Elo above random play, {len(report.records)} games")
        for one in reversed(found):
            print(f"  {one.player:24} {one.elo:+6.0f} ± {one.error:.0f}")
        for note in (*ladders.out_of_order(found), *(report.ratings.notes if report.ratings else ())):
            print(f"note: {note}")
    if store and not report.stopped:
        print(f"stored in {ladders.store(game, found)}")
    if report.stopped:
        raise typer.Exit(130)
