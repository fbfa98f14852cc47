"""Goofspiel, the game of pure strategy: bid a card for each prize; both choose at once, the higher card wins the prize.

Choosing at once is choosing one after the other without being seen: the first player's card lies face down until the
second has chosen. Then the winner is announced, and the cards stay face down (`open_bids` turns them up). Equal cards
lose the prize. The last card needs no choice and is played by itself.
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.errors import BadPosition
from zermelo.game import (
    CHANCE,
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    derived,
    i8,
    parameter,
    put,
    python_only,
)

WON, LOST, TIED = 1, 2, 3  # a round, for a player
SHUFFLES = 5  # steps for each card when hidden cards are dealt anew
FALLING, RISING, RANDOM = "falling", "rising", "random"


class Goofspiel(Game):
    """Bid cards for prizes."""

    # ------------------------------------------------------------------ facts
    cards: int = parameter(4, low=2, high=13, help="cards of each player, and prizes: 1 up to this")
    prize_order: str = parameter(FALLING, choices=(FALLING, RISING, RANDOM), help="in which the prizes come")
    open_bids: bool = parameter(False, help="turn the cards up after each round")
    drawn: bool = derived(lambda game: game.prize_order == RANDOM)
    rising: bool = derived(lambda game: game.prize_order == RISING)
    chance: bool = derived(lambda game: game.prize_order == RANDOM)
    hidden = True
    most_moves: int = derived(lambda game: game.cards)
    longest: int = derived(lambda game: 3 * game.cards)
    observation: int = derived(lambda game: 4 * game.cards + 1)

    # ------------------------------------------------------------------ state
    made: i8  # rounds played
    prizes: Cells = array(i8, lambda game: game.cards)  # of each round, 0 before it is known
    bids: Cells = array(i8, lambda game: (2, game.cards))  # the card of each player in each round, 0 before

    @python_only
    def start(self) -> None:
        """The first prize."""
        self.next_prize()

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """At chance every prize that has not come; else every card that is still in the hand."""
        n = 0
        for card in range(1, self.cards + 1):
            free = self.to_come(card) if self.turn == CHANCE else self.holds(self.turn, card)
            if free:
                n = put(out, n, card - 1)
        return n

    def play(self, move: int) -> None:
        """A prize is drawn, or a card is laid face down; the second card ends the round."""
        if self.turn == CHANCE:
            self.prizes[int(self.made)] = move + 1
            self.turn = 0
            return
        self.bids[self.turn, int(self.made)] = move + 1
        self.turn = 1 - self.turn
        if self.turn == 0:
            self.made += 1
            if self.made == self.cards - 1:
                self.last_round()
            else:
                self.next_prize()

    def over(self) -> bool:
        """All rounds are played."""
        return bool(self.made == self.cards)

    def utility(self, player: int) -> float:
        """Who has more points wins."""
        if not self.over():
            return 0.0
        lead = self.points(player) - self.points(1 - player)
        return float((lead > 0) - (lead < 0))

    def odds(self, prize: int) -> float:
        """Every prize that has not come is equally likely."""
        return 1.0 / (self.cards - int(self.made))

    def observe(self, player: int, out: Row) -> int:
        """Rounds played; the prizes; the own cards; the results; and the other's cards where they are turned up."""
        n = put(out, 0, int(self.made))
        for place in range(self.cards):
            n = put(out, n, int(self.prizes[place]))
        for place in range(self.cards):
            n = put(out, n, int(self.bids[player, place]))
        for place in range(self.cards):
            n = put(out, n, self.result(player, place))
        for place in range(self.cards):
            seen = self.open_bids and place < self.made
            n = put(out, n, int(self.bids[1 - player, place]) if seen else 0)
        return n

    def redeal(self, player: int, random: Random) -> None:
        """The other's hidden cards become any that agree with the result of every round, all equally likely.

        First the rounds that they lost have the lowest cards and those that they won the highest, which always agrees;
        then cards change places at random, as often as no result changes by it (a random walk over all choices).
        """
        other = 1 - player
        waiting = int(self.made) < self.cards and self.bids[other, int(self.made)] > 0
        if not self.open_bids:
            self.lay_anyhow(player)
            for _ in range(SHUFFLES * self.cards if self.made > 0 else 0):
                self.shuffle_once(player, random.below(int(self.made)), 1 + random.below(self.cards))
        if waiting:
            self.bids[other, int(self.made)] = 0
            left = 0
            for card in range(1, self.cards + 1):
                left += self.holds(other, card)
            skip = random.below(left)
            for card in range(1, self.cards + 1):
                if self.holds(other, card):
                    if skip == 0:
                        self.bids[other, int(self.made)] = card
                        return
                    skip -= 1

    # ------------------------------------------------------------------ helpers
    def holds(self, player: int, card: int) -> bool:
        """Whether a card is still in a player's hand."""
        held = True
        for place in range(self.cards):
            held = held and self.bids[player, place] != card
        return held

    def to_come(self, prize: int) -> bool:
        """Whether a prize has not come yet."""
        left = True
        for place in range(int(self.made)):
            left = left and self.prizes[place] != prize
        return left

    def next_prize(self) -> None:
        """The prize of the next round, by the order or by chance."""
        self.turn = CHANCE if self.drawn else 0
        if not self.drawn:
            self.prizes[int(self.made)] = int(self.made) + 1 if self.rising else self.cards - int(self.made)

    def last_round(self) -> None:
        """The last prize and the last cards."""
        place = int(self.made)
        for card in range(1, self.cards + 1):
            if self.to_come(card):
                self.prizes[place] = card
        for player in range(2):
            last = 0
            for card in range(1, self.cards + 1):
                last = card if self.holds(player, card) else last
            self.bids[player, place] = last
        self.made += 1
        self.turn = 0

    def result(self, player: int, place: int) -> int:
        """How a round ended for a player; 0 while it is played."""
        if place >= self.made:
            return 0
        own, other = int(self.bids[player, place]), int(self.bids[1 - player, place])
        return WON if own > other else LOST if own < other else TIED

    def points(self, player: int) -> int:
        """The prizes won."""
        total = 0
        for place in range(int(self.made)):
            total += int(self.prizes[place]) if self.result(player, place) == WON else 0
        return total

    def lay_anyhow(self, player: int) -> None:
        """The other's cards of past rounds in the simplest way that agrees with all results."""
        other = 1 - player
        low, high = 0, self.cards + 1
        waiting = self.bids[other, int(self.made)] if self.made < self.cards else 0
        results = 0  # of the rounds, two bits each: they are forgotten when cards are taken away
        for place in range(int(self.made)):
            results |= self.result(player, place) << 2 * place
        for place in range(int(self.made)):
            tied = results >> 2 * place & 3 == TIED
            self.bids[other, place] = self.bids[player, place] if tied else 0
        if waiting > 0:
            self.bids[other, int(self.made)] = 0
        for own in range(1, self.cards + 1):  # rounds that they lost, from the lowest card that beat them
            for place in range(int(self.made)):
                if self.bids[player, place] == own and results >> 2 * place & 3 == WON:
                    low += 1
                    while not self.holds(other, low):
                        low += 1
                    self.bids[other, place] = low
        for back in range(1, self.cards + 1):
            for place in range(int(self.made)):
                if self.bids[player, place] == self.cards + 1 - back and results >> 2 * place & 3 == LOST:
                    high -= 1
                    while not self.holds(other, high):
                        high -= 1
                    self.bids[other, place] = high
        if waiting > 0:
            self.bids[other, int(self.made)] = waiting

    def shuffle_once(self, player: int, place: int, card: int) -> None:
        """Give a round another card of the other player, if all results stay."""
        other = 1 - player
        before = int(self.bids[other, place])
        twin = -1
        for each in range(int(self.made)):
            twin = each if self.bids[other, each] == card else twin
        first, second = self.result(player, place), self.result(player, max(twin, 0))
        self.bids[other, place] = card
        if twin >= 0:
            self.bids[other, twin] = before
        if self.result(player, place) != first or twin >= 0 and self.result(player, twin) != second:
            if twin >= 0:
                self.bids[other, twin] = card
            self.bids[other, place] = before

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Each round as prize:first-second, the one being played with what is known: `4:3-2 3:1-`, or `-`."""
        rounds = []
        for place in range(min(int(self.made) + 1, self.cards)):
            if prize := int(self.prizes[place]):
                cards = [str(int(card)) if card else "" for card in self.bids[:, place]]
                rounds.append(f"{prize}:{'-'.join(cards)}")
        return " ".join(rounds) or "-"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote: play the rounds again."""
        state: Self = cls()
        for part in [] if text.strip() == "-" else text.split():
            found = re.fullmatch(r"(\d{1,2}):(\d{0,2})-(\d{0,2})", part)
            if not found:
                raise BadPosition(f"a round is written prize:first-second, as 4:3-2, not {part!r}")
            if state.turn == CHANCE and not state.over():
                state.play_card(int(found[1]), part)
            last = state.over() or int(state.prizes[int(state.made)]) != int(found[1])
            known = [int(state.bids[player, cls.cards - 1]) for player in range(2)]
            if state.over() and [int(found[2] or 0), int(found[3] or 0)] == known and part == text.split()[-1]:
                continue
            if last:
                raise BadPosition(f"the prize of {part!r} cannot come here")
            if found[3] and not found[2]:
                raise BadPosition(f"{part!r}: the first player chooses first")
            for card in (found[2], found[3]):
                if card:
                    state.play_card(int(card), part)
        if text.split() != state.to_text().split():
            raise BadPosition(f"{text!r} is no position: those rounds lead to {state.to_text()!r}")
        return state

    @python_only
    def play_card(self, card: int, part: str) -> None:
        """Play a card that a text names."""
        if card - 1 not in self.legal():
            raise BadPosition(f"{card} in {part!r} is not possible: {self.why_not(card)}")
        self.play(card - 1)

    @python_only
    def move_text(self, move: int) -> str:
        """The card."""
        return str(move + 1)

    @python_only
    def why_not(self, move: int | str) -> str:
        """Which cards are left."""
        if self.over():
            return "the game is over"
        left = ", ".join(self.move_text(each) for each in self.legal())
        return f"the {'prizes' if self.turn == CHANCE else 'cards'} left are {left}"

    @python_only
    def ending(self) -> str:
        """The points."""
        if not self.over():
            return ""
        first, second = self.points(0), self.points(1)
        who = "nobody wins" if first == second else f"player {1 if first > second else 2} wins"
        return f"{first} points to {second}: {who}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """All cards open."""
        return self.table((0, 1), "all cards are shown")

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The other's cards face down, unless rounds are turned up."""
        return self.table((player,), "")

    @python_only
    def table(self, seen: tuple[int, ...], note: str) -> Scene:
        """A column for each round: the prize, and the cards of both."""
        cells, pieces = [], []
        for place in range(self.cards):
            for row, name in enumerate(("prize", "player 1", "player 2")):
                cell = f"{name} in round {place + 1}"
                cells.append(Cell(cell, 1.2 * place, 1.45 * row, label=name))
                card = int(self.prizes[place] if row == 0 else self.bids[row - 1, place])
                if card:
                    seen_here = row == 0 or row - 1 in seen or self.open_bids and place < self.made
                    look = ("number", row - 1, str(card)) if seen_here else ("card_back", row - 1, "?")
                    pieces.append(Piece(cell, *look))
        score = f"points: {self.points(0)} and {self.points(1)}"
        if note or self.turn != CHANCE:
            names = {move: self.move_text(move) for move in self.legal()}
            notes = (score, *([note] if note else []))
            if not note and self.turn not in seen:
                return Scene(tuple(cells), tuple(pieces), notes=notes)
            said = "" if self.turn == CHANCE else "bid "
            buttons = tuple(Button(name, said + name, self.turn) for name in names.values())
            clicks = {move: (name,) for move, name in names.items()}
            return Scene(tuple(cells), tuple(pieces), buttons, (), clicks, notes)
        return Scene(tuple(cells), tuple(pieces), notes=(score,))
