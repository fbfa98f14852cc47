"""Which book a game has here: one that was made on this machine, else one that came with Zermelo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zermelo.book.book import Book
from zermelo.book.files import SUFFIX, check_book, read_book
from zermelo.errors import ZermeloError
from zermelo.folders import data_folder
from zermelo.game.identity import rules_of_play
from zermelo.games import catalogue
from zermelo.solve.files import BOOK, read_header

SHIPPED = Path(__file__).parent / "shipped"
_found: dict[str, Book | None] = {}  # by the digest of the rules


def made_here(cls: Any) -> Path:
    """Where the book of a game that is made on this machine is kept, unless another place is named."""
    return data_folder() / "books" / f"{cls.__name__.lower()}-{rules_of_play(cls)}{SUFFIX}"


def places(cls: Any) -> list[Path]:
    """Files that may hold a game's book, the best first."""
    entry = catalogue.entry_of(cls._family.__name__)
    return [made_here(cls), *([SHIPPED / f"{entry.name}{SUFFIX}"] if entry else [])]


def find_book(cls: Any) -> Book | None:
    """The book that is kept for a game; one of other rules, or that cannot be read, is as good as none."""
    rules = rules_of_play(cls)
    if rules not in _found:
        _found[rules] = None
        for path in places(cls):
            try:
                if path.is_file():
                    check_book(cls, path, read_header(path, BOOK)[0])
                    _found[rules] = read_book(path, cls)
                    break
            except ZermeloError:
                continue
    return _found[rules]


def look_again() -> None:
    """Forget which books are there: a new one was made."""
    _found.clear()
