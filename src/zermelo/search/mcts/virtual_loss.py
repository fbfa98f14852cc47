"""How several threads count in one tree: a loss for each simulation under way, and accounts of the busy nodes.

Two threads that write the same memory take it away from each other's processor, and in a game of short playouts that
costs more than the playouts. So a thread keeps its own account of every busy node: it sees the shared numbers and its
own, and adds its own to the tree from time to time. All other nodes are counted at once, and a simulation is charged
there as lost until its result is known, so that other threads look elsewhere. Two threads in one tree of Connect Four
are 1.4 times one with accounts, and 0.75 times one without.
"""

from __future__ import annotations

from typing import Any

from zermelo.search.mcts.atomics import add_total, add_visits

ACCOUNTS = 8192  # of one thread, a power of two: a node has one place among them, and shares it with other nodes
SHARE, LONGEST = 32, 2048  # accounts are kept for this part of the root's visits, and for so many simulations at most
WORTH = 2  # visits to be expected in that time make a node busy
OWNER, VISITS, TOTAL = range(3)  # the columns of an account
NOBODY = -1


def place_of(at: int) -> int:
    """The place of a node's account."""
    return at & (ACCOUNTS - 1)


def enter(nodes: Any, work: Any, at: int) -> int:
    """Count a visit on the way down; how many there were before, as far as this thread knows."""
    place = place_of(at)
    before = int(nodes[at].n)
    owner = int(work.accounts[place, OWNER])
    if owner == at:
        own = int(work.accounts[place, VISITS])
        work.accounts[place, VISITS] = own + 1
        return before + own
    if owner == NOBODY and before >= work.busy:
        work.opened[work.open] = place
        work.open += 1
        work.accounts[place, OWNER] = at
        work.accounts[place, VISITS] = 1
        return before
    add_total(nodes, at, int(work.loss))
    return add_visits(nodes, at, 1)


def leave(nodes: Any, work: Any, at: int, result: int) -> None:
    """Add the result on the way up."""
    place = place_of(at)
    if work.accounts[place, OWNER] == at:
        work.accounts[place, TOTAL] += result
    else:
        add_total(nodes, at, result - work.loss)


def withdraw(tree: Any, work: Any, depth: int) -> None:
    """Undo what was counted on the way down: this simulation met a forbidden move."""
    for k in range(depth + 1):
        at = int(work.path[k])
        if work.accounts[place_of(at), OWNER] == at:
            work.accounts[place_of(at), VISITS] -= 1
        else:
            add_visits(tree.nodes, at, -1)
            add_total(tree.nodes, at, -work.loss)


def settle_accounts(tree: Any, work: Any) -> None:
    """Add what this thread has kept to itself to the tree, and close its accounts."""
    for k in range(work.open):
        place = int(work.opened[k])
        at = int(work.accounts[place, OWNER])
        add_visits(tree.nodes, at, int(work.accounts[place, VISITS]))
        add_total(tree.nodes, at, int(work.accounts[place, TOTAL]))
        work.accounts[place, OWNER] = NOBODY
        work.accounts[place, VISITS] = 0
        work.accounts[place, TOTAL] = 0
    work.open = 0
    visits = int(tree.nodes[0].n)
    period = max(1, min(LONGEST, visits // SHARE))
    work.due = work.simulations + period
    work.busy = WORTH * max(SHARE, visits // period)
