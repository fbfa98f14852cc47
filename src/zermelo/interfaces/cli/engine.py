"""`zermelo uci`, `usi`, `gtp` and `xboard`: Zermelo as an engine in other people's programs."""

from __future__ import annotations

from typing import Annotated, Any

import typer

PlayerText = Annotated[str, typer.Option("--player", metavar="TEXT", help="who thinks; `zermelo players` lists them")]


def run(desk: str, module: str, game: str, player: str) -> None:
    """Talk until the end."""
    from importlib import import_module

    from zermelo.interfaces.engine.desk import serve

    kind: Any = getattr(import_module(f"zermelo.interfaces.engine.{module}"), desk)
    serve(lambda out: kind(game, player, out))


def uci(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="a game that UCI covers")] = "chess",
    player: PlayerText = "best",
) -> None:
    """Be an engine over UCI: chess, and variants by UCI_Variant."""
    run("UciDesk", "uci", game, player)


def usi(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="a game that USI covers")] = "shogi",
    player: PlayerText = "best",
) -> None:
    """Be an engine over USI: shogi and its kin."""
    run("UsiDesk", "uci", game, player)


def gtp(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="a game that GTP covers: go, othello, hex")] = "go",
    player: PlayerText = "best",
) -> None:
    """Be an engine over GTP, the Go Text Protocol."""
    run("GtpDesk", "gtp", game, player)


def xboard(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="a game that XBoard covers")] = "chess",
    player: PlayerText = "best",
) -> None:
    """Be an engine over the protocol of XBoard and WinBoard."""
    print("feature done=0", flush=True)  # who waits for features waits two seconds, unless they hear this
    run("XBoardDesk", "xboard", game, player)
