"""What `match`, `tournament` and `league` share: how games begin, how long players think, where games are kept."""

from __future__ import annotations

import json as json_module
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import LARGEST, compiling, read_pairs, write_text

if TYPE_CHECKING:  # read when they are needed: most verbs need none of them
    from zermelo.arena.setup import Setup
    from zermelo.arena.statistics.sprt import Sprt
    from zermelo.session.referee import Conduct

Games = Annotated[int, typer.Option(min=1, max=LARGEST, help="for each company; a multiple of the seats is fair")]
Seed = Annotated[int, typer.Option(min=0, max=LARGEST, help="of openings, dice and random choices")]
OpeningsText = Annotated[
    str,
    typer.Option(
        metavar="random:N|book:N|FILE", help="random moves, a book's, or a file of games or positions; from all seats"
    ),
]
ClockText = Annotated[str, typer.Option(metavar="10+0.1", help="10+0.1, 40/60+0.5, move=0.5 or nodes=20000")]
Processes = Annotated[int, typer.Option(min=1, help="games at the same time; the results are the same")]
On = Annotated[
    str, typer.Option(metavar="ray[:ADDRESS]", help="play on a Ray cluster, a worker for each processor or --processes")
]
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="keep every game in this file (SQLite)")]
Resume = Annotated[bool, typer.Option("--resume", help="go on with the tournament in the file")]
SprtText = Annotated[str, typer.Option("--sprt", metavar="ELO0,ELO1", help="stop when it is clear which holds")]
Decide = Annotated[
    str, typer.Option(metavar="TEXT", help="end games early: proven, win=0.95, draw=0.01, length=300, with commas")
]
Isolate = Annotated[bool, typer.Option("--isolate", help="every player in a process of its own, not only files")]
Memory = Annotated[int, typer.Option(metavar="MB", min=0, help="memory for each player in a process of its own")]
PlotFile = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="draw the ratings as SVG")]


def conduct_of(clock: str, decide: str) -> Conduct:
    """A referee's terms from texts."""
    from zermelo.session.referee import Conduct
    from zermelo.session.time_control import TimeControl

    terms: dict[str, Any] = {"control": TimeControl.read(clock)}
    names = {"win": "win_score", "draw": "draw_score", "length": "longest"}
    for part in filter(None, (part.strip() for part in decide.split(","))):
        name, equals, value = part.partition("=")
        try:
            if name == "proven" and not equals:
                terms["proven"] = True
            else:
                terms[names[name]] = int(value) if name == "length" else float(value)
        except (KeyError, ValueError):
            raise BadParameter(
                f"games are decided early by proven, win=0.95, draw=0.01 or length=300, not by {part!r}"
            ) from None
    return Conduct(**terms)


def setup_of(
    game: str, players: list[str], *, settings: list[str] | None, position: str, seed: int, openings: str,
    clock: str, decide: str, isolate: bool, memory: int,
) -> Setup:  # fmt: skip
    """A tournament's make-up from the words of a command."""
    from zermelo.arena.setup import ALL, FILES, Setup

    return Setup(
        game, tuple(players), read_pairs(settings), position, seed, openings, conduct_of(clock, decide),
        ALL if isolate else FILES, memory,
    )  # fmt: skip


def sprt_of(text: str) -> Sprt | None:
    """A sequential test from its text."""
    from zermelo.arena.statistics.sprt import Sprt

    return Sprt.read(text) if text else None


def play(tournament: Any, games: int, json: bool) -> Any:
    """Run it, shown live; what is told at the end is left to the verb."""
    from zermelo.interfaces.cli.live import Live

    with compiling(type(tournament.table.start.state)), Live(games, not json) as live:
        return tournament.run(games, live.heard)


def finish(report: Any, json: bool, plot: Path | None, tell: Any) -> None:
    """Tables or JSON, a plot where one is wanted, and the exit status of what was stopped."""
    if plot is not None:
        from zermelo.arena.plots import rating_plot

        write_text(plot, rating_plot(report).svg())
    if json:
        print(json_module.dumps(report.to_json(), indent=2))
    else:
        tell(report)
    if report.stopped:
        print("zermelo: stopped; the table counts the games that were finished", file=sys.stderr)
        sys.exit(130)
