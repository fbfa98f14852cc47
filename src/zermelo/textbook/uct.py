"""UCT: Monte Carlo tree search as in the lecture (Kocsis and Szepesvári 2006).

Four steps, again and again: selection by x + C * sqrt(ln t / n), expansion of one child, a random playout, and
back-propagation of its result. The answer is the child with the most visits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from zermelo.game.plain import view
from zermelo.game.random import Random
from zermelo.textbook.events import Answer, Event, Path, Steps


@dataclass
class Node:
    """A position in the tree: visits, the sum of results for the player who moved here, children by move."""

    game: Any
    mover: int
    visits: int = 0
    total: float = 0.0
    children: dict[Any, Node] = field(default_factory=dict)

    def bound(self, parent_visits: int, exploration: float) -> float:
        """The upper confidence bound by which a parent chooses."""
        return self.total / self.visits + exploration * math.sqrt(math.log(parent_visits) / self.visits)


def uct(game: Any, *, simulations: int, exploration: float = math.sqrt(2), seed: int = 0) -> Steps:
    """The most visited move after a number of simulations, and its mean result."""
    root = Node(view(game), -1)
    random = Random(seed)
    for _ in range(simulations):
        node, line = root, [root]
        path: Path = ()
        while not node.game.over() and len(node.children) == len(node.game.moves()):  # 1. selection
            parent = node
            move, node = max(parent.children.items(), key=lambda item: item[1].bound(parent.visits, exploration))
            path, line = (*path, move), [*line, node]
        if not node.game.over():  # 2. expansion
            untried = [move for move in node.game.moves() if move not in node.children]
            move = untried[random.below(len(untried))]
            node.children[move] = node = Node(node.game.play(move), node.game.turn)
            path, line = (*path, move), [*line, node]
        end = playout(node.game, random)  # 3. simulation
        yield Event("simulate", path, [end.utility(p) for p in sorted({n.mover for n in line if n.mover >= 0})])
        for visited in line:  # 4. back-propagation
            visited.visits += 1
            if visited.mover >= 0:
                visited.total += end.utility(visited.mover)
        yield Event("backup", path)
    move, best = max(root.children.items(), key=lambda item: item[1].visits)
    return Answer(best.total / best.visits, move, simulations)


def playout(game: Any, random: Random) -> Any:
    """Random moves to the end; outcomes of chance by their odds."""
    while not game.over():
        moves = game.moves()
        if game.turn >= 0:
            game = game.play(moves[random.below(len(moves))])
            continue
        left = random.unit()
        for move in moves:
            left -= game.odds(move)
            if left < 0:
                break
        game = game.play(move)
    return game
