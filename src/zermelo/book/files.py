"""Books as files: columns of numbers in checked blocks, tied to the digest of the rules. No pickle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from zermelo.book.book import Book, BookMove
from zermelo.errors import BadText
from zermelo.solve.files import BOOK, Header, read_array, read_header, write_table
from zermelo.solve.tablebase import class_of, header_of

SUFFIX = ".zbook"
MOST_MOVES = 20_000_000  # that are read from a file
COLUMNS = {
    "keys": np.uint64,
    "moves": np.int32,
    "games": np.uint32,
    "points": np.float32,
    "weights": np.uint16,
    "scores": np.float32,
    "values": np.float32,
    "depths": np.uint16,
    "sources": np.uint8,  # the place in the header's list
}
MOST_SOURCES = 255


def write_book(book: Book, path: Path) -> None:
    """Write a book whole."""
    rows = [
        (key, move, known) for key, moves in sorted(book.positions.items()) for move, known in sorted(moves.items())
    ]
    sources = list(dict.fromkeys(known.source for _, _, known in rows))[:MOST_SOURCES]
    place = {source: number for number, source in enumerate(sources)}
    columns = {
        "keys": [key for key, _, _ in rows],
        "moves": [move for _, move, _ in rows],
        "games": [known.games for _, _, known in rows],
        "points": [known.points for _, _, known in rows],
        "weights": [known.weight for _, _, known in rows],
        "scores": [known.score for _, _, known in rows],
        "values": [known.value for _, _, known in rows],
        "depths": [min(known.depth, 0xFFFF) for _, _, known in rows],
        "sources": [place.get(known.source, 0) for _, _, known in rows],
    }
    header = {
        **header_of(book.cls),
        "kind": "book",
        "name": book.name,
        "start": book.start.to_text(),
        "about": book.about,
        "positions": len(book),
        "sources": sources,
    }
    write_table(path, header, {name: np.array(columns[name], dtype) for name, dtype in COLUMNS.items()}, BOOK)


def read_book(path: Path, cls: Any = None) -> Book:
    """The book in a file; refused where it is of another game, or of other rules of it."""
    header, _ = read_header(path, BOOK)
    cls = cls or class_of(path, BOOK)
    check_book(cls, path, header)
    try:
        book = Book(cls.from_text(header["start"]), name=str(header["name"]), about=str(header["about"]))
        sources = [str(source) for source in header["sources"]]
    except (KeyError, TypeError):
        raise BadText(f"{path} does not say what it holds as a book does: build or import it again") from None
    if any(one["count"] > MOST_MOVES for one in header["arrays"]):
        raise BadText(f"{path} holds more than {MOST_MOVES:,} moves: too large for one book")
    read = [read_array(path, name, BOOK) for name in COLUMNS]
    if len({len(column) for column in read}) != 1 or any(
        column.dtype != dtype for column, dtype in zip(read, COLUMNS.values(), strict=True)
    ):
        raise BadText(f"{path} does not hold the columns of a book: build or import it again")
    for key, move, games, points, weight, score, value, depth, source in zip(*(c.tolist() for c in read), strict=True):
        said = sources[source] if source < len(sources) else ""
        book.positions.setdefault(key, {})[move] = BookMove(games, points, weight, score, value, depth, said)
    return book


def check_book(cls: Any, path: Path, header: Header) -> None:
    """Refuse a book of other rules."""
    ours = header_of(cls)
    if header.get("game") != ours["game"] or header.get("settings") != ours["settings"]:
        raise BadText(f"{path} is a book of {told(header)}, not of {cls.__name__} with these settings")
    if header.get("rules") != ours["rules"]:
        raise BadText(f"{path} was made by other rules of {cls.__name__}: build or import it again")


def told(header: Header) -> str:
    """The game of a file, with its settings."""
    settings = header.get("settings")
    shown = [f"{name}={value}" for name, value in settings.items()] if isinstance(settings, dict) else []
    return " ".join([str(header.get("game")), *shown])
