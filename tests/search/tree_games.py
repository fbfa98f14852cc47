"""Games made of nothing but a tree or a graph, drawn from a seed: what a search must get right without any rules."""

from __future__ import annotations

from zermelo.game import Game, Row, derived, i8, parameter, python_only, u64
from zermelo.game.bits import mix64, number, plus, put, times, word


def digit(bits: object, at: int, most: int) -> int:
    """A number below `most` from eight bits of a word."""
    return number(bits >> word(8 * at) & word(255)) % most  # type: ignore[operator]


class Tree(Game):
    """A random tree in which orders of moves meet again, turns may go on, and ends lie at different depths."""

    most_moves = 4
    longest = 12
    lowest = -3.0
    highest = 3.0

    node: u64
    plies: i8

    @python_only
    def start(self, seed: int = 0) -> None:
        """The root of a tree."""
        self.node = mix64(word(seed))
        self.turn = 0

    def moves(self, out: Row) -> int:
        """One to four children."""
        n = 0
        for move in range(1 + digit(mix64(self.node), 0, 4)):
            n = put(out, n, move)
        return n

    def play(self, move: int) -> None:
        """A sum, so that the order of two moves does not matter."""
        self.node = plus(self.node, mix64(word(move + 77)))
        self.plies += 1
        if digit(mix64(self.node), 1, 4) > 0:
            self.turn = 1 - self.turn

    def over(self) -> bool:
        """Some nodes are leaves."""
        return self.plies >= 12 or (self.plies > 1 and digit(mix64(self.node), 2, 6) == 0)

    def utility(self, player: int) -> float:
        """Whole points."""
        value = float(digit(mix64(self.node), 3, 7) - 3)
        return value if player == 0 else -value

    def evaluate(self) -> float:
        """An estimate that has nothing to do with the truth."""
        value = digit(mix64(self.node), 4, 200) / 40.0 - 2.4
        return value if self.turn == 0 else -value

    def order(self, move: int) -> int:
        """A useless order."""
        return digit(mix64(times(self.node, word(2 * move + 3))), 5, 50)

    def noisy(self, move: int) -> bool:
        """Some."""
        return digit(mix64(times(self.node, word(2 * move + 3))), 6, 3) == 0


class Graph(Game):
    """A random graph of few positions, which return soon: repetition with any consequence."""

    rule: int = parameter(0, low=0, high=4, help="what a repetition means")
    repeated: int = derived(lambda game: game.rule)
    repetition = 3
    no_progress = 9
    cap = 40
    most_moves = 3

    node: i8

    @python_only
    def start(self, seed: int = 0) -> None:
        """One of the eight positions."""
        self.node = seed % 8
        self.turn = 0

    def moves(self, out: Row) -> int:
        """One to three ways."""
        n = 0
        for move in range(1 + self.drawn(0, 3)):
            n = put(out, n, move)
        return n

    def drawn(self, at: int, most: int) -> int:
        """A number that belongs to this position."""
        return digit(mix64(word(self.node + 16 * self.turn + 5)), at, most)

    def play(self, move: int) -> None:
        """Along an arrow, the player changes."""
        self.node = (self.node + 1 + self.drawn(1 + move, 7)) % 8
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        """Nobody wins by the position: repetitions and clocks decide."""
        return 0.0

    def evaluate(self) -> float:
        """An estimate."""
        value = (self.drawn(5, 99) - 49) / 60.0
        return value if self.turn == 0 else -value

    def checking(self) -> bool:
        """Half of the positions."""
        return self.drawn(6, 2) == 0

    def irreversible(self, move: int) -> bool:
        """A few moves."""
        return self.node == 3 and move == 1
