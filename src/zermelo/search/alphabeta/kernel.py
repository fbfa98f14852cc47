"""Alpha-beta for two sides: principal-variation search with a table, ordering, quiescence and the usual refinements.

The search is fail-soft negamax. Called with alpha < beta it returns a value v such that
    v <= alpha        means  true value <= v
    alpha < v < beta  means  true value  = v
    v >= beta         means  true value >= v
where "true" is the value of the tree that the options describe. Each refinement is an option of its own
(`options.py`), so that its worth can be measured; with all of them off this is the plain algorithm of the lectures.
Values are seen from the side of the player to move; players of one side (a turn of several moves, two ghosts) follow
each other without a change of sign.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import NONE
from zermelo.game.compile import copied, kernel
from zermelo.game.game import FORBIDDEN
from zermelo.game.record import inline
from zermelo.search.alphabeta.etc import call_for_children, refutation
from zermelo.search.alphabeta.history import GOES_ON, forbidden, history_end, note, pass_step, table_key
from zermelo.search.alphabeta.options import (
    BOUNDS,
    CHECK_EXTENSION,
    DEEPER,
    ETC,
    EVALUATION,
    FUTILITY,
    IIR,
    LMP,
    LMR,
    NMP,
    PRUNING,
    PVS,
    QUIESCENCE,
    RAZORING,
    RFP,
    SEE,
    SINGULAR,
    SYMMETRY,
    TABLE,
    TWOFOLD,
)
from zermelo.search.alphabeta.ordering import DONE, STEP, pick, remember_cutoff, score_moves, score_noisy, slot_of
from zermelo.search.common.table import (
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
from zermelo.search.common.values import (
    INFINITE,
    MAX_PLY,
    estimate_value,
    from_table,
    is_distant,
    least_value,
    most_value,
    result_value,
    side_of,
    to_table,
)

POLL = 256  # nodes between two looks at the stop flag
# Margins, as parts of the best result (in chess a fifth is about a pawn)
FUTILE = 0.12  # for each ply, and once more: what a quiet move may gain
SAFE = 0.14  # for each ply: what an opponent may gain
HOPELESS = 0.25  # for each ply: below this, only noisy moves can help
SINGLE = 0.003  # for each ply: how much better a singular move is
NO_PLACE: Any = np.int64(
    -1
)  # no plain int: a literal argument would be another signature, and recursion between two of
# them cannot be kept on disk

SMALL = 6  # plies left: the tree is searched sooner than a table is asked
SIMPLE = ~(TABLE | ETC | IIR)
SYMMETRIC = 3  # plies left: below that, searching a mirror image costs less than finding it
UNASKED = -1  # the moves are not written yet


# ---------------------------------------------------------------------- steps of the search, each with a name


def estimate(state: Any, work: Any) -> int:
    """The game's own estimate, or nothing where it is switched off."""
    if not work.options & EVALUATION:
        return 0
    return estimate_value(float(state.evaluate()), work.unit, state.lowest, state.highest)


def margin(state: Any, work: Any, part: float, plies: int) -> int:
    """A part of the best result for each ply, on the scale of values."""
    return int(part * plies * work.unit * state.highest)


@inline
def copy_line(work: Any, ply: int, move: int) -> None:
    """The principal line: this move, then the child's line."""
    work.line[ply, 0] = move
    for index in range(work.length[ply + 1]):
        work.line[ply, index + 1] = work.line[ply + 1, index]
    work.length[ply] = work.length[ply + 1] + 1


def left_out(work: Any, move: int) -> bool:
    """Whether a root move is not wanted: an earlier line begins with it, or one move alone is asked for."""
    found = work.alone != 0 and work.only != move
    for index in range(work.bans):
        found = found or work.ban[index] == move
    return found


def weigh(work: Any, at: int, index: int, value: int, alpha: int, beta: int, nodes: int) -> None:
    """What is known of a root move: when its turn came, its value or a bound of it, and what that cost."""
    work.turn_of[at] = index
    work.worth[at] = value
    work.sure[at] = UPPER if value <= alpha else LOWER if value >= beta else EXACT
    work.effort[at] += nodes


