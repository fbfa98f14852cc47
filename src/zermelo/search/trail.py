"""The history of a game inside a tree search: the keys of the game so far, of the tree's path and of the playout.

The rules of `history.py`, with one difference: keys of the game so far are never overwritten, so that the next
simulation finds them again.
"""

from __future__ import annotations

from typing import Any

from zermelo.game.fields import Row, i64
from zermelo.game.game import FORBIDDEN
from zermelo.game.history import (
    SIEVE,
    Keys,
    counts_utility,
    decided,
    fill_sieve,
    history_key,
    occurrences,
    out_of_time,
    repetition_loser,
    returned,
)
from zermelo.game.record import Record


class Trail(Record):
    """Where a simulation stands in the history of its game."""

    plies: i64  # of the whole game
    progress: i64  # plies since the last irreversible move
    first: i64  # the oldest key that can return
    seen: i64  # keys in use, the present position's last
    kept: i64  # keys of the game before the search
    drawn: i64  # 1 when the history has decided the game, as a draw or for who does not lose by it
    loser: i64  # who loses by a repetition, or -1
    stopped: i64  # 1 when the history has ended the game, drawn or by its utility

    def step(self, state: Any, move: int, keys: Keys) -> None:
        """Play a move in the tree and remember the position, without a judgement."""
        forgets = False
        if state.repetition > 0 or state.no_progress > 0:
            forgets = state.irreversible(move)
            self.progress = 0 if forgets else self.progress + 1
        state.play(move)
        self.plies += 1
        if state.repetition > 0 and (not state.midturn() or state.over()):
            if state.repeated != FORBIDDEN:
                if self.seen == len(keys) - SIEVE:
                    self.seen = self.kept
                    self.first = self.kept
                if forgets:
                    self.first = self.seen
            keys[self.seen] = history_key(state)
            self.seen += 1

    def play_on(self, state: Any, keys: Keys) -> None:
        """A playout begins here: it asks at every turn whether a position has returned."""
        if state.repetition > 0 and state.repeated != FORBIDDEN and self.seen - self.first > 1:
            fill_sieve(keys, self.first, self.seen, state.repetition - 1)

    def judge(self, state: Any, row: Row, keys: Keys, sieved: bool) -> None:
        """Whether the history ends the game here; a position without moves is judged by itself."""
        if state.repetition == 0 and state.no_progress == 0 and state.cap == 0:
            return
        if state.midturn() or state.over():
            return
        if state.repetition > 0 and state.repeated != FORBIDDEN:
            last, times = self.seen - 1, state.repetition - 1
            if sieved:
                again = returned(keys, self.first, last, times)
            else:
                again = occurrences(keys, self.first, last, keys[last]) >= times
            if again and state.moves(row) > 0:
                self.drawn = 1
                self.loser = repetition_loser(state, keys, self.first, last)
                self.stopped = 1
                return
        if out_of_time(state, self.progress, self.plies) and state.moves(row) > 0:
            self.stopped = 1
            if not counts_utility(state, self.progress, self.plies):
                self.drawn = 1

    def follow(self, state: Any, move: int, row: Row, keys: Keys) -> None:
        """Play a move of a playout; a rule that forbids repetitions is left to the rules' own means there."""
        if state.repeated == FORBIDDEN:
            if state.no_progress > 0:
                self.progress = 0 if state.irreversible(move) else self.progress + 1
            state.play(move)
            self.plies += 1
        else:
            self.step(state, move, keys)
        self.judge(state, row, keys, True)

    def repeats(self, state: Any, keys: Keys) -> bool:
        """Whether the position just reached stood on the board too often before."""
        if state.midturn() and not state.over():
            return False
        last = self.seen - 1
        return occurrences(keys, 0, last, keys[last]) >= state.repetition - 1

    def result(self, state: Any, player: int) -> float:
        """What the game has come to for a player."""
        return decided(state, self.drawn, self.loser, player)
