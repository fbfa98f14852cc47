"""Double dummy: how many tricks a side makes when all four hands lie open and everybody plays perfectly.

`DoubleDummy().table(hands)` is the table of a deal, tricks for each strain and declarer; `after_each(...)` what each
card of a trick under way leads to. Hands are words as in `games/tricks` (13 * suit + rank), players North, East,
South, West.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadPosition
from zermelo.game.bits import count, squares, word
from zermelo.search.double_dummy.kernel import tricks_made
from zermelo.search.double_dummy.work import SUIT, TableWork, fill_owners, new_table

START = 7  # the number of tricks that is asked for first
Table = NDArray[np.int64]  # 5 strains, clubs to no trump, by 4 declarers


def spread(hand: Any) -> np.uint64:
    """A hand with sixteen bits for each suit."""
    cards = word(0)
    for suit in range(4):
        cards = cards | (((word(hand) >> word(13 * suit)) & SUIT) << word(16 * suit))
    return cards


def spread_card(card: int) -> int:
    """The bit of a card among sixteen for each suit."""
    return 16 * (card // 13) + card % 13


class DoubleDummy:
    """The solver: its table of positions serves all questions about one deal and one strain."""

    def __init__(self) -> None:
        self.work: TableWork = TableWork.blank()
        self.shapes, self.patterns = new_table()
        self.work.shapes, self.work.patterns = self.shapes.ctypes.data, self.patterns.ctypes.data
        self.work.node_limit = 1 << 62
        self.known: tuple[int, ...] = ()

    def prepare(self, hands: Sequence[Any], trump: int) -> None:
        """Take up a deal and a strain; what is known is kept if both are those of the last question."""
        known = (*(int(hand) for hand in hands), trump)
        if known == self.known:
            return
        fresh = known[:4] != self.known[:4]
        for seat in range(4):
            self.work.hands[seat] = spread(hands[seat])
        self.work.trump = trump
        if fresh:
            fill_owners(self.work)
        self.shapes[:] = 0
        self.work.used = self.work.shapes_used = 0
        self.known = known

    def most(self, left: int, index: int, guess: int) -> int:
        """The tricks of North and South: one question after another, up or down from a guess."""
        low, high = 0, left
        while low < high:
            need = min(max(guess, low + 1), high)
            if int(tricks_made(self.work, left, index, need)) >> 63:
                low, guess = need, need + 1
            else:
                high, guess = need - 1, need - 1
        return low

    def tricks(self, hands: Sequence[Any], trump: int, leader: int, guess: int | None = None) -> int:
        """Tricks of North and South when somebody leads to a new trick."""
        left = count(word(hands[0]))
        if any(count(word(hand)) != left for hand in hands):
            raise BadPosition("all four hands must have as many cards to begin a trick")
        if left == 0:
            return 0
        self.prepare(hands, trump)
        self.work.leader[left] = leader
        return self.most(left, 0, START if guess is None else guess)

    def table(self, hands: Sequence[Any], stop_event: threading.Event | None = None) -> Table:
        """Tricks of each declarer in each strain, clubs first, no trump last."""
        found = np.zeros((5, 4), np.int64)
        for trump in range(5):
            guess = START
            for declarer in (0, 2, 1, 3):
                if stop_event is not None and stop_event.is_set():
                    raise KeyboardInterrupt
                guess = self.tricks(hands, trump, (declarer + 1) % 4, guess)
                found[trump, declarer] = guess if declarer % 2 == 0 else count(word(hands[0])) - guess
        return found

    def after_each(
        self, hands: Sequence[Any], trump: int, leader: int, trick: Sequence[int], cards: Sequence[int]
    ) -> dict[int, int]:
        """For some cards of whoever is to play: the tricks left for North and South, this one included."""
        seat = (leader + len(trick)) % 4
        whole = [word(hand) for hand in hands]
        for place, card in enumerate(trick):
            whole[(leader + place) % 4] |= word(1) << word(card)
        self.prepare(whole, trump)
        left, work = count(whole[leader]), self.work
        work.leader[left] = leader
        if left == 1:
            return {card: self.last(whole, trump, leader) for card in cards}
        work.left[left] = work.hands[0] | work.hands[1] | work.hands[2] | work.hands[3]
        winner = leader
        for place, card in enumerate(trick):
            winner = self.put(left, place, (leader + place) % 4, card, winner)
        found: dict[int, int] = {}
        guess = START * left // 13
        for card in cards:
            now = self.put(left, len(trick), seat, card, winner)
            if len(trick) == 3:
                work.leader[left - 1] = now
                mine = int(now % 2 == 0)
                found[card] = mine + self.most(left - 1, 0, guess - mine)
            else:
                found[card] = self.most(left, len(trick) + 1, guess)
            guess = found[card]
            work.hands[seat] |= word(1) << word(spread_card(card))
        for place, card in enumerate(trick):
            work.hands[(leader + place) % 4] |= word(1) << word(spread_card(card))
        return found

    def put(self, left: int, place: int, seat: int, card: int, winner: int) -> int:
        """Put a card to the trick; who wins it so far."""
        work = self.work
        bit = word(1) << word(spread_card(card))
        work.hands[seat] &= ~bit
        work.played[left, place] = bit
        if place:
            best = int(work.played[left, (winner - work.leader[left]) % 4]).bit_length() - 1
            mine = spread_card(card)
            takes = mine > best if mine // 16 == best // 16 else mine // 16 == work.trump
            winner = seat if takes else winner
        else:
            winner = seat
        work.winner[left, place] = winner
        return winner

    def last(self, whole: Sequence[Any], trump: int, leader: int) -> int:
        """The last trick: one card each."""
        best, winner = -1, leader
        led = -1
        for step in range(4):
            seat = (leader + step) % 4
            mine = next(iter(squares(whole[seat])))
            led = mine // 13 if step == 0 else led
            worth = mine % 13 + (100 if mine // 13 == trump else 50 if mine // 13 == led else 0)
            if worth > best:
                best, winner = worth, seat
        return int(winner % 2 == 0)
