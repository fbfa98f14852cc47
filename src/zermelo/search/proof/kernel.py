"""Depth-first proof-number search (Nagai 2002): whether a position is won for one side, whatever the other does.

Every position has two numbers: the fewest positions that must still be solved to prove the win (pn) and to disprove it
(dn). The search always goes to the most-proving position, by thresholds handed down instead of a tree in memory, with
a quarter more than the second best so that it does not run to and fro (the 1+epsilon trick, Pawlewicz and Lew 2007).
A new position counts as many replies as it has (mobility initialisation, Allis 1994).

What is sound, in games where positions can repeat (the graph-history-interaction problem, Kishimoto and Müller 2005):
* A win (PROVEN) is a fact about the position. It is built from ends of the game by the position alone, each after those
  it rests on; a position that repeats on the path, a clock that runs out and the horizon all count as not won. So the
  shortest win never meets a position twice, and no repetition rule can spoil it. With each win stands the most plies
  it takes, and it is used only where the clocks (no progress, cap) leave as many.
* "Not won" (DISPROVEN) is a fact too, where every line of the disproof ended by the position alone. A disproof that
  rested on the path, a clock or the horizon is told apart (PATH_DEPENDENT): it guides the search and is never reported.
Positions are compared by 64-bit keys.
"""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import NONE, mix64, word
from zermelo.game.compile import copied, kernel
from zermelo.game.game import Game
from zermelo.game.history import history_key, out_of_time
from zermelo.game.record import inline
from zermelo.game.rows import listed
from zermelo.search.common.work import counted
from zermelo.search.proof.table import (
    DISPROVEN,
    INFINITY,
    MAX_NUMBER,
    MAX_PLIES,
    PATH_DEPENDENT,
    PROVEN,
    UNSOLVED,
    number_in,
    plies_in,
    probe,
    solved_entry,
    store,
    unsolved_entry,
    verdict_in,
    with_effort,
)
from zermelo.search.proof.work import ProofWork

# ---------------------------------------------------------------------- history


def can_repeat(state: Game) -> bool:
    """Whether positions may repeat: not where a game is bounded though no rule of history bounds it."""
    return state.longest == 0 or state.repetition > 0 or state.no_progress > 0 or state.cap > 0


def ended_by_history(state: Game, work: ProofWork, ply: int) -> bool:
    """Whether the clocks end the game here, or a position that has occurred too often before the root."""
    if state.midturn():
        return False
    found = out_of_time(state, work.progress[ply], work.start_ply + ply)
    if state.repetition > 0 and work.exhausted_count > 0:
        key = history_key(state)
        for index in range(work.exhausted_count):
            found = found or work.exhausted[index] == key
    return found


def within_clocks(state: Game, work: ProofWork, data: np.uint64, ply: int) -> bool:
    """Whether the clocks leave the plies that a verdict takes; a disproof stands anyhow where clocks only draw."""
    if verdict_in(data) == PATH_DEPENDENT or (verdict_in(data) == DISPROVEN and work.clocks_disprove != 0):
        return True
    plies = plies_in(data)
    if state.no_progress > 0 and (plies == MAX_PLIES or work.progress[ply] + plies > state.no_progress):
        return False
    return state.cap == 0 or (plies != MAX_PLIES and work.start_ply + ply + plies <= state.cap)


def repeats_on_path(work: ProofWork, key: np.uint64, ply: int) -> bool:
    """Whether a position stands on the path already; an irreversible move cannot be crossed."""
    found = 0
    for above in range(max(0, ply - work.progress[ply]), ply):
        found += int(work.path[above] == key)
    return found > 0


def step(state: Game, child: Game, move: int, work: ProofWork, ply: int) -> None:
    """Play a move in the child, a copy of the state, and set the clock."""
    if can_repeat(state):
        work.progress[ply + 1] = 0 if state.irreversible(move) else work.progress[ply] + 1
    child.play(move)


# ---------------------------------------------------------------------- expansion: the entries of new positions


def table_key(state: Game, work: ProofWork, ply: int) -> np.uint64:
    """The key in the table; where the question is "within n plies?", the plies left belong to the position."""
    key = state.key()
    if work.ply_limit > 0:
        return key ^ mix64(word(work.ply_limit - ply))
    return key


def known_entry(state: Game, work: ProofWork, key: np.uint64, ply: int) -> np.uint64:
    """What the table says of a position, as far as it holds on this path; or NONE."""
    data = probe(work.table, work.mask, key)
    if data != NONE and verdict_in(data) != UNSOLVED and not within_clocks(state, work, data, ply):
        return solved_entry(PATH_DEPENDENT, 0)
    return data


def terminal_entry(state: Game, work: ProofWork) -> np.uint64:
    """The verdict on an end of the game."""
    return solved_entry(PROVEN if float(state.utility(work.attacker)) >= work.target else DISPROVEN, 0)


def initial_entry(state: Game, work: ProofWork, key: np.uint64, ply: int) -> np.uint64:
    """The entry of a position just reached: solved, known, or new with its mobility."""
    if state.over():
        return terminal_entry(state, work)
    count = listed(state, work.child_moves[ply])
    if count == 0:
        return terminal_entry(state, work)
    if ended_by_history(state, work, ply):
        return solved_entry(PATH_DEPENDENT, 0)
    if state.no_progress == 0 and state.cap == 0:
        low, high = state.bounds(work.attacker)
        if float(low) >= work.target:
            return solved_entry(PROVEN, 0)
        if float(high) < work.target:
            return solved_entry(DISPROVEN, 0)
    if ply == work.ply_limit:
        return solved_entry(DISPROVEN, 0)  # the question was: within so many plies?
    data = known_entry(state, work, key, ply)
    if verdict_in(data) != UNSOLVED:
        return data
    if ply >= work.max_ply or (can_repeat(state) and work.ply_limit == 0 and repeats_on_path(work, key, ply)):
        return solved_entry(PATH_DEPENDENT, 0)
    if data != NONE:
        return data
    if work.attacks[state.turn] != 0:
        return unsolved_entry(1, count)
    return unsolved_entry(count, 1)


