"""`zermelo weights` and `zermelo tune`: the named weights of an evaluation, shown, edited and fitted."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import LARGEST, GameName, Json, Settings, begun, compiling, read_pairs
from zermelo.interfaces.cli.progress import progress

if TYPE_CHECKING:
    from zermelo.learn.tuning import Tuned

Changes = Annotated[
    list[str] | None, typer.Option("--change", metavar="NAME=VALUE", help="another value; may be given again")
]


def weights(
    game: GameName,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help="the weights in a file instead")] = None,
    change: Changes = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="write them, to be edited (.json)")] = None,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Show the named weights of a game's evaluation, change some, and write them into a file that players take."""
    from zermelo.game.weights import weights_of
    from zermelo.learn.weighed import Weights, find_tuned, load_weights

    cls = type(begun(game, settings).state)
    found = load_weights(file).for_game(cls) if file is not None else Weights.of(cls)
    given = {}
    for name, text in read_pairs(change).items():
        try:
            given[name] = float(text)
        except ValueError:
            raise BadParameter(f"the weight {name!r} must be a number, not {text!r}") from None
    found = Weights(found.game, found.rules, Weights.of(cls, {**found.values, **given}).values, found.history)
    if out is not None:
        found.save(out)
    if json:
        print(json_module.dumps({"game": found.game, "weights": found.values, "history": found.history}, indent=2))
        return
    declared, tuned = weights_of(cls), find_tuned(cls)
    for name, value in found.values.items():
        notes = [f"declared {declared[name]:g}"] if value != declared[name] else []
        notes += [f"tuned here {tuned.values[name]:g}"] if tuned and tuned.values[name] != value else []
        print(f"{name:24} {value:>10g}" + (f"   ({', '.join(notes)})" if notes else ""))
    if out is not None:
        print(f"written to {out}: play with it as alphabeta:weights={out}")


def tune(
    game: GameName,
    minutes: Annotated[float, typer.Option(min=0.01, max=100_000, help="how long to play games to learn from")] = 2.0,
    depth: Annotated[int, typer.Option(min=1, max=20, help="of alpha-beta in those games")] = 2,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help="begin with the weights in a file")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="the weights; GAME-weights.json if not given")
    ] = None,
    games: Annotated[int, typer.Option(min=0, max=100_000, help="of the match at the end, at most; 0: none")] = 200,
    seconds: Annotated[float, typer.Option(min=0.001, max=600, help="a move in that match")] = 0.05,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST, help="of all random choices")] = 0,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Fit the named weights of an evaluation to results of games; weights that win a match are used by best."""
    from zermelo.coach.gate import meet
    from zermelo.interfaces.cli.live import Live
    from zermelo.learn.tuning import Tuning
    from zermelo.learn.weighed import keep, load_weights

    start = begun(game, settings).state
    cls, path = type(start), out or Path(f"{Path(game).stem}-weights.json")
    tuning = Tuning(start, depth=depth, seed=seed, weights=load_weights(file) if file is not None else None)
    verdict = None
    with compiling(cls):
        tuning.play(60 * minutes, told if not json else lambda games, positions: None)
        found = tuning.fit()
        found.weights.history = history_of(found, minutes, depth, seed)
        found.weights.save(path)
        if not json:
            tell(found)
        if games:
            rival = f"alphabeta:{f'weights={file},' if file is not None else ''}time={seconds:g}"
            with Live(games, not json) as live:
                verdict = meet(
                    game, read_pairs(settings), cls, f"alphabeta:weights={path},time={seconds:g}", rival,
                    games=games, seed=seed, openings="random:4", on_game=live.heard,
                )  # fmt: skip
            found.weights.history["match"] = verdict.to_json()
            found.weights.save(path)
            if verdict.better:
                keep(found.weights, cls)
    if json:
        print(
            json_module.dumps({"file": str(path), "weights": found.weights.values, **found.weights.history}, indent=2)
        )
        return
    if verdict is not None:
        print(verdict.text() + ("; best uses these weights from now on" if verdict.better else ""))
    print(f"written to {path}: play with it as alphabeta:weights={path}")


def told(games: int, positions: int) -> None:
    """How many games and positions there are."""
    progress(f"{games:,} games, {positions:,} quiet positions")


def history_of(found: Tuned, minutes: float, depth: int, seed: int) -> dict[str, Any]:
    """How the weights were found, for their file."""
    return {
        "tuning": {
            "minutes": minutes, "depth": depth, "seed": seed, "games": found.games, "positions": found.positions,
            "steepness": round(found.steepness, 4), "held out before": round(found.before, 6),
            "held out after": round(found.after, 6),
        }
    }  # fmt: skip


def tell(found: Tuned) -> None:
    """The fit as a table."""
    progress()
    print(f"{found.positions:,} quiet positions of {found.games:,} games, every fifth game held out")
    for change in found.changes:
        print(f"{change.name:24} {change.before:>10g} -> {change.after:>10g} ± {change.error:.3g}")
    print(
        f"mean squared error on the games held out: {found.before:.5f} before, {found.after:.5f} after; "
        f"better by {found.gain:.5f} ± {found.gain_error:.5f} a game"
    )