def counted(work: Any) -> bool:
    """Count a node and look now and then whether to stop; True when the search is being given up."""
    work.nodes += 1
    if work.nodes >= work.look:
        work.look = min(work.nodes + POLL, work.most_nodes)
        if work.stop != 0 or work.nodes >= work.most_nodes:
            work.given_up = 1
    return work.given_up != 0


def interchangeable(state: Any, work: Any, ply: int) -> bool:
    """Whether equivalent moves have one value: only if no history tells mirror images apart."""
    if not work.options & SYMMETRY or (ply == 0 and work.bans > 0):
        return False  # the other of two equivalent moves may be among those left out
    if state.repetition == 0:
        return True
    if state.repeated == FORBIDDEN:
        return ply == 0 and work.base == 0
    return work.options & TWOFOLD != 0 or work.progress[ply] == 0


# ---------------------------------------------------------------------- quiescence


@kernel
def quiesce(state: Any, work: Any, alpha: int, beta: int, ply: int) -> int:
    """Search noisy moves only, until the position is quiet enough for the estimate; standing pat is always allowed."""
    work.length[ply] = 0
    if state.over():
        return result_value(float(state.utility(state.turn)), work.unit, ply * work.pace)
    if counted(work):
        return 0
    work.horizon += 1
    best = estimate(state, work)
    if best >= beta or ply >= MAX_PLY - 2:
        return best
    alpha = max(alpha, best)
    count = state.noisy_moves(work.rows[ply])
    score_noisy(state, work, count, ply)
    side = side_of(state, state.turn)
    for _ in range(count):
        move = work.rows[ply, pick(work, ply, count)]
        if work.options & SEE and state.losing(move):
            continue
        child = copied(state)
        child.play(move)
        note(state, child, move, work, ply)
        if side_of(child, child.turn) == side:
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
    ended = history_end(state, work, ply)
    if ended != GOES_ON and state.moves(work.rows[ply]) > 0:
        work.horizon += 1  # true of this line only: nothing is proven about the position
        return ended
    before = work.horizon

    # 2. The horizon. A position in check is no place to stop.
    options = work.options
    if state.plies_left() <= SMALL:
        options &= SIMPLE
    checked = work.checked[ply] != 0
    if options & CHECK_EXTENSION and checked and ply < 2 * work.depth:
        depth += 1
    if depth <= 0 or ply >= MAX_PLY - 2:
        if options & QUIESCENCE:
            return quiesce(state, work, alpha, beta, ply)
        work.nodes += 1
        work.horizon += 1
        return estimate(state, work)
    if counted(work):
        return 0

    # 3. What the game can prove without searching; meanwhile the table's entry is on its way.
    key = NONE
    data = NONE
    place = NOWHERE
    if options & TABLE:
        key = table_key(state, work, depth, ply)
        call_for(work.table, work.mask, key)
    count = UNASKED
    if options & BOUNDS and ply > 0:
        count, certain = state.static_result(work.rows[ply])
        if certain != 0:
            result = float(state.highest if certain > 0 else state.lowest)
            if beta - alpha == 1 or ply + abs(certain) >= MAX_PLY - 2:
                return result_value(result, work.unit, (ply + abs(certain)) * work.pace)
            depth = max(depth, abs(certain))  # the principal line shows how
        low, high = state.bounds(state.turn)
        first = 2 * state.static_depth + 1  # plies to the first win that may still be unseen
        later = first + (state.static_depth > 0)  # and to the first loss: static_depth is for games of alternate moves
        least = least_value(float(low), work.unit, (ply + later) * work.pace, MAX_PLY * work.pace)
        most = most_value(float(high), work.unit, (ply + first) * work.pace, MAX_PLY * work.pace)
        if least >= beta and certain == 0:
            return least
        if most <= alpha and certain == 0:
            return most

    # 4. What an earlier search knows of this position. Inside an open window it is searched all the same: there are few
    #    such positions, and the line to show goes through them.
    open_window = beta - alpha > 1
    if options & TABLE:
        data = probe(work.table, work.mask, key)
        if data != NONE and skipped == NO_PLACE:
            place = place_in(data)
            known = depth_in(data)
            trusted = known == depth or (known > depth and options & DEEPER != 0)
            if trusted and ply > 0 and not (open_window and options & PVS):
                value = from_table(value_in(data), ply * work.pace, work.unit)
                bound = bound_in(data)
                if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                    work.horizon += known != FINAL
                    return value

    # 5. Near the horizon an estimate far outside the window is as good as a search; below it noise may still help.
    guess = ply > 0 and not open_window and not checked and skipped == NO_PLACE
    static = 0
    better = True  # whether things have improved since the last move
    if options & (RFP | RAZORING | FUTILITY | LMP | NMP):
        static = work.static[ply - 2] if checked and ply > 1 else estimate(state, work)
        work.static[ply] = static
        better = ply < 2 or static > work.static[ply - 2]
    if guess and not is_distant(alpha, work.unit) and not is_distant(beta, work.unit):
        if options & RFP and depth <= 6 and static - margin(state, work, SAFE, depth - better) >= beta:
            work.horizon += 1
            return static
        if options & RAZORING and depth <= 2 and static + margin(state, work, HOPELESS, depth + 1) <= alpha:
            value = quiesce(state, work, alpha, beta, ply)
            if value <= alpha or work.given_up:
                return value

        # 6. If passing is already too good, a real move will be too (not in check, not twice, not with little left).
        if options & NMP and state.can_pass and depth >= 3 and static >= beta and work.passed[ply] == 0:
            if state.pass_is_safe():
                child = copied(state)
                pass_step(state, child, work, ply)
                work.passed[ply + 1] = 1
                work.checked[ply + 1] = child.checking()
                left = depth - 4 - depth // 4
                value = -search(child, work, left, -beta, 1 - beta, ply + 1, NO_PLACE)
                work.passed[ply + 1] = 0
                if value >= beta and depth >= 10 and work.given_up == 0:  # zugzwang: let real moves confirm it
                    work.passed[ply] = 1
                    value = search(state, work, left, beta - 1, beta, ply, NO_PLACE)
                    work.passed[ply] = 0
                if work.given_up:
                    return 0
                if value >= beta:
                    work.horizon += 1
                    return beta if is_distant(value, work.unit) else value

    # 7. A move without which everything is much worse is singular: its line deserves a deeper look.
    alone = NO_PLACE
    if options & SINGULAR and depth >= 7 and ply > 0 and place != NOWHERE and skipped == NO_PLACE and ply < work.depth:
        value = from_table(value_in(data), ply * work.pace, work.unit)
        if bound_in(data) != UPPER and depth_in(data) >= depth - 3 and not is_distant(value, work.unit):
            target = value - margin(state, work, SINGLE, depth)
            if search(state, work, (depth - 1) // 2, target - 1, target, ply, place) < target:
                alone = place
            if work.given_up:
                return 0
    work.length[ply] = 0
    if options & IIR and place == NOWHERE and depth >= 4 and skipped == NO_PLACE:
        depth -= 1
    work.passed[ply + 1] = 0

    if count == UNASKED:
        count = state.moves(work.rows[ply])
    if count == 0:
        return result_value(float(state.utility(state.turn)), work.unit, ply * work.pace)
    best = -INFINITE
    best_place = NOWHERE
    first_alpha = alpha
    legal = 0
    side = side_of(state, state.turn)
    alike = depth >= SYMMETRIC and interchangeable(state, work, ply)
    ceiling = static + margin(state, work, FUTILE, depth + 1)
    hopeless = (
        options & FUTILITY != 0 and guess and depth <= 4 and ceiling <= alpha and not is_distant(alpha, work.unit)
    )
    enough = (3 + depth * depth) // (1 if better else 2)
    asks = options & ETC != 0 and not open_window and ply > 0 and skipped == NO_PLACE
    led = place < count and not asks  # by the table's move: the others are put in order only when their turn comes
    if asks:
        call_for_children(state, work, count, ply)
    if not led:
        score_moves(state, work, count, place, ply)
    if asks:
        found = refutation(state, work, count, depth, beta, ply)
        if found >= beta:
            return found
    for index in range(count):
        if led and index == 0:
            at = place
        else:
            if led and index == 1:
                score_moves(state, work, count, place, ply)
                work.ranks[ply, place] = DONE
            at = pick(work, ply, count)
        move = work.rows[ply, at]
        work.tried[ply, index] = at
        if at == skipped or (ply == 0 and left_out(work, move)):
            continue
        if alike and state.same(move) != move:
            continue  # 8. An equivalent move is searched in its place.
        quiet = not state.noisy(move)
        child = copied(state)
        child.play(move)
        if state.repeated == FORBIDDEN:
            note(state, child, move, work, ply)
            if forbidden(state, child, move, work, ply):
                continue
        legal += 1
        checking = child.checking()
        work.checked[ply + 1] = checking

        # 9. Near the horizon late quiet moves, and those that cannot make up for a hopeless estimate, are left out;
        #    never the first move, and never all moves of a side that is being mated.
        if guess and quiet and legal > 1 and not checking and not is_distant(best, work.unit):
            if hopeless and not child.over():
                best = max(best, min(ceiling, alpha))
                work.horizon += 1
                continue
            if options & LMP and depth <= 4 and legal > enough and not child.over():
                work.horizon += 1
                continue

        if state.repeated != FORBIDDEN:
            note(state, child, move, work, ply)

        # 10. The first move gets the whole window; the others must only be shown not to be better, late ones less
        #     deep; who surprises is searched again.
        same_side = side_of(child, child.turn) == side
        left = depth - 1 + (at == alone)
        spent = work.nodes
        less = 0
        if options & LMR and depth >= 3 and legal > 2 + open_window and quiet and not checked and not checking:
            less = work.less[min(depth, 63), min(legal, 63)] - open_window + (not better)
            less -= work.history[side, slot_of(move)] // (STEP // 2)
            less = max(0, min(less, left - 1))
        value = alpha + 1
        if options & PVS and legal > 1:
            low = alpha if same_side else -alpha - 1
            value = search(child, work, left - less, low, low + 1, ply + 1, NO_PLACE)
            value = value if same_side else -value
            if value > alpha and less > 0 and work.given_up == 0:
                value = search(child, work, left, low, low + 1, ply + 1, NO_PLACE)
                value = value if same_side else -value
        if value > alpha and (legal == 1 or not options & PVS or value < beta) and work.given_up == 0:
            value = search(
                child, work, left, alpha if same_side else -beta, beta if same_side else -alpha, ply + 1, NO_PLACE
            )
            value = value if same_side else -value
        if work.given_up:
            return best if best > -INFINITE else 0
        if ply == 0:
            weigh(work, at, index, value, alpha, beta, work.nodes - spent)
        if value > best:
            best = value
            best_place = at
            if value > alpha:
                alpha = value
                if open_window or ply == 0:  # otherwise a question with two answers: no line is wanted
                    copy_line(work, ply, move)
            if value >= beta and options & PRUNING:
                remember_cutoff(state, work, index, depth, ply)
                break
    if legal == 0:
        if skipped != NO_PLACE:
            return -INFINITE
        return result_value(float(state.utility(state.turn)), work.unit, ply * work.pace)

    # 11. Write down what was found.
    if options & TABLE and skipped == NO_PLACE and not (ply == 0 and (work.bans > 0 or work.alone != 0)):
        bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
        final = work.horizon == before and options & DEEPER != 0
        reach = FINAL if final else min(depth, FINAL - 1)
        stored = pack(to_table(best, ply * work.pace, work.unit), best_place, reach, bound, work.age)
        keep(work.table, work.mask, key, stored)
    return best
