"""Hostile files of numbers: tables, proofs, books and weights, damaged as a whole, and forged with honest checksums."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.hostile.fuzz import Fuzz, Tally, obeyed
from zermelo.book.book import Book, BookMove
from zermelo.book.files import read_book, write_book
from zermelo.book.polyglot import read_polyglot, write_polyglot
from zermelo.games import catalogue
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.interfaces.engine.gtp import GtpDesk
from zermelo.interfaces.engine.uci import UciDesk, UsiDesk
from zermelo.interfaces.engine.xboard import XBoardDesk
from zermelo.learn.learned import Learned
from zermelo.learn.loading import load_model
from zermelo.learn.network import Network
from zermelo.solve import files
from zermelo.solve.certificate import Certificate, write_certificate
from zermelo.solve.files import BOOK, PROOF, TABLE, Kind, read_array, read_header, write_table
from zermelo.solve.tablebase import ReachedTable, class_of, header_of
from zermelo.solve.verify import verify
from zermelo.solve.verify_certificate import verify_certificate

FILES, COMMANDS = 150, 300  # of each kind

Many = Callable[[int], int]
Count = Callable[[str], Tally]
Arrays = dict[str, Any]


def table(path: Path) -> None:
    """All positions after any first two moves or none, with values of somebody's fancy."""
    states = [TicTacToe()]
    for move in range(9):
        child = states[0].copy()
        child.play(move)
        states.append(child)
    keys = np.unique(np.array([state.key() for state in states], np.uint64))
    said = {**header_of(TicTacToe), "kind": "reached", "name": "tic_tac_toe", "start": states[0].to_text()}
    write_table(path, said, {"keys": keys, "values": np.zeros(len(keys), np.int16)})


def proof(path: Path) -> None:
    """A first move for each side."""
    start = TicTacToe()
    write_certificate(Certificate(start, 0.0, "tic_tac_toe", {0: {int(start.key()): 4}, 1: {}}), path)


def book(path: Path, game: str = "tic_tac_toe") -> None:
    """The first moves."""
    start = catalogue.make(game)
    made = Book(start, name=game)
    for move in start.legal():
        made.add(start, move, BookMove(games=3, points=1.5, weight=4, score=0.1, depth=3, source="somebody"))
    if game == "chess":
        write_polyglot(made, path)
    else:
        write_book(made, path)


def use_table(path: Path) -> bool:
    """Ask it, and check it."""
    cls = class_of(path)
    ReachedTable(cls, path).moves(TicTacToe())
    return bool(verify(cls, path).checked >= 0)


def use_proof(path: Path) -> bool:
    """Follow it."""
    verdict = verify_certificate(class_of(path, PROOF), path)
    assert verdict.problem, "nobody can prove that with one move"
    return True


def use_book(path: Path) -> bool:
    """Walk along it."""
    found = read_book(path)
    assert set(found.choices(found.start)) <= set(found.start.legal())
    for known in found.known(found.start).values():
        assert known.words() is not None
    found.back_up()
    return len(list(found.walk())) < 1000


def use_polyglot(path: Path) -> bool:
    """Enter it into a book of chess."""
    made = Book(catalogue.make("chess"), name="chess")
    return read_polyglot(made, path)[0] >= 0


def use_weights(path: Path) -> bool:
    """Judge a position."""
    network = load_model(path, Network)
    start = TicTacToe()
    return bool(abs(Learned(TicTacToe, network).state(start).evaluate()) <= network.scale)


def bent(fuzz: Fuzz, array: Any) -> Any:
    """An array of another length, kind or content."""
    act = fuzz.luck.randrange(6)
    if act == 0:
        return array[: fuzz.luck.randrange(len(array) + 1)]
    if act == 1:
        with np.errstate(all="ignore"):
            return array.astype(fuzz.luck.choice(("<f8", "<i8", "|u1", "<f4", "|b1", "<u8", "<i2")))
    if act == 2:
        return np.concatenate([array, array])
    if act == 3:
        return array[::-1].copy()
    array = array.copy()
    if array.size:
        odd = (0, 1, 127, np.nan, np.inf, 1e30) if array.dtype.kind == "f" else (0, 1, 127)
        array.flat[fuzz.luck.randrange(array.size)] = fuzz.luck.choice(odd)
    return array


def forged(fuzz: Fuzz, path: Path, kind: Kind) -> bool:
    """The same file with other contents and right checksums; False where JSON cannot say it."""
    header, _ = read_header(path, kind)
    arrays: Arrays = {one["name"]: read_array(path, one["name"], kind) for one in header["arrays"]}
    name = fuzz.luck.choice(list(arrays))
    if fuzz.luck.random() < 0.5:
        arrays[name] = bent(fuzz, arrays[name])
    else:
        header = fuzz.json({key: value for key, value in header.items() if key != "arrays"})
    if not isinstance(header, dict):
        return False
    write_table(path, header, arrays, kind)
    return True


