"""A hold'em subgame: two ranges on a board, solved by discounted regret minimisation on vectors of hands.

`solve_subgame("Td 9d 6h Qc 2s", "66+,A8s+", "QQ-22,KQo", pot=200, stack=900)`. The first player speaks first on every
street. Exploitability is what a perfect opponent gains on average over both seats, in hundredths of the pot.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.games.poker.hands import CARDS, card_text, read_cards
from zermelo.hidden.equilibrium.rules import RULES
from zermelo.hidden.holdem import kernels
from zermelo.hidden.holdem.betting import ALL_IN, FIRST, MOST_NODES, SECOND, SHOWDOWN, Builder, Sizes, Tree, read_sizes
from zermelo.hidden.holdem.kernels import RESPOND, Side, Work
from zermelo.hidden.holdem.ranges import pairs, read_range

METHODS = ("dcfr", "cfr+", "linear", "cfr")
MOST_MEMORY = 2_000  # megabytes
MOST_CHIPS = 1_000_000
LOOK_EVERY = 10  # iterations

Update = Callable[["Subgame", float], None]  # the subgame, and its exploitability now in hundredths of the pot


@dataclass(frozen=True)
class Spot:
    """What is asked."""

    board: tuple[int, ...]
    first: NDArray[np.float64]  # [combo] weights
    second: NDArray[np.float64]
    pot: int
    stack: int
    sizes: Sizes


def spot(
    board: str, first: str, second: str, *, pot: int, stack: int, bets: str = "50%, all-in", raises: str = "all-in"
) -> Spot:
    """A question in texts, checked."""
    cards = read_cards(board)
    if not 3 <= len(cards) <= 5:
        raise BadParameter(f"a board has 3, 4 or 5 cards (flop, turn, river), not {len(cards)}: {board!r}")
    for what, chips in (("pot", pot), ("stack", stack)):
        if not 1 <= chips <= MOST_CHIPS:
            raise BadParameter(f"{what} must be from 1 to {MOST_CHIPS:,} chips, not {chips}")
    ranges = [read_range(text) for text in (first, second)]
    return Spot(tuple(cards), ranges[0], ranges[1], pot, stack, Sizes(read_sizes(bets), read_sizes(raises, "raises")))


class Subgame:
    """A spot being solved: `run(iterations)`, `exploitability()`, `share()`, `at(path)`."""

    def __init__(
        self, asked: Spot, method: str = "dcfr", *, most_memory: float = MOST_MEMORY, most_nodes: int = MOST_NODES
    ) -> None:
        if method not in METHODS:
            raise BadLimit(f"there is no method {method!r}: choose {', '.join(METHODS)}")
        self.asked, self.method, self.iterations = asked, method, 0
        self.tree: Tree = Builder(asked.pot, asked.stack, asked.sizes, frozenset(asked.board), most_nodes).build()
        self.hands = [live_hands(asked.board, weights) for weights in (asked.first, asked.second)]
        self.starts = self.lay_out(most_memory)
        self.sides = self.make_sides((asked.first, asked.second))
        self.by = np.zeros(5)
        self.work = self.make_work()
        cards = [pairs()[hands] for hands in self.hands]
        clash = (cards[0][:, None, :, None] == cards[1][None, :, None, :]).any((2, 3))
        self.weight = float(self.sides[0].weights.astype(float) @ ~clash @ self.sides[1].weights.astype(float))
        if self.weight <= 0:
            raise BadParameter("the two ranges cannot be held at once on this board: every pair of hands shares a card")

    # ------------------------------------------------------------------ made once
    def lay_out(self, most_memory: float) -> NDArray[np.int64]:
        """Where the numbers of each decision begin; refused where they would not fit."""
        tree = self.tree
        hands = np.where(tree.kinds == FIRST, len(self.hands[0]), len(self.hands[1]))
        sizes = np.where(tree.kinds <= SECOND, tree.counts * hands, 0)
        slots = int(sizes.sum())
        megabytes = slots * 8 / 2**20
        if megabytes > most_memory:
            raise Unsupported(
                f"this subgame needs {megabytes:,.0f} MB, and {most_memory:,.0f} MB are allowed: choose fewer sizes of"
                " bets, narrower ranges or a later street"
            )
        self.regrets, self.averages = np.zeros(slots, np.float32), np.zeros(slots, np.float32)
        return np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)

    def boards(self) -> NDArray[np.int64]:
        """[place] all full boards; the places of the tree's showdowns become rows of it."""
        board = self.asked.board
        left = [card for card in range(CARDS) if card not in board]
        runs = list(combinations(left, 5 - len(board)))
        names: dict[tuple[int, ...], int] = {}
        for run in runs:
            names[run] = run[0] if len(run) == 1 else CARDS + run[1] * (run[1] - 1) // 2 + run[0] if run else -1
        rows = np.zeros(CARDS + CARDS * CARDS, np.int64)
        for row, run in enumerate(runs):
            rows[names[run]] = row
        showing = self.tree.kinds == SHOWDOWN
        self.tree.places[showing] = rows[self.tree.places[showing]]
        return np.array([[*board, *run] for run in runs], np.int64)

    def make_sides(self, ranges: Any) -> tuple[Side, Side]:
        """Both players' hands as kernels read them."""
        boards = self.boards()
        cards = [pairs()[hands].astype(np.uint16) for hands in self.hands]
        found = [np.zeros((len(boards), len(hands)), np.int32) for hands in self.hands]
        for player in range(2):
            kernels.strengths(boards, cards[player], found[player])
        return tuple(  # type: ignore[return-value]
            self.side(cards, found, player, ranges[player][self.hands[player]]) for player in range(2)
        )

    def side(self, cards: Any, found: Any, player: int, weights: Any) -> Side:
        """One player's hands."""
        own, other = self.hands[player], self.hands[1 - player]
        where = {int(number): index for index, number in enumerate(other)}
        twins = np.array([where.get(int(number), -1) for number in own], np.int16)
        holding = [np.flatnonzero((cards[player] == card).any(1)) for card in range(CARDS)]
        held = np.concatenate([[0], np.cumsum([len(hands) for hands in holding])]).astype(np.int32)
        ranks = found[player]
        live = (ranks >= 0).sum(1).astype(np.int32)
        sortable = np.where(ranks < 0, np.iinfo(np.int32).max, ranks)
        order = np.argsort(sortable, axis=1, kind="stable")
        equity = np.zeros((1, 1), np.float32)
        if (self.tree.kinds == ALL_IN).any():
            equity = np.zeros((len(other), len(own)), np.float32)
            share = 1.0 / {4: 44, 3: 990}[len(self.asked.board)]
            kernels.compare(found[player], found[1 - player], cards[player], cards[1 - player], share, equity)
        return Side(
            cards[player], weights.astype(np.float32), twins, np.concatenate(holding).astype(np.uint16), held,
            order.astype(np.uint16), np.take_along_axis(sortable, order, 1), live, equity,
        )  # fmt: skip

    def make_work(self) -> Work:
        """Rows for each depth."""
        deep, wide = int(self.tree.depths.max()) + 1, max(map(len, self.hands))
        most = int(self.tree.counts[self.tree.kinds <= SECOND].max(initial=1))

        def rows(*shape: int) -> Any:
            return np.zeros(shape, np.float32)

        return Work(
            np.zeros(deep, np.int64), rows(deep, wide), rows(deep, wide), rows(deep, wide), rows(deep, most, wide),
            rows(deep, most, wide), rows(wide),
        )  # fmt: skip

    # ------------------------------------------------------------------ solving
    def run(self, count: int) -> None:
        """So many iterations more."""
        begin = self.iterations + 1
        kernels.iterate(
            self.tree, self.starts, RULES[self.method], begin, begin + count, self.sides, self.regrets, self.averages,
            self.work, self.by,
        )  # fmt: skip
        self.iterations += count

    def walk(self, player: int, purpose: int) -> float:
        """A walk with the averages: chips a hand, half the pot given to each at the start."""
        total = kernels.walk(
            self.tree, self.starts, player, purpose, self.sides, self.regrets, self.averages, self.work, self.by
        )
        return float(total) / self.weight

    def exploitability(self) -> float:
        """What a perfect opponent gains on average over both seats, in hundredths of the pot."""
        return 50.0 * sum(self.walk(player, RESPOND) for player in range(2)) / self.asked.pot

    def share(self) -> float:
        """What the first player gets of the pot when both follow the averages, in chips."""
        return self.walk(0, kernels.EVALUATE) + self.asked.pot / 2


