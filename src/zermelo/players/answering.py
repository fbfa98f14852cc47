"""Positions searched side by side for a book: by several players in threads here, or by workers of a cluster."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self

from zermelo.book.growing import Question
from zermelo.cluster import Place, Workers
from zermelo.errors import BadPlayer
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.players.base import Player
from zermelo.players.best import pick_for
from zermelo.players.catalogue import player as find_player
from zermelo.search.common.result import SearchResult


@dataclass(frozen=True)
class Asked:
    """What whoever searches must know."""

    game: str
    settings: tuple[tuple[str, str], ...]
    player: str
    lines: int
    seed: int

    def answer(self, player: Player, question: Question, stop: threading.Event | None = None) -> SearchResult:
        """Search one position."""
        line = Playthrough(self.game_class().from_text(question.start))
        for move in question.moves:
            line.play(move)
        return player.think(line, lines=self.lines, stop_event=stop)

    def game_class(self) -> Any:
        """The class of the game."""
        return catalogue.variant(self.game, dict(self.settings))

    def new_player(self) -> Player:
        """A player that can rank moves."""
        made = find_player(self.player)
        if made.text.partition(":")[0] in ("best", "human", "random", "perfect"):
            raise BadPlayer(f"a book is grown by a search, such as alphabeta:time=1, not by {made.text}")
        made.new_game(self.seed)
        return made


def default_player(cls: Any, seconds: float) -> str:
    """The search that serves a game, with so much time for a position."""
    pick = pick_for(cls)
    settings = {**dict(pick.settings), "time": f"{seconds:g}"}
    return f"{pick.name}:{','.join(f'{name}={value}' for name, value in settings.items())}"


def answering(asked: Asked) -> Callable[[Question], SearchResult]:
    """In a worker: a player, and how it answers."""
    return partial(asked.answer, asked.new_player())


class Near:
    """Players in threads of this process."""

    def __init__(self, asked: Asked, count: int) -> None:
        self.asked, self.count, self.stop = asked, count, threading.Event()
        self.free: SimpleQueue[Player] = SimpleQueue()
        for _ in range(count):
            self.free.put(asked.new_player())
        self.pool = ThreadPoolExecutor(count)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.stop.set()  # after Ctrl-C nobody waits for a search to end by itself
        self.pool.shutdown(cancel_futures=True)

    def answers(self, questions: Sequence[Question]) -> Iterator[tuple[Question, SearchResult]]:
        """Every question with its answer, as they come."""
        waiting = {self.pool.submit(self.one, question): question for question in questions}
        for done in as_completed(waiting):
            yield waiting[done], done.result()

    def one(self, question: Question) -> SearchResult:
        """One position, by whoever is free."""
        player = self.free.get()
        try:
            return self.asked.answer(player, question, self.stop)
        finally:
            self.free.put(player)


class Far:
    """Workers of a cluster."""

    def __init__(self, asked: Asked, place: Place, count: int) -> None:
        self.workers: Workers[Question, SearchResult] = Workers(place, partial(answering, asked), count)
        self.count, self.answers = self.workers.count, self.workers.answers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.workers.close()
