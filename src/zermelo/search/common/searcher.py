"""What every search has in common: a question about a position, and a result that explains itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.game import Game
from zermelo.game.playthrough import Playthrough
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult

Update = Callable[[SearchResult], None]
DEFAULT = Limits().checked()


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


S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")

_busy: ContextVar[tuple[int, ...]] = ContextVar("busy", default=())  # those whose questions led to this one
_first = threading.Lock()  # held while a lock is made


def one_at_a_time(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Let threads that ask the same object wait for each other: its table, tree and work space serve one question.

    Who asks it again from inside an answer (in `on_update`, say) would wait for themselves, and is refused.
    """

    @wraps(method)
    def alone(self: S, /, *arguments: P.args, **named: P.kwargs) -> R:
        if id(self) in _busy.get():
            raise Unsupported(f"this {type(self).__name__} is at work on a question: ask another one from inside it")
        with lock_of(self):
            token = _busy.set((*_busy.get(), id(self)))
            try:
                return method(self, *arguments, **named)
            finally:
                _busy.reset(token)

    return alone


def lock_of(thinker: Any) -> threading.Lock:
    """The lock of a searcher or player, made when it is first needed."""
    with _first:
        lock: threading.Lock = thinker.__dict__.setdefault("_one_at_a_time", threading.Lock())
    return lock


def asked(game: Any, limits: Limits | None) -> tuple[Playthrough, Limits]:
    """The position with its history and the limits, both checked: a finished game leaves nothing to search."""
    playthrough = game if isinstance(game, Playthrough) else Playthrough(game)
    if not playthrough.moves():
        raise BadLimit("the game is over in this position: there is nothing to search")
    return playthrough, limits.checked() if limits else DEFAULT


def move_texts(state: Game, moves: Iterable[int]) -> list[str]:
    """Moves that follow a position one after another, each in the game's notation."""
    state = state.copy()
    shown = []
    for move in moves:
        shown.append(str(state.move_text(move)))
        state.play(move)
    return shown


def line_text(state: Game, moves: Iterable[int]) -> str:
    """The same as one text."""
    return " ".join(move_texts(state, moves))
