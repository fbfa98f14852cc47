"""Self-play: games of a player who looks ahead with the present weights, and what can be learnt from them.

Every position is a sample: the inputs that were on, what the look ahead expected, and, once the game is over, the
λ-return, a mean of all later expectations and the result. A random move ends the mean, since what follows it is not
what good players would have come to (Watkins; Sutton and Barto, chapter 12).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.bits import mix64
from zermelo.game.compile import copied, kernel
from zermelo.game.fields import Cells, array, i32, i64
from zermelo.game.game import CHANCE, NO_MOVE, Game
from zermelo.game.playouts import desk_for, make_aids, one
from zermelo.game.record import Record
from zermelo.game.rows import SPILL, check_rows, guarded, listed
from zermelo.game.threads import run_stoppable
from zermelo.game.trouble import friendly
from zermelo.learn.evaluating import active_inputs, bucket
from zermelo.learn.learned import Learned
from zermelo.search.alphabeta.alphabeta import REDUCTIONS
from zermelo.search.alphabeta.kernel import search
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.alphabeta.work import AlphaBetaWork
from zermelo.search.common.memory import address_of
from zermelo.search.common.table import NO_INDEX, make_table
from zermelo.search.common.values import INFINITE, unit_of
from zermelo.search.common.work import NO_LIMIT, Work, make_work

STEPS = 4  # moves of one turn that are looked at together
LONGEST = 600  # plies of a game
TABLE = 4.0  # megabytes of the transposition table of each thread


class LookWork(Work):
    """Rows of moves for one turn, and its best first move."""

    best_move: i64
    rows: Cells = array(i32, lambda work: (STEPS, work.width))
    spill: Cells = array(i32, SPILL)


class Course(Record):
    """How games are played for learning."""

    depth: i64  # plies of alpha-beta
    opening: i64  # most random plies at the beginning
    opened: i64  # those of the present game
    noise: i64  # of a thousand moves, how many are random
    traced: i64  # λ in thousandths
    games: i64  # that were finished
    plies: i64
    decided: i64  # games that were no draws
    stop: i64


@dataclass
class Samples:
    """What was seen, as arrays of equal length."""

    active: NDArray[np.int16]
    counts: NDArray[np.int16]
    movers: NDArray[np.int8]
    values: NDArray[np.float32]  # [sample, output] what the look ahead expected
    targets: NDArray[np.float32]  # [sample, output] what to learn
    cuts: NDArray[np.int8]  # 1: a random move followed

    @classmethod
    def empty(cls, size: int, active: int, outputs: int) -> Samples:
        """Room for so many."""
        shape = size, outputs
        return cls(
            np.zeros((size, active), np.int16), np.zeros(size, np.int16), np.zeros(size, np.int8),
            np.zeros(shape, np.float32), np.zeros(shape, np.float32), np.zeros(size, np.int8),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.counts)

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All of them, in the order in which kernels take them."""
        return self.active, self.counts, self.movers, self.values, self.targets, self.cuts

    def part(self, first: int, last: int) -> Samples:
        """Some of them."""
        return Samples(*(each[first:last] for each in self.arrays()))

    @staticmethod
    def joined(parts: list[Samples]) -> Samples:
        """Several as one."""
        return Samples(*(np.concatenate(each) for each in zip(*(part.arrays() for part in parts), strict=True)))


# ---------------------------------------------------------------------- looking ahead


@kernel
def look_ahead(state: Game, work: LookWork, step: int, player: int) -> float:
    """The best that the player to move can reach by the end of their turn; the first move is kept."""
    row = work.rows[step]
    count = listed(state, row)
    best = -math.inf
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        if child.over():
            value = float(child.utility(player))
        elif step < STEPS - 1 and child.turn == player and child.midturn():
            value = look_ahead(child, work, step + 1, player)
        else:
            value = float(child.evaluate_for(player))
        if value > best:
            best = value
            if step == 0:
                work.best_move = row[index]
    return best if count > 0 else float(state.utility(player))


