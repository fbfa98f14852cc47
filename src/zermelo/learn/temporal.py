"""TD(λ) while playing: after each game every position's estimate moves towards the λ-return of what followed.

What is judged is the position after a move (the afterstate), before dice or the opponent answer: so a choice needs no
look ahead beyond the move itself. A game is learnt from its end, so that news travels back to its beginning at once.
A random move ends the return, as in `selfplay.py`. A model brings four methods along: guess, note, correct, reach.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.game.bits import mix64
from zermelo.game.compile import copied, kernel
from zermelo.game.fields import f64, i64
from zermelo.game.game import CHANCE, NO_MOVE
from zermelo.game.playouts import desk_for, make_aids, one
from zermelo.game.record import Record
from zermelo.game.rows import check_rows, listed
from zermelo.game.threads import run_stoppable
from zermelo.game.trouble import friendly
from zermelo.learn.carrying import Carrier
from zermelo.learn.declared import Declared
from zermelo.learn.learned import class_for
from zermelo.learn.loading import load_model
from zermelo.learn.network import Network
from zermelo.learn.training import Plan, Training, scale_of
from zermelo.learn.tuples import TupleNetwork

MODELS = {"network": Network, "tuples": TupleNetwork, "declared": Declared}
ROOM = 4096  # positions of a game that are learnt from together
LONGEST = 200_000  # plies of a game
FIRST_ROUND, SHORTEST, LONGEST_ROUND = 20_000, 1_000, 1 << 40  # plies
ROUND = 4.0  # seconds
SURE = 1.96  # standard errors of a 95 % interval
TUPLE_RATE = 1.0  # temporal coherence makes it smaller, weight by weight
FIRST_RATE, LAST_RATE = 0.3, 0.02  # of gradient descent in a hidden layer


class Lesson(Record):
    """How games are played and learnt from, and what came of them."""

    wanted: i64  # plies
    opening: i64  # most random plies at the beginning
    noise: i64  # of a thousand moves, how many are random
    decay: f64  # λ
    rate: f64
    stop: i64
    games: i64
    plies: i64
    moves: i64  # plies of players
    decided: i64  # games that were no draws
    learnt: i64  # positions
    error: f64  # the sum of the mean squared errors of games
    error_squares: f64
    result: f64  # of player 0, added up
    result_squares: f64


@kernel
def best_of(state: Any, weights: Any, row: Any, count: int, features: Any, at: int) -> tuple[int, float]:
    """The move whose position is worth most to the mover, and what it is worth to player 0; the position is noted."""
    sign = -1.0 if state.turn == 1 else 1.0
    best, chosen, player = -math.inf, 0, max(int(state.turn), 0)
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        value = float(child.utility(player)) if child.over() else sign * child.td_guess(weights)
        if value > best:
            best, chosen = value, index
            if not child.over():
                child.td_note(features, at)
    return chosen, sign * best


@kernel
def learn_back(state: Any, weights: Any, features: Any, notes: Any, count: int, later: float, lesson: Lesson) -> float:
    """Move the estimates of a game towards their λ-returns, the last first; returns the sum of the squared errors."""
    total = 0.0
    for at in range(count - 1, -1, -1):
        expected = state.td_correct(weights, features, at, notes[at, 0], notes[at, 1], later, lesson.rate)
        total += (later - expected) ** 2
        if notes[at, 3] > 0.0:  # by a random move: what would have been best counts
            later = notes[at, 2]
        else:
            later = lesson.decay * later + (1.0 - lesson.decay) * expected
    return total


@kernel
def play_and_learn(
    start: Any, aids: Any, desk: Any, lesson: Lesson, weights: Any, features: Any, notes: Any, highest: Any,
    seed: int, first: int,
) -> None:  # fmt: skip
    """Games one after another, each learnt from at its end; `notes`: side, score, best expected, whether random."""
    row, keys = desk.row, desk.keys
    stream, clocks = copied(aids[0][0]), copied(aids[1][0])
    game = first
    while lesson.plies < lesson.wanted and lesson.stop == 0:
        state = copied(start)
        stream.begin(seed, game)
        clocks.begin(state, keys)
        game += 1
        opened = stream.below(lesson.opening + 1)
        count = learnt = 0
        error = 0.0
        while clocks.plies < LONGEST and clocks.stopped == 0 and not state.over():
            if state.chance and state.turn == CHANCE:
                move = int(state.roll(stream, row))
                if move == NO_MOVE:
                    break
                clocks.advance(state, move, row, keys)
                continue
            moves = listed(state, row)
            if moves == 0:
                break
            lesson.moves += 1
            index, notes[count, 2] = best_of(state, weights, row, moves, features, count)
            notes[count, 3] = 0.0
            wild = clocks.plies < opened or stream.below(1000) < lesson.noise
            if wild:
                index, notes[count, 3] = stream.below(moves), 1.0
            clocks.advance(state, int(row[index]), row, keys)
            if wild and not state.over():
                state.td_guess(weights)
                state.td_note(features, count)
            if not state.over():
                notes[count, 0], notes[count, 1] = state.td_side(), state.reward(0)
                count += 1
            if count == ROOM:  # the last position stands for what comes
                error += learn_back(state, weights, features, notes, count - 1, state.td_guess(weights), lesson)
                learnt += count - 1
                for place in range(features.shape[1]):
                    features[0, place] = features[count - 1, place]
                for place in range(4):
                    notes[0, place] = notes[count - 1, place]
                count = 1
        result = clocks.result(state, 0)
        error += learn_back(state, weights, features, notes, count, result, lesson)
        error /= max(learnt + count, 1)
        state.td_reach(highest)
        lesson.games += 1
        lesson.plies += clocks.plies
        lesson.learnt += learnt + count
        lesson.decided += result != 0.0
        lesson.result += result
        lesson.result_squares += result * result
        lesson.error += error
        lesson.error_squares += error * error


@dataclass(frozen=True)
class Step:
    """What is known after a round; intervals are of 95 %."""

    rounds: int
    seconds: float
    games: int
    moves: int
    error: float  # root of the mean squared error of the round's games, before they were learnt from
    error_interval: float
    result: float  # of the first player
    result_interval: float
    decided: float
    length: float
    speed: float  # moves learnt from in a second of the processor

    def text(self) -> str:
        """In one line."""
        minutes, seconds = divmod(int(self.seconds), 60)
        return (
            f"{minutes:>5}:{seconds:02} {self.games:>10,} {self.moves:>13,} {self.speed:>10,.0f}  {self.error:>9.4g} ± "
            f"{self.error_interval:<8.2g} {self.result:>9.4g} ± {self.result_interval:<8.2g} {self.decided:>4.0%} "
            f"{self.length:>8.1f}"
        )


HEAD = "    time      games         moves  a CPU-s       error              first player       decided    plies"


@dataclass
class TemporalTraining:
    """A model that learns while it plays."""

    start: Any
    plan: Plan
    network: Any  # a TupleNetwork or what a game declares
    seconds: float = 0.0
    work: float = 0.0  # seconds of the processor
    rounds: int = 0
    games: int = 0
    moves: int = 0
    curve: list[list[float]] = field(default_factory=list)  # seconds of the processor, games, error ±, result ±

    @classmethod
    def begin(cls, start: Any, plan: Plan, network: Any = None) -> TemporalTraining:
        """From nothing, or from weights that there are."""
        game = type(start)
        if game.hidden:
            raise Unsupported(
                f"{game.__name__} hides something from its players: `zermelo equilibrium` or ismcts serve"
            )
        if network is None and plan.model == TupleNetwork.kind:
            network = TupleNetwork.fresh(start, scale_of(start), plan.seed, plan.cells)
            network.weights += plan.optimism / network.scale / network.lookups
        elif network is None:
            network = Declared.fresh(start, plan.units, scale_of(start), plan.seed)
        network.refuse_other(game)
        before = network.history.get("training", {})
        return cls(
            start, plan, network, float(before.get("seconds", 0.0)), float(before.get("work", 0.0)),
            int(before.get("rounds", 0)), int(before.get("games", 0)), int(before.get("moves", 0)),
            list(before.get("curve", [])),
        )  # fmt: skip

    def heading(self) -> str:
        """What is trained, and the columns of `Step.text`."""
        return f"{self.network.game}: {self.network.heading()}\n{HEAD}"

    def run(self) -> Iterator[Step]:
        """Round after round; whoever listens may save the network in between, or stop."""
        begin, before = time.monotonic(), self.seconds
        whole, wanted = self.plan.minutes * 60.0, float(FIRST_ROUND)
        desk = Desk(self.start, self.network, self.plan)
        while (spent := time.monotonic() - begin) < whole:
            part_first, part_last = self.plan.part
            share = part_first + (part_last - part_first) * spent / whole
            clock, work = time.monotonic(), time.process_time()
            lesson = desk.round(int(wanted), share, self.plan.seed * 7919 + self.rounds)
            took, work = max(time.monotonic() - clock, 1e-6), max(time.process_time() - work, 1e-6)
            if self.rounds:  # the first round compiles
                wanted = float(np.clip(wanted * np.clip(ROUND / took, 0.3, 4.0), SHORTEST, LONGEST_ROUND))
            desk.hand_over()
            self.rounds += 1
            self.games, self.moves = self.games + lesson.games, self.moves + lesson.moves
            self.seconds = before + time.monotonic() - begin
            self.work += work
            step = self.told(lesson, work)
            if not math.isfinite(step.error):
                raise BadLimit("the weights have left all bounds: what was kept before is sound")
            self.curve.append(
                [round(self.work, 1), self.games, step.error, step.error_interval, step.result, step.result_interval]
            )
            self.remember()
            yield step

    def told(self, lesson: Any, work: float) -> Step:
        """A round's lesson as what is known."""
        games = max(lesson.games, 1)
        error, result = lesson.error / games, lesson.result / games
        error_spread = SURE * math.sqrt(max(lesson.error_squares / games - error * error, 0.0) / games)
        root = math.sqrt(error)
        return Step(
            self.rounds, self.seconds, self.games, self.moves, root, error_spread / max(2 * root, 1e-12), result,
            SURE * math.sqrt(max(lesson.result_squares / games - result * result, 0.0) / games),
            lesson.decided / games, lesson.plies / games, lesson.moves / work,
        )  # fmt: skip

    def remember(self) -> None:
        """Write into the network how it was made."""
        thin = self.curve[:: max(1, len(self.curve) // 100)]
        self.network.history["training"] = {
            "seconds": round(self.seconds, 1), "work": round(self.work, 1), "rounds": self.rounds,
            "games": self.games, "moves": self.moves, "model": self.network.kind, "seed": self.plan.seed,
            "curve": [[float(f"{value:.5g}") for value in row] for row in thin],
        }  # fmt: skip


class Desk:
    """Weights at work while they change, and the room of each thread; all threads write to the same weights."""

    def __init__(self, start: Any, network: Any, plan: Plan) -> None:
        self.start, self.network, self.plan = start, network, plan
        self.cls = type(start)
        self.rooms: list[tuple[Any, Any, Any]] = []
        if isinstance(network, TupleNetwork):
            sums = network.sums if network.sums is not None else [np.zeros_like(network.weights)] * 2
            self.weights = np.stack([network.weights, *sums], axis=-1).reshape(-1, 3).astype(np.float32)
        self.carry()

    def carry(self) -> None:
        """A class for a network of this shape, and room for what is noted."""
        made = class_for(self.cls, self.network)
        width, kind, sites = 0, "f8", 1
        if isinstance(self.network, TupleNetwork):
            width, kind, sites = self.network.lookups, "i4", len(self.network.sites)
            self.carrier = Carrier(self.cls, made, self.network.block(made.layout, weighed=False))
        else:
            self.carrier = Carrier(self.cls, made, self.network.block(made.layout))
            self.weights, width = self.carrier.block, self.network.inputs
        self.rooms = [
            (np.zeros((ROOM, width), kind), np.zeros((ROOM, 4)), np.full(sites, -(1 << 40), np.int64))
            for _ in range(self.plan.threads)
        ]

    def round(self, plies: int, share: float, number: int) -> Any:
        """About so many plies; what came of them in all."""
        lessons = [self.lesson(plies, share) for _ in self.rooms]

        def one_thread(part: int) -> None:
            cls, desk = self.carrier.cls, desk_for(self.carrier.cls)
            begin = one(self.carrier.state(self.start))[0]
            seed = int(mix64(np.uint64(number * 257 + part))) >> 2
            with friendly(cls):
                play_and_learn(begin, make_aids(), desk[0], lessons[part], self.weights, *self.rooms[part], seed, 0)
            check_rows(cls, desk["row"])

        def stop() -> None:
            for lesson in lessons:
                lesson.stop = 1

        run_stoppable([partial(one_thread, part) for part in range(len(self.rooms))], stop)
        for other in lessons[1:]:
            for name in ("games", "plies", "moves", "decided", "learnt", "error", "error_squares", "result",
                         "result_squares"):  # fmt: skip
                setattr(lessons[0], name, getattr(lessons[0], name) + getattr(other, name))
        return lessons[0]

    def lesson(self, plies: int, share: float) -> Any:
        """What one thread is told."""
        plan, made = self.plan, Lesson.blank()
        alone = self.cls.players == 1
        made.wanted = max(plies // plan.threads, 1)
        made.opening, made.noise = (0, 0) if alone else (plan.opening, round(1000 * plan.noise * (1.0 - share)))
        made.decay = plan.trace
        tuples = isinstance(self.network, TupleNetwork)
        made.rate = TUPLE_RATE if tuples else FIRST_RATE * (LAST_RATE / FIRST_RATE) ** share
        return made

    def hand_over(self) -> None:
        """Give the network its weights, and larger tables where play has met larger numbers."""
        if not isinstance(self.network, TupleNetwork):
            self.network.weights = self.weights[len(self.weights) - self.network.weights.size :].copy()
            return
        buckets = len(self.network.weights)
        columns = [self.weights[:, column].reshape(buckets, -1) for column in range(3)]
        entries = self.network.entries
        highest = np.max([room[2] for room in self.rooms], axis=0)
        columns = self.network.grow(highest.tolist(), *columns)
        self.network.weights, self.network.sums = columns[0], columns[1:]
        if self.network.entries != entries:
            self.weights = np.stack(columns, axis=-1).reshape(-1, 3)
            self.carry()


def begin_training(start: Any, plan: Plan, path: Path | None = None) -> Training | TemporalTraining:
    """Training by the plan's model, from nothing or from the weights in a file."""
    if plan.model not in MODELS:
        raise BadParameter(f"there is no model {plan.model!r}: use one of {', '.join(MODELS)}")
    kind = MODELS[plan.model]
    network = load_model(path, kind) if path else None
    if kind is Network:
        return Training.begin(start, plan, network)
    return TemporalTraining.begin(start, plan, network)