def forged_weights(fuzz: Fuzz, path: Path) -> bool:
    """The same for weights."""
    with np.load(path) as stored:
        arrays: Arrays = {name: stored[name] for name in stored.files}
    name = fuzz.luck.choice(list(arrays))
    if name == "header" or fuzz.luck.random() < 0.4:
        text = fuzz.written(fuzz.json(json.loads(bytes(arrays["header"]))))
        arrays["header"] = np.frombuffer(text.encode(errors="surrogatepass"), np.uint8)
    else:
        arrays[name] = bent(fuzz, arrays[name])
    memory = io.BytesIO()
    np.savez_compressed(memory, **arrays)
    path.write_bytes(memory.getvalue())
    return True


def damaged(fuzz: Fuzz, path: Path, whole: bytes) -> bool:
    """A file with some of its bytes changed, missing or doubled."""
    content = bytearray(whole)
    for _ in range(fuzz.luck.choice((1, 1, 2, 4))):
        place = fuzz.luck.randrange(len(content) + 1)
        act = fuzz.luck.randrange(4)
        if act == 0 and place < len(content):
            content[place] ^= 1 << fuzz.luck.randrange(8)
        elif act == 1:
            del content[place : place + fuzz.luck.randrange(1, 64)]
        elif act == 2:
            content[place:place] = fuzz.luck.choice((b"\xff" * 8, bytes(8), (2**62).to_bytes(8, "little")))
        else:
            del content[place:]
    path.write_bytes(bytes(content))
    return True


KINDS: dict[str, tuple[Callable[[Path], None], Callable[[Path], bool], Kind | None]] = {
    "tables": (table, use_table, TABLE),
    "proofs": (proof, use_proof, PROOF),
    "books": (book, use_book, BOOK),
    "Polyglot books": (partial(book, game="chess"), use_polyglot, None),
    "weights": (lambda path: Network.fresh(TicTacToe(), 4, 1.0).save(path), use_weights, None),
}


@pytest.mark.parametrize("what", KINDS)
def test_files_of_numbers(what: str, fuzz: Fuzz, tally: Count, many: Many, tmp_path: Path) -> None:
    make, use, kind = KINDS[what]
    seed, path, count = tmp_path / "seed", tmp_path / "file", tally(f"files, {what}")
    make(seed)
    whole = seed.read_bytes()
    for _ in range(many(FILES)):
        path.write_bytes(whole)
        if kind is not None and fuzz.luck.random() < 0.7:
            made = forged(fuzz, path, kind)
        elif what == "weights" and fuzz.luck.random() < 0.7:
            made = forged_weights(fuzz, path)
        else:
            made = damaged(fuzz, path, whole)
        if made:
            obeyed(partial(use, path), count, path.read_bytes()[:400])


SPOKEN: dict[Any, tuple[str, tuple[str, ...]]] = {
    UciDesk: ("chess", ("uci", "isready", "position startpos moves e2e4 e7e5", "go depth 1", "go wtime 100 btime 100",
        "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "setoption name MultiPV value 2", "stop", "ponderhit")),
    UsiDesk: ("shogi", ("usi", "position startpos moves 7g7f 3c3d", "go byoyomi 100", "usinewgame", "gameover win")),
    GtpDesk: ("go", ("1 name", "boardsize 5", "komi 6.5", "play b c3", "genmove w", "undo", "time_settings 10 5 1",
        "time_left b 10 1", "final_score", "showboard", "known_command play", "set_game Othello")),
    XBoardDesk: ("chess", ("protover 2", "new", "force", "usermove e2e4", "e7e5", "level 40 5 0", "st 1", "sd 3",
        "undo", "setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "time 100", "option Level=3", "memory 16", "cores 2",
        "ping 1")),
}  # fmt: skip


@pytest.mark.parametrize("kind", SPOKEN, ids=lambda kind: kind.__name__)
def test_engine_protocols(kind: Any, fuzz: Fuzz, tally: Count, many: Many) -> None:
    """Nothing that is sent ends an engine, and after all of it one can still speak with it."""
    game, examples = SPOKEN[kind]
    count, out = tally("commands of engine protocols"), io.StringIO()
    desk = kind(game, "greedy", out)

    def told() -> bool:
        desk.serve([command for command in text.splitlines() if command.strip() != "quit"])
        return True

    for _ in range(many(COMMANDS)):
        text = fuzz.text(examples)
        obeyed(told, count, text)
    desk.serve(["7 name" if kind is GtpDesk else "ping 7" if kind is XBoardDesk else "isready"])
    assert out.getvalue().splitlines()[-2 if kind is GtpDesk else -1] in ("=7 Zermelo", "pong 7", "readyok")


def test_the_checksums_are_honest(fuzz: Fuzz, tmp_path: Path) -> None:
    """Otherwise nothing behind them would be reached."""
    table(tmp_path / "a")
    for _ in range(20):
        if forged(fuzz, tmp_path / "a", TABLE):
            assert isinstance(files.read_header(tmp_path / "a")[0], dict)
        table(tmp_path / "a")
