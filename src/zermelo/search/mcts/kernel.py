"""Monte Carlo tree search: UCT as in the lecture, compiled, with its refinements as options.

One simulation has four steps. Selection goes down the tree by x + C * sqrt(ln t / n). A node's first visit is a
playout from it; its second makes its children, all at once, and visit i takes child i - 1: they are shuffled step by
step, so that first visits come in random order without a search for them. The playout is random, and its result goes
up the path.

Each node keeps the sum of results for the player who moved into it: one number a node, however many play. Sums are in
fixed point, exact in any order. Where a choice is made they are divided by half the range of the game's results, so
that C means the same in a game of -1 to 1 and in one of -64 to 64.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zermelo.game.bits import number
from zermelo.game.compile import assign, copied, kernel
from zermelo.game.game import CHANCE, FORBIDDEN, NO_MOVE
from zermelo.game.playouts import random_move
from zermelo.game.record import inline
from zermelo.search.mcts.atomics import BARE, BARRED, READY, add_total, claim, look, publish, take
from zermelo.search.mcts.rave import NOWHERE, back_up_moves, graved, note_move, reference
from zermelo.search.mcts.solver import is_proven, prove, recall_proof, useless
from zermelo.search.mcts.tree import ROOT
from zermelo.search.mcts.virtual_loss import OWNER, TOTAL, VISITS, enter, leave, place_of, settle_accounts, withdraw

SQUARE_UNIT = 1 << 28  # of squared results in fixed point
FEW = 1024.0  # visits
DEEPEST = 2000  # plies of the tree: what lies deeper is played out

DONE, STOPPED, FULL, PROVEN = range(4)  # why the kernel came back

INVERSE = np.array([(0.0, 0.0), *((1.0 / n, 1.0 / math.sqrt(n)) for n in range(1, int(FEW)))])  # 1 / n, 1 / sqrt(n)
INVERSE.flags.writeable = False
WIDTH = np.array([0.0, *(math.sqrt(math.log(t)) for t in range(1, int(FEW)))])  # sqrt(ln t)
WIDTH.flags.writeable = False


# ---------------------------------------------------------------------- results


def fixed(work: Any, utility: float) -> int:
    """A result in fixed point; the unit is a power of two, so that whole and half points are exact."""
    return math.floor(utility * work.unit + 0.5)


def settle(state: Any, trail: Any, work: Any) -> None:
    """The results of a game that has ended, for every player."""
    work.results[0] = fixed(work, trail.result(state, 0))
    if state.players == 2 and state.zero_sum and state.lowest == -state.highest:
        work.results[1] = -work.results[0]
        return
    for player in range(1, state.players):
        work.results[player] = fixed(work, trail.result(state, player))


def estimate(state: Any, work: Any) -> None:
    """The game's own estimate as a result for every player; `shares` says how others fare by it."""
    seen = max(int(state.turn), 0)
    value = float(state.evaluate())
    for player in range(state.players):
        share = min(max(value * work.shares[seen, player], state.lowest), state.highest)
        work.results[player] = fixed(work, share)


# ---------------------------------------------------------------------- 1. selection


def shuffled_at_once(plan: Any) -> bool:
    """Whether children are shuffled when they are made; one thread without side arrays shuffles as it goes."""
    return bool(plan.shared or plan.rave or plan.bias)


def bring_forward(nodes: Any, child: int, other: int, forbids: bool) -> bool:
    """One step of a shuffle: change the moves of two children, if neither has been tried."""
    if nodes[child].n != 0 or nodes[other].n != 0:
        return False
    if forbids and (nodes[child].ready == BARRED or nodes[other].ready == BARRED):
        return False
    move = nodes[child].move
    nodes[child].move = nodes[other].move
    nodes[other].move = move
    return True


