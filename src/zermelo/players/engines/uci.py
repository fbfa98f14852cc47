"""Engines that speak UCI, or USI as shogi programs do."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, ClassVar

from zermelo.errors import BadChoice, BadMove, BadPlayer, Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.players.base import Resigns, simple_result
from zermelo.players.engines.dialects import UCI, USI, Dialect, spoken, start_text, value_of
from zermelo.players.engines.engine import Asking, Engine, Said
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import line_text

OPTION = re.compile(r"option name (.+?) type (\w+)(.*)")
NAMES = {"threads": "Threads", "hash": "Hash", "skill": "Skill Level"}  # short names of usual options
VARIANT, CHESS_960 = "UCI_Variant", "UCI_Chess960"
STEPS = 400  # plies of a line of play that are looked at


@dataclass(frozen=True)
class Option:
    """What can be set of an engine."""

    name: str
    kind: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    @classmethod
    def read(cls, line: str) -> Option | None:
        """An option as the engine tells it."""
        found = OPTION.match(line)
        if found is None:
            return None
        rest = found[3]
        low, high = (re.search(rf"\b{word} (-?\d+)", rest) for word in ("min", "max"))
        choices = tuple(part.strip() for part in re.split(r"\bvar\b", rest)[1:])
        return cls(found[1], found[2], int(low[1]) if low else None, int(high[1]) if high else None, choices)


@dataclass
class Info:
    """What an engine said about its search, as far as it goes."""

    value: float = 0.0
    proven: str = ""
    depth: int = 0
    nodes: int = 0
    lines: dict[int, tuple[float, list[str]]] = field(default_factory=dict)  # by their rank


class Uci(Engine):
    """An engine over UCI."""

    protocol: ClassVar[str] = UCI
    new: ClassVar[str] = "ucinewgame"

    def greet(self) -> None:
        """Options, and those that were asked for."""
        self.offered: dict[str, Option] = {}
        self.dialect: Dialect | None = None
        self.told_variant = ""

        def heard(line: str) -> bool | None:
            option = Option.read(line)
            if option:
                self.offered[option.name.lower()] = option
            return True if line.strip() == f"{self.protocol}ok" else None

        self.reply(self.protocol, heard, f"{self.protocol}ok")
        if self.elo is not None:
            self.set("UCI_LimitStrength", "true")
            self.set("UCI_Elo", str(self.elo))
        for name, value in self.options.items():
            self.set(NAMES.get(name.lower(), name), value)
        self.ready()

    def set(self, name: str, value: str) -> None:
        """One option; its name and range are the engine's."""
        assert self.process is not None
        option = self.offered.get(name.lower()) or self.offered.get(name.lower().replace("_", " "))
        if option is None:
            near = get_close_matches(name.lower(), self.offered, 1, 0.5)
            hint = (
                f"did you mean {self.offered[near[0]].name!r}?"
                if near
                else f"it has {', '.join(self.offered) or 'none'}"
            )
            raise BadPlayer(f"{self.text}: the engine has no option {name!r}; {hint}")
        if option.kind == "spin":
            low, high = option.low or 0, option.high if option.high is not None else 10**9
            if not value.lstrip("-").isdecimal() or not low <= int(value) <= high:
                raise BadPlayer(f"{self.text}: {option.name} lies between {low} and {high}, not at {value!r}")
        if option.kind == "check":
            value = {"yes": "true", "no": "false"}.get(value, value)
        self.process.write(f"setoption name {option.name}" + (f" value {value}" if option.kind != "button" else ""))

    def ready(self) -> None:
        """Wait until all that was said has been done."""
        self.reply("isready", lambda line: True if line.strip() == "readyok" else None, "readyok")

    def begin(self, line: Playthrough) -> None:
        """Name the variant, and let the engine forget the last game."""
        assert self.process is not None
        self.dialect, variant = spoken(self.protocol, line)
        self.first = start_text(self.dialect, line)
        self.texts: list[str] = []
        if variant != (self.told_variant or self.usual):
            self.choose_variant(variant)
        self.process.write(self.new)
        self.ready()

    @property
    def usual(self) -> str:
        """The game that an engine plays when no variant is named."""
        return "chess" if self.protocol == UCI else "shogi"

    def choose_variant(self, variant: str) -> None:
        """Tell the engine what is played; a sentence where it does not know that."""
        option = self.offered.get(VARIANT.lower())
        if variant in ("chess", "fischerandom") and self.protocol == UCI and CHESS_960.lower() in self.offered:
            if option is not None and "chess" in option.choices:
                self.set(VARIANT, "chess")
            self.set(CHESS_960, "true" if variant == "fischerandom" else "false")
        elif option is not None and variant in option.choices:
            self.set(VARIANT, variant)
        else:
            games = f"it knows {', '.join(option.choices)}" if option else f"it plays {self.usual} only"
            raise Unsupported(f"{self.text} does not know {variant}: {games}")
        self.told_variant = variant

    # ------------------------------------------------------------------ a move

    def ask(self, line: Playthrough, terms: Limits, asking: Asking) -> Said:
        """Tell the position, and wait for the best move."""
        assert self.process is not None
        assert self.dialect is not None
        if asking.lines > 1 and "multipv" in self.offered:
            self.set("MultiPV", str(asking.lines))
        self.process.write(f"{self.position(line)}\n{self.go(line, terms)}")
        info = Info()
        answer = self.until(lambda said: self.hear(said, info, asking), asking, "stop")
        if asking.lines > 1 and "multipv" in self.offered:
            self.set("MultiPV", "1")
        if answer == "resign":
            raise Resigns
        try:
            move = self.dialect.read(line, answer)
        except BadMove:
            raise BadChoice(f"{self.text} answers {answer!r}, which is no legal move: {line.state.to_text()}") from None
        return Said(move, info.value, info.depth, info.nodes, info.proven)

    def position(self, line: Playthrough) -> str:
        """The start and all moves; only those are written that are new."""
        assert self.dialect is not None
        same = 0
        while same < len(self.known) and same < len(line.played) and self.known[same] == line.played[same]:
            same += 1
        del self.texts[same:]
        states = line.states()
        self.texts += [self.dialect.write(states[at], line.played[at]) for at in range(len(self.texts), len(states))]
        start = f"{'fen' if self.protocol == UCI else 'sfen'} {self.first}" if self.first else "startpos"
        return f"position {start}" + (f" moves {' '.join(self.texts)}" if self.texts else "")

    def go(self, line: Playthrough, terms: Limits) -> str:
        """How long to think. Only the clock of the one who moves is known here: it is told for both."""
        parts = ["go"]
        if terms.clock is not None:
            left, gain = max(round(1000 * terms.clock), 1), round(1000 * terms.increment)
            first, second = ("w", "b") if self.protocol == UCI else ("b", "w")
            parts.append(f"{first}time {left} {second}time {left} {first}inc {gain} {second}inc {gain}")
            if terms.moves_to_go:
                parts.append(f"movestogo {terms.moves_to_go}")
        elif terms.seconds is not None:
            milliseconds = max(round(1000 * terms.seconds), 1)
            parts.append(
                f"movetime {milliseconds}" if self.protocol == UCI else f"btime 0 wtime 0 byoyomi {milliseconds}"
            )
        if terms.nodes is not None:
            parts.append(f"nodes {terms.nodes}")
        if terms.depth is not None:
            parts.append(f"depth {terms.depth}")
        return " ".join(parts)

    def hear(self, said: str, info: Info, asking: Asking) -> str | None:
        """One line of the engine's; its move where that is it."""
        if said.startswith("bestmove"):
            words = said.split()
            return words[1] if len(words) > 1 else "(none)"
        if said.startswith("info ") and " score " in said:
            read_info(said.split(), info, float(asking.line.state.highest))
            if asking.curious and self.dialect is not None and 1 in info.lines:
                result = shown(self.dialect, asking, info)
                if result is not None:
                    asking.update(result)
        return None


