"""Texas hold'em for two: two hidden cards each, five open ones, betting before the flop, on flop, turn and river.

Player 1 has the button: they post the small blind of one chip and speak first before the flop; player 2 posts the big
blind of two and speaks first afterwards. Betting is without limit (bets are parts of the pot, or any whole number of
chips, and always all-in), with fixed limits (2, then 4 chips, four bets a round), or all-in or fold. Nobody can lose
more than the smaller stack, so one number tells both.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from zermelo.errors import BadParameter
from zermelo.game import (
    ALL,
    CHANCE,
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
    i8,
    i16,
    nth,
    parameter,
    put,
    python_only,
    squares,
    table,
    word,
)
from zermelo.games.poker.hands import CARDS, card_bit, strength
from zermelo.games.poker.holdem_picture import ending_of, move_text_of, picture_of, read, text_of, why_not

FOLD, CALL = 0, 1  # a move from 2 on raises what the player has put in to so many chips
BETTINGS = NO_LIMIT, LIMIT, PUSH_FOLD = "no_limit", "limit", "push_fold"
SMALL_BLIND, BIG_BLIND = 1, 2
SHOWDOWN = 4  # the street after the river
MOST_BETS = 4  # in a round with limits; the big blind is the first before the flop
LIMIT_MOVES = 23  # most with limits: call and three raises and a call; three times check, four bets, call
ANY = 0  # among the sizes of bets: every whole number of chips
LARGEST_BET = 1000  # hundredths of the pot


def sizes_of(game: Any) -> tuple[int, ...]:
    """The sizes of bets, small ones first."""
    sizes = game.bets
    if not sizes or not all(type(size) is int and 0 <= size <= LARGEST_BET for size in sizes):
        raise BadParameter(f"bets are hundredths of the pot up to {LARGEST_BET}, as 50,100, or 0 for any amount")
    if ANY in sizes and len(sizes) > 1:
        raise BadParameter("bets=0 stands for any amount of chips and needs no other sizes beside it")
    return tuple(sorted(set(sizes)))


def raised_to(high: int, size: int, step: int) -> int:
    """What a bet of a part of the pot raises to: at least by a step."""
    return high + max(step, (2 * high * size + 50) // 100)


def most_bettings(game: Any) -> int:
    """The most moves of the players in one hand: raises while there are chips, and two more moves on each street."""
    if game.betting == PUSH_FOLD:
        return 2
    if game.betting == LIMIT:
        return LIMIT_MOVES
    high, raises = BIG_BLIND, 0
    while high < game.stack:
        high = raised_to(high, min(game.sizes), BIG_BLIND)
        raises += 1
    return raises + 2 * SHOWDOWN


class Holdem(Game):
    """Texas hold'em for two players."""

    # ------------------------------------------------------------------ facts
    betting: str = parameter(NO_LIMIT, choices=BETTINGS, help="which bets are allowed")
    stack: int = parameter(100, low=3, high=1000, help="chips of each player; the blinds are one and two chips")
    bets: tuple[int, ...] = parameter(
        (50, 100), help="without limit: sizes of bets in hundredths of the pot; 0: any whole number of chips"
    )
    chance: bool = True
    hidden: bool = True
    sizes: Cells = derived(lambda game: table(sizes_of(game)))
    limited: bool = derived(lambda game: game.betting == LIMIT)
    push_fold: bool = derived(lambda game: game.betting == PUSH_FOLD)
    bettings: int = derived(most_bettings)
    lowest: float = derived(lambda game: -float(min(game.stack, 48) if game.betting == LIMIT else game.stack))
    highest: float = derived(lambda game: -game.lowest)
    most_moves: int = derived(lambda game: max(CARDS, game.stack + 2 if 0 in game.sizes else 0))
    longest: int = derived(lambda game: 9 + game.bettings)
    observation: int = derived(lambda game: 8 + game.bettings)

    # ------------------------------------------------------------------ state
    hands: Cells = array(i8, (2, 2))  # [player, place] card + 1, the higher first; 0 before it is dealt
    board: Cells = array(i8, 5)  # card + 1, the flop in falling order; 0 before it is dealt
    paid: Cells = array(i16, 2)  # [player] chips put in
    line: Cells = array(i16, lambda game: game.bettings)  # the players' moves, each + 1
    made: i16  # how many moves the players have made
    acted: i16  # of them on this street
    street: i8  # 0 before the flop, then flop, turn, river, SHOWDOWN
    bets_made: i8  # on this street, the big blind included
    step: i16  # chips of the last raise: the least of the next
    folded: i8  # player + 1; 0: nobody

    @python_only
    def start(self) -> None:
        """Both players post their blinds, and nature deals."""
        self.turn = CHANCE
        self.paid[0], self.paid[1] = SMALL_BLIND, BIG_BLIND
        self.step, self.bets_made = BIG_BLIND, 1

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """At chance the cards that are left; else fold against a bet, check or call, and the bets that are allowed."""
        n = 0
        if self.turn == CHANCE:
            for card in squares(self.left()):
                n = put(out, n, card)
            return n
        high = self.high()
        if high > self.paid[self.turn]:
            n = put(out, n, FOLD)
        if not self.push_fold or self.turn == 1:
            n = put(out, n, CALL)
        if high == self.stack:
            return n
        if self.limited:
            limit = BIG_BLIND if self.street < 2 else 2 * BIG_BLIND
            return put(out, n, min(high + limit, self.stack)) if self.bets_made < MOST_BETS else n
        if not self.push_fold:
            n = self.sized(out, n, high)
        return put(out, n, self.stack)

    def sized(self, out: Row, n: int, high: int) -> int:
        """Write the bets below all-in."""
        if self.sizes[0] == ANY:
            for amount in range(high + self.step, self.stack):
                n = put(out, n, amount)
            return n
        last = high
        for index in range(len(self.sizes)):
            amount = raised_to(high, int(self.sizes[index]), int(self.step))
            if last < amount < self.stack:
                n = put(out, n, amount)
                last = amount
        return n

    def play(self, move: int) -> None:
        """Deal a card, or bet."""
        if self.turn == CHANCE:
            self.deal(move)
            return
        self.line[int(self.made)] = move + 1
        self.made += 1
        self.acted += 1
        if move == FOLD:
            self.folded = self.turn + 1
            self.turn = 1 - self.turn
            return
        high = self.high()
        self.paid[self.turn] = high if move == CALL else move
        if move != CALL:
            self.step = max(int(self.step), move - high)
            self.bets_made += 1
        self.turn = 1 - self.turn
        if move == CALL and self.acted > 1:
            self.next_street()

    def next_street(self) -> None:
        """A round of betting is over."""
        self.street += 1
        self.acted = 0
        self.bets_made = 0
        self.step = BIG_BLIND
        self.turn = 0 if self.street == SHOWDOWN else CHANCE

    def deal(self, card: int) -> None:
        """A card for the next place: player 1, player 2, the board; the betting goes on when all are there."""
        dealt = self.dealt()
        if dealt < 4:
            self.hands[dealt >> 1, dealt & 1] = card + 1
            if dealt & 1 == 1 and self.hands[dealt >> 1, 0] < card + 1:
                self.hands[dealt >> 1, 1] = self.hands[dealt >> 1, 0]
                self.hands[dealt >> 1, 0] = card + 1
            self.turn = 0 if dealt == 3 else CHANCE
            return
        place = dealt - 4
        self.board[place] = card + 1
        if place == 2:
            self.sort_flop()
        if place < self.street + 1:
            return  # the flop is not complete
        if self.high() < self.stack or self.paid[0] != self.paid[1]:
            self.turn = 1
        else:
            self.street += 1
            self.turn = 0 if self.street == SHOWDOWN else CHANCE

    def over(self) -> bool:
        """Somebody has folded, or the hands are shown."""
        return bool(self.folded > 0 or self.street == SHOWDOWN)

    def utility(self, player: int) -> float:
        """The winner gains what the other has put in; equal hands share."""
        if self.folded > 0:
            lost = int(self.paid[self.folded - 1])
            return float(-lost if self.folded == player + 1 else lost)
        if self.street < SHOWDOWN:
            return 0.0
        own, other = self.strength_of(player), self.strength_of(1 - player)
        return float(((own > other) - (own < other)) * int(self.paid[player]))

    def odds(self, card: int) -> float:
        """Every card left in the deck is equally likely."""
        return 1.0 / count(self.left())

    def roll(self, random: Random, row: Row) -> int:
        """A random card of those that are left."""
        left = self.left()
        return nth(left, random.below(count(left)))

    def observe(self, player: int, out: Row) -> int:
        """How many cards are dealt, the own cards, the board, and the line of betting; 0 where there is none."""
        n = put(out, 0, self.dealt())
        for place in range(2):
            n = put(out, n, int(self.hands[player, place]))
        for place in range(5):
            n = put(out, n, int(self.board[place]))
        for place in range(self.bettings):
            n = put(out, n, int(self.line[place]))
        return n

    def redeal(self, player: int, random: Random) -> None:
        """The other's cards become any that this player does not see."""
        other = 1 - player
        held = int(self.hands[other, 0] > 0) + int(self.hands[other, 1] > 0)
        self.hands[other, 0] = 0
        self.hands[other, 1] = 0
        for place in range(held):
            left = self.left()
            self.hands[other, place] = nth(left, random.below(count(left))) + 1
        if self.hands[other, 0] < self.hands[other, 1]:
            lower = int(self.hands[other, 0])
            self.hands[other, 0] = self.hands[other, 1]
            self.hands[other, 1] = lower

    # ------------------------------------------------------------------ helpers
    def high(self) -> int:
        """The most chips that a player has put in."""
        return max(int(self.paid[0]), int(self.paid[1]))

    def dealt(self) -> int:
        """How many cards have been dealt."""
        n = 0
        for player in range(2):
            for place in range(2):
                n += int(self.hands[player, place] > 0)
        for place in range(5):
            n += int(self.board[place] > 0)
        return n

    def left(self) -> np.uint64:
        """The deck as a set of cards."""
        cards = ALL >> word(64 - CARDS)
        for player in range(2):
            for place in range(2):
                if self.hands[player, place] > 0:
                    cards = cards & ~bit(int(self.hands[player, place]) - 1)
        for place in range(5):
            if self.board[place] > 0:
                cards = cards & ~bit(int(self.board[place]) - 1)
        return cards

    def sort_flop(self) -> None:
        """The flop in falling order: three cards that come together have no order."""
        for end in (2, 1):
            for place in range(end):
                if self.board[place] < self.board[place + 1]:
                    lower = int(self.board[place])
                    self.board[place] = self.board[place + 1]
                    self.board[place + 1] = lower

    def strength_of(self, player: int) -> int:
        """What the best five of a player's cards and the board are worth."""
        cards = NONE
        for place in range(2):
            cards = cards | card_bit(int(self.hands[player, place]) - 1)
        for place in range(5):
            cards = cards | card_bit(int(self.board[place]) - 1)
        return strength(cards)

    # ------------------------------------------------------------------ notation and picture
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Cards and bets as they came: `AhKd QsJs r6c Td9d6h cr12f`; nothing dealt: `-`."""
        return text_of(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote: deal the cards and make the bets again."""
        state: Self = read(cls, text)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """A card, `fold`, `check`, `call`, `bet-6`, `raise-12` (to so many chips in all), `all-in`."""
        return move_text_of(self, move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """A card that is dealt already, or a bet that is not offered."""
        return why_not(self)

    @python_only
    def ending(self) -> str:
        """Who folded, or whose hand was better, and the chips."""
        return ending_of(self)

    @python_only
    def scene(self) -> Scene:
        """All cards face up."""
        return picture_of(self, (0, 1), "all cards are shown")

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The other's cards face down, and nothing of what is being dealt."""
        return picture_of(self, (player,), "")
