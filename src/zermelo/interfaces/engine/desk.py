"""What all engine protocols share: a game, a player, and one search at a time beside the reading of commands."""

from __future__ import annotations

import math
import os
import queue
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, TextIO

from zermelo.errors import ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.players import Player
from zermelo.players import player as find_player
from zermelo.players.catalogue import KINDS
from zermelo.players.engines.dialects import Dialect, spoken
from zermelo.players.text import read_player
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult

FOR_EVER = 10.0**7  # seconds; only a command ends such a search
OVERHEAD = 0.01  # seconds that a move may take on its way
LINGER = 30.0  # seconds that whoever closes our input waits for a move under way
LONGEST = 1 << 20  # bytes of a command: the moves of the longest game, many times over
LARGEST = 10**9  # a number that a command holds is not taken to be larger
WHOLE = re.compile("-?[0-9]+")


def whole(text: str) -> int | None:
    """A whole number of a command, kept within bounds; None where it is none."""
    if not WHOLE.fullmatch(text):
        return None
    digits = text.lstrip("-").lstrip("0") or "0"
    size = LARGEST if len(digits) > len(str(LARGEST)) else min(int(digits), LARGEST)
    return -size if text[0] == "-" else size


def count(text: str) -> int:
    """The same; ValueError where it is none."""
    found = whole(text)
    if found is None:
        raise ValueError(text)
    return found


def real(text: str) -> float:
    """A number of a command, kept within bounds; ValueError where it is none."""
    found = float(text)
    if math.isnan(found):
        raise ValueError(text)
    return max(-FOR_EVER, min(found, FOR_EVER))


def lines_of(file: BinaryIO, complain: Callable[[str], None]) -> Iterator[str]:
    """The commands that arrive; one that is too long is passed over, bytes that are no text are marked."""
    while line := file.readline(LONGEST):
        if len(line) == LONGEST and not line.endswith(b"\n"):
            while (rest := file.readline(LONGEST)) and not rest.endswith(b"\n"):
                pass
            complain(f"a command has at most {LONGEST:,} bytes")
            continue
        yield line.decode("utf-8", "replace")


@dataclass
class Question:
    """A search under way."""

    limits: Limits
    lines: int = 1
    stop: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)  # the answer may be given


class Desk:
    """An engine behind a protocol; a subclass understands the commands."""

    protocol = ""

    def __init__(self, game: str, player: str, out: TextIO) -> None:
        self.game, self.out = game, out
        self.settings: dict[str, str] = {}
        self.text, self.chosen = player, dict[str, int]()  # the player's text, and settings that options have changed
        self.player: Player = find_player(player)
        self.line = catalogue.begin(game)
        self.dialect: Dialect = spoken(self.protocol, self.line)[0]
        self.writing = threading.Lock()
        self.question: Question | None = None
        self.jobs: queue.Queue[Callable[[], None]] = queue.Queue()
        self.warmed: Any = None
        threading.Thread(target=self.work, daemon=True).start()

    # ------------------------------------------------------------------ talking

    def say(self, text: str) -> None:
        """Write one line at once."""
        with self.writing:
            self.out.write(text + "\n")
            self.out.flush()

    def serve(self, commands: Iterable[str]) -> None:
        """Obey until `quit`, or until nobody speaks to us any more."""
        for line in commands:
            words = line.split()
            if not words:
                continue
            if words[0] == "quit":
                break
            try:
                self.obey(words, line.strip())
            except ZermeloError as problem:
                self.complain(str(problem))
        else:
            self.release()
            self.jobs.join()  # who pipes commands into us wants the answers too
        if self.question is not None:
            self.question.stop.set()

    def obey(self, words: list[str], line: str) -> None:
        """One command."""
        raise NotImplementedError

    def complain(self, why: str) -> None:
        """What the protocol lets one say of a mistake."""
        raise NotImplementedError

    # ------------------------------------------------------------------ working beside the reading

    def work(self) -> None:
        """Do what was asked for, one thing after another."""
        while True:
            job = self.jobs.get()
            try:
                job()
            except ZermeloError as problem:
                self.complain(str(problem))
            except BrokenPipeError:
                os._exit(0)
            except Exception:  # a mistake of ours: who waits for an answer should see us end
                traceback.print_exc()
                os._exit(1)
            finally:
                self.jobs.task_done()

    def warm(self) -> None:
        """Compile for the game and the player, before any clock runs."""
        place = (type(self.line.state), self.player)
        if place != self.warmed and self.line.moves():
            self.player.warm(self.line)
            self.warmed = place

    def search(self, question: Question, tell: Callable[[SearchResult], None], done: Callable[[Any], None]) -> None:
        """Think about the present position; `done` hears the result, or None where there is nothing to think about."""
        line, player = self.line.copy(), self.player
        self.question = question

        def job() -> None:
            found = None
            try:
                if line.moves():
                    player.allow(question.limits)
                    found = player.think(line, lines=question.lines, on_update=tell, stop_event=question.stop)
                question.released.wait()
            finally:
                self.question = None
            done(found)

        self.jobs.put(job)

    def halt(self) -> None:
        """End the search under way, its answer included, and wait for that."""
        self.release(stop=True)
        self.jobs.join()

    def release(self, stop: bool = False) -> None:
        """Let the search under way answer; `stop`: at once."""
        question = self.question
        if question is not None:
            if stop:
                question.stop.set()
            question.released.set()

    # ------------------------------------------------------------------ game and player

    def choose_game(self, game: str, settings: dict[str, str]) -> None:
        """Another game, at its start."""
        self.line = catalogue.begin(game, settings)
        self.game, self.settings = game, settings
        self.dialect = spoken(self.protocol, self.line)[0]

    def can_set(self, name: str) -> bool:
        """Whether the player has a setting."""
        kind = KINDS.get(read_player(self.text).name)
        return kind is not None and any(item.name == name for item in kind.settings)

    def set_player(self, **settings: int) -> None:
        """The same player with other settings."""
        self.chosen |= settings
        spec = read_player(self.text)
        given = {**spec.settings, **{name: str(value) for name, value in self.chosen.items()}}
        self.player = find_player(spec.name + ":" + ",".join(f"{name}={value}" for name, value in given.items()))

    def texts(self, line: Playthrough, moves: Iterable[int]) -> list[str]:
        """Moves that follow a position, as the protocol writes them."""
        state, found = line.state.copy(), []
        for move in moves:
            found.append(self.dialect.write(state, move))
            state.play(move)
        return found


def serve(desk: Callable[[TextIO], Desk]) -> None:
    """Talk over standard input and output until the end; nothing that is printed elsewhere disturbs it."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    code = 0
    try:
        speaker = desk(out)
        speaker.serve(lines_of(sys.stdin.buffer, speaker.complain))
        out.flush()
    except BrokenPipeError:
        pass
    except KeyboardInterrupt:
        code = 130
    os._exit(code)  # a search or a compiler still at work is of no use to anybody now
