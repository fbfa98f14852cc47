"""`zermelo analyse`: what a player thinks of a position."""

from __future__ import annotations

import json as json_module
import sys
from typing import Annotated, Any

import typer

from zermelo.game.sides import sides_of
from zermelo.interfaces.cli.options import GameName, Json, Moves, Position, Settings, begun, compiling

MOST_OUTCOMES = 40  # of chance, each of which is thought about


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
    from zermelo.players.catalogue import player as find_player

    thinker = find_player(player)
    playthrough = begun(game, settings, position, moves)
    if playthrough.turn < 0 and not playthrough.over():
        over_chance(thinker, playthrough, json=json)
        return
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


def over_chance(thinker: Any, playthrough: Any, *, json: bool) -> None:
    """Where chance moves next: the first decision after each outcome, and what to expect over all of them."""
    rows: list[dict[str, Any]] = []
    with compiling(type(playthrough.state)):
        for odds, texts, after in outcomes(playthrough, 1.0, ()):
            row: dict[str, Any] = {"outcome": " ".join(texts), "odds": odds, "player": 1, "move": ""}
            if after.over():
                row["value"] = float(after.outcome().utilities[0])
            else:
                result = thinker.think(after)
                row |= {"player": int(after.turn) + 1, "move": result.move_text, "value": float(result.value)}
            rows.append(row)
    sides = sides_of(playthrough.state)
    opposed = playthrough.state.zero_sum and len(set(sides)) == 2
    expected = None
    if opposed or len({row["player"] for row in rows}) == 1:  # else the values are of different people
        first = rows[0]["player"] if not opposed else 1
        signs = [1 if sides[row["player"] - 1] == sides[first - 1] else -1 for row in rows]
        expected = sum(sign * row["odds"] * row["value"] for sign, row in zip(signs, rows, strict=True))
    if json:
        print(json_module.dumps({"outcomes": rows, "expected": expected}, indent=2))
        return
    print("chance moves first; the first decision after each outcome:")
    for row in rows:
        told = f"player {row['player']}  {row['move']:24} {row['value']:+.4f}"
        print(f"{row['outcome']:12} {100 * row['odds']:6.2f} %  {told}")
    if expected is not None:
        print(f"expected     {expected:+.4f} for player {first}")


def outcomes(playthrough: Any, odds: float, texts: tuple[str, ...]) -> list[tuple[float, tuple[str, ...], Any]]:
    """Every way in which chance can go on until somebody decides, with its odds; too many are refused."""
    from zermelo.errors import Unsupported

    if playthrough.turn >= 0 or playthrough.over():
        return [(odds, texts, playthrough)]
    found: list[tuple[float, tuple[str, ...], Any]] = []
    state = playthrough.state
    for move in playthrough.moves():
        after = playthrough.copy()
        after.play(move)
        found += outcomes(after, odds * float(state.odds(move)), (*texts, state.move_text(move)))
        if len(found) > MOST_OUTCOMES:
            said = " ".join(found[0][1])
            raise Unsupported(f'chance can go on in more than {MOST_OUTCOMES} ways: say how it went, --moves "{said}"')
    return found


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
