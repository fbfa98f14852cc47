"""King, the Portuguese game: six hands in which something must not be taken, then four festas; each plays alone.

Hands 1 to 6 cost tricks, hearts, queens, kings and jacks, the king of hearts, the last two tricks; together 1300
points. In hands 7 to 10 the dealer, each player once, names trumps or none, and each trick brings 25; or nulos, where
everybody has 325 and each trick costs 75. All points of a game add up to nothing. The dealer leads, and suits are
followed.

A move is a card, or in a festa 52 + suit, 56 for no trumps, 57 for nulos.
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.errors import BadParameter, BadPosition
from zermelo.game import CHANCE, Cells, Row, Scene, array, count, flag, i8, i16, parameter, put, put_all, python_only
from zermelo.game.bits import NONE
from zermelo.games.tricks.cards import HEARTS, JACK, KING, QUEEN, card_text, suit_cards
from zermelo.games.tricks.notation import (
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

TRICKS, NO_HEARTS, QUEENS, MEN, KING_OF_HEARTS, LAST_TWO, FESTA = range(7)
CONTRACTS = ("tricks", "hearts", "queens", "men", "king", "last", "festas")
HANDS = 10
FIRST_CHOICE, WITHOUT, NULOS = 52, 56, 57
CHOICES = ("C", "D", "H", "S", "NT", "nulos")
HEART_KING = 13 * HEARTS + KING


class King(Tricks):
    """Ten hands, each for oneself."""

    # ------------------------------------------------------------------ facts
    hearts_last: bool = parameter(
        True, help="where hearts or their king cost points, they are led only by who has no other"
    )
    with_nulos: bool = parameter(True, help="in a festa the dealer may choose nulos")
    lowest = -2600.0
    highest = 2600.0
    most_moves = 52
    longest = HANDS * 104 + 4
    observation = 4 + 12 + 20 + 10

    # ------------------------------------------------------------------ state
    hand: i8  # 0 to 9
    stop: i8  # the game is over before this hand
    complete: i8  # tricks of this hand
    chosen: i8  # in a festa: the choice + 1
    after: flag  # the game is over
    points: Cells = array(i16, 4)

    @python_only
    def start(self, hands: str = "all") -> None:
        """All ten hands, or one contract alone: tricks, hearts, queens, men, king, last; or the four festas."""
        name = hands.strip().lower()
        if name not in ("all", *CONTRACTS):
            raise BadParameter(f"hands is all or one of {', '.join(CONTRACTS)}, not {hands!r}")
        place = 0 if name == "all" else CONTRACTS.index(name)
        self.hand = place
        self.stop = place + 1 if name not in ("all", "festas") else HANDS
        self.trump, self.turn = NO_SUIT, CHANCE

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Cards to deal; the choice of a festa; cards to play."""
        if self.turn == CHANCE:
            return self.deal_moves(out)
        if self.hand >= FESTA and self.chosen == 0:
            n = 0
            for choice in range(FIRST_CHOICE, NULOS + self.with_nulos):
                n = put(out, n, choice)
            return n
        cards = self.following(int(self.seat))
        others = cards & ~suit_cards(HEARTS)
        if self.laid == 0 and self.spares_hearts() and others != NONE:
            cards = others
        return put_all(out, 0, cards)

    def play(self, move: int) -> None:
        """Deal, choose, or play a card."""
        if self.turn == CHANCE:
            self.give(move)
        elif move >= FIRST_CHOICE:
            self.choose(move)
        else:
            if self.laid == 0 and self.spares_hearts() and move // 13 == HEARTS:
                self.lacks[int(self.seat)] = 15 & ~(1 << HEARTS)  # who leads a heart has nothing else
            self.lay(move)
            if self.turn != CHANCE and not self.after:
                self.turn = self.seat

    def spares_hearts(self) -> bool:
        """Whether hearts may not be led while there is something else."""
        return self.hearts_last and (self.hand == NO_HEARTS or self.hand == KING_OF_HEARTS)

    def begin(self) -> None:
        """The dealer leads, after choosing in a festa."""
        self.turn = self.seat = self.leader = int(self.hand) % 4

    def choose(self, move: int) -> None:
        """Trumps, no trumps, or nulos."""
        self.chosen = move - FIRST_CHOICE + 1
        self.trump = move - FIRST_CHOICE if move < WITHOUT else NO_SUIT
        if move == NULOS:
            for player in range(4):
                self.points[player] = int(self.points[player]) + 325

    def take(self, winner: int) -> None:
        """Count the trick; after thirteen the next hand is dealt."""
        self.complete += 1
        self.points[winner] = int(self.points[winner]) + self.worth()
        if self.complete == self.each:
            self.next_hand()

    def worth(self) -> int:
        """What the trick that has just been taken brings."""
        if self.hand == TRICKS:
            return -20
        if self.hand == LAST_TWO:
            return -90 if self.complete > self.each - 2 else 0
        if self.hand >= FESTA:
            return -75 if self.chosen == NULOS - FIRST_CHOICE + 1 else 25
        total = 0
        for place in range(4):
            card = int(self.last[place]) - 1
            rank = card % 13
            if self.hand == NO_HEARTS:
                total -= 20 if card // 13 == HEARTS else 0
            elif self.hand == QUEENS:
                total -= 50 if rank == QUEEN else 0
            elif self.hand == MEN:
                total -= 30 if rank in (KING, JACK) else 0
            elif card == HEART_KING:
                total -= 160
        return total

    def next_hand(self) -> None:
        """Gather the cards."""
        self.hand += 1
        self.complete = self.chosen = self.dealt = 0
        self.trump = NO_SUIT
        self.leader = self.seat = 0
        for player in range(4):
            self.lacks[player] = 0
        self.after = self.hand == self.stop
        self.turn = 0 if self.after else CHANCE

    def over(self) -> bool:
        """All hands are played."""
        return bool(self.after)

    def utility(self, player: int) -> float:
        """The points over the average, which is nothing after a whole game."""
        if not self.after:
            return 0.0
        total = 0
        for each in range(4):
            total += int(self.points[each])
        return float(self.points[player]) - total / 4.0

    def observe(self, player: int, out: Row) -> int:
        """The table, the hand, and the points."""
        n = self.observe_table(player, out)
        n = put(out, n, int(self.hand))
        n = put(out, n, int(self.stop))
        n = put(out, n, int(self.complete))
        n = put(out, n, int(self.chosen))
        for each in range(4):
            n = put(out, n, int(self.points[each]))
        return n

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Hands; this hand, the last, the choice; points; trick; tricks complete; what players lack."""
        choice = CHOICES[self.chosen - 1] if self.chosen else "-"
        number = f"{self.hand + 1}-{self.stop} {choice}"
        points = " ".join(str(int(value)) for value in self.points)
        return " | ".join([hands_text(self), number, points, trick_text(self), str(self.complete), lacks_text(self)])

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = cls.blank()
        parts = parts_of(text, 6, "N:AKQ.T98..2 ... | 1-10 - | 0 0 0 0 | N: | 0 | -/-/-/-")
        number = re.fullmatch(r"(\d{1,2})-(\d{1,2}) (-|C|D|H|S|NT|nulos)", parts[1])
        points = re.fullmatch(r"(-?\d{1,4}) (-?\d{1,4}) (-?\d{1,4}) (-?\d{1,4})", parts[2])
        if not number or not points or not re.fullmatch(r"\d{1,2}", parts[4]):
            raise BadPosition("after the hands come `1-10 -` (this hand, the last, the choice) and four points")
        state.hand, state.stop = int(number[1]) - 1, int(number[2])
        if not (0 <= state.hand <= state.stop <= HANDS and int(parts[4]) < state.each):
            raise BadPosition(f"{parts[1]!r}: there are {HANDS} hands of {state.each} tricks")
        state.points[:] = [int(value) for value in points.groups()]
        state.trump, state.chosen = NO_SUIT, CHOICES.index(number[3]) + 1 if number[3] != "-" else 0
        if state.chosen and (state.hand < FESTA or state.chosen > len(CHOICES) - (not cls.with_nulos)):
            raise BadPosition(f"{number[3]} is chosen in a festa only, nulos where they are played")
        read_hands(state, parts[0])
        state.complete = int(parts[4])
        if state.hand == state.stop:
            state.after = True
            if count(state.held()) or state.complete or state.chosen:
                raise BadPosition("after the last hand there are no cards")
            return state
        if 0 < state.chosen <= 4:
            state.trump = state.chosen - 1
        if not state.complete and not state.chosen and parts[3] == "N:" and count(state.held()) < state.dealt_cards:
            read_dealing(state)
            return state
        read_trick(state, parts[3], int(state.complete))
        state.turn = state.seat
        played = state.complete > 0 or state.laid > 0
        if not played and state.leader != state.hand % 4:
            raise BadPosition("the dealer leads, the first player in the first hand, and so on")
        if played and state.hand >= FESTA and not state.chosen:
            raise BadPosition("in a festa the dealer chooses before a card is played")
        read_lacks(state, parts[5])
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """`SA`; in a festa `S`, `NT`, `nulos`."""
        return card_text(move) if move < FIRST_CHOICE else CHOICES[move - FIRST_CHOICE]

    @python_only
    def why_not(self, move: int | str) -> str:
        """What may be played."""
        if self.over():
            return "the game is over"
        if self.turn == CHANCE:
            return "chance deals a card that nobody has yet, such as SA"
        return f"possible are {' '.join(self.move_text(each) for each in self.legal())}: suits must be followed"

    @python_only
    def ending(self) -> str:
        """All points."""
        if not self.over():
            return ""
        return "points " + ", ".join(f"player {seat + 1} {int(self.points[seat]):+d}" for seat in range(4))

    # ------------------------------------------------------------------ picture
    @python_only
    def shown(self, viewer: int, seen: tuple[int, ...]) -> Scene:
        """The table, with the contract and the points."""
        names = tuple(f"player {seat + 1}" for seat in range(4))
        what = (
            "no tricks",
            "no hearts",
            "no queens",
            "no kings and jacks",
            "no king of hearts",
            "not the last two tricks",
        )
        hand = min(int(self.hand), HANDS - 1)
        contract = what[hand] if hand < FESTA else f"festa of player {hand % 4 + 1}"
        if self.chosen:
            contract += f", {('♣', '♦', '♥', '♠', 'no trumps', 'nulos')[self.chosen - 1]}"
        notes = (f"hand {hand + 1}: {contract}", "points: " + ", ".join(str(int(value)) for value in self.points))
        buttons = {move: self.move_text(move) for move in self.legal() if move >= FIRST_CHOICE}
        words = tuple(f"{name}: {int(points):+d}" for name, points in zip(names, self.points, strict=True))
        return table_scene(self, viewer, seen, names, words=words, buttons=buttons, notes=notes)
