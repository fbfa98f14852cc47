"""The full screen: the board under the mouse, buttons, the list of moves, and a line for words (Textual)."""

from __future__ import annotations

from zermelo.errors import MissingExtra
from zermelo.interfaces.terminal.local import LocalGame


def run_screen(game: LocalGame) -> None:
    """Play at the full screen until the person leaves."""
    try:
        from zermelo.interfaces.terminal.app import BoardApp
    except ImportError as problem:
        if (problem.name or "").partition(".")[0] != "textual":
            raise
        raise MissingExtra(
            "the full screen needs Textual, which is not installed: pip install 'zermelo[terminal]', "
            "or play without --full"
        ) from None
    from zermelo.game.compile import compile_listener

    app = BoardApp(game)
    with compile_listener(lambda kernel: app.compiling()):
        said = app.run()
    if said:
        print(said)