def note_sample(state: Any, samples: Any, count: int) -> None:
    """Write down which inputs are on, and who is to move."""
    number = active_inputs(state)
    for index in range(number):
        samples[0][count, index] = state.active[index]
    samples[1][count] = number
    samples[2][count] = bucket(state)
    samples[5][count] = 0


def note_values(state: Any, move: int, value: float, samples: Any, count: int) -> None:
    """Write down what the look ahead expects: for the mover, or where several share no opposite, for each player."""
    if state.outputs == 1:
        samples[3][count, 0] = value
        return
    child = copied(state)
    child.play(move)
    for player in range(state.outputs):
        if child.over():
            samples[3][count, player] = child.utility(player)
        else:
            samples[3][count, player] = child.evaluate_for(player)


def learn_returns(state: Any, clocks: Any, samples: Any, first: int, last: int, trace: float) -> None:
    """Fill the targets of one game, from its end: λ of what came later, the rest of what was expected next."""
    for output in range(state.outputs):
        later = float(clocks.result(state, output))  # of player 0, or of the output's player
        for index in range(last - 1, first - 1, -1):
            sign = 1.0
            if state.outputs == 1 and state.players == 2 and samples[2][index] == state.chance + 1:
                sign = -1.0  # the second player's own view
            if samples[5][index] != 0:
                later = sign * samples[3][index, output]
            samples[4][index, output] = sign * later
            expected = sign * samples[3][index, output]
            if samples[2][index] - state.chance < 0:
                expected = later  # chance expects nothing by itself
            later = trace * later + (1.0 - trace) * expected


def begin_game(state: Any, stream: Any, clocks: Any, course: Course, keys: Any, seed: int, game: int) -> None:
    """The game of a number: its own random numbers, its clocks, and how many random moves open it."""
    stream.begin(seed, game)
    clocks.begin(state, keys)
    course.opened = stream.below(course.opening + 1)


@kernel
def end_game(state: Any, clocks: Any, course: Course, samples: Any, first: int, last: int) -> None:
    """Count a game and fill its targets."""
    course.games += 1
    course.plies += clocks.plies
    course.decided += clocks.result(state, 0) != 0.0
    learn_returns(state, clocks, samples, first, last, course.traced / 1000.0)


@kernel
def play_by_turns(
    start: Any, aids: Any, desk: Any, work: Any, course: Course, samples: Any, seed: int, first: int
) -> int:
    """Games of a player who looks to the end of their turn; returns how many samples were filled."""
    row, keys = desk.row, desk.keys
    stream, clocks = copied(aids[0][0]), copied(aids[1][0])
    room, count, game = len(samples[1]), 0, first
    while count + LONGEST < room and course.stop == 0:
        state, begin = copied(start), count
        begin_game(state, stream, clocks, course, keys, seed, game)
        game += 1
        while clocks.plies < LONGEST and clocks.stopped == 0 and not state.over():
            note_sample(state, samples, count)
            if state.chance and state.turn == CHANCE:
                move = int(state.roll(stream, row))
                if move == NO_MOVE:
                    break
                count += 1
            else:
                moves = listed(state, row)
                if moves == 0:
                    break
                value = look_ahead(state, work, 0, int(state.turn))
                move = int(work.best_move)
                note_values(state, move, value, samples, count)
                if clocks.plies < course.opened or stream.below(1000) < course.noise:
                    move = int(row[stream.below(moves)])
                    samples[5][count] = 1
                count += 1
            clocks.advance(state, move, row, keys)
        end_game(state, clocks, course, samples, begin, count)
    return count


def searched_value(state: Any, work: Any, clocks: Any, depth: int) -> float:
    """What alpha-beta expects for the player to move; the principal variation is in the work space.

    Bounds are plain numbers and no constants: a recursive kernel made for constants cannot be kept on disk.
    """
    work.keys[0] = state.key()
    work.root_index, work.root_depth = 0, depth
    work.progress[0] = clocks.progress
    work.start_ply = clocks.plies
    work.in_check[0] = state.checking()
    bound: Any = np.int64(INFINITE)
    ply: Any = np.int64(0)
    index: Any = np.int64(NO_INDEX)
    return float(search(state, work, depth, -bound, bound, ply, index)) / work.unit


