"""Any player in a process of its own, with an end to its time and to its memory."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import asdict, dataclass, field
from typing import Any

from zermelo.errors import BadChoice, BadPlayer, Vanished
from zermelo.game.playthrough import Playthrough
from zermelo.players.base import Resigns, as_playthrough, simple_result
from zermelo.players.process.apart import Apart
from zermelo.players.process.lines import MEMORY, LineProcess
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update

SILENCE = 300.0  # seconds without a word after which a player hangs, where no clock says less
START = 120.0  # seconds to start a process and to read the player's file


@dataclass(frozen=True)
class GameName:
    """A game as a text names it: enough for another process to find it."""

    game: str
    settings: dict[str, str] = field(default_factory=dict)
    position: str = ""


class Isolated(Apart):
    """A player by their text, asked in another process; what goes wrong there is a `BadPlayer` here."""

    def __init__(self, text: str, game: GameName, *, memory: int = 0) -> None:
        self.text, self.game, self.memory = text, game, memory
        self.broken: BadPlayer | None = None  # a player who cannot be made will not be tried again
        self.seed = 0
        self.sent: list[int] = []
        self.begun: tuple[bytes, int, int] | None = None  # the start that the process knows
        self.offer = False

    def new_game(self, seed: int = 0) -> None:
        """The process hears of it with the next question."""
        self.seed, self.begun = seed, None

    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: threading.Event | None = None
    ) -> SearchResult:
        """Ask the process for a move."""
        playthrough = as_playthrough(game)
        limits = None if self.allowed is None else asdict(self.allowed)
        answer = self.ask({"do": "think", "limits": limits, **self.news(playthrough)})
        if "resigns" in answer:
            raise Resigns
        self.offer = bool(answer.get("draw"))
        known = {name: answer[name] for name in ("value", "proven", "depth", "nodes", "seconds")}
        return simple_result(playthrough, int(answer["move"]), self.text, **known)

    def warm(self, game: Any) -> None:
        """Start the process, and let the player there compile what it needs."""
        self.patience = None
        self.ask({"do": "warm", **self.news(as_playthrough(game))})

    def offers_draw(self, game: Any) -> bool:
        """As the process said with its last move."""
        return self.offer

    def accepts_draw(self, game: Any) -> bool:
        """Ask the process."""
        return bool(self.ask({"do": "accept", **self.news(as_playthrough(game))})["accepts"])

    def news(self, line: Playthrough) -> dict[str, Any]:
        """What the process does not know of a game yet."""
        self.started()
        first = (line.start.tobytes(), *line.first_clocks())
        told: dict[str, Any] = {}
        if first != self.begun:
            told["start"] = {"state": first[0].hex(), "progress": first[1], "ply": first[2], "seed": self.seed}
            self.begun, self.sent = first, []
        same = 0
        while same < min(len(self.sent), len(line.played)) and self.sent[same] == line.played[same]:
            same += 1
        told |= {"back": len(self.sent) - same, "moves": line.played[same:]}
        self.sent = list(line.played)
        return told

    # ------------------------------------------------------------------ the process

    def started(self) -> LineProcess:
        """The process, started where there is none."""
        if self.broken is not None:
            raise self.broken
        if self.process is None:
            self.begun = None
            self.process = LineProcess([sys.executable, "-m", "zermelo.players.process.child"], self.text)
            try:
                self.exchange({"do": "begin", "player": self.text, "memory": self.memory, **asdict(self.game)}, START)
            except BadPlayer as problem:
                self.broken = problem
                self.close()
                raise
        return self.process

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """One question and its answer, within the time that was given."""
        return self.exchange(question, SILENCE if self.patience is None else self.patience)

    def exchange(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """A line there and a line back."""
        assert self.process is not None
        try:
            self.process.write(json.dumps(question))
            answer: dict[str, Any] = json.loads(self.process.read(seconds))
        except Vanished:
            self.process = None  # the next question starts another
            raise
        if "problem" in answer:
            kind, problem = answer["kind"], answer["problem"]
            if kind == "illegal":
                raise BadChoice(problem)
            if kind == MEMORY:
                self.close()
                raise Vanished(f"{self.text} used more than {self.memory} MB of memory", MEMORY)
            raise BadPlayer(problem)
        return answer
