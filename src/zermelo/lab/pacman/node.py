"""Pacman for a student's functions: a position that never changes, asked in plain words.

A node is a game of the plain door (`turn`, `moves`, `play`, `over`, `utility`), so every algorithm of the textbook
runs over it. It counts how often `play` was asked, which is how the autograder sees whether a search prunes.
"""

from __future__ import annotations

from typing import Any

from zermelo.games.pacman.notation import NAMES

Place = tuple[float, float]  # column and row, from the lower left corner


class Node:
    """A position; Pacman is player 0, the ghosts are the other players."""

    def __init__(self, state: Any, counter: list[int] | None = None) -> None:
        self.state = state
        self.counter = [0] if counter is None else counter

    # ------------------------------------------------------------------ the game

    @property
    def turn(self) -> int:
        """Whose move it is: 0 is Pacman."""
        return int(self.state.turn)

    @property
    def players(self) -> int:
        """Pacman and the ghosts."""
        return int(self.state.players)

    @property
    def sides(self) -> tuple[int, ...]:
        """The ghosts hunt together."""
        return tuple(self.state.sides)

    @property
    def zero_sum(self) -> bool:
        """What Pacman wins the ghosts lose."""
        return bool(self.state.zero_sum)

    def moves(self) -> list[int]:
        """The legal moves as numbers: 0 North, 1 South, 2 East, 3 West, 4 Stop."""
        return [] if self.over() else [int(move) for move in self.state.legal()]

    def play(self, move: int) -> Node:
        """The position after a move; this one stays as it is."""
        self.counter[0] += 1
        after = self.state.copy()
        after.play(move)
        return Node(after, self.counter)

    def over(self) -> bool:
        """All food eaten, or Pacman caught."""
        return bool(self.state.over())

    def won(self) -> bool:
        """All food eaten."""
        return int(self.state.left) == 0

    def lost(self) -> bool:
        """Pacman caught."""
        return bool(self.state.caught)

    def utility(self, player: int) -> float:
        """The score for Pacman, its opposite for a ghost."""
        return float(self.state.utility(player))

    @property
    def score(self) -> float:
        """Pacman's points so far."""
        return float(self.state.score)

    def evaluate(self) -> float:
        """The game's own estimate for the player to move."""
        return float(self.state.evaluate())

    # ------------------------------------------------------------------ what is seen

    @property
    def pacman(self) -> Place:
        """Where Pacman is."""
        return self.place(0)

    @property
    def ghosts(self) -> list[Place]:
        """Where the ghosts are; a scared one may be half way between two cells."""
        return [self.place(ghost) for ghost in range(1, self.players)]

    @property
    def scared(self) -> list[int]:
        """For how many moves each ghost is still scared."""
        return [int(self.state.scared[ghost]) for ghost in range(1, self.players)]

    @property
    def food(self) -> list[tuple[int, int]]:
        """The cells where food lies."""
        return cells_of(self.state.food)

    @property
    def capsules(self) -> list[tuple[int, int]]:
        """The cells where capsules lie."""
        return cells_of(self.state.capsules)

    @property
    def walls(self) -> set[tuple[int, int]]:
        """The cells that are wall."""
        return set(cells_of(self.state.walls))

    def place(self, agent: int) -> Place:
        """Where an agent is."""
        return int(self.state.x[agent]) / 2, int(self.state.y[agent]) / 2

    def move_text(self, move: int) -> str:
        """North, South, East, West or Stop."""
        return NAMES[move]

    def __str__(self) -> str:
        return str(self.state)


def cells_of(layer: Any) -> list[tuple[int, int]]:
    """The cells of a layer of the maze: a word of bits for each row."""
    found = []
    for row, line in enumerate(layer.tolist()):
        column = 0
        while line:
            if line & 1:
                found.append((column, row))
            line >>= 1
            column += 1
    return found
