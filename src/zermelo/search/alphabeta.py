"""Alpha-beta for two sides: principal-variation search with a table, ordering, quiescence and the usual refinements.

The search is fail-soft negamax. Called with alpha < beta it returns a value v such that
    v <= alpha        means  true value <= v
    alpha < v < beta  means  true value  = v
    v >= beta         means  true value >= v
where "true" is the value of the tree that the options describe. Each refinement is an option of its own
(`options.py`), so that its worth can be measured; with all of them off this is the plain algorithm of the lectures.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import NONE, number, times, word
from zermelo.game.compile import copied, kernel
from zermelo.game.game import FORBIDDEN
from zermelo.game.history import counts_utility, occurrences, out_of_time
from zermelo.search.options import (
    BOUNDS,
    CHECKS,
    COUNTERS,
    CYCLES,
    ESTIMATE,
    FUTILITY,
    HISTORY,
    KILLERS,
    NULL_MOVE,
    ORDER,
    QUIESCENCE,
    REDUCTIONS,
    SAME,
    SINGULAR,
    SISTERS,
    TABLE,
    WINDOWS,
)
from zermelo.search.sisters import call_for_children, refutation
from zermelo.search.table import (
    EXACT,
    FINAL,
    LOWER,
    NOWHERE,
    UPPER,
    bound_in,
    call_for,
    depth_in,
    keep,
    pack,
    place_in,
    probe,
    value_in,
)
from zermelo.search.values import (
    DEEPEST,
    INFINITE,
    estimate_value,
    from_table,
    is_distant,
    least_value,
    most_value,
    result_value,
    to_table,
)

POLL = 255  # nodes between two looks at the stop flag, less one
SLOTS = 4096  # of the history table
KILLER, COUNTER = 1 << 26, 1 << 24  # in the order of moves: after the table's move killers, then counter-moves
MARGIN = 0.08  # of a unit for each ply of futility
SINGLE = 0.003  # of a unit for each ply: how much better a singular move is
NO_PLACE: Any = np.int64(
    -1
)  # no plain int: a literal argument would be another signature, and recursion between two of
# them cannot be kept on disk


SMALL = 6  # plies left: the tree is searched sooner than a table is asked
SIMPLE = ~(TABLE | SISTERS)
UNASKED = -1  # the moves are not written yet


# ---------------------------------------------------------------------- steps of the search, each with a name


def slot_of(move: int) -> int:
    """A move's place in the history table."""
    return number(times(word(move), word(0x9E3779B97F4A7C15)) >> word(52))


def leaf(state: Any, work: Any) -> int:
    """The horizon: the game's own estimate, or nothing where it is switched off."""
    work.horizon += 1
    if not work.options & ESTIMATE:
        return 0
    return estimate_value(float(state.evaluate()), work.unit, state.lowest, state.highest)


def ended_by_history(state: Any, work: Any, ply: int) -> bool:
    """Whether repetition, lack of progress or the cap ends the game here; `history_value` says how."""
    if ply == 0 or state.midturn():
        return False
    if out_of_time(state, work.progress[ply], work.start_ply + ply):
        return True
    if state.repetition > 0 and state.repeated != FORBIDDEN:
        end = work.base + ply
        since = max(0, end - work.progress[ply])
        wanted = state.repetition - 1
        if work.options & CYCLES:  # once inside the tree is enough: the line could be repeated
            if occurrences(work.keys, max(since, work.base), end, work.keys[end]) > 0:
                return True
        return occurrences(work.keys, since, end, work.keys[end]) >= wanted
    return False


def history_value(state: Any, work: Any, ply: int) -> int:
    """The value of a game that its history has ended."""
    if out_of_time(state, work.progress[ply], work.start_ply + ply) and counts_utility(
        state, work.progress[ply], work.start_ply + ply
    ):
        return result_value(float(state.utility(state.turn)), work.unit, ply * work.pace)
    return 0


def step(state: Any, child: Any, move: int, work: Any, ply: int) -> None:
    """Play a move and remember what history needs."""
    if state.no_progress > 0 or state.repetition > 0:
        work.progress[ply + 1] = 0 if state.irreversible(move) else work.progress[ply] + 1
    child.play(move)
    if state.repetition > 0:
        work.keys[work.base + ply + 1] = child.repetition_key()
    work.played[ply] = move


