"""The course of AlphaZero: rounds of self-play and learning until the time is over, and checkpoints that outlive it.

Two files: the network alone, which players read, and beside it what only the course needs: Adam's moments, counters and
the newest positions. Both appear whole or not at all, the network first; a course goes on from whatever is there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
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
        size, plan = self.size(), self.plan
        settings = Settings(
            size.simulations, gumbel=plan.search == "gumbel", lanes=size.lanes, threads=plan.threads, window=plan.window
        )
        self.play = play = SelfPlay(self.start, self.network, settings, plan.seed + self.steps)
        take_window(play, self.kept)
        before_games, before_seen, restored = self.games, self.seen, play.positions()
        self.judge = judge = Judge(self.network, self.device)
        self.learner = learner = Learner(self.network, self.device, self.moments, self.steps)
        play.play(judge, 1)  # compiles, and no clock pays for that
        play.pace = Pace()
        begin, before = time.monotonic(), self.spent
        data = learning = 0.0
        pending: list[Any] = []  # losses that the device may still compute
        owed = 0.0  # steps that the new positions are worth
        while (now := time.monotonic() - begin) < plan.minutes * 60.0:
            moves = play.total("moves")
            play.play(judge, play.lanes * 2 * plan.threads)
            new = play.total("moves") - moves
            self.games, self.seen = before_games + play.total("games"), before_seen + play.total("moves")
            if play.total("games") >= PATIENCE and not play.total("decided") and not self.curve:
                raise Unsupported(
                    f"all games of {type(self.start).__name__} so far were drawn: nothing can be learnt from them"
                )
            owed += size.passes * new / size.batch
            window = max(FIRST_WINDOW, (self.seen + restored) // 2)
            losses = []
            rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** min(now / (plan.minutes * 60.0), 1.0)
            while owed >= 1.0:
                clock = time.perf_counter()
                batch = play.batch(size.batch, window)
                data += time.perf_counter() - clock
                if batch is None:
                    owed = min(owed, 10.0)  # too few games have ended: nothing is learnt yet, and little made up for
                    break
                clock = time.perf_counter()
                losses.append(learner.learn(*batch, rate * min(1.0, (learner.steps + 1) / WARM_UP)))
                learning += time.perf_counter() - clock
                owed -= 1.0
            clock = time.perf_counter()
            earlier, pending = pending, losses[-20:] or pending  # those are there: the device is never waited for
            found = np.array([[float(policy), float(value)] for policy, value in earlier])
            judge.weights = learner.weights()
            learning += time.perf_counter() - clock
            self.steps, self.spent = learner.steps, before + time.monotonic() - begin
            if not len(found):
                continue
            if not np.isfinite(found).all():
                raise Unsupported("learning has come to numbers that are none: the last checkpoint stays; try --seed")
            policy_loss, value_loss = found.mean(0)
            self.curve.append([self.spent, float(policy_loss), float(value_loss)])
            pace = {
                "rules and trees": play.pace.trees,
                "network": play.pace.network,
                "data": data * plan.threads,
                "learning": learning * plan.threads,
            }
            whole = max(sum(pace.values()), 1e-9)
            games = max(play.total("games"), 1)
            yield Progress(
                self.spent, self.games, self.seen, self.steps, float(policy_loss), float(value_loss),
                play.total("plies") / games, play.total("decided") / games,
                play.total("moves") / max(time.monotonic() - begin, 1e-9),
                {name: share / whole for name, share in pace.items()},
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


def course_beside(path: Path) -> Path:
    """Where the course of a network is kept."""
    return path.with_suffix(".course.npz")
