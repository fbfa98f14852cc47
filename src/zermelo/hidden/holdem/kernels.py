"""The kernels of a hold'em subgame: one walk through its tree for one player, on vectors of hands.

Values are counterfactual: what a node is worth to each of the player's hands, times how likely the opponent's hands
lead there. A showdown takes time in proportion to the hands: both players' hands in the order of their strength, sums
over the weaker ones, less the hands that share a card (Johanson et al. 2011).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.game.compile import kernel
from zermelo.game.record import inline
from zermelo.games.poker.hands import CARDS, card_bit, strength
from zermelo.hidden.equilibrium.rules import ADDED, KEPT, NEGATIVE, POSITIVE, weights
from zermelo.hidden.equilibrium.walk import EVALUATE, RESPOND, UPDATE
from zermelo.hidden.holdem.betting import ALL_IN, DEAL, FIRST_FOLDS, SECOND, SECOND_FOLDS

Singles = NDArray[np.float32]


class Side(NamedTuple):
    """One player's hands as kernels read them."""

    cards: NDArray[np.uint16]  # [hand, 2]
    weights: Singles  # [hand] of the range
    twins: NDArray[np.int16]  # [hand] the same cards among the other's hands; -1
    holders: NDArray[np.uint16]  # the hands that hold each card, card by card
    held: NDArray[np.int32]  # [card + 1] where they begin
    order: NDArray[np.uint16]  # [place, hand] from the weakest on; those that the board excludes are left out
    ranks: NDArray[np.int32]  # [place, hand] their strength, in that order
    live: NDArray[np.int32]  # [place] how many there are
    equity: Singles  # [other's hand, hand] chance to win less chance to lose, all cards to come dealt


class Work(NamedTuple):
    """What a walk needs: rows for each depth."""

    nodes: NDArray[np.int64]  # [depth] the node that is open
    own: Singles  # [depth, hand]
    other: Singles
    values: Singles
    strategy: Singles  # [depth, action, hand]
    actions: Singles  # [depth, action, hand] values
    total: Singles  # [hand]


# ---------------------------------------------------------------------- before the walk


@kernel
def strengths(boards: Any, cards: Any, found: Any) -> None:
    """[place, hand] what each hand is worth on each full board; -1 where they share a card."""
    for place in range(len(boards)):
        board = card_bit(boards[place, 0])
        for index in range(1, 5):
            board = board | card_bit(boards[place, index])
        for hand in range(len(cards)):
            first, second = card_bit(cards[hand, 0]), card_bit(cards[hand, 1])
            clash = (board & (first | second)) != np.uint64(0)
            found[place, hand] = -1 if clash else strength(board | first | second)


@kernel
def compare(ours: Any, theirs: Any, our_cards: Any, their_cards: Any, share: float, found: Any) -> None:
    """[their hand, our hand] wins less losses over all boards, each counted with the same share."""
    for place in range(len(ours)):
        for other in range(len(their_cards)):
            rank = theirs[place, other]
            if rank >= 0:
                for hand in range(len(our_cards)):
                    own = ours[place, hand]
                    won = (own > rank) - (own < rank)
                    found[other, hand] += np.float32(won * share) if own >= 0 else np.float32(0.0)
    for other in range(len(their_cards)):
        for hand in range(len(our_cards)):
            for a in range(2):
                for b in range(2):
                    if their_cards[other, a] == our_cards[hand, b]:
                        found[other, hand] = 0.0


# ---------------------------------------------------------------------- ends


@inline
def fold_values(side: Any, other: Any, reach: Any, amount: float, sums: Any, values: Any) -> None:
    """The same for every hand, less the other's hands that share a card."""
    total = 0.0
    for card in range(CARDS):
        sums[card] = 0.0
    for hand in range(len(reach)):
        if reach[hand] != 0.0:
            total += reach[hand]
            sums[other.cards[hand, 0]] += reach[hand]
            sums[other.cards[hand, 1]] += reach[hand]
    for hand in range(len(side.cards)):
        left = total - sums[side.cards[hand, 0]] - sums[side.cards[hand, 1]]
        twin = side.twins[hand]
        if twin >= 0:
            left += reach[twin]
        values[hand] = amount * left


