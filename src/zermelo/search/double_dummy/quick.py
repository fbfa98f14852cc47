"""Tricks that are certain without search: those that the leader's side can cash, and those that cannot be lost."""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import count, highest, word
from zermelo.game.record import inline
from zermelo.search.double_dummy.work import NO_TRUMP, SUIT, TableWork


@inline
def run_of(all_ranks: np.uint64, own: np.uint64) -> int:
    """How many of the highest cards in play a set holds without a gap."""
    others = all_ranks & ~own
    if others == word(0):
        return count(own)
    return count(own >> word(highest(others)))


@inline
def down_to(all_ranks: np.uint64, many: int) -> np.uint64:
    """The lowest of the `many` highest cards."""
    for _ in range(many - 1):
        all_ranks = all_ranks ^ (word(1) << word(highest(all_ranks)))
    return word(1) << word(highest(all_ranks))


@inline
def cashable(work: TableWork, all_cards: np.uint64, leader: int) -> tuple[int, np.uint64]:
    """Tricks that a player's side takes at once, on lead, and the cards that make them sure.

    The leader cashes their own runs of highest cards; if one of their low cards reaches a highest card of their
    partner, the partner cashes too. Where opponents can ruff, a suit is cashed only as often as they must follow.
    """
    one, two, partner = (leader + 1) & 3, (leader + 3) & 3, (leader + 2) & 3
    total, theirs, entry = 0, 0, 0
    cards, more = word(0), word(0)
    trumps = SUIT << word(16 * (work.trump & 3)) if work.trump != NO_TRUMP else word(0)
    first_ruffs, second_ruffs = work.hands[one] & trumps != word(0), work.hands[two] & trumps != word(0)
    if trumps != word(0):
        shift = word(16 * work.trump)
        run = run_of((all_cards >> shift) & SUIT, (work.hands[leader] >> shift) & SUIT)
        if run >= count(work.hands[one] & trumps) and run >= count(work.hands[two] & trumps):
            first_ruffs = second_ruffs = False  # once they are drawn: the leader's trumps are counted among the tricks
            if run > 0 and (work.hands[one] | work.hands[two]) & trumps != word(0):
                cards = cards | (down_to((all_cards >> shift) & SUIT, run) << shift)
    for suit in range(4):
        shift = word(16 * suit)
        ranks = (all_cards >> shift) & SUIT
        own, across = (work.hands[leader] >> shift) & SUIT, (work.hands[partner] >> shift) & SUIT
        left, right = count((work.hands[one] >> shift) & SUIT), count((work.hands[two] >> shift) & SUIT)
        most = 13
        if suit != work.trump:
            if first_ruffs:
                most = min(most, left)
            if second_ruffs:
                most = min(most, right)
        mine, many_across = count(own), count(across)
        run = run_of(ranks, own)
        longest = max(left, right)
        if own != word(0):
            if run >= longest and run >= many_across and run > 0 and mine > run:
                wins = min(mine, most)  # nobody has a card of the suit left after the run
            else:
                wins = min(run, most)
            total += wins
            if wins > 0 and (longest > 0 or many_across > 0):
                cards = cards | (down_to(ranks, min(wins, run)) << shift)
        both = run_of(ranks, own | across)
        if across != word(0) and both > run:
            further = min(min(both, many_across), most) - run  # partner's highest cards below the leader's
            run_across = run_of(ranks & ~own if run > 0 else ranks, across)
            further = min(further, run_across)
            if run > 0:
                further = min(further, many_across - run)
            if further > 0:
                if mine > run and most > run:
                    entry = 1
                theirs += further
                more = more | (down_to(ranks, min(run + further, both)) << shift)
    if trumps != word(0) and work.hands[partner] & trumps != word(0):
        total = min(total, count(work.hands[partner] & ~trumps) + 1)  # then partner must ruff, and leads
    if entry != 0 and (trumps == word(0) or total + theirs <= count(work.hands[leader] & ~trumps)):
        total += theirs
        cards = cards | more
    return total, cards


@inline
def sure_for(work: TableWork, all_cards: np.uint64, player: int) -> tuple[int, np.uint64]:
    """Tricks that a side cannot lose although the other is on lead: highest trumps."""
    if work.trump == NO_TRUMP:
        return 0, word(0)
    shift = word(16 * work.trump)
    ranks = (all_cards >> shift) & SUIT
    one, two = (work.hands[player] >> shift) & SUIT, (work.hands[(player + 2) & 3] >> shift) & SUIT
    run = run_of(ranks, one | two)
    wins = min(run, max(count(one), count(two)))
    if wins > 0:
        return wins, down_to(ranks, run) << shift
    return 0, word(0)
