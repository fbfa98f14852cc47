"""Random games, as many as one likes: how long they last, how wide they branch and who wins.

Every game has its own stream of random numbers, so the same seed plays the same games on one thread, on many, in
CPython and on a GPU.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.compile import assign, copied, kernel
from zermelo.game.game import CHANCE, NO_MOVE
from zermelo.game.history import SIEVE, Clocks, Keys
from zermelo.game.plain_game import as_game, is_plain
from zermelo.game.plain_game import random_game as random_plain_game
from zermelo.game.random import Random
from zermelo.game.record import RecordType, inline
from zermelo.game.rows import SPILL, check_rows, guarded, guarded_row, width_of
from zermelo.game.threads import run_stoppable
from zermelo.game.trouble import friendly

LONGEST = 1_000_000  # plies after which a random game is given up
REMEMBERED = 1024  # keys that are looked back on where repetitions count and nothing else ends a game sooner
WINS, DRAWS, LOSSES = range(3)

Aids = tuple[Any, Any]  # a generator and clocks, each an array of one


def make_aids() -> Aids:
    """What a random game needs beside the state."""
    return Random.array(1), Clocks.array(1)


# ---------------------------------------------------------------------- kernels


@inline
def random_move(state: Any, random: Random, row: Any) -> int:
    """A move of the player by `sample`, or an outcome of chance by `roll`; NO_MOVE at the end."""
    if state.chance and state.turn == CHANCE:
        return int(state.roll(random, row))
    return int(state.sample(random, row))


@kernel
def play_games(start: Any, aids: Aids, desk: Any, seed: int, first: int, games: int, work: Any) -> None:
    """Random games number `first` onwards; their lengths and results are added up in `work`."""
    row, keys = desk.row, desk.keys  # arrays within a record: nobody counts references to them at every move
    stream = copied(aids[0][0])
    upcoming = copied(aids[0][0])
    clocks = copied(aids[1][0])
    upcoming.begin(seed, first)
    for game in range(first, first + games):
        assign(stream, upcoming)
        if game & 63 == 0 and work.stop:
            break
        upcoming.begin(seed, game + 1)  # hashed while this game is played: 5 % of Connect Four
        state = copied(start)
        clocks.begin(state, keys)
        while clocks.plies < LONGEST and clocks.stopped == 0 and not state.over():
            move = random_move(state, stream, row)
            if move == NO_MOVE:
                break
            clocks.advance(state, move, row, keys)
        plies = clocks.plies
        work.plies += plies
        work.squares += plies * plies
        work.longest = max(work.longest, plies)
        work.shortest = min(work.shortest, plies)
        if plies >= LONGEST:
            work.unfinished += 1
        for player in range(state.players):
            value = clocks.result(state, player)
            work.total[player] += value
            work.total_squares[player] += value * value
            work.results[player, DRAWS - (value > 0.0) + (value < 0.0)] += 1  # results cannot be foreseen: no branch
            if state.players == 2 and state.zero_sum:
                break  # the other player's result follows: see `report`


@kernel
def play_one(state: Any, aids: Aids, row: Any, keys: Keys, seed: int, game: int, trail: Any) -> int:
    """One random game with its moves written down; the state becomes the last position."""
    random = aids[0][0]
    clocks = aids[1][0]
    random.begin(seed, game)
    clocks.begin(state, keys)
    while clocks.plies < len(trail) and clocks.stopped == 0 and not state.over():
        move = random_move(state, random, row)
        if move == NO_MOVE:
            break
        trail[clocks.plies] = move
        clocks.advance(state, move, row, keys)
    return int(clocks.plies)


@kernel
def count_branches(start: Any, random: Random, row: Any, seed: int, games: int, longest: int) -> tuple[int, int]:
    """Moves that could have been played, and positions where a player had the choice."""
    choices = 0
    places = 0
    for game in range(games):
        random.begin(seed, game)
        state = copied(start)
        for _ in range(longest):
            if state.over():
                break
            if state.turn != CHANCE:
                count = state.moves(row)
                choices += count
                places += count > 0
            move = random_move(state, random, row)
            if move == NO_MOVE:
                break
            state.play(move)
    return choices, places


# ---------------------------------------------------------------------- the public functions


@dataclass(frozen=True)
class PlayoutReport:
    """What random games show of a game; rates are by processor time of the playing itself."""

    games: int
    moves: int
    mean_length: float
    length_error: float  # half the width of the 95 % interval
    shortest: int
    longest: int
    branching: float
    utilities: tuple[float, ...]  # mean for each player
    errors: tuple[float, ...]
    results: tuple[tuple[int, int, int], ...]  # wins, draws, losses of each player
    unfinished: int
    seconds: float
    games_per_second: float
    moves_per_second: float


def work_for(state: Any) -> NDArray[np.void]:
    """The counters of one thread."""
    players = state.players
    kind = np.dtype(
        [
            ("stop", np.int64),  # set from outside: no further game begins
            ("plies", np.int64),
            ("squares", np.int64),
            ("longest", np.int64),
            ("shortest", np.int64),
            ("unfinished", np.int64),
            ("total", np.float64, (players,)),
            ("total_squares", np.float64, (players,)),
            ("results", np.int64, (players, 3)),
        ],
        align=True,
    )
    work = np.zeros(1, np.dtype((np.record, kind)))
    work["shortest"] = LONGEST
    return work


def desk_for(state: Any) -> NDArray[np.void]:
    """A row of moves, with a margin that shows when too many are written, and the keys of one game's positions."""
    row, spill = ("row", np.int32, (width_of(state),)), ("spill", np.int32, (SPILL,))
    desk = np.zeros(
        1, np.dtype((np.record, np.dtype([("keys", np.uint64, (remembered(state),)), row, spill], align=True)))
    )
    guarded(state, desk["row"])
    return desk


