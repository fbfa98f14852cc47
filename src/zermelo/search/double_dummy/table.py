"""The table of the double-dummy search: shapes, and below each a chain of patterns.

A pattern is four words: who holds the highest cards of suits 0 and 1, then 2 and 3 (26 bits a suit, two for each card),
and masks that say how many of those cards matter. The twelve high bits of the words keep the next pattern of the chain,
and in the third word the bound: tricks that North and South make at least, or at most (+16).
"""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import count, lowest, mix64, number, plus, word
from zermelo.game.record import inline
from zermelo.search.common.memory import load_word, store_word
from zermelo.search.double_dummy.work import PATTERNS, SHAPES, SUIT, WORDS, TableWork

OWNERS = word((1 << 52) - 1)
HALF = word((1 << 26) - 1)
AT_MOST = 16
MISSING = word(0xFFFFFFFFFFFFFFFF)  # no answer: never a set of cards


@inline
def shape_of(work: TableWork, left: int) -> np.uint64:
    """How long the suits are, who leads, and how many tricks are left."""
    key = word(left * 4 + work.leader[left] + 1)
    for seat in range(4):
        for suit in range(3):
            key = (key << word(4)) | word(count(work.hands[seat] & (SUIT << word(16 * suit))))
    return key


@inline
def place_of(work: TableWork, key: np.uint64) -> int:
    """Where a shape stands in the table, or where it would."""
    place = number(mix64(key) & word(SHAPES - 1))
    found = load_word(work.shapes, 2 * place)
    while found != word(0) and found != key:
        place = (place + 1) & (SHAPES - 1)
        found = load_word(work.shapes, 2 * place)
    return int(place)


@inline
def owners_of(work: TableWork, all_cards: np.uint64, first: int) -> np.uint64:
    """Who holds the cards of two suits, highest first."""
    one = number((all_cards >> word(16 * first)) & SUIT)
    two = number((all_cards >> word(16 * first + 16)) & SUIT)
    return word(work.owners[first, one]) | (word(work.owners[first + 1, two]) << word(26))


@inline
def card_of(ranks: np.uint64, many: int) -> np.uint64:
    """The lowest of the `many` highest cards of a suit."""
    for _ in range(count(ranks) - many):
        ranks = ranks & plus(ranks, MISSING)
    return word(1) << word(lowest(ranks))


@inline
def looked_up(work: TableWork, place: int, all_cards: np.uint64, need: int) -> np.uint64:
    """Whether the table knows that North and South can, or cannot, make so many tricks, and which cards prove it."""
    entry = number(load_word(work.shapes, 2 * place + 1) & word(0xFFFFFF))
    one, two = owners_of(work, all_cards, 0), owners_of(work, all_cards, 2)
    while entry != 0:
        at = WORDS * entry
        first, second = load_word(work.patterns, at), load_word(work.patterns, at + 1)
        third, fourth = load_word(work.patterns, at + 2), load_word(work.patterns, at + 3)
        if ((first ^ one) & third & OWNERS) == word(0) and ((second ^ two) & fourth & OWNERS) == word(0):
            bound = number(third >> word(52))
            wins = bound < AT_MOST and bound >= need
            if wins or (bound >= AT_MOST and bound - AT_MOST < need):
                cards = word(0)
                for suit in range(4):
                    mask = third if suit < 2 else fourth
                    many = count((mask >> word(26 * (suit & 1))) & HALF) >> 1
                    if many > 0:
                        ranks = (all_cards >> word(16 * suit)) & SUIT
                        cards = cards | (card_of(ranks, many) << word(16 * suit))
                return cards | (word(1) << word(63)) if wins else cards
        entry = number((first >> word(52)) | ((second >> word(52)) << word(12)))
    return MISSING


@inline
def remember(
    work: TableWork, place: int, key: np.uint64, all_cards: np.uint64, cards: np.uint64, need: int, wins: bool
) -> None:
    """Put a bound at the head of its chain; a full table is emptied."""
    if work.used + 1 >= PATTERNS or 4 * work.shapes_used >= 3 * SHAPES:
        for each in range(2 * SHAPES):
            store_word(work.shapes, each, word(0))
        work.used = work.shapes_used = 0
        place = place_of(work, key)
    if load_word(work.shapes, 2 * place) == word(0):
        work.shapes_used += 1
        store_word(work.shapes, 2 * place, key)
        store_word(work.shapes, 2 * place + 1, word(0))
    head = load_word(work.shapes, 2 * place + 1)
    masks, first = word(0), word(0)
    work.used += 1
    at = WORDS * work.used
    following = head & word(0xFFFFFF)
    for half in range(2):
        masks = word(0)
        for part in range(2):
            suit = 2 * half + part
            ranks = (all_cards >> word(16 * suit)) & SUIT
            needed = (cards >> word(16 * suit)) & SUIT
            if needed != word(0):
                many = count(ranks >> word(lowest(needed)))
                mask = HALF ^ (HALF >> word(2 * many))
                masks = masks | (mask << word(26 * part))
        first = owners_of(work, all_cards, 2 * half) & masks
        link = (following >> word(12 * half)) & word(0xFFF)
        store_word(work.patterns, at + half, first | (link << word(52)))
        bound = word(need if wins else need - 1 + AT_MOST) if half == 0 else word(0)
        store_word(work.patterns, at + 2 + half, masks | (bound << word(52)))
    store_word(work.shapes, 2 * place + 1, (head & ~word(0xFFFFFF)) | word(work.used))
