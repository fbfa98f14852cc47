"""Monte Carlo tree search: UCT as in the lecture, compiled, with its refinements as options.

One simulation has four steps. Selection goes down the tree by x + C * sqrt(ln t / n). A node's first visit is a
playout from it; its second makes its children, all at once and shuffled, so that visit i takes child i - 1 and the
first visits come in random order without a search for them. The playout is random, and its result goes up the path.

Each node keeps the sum of results for the player who moved into it: one number a node, however many play. Sums are in
fixed point, exact in any order. Where a choice is made they are divided by half the range of the game's results, so
that C means the same in a game of -1 to 1 and in one of -64 to 64.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zermelo.game.bits import number, times, word
from zermelo.game.compile import assign, copied, kernel
from zermelo.game.game import CHANCE, FORBIDDEN, NO_MOVE
from zermelo.game.playouts import random_move
from zermelo.search.atomics import BARE, BARRED, READY, add_total, add_visits, claim, look, publish, take
from zermelo.search.tree import ROOT

SQUARE_UNIT = 1 << 28  # of squared results in fixed point
DEEPEST = 2000  # plies of the tree: what lies deeper is played out
SLOTS = 4096  # of the table of moves played, for each player
SURE = 1e-5  # GRAVE: how soon a child's own results outweigh those of simulations that had its move later
NOWHERE: Any = np.int64(-1)

DONE, STOPPED, FULL, PROVEN = range(4)  # why the kernel came back


# ---------------------------------------------------------------------- results


def fixed(work: Any, utility: float) -> int:
    """A result in fixed point; the unit is a power of two, so that whole and half points are exact."""
    return int(math.floor(utility * work.unit + 0.5))


def settle(state: Any, trail: Any, work: Any) -> None:
    """The results of a game that has ended, for every player."""
    drawn = trail.drawn != 0
    work.results[0] = fixed(work, 0.0 if drawn else float(state.utility(0)))
    if state.players == 2 and state.zero_sum and state.lowest == -state.highest:
        work.results[1] = -work.results[0]
        return
    for player in range(1, state.players):
        work.results[player] = fixed(work, 0.0 if drawn else float(state.utility(player)))


def estimate(state: Any, work: Any) -> None:
    """The game's own estimate as a result for every player; `shares` says how others fare by it."""
    seen = max(int(state.turn), 0)
    value = float(state.evaluate())
    for player in range(state.players):
        share = min(max(value * work.shares[seen, player], state.lowest), state.highest)
        work.results[player] = fixed(work, share)


# ---------------------------------------------------------------------- 1. selection


def useless(tree: Any, at: int, child: int, sign: int) -> bool:
    """Solver: whether a child cannot be better than what the player has for certain."""
    if sign > 0:
        return bool(tree.bounds[child].high <= tree.bounds[at].low)
    return bool(tree.bounds[child].low >= tree.bounds[at].high)


def best_child(state: Any, plan: Any, tree: Any, work: Any, at: int, visits: int) -> int:
    """The child to visit: one never visited, else the one with the highest bound; NOWHERE if every move is barred."""
    nodes = tree.nodes
    first = number(nodes[at].first)
    count = number(nodes[at].count)
    forbids = state.repetition > 0 and state.repeated == FORBIDDEN
    if not plan.rave and visits <= count and not (forbids and nodes[first + visits - 1].ready == BARRED):
        return first + visits - 1
    player = int(state.turn)
    sign = int(work.signs[player])
    logarithm = math.log(float(visits))
    spread = plan.exploration * math.sqrt(logarithm)
    scale = work.scale
    source = NOWHERE
    if plan.rave:
        source = reference(plan, tree, work, at, visits, player)
    best = -1e300
    chosen = first if not forbids else NOWHERE
    for child in range(first, first + count):
        if forbids and nodes[child].ready == BARRED:
            continue
        if plan.solver and useless(tree, at, child, sign):
            continue
        n = float(nodes[child].n)
        w = float(nodes[child].w) * scale
        if plan.rave:
            value = graved(plan, tree, work, at, child, source, player, n, w)
            value += spread / math.sqrt(n + 1.0)
        else:
            if n == 0.0:  # a thread or a lack of memory came between
                return child
            if plan.tuned:
                mean = w / n
                variance = float(tree.squares[child].w) * (1.0 / SQUARE_UNIT) / n - mean * mean
                wide = min(1.0, variance + 4.0 * math.sqrt(2.0 * logarithm / n))
                value = mean + spread * math.sqrt(wide / n)
            else:
                value = (w + spread * math.sqrt(n)) / n  # x + C * sqrt(ln t / n) with one division
        if plan.bias:
            value += plan.weight * float(tree.priors[child].value) / (n + 1.0)
        if value > best:
            best = value
            chosen = child
    return chosen


