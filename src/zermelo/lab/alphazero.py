"""AlphaZero in miniature: a table in the place of the network, taught by the searches that it guides.

The table keeps for every position how often its searches tried each move, and what the games through it came to. PUCT
asks the table; the table learns from PUCT. In Nim one can see how far it has come: Bouton proved in 1901 what to play.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from zermelo.explain.plots import Plot, Series
from zermelo.game.plain import view
from zermelo.game.random import Random
from zermelo.games.nim import Nim
from zermelo.solve.plain import key_of
from zermelo.textbook.events import run
from zermelo.textbook.puct import Node, puct, visits

HEAPS = (2, 3, 4)
SIMULATIONS, GAMES, SEEDS = 24, 120, 3
RANDOM_PLIES = 5
TOLD = 20  # games between two looks


class Table:
    """What a network would say, as a table: priors of the moves, and a value for the player to move."""

    def __init__(self) -> None:
        self.tried: dict[Any, dict[Any, int]] = {}
        self.results: dict[Any, tuple[float, int]] = {}  # their sum for the player to move, and how many

    def __call__(self, node: Any) -> tuple[Mapping[Any, float], float]:
        """The judge of a search: one try of each move is imagined, and one drawn game."""
        moves, key = node.moves(), key_of(node)
        tried = self.tried.get(key, {})
        whole = sum(tried.values()) + len(moves)
        total, games = self.results.get(key, (0.0, 0))
        return {move: (tried.get(move, 0) + 1) / whole for move in moves}, total / (games + 1)

    def learn(self, line: list[Node], winner: int) -> None:
        """The searches of one game, and how it ended."""
        for root in line:
            key = key_of(root.game)
            known = self.tried.setdefault(key, {})
            for move, count in visits(root).items():
                known[move] = known.get(move, 0) + count
            total, games = self.results.get(key, (0.0, 0))
            self.results[key] = total + (1.0 if root.game.turn == winner else -1.0), games + 1


def self_play(table: Table, start: Any, random: Random, simulations: int = SIMULATIONS) -> list[Node]:
    """One game of the table against itself: each move is drawn by the visits of its search.

    It begins with some random moves: else the table would soon see nothing but its own favourite games.
    """
    line: list[Node] = []
    game = view(start)
    for _ in range(random.below(RANDOM_PLIES + 1)):
        moves = game.moves()
        after = game.play(moves[random.below(len(moves))])
        game = game if after.over() else after
    while not game.over():
        root = Node(game)
        run(puct(game, table, simulations=simulations, root=root))
        line.append(root)
        left = random.below(simulations)
        for move, count in visits(root).items():
            left -= count
            if left < 0:
                game = game.play(move)
                break
    table.learn(line, 0 if game.utility(0) > 0 else 1)
    return line


def right_moves(table: Table) -> float:
    """The share of won positions in which the table's likeliest move is Bouton's: what is left adds up to nothing."""
    right = asked = 0
    for heaps in ((a, b, c) for a in range(HEAPS[0] + 1) for b in range(HEAPS[1] + 1) for c in range(HEAPS[2] + 1)):
        if heaps[0] ^ heaps[1] ^ heaps[2] == 0:
            continue
        node = view(Nim(heaps=heaps))
        priors, _ = table(node)
        move = max(priors, key=lambda move: priors[move])
        after = [int(size) for size in node.play(move).playthrough.state.heaps]
        asked += 1
        right += after[0] ^ after[1] ^ after[2] == 0
    return right / asked


@cache
def taught(seed: int = 0, games: int = GAMES) -> tuple[Table, tuple[float, ...]]:
    """A table after some games, and how it did now and then."""
    table, random, curve = Table(), Random(seed), []
    for game in range(games):
        if game % TOLD == 0:
            curve.append(right_moves(table))
        self_play(table, Nim(heaps=HEAPS), random)
    return table, (*curve, right_moves(table))


def curve() -> Plot:
    """The table's likeliest move, by games played."""
    series = [
        Series(f"seed {seed}", [(float(TOLD * place), 100 * share) for place, share in enumerate(taught(seed)[1])])
        for seed in range(SEEDS)
    ]
    return Plot("Won positions of Nim in which the table moves rightly", "games", "%", series)
