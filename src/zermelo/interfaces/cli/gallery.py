"""`zermelo gallery`: the lectures' worked examples as pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import write_text


def gallery(folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="where the pages go")]) -> None:
    """Write every worked example of the lectures as a page that steps through its search, and an index."""
    from zermelo.lab.gallery import build

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadParameter(f"{folder} cannot be made a folder: {problem.strerror}; choose another place") from None
    files = build()
    for name, text in files.items():
        write_text(folder / name, text)
    print(f"{len(files) - 1} examples: open {folder / 'index.html'}")
