"""The positions on which a student's searches are examined, and what each search must answer there.

Positions are drawn by a seed and kept if they tell searches apart: no move that expectimax, or minimax of one round
less, holds to be best is right where minimax is asked for, and the other way round. What is right is computed by the
textbook, never written down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from zermelo.game.random import Random
from zermelo.games.pacman import Pacman
from zermelo.lab.pacman.node import Node
from zermelo.lab.pacman.replanning import best_moves, search, values

MAZES = ("minimaxClassic", "trappedClassic", "corridor")


@dataclass(frozen=True)
class ExamQuestion:
    """A position, a depth in rounds, the value of each move, and how many positions a search may make."""

    ghosts: int
    position: str
    depth: int
    worth: dict[int, float]
    most: int

    @property
    def right(self) -> list[int]:
        """The best moves."""
        return best_moves(self.worth)


@cache
def questions(kind: str) -> tuple[ExamQuestion, ...]:
    """The examination of one search; always the same."""
    made = []
    for ghosts, depth, text in stored(kind):
        node = Node(Pacman.variant(ghosts=ghosts).from_text(text))
        worth = values(node, rival(kind, False), depth)
        made.append(ExamQuestion(ghosts, text, depth, worth, allowed(node, kind, depth)))
    return tuple(made)


def stored(kind: str) -> list[tuple[int, int, str]]:
    """Ghosts, rounds and position of each question of one search."""
    rows = (Path(__file__).parent / "exam.txt").read_text(encoding="utf-8").splitlines()
    parts = [row.split(" ", 3) for row in rows if row.startswith(kind + " ")]
    return [(int(ghosts), int(depth), text) for _, ghosts, depth, text in parts]


def draw(kind: str, count: int = 8) -> list[tuple[int, int, str]]:
    """Find positions for an examination; this is how those of `exam.txt` were found."""
    random, seen = Random(188, len(kind)), set()
    found: list[tuple[int, int, str]] = []
    while len(found) < count:
        ghosts, depth = 1 + random.below(2), 1 + random.below(3)
        depth = min(depth, 4 - ghosts)
        node = wander(Pacman(ghosts=ghosts, layout=MAZES[random.below(len(MAZES))]), random)
        if node is None or (text := node.state.to_text()) in seen:
            continue
        seen.add(text)
        right = best_moves(values(node, rival(kind, False), depth))
        if len(right) < len(node.moves()) and telling(node, kind, depth, right, len(found)):
            found.append((ghosts, depth, text))
    return found


def rival(kind: str, other: bool) -> str:
    """Which textbook search decides what is right, or the one that it may be mistaken for."""
    return "expectimax" if (kind == "expectimax") != other else "minimax"


def wander(state: Pacman, random: Random) -> Node | None:
    """A position some random moves into a game, with Pacman to move; None if the game ended before."""
    for _ in range(state.players * random.below(8)):
        if state.over():
            return None
        moves = state.legal()
        state.play(int(moves[random.below(len(moves))]))
    return None if state.over() else Node(state)


def telling(node: Node, kind: str, depth: int, right: list[int], number: int) -> bool:
    """Whether nothing that an ordinary mistake chooses is right here: the wrong kind of ghosts, or a round too few."""
    if kind == "expectimax" or number % 2 == 0:
        wrong = values(node, rival(kind, True), depth)
    elif depth > 1:
        wrong = values(node, "minimax", depth - 1)
    else:
        return False
    return not set(best_moves(wrong)) & set(right)


def allowed(node: Node, kind: str, depth: int) -> int:
    """How many positions the search may make: all of the tree, or what is left of it by pruning."""
    if kind != "alphabeta":
        return search(node, "minimax", depth).nodes - 1
    counter = [0]
    cautious(Node(node.state, counter), depth * node.players, -math.inf, math.inf)
    return counter[0]


def cautious(node: Node, plies: int, alpha: float, beta: float) -> float:
    """Alpha-beta that goes on where values are equal, as the course asks for: it makes the most positions allowed."""
    if node.over() or plies == 0:
        return node.score
    best = -math.inf if node.turn == 0 else math.inf
    for move in node.moves():
        found = cautious(node.play(move), plies - 1, alpha, beta)
        if node.turn == 0:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha > beta:
            break
    return best
