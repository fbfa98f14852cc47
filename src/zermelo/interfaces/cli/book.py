"""`zermelo book`: opening books of any game: grown, imported, merged, exported, shown."""

from __future__ import annotations

import os
import time as clock
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.errors import BadParameter, BadText
from zermelo.interfaces.cli.options import (
    LARGEST,
    GameName,
    Moves,
    OwnGame,
    Position,
    Settings,
    begun,
    compiling,
    name_by_hand,
    read_pairs,
)  # fmt: skip
from zermelo.interfaces.cli.progress import progress

if TYPE_CHECKING:
    from zermelo.book.book import Book

KEEP = 15.0  # seconds between two writings of the file
SHOWN = 20  # moves of a position

book = typer.Typer(
    no_args_is_help=True,
    help="Opening books of any game: grown by search, imported from games, merged, exported, shown.",
)
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="the book; without it the one that `best` uses here")]


@book.command()
def build(
    game: GameName,
    settings: Settings = None,
    position: Position = "",
    time: Annotated[float, typer.Option(min=0.1, max=1e7, metavar="SECONDS", help="how long to build")] = 60.0,
    player: Annotated[str, typer.Option(metavar="SPEC", help="who searches; without it the search that suits")] = "",
    think: Annotated[float, typer.Option(min=0.01, max=86400, metavar="SECONDS", help="for a position")] = 1.0,
    lines: Annotated[int, typer.Option(min=1, max=64, help="moves of a position that enter the book")] = 4,
    plies: Annotated[int, typer.Option(min=0, max=1000, help="how far from the start; 0: no bound")] = 0,
    out: Out = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the book; refused where there is none")] = False,
    threads: Annotated[int, typer.Option(min=0, max=256, help="positions searched at once; 0: all processors")] = 0,
    on: Annotated[str, typer.Option(metavar="ray[:ADDRESS]", help="search on a Ray cluster")] = "",
    seed: Annotated[int, typer.Option(min=0, max=LARGEST, help="of searches that draw lots")] = 0,
) -> None:
    """Grow a book: the positions that good play is likeliest to reach are searched first.

    A book that is there is gone on with; it is written every few seconds, so that nothing is lost.
    """
    from zermelo.book.growing import Growth
    from zermelo.book.kept import made_here
    from zermelo.cluster import Place
    from zermelo.players.answering import Asked, Far, Near, default_player

    start = begun(game, settings, position)
    cls = type(start.state)
    path = out or made_here(cls)
    if resume and not path.is_file():
        raise BadParameter(f"there is no book to go on with at {path}: leave --resume out")
    made = opened(path, start.state, game)
    text = player or default_player(cls, think)
    asked = Asked(game, tuple(sorted(read_pairs(settings).items())), text, lines, seed)
    count = threads or os.cpu_count() or 1
    growth, begin, new = Growth(made, plies=plies), clock.monotonic(), 0
    kept, about = begin, made.about
    try:
        with compiling(cls), Far(asked, Place.read(on), threads) if on else Near(asked, count) as crew:
            while clock.monotonic() - begin < time and (keys := growth.next(crew.count)):
                for _ in growth.grow(keys, crew.answers):
                    new += 1
                    made.about = grown_by(about, text, seed, clock.monotonic() - begin, new)
                    progress(f"{len(made):,} positions, {made.moves_known:,} moves, the start {value_of(growth)}")
                    if clock.monotonic() - kept > KEEP:
                        keep(made, path)
                        kept = clock.monotonic()
    finally:
        if new:
            keep(made, path)
        progress()
    if not growth.next(1):
        print("the book is complete: every line that its moves lead to has been searched")
    print(f"{new:,} positions searched by {text}; the start is worth {value_of(growth)}")
    print(f"kept in {path}: {len(made):,} positions, {made.moves_known:,} moves, {path.stat().st_size:,} bytes")


@book.command("import")
def import_(
    game: GameName,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="games (PGN, SGF, PDN, ...) or a Polyglot .bin")
    ],
    settings: Settings = None,
    position: Position = "",
    plies: Annotated[int, typer.Option(min=1, max=1000, help="of each game")] = 24,
    least: Annotated[int, typer.Option(min=1, help="leave out moves that fewer games played")] = 1,
    out: Out = None,
) -> None:
    """Enter games that were played, or a Polyglot book of chess; a book that is there is added to."""
    from zermelo.book.collecting import collect
    from zermelo.book.kept import made_here
    from zermelo.book.polyglot import POLYGLOT, read_polyglot

    start = begun(game, settings, position)
    path = out or made_here(type(start.state))
    made = opened(path, start.state, game)
    for file in files:
        if file.suffix == POLYGLOT:
            taken, unreached = read_polyglot(made, file)
            print(f"{file}: {taken:,} entries" + (f", {unreached:,} not reached from the start" if unreached else ""))
            if not taken:
                raise BadText(f"{file} holds no move of the first position: is it a book of this game?")
            continue
        found = collect(made, file, plies=plies)
        print(f"{file}: {found.games:,} games" + (f", {found.left_out:,} left out" if found.left_out else ""))
        for reason in found.reasons:
            print(f"  {reason}")
        if not found.games:
            raise BadText(f"no game of {file} could be entered")
    made.prune(least)
    made.about = "; ".join(filter(None, [made.about, f"games from {', '.join(file.name for file in files)}"]))
    made.back_up()
    keep(made, path)
    print(f"kept in {path}: {len(made):,} positions, {made.moves_known:,} moves")


