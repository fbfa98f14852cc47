"""Deals of bridge that fit what a player has seen: cards, calls, and suits that others have shown out of.

Many deals are drawn at once, and those are kept in which the other hands come nearest to what their calls promised.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.bits import count, squares, word
from zermelo.game.playthrough import Playthrough
from zermelo.game.veil import deals, seen_by
from zermelo.hidden.bridge.system import Meaning, heard

DRAWN = 4000  # deals for each question
VOID = 1000  # how bad it is to hold a suit that was shown out of
LENGTH = 3  # how bad a missing card of a suit is, in points
POINTS = np.array([0] * 9 + [1, 2, 3, 4])


def played_by(playthrough: Playthrough) -> list[int]:
    """The cards that each hand has played: seen by everybody."""
    found = [0, 0, 0, 0]
    for before, move in zip(playthrough.states(), playthrough.played, strict=False):
        if before.turn >= 0 and before.declarer > 0:
            found[int(before.seat)] |= 1 << int(move)
    return found


def worlds(playthrough: Playthrough, player: int, many: int, seed: int) -> list[list[np.uint64]]:
    """Different deals, the likeliest first: the hands as they are now."""
    state = playthrough.state
    seats = [seat for seat in range(4) if not state.sees(player, seat)]
    random = np.random.default_rng([seed, seen_by(state, player)])
    pool = [card for seat in seats for card in squares(state.hands[seat])]
    sizes = [count(state.hands[seat]) for seat in seats]
    if not pool:
        return [[word(hand) for hand in state.hands]]
    cards = np.array(sorted(pool))
    dealt = cards[np.argsort(random.random((DRAWN, len(cards))), axis=1)]
    auction = heard(int(state.dealer), state.auction())
    gone = played_by(playthrough)
    wrong = np.zeros(DRAWN)
    first = 0
    for seat, size in zip(seats, sizes, strict=True):
        part = dealt[:, first : first + size]
        first += size
        wrong += distance(part, auction.shown[seat], int(state.lacks[seat]), gone[seat], state.each)
    found: dict[tuple[int, ...], list[np.uint64]] = {}
    for row in np.argsort(wrong, kind="stable"):
        if wrong[row] >= VOID or len(found) >= many:
            break
        hands, first = [word(hand) for hand in state.hands], 0
        for seat, size in zip(seats, sizes, strict=True):
            hands[seat] = word(sum(1 << int(card) for card in dealt[row, first : first + size]))
            first += size
        found.setdefault(tuple(int(hand) for hand in hands), hands)
    return list(found.values()) or [redealt(state, player, seed)]


def distance(part: NDArray[Any], shown: Meaning, lacks: int, gone: int, each: int) -> NDArray[Any]:
    """How far hands are from what a player promised, their played cards counted too."""
    wrong = np.zeros(len(part))
    past = list(squares(word(gone)))
    whole = part.shape[1] + len(past) == each  # else the game began later, and what they had is not known
    points = POINTS[part % 13].sum(axis=1) + sum(int(POINTS[card % 13]) for card in past)
    if whole:
        wrong += np.maximum(shown.low - points, 0) + np.maximum(points - shown.high, 0)
    for suit in range(4):
        length = (part // 13 == suit).sum(axis=1)
        if lacks >> suit & 1:
            wrong += VOID * length
        length = length + sum(card // 13 == suit for card in past)
        if whole:
            off = np.maximum(shown.least[suit] - length, 0) + np.maximum(length - shown.most[suit], 0)
            wrong += LENGTH * off
    return wrong


def redealt(state: Any, player: int, seed: int) -> list[np.uint64]:
    """A deal by the game's own rule, where so much was shown that no drawn one fits."""
    return [word(hand) for hand in deals(state, player, 1, seed)[0].hands]
