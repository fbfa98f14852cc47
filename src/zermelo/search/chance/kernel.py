"""Expectiminimax with Star1 and Star2: two sides and chance (Michie 1966; Ballard 1983; Hauk, Buro, Schaeffer 2004).

Values are utilities and estimates in the game's own units, seen by the player who asks: his side's nodes take the
largest child, the others' the smallest, chance nodes the mean. The search is fail-soft: called with alpha < beta it
returns a value v such that
    v <= alpha        means  true value <= v
    alpha < v < beta  means  true value  = v
    v >= beta         means  true value >= v
where "true" is the value of the same tree without any pruning, up to the rounding of a mean.

Star1: at a chance node every outcome not yet searched lies between bounds, so an outcome need only be searched within
a window outside of which the mean leaves [alpha, beta] whatever the others bring. Star2: first one move of each outcome
is tried (the probe); it bounds the outcome from one side, and often all these bounds together settle the node.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zermelo.game.bits import NONE
from zermelo.game.compile import copied, kernel
from zermelo.game.fields import Cells, array, f64, i32, i64, u64
from zermelo.game.game import CHANCE
from zermelo.search.chance.options import BOUNDS, COUNTERMOVES, EVALUATION, ORDER, PRUNING, STAR1, STAR2, TABLE
from zermelo.search.chance.table import keep_value, probe_data, serves, stored_value
from zermelo.search.common.history import ended_by_history, forbidden, history_result, step
from zermelo.search.common.table import EXACT, LOWER, NO_INDEX, UPPER, bound_in, index_in, pack, value_in
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import ValueWork, counted, is_excluded, update_pv

FULL: Any = np.int64(0)  # typed: a literal argument would be another signature of the recursive kernel
PROBE: Any = np.int64(1)
TRIALS = 8  # chance nodes of a ply that are probed before it is asked whether that pays
SCALE = 1 << 24
SLOTS = 256  # last moves that are told apart where answers are remembered
FIRST, ANSWER = 1 << 28, 1 << 26  # in the order of moves: the table's move, the answer that was best before


class ChanceWork(ValueWork):
    """What searches with chance nodes share: a table, and the range of values."""

    table: i64
    mask: i64
    salt: u64  # keeps apart what different players think of a position
    chance_cost: i64  # plies that an outcome of chance counts for
    two_sides: i64  # 1: what one side gains the other loses
    low: f64  # no value is smaller
    high: f64
    odds: Cells = array(f64, lambda work: (MAX_PLY, work.width))


class ExpectiminimaxWork(ChanceWork):
    """And what chance nodes and ordering need."""

    scores: Cells = array(i32, lambda work: (MAX_PLY, work.width))
    places: Cells = array(i32, lambda work: (MAX_PLY, work.width))
    lows: Cells = array(f64, lambda work: (MAX_PLY, work.width))  # what each outcome is worth at least
    highs: Cells = array(f64, lambda work: (MAX_PLY, work.width))
    answers: Cells = array(i32, (MAX_PLY, SLOTS, 2))  # the last two that were best after a move
    guesses: Cells = array(f64, (MAX_PLY, SLOTS))  # what the same outcome was worth in a sibling position
    earlier: Cells = array(f64, lambda work: work.width)  # what the last iteration thought of each root move
    probes: Cells = array(i64, MAX_PLY)  # chance nodes that were probed, and how many that settled
    settled: Cells = array(i64, MAX_PLY)
    choices: Cells = array(i64, MAX_PLY)  # moves of the players' nodes, and the nodes
    decisions: Cells = array(i64, MAX_PLY)


# ---------------------------------------------------------------------- steps of the search, each with a name


def opinion(state: Any, work: Any) -> float:
    """The game's estimate as the player who asks sees it; while chance moves, `evaluate` takes player 0's view."""
    if work.two_sides == 0:
        return float(state.evaluate_for(work.root_player))
    value = float(state.evaluate())
    if work.side[max(int(state.turn), 0)] == work.side[work.root_player]:
        return value
    return -value


def leaf(state: Any, work: Any) -> float:
    """The horizon: the game's own estimate, or nothing where it is switched off."""
    work.horizon += 1
    if not work.options & EVALUATION:
        return 0.0
    return within(state, work, opinion(state, work))


