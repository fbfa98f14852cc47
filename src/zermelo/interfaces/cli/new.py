"""`zermelo new`: begin a game of your own from a commented template."""

from __future__ import annotations

import keyword
import sys
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from zermelo.errors import BadParameter

KINDS = ("count", "board", "dice", "cards", "simultaneous", "puzzle")


def new(
    name: Annotated[str, typer.Argument(help="the new game's name, as in `zermelo new my_game`")],
    folder: Annotated[Path, typer.Option(help="where to write the file")] = Path("."),
    kind: Annotated[str, typer.Option(metavar="|".join(KINDS), help="which game to begin from")] = "count",
) -> None:
    """Write NAME.py, a small complete game with comments, which `zermelo check` accepts as it stands."""
    plain = name.removesuffix(".py").replace("-", "_").replace(" ", "_").lower()
    if not plain.isidentifier():
        raise BadParameter(f"{name!r} cannot be the name of a Python file: use letters, digits and _")
    if keyword.iskeyword(plain) or plain in sys.stdlib_module_names or plain in ("numpy", "numba", "zermelo"):
        raise BadParameter(f"{plain!r} has a meaning in Python already: choose another name, such as my_{plain}")
    if kind not in KINDS:
        near = get_close_matches(kind, KINDS, 1)
        hint = f": did you mean {near[0]}?" if near else ""
        raise BadParameter(f"--kind is one of {', '.join(KINDS)}, not {kind!r}{hint}")
    path = folder / f"{plain}.py"
    if path.exists():
        raise BadParameter(f"{path} exists already: choose another name or remove it")
    title = "".join(part.capitalize() for part in plain.split("_"))
    text = files("zermelo.interfaces.cli").joinpath("templates", f"{kind}.py.txt").read_text(encoding="utf-8")
    try:
        path.write_text(text.replace("MyGame", title).replace("my_game", plain), encoding="utf-8")
    except OSError as problem:
        raise BadParameter(f"{path} cannot be written: {problem.strerror}") from problem
    print(f"wrote {path}; now: zermelo check ./{path} && zermelo play ./{path}")
