"""Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006), compiled, with its refinements as options.

One simulation has four steps. Selection goes down the tree by UCB1, x + C * sqrt(ln t / n). A node's first visit is a
playout from it; its second expands it, with all children at once, and visit i takes child i - 1: they are shuffled
step by step, so that first visits come in random order without a search for them. The playout is random, and its
result is backpropagated along the path.

Each node holds the sum of results for the player who moved into it: one number a node, however many play. Sums are in
fixed point, exact in any order. Where a choice is made they are divided by half the range of the game's results, so
that C means the same in a game of -1 to 1 and in one of -64 to 64.
"""

from __future__ import annotations

from zermelo.game.compile import assign, copied, kernel
from zermelo.game.game import CHANCE, Game
from zermelo.game.random import Random
from zermelo.game.record import inline
from zermelo.search.mcts.atomics import (
    EXPANDED,
    ILLEGAL,
    UNEXPANDED,
    add_total,
    claim_expansion,
    load_status,
    publish_status,
)
from zermelo.search.mcts.expansion import expand
from zermelo.search.mcts.history import PathHistory, forbids_repetition
from zermelo.search.mcts.options import KernelOptions
from zermelo.search.mcts.playout import playout
from zermelo.search.mcts.rave import NO_NODE, backpropagate_amaf, record_move
from zermelo.search.mcts.selection import SQUARE_UNIT, chance_child, select_child
from zermelo.search.mcts.solver import backpropagate_proof, is_proven, use_proof
from zermelo.search.mcts.tree import MAX_TREE_DEPTH, ROOT, Tree, borrowed_tree
from zermelo.search.mcts.virtual_loss import (
    add_virtual_loss,
    flush_local_stats,
    replace_virtual_loss,
    undo_virtual_loss,
)
from zermelo.search.mcts.work import MctsWork

COMPLETED, STOPPED, TREE_FULL, ROOT_PROVEN = range(4)  # why the kernel came back
FORBIDDEN_MOVE = -1  # instead of visits: the move repeats a position


# ---------------------------------------------------------------------- 1. selection


@inline
def visits_before(options: KernelOptions, tree: Tree, work: MctsWork, at: int) -> int:
    """The visits of a node just reached, without this one; with several threads, this one counts as a virtual loss."""
    if options.parallel:
        return add_virtual_loss(tree.nodes, work, at)
    return int(tree.nodes[at].visits)


@inline
def choose_child(
    state: Game, options: KernelOptions, tree: Tree, work: MctsWork, random: Random, at: int, depth: int, visits: int
) -> int:
    """The next node of the path: drawn at a chance node, selected at a decision node; NO_NODE if none is legal."""
    if state.chance and state.turn == CHANCE:
        work.movers[depth + 1] = work.movers[depth]
        if options.rave:
            work.is_decision[depth + 1] = 0
        return chance_child(tree, at, int(state.roll(random, work.row)))
    work.movers[depth + 1] = state.turn
    if options.rave:
        work.is_decision[depth + 1] = 1
    return select_child(state, options, tree, work, random, at, visits)


@inline
def descend(
    state: Game, options: KernelOptions, tree: Tree, work: MctsWork, history: PathHistory, child: int, depth: int
) -> int:
    """Play the move of a child and put it on the path; its visits before, or FORBIDDEN_MOVE."""
    move = int(tree.nodes[child].move)
    if options.rave and state.turn >= 0:
        record_move(work, int(state.turn), move, depth)
    checked = forbids_repetition(state) and state.judged(move)
    history.descend(state, move, work.keys)
    work.path[depth + 1] = child
    visits = visits_before(options, tree, work, child)
    if checked and visits == 0 and history.is_forbidden(state, work.keys):
        publish_status(tree.nodes, child, ILLEGAL)
        return FORBIDDEN_MOVE
    return visits


# ---------------------------------------------------------------------- 2. expansion


