"""`zermelo rules`: how a game is played, in words."""

from __future__ import annotations

import sys

from zermelo.interfaces.cli.options import GameName


def rules(game: GameName) -> None:
    """Tell how a game is played: its goal, its moves, how it ends."""
    from zermelo.games.rules import how_to_play

    text = how_to_play(game)
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(Console().width, 100)).print(Markdown(text))
