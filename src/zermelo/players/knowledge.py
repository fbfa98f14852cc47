"""What is known of a position without thinking: what each move is worth by a table, or what the book says of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from zermelo.book.kept import find_book
from zermelo.game.playthrough import Playthrough
from zermelo.solve.tablebase import Tablebase, best_of, installed

TABLE, BOOK = "table", "book"


@dataclass(frozen=True)
class KnownMove:
    """A move, and what a table or the book says of it."""

    move: str
    source: str  # table or book
    words: str  # `win in 31`, or how often, with what success, and who gave the score
    share: float  # how often the book plays it; 1 for the best moves of a table, 0 for the others

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def known_moves(playthrough: Playthrough) -> list[KnownMove]:
    """All moves that a table knows, the best first; else those of the book that is kept for the game."""
    state = playthrough.state
    legal = playthrough.moves()
    if playthrough.turn < 0 or not legal or state.hidden:
        return []
    for table in installed(type(state)):
        if found := table_moves(table, playthrough, legal):
            return found
    book = find_book(type(state))
    if book is None:
        return []
    chances = book.choices(state, legal)
    known = book.known(state, legal)
    order = sorted(known, key=lambda move: (-chances.get(move, 0.0), -known[move].games))
    return [KnownMove(str(state.move_text(move)), BOOK, known[move].words(), chances.get(move, 0.0)) for move in order]


def table_moves(table: Tablebase, playthrough: Playthrough, legal: list[int]) -> list[KnownMove]:
    """What a table says of every move; nothing where it does not hold them all."""
    state = playthrough.state
    found = table.moves(state)
    if not found:
        return []
    left, shown = {move: found[move] for move in legal}, list[KnownMove]()
    best = left[best_of(left)].value
    while left:
        move = best_of(left)
        known = left.pop(move)
        shown.append(KnownMove(str(state.move_text(move)), TABLE, known.words(), float(known.value == best)))
    return shown
