"""A game of tricks small enough to be solved: a few cards each, some left in a stock, and the most tricks win.

Player 1 leads, suits are followed, whoever takes a trick leads to the next. With `trumps` the first suit is trump.
"""

from __future__ import annotations

import re
from typing import Any, Self

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import (
    CHANCE,
    NONE,
    Cells,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    i8,
    number,
    parameter,
    put,
    put_all,
    python_only,
    u64,
)
from zermelo.games.tricks.cards import card_text, hand_text, read_hand
from zermelo.games.tricks.notation import (
    LETTERS,
    hands_text,
    lacks_text,
    parts_of,
    read_dealing,
    read_hands,
    read_lacks,
    read_trick,
    trick_text,
)
from zermelo.games.tricks.picture import table_scene
from zermelo.games.tricks.table import NO_SUIT, Tricks


def cards_each(game: Any) -> int:
    """How many cards everybody gets: at least two stay in the stock."""
    return int((game.suits * game.ranks - 2) // game.players)


class SmallTricks(Tricks):
    """Take the most tricks."""

    # ------------------------------------------------------------------ facts
    players: int = parameter(2, low=2, high=4, help="players, each for themselves")
    suits: int = parameter(2, low=2, high=4, help="suits: clubs, diamonds, hearts, spades")
    ranks: int = parameter(3, low=3, high=6, help="ranks of a suit, from the ace down")
    trumps: bool = parameter(False, help="clubs are trump")
    each: int = derived(lambda game: cards_each(game))
    dealt_cards: int = derived(lambda game: game.players * cards_each(game))
    lowest: float = derived(lambda game: -float(cards_each(game)))
    highest: float = derived(lambda game: float(cards_each(game)))
    most_moves: int = derived(lambda game: game.suits * game.ranks)
    longest: int = derived(lambda game: 2 * game.players * cards_each(game))
    observation: int = derived(lambda game: 4 + 4 * game.players + game.suits * (1 + game.players))

    # ------------------------------------------------------------------ state
    played: u64
    won: Cells = array(i8, lambda game: game.players)

    @python_only
    def start(self) -> None:
        """Nature deals."""
        self.trump, self.turn = 0 if self.trumps else NO_SUIT, CHANCE

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Cards to deal, or to play."""
        if self.turn == CHANCE:
            return self.deal_moves(out)
        return put_all(out, 0, self.following(int(self.seat)))

    def play(self, move: int) -> None:
        """Deal or play a card."""
        if self.turn == CHANCE:
            self.give(move)
        else:
            self.played = self.played | bit(move)
            self.lay(move)
            self.turn = self.seat

    def take(self, winner: int) -> None:
        """A trick more."""
        self.won[winner] += 1

    def gone(self) -> np.uint64:
        """The cards that were played."""
        return self.played

    def over(self) -> bool:
        """All cards are played."""
        return self.dealt == self.dealt_cards and self.held() == NONE

    def utility(self, player: int) -> float:
        """Tricks over the average."""
        return float(self.won[player]) - self.each / self.players if self.over() else 0.0

    def observe(self, player: int, out: Row) -> int:
        """The table and the tricks."""
        n = self.observe_table(player, out)
        for seat in range(self.players):
            n = put(out, n, int(self.won[seat]))
        return n

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Hands; cards played; trick; tricks won; suits that players lack."""
        won = "-".join(str(int(value)) for value in self.won)
        return " | ".join([hands_text(self), hand_text(self.played), trick_text(self), won, lacks_text(self)])

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = cls.blank()
        parts = parts_of(text, 5, "N:...AK ..A.Q | ... | N: | 0-0 | -/-")
        state.trump = 0 if cls.trumps else NO_SUIT
        won = re.fullmatch(r"\d(-\d)*", parts[3])
        if not won or parts[3].count("-") != cls.players - 1:
            raise BadPosition(f"{parts[3]!r} is not the tricks of {cls.players} players, such as 0-1")
        state.won[:] = [int(value) for value in parts[3].split("-")]
        tricks = sum(int(value) for value in state.won)
        read_hands(state, parts[0])
        state.played = read_hand(parts[1])
        if number(state.played & (state.held() | ~state.deck())):
            raise BadPosition(f"{parts[1]!r} has cards that are still in a hand, or not in this deck")
        if not tricks and not number(state.played) and count(state.held()) < state.dealt_cards:
            read_dealing(state)
            return state
        read_trick(state, parts[2], tricks)
        if count(state.played) != tricks * cls.players + state.laid:
            raise BadPosition(f"{tricks} tricks and {state.laid} cards make no {count(state.played)} cards played")
        for place in range(int(state.laid)):
            if not number(state.played & bit(int(state.trick[place]) - 1)):
                raise BadPosition("the cards of the trick are among those that were played")
        if not tricks and state.leader:
            raise BadPosition(f"{LETTERS[0]} leads to the first trick")
        state.turn = state.seat
        read_lacks(state, parts[4])
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """`SA`."""
        return card_text(move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """What may be played."""
        if self.over():
            return "the game is over"
        return f"possible are {' '.join(card_text(card) for card in self.legal())}: suits must be followed"

    @python_only
    def ending(self) -> str:
        """The tricks."""
        if not self.over():
            return ""
        return "tricks " + "-".join(str(int(value)) for value in self.won)

    # ------------------------------------------------------------------ picture
    @python_only
    def shown(self, viewer: int, seen: tuple[int, ...]) -> Scene:
        """The table and the tricks."""
        names = tuple(f"player {seat + 1}" for seat in range(self.players))
        notes = ("tricks: " + ", ".join(str(int(value)) for value in self.won),)
        words = tuple(f"{name}: {int(won)}" for name, won in zip(names, self.won, strict=True))
        return table_scene(self, viewer, seen, names, words=words, notes=notes)
