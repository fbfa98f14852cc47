"""Someone who chooses a move: what all players have in common, and those that search."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.errors import Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.game.veil import veiled
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Searcher, Update, one_at_a_time

INSTANT = 0.001  # seconds


class Player:
    """Someone who chooses a move; `text` names them. Whoever wants to write a player derives from this class."""

    text = "player"

    def choose(self, game: Any) -> int | str:
        """A legal move of the position, as a number or in the game's notation."""
        return self.think(game).move

    def think(
        self,
        game: Any,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """A move together with all that is known about it; for a player who only chooses, the move alone."""
        if type(self).choose is Player.choose:
            raise Unsupported(f"{self.text} is no player yet: give its class a method `choose` or `think`")
        playthrough = as_playthrough(game)
        chosen = self.choose(veiled(playthrough))
        return simple_result(
            playthrough, playthrough.parse_move(chosen) if isinstance(chosen, str) else chosen, self.text
        )

    def new_game(self, seed: int = 0) -> None:
        """Forget the last game; random choices begin anew from the seed."""

    def warm(self, game: Any) -> None:
        """Compile what the player needs for a game, or load it, without thinking; most players need nothing."""

    def __repr__(self) -> str:
        return f"player({self.text!r})"


class Searching(Player):
    """A search with its limits; the clock of a whole game is kept here."""

    def __init__(
        self, text: str, make: Callable[[int], Searcher], limits: Limits, *, notes: tuple[str, ...] = ()
    ) -> None:
        self.text, self.make, self.limits, self.notes = text, make, limits, notes
        self.searcher: Searcher | None = None
        self.left = limits.clock
        self.seed = 0

    @one_at_a_time
    def new_game(self, seed: int = 0) -> None:
        """A full clock and an empty memory."""
        self.left, self.seed, self.searcher = self.limits.clock, seed, None

    def warm(self, game: Any) -> None:
        """Search for an instant: every search compiles before its clock starts. This one's memory stays as it is."""
        self.make(self.seed).think(game, Limits(seconds=INSTANT))

    @one_at_a_time
    def think(
        self,
        game: Any,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """Search within the limits."""
        self.searcher = self.searcher or self.make(self.seed)
        begin = time.perf_counter()
        limits = self.limits if self.left is None else replace(self.limits, clock=max(self.left, 0.01))
        result = self.searcher.think(game, limits, lines=lines, on_update=on_update, stop_event=stop_event)
        if self.left is not None:
            self.left += self.limits.increment - (time.perf_counter() - begin)
        return replace(result, notes=(*self.notes, *result.notes)) if self.notes else result


def as_playthrough(game: Any) -> Playthrough:
    """A position as a playthrough."""
    return game if isinstance(game, Playthrough) else Playthrough(game)


def simple_result(playthrough: Playthrough, move: int, algorithm: str, **known: Any) -> SearchResult:
    """The result of a choice that took no search."""
    text = str(playthrough.state.move_text(move))
    found: dict[str, Any] = {
        "value": 0.0, "proven": "", "depth": 0, "nodes": 0, "seconds": 0.0, "stopped_by": "depth"
    } | known  # fmt: skip
    return SearchResult(move=move, move_text=text, line=(move,), line_text=text, algorithm=algorithm, **found)