class Usi(Uci):
    """An engine over USI, as shogi programs speak it."""

    protocol: ClassVar[str] = USI
    new: ClassVar[str] = "usinewgame"


def read_info(words: list[str], info: Info, highest: float) -> None:
    """Depth, nodes and score of a line `info ...`; a mate is a proven result."""
    facts: dict[str, Any] = {}
    for at, word in enumerate(words[:-1]):
        if word in ("depth", "nodes", "multipv") and words[at + 1].isdecimal():
            facts[word] = int(words[at + 1])
        elif word == "score" and at + 2 < len(words):
            facts["score"] = (words[at + 1], words[at + 2])
        elif word == "pv":
            facts["pv"] = words[at + 1 :]
            break
    kind, number = facts.get("score", ("cp", "0"))
    sign = -1 if number.startswith("-") else 1
    digits = number.lstrip("+-")
    if kind == "mate":
        value, proven = sign * highest, "win" if sign > 0 and digits != "0" else "loss"
    else:
        value, proven = value_of(sign * int(digits) if digits.isdecimal() else 0, highest), ""
    rank = facts.get("multipv", 1)
    info.lines[rank] = value, facts.get("pv", [])
    info.nodes = max(info.nodes, facts.get("nodes", 0))
    if rank == 1:
        info.value, info.proven, info.depth = value, proven, facts.get("depth", info.depth)


def shown(dialect: Dialect, asking: Asking, info: Info) -> SearchResult | None:
    """What is known so far, in the game's own words; None where the engine told no line."""
    found = []
    for rank in sorted(info.lines):
        value, texts = info.lines[rank]
        branch, moves = asking.line.copy(), list[int]()
        for text in texts[:STEPS]:
            try:
                move = dialect.read(branch, text)
            except BadMove:
                break
            branch.play(move)
            moves.append(move)
        if moves:
            found.append(Line(moves[0], value, tuple(moves), line_text(asking.line.state, moves)))
    if not found:
        return None
    known = {"value": found[0].value, "depth": info.depth, "nodes": info.nodes, "proven": info.proven}
    result = simple_result(asking.line, found[0].move, asking.who, **known)
    return with_lines(result, found)


def with_lines(result: SearchResult, lines: list[Line]) -> SearchResult:
    """A result with ways to go on, the best first."""
    from dataclasses import replace

    return replace(result, line=lines[0].moves, line_text=lines[0].text, lines=tuple(lines))
