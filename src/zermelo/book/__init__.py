"""Opening books of any game: grown by search, collected from games, kept in files, asked for a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.search.common.registry import on_demand

if TYPE_CHECKING:
    from zermelo.book.book import Book, BookMove
    from zermelo.book.kept import find_book

__all__ = ["Book", "BookMove", "find_book"]
__getattr__ = on_demand(__name__, Book="book", BookMove="book", find_book="kept")
