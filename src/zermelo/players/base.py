"""Someone who chooses a move: what all players have in common, and those that search."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from zermelo.errors import BadChoice, BadMove, Unsupported
from zermelo.game.plain_game import is_plain
from zermelo.game.playthrough import Playthrough
from zermelo.game.veil import veiled
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Searcher, Update, one_at_a_time

if TYPE_CHECKING:
    from zermelo.players.booked import Booking
    from zermelo.search.common.plain_search import PlainSearch

INSTANT = 0.001  # seconds
SLACK = 0.002  # seconds between the end of a search and the referee's clock
RESIGN = "resign"  # what `choose` may answer in place of a move


class Resigns(Exception):
    """A player gives the game up instead of choosing a move."""


class Player:
    """Someone who chooses a move; `text` names them. Whoever wants to write a player derives from this class."""

    text = "player"
    allowed: Limits | None = None  # what a referee allows for the next move

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
        if chosen == RESIGN:
            raise Resigns
        return simple_result(playthrough, legal(playthrough, chosen, self.text), self.text)

    def new_game(self, seed: int = 0) -> None:
        """Forget the last game; random choices begin anew from the seed."""

    def allow(self, limits: Limits | None) -> None:
        """A referee says what the next move may use; None: whatever the player was made with."""
        self.allowed = limits

    def offers_draw(self, game: Any) -> bool:
        """Asked after a move of one's own: whether it comes with the offer of a draw."""
        return False

    def accepts_draw(self, game: Any) -> bool:
        """Asked when somebody offers a draw."""
        return False

    def close(self) -> None:
        """Nobody plays any more: let go of processes and files."""

    def warm(self, game: Any) -> None:
        """Compile what the player needs for a game, or load it, without thinking; most players need nothing."""

    def __repr__(self) -> str:
        return f"player({self.text!r})"


class Searching(Player):
    """A search with its limits; the clock of a whole game is kept here."""

    def __init__(
        self,
        text: str,
        make: Callable[[int], Searcher],
        limits: Limits,
        *,
        notes: tuple[str, ...] = (),
        booking: Booking | None = None,
    ) -> None:
        self.text, self.make, self.limits, self.notes = text, make, limits, notes
        self.searcher: Searcher | None = None
        self.booking = booking
        self.left = limits.clock
        self.seed = 0

    @one_at_a_time
    def new_game(self, seed: int = 0) -> None:
        """A full clock and an empty memory."""
        self.left, self.seed, self.searcher = self.limits.clock, seed, None
        if self.booking is not None:
            self.booking.new_game(0, seed)

    def warm(self, game: Any) -> None:
        """Search for an instant: every search compiles before its clock starts. This one's memory stays as it is."""
        if not is_plain(as_playthrough(game).state):
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
        if is_plain(as_playthrough(game).state):
            return self.plainly().think(game, self.within(), lines=lines, on_update=on_update, stop_event=stop_event)
        if self.booking is not None and (found := self.booking.answer(as_playthrough(game), lines)):
            return found
        self.searcher = self.searcher or self.make(self.seed)
        begin = time.perf_counter()
        limits = self.within()
        result = self.searcher.think(game, limits, lines=lines, on_update=on_update, stop_event=stop_event)
        if self.left is not None:
            self.left += self.limits.increment - (time.perf_counter() - begin)
        return replace(result, notes=(*self.notes, *result.notes)) if self.notes else result

    def plainly(self) -> PlainSearch:
        """The same search for a plain class, which no compiler can read."""
        from zermelo.search.common.plain_search import PlainSearch

        return PlainSearch(self.text.partition(":")[0], self.seed)

    def within(self) -> Limits:
        """The limits of the next move: what a referee allows, as far as depth and nodes of one's own go."""
        limits, allowed = self.limits, self.allowed
        if allowed is None:
            return limits if self.left is None else replace(limits, clock=max(self.left, 0.01))
        own = replace(limits, seconds=None, clock=None, increment=0.0)
        own = replace(own, depth=least(allowed.depth, limits.depth), nodes=least(allowed.nodes, limits.nodes))
        time_given = allowed.time_for_move()
        if time_given is None:
            return own
        own_seconds = limits.seconds if limits.seconds is not None and not self.notes else None  # a default is no wish
        return replace(own, seconds=max((least(time_given, own_seconds) or 0.0) - SLACK, 0.001))


Number = TypeVar("Number", int, float)


def least(one: Number | None, other: Number | None) -> Number | None:
    """The stricter of two limits, either of which may be missing."""
    return one if other is None else other if one is None else min(one, other)


def as_playthrough(game: Any) -> Playthrough:
    """A position as a playthrough."""
    return game if isinstance(game, Playthrough) else Playthrough(game)


def legal(playthrough: Playthrough, chosen: Any, who: str) -> int:
    """The move that somebody chose, as a number or a text, if it is one."""
    try:
        move = playthrough.parse_move(chosen) if isinstance(chosen, str) else int(chosen)
    except BadMove as problem:
        raise BadChoice(f"{who}: {problem}") from problem
    if move not in playthrough.moves():
        raise BadChoice(f"{who} chose {chosen!r}, which is no legal move: {playthrough.why_not(move)}")
    return move


def simple_result(playthrough: Playthrough, move: int, algorithm: str, **known: Any) -> SearchResult:
    """The result of a choice that took no search."""
    text = str(playthrough.state.move_text(move))
    found: dict[str, Any] = {
        "value": 0.0, "proven": "", "depth": 0, "nodes": 0, "seconds": 0.0, "stopped_by": "depth"
    } | known  # fmt: skip
    return SearchResult(move=move, move_text=text, line=(move,), line_text=text, algorithm=algorithm, **found)