def live_hands(board: tuple[int, ...], weights: Any) -> NDArray[np.int64]:
    """The combos of a range that the board leaves possible."""
    blocked = np.isin(pairs(), board).any(1)
    found: NDArray[np.int64] = np.flatnonzero((weights > 0) & ~blocked)
    if not len(found):
        raise BadParameter(f"no hand of a range is possible on {' '.join(map(card_text, board))}")
    return found


def solve_subgame(
    asked: Spot,
    method: str = "dcfr",
    *,
    until: float = 0.5,
    iterations: int = 10_000,
    seconds: float = float("inf"),
    most_memory: float = MOST_MEMORY,
    most_nodes: int = MOST_NODES,
    stop_event: threading.Event | None = None,
    on_update: Update | None = None,
) -> Subgame:
    """Iterate until a perfect opponent gains less than `until` hundredths of the pot, or the work is spent."""
    if not until >= 0 or iterations < 1:
        raise BadLimit("until must not be negative, and iterations at least 1")
    game = Subgame(asked, method, most_memory=most_memory, most_nodes=most_nodes)
    begin = float("inf")
    while True:
        step = LOOK_EVERY if game.iterations < 10 * LOOK_EVERY else game.iterations // 5
        game.run(min(step, iterations - game.iterations))
        found = game.exploitability()
        begin = min(begin, time.perf_counter())  # the first steps compile, which is not on the clock
        if on_update:
            on_update(game, found)
        spent = game.iterations >= iterations or time.perf_counter() - begin > seconds
        if found < until or spent or (stop_event is not None and stop_event.is_set()):
            return game
