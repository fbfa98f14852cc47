"""The five tasks of the Pacman laboratory, solved: `zermelo lab grade examples/pacman_agents.py`.

Each function is given a node (zermelo.lab.pacman.node.Node). Moves are numbers; who plays is `node.turn`, 0 is Pacman.
"""

import math


def reflex(node):
    """One look ahead by an opinion about the next position."""
    return max(node.moves(), key=lambda move: better(node.play(move)))


def minimax(node, depth):
    """The move with the best score after `depth` rounds, if all ghosts do their worst."""

    def value(node, plies):
        if node.over() or plies == 0:
            return node.score
        found = [value(node.play(move), plies - 1) for move in node.moves()]
        return max(found) if node.turn == 0 else min(found)

    plies = depth * node.players
    return max(node.moves(), key=lambda move: value(node.play(move), plies - 1))


def alphabeta(node, depth):
    """The same move with fewer positions."""

    def value(node, plies, alpha, beta):
        if node.over() or plies == 0:
            return node.score, None
        best, chosen = (-math.inf if node.turn == 0 else math.inf), None
        for move in node.moves():
            found, _ = value(node.play(move), plies - 1, alpha, beta)
            if chosen is None or (found > best if node.turn == 0 else found < best):
                best, chosen = found, move
            if node.turn == 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, chosen

    return value(node, depth * node.players, -math.inf, math.inf)[1]


def expectimax(node, depth):
    """The move with the best expected score, if the ghosts play at random."""

    def value(node, plies):
        if node.over() or plies == 0:
            return node.score
        found = [value(node.play(move), plies - 1) for move in node.moves()]
        return max(found) if node.turn == 0 else sum(found) / len(found)

    plies = depth * node.players
    return max(node.moves(), key=lambda move: value(node.play(move), plies - 1))


def better(node):
    """The score, food that is near, and ghosts that are too near."""
    if node.won() or node.lost():
        return node.score
    worth = node.score + 9 / (1 + steps_to_food(node))
    for ghost, scared in zip(node.ghosts, node.scared, strict=True):
        gap = abs(ghost[0] - node.pacman[0]) + abs(ghost[1] - node.pacman[1])
        if gap <= 2 and not scared:
            worth -= 200 / (1 + gap)
    return worth


def steps_to_food(node):
    """Steps through the maze to the nearest food."""
    food, walls, edge = set(node.food), node.walls, {(int(node.pacman[0]), int(node.pacman[1]))}
    seen, steps = set(edge), 0
    while edge and not edge & food:
        around = {(x + a, y + b) for x, y in edge for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        edge = around - walls - seen
        seen |= edge
        steps += 1
    return steps
