"""What the small poker games made for study share: a short deck, one hidden card for each player, the line of betting.

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


class SmallPoker(Game):
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
