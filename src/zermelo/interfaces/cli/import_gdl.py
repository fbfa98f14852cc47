"""`zermelo import-gdl`: a description in the Game Description Language as a game of Zermelo."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import write_text


def import_gdl(
    file: Annotated[Path, typer.Argument(metavar="FILE.kif", help="a description in GDL")],
    out: Annotated[Path | None, typer.Option(metavar="FILE.py", help="write the game as a Python file")] = None,
) -> None:
    """Read a description, tell what the game is like, and write it as Python if wanted.

    The description itself can be given wherever a game is: `zermelo play ./FILE.kif`.
    """
    from zermelo.gdl import load
    from zermelo.gdl.source import python_source

    game = load(file)
    print(f"{game.__name__}: {', '.join(game.role_names)}{' and chance' if game.chance else ''}")
    how = "chosen at the same time, unseen" if game.hidden else "one after the other"
    print(f"moves        {how}; at most {game.most_moves} at once")
    parts = f"{game.size:,} {'wires of a network' if hasattr(game, 'EDGES') else 'expressions'}"
    print(f"positions    {game.base_count} propositions, {parts}, {game.layout.itemsize} bytes")
    print(f"interests    {'opposite (zero-sum)' if game.zero_sum else 'not opposite (general-sum)'}")
    if out is None:
        print(f"play it:     zermelo play {file if file.is_absolute() else './' + str(file).removeprefix('./')}")
        return
    if out.suffix != ".py":
        raise BadParameter(f"--out writes a Python file: call it {out.with_suffix('.py')}")
    write_text(out, python_source(game, file.name))
    print(f"written      {out}")
