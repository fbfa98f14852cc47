"""The history of a game inside a tree search: the keys of the game so far, of the tree's path and of the playout."""

from __future__ import annotations

from typing import Any

from zermelo.game.fields import Row
from zermelo.game.game import FORBIDDEN
from zermelo.game.history import Clocks, Keys, history_key, occurrences


class Trail(Clocks):
    """Where a simulation stands in the history of its game; the tree obeys a rule that forbids repetitions, too."""

    def descend(self, state: Any, move: int, keys: Keys) -> None:
        """Play a move in the tree and remember the position, without a judgement."""
        self.step(state, move, keys)
        if state.repetition > 0 and state.repeated == FORBIDDEN and (not state.midturn() or state.over()):
            keys[self.seen] = history_key(state)
            self.seen += 1

    def arrive(self, state: Any, row: Row, keys: Keys) -> None:
        """Whether the history ends the game at a node of the tree."""
        self.judge(state, row, keys, False)

    def repeats(self, state: Any, keys: Keys) -> bool:
        """Whether the position just reached stood on the board too often before."""
        if state.midturn() and not state.over():
            return False
        last = self.seen - 1
        return occurrences(keys, 0, last, keys[last]) >= state.repetition - 1