def expand(state: Game, work: ProofWork, ply: int) -> int:
    """Enter every child once, one of those that are equivalent; returns their number, 0 when aborted."""
    count = listed(state, work.child_moves[ply])
    enough = PROVEN if work.attacks[state.turn] != 0 else DISPROVEN  # one such move solves the position
    entered = 0
    for index in range(count):
        move = work.child_moves[ply, index]
        if work.exhausted_count == 0 and state.same(move) != move:
            continue
        if counted(work):
            return 0
        child = copied(state)
        step(state, child, move, work, ply)
        key = table_key(child, work, ply + 1)
        work.child_moves[ply, entered] = move
        work.child_keys[ply, entered] = key
        work.child_entries[ply, entered] = initial_entry(child, work, key, ply + 1)
        entered += 1
        if verdict_in(work.child_entries[ply, entered - 1]) == enough and work.expand_all == 0:
            break
    return entered


# ---------------------------------------------------------------------- steps of the search


@inline
def most_proving_child(work: ProofWork, ply: int, count: int, attacks: bool) -> tuple[int, int, int, int]:
    """The numbers of a position from those of its children: phi, the second least, delta, and the best child.

    For the player to move, phi (pn for the attacker, dn for the defender) is the least of the children's; delta, the
    other number, is the sum.
    """
    phi, second, delta, best = INFINITY, INFINITY, 0, 0
    for index in range(count):
        data = work.child_entries[ply, index]
        child_phi = number_in(data, attacks)
        child_delta = number_in(data, not attacks)
        delta = INFINITY if child_delta == INFINITY or delta == INFINITY else min(delta + child_delta, MAX_NUMBER)
        if child_phi < phi:
            second = phi
            phi = child_phi
            best = index
        elif child_phi < second:
            second = child_phi
    return phi, second, delta, best


def backed_up_entry(work: ProofWork, ply: int, count: int, attacks: bool, pn: int, dn: int) -> np.uint64:
    """The entry of a position from those of its children."""
    if pn != 0 and dn != 0:
        return unsolved_entry(pn, dn)
    won = pn == 0
    one_move = won == attacks  # one move was enough: the shortest; else all moves: the longest
    verdict, plies = (
        PATH_DEPENDENT if one_move and not won else PROVEN if won else DISPROVEN,
        MAX_PLIES if one_move else 0,
    )
    for index in range(count):
        data = work.child_entries[ply, index]
        if one_move:
            if verdict_in(data) == (PROVEN if won else DISPROVEN):
                verdict = PROVEN if won else DISPROVEN
                plies = min(plies, plies_in(data))
        else:
            plies = max(plies, plies_in(data))
            if verdict_in(data) == PATH_DEPENDENT:
                verdict = PATH_DEPENDENT
    return solved_entry(verdict, plies + 1)


def store_entry(work: ProofWork, key: np.uint64, data: np.uint64, nodes: int) -> None:
    """Write what was found; a fact gives way only to a shorter one."""
    old = probe(work.table, work.mask, key)
    fact = verdict_in(old) == PROVEN or verdict_in(old) == DISPROVEN
    if not fact or (verdict_in(data) == verdict_in(old) and plies_in(data) < plies_in(old)):
        store(work.table, work.mask, key, with_effort(data, nodes))


# ---------------------------------------------------------------------- the search


@kernel
def prove(state: Game, work: ProofWork, pn_threshold: int, dn_threshold: int, ply: int) -> np.uint64:
    """Search a position that is not over until its pn or dn reaches the threshold; returns (and stores) its entry."""
    nodes_before = work.nodes

    # 1. Expand. The children's entries stay in the work space, so that a full table loses no progress.
    key = table_key(state, work, ply)
    work.path[ply] = key
    count = expand(state, work, ply)
    work.child_count[ply] = count
    if work.aborted != 0:
        return NONE
    attacks = work.attacks[state.turn] != 0
    phi_threshold = pn_threshold if attacks else dn_threshold
    delta_threshold = dn_threshold if attacks else pn_threshold
    while True:
        # 2. Select the most-proving child, until a threshold is reached.
        phi, second, delta, best = most_proving_child(work, ply, count, attacks)
        if work.aborted != 0 or phi >= phi_threshold or delta >= delta_threshold:
            break

        # 3. A transposition may have solved it meanwhile.
        child = copied(state)
        step(state, child, work.child_moves[ply, best], work, ply)
        data = known_entry(child, work, work.child_keys[ply, best], ply + 1)
        if data != NONE and data != work.child_entries[ply, best]:
            work.child_entries[ply, best] = data
            continue

        # 4. Search it until it is worse than the second best by a quarter (1+epsilon), or this position is settled.
        child_phi = min(phi_threshold, second + second // 4 + 1)
        child_delta = delta_threshold - delta + number_in(work.child_entries[ply, best], not attacks)
        if attacks:
            data = prove(child, work, child_phi, child_delta, ply + 1)
        else:
            data = prove(child, work, child_delta, child_phi, ply + 1)
        if data != NONE:
            work.child_entries[ply, best] = data

    # 5. Back up and store.
    pn, dn = (phi, delta) if attacks else (delta, phi)
    found = backed_up_entry(work, ply, count, attacks, pn, dn)
    store_entry(work, key, found, work.nodes - nodes_before)
    return found
