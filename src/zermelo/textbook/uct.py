"""UCT: Monte Carlo tree search as in the lecture (Kocsis and Szepesvári 2006).

Four steps, again and again: selection by x + C * sqrt(ln t / n), expansion of one child, a random playout, and
back-propagation of its result. The answer is the child with the most visits. A node's first visit is a playout from
it; then its moves are tried in random order, and when all have been, chosen by their bounds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from zermelo.game.plain import view
from zermelo.game.random import Random
from zermelo.textbook.cutoff import answered, who_asks
from zermelo.textbook.events import Answer, Event, Path, Steps


@dataclass
class Node:
    """A position in the tree: visits, the sum of results for the player who moved here, children by move."""

    game: Any
    mover: int
    visits: int = 0
    total: float = 0.0
    children: dict[Any, Node] = field(default_factory=dict)
    untried: list[Any] | None = None

    def bound(self, parent_visits: int, exploration: float) -> float:
        """The upper confidence bound by which a parent chooses."""
        return self.total / self.visits + exploration * math.sqrt(math.log(parent_visits) / self.visits)


def uct(
    game: Any, *, simulations: int, exploration: float = math.sqrt(2), seed: int = 0, root: Node | None = None
) -> Steps:
    """The most visited move after a number of simulations, and its mean result; the tree grows under `root`."""
    root = root or Node(view(game), -1)
    asks = who_asks(root.game, None)  # below chance at the root the results are theirs
    random = Random(seed)
    for _ in range(simulations):
        node, line = root, [root]
        path: Path = ()
        while node.visits and not node.game.over():  # 1. selection, 2. expansion
            move = choose(node, exploration, random)
            if move not in node.children:
                mover = node.game.turn if node.game.turn >= 0 else node.mover if node.mover >= 0 else asks
                node.children[move] = Node(node.game.play(move), mover)
            node = node.children[move]
            path, line = (*path, move), [*line, node]
        end = playout(node.game, random)  # 3. simulation
        yield Event("simulate", path, [end.utility(p) for p in sorted({n.mover for n in line if n.mover >= 0})])
        for visited in line:  # 4. back-propagation
            visited.visits += 1
            if visited.mover >= 0:
                visited.total += end.utility(visited.mover)
        yield Event("backup", path)
    if root.game.turn < 0:
        below = root.children.values()
        return Answer(sum(child.total for child in below) / sum(child.visits for child in below), None, simulations)
    move, best = max(root.children.items(), key=lambda item: item[1].visits)
    return Answer(answered(root.game, best.total / best.visits), move, simulations)


def choose(node: Node, exploration: float, random: Random) -> Any:
    """An outcome of chance by its odds; a move never tried, in random order; else the move with the highest bound."""
    if node.game.turn < 0:
        return draw(node.game, random)
    if node.untried is None:
        node.untried = node.game.moves()
    if node.untried:
        other = random.below(len(node.untried))
        node.untried[0], node.untried[other] = node.untried[other], node.untried[0]
        return node.untried.pop(0)
    return max(node.children, key=lambda move: node.children[move].bound(node.visits, exploration))


def playout(game: Any, random: Random) -> Any:
    """Random moves to the end."""
    while not game.over():
        game = game.play(draw(game, random))
    return game


def draw(game: Any, random: Random) -> Any:
    """A random move; an outcome of chance by its odds. A game may know a way that does not list them."""
    if hasattr(game, "draw"):
        return game.draw(random)
    moves = game.moves()
    if game.turn >= 0:
        return moves[random.below(len(moves))]
    left = random.unit()
    for move in moves:
        left -= game.odds(move)
        if left < 0:
            break
    return move
