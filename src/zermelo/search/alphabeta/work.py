"""The work space of alpha-beta: what one thread keeps while it searches."""

from __future__ import annotations

from zermelo.game.fields import Cells, array, i8, i32, i64, u64
from zermelo.game.rows import SPILL
from zermelo.search.common.endings import EndingsWork
from zermelo.search.common.values import MAX_PLY

HISTORY_SLOTS = 4096  # moves that the history heuristic tells apart
MAX_REDUCED = 64  # depths, and numbers of moves, that the table of reductions tells apart


class AlphaBetaWork(EndingsWork):
    """What every search has, and what the table, ordering and pruning need."""

    table: i64  # the address of the transposition table
    mask: i64
    age: i64  # of the entries that this search writes
    unit: i64  # steps of the scale of values that one point of utility is
    distance: i64  # 1: a sooner win is better; 0: only the result counts
    root_depth: i64  # of the present iteration
    only_move: i64  # the one root move to search, or NO_MOVE
    path_key: Cells = array(u64, MAX_PLY)  # the sum of the keys that may return
    static_eval: Cells = array(i64, MAX_PLY)  # of the positions on the path
    after_null: Cells = array(i8, MAX_PLY)  # 1: a null move led here
    in_check: Cells = array(i8, MAX_PLY)

    ranks: Cells = array(i64, lambda work: (MAX_PLY, work.width))  # score and index of each move of the row
    searched: Cells = array(i32, lambda work: (MAX_PLY, work.width))  # indices in the order of the search
    child_keys: Cells = array(u64, lambda work: (MAX_PLY, work.width))  # of the positions after each move
    child_sides: Cells = array(i32, lambda work: (MAX_PLY, work.width))  # which side moves after each move
    killers: Cells = array(i32, (MAX_PLY, 2))
    history: Cells = array(i32, (2, HISTORY_SLOTS))  # [side, move]: how often a quiet move refuted
    countermoves: Cells = array(i32, HISTORY_SLOTS)  # [last move]: what refuted it
    reductions: Cells = array(i8, (MAX_REDUCED, MAX_REDUCED))  # [depth, number of the move]: plies

    root_order: Cells = array(i32, lambda work: work.width)  # of each root move: its turn in the last search, or -1,
    root_value: Cells = array(i64, lambda work: work.width)  # its value,
    root_bound: Cells = array(i8, lambda work: work.width)  # whether that is exact or a bound,
    root_nodes: Cells = array(i64, lambda work: work.width)  # and the nodes it took
    spill: Cells = array(i64, SPILL)  # what a game that writes too many moves may spoil before it is found out
