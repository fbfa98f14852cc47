"""Zermelo as an engine over the protocol of XBoard and WinBoard, version 2."""

from __future__ import annotations

from typing import Any, TextIO

import zermelo
from zermelo.errors import BadMove, ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.interfaces.engine.desk import FOR_EVER, OVERHEAD, Desk, Question, count, real, whole
from zermelo.players.engines.dialects import DIALECTS, XBOARD, score_of
from zermelo.search.common.limits import DEFAULT_SECONDS, Limits
from zermelo.search.common.result import SearchResult

IGNORED = {
    "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "otim", "bk", "hover",
    "white", "black", "draw", "otherboard", "holding", "winboard", "egtpath", "pause", "resume", "egtb", "partner",
}  # fmt: skip


class XBoardDesk(Desk):
    """The commands of XBoard."""

    protocol = XBOARD

    def __init__(self, game: str, player: str, out: TextIO) -> None:
        super().__init__(game, player, out)
        self.force = False
        self.ours = 1  # the seat that we play; -1: none
        self.post = self.ponders = self.analyses = False
        self.level: tuple[int, float, float] = (0, 0.0, 0.0)  # moves, seconds, increment
        self.seconds: float | None = None  # `st`
        self.depth: int | None = None  # `sd`
        self.clock: float | None = None  # `time`
        self.expected: int | None = None  # the answer that we ponder about
        self.latest: SearchResult | None = None

    def complain(self, why: str) -> None:
        """A mistake of ours or theirs that the protocol has no words for."""
        self.say(f"# {why}")

    def obey(self, words: list[str], line: str) -> None:
        """One command, or a move."""
        command = getattr(self, "do_" + {"?": "now", ".": "status"}.get(words[0], words[0]), None)
        if command is not None:
            self.settle(words[0])
            command(words[1:])
        elif words[0] not in IGNORED:
            self.settle("usermove")
            self.moved(line, known=False)

    def settle(self, word: str) -> None:
        """Pondering and analysing end with any command that changes something; thinking only with those that say so."""
        if word in ("ping", ".", "time", "post", "nopost", "protover", "?", "easy", "hard"):
            return
        if self.question is not None and not self.question.released.is_set():
            self.halt()

    # ------------------------------------------------------------------ getting to know each other

    def do_protover(self, rest: list[str]) -> None:
        """What we can do."""
        variants = ",".join(
            dict.fromkeys(one.variant(catalogue.make(one.game)) or "normal" for one in DIALECTS[XBOARD])
        )
        self.say(
            f'feature myname="Zermelo {zermelo.__version__}" variants="{variants}"\n'
            "feature ping=1 setboard=1 usermove=1 playother=1 analyze=1 colors=0 sigint=0 sigterm=0 san=0 debug=1 "
            f"reuse=1 draw=0 time=1 memory={int(self.can_set('tt'))} smp={int(self.can_set('threads'))}"
        )
        if self.can_set("level"):
            self.say('feature option="Level -spin 10 1 10"')
        self.jobs.put(self.warm)
        self.jobs.put(lambda: self.say("feature done=1"))

    def do_ping(self, rest: list[str]) -> None:
        """When all that came before is done; while we think about our move, at once."""
        answer = f"pong {' '.join(rest[:1])}".rstrip()
        if self.question is not None:
            return self.say(answer)
        return self.jobs.put(lambda: self.say(answer))

    def do_option(self, rest: list[str]) -> None:
        """`option Level=5`."""
        name, _, value = " ".join(rest).partition("=")
        level = whole(value)
        if name == "Level" and self.can_set("level") and level is not None and 1 <= level <= 10:
            self.halt()
            self.set_player(level=level)
        else:
            self.say(f"Error (unknown option): {' '.join(rest)}")

    def do_memory(self, rest: list[str]) -> None:
        """Megabytes."""
        if rest and (megabytes := whole(rest[0])) and megabytes > 0 and self.can_set("tt"):
            self.halt()
            self.set_player(tt=min(megabytes, 4096))

    def do_cores(self, rest: list[str]) -> None:
        """Threads."""
        if rest and (cores := whole(rest[0])) and cores > 0 and self.can_set("threads"):
            self.halt()
            self.set_player(threads=min(cores, 256))

    # ------------------------------------------------------------------ the game

    def do_new(self, rest: list[str]) -> None:
        """A new game of chess; we play the second side, and think."""
        self.halt()
        self.choose_game("chess" if self.game == "chess" else self.game, {})
        self.player.new_game()
        self.force, self.ours, self.depth, self.analyses = False, 1, None, False
        self.jobs.put(self.warm)

    def do_variant(self, rest: list[str]) -> None:
        """Another game."""
        name = rest[0] if rest else ""
        dialect = next((one for one in DIALECTS[XBOARD] if one.settings(name) is not None), None)
        if dialect is None:
            return self.say(f"Error (unsupported variant): {name}")
        self.choose_game(dialect.game, dialect.settings(name) or {})
        return self.jobs.put(self.warm)

    def do_setboard(self, rest: list[str]) -> None:
        """A position."""
        try:
            self.line = catalogue.begin(self.game, self.settings, " ".join(rest))
        except ZermeloError as problem:
            self.say(f"tellusererror Illegal position: {problem}")

    def do_force(self, rest: list[str]) -> None:
        """Moves of both sides will come; a move that we think about is not wanted any more."""
        self.force, self.ours = True, -1
        self.halt()

    def do_go(self, rest: list[str]) -> None:
        """We play whoever is to move."""
        self.force, self.ours = False, self.line.turn
        self.think()

    def do_playother(self, rest: list[str]) -> None:
        """We play whoever is not to move."""
        self.force, self.ours = False, 1 - self.line.turn

    def do_usermove(self, rest: list[str]) -> None:
        """A move of theirs."""
        self.moved(" ".join(rest), known=True)

    def moved(self, text: str, known: bool) -> None:
        """A move, if it is one; what is none may be a command that nobody knows."""
        if self.question is not None:
            self.halt()
        try:
            try:
                move = self.dialect.read(self.line, text)
            except BadMove:
                move = self.line.parse_move(text)
        except BadMove:
            looks = known or len(text.split()) == 1 and any(sign.isdigit() for sign in text)
            return self.say(f"Illegal move: {text}" if looks else f"Error (unknown command): {text[:80]}")
        self.line.play(move)
        if self.ended():
            return None
        if self.analyses:
            self.analyse()
        elif not self.force and self.ours == self.line.turn:
            self.think()
        return None

    def ended(self) -> bool:
        """Tell the result where the game is over."""
        outcome = self.line.outcome()
        if outcome is None:
            return False
        result = "1/2-1/2" if len(outcome.winners) > 1 else ("1-0", "0-1")[outcome.winners[0]]
        self.say(f"{result} {{{outcome.reason}}}")
        return True

    def do_undo(self, rest: list[str]) -> None:
        """Take a move back."""
        self.halt()
        if self.line.played:
            self.line.undo()
        if self.analyses:
            self.analyse()

    def do_remove(self, rest: list[str]) -> None:
        """Take a move of each side back."""
        self.halt()
        for _ in range(min(2, len(self.line.played))):
            self.line.undo()

    def do_result(self, rest: list[str]) -> None:
        """The game is over."""
        self.halt()
        self.force, self.ours = True, -1

    # ------------------------------------------------------------------ clocks

    def do_level(self, rest: list[str]) -> None:
        """`level 40 5 0`, `level 0 0:30 0.5`: moves, minutes, increment in seconds."""
        try:
            minutes, _, seconds = rest[1].partition(":")
            self.level = count(rest[0]), 60.0 * real(minutes) + real(seconds or "0"), max(real(rest[2]), 0.0)
            self.seconds, self.clock = None, self.level[1]
        except (IndexError, ValueError):
            self.say(f"Error (bad level): {' '.join(rest)}")

    def do_st(self, rest: list[str]) -> None:
        """Seconds for each move."""
        try:
            self.seconds, self.clock = max(real(rest[0]), 0.01), None
        except (IndexError, ValueError):
            self.say(f"Error (bad time): {' '.join(rest)}")

    def do_sd(self, rest: list[str]) -> None:
        """Plies to look ahead."""
        if rest and (depth := whole(rest[0])) is not None:
            self.depth = max(depth, 1)

    def do_time(self, rest: list[str]) -> None:
        """Hundredths of a second on our clock."""
        if rest and (hundredths := whole(rest[0])) is not None:
            self.clock = max(hundredths, 1) / 100

    def limits(self) -> Limits:
        """What the next move may use."""
        seconds = self.seconds
        if seconds is None and self.clock is not None:
            moves, _, gain = self.level
            made = sum(1 for state in self.line.states() if state.turn == self.line.turn)
            to_go = moves - made % moves if moves else 0
            left = max(self.clock - OVERHEAD, 0.001)
            seconds = Limits(clock=left, increment=gain, moves_to_go=to_go).time_for_move()
        if seconds is None and self.depth is None:
            seconds = DEFAULT_SECONDS
        return Limits(depth=self.depth, seconds=None if seconds is None else max(seconds - OVERHEAD, 0.001))

    # ------------------------------------------------------------------ thinking

    def think(self) -> None:
        """Choose a move and play it."""
        self.halt()
        if not self.line.moves():
            return
        question = Question(self.limits())
        question.released.set()
        line = self.line
        self.search(question, lambda found: self.tell(line, found), lambda found: self.answer(line, question, found))

    def answer(self, line: Playthrough, question: Question, found: SearchResult | None) -> None:
        """Our move, unless it is not wanted any more; then think on about theirs, where that is allowed."""
        if found is None or self.ours != line.turn or line is not self.line:
            return
        text = self.dialect.write(line.state, found.move)
        line.play(found.move)
        self.say(f"move {text}")
        self.expected = found.line[1] if len(found.line) > 1 and found.line[0] == found.move else None
        if not self.ended() and self.ponders and self.expected is not None:
            self.ponder(line, self.expected)

    def ponder(self, line: Playthrough, expected: int) -> None:
        """Think about the answer that we expect; what is found stays in the player's table."""
        branch = line.copy()
        branch.play(expected)
        self.think_on(branch, lambda found: None)

    def think_on(self, line: Playthrough, tell: Any) -> None:
        """A search without a move at its end."""
        kept, self.line = self.line, line
        self.search(Question(Limits(seconds=FOR_EVER)), tell, lambda found: None)
        self.line = kept

    def do_analyze(self, rest: list[str]) -> None:
        """Think and tell until `exit`."""
        self.analyses, self.force, self.ours, self.post = True, True, -1, True
        self.analyse()

    def analyse(self) -> None:
        """Think about the present position."""
        line = self.line
        if line.moves():
            self.think_on(line, lambda found: self.tell(line, found))

    def do_exit(self, rest: list[str]) -> None:
        """No more analysis."""
        self.analyses = False
        self.halt()

    def do_now(self, rest: list[str]) -> None:
        """Move now."""
        self.release(stop=True)

    def do_status(self, rest: list[str]) -> None:
        """How an analysis stands."""
        found = self.latest
        if self.analyses and found is not None:
            self.say(f"stat01: {round(100 * found.seconds)} {found.nodes} {found.depth} 0 {len(self.line.moves())}")

    def do_hint(self, rest: list[str]) -> None:
        """What we expect them to play."""
        if self.expected is not None and self.expected in self.line.moves():
            self.say(f"Hint: {self.dialect.write(self.line.state, self.expected)}")

    def do_post(self, rest: list[str]) -> None:
        """Tell what we think."""
        self.post = True

    def do_nopost(self, rest: list[str]) -> None:
        """Do not."""
        self.post = False

    def do_hard(self, rest: list[str]) -> None:
        """Think in their time too."""
        self.ponders = True

    def do_easy(self, rest: list[str]) -> None:
        """Only in our own."""
        self.ponders = False

    def tell(self, line: Playthrough, found: SearchResult) -> None:
        """Depth, score, time, nodes and line."""
        self.latest = found
        if self.post:
            score = score_of(found.value, float(line.state.highest))
            if found.proven in ("win", "loss") and found.distance is not None:
                score = (100_000 + (found.distance + 1) // 2) * (1 if found.proven == "win" else -1)
            pv = " ".join(self.texts(line, found.line))
            self.say(f"{max(found.depth, 1)} {score} {round(100 * found.seconds)} {found.nodes} {pv}")
