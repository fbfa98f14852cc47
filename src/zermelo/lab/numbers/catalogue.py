"""A complete catalogue of positions: how fast it would grow, beside how fast a book does.

The lectures: one could write the best move of every position into a book and look it up, were it not for the number of
positions. Different positions are counted ply by ply, exactly as long as there is time; a straight line through the
last logarithms says how it goes on. A book grows by one search after another, wherever good play is likeliest to go.
"""

from __future__ import annotations

import time
from collections import Counter

from zermelo.book.book import Book
from zermelo.book.growing import Growth
from zermelo.book.kept import find_book
from zermelo.errors import BadLimit
from zermelo.explain.plots import Plot, Series
from zermelo.game.perft import positions
from zermelo.games import catalogue as games
from zermelo.lab.finding import Finding
from zermelo.players.answering import Asked, Near, default_player

YEAR = 365.25 * 24 * 3600
SHARE = 0.25  # of the seconds are for counting
FACTOR = 8  # times as long as all so far: about what a further ply takes


def catalogue(game: str = "chess", seconds: float = 20.0, plies: int = 12) -> Finding:
    """Positions at each ply, counted and estimated, beside those of a book grown in so many seconds."""
    if not 1 <= plies <= 200:
        raise BadLimit(f"the plies lie between 1 and 200, not {plies}")
    if not 0.5 <= seconds <= 86400:
        raise BadLimit(f"the seconds lie between 0.5 and 86400, not {seconds:g}")
    start = games.begin(game).state
    counts = counted(game, seconds * SHARE, plies)
    book, pace = grown(game, seconds * (1 - SHARE))
    held = Counter(ply for _, ply, _ in book.walk())
    kept = find_book(type(start))
    shipped = Counter(ply for _, ply, _ in kept.walk()) if kept is not None else Counter[int]()
    growth = counts[-1] / counts[-2] if len(counts) > 1 and counts[-2] else 1.0
    rows, exact, guessed = [], list[tuple[float, float]](), list[tuple[float, float]]()
    for ply in range(plies + 1):
        known = ply < len(counts)
        count = counts[ply] if known else counts[-1] * growth ** (ply - len(counts) + 1)
        if count > 0:
            (exact if known else guessed).append((float(ply), float(count)))
        years = count / pace / YEAR
        rows.append(
            (ply, count if known else float(count), "counted" if known else "estimated", held[ply], shipped[ply], years)
        )
    last = rows[-1]
    notes = (
        f"each ply has about {growth:.1f} times as many positions as the one before; the book grew by {pace:.1f} "
        f"positions a second ({len(book):,} in all)",
        f"to search the {float(last[1]):.3g} positions of ply {plies} at this pace would take {last[-1]:.3g} years: "
        "a book of the lines that good play takes is possible, a catalogue of all positions is not",
    )
    series = [Series("positions, counted", exact), *([Series("estimated", guessed, dashed=True)] if guessed else [])]
    points = [(float(ply), float(held[ply])) for ply in range(plies + 1) if held[ply]]
    series += [Series("in the book", points)] if points else []
    return Finding(
        f"{game}: all positions against a book",
        ("ply", "positions", "", "in the book", "in the kept book", "years to search"),
        tuple(rows),
        notes,
        Plot(f"A catalogue of {game}, and a book", "ply", "positions", series, log=True),
    )


def counted(game: str, seconds: float, plies: int) -> list[int]:
    """Different positions at each ply, as long as there is time."""
    line, counts = games.begin(game), list[int]()
    positions(line, 1)  # may wait for the compiler
    begin = time.process_time()
    for ply in range(plies + 1):
        counts.append(positions(line, ply) if ply else 1)
        if counts[-1] == 0 or (time.process_time() - begin) * FACTOR > seconds:  # the next ply would take too long
            break
    return counts


def grown(game: str, seconds: float) -> tuple[Book, float]:
    """A book grown from nothing, and its positions a second."""
    start = games.begin(game).state
    book = Book(start, name=game)
    growth, asked = Growth(book), Asked(game, (), default_player(type(start), max(seconds / 200, 0.02)), 4, 0)
    with Near(asked, 1) as crew:
        first = growth.next(1)
        list(growth.grow(first, crew.answers))  # the first search may wait for the compiler
        begin, before = time.perf_counter(), len(book)
        while time.perf_counter() - begin < seconds and (keys := growth.next(1)):
            list(growth.grow(keys, crew.answers))
    passed = max(time.perf_counter() - begin, 1e-9)
    return book, max(len(book) - before, 1) / passed
