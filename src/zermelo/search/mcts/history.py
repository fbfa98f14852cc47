"""The history of a simulation: the keys of the game so far, of the path through the tree and of the playout."""

from __future__ import annotations

from zermelo.game.fields import Row
from zermelo.game.game import FORBIDDEN, Game
from zermelo.game.history import Clocks, Keys, history_key, occurrences


def forbids_repetition(state: Game) -> bool:
    """Whether moves that repeat a position are illegal (superko)."""
    return state.repetition > 0 and state.repeated == FORBIDDEN


class PathHistory(Clocks):
    """The clocks of a simulation; unlike a playout, the tree obeys a rule that forbids repetitions."""

    def descend(self, state: Game, move: int, keys: Keys) -> None:
        """Play a move in the tree and remember the position; `judge_node` says whether that ends the game."""
        self.step(state, move, keys)
        if forbids_repetition(state) and (not state.midturn() or state.over()):
            keys[self.seen] = history_key(state)
            self.seen += 1

    def judge_node(self, state: Game, row: Row, keys: Keys) -> None:
        """Whether the history ends the game at a node of the tree."""
        self.judge(state, row, keys, False)

    def is_forbidden(self, state: Game, keys: Keys) -> bool:
        """Whether the position just reached has occurred too often before."""
        if state.midturn() and not state.over():
            return False
        last = self.seen - 1
        return occurrences(keys, 0, last, keys[last]) >= state.repetition - 1
