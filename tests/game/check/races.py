"""Games that keep all laws; those of `broken.py` and `broken_hooks.py` are made from them."""

from __future__ import annotations

from zermelo.game import CHANCE, Cells, Game, Random, Row, array, i8, put

GOAL = 9


class Race(Game):
    """Add 1, 2 or 3 in turn; whoever reaches nine wins."""

    most_moves = 3
    longest = 9

    n: i8  # the sum so far

    def moves(self, out: Row) -> int:
        count = 0
        for step in range(min(3, GOAL - self.n)):
            count = put(out, count, step)
        return count

    def play(self, move: int) -> None:
        self.n = self.n + move + 1
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return self.n == GOAL

    def utility(self, player: int) -> float:
        return -1.0 if player == self.turn else 1.0


class Dice(Race):
    """The same race, but every other step is thrown by a coin."""

    chance = True
    most_moves = 3
    zero_sum = False
    players = 1
    longest = 9

    def play(self, move: int) -> None:
        self.n = min(self.n + move + 1, GOAL)
        self.turn = -1 - self.turn  # 0 and CHANCE in turn

    def odds(self, move: int) -> float:
        return 1.0 / min(3, GOAL - self.n)

    def utility(self, player: int) -> float:
        return 1.0 if self.turn == CHANCE else -1.0


class Cards(Race):
    """The race with a card for each player that only he sees."""

    hidden = True
    observation = 2
    cards: Cells = array(i8, 2)

    def observe(self, player: int, out: Row) -> int:
        out[0] = self.cards[player]
        out[1] = self.n
        return 2

    def redeal(self, player: int, random: Random) -> None:
        self.cards[1 - player] = random.below(5)


FINE = (Race, Dice, Cards)
