"""Two small poker games for two players, made for study: Kuhn's (1950) with three cards, Leduc Hold'em with six.

Cards are dealt by chance, one for each player in turn, and in Leduc one open card between the two rounds of betting.
A player sees their own card, the open card and the betting. Results are the chips won or lost.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import (
    ALL,
    CHANCE,
    Button,
    Cell,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    bit,
    count,
    derived,
    i8,
    i32,
    nth,
    put,
    python_only,
    squares,
    word,
)

RANKS = "JQK"
SUITS = "sh"


class Poker(Game):
    """What both games share: a deck, one hidden card for each player, open cards, and the line of betting."""

    # ------------------------------------------------------------------ facts
    chance: bool = True
    hidden: bool = True
    deck: int = 3  # cards
    places: int = 2  # cards on the table: one for each player, then the open ones
    bets: int = 3  # longest line of betting
    letters: tuple[str, ...] = ()  # one for each move of a player, in position texts
    most_moves: int = derived(lambda game: game.deck)
    observation: int = derived(lambda game: game.places + game.bets)

    # ------------------------------------------------------------------ state
    cards: i32  # of player 0, player 1, open: card + 1, or 0 before it is dealt; four bits for each from the lowest on
    line: i32  # the players' moves, each + 1, two bits for each from the lowest on
    made: i8  # how many moves the players have made in this round

    @python_only
    def start(self) -> None:
        """Nature deals."""
        self.turn = CHANCE

    # ------------------------------------------------------------------ rules that both share
    def deals(self, out: Row) -> int:
        """At a chance node: every card that is still in the deck."""
        n = 0
        for card in squares(self.left()):
            n = put(out, n, card - 1)
        return n

    def odds(self, card: int) -> float:
        """Every card left in the deck is equally likely."""
        return 1.0 / count(self.left())

    def roll(self, random: Random, row: Row) -> int:
        """A random card of those that are left."""
        return self.drawn(random)

    def dealt(self) -> int:
        """How many cards have been dealt."""
        n = 0
        for place in range(self.places):
            n += self.card(place) > 0
        return n

    def left(self) -> np.uint64:
        """The deck as a set of cards, each + 1."""
        cards = ALL >> word(64 - self.deck) << word(1)
        for place in range(self.places):
            cards = cards & ~bit(self.card(place))
        return cards

    def drawn(self, random: Random) -> int:
        """A random card of the deck."""
        left = self.left()
        return nth(left, random.below(count(left))) - 1

    def card(self, place: int) -> int:
        """The card at a place, + 1."""
        return self.cards >> 4 * place & 15

    def lay(self, place: int, card: int) -> None:
        """Deal a card to a place that has none."""
        self.cards |= card + 1 << 4 * place

    def bet(self, place: int) -> int:
        """The move at a place of the line, + 1."""
        return self.line >> 2 * place & 3

    def observe(self, player: int, out: Row) -> int:
        """How many cards are dealt, the own card, the open cards, and the line of betting; 0 where there is none."""
        n = put(out, 0, self.dealt())
        n = put(out, n, self.card(player))
        for place in range(2, self.places):
            n = put(out, n, self.card(place))
        for place in range(self.bets):
            n = put(out, n, self.bet(place))
        return n

    def redeal(self, player: int, random: Random) -> None:
        """The other player's card, if they have one, becomes any that this player does not see."""
        other = 1 - player
        seen = self.cards & ~(15 << 4 * other)
        if seen != self.cards:
            self.cards = seen
            self.lay(other, self.drawn(random))

    # ------------------------------------------------------------------ notation
    @python_only
    def card_text(self, card: int) -> str:
        """The rank, and the suit where there are two."""
        return RANKS[card] if self.deck == len(RANKS) else RANKS[card // 2] + SUITS[card % 2]

    @python_only
    def sign(self, move: int) -> str:
        """A card or the letter of a bet, as position texts have it."""
        return self.card_text(move) if self.turn == CHANCE else self.letters[move]

    @python_only
    def line_letters(self, first: int, end: int) -> str:
        """A part of the line of betting."""
        return "".join(self.letters[self.bet(place) - 1] for place in range(first, end) if self.bet(place))

    @python_only
    def cards_text(self, first: int, end: int) -> str:
        """Some of the cards."""
        return "".join(self.card_text(self.card(place) - 1) for place in range(first, end) if self.card(place))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote: deal the cards and make the bets again."""
        if not text.strip():
            raise BadPosition("a position is cards and bets, or - before the deal")
        state: Self = cls()
        pattern = "|".join(f"{rank}[{SUITS}]" if cls.deck > len(RANKS) else rank for rank in RANKS)
        for sign in re.findall(rf"{pattern}|\S", "" if text.strip() == "-" else text):
            found = [move for move in state.legal() if state.sign(move) == sign]
            if not found:
                choices = " ".join(state.sign(move) for move in state.legal()) or "nothing, the game is over"
                raise BadPosition(f"{sign!r} in {text!r} cannot follow {state.to_text()!r}; possible: {choices}")
            state.play(found[0])
        return state

    @python_only
    def why_not(self, move: int | str) -> str:
        """A card that is dealt already, or a bet that is not offered."""
        if self.over():
            return "the game is over"
        shown = ", ".join(self.move_text(legal) for legal in self.legal())
        return f"the cards left are {shown}" if self.turn == CHANCE else f"one can {shown}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """All cards face up; a button for each move and each deal."""
        return self.shown((0, 1, 2), "all cards are shown")

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The other player's card face down, and nothing of what is being dealt."""
        return self.shown((player, 2), "")

    @python_only
    def shown(self, open_places: tuple[int, ...], note: str) -> Scene:
        """The table with some cards face up."""
        names = ("card of player 1", "card of player 2", "open card")[: self.places]
        cells = tuple(Cell(name, 2 * place, 0, label=name) for place, name in enumerate(names))
        pieces = tuple(
            Piece(names[place], *self.face(place, card - 1, place in open_places))
            for place, card in enumerate(map(self.card, range(self.places)))
            if card
        )
        if self.turn == CHANCE and not note:
            return Scene(cells=cells, pieces=pieces, notes=(f"betting: {self.line_letters(0, self.bets) or 'none'}",))
        moves = {move: self.move_text(move) for move in self.legal()}
        return Scene(
            cells=cells,
            pieces=pieces,
            buttons=tuple(Button(name, name, self.turn) for name in moves.values()),
            clicks={move: (name,) for move, name in moves.items()},
            notes=(f"betting: {self.line_letters(0, self.bets) or 'none'}", *([note] if note else [])),
        )

    @python_only
    def face(self, place: int, card: int, is_open: bool) -> tuple[str, int, str]:
        """Kind, owner and text of a card's picture."""
        owner = place if place < 2 else -1
        return ("card", owner, self.card_text(card)) if is_open else ("card_back", owner, "?")


# ---------------------------------------------------------------------- Kuhn poker

PASS, BET = 0, 1
PASS_BET = PASS + 1 + (BET + 1 << 2)  # the line that is not over after two moves


class KuhnPoker(Poker):
    """One card each of J, Q and K, an ante of one chip, one bet of one chip."""

    # ------------------------------------------------------------------ facts
    lowest: float = -2.0
    highest: float = 2.0
    longest: int = 5
    letters: tuple[str, ...] = ("p", "b")

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Pass or bet; against a bet, to pass is to fold and to bet is to call."""
        return self.deals(out) if self.turn == CHANCE else put(out, put(out, 0, PASS), BET)

    def play(self, move: int) -> None:
        """A card for the first player, one for the second, then their bets by turns."""
        if self.turn == CHANCE:
            place = self.dealt()
            self.lay(place, move)
            self.turn = 0 if place == 1 else CHANCE
        else:
            self.line += move + 1 << 2 * self.made
            self.made += 1
            self.turn = 1 - self.turn

    def sample(self, random: Random, row: Row) -> int:
        """Both are always possible."""
        return random.below(2)

    def over(self) -> bool:
        """Two moves end it, unless the second is the first bet: then there is one more."""
        return self.made == 3 or self.made == 2 and self.line != PASS_BET

    def utility(self, player: int) -> float:
        """Who passes against a bet loses the ante; otherwise the higher card wins ante and bets."""
        if not self.over():
            return 0.0
        last, before = self.bet(self.made - 1) - 1, self.bet(self.made - 2) - 1
        bettor = 1 if self.turn == player else -1  # against a bet: after a pass it would be the bettor's turn
        higher = 1 if self.card(player) > self.card(1 - player) else -1
        stake = last - PASS + 1
        return float(bettor if before - last == BET - PASS else higher * stake)

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """The ante for the higher card."""
        if self.turn == CHANCE:
            return 0.0
        return 1.0 if self.card(self.turn) > self.card(1 - self.turn) else -1.0

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        return {"higher card": self.evaluate()}

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The cards of both players and the line of betting, p for pass, b for bet: `QK pb`; nothing dealt: `-`."""
        return f"{self.cards_text(0, 2)} {self.line_letters(0, 3)}".strip() or "-"

    @python_only
    def move_text(self, move: int) -> str:
        """A card, `pass` or `bet`."""
        return self.card_text(move) if self.turn == CHANCE else ("pass", "bet")[move]

    @python_only
    def ending(self) -> str:
        """Who folded, or whose card was higher, and the chips."""
        if not self.over():
            return ""
        winner = 0 if self.utility(0) > 0 else 1
        folded = self.line_letters(0, 3).endswith("bp")
        why = f"player {2 - winner} passes against a bet" if folded else "the higher card"
        return f"{why}: player {winner + 1} wins {int(self.utility(winner))}"


# ---------------------------------------------------------------------- Leduc Hold'em

FOLD, CALL, RAISE = 0, 1, 2
SHOWDOWN, FOLDED = 2, 3  # stages after the two rounds
RAISES = 2  # most in a round
ROUND = 4  # most moves in a round


class LeducPoker(Poker):
    """J, Q and K in two suits, an ante of one chip, two rounds with raises of two and four, an open card between."""

    # ------------------------------------------------------------------ facts
    lowest: float = -13.0  # the ante, two raises of two, two of four
    highest: float = 13.0
    longest: int = 11
    deck: int = 6  # rank * 2 + suit
    places: int = 3
    bets: int = 8
    letters: tuple[str, ...] = ("f", "c", "r")
    symmetries: int = 8

    # ------------------------------------------------------------------ state
    chips: i8  # that the player who does not move has put in: the most
    owed: i8  # chips that the player to move has put in less
    stage: i8  # 0 and 1: the rounds; SHOWDOWN; FOLDED, then `turn` is the one who did not
    raises: i8  # in this round

    @python_only
    def start(self) -> None:
        """Both players pay the ante, and nature deals."""
        self.turn = CHANCE
        self.chips = 1

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Fold (against a raise only), call or check, raise (twice in a round)."""
        if self.turn == CHANCE:
            return self.deals(out)
        n = 0
        if self.owed > 0:
            n = put(out, n, FOLD)
        n = put(out, n, CALL)
        if self.raises < RAISES:
            n = put(out, n, RAISE)
        return n

    def play(self, move: int) -> None:
        """Deal, or bet; the first player begins both rounds."""
        if self.turn == CHANCE:
            place = self.dealt()
            self.lay(place, move)
            if place == 2:
                self.stage = 1
                self.raises = 0
                self.made = 0
            self.turn = CHANCE if place == 0 else 0
            return
        self.line += move + 1 << 2 * (ROUND * self.stage + self.made)
        self.made += 1
        closes = move == CALL and self.made > 1  # the round: the first check does not
        self.turn = CHANCE if closes and self.stage == 0 else 1 - self.turn
        raised = (2 if self.stage == 0 else 4) if move == RAISE else 0
        self.owed = self.owed if move == FOLD else raised
        self.chips += raised
        self.raises += move == RAISE
        self.stage = FOLDED if move == FOLD else self.stage + closes * self.stage

    def over(self) -> bool:
        """Somebody has folded, or the second round is over."""
        return self.stage >= SHOWDOWN

    def utility(self, player: int) -> float:
        """The winner gains what the other has put in; equal hands share."""
        folded = 1 if self.turn == player else -1
        won = folded if self.stage == FOLDED else self.better(player) if self.stage == SHOWDOWN else 0
        return float(won * (self.chips - self.owed))

    # ------------------------------------------------------------------ helpers
    def hand(self, player: int) -> int:
        """What a player's card is worth: a pair with the open card beats any rank."""
        rank = self.card(player) - 1 >> 1
        pair = self.card(2) > 0 and self.card(2) - 1 >> 1 == rank
        return int(rank + 3 if pair else rank)

    def better(self, player: int) -> int:
        """1, 0 or -1: whether a player's hand is better than the other's."""
        own, other = self.hand(player), self.hand(1 - player)
        return (own > other) - (own < other)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A bet without listing them: from FOLD or CALL up to CALL or RAISE."""
        first = CALL if self.owed == 0 else FOLD
        last = RAISE if self.raises < RAISES else CALL
        return first + random.below(last - first + 1)

    def evaluate(self) -> float:
        """What a showdown would bring now."""
        if self.turn == CHANCE:
            return 0.0
        return 0.9 * self.better(self.turn) * (self.chips - self.owed)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        if self.turn == CHANCE:
            return {}
        return {"better hand": self.better(self.turn), "chips at stake": self.chips - self.owed}

    def transform(self, which: int) -> None:
        """Exchange the suits of J (1), Q (2), K (4)."""
        for place in range(self.places):
            if self.card(place) > 0:
                card = self.other_suit(which, self.card(place) - 1)
                self.cards &= ~(15 << 4 * place)
                self.lay(place, card)

    def transform_move(self, which: int, move: int) -> int:
        """Cards change their suits, bets do not."""
        return self.other_suit(which, move) if self.turn == CHANCE else move

    def other_suit(self, which: int, card: int) -> int:
        """The card of the same rank, with the other suit if that rank changes."""
        return card ^ (which >> (card // 2) & 1)

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Hidden cards, first round, open card, second round: `JsKh crc Qs rf`; nothing dealt: `-`."""
        parts = self.cards_text(0, 2), self.line_letters(0, 4), self.cards_text(2, 3), self.line_letters(4, 8)
        return " ".join(part for part in parts if part) or "-"

    @python_only
    def move_text(self, move: int) -> str:
        """A card, `fold`, `check` or `call`, `raise`."""
        if self.turn == CHANCE:
            return self.card_text(move)
        return ("fold", "call" if self.owed else "check", "raise")[move]

    @python_only
    def ending(self) -> str:
        """Who folded, or whose hand was better, and the chips."""
        if not self.over():
            return ""
        if self.utility(0) == 0:
            return "equal hands: nobody wins"
        winner = 0 if self.utility(0) > 0 else 1
        pair = self.hand(winner) >= len(RANKS)
        why = f"player {2 - winner} folds" if self.stage == FOLDED else "a pair" if pair else "the higher card"
        return f"{why}: player {winner + 1} wins {int(self.utility(winner))}"

    @python_only
    def shown(self, open_places: tuple[int, ...], note: str) -> Scene:
        """As the other games, with what each player has put in."""
        plain = super().shown(open_places, note)
        less = 1 - self.turn if self.stage == FOLDED else self.turn  # who owes, if somebody does
        first, second = (self.chips - (self.owed if less == player else 0) for player in (0, 1))
        stakes = f"chips put in: {first} and {second}"
        return Scene(plain.cells, plain.pieces, plain.buttons, (), plain.clicks, (stakes, *plain.notes))
