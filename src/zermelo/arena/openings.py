"""How games of a block begin: random moves, lines of a book, or games and positions of a file; each from all seats."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from zermelo.book.book import Book
from zermelo.book.files import SUFFIX as BOOK_SUFFIX
from zermelo.book.files import read_book
from zermelo.book.kept import find_book
from zermelo.errors import BadParameter, BadText, ZermeloError
from zermelo.folders import read_whole
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.record import RecordType
from zermelo.notation.files import FORMATS, SUFFIXES, decoded, read_games

LARGEST = 1 << 28  # bytes of a file
TRIES = 100  # random openings before a game is begun at its start after all
RANDOM = "random"
BOOK, BOOK_PLIES = "book", 8  # of a book, unless told
VARIED = 0.1  # how much worse than the best a move of the book may be: openings ought to differ


@dataclass(frozen=True)
class Openings:
    """Where the games begin: after random moves, after moves of a book, or as listed."""

    plies: int = 0
    book: Book | None = None
    listed: tuple[Playthrough, ...] = ()

    @classmethod
    def read(cls, text: str, start: Playthrough, game: str) -> Openings:
        """`random:4`, `book:8` for lines of the kept book, or a file (a book, games, positions); else what suits."""
        if not text:
            return cls(default_plies(start.state))
        name, _, number = text.partition(":")
        if name in (RANDOM, BOOK) and number and not (number.isdecimal() and int(number) <= 1000):
            raise BadParameter(f"{text} is no opening; write {name}:4 for four {name} moves")
        if name == BOOK or Path(name).suffix == BOOK_SUFFIX:
            return cls(int(number) if number.isdecimal() else BOOK_PLIES, book_for(name, start, game))
        if name == RANDOM:
            plies = int(number) if number else default_plies(start.state)
            if start.state.players == 1 and plies:
                raise BadParameter("an opening is for players who meet; a game of one player needs none")
            return cls(plies)
        return cls(listed=tuple(from_file(Path(text), start, game)))

    def begin(self, start: Playthrough, block: int, seed: int) -> Playthrough:
        """The first position of a block, the same whoever plays it; never a finished one."""
        if self.listed:
            return self.listed[(block + seed) % len(self.listed)].copy()
        luck = Random(seed, 2 * block)
        if self.book is not None:
            return self.from_book(self.book, start.copy(), luck)
        for _ in range(TRIES if self.plies else 1):
            line = start.copy()
            while line.moves() and (len(line.played) < self.plies or self.plies and line.state.midturn()):
                line.play(line.draw(luck))
            if line.moves():
                return line
        return start.copy()

    def from_book(self, book: Book, line: Playthrough, luck: Random) -> Playthrough:
        """Moves of the book until there were enough, or the book ends; never to the end of the game."""
        while len(line.played) < self.plies or line.state.midturn():
            move = line.draw(luck) if line.turn < 0 else book.choose(line.state, luck, line.moves(), VARIED)
            if move < 0:
                break
            line.play(move)
            if not line.moves():
                line.undo()
                break
        return line


def book_for(name: str, start: Playthrough, game: str) -> Book:
    """The book of a file, or the one that is kept for the game."""
    cls = type(start.state)
    found = find_book(cls) if name == BOOK else read_book(Path(name), cls)
    if found is None:
        raise BadParameter(f"no book is kept for {game}: `zermelo book build {game}` makes one; or write random:4")
    if not found.known(start.state):
        raise BadParameter(f"the book of {game} does not know the position that the games begin from")
    return found


def default_plies(state: Any) -> int:
    """How many random moves a game begins with: none where chance or hidden cards vary it anyway."""
    return 0 if state.chance or state.hidden or state.players == 1 else 2


def from_file(path: Path, start: Playthrough, game: str) -> list[Playthrough]:
    """The openings of a file: games in any format, or a position or some moves on each line."""
    try:
        text = decoded(read_whole(path, LARGEST))
    except OSError as problem:
        raise BadParameter(
            f"{path} holds no openings: {problem.strerror}; write random:4 or the name of a file"
        ) from None
    if path.suffix.removeprefix(".") in (*FORMATS, *SUFFIXES):
        try:
            found = [record.line(record.main_line()) for record in read_games(text)]
        except BadText as problem:
            raise BadText(f"{path}: {problem}") from None
        if any(type(line.state) is not type(start.state) for line in found):
            raise BadText(f"{path} holds openings of another game than {game}")
    else:
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
        found = [from_line(path, number, line, start) for number, line in lines if line and not line.startswith("#")]
    if not found:
        raise BadText(f"{path} holds no openings: write a position or some moves on each line")
    for number, line in enumerate(found, 1):
        if not line.moves():
            raise BadText(f"{path}: opening {number} ends the game; take it out")
    return found


def from_line(path: Path, number: int, text: str, start: Playthrough) -> Playthrough:
    """A position, or moves from the start."""
    line, cls = start.copy(), cast(RecordType, type(start.state))
    try:
        for part in text.split():
            line.play_text(part)
    except ZermeloError as no_moves:
        try:
            return Playthrough.from_text(cls, text.partition(";")[0].strip())
        except ZermeloError as no_position:
            raise BadText(f"{path}, line {number}: neither moves ({no_moves}) nor a position ({no_position})") from None
    return line
