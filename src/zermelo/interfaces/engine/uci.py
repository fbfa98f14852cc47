"""Zermelo as an engine over UCI, and over USI as shogi programs speak it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TextIO

import zermelo
from zermelo.errors import BadMove, BadPosition
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.interfaces.engine.desk import FOR_EVER, OVERHEAD, Desk, Question, whole
from zermelo.players.engines.dialects import DIALECTS, UCI, USI, score_of, spoken
from zermelo.search.common.limits import DEFAULT_SECONDS, Limits
from zermelo.search.common.result import Line, SearchResult

WORDS = {  # of `go`, and whether a number follows
    "wtime": True, "btime": True, "winc": True, "binc": True, "movestogo": True, "movetime": True, "byoyomi": True,
    "depth": True, "nodes": True, "mate": True, "infinite": False, "ponder": False, "searchmoves": False,
}  # fmt: skip
MOST_HASH, MOST_THREADS, MOST_LINES = 4096, 256, 256
CHESS_960 = "UCI_Chess960"


@dataclass(frozen=True)
class Option:
    """An option of ours: what it is called and what may be set."""

    name: str
    kind: str
    default: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        """As the protocol tells it."""
        rest = f" min {self.low} max {self.high}" if self.kind == "spin" else ""
        rest += "".join(f" var {choice}" for choice in self.choices)
        return f"option name {self.name} type {self.kind} default {self.default}{rest}"


class UciDesk(Desk):
    """The commands of UCI."""

    protocol = UCI
    black_first = False

    def __init__(self, game: str, player: str, out: TextIO) -> None:
        super().__init__(game, player, out)
        self.lines, self.overhead, self.chess_960 = 1, OVERHEAD, False
        self.given: list[str] = []  # the moves of the last `position`, and where it began
        self.first = "startpos"
        self.real = Limits()  # what a search that ponders gets when its move comes true
        self.options = {option.name.lower(): option for option in self.offered()}

    def offered(self) -> list[Option]:
        """What can be set, as far as the player has it."""
        found = [Option("MultiPV", "spin", "1", 1, MOST_LINES), Option("Ponder", "check", "false")]
        found.append(Option("Move Overhead", "spin", str(round(1000 * OVERHEAD)), 0, 5000))
        hash_name = "Hash" if self.protocol == UCI else "USI_Hash"
        found += [Option(hash_name, "spin", "16", 1, MOST_HASH)] if self.can_set("tt") else []
        found += [Option("Threads", "spin", "1", 1, MOST_THREADS)] if self.can_set("threads") else []
        found += [Option("Level", "spin", "10", 1, 10)] if self.can_set("level") else []
        variants = tuple(
            dict.fromkeys(dialect.variant(catalogue.make(dialect.game)) for dialect in DIALECTS[self.protocol])
        )
        found.append(Option("UCI_Variant", "combo", spoken(self.protocol, self.line)[1], choices=variants))
        return [*found, Option(CHESS_960, "check", "false")] if self.protocol == UCI else found

    # ------------------------------------------------------------------ commands

    def obey(self, words: list[str], line: str) -> None:
        """One command; unknown words before a known one are skipped, as the protocol asks."""
        for at, word in enumerate(words):
            command = getattr(self, "do_" + word, None)
            if command is not None and word != "quit":
                command(words[at + 1 :])
                return
        self.complain(f"unknown command: {line[:80]}")

    def complain(self, why: str) -> None:
        """A mistake is told, and nothing else is done about it."""
        self.say(f"info string {why}")

    def greet(self) -> None:
        """Who we are and what can be set."""
        self.say(f"id name Zermelo {zermelo.__version__}\nid author the Zermelo developers")
        for option in self.options.values():
            self.say(str(option))
        self.say(f"{self.protocol}ok")

    def do_uci(self, rest: list[str]) -> None:
        """The first word of a program."""
        self.greet()

    def do_isready(self, rest: list[str]) -> None:
        """At once while thinking; else when all is compiled, so that no clock ever pays for that."""
        if self.question is not None:
            self.say("readyok")
            return
        self.jobs.put(self.warm)
        self.jobs.put(lambda: self.say("readyok"))

    def do_ucinewgame(self, rest: list[str]) -> None:
        """Forget the last game."""
        self.halt()
        self.player.new_game()
        self.given, self.first = [], "startpos"
        self.choose_game(self.game, self.settings)

    def do_debug(self, rest: list[str]) -> None:
        """There is nothing more to tell."""

    def do_register(self, rest: list[str]) -> None:
        """Nobody needs to register."""

    def do_setoption(self, rest: list[str]) -> None:
        """`setoption name Move Overhead value 20`."""
        if rest[:1] != ["name"]:
            return self.complain("write setoption name NAME value VALUE")
        cut = rest.index("value") if "value" in rest else len(rest)
        name, value = " ".join(rest[1:cut]), " ".join(rest[cut + 1 :])
        option = self.options.get(name.lower())
        if option is None:
            return self.complain(f"no such option: {name}")
        number = whole(value)
        if option.kind == "spin" and (number is None or not option.low <= number <= option.high):
            return self.complain(f"{option.name} lies between {option.low} and {option.high}, not at {value[:40]!r}")
        if option.kind == "combo" and value not in option.choices:
            return self.complain(f"{option.name} is one of {', '.join(option.choices)}, not {value!r}")
        self.halt()
        self.set(option.name.lower(), value)
        return None

    def set(self, name: str, value: str) -> None:
        """An option that is known to be sound."""
        if name == "multipv":
            self.lines = int(value)
        elif name == "move overhead":
            self.overhead = int(value) / 1000
        elif name in ("hash", "usi_hash"):
            self.set_player(tt=int(value))
        elif name in ("threads", "level"):
            self.set_player(**{name: int(value)})
        elif name == CHESS_960.lower():
            self.chess_960 = value == "true"
        elif name == "uci_variant":
            dialect = next(one for one in DIALECTS[self.protocol] if one.settings(value) is not None)
            self.choose_game(dialect.game, dialect.settings(value) or {})
            self.given, self.first = [], "startpos"

    def do_position(self, rest: list[str]) -> None:
        """`position startpos moves e2e4`, or with `fen`; what cannot be is told, and the last position stays."""
        self.halt()
        cut = rest.index("moves") if "moves" in rest else len(rest)
        first, moves = " ".join(rest[:cut]), rest[cut + 1 :]
        if first != self.first or moves[: len(self.given)] != self.given:
            line, known = self.begin(first), 0
        else:
            line, known = self.line.copy(), len(self.given)
        dialect = self.spoken_for(line)
        for text in moves[known:]:
            try:
                line.play(dialect.read(line, text))
            except BadMove:
                line.play(line.parse_move(text))  # castling as the king's two steps, and what else people write
        self.line, self.dialect, self.first, self.given = line, dialect, first, moves

    def spoken_for(self, line: Playthrough) -> Any:
        """How moves are written: in Chess960 castling is the king taking its rook, from every start."""
        if self.chess_960 and self.game == "chess":
            return [one for one in DIALECTS[UCI] if one.game == "chess"][-1]
        return spoken(self.protocol, line)[0]

    def begin(self, first: str) -> Playthrough:
        """A game at its start or at a position."""
        if first == "startpos":
            return catalogue.begin(self.game, self.settings)
        kind, _, text = first.partition(" ")
        if kind not in ("fen", "sfen") or not text:
            raise BadPosition(f"write position startpos or position {'fen' if self.protocol == UCI else 'sfen'} TEXT")
        if self.game != "chess" and self.protocol == UCI:
            raise BadPosition(f"positions of {self.game} are read by USI; over UCI its games begin at the start")
        return catalogue.begin(self.game, self.settings, text)

    # ------------------------------------------------------------------ thinking

    def do_go(self, rest: list[str]) -> None:
        """Think."""
        self.halt()
        given, only = read_go(rest)
        limits = self.limits(given)
        wanted = [self.dialect.read(self.line, text) for text in only]
        question = Question(limits, len(self.line.moves()) if wanted else self.lines)
        self.real = limits
        if "ponder" in given or "infinite" in given:
            question.limits = Limits(seconds=FOR_EVER)
        else:
            question.released.set()
        line = self.line
        self.search(
            question, lambda found: self.tell(line, found, wanted), lambda found: self.best(line, found, wanted)
        )

    def limits(self, given: dict[str, int]) -> Limits:
        """What `go` allows."""
        own, other = ("b", "w") if (self.line.turn == 0) == self.black_first else ("w", "b")
        clock = given.get(f"{own}time", given.get(f"{other}time"))
        gain, seconds = given.get(f"{own}inc", 0) / 1000, None
        if "movetime" in given:
            seconds = given["movetime"] / 1000
        elif clock is not None or "byoyomi" in given:
            seconds = given.get("byoyomi", 0) / 1000
            if clock:
                left = max(clock / 1000 - self.overhead, 0.001)
                share = Limits(clock=left, increment=gain, moves_to_go=given.get("movestogo", 0)).time_for_move()
                seconds += share or 0.0
        if seconds is not None:
            seconds = max(seconds - self.overhead, 0.001)
        depth = 2 * given["mate"] - 1 if "mate" in given else given.get("depth")
        nodes = given.get("nodes")
        if seconds is None and depth is None and nodes is None:
            seconds = FOR_EVER if "infinite" in given or "ponder" in given else DEFAULT_SECONDS
        return Limits(depth=depth and max(depth, 1), nodes=nodes and max(nodes, 1), seconds=seconds)

    def do_stop(self, rest: list[str]) -> None:
        """Answer now."""
        self.release(stop=True)

    def do_ponderhit(self, rest: list[str]) -> None:
        """The move that we thought about was played: our time runs from now on."""
        question = self.question
        if question is None:
            return
        question.released.set()
        seconds = self.real.seconds if self.real.seconds is not None else DEFAULT_SECONDS
        if seconds < FOR_EVER:
            timer = threading.Timer(seconds, question.stop.set)
            timer.daemon = True
            timer.start()

    def tell(self, line: Playthrough, found: SearchResult, only: Sequence[int] = ()) -> None:
        """What is known so far, one line for each way to go on."""
        ways = found.lines or (Line(found.move, found.value, found.line or (found.move,), ""),)
        ways = tuple(way for way in ways if not only or way.move in only)
        for rank, way in enumerate(ways[: max(self.lines, 1)], 1):
            score = f"cp {score_of(way.value, float(line.state.highest))}"
            if way.move == found.move and found.proven in ("win", "loss") and found.distance is not None:
                score = f"mate {(found.distance + 1) // 2 if found.proven == 'win' else -(found.distance // 2)}"
            rate = round(found.nodes_per_second) if found.seconds > 0 else 0
            self.say(
                f"info depth {max(found.depth, 1)} multipv {rank} score {score} nodes {found.nodes} "
                f"nps {rate} hashfull {round(1000 * found.table_use)} "
                f"time {round(1000 * found.seconds)} pv {' '.join(self.texts(line, way.moves or (way.move,)))}"
            )

    def best(self, line: Playthrough, found: SearchResult | None, only: Sequence[int] = ()) -> None:
        """The move, and the answer that we expect."""
        if found is None:
            return self.say("info depth 0 score cp 0\nbestmove (none)" if self.protocol == UCI else "bestmove resign")
        if only and found.move not in only:
            way = next((way for way in found.lines if way.move in only), None)
            move, moves = (way.move, way.moves) if way else (only[0], (only[0],))
            found = replace(found, move=move, line=moves)
        self.tell(line, found, only)
        moves = found.line if found.line[:1] == (found.move,) else (found.move,)
        texts = self.texts(line, moves[:2])
        return self.say(f"bestmove {texts[0]}" + (f" ponder {texts[1]}" if len(texts) > 1 else ""))


class UsiDesk(UciDesk):
    """The commands of USI."""

    protocol = USI
    black_first = True

    def do_usi(self, rest: list[str]) -> None:
        """The first word of a program."""
        self.greet()

    def do_usinewgame(self, rest: list[str]) -> None:
        """Forget the last game."""
        self.do_ucinewgame(rest)

    def do_gameover(self, rest: list[str]) -> None:
        """A game has ended."""
        self.halt()


def read_go(rest: list[str]) -> tuple[dict[str, int], list[str]]:
    """The numbers of `go`, and the moves it is restricted to; words that nobody knows are skipped."""
    given: dict[str, int] = {}
    only: list[str] = []
    at = 0
    while at < len(rest):
        word = rest[at]
        at += 1
        if word == "searchmoves":
            while at < len(rest) and rest[at] not in WORDS:
                only.append(rest[at])
                at += 1
        elif word in WORDS and not WORDS[word]:
            given[word] = 1
        elif word in WORDS and at < len(rest) and (number := whole(rest[at])) is not None:
            given[word] = max(number, 0)
            at += 1
    return given, only