@book.command()
def merge(
    into: Annotated[Path, typer.Argument(metavar="BOOK", help="the book that is made or added to")],
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="books of the same game")],
    game: OwnGame = "",
) -> None:
    """Join books: games add up, of two searches the deeper counts."""
    from zermelo.book.files import read_book

    name_by_hand(game)
    books = [read_book(file) for file in ([into] if into.is_file() else []) + files]
    for other in books[1:]:
        books[0].merge(other)
    keep(books[0], into)
    print(f"kept in {into}: {len(books[0]):,} positions, {books[0].moves_known:,} moves")


@book.command()
def export(
    file: Annotated[str, typer.Argument(metavar="FILE|GAME", help="a book, or a game whose book is meant")],
    to: Annotated[Path, typer.Argument(metavar="TO.bin", help="a Polyglot book, for other programs")],
) -> None:
    """Write a book of chess in Polyglot's format."""
    from zermelo.book.polyglot import POLYGLOT, write_polyglot

    if to.suffix != POLYGLOT:
        raise BadParameter(f"a book is exported as Polyglot's {POLYGLOT}, not as {to.name!r}")
    print(f"{write_polyglot(meant(file), to):,} entries in {to}")


@book.command()
def show(
    file: Annotated[str, typer.Argument(metavar="FILE|GAME", help="a book, or a game whose book is meant")],
    moves: Moves = "",
    game: OwnGame = "",
) -> None:
    """Show what a book says of a position."""
    from zermelo.game.playthrough import Playthrough

    name_by_hand(game)
    made = meant(file)
    line = Playthrough(made.start)
    for part in moves.split():
        line.play_text(part)
    if not moves:
        print(f"{made.name} from {made.start.to_text()}: {len(made):,} positions, {made.moves_known:,} moves")
        print(f"made         {made.about or 'nobody says how'}")
    known = made.known(line.state, line.moves())
    if not known:
        print("the book ends here")
    chances = made.choices(line.state, line.moves())
    for move, one in sorted(known.items(), key=lambda item: (-chances.get(item[0], 0), -item[1].games))[:SHOWN]:
        print(f"{line.state.move_text(move):12} {chances.get(move, 0):4.0%}  {one.words()}")


# ---------------------------------------------------------------------- helpers


def opened(path: Path, start: Any, name: str) -> Book:
    """The book of a file, or a new one; one that begins elsewhere is refused."""
    from zermelo.book.book import Book
    from zermelo.book.files import read_book

    if not path.exists():
        return Book(start, name=name)
    found = read_book(path, type(start))
    if found.start.to_text() != start.to_text():
        raise BadParameter(f"{path} is a book from {found.start.to_text()}: name another --out, or begin there")
    return found


def meant(text: str) -> Book:
    """A book by its file, or that of a game."""
    from zermelo.book.files import read_book
    from zermelo.book.kept import find_book
    from zermelo.games import catalogue

    if Path(text).is_file():
        return read_book(Path(text))
    found = find_book(catalogue.variant(text)) if not text.endswith(".zbook") else None
    if found is None:
        raise BadParameter(f"there is no book called {text}: `zermelo book build GAME` makes one")
    return found


def keep(made: Book, path: Path) -> None:
    """Write the book, or say why not."""
    from zermelo.book.files import write_book
    from zermelo.book.kept import look_again

    try:
        write_book(made, path)
    except OSError as problem:
        raise BadParameter(f"{path} cannot be written: {problem.strerror}; choose another place") from None
    look_again()


def grown_by(before: str, text: str, seed: int, seconds: float, positions: int) -> str:
    """How a book was made, in words."""
    now = f"{positions:,} positions searched by {text}, seed {seed}, in {seconds:.0f} s"
    return f"{before}; {now}" if before else now


def value_of(growth: Any) -> str:
    """What the first position is worth so far."""
    value = growth.nodes[growth.first].value
    return f"{value + 0.0:+.4g}" if value == value else "unknown"
