"""All-in or fold before the flop: the small blind pushes or folds, the big blind calls or folds, by 169 hands each.

Predictive regret matching on two rows of 169 numbers (`hidden/equilibrium/rules.py` has the sources), with the hands
that share cards counted exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadParameter
from zermelo.hidden.holdem.preflop import Preflop, Progress, preflop

SMALL_BLIND, BIG_BLIND = 0.5, 1.0  # of a big blind
LOWEST, HIGHEST = 1.0, 1000.0  # stacks in big blinds
LOOK_EVERY = 200
MOST = 200_000  # iterations

Row = NDArray[np.float64]


@dataclass(frozen=True)
class PushFold:
    """Who goes all-in with what, for one stack."""

    stack: float  # big blinds
    value: float  # to the small blind, in big blinds
    exploitability: float  # big blinds a hand, on average over both seats
    iterations: int
    pushes: Row  # [class] how often
    calls: Row
    push_share: float  # of all hands
    call_share: float


def solve_push_fold(
    stack: float, *, until: float = 1e-9, table: Preflop | None = None, progress: Progress | None = None
) -> PushFold:
    """The equilibrium of one stack, in big blinds."""
    if not LOWEST < stack <= HIGHEST:
        raise BadParameter(
            f"a stack of more than {LOWEST:g} and at most {HIGHEST:g} big blinds is needed, not {stack:g}"
        )
    known = table or preflop(progress)
    game = Blinds(known, stack)
    t = 0
    while t < MOST:
        game.run(LOOK_EVERY)
        t += LOOK_EVERY
        if game.exploitability() < until:
            break
    pushes, calls = game.averages()
    hands = known.pairs.sum(1) / known.pairs.sum()
    return PushFold(
        stack, game.value(pushes, calls), game.exploitability(), t, pushes, calls, float(hands @ pushes),
        float(hands @ calls),
    )  # fmt: skip


class Blinds:
    """The two decisions and their regrets."""

    def __init__(self, known: Preflop, stack: float) -> None:
        share = known.pairs / known.pairs.sum()
        self.called = share * stack * (known.wins - known.wins.T)  # [push, call] chips to the one who pushes
        self.taken = share * BIG_BLIND
        self.folded = -SMALL_BLIND * share.sum(1)
        self.lost = -BIG_BLIND * share
        self.regrets, self.sums, self.last = np.zeros((2, 2, 169)), np.zeros((2, 2, 169)), np.zeros((2, 2, 169))
        self.iterations = 0

    def current(self, player: int) -> Row:
        """How often each hand goes all-in by the regrets, the last ones expected once more."""
        wish = np.maximum(self.regrets[player] + self.last[player], 0)
        total = wish.sum(0)
        return np.where(total > 0, wish[1] / np.where(total > 0, total, 1), 0.5)

    def worth(self, player: int, other: Row) -> Row:
        """[fold or all-in, class] what each is worth to a player against the other's play."""
        if player == 0:
            return np.stack([self.folded, self.called @ other + self.taken @ (1 - other)])
        return np.stack([other @ self.lost, -(other @ self.called)])

    def run(self, count: int) -> None:
        """So many iterations more, the players by turns."""
        plays = [self.current(0), self.current(1)]
        for _ in range(count):
            self.iterations += 1
            for player in range(2):
                values = self.worth(player, plays[1 - player])
                own = plays[player]
                self.sums[player] += self.iterations**2 * np.stack([1 - own, own])
                self.last[player] = values - (values[0] * (1 - own) + values[1] * own)
                self.regrets[player] = np.maximum(self.regrets[player] + self.last[player], 0)
                plays[player] = self.current(player)

    def averages(self) -> tuple[Row, Row]:
        """How often each hand pushes, and calls."""
        first, second = (self.sums[player][1] / self.sums[player].sum(0) for player in range(2))
        return first, second

    def value(self, pushes: Row, calls: Row) -> float:
        """What the small blind gains."""
        fold, push = self.worth(0, calls)
        return float(fold @ (1 - pushes) + push @ pushes)

    def exploitability(self) -> float:
        """What best responses gain, on average over both seats."""
        pushes, calls = self.averages()
        best = self.worth(0, calls).max(0).sum()
        answered = self.worth(1, pushes).max(0).sum() - self.folded @ (1 - pushes)  # the small blind's folds are gains
        return float(best + answered) / 2
