"""A game of random trees: who moves, how many moves there are, odds, ends and estimates all come from a hash.

Few places are met again and again, so that there are transpositions; `seed` chooses the tree.
"""

from __future__ import annotations

from zermelo.game import CHANCE, Game, Row, derived, i8, i32, parameter, put, python_only, word
from zermelo.game.bits import mix64, number

PLACES = 24


class Wild(Game):
    """Random trees for one or more players and chance."""

    players: int = parameter(2, low=1, high=6)
    lowest: float = derived(lambda game: -10.0 + 10.0 / max(game.players, 2))
    highest: float = derived(lambda game: 10.0 - 10.0 / max(game.players, 2))
    chance = True
    most_moves = 5

    seed: i32
    place: i32
    level: i8  # moves until the end

    @python_only
    def start(self, seed: int = 0, level: int = 5) -> None:
        """A tree of that many levels."""
        self.seed, self.level = seed, level

    def mixed(self, salt: int) -> int:
        return number(mix64(word(self.seed * 1000003 + self.place * 8191 + self.level * 521 + salt)) >> word(44))

    def moves(self, out: Row) -> int:
        n = 0
        for move in range(1 + self.mixed(0) % self.most_moves):
            n = put(out, n, move)
        return n

    def play(self, move: int) -> None:
        self.place = self.mixed(20 + move) % PLACES
        self.level = self.level - 1
        self.turn = self.mixed(1) % (self.players + 1) - 1

    def over(self) -> bool:
        return self.level == 0 or (self.level < 4 and self.mixed(2) % 9 == 0)

    def odds(self, move: int) -> float:
        total = 0
        for other in range(1 + self.mixed(0) % self.most_moves):
            total += 1 + self.mixed(40 + other) % 9
        return (1 + self.mixed(40 + move) % 9) / total

    def share(self, salt: int, player: int) -> float:
        """In the range of utility; the players' shares add up to nothing."""
        total = 0
        for other in range(self.players):
            total += self.mixed(salt + other) % 1000
        return (self.mixed(salt + player) % 1000 - total / max(self.players, 2)) / 100.0

    def utility(self, player: int) -> float:
        return self.share(60, player)

    def evaluate_for(self, player: int) -> float:
        return 0.9 * self.share(80, player)

    def evaluate(self) -> float:
        return self.evaluate_for(max(self.turn, 0))

    def order(self, move: int) -> int:
        return self.mixed(100 + move) % 5

    def bounds(self, player: int) -> tuple[float, float]:
        """Not true of these trees: good enough to see that pruning and no pruning treat them alike."""
        if self.turn == CHANCE:
            return self.lowest, self.highest
        middle = self.share(60, player)
        return middle - 4.0, middle + 4.0
