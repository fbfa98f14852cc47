"""`zermelo train`: an evaluation that a game's own play has taught."""

from __future__ import annotations

import json as json_module
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import (
    LARGEST,
    MOST_THREADS,
    GameName,
    Json,
    Settings,
    begun,
    compiling,
    read_pairs,
)

if TYPE_CHECKING:
    from zermelo.coach.gate import Verdict
    from zermelo.learn.training import Progress, Training

KEEP = 15.0  # seconds between two writings of the file
TOLD = 40  # lines of progress in all, about


def train(
    game: GameName,
    minutes: Annotated[float, typer.Option(min=0.01, max=100_000, help="how long to learn")] = 10.0,
    units: Annotated[int, typer.Option(min=0, max=512, help="of the network; 0: a linear evaluation")] = 32,
    depth: Annotated[int, typer.Option(min=-1, max=20, help="of alpha-beta in self-play; -1: as the game allows")] = -1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="the weights (.npz); GAME.npz if not given")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the weights in FILE")] = False,
    games: Annotated[int, typer.Option(min=0, max=100_000, help="of the match at the end, at most; 0: none")] = 200,
    seconds: Annotated[float, typer.Option(min=0.001, max=600, help="a move in that match")] = 0.05,
    match_minutes: Annotated[float, typer.Option(min=0.0, max=100_000, help="of the match, at most; 0: no end")] = 0.0,
    threads: Annotated[int, typer.Option(min=1, max=MOST_THREADS, help="processor threads")] = 1,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST, help="of all random choices")] = 0,
    settings: Settings = None,
    json: Json = False,
    method: Annotated[str, typer.Option(help="evaluation, or alphazero: policy and value for mcts")] = "evaluation",
    search: Annotated[str, typer.Option(help="alphazero: gumbel or puct")] = "gumbel",
    simulations: Annotated[int, typer.Option(min=0, max=100_000, help="alphazero: for a move; 0: as suits")] = 0,
    blocks: Annotated[int, typer.Option(min=0, max=100, help="alphazero: of the network; 0: as suits")] = 0,
    channels: Annotated[int, typer.Option(min=0, max=4096, help="alphazero: of a block; 0: as suits")] = 0,
    device: Annotated[str, typer.Option(help="alphazero: auto, cpu or gpu")] = "auto",
) -> None:
    """Learn an evaluation by self-play and let it meet the game's own; weights that win are used by best."""
    one_of("--method", method, ("evaluation", "alphazero"))
    if method == "alphazero":
        from zermelo.interfaces.cli.train_alphazero import teach
        from zermelo.learn.alphazero.training import Plan as Course

        one_of("--search", search, ("gumbel", "puct"))
        one_of("--device", device, ("auto", "cpu", "gpu"))
        course = Course(
            minutes=minutes, blocks=blocks, channels=channels, simulations=simulations, search=search, device=device,
            threads=threads, seed=seed,
        )  # fmt: skip
        last = Match(games, match_minutes or math.inf, seconds, seed)
        teach(game, settings, course, out or Path(f"{Path(game).stem}.npz"), resume=resume, match=last, json=json)
        return
    from zermelo.learn.network import load_network
    from zermelo.learn.training import Plan, Training

    start = begun(game, settings).state
    path = out or Path(f"{Path(game).stem}.npz")
    if resume and not path.exists():
        raise BadParameter(f"--resume goes on with the weights in a file, but there is no {path}")
    plan = Plan(minutes=minutes, units=units, depth=depth, threads=threads, seed=seed)
    match = f"--games {games} --seconds {seconds:g}" + (f" --match-minutes {match_minutes:g}" if match_minutes else "")
    sets = "".join(f" --set {given}" for given in settings or ())
    command = f"zermelo train {game}{sets} --minutes {minutes:g} --units {units} --depth {depth} {match} --seed {seed}"
    with compiling(type(start)):
        training = Training.begin(start, plan, load_network(path) if resume else None)
        training.network.history["command"] = command
        stopped = learn(training, path, quiet=json)
    verdict = None
    if games and not stopped:
        verdict = judged(
            game, settings, training, path, games=games, minutes=match_minutes or math.inf, seconds=seconds, seed=seed,
            quiet=json,
        )  # fmt: skip
    tell(training, path, verdict, json)
    if stopped:
        sys.exit(130)


def one_of(option: str, given: str, known: tuple[str, ...]) -> None:
    """Refuse a word that an option does not know."""
    if given not in known:
        raise BadParameter(f"{option} is {' or '.join(known)}, not {given!r}")


class Match(NamedTuple):
    """The match at the end."""

    games: int  # 0: none
    minutes: float
    seconds: float  # a move
    seed: int


def learn(training: Training, path: Path, *, quiet: bool) -> bool:
    """Round after round, the weights kept now and then; True where Ctrl-C has ended it."""
    network = training.network
    weights = sum(getattr(network, name).size for name in ("columns", "bias", "direct", "out", "out_bias"))
    if not quiet:
        print(f"{network.game}: {network.inputs.count} inputs, {network.units} units, {weights:,} weights")
        print("    time   rounds     games   positions   error  learnt  decided   plies  self-play")
    kept = told = 0.0
    pause = training.plan.minutes * 60 / TOLD
    last: Progress | None = None
    try:
        for last in training.run():
            now = time.monotonic()
            if now - told > pause and not quiet:
                told = now
                print(line(last), flush=True)
            if now - kept > KEEP:
                kept = now
                network.save(path)
    except KeyboardInterrupt:
        network.save(path)
        print(f"zermelo: stopped; the weights so far are in {path}: --resume goes on with them", file=sys.stderr)
        return True
    if last is not None and not quiet:
        print(line(last))
    network.save(path)
    return False


def line(now: Progress) -> str:
    """One round in one line."""
    minutes, seconds = divmod(int(now.seconds), 60)
    return (
        f"{minutes:>5}:{seconds:02} {now.rounds:>8,} {now.games:>9,} {now.samples:>11,}   {now.error:.3f}   "
        f"{now.learnt:.3f}    {now.decided:>4.0%}  {now.length:>6.1f}  {now.method}"
    )


def judged(
    game: str, settings: list[str] | None, training: Training, path: Path, *,
    games: int, minutes: float, seconds: float, seed: int, quiet: bool,
) -> Verdict | None:  # fmt: skip
    """The match at the end; what it said is written into the file, and weights that won are kept for `best`."""
    from zermelo.coach.gate import judge
    from zermelo.interfaces.cli.live import Live
    from zermelo.learn.kept import keep

    cls = type(training.start)
    if cls.players != 2:
        return None
    try:
        with compiling(cls), Live(games, not quiet) as live:
            verdict = judge(
                game, read_pairs(settings), training.start, path, games=games, minutes=minutes, seconds=seconds,
                seed=seed, on_game=live.heard,
            )  # fmt: skip
    except KeyboardInterrupt:
        print(f"zermelo: the match was stopped; the weights are in {path}", file=sys.stderr)
        sys.exit(130)
    training.network.history["match"] = verdict.to_json()
    training.network.save(path)
    if verdict.better:
        keep(training.network, cls)
    return verdict


def tell(training: Training, path: Path, verdict: Verdict | None, json: bool) -> None:
    """What came out."""
    if json:
        found = {"file": str(path), "game": training.network.game, **training.network.history}
        print(json_module.dumps(found, indent=2))
        return
    if verdict is not None:
        print(verdict.text())
        if verdict.better:
            print("best uses these weights from now on")
    print(f"kept in {path}: play with it as alphabeta:net={path}, or see what it says with zermelo analyse")