@kernel
def play_by_search(
    start: Any, aids: Any, desk: Any, work: Any, course: Course, samples: Any, seed: int, first: int
) -> int:
    """The same for two opponents, with alpha-beta to a few plies."""
    row, keys = desk.row, desk.keys
    stream, clocks = copied(aids[0][0]), copied(aids[1][0])
    room, count, game = len(samples[1]), 0, first
    while count + LONGEST < room and course.stop == 0:
        state, begin = copied(start), count
        begin_game(state, stream, clocks, course, keys, seed, game)
        game += 1
        while clocks.plies < LONGEST and clocks.stopped == 0 and not state.over():
            moves = listed(state, row)
            if moves == 0:
                break
            note_sample(state, samples, count)
            samples[3][count, 0] = searched_value(state, work, clocks, course.depth)
            if clocks.plies < course.opened or stream.below(1000) < course.noise or work.pv_length[0] == 0:
                samples[5][count] = 1
                move = int(row[stream.below(moves)])
            else:
                move = int(work.pv[0, 0])
            count += 1
            clocks.advance(state, move, row, keys)
        end_game(state, clocks, course, samples, begin, count)
    return count


def search_work(cls: Any) -> tuple[Any, Any]:
    """The work space of alpha-beta in games for learning, and its table."""
    searching = make_work(AlphaBetaWork, cls)
    table = make_table(TABLE)
    searching.table, searching.mask = address_of(table), len(table) // 2 - 1
    searching.unit, searching.distance = unit_of(cls.lowest, cls.highest), 1
    searching.options = AlphaBetaOptions(bisection=False).bits()
    searching.only_move = NO_MOVE
    searching.node_limit = NO_LIMIT
    searching.reductions[:] = REDUCTIONS
    for forgotten in (searching.killers, searching.countermoves, searching.root_order):
        forgotten[:] = -1
    return searching, table


# ---------------------------------------------------------------------- many games


class SelfPlay:
    """Games with the present weights, on several threads."""

    def __init__(self, start: Any, learned: Learned, *, depth: int, threads: int = 1, seed: int = 0) -> None:
        self.start, self.learned, self.depth, self.threads, self.seed = start, learned, depth, threads, seed
        self.rounds = 0
        self.course = Course.blank()
        self.works = [self.work() for _ in range(threads)]

    def work(self) -> Any:
        """The work space of one thread; alpha-beta's has a table of its own."""
        cls = self.learned.cls
        if not self.depth:
            work = make_work(LookWork, cls)
            guarded(cls, work.rows)
            return work, None
        return search_work(cls)

    def play(self, samples: int, *, opening: int, noise: float, trace: float) -> Samples:
        """About so many samples; each thread plays its own games."""
        network, cls = self.learned.network, self.learned.cls
        share = samples // self.threads + LONGEST + 1
        room = [Samples.empty(share, network.inputs.most_active, network.outputs) for _ in self.works]
        courses = []
        for _ in self.works:
            course = Course.blank()
            course.depth, course.opening, course.noise = self.depth, opening, round(1000 * noise)
            course.traced = round(1000 * trace)
            courses.append(course)
        filled = [0] * self.threads

        def one_thread(part: int) -> None:
            work, table = self.works[part]
            if table is not None:
                table[:] = 0  # values of other weights
            desk = desk_for(cls)
            begin = one(self.learned.state(self.start))[0]
            seed = int(mix64(np.uint64(self.seed * 1_000_003 + self.rounds * 257 + part))) >> 2
            play = play_by_search if self.depth else play_by_turns
            with friendly(cls):
                arrays = room[part].arrays()
                filled[part] = int(play(begin, make_aids(), desk[0], work, courses[part], arrays, seed, 0))
            check_rows(cls, desk["row"])

        def stop() -> None:
            for course in courses:
                course.stop = 1

        run_stoppable([partial(one_thread, part) for part in range(self.threads)], stop)
        self.rounds += 1
        for name in ("games", "plies", "decided"):
            setattr(self.course, name, getattr(self.course, name) + sum(getattr(each, name) for each in courses))
        return Samples.joined([each.part(0, count) for each, count in zip(room, filled, strict=True)])