def lowest_of(state: Any, work: Any) -> float:
    """No value of this position is smaller."""
    if work.options & BOUNDS:
        return float(state.bounds(work.root_player)[0])
    return float(work.low)


def highest_of(state: Any, work: Any) -> float:
    """No value of this position is larger."""
    if work.options & BOUNDS:
        return float(state.bounds(work.root_player)[1])
    return float(work.high)


def within(state: Any, work: Any, value: float) -> float:
    """A value brought inside what the game can prove of the position."""
    if work.options & BOUNDS:
        return min(max(value, lowest_of(state, work)), highest_of(state, work))
    return value


def is_mine(state: Any, work: Any) -> bool:
    """Whether the side of the player who asks is to move."""
    return bool(work.side[state.turn] == work.side[work.root_player])


def begin_outcomes(state: Any, work: Any, count: int, ply: int) -> None:
    """Each outcome's odds, and the bounds of its value before anything is searched."""
    for index in range(count):
        move = work.rows[ply, index]
        work.odds[ply, index] = state.odds(move)
        work.places[ply, index] = 0  # not searched yet
        work.lows[ply, index] = work.low
        work.highs[ply, index] = work.high
        if work.options & BOUNDS:
            child = copied(state)
            child.play(move)
            if child.over():
                result = float(child.utility(work.root_player))
                work.lows[ply, index], work.highs[ply, index] = result, result
            else:
                work.lows[ply, index] = lowest_of(child, work)
                work.highs[ply, index] = highest_of(child, work)


def falls(work: Any, count: int, ply: int, alpha: float, beta: float) -> bool:
    """Whether the mean is rather expected to fall to alpha than to rise to beta."""
    if beta == math.inf or alpha == -math.inf:
        return beta == math.inf
    guess = 0.0
    for index in range(count):
        guess += work.odds[ply, index] * work.guesses[ply, work.rows[ply, index] & (SLOTS - 1)]
    return guess - alpha < beta - guess


def next_outcome(work: Any, count: int, ply: int, falling: bool) -> int:
    """Of the outcomes not searched yet the one whose bound is probably furthest from its value: it settles most."""
    best = -1
    most_gain = -math.inf
    for index in range(count):
        if work.places[ply, index] == 0:
            guess = work.guesses[ply, work.rows[ply, index] & (SLOTS - 1)]
            gain = work.highs[ply, index] - guess if falling else guess - work.lows[ply, index]
            if work.odds[ply, index] * gain > most_gain:
                best, most_gain = index, work.odds[ply, index] * gain
    work.places[ply, best] = 1
    return best


def least(work: Any, count: int, ply: int, without: int) -> float:
    """What all outcomes but one contribute to the mean at least."""
    total = 0.0
    for index in range(count):
        if index != without:
            total += work.odds[ply, index] * work.lows[ply, index]
    return total


def most(work: Any, count: int, ply: int, without: int) -> float:
    """What all outcomes but one contribute to the mean at most."""
    total = 0.0
    for index in range(count):
        if index != without:
            total += work.odds[ply, index] * work.highs[ply, index]
    return total


def score_moves(state: Any, work: Any, count: int, place: int, ply: int) -> None:
    """Which moves to look at first: the table's, the answer that was best before, the game's order."""
    slot = work.played[ply - 1] & (SLOTS - 1) if ply > 0 else 0
    answer = work.answers[ply, slot, 0] if ply > 0 else work.first_move
    second = work.answers[ply, slot, 1]
    for index in range(count):
        move = work.rows[ply, index]
        score = 0
        if work.options & ORDER:
            score += state.order(move) if ply > 0 or work.first_move < 0 else rank_of(work, index)
        if work.options & COUNTERMOVES and move == answer:
            score += ANSWER
        elif work.options & COUNTERMOVES and move == second:
            score += ANSWER // 2
        if index == place:
            score = FIRST
        work.scores[ply, index] = score
        work.places[ply, index] = index


