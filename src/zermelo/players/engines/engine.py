"""An engine as a player: its program, its process, how long it may think, and what goes wrong with it."""

from __future__ import annotations

import os
import shlex
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from zermelo.errors import BadPlayer, Vanished
from zermelo.game.playthrough import Playthrough
from zermelo.players.base import SLACK, as_playthrough, legal, simple_result
from zermelo.players.process.apart import Apart
from zermelo.players.process.lines import HANG, LineProcess
from zermelo.search.common.limits import DEFAULT_SECONDS, LIMITS, Limits
from zermelo.search.common.options import Setting
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time

HANDSHAKE = 20.0  # seconds to start and to answer the first question
SILENCE = 300.0  # seconds without a move after which an engine hangs, where no clock says less
TICK = 0.02  # seconds between two looks at the stop event
BESIDE = ":/usr/games:/usr/local/games"  # where Debian keeps engines

SETTINGS = (*LIMITS[:3], Setting("elo", int, "hold back to about this rating, where the engine can", low=0, high=5000))
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Said:
    """What an engine answered: a move, and what it thinks of it for the player to move."""

    move: int
    value: float = 0.0
    depth: int = 0
    nodes: int = 0
    proven: str = ""


def program_of(text: str, command: str) -> list[str]:
    """A command as its words, the program by its whole path; one sentence where there is none."""
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise BadPlayer(f"the command of {text!r} cannot be read: {problem}") from None
    if not words:
        raise BadPlayer(f"{text!r} names no program: write the command after the colon, as in uci:stockfish")
    found = shutil.which(words[0]) or shutil.which(words[0], path=os.environ.get("PATH", "") + BESIDE)
    if found is None:
        name = words[0].rpartition("/")[2]
        raise BadPlayer(f"there is no program {words[0]!r}: install it (apt-get install {name}) or write its path")
    return [found, *words[1:]]


