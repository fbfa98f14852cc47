"""Engines that speak GTP, the Go Text Protocol: Go, and by the same words Othello and Hex."""

from __future__ import annotations

from typing import ClassVar

from zermelo.errors import BadChoice, BadMove, BadPlayer, Unsupported, Vanished
from zermelo.game.playthrough import Playthrough
from zermelo.players.base import Resigns
from zermelo.players.engines.dialects import GTP, spoken, start_text
from zermelo.players.engines.engine import Asking, Engine, Said
from zermelo.players.process.lines import LineProcess
from zermelo.search.common.limits import Limits

COLOURS = ("black", "white")
MODES = {"gnugo": ("--mode", "gtp")}  # programs that must be told to speak it


class Gtp(Engine):
    """An engine over GTP."""

    protocol: ClassVar[str] = GTP
    plays_along: ClassVar[bool] = True

    def started(self) -> LineProcess:
        """Some programs must be told to speak it."""
        more = MODES.get(self.command[0].rpartition("/")[2], ())
        if not set(more) & set(self.command):
            self.command += more
        return super().started()

    def greet(self) -> None:
        """Whether it speaks the protocol; what it can do."""
        if self.elo is not None or self.options:
            name = "elo" if self.elo is not None else next(iter(self.options))
            raise BadPlayer(
                f"{self.text}: GTP has no options, so {name} cannot be set; give it to the program, after its name"
            )
        self.question("protocol_version", greeting=True)
        self.can = set(self.question("list_commands", greeting=True).split())

    def question(self, command: str, greeting: bool = False) -> str:
        """The answer to one command; a refusal is the engine's mistake."""
        parts: list[str] = []

        def heard(line: str) -> str | None:
            if not parts and not line.startswith(("=", "?")):
                return None  # what was said before the answer, and empty lines
            if line.strip():
                parts.append(line.strip())
                return None
            return "\n".join(parts) if parts else None

        if greeting:
            answer = self.reply(command, heard, "=")
        else:
            assert self.process is not None
            self.process.write(command)
            answer = self.until(heard, None)
        if answer.startswith("?"):
            raise BadPlayer(f"{self.text} refuses {command!r}: {answer[1:].strip() or 'without a reason'}")
        return answer[1:].strip()

    def begin(self, line: Playthrough) -> None:
        """An empty board of the right size."""
        self.dialect, size = spoken(self.protocol, line)
        start_text(self.dialect, line)  # refuses what is no start
        if "set_game" in self.can and self.dialect.game != "go":
            self.question(f"set_game {self.dialect.game.capitalize()}")
        self.question(f"boardsize {size}")
        self.question("clear_board")
        if self.dialect.game == "go":
            self.question(f"komi {line.state.komi:g}")

    def ask(self, line: Playthrough, terms: Limits, asking: Asking) -> Said:
        """Tell the moves that are new, then ask for one."""
        if terms.nodes is not None or terms.depth is not None:
            raise Unsupported(f"{self.text} cannot count nodes or plies: GTP limits thinking by time alone")
        same = self.new_moves(line)
        states = line.states()
        for at in range(same, len(states)):
            state = states[at]
            text = self.dialect.write(state, line.played[at])
            try:
                self.question(f"play {COLOURS[state.turn]} {text}")
            except Vanished:
                raise
            except BadPlayer:
                if text != "pass" or self.dialect.game == "go":
                    raise  # at Othello some programs pass by themselves, and refuse to be told
        self.known = list(line.played)
        colour = COLOURS[line.turn]
        self.tell_time(colour, terms)
        answer = self.question(f"genmove {colour}")
        if answer.lower() == "resign":
            raise Resigns
        try:
            move = self.dialect.read(line, answer)
        except BadMove:
            raise BadChoice(f"{self.text} answers {answer!r}, which is no legal move: {line.state.to_text()}") from None
        return Said(move)

    def tell_time(self, colour: str, terms: Limits) -> None:
        """The clock, for engines that look at one."""
        if self.allowed is None and self.limits.seconds is None:
            return  # its own way of thinking, as on its command line
        if terms.clock is not None and "time_left" in self.can:
            if not self.known[:2] and "time_settings" in self.can:
                self.question(f"time_settings {max(round(terms.clock), 1)} 0 0")
            self.question(f"time_left {colour} {max(int(terms.clock), 0)} {terms.moves_to_go}")
        elif terms.seconds is not None and "time_settings" in self.can:
            self.question(f"time_settings 0 {max(int(terms.seconds), 1)} 1")
