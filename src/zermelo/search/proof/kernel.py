"""Depth-first proof-number search (Nagai 2002): whether a position is won for one side, whatever the other does.

Every position has two numbers: the fewest positions that must still be decided to prove the win (pn) and to disprove it
(dn). The search always goes to the position that would help most, by thresholds handed down instead of a tree in
memory, with room for a quarter more than the second best, so that it does not run to and fro (Pawlewicz and Lew 2007).
A position not looked at yet counts as many replies as it has (mobility, Allis 1994).

What is sound, in games where positions can repeat (the graph-history-interaction problem):
* A win is a fact about the position. It is built from ends of the game by the position alone, each after those it rests
  on; a position that repeats on the path, a clock that runs out and the horizon all count as not won. So the shortest
  win never meets a position twice, and no repetition rule can spoil it. With each win stands the most plies it takes,
  and it is used only where the clocks (no progress, cap) leave as many.
* "Not won" (NOT_WON) is a fact too, where every line of the disproof ended by the position alone. A disproof that
  rested on the path, a clock or the horizon is kept apart (NOT_HERE): it guides the search and is never reported.
Positions are compared by 64-bit keys.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import NONE, mix64, number, word
from zermelo.game.compile import copied, kernel
from zermelo.game.history import out_of_time
from zermelo.game.rows import SPILL, width_of
from zermelo.search.common.memory import load_word, store_word

OPEN, WON, NOT_WON, NOT_HERE = 0, 1, 2, 3  # what an entry says; NOT_HERE: not won by this path
ENDLESS = 1 << 28  # the number of what cannot be proven at all
MANY = ENDLESS - 1  # sums stop here
LONG = 0xFFFF  # more plies than an entry can tell
WAYS = 4  # places that a key may have in the table: one line of the processor's cache
POLL = 63  # positions between two looks at the stop flag, less one
HORIZON = 512  # plies below the root
MOST_WORN = 1024  # positions of the game so far that may not occur once more


# ---------------------------------------------------------------------- entries: sixteen bytes, key xor data and data

# An open entry: pn in the low 28 bits, then dn in 28. A decided one: its plies in the low 16 bits. Both: 6 bits for the
# work that went into it (its logarithm), 2 for what it says.


def open_entry(pn: int, dn: int) -> np.uint64:
    """What is known of a position that is not decided."""
    return word(min(pn, MANY)) | word(min(dn, MANY)) << word(28)


def decided_entry(verdict: int, plies: int) -> np.uint64:
    """A verdict, and the most plies that the game goes on if both keep to it."""
    return word(min(plies, LONG)) | word(verdict) << word(62)


def verdict_in(data: np.uint64) -> int:
    """OPEN, WON, NOT_WON or NOT_HERE."""
    return number(data >> word(62))


def plies_in(data: np.uint64) -> int:
    """The length of a proof or disproof."""
    return number(data & word(LONG))


def number_in(data: np.uint64, proof: bool) -> int:
    """The proof number or the disproof number."""
    verdict = verdict_in(data)
    if verdict == OPEN:
        return number((data if proof else data >> word(28)) & word(ENDLESS - 1))
    return 0 if (verdict == WON) == proof else ENDLESS


def with_work(data: np.uint64, nodes: int) -> np.uint64:
    """The entry with a note of the work that it cost: dear entries stay in the table longer."""
    spent = 0
    while nodes > 0:
        nodes >>= 1
        spent += 1
    return data & ~(word(63) << word(56)) | word(spent) << word(56)


def without_work(data: np.uint64) -> np.uint64:
    """What an entry says, for comparing."""
    return data & ~(word(63) << word(56))


def work_in(data: np.uint64) -> int:
    """The logarithm of the positions that were looked at."""
    return number(data >> word(56) & word(63))


def probe(address: int, mask: int, key: np.uint64) -> np.uint64:
    """The entry of a position, or NONE."""
    slot = 2 * WAYS * number(key & word(mask))
    for way in range(WAYS):
        data = load_word(address, slot + 2 * way + 1)
        if load_word(address, slot + 2 * way) ^ data == key and data != NONE:
            return without_work(data)
    return NONE


def keep(address: int, mask: int, key: np.uint64, data: np.uint64) -> None:
    """Write an entry over the position's own, or over the one of its places that cost least."""
    slot = 2 * WAYS * number(key & word(mask))
    chosen, least = slot, 64
    for way in range(WAYS):
        old = load_word(address, slot + 2 * way + 1)
        if old != NONE and load_word(address, slot + 2 * way) ^ old == key:
            chosen = slot + 2 * way
            break
        spent = work_in(old) if old != NONE else -1
        if spent < least:
            chosen, least = slot + 2 * way, spent
    store_word(address, chosen, key ^ data)
    store_word(address, chosen + 1, data)