def rank_of(work: Any, index: int) -> int:
    """A root move's place in the last iteration as a whole number; SCALE steps cover the range of values."""
    part = (work.earlier[index] - work.low) / (work.high - work.low)
    return int(SCALE * min(max(part, 0.0), 1.0))


def probing_pays(work: Any, ply: int) -> bool:
    """Whether probes settle often enough: each costs about one move of those that the outcome's player has."""
    if work.probes[ply] < TRIALS:
        return True
    return bool(work.settled[ply] * work.choices[ply + 1] >= work.probes[ply] * work.decisions[ply + 1])


def remember_answer(work: Any, ply: int, move: int) -> None:
    """A move that was best here is tried early where the same move or roll came before."""
    slot = work.played[ply - 1] & (SLOTS - 1)
    if work.answers[ply, slot, 0] != move:
        work.answers[ply, slot, 1] = work.answers[ply, slot, 0]
        work.answers[ply, slot, 0] = move


def pick(work: Any, ply: int, index: int, count: int) -> int:
    """Bring the best of the moves that are left to `index`, the first of equals; returns its place in the row."""
    best = index
    for other in range(index + 1, count):
        better = work.scores[ply, other] > work.scores[ply, best]
        equal = work.scores[ply, other] == work.scores[ply, best]
        if better or (equal and work.places[ply, other] < work.places[ply, best]):
            best = other
    move, score, place = work.rows[ply, best], work.scores[ply, best], work.places[ply, best]
    work.rows[ply, best], work.scores[ply, best] = work.rows[ply, index], work.scores[ply, index]
    work.places[ply, best] = work.places[ply, index]
    work.rows[ply, index], work.scores[ply, index], work.places[ply, index] = move, score, place
    return int(place)


# ---------------------------------------------------------------------- the search


