"""Kuhn poker (1950): three cards, one for each player, one bet of one chip."""

from __future__ import annotations

from zermelo.game import CHANCE, Random, Row, put, python_only
from zermelo.games.poker.small import SmallPoker

PASS, BET = 0, 1
PASS_BET = PASS + 1 + (BET + 1 << 2)  # the line that is not over after two moves


class KuhnPoker(SmallPoker):
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