@inline
def showdown_values(side: Any, other: Any, place: int, reach: Any, amount: float, sums: Any, values: Any) -> None:
    """The weaker hands pay, the stronger ones win: once upwards through both orders, once downwards."""
    ours, theirs = side.live[place], other.live[place]
    for hand in range(len(side.cards)):
        values[hand] = 0.0
    total, at = 0.0, 0
    for card in range(CARDS):
        sums[card] = 0.0
    for index in range(ours):
        rank = side.ranks[place, index]
        while at < theirs and other.ranks[place, at] < rank:
            hand = other.order[place, at]
            total += reach[hand]
            sums[other.cards[hand, 0]] += reach[hand]
            sums[other.cards[hand, 1]] += reach[hand]
            at += 1
        hand = side.order[place, index]
        values[hand] = amount * (total - sums[side.cards[hand, 0]] - sums[side.cards[hand, 1]])
    total, at = 0.0, theirs - 1
    for card in range(CARDS):
        sums[card] = 0.0
    for index in range(ours - 1, -1, -1):
        rank = side.ranks[place, index]
        while at >= 0 and other.ranks[place, at] > rank:
            hand = other.order[place, at]
            total += reach[hand]
            sums[other.cards[hand, 0]] += reach[hand]
            sums[other.cards[hand, 1]] += reach[hand]
            at -= 1
        hand = side.order[place, index]
        values[hand] -= amount * (total - sums[side.cards[hand, 0]] - sums[side.cards[hand, 1]])


@inline
def all_in_values(side: Any, reach: Any, amount: float, values: Any) -> None:
    """All cards to come at once, by the table of equities."""
    for hand in range(len(values)):
        values[hand] = 0.0
    for other in range(len(reach)):
        if reach[other] != 0.0:
            factor = np.float32(amount) * reach[other]
            for hand in range(len(values)):
                values[hand] += factor * side.equity[other, hand]


# ---------------------------------------------------------------------- decisions


@inline
def regret_matching(sums: Any, start: int, count: int, hands: int, strategy: Any, total: Any) -> None:
    """Positive sums as shares; all actions alike where there is none."""
    zero = np.float32(0.0)
    for hand in range(hands):
        total[hand] = zero
    for action in range(count):
        row = start + action * hands
        for hand in range(hands):
            total[hand] += max(sums[row + hand], zero)
    for action in range(count):
        row = start + action * hands
        for hand in range(hands):
            strategy[action, hand] = max(sums[row + hand], zero)
    even = np.float32(1.0 / count)
    for action in range(count):
        for hand in range(hands):
            strategy[action, hand] = strategy[action, hand] / total[hand] if total[hand] > zero else even


@inline
def update_regrets(
    regrets: Any, averages: Any, start: int, count: int, values: Any, actions: Any, strategy: Any, own: Any, by: Any
) -> None:
    """Regrets and averages of one decision, by the factors of the iteration (`rules.weights`)."""
    positive, negative = np.float32(by[POSITIVE]), np.float32(by[NEGATIVE])
    added, kept = np.float32(by[ADDED]), np.float32(by[KEPT])
    hands = len(own)
    for action in range(count):
        row = start + action * hands
        for hand in range(hands):
            new = regrets[row + hand] + actions[action, hand] - values[hand]
            regrets[row + hand] = new * (positive if new > np.float32(0.0) else negative)
        for hand in range(hands):
            averages[row + hand] = (averages[row + hand] + added * own[hand] * strategy[action, hand]) * kept


@inline
def descend(tree: Any, node: int, depth: int, player: int, side: Any, other: Any, work: Any) -> None:
    """The reaches of a child from those of its parent."""
    parent = work.nodes[depth - 1]
    kind, which = tree.kinds[parent], tree.which[node]
    mine, theirs = work.own[depth], work.other[depth]
    for hand in range(len(side.cards)):
        mine[hand] = work.own[depth - 1, hand]
    for hand in range(len(other.cards)):
        theirs[hand] = work.other[depth - 1, hand]
    if kind == DEAL:
        card = tree.cards[node]
        for index in range(side.held[card], side.held[card + 1]):
            mine[side.holders[index]] = 0.0
        for index in range(other.held[card], other.held[card + 1]):
            theirs[other.holders[index]] = 0.0
    elif kind == player:
        for hand in range(len(side.cards)):
            mine[hand] *= work.strategy[depth - 1, which, hand]
    else:
        for hand in range(len(other.cards)):
            theirs[hand] *= work.strategy[depth - 1, which, hand]


