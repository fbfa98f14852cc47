"""AlphaZero in Connect Four on one machine: a course, its curve, and matches against perfect play.

`python -m bench.alphazero --minutes 4 --out FOLDER` trains (on a graphics card where JAX finds one), then measures. All
that is found is written to FOLDER/results.jsonl as it comes, and the checkpoint twice a minute, so that a run that is
killed has told what it knew; `--resume` goes on.

The judge of perfect play is BitBully with its opening book where it is installed (`pip install bitbully
bitbully-databases`; AGPL, no part of this project), else Zermelo's own exact solver, which needs minutes for the
first plies. `--pace` measures self-play beside pgx and mctx where they are installed. A folder that holds them can be
named in PYTHONPATH.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.solving import score
from zermelo.arena.statistics.score import Score
from zermelo.game.game import NO_MOVE
from zermelo.games.connect_four import ConnectFour
from zermelo.learn.alphazero.accelerated import Judge, find_device
from zermelo.learn.alphazero.network import PolicyNetwork, load_policy
from zermelo.learn.alphazero.selfplay import SelfPlay, Settings
from zermelo.learn.alphazero.table import Table
from zermelo.learn.alphazero.training import Plan, Training
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits

KEPT_EVERY, TOLD_EVERY, PACE_SECONDS = 30.0, 5.0, 8.0
SEED = 5
Scores = dict[int, int]  # by column


class Notes:
    """The results of a run, a line of JSON each, on disk at once."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.begin = folder / "results.jsonl", time.monotonic()

    def note(self, what: str, **found: Any) -> None:
        """One result."""
        row = {"what": what, "at": round(time.monotonic() - self.begin, 1), **found}
        with self.path.open("a") as file:
            file.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)


# ---------------------------------------------------------------------- perfect play


def perfect_judge() -> tuple[str, Callable[[str], Scores]]:
    """Who knows the exact score of every column after a line of columns (22 less the discs that the winner needs)."""
    try:
        from bitbully import BitBully, Board
    except ImportError:
        return "zermelo", solved_scores()
    solver = BitBully()

    def scores(line: str) -> Scores:
        board = Board()
        for column in line:
            board.play(int(column))
        return {int(column): int(value) for column, value in solver.score_all_moves(board).items() if value > -1000}

    return "bitbully", scores


def solved_scores() -> Callable[[str], Scores]:
    """The same by Zermelo's solver."""
    searcher = AlphaBeta(AlphaBetaOptions.solver(), tt=256)

    def scores(line: str) -> Scores:
        found = {}
        for move in after(line).legal():
            child = after(line)
            child.play(move)
            discs = len(line) + 1
            if child.over():
                found[move] = 22 - (discs + 1) // 2 if child.utility(child.turn) < 0 else 0
            else:
                found[move] = -score(searcher.think(child, Limits(seconds=1000)), discs)
        return found

    return scores


def after(line: str) -> ConnectFour:
    """The position after some columns."""
    state = ConnectFour()
    for column in line:
        state.play(int(column))
    return state


class Perfect:
    """Perfect play, equally good moves at random; every position is asked for once."""

    def __init__(self, notes: Notes) -> None:
        name, self.scores = perfect_judge()
        self.known: dict[str, Scores] = {}
        self.earliest = 8 if name == "bitbully" else 16  # plies from which every position takes little time
        self.draw = random.Random(SEED)
        notes.note("judge", name=name)

    def look(self, line: str) -> Scores:
        """The scores of a position's columns."""
        if line not in self.known:
            self.known[line] = self.scores(line)
        return self.known[line]

    def choose(self, line: str) -> int:
        """One of the best columns."""
        found = self.look(line)
        return self.draw.choice([column for column, value in found.items() if value == max(found.values())])


def sign(value: int) -> int:
    """Win, draw or loss."""
    return (value > 0) - (value < 0)


def against_perfect(
    notes: Notes, network: PolicyNetwork, judge: Any, perfect: Perfect, simulations: int, games: int, seconds: float
) -> None:
    """Games in which the network moves first against perfect play; mistakes that cost the result are counted."""
    table = Table(ConnectFour(), network, games, simulations, seed=SEED)
    lines = [""] * games
    mistakes = moves = 0
    begin = time.monotonic()
    while not table.ended.all() and time.monotonic() - begin < seconds:
        chosen = np.full(games, NO_MOVE, np.int32)
        going = np.flatnonzero(table.ended == 0)
        first = len(lines[going[0]]) % 2 == 0
        if first:
            chosen = table.choose(judge, table.ended == 0)
        for lane in going:
            if first:
                found = perfect.look(lines[lane])
                moves += 1
                mistakes += sign(found[int(chosen[lane])]) < sign(max(found.values()))
            else:
                chosen[lane] = perfect.choose(lines[lane])
            lines[lane] += str(int(chosen[lane]))
        table.play(chosen)
    done = table.ended != 0
    results = table.results[done]
    wins, draws, losses = (int((np.sign(results) == value).sum()) for value in (1, 0, -1))
    score = Score.of_games(wins, draws, losses) if len(results) else None
    share = (score.interval().low, score.mean, score.interval().high) if score else ()
    notes.note(
        "moving first against perfect play", simulations=simulations, wins=wins, draws=draws, losses=losses,
        unfinished=int((~done).sum()), different=len({line for line, end in zip(lines, done, strict=True) if end}),
        score=[round(value, 4) for value in share], mistakes=mistakes, moves=moves,
    )  # fmt: skip


