"""The double-dummy search: whether North and South make so many of the tricks left, all cards open.

Zero-window search over single cards (Haglund and Hein's DDS showed the parts): equal cards are tried once, tricks
that are certain are counted at the start of each, and a table knows earlier positions by the relative ranks that
mattered (`table.py`). The answer is a word: the top bit says yes; the others are the cards whose rank the proof used.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import lowest, number, word
from zermelo.game.compile import kernel, kernel_step
from zermelo.search.common.memory import load_word, store_word
from zermelo.search.common.work import counted
from zermelo.search.double_dummy.ordering import (
    beats,
    candidates,
    next_best,
    score_follow,
    score_leads,
)
from zermelo.search.double_dummy.quick import cashable, sure_for
from zermelo.search.double_dummy.table import MISSING, looked_up, place_of, remember, shape_of
from zermelo.search.double_dummy.work import SUIT, TableWork

YES = word(1 << 63)
NO = word(0)
CARDS = word((1 << 63) - 1)
ZERO: Any = np.int64(0)  # literals would be types of their own
ONE: Any = np.int64(1)


@kernel_step
def last_trick(work: TableWork, need: int) -> np.uint64:
    """One card each."""
    leader = work.leader[1]
    best, owner = work.hands[leader], leader
    rivals = 0
    for step in range(1, 4):
        seat = (leader + step) & 3
        card = work.hands[seat]
        if beats(work, card, best):
            best, owner = card, seat
    winning = lowest(best) >> 4
    for seat in range(4):
        rivals += lowest(work.hands[seat]) >> 4 == winning
    cards = best if rivals > 1 else word(0)
    return YES | cards if owner & 1 == 0 else cards


@kernel_step
def certain(work: TableWork, left: int, need: int) -> np.uint64:
    """An answer without search, or `MISSING`."""
    leader = work.leader[left]
    all_cards = work.left[left]
    own, proof = cashable(work, all_cards, leader)
    other, against = sure_for(work, all_cards, (leader + 1) & 3)
    if leader & 1 == 0:
        if own >= need:
            return YES | proof
        return against if left - other < need else MISSING
    if left - own < need:
        return proof
    return YES | against if other >= need else MISSING


@kernel_step
def rank_that_won(work: TableWork, left: int, winner: int) -> np.uint64:
    """The card that took a trick, if others of its suit were in it: then its rank counted."""
    top = work.played[left, (winner - work.leader[left]) & 3]
    suit = SUIT << word(lowest(top) & 48)
    rivals = ZERO
    for each in range(4):
        rivals += work.played[left, each] & suit != NO
    return top if rivals > 1 else NO


@kernel
def tricks_made(work: TableWork, left: int, index: int, need: int) -> np.uint64:
    """Whether North and South make `need` of the tricks left; `index` cards of this one are played.

    The answer is exact: YES if they can against any defence, with the cards whose ranks the proof used.
    """
    # 1. At the start of a trick: nothing to decide, certain tricks, or a position that the table knows.
    place, key = ZERO, NO
    if index == 0:
        if need <= 0:
            return YES
        if need > left:
            return NO
        if counted(work):
            return NO
        if left == 1:
            return last_trick(work, need)
        work.left[left] = work.hands[0] | work.hands[1] | work.hands[2] | work.hands[3]
        known = certain(work, left, need)
        if known != MISSING:
            return known
        key = shape_of(work, left)
        place = place_of(work, key)
        known = stored_answer(work, left, need, place, key)
        if known != MISSING:
            return known

    # 2. The cards that can be played, one of each group of equals, with their scores.
    seat = (work.leader[left] + index) & 3
    helps = seat & 1 == 0
    many = candidates(work, left, index, seat)
    row = left * 4 + index
    winner, best = work.leader[left], NO
    if index > 0:
        winner = work.winner[left, index - 1]
        best = work.played[left, (winner - work.leader[left]) & 3]
        if many > 1:
            score_follow(work, left, index, seat, many, best, (winner ^ seat) & 1 == 0)
    else:
        score_leads(work, left, seat, many, stored_lead(work, place, key))

    # 3. Each card in turn, until one settles the question for the side that plays it.
    proof = NO
    answer = NO if helps else YES
    for tried in range(many):
        next_best(work, row, tried, many)
        card = work.cards[row, tried]
        work.hands[seat] ^= card
        work.played[left, index] = card
        now = seat if index == 0 or beats(work, card, best) else winner
        work.winner[left, index] = now
        found = after_card(work, left, index, need, now)
        work.hands[seat] ^= card
        if work.aborted != 0:
            return NO
        if (found & YES != NO) == helps:
            answer, proof = found & YES, found & CARDS
            if index == 0:
                store_lead(work, place_of(work, key), key, card)
            break
        proof = proof | (found & CARDS)
        if found & work.groups[row, tried] != NO:
            proof = proof | card  # the lowest of the group: where one counts, all do

    # 4. No card did, or one: the table keeps which ranks mattered.
    if index == 0:
        remember(work, place_of(work, key), key, work.left[left], proof, need, answer != NO)
    return answer | proof


@kernel_step
def after_card(work: TableWork, left: int, index: int, need: int, now: int) -> np.uint64:
    """The answer after a card that `now` holds the trick with: the next card of the trick, or the next trick."""
    if index < 3:
        return tricks_made(work, left, index + ONE, need)
    work.leader[left - 1] = now
    found = tricks_made(work, left - ONE, ZERO, need - ONE if now & 1 == 0 else need)
    return found | rank_that_won(work, left, now)


@kernel_step
def stored_answer(work: TableWork, left: int, need: int, place: int, key: np.uint64) -> np.uint64:
    """What the table says of the cards that are left, or `MISSING`."""
    if load_word(work.shapes, 2 * place) != key:
        return MISSING
    return looked_up(work, place, work.left[left], need)


@kernel_step
def stored_lead(work: TableWork, place: int, key: np.uint64) -> int:
    """The lead that was best in a shape, by its bit; -1 where none is known."""
    if load_word(work.shapes, 2 * place) != key:
        return -1
    return number(load_word(work.shapes, 2 * place + 1) >> word(24)) - 1


@kernel_step
def store_lead(work: TableWork, place: int, key: np.uint64, card: np.uint64) -> None:
    """Keep the lead that was best in a shape, if the shape is in the table."""
    if load_word(work.shapes, 2 * place) == key:
        head = load_word(work.shapes, 2 * place + 1) & word(0xFFFFFF)
        store_word(work.shapes, 2 * place + 1, head | (word(lowest(card) + 1) << word(24)))
