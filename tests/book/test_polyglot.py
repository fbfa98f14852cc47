"""Polyglot's books against python-chess: the same keys, and what we write it reads."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

from zermelo.book.book import Book, BookMove
from zermelo.book.polyglot import key_of, packed_move, pushed_by, read_polyglot, write_polyglot
from zermelo.errors import BadText, Unsupported
from zermelo.games import catalogue

chess = pytest.importorskip("chess")
polyglot = pytest.importorskip("chess.polyglot")
pgn = """[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n
[Event "y"]\n[Result "1/2-1/2"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 1/2-1/2\n"""


def test_keys_are_those_of_python_chess() -> None:
    """All positions of random games, and one where the pawn that could be taken en passant is pinned."""
    luck = random.Random(1)
    for _ in range(8):
        state, board, move = catalogue.begin("chess").state, chess.Board(), -1
        for _ in range(70):
            assert key_of(state, pushed_by(move)) == polyglot.zobrist_hash(board), board.fen()
            if not state.legal():
                break
            move = luck.choice(state.legal())
            board.push_san(state.move_text(move))
            state.play(move)
    state = catalogue.begin("chess", {}, "8/8/8/8/k2p3Q/8/4P3/4K3 w - - 0 1").state  # d4xe3 would open the rank
    board = chess.Board(state.to_text())
    move = state.parse_move("e4")
    board.push_san("e4")
    state.play(move)
    assert state.passant == 0
    assert key_of(state, pushed_by(move)) == polyglot.zobrist_hash(board) != key_of(state)


def test_what_we_write_python_chess_reads(tmp_path: Path) -> None:
    from zermelo.book.collecting import collect

    path, games = tmp_path / "book.bin", tmp_path / "games.pgn"
    games.write_text(pgn)
    book = Book(catalogue.begin("chess").state, name="chess")
    assert collect(book, games).games == 2
    count = write_polyglot(book, path)
    assert path.stat().st_size == 16 * count
    with polyglot.open_reader(path) as reader:
        board, line = chess.Board(), []
        while (entry := reader.get(board)) is not None:
            line.append(board.san(entry.move))
            board.push(entry.move)
        assert line[:2] in (["e4", "e5"], ["e4", "c5"])
        board = chess.Board()
        for san in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"):
            board.push_san(san)
        assert [board.san(entry.move) for entry in reader.find_all(board)] == ["O-O"]
        answers = {
            entry.weight
            for entry in reader.find_all(chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"))
        }
        assert answers == {65535}
    again = Book(catalogue.begin("chess").state, name="chess")
    assert read_polyglot(again, path) == (count, 0)
    assert again.positions.keys() == {key for key, moves in book.positions.items() if moves}


def test_promotions_and_weights_survive(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    state = catalogue.begin("chess", {}, "8/P6k/8/8/8/8/8/K7 w - - 0 1").state
    book = Book(state, name="chess")
    weights = {"a8=Q": 500, "a8=N": 3, "Kb2": 65535}
    for text, weight in weights.items():
        book.add(state, state.parse_move(text), BookMove(weight=weight))
    write_polyglot(book, path)
    board = chess.Board(state.to_text())
    with polyglot.open_reader(path) as reader:
        assert {board.san(entry.move): entry.weight for entry in reader.find_all(board)} == weights
    again = Book(state, name="chess")
    read_polyglot(again, path)
    assert {state.move_text(move): one.weight for move, one in again.known(state).items()} == weights


def test_what_is_no_polyglot_book(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    book = Book(catalogue.begin("chess").state)
    entry = struct.pack(">QHHI", 5, 1, 1, 0)
    for content, sentence in (
        (b"", "multiple"),
        (entry[:-1], "multiple"),
        (entry + struct.pack(">QHHI", 4, 1, 1, 0), "order"),
    ):
        path.write_bytes(content)
        with pytest.raises(BadText, match=sentence):
            read_polyglot(book, path)
    path.write_bytes(entry)
    assert read_polyglot(book, path) == (0, 1)
    with pytest.raises(Unsupported, match="of chess"):
        read_polyglot(Book(catalogue.begin("othello").state, name="othello"), path)
    start = book.start
    assert packed_move(start, start.parse_move("e4")) == 12 << 6 | 28