# ---------------------------------------------------------------------- what is known of a position at first sight


def can_return(state: Any) -> bool:
    """Whether positions may repeat: not where a game is bounded though no rule of history bounds it."""
    return state.longest == 0 or state.repetition > 0 or state.no_progress > 0 or state.cap > 0


def judged(state: Any, work: Any) -> np.uint64:
    """The verdict on an end of the game."""
    return decided_entry(WON if float(state.utility(work.player)) >= work.wanted else NOT_WON, 0)


def ended_by_history(state: Any, work: Any, ply: int) -> bool:
    """Whether the clocks end the game here, or a position that has occurred too often before the root."""
    if state.midturn():
        return False
    found = out_of_time(state, work.progress[ply], work.start_ply + ply)
    if state.repetition > 0 and work.exhausted > 0:
        key = state.repetition_key()
        for place in range(work.exhausted):
            found = found or work.worn[place] == key
    return found


def fits(state: Any, work: Any, data: np.uint64, ply: int) -> bool:
    """Whether the clocks leave the plies that a verdict takes; where they would only draw, "not won" stands anyhow."""
    if verdict_in(data) == NOT_HERE or (verdict_in(data) == NOT_WON and work.draws_fail != 0):
        return True
    plies = plies_in(data)
    if state.no_progress > 0 and (plies == LONG or work.progress[ply] + plies > state.no_progress):
        return False
    return state.cap == 0 or (plies != LONG and work.start_ply + ply + plies <= state.cap)


def known(state: Any, work: Any, key: np.uint64, ply: int) -> np.uint64:
    """What the table says of a position, as far as it holds on this path; or NONE."""
    data = probe(work.table, work.mask, key)
    if data != NONE and verdict_in(data) != OPEN and not fits(state, work, data, ply):
        return decided_entry(NOT_HERE, 0)
    return data


def on_path(state: Any, work: Any, key: np.uint64, ply: int) -> bool:
    """Whether a position stands on the path already; an irreversible move cannot be crossed."""
    found = 0
    for above in range(max(0, ply - work.progress[ply]), ply):
        found += int(work.path[above] == key)
    return found > 0


def first_look(state: Any, work: Any, key: np.uint64, ply: int) -> np.uint64:
    """The entry of a position just reached: decided, remembered, or new with its mobility."""
    if state.over():
        return judged(state, work)
    count = state.moves(work.rows[ply])
    if count == 0:
        return judged(state, work)
    if ended_by_history(state, work, ply):
        return decided_entry(NOT_HERE, 0)
    if state.no_progress == 0 and state.cap == 0:
        low, high = state.bounds(work.player)
        if float(low) >= work.wanted:
            return decided_entry(WON, 0)
        if float(high) < work.wanted:
            return decided_entry(NOT_WON, 0)
    if ply == work.within:
        return decided_entry(NOT_WON, 0)  # the question was: within so many plies?
    data = known(state, work, key, ply)
    if verdict_in(data) != OPEN:
        return data
    if ply >= work.deepest or (can_return(state) and work.within == 0 and on_path(state, work, key, ply)):
        return decided_entry(NOT_HERE, 0)
    if data != NONE:
        return data
    if work.attacks[state.turn] != 0:
        return open_entry(1, count)
    return open_entry(count, 1)


def key_of(state: Any, work: Any, ply: int) -> np.uint64:
    """The key in the table; where the question is "within n plies?", the plies left belong to the position."""
    key = state.key()
    if work.within > 0:
        return key ^ mix64(word(work.within - ply))
    return key


def step(state: Any, child: Any, move: int, work: Any, ply: int) -> None:
    """Play a move and set the clock."""
    if can_return(state):
        work.progress[ply + 1] = 0 if state.irreversible(move) else work.progress[ply] + 1
    child.play(move)


def expand(state: Any, work: Any, ply: int) -> int:
    """Look at the moves once, at one of those that are equivalent; returns their number, 0 when giving up."""
    count = state.moves(work.rows[ply])
    enough = WON if work.attacks[state.turn] != 0 else NOT_WON  # one such move settles it
    kept = 0
    for index in range(count):
        move = work.rows[ply, index]
        if work.exhausted == 0 and state.same(move) != move:
            continue
        work.nodes += 1
        if work.nodes & POLL == 0 and work.stop != 0 or work.nodes >= work.most_nodes:
            work.given_up = 1
            return 0
        child = copied(state)
        step(state, child, move, work, ply)
        key = key_of(child, work, ply + 1)
        work.rows[ply, kept] = move
        work.child[ply, kept] = key
        work.known[ply, kept] = first_look(child, work, key, ply + 1)
        kept += 1
        if verdict_in(work.known[ply, kept - 1]) == enough and work.thorough == 0:
            break
    return kept


