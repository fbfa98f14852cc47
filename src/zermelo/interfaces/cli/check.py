"""`zermelo check`: the linter for games."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from zermelo.errors import BadRules
from zermelo.games import catalogue
from zermelo.interfaces.cli.options import LARGEST, GameName, Json, Settings, read_pairs
from zermelo.interfaces.cli.progress import progress


def check(
    game: GameName,
    games: Annotated[int, typer.Option(min=0, help="random games by compiled rules")] = 10_000,
    seconds: Annotated[float, typer.Option(min=0.1, help="bound on the games in CPython, and on the others")] = 60.0,
    interpreted: Annotated[int, typer.Option(min=1, help="random games in CPython")] = 200,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST, help="the same seed plays the same games")] = 0,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Prove by random games that a game keeps every law of the contract; exit status 1 if it breaks one."""
    from zermelo.game import check as linter
    from zermelo.game.check.laws import FIELDS

    pairs = read_pairs(settings)
    try:
        found = catalogue.find(game, unsound=True)
        if pairs:
            found = catalogue.make(game, pairs)
    except BadRules as problem:  # the class itself is refused: that is a broken law, too
        report = linter.Report(game, [linter.Broken(FIELDS.name, str(problem))])
    else:
        report = linter.check(found, games, seconds, interpreted_games=interpreted, seed=seed, progress=show_progress)
    progress()
    print(json_module.dumps(report.to_json(), indent=2) if json else report)
    raise typer.Exit(0 if report.ok else 1)


def show_progress(phase: str, done: int, total: int) -> None:
    """Which games are being played."""
    progress(f"{phase}: {done:,} of {total:,} games" if total else f"{phase} …")
