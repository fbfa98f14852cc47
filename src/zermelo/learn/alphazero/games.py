"""Self-play: many games step by step, each until its tree has a leaf that the network must judge.

A round hands the network's answers to all lanes and takes each to its next leaf, over as many simulations, moves and
games as need no network. So a batch is always full, and one call of the network serves every game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zermelo.game.compile import assign, copied, kernel
from zermelo.game.fields import f64, i64
from zermelo.game.game import NO_MOVE
from zermelo.game.history import history_key
from zermelo.game.playouts import random_move
from zermelo.game.record import Record, inline
from zermelo.game.rows import listed
from zermelo.learn.alphazero.choosing import NO_CHILD, best_child, root_policy, root_value
from zermelo.learn.alphazero.forest import (
    EXPANDED,
    ILLEGAL,
    LONGEST_GAME,
    ROOT,
    Forest,
    Rules,
    back_up,
    borrowed_forest,
    clear_tree,
    disturb_root,
    expand,
    is_chance,
)
from zermelo.learn.alphazero.reading import read_position, slot_of
from zermelo.learn.alphazero.walking import AT_LEAF, ENDED, FULL, walk
from zermelo.search.mcts.history import forbids_repetition

SHARE_UNIT = 65535.0  # of a policy in sixteen bits
TRIES = 64  # samples that are drawn before one of a game that has ended is found
FRESH_STARTS = 16  # openings of random moves that are tried before a game begins without


class Course(Record):
    """How games go, and how many there were."""

    opening: i64  # most random plies at the beginning of a game
    scattered: f64  # the share of games that begin so
    drawn_plies: i64  # PUCT: plies whose move is drawn by the visits
    result_share: f64  # of a position's target: the game's result; the rest is what the search expected
    games: i64  # that were finished
    plies: i64
    decided: i64
    first_wins: i64
    moves: i64  # that were chosen
    simulations: i64


class Samples(NamedTuple):
    """A ring of positions, the oldest of which are written over."""

    states: Any  # [sample]
    policies: Any  # [sample, move] in the order of the rules' row
    values: Any  # [sample] what the search expected, for the player to move
    targets: Any  # [sample] what to learn
    before: Any  # [sample] the one before it in the same game, or -1
    owners: Any  # [sample] the game that wrote it
    ready: Any  # [sample] 1: the game has ended
    count: Any  # [0]: how many were ever written


def make_samples(cls: Any, room: int) -> Samples:
    """Room for so many; memory is taken from the system only when it is written."""
    return Samples(
        np.zeros(room, cls.layout),
        np.zeros((room, max(int(cls.most_moves), 1)), np.uint16),
        np.zeros(room, np.float32),
        np.zeros(room, np.float32),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.uint8),
        np.zeros(1, np.int64),
    )


# ---------------------------------------------------------------------- one game


def at_end(forest: Forest, lane: int) -> bool:
    """Whether the game of a lane is over."""
    state, clock = forest.roots[lane], forest.clocks[lane]
    if clock.stopped != 0 or state.over() or clock.plies >= LONGEST_GAME:
        return True
    return bool(listed(state, forest.row) == 0)


def advance(forest: Forest, lane: int, move: int) -> None:
    """Play a move, then whatever chance does."""
    state, clock, keys = forest.roots[lane], forest.clocks[lane], forest.keys[lane]
    clock.descend(state, move, keys)
    clock.judge_node(state, forest.row, keys)
    while is_chance(state) and not at_end(forest, lane):
        outcome = int(state.roll(forest.randoms[lane], forest.row))
        clock.descend(state, outcome, keys)
        clock.judge_node(state, forest.row, keys)


def set_up(start: Any, forest: Forest, lane: int) -> None:
    """The first position of a game, after what chance does there."""
    state, clock, keys = forest.roots[lane], forest.clocks[lane], forest.keys[lane]
    assign(state, start)
    clock.begin(state, keys)
    if forbids_repetition(state):
        keys[0] = history_key(state)
        clock.seen = 1
    while is_chance(state) and not at_end(forest, lane):
        clock.descend(state, int(state.roll(forest.randoms[lane], forest.row)), keys)
        clock.judge_node(state, forest.row, keys)


def begin_game(start: Any, forest: Forest, course: Course, lane: int) -> None:
    """A new game; some begin with random moves, so that the network sees more than its own openings."""
    random = forest.randoms[lane]
    plies = int(random.below(course.opening + 1)) if random.unit() < course.scattered else 0
    for _ in range(FRESH_STARTS):
        set_up(start, forest, lane)
        for _ in range(plies):
            if at_end(forest, lane):
                break
            move = random_move(forest.roots[lane], random, forest.row)
            if move == NO_MOVE:
                break
            advance(forest, lane, move)
        if not at_end(forest, lane):
            break
        plies = 0
    forest.lanes[lane].last = -1
    forest.lanes[lane].game += 1
    clear_tree(forest, lane)


def finish_game(forest: Forest, rules: Rules, course: Course, samples: Samples, lane: int) -> None:
    """Give every sample of the game its target."""
    state, clock = forest.roots[lane], forest.clocks[lane]
    result = clock.result(state, 0) / rules.scale
    if clock.plies >= LONGEST_GAME and clock.stopped == 0 and not state.over():
        result = 0.0
    course.games += 1
    course.plies += clock.plies
    course.decided += result != 0.0
    course.first_wins += result > 0.0
    owner = owner_of(forest, lane)
    index = int(forest.lanes[lane].last)
    while index >= 0 and samples.owners[index] == owner:
        own = result if samples.states[index].turn == 0 else -result
        samples.targets[index] = course.result_share * own + (1.0 - course.result_share) * samples.values[index]
        samples.ready[index] = 1
        index = int(samples.before[index])


def owner_of(forest: Forest, lane: int) -> int:
    """The number of a lane's present game, unlike all others."""
    return int(forest.lanes[lane].game * len(forest.lanes) + lane + 1)


