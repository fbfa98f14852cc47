"""Chess: corner cases of the rules, notation, and hooks of the search."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from zermelo.errors import AmbiguousMove, BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.chess import Chess
from zermelo.games.chess.rules import CASTLING

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def played(*moves: str, start: str | None = None) -> Playthrough:
    """A playthrough after some moves."""
    line = Playthrough.from_text(Chess, start) if start else Playthrough(Chess)
    for move in moves:
        line.play(move)
    return line


def shown(text: str) -> list[str]:
    """The legal moves of a position in SAN."""
    state = Chess.from_text(text)
    return [state.move_text(move) for move in state.legal()]


# ---------------------------------------------------------------------- rules


def test_layout_is_one_cache_line() -> None:
    assert Chess.layout.itemsize == 64


def test_fools_mate() -> None:
    line = played("f3", "e5", "g4", "Qh4#")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "Black mates"


def test_mate_on_the_back_rank() -> None:
    line = played("Ra8#", start="6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert line.outcome().utilities == (1.0, -1.0)  # type: ignore[union-attr]


def test_stalemate() -> None:
    outcome = Playthrough.from_text(Chess, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    assert "stalemate" in outcome.reason


@pytest.mark.parametrize(
    ("board", "dead"),
    [
        ("8/8/4k3/8/8/3K4/8/8", True),
        ("8/8/4k3/8/8/3KN3/8/8", True),
        ("8/8/4k3/8/8/3KB3/8/8", True),
        ("8/5b2/4k3/8/8/3KB3/8/8", False),  # bishops of different colours
        ("8/4b3/4k3/8/8/3KB3/8/8", True),  # the same colour, dark
        ("8/3b4/4k3/8/8/3K4/4B3/8", True),  # light
        ("8/8/4k3/8/8/3KNN2/8/8", False),
        ("8/5n2/4k3/8/8/3KN3/8/8", False),
        ("8/5n2/4k3/8/8/3KB3/8/8", False),
        ("8/8/4k3/8/8/3KP3/8/8", False),
        ("8/8/4k3/8/8/3K1R2/8/8", False),
    ],
)
def test_dead_positions(board: str, dead: bool) -> None:
    state = Chess.from_text(f"{board} w - - 0 1")
    expected = pytest.importorskip("chess").Board(f"{board} w - - 0 1").is_insufficient_material()
    assert state.over() == dead == expected


def test_dead_position_in_check_is_a_draw() -> None:
    state = Chess.from_text("8/8/4k3/8/2B5/3K4/8/8 b - - 0 1")
    assert state.checking()
    assert state.over()
    assert state.utility(0) == state.utility(1) == 0.0


def test_threefold_repetition() -> None:
    line = played(*("Nf3", "Nf6", "Ng1", "Ng8") * 2)
    assert line.times_seen() == 3
    assert line.outcome().utilities == (0.0, 0.0)  # type: ignore[union-attr]


def test_repetition_sees_castling_rights() -> None:
    shuffle = ("Rh2", "Rh7", "Rh1", "Rh8")
    line = played(*shuffle * 2, start="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert line.times_seen() == 2  # the first time both could still castle
    assert line.outcome() is None


def test_repetition_sees_only_possible_en_passant() -> None:
    free = played("e4", "Nc6")
    assert free.to_text().split()[3] == "-"
    pinned = played("e4", start="8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1")
    assert pinned.state.passant == 0
    possible = played("e4", start="8/8/8/8/3p4/k7/4P3/4K3 w - - 0 1")
    assert possible.to_text() == "8/8/8/8/3pP3/k7/8/4K3 b - e3 0 1"


def test_fifty_moves_and_mate_first() -> None:
    line = played("Kd2", start="7k/8/8/8/8/8/R7/3K4 w - - 99 90")
    assert "100 plies" in line.outcome().reason  # type: ignore[union-attr]
    line = played("Ra8", start="7k/8/6K1/8/8/8/R7/8 w - - 99 90")
    assert line.outcome().utilities == (1.0, -1.0)  # type: ignore[union-attr]


def test_progress() -> None:
    line = played("Nf3", "Nf6")
    assert line.progress == 2
    line.play("e4")
    assert line.progress == 0
    line.play("Nxe4")
    assert line.progress == 0


def test_en_passant_that_opens_the_rank_is_illegal() -> None:
    assert "bxc6" not in shown("8/8/8/KPp4r/8/8/8/7k w - c6 0 1")
    assert "bxc6" in shown("8/8/8/1Pp4r/8/K7/8/7k w - c6 0 1")


def test_en_passant_only_at_once() -> None:
    line = played("e4", "a6", "e5", "d5")
    assert line.state.legal().count(line.parse_move("exd6")) == 1
    line.play("h3")
    line.play("h6")
    with pytest.raises(IllegalMove):
        line.play("exd6")


def test_castling_rules() -> None:
    home = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert {"O-O", "O-O-O"} <= set(shown(home))
    assert "O-O-O" in shown("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1")  # only the rook passes b1
    assert "O-O" not in shown("4kr2/8/8/8/8/8/8/4K2R w K - 0 1")  # the king passes f1
    assert "O-O" not in shown("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1")
    assert "O-O" not in shown("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1")
    assert "O-O" not in shown("4k3/8/8/8/8/8/8/4K1NR w K - 0 1")
    assert played("O-O", start=home).to_text() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert played("O-O-O", start=home).to_text() == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"
    assert played("Rxa8+", start=home).to_text() == "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"


def test_castling_in_chess960() -> None:
    assert "O-O-O" not in shown("4k3/8/8/8/8/8/8/qRK5 w Q - 0 1")  # the rook shields a king who stays on c1
    assert "O-O-O" in shown("4k3/8/8/8/8/8/8/1RK5 w Q - 0 1")
    line = played("O-O", start="4k3/8/8/8/8/8/8/5KR1 w K - 0 1")
    assert line.to_text() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    line = played("O-O-O", start="4k3/8/8/8/8/8/8/RK6 w Q - 0 1")
    assert line.to_text() == "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"


def test_many_moves() -> None:
    assert len(shown("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")) == 218


def test_noisy_moves_are_the_noisy_ones_among_all() -> None:
    for text in (KIWIPETE, "r3k2r/Pppp1ppp/1b3nbN/nPP5/BB2P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1"):
        state = Chess.from_text(text)
        for number in range(20):
            after = state.copy()
            for move in random_game(state, 5, number, longest=12):
                after.play(move)
            row = np.zeros(after.most_moves, np.int32)
            listed = row[: after.noisy_moves(row)].tolist()
            assert listed == [move for move in after.legal() if after.noisy(move)] or after.over()


def test_evaluation_is_symmetric_and_bounded() -> None:
    assert abs(Chess().evaluate()) < 1e-9
    assert Chess.from_text("4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1").evaluate() > 0.5
    for number in range(5):
        state = Chess()
        for move in random_game(state, 8, number, longest=60):
            state.play(move)
        fields = state.to_text().split()
        board = "/".join(reversed(fields[0].swapcase().split("/")))
        turned = Chess.from_text(f"{board} {'bw'[fields[1] == 'b']} - -")
        assert turned.evaluate() == pytest.approx(state.evaluate())
        assert -1.0 < state.evaluate() < 1.0


def test_order_prefers_big_captures() -> None:
    state = Chess.from_text("4k3/8/8/3q1r2/4P3/8/4Q3/4K3 w - - 0 1")
    ranked = sorted(state.legal(), key=state.order, reverse=True)
    assert [state.move_text(move) for move in ranked[:2]] == ["exd5+", "exf5+"]


# ---------------------------------------------------------------------- notation


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7k/8/8/8/8/N7/8/K3N3 w - - 0 1", "Nac2"),
        ("7k/8/8/N7/8/8/8/NK6 w - - 0 1", "N5b3"),
        ("7k/8/8/Q1Q5/8/Q7/8/1K6 w - - 0 1", "Qa5b4"),
        ("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1", "exd8=Q+"),
        ("8/8/8/KPp4r/8/8/8/7k b - - 0 1", "Kg2"),
    ],
)
def test_san(text: str, move: str) -> None:
    state = Chess.from_text(text)
    assert state.move_text(state.parse_move(move)) == move


def test_san_that_is_written_loosely() -> None:
    state = Chess.from_text(KIWIPETE)
    for text in ("O-O", "0-0", "o-o", "e1g1", "e1h1", "O-O!?"):
        assert state.move_text(state.parse_move(text)) == "O-O"
    for text in ("dxe6", "de6", "d5xe6", "d5e6", "d5-e6"):
        assert state.move_text(state.parse_move(text)) == "dxe6"
    for text in ("Nxd7", "nxd7", "Nd7", "Ne5xd7", "e5d7"):
        assert state.move_text(state.parse_move(text)) == "Nxd7"
    promoting = Chess.from_text("8/4P1k1/8/8/8/8/8/K7 w - - 0 1")
    for text in ("e8=Q", "e8Q", "e8(Q)", "e7e8q", "e7-e8=Q"):
        assert promoting.move_text(promoting.parse_move(text)) == "e8=Q"


def test_moves_that_cannot_be_read() -> None:
    state = Chess()
    with pytest.raises(MalformedMove):
        state.parse_move("hello")
    with pytest.raises(MalformedMove):
        state.parse_move("")
    with pytest.raises(IllegalMove):
        state.parse_move("e5")
    two = Chess.from_text("7k/8/8/8/8/N7/8/K3N3 w - - 0 1")
    with pytest.raises(AmbiguousMove):
        two.parse_move("Nc2")
    with pytest.raises(AmbiguousMove):
        Chess.from_text("8/4P1k1/8/8/8/8/8/K7 w - - 0 1").parse_move("e7e8")


def test_uci() -> None:
    state = Chess.from_text(KIWIPETE)
    assert state.uci_text(state.parse_move("O-O-O")) == "e1c1"
    state = Chess.from_text("4k3/8/8/8/8/8/8/5KR1 w K - 0 1")
    assert state.uci_text(state.parse_move("O-O")) == "f1g1"  # the king takes the rook
    assert state.parse_move("f1g1") >> 12 == CASTLING
    state = Chess.from_text("4k3/8/8/8/8/8/8/5K1R w K - 0 1")
    assert state.parse_move("f1g1") >> 12 != CASTLING  # the king's own step
    assert state.parse_move("f1h1") >> 12 == CASTLING


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "one king"),
        ("k7/8/8/8/8/8/8 w - - 0 1", "eight ranks"),
        ("k7/9/8/8/8/8/8/K7 w - - 0 1", "rank"),
        ("k7/8/8/8/8/8/8/K6x w - - 0 1", "rank"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "one king"),
        ("k7/8/8/8/8/8/8/KP6 w - - 0 1", "rank"),
        ("k7/pppppppp/pq6/8/8/8/8/K7 w - - 0 1", "more pieces"),
        ("4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1", "three"),
        ("7k/8/8/8/8/8/8/K6R w K - 0 1", "check"),
        ("k7/8/8/8/8/8/8/4K3 w K - 0 1", "castling"),
        ("k7/8/8/8/8/8/8/4K2R w KH - 0 1", "wing"),
        ("k7/8/8/8/8/8/8/4K2R w x - 0 1", "castling"),
        ("k7/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"),
        ("k7/8/8/4p3/8/8/8/4K3 w - e3 0 1", "en passant"),
        ("k7/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "way"),
        ("k7/8/8/8/8/8/8/4K3 w - - x 1", "number"),
        ("k7/8/8/8/8/8/8/4K3 x - - 0 1", "FEN"),
    ],
)
def test_bad_positions(text: str, part: str) -> None:
    with pytest.raises(BadPosition, match=part):
        Chess.from_text(text)


def test_clocks() -> None:
    assert Chess.clocks("4k3/8/8/8/8/8/8/4K3 b - - 7 30") == (7, 59)
    assert Chess.clocks("4k3/8/8/8/8/8/8/4K3 w - -") == (0, 0)
    line = Playthrough.from_text(Chess, "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30")
    assert line.to_text() == "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30"
    line.play("Kd7")
    assert line.to_text() == "8/3k4/8/8/8/8/4P3/4K3 w - - 8 31"


def test_castling_rights_in_x_fen_and_shredder_fen() -> None:
    inner = "4k3/8/8/8/8/8/8/1R1RK1RR w DG - 0 1"  # inner rooks on both wings
    assert Chess.from_text(inner).to_text() == "4k3/8/8/8/8/8/8/1R1RK1RR w GD - 0 1"
    outer = Chess.from_text("4k3/8/8/8/8/8/8/1R1RK1RR w KQ - 0 1")
    assert outer == Chess.from_text("4k3/8/8/8/8/8/8/1R1RK1RR w BH - 0 1")
    assert outer != Chess.from_text(inner)


def test_chess960_numbers() -> None:
    chess = pytest.importorskip("chess")
    assert Chess(position=518) == Chess()
    for number in range(960):
        assert Chess(position=number).to_text() == chess.Board.from_chess960_pos(number).fen()
    with pytest.raises(BadParameter):
        Chess(position=960)


def test_why_not() -> None:
    state = Chess()
    for move, part in (
        ("e5", "no pawn"),
        ("Bb5", "no bishop"),
        ("e7e5", "no piece"),
        ("a1b1", "own"),
        ("e2e5", "cannot go"),
        ("O-O", "in the way"),
        ("what", "written like"),
    ):
        assert part in state.why_not(move), move
    assert "in the way" in Chess.from_text("4k3/8/8/8/8/8/8/4K1NR w K - 0 1").why_not("O-O")
    assert "attacked" in Chess.from_text("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1").why_not("e1g1")
    assert "right" in Chess.from_text("4k3/8/8/8/8/8/8/4K2R w - - 0 1").why_not("O-O")
    assert "check" in Chess.from_text("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1").why_not("O-O")
    assert "in check" in Chess.from_text("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1").why_not("Rd2")
    assert "attacked" in Chess.from_text("4k3/8/8/8/8/8/r7/4K3 w - - 0 1").why_not("Ke2")
    assert "over" in Chess.from_text("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").why_not("Kg8")
    assert state.why_not(12 | 36 << 6)
    assert state.why_not(4 | 7 << 6 | CASTLING << 12)
    assert state.why_not(-3)


def test_round_trips_and_scenes() -> None:
    for number in range(6):
        state = Chess(position=(518, 0, 959)[number % 3])
        for ply, move in enumerate(random_game(state, 21, number, longest=80)):
            assert Chess.from_text(state.to_text(0, ply)) == state
            assert pickle.loads(pickle.dumps(state)) == state
            assert state.scene().problem(state.legal()) is None
            if ply % 20 == 0:
                for legal in state.legal():
                    assert state.parse_move(state.move_text(legal)) == legal
                    assert state.parse_move(state.uci_text(legal)) == legal
            state.play(move)


# ---------------------------------------------------------------------- hooks of the search


def test_a_pass_hands_over_the_move_and_nothing_else() -> None:
    state = Chess.from_text("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
    state.pass_turn()
    assert state.to_text().startswith("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR b KQkq - ")
    assert state.key() == Chess.from_text("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3").key()


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", False),
        ("4k2r/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", False),  # the rook is the opponent's
        ("4k3/pppp4/8/8/8/8/PPPP4/4K1N1 w - - 0 1", False),  # one small man is not enough
        ("4k3/pppp4/8/8/8/8/PPPP4/4KBN1 w - - 0 1", True),
        ("4k3/pppp4/8/8/8/8/PPPP4/4K1R1 w - - 0 1", True),
    ],
)
def test_a_pass_is_safe_with_more_than_pawns(text: str, safe: bool) -> None:
    assert Chess.from_text(text).pass_is_safe() is safe


def test_losing_captures() -> None:
    """Against exchanges played out on python-chess's board, each side taking with its smallest man or stopping."""
    chess = pytest.importorskip("chess")
    worth = dict(zip(range(1, 7), (100, 325, 335, 500, 975, 5000), strict=True))

    def best_of(board: Any, player: bool, square: int, prize: int) -> int:
        attackers = board.attackers(player, square)
        if not attackers:
            return 0
        start = min(attackers, key=lambda place: worth[board.piece_type_at(place)])
        piece = board.piece_at(start)
        if piece.piece_type == chess.KING and board.attackers(not player, square):
            return 0
        after = board.copy(stack=False)
        after.remove_piece_at(start)
        after.set_piece_at(square, piece)
        return max(0, prize - best_of(after, not player, square, worth[piece.piece_type]))

    seen = {False: 0, True: 0}
    for number in range(30):
        line = Playthrough(Chess())
        for move in random_game(line.state, 5, number)[:120]:
            board = chess.Board(line.state.to_text())
            row = np.zeros(256, np.int32)
            for capture in row[: line.state.noisy_moves(row)].tolist():
                if capture >> 12:
                    continue
                start, to = capture & 63, capture >> 6 & 63
                after = board.copy(stack=False)
                piece, taken = after.remove_piece_at(start), after.piece_type_at(to)
                after.set_piece_at(to, piece)
                balance = worth[taken] - best_of(after, not board.turn, to, worth[piece.piece_type])
                assert line.state.losing(capture) == (balance < 0), (line.state.to_text(), capture)
                seen[balance < 0] += 1
            line.play(move)
    assert min(seen.values()) > 100