def drawn_child(tree: Any, at: int, outcome: int) -> int:
    """The child of an outcome of chance."""
    first = number(tree.nodes[at].first)
    for child in range(first, first + number(tree.nodes[at].count)):
        if tree.nodes[child].move == outcome:
            return child
    return first


# ---------------------------------------------------------------------- RAVE


def slot_of(player: int, move: int) -> int:
    """A move's place in the tables of one player."""
    return player * SLOTS + number(times(word(move), word(0x9E3779B97F4A7C15)) >> word(52))


def note_move(work: Any, player: int, move: int, ply: int) -> None:
    """Remember that a player made a move in this simulation; the last time counts."""
    slot = slot_of(player, move)
    work.made_move[slot] = move
    work.made_ply[slot] = ply
    work.made_in[slot] = work.simulations


def reference(plan: Any, tree: Any, work: Any, at: int, visits: int, player: int) -> int:
    """The node whose statistics a player asks here: this one if it has visits enough, else his last such node.

    The children of that other node are entered in a table once for each simulation, to be found by their moves.
    """
    if visits >= plan.reference or work.sources[player] == NOWHERE:
        work.sources[player] = at
        return at
    source = int(work.sources[player])
    if work.entered[player] != source or work.entered_in[player] != work.simulations:
        work.entered[player] = source
        work.entered_in[player] = work.simulations
        first = number(tree.nodes[source].first)
        for child in range(first, first + number(tree.nodes[source].count)):
            slot = slot_of(player, int(tree.nodes[child].move))
            work.found_in[slot] = work.simulations
            work.found[slot] = child
    return source


def graved(plan: Any, tree: Any, work: Any, at: int, child: int, source: int, player: int, n: float, w: float) -> float:
    """A child's mean, mixed with the mean of simulations in which its move came later."""
    twin = child
    if source != at:
        move = int(tree.nodes[child].move)
        slot = slot_of(player, move)
        twin = NOWHERE
        if work.found_in[slot] == work.simulations and tree.nodes[work.found[slot]].move == move:
            twin = int(work.found[slot])
    later = 0.0
    total = 0.0
    if twin != NOWHERE:
        later = float(tree.amaf[twin].n)
        total = float(tree.amaf[twin].w)
    if n + later == 0.0:
        return 1e6  # nothing is known: look at it first
    share = later / (later + n + SURE * later * n)
    value = 0.0
    if n > 0.0:
        value += (1.0 - share) * w / n
    if later > 0.0:
        value += share * total / later
    return value


def back_up_moves(tree: Any, work: Any, depth: int) -> None:
    """Every move that a player made at or after a node counts for the node's child with that move."""
    for k in range(depth):
        at = int(work.path[k])
        player = int(work.movers[k + 1])
        if work.chose[k + 1] == 0:
            continue
        result = float(work.results[player]) * work.scale
        first = number(tree.nodes[at].first)
        for child in range(first, first + number(tree.nodes[at].count)):
            move = int(tree.nodes[child].move)
            slot = slot_of(player, move)
            if work.made_in[slot] == work.simulations and work.made_move[slot] == move and work.made_ply[slot] >= k:
                tree.amaf[child].n += 1
                tree.amaf[child].w += result


# ---------------------------------------------------------------------- 2. expansion