def accuracy(
    notes: Notes, network: PolicyNetwork, judge: Any, perfect: Perfect, simulations: int, count: int, seconds: float
) -> None:
    """How many random positions in which the columns differ the network treats rightly."""
    draw, begin = random.Random(SEED), time.monotonic()
    lines: list[str] = []
    while len(lines) < count and time.monotonic() - begin < seconds:
        line = "".join(str(draw.randrange(7)) for _ in range(draw.randrange(perfect.earliest, 29)))
        if (state := legal_after(line)) is None or state.over():
            continue
        signs = {sign(value) for value in perfect.look(line).values()}
        if len(signs) > 1:
            lines.append(line)
    table = Table(ConnectFour(), network, len(lines), simulations, seed=SEED)
    for lane, line in enumerate(lines):
        table.states[lane] = after(line)
    chosen = table.choose(judge, np.ones(len(lines), np.bool_))
    right = sum(
        sign(perfect.look(line)[int(move)]) == sign(max(perfect.look(line).values()))
        for line, move in zip(lines, chosen, strict=True)
    )
    width = 1.96 * math.sqrt(right * (len(lines) - right) / max(len(lines), 1) ** 3)
    notes.note(
        "random positions treated rightly", simulations=simulations, positions=len(lines),
        share=round(right / max(len(lines), 1), 4), interval=round(width, 4),
    )  # fmt: skip


def legal_after(line: str) -> ConnectFour | None:
    """The position after random columns, if they were legal."""
    state = ConnectFour()
    for column in line:
        if state.over() or int(column) not in state.legal():
            return None
        state.play(int(column))
    return state


# ---------------------------------------------------------------------- the course


def train(notes: Notes, arguments: argparse.Namespace, path: Path) -> PolicyNetwork:
    """The course, with its curve."""
    plan = Plan(
        minutes=arguments.minutes, blocks=arguments.blocks, channels=arguments.channels, device=arguments.device,
        simulations=arguments.simulations, lanes=arguments.lanes, batch=arguments.batch, threads=arguments.threads,
        passes=arguments.passes,
    )  # fmt: skip
    training = Training.begin(ConnectFour(), plan, path if arguments.resume and path.exists() else None)
    network = training.network
    shape = {"blocks": network.blocks, "channels": network.channels, "device": str(training.device)}
    notes.note("course", **vars(plan) | vars(training.size()) | shape)
    told = kept = time.monotonic()
    for now in training.run():
        if time.monotonic() - told > TOLD_EVERY:
            told = time.monotonic()
            shares = {name: round(share, 3) for name, share in now.shares.items()}
            found = {name: round(value, 4) for name, value in vars(now).items() if name != "shares"}
            notes.note("curve", **found, shares=shares)
        if time.monotonic() - kept > KEPT_EVERY:
            training.save(path)
            kept = time.monotonic()
    training.save(path)
    notes.note("trained", **training.network.history["training"] | {"curve": len(training.curve)})
    return network


# ---------------------------------------------------------------------- pace beside others


def our_pace(notes: Notes, network: PolicyNetwork, device: Any, threads: int, lanes: int, seconds: float) -> None:
    """Moves of self-play a second, without learning."""
    play = SelfPlay(ConnectFour(), network, Settings(32, lanes=lanes, threads=threads, window=100_000), SEED)
    judge = Judge(network, device)
    play.play(judge, 2 * lanes * threads)  # compiles
    moves, begin, processor = play.total("moves"), time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < seconds:
        play.play(judge, 2 * lanes * threads)
    spent, made = time.perf_counter() - begin, play.total("moves") - moves
    notes.note(
        "pace", who="zermelo", lanes=lanes, groups=2 * threads, threads=threads, moves_per_second=round(made / spent),
        processor_per_second=round((time.process_time() - processor) / spent, 2), trees=round(play.pace.trees, 2),
        network=round(play.pace.network, 2),
    )  # fmt: skip


