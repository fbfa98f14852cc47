"""All positions that can be reached from one, listed once, with the moves between them as arrays of numbers.

Positions are told apart by the bytes of their keys, so the list is exact; a hash table finds the number of a position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, BadRules, Unsupported
from zermelo.game.compile import kernel
from zermelo.game.game import CHANCE
from zermelo.game.rows import GUARD, check_rows, guarded_row, width_of
from zermelo.game.trouble import friendly
from zermelo.solve.checkpoint import COUNTS, Checkpoint

END, MAX, MIN, MEAN = range(4)  # what becomes of the values of a position's children
EMPTY = np.int32(-1)
SLICE = 100_000  # positions expanded between two looks at the clock and the keyboard
MOST_ODDS = 4096  # different probabilities that a game may have
LARGEST = 2**31 - 2  # positions are numbered by 32 bits


class TooManyPositions(Unsupported):
    """A game too large for the memory that may be used."""


Progress = Callable[[str, int, float], None]  # phase, how many, largest change


@dataclass(repr=False)
class Positions:
    """The open positions, children before parents as far as cycles allow, then the ends; and where moves lead."""

    states: NDArray[np.void]  # [position]
    kinds: NDArray[np.int8]  # [position] END, MAX, MIN or MEAN
    ends: NDArray[np.float64]  # [position] the utility of player 0 at an end, else 0
    offsets: NDArray[np.int64]  # [position + 1] where the moves of a position begin
    targets: NDArray[np.int32]  # [move] the position that it leads to
    codes: NDArray[np.int16]  # [move] the place of its probability in `odds`, where chance moves
    odds: NDArray[np.float64]  # the different probabilities
    table: NDArray[np.int32]  # [hash] the number of a position, or EMPTY
    start: int  # the number of the position that all can be reached from

    def __len__(self) -> int:
        return len(self.kinds)

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.states.dtype.type.__name__}, {len(self.targets)} moves>"

    def number(self, state: Any) -> int:
        """The number of a position; -1 if it cannot be reached."""
        if type(state).layout != self.states.dtype:
            raise BadRules(f"this is no position of {self.states.dtype.type.__name__}")
        key = state.tobytes()[: type(state).key_bytes]
        place = int(state.key()) & (len(self.table) - 1)
        while (found := int(self.table[place])) != EMPTY:
            if self.states[found].tobytes()[: len(key)] == key:
                return found
            place = (place + 1) & (len(self.table) - 1)
        return -1


# ---------------------------------------------------------------------- kernels


def same_words(words: Any, a: int, b: int, width: int) -> bool:
    """Whether two positions have the same key."""
    place = 0
    while place < width and words[a, place] == words[b, place]:
        place += 1
    return place == width


def number_of(states: Any, words: Any, table: Any, place: int, width: int) -> int:
    """The number of the position that stands at `place`: an earlier one, or `place` itself, now entered."""
    mask = len(table) - 1
    slot = np.int64(states[place].key() & np.uint64(mask))
    while table[slot] != EMPTY:
        if same_words(words, int(table[slot]), place, width):
            return int(table[slot])
        slot = (slot + 1) & mask
    table[slot] = place
    return place


def code_of(odds: Any, work: Any, chance: float) -> int:
    """The place of a probability in the list of different ones; they are few."""
    for code in range(work.odds):
        if odds[code] == chance:
            return code
    if work.odds < len(odds):
        odds[work.odds] = chance
        work.odds += 1
    else:
        work.too_many_odds = 1
    return int(work.odds) - 1


@kernel
def enter_all(states: Any, words: Any, table: Any, count: int, width: int) -> None:
    """Fill an empty hash table with positions that are known to differ."""
    for place in range(count):
        number_of(states, words, table, place, width)


@kernel
def explore(states: Any, words: Any, table: Any, moves: Any, about: Any, row: Any, work: Any) -> None:
    """Expand positions in the order of the list until none is left, a slice is done or an array is full.

    A child is written behind the last position and stays there if it is new.
    """
    targets, codes, odds = moves
    kinds, ends, offsets, sides = about
    most = states[0].most_moves + GUARD
    until = work.done + SLICE
    while work.done < work.count and work.done < until:
        if work.count + most > len(states) or work.moves + most > len(targets):
            return
        place = work.done
        state = states[place]
        offsets[place] = work.moves
        count = 0 if state.over() else min(state.moves(row), most)
        kinds[place] = END
        ends[place] = state.utility(0) if count == 0 else 0.0
        if count > 0:
            kinds[place] = MEAN if state.turn == CHANCE else MAX if sides[state.turn] == sides[0] else MIN
        for index in range(count):
            move = row[index]
            if state.chance and state.turn == CHANCE:
                codes[work.moves] = code_of(odds, work, float(state.odds(move)))
            states[work.count] = state
            states[work.count].play(move)
            found = number_of(states, words, table, work.count, work.width)
            targets[work.moves] = found
            if found == work.count:
                work.count += 1
            work.moves += 1
        work.done += 1
    offsets[work.done] = work.moves


@kernel
def children_first(kinds: Any, offsets: Any, targets: Any, order: Any, stack: Any, tried: Any) -> None:
    """List the open positions so that children stand before their parents, as far as cycles allow; then the ends."""
    count, height = 0, 0
    if kinds[0] != END:
        stack[0], height, tried[0] = 0, 1, 0
    while height > 0:
        place = stack[height - 1]
        if tried[place] == offsets[place + 1] - offsets[place]:
            order[count] = place
            count += 1
            height -= 1
            continue
        child = targets[offsets[place] + tried[place]]
        tried[place] += 1
        if kinds[child] != END and tried[child] < 0:
            tried[child] = 0
            stack[height] = child
            height += 1
    for place in range(len(kinds)):
        if kinds[place] == END:
            order[count] = place
            count += 1


@kernel
def reorder(order: Any, numbers: Any, offsets: Any, moves: Any, new_offsets: Any, new_moves: Any) -> None:
    """Write the moves in another order of positions; `numbers` tells the new number of each old one."""
    n = 0
    for new in range(len(order)):
        new_offsets[new] = n
        for index in range(offsets[order[new]], offsets[order[new] + 1]):
            new_moves[0][n] = numbers[moves[0][index]]
            if len(moves[1]) > 1:
                new_moves[1][n] = moves[1][index]
            n += 1
    new_offsets[len(order)] = n


# ---------------------------------------------------------------------- the public function


def reachable(
    state: Any,
    *,
    most_states: int = 20_000_000,
    progress: Progress | None = None,
    checkpoint: Checkpoint | None = None,
) -> Positions:
    """Every position that can be reached from this one; refused beyond `most_states`.

    With a checkpoint it goes on where an earlier run was interrupted, and is kept now and then.
    """
    cls = type(state)
    if not 1 <= most_states <= LARGEST:
        raise BadLimit(f"most_states must lie between 1 and {LARGEST}, not {most_states}")
    most = width_of(cls)
    states = np.zeros(max(1024, 4 * most), cls.layout)
    states[0] = state
    targets, codes = np.zeros(4 * len(states), np.int32), np.zeros(4 * len(states) if cls.chance else 1, np.int16)
    odds = np.zeros(MOST_ODDS)
    kinds, ends = np.zeros(len(states), np.int8), np.zeros(len(states))
    offsets = np.zeros(len(states) + 1, np.int64)
    table = empty_table(len(states))
    row = guarded_row(cls)
    sides = np.array(cls.sides or range(cls.players), np.int64)
    work = np.zeros(1, WORK)
    work["count"], work["width"] = 1, cls.key_bytes // 8
    if checkpoint is not None and (kept := went_on(checkpoint, cls, most)) is not None:
        states, kinds, ends, offsets, targets, codes, odds, counts = kept
        table = empty_table(len(states))
        for name, count in counts.items():
            work[name] = count
    with friendly(cls):
        enter_all(states, words_of(states), table, int(work["count"][0]), cls.key_bytes // 8)
        while work["done"][0] < work["count"][0]:
            explore(
                states, words_of(states), table, (targets, codes, odds), (kinds, ends, offsets, sides), row, work[0]
            )
            check_rows(cls, row)
            count, moves = int(work["count"][0]), int(work["moves"][0])
            refuse_too_many(cls, count, most_states, bool(work["too_many_odds"][0]))
            if progress is not None:
                progress("positions", count, 0.0)
            if checkpoint is not None and checkpoint.due():
                known = {"states": states, "kinds": kinds, "ends": ends, "offsets": offsets, "targets": targets}
                known |= {"odds": odds, **({"codes": codes} if cls.chance else {})}
                checkpoint.add(known, {name: int(work[name][0]) for name in COUNTS})
            if moves + most > len(targets):
                targets = grown(targets)
                codes = grown(codes) if cls.chance else codes
            if count + most > len(states):
                states, kinds, ends = grown(states), grown(kinds), grown(ends)
                offsets = grown(offsets, len(states) + 1)
                table = empty_table(len(states))
                enter_all(states, words_of(states), table, count, cls.key_bytes // 8)
    open_moves = targets[:moves], codes[: moves if cls.chance else 1]
    listed = states[:count], kinds[:count], ends[:count], offsets[: count + 1]
    return in_order(*listed, open_moves, odds[: int(work["odds"][0])].copy(), table)


def refuse_too_many(cls: Any, count: int, most_states: int, too_many_odds: bool) -> None:
    """More positions, or more different probabilities, than there is room for."""
    if count > most_states:
        raise TooManyPositions(
            f"more than {most_states:,} positions of {cls.__name__} can be reached from here: allow more memory"
            f" (about {130 + cls.layout.itemsize} bytes a position), begin nearer to the end, or search instead"
        )
    if too_many_odds:
        raise Unsupported(f"{cls.__name__} has more than {MOST_ODDS} different probabilities")


def went_on(checkpoint: Checkpoint, cls: Any, most: int) -> tuple[Any, ...] | None:
    """The arrays of an interrupted run with room for more, and how far it came; None where there was none."""
    dtypes: dict[str, np.dtype[Any]] = {
        "states": cls.layout,
        "kinds": np.dtype(np.int8),
        "ends": np.dtype(np.float64),
        "offsets": np.dtype(np.int64),
        "targets": np.dtype(np.int32),
        "odds": np.dtype(np.float64),
    }
    if cls.chance:
        dtypes["codes"] = np.dtype(np.int16)
    found = checkpoint.read(dtypes)
    if found is None:
        return None
    arrays, counts = found
    room = max(1024, 4 * most, counts["count"] * 3 // 2 + most)
    moves = max(4 * room, counts["moves"] * 3 // 2 + most)
    states, kinds, ends = (grown(arrays[name], room) for name in ("states", "kinds", "ends"))
    offsets, targets, odds = grown(arrays["offsets"], room + 1), grown(arrays["targets"], moves), arrays["odds"]
    offsets[counts["done"]] = counts["moves"]
    codes = grown(arrays["codes"], moves) if cls.chance else np.zeros(1, np.int16)
    return states, kinds, ends, offsets, targets, codes, grown(odds, MOST_ODDS), counts


def in_order(
    states: NDArray[np.void],
    kinds: NDArray[np.int8],
    ends: NDArray[np.float64],
    offsets: NDArray[np.int64],
    moves: tuple[NDArray[np.int32], NDArray[np.int16]],
    odds: NDArray[np.float64],
    table: NDArray[np.int32],
) -> Positions:
    """The same positions numbered so that children come first: a third of the sweeps, and neighbours in memory."""
    count = len(kinds)
    order, numbers = np.zeros(count, np.int32), np.zeros(count, np.int32)
    children_first(kinds, offsets, moves[0], order, numbers, np.full(count, -1, np.int32))
    numbers[order] = np.arange(count, dtype=np.int32)
    new_offsets, new_moves = np.zeros_like(offsets), (np.zeros_like(moves[0]), np.zeros_like(moves[1]))
    reorder(order, numbers, offsets, moves, new_offsets, new_moves)
    used = table != EMPTY
    table[used] = numbers[table[used]]
    return Positions(states[order], kinds[order], ends[order], new_offsets, *new_moves, odds, table, int(numbers[0]))


WORK = np.dtype(
    (
        np.record,
        np.dtype([(name, np.int64) for name in ("done", "count", "moves", "width", "odds", "too_many_odds")]),
    )
)


def words_of(states: NDArray[np.void]) -> NDArray[np.uint64]:
    """The same memory as rows of 64-bit words."""
    return states.view(np.uint8).reshape(len(states), -1).view(np.uint64)


def empty_table(room: int) -> NDArray[np.int32]:
    """A hash table at most half full."""
    size = 1
    while size < 2 * room:
        size *= 2
    return np.full(size, EMPTY, np.int32)


def grown(values: NDArray[Any], size: int = 0) -> NDArray[Any]:
    """The same array with more room, half as much again unless told."""
    larger = np.zeros(size or len(values) * 3 // 2, values.dtype)
    larger[: len(values)] = values
    return larger
