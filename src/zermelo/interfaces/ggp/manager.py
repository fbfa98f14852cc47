"""A game manager: it tells players the rules, asks for moves within the clocks, and keeps the record."""

from __future__ import annotations

import http.client
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import BadParameter, ZermeloError
from zermelo.game.random import Random
from zermelo.gdl import game_of
from zermelo.gdl.seeing import Seeing
from zermelo.gdl.terms import Term, compact, read_expressions, shown, term_of
from zermelo.interfaces.ggp.messages import NIL, write_moves
from zermelo.interfaces.ggp.player import GgpPlayer

LONGEST_REPLY = 100_000
GRACE = 1.0  # seconds beyond a clock before a reply is late

Send = Callable[[str, float], str]  # message, seconds -> reply


@dataclass
class MatchRecord:
    """What happened in a match."""

    match: str
    rounds: list[tuple[Term, ...]] = field(default_factory=list)
    goals: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)  # late, illegal and unreadable replies, for which a move was drawn


def seat(place: str) -> Send:
    """Someone to send messages to: an address, or a player of Zermelo in this process."""
    if not place.startswith(("http://", "https://")):
        inside = GgpPlayer(place)
        return lambda message, seconds: inside.answer(message)

    def send(message: str, seconds: float) -> str:
        request = urllib.request.Request(place, message.encode(), {"Content-Type": "text/acl"})
        content, end = b"", time.monotonic() + seconds
        with urllib.request.urlopen(request, timeout=seconds) as reply:
            while len(content) < LONGEST_REPLY and (part := reply.read1(LONGEST_REPLY)):
                content += part
                if time.monotonic() > end:  # whoever sends a byte a second would never be late
                    raise TimeoutError("timed out")
        return content.decode("utf-8", "replace")

    return send


class Manager:
    """One match."""

    def __init__(self, text: str, places: list[str], start_clock: int = 10, play_clock: int = 5, seed: int = 0) -> None:
        self.text, self.game = text, game_of(text, "described")
        if len(places) != self.game.players:
            raise BadParameter(f"this game has {self.game.players} roles ({', '.join(self.game.role_names)})")
        if not (1 <= start_clock <= 3600 and 1 <= play_clock <= 3600):
            raise BadParameter("clocks are whole seconds from 1 to 3600")
        self.seats = [seat(place) for place in places]
        self.start_clock, self.play_clock = start_clock, play_clock
        self.random = Random(seed)
        self.record = MatchRecord(f"zermelo{seed}")

    def ask_all(self, messages: list[str], seconds: float) -> list[str]:
        """Send every player a message at the same time; a reply that does not come is empty, and noted."""

        def ask(number: int) -> str:
            try:
                return self.seats[number](messages[number], seconds + GRACE).strip()
            except (OSError, http.client.HTTPException, ValueError) as problem:
                self.record.faults.append(f"{self.game.role_names[number]}: no reply ({problem})")
                return ""

        with ThreadPoolExecutor(len(self.seats)) as pool:
            return list(pool.map(ask, range(len(self.seats))))

    def run(self, tell: Callable[[str], None] = lambda words: None) -> MatchRecord:
        """Play the match to its end."""
        names, state = self.game.role_names, self.game()
        clocks = f"{self.start_clock} {self.play_clock}"
        rules = " ".join(line.partition(";")[0].strip() for line in self.text.splitlines())
        self.ask_all([f"(start {self.record.match} {name} ({rules}) {clocks})" for name in names], self.start_clock)
        moves: tuple[Term, ...] = ()
        while not state.over():
            replies = self.ask_all(self.messages("play", state, moves), self.play_clock)
            moves = tuple(self.move_of(state, role, replies) for role in range(self.game.role_count))
            state.play_all(list(moves))
            self.record.rounds.append(moves)
            tell(" ".join(compact(move) for move in moves))
        self.ask_all(self.messages("stop", state, moves), self.play_clock)
        self.record.goals = {name: round(50 + 50 * state.utility(role)) for role, name in enumerate(names)}
        return self.record

    def messages(self, kind: str, state: Any, moves: tuple[Term, ...]) -> list[str]:
        """What every role is told of the last round: all moves, or in GDL-II its own and what it sees."""
        match, names = self.record.match, self.game.role_names
        if not issubclass(self.game, Seeing):
            return [f"({kind} {match} {write_moves(moves)})"] * len(names)
        told = [write_moves(tuple(state.told_to(role))) for role in range(len(names))]
        own = [shown(moves[role]) if moves else NIL for role in range(len(names))]
        return [f"({kind} {match} {len(self.record.rounds)} {own[role]} {told[role]})" for role in range(len(names))]

    def move_of(self, state: Any, role: int, replies: list[str]) -> Term:
        """What a role does: its reply if that is legal, else a legal move drawn for it; chance is drawn too."""
        legal: list[Term] = state.legal_of(role)
        drawn = legal[self.random.below(len(legal))]
        if role >= len(replies):
            return drawn
        said = read_reply(replies[role])
        if said in legal:
            return said
        if replies[role]:
            wrong = f"{self.game.role_names[role]}: {replies[role][:60]!r} is no legal move"
            self.record.faults.append(f"{wrong}; {compact(drawn)} was drawn")
        return drawn


def read_reply(text: str) -> Term:
    """The move in a reply; an empty word where there is none."""
    try:
        found = list(read_expressions(text))
        if len(found) != 1:
            return ""
        whole = found[0].parts[0] if len(found[0].parts) == 1 and isinstance(found[0].parts[0], str) else found[0]
        return term_of(whole, 1)
    except ZermeloError:
        return ""
