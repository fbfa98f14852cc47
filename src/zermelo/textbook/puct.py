"""PUCT: Monte Carlo tree search that asks a judge instead of playing to the end (AlphaZero; Silver and others 2018).

The judge says of a position how likely each move is to be the best, and what the player to move can expect. A
simulation goes down by Q + c P sqrt(N) / (1 + n), asks once at its leaf, and takes the answer back along its path.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import answered
from zermelo.textbook.events import Answer, Event, Path, Steps

Judge = Callable[[Any], tuple[Mapping[Any, float], float]]  # priors by move, and a value for the player to move
LOG_BASE = 19652


@dataclass
class Edge:
    """A move: its prior, its visits, the sum of results for the player who makes it, and where it leads."""

    prior: float
    visits: int = 0
    total: float = 0.0
    child: Node | None = None


@dataclass
class Node:
    """A position in the tree; without edges it has not been judged yet, or the game is over."""

    game: Any
    visits: int = 0
    edges: dict[Any, Edge] = field(default_factory=dict)


def puct(game: Any, judge: Judge, *, simulations: int, exploration: float = 1.25, root: Node | None = None) -> Steps:
    """The most visited move after some simulations, and its mean result; the tree grows under `root`.

    Results lie between -1 and 1, for two opponents without chance. The root is judged first, and that is no simulation.
    """
    root = root or Node(view(game))
    expand(root, judge)
    for _ in range(simulations):
        node = root
        line: list[tuple[Node, Edge]] = []
        moves: Path = ()
        while node.edges:  # 1. selection
            move = max(node.edges, key=lambda m: score(node.edges[m], node.visits, exploration))
            edge = node.edges[move]
            edge.child = edge.child or Node(node.game.play(move))
            line.append((node, edge))
            node, moves = edge.child, (*moves, move)
        mover, value = expand(node, judge)  # 2. expansion, 3. judgement
        yield Event("simulate", moves, value)
        for before, edge in line:  # 4. back-propagation
            before.visits += 1
            edge.visits += 1
            edge.total += value if before.game.turn == mover else -value
        yield Event("backup", moves)
    move, best = max(root.edges.items(), key=lambda item: item[1].visits)
    return Answer(answered(root.game, best.total / max(best.visits, 1)), move, simulations)


def expand(node: Node, judge: Judge) -> tuple[int, float]:
    """Judge a position and give it an edge for each move; whose view the value is, and the value."""
    node.visits += 1
    game = node.game
    if game.over():
        return 0, float(game.utility(0))
    priors, value = judge(game)
    node.edges = {move: Edge(float(priors[move])) for move in game.moves()}
    return int(game.turn), float(value)


def score(edge: Edge, parent_visits: int, exploration: float) -> float:
    """What the move has come to, from 0 to 1, and a bonus where it is likely but seldom tried; untried: lost."""
    value = 0.5 * (edge.total / edge.visits + 1) if edge.visits else 0.0
    weight = exploration + math.log((parent_visits + LOG_BASE + 1) / LOG_BASE)
    return value + weight * edge.prior * math.sqrt(parent_visits) / (1 + edge.visits)


def visits(root: Node) -> dict[Any, int]:
    """How often each move of the root was tried: what the network learns as its policy, divided by their sum."""
    return {move: edge.visits for move, edge in root.edges.items()}
