"""Monte Carlo CFR on the tree: external sampling, and outcome sampling with baselines.

External sampling looks at all actions of one player and at one of everybody else's. Outcome sampling follows one line;
what was not tried is estimated by a baseline, the mean of what was seen there, which leaves the estimates unbiased and
takes most of their variance away (Lanctot et al. 2009; Schmid et al. 2019). No recursion: the nodes of a walk are kept
in a row, parents before children, and valued from its end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.compile import kernel
from zermelo.game.game import CHANCE
from zermelo.game.random import Random
from zermelo.game.record import inline
from zermelo.hidden.equilibrium.forms import Form
from zermelo.hidden.tree import END

EXTERNAL, OUTCOME = range(2)
EXPLORATION = 0.6  # of the updating player in outcome sampling
LEARNING = 0.05  # of the baselines

Floats = NDArray[np.float64]


class Sampler:
    """A sampling method at work on one tree."""

    def __init__(self, form: Form, kind: int, seed: int) -> None:
        self.form, self.kind, self.random = form, kind, Random(seed, 0)
        self.seed, players = seed, form.players
        nodes = len(form.tree.turns) if form.tree is not None else 0
        widest = int(form.blocks.counts.max()) if len(form.blocks.counts) else 1
        self.row = np.zeros(nodes, np.int32), np.zeros(nodes, np.int32), np.zeros(nodes)
        self.chances = np.zeros((nodes, widest)) if kind == EXTERNAL else np.zeros((1024, widest))
        self.baselines = np.zeros((players, form.slots if kind == OUTCOME else 1))
        self.path = np.zeros((1024, 3))

    def skip(self, iterations: int) -> None:
        """Begin another stream of random numbers, after so many iterations."""
        self.random = Random(self.seed, iterations)

    def run(self, count: int, regrets: Floats, averages: Floats) -> None:
        """So many iterations, each for every player."""
        tree, blocks = self.form.tree, self.form.blocks
        if self.kind == EXTERNAL:
            sample_external(blocks, tree, count, (regrets, averages), self.row, self.chances, self.random)
        else:
            sums = regrets, averages, self.baselines
            sample_outcomes(blocks, tree, count, sums, self.row[0], self.path, self.chances, self.random)


@inline
def matched(regrets: Any, first: int, count: int, chances: Any, row: int) -> None:
    """Regret matching into a row of probabilities."""
    total = 0.0
    for action in range(count):
        total += max(regrets[first + action], 0.0)
    for action in range(count):
        chances[row, action] = max(regrets[first + action], 0.0) / total if total > 0.0 else 1.0 / count


@inline
def drawn(chances: Any, row: int, count: int, random: Random) -> int:
    """An action by its probability."""
    left = random.unit()
    for action in range(count - 1):
        left -= chances[row, action]
        if left < 0.0:
            return action
    return count - 1


@inline
def dealt(tree: Any, node: int, random: Random) -> int:
    """A child of a chance node by its odds."""
    left = random.unit()
    last = tree.first[node + 1] - 1
    for child in range(tree.first[node], last):
        left -= tree.odds[child]
        if left < 0.0:
            return int(child)
    return int(last)


# ---------------------------------------------------------------------- external sampling


@inline
def external(blocks: Any, tree: Any, player: int, sums: Any, row: Any, chances: Any, random: Any) -> None:
    """One walk for one player: 1. collect the nodes, 2. value them from the last, and add regrets."""
    regrets, averages = sums
    nodes, below, worth = row
    nodes[0] = 0
    size, place = 1, 0
    while place < size:
        node = nodes[place]
        turn = tree.turns[node]
        below[place] = size
        if turn == player:
            first, many = blocks.first[tree.sets[node]], blocks.counts[tree.sets[node]]
            matched(regrets, first, many, chances, place)
            for action in range(many):
                nodes[size + action] = tree.first[node] + action
            size += many
        elif turn != END:
            if turn == CHANCE:
                nodes[size] = dealt(tree, node, random)
            else:
                first, many = blocks.first[tree.sets[node]], blocks.counts[tree.sets[node]]
                matched(regrets, first, many, chances, place)
                nodes[size] = tree.first[node] + drawn(chances, place, many, random)
                if turn == (player + 1) % len(tree.ends):  # one walk of each iteration keeps a player's average
                    for action in range(many):
                        averages[first + action] += chances[place, action]
            size += 1
        place += 1
    for place in range(size - 1, -1, -1):
        node = nodes[place]
        turn = tree.turns[node]
        if turn == END:
            worth[place] = tree.ends[player, tree.sets[node]]
        elif turn != player:
            worth[place] = worth[below[place]]
        else:
            first, many, start = blocks.first[tree.sets[node]], blocks.counts[tree.sets[node]], below[place]
            mean = 0.0
            for action in range(many):
                mean += chances[place, action] * worth[start + action]
            for action in range(many):
                regrets[first + action] += worth[start + action] - mean
            worth[place] = mean


@kernel
def sample_external(blocks: Any, tree: Any, count: int, sums: Any, row: Any, chances: Any, random: Any) -> None:
    """Iterations of external sampling, for every player in turn."""
    for _ in range(count):
        for player in range(len(tree.ends)):
            external(blocks, tree, player, sums, row, chances, random)


# ---------------------------------------------------------------------- outcome sampling

ACTION, SAMPLED, OWN = range(3)  # columns of the path: what was chosen, with which probability, the own reach before


@inline
def outcome(blocks: Any, tree: Any, player: int, sums: Any, nodes: Any, path: Any, chances: Any, random: Any) -> None:
    """One line for one player: 1. go down by a mixture of exploring and playing, 2. go back with estimates.

    What counts for a regret is how likely the others are to come here, divided by how likely the line was: chance and
    the others are drawn by their own probabilities, so only the player's own draws remain in that ratio.
    """
    regrets, averages, baselines = sums
    node, depth, own, drawn_by = 0, 0, 1.0, 1.0
    while tree.turns[node] != END:
        turn = tree.turns[node]
        nodes[depth] = node
        if turn == CHANCE:
            node = dealt(tree, node, random)
        else:
            first, many = blocks.first[tree.sets[node]], blocks.counts[tree.sets[node]]
            matched(regrets, first, many, chances, depth)
            explores = turn == player and random.unit() < EXPLORATION
            action = random.below(many) if explores else drawn(chances, depth, many, random)
            chance = chances[depth, action]
            if turn == player:
                chance = EXPLORATION / many + (1.0 - EXPLORATION) * chance
            path[depth, ACTION] = action
            path[depth, SAMPLED] = chance
            path[depth, OWN] = drawn_by
            if turn == player:
                for each in range(many):
                    averages[first + each] += own / drawn_by * chances[depth, each]
                own *= chances[depth, action]
                drawn_by *= chance
            node = tree.first[node] + action
        depth += 1
    worth = tree.ends[player, tree.sets[node]]
    for place in range(depth - 1, -1, -1):
        node = nodes[place]
        turn = tree.turns[node]
        if turn == CHANCE:
            continue
        first, many = blocks.first[tree.sets[node]], blocks.counts[tree.sets[node]]
        action = int(path[place, ACTION])
        base = baselines[player, first + action]
        tried = base + (worth - base) / path[place, SAMPLED]
        mean = 0.0
        for each in range(many):
            mean += chances[place, each] * (tried if each == action else baselines[player, first + each])
        if turn == player:
            for each in range(many):
                estimate = tried if each == action else baselines[player, first + each]
                regrets[first + each] += (estimate - mean) / path[place, OWN]
        baselines[player, first + action] = base + LEARNING * (worth - base)
        worth = mean


@kernel
def sample_outcomes(
    blocks: Any, tree: Any, count: int, sums: Any, nodes: Any, path: Any, chances: Any, random: Any
) -> None:
    """Iterations of outcome sampling, for every player in turn."""
    for _ in range(count):
        for player in range(len(tree.ends)):
            outcome(blocks, tree, player, sums, nodes, path, chances, random)
