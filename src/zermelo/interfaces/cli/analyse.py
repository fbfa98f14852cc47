"""`zermelo analyse`: what a player thinks of a position."""

from __future__ import annotations

import json as json_module
import sys
from typing import Annotated, Any

import typer

from zermelo.interfaces.cli.options import GameName, Json, Moves, Position, Settings, begun, compiling


def analyse(
    game: GameName,
    player: Annotated[str, typer.Option(metavar="SPEC", help="who thinks: see `zermelo players`")] = "best",
    settings: Settings = None,
    position: Position = "",
    moves: Moves = "",
    lines: Annotated[int, typer.Option(min=1, help="how many ways to go on are shown")] = 1,
    json: Json = False,
) -> None:
    """Search a position and explain the answer: move, value, line, depth, nodes, and why it stopped."""
    from zermelo.players import player as find_player

    thinker = find_player(player)
    playthrough = begun(game, settings, position, moves)
    last: list[Any] = []
    try:
        with compiling(type(playthrough.state)):
            result = thinker.think(playthrough, lines=lines, on_update=lambda found: watch(found, last, quiet=json))
    except KeyboardInterrupt:
        if not last:
            raise
        result = last[-1]  # the search was told to stop: what it had found counts
    if json:
        print(json_module.dumps(result.to_json(), indent=2))
        return
    explain(result)


def watch(found: Any, last: list[Any], *, quiet: bool) -> None:
    """Keep what is known so far; show it where somebody looks."""
    last[:] = [found]
    if not quiet and sys.stderr.isatty():
        print(
            f"depth {found.depth:3}  {found.value:+8.3f}  {found.nodes:12,} nodes  {found.line_text}", file=sys.stderr
        )


def explain(result: Any) -> None:
    """The result in words."""
    proven = f", a proven {result.proven}" if result.proven else ""
    distance = f" in {result.distance} plies" if result.distance else ""
    print(f"move         {result.move_text}")
    print(f"value        {result.value:+.4f}{proven}{distance}")
    print(f"line         {result.line_text}")
    if result.depth:
        print(f"depth        {result.depth}")
    rate = f", {result.nodes_per_second:,.0f} a second" if result.seconds > 0.01 else ""
    print(f"nodes        {result.nodes:,} in {result.seconds:.2f} s{rate}")
    print(f"stopped by   {result.stopped_by}")
    if result.table_use:
        print(f"table        {100 * result.table_use:.0f} % in use")
    for note in result.notes:
        print(f"note         {note}")
    for rank, other in enumerate(result.lines[1:], 2):
        print(f"line {rank:<8}{other.value:+.4f}  {other.text}")
