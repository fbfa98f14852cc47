"""Chess through the kernel: mates, draws by history, the null move, the secondary search."""

from __future__ import annotations

from dataclasses import replace

import pytest

from zermelo.game.playthrough import Playthrough
from zermelo.games.chess import Chess
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits

pytestmark = pytest.mark.xdist_group("equal")

# Mates in two to five from games and problems, first moves as Stockfish gives them (Morphy's problem: by exact search)
MATES = [
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "Ra6"),  # Morphy
    ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1", 2, "Qb8+"),  # Morphy at the opera
    ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2, "Nf6+"),
    ("1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 1", 2, "Qd5+"),
    ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 2, "Qh6+"),
    ("rnbqkbn1/ppppp3/7r/6pp/3P1p2/3BP1B1/PPP2PPP/RN1QK1NR w KQq - 0 1", 2, "Qxh5+"),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "Ra6+"),
    ("2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", 3, "Qg6+"),
    ("3r1r1k/1p3p1p/p2p4/4n1NN/6bQ/1BPq4/P3p1PP/1R5K w - - 0 1", 3, "Nxf7+"),
    ("1k5r/pP3ppp/3p2b1/1BN1n3/1Q2P3/P1B5/KP3P1P/7q w - - 1 1", 3, "Na6+"),
    ("2r1r1k1/p2n1p1p/5pp1/qQ1P1b2/N7/5N2/PP3RPP/3K1B1R b - - 0 1", 3, "Rc1+"),
    ("r1bqr3/ppp1B1kp/1b4p1/n2B4/3PQ1P1/2P5/P4P2/RN4K1 w - - 1 1", 4, "Qe5+"),
    ("6r1/p3p1rk/1p1pPp1p/q3n2R/4P3/3BR2P/PPP2QP1/7K w - - 0 1", 5, "Rxh6+"),
    ("2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", 5, "Rxe8+"),
    ("3K4/8/3k4/8/4p3/4Q3/8/8 w - - 0 1", 5, "Qxe4"),
]


OVERLOOKED = ("3K4/8/3k4/8/4p3/4Q3/8/8 w - - 0 1",)  # what selectivity costs: the mate found is one move longer


@pytest.mark.parametrize(("position", "moves", "best"), MATES)
def test_mates_with_all_refinements(position: str, moves: int, best: str) -> None:
    """Selective search proves the win; with the distance in view it looks until no shorter mate fits."""
    line = Playthrough.from_text(Chess, position)
    result = AlphaBeta(tt=8).think(line, Limits(depth=2 * moves + 2))
    assert (result.proven, result.distance) == ("win", 2 * (moves + (position in OVERLOOKED)) - 1)
    assert result.move_text == best
    for move in result.line:
        line.play(move)
    assert line.over()


@pytest.mark.parametrize(("position", "moves", "best"), [mate for mate in MATES if mate[1] <= 3])
def test_shortest_mates_without_guesses(position: str, moves: int, best: str) -> None:
    searcher = AlphaBeta(replace(AlphaBetaOptions.exact(), evaluation=False), tt=8)
    line = Playthrough.from_text(Chess, position)
    assert searcher.think(line, Limits(depth=2 * moves - 1)).proven == ""  # that nobody can move is seen a ply later
    found = searcher.think(line, Limits(depth=2 * moves))
    assert (found.proven, found.distance) == ("win", 2 * moves - 1)


def test_a_draw_by_fifty_moves_is_seen() -> None:
    won = "8/8/8/8/8/2k5/8/KQ6 w - - {} 90"
    assert AlphaBeta(tt=4).think(Playthrough.from_text(Chess, won.format(10)), Limits(depth=6)).value > 0.4
    assert AlphaBeta(tt=4).think(Playthrough.from_text(Chess, won.format(97)), Limits(depth=6)).value == 0.0


def test_a_perpetual_check_saves_the_game() -> None:
    """Qe8+ Kh7 Qh5+ Kg8 and so on: all else is lost."""
    line = Playthrough.from_text(Chess, "6k1/6p1/8/7Q/8/8/1q4r1/7K w - - 0 1")
    result = AlphaBeta(tt=4).think(line, Limits(depth=8))
    assert result.value == 0.0
    assert result.move_text == "Qe8+"


def test_a_pass_proves_nothing_where_having_to_move_hurts() -> None:
    """Kings and pawns: whoever must move loses; the null move must not hide it."""
    for options in (AlphaBetaOptions(), replace(AlphaBetaOptions(), nmp=False)):
        line = Playthrough.from_text(Chess, "8/8/8/3pK3/2kP4/8/8/8 b - - 0 1")
        assert AlphaBeta(options, tt=4).think(line, Limits(depth=16)).value < -0.1


def test_secondary_search_gives_up_a_move_that_fails_later() -> None:
    """Without quiescence one ply sees a pawn won by the queen; two more see the queen lost."""
    line = Playthrough.from_text(Chess, "4k3/8/2p1p3/3p4/8/8/3Q4/4K3 w - - 0 1")
    shallow = replace(AlphaBetaOptions.none(), order=True)
    first = AlphaBeta(shallow).think(line, Limits(depth=1))
    second = AlphaBeta(replace(shallow, secondary=True)).think(line, Limits(depth=1))
    assert first.move_text == "Qxd5"
    assert second.move_text != "Qxd5"
    assert second.value < first.value
