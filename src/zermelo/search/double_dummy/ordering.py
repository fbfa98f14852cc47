"""Which cards are worth a look, and in what order: one for each group of equal cards, the promising first."""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import count, highest, lowest, word
from zermelo.game.record import inline
from zermelo.search.double_dummy.work import NO_TRUMP, SUIT, TableWork


@inline
def add_suit(work: TableWork, row: int, many: int, left: int, hand: np.uint64, suit: int) -> int:
    """The lowest card of each group of neighbours of one suit, lowest group first."""
    shift = word(16 * suit)
    own = (hand >> shift) & SUIT
    others = (work.left[left] >> shift) & SUIT & ~own
    while own != word(0):
        card = word(1) << word(lowest(own))
        above = others & ~((card << word(1)) - word(1)) if others != word(0) else word(0)
        group = own if above == word(0) else own & ((word(1) << word(lowest(above))) - word(1))
        work.cards[row, many] = card << shift
        work.groups[row, many] = group << shift
        own = own ^ group
        many += 1
    return many


@inline
def candidates(work: TableWork, left: int, index: int, seat: int) -> int:
    """The cards that the player may lead or follow with, one of each group."""
    row = left * 4 + index
    hand = work.hands[seat]
    if index > 0:
        suit = lowest(work.played[left, 0]) >> 4
        if hand & (SUIT << word(16 * suit)) != word(0):
            return add_suit(work, row, 0, left, hand, suit)
    many = 0
    for suit in range(4):
        many = add_suit(work, row, many, left, hand, suit)
    return many


@inline
def score_leads(work: TableWork, left: int, seat: int, many: int, first: int) -> None:
    """Leads: the suit and rank that was best here before, then suits in which the own side wins."""
    row = left * 4
    partner, one, two = (seat + 2) & 3, (seat + 1) & 3, (seat + 3) & 3
    for place in range(many):
        card = work.cards[row, place]
        group = work.groups[row, place]
        suit = lowest(card) >> 4
        shift = word(16 * suit)
        ranks = (work.left[left] >> shift) & SUIT
        top = highest(ranks)
        own, across = (work.hands[seat] >> shift) & SUIT, (work.hands[partner] >> shift) & SUIT
        lho, rho = (work.hands[one] >> shift) & SUIT, (work.hands[two] >> shift) & SUIT
        high = highest(group >> shift)
        low = lowest(card >> shift)
        score = 0
        second = highest(ranks ^ (word(1) << word(top)))
        trumps = work.trump != NO_TRUMP and suit != work.trump
        mine = high == top
        ours = highest(across) == top
        if trumps and lho == word(0) and work.hands[one] & (SUIT << word(16 * work.trump)) != word(0):
            score -= 60
        elif trumps and rho == word(0) and work.hands[two] & (SUIT << word(16 * work.trump)) != word(0):
            score -= 30
        if trumps and across == word(0) and work.hands[partner] & (SUIT << word(16 * work.trump)) != word(0):
            score += 40 - low
        if mine:
            score += 50 + 2 * count(own) if second >= 0 and has_rank(own | across, second) else 25
        elif ours:
            score += 45 - low
        elif highest(rho) == top and highest(own | across) >= 0:
            score += 12 - low if highest(lho) < highest(across) else -low
        elif highest(lho) == top:
            score += 8 - low if highest(across) >= 0 and has_rank(across | own, second) else -low - 5
        score += 2 * (count(own) - count(lho | rho) // 2)
        if suit * 16 + low == first:
            score += 1000
        work.scores[row, place] = score


@inline
def has_rank(ranks: np.uint64, rank: int) -> bool:
    """Whether a rank is in a set."""
    return (ranks >> word(rank)) & word(1) != word(0)


@inline
def beats(work: TableWork, card: np.uint64, best: np.uint64) -> bool:
    """Whether a card takes the trick from the best one so far."""
    one, two = lowest(card), lowest(best)
    if one >> 4 == two >> 4:
        return one > two
    return one >> 4 == work.trump


@inline
def strongest(work: TableWork, seat: int, suit: int) -> np.uint64:
    """What a player can at most put on a suit that is led: their highest of it, or a trump, or nothing."""
    ranks = work.hands[seat] & (SUIT << word(16 * suit))
    if ranks == word(0) and work.trump != NO_TRUMP:
        ranks = work.hands[seat] & (SUIT << word(16 * work.trump))
    return word(1) << word(highest(ranks)) if ranks != word(0) else word(0)


@inline
def score_follow(work: TableWork, left: int, index: int, seat: int, many: int, best: np.uint64, ours: bool) -> None:
    """Win as cheaply as is safe if partner does not, else play low; who must discard throws from length."""
    row = left * 4 + index
    suit = lowest(work.played[left, 0]) >> 4
    threat = word(0)  # the best that the opponent still to play can do
    help_ = word(0)  # and partner
    if index < 3:
        threat = strongest(work, (seat + 1) & 3, suit)
    if index == 1:
        help_ = strongest(work, (seat + 2) & 3, suit)
    hold = best
    if threat != word(0) and beats(work, threat, hold):
        hold = threat
    partner_holds = (ours and hold == best) or (help_ != word(0) and beats(work, help_, hold) and index == 1)
    for place in range(many):
        card = work.cards[row, place]
        high = word(1) << word(highest(work.groups[row, place]))
        rank = lowest(card) & 15
        mine = lowest(card) >> 4
        score = -rank
        if partner_holds:
            if beats(work, high, hold) and mine == suit:
                score -= 0
        elif beats(work, high, hold):
            score += 60
        elif beats(work, high, best):
            score += 10 if index == 1 else 5
        if mine != suit and mine != work.trump:
            length = count((work.hands[seat] >> word(16 * mine)) & SUIT)
            ranks = (work.left[left] >> word(16 * mine)) & SUIT
            score += 2 * length
            if rank == highest(ranks):
                score -= 20
        elif mine != suit and partner_holds:
            score -= 30
        work.scores[row, place] = score


@inline
def next_best(work: TableWork, row: int, place: int, many: int) -> None:
    """Bring the card with the highest score of those left to a place."""
    best = place
    for each in range(place + 1, many):
        if work.scores[row, each] > work.scores[row, best]:
            best = each
    if best != place:
        card, group, score = work.cards[row, best], work.groups[row, best], work.scores[row, best]
        work.cards[row, best] = work.cards[row, place]
        work.groups[row, best] = work.groups[row, place]
        work.scores[row, best] = work.scores[row, place]
        work.cards[row, place], work.groups[row, place], work.scores[row, place] = card, group, score
