"""`zermelo playouts`: what random games show of a game."""

from __future__ import annotations

import json as json_module
from dataclasses import asdict
from typing import Annotated

import typer

from zermelo.interfaces.cli.options import (
    LARGEST,
    MOST_THREADS,
    GameName,
    Json,
    On,
    Position,
    Settings,
    begun,
    check_place,
    compiling,
)


def playouts(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, max=LARGEST, help="how many random games")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST, help="the same seed plays the same games")] = 0,
    threads: Annotated[int, typer.Option(min=1, max=MOST_THREADS, help="processor threads")] = 1,
    on: On = "cpu",
    settings: Settings = None,
    position: Position = "",
    json: Json = False,
) -> None:
    """Play random games: length, branching, results with 95 % intervals, and the rate by processor time."""
    check_place(on)
    state = begun(game, settings, position).state
    with compiling(type(state)):
        if on == "gpu":
            from zermelo.game import gpu

            report = gpu.playouts(state, games, seed=seed)
        else:
            from zermelo.game import playouts as random_games

            report = random_games.playouts(state, games, seed=seed, threads=threads)
    if json:
        print(json_module.dumps(asdict(report), indent=2))
        return
    print(f"games        {report.games}" + (f" ({report.unfinished} unfinished)" if report.unfinished else ""))
    spread = f"({report.shortest} to {report.longest})"
    print(f"length       {report.mean_length:.2f} ± {report.length_error:.2f} moves {spread}")
    print(f"branching    {report.branching:.2f}")
    for player, (value, error) in enumerate(zip(report.utilities, report.errors, strict=True)):
        wins, draws, losses = (100.0 * count / report.games for count in report.results[player])
        print(
            f"player {player + 1}     {value:+.4f} ± {error:.4f}   "
            f"wins {wins:.2f} %, draws {draws:.2f} %, losses {losses:.2f} %"
        )
    print(f"rate         {report.games_per_second:,.0f} games/s, {report.moves_per_second:,.0f} moves/s")
