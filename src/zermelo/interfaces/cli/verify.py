"""`zermelo verify`: a table checked by a small program that knows only the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from zermelo.errors import BadText


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a table that `zermelo solve` made")],
    sample: Annotated[int, typer.Option(min=0, help="of a slice, check only so many positions; 0: all")] = 0,
) -> None:
    """Check every value of a table against those of its moves, in plain Python and without any search."""
    from zermelo.games import catalogue
    from zermelo.solve.files import read_header
    from zermelo.solve.verify import verify as check

    header, _ = read_header(file)
    cls = catalogue.variant(header["name"], header["settings"])

    def tell(count: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{count:,} positions", end="", file=sys.stderr, flush=True)

    verdict = check(cls, file, sample=sample, tell=tell)
    if verdict.problem:
        raise BadText(f"{file} is wrong: {verdict.problem}")
    every = "all " if verdict.whole else "a sample of "
    print(f"{every}{verdict.checked:,} positions follow from their moves")
    if not verdict.proof:
        print("positions can return and values are scores: they agree with each other, which is no proof")