def note_sample(forest: Forest, rules: Rules, samples: Samples, lane: int) -> None:
    """Write the position down, with the policy and the value that the search has found."""
    index = int(samples.count[0] % len(samples.states))
    samples.count[0] += 1
    assign(samples.states[index], forest.roots[lane])
    root_policy(forest, rules, lane)
    for place in range(int(forest.nodes[lane, ROOT].child_count)):
        samples.policies[index, place] = np.uint16(forest.scores[place] * SHARE_UNIT + 0.5)
    samples.values[index] = root_value(forest, lane)
    samples.before[index] = forest.lanes[lane].last
    samples.owners[index] = owner_of(forest, lane)
    samples.ready[index] = 0
    forest.lanes[lane].last = index


def drawn_child(forest: Forest, lane: int) -> int:
    """A child of the root drawn by its visits."""
    nodes = forest.nodes
    first, count = int(nodes[lane, ROOT].first_child), int(nodes[lane, ROOT].child_count)
    total = 0
    for child in range(first, first + count):
        total += int(nodes[lane, child].visits) if nodes[lane, child].status != ILLEGAL else 0
    left = int(forest.randoms[lane].below(max(total, 1)))
    for child in range(first, first + count):
        left -= int(nodes[lane, child].visits) if nodes[lane, child].status != ILLEGAL else 0
        if left < 0:
            return child
    return NO_CHILD


def play_move(start: Any, forest: Forest, rules: Rules, course: Course, samples: Samples, lane: int) -> None:
    """Play what the search has found; a game that ends gives way to the next."""
    child = best_child(forest, rules, lane)
    if child != NO_CHILD and not rules.gumbel and forest.clocks[lane].plies < course.drawn_plies:
        drawn = drawn_child(forest, lane)
        child = child if drawn == NO_CHILD else drawn
    if child != NO_CHILD:
        note_sample(forest, rules, samples, lane)
        course.moves += 1
        advance(forest, lane, int(forest.nodes[lane, child].move))
    if child == NO_CHILD or at_end(forest, lane):
        finish_game(forest, rules, course, samples, lane)
        begin_game(start, forest, course, lane)
    clear_tree(forest, lane)


# ---------------------------------------------------------------------- all games


@inline
def absorb(forest: Forest, rules: Rules, lane: int, slot: int, logits: Any, value: float, known: Any) -> int:
    """Let the network's answer grow the tree; returns the node that it was about."""
    at = int(forest.leaves[slot].node)
    expand(forest.states[slot], forest, lane, at, logits, value, known)
    back_up(forest, rules, lane, slot, value, int(forest.states[slot].turn))
    return at


@kernel
def begin_lanes(start: Any, forest: Forest, course: Course, seed: int) -> None:
    """The first game of every lane, each with random numbers of its own."""
    for lane in range(len(forest.lanes)):
        forest.randoms[lane].begin(seed, lane)
        begin_game(start, forest, course, lane)


@kernel
def step_lanes(
    start: Any, shared: Forest, rules: Rules, course: Course, samples: Samples, tables: Any, logits: Any, values: Any
) -> None:
    """Take every lane to its next leaf; empty `logits`: nothing has been asked yet."""
    forest = borrowed_forest(shared)
    sites, codes, known = tables
    for lane in range(len(forest.lanes)):
        if len(logits) > 0:
            value = min(max(float(values[lane]), -1.0), 1.0)
            if absorb(forest, rules, lane, lane, logits[lane], value, known) == ROOT:
                disturb_root(forest, rules, lane)
            else:
                forest.lanes[lane].simulations += 1
                course.simulations += 1
        while True:
            if forest.nodes[lane, ROOT].status == EXPANDED:
                done = int(forest.lanes[lane].simulations)
                if done >= rules.simulations or forest.nodes[lane, ROOT].child_count == 1:
                    play_move(start, forest, rules, course, samples, lane)
                    continue
            outcome = walk(forest, rules, lane, lane, sites, codes)
            if outcome == AT_LEAF:
                break
            if outcome == ENDED:
                forest.lanes[lane].simulations += 1
                course.simulations += 1
            elif outcome == FULL:
                forest.lanes[lane].simulations = rules.simulations


@kernel
def fill_batch(
    samples: Samples, window: int, random: Any, row: Any, tables: Any, read: Any, policies: Any, targets: Any
) -> int:
    """Draw samples of finished games among the newest, each under a random symmetry; returns how many were found."""
    sites, codes, known = tables
    written, room = int(samples.count[0]), len(samples.states)
    width = min(window, written, room)
    filled = 0
    for _ in range(len(read) if width > 0 else 0):
        index = -1
        for _ in range(TRIES):
            drawn = (written - 1 - int(random.below(width))) % room
            if samples.ready[drawn] != 0:
                index = drawn
                break
        if index < 0:
            break
        state, image = copied(samples.states[index]), copied(samples.states[index])
        which = int(random.below(max(int(state.symmetries), 1)))
        image.transform(which)
        read_position(image, sites, codes, read[filled])
        for slot in range(policies.shape[1]):
            policies[filled, slot] = 0.0
        total = 0.0
        count = listed(state, row)
        for place in range(count):
            total += float(samples.policies[index, place])
        for place in range(count):
            slot = slot_of(int(state.transform_move(which, int(row[place]))), known)
            policies[filled, slot] += float(samples.policies[index, place]) / max(total, 1.0)
        targets[filled] = samples.targets[index]
        filled += 1
    return filled
