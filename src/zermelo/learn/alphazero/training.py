"""The course of AlphaZero: rounds of self-play and learning until the time is over, and checkpoints that outlive it.

Two files: the network alone, which players read, and beside it what only the course needs: Adam's moments, counters and
the newest positions. Both appear whole or not at all, the network first; a course goes on from whatever is there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import BadText, Unsupported, ZermeloError
from zermelo.learn.alphazero.accelerated import Judge, Learner, find_device
from zermelo.learn.alphazero.network import FORMAT, PolicyNetwork, read_arrays, refuse, write_arrays
from zermelo.learn.alphazero.selfplay import Pace, SelfPlay, Settings
from zermelo.learn.alphazero.table import meet
from zermelo.learn.alphazero.window import take_window, window_of

MAGIC = "zermelo course"
FIRST_RATE, LAST_RATE = 2e-3, 1e-4
WARM_UP = 100  # steps in which the rate grows
CATCH_UP = 10.0  # most steps that are made up for
FIRST_WINDOW = 20_000  # positions learnt from at the beginning; later half of all that were played
PATIENCE = 20_000  # games without a single decided one
MATCH_SIMULATIONS = 16  # a move where the network meets its former self
KEPT = 150_000  # positions in a checkpoint


@dataclass(frozen=True)
class Size:
    """How large everything is that depends on the machine."""

    blocks: int
    channels: int
    flat_blocks: int  # for games without a grid
    flat_channels: int
    simulations: int
    lanes: int
    batch: int
    passes: float  # how often a position is learnt from


SIZES = {
    "cpu": Size(2, 32, 2, 128, 16, 64, 256, 4.0),
    "gpu": Size(6, 64, 4, 512, 32, 2048, 2048, 4.0),
}


@dataclass
class Plan:
    """What is asked for; 0: as the machine allows."""

    minutes: float = 10.0
    blocks: int = 0
    channels: int = 0
    simulations: int = 0
    lanes: int = 0
    batch: int = 0
    passes: float = 0.0
    search: str = "gumbel"  # or puct
    device: str = "auto"
    threads: int = 1
    window: int = 1_000_000
    seed: int = 0


@dataclass(frozen=True)
class Progress:
    """What is known after a round."""

    seconds: float
    games: int
    positions: int
    steps: int
    policy_loss: float  # bits beyond what the search itself leaves open, in nats
    value_loss: float
    length: float
    decided: float
    moves_per_second: float
    shares: dict[str, float]  # of the time: trees, network, data, learning

    @property
    def limit(self) -> str:
        """What takes the most time."""
        name = max(self.shares, key=lambda key: self.shares[key])
        return f"{name} {self.shares[name]:.0%}"


@dataclass
class Training:
    """A network being taught."""

    start: Any
    plan: Plan
    network: PolicyNetwork
    device: Any
    spent: float = 0.0  # seconds before
    steps: int = 0
    games: int = 0
    seen: int = 0
    moments: dict[str, Any] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict)  # positions of a checkpoint
    curve: list[list[float]] = field(default_factory=list)  # seconds, loss of policy, of value
    former: Any = None  # the weights of the last match

    @classmethod
    def begin(cls, start: Any, plan: Plan, path: Path | None = None) -> Training:
        """From nothing, or from a checkpoint."""
        from zermelo.learn.alphazero.network import load_policy

        refuse(type(start))
        device = find_device(plan.device)
        if path is None:
            size = SIZES["cpu" if device.platform == "cpu" else "gpu"]
            network = PolicyNetwork.fresh(start, 1, 1, plan.seed)
            blocks, channels = (
                (size.blocks, size.channels) if network.sites.height else (size.flat_blocks, size.flat_channels)
            )
            network.grow(plan.blocks or blocks, plan.channels or channels, plan.seed)
            return cls(start, plan, network, device)
        network = load_policy(path)
        network.refuse_other(type(start))
        made = cls(start, plan, network, device)
        made.restore(course_beside(path))
        return made

    def size(self) -> Size:
        """The sizes in use."""
        usual, plan = SIZES["cpu" if self.device.platform == "cpu" else "gpu"], self.plan
        return Size(
            self.network.blocks, self.network.channels, 0, 0, plan.simulations or usual.simulations,
            plan.lanes or usual.lanes, plan.batch or usual.batch, plan.passes or usual.passes,
        )  # fmt: skip

    # ------------------------------------------------------------------ rounds

    def run(self) -> Iterator[Progress]:
        """Round after round; whoever listens may save in between, or stop."""
        with memory_told():
            self.set_up()
        begin, before, whole = time.monotonic(), self.spent, self.plan.minutes * 60.0
        while (now := time.monotonic() - begin) < whole:
            with memory_told():
                self.round(now / whole)
                losses = self.known_losses()
            self.spent = before + time.monotonic() - begin
            if losses is not None:
                self.curve.append([self.spent, *losses])
                yield self.progress(*losses, time.monotonic() - begin)

    def set_up(self) -> None:
        """Games, judge and learner; everything that plays is compiled, so that no clock pays for that."""
        size, plan = self.size(), self.plan
        settings = Settings(
            size.simulations, gumbel=plan.search == "gumbel", lanes=size.lanes, threads=plan.threads, window=plan.window
        )
        self.play = SelfPlay(self.start, self.network, settings, plan.seed + self.steps)
        take_window(self.play, self.kept)
        self.before = self.games, self.seen, self.play.positions()
        self.judge = Judge(self.network, self.device)
        self.learner = Learner(self.network, self.device, self.moments, self.steps)
        self.play.play(self.judge, 1)
        self.play.pace = Pace()
        self.data = self.learning = 0.0  # seconds
        self.owed = 0.0  # steps that the new positions are worth
        self.pending: list[Any] = []  # losses that the device may still compute

    def round(self, share: float) -> None:
        """Some games and what can be learnt from them, when this share of the time is over."""
        play, size = self.play, self.size()
        moves = play.total("moves")
        play.play(self.judge, play.lanes * 2 * self.plan.threads)
        games, seen, restored = self.before
        self.games, self.seen = games + play.total("games"), seen + play.total("moves")
        if play.total("games") >= PATIENCE and not play.total("decided") and not self.curve:
            raise Unsupported(
                f"all games of {type(self.start).__name__} so far were drawn: nothing can be learnt from them"
            )
        self.owed += size.passes * (play.total("moves") - moves) / size.batch
        window = max(FIRST_WINDOW, (self.seen + restored) // 2)
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** min(share, 1.0)
        losses = []
        while self.owed >= 1.0:
            clock = time.perf_counter()
            batch = play.batch(size.batch, window)
            self.data += time.perf_counter() - clock
            if batch is None:
                self.owed = min(self.owed, CATCH_UP)  # too few games have ended yet
                break
            clock = time.perf_counter()
            losses.append(self.learner.learn(*batch, rate * min(1.0, (self.learner.steps + 1) / WARM_UP)))
            self.learning += time.perf_counter() - clock
            self.owed -= 1.0
        self.steps = self.learner.steps
        self.judge.weights = self.learner.weights()
        self.earlier, self.pending = self.pending, losses[-20:] or self.pending

    def known_losses(self) -> tuple[float, float] | None:
        """Losses in the round before the last: those are there, and the device is never waited for."""
        clock = time.perf_counter()
        found = np.array([[float(policy), float(value)] for policy, value in self.earlier])
        self.learning += time.perf_counter() - clock
        if not len(found):
            return None
        if not np.isfinite(found).all():
            raise Unsupported("learning came to numbers that are none: the last checkpoint stays; try another --seed")
        policy, value = found.mean(0)
        return float(policy), float(value)

    def progress(self, policy: float, value: float, seconds: float) -> Progress:
        """What is known now."""
        play, threads = self.play, self.plan.threads
        spent = {
            "rules and trees": play.pace.trees, "network": play.pace.network, "data": self.data * threads,
            "learning": self.learning * threads,
        }  # fmt: skip
        whole, games = max(sum(spent.values()), 1e-9), max(play.total("games"), 1)
        return Progress(
            self.spent, self.games, self.seen, self.steps, policy, value, play.total("plies") / games,
            play.total("decided") / games, play.total("moves") / max(seconds, 1e-9),
            {name: share / whole for name, share in spent.items()},
        )  # fmt: skip

    def meet_former(self, pairs: int) -> Any:
        """The network as it is meets the one of the last such match; results by seat and pair, None at the first."""
        former, self.former = self.former, self.learner.weights()
        if former is None:
            return None
        judges = self.judge.twin(self.former), self.judge.twin(former)
        return meet(self.start, self.network, judges, pairs, MATCH_SIMULATIONS, seed=self.plan.seed + self.steps)

    # ------------------------------------------------------------------ checkpoints

    def remember(self) -> None:
        """Bring what was learnt into the network, and write into it how it was made."""
        learner = getattr(self, "learner", None)
        if learner is not None:
            learner.take()
        thin = self.curve[:: max(1, len(self.curve) // 200)]
        plan = asdict(self.plan) | {"device": self.device.platform}
        self.network.history["training"] = {
            "seconds": round(self.spent, 1), "games": self.games, "positions": self.seen, "steps": self.steps,
            "simulations": self.size().simulations, "plan": plan,
            "curve": [[round(t, 1), round(p, 4), round(v, 4)] for t, p, v in thin],
        }  # fmt: skip

    def save(self, path: Path) -> None:
        """A checkpoint: the network, and beside it the course."""
        self.remember()
        self.network.save(path)
        if getattr(self, "learner", None) is None:
            return
        header = {"magic": MAGIC, "format": FORMAT, "rules": self.network.rules, "steps": self.steps}
        header |= {"games": self.games, "seen": self.seen, "spent": self.spent, "curve": self.curve[-5000:]}
        arrays = {**self.learner.moments(), **window_of(self.play, KEPT)}
        write_arrays(course_beside(path), header, arrays)

    def restore(self, path: Path) -> None:
        """What the course remembers; without its file, or with one that is damaged, the network alone goes on."""
        try:
            header, arrays = read_arrays(path, MAGIC)
            if header["rules"] != self.network.rules:
                raise BadText(f"{path} belongs to another network")
            self.steps, self.games, self.seen = (int(header[name]) for name in ("steps", "games", "seen"))
            self.spent, self.curve = float(header["spent"]), [[float(x) for x in row] for row in header["curve"]]
            shapes = {name: array.shape for name, array in self.network.weights.items()}
            self.moments = {
                name: array.astype(np.float32) for name, array in arrays.items()
                if shapes.get(name.partition("_")[2]) == array.shape and name.startswith(("first_", "second_"))
            }  # fmt: skip
            self.kept = {name: array for name, array in arrays.items() if name.startswith("window_")}
        except (ZermeloError, KeyError, TypeError, ValueError) as problem:
            before = self.network.history.get("training", {})
            self.spent, self.games = float(before.get("seconds", 0.0)), int(before.get("games", 0))
            self.seen, self.steps = int(before.get("positions", 0)), 0
            self.network.history["note"] = f"went on without the memory of its course: {problem}"


@contextmanager
def memory_told() -> Iterator[None]:
    """A card or machine whose memory is full, in a sentence."""
    try:
        yield
    except (RuntimeError, MemoryError) as problem:
        if isinstance(problem, MemoryError) or "RESOURCE_EXHAUSTED" in str(problem):
            raise Unsupported(
                "memory is full: choose fewer --channels or --simulations; the last checkpoint stays"
            ) from problem
        raise


def course_beside(path: Path) -> Path:
    """Where the course of a network is kept."""
    return path.with_suffix(".course.npz")
