"""The numbers on the slides, checked: `zermelo lab leaves`, `branching`, …, each with --json and --plot."""

from __future__ import annotations

import json as json_module
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.errors import BadLimit
from zermelo.interfaces.cli.options import GameName, Json, Settings, read_pairs, write_text

PlotFile = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="draw it as SVG")]
Seed = Annotated[int, typer.Option(min=0, help="of everything that is drawn")]


def tell(found: Any, json: bool, plot: Path | None) -> None:
    """Show a finding, and draw it where that is wanted."""
    if plot is not None:
        if found.plot is None:
            raise BadLimit("there are too few numbers to draw: ask for more")
        write_text(plot, found.plot.svg())
    print(json_module.dumps(found.to_json(), indent=2, ensure_ascii=False) if json else found.to_text())


def leaves(
    branching: Annotated[int, typer.Option(help="children of every node")] = 3,
    depth: Annotated[int, typer.Option(help="the deepest tree")] = 7,
    trees: Annotated[int, typer.Option(help="trees in random order")] = 10,
    seed: Seed = 0,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """Leaves that alpha-beta visits in best, random and worst order, beside the formulas."""
    from zermelo.lab.numbers.leaves import leaves as found

    tell(found(branching, depth, trees, seed), json, plot)


def branching(
    depth: Annotated[int, typer.Option(help="the deepest search")] = 5, plot: PlotFile = None, json: Json = False
) -> None:
    """The effective branching factor of our chess, beside the lecture's "about 6 instead of 35-40"."""
    from zermelo.lab.numbers.branching import branching as found

    tell(found(depth), json, plot)


def million(
    nodes: Annotated[int, typer.Option(help="positions for a move")] = 1_000_000,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """How deep a million positions of chess reach, by minimax and by alpha-beta."""
    from zermelo.lab.numbers.branching import million as found

    tell(found(nodes), json, plot)


def ladder(
    game: Annotated[str, typer.Option(help="a game of two sides")] = "chess",
    depths: Annotated[str, typer.Option(help="from the lowest to the highest")] = "2,4,6",
    games: Annotated[int, typer.Option(help="for each step")] = 20,
    seed: Seed = 0,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """Strength by depth: each depth meets the next lower one in a match."""
    from zermelo.interfaces.cli.live import Live
    from zermelo.lab.numbers.ladder import ladder as found

    try:
        steps = [int(part) for part in depths.split(",")]
    except ValueError:
        raise BadLimit(f"--depths takes whole numbers with commas, such as 4,8,12, not {depths!r}") from None
    with Live(games) as live:
        shown = found(game, steps, games, seed, on_game=live.heard)
    tell(shown, json, plot)


def depth(
    positions: Annotated[int, typer.Option(help="of a small Connect Four, solved")] = 60,
    depth: Annotated[int, typer.Option(help="the deepest search")] = 5,
    seed: Seed = 0,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """Depth matters: right choices by quality of the evaluation and depth of the search."""
    from zermelo.lab.numbers.depth_matters import depth_matters as found

    tell(found(positions, depth, seed), json, plot)


def evaluation(
    game: GameName,
    positions: Annotated[int, typer.Option(help="of random games")] = 200,
    games: Annotated[int, typer.Option(help="random games from each of them")] = 200,
    seed: Seed = 0,
    settings: Settings = None,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """Judge a game's evaluation: whether it orders ends right, what it costs, whether it goes with the results."""
    from zermelo.lab.numbers.evaluation import evaluation as found

    tell(found(game, positions, games, seed, read_pairs(settings)), json, plot)


def tictactoe(plot: PlotFile = None, json: Json = False) -> None:
    """Tic-tac-toe's 5,478 states and 255,168 games, counted."""
    from zermelo.lab.numbers.counts import tic_tac_toe as found

    tell(found(), json, plot)


def backgammon(
    games: Annotated[int, typer.Option(help="random games, to count plays")] = 20,
    seed: Seed = 0,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """Backgammon's 20 × (21 × 20)^n, and how wide our games really are."""
    from zermelo.lab.numbers.counts import backgammon as found

    tell(found(games, seed), json, plot)


def catalogue(
    game: Annotated[str, typer.Option(help="any game with nothing hidden")] = "chess",
    seconds: Annotated[float, typer.Option(help="a quarter to count positions, the rest to grow a book")] = 20.0,
    plies: Annotated[int, typer.Option(help="how far the table goes; later plies are estimated")] = 12,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """A complete catalogue of a game: positions ply by ply, beside the growth of an opening book."""
    from zermelo.lab.numbers.catalogue import catalogue as found

    tell(found(game, seconds, plies), json, plot)


def trap(
    seeds: Annotated[int, typer.Option(help="searches for each number of simulations")] = 100,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """How often Monte Carlo tree search falls for a single losing branch, by simulations."""
    from zermelo.lab.numbers.trap import trap as found

    tell(found(seeds), json, plot)


def linear(
    games: Annotated[int, typer.Option(min=1, help="against itself")] = 1000,
    trace: Annotated[float, typer.Option(help="λ: how far back a surprise is felt")] = 0.7,
    alpha: Annotated[float, typer.Option(help="the size of a step")] = 0.05,
    seed: Seed = 0,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """The linear evaluation of tic-tac-toe learnt by TD(λ): its weights, and how often its choice is right."""
    from zermelo.lab.learned import learned

    tell(learned(games, seed, trace, alpha), json, plot)


def monopoly(
    groups: Annotated[bool, typer.Option("--groups", help="what the colour groups earn instead")] = False,
    strategy: Annotated[str, typer.Option(help="in jail: leave at once, or stay")] = "leave",
    throws: Annotated[int, typer.Option(min=0, help="also counted in so many throws by the game's rules")] = 0,
    seed: Seed = 0,
    plot: PlotFile = None,
    json: Json = False,
) -> None:
    """How often each square of Monopoly is visited, exactly as a Markov chain, and what colour groups are worth."""
    from zermelo.lab.monopoly import squares, worth_of_groups

    tell(worth_of_groups(strategy) if groups else squares(strategy, throws, seed), json, plot)


COMMANDS: tuple[Callable[..., None], ...] = (
    catalogue,
    leaves,
    branching,
    million,
    ladder,
    depth,
    evaluation,
    tictactoe,
    backgammon,
    trap,
    linear,
    monopoly,
)
