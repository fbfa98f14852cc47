"""The work space of df-pn: the path, and for every ply the moves with the entries of the children."""

from __future__ import annotations

from zermelo.game.fields import Cells, array, f64, i32, i64, parameter, u64
from zermelo.game.game import Game
from zermelo.game.rows import SPILL, guarded
from zermelo.search.common.work import Work

HORIZON = 512  # plies below the root
MAX_EXHAUSTED = 1024  # positions of the game so far that may not occur once more


class ProofWork(Work):
    """What a proof search hands down the recursion."""

    players: int = parameter(2, low=1)
    plies: int = parameter(HORIZON + 2, low=2)

    # The question
    target: f64  # utility that counts as a win
    attacker: i64  # the player who is to win
    attacks: Cells = array(i64, lambda work: work.players)  # 1 for each player on the attacker's side
    ply_limit: i64  # plies within which the win must come; 0: any
    start_ply: i64  # the root's ply in its game
    clocks_disprove: i64  # where clocks end the game, it is not won
    exhausted: Cells = array(u64, MAX_EXHAUSTED)  # keys of positions that may not occur once more
    exhausted_count: i64

    # The table, and how to search
    table: i64  # address
    mask: i64  # buckets, less one
    max_ply: i64  # the horizon: plies that fit into this work space
    expand_all: i64  # look at all moves even where one solves the position

    # The path, and the children of its nodes
    path: Cells = array(u64, lambda work: work.plies)  # keys
    progress: Cells = array(i64, lambda work: work.plies)  # plies since the last irreversible move
    child_count: Cells = array(i64, lambda work: work.plies)
    child_keys: Cells = array(u64, lambda work: (work.plies, work.width))
    child_entries: Cells = array(u64, lambda work: (work.plies, work.width))
    child_moves: Cells = array(i32, lambda work: (work.plies, work.width))
    # What a game that writes too many moves may spoil before it is found out: behind the keys, and behind the moves
    key_spill: Cells = array(u64, SPILL)
    spill: Cells = array(i32, SPILL)


def make_proof_work(game: type[Game]) -> ProofWork:
    """An empty work space for a game."""
    plies = min(game.longest or HORIZON, HORIZON) + 2
    made: ProofWork = ProofWork.variant(players=game.players, most_moves=game.most_moves, plies=plies).blank()
    guarded(game, made.child_moves)
    return made
