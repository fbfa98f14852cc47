"""Leduc Hold'em (2005): six cards in two suits, two rounds of betting, an open card between them."""

from __future__ import annotations

from zermelo.game import CHANCE, Random, Row, Scene, i8, put, python_only
from zermelo.games.poker.small import RANKS, SmallPoker

FOLD, CALL, RAISE = 0, 1, 2
SHOWDOWN, FOLDED = 2, 3  # stages after the two rounds
RAISES = 2  # most in a round
ROUND = 4  # most moves in a round


class LeducPoker(SmallPoker):
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