def conclusion(work: Any, ply: int, count: int, attacks: bool, pn: int, dn: int) -> np.uint64:
    """The entry of a position from those of its moves."""
    if pn != 0 and dn != 0:
        return open_entry(pn, dn)
    won = pn == 0
    chosen = won == attacks  # one move was enough: the shortest; else all moves: the longest
    verdict, plies = NOT_HERE if chosen and not won else WON if won else NOT_WON, LONG if chosen else 0
    for index in range(count):
        data = work.known[ply, index]
        if chosen:
            fact = verdict_in(data) == (WON if won else NOT_WON)
            if fact:
                verdict = WON if won else NOT_WON
                plies = min(plies, plies_in(data))
        else:
            plies = max(plies, plies_in(data))
            if verdict_in(data) == NOT_HERE:
                verdict = NOT_HERE
    return decided_entry(verdict, plies + 1)


# ---------------------------------------------------------------------- the search


@kernel
def prove(state: Any, work: Any, most_pn: int, most_dn: int, ply: int) -> np.uint64:
    """Search a position that is not over until its pn or dn reaches the threshold; returns (and keeps) its entry."""
    before = work.nodes

    # 1. All moves at first sight. Their numbers stay in the work space, so that a full table loses no progress.
    key = key_of(state, work, ply)
    work.path[ply] = key
    count = expand(state, work, ply)
    work.counts[ply] = count
    if work.given_up:
        return NONE
    attacks = work.attacks[state.turn] != 0
    most = most_pn if attacks else most_dn  # the mover needs one good child; every child counts against him
    most_against = most_dn if attacks else most_pn
    while True:
        # 2. Sum up: the mover's number is the least of his children's, the other number the sum.
        least, second, against, best = ENDLESS, ENDLESS, 0, 0
        for index in range(count):
            data = work.known[ply, index]
            mine = number_in(data, attacks)
            theirs = number_in(data, not attacks)
            against = ENDLESS if theirs == ENDLESS or against == ENDLESS else min(against + theirs, MANY)
            if mine < least:
                second = least
                least = mine
                best = index
            elif mine < second:
                second = mine
        if work.given_up or least >= most or against >= most_against:
            break

        # 3. Another path may have decided the best child meanwhile.
        child = copied(state)
        step(state, child, work.rows[ply, best], work, ply)
        data = known(child, work, work.child[ply, best], ply + 1)
        if data != NONE and data != work.known[ply, best]:
            work.known[ply, best] = data
            continue

        # 4. Search it until it is worse than the second best by a quarter, or until this position is settled.
        room = min(most, second + second // 4 + 1)
        room_against = most_against - against + number_in(work.known[ply, best], not attacks)
        if attacks:
            data = prove(child, work, room, room_against, ply + 1)
        else:
            data = prove(child, work, room_against, room, ply + 1)
        if data != NONE:
            work.known[ply, best] = data

    # 5. Write down what was found; a fact gives way only to a shorter one.
    pn, dn = (least, against) if attacks else (against, least)
    found = conclusion(work, ply, count, attacks, pn, dn)
    old = probe(work.table, work.mask, key)
    fact = verdict_in(old) == WON or verdict_in(old) == NOT_WON
    if not fact or (verdict_in(found) == verdict_in(old) and plies_in(found) < plies_in(old)):
        keep(work.table, work.mask, key, with_work(found, work.nodes - before))
    return found


def work_type(cls: Any) -> np.dtype[Any]:
    """The work space: the path, and for every ply the moves with what is known of them."""
    width = width_of(cls)
    plies = min(cls.longest or HORIZON, HORIZON) + 2
    layout = [
        ("path", np.uint64, (plies,)),
        ("worn", np.uint64, (MOST_WORN,)),  # positions that may not occur once more
        ("child", np.uint64, (plies, width)),
        ("known", np.uint64, (plies, width)),
        ("wanted", np.float64),  # utility that counts as a win
        ("table", np.int64),
        ("mask", np.int64),
        ("nodes", np.int64),
        ("most_nodes", np.int64),
        ("stop", np.int64),
        ("given_up", np.int64),
        ("player", np.int64),  # who is to win
        ("attacks", np.int64, (cls.players,)),  # 1 for each player who wins with him
        ("start_ply", np.int64),
        ("deepest", np.int64),  # the horizon: plies that fit into this work space
        ("exhausted", np.int64),  # how many of `worn` are in use
        ("within", np.int64),  # plies in which the win must come; 0: any
        ("thorough", np.int64),  # look at all moves even where one settles it
        ("draws_fail", np.int64),  # where clocks end the game, it is not won
        ("progress", np.int64, (plies,)),
        ("counts", np.int64, (plies,)),
        ("rows", np.int32, (plies, width)),
        ("spill", np.int32, (SPILL,)),  # what a game that writes too many moves may spoil before it is found out
    ]
    return np.dtype((np.record, np.dtype(layout, align=True)))
