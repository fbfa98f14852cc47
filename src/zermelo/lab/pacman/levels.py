"""Simulating an opponent who simulates you, and its cost.

Level 0 plays at random. A player of level k believes that the others are of level k - 1, and answers best: at each of
their nodes it runs their whole search, in which they run its own. The lecture: "this kind of thing gets very slow very
quickly". Minimax needs no such tower: it all collapses into one game tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.game.random import Random
from zermelo.lab.pacman.node import Node
from zermelo.lab.pacman.replanning import Judge, best_moves, by_caution
from zermelo.players.base import Player, as_playthrough, simple_result
from zermelo.search.common.options import Setting
from zermelo.search.common.result import SearchResult

HIGHEST = 4


@dataclass
class Tower:
    """Minds inside minds; `looked_at` counts positions made by all of them."""

    plies: int  # that every mind looks ahead from where it stands
    judge: Judge = by_caution
    looked_at: int = 0

    def values(self, node: Node, level: int) -> dict[int, float]:
        """What each move is worth to the player to move, if the others are one level below."""
        me = node.turn
        return {move: self.worth(self.made(node, move), me, level, self.plies - 1) for move in node.moves()}

    def worth(self, node: Node, me: int, level: int, plies: int) -> float:
        """A position as one player sees it."""
        if node.over():
            return node.utility(me)
        if plies == 0:
            return self.judge(node) if me == 0 else -self.judge(node)
        if node.turn == me:
            return max(self.worth(self.made(node, move), me, level, plies - 1) for move in node.moves())
        odds = self.policy(node, level - 1)
        return sum(chance * self.worth(self.made(node, m), me, level, plies - 1) for m, chance in odds.items())

    def policy(self, node: Node, level: int) -> dict[int, float]:
        """How likely each move of the player to move is: to know it, their whole search is run."""
        moves = node.moves() if level <= 0 else best_moves(self.values(node, level))[:1]
        return {move: 1.0 / len(moves) for move in moves}

    def collapsed(self, node: Node, me: int, plies: int) -> float:
        """Minimax, for comparison: the opponent's mind is part of the same tree."""
        if node.over():
            return node.utility(me)
        if plies == 0:
            return self.judge(node) if me == 0 else -self.judge(node)
        found = [self.collapsed(self.made(node, move), me, plies - 1) for move in node.moves()]
        return max(found) if (node.turn == 0) == (me == 0) else min(found)

    def made(self, node: Node, move: int) -> Node:
        """The position after a move, counted."""
        self.looked_at += 1
        return node.play(move)


@dataclass(frozen=True)
class Cost:
    """What one decision took."""

    label: str
    value: float
    move: str
    looked_at: int


def costs(node: Node, rounds: int, highest: int = 3) -> list[Cost]:
    """Positions made for one decision by each level, and by minimax of the same depth."""
    rows = []
    plies = rounds * node.players
    for level in range(1, highest + 1):
        tower = Tower(plies)
        worth = tower.values(node, level)
        move = best_moves(worth)[0]
        rows.append(Cost(f"level {level}", worth[move], node.move_text(move), tower.looked_at))
    tower = Tower(plies)
    found = {move: tower.collapsed(tower.made(node, move), node.turn, plies - 1) for move in node.moves()}
    move = best_moves(found)[0]
    return [*rows, Cost("minimax", found[move], node.move_text(move), tower.looked_at)]


class Level(Player):
    """A player of a level, in plain Python: `level:level=2,rounds=1`."""

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("level", int, "0 plays at random; k answers k - 1", 1, low=0, high=HIGHEST),
        Setting("rounds", int, "rounds to look ahead", 1, low=1, high=3),
        Setting("seed", int, "of what is drawn", 0, low=0),
    )

    def __init__(self, level: int = 1, rounds: int = 1, seed: int = 0, text: str = "level") -> None:
        self.level, self.rounds, self.seed, self.text = level, rounds, seed, text
        self.new_game()

    def new_game(self, seed: int = 0) -> None:
        """Lots are drawn anew."""
        self.random = Random(self.seed, seed)

    def think(self, game: Any, **asked: Any) -> SearchResult:
        """The best answer to the level below."""
        playthrough = as_playthrough(game)
        node = Node(playthrough.state.copy())
        tower = Tower(self.rounds * node.players)
        if self.level == 0:
            moves = node.moves()
            return simple_result(playthrough, moves[self.random.below(len(moves))], self.text)
        worth = tower.values(node, self.level)
        move = best_moves(worth)[0]
        return simple_result(playthrough, move, self.text, value=worth[move], nodes=tower.looked_at)