def expand(state: Any, plan: Any, tree: Any, work: Any, random: Any, at: int) -> int:
    """Make the children of a node, shuffled (outcomes of chance are drawn, not tried, and stay as they are).

    Returns their number: 0 where the game has no move, and NOWHERE where there was no room.
    """
    nodes = tree.nodes
    row = work.row
    count = int(state.moves(row))
    if count == 0:
        return 0
    if plan.shared:
        first = take(tree.used, 0, count)
    else:
        first = int(tree.used[0])
        tree.used[0] = first + count
    if first + count > len(nodes):
        if plan.shared:
            take(tree.used, 0, -count)
        else:
            tree.used[0] = first
        work.full = 1
        return NOWHERE
    nature = state.chance and state.turn == CHANCE
    for index in range(count):
        if not nature and index + 1 < count:
            other = index + random.below(count - index)
            move = row[other]
            row[other] = row[index]
            row[index] = move
        child = first + index
        nodes[child].w = 0
        nodes[child].n = 0
        nodes[child].first = 0
        nodes[child].move = row[index]
        nodes[child].count = 0
        nodes[child].ready = BARE
        if plan.tuned:
            tree.squares[child].w = 0
        if plan.rave:
            tree.amaf[child].n = 0
            tree.amaf[child].w = 0.0
        if plan.solver:
            tree.bounds[child].low = state.lowest
            tree.bounds[child].high = state.highest
    if plan.bias:
        fill_priors(state, tree, work, first, count, nature)
    nodes[at].first = first
    nodes[at].count = count
    publish(nodes, at, READY)
    return count


def fill_priors(state: Any, tree: Any, work: Any, first: int, count: int, nature: bool) -> None:
    """Progressive bias: what the game's estimate thinks of each child, for the player who moves there."""
    player = int(state.turn)
    for child in range(first, first + count):
        tree.priors[child].value = 0.0
        if not nature:
            after = copied(state)
            after.play(int(tree.nodes[child].move))
            if after.over():
                value = fixed(work, float(after.utility(player)))
            else:
                seen = max(int(after.turn), 0)
                value = fixed(work, float(after.evaluate()) * work.shares[seen, player])
            tree.priors[child].value = float(value) * work.scale


# ---------------------------------------------------------------------- 3. playout


def play_out(state: Any, plan: Any, random: Any, trail: Any, work: Any, depth: int) -> bool:
    """Random moves to the end or to the cutoff; the results lie in `work`. True if it was the end already."""
    row = work.row
    plies = 0
    while trail.stopped == 0 and not state.over():
        if (plan.cutoff or state.longest == 0) and plies >= plan.plies:
            if not plan.cutoff:
                trail.drawn = 1
            elif state.moves(row) > 0:
                estimate(state, work)
                return False
            break
        move = random_move(state, random, row)
        if move == NO_MOVE:
            break
        if plan.rave and state.turn >= 0:
            note_move(work, int(state.turn), move, depth + plies)
        trail.follow(state, move, row, work.keys)
        plies += 1
    settle(state, trail, work)
    return plies == 0


# ---------------------------------------------------------------------- 4. back-propagation


def back_up(plan: Any, tree: Any, work: Any, depth: int) -> None:
    """Add the result to every node of the path, for the player who moved into it."""
    nodes = tree.nodes
    for k in range(depth, -1, -1):
        at = int(work.path[k])
        result = int(work.results[work.movers[k]])
        if plan.shared:  # the visit is counted already, and a loss was charged on the way down
            add_total(nodes, at, result - work.loss if k > 0 else result)
        else:
            nodes[at].n += 1
            nodes[at].w += result
        if plan.tuned:
            scaled = float(result) * work.scale
            add_total(tree.squares, at, int(scaled * scaled * SQUARE_UNIT))


def prove(state: Any, tree: Any, work: Any, depth: int) -> None:
    """Solver: the end of the path is certain; what follows for its ancestors, as far as anything does.

    Bounds are of player 0's result; a player has for certain the best of the certain results of his moves. Several
    threads may do this at once: each writes bounds that are true.
    """
    value = np.float32(state.utility(0)) if work.drawn == 0 else np.float32(0.0)
    leaf = int(work.path[depth])
    tree.bounds[leaf].low = value
    tree.bounds[leaf].high = value
    for k in range(depth - 1, -1, -1):
        at = int(work.path[k])
        sign = int(work.signs[work.movers[k + 1]])
        first = number(tree.nodes[at].first)
        low = np.float32(state.lowest if sign > 0 else state.highest)
        high = low
        for child in range(first, first + number(tree.nodes[at].count)):
            if tree.nodes[child].ready == BARRED:
                continue
            if sign > 0:
                low = max(low, tree.bounds[child].low)
                high = max(high, tree.bounds[child].high)
            else:
                low = min(low, tree.bounds[child].low)
                high = min(high, tree.bounds[child].high)
        if low == tree.bounds[at].low and high == tree.bounds[at].high:
            return
        tree.bounds[at].low = low
        tree.bounds[at].high = high