@inline
def expanded(
    state: Game, options: KernelOptions, tree: Tree, work: MctsWork, random: Random, history: PathHistory, at: int
) -> bool:
    """Whether a node has children now; if it had none, it is expanded unless the game is over or memory is full."""
    if (load_status(tree.nodes, at) if options.parallel else int(tree.nodes[at].status)) == EXPANDED:
        return True
    history.judge_node(state, work.row, work.keys)
    if history.stopped != 0 or state.over():
        return False
    if work.expansion_off != 0 or (options.parallel and not claim_expansion(tree.nodes, at)):
        return False
    made = expand(state, options, tree, work, random, at)
    if options.parallel and not made:
        publish_status(tree.nodes, at, UNEXPANDED)
    return made


# ---------------------------------------------------------------------- 3. simulation


@inline
def simulate(
    state: Game, options: KernelOptions, tree: Tree, work: MctsWork, random: Random, history: PathHistory, depth: int
) -> None:
    """A playout from the leaf; if it is terminal, the solver has a proof."""
    history.judge_node(state, work.row, work.keys)
    terminal = playout(state, options, random, history, work, depth)
    if options.solver and terminal:
        backpropagate_proof(state, tree, work, depth, history.result(state, 0))


# ---------------------------------------------------------------------- 4. backpropagation


def backpropagate(options: KernelOptions, tree: Tree, work: MctsWork, depth: int) -> None:
    """Add the result to every node of the path, for the player who moved into it."""
    nodes = tree.nodes
    for k in range(depth, -1, -1):
        at = int(work.path[k])
        result = int(work.results[work.movers[k]])
        if options.parallel:
            replace_virtual_loss(nodes, work, at, result)
        else:
            nodes[at].visits += 1
            nodes[at].total += result
        if options.tuned:
            scaled = float(result) * work.scale
            add_total(tree.squares, at, int(scaled * scaled * SQUARE_UNIT))
    if options.rave:
        backpropagate_amaf(tree, work, depth)


# ---------------------------------------------------------------------- the kernel


@inline
def interruption(options: KernelOptions, tree: Tree, work: MctsWork) -> int:
    """Why no more simulations should follow, or COMPLETED."""
    if work.stop != 0:
        return STOPPED
    if work.tree_full != 0:
        return TREE_FULL
    if options.solver and is_proven(tree, ROOT):
        return ROOT_PROVEN
    return COMPLETED


@kernel
def run_simulations(
    start: Game,
    options: KernelOptions,
    shared: Tree,
    stream: Random,
    root_history: PathHistory,
    work: MctsWork,
    count: int,
) -> int:
    """Run simulations from the root until the count, the stop flag, a full tree or a proof of the root.

    With one thread the tree depends on the seed alone, not on how simulations are divided among calls.
    """
    tree = borrowed_tree(shared)
    random = copied(stream)
    history = copied(root_history)
    left = count
    reason = COMPLETED
    while left > 0:
        reason = interruption(options, tree, work)
        if reason != COMPLETED:
            break
        state = copied(start)
        assign(history, root_history)
        work.simulations += 1
        if options.rave:
            for player in range(state.players):
                work.reference[player] = NO_NODE

        # 1. Selection: as long as a node has children; 2. expansion: at the second visit. Only a leaf is asked whether
        # the game is over.
        at = ROOT
        depth = 0
        proven = False
        visits = visits_before(options, tree, work, ROOT)
        while visits > 0 and depth < MAX_TREE_DEPTH:
            proven = options.solver and is_proven(tree, at)
            if proven or not expanded(state, options, tree, work, random, history, at):
                break
            child = choose_child(state, options, tree, work, random, at, depth, visits)
            if child == NO_NODE:  # every move is forbidden: the position is scored as it stands
                history.stopped = 1
                break
            visits = descend(state, options, tree, work, history, child, depth)
            at = child
            depth += 1
        if visits == FORBIDDEN_MOVE:
            if options.parallel:
                undo_virtual_loss(tree, work, depth)
            continue

        # 3. Simulation, 4. backpropagation.
        if proven:
            use_proof(state, tree, work, at)
        else:
            simulate(state, options, tree, work, random, history, depth)
        backpropagate(options, tree, work, depth)

        work.max_depth = max(work.max_depth, depth)
        left -= 1
        if options.parallel and work.simulations >= work.next_flush:
            flush_local_stats(tree, work)
    if options.parallel:
        flush_local_stats(tree, work)
    assign(stream, random)
    return reason
