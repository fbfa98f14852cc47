"""All-in before the flop: how often each of 169 hands beats each other one, over all 2,598,960 boards, exactly.

Boards that differ by a change of suits say the same about classes of hands, so 134,459 stand for all. On each the 1,081
hands are put in order; a hand beats all weaker ones but those that share a card with it, counted class by class.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo import folders
from zermelo.game.arrays import read_arrays
from zermelo.game.compile import kernel
from zermelo.games.poker.hands import ALL_RANKS, CARDS, WIDE, card_bit, strength
from zermelo.hidden.holdem.ranges import CLASSES, classes, pairs

BOARDS, CANONICAL = 2_598_960, 134_459
RUNS = 48 * 47 * 46 * 45 * 44 // 120  # boards that two hands leave
ALL_WINS = 1_334_125_369_292  # over all boards and pairs of hands: what a whole table adds up to
BATCH = 2_000  # boards between two reports
NAME = "holdem-preflop.npz"
LARGEST = 1 << 24  # bytes of the table, with room

Matrix = NDArray[np.float64]
Progress = Callable[[float], None]  # told the part that is done


class Preflop(NamedTuple):
    """[class, class] of the own and the other's hand."""

    pairs: Matrix  # in how many ways both can be held at once
    wins: Matrix  # chance that the first is better
    ties: Matrix


@kernel
def canonical_boards(boards: Any, times: Any) -> int:
    """Boards whose suits stand in order, and how many boards each stands for."""
    n = 0
    suits = np.zeros(4, np.int64)
    for a in range(CARDS):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        bits = np.int64(card_bit(a) | card_bit(b) | card_bit(c) | card_bit(d) | card_bit(e))
                        for suit in range(4):
                            suits[suit] = bits >> suit * WIDE & ALL_RANKS
                        if suits[0] >= suits[1] >= suits[2] >= suits[3]:
                            same, orders = 1, 24
                            for suit in range(1, 4):
                                same = same + 1 if suits[suit] == suits[suit - 1] else 1
                                orders //= same
                            boards[n, 0], boards[n, 1], boards[n, 2], boards[n, 3], boards[n, 4] = a, b, c, d, e
                            times[n] = orders
                            n += 1
    return n


@kernel
def count_wins(boards: Any, times: Any, cards: Any, cells: Any, below: Any, wins: Any) -> None:
    """Add to wins[own class, other class] what some boards say; `below` is [card + 1, class] of work space."""
    ranks, order = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int64)
    for place in range(len(boards)):
        board = card_bit(boards[place, 0])
        for index in range(1, 5):
            board = board | card_bit(boards[place, index])
        live = 0
        for hand in range(len(cards)):
            own = card_bit(cards[hand, 0]) | card_bit(cards[hand, 1])
            if (board & own) == np.uint64(0):
                ranks[live] = strength(board | own) << 11 | hand  # the hand goes along while they are sorted
                live += 1
        order[:live] = np.sort(ranks[:live])
        below[:] = 0
        begin = 0
        while begin < live:
            end = begin
            while end < live and order[end] >> 11 == order[begin] >> 11:
                hand = order[end] & 2047
                first, second, cell = cards[hand, 0], cards[hand, 1], cells[hand]
                for other in range(wins.shape[1]):
                    weaker = below[0, other] - below[first + 1, other] - below[second + 1, other]
                    wins[cell, other] += times[place] * weaker
                end += 1
            for index in range(begin, end):  # equal hands beat each other in no way
                hand = order[index] & 2047
                below[0, cells[hand]] += 1
                below[cards[hand, 0] + 1, cells[hand]] += 1
                below[cards[hand, 1] + 1, cells[hand]] += 1
            begin = end


def pair_counts() -> Matrix:
    """In how many ways two classes can be held at once."""
    cards, cells = pairs(), classes()
    member = np.zeros((len(cards), CARDS))
    member[np.arange(len(cards))[:, None], cards] = 1
    apart = (member @ member.T == 0).astype(float)
    of = np.zeros((CLASSES, len(cards)))
    of[cells, np.arange(len(cards))] = 1
    return np.asarray(of @ apart @ of.T)


def counted(progress: Progress | None = None) -> NDArray[np.int64]:
    """[own class, other class] wins, over all boards and all pairs of hands: half a minute of work."""
    boards, times = np.zeros((CANONICAL, 5), np.int64), np.zeros(CANONICAL, np.int64)
    assert canonical_boards(boards, times) == CANONICAL
    wins = np.zeros((CLASSES, CLASSES), np.int64)
    below, cards, cells = np.zeros((CARDS + 1, CLASSES), np.int64), pairs(), classes()
    told = time.monotonic()
    for begin in range(0, CANONICAL, BATCH):
        part = slice(begin, begin + BATCH)
        count_wins(boards[part], times[part], cards, cells, below, wins)
        if progress and time.monotonic() - told > 0.3:
            told = time.monotonic()
            progress(min(begin + BATCH, CANONICAL) / CANONICAL)
    return wins


def preflop(progress: Progress | None = None) -> Preflop:
    """The table, from a file of earlier or counted now and kept."""
    path = folders.data_folder() / NAME
    wins = read(path)
    if wins is None:
        wins = counted(progress)
        keep(path, wins)
    ways = pair_counts()
    share = wins / (ways * RUNS)
    return Preflop(ways, share, 1 - share - share.T)


def read(path: Path) -> NDArray[np.int64] | None:
    """A kept table, if it is whole: aces beat kings as often as counted, and nothing is won more than dealt."""
    try:
        wins: NDArray[np.int64] = read_arrays(path, LARGEST)["wins"]
    except (OSError, ValueError, KeyError):
        return None
    whole = wins.shape == (CLASSES, CLASSES) and wins.dtype == np.int64 and int(wins.sum()) == ALL_WINS
    return wins if whole else None


def keep(path: Path, wins: NDArray[np.int64]) -> None:
    """Write the table whole."""
    content = io.BytesIO()
    np.savez_compressed(content, wins=wins)
    folders.write_whole(path, content.getvalue())