def is_proven(tree: Any, at: int) -> bool:
    """Solver: whether the value of a node is certain."""
    return bool(tree.bounds[at].low == tree.bounds[at].high)


def recall_proof(state: Any, tree: Any, work: Any, at: int) -> None:
    """Solver: the certain value of a node as the result of a simulation."""
    value = float(tree.bounds[at].low)
    for player in range(state.players):
        work.results[player] = fixed(work, value * float(work.signs[player]))


# ---------------------------------------------------------------------- the kernel


def withdraw(tree: Any, work: Any, depth: int) -> None:
    """Undo what several threads' counting did on the way down: this simulation met a forbidden move."""
    for k in range(depth + 1):
        add_visits(tree.nodes, int(work.path[k]), -1)
        if k > 0:
            add_total(tree.nodes, int(work.path[k]), -work.loss)


@kernel
def grow(start: Any, plan: Any, tree: Any, aids: Any, work: Any, quota: int) -> int:
    """Run simulations from the root until the quota, the stop flag, a full tree or a proof of the root.

    `aids` are the random generator and the trail at the root. With one thread the tree depends on the seed alone, not
    on how the quota is divided among calls.
    """
    nodes = tree.nodes
    random = copied(aids[0][0])
    trail = copied(aids[1][0])
    left = quota
    answer = DONE
    while left > 0:
        if work.stop != 0:
            answer = STOPPED
            break
        if work.full != 0:
            answer = FULL
            break
        if plan.solver and is_proven(tree, ROOT):
            answer = PROVEN
            break
        state = copied(start)
        assign(trail, aids[1][0])
        work.simulations += 1
        if plan.rave:
            for player in range(state.players):
                work.sources[player] = NOWHERE
        at = ROOT
        depth = 0
        barred = False
        known = False
        mover = int(work.movers[0])
        visits = add_visits(nodes, ROOT, 1) if plan.shared else int(nodes[ROOT].n)

        # 1. Selection: as long as a node has children. Only a leaf is asked whether the game is over.
        while visits > 0 and depth < DEEPEST:
            if plan.solver and is_proven(tree, at):
                known = True
                break
            if look(nodes, at) != READY:
                # 2. Expansion, at the second visit.
                trail.judge(state, work.row, work.keys)
                if trail.stopped != 0 or state.over():
                    break
                if work.stuck != 0 or (plan.shared and not claim(nodes, at)):
                    break
                if expand(state, plan, tree, work, random, at) <= 0:
                    if plan.shared:
                        publish(nodes, at, BARE)
                    break
            if state.chance and state.turn == CHANCE:
                child = drawn_child(tree, at, int(state.roll(random, work.row)))
                work.chose[depth + 1] = 0
            else:
                child = best_child(state, plan, tree, work, at, visits)
                if child == NOWHERE:  # every move is forbidden: the position is judged as it stands
                    trail.stopped = 1
                    break
                mover = int(state.turn)
                work.chose[depth + 1] = 1
            move = int(nodes[child].move)
            if plan.rave and state.turn >= 0:
                note_move(work, mover, move, depth)
            judged = state.repetition > 0 and state.repeated == FORBIDDEN and state.judged(move)
            trail.step(state, move, work.keys)
            depth += 1
            at = child
            work.path[depth] = at
            work.movers[depth] = mover
            if plan.shared:
                visits = add_visits(nodes, at, 1)
                add_total(nodes, at, work.loss)
            else:
                visits = int(nodes[at].n)
            if judged and visits == 0 and trail.repeats(state, work.keys):
                publish(nodes, at, BARRED)
                barred = True
                break
        if barred:
            if plan.shared:
                withdraw(tree, work, depth)
            continue

        # 3. The playout, 4. back-propagation.
        if known:
            recall_proof(state, tree, work, at)
        else:
            trail.judge(state, work.row, work.keys)
            ended = play_out(state, plan, random, trail, work, depth)
            if plan.solver and ended:
                work.drawn = trail.drawn
                prove(state, tree, work, depth)
        back_up(plan, tree, work, depth)
        if plan.rave:
            back_up_moves(tree, work, depth)
        work.deepest = max(work.deepest, depth)
        left -= 1
    assign(aids[0][0], random)
    return answer
