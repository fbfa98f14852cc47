"""What a poker hand is worth: one number for any five to seven cards, higher is better, equal for equal hands.

A card is rank * 4 + suit, from the deuce of spades (0) to the ace of clubs (51); cards are kept as a word with thirteen
bits of ranks for each suit, so that flushes, straights and equal ranks are found by a few operations on words and no
table. The number is the category, then the ranks that decide first, then those that decide next, as sets of ranks.
"""

from __future__ import annotations

import re

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game.bits import NONE, bit, count, highest, number, word
from zermelo.game.record import inline

RANKS = "23456789TJQKA"
SUITS = "shdc"
CARDS = 52
WIDE = 16  # bits kept for a suit
ALL_RANKS = (1 << 13) - 1
HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
CATEGORIES = (
    "high card", "a pair", "two pairs", "three of a kind", "a straight", "a flush", "a full house", "four of a kind",
    "a straight flush",
)  # fmt: skip


@inline
def card_bit(card: int) -> np.uint64:
    """One card as a set of cards."""
    return bit((card & 3) * WIDE + (card >> 2))


@inline
def top(ranks: int, wanted: int) -> int:
    """The highest so many of a set of ranks."""
    for _ in range(count(word(ranks)) - wanted):
        ranks &= ranks - 1
    return ranks


@inline
def straight(ranks: int) -> int:
    """The highest rank of a straight, counted from the five up; 0 without one. An ace also counts below the deuce."""
    low = ranks << 1 | ranks >> 12
    run = low & low >> 1 & low >> 2 & low >> 3 & low >> 4
    return highest(word(run)) + 1


@inline
def worth(category: int, first: int, then: int) -> int:
    """A category and the sets of ranks that decide within it, as one number."""
    return category << 26 | first << 13 | then


def strength(cards: np.uint64) -> int:
    """What the best five of a set of five to seven cards are worth."""
    bits = number(cards)
    a, b, c, d = (
        bits & ALL_RANKS,
        bits >> WIDE & ALL_RANKS,
        bits >> 2 * WIDE & ALL_RANKS,
        bits >> 3 * WIDE & ALL_RANKS,
    )
    ranks = a | b | c | d
    pairs = a & b | c & d | (a | b) & (c | d)
    threes = a & b & (c | d) | c & d & (a | b)
    fours = a & b & c & d
    flush = 0
    for suit in range(4):
        own = bits >> suit * WIDE & ALL_RANKS
        if count(word(own)) >= 5:
            flush = own
    if flush > 0 and straight(flush) > 0:
        return worth(STRAIGHT_FLUSH, 0, straight(flush))
    if fours > 0:
        return worth(FOUR, fours, top(ranks & ~fours, 1))
    if threes > 0 and pairs != top(threes, 1):
        three = top(threes, 1)
        return worth(FULL_HOUSE, three, top(pairs & ~three, 1))
    if flush > 0:
        return worth(FLUSH, top(flush, 5), 0)
    if straight(ranks) > 0:
        return worth(STRAIGHT, 0, straight(ranks))
    if threes > 0:
        return worth(THREE, threes, top(ranks & ~threes, 2))
    two = top(pairs, 2)
    kinds = count(word(two))
    return worth(kinds, two, top(ranks & ~two, 5 - 2 * kinds))


def category(value: int) -> int:
    """The category of a hand's worth."""
    return value >> 26


# ---------------------------------------------------------------------- words


def card_text(card: int) -> str:
    """Rank and suit: `Ah`."""
    return RANKS[card >> 2] + SUITS[card & 3]


def read_cards(text: str) -> list[int]:
    """Cards as they are written, with or without spaces: `Td 9d 6h`; each once."""
    signs = re.sub(r"[\s,]+", "", text)
    signs = re.sub(r"10(?=[shdcSHDC])", "T", signs)
    if not re.fullmatch(rf"([{RANKS}{RANKS.lower()}][{SUITS}{SUITS.upper()}])*", signs):
        raise BadPosition(f"cards are written by rank and suit, as `Ah Td 9c` (suits {', '.join(SUITS)}), not {text!r}")
    found = [RANKS.index(signs[at].upper()) * 4 + SUITS.index(signs[at + 1].lower()) for at in range(0, len(signs), 2)]
    if len(set(found)) != len(found):
        raise BadPosition(f"a card stands twice in {text!r}")
    return found


def set_of(cards: list[int]) -> np.uint64:
    """Cards as a set."""
    found = NONE
    for card in cards:
        found |= card_bit(card)
    return found
