"""Ranges of hands: how likely each of the 1,326 pairs of cards is; 169 classes, as players write and draw them.

`AA,22` `66+` `A8s+` `QQ-22` `A5s-A4s` `AK` (suited and not) `AhKd` `KQo:0.5` `random`.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadParameter
from zermelo.games.poker.hands import CARDS, RANKS, read_cards

COMBOS = CARDS * (CARDS - 1) // 2
SIDE = len(RANKS)
CLASSES = SIDE * SIDE
LONGEST = 4000  # characters of a range

Floats = NDArray[np.float64]


def combo(first: int, second: int) -> int:
    """The number of a pair of cards."""
    high, low = max(first, second), min(first, second)
    return high * (high - 1) // 2 + low


@cache
def pairs() -> NDArray[np.int64]:
    """[combo] the two cards, the higher first."""
    return np.array([(high, low) for high in range(CARDS) for low in range(high)])


@cache
def classes() -> NDArray[np.int64]:
    """[combo] its cell in the grid of 169: suited hands above the diagonal, aces first."""
    found = np.zeros(COMBOS, np.int64)
    for number, (high, low) in enumerate(pairs().tolist()):
        row, column = SIDE - 1 - high // 4, SIDE - 1 - low // 4
        if high % 4 != low % 4:
            row, column = column, row
        found[number] = row * SIDE + column
    return found


def class_text(cell: int) -> str:
    """A cell of the grid as players write it: `AA`, `AKs`, `AKo`."""
    row, column = divmod(cell, SIDE)
    high, low = sorted((SIDE - 1 - row, SIDE - 1 - column), reverse=True)
    return RANKS[high] + RANKS[low] + ("" if row == column else "s" if row < column else "o")


def read_range(text: str) -> Floats:
    """[combo] a weight from 0 to 1."""
    if len(text) > LONGEST:
        raise BadParameter(f"a range has at most {LONGEST} characters, not {len(text)}")
    weights = np.zeros(COMBOS)
    for part in filter(None, re.split(r"[\s,;]+", text)):
        name, _, share = part.partition(":")
        try:
            weight = float(share) if share else 1.0
        except ValueError:
            weight = -1.0
        if not 0 <= weight <= 1:
            raise BadParameter(f"{part!r}: the weight after the colon lies from 0 to 1")
        for number in members(name):
            weights[number] = weight
    if not weights.any():
        raise BadParameter(f"the range {text!r} holds no hand: write it as AA,KQs,A5s-A2s,77+ or random")
    return weights


def members(name: str) -> list[int]:
    """The combos of one part of a range."""
    if name.lower() in ("random", "any", "all"):
        return list(range(COMBOS))
    if re.fullmatch(r"([2-9TJQKA][shdc]){2}", name, re.IGNORECASE):
        return [combo(*read_cards(name))]
    found = re.fullmatch(r"([2-9TJQKA]{2})([so]?)(\+|-([2-9TJQKA]{2})([so]?))?", name, re.IGNORECASE)
    if not found:
        raise BadParameter(f"{name!r} is no part of a range: write AA, AKs, AKo, AK, 77+, A8s+, QQ-22, A5s-A2s or AhKd")
    high, low = ranks_of(found[1])
    suits, tail = found[2].lower(), found[3] or ""
    if high == low and suits:
        raise BadParameter(f"{name!r}: a pair has no s or o")
    if not tail:
        return shape(high, low, suits)
    if tail == "+":
        chosen = [(r, r) for r in range(high, SIDE)] if high == low else [(high, r) for r in range(low, high)]
    else:
        other_high, other_low = ranks_of(found[4])
        if found[5].lower() != suits or (high == low) != (other_high == other_low):
            raise BadParameter(f"{name!r}: both ends are pairs, or suited, or not")
        if high == low:
            chosen = [(r, r) for r in range(min(high, other_high), max(high, other_high) + 1)]
        elif high == other_high:
            chosen = [(high, r) for r in range(min(low, other_low), max(low, other_low) + 1)]
        else:
            raise BadParameter(f"{name!r}: both ends have the same high card, as A5s-A2s")
    return [number for high, low in chosen for number in shape(high, low, suits)]


def ranks_of(text: str) -> tuple[int, int]:
    """Two ranks, the higher first."""
    first, second = (RANKS.index(sign) for sign in text.upper())
    return max(first, second), min(first, second)


def shape(high: int, low: int, suits: str) -> list[int]:
    """The combos of two ranks: suited, offsuit or both."""
    return [
        combo(high * 4 + a, low * 4 + b)
        for a in range(4)
        for b in range(4)
        if (high, a) != (low, b) and (high > low or a > b) and (not suits or (a == b) == (suits == "s"))
    ]
