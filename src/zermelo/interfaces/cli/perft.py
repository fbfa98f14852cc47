"""`zermelo perft`: count the ways in which a game can go on."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.errors import BadLimit
from zermelo.interfaces.cli.options import MOST_THREADS, GameName, On, Position, Settings, begun, check_place, compiling


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(help="how many moves (or turns) deep")],
    settings: Settings = None,
    position: Position = "",
    turns: Annotated[bool, typer.Option("--turns", help="count whole turns, not single moves")] = False,
    distinct: Annotated[bool, typer.Option("--distinct", help="with --turns: equal positions once a node")] = False,
    positions: Annotated[bool, typer.Option("--positions", help="count different positions at that depth")] = False,
    divide: Annotated[bool, typer.Option("--divide", help="a line for each first move")] = False,
    threads: Annotated[int, typer.Option(min=1, max=MOST_THREADS, help="processor threads")] = 1,
    on: On = "cpu",
) -> None:
    """Count move sequences of a given length; the last line is the count."""
    if distinct and not turns:
        raise BadLimit("--distinct counts turns: give --turns with it")
    check_place(on)
    if on == "gpu" and (turns or positions or divide):
        raise BadLimit("a GPU counts move sequences only: leave out --on gpu, or --turns, --positions and --divide")
    playthrough = begun(game, settings, position)
    from zermelo.game import perft as counting

    with compiling(type(playthrough.state)):
        if on == "gpu":
            from zermelo.game import gpu

            print(gpu.perft(playthrough, depth))
        elif positions:
            print(counting.positions(playthrough, depth))
        elif divide:
            rows = counting.divide(playthrough, depth, turns=turns)
            for text, count in rows:
                print(f"{text}: {count}")
            print(sum(count for _, count in rows))
        else:
            print(counting.perft(playthrough, depth, turns=turns, distinct=distinct, threads=threads))