class Engine(Apart):
    """An engine by its text; a subclass speaks a protocol."""

    protocol: ClassVar[str] = ""
    plays_along: ClassVar[bool] = False  # whether the engine has made its move on its own board when it tells it

    def __init__(self, text: str, command: str, values: dict[str, Any], options: dict[str, str]) -> None:
        self.text, self.command, self.options = text, program_of(text, command), options
        self.elo: int | None = values.get("elo")
        self.limits = Limits(values.get("depth"), values.get("nodes"), values.get("time"))
        self.broken: BadPlayer | None = None  # an engine that cannot be started will not be tried again
        self.known: list[int] = []  # the moves that the process has been told
        self.begun: tuple[bytes, int, int] | None = None  # and where they began

    # ------------------------------------------------------------------ what a protocol fills in

    def greet(self) -> None:
        """Say what must be said once, and hear whether the protocol is spoken."""
        raise NotImplementedError

    def begin(self, line: Playthrough) -> None:
        """A new game, from its start."""
        raise NotImplementedError

    def ask(self, line: Playthrough, terms: Limits, asking: Asking) -> Said:
        """The engine's move."""
        raise NotImplementedError

    # ------------------------------------------------------------------ as a player

    def new_game(self, seed: int = 0) -> None:
        """The engine hears of it with the next question."""
        self.begun = None

    @one_at_a_time
    def warm(self, game: Any) -> None:
        """Start the engine, and let it make ready for the game."""
        self.prepare(as_playthrough(game))

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: threading.Event | None = None
    ) -> SearchResult:
        """Ask the engine."""
        playthrough, _ = asked(game, None)
        begin = time.perf_counter()
        self.prepare(playthrough)
        asking = Asking(playthrough, max(lines, 1), on_update, stop_event, self.text)
        said = self.ask(playthrough, self.terms(), asking)
        self.known = [*playthrough.played, said.move] if self.plays_along else list(playthrough.played)
        known = {"value": said.value, "depth": said.depth, "nodes": said.nodes, "proven": said.proven}
        stopped = "stop" if stop_event is not None and stop_event.is_set() else "seconds"
        spent = time.perf_counter() - begin
        found = simple_result(playthrough, said.move, self.text, **known, seconds=spent, stopped_by=stopped)
        return asking.told(found)

    def prepare(self, line: Playthrough) -> None:
        """A process that knows which game is played."""
        self.started()
        first = (line.start.tobytes(), *line.first_clocks())
        if first != self.begun:
            self.known = []
            self.begin(line)
            self.begun = first

    def started(self) -> LineProcess:
        """The process, started where there is none."""
        if self.broken is not None:
            raise self.broken
        if self.process is None:
            self.begun = None
            self.process = LineProcess(self.command, self.text)
            try:
                self.greet()
            except BadPlayer as problem:
                self.broken = problem
                self.close()
                raise
        return self.process

    def close(self) -> None:
        """Ask it to go, and end the process."""
        self.begun = None
        super().close()

    # ------------------------------------------------------------------ how long

    def new_moves(self, line: Playthrough) -> int:
        """How many of a game's moves the process knows; it begins anew where it knows others."""
        same = 0
        while same < len(self.known) and same < len(line.played) and self.known[same] == line.played[same]:
            same += 1
        if same == len(self.known):
            return same
        self.begin(line)
        self.known = []
        return 0

    def terms(self) -> Limits:
        """What the next move may use: a referee's terms, as far as limits of one's own go."""
        own, allowed = self.limits, self.allowed
        if allowed is None:
            return own if own != Limits() else Limits(seconds=DEFAULT_SECONDS)
        nodes = min((x for x in (allowed.nodes, own.nodes) if x is not None), default=None)
        found = replace(allowed, depth=own.depth, nodes=nodes)
        if own.seconds is not None and (allowed.time_for_move() or own.seconds) >= own.seconds:
            return replace(found, clock=None, increment=0.0, moves_to_go=0, seconds=own.seconds)
        if found.seconds is not None:
            return replace(found, seconds=max(found.seconds - SLACK, 0.001))
        return found

    def until(self, done: Callable[[str], Answer | None], asking: Asking | None, stop: str = "") -> Answer:
        """Read lines until one is the answer; `stop` is what the stop event makes us send."""
        process = self.process
        assert process is not None
        patience = SILENCE if self.patience is None else self.patience
        end = time.monotonic() + patience
        event = asking.stop_event if asking is not None else None
        while True:
            left = end - time.monotonic()
            line = process.next_line(max(min(left, TICK) if event is not None else left, 0.0))
            if line is not None:
                answer = done(line)
                if answer is not None:
                    return answer
            elif left <= 0:
                self.lost()
                raise Vanished(f"{self.text} made no move within {patience:.3g} s", HANG)
            if event is not None and event.is_set():
                event = None
                if stop:
                    process.write(stop)
                end = min(end, time.monotonic() + HANDSHAKE)

    def reply(self, question: str, done: Callable[[str], Answer | None], wanted: str) -> Answer:
        """The answer to a question before any clock runs; who gives another one speaks another protocol."""
        process = self.process
        assert process is not None
        end = time.monotonic() + HANDSHAKE
        heard: list[str] = []
        try:
            process.write(question)
            while (line := process.next_line(max(end - time.monotonic(), 0.0))) is not None:
                answer = done(line)
                if answer is not None:
                    return answer
                if line.strip() and len(heard) < 3:
                    heard.append(line.strip()[:60])
        except Vanished as problem:
            self.lost()
            raise Vanished(
                f"{problem}, before it said {wanted}; start it in a terminal to see why", problem.kind
            ) from None
        self.lost()
        what = f"but {' / '.join(heard)!r}" if heard else "and nothing else"
        raise Vanished(
            f"{self.text} does not speak {self.protocol.upper()}: within {HANDSHAKE:g} s it did not answer "
            f"{question.splitlines()[0]!r} with {wanted!r} {what}; look which protocol the program speaks",
            HANG,
        )

    def lost(self) -> None:
        """The process is of no more use; the next question starts another."""
        self.close()

    def chosen(self, line: Playthrough, move: int) -> int:
        """A move that was read, if it is legal."""
        return legal(line, move, self.text)


@dataclass
class Asking:
    """A question under way: what is wanted besides a move, and what was told so far."""

    line: Playthrough
    lines: int
    on_update: Update | None
    stop_event: threading.Event | None
    who: str
    latest: SearchResult | None = None

    @property
    def curious(self) -> bool:
        """Whether anybody wants to see lines of play: reading them takes longer than asking for a move."""
        return self.on_update is not None or self.lines > 1

    def update(self, result: SearchResult) -> None:
        """Tell what is known so far."""
        self.latest = result
        if self.on_update is not None:
            self.on_update(result)

    def told(self, found: SearchResult) -> SearchResult:
        """The result with the lines of play that were told on the way to it."""
        if self.latest is None:
            return found
        if self.latest.move != found.move:  # an engine that is held back plays another move than its best
            return replace(found, lines=self.latest.lines)
        return replace(found, line=self.latest.line, line_text=self.latest.line_text, lines=self.latest.lines)