def forbidden(state: Any, child: Any, move: int, work: Any, ply: int) -> bool:
    """Whether a move just played repeats a position that may not return."""
    if state.repetition == 0 or state.repeated != FORBIDDEN or not state.judged(move) or child.midturn():
        return False
    end = work.base + ply + 1
    return occurrences(work.keys, 0, end, work.keys[end]) >= state.repetition - 1


def bring(work: Any, ply: int, place: int) -> int:
    """Bring the table's move to the front; returns its place."""
    work.rows[ply, 0], work.rows[ply, place] = work.rows[ply, place], work.rows[ply, 0]
    work.places[ply, 0], work.places[ply, place] = place, 0
    return place


def score_moves(state: Any, work: Any, first: int, count: int, ply: int) -> None:
    """Which moves to look at next: killers, the answer to the last move, the game's order, history."""
    last = work.played[ply - 1] if ply > 0 else 0
    for index in range(first, count):
        move = work.rows[ply, index]
        score = 0
        if work.options & ORDER:
            score += state.order(move) * 1024
        if work.options & HISTORY:
            score += min(work.history[state.turn, slot_of(move)], 1023)
        if work.options & KILLERS and (move == work.killers[ply, 0] or move == work.killers[ply, 1]):
            score += KILLER
        if work.options & COUNTERS and move == work.counters[slot_of(last)]:
            score += COUNTER
        work.scores[ply, index] = score


def pick(work: Any, ply: int, index: int, count: int) -> int:
    """Bring the best of the moves that are left to `index`; returns its place in the row as the game wrote it."""
    best = index
    for other in range(index + 1, count):
        if work.scores[ply, other] > work.scores[ply, best]:
            best = other
    move, score, place = work.rows[ply, best], work.scores[ply, best], work.places[ply, best]
    work.rows[ply, best], work.scores[ply, best] = work.rows[ply, index], work.scores[ply, index]
    work.places[ply, best] = work.places[ply, index]
    work.rows[ply, index], work.scores[ply, index], work.places[ply, index] = move, score, place
    return place


def remember_cutoff(state: Any, work: Any, move: int, depth: int, ply: int) -> None:
    """A move that refuted this position will be tried early elsewhere, unless it is noisy and early anyway."""
    if state.noisy(move):
        return
    if work.options & KILLERS and work.killers[ply, 0] != move:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = move
    if work.options & HISTORY:
        slot = slot_of(move)
        work.history[state.turn, slot] += depth * depth
        if work.history[state.turn, slot] > 1000:
            for side in range(2):
                for other in range(SLOTS):
                    work.history[side, other] //= 2
    if work.options & COUNTERS and ply > 0:
        work.counters[slot_of(work.played[ply - 1])] = move


def copy_line(work: Any, ply: int, move: int) -> None:
    """The principal line: this move, then the child's line."""
    work.line[ply, 0] = move
    for index in range(work.length[ply + 1]):
        work.line[ply, index + 1] = work.line[ply + 1, index]
    work.length[ply] = work.length[ply + 1] + 1


def banned(work: Any, move: int) -> bool:
    """Whether a root move is left out, because an earlier line begins with it."""
    found = False
    for index in range(work.bans):
        found = found or work.ban[index] == move
    return found


def counted(work: Any) -> bool:
    """Count a node and look now and then whether to stop; True when the search is being given up."""
    work.nodes += 1
    if work.nodes & POLL == 0 and (work.stop != 0 or work.nodes >= work.most_nodes):
        work.given_up = 1
    return work.given_up != 0


# ---------------------------------------------------------------------- quiescence


@kernel
def quiesce(state: Any, work: Any, alpha: int, beta: int, ply: int) -> int:
    """Search noisy moves only, until the position is quiet enough for the estimate; standing pat is always allowed."""
    work.length[ply] = 0
    if state.over():
        return result_value(float(state.utility(state.turn)), work.unit, ply * work.pace)
    if counted(work):
        return 0
    best = leaf(state, work)
    if best >= beta or ply >= DEEPEST - 2:
        return best
    alpha = max(alpha, best)
    count = state.noisy_moves(work.rows[ply])
    for index in range(count):
        work.places[ply, index] = index
    score_moves(state, work, 0, count, ply)
    for index in range(count):
        pick(work, ply, index, count)
        child = copied(state)
        move = work.rows[ply, index]
        step(state, child, move, work, ply)
        if child.turn == state.turn:
            value = quiesce(child, work, alpha, beta, ply + 1)
        else:
            value = -quiesce(child, work, -beta, -alpha, ply + 1)
        if work.given_up:
            return best
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                copy_line(work, ply, move)
            if value >= beta:
                break
    return best


