"""Weights in memory that positions carry: how they come to do so, and a searcher that sees to it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from zermelo.game.playthrough import Playthrough
from zermelo.search.common.limits import Limits
from zermelo.search.common.memory import address_of
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Searcher, Update, asked


class Carrier:
    """Weights of one game: a block of memory, and a class derived from the game's, whose states know its address."""

    def __init__(self, plain: Any, cls: Any, block: NDArray[Any]) -> None:
        self.plain, self.cls, self.block = plain, cls, block

    def state(self, state: Any) -> Any:
        """The same position with these weights."""
        made = self.cls.blank()
        for name in self.plain._fields:
            setattr(made, name, getattr(state, name))
        made.net = address_of(self.block)
        return made

    def playthrough(self, playthrough: Playthrough) -> Playthrough:
        """The same game so far: its keys stay, since the bytes of the key are the same."""
        made = playthrough.copy()
        made.state = self.state(playthrough.state)
        return made


class CarryingSearch:
    """A searcher that asks another one, whose positions carry weights."""

    def __init__(self, searcher: Searcher, carry: Callable[[Any], Carrier]) -> None:
        self.searcher, self.carry = searcher, carry  # the weights for a game's class
        self.carrier: Carrier | None = None

    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """Search with that evaluation."""
        playthrough, limits = asked(game, limits)
        cls = type(playthrough.state)
        if self.carrier is None or self.carrier.plain is not cls:
            self.carrier = self.carry(cls)
        return self.searcher.think(
            self.carrier.playthrough(playthrough), limits, lines=lines, on_update=on_update, stop_event=stop_event
        )