def peer_pace(notes: Notes, network: PolicyNetwork, lanes: int, seconds: float) -> None:
    """The same by pgx and mctx: the same network, 32 simulations by Gumbel with 16 moves considered."""
    try:
        import jax
        import jax.numpy as jnp
        import mctx
        import pgx
    except ImportError as problem:
        notes.note("pace", who="pgx and mctx", missing=str(problem))
        return
    from zermelo.learn.alphazero.accelerated import network_function

    environment = pgx.make("connect_four")
    say = network_function(network.sites, network.blocks, jax.default_backend() != "cpu")
    spare = network.sites.slots - 7

    def codes_of(observation: Any) -> Any:
        """pgx shows [row from above, column, mine or theirs]; our sites are rows from below, theirs 1, mine 2."""
        board = observation[:, ::-1].astype(jnp.uint8)
        cells = (board[..., 0] * 2 + board[..., 1]).reshape(len(board), 42)
        mover = (observation.sum((1, 2, 3)) % 2).astype(jnp.uint8)
        return jnp.concatenate([cells, mover[:, None]], 1)

    def judged(weights: Any, state: Any) -> tuple[Any, Any]:
        logits, out = say(weights, codes_of(state.observation))
        logits = jnp.where(state.legal_action_mask, logits[:, : logits.shape[1] - spare], -1e9)
        return logits, jnp.tanh(out)

    def recurrent(weights: Any, key: Any, action: Any, state: Any) -> Any:
        mover = state.current_player
        state = jax.vmap(environment.step)(state, action)
        logits, value = judged(weights, state)
        reward = state.rewards[jnp.arange(state.rewards.shape[0]), mover]
        value = jnp.where(state.terminated, 0.0, value)
        discount = jnp.where(state.terminated, 0.0, -1.0)
        return mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=logits, value=value), state

    @jax.jit
    def move(weights: Any, state: Any, key: Any) -> Any:
        first, second = jax.random.split(key)
        logits, value = judged(weights, state)
        root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state)
        found = mctx.gumbel_muzero_policy(
            weights, first, root, recurrent, 32, invalid_actions=~state.legal_action_mask,
            max_num_considered_actions=16, qtransform=mctx.qtransform_completed_by_mix_value,
        )  # fmt: skip
        state = jax.vmap(environment.step)(state, found.action)
        fresh = jax.vmap(environment.init)(jax.random.split(second, lanes))
        ended = state.terminated

        def chosen(new: Any, old: Any) -> Any:
            return jnp.where(ended.reshape(lanes, *[1] * (old.ndim - 1)), new, old)

        return jax.tree_util.tree_map(chosen, fresh, state)

    wait: Any = jax.block_until_ready
    weights, key = jax.device_put(network.weights), jax.random.PRNGKey(SEED)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(key, lanes))
    state = wait(move(weights, state, key))
    begin, rounds = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        key, used = jax.random.split(key)
        state = wait(move(weights, state, used))
        rounds += 1
    spent = time.perf_counter() - begin
    notes.note("pace", who="pgx and mctx", lanes=lanes, moves_per_second=round(lanes * rounds / spent))


def main() -> None:
    """What is asked for, in turn; what fails is noted and the rest goes on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=4.0, help="of the course; 0: only measure what is there")
    parser.add_argument("--out", type=Path, required=True, help="a folder")
    parser.add_argument("--device", default="auto", choices=("auto", "cpu", "gpu"))
    parser.add_argument("--threads", type=int, default=2)
    for name in ("blocks", "channels", "simulations", "lanes", "batch"):
        parser.add_argument(f"--{name}", type=int, default=0, help="0: as the machine allows")
    parser.add_argument("--passes", type=float, default=0.0, help="how often a position is learnt from; 0: as usual")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--games", type=int, default=200, help="against perfect play")
    parser.add_argument("--judge-seconds", type=float, default=40.0, help="of each match, at most")
    parser.add_argument("--pace", action="store_true", help="measure self-play beside pgx and mctx, too")
    arguments = parser.parse_args()
    notes, path = Notes(arguments.out), arguments.out / "connect_four.npz"
    if arguments.minutes > 0:
        train(notes, arguments, path)
    network, device = load_policy(path), find_device(arguments.device)
    judge, perfect = Judge(network, device), Perfect(notes)
    parts: list[Callable[[], None]] = []
    if arguments.pace:
        for lanes in (1024, 4096) if device.platform != "cpu" else (64,):
            parts.append(partial(our_pace, notes, network, device, arguments.threads, lanes, PACE_SECONDS))
            parts.append(partial(peer_pace, notes, network, lanes, PACE_SECONDS))
    asked = notes, network, judge, perfect
    most = arguments.judge_seconds
    parts += [partial(accuracy, *asked, simulations, 500, most) for simulations in (1, 32)]
    parts += [partial(against_perfect, *asked, simulations, arguments.games, most) for simulations in (1, 32, 200)]
    for part in parts:
        try:
            part()
        except Exception as problem:  # a measurement that fails leaves the others
            notes.note("failed", why=f"{type(problem).__name__}: {problem}")


if __name__ == "__main__":
    main()
