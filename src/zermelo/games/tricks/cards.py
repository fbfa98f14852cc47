"""Playing cards as numbers, boards and text: 13 * suit + rank, clubs first, the two lowest; `SA`: ace of spades."""

from __future__ import annotations

import re

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import NONE, bit, has, squares, word

SUITS = "CDHS"
RANKS = "23456789TJQKA"
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT = word(0x1FFF)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JACK, QUEEN, KING, ACE = 9, 10, 11, 12


def suit_cards(suit: int) -> np.uint64:
    """All cards of a suit."""
    return SUIT << word(13 * suit)


def card_text(card: int) -> str:
    """`SA`."""
    return SUITS[card // 13] + RANKS[card % 13]


def card_of(text: str) -> int:
    """The card that a text names, in either order and with 10 for T; -1 for none."""
    text = text.strip().upper().replace("10", "T")
    for suit, rank in (text[:1], text[1:]), (text[1:], text[:1]):
        if len(suit) == len(rank) == 1 and suit in SUITS and rank in RANKS:
            return 13 * SUITS.index(suit) + RANKS.index(rank)
    return -1


def hand_text(hand: np.uint64) -> str:
    """A hand as in PBN: spades, hearts, diamonds, clubs, each suit from the top: `AKQ.T98.-.2` has `.` between."""
    suits = []
    for suit in (3, 2, 1, 0):
        suits.append("".join(RANKS[rank] for rank in range(12, -1, -1) if has(hand, 13 * suit + rank)))
    return ".".join(suits)


def read_hand(text: str) -> np.uint64:
    """What `hand_text` wrote."""
    parts = text.upper().replace("10", "T").split(".")
    if len(parts) != 4:
        raise BadPosition(f"a hand is four suits with dots between, spades first, such as AKQ.T98..2, not {text!r}")
    hand = NONE
    for suit, ranks in zip((3, 2, 1, 0), parts, strict=True):
        for rank in ranks:
            if rank not in RANKS:
                raise BadPosition(f"{rank!r} in {text!r} is no rank: use {RANKS[::-1]}")
            card = 13 * suit + RANKS.index(rank)
            if has(hand, card):
                raise BadPosition(f"{card_text(card)} is there twice in {text!r}")
            hand |= bit(card)
    return hand


def read_deal(text: str) -> list[np.uint64]:
    """Four hands of a PBN deal, `N:AKQ.T98..2 ...`, from any seat on, as North, East, South, West."""
    found = re.fullmatch(r"\s*([NESWnesw]):\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*", text)
    if not found:
        raise BadPosition(
            f"a deal is written `N:` and four hands clockwise, each with dots between its suits, not {text!r}"
        )
    hands = [read_hand(part) for part in found.groups()[1:]]
    together = NONE
    for hand in hands:
        if twice := list(squares(together & hand)):
            raise BadPosition(f"{card_text(twice[0])} is in two hands of {text.strip()!r}")
        together |= hand
    first = "NESW".index(found[1].upper())
    return hands[-first:] + hands[:-first] if first else hands
