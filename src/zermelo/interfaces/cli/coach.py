"""`zermelo coach`: stronger opponents for any game, and a report about it."""

from __future__ import annotations

import json as json_module
import sys
from pathlib import Path
from typing import Annotated

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli import arena_options as given
from zermelo.interfaces.cli.options import GameName, Json, Settings, compiling, read_pairs, write_text


def coach(
    game: GameName,
    minutes: Annotated[float, typer.Option(min=0.05, max=100_000, help="how long it may take in all")] = 10.0,
    processes: given.Processes = 2,
    seed: given.Seed = 0,
    resume: Annotated[bool, typer.Option("--resume", help="go on where an earlier run was stopped")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="the report (.html), beside the kept one")] = None,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Measure a game, choose and teach its opponents, rate their levels, and write a report; best plays them."""
    from zermelo.coach.coaching import Coaching
    from zermelo.coach.report import write_report

    pairs = read_pairs(settings)
    course = Coaching.begin(game, pairs, minutes=minutes, processes=processes, seed=seed, resume=resume)
    try:
        with compiling(type(course.start)):
            for told in course.run():
                print(told, file=sys.stderr if json else sys.stdout, flush=True)
    except KeyboardInterrupt:
        course.save()
        print(f"zermelo: stopped; --resume goes on with what is kept in {course.folder}", file=sys.stderr)
        sys.exit(130)
    path = write_report(course)
    if out is not None:
        if out.suffix != ".html":
            raise BadParameter(f"a report is a page: call it {out.stem}.html, not {out.name}")
        write_text(out, path.read_text("utf-8"))
    if json:
        print(json_module.dumps({"report": str(out or path), **course.summary()}, indent=2))
    else:
        print(f"report: {out or path}")
