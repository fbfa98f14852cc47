"""`zermelo train GAME --method alphazero`: a policy and value network, taught by its own search."""

from __future__ import annotations

import json as json_module
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import begun, compiling, read_pairs

if TYPE_CHECKING:
    from zermelo.interfaces.cli.train import Match
    from zermelo.learn.alphazero.training import Plan, Progress, Training

KEEP = 55.0  # seconds between two checkpoints: a course that is killed loses at most a minute
TOLD = 40  # lines of progress in all, about
MATCHES, PAIRS = 5, 40  # against the former network: how many, and pairs of games in each


def teach(
    game: str, settings: list[str] | None, plan: Plan, path: Path, *, resume: bool, match: Match, json: bool
) -> None:
    """The course, the match at its end, and what came out."""
    from zermelo.learn.alphazero.training import Training

    start = begun(game, settings).state
    if resume and not path.exists():
        raise BadParameter(f"--resume goes on with the network in a file, but there is no {path}")
    with compiling(type(start)):
        training = Training.begin(start, plan, path if resume else None)
        training.network.history["command"] = " ".join(["zermelo", *sys.argv[1:]])
        stopped = learn(training, path, quiet=json)
    verdict = None
    if match.games and not stopped:
        verdict = judged(game, settings, training, path, match, quiet=json)
    if json:
        found = {"file": str(path), "game": training.network.game, **training.network.history}
        print(json_module.dumps(found, indent=2))
    else:
        if verdict is not None:
            print(verdict.text())
        print(f"kept in {path}: play with it as mcts:net={path}")
    if stopped:
        sys.exit(130)


def learn(training: Training, path: Path, *, quiet: bool) -> bool:
    """Round after round, with checkpoints and matches against the former network; True where Ctrl-C has ended it."""
    network, size = training.network, training.size()
    if not quiet:
        weights = sum(array.size for array in network.weights.values())
        sites = network.sites
        seen = f"{sites.height} by {sites.width}" if sites.height else "without a grid"
        print(
            f"{network.game} on {training.device.platform}: {len(sites.sites)} places {seen}, {len(sites.moves)} moves;"
            f" {network.blocks} blocks of {network.channels}, {weights:,} weights; {size.simulations} simulations"
        )
        print("    time      games   positions   steps  policy  value  decided  plies  moves/s  limited by")
    begin = kept = told = time.monotonic()
    pause = training.plan.minutes * 60 / TOLD
    met = 0
    try:
        for now in training.run():
            clock = time.monotonic()
            if clock - told > pause and not quiet:
                told = clock
                print(line(now), flush=True)
            if clock - kept > KEEP:
                training.save(path)
                kept = time.monotonic()
            if (share := int(MATCHES * (clock - begin) / (training.plan.minutes * 60))) > met:
                met = share
                tell_match(training.meet_former(PAIRS), quiet)
    except KeyboardInterrupt:
        training.save(path)
        print(f"zermelo: stopped; the network so far is in {path}: --resume goes on with it", file=sys.stderr)
        return True
    training.save(path)
    return False


def tell_match(results: Any, quiet: bool) -> None:
    """How the network fared against its former self."""
    from zermelo.arena.statistics.score import Score

    if results is None or quiet:
        return
    means = ((results > 0) + 0.5 * (results == 0)).mean(0)
    score = Score.of_groups([float(mean) for mean in means], 2)
    low, high = score.interval().low, score.interval().high
    print(f"          against the former network: {score.mean:.1%} ({low:.1%} to {high:.1%}) of {2 * len(means)} games")


def line(now: Progress) -> str:
    """One round in one line."""
    minutes, seconds = divmod(int(now.seconds), 60)
    return (
        f"{minutes:>5}:{seconds:02} {now.games:>10,} {now.positions:>11,} {now.steps:>7,}   {now.policy_loss:.3f}  "
        f"{now.value_loss:.3f}     {now.decided:>4.0%} {now.length:>6.1f} {now.moves_per_second:>8,.0f}  {now.limit}"
    )


def judged(game: str, settings: list[str] | None, training: Training, path: Path, match: Match, *, quiet: bool) -> Any:
    """The match at the end, against what `best` plays; what it said is written into the file."""
    from zermelo.coach.gate import judge
    from zermelo.interfaces.cli.live import Live

    try:
        with compiling(type(training.start)), Live(match.games, not quiet) as live:
            verdict = judge(
                game, read_pairs(settings), training.start, path, algorithm="mcts", games=match.games,
                minutes=match.minutes, seconds=match.seconds, seed=match.seed, on_game=live.heard,
            )  # fmt: skip
    except KeyboardInterrupt:
        print(f"zermelo: the match was stopped; the network is in {path}", file=sys.stderr)
        sys.exit(130)
    training.network.history["match"] = verdict.to_json()
    training.network.save(path)
    return verdict