# ---------------------------------------------------------------------- the search


@kernel
def search(state: Any, work: Any, depth: int, alpha: int, beta: int, ply: int, skipped: int) -> int:
    """The value of a position; `skipped` is the place of a move to leave out (for singular extension), or NO_PLACE."""
    work.length[ply] = 0

    # 1. The end of the game, by the position or by its history.
    if state.over():
        return result_value(float(state.utility(state.turn)), work.unit, ply * work.pace)
    if ended_by_history(state, work, ply) and state.moves(work.rows[ply]) > 0:
        work.horizon += 1  # true of this line only: nothing is proven about the position
        return history_value(state, work, ply)
    before = work.horizon

    # 2. The horizon. A position in check is no place to stop.
    options = work.options
    if state.plies_left() <= SMALL:
        options &= SIMPLE
    if options & CHECKS and ply < 2 * work.depth and state.checking():
        depth += 1
    if depth <= 0 or ply >= DEEPEST - 2:
        if options & QUIESCENCE:
            return quiesce(state, work, alpha, beta, ply)
        work.nodes += 1
        return leaf(state, work)
    if counted(work):
        return 0

    # 3. What the game can prove without searching; meanwhile the table's entry is on its way.
    key = NONE
    data = NONE
    place = NOWHERE
    if options & TABLE:
        key = state.key()
        call_for(work.table, work.mask, key)
    count = UNASKED
    if options & BOUNDS and ply > 0:
        count, certain = state.outlook(work.rows[ply])
        if certain != 0:
            result = float(state.highest if certain > 0 else state.lowest)
            if beta - alpha == 1 or ply + abs(certain) >= DEEPEST - 2:
                return result_value(result, work.unit, (ply + abs(certain)) * work.pace)
            depth = max(depth, abs(certain))  # the principal line shows how
        low, high = state.bounds(state.turn)
        first = 2 * state.foresight + 1  # plies to the first win that may still be unseen
        later = first + (state.foresight > 0)  # and to the first loss: foresight is for games of alternate moves
        least = least_value(float(low), work.unit, (ply + later) * work.pace, DEEPEST * work.pace)
        most = most_value(float(high), work.unit, (ply + first) * work.pace, DEEPEST * work.pace)
        if least >= beta and certain == 0:
            return least
        if most <= alpha and certain == 0:
            return most

    # 4. What an earlier search knows of this position.
    if options & TABLE:
        data = probe(work.table, work.mask, key)
        if data != NONE and skipped == NO_PLACE:
            place = place_in(data)
            if depth_in(data) >= depth and ply > 0:
                value = from_table(value_in(data), ply * work.pace, work.unit)
                bound = bound_in(data)
                if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                    work.horizon += depth_in(data) != FINAL
                    return value

    # 5. A move without which everything is much worse is singular: its line deserves a deeper look.
    alone = NO_PLACE
    if options & SINGULAR and depth >= 6 and ply > 0 and place != NOWHERE and skipped == NO_PLACE and ply < work.depth:
        if bound_in(data) != UPPER and depth_in(data) >= depth - 3:
            value = from_table(value_in(data), ply * work.pace, work.unit)
            target = value - int(SINGLE * depth * work.unit * state.highest)
            if not is_distant(value, work.unit):
                if search(state, work, (depth - 1) // 2, target - 1, target, ply, place) < target:
                    alone = place
            if work.given_up:
                return 0

    # 6. If passing is already too good, a real move will be too (not in check, not twice, not with little left).
    if options & NULL_MOVE and state.can_pass and depth >= 3 and beta - alpha == 1 and ply > 0 and skipped == NO_PLACE:
        if work.passed[ply] == 0 and not is_distant(beta, work.unit) and not state.checking() and state.pass_is_safe():
            if estimate_value(float(state.evaluate()), work.unit, state.lowest, state.highest) >= beta:
                child = copied(state)
                child.pass_turn()
                work.played[ply] = 0
                work.progress[ply + 1] = 0
                work.passed[ply + 1] = 1
                value = -search(child, work, depth - 3 - depth // 6, -beta, 1 - beta, ply + 1, NO_PLACE)
                work.passed[ply + 1] = 0
                if value >= beta and work.given_up == 0:
                    work.horizon += 1
                    return beta
    work.passed[ply + 1] = 0

    if count == UNASKED:
        count = state.moves(work.rows[ply])
    if count == 0:
        return result_value(float(state.utility(state.turn)), work.unit, ply * work.pace)
    for index in range(count):
        work.places[ply, index] = index

    # 7. Near the horizon a quiet move cannot make up for a hopeless estimate.
    hopeless = False
    if options & FUTILITY and depth <= 2 and beta - alpha == 1 and ply > 0 and not state.checking():
        static = estimate_value(float(state.evaluate()), work.unit, state.lowest, state.highest)
        hopeless = static + int(MARGIN * depth * work.unit * state.highest) <= alpha

    best = -INFINITE
    best_place = NOWHERE
    first_alpha = alpha
    wide = beta - alpha > 1 or ply == 0  # otherwise a question with two answers: no line is wanted
    legal = 0
    led = place < count and not options & SISTERS  # by the table's move
    if options & SISTERS and not wide and skipped == NO_PLACE:
        call_for_children(state, work, count, ply)
        score_moves(state, work, 0, count, ply)
        if place < count:
            work.scores[ply, place] = 1 << 28
        found = refutation(state, work, count, depth, beta, ply)
        if found >= beta:
            return found
    for index in range(count):
        if index == 0 and led:
            at = bring(work, ply, place)  # mostly enough: the others are put in order only when their turn comes
        else:
            if index == led and count > 1 and (wide or not options & SISTERS):
                score_moves(state, work, index, count, ply)
            at = pick(work, ply, index, count)
        move = work.rows[ply, index]
        if at == skipped or (ply == 0 and banned(work, move)):
            continue
        if options & SAME and state.same(move) != move:
            continue  # 8. An equivalent move is searched in its place.
        quiet = not state.noisy(move)
        child = copied(state)
        step(state, child, move, work, ply)
        if forbidden(state, child, move, work, ply):
            continue
        legal += 1
        if hopeless and quiet and legal > 1 and not child.over() and not child.checking():
            best = max(best, alpha)
            work.horizon += 1
            continue

        # 9. The first move gets the whole window; the others must only be shown not to be better.
        same_side = child.turn == state.turn
        left = depth - 1 + (at == alone)
        less = 0
        if (
            options & REDUCTIONS
            and depth >= 3
            and legal > 3
            and quiet
            and not state.checking()
            and not child.checking()
        ):
            less = 1 + (legal > 8) + (depth > 7 and legal > 16)
        if legal == 1 or not options & WINDOWS:
            less = 0
            value = alpha + 1  # asks for the whole window below
        elif same_side:
            value = search(child, work, left - less, alpha, alpha + 1, ply + 1, NO_PLACE)
        else:
            value = -search(child, work, left - less, -alpha - 1, -alpha, ply + 1, NO_PLACE)
        if value > alpha and (legal == 1 or not options & WINDOWS or less > 0 or value < beta):
            if same_side:
                value = search(child, work, left, alpha, beta, ply + 1, NO_PLACE)
            else:
                value = -search(child, work, left, -beta, -alpha, ply + 1, NO_PLACE)
        if work.given_up:
            return best if best > -INFINITE else 0
        if value > best:
            best = value
            best_place = at
            if value > alpha:
                alpha = value
                if wide:
                    copy_line(work, ply, move)
            if value >= beta:
                remember_cutoff(state, work, move, depth, ply)
                break
    if legal == 0:
        if skipped != NO_PLACE:
            return -INFINITE
        return result_value(float(state.utility(state.turn)), work.unit, ply * work.pace)

    # 10. Write down what was found.
    if options & TABLE and skipped == NO_PLACE:
        bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
        known = FINAL if work.horizon == before else min(depth, FINAL - 1)
        stored = pack(to_table(best, ply * work.pace, work.unit), best_place, known, bound, work.age)
        keep(work.table, work.mask, key, stored)
    return best
