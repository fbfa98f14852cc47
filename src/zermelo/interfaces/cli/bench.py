"""`zermelo bench`: fixed work, for those who change Zermelo itself."""

from __future__ import annotations

import typer

bench = typer.Typer(help="Fixed work, for those who change Zermelo itself.", no_args_is_help=True)


@bench.callback()
def group() -> None:
    """Fixed work, for those who change Zermelo itself."""


@bench.command()
def signature() -> None:
    """Search fixed positions with every algorithm; the last line is one number for nodes, values and moves of all."""
    from zermelo.players.signature import in_all, signed

    lines = []
    for line in signed():
        lines.append(line)
        print(line, flush=True)
    print(in_all(lines))
