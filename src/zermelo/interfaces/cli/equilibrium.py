"""`zermelo equilibrium`: how to mix moves in a game in which something is hidden."""

from __future__ import annotations

import json as json_module
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import LARGEST, GameName, Json, Settings, begun, compiling, write_text

if TYPE_CHECKING:
    from zermelo.hidden.equilibrium.solver import Equilibrium
    from zermelo.hidden.equilibrium.strategy import Strategy

SHOWN = 60  # information sets that are listed unless all are asked for
KEEP = 10.0  # seconds between two writings of the file


def equilibrium(
    game: GameName,
    method: Annotated[
        str, typer.Option(help="cfr, cfr+, linear, dcfr, pcfr+, external, outcome or fictitious")
    ] = "cfr+",
    until: Annotated[float, typer.Option(min=0, help="stop when the strategy is exploitable by less")] = 1e-4,
    iterations: Annotated[int, typer.Option(min=1, max=LARGEST, help="at most so many")] = 1_000_000,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="keep the strategy here (.npz)")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the strategy in --out FILE")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="the curve of exploitability as a picture")] = None,
    every: Annotated[bool, typer.Option("--all", help=f"show all information sets, not the first {SHOWN}")] = False,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST, help="of sampling methods")] = 0,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Find an equilibrium strategy by regret minimisation; show how exploitable it is and what it does."""
    from zermelo.hidden.equilibrium.solver import solve_equilibrium
    from zermelo.hidden.equilibrium.strategy import load_strategy

    if resume and (out is None or not out.exists()):
        raise BadParameter("--resume goes on with the strategy in --out FILE: name a file that exists")
    start = begun(game, settings).state
    watch = Watch(out, live=not json)
    with compiling(type(start)), watch:
        found = solve_equilibrium(
            start,
            method,
            until=until,
            iterations=iterations,
            seed=seed,
            resume=load_strategy(out) if resume and out is not None else None,
            on_update=watch.update,
        )
    if out is not None:
        found.save(out)
    if svg is not None:
        write_text(svg, watch.curve(type(start).__name__, method))
    if json:
        print(json_module.dumps(report(found), indent=2))
    else:
        print(summary(found, watch.qualified))
        show(found, start, every)
    if out is not None and not json:
        print(f"kept in {out}: play it with the player equilibrium:{out}")


class Watch:
    """What somebody sees while it works, and what is kept of it: the curve, and the file now and then."""

    def __init__(self, out: Path | None, live: bool) -> None:
        from rich.console import Console
        from rich.live import Live

        self.out, self.points, self.qualified = out, list[tuple[int, float]](), ""
        console = Console(stderr=True)
        self.live = (
            Live(console=console, transient=True, refresh_per_second=8) if live and sys.stderr.isatty() else None
        )
        self.kept = 0.0

    def __enter__(self) -> Watch:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, *problem: object) -> None:
        if self.live:
            self.live.stop()

    def update(self, solver: Equilibrium, exploitability: float) -> None:
        """After some iterations."""
        self.points.append((solver.iterations, exploitability))
        self.qualified = solver.qualified
        if self.live:
            self.live.update(
                f"{solver.iterations:>10,} iterations   exploitability {exploitability:.3e}\n{self.bars()}"
            )
        now = time.monotonic()
        if self.out is not None and now - self.kept > KEEP:
            self.kept = now
            solver.strategy().save(self.out)

    def bars(self, rows: int = 12) -> str:
        """The last points as bars, by powers of ten."""
        from math import log10

        shown = [(t, value) for t, value in self.points[-rows:] if value > 0]
        longest = max((12 + log10(value) for _, value in shown), default=1.0)
        return "\n".join(
            f"{t:>10,}  {'█' * max(1, round(40 * (12 + log10(value)) / longest))} {value:.2e}" for t, value in shown
        )

    def curve(self, name: str, method: str) -> str:
        """The curve as a picture: both axes by powers of ten."""
        from math import log10

        from zermelo.explain.plots import Plot, Series

        points = [(log10(t), value) for t, value in self.points if value > 0]
        if not points:
            raise BadParameter("there is no curve to draw: the strategy was finished before")
        title = f"{name}: {method}"
        return Plot(title, "iterations, powers of ten", "exploitability", [Series(method, points)], log=True).svg()


def report(found: Strategy) -> dict[str, Any]:
    """Plain data for machines."""
    return {
        "game": found.game,
        "method": found.method,
        "iterations": found.iterations,
        "exploitability": found.exploitability,
        "values": list(found.values),
        "information_sets": len(found.owners),
    }


def summary(found: Strategy, qualified: str) -> str:
    """The result in a few words."""
    values = ", ".join(f"{value:+.6f}" for value in found.values)
    text = (
        f"{found.game}: {len(found.owners)} information sets, {found.method}, {found.iterations:,} iterations\n"
        f"value to the players: {values}; exploitable by {found.exploitability:.3g}"
    )
    return f"{text}\n{qualified}" if qualified else text


def show(found: Strategy, start: Any, every: bool) -> None:
    """What the strategy does with what a player knows, as bars."""
    from itertools import islice

    from rich.console import Console
    from rich.table import Table

    from zermelo.hidden.tree import game_tree

    table = Table("player", "knows", "chooses", box=None, pad_edge=False)
    rows = found.lines(game_tree(start))
    for player, known, shares in rows if every else islice(rows, SHOWN):
        cells = "  ".join(f"{move} {share:4.0%} {bar(share)}" for move, share in shares.items())
        table.add_row(str(player + 1), known, cells)
    Console(width=None if sys.stdout.isatty() else 160, highlight=False).print(table)
    if not every and len(found.owners) > SHOWN:
        print(f"... and {len(found.owners) - SHOWN} more; --all shows them")


def bar(share: float, width: int = 8) -> str:
    """A probability as a bar."""
    return "█" * round(share * width) + "░" * (width - round(share * width))
