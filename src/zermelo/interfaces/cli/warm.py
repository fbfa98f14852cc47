"""`zermelo warm`: compile before anybody waits."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from zermelo.errors import BadParameter, ZermeloError
from zermelo.games import catalogue
from zermelo.interfaces.cli.options import MOST_THREADS, Settings, read_pairs

Games = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="names, aliases or Python files; all games without any")
]


def warm(
    games: Games = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help="a player to make ready; may be given again [default: best]"),
    ] = None,
    settings: Settings = None,
    processes: Annotated[int, typer.Option(min=0, max=MOST_THREADS, help="at once; 0: one for each core")] = 0,
) -> None:
    """Compile rules and players of games now, side by side, so that nobody waits for the compiler later."""
    from zermelo.game.cache import cache_folder, why_not_kept
    from zermelo.players import player as find_player
    from zermelo.players.warming import RULES, Warmed
    from zermelo.players.warming_apart import Job, warm_apart

    if problem := why_not_kept():
        raise BadParameter(problem)
    given = read_pairs(settings)
    names = games or list(catalogue.entries())
    for name in names:
        catalogue.variant(name, given)  # a wrong name is told before anything begins
    texts = player or ["best"]
    for text in texts:
        find_player(text)
    jobs = [Job(name, text, given) for name in names for text in (RULES, *texts)]
    told: list[Warmed] = []

    def tell(done: Warmed) -> None:
        told.append(done)
        print(f"{len(told)}/{len(jobs)}  {done.game:<24} {done.player:<20} {words(done)}", flush=True)

    warm_apart(jobs, processes or os.cpu_count() or 1, tell)
    failed = [done for done in told if done.problem]
    if failed:
        raise ZermeloError(f"{len(failed)} of {len(jobs)} could not be made ready; the lines above say why")
    print(f"kept in {cache_folder()}", file=sys.stderr)


def words(done: Any) -> str:
    """What became of one job."""
    if done.problem:
        return str(done.problem)
    return f"compiled in {done.seconds:.1f} s" if done.compiled else "was ready"
