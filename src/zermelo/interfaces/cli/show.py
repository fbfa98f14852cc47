"""`zermelo show`: a position as text, with its moves."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated

import typer

from zermelo.interfaces.cli.options import GameName, Json, Moves, Position, Settings, begun, write_text


def show(
    game: GameName,
    position: Position = "",
    moves: Moves = "",
    settings: Settings = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="draw the board as SVG")] = None,
    json: Json = False,
) -> None:
    """Show a position: the board, its text, who moves, and the legal moves or the result."""
    playthrough = begun(game, settings, position, moves)
    if svg:
        from zermelo.drawing.board import state_svg

        write_text(svg, state_svg(playthrough.state))
    legal = playthrough.moves()
    outcome = playthrough.outcome()
    texts = [playthrough.state.move_text(move) for move in legal]
    if json:
        shown = {
            "text": playthrough.to_text(),
            "turn": playthrough.turn,
            "moves": dict(zip(texts, legal, strict=True)),
            "outcome": outcome and {"utilities": list(outcome.utilities), "reason": outcome.reason},
            "scene": playthrough.state.scene().to_json(),
        }
        print(json_module.dumps(shown, indent=2))
        return
    print(playthrough.state)
    print()
    print(playthrough.to_text())
    if outcome:
        print(f"over: {outcome.reason}; utilities {' '.join(f'{value:g}' for value in outcome.utilities)}")
    else:
        mover = "chance" if playthrough.turn < 0 else f"player {playthrough.turn + 1}"
        print(f"{mover} to move, {len(legal)} moves: {' '.join(texts)}")
