"""What games of tricks share: cards are dealt, suits are followed, the highest card or trump takes the trick.

A card is 13 * suit + rank (`cards.py`); dealing, leading and following are moves of that number. Whoever cannot
follow has shown that they hold none of that suit, which is remembered (`lacks`), so that hidden cards are dealt anew
only as all at the table know that they can lie.
"""

from __future__ import annotations

import numpy as np

from zermelo.game import (
    NONE,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    has,
    i8,
    not_in_key,
    nth,
    number,
    put,
    put_all,
    python_only,
    squares,
    u8,
    u64,
    word,
)
from zermelo.games.tricks.cards import SUIT, card_of, suit_cards
from zermelo.games.tricks.picture import table_scene

STEPS = 8  # for each hidden card, when cards change places at random
NO_SUIT = 4


class Tricks(Game):
    """Hands, the trick under way, and what players have shown."""

    # ------------------------------------------------------------------ facts
    players: int = 4
    chance = True
    hidden = True
    suits: int = 4
    ranks: int = 13  # of a suit, from the ace down
    each: int = 13  # cards of a player
    dealt_cards: int = derived(lambda game: game.players * game.each)

    # ------------------------------------------------------------------ state
    dealt: i8  # cards dealt so far
    leader: i8  # of the trick under way
    seat: i8  # whose hand plays the next card
    laid: i8  # cards of the trick
    trump: i8  # a suit, or NO_SUIT
    trick: Cells = array(i8, 4)  # the cards, in the order of play
    hands: Cells = array(u64, lambda game: game.players)
    lacks: Cells = array(u8, lambda game: game.players)  # suits that a player has shown not to hold, as bits
    last: Cells = array(i8, 4, in_key=False)  # the trick before
    last_leader: i8 = not_in_key()

    # ------------------------------------------------------------------ what a game says itself
    def begin(self) -> None:
        """All cards are dealt."""
        self.turn = self.seat

    def take(self, winner: int) -> None:
        """Somebody has taken the trick that lies in `last`."""

    def sees(self, player: int, seat: int) -> bool:
        """Whether a player sees the cards of a seat."""
        return player == seat

    def known(self, player: int, seat: int) -> np.uint64:
        """Cards that a player knows to be in a hand that they do not see."""
        return NONE

    def gone(self) -> np.uint64:
        """The cards that have been played; a game that does not deal all cards keeps them."""
        return self.deck() & ~self.held() if self.dealt == self.dealt_cards else NONE

    def may_hold(self, seat: int, card: int) -> bool:
        """Whether a player may hold a card, as far as they have shown."""
        return int(self.lacks[seat]) >> (card // 13) & 1 == 0

    # ------------------------------------------------------------------ dealing
    def deck(self) -> np.uint64:
        """Every card of the game."""
        cards = NONE
        for suit in range(self.suits):
            high = (SUIT >> word(13 - self.ranks)) << word(13 - self.ranks)
            cards = cards | (high << word(13 * suit))
        return cards

    def held(self) -> np.uint64:
        """The cards in all hands."""
        cards = NONE
        for seat in range(self.players):
            cards = cards | self.hands[seat]
        return cards

    def deal_moves(self, out: Row) -> int:
        """The cards that chance may deal."""
        return put_all(out, 0, self.deck() & ~self.held())

    def give(self, card: int) -> None:
        """One card to the next player."""
        seat = int(self.dealt) % self.players
        self.hands[seat] = self.hands[seat] | bit(card)
        self.dealt += 1
        if self.dealt == self.dealt_cards:
            self.begin()

    def odds(self, move: int) -> float:
        """Every card that is left."""
        return 1.0 / count(self.deck() & ~self.held())

    def roll(self, random: Random, row: Row) -> int:
        """A card that is left."""
        cards = self.deck() & ~self.held()
        return nth(cards, random.below(count(cards)))

    # ------------------------------------------------------------------ play
    def following(self, seat: int) -> np.uint64:
        """The cards that a player may put to the trick: of the suit that was led, if they have any."""
        hand = self.hands[seat]
        if self.laid == 0:
            return hand
        same = hand & suit_cards(int(self.trick[0] - 1) // 13)
        return same if same != NONE else hand

    def lay(self, card: int) -> None:
        """A card is put to the trick; the last one completes it."""
        seat = int(self.seat)
        if self.laid == 0:
            self.leader = seat
        self.trick[int(self.laid)] = card + 1
        self.hands[seat] = self.hands[seat] & ~bit(card)
        suit = int(self.trick[0] - 1) // 13
        if card // 13 != suit:
            self.lacks[seat] = self.lacks[seat] | (1 << suit)
        self.laid += 1
        self.seat = (seat + 1) % self.players
        if self.laid == self.players:
            winner = self.ahead()
            for place in range(4):
                self.last[place] = self.trick[place]
                self.trick[place] = 0
            self.last_leader = self.leader
            self.laid = 0
            self.leader = self.seat = winner
            self.take(winner)

    def ahead(self) -> int:
        """Who takes the trick as it lies."""
        best, place = int(self.trick[0] - 1), 0
        for other in range(1, int(self.laid)):
            card = int(self.trick[other] - 1)
            same, trumps = card // 13 == best // 13, card // 13 == self.trump
            if (same and card > best) or (trumps and not same):
                best, place = card, other
        return (int(self.leader) + place) % self.players

    # ------------------------------------------------------------------ what players see
    def observe_table(self, player: int, out: Row) -> int:
        """The deal, the trick, the cards that a player sees, those that were played, and what others have shown."""
        n = put(out, 0, int(self.dealt))
        n = put(out, n, int(self.leader))
        n = put(out, n, int(self.seat))
        n = put(out, n, int(self.trump))
        for place in range(self.players):
            n = put(out, n, int(self.trick[place]))
            n = put(out, n, int(self.lacks[place]))
            n = put(out, n, count(self.hands[place]))
        gone = self.gone()
        for suit in range(self.suits):
            n = put(out, n, number(gone >> word(13 * suit) & SUIT))
            for seat in range(self.players):
                cards = self.hands[seat] if self.sees(player, seat) else self.known(player, seat)
                n = put(out, n, number(cards >> word(13 * suit) & SUIT))
        return n

    def redeal(self, player: int, random: Random) -> None:
        """Hidden cards lie anywhere that nobody has excluded, all such deals equally likely.

        Where players have shown what they lack, the cards are first laid in some way that fits and then change places
        at random, two or three at a time: a random walk over all deals that fit.
        """
        pool = self.deck() & ~self.held() & ~self.gone()
        sizes, bound = 0, False
        for seat in range(self.players):
            if not self.sees(player, seat):
                free = self.hands[seat] & ~self.known(player, seat)
                pool = pool | free
                sizes |= count(free) << 4 * seat
                bound = bound or self.lacks[seat] != 0
        for seat in range(self.players):
            if not self.sees(player, seat):
                self.hands[seat] = self.hands[seat] & ~pool
        if not bound:
            for seat in range(self.players):
                for _ in range(sizes >> 4 * seat & 15):
                    card = nth(pool, random.below(count(pool)))
                    pool = pool & ~bit(card)
                    self.hands[seat] = self.hands[seat] | bit(card)
        else:
            for card in squares(pool):
                self.place(card, pool, sizes)
            for _ in range(STEPS * count(pool)):
                self.change_places(pool, random)

    def room(self, seat: int, pool: np.uint64, sizes: int) -> bool:
        """Whether a hand has room for another hidden card."""
        return count(self.hands[seat] & pool) < (sizes >> 4 * seat & 15)

    def place(self, card: int, pool: np.uint64, sizes: int) -> None:
        """Give a card to a hand that may hold it; full hands pass cards on to make room."""
        for seat in range(self.players):
            if self.may_hold(seat, card) and self.room(seat, pool, sizes):
                self.hands[seat] = self.hands[seat] | bit(card)
                return
        for seat in range(self.players):
            if self.may_hold(seat, card) and sizes >> 4 * seat & 15 != 0 and self.passes_on(seat, pool, sizes):
                self.hands[seat] = self.hands[seat] | bit(card)
                return

    def passes_on(self, seat: int, pool: np.uint64, sizes: int) -> bool:
        """Make room in a full hand: a card goes to a hand with room, or to a full one that passes another on."""
        for other in range(self.players):
            if other != seat and self.room(other, pool, sizes) and self.movable(seat, other, pool) >= 0:
                self.hand_over(seat, other, self.movable(seat, other, pool))
                return True
        for between in range(self.players):
            if between != seat and self.movable(seat, between, pool) >= 0:
                for other in range(self.players):
                    fits = other not in (seat, between) and self.room(other, pool, sizes)
                    if fits and self.movable(between, other, pool) >= 0:
                        self.hand_over(between, other, self.movable(between, other, pool))
                        self.hand_over(seat, between, self.movable(seat, between, pool))
                        return True
        return False

    def movable(self, giver: int, taker: int, pool: np.uint64) -> int:
        """A hidden card of one player that another may hold; -1 if there is none."""
        for card in squares(self.hands[giver] & pool):
            if self.may_hold(taker, card):
                return card
        return -1

    def hand_over(self, giver: int, taker: int, card: int) -> None:
        """A card changes hands; `players` is the stock."""
        if giver < self.players:
            self.hands[giver] = self.hands[giver] & ~bit(card)
        if taker < self.players:
            self.hands[taker] = self.hands[taker] | bit(card)

    def may_lie(self, seat: int, card: int) -> bool:
        """Whether a card may be in a hand, or in the stock."""
        return seat == self.players or self.may_hold(seat, card)

    def holder(self, card: int) -> int:
        """In whose hand a card is; `players` for the stock."""
        found = self.players
        for seat in range(self.players):
            if has(self.hands[seat], card):
                found = seat
        return found

    def change_places(self, pool: np.uint64, random: Random) -> None:
        """Two hidden cards, or three in a ring, change hands if they may: as likely as the way back."""
        many = count(pool)
        one, two = nth(pool, random.below(many)), nth(pool, random.below(many))
        first, second = self.holder(one), self.holder(two)
        if first == second or not self.may_lie(second, one):
            return
        if random.below(3) != 0:
            if self.may_lie(first, two):
                self.hand_over(first, second, one)
                self.hand_over(second, first, two)
            return
        three = nth(pool, random.below(many))
        third = self.holder(three)
        if third not in (first, second) and self.may_lie(third, two) and self.may_lie(first, three):
            self.hand_over(first, second, one)
            self.hand_over(second, third, two)
            self.hand_over(third, first, three)

    # ------------------------------------------------------------------ text and picture
    @python_only
    def parse_move(self, text: str) -> int:
        """A card in either order, or what a game has besides."""
        card = card_of(text)
        return card if card in self.legal() else int(super().parse_move(text))

    @python_only
    def scene(self) -> Scene:
        """All hands open."""
        return self.shown(0, tuple(range(self.players)))

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The player's own cards."""
        return self.shown(player, (player,))

    @python_only
    def shown(self, viewer: int, seen: tuple[int, ...]) -> Scene:
        """The table as one sees it who sees these hands."""
        return table_scene(self, viewer, seen, tuple(f"player {seat + 1}" for seat in range(self.players)))
