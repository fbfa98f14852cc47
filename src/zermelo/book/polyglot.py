"""Books of chess in Polyglot's format, which chess programs share: read and written.

An entry has 16 bytes, most significant first: the key of a position, a move, a weight, and a number that Polyglot's own
learning used. The key joins numbers from a list that the format prescribes (`polyglot.bin` beside this file: 781 of
them; 768 for pieces on squares, 4 for castling, 8 for files of captures en passant, 1 for White to move).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from zermelo.book.book import HEAVIEST, Book, BookMove, Spot, half_range, value_of
from zermelo.errors import BadParameter, BadText, Unsupported
from zermelo.folders import read_whole, write_whole
from zermelo.games.chess import Chess
from zermelo.games.chess.rules import DOUBLE, PASSING

ENTRY = struct.Struct(">QHHI")
PIECES = "pPnNbBrRqQkK"
CASTLES, PASSANTS, WHITE = 768, 772, 780  # where each part of the list begins
LARGEST = 1 << 30  # bytes of a file
POLYGLOT = ".bin"


@lru_cache(maxsize=1)
def numbers() -> tuple[int, ...]:
    """The list that the format prescribes."""
    content = (Path(__file__).parent / "polyglot.bin").read_bytes()
    return struct.unpack(f">{len(content) // 8}Q", content)


def key_of(state: Any, pushed: int = -1) -> int:
    """Polyglot's key of a position of chess; `pushed` is the square over which a pawn has just stepped, if one has."""
    board, side, castling, passant = state.to_text().split()[:4]
    table, key = numbers(), 0
    cells: dict[int, str] = {}
    for rank, row in zip(range(7, -1, -1), board.split("/"), strict=True):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                cells[8 * rank + file] = sign
                key ^= table[64 * PIECES.index(sign) + 8 * rank + file]
                file += 1
    for number, sign in enumerate("KQkq"):
        if sign in castling:
            key ^= table[CASTLES + number]
    square = pushed if passant == "-" else 8 * (int(passant[1]) - 1) + ord(passant[0]) - ord("a")
    if square >= 0 and beside(cells, square, side):
        key ^= table[PASSANTS + square % 8]
    return key ^ (table[WHITE] if side == "w" else 0)


def beside(cells: dict[int, str], square: int, side: str) -> bool:
    """Whether a pawn of the side to move stands beside one that has just stepped twice, pinned or not."""
    file, rank = square % 8, 4 if side == "w" else 3
    return any(0 <= file + way < 8 and cells.get(8 * rank + file + way) == "pP"[side == "w"] for way in (-1, 1))


def pushed_by(move: int) -> int:
    """The square over which the pawn of a double step went; -1 for any other move."""
    return ((move & 63) + (move >> 6 & 63)) >> 1 if move >= 0 and move >> 12 == DOUBLE else -1


def packed_move(state: Any, move: int) -> int:
    """A move as Polyglot writes it; a castling king takes its own rook."""
    start, to, kind = move & 63, move >> 6 & 63, move >> 12
    promotion = kind if kind < PASSING else 0  # knight 1, bishop 2, rook 3, queen 4, as here
    return to | start << 6 | promotion << 12


# ---------------------------------------------------------------------- reading


def read_polyglot(book: Book, path: Path) -> tuple[int, int]:
    """Enter a Polyglot book; how many entries were taken, and how many no line from the first position reaches."""
    entries = read_entries(path)
    if not issubclass(book.cls, Chess):
        raise Unsupported(f"Polyglot books are of chess, and this one is of {book.name}")
    waiting, seen, taken = [(book.start.copy(), -1)], set[int](), set[int]()
    for state, pushed in waiting:
        key = key_of(state, pushed)
        for packed, weight in entries.get(key, ()):
            move = next((move for move in state.legal() if packed_move(state, move) == packed), None)
            if move is None:
                continue  # a key that two positions share, or a move of another kind of chess
            taken.add(key << 16 | packed)
            child = state.copy()
            child.play(move)
            if (spot := Spot.of(state).key << 32 | move) not in seen:
                seen.add(spot)
                book.add(state, move, BookMove(weight=weight))
                waiting.append((child, pushed_by(move)))
    return len(taken), sum(len(found) for found in entries.values()) - len(taken)


def read_entries(path: Path) -> dict[int, list[tuple[int, int]]]:
    """The moves and weights of a file by the keys of their positions."""
    try:
        content = read_whole(path, LARGEST)
    except OSError as problem:
        raise BadParameter(f"{path} cannot be read: {problem.strerror}") from None
    if not content or len(content) % ENTRY.size:
        raise BadText(f"{path} is no Polyglot book: its length is no multiple of {ENTRY.size} bytes")
    found: dict[int, list[tuple[int, int]]] = {}
    last = -1
    for key, move, weight, _ in ENTRY.iter_unpack(content):
        if key < last:
            raise BadText(f"{path} is no Polyglot book: its entries are not in the order of their keys")
        last = key
        found.setdefault(key, []).append((move, weight))
    return found


# ---------------------------------------------------------------------- writing


def write_polyglot(book: Book, path: Path) -> int:
    """Write a book of chess for other programs; how many entries it has."""
    if not issubclass(book.cls, Chess):
        raise Unsupported(f"Polyglot books are of chess, and this one is of {book.name}")
    entries = sorted(set(entries_of(book)), key=lambda entry: (entry[0], -entry[2], entry[1]))
    write_whole(path, b"".join(ENTRY.pack(key, move, weight, 0) for key, move, weight in entries))
    return len(entries)


def entries_of(book: Book) -> Iterator[tuple[int, int, int]]:
    """Key, move and weight of every move; a position after a double step has two keys where the capture is pinned."""
    for state, _, before in book.walk():
        keys = {key_of(state), key_of(state, pushed_by(before))}
        for move, weight in weights_of(book, book.known(state)).items():
            for key in keys:
                yield key, packed_move(state, move), weight


def weights_of(book: Book, known: dict[int, BookMove]) -> dict[int, int]:
    """How often each move ought to be played: as imported, as often as it was, or the better the more."""
    if all(one.weight and not one.games and not one.searched for one in known.values()):
        return {move: one.weight for move, one in known.items()}
    scored = {move: value_of(one) for move, one in known.items() if one.searched}
    if scored:
        best, scale = max(scored.values()), half_range(book.cls)
        shares = {move: max(0.0, 1 - 20 * (best - value) / scale) for move, value in scored.items()}
    else:
        shares = {move: float(one.games or one.weight) for move, one in known.items()}
    most = max(shares.values(), default=1.0)
    return {move: round(share / most * HEAVIEST) for move, share in shares.items() if share > 0}
