"""Which child to visit, and which move to play: PUCT (Silver and others 2018) and Gumbel (Danihelka and others 2022).

Gumbel's constants are those of DeepMind's mctx, which the tests compare with. A child that was never visited is worth
the mixed value there: what the network said of the node, and what its visited children came to.
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.game.record import inline
from zermelo.learn.alphazero.forest import ILLEGAL, ROOT, Forest, Rules

VALUE_SCALE, VISIT_OFFSET = 0.1, 50.0  # sigma(q) = (offset + most visits) * scale * q
TINY = 1.1754944e-38  # the least probability that counts
NARROW = 1e-8  # the least range to which values are stretched
LOG_BASE = 19652.0  # PUCT: from so many visits on exploration grows
NO_CHILD = -1


@inline
def mean(node: Any) -> float:
    """The mean result of a visited node, for the player who moved there."""
    return float(node.total) / float(node.visits)


# ---------------------------------------------------------------------- PUCT


@inline
def puct_child(forest: Forest, rules: Rules, lane: int, at: int) -> int:
    """The child with the highest Q + c P sqrt(N) / (1 + n), where a child without visits counts as lost."""
    nodes = forest.nodes
    first, count = int(nodes[lane, at].first_child), int(nodes[lane, at].child_count)
    visits = float(nodes[lane, at].visits)
    weight = math.sqrt(visits) * (rules.exploration + math.log((visits + LOG_BASE + 1.0) / LOG_BASE))
    best, chosen = -math.inf, NO_CHILD
    for child in range(first, first + count):
        node = nodes[lane, child]
        if node.status == ILLEGAL:
            continue
        visited = float(node.visits)
        value = 0.5 * (mean(node) + 1.0) if visited > 0.0 else 0.0
        score = value + weight * float(node.prior) / (1.0 + visited)
        if score > best:
            best, chosen = score, child
    return chosen


# ---------------------------------------------------------------------- Gumbel


@inline
def complete_values(forest: Forest, lane: int, at: int) -> None:
    """Write sigma(completed Q) of every child into `scores`."""
    nodes, scores = forest.nodes, forest.scores
    first, count = int(nodes[lane, at].first_child), int(nodes[lane, at].child_count)
    visits = most = 0
    weight = weighed = 0.0
    for child in range(first, first + count):
        node = nodes[lane, child]
        if node.visits > 0:
            visits += node.visits
            most = max(most, node.visits)
            prior = max(float(node.prior), TINY)
            weight += prior
            weighed += prior * mean(node)
    mixed = float(nodes[lane, at].value)
    if visits > 0:
        mixed = (mixed + visits * weighed / weight) / (visits + 1.0)
    low, high = math.inf, -math.inf
    for index in range(count):
        node = nodes[lane, first + index]
        value = mean(node) if node.visits > 0 else mixed
        scores[index] = value
        low, high = min(low, value), max(high, value)
    stretch = (VISIT_OFFSET + most) * VALUE_SCALE / max(high - low, NARROW)
    for index in range(count):
        scores[index] = (scores[index] - low) * stretch


@inline
def improve_policy(forest: Forest, lane: int, at: int) -> None:
    """Write the improved policy of a node into `scores`: softmax(logits + sigma(completed Q))."""
    complete_values(forest, lane, at)
    nodes, scores = forest.nodes, forest.scores
    first, count = int(nodes[lane, at].first_child), int(nodes[lane, at].child_count)
    highest, total = -math.inf, 0.0
    for index in range(count):
        scores[index] += float(nodes[lane, first + index].logit)
        highest = max(highest, scores[index])
    for index in range(count):
        legal = nodes[lane, first + index].status != ILLEGAL
        scores[index] = math.exp(scores[index] - highest) if legal else 0.0
        total += scores[index]
    for index in range(count):
        scores[index] /= total


@inline
def gumbel_child(forest: Forest, lane: int, at: int) -> int:
    """Below the root: the child whose share of the visits lags most behind its improved policy."""
    nodes, scores = forest.nodes, forest.scores
    improve_policy(forest, lane, at)
    first, count = int(nodes[lane, at].first_child), int(nodes[lane, at].child_count)
    visits = 0
    for child in range(first, first + count):
        visits += nodes[lane, child].visits
    best, chosen = -math.inf, NO_CHILD
    for index in range(count):
        node = nodes[lane, first + index]
        score = scores[index] - float(node.visits) / (1.0 + visits)
        if node.status != ILLEGAL and score > best:
            best, chosen = score, first + index
    return chosen


@inline
def gumbel_root_child(forest: Forest, lane: int, wanted: int) -> int:
    """At the root: the highest noise + logit + sigma(completed Q) among the children with so many visits.

    A move that a rule of repetition forbids upsets the schedule; then the best of all children is taken.
    """
    complete_values(forest, lane, ROOT)
    nodes, scores = forest.nodes, forest.scores
    first, count = int(nodes[lane, ROOT].first_child), int(nodes[lane, ROOT].child_count)
    best = best_of_all = -math.inf
    chosen = chosen_of_all = NO_CHILD
    for index in range(count):
        node = nodes[lane, first + index]
        if node.status == ILLEGAL:
            continue
        score = float(node.noise) + float(node.logit) + scores[index]
        if score > best_of_all:
            best_of_all, chosen_of_all = score, first + index
        if node.visits == wanted and score > best:
            best, chosen = score, first + index
    return chosen if chosen != NO_CHILD else chosen_of_all


@inline
def scheduled_visits(forest: Forest, rules: Rules, lane: int) -> int:
    """How many visits the children of the root have whose turn it is."""
    considered = min(int(rules.considered), int(forest.nodes[lane, ROOT].child_count))
    done = min(int(forest.lanes[lane].simulations), int(rules.simulations))
    return int(forest.schedule[considered, done])


# ---------------------------------------------------------------------- both


@inline
def choose_child(forest: Forest, rules: Rules, lane: int, at: int) -> int:
    """The child to visit next; NO_CHILD where every move is forbidden."""
    if not rules.gumbel:
        return puct_child(forest, rules, lane, at)
    if at == ROOT:
        return gumbel_root_child(forest, lane, scheduled_visits(forest, rules, lane))
    return gumbel_child(forest, lane, at)


def most_visits(forest: Forest, lane: int) -> int:
    """The most visits of a child of the root."""
    nodes = forest.nodes
    first, most = int(nodes[lane, ROOT].first_child), 0
    for child in range(first, first + int(nodes[lane, ROOT].child_count)):
        if nodes[lane, child].status != ILLEGAL:
            most = max(most, int(nodes[lane, child].visits))
    return most


def best_child(forest: Forest, rules: Rules, lane: int) -> int:
    """The move to play: Gumbel's best among the most visited, or the first of the most visited."""
    nodes, most = forest.nodes, most_visits(forest, lane)
    if rules.gumbel:
        return gumbel_root_child(forest, lane, most)
    first = int(nodes[lane, ROOT].first_child)
    for child in range(first, first + int(nodes[lane, ROOT].child_count)):
        if nodes[lane, child].status != ILLEGAL and nodes[lane, child].visits == most:
            return child
    return NO_CHILD


def root_policy(forest: Forest, rules: Rules, lane: int) -> None:
    """What the search has made of the policy at the root, into `scores`: what the network is to learn."""
    if rules.gumbel:
        improve_policy(forest, lane, ROOT)
        return
    nodes, total = forest.nodes, 0.0
    first, count = int(nodes[lane, ROOT].first_child), int(nodes[lane, ROOT].child_count)
    for index in range(count):
        node = nodes[lane, first + index]
        forest.scores[index] = 0.0 if node.status == ILLEGAL else float(node.visits)
        total += forest.scores[index]
    for index in range(count):
        forest.scores[index] = forest.scores[index] / total if total > 0.0 else float(nodes[lane, first + index].prior)


def root_value(forest: Forest, lane: int) -> float:
    """What the search expects at the root, for the player to move: what the network said, and its children's results.

    The root's own total counts for whoever moves there, since its path begins with them.
    """
    root = forest.nodes[lane, ROOT]
    return mean(root) if root.visits > 0 else float(root.value)
