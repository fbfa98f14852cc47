"""An n-tuple network inside compiled search: digits of the cells, places in the tables, the sum of what stands there.

As in `evaluating.py` all of it lies in one block of memory whose address a state carries; weights are whole numbers.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zermelo.learn.evaluating import bucket, load_int, load_long, load_short, squashed, word_of
from zermelo.learn.sites import SITE_WORDS

# Words at the head of the block
SITES, FIRST_SITE, LOOKUP, FIRSTS, STRIDES, WEIGHTS, ENTRIES, SCALE = range(8)
HEAD = 16
ONE = 1 << 24  # what a weight of 1 is stored as
ONE_SCALE = 1 << 20


def read_digits(state: Any) -> None:
    """Write the digit of every site into `state.tuple_digits`."""
    net = state.net
    site, lookup = net + load_long(net, FIRST_SITE), net + load_long(net, LOOKUP)
    for number in range(state.tuple_sites):
        planes, shift = load_long(site, 0), np.uint64(load_long(site, 1))
        if planes > 0:
            value = 0
            for plane in range(planes):
                value |= int((word_of(state, load_long(site, 8 + plane)) >> shift) & np.uint64(1)) << plane
        else:
            value = min(max(number_at(state, site) - load_long(site, 4), 0), load_long(site, 5) - 1)
        state.tuple_digits[number] = load_short(lookup, load_long(site, 6) + value)
        site += 8 * SITE_WORDS


def number_at(state: Any, site: int) -> int:
    """The number of a site that is no square."""
    sign, shift = load_long(site, 3), np.uint64(load_long(site, 1))
    value = int(np.int64(word_of(state, load_long(site, 8)) >> shift) & load_long(site, 2))
    return (value ^ sign) - sign


def find_places(state: Any) -> None:
    """Write the place of every look-up, counted from the first entry of its bucket, into `state.tuple_places`.

    A site adds its digit times its stride to all look-ups at once, mostly times nought: long rows that the processor
    takes eight at a time, where going from tuple to tuple would take one cell at a time.
    """
    read_digits(state)
    firsts, strides = state.net + load_long(state.net, FIRSTS), state.net + load_long(state.net, STRIDES)
    for number in range(state.tuple_lookups):
        state.tuple_places[number] = load_int(firsts, number)
    for site in range(state.tuple_sites):
        digit = state.tuple_digits[site]
        if digit > 0:
            for number in range(state.tuple_lookups):
                state.tuple_places[number] += digit * load_int(strides, number)
        strides += 4 * state.tuple_lookups


def whose_tables(state: Any) -> int:
    """Whose tables serve: those of the player to move, or of chance; somebody alone has only one."""
    return bucket(state) if state.players > 1 else 0


def tuple_value(state: Any) -> float:
    """What the tables expect of a position, in the game's own units."""
    find_places(state)
    net = state.net
    weights = net + load_long(net, WEIGHTS) + 4 * whose_tables(state) * load_long(net, ENTRIES)
    total = 0
    for number in range(state.tuple_lookups):
        total += load_int(weights, state.tuple_places[number])
    return float(state.reward(0) * state.tuple_alone + shaped(state, total / ONE) * (load_long(net, SCALE) / ONE_SCALE))


def shaped(state: Any, total: float) -> float:
    """The sum of the weights as an expectation: between -1 and 1 where two oppose each other."""
    return total if state.tuple_alone else squashed(total)


# ---------------------------------------------------------------------- as methods of a game


def evaluate(self: Any) -> float:
    """What the tables expect for the player to move; for player 0 at chance."""
    return tuple_value(self)


def evaluate_for(self: Any, player: int) -> float:
    """What they expect for any player."""
    value = tuple_value(self)
    return value if player == max(int(self.turn), 0) else -value


def side_of(self: Any) -> float:
    """1 where tables speak for player 0, -1 where they speak for the other one."""
    return -1.0 if int(self.turn) == 1 else 1.0


def guess(self: Any, weights: Any) -> float:
    """While learning: what weights not yet rounded expect for player 0; a row of them has the sums of errors too."""
    find_places(self)
    first = whose_tables(self) * load_long(self.net, ENTRIES)
    for number in range(self.tuple_lookups):
        self.tuple_places[number] += first
    total, other = 0.0, 0.0  # two sums, so that no addition waits for the one before
    for number in range(0, self.tuple_lookups - 1, 2):
        total += weights[self.tuple_places[number], 0]
        other += weights[self.tuple_places[number + 1], 0]
    if self.tuple_lookups % 2 == 1:
        total += weights[self.tuple_places[self.tuple_lookups - 1], 0]
    total += other
    scale = load_long(self.net, SCALE) / ONE_SCALE
    return float(self.reward(0) * self.tuple_alone + self.td_side() * shaped(self, total) * scale)


def note(self: Any, features: Any, at: int) -> None:
    """Keep the places of the last guess."""
    for number in range(self.tuple_lookups):
        features[at, number] = self.tuple_places[number]


def correct(
    self: Any, weights: Any, features: Any, at: int, side: float, points: float, wanted: float, rate: float
) -> float:
    """Move the weights towards what was wanted; returns what was expected before, both for player 0.

    Temporal coherence (Beal and Smith 1999): a weight whose errors cancel out is moved less and less.
    """
    scale = load_long(self.net, SCALE) / ONE_SCALE
    total = 0.0
    for number in range(self.tuple_lookups):
        total += weights[features[at, number], 0]
    expected = shaped(self, total)
    error = side * (wanted - points * self.tuple_alone) / scale - expected
    if not self.tuple_alone:
        root = 1.0 + total * total
        error /= root * math.sqrt(root)
    share = rate / self.tuple_lookups
    for number in range(self.tuple_lookups):
        place = features[at, number]
        gone = weights[place, 2]
        coherence = abs(weights[place, 1]) / gone if gone > 0.0 else 1.0
        weights[place, 0] += share * coherence * error
        weights[place, 1] += error
        weights[place, 2] = gone + abs(error)
    return float(points * self.tuple_alone + side * expected * scale)


def reach(self: Any, highest: Any) -> None:
    """Note the highest value that each number has, beyond what the tables know."""
    site = self.net + load_long(self.net, FIRST_SITE)
    for number in range(self.tuple_sites):
        if load_long(site, 0) == 0:
            highest[number] = max(highest[number], number_at(self, site))
        site += 8 * SITE_WORDS


LEARNING = {"td_guess": guess, "td_note": note, "td_correct": correct, "td_side": side_of, "td_reach": reach}
EVALUATING = {"evaluate": evaluate, "evaluate_for": evaluate_for}