def one(state: Any) -> NDArray[np.void]:
    """A state as an array of one, as kernels take it."""
    states = np.zeros(1, type(state).layout)
    states[0] = state
    return states


def remembered(cls: Any) -> int:
    """Words for the keys of positions and their sieve; equal at every speed, so that all see the same repetitions."""
    if not cls.repetition:
        return 1
    return SIEVE + min(REMEMBERED, *(limit + 2 if limit else REMEMBERED for limit in (cls.cap, cls.no_progress)))


def run_games(state: Any, seed: int, first: int, games: int, work: NDArray[np.void]) -> float:
    """Random games on the calling thread; returns the processor seconds that they took."""
    states = one(state)
    desk = desk_for(state)
    aids = make_aids()
    begin = time.thread_time()
    with friendly(type(state)):
        play_games(states[0], aids, desk[0], seed, first, games, work[0])
    seconds = time.thread_time() - begin
    check_rows(type(state), desk["row"])
    return seconds


def playouts(game: Any, games: int = 10_000, *, seed: int = 0, threads: int = 1) -> PlayoutReport:
    """Play random games from a state (or the start of a game's class) and report on them."""
    game = as_game(game)
    state = game() if isinstance(game, RecordType) else game
    if games < 1 or threads < 1 or seed < 0:
        raise BadLimit("games and threads must be at least 1 and the seed not negative")
    if is_plain(state):
        return plain_playouts(state, games, seed)
    share = -(-games // threads)
    firsts = range(0, games, share)
    works = [work_for(state) for _ in firsts]
    spent = [0.0] * len(works)
    branches: list[tuple[int, int]] = []

    def compile_first() -> None:  # so that it is not timed
        run_games(state, seed, 0, 0, work_for(state))

    def play(part: int) -> None:
        first = firsts[part]
        spent[part] = run_games(state, seed, first, min(share, games - first), works[part])

    def branch() -> None:
        branches.append(branching(state, seed, games))

    def stop() -> None:
        for work in works:
            work["stop"] = 1

    run_stoppable([compile_first], stop)
    run_stoppable([partial(play, part) for part in range(len(works))], stop)
    run_stoppable([branch], stop)
    seconds = max(sum(spent) / len(spent), 1e-9)
    return report(state, np.concatenate(works), games, seconds, branches[0])


def plain_playouts(state: Any, games: int, seed: int) -> PlayoutReport:
    """Random games of a plain class, in Python."""
    work, choices = work_for(state), [0, 0]

    def look(count: int) -> None:
        choices[0] += count
        choices[1] += 1

    begin = time.thread_time()
    for game in range(games):
        end, plies = random_plain_game(state.position(), Random(seed, game), LONGEST, look)
        row = work[0]
        row.plies += plies
        row.squares += plies * plies
        row.longest, row.shortest = max(row.longest, plies), min(row.shortest, plies)
        row.unfinished += plies >= LONGEST
        for player in range(state.players):
            value = end.utility(player)
            row.total[player] += value
            row.total_squares[player] += value * value
            row.results[player, DRAWS - (value > 0.0) + (value < 0.0)] += 1
    return report(state, work, games, max(time.thread_time() - begin, 1e-9), (choices[0], choices[1]))


def branching(state: Any, seed: int, games: int) -> tuple[int, int]:
    """Moves that could have been played in the first of these games, and positions with a choice."""
    row, randoms = guarded_row(type(state)), Random.array(1)
    with friendly(type(state)):
        choices, places = count_branches(one(state)[0], randoms[0], row, seed, min(games, 100), 10_000)
    check_rows(type(state), row)
    return int(choices), int(places)


def report(state: Any, works: NDArray[np.void], games: int, seconds: float, branches: tuple[int, int]) -> PlayoutReport:
    """Add up the counters of all threads."""
    if state.players == 2 and state.zero_sum:
        works["total"][:, 1] = -works["total"][:, 0]
        works["total_squares"][:, 1] = works["total_squares"][:, 0]
        works["results"][:, 1] = works["results"][:, 0, ::-1]
    plies = int(works["plies"].sum())
    mean = plies / games
    spread = max(float(works["squares"].sum()) / games - mean * mean, 0.0)
    totals, squares = works["total"].sum(axis=0) / games, works["total_squares"].sum(axis=0) / games
    errors = 1.96 * np.sqrt(np.maximum(squares - totals**2, 0.0) / games)
    choices, places = branches
    return PlayoutReport(
        games=games,
        moves=plies,
        mean_length=mean,
        length_error=1.96 * math.sqrt(spread / games),
        shortest=int(works["shortest"].min()),
        longest=int(works["longest"].max()),
        branching=choices / max(places, 1),
        utilities=tuple(float(value) for value in totals),
        errors=tuple(float(value) for value in errors),
        results=tuple((int(w), int(d), int(x)) for w, d, x in works["results"].sum(axis=0)),
        unfinished=int(works["unfinished"].sum()),
        seconds=seconds,
        games_per_second=games / seconds,
        moves_per_second=plies / seconds,
    )


def random_game(game: Any, seed: int = 0, number: int = 0, longest: int = 10_000) -> list[int]:
    """The moves of one random game: number `number` of the games that `playouts` plays with this seed."""
    state = game() if isinstance(game, RecordType) else game
    states = one(state)
    row, keys = guarded_row(type(state)), np.zeros(remembered(state), np.uint64)
    trail = np.zeros(longest, np.int32)
    with friendly(type(state)):
        plies = play_one(states[0], make_aids(), row, keys, seed, number, trail)
    check_rows(type(state), row)
    return [int(move) for move in trail[:plies]]