@kernel
def expected(state: Any, work: Any, depth: int, alpha: float, beta: float, ply: int, task: int) -> float:
    """The value of a position; with the task PROBE only the first move of a player is tried, which gives a bound."""
    work.pv_length[ply] = 0
    if counted(work):
        return 0.0

    # 1. The end of the game, by the position or by its history.
    if state.over():
        return float(state.utility(work.root_player))
    if ended_by_history(state, work, ply) and state.moves(work.rows[ply]) > 0:
        return history_result(state, work, ply, work.root_player)
    before = work.horizon
    rolling = state.chance and state.turn == CHANCE

    # 2. The horizon. A player without a move has reached the end of the game.
    if depth <= 0 or ply >= MAX_PLY - 2:
        if not rolling and state.moves(work.rows[ply]) == 0:
            return float(state.utility(work.root_player))
        return leaf(state, work)

    # 3. What the game can prove without searching.
    options = work.options
    if options & BOUNDS and ply > 0:
        if lowest_of(state, work) >= beta:
            return lowest_of(state, work)
        if highest_of(state, work) <= alpha:
            return highest_of(state, work)

    # 4. What an earlier search knows of this position.
    key = NONE
    place = NO_INDEX
    if options & TABLE:
        key = state.key() ^ work.salt
        data = probe_data(work.table, work.mask, key)
        if data != NONE:
            place = index_in(data)
            if serves(data, depth) and ply > 0:
                value = stored_value(work.table, work.mask, key)
                bound = bound_in(data)
                if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                    work.horizon += 1 - value_in(data)  # an estimate stands behind it
                    return value

    count = state.moves(work.rows[ply])
    if count == 0:
        return float(state.utility(work.root_player))
    best = 0.0
    best_place = NO_INDEX
    bound = EXACT

    if rolling:
        begin_outcomes(state, work, count, ply)
        left = depth - work.chance_cost

        # 5. Star2: one move of each outcome bounds it on the side where its player chooses.
        if options & STAR2 and left > 0 and (alpha > -math.inf or beta < math.inf) and probing_pays(work, ply):
            for index in range(count):
                odds = work.odds[ply, index]
                child = copied(state)
                step(state, child, work.rows[ply, index], work, ply)
                if odds <= 0.0 or child.turn == CHANCE or child.over():
                    continue
                if is_mine(child, work) and beta < math.inf:
                    rest = least(work, count, ply, index)
                    value = expected(child, work, left, -math.inf, (beta - rest) / odds, ply + 1, PROBE)
                    work.lows[ply, index] = max(value, work.lows[ply, index])
                    if rest + odds * value >= beta:
                        best, bound = max(rest + odds * value, beta), LOWER
                        break
                elif not is_mine(child, work) and alpha > -math.inf:
                    rest = most(work, count, ply, index)
                    value = expected(child, work, left, (alpha - rest) / odds, math.inf, ply + 1, PROBE)
                    work.highs[ply, index] = min(value, work.highs[ply, index])
                    if rest + odds * value <= alpha:
                        best, bound = min(rest + odds * value, alpha), UPPER
                        break
                if work.aborted:
                    return 0.0
            work.probes[ply] += 1
            work.settled[ply] += bound != EXACT

        # 6. Star1: each outcome in the window outside of which it settles the mean.
        if bound == EXACT:
            falling = falls(work, count, ply, alpha, beta)
            for turn in range(count):
                index = next_outcome(work, count, ply, falling) if options & STAR1 else turn
                odds = work.odds[ply, index]
                if odds <= 0.0:
                    continue
                child = copied(state)
                step(state, child, work.rows[ply, index], work, ply)
                low, high = -math.inf, math.inf
                under, above = 0.0, 0.0
                if options & STAR1:
                    under = least(work, count, ply, index)
                    above = most(work, count, ply, index)
                    low, high = (alpha - above) / odds, (beta - under) / odds
                value = expected(child, work, left, low, high, ply + 1, FULL)
                if work.aborted:
                    return 0.0
                work.lows[ply, index] = value
                work.highs[ply, index] = value
                work.guesses[ply, work.rows[ply, index] & (SLOTS - 1)] = value
                if value >= high:
                    best, bound = max(under + odds * value, beta), LOWER
                    break
                if value <= low:
                    best, bound = min(above + odds * value, alpha), UPPER
                    break
        if bound == EXACT:
            best = least(work, count, ply, -1)  # always in the order of the row: the same sum on every way here
    else:
        # 7. A player's node: the best of the moves, until the window is closed.
        mine = is_mine(state, work)
        best = -math.inf if mine else math.inf
        low, high = alpha, beta
        score_moves(state, work, count, place, ply)
        work.choices[ply] += count
        work.decisions[ply] += 1
        legal = 0
        best_move = work.rows[ply, 0]
        for index in range(count):
            at = pick(work, ply, index, count)
            move = work.rows[ply, index]
            if ply == 0 and is_excluded(work, move):
                continue
            child = copied(state)
            step(state, child, move, work, ply)
            if forbidden(state, move, work, ply):
                continue
            value = expected(child, work, depth - 1, low, high, ply + 1, FULL)
            if work.aborted:
                return 0.0
            legal += 1
            if ply == 0:
                work.earlier[at] = value
            if legal == 1 or (value > best if mine else value < best):
                best = value
                best_place = at
                best_move = move
                if ply == 0 or alpha < value < beta:
                    update_pv(work, ply, move)
                if ply == 0:
                    work.best_value = value
            if options & PRUNING:
                low, high = (max(low, best), high) if mine else (low, min(high, best))
                if low >= high:
                    break
            if task == PROBE:
                break
        if legal == 0:
            return float(state.utility(work.root_player))
        if ply > 0 and task == FULL:
            remember_answer(work, ply, best_move)
        bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
        if task == PROBE and count > 1:
            bound = LOWER if mine else UPPER

    # 8. Write down what was found.
    best = within(state, work, best)
    if options & TABLE and (ply > 0 or work.excluded_count == 0):
        final = 1 if work.horizon == before else 0
        keep_value(work.table, work.mask, key, best, pack(final, best_place, depth, bound, 0))
    return best