@inline
def ascend(tree: Any, node: int, depth: int, player: int, purpose: int, side: Any, work: Any) -> None:
    """Add the values of a child to those of its parent."""
    parent = work.nodes[depth - 1]
    kind, which = tree.kinds[parent], tree.which[node]
    below, above = work.values[depth], work.values[depth - 1]
    hands = len(side.cards)
    if kind == DEAL:
        card = tree.cards[node]
        for index in range(side.held[card], side.held[card + 1]):
            below[side.holders[index]] = 0.0
        share = np.float32(1.0 / (tree.counts[parent] - 4))  # two cards of each player cannot come
        for hand in range(hands):
            above[hand] += share * below[hand]
    elif kind != player:
        for hand in range(hands):
            above[hand] += below[hand]
    elif purpose == RESPOND:
        for hand in range(hands):
            above[hand] = below[hand] if which == 0 else max(above[hand], below[hand])
    else:
        for hand in range(hands):
            work.actions[depth - 1, which, hand] = below[hand]
            above[hand] += work.strategy[depth - 1, which, hand] * below[hand]


@kernel
def walk(
    tree: Any, starts: Any, player: int, purpose: int, sides: Any, regrets: Any, averages: Any, work: Any, by: Any
) -> float:
    """One walk for a player: update regrets, answer the averages as well as possible, or value them.

    Returns the value of the whole tree to the player's range, times the weights of both ranges.
    """
    side, other = sides[player], sides[1 - player]
    sums = np.zeros(CARDS)
    for hand in range(len(side.cards)):
        work.own[0, hand] = side.weights[hand]
    for hand in range(len(other.cards)):
        work.other[0, hand] = other.weights[hand]
    for node in range(len(tree.kinds)):
        depth, kind = tree.depths[node], tree.kinds[node]
        if depth > 0:
            descend(tree, node, depth, player, side, other, work)
        values, reach = work.values[depth][: len(side.cards)], work.other[depth][: len(other.cards)]
        if kind <= DEAL:  # a decision or a deal: open it
            work.nodes[depth] = node
            values[:] = 0.0
            if kind <= SECOND:
                hands = len(side.cards) if kind == player else len(other.cards)
                source = regrets if purpose == UPDATE else averages
                regret_matching(source, starts[node], tree.counts[node], hands, work.strategy[depth], work.total)
            continue
        if kind == ALL_IN:
            all_in_values(side, reach, tree.amounts[node], values)
        elif kind in (FIRST_FOLDS, SECOND_FOLDS):
            won = kind - FIRST_FOLDS != player
            fold_values(side, other, reach, tree.amounts[node] if won else -tree.amounts[node], sums, values)
        else:
            showdown_values(side, other, tree.places[node], reach, tree.amounts[node], sums, values)
        child = node
        while depth > 0:  # close all nodes of which this was the last child
            ascend(tree, child, depth, player, purpose, side, work)
            parent = work.nodes[depth - 1]
            if tree.which[child] < tree.counts[parent] - 1:
                break
            depth -= 1
            child = parent
            if tree.kinds[child] == player and purpose == UPDATE:
                update_regrets(
                    regrets, averages, starts[child], tree.counts[child], work.values[depth], work.actions[depth],
                    work.strategy[depth], work.own[depth][: len(side.cards)], by,
                )  # fmt: skip
    total = 0.0
    for hand in range(len(side.cards)):
        total += side.weights[hand] * work.values[0, hand]
    return total


@kernel
def iterate(
    tree: Any, starts: Any, method: int, begin: int, end: int, sides: Any, regrets: Any, averages: Any, work: Any,
    by: Any,
) -> None:  # fmt: skip
    """Iterations `begin` to `end` - 1, the players by turns."""
    for t in range(begin, end):
        weights(method, t, by)
        for player in range(2):
            walk(tree, starts, player, UPDATE, sides, regrets, averages, work, by)


@kernel
def reaches_at(tree: Any, starts: Any, player: int, wanted: int, sides: Any, averages: Any, work: Any) -> None:
    """The reaches of both players at one node under the averages, left in row 0 of `own` and `other`."""
    side, other = sides[player], sides[1 - player]
    for hand in range(len(side.cards)):
        work.own[0, hand] = side.weights[hand]
    for hand in range(len(other.cards)):
        work.other[0, hand] = other.weights[hand]
    for node in range(wanted + 1):
        depth, kind = tree.depths[node], tree.kinds[node]
        if depth > 0:
            descend(tree, node, depth, player, side, other, work)
        if node < wanted and kind <= DEAL:
            work.nodes[depth] = node
            if kind <= SECOND:
                hands = len(side.cards) if kind == player else len(other.cards)
                regret_matching(averages, starts[node], tree.counts[node], hands, work.strategy[depth], work.total)


__all__ = ["EVALUATE", "RESPOND", "UPDATE", "Side", "Work", "compare", "iterate", "reaches_at", "strengths", "walk"]
