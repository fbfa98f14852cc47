"""Opening books of any game: grown by search, collected from games, kept in files, asked for a move."""

from __future__ import annotations

from zermelo.book.book import Book, BookMove
from zermelo.book.kept import find_book

__all__ = ["Book", "BookMove", "find_book"]
