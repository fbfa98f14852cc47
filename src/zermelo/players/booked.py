"""Moves from an opening book, for players that were given one."""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from zermelo.book.book import VARIETY, Book, value_of
from zermelo.game.files import may_read
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.search.common.options import Setting
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import line_text

BOOK = Setting("book", str, "an opening book: a file, `book` alone for the one that is kept, `no` for none")
VARIED = Setting(
    "variety",
    float,
    "how much worse than the best a move of the book may be, of half the range",
    VARIETY,
    low=0,
    high=1,
)
SETTINGS = (BOOK, VARIED)
LONGEST_LINE = 20  # moves that are shown
IN_GAMES = "in games"  # the book that is kept, but only where a game is played


class Booking:
    """Which book a player uses, and how freely."""

    def __init__(self, values: dict[str, Any], default: str = "no") -> None:
        self.which = str(values.get(BOOK.name, default))
        self.variety = float(values.get(VARIED.name, VARIETY))
        self.random = Random(0, 0)
        self.playing = False
        if self.which not in ("no", "off", "yes", "on", IN_GAMES):
            may_read(Path(self.which))
            read_once(self.which, None)  # a file that is no book is told at once

    def new_game(self, seed: int, game: int) -> None:
        """Choices begin anew."""
        self.random, self.playing = Random(seed, 2 * game + 1), True

    def book_of(self, cls: Any) -> Book | None:
        """The book for a game."""
        if self.which in ("no", "off") or (self.which == IN_GAMES and not self.playing):
            return None
        from zermelo.book.kept import find_book

        return find_book(cls) if self.which in ("yes", "on", IN_GAMES) else read_once(self.which, cls)

    def answer(self, playthrough: Playthrough, lines: int = 1) -> SearchResult | None:
        """A move of the book; None where it ends, or where several lines are wanted, which only a search ranks."""
        if lines > 1 or (book := self.book_of(type(playthrough.state))) is None:
            return None
        begin = time.perf_counter()
        state = playthrough.state
        move = book.choose(state, self.random, playthrough.moves(), self.variety)
        if move < 0:
            return None
        known = book.known(state)[move]
        moves = following(book, state, move)
        half = (state.highest - state.lowest) / 2
        share = known.points / known.games if known.games else 0.5
        value = value_of(known) if known.searched else state.lowest + 2 * half * share
        text = line_text(state, moves)
        said = f"from a book of {len(book):,} positions: {known.words()}"
        return SearchResult(
            move=move,
            move_text=str(state.move_text(move)),
            value=float(value),
            proven="",
            line=moves,
            line_text=text,
            depth=known.depth,
            nodes=0,
            seconds=time.perf_counter() - begin,
            stopped_by="book",
            lines=(Line(move, float(value), moves, text),),
            algorithm="book",
            notes=(said,),
        )


@lru_cache(maxsize=32)
def read_once(path: str, cls: Any) -> Book:
    """The book of a file, read once by this process."""
    from zermelo.book.files import read_book

    return read_book(Path(path), cls)


def following(book: Book, before: Any, move: int) -> tuple[int, ...]:
    """A move, and the best moves of the book behind it."""
    state, moves = before.copy(), [move]
    state.play(move)
    while len(moves) < LONGEST_LINE and (chances := book.choices(state, variety=0.0)):
        moves.append(next(iter(chances)))
        state.play(moves[-1])
    return tuple(moves)
