"""What every search has in common: a question about a position, and a result that explains itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from zermelo.errors import BadLimit
from zermelo.game.game import Game
from zermelo.game.playthrough import Playthrough
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult

Update = Callable[[SearchResult], None]


class Searcher(Protocol):
    """Anything that can be asked for a move; it may remember what it found from one question to the next."""

    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """Search a position until a limit or the stop event; `on_update` hears what is known so far."""
        ...


def asked(game: Any, limits: Limits | None) -> tuple[Playthrough, Limits]:
    """The position with its history and the limits, both checked: a finished game leaves nothing to search."""
    playthrough = game if isinstance(game, Playthrough) else Playthrough(game)
    if not playthrough.moves():
        raise BadLimit("the game is over in this position: there is nothing to search")
    return playthrough, (limits or Limits()).checked()


def line_text(state: Game, moves: Iterable[int]) -> str:
    """Moves that follow a position, in the game's notation."""
    state = state.copy()
    shown = []
    for move in moves:
        shown.append(str(state.move_text(move)))
        state.play(move)
    return " ".join(shown)
