"""Engines that speak the Chess Engine Communication Protocol of XBoard and WinBoard."""

from __future__ import annotations

import re
import time
from typing import ClassVar

from zermelo.errors import BadChoice, BadMove, BadPlayer, Unsupported, Vanished
from zermelo.game.playthrough import Playthrough
from zermelo.players.base import Resigns
from zermelo.players.engines.dialects import XBOARD, spoken, start_text, value_of
from zermelo.players.engines.engine import Asking, Engine, Said
from zermelo.search.common.limits import Limits

FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
THOUGHT = re.compile(r"\s*(\d+)[.+]?\s+(-?\d+)\s+(\d+)\s+(\d+)")  # depth, score, time and nodes
MOVE = re.compile(r"(?:move\s+|\d+\.\s*(?:\.\.\.)\s+)(\S+)")
CLAIM = re.compile(r"(1-0|0-1|1/2-1/2)\b")
FEATURES = 2.0  # seconds that an engine has to tell its features, where it does not ask for more
OLD = ("Illegal move", "Error")
STARTED = {"gnuchess": ("--xboard",)}  # programs that must be told to speak it
WON = 100_000  # a score from here on counts the moves to mate


class XBoard(Engine):
    """An engine over the protocol of XBoard, version 2 or older."""

    protocol: ClassVar[str] = XBOARD
    plays_along: ClassVar[bool] = True

    def greet(self) -> None:
        """Hear the features; old engines tell none, and so say nothing for two seconds."""
        assert self.process is not None
        if self.elo is not None or self.limits.nodes is not None:
            raise BadPlayer(
                f"{self.text}: XBoard's protocol has no {'elo' if self.elo is not None else 'nodes'}; set time or depth"
            )
        self.features: dict[str, str] = {}
        end = time.monotonic() + FEATURES
        try:
            self.process.write("xboard\nprotover 2")
            while (line := self.process.next_line(max(end - time.monotonic(), 0.0))) is not None:
                if "feature " not in line:
                    continue
                for name, value in FEATURE.findall(line):
                    self.features[name] = value.strip('"')
                if self.features.get("done") == "1":
                    break
                if self.features.get("done") == "0":
                    end = time.monotonic() + 20.0
        except Vanished as problem:
            raise Vanished(
                f"{problem}, before it told its features; start it in a terminal to see why", problem.kind
            ) from None
        if not self.features:
            self.prove()
        for name, value in self.options.items():
            self.process.write(f"option {name}={value}")
        if "hash" in self.options and self.features.get("memory") == "1":
            self.process.write(f"memory {self.options['hash']}")

    def prove(self) -> None:
        """An engine without features is old, or none at all: it must make a move."""
        assert self.process is not None
        self.reply("new\nst 1\nsd 1\ngo", lambda line: MOVE.match(line), "a move")

    def begin(self, line: Playthrough) -> None:
        """A new game in force mode, at its start."""
        assert self.process is not None
        self.dialect, variant = spoken(self.protocol, line)
        known = self.features.get("variants", "normal").split(",")
        if variant not in known:
            raise Unsupported(f"{self.text} does not know {variant}: it knows {', '.join(known)}")
        first = start_text(self.dialect, line)
        self.process.write("new" + (f"\nvariant {variant}" if variant != "normal" else "") + "\nforce\neasy\npost")
        if first:
            if self.features.get("setboard") != "1":
                raise Unsupported(
                    f"{self.text} cannot set up a position: begin at the start, or with openings that are moves"
                )
            self.process.write(f"setboard {first}")
        self.settled = ""
        if self.features.get("ping") == "1":
            self.reply("ping 1", lambda line: True if line.strip() == "pong 1" else None, "pong 1")

    def ask(self, line: Playthrough, terms: Limits, asking: Asking) -> Said:
        """Tell the moves that are new in force mode, then let it go."""
        assert self.process is not None
        same = self.new_moves(line)
        states, word = line.states(), "usermove " if self.features.get("usermove") == "1" else ""
        told = [word + self.dialect.write(states[at], line.played[at]) for at in range(same, len(states))]
        self.process.write("\n".join(["force", *told, *self.clock(terms), "go"]))
        said = Said(-1)

        def heard(text: str) -> str | None:
            nonlocal said
            if thought := THOUGHT.match(text):
                score = int(thought[2])
                won = "win" if score >= WON else "loss" if score <= -WON else ""
                said = Said(-1, value_of(score, float(line.state.highest)), int(thought[1]), int(thought[4]), won)
            if found := MOVE.match(text):
                return found[1]
            if text.startswith("resign") or CLAIM.match(text):
                return text
            if text.startswith(OLD) and any(move.split()[-1] in text for move in told):
                raise BadPlayer(f"{self.text} refuses the game: {text}")
            return None

        answer = self.until(heard, asking, "?")
        if answer.startswith("resign") or (claim := CLAIM.match(answer)) and claim[1] == ("0-1", "1-0")[line.turn]:
            raise Resigns
        try:
            try:
                move = self.dialect.read(line, answer)
            except BadMove:
                move = line.parse_move(answer)  # some castle in words: O-O
        except BadMove:
            raise BadChoice(f"{self.text} answers {answer!r}, which is no legal move: {line.state.to_text()}") from None
        return Said(move, said.value, said.depth, said.nodes, said.proven)

    def clock(self, terms: Limits) -> list[str]:
        """How long it may think; what holds for the whole game is told once."""
        if terms.nodes is not None:
            raise Unsupported(f"{self.text} cannot count nodes: XBoard's protocol limits time and depth")
        found, settled = [], ""
        if terms.clock is not None:
            minutes, seconds = divmod(max(round(terms.clock), 1), 60)
            settled = f"level {terms.moves_to_go} {minutes}:{seconds:02d} {terms.increment:g}"
            left = max(round(100 * terms.clock), 1)
            found = [f"time {left}", f"otim {left}"]
            settled = self.settled if self.settled.startswith("level") else settled
        elif terms.seconds is not None:
            settled = f"st {max(round(terms.seconds), 1)}" if terms.seconds >= 1 else f"st {terms.seconds:.2f}"
        if terms.depth is not None:
            found.append(f"sd {terms.depth}")
        if settled and settled != self.settled:
            found.insert(0, settled)
            self.settled = settled
        return found
