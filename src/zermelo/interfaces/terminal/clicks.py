"""Clicks that make a move: a sequence of cells and buttons, remembered until it means one move."""

from __future__ import annotations

from collections.abc import Mapping


class Picking:
    """What has been clicked so far, against the clicks of all legal moves."""

    def __init__(self, clicks: Mapping[int, tuple[str, ...]]) -> None:
        self.clicks = clicks
        self.picked: tuple[str, ...] = ()

    def click(self, name: str) -> int | None:
        """Take a click; the move that is now complete, or None. A click that leads nowhere begins anew or lets go."""
        if self.picked and name == self.picked[-1] and not self.fitting((*self.picked, name)):
            self.picked = self.picked[:-1]  # the same place again: not this one after all
            return None
        for attempt in ((*self.picked, name), (name,)):
            if fitting := self.fitting(attempt):
                self.picked = attempt
                exact = [move for move in fitting if self.clicks[move] == attempt]
                if exact:
                    self.picked = ()
                    return exact[0]
                return None
        self.picked = ()
        return None

    def fitting(self, picked: tuple[str, ...]) -> list[int]:
        """The moves whose clicks begin so."""
        return [move for move, clicks in self.clicks.items() if clicks[: len(picked)] == picked]

    def next_ones(self) -> set[str]:
        """Where the next click may go."""
        place = len(self.picked)
        return {self.clicks[move][place] for move in self.fitting(self.picked)}
