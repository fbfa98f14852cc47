"""Which moves to search first, and what a cutoff teaches about that: killers, history, countermoves.

Worth, as the nodes without it to a fixed depth in chess and Othello, and the Elo that it adds (docs/log/worth.md):
the game's own order 7.0 and 1.0, +191 ± 54 and -5 ± 48; killers 1.2 and 1.1, -37 ± 45 and +31 ± 53; history 1.2 and
1.4, +37 ± 45 and +21 ± 54; countermoves 1.1 and 0.9, -26 ± 46 and -14 ± 52.
"""

from __future__ import annotations

from zermelo.game.game import Game
from zermelo.game.record import inline
from zermelo.search.alphabeta.options import COUNTERMOVES, HISTORY, KILLERS, ORDER, SEE
from zermelo.search.alphabeta.work import HISTORY_SLOTS, AlphaBetaWork
from zermelo.search.common.ordering import DONE, pick, ranked
from zermelo.search.common.values import side_of

TABLE_MOVE, NOISY, KILLER, COUNTERMOVE = 1 << 28, 1 << 27, 1 << 26, 1 << 25  # the stages, as scores
LOSING = 1 << 26  # what a losing noisy move is put back by
STEP = 1024  # of the game's own order; history decides among moves that the game thinks equal


def slot_of(move: int) -> int:
    """A move's place in the history table."""
    return (move ^ move >> 12 ^ move >> 24) & (HISTORY_SLOTS - 1)


@inline
def score_moves(state: Game, work: AlphaBetaWork, count: int, table_index: int, ply: int) -> None:
    """The table's move, noisy moves that do not lose, killers, the countermove, the rest, losing moves."""
    options = work.options
    side = side_of(state, state.turn)
    answer = work.countermoves[slot_of(work.played[ply - 1])] if ply > 0 else -1
    for index in range(count):
        move = work.rows[ply, index]
        score = 0
        if options & ORDER:
            score += state.order(move) * STEP
        if state.noisy(move):
            if options & ORDER:
                score += -LOSING if options & SEE and state.losing(move) else NOISY
        else:
            if options & HISTORY:
                score += work.history[side, slot_of(move)]
            if options & KILLERS and (move == work.killers[ply, 0] or move == work.killers[ply, 1]):
                score += KILLER
            elif options & COUNTERMOVES and move == answer:
                score += COUNTERMOVE
        if index == table_index:
            score = TABLE_MOVE
        work.ranks[ply, index] = ranked(score, index)


@inline
def score_noisy(state: Game, work: AlphaBetaWork, count: int, ply: int) -> None:
    """In quiescence the game's own order is enough."""
    for index in range(count):
        work.ranks[ply, index] = ranked(state.order(work.rows[ply, index]) if work.options & ORDER else 0, index)


@inline
def next_index(
    state: Game, work: AlphaBetaWork, turn: int, count: int, table_index: int, staged: bool, ply: int
) -> int:
    """The index of the move to search next; staged: the table's move first, and only then are the others scored."""
    if staged and turn == 0:
        return table_index
    if staged and turn == 1:
        score_moves(state, work, count, table_index, ply)
        work.ranks[ply, table_index] = DONE
    return pick(work, ply, count)


def learn(work: AlphaBetaWork, side: int, move: int, bonus: int) -> None:
    """Move a history score towards +STEP or -STEP, the slower the nearer it is (history gravity)."""
    slot = slot_of(move)
    old = work.history[side, slot]
    work.history[side, slot] = old + bonus - old * abs(bonus) // STEP


@inline
def remember_cutoff(state: Game, work: AlphaBetaWork, turn: int, depth: int, ply: int) -> None:
    """A quiet move that refuted this position will be tried early elsewhere, those tried in vain before it late."""
    move = work.rows[ply, work.searched[ply, turn]]
    if state.noisy(move):
        return
    if work.options & KILLERS and work.killers[ply, 0] != move:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = move
    if work.options & COUNTERMOVES and ply > 0:
        work.countermoves[slot_of(work.played[ply - 1])] = move
    if not work.options & HISTORY:
        return
    side = side_of(state, state.turn)
    bonus = min(4 * depth * depth, STEP // 3)
    learn(work, side, move, bonus)
    for earlier in range(turn):
        other = work.rows[ply, work.searched[ply, earlier]]
        if not state.noisy(other):
            learn(work, side, other, -bonus)