def best_child(state: Any, plan: Any, tree: Any, work: Any, random: Any, at: int, visits: int) -> int:
    """The child to visit: one never visited, else the one with the highest bound; NOWHERE if every move is barred."""
    nodes = tree.nodes
    first = number(nodes[at].first)
    count = number(nodes[at].count)
    forbids = state.repetition > 0 and state.repeated == FORBIDDEN
    if not plan.rave and visits <= count:
        child = first + visits - 1
        if shuffled_at_once(plan):
            if not (forbids and nodes[child].ready == BARRED):
                return child
        elif bring_forward(nodes, child, child + random.below(first + count - child), forbids):
            return child
    player = int(state.turn)
    sign = int(work.signs[player])
    spread = plan.exploration * (WIDTH[visits] if visits < FEW else math.sqrt(math.log(float(visits))))
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
        visited = int(nodes[child].n)
        total = int(nodes[child].w)
        if plan.shared and visits >= work.busy and work.accounts[place_of(child), OWNER] == child:
            visited += work.accounts[place_of(child), VISITS]
            total += work.accounts[place_of(child), TOTAL]
        n = float(visited)
        w = float(total) * scale
        if plan.rave:
            value = graved(plan, tree, work, at, child, source, player, n, w)
            value += spread / math.sqrt(n + 1.0)
        else:
            if n == 0.0:  # a thread or a lack of memory came between
                return child
            if plan.tuned:
                mean = w / n
                variance = float(tree.squares[child].w) * (1.0 / SQUARE_UNIT) / n - mean * mean
                wide = min(1.0, variance + 4.0 * math.sqrt(2.0 * math.log(float(visits)) / n))
                value = mean + spread * math.sqrt(wide / n)
            else:
                # x + C * sqrt(ln t / n); most children have few visits, and a table spares them division and root:
                # about a tenth of Connect Four
                if n < FEW:
                    value = w * INVERSE[visited, 0] + spread * INVERSE[visited, 1]
                else:
                    value = (w + spread * math.sqrt(n)) / n
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


# ---------------------------------------------------------------------- 2. expansion


def expand(state: Any, plan: Any, tree: Any, work: Any, random: Any, at: int) -> int:
    """Make the children of a node; where need be, shuffled (outcomes of chance are drawn, not tried).

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
        if shuffled_at_once(plan) and not nature and index + 1 < count:
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


@inline
def play_out(state: Any, plan: Any, random: Any, trail: Any, work: Any, depth: int) -> bool:
    """Random moves to the end or to the cutoff; the results lie in `work`. True if it was the end already."""
    row = work.row
    plies = 0
    trail.play_on(state, work.keys)
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
        trail.advance(state, move, row, work.keys)
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
        if plan.shared:
            leave(nodes, work, at, result)
        else:
            nodes[at].n += 1
            nodes[at].w += result
        if plan.tuned:
            scaled = float(result) * work.scale
            add_total(tree.squares, at, int(scaled * scaled * SQUARE_UNIT))


# ---------------------------------------------------------------------- the kernel


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
        visits = enter(nodes, work, ROOT) if plan.shared else int(nodes[ROOT].n)

        # 1. Selection: as long as a node has children. Only a leaf is asked whether the game is over.
        while visits > 0 and depth < DEEPEST:
            if plan.solver and is_proven(tree, at):
                known = True
                break
            if (look(nodes, at) if plan.shared else int(nodes[at].ready)) != READY:
                # 2. Expansion, at the second visit.
                trail.arrive(state, work.row, work.keys)
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
                if plan.rave:
                    work.chose[depth + 1] = 0
            else:
                child = best_child(state, plan, tree, work, random, at, visits)
                if child == NOWHERE:  # every move is forbidden: the position is judged as it stands
                    trail.stopped = 1
                    break
                mover = int(state.turn)
                if plan.rave:
                    work.chose[depth + 1] = 1
            move = int(nodes[child].move)
            if plan.rave and state.turn >= 0:
                note_move(work, mover, move, depth)
            judged = state.repetition > 0 and state.repeated == FORBIDDEN and state.judged(move)
            trail.descend(state, move, work.keys)
            depth += 1
            at = child
            work.path[depth] = at
            work.movers[depth] = mover
            visits = enter(nodes, work, at) if plan.shared else int(nodes[at].n)
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
            trail.arrive(state, work.row, work.keys)
            ended = play_out(state, plan, random, trail, work, depth)
            if plan.solver and ended:
                prove(state, tree, work, depth, trail.result(state, 0))
        back_up(plan, tree, work, depth)
        if plan.rave:
            back_up_moves(tree, work, depth)
        work.deepest = max(work.deepest, depth)
        left -= 1
        if plan.shared and work.simulations >= work.due:
            settle_accounts(tree, work)
    if plan.shared:
        settle_accounts(tree, work)
    assign(aids[0][0], random)
    return answer
