"""A player for others' managers: it is told rules that it has never seen, and answers within the clocks."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.gdl import game_of
from zermelo.gdl.seeing import Seeing
from zermelo.gdl.terms import Term, shown
from zermelo.interfaces.ggp.messages import LONGEST, NIL, Message, read_message
from zermelo.interfaces.web.guard import LOOPBACK, host_name
from zermelo.players import Player, player
from zermelo.players.base import Searching
from zermelo.players.best import Best
from zermelo.search.common.limits import LIMIT_NAMES

MARGIN = 0.5  # seconds of a clock that the network may need
MOST_MATCHES = 4
MOST_CLOCK = 600  # seconds that anybody may ask for
FORGOTTEN = 300.0  # seconds beyond its clocks after which a match that nobody speaks of any more is dropped
MOST_AT_ONCE = 16  # messages that are read or answered
ARRIVAL = 30  # seconds that a client may take to send a part of a message


@dataclass
class GgpMatch:
    """A match under way."""

    state: Any
    role: int
    thinker: Player
    random: Random
    until: float  # when it is forgotten, unless somebody speaks of it
    patience: float
    ready: threading.Event = field(default_factory=threading.Event)  # the kernels of the search are compiled


class GgpPlayer:
    """What answers messages. Until the search of a new game is compiled, moves are drawn at random."""

    def __init__(self, text: str = "best") -> None:
        self.text = text
        player(text)  # a text that names nobody is refused now
        self.games: dict[str, GgpMatch] = {}
        self.lock = threading.Lock()

    def answer(self, text: str) -> str:
        """The reply to a message; what cannot be understood is answered by a word, never by a crash."""
        try:
            message = read_message(text)
            with self.lock:
                return self.act(message)
        except ZermeloError as problem:
            return f"(error {quoted(str(problem))})"
        except (RecursionError, MemoryError):
            return f"(error {quoted('that is too large')})"

    def act(self, message: Message) -> str:
        """Do what a message asks for."""
        now = time.monotonic()
        self.games = {name: game for name, game in self.games.items() if game.until > now}
        if message.kind == "info":
            return f"((name zermelo) (status {'busy' if len(self.games) >= MOST_MATCHES else 'available'}))"
        if message.kind == "start":
            return self.start(message)
        game = self.games.get(message.match)
        if game is None:
            return "busy"
        game.until = now + game.patience
        if message.kind == "abort":
            del self.games[message.match]
            return "aborted"
        if isinstance(game.state, Seeing) and message.moves:
            game.state.learn(game.role, message.moves[0], list(message.told))
        elif message.moves:
            after = game.state.copy()
            after.play_all(list(message.moves))  # all of them, or none
            game.state = after
        if message.kind == "stop":
            del self.games[message.match]
            return "done"
        return shown(self.choose(game))

    def start(self, message: Message) -> str:
        """Learn the rules; the search is compiled beside the start clock."""
        if len(self.games) >= MOST_MATCHES:
            return "busy"
        begin = time.perf_counter()
        made = game_of(message.rules, "described")
        if message.role not in made.role_names:
            return f"(error {quoted(f'there is no role {message.role}')})"
        seconds = max(min(message.play_clock, MOST_CLOCK) - MARGIN, 0.2)
        role = made.role_names.index(message.role)
        patience = min(message.start_clock, MOST_CLOCK) + 2 * seconds + FORGOTTEN
        thinker = with_time(self.text, 0.8 * seconds)
        game = GgpMatch(made(), role, thinker, Random(1929, role), time.monotonic() + patience, patience)
        game.thinker.new_game(role)
        threading.Thread(target=warm, args=(game,), daemon=True).start()
        game.ready.wait(max(min(message.start_clock, MOST_CLOCK) - MARGIN - (time.perf_counter() - begin), 0.0))
        self.games[message.match] = game
        return "ready"

    def choose(self, game: GgpMatch) -> Term:
        """A legal move of the role that this player has."""
        state = game.state.copy()
        if isinstance(state, Seeing) and not state.another_past(game.role, game.random):
            every: list[Term] = state.move_names[game.role]  # no past was found that fits what it was told
            return every[game.random.below(len(every))]
        legal: list[Term] = state.legal_of(game.role)
        if not legal:
            return NIL
        if len(legal) < 2 or not game.ready.is_set():
            return legal[game.random.below(len(legal))]
        while state.role_to_move() != game.role:  # those who choose before it in this round: unseen, so anything
            moves = state.legal()
            state.play(moves[game.random.below(len(moves))])
        found: Term = state.move_names[game.role][game.thinker.think(Playthrough(state)).move]
        return found


def with_time(text: str, seconds: float) -> Player:
    """A player that keeps to the clock; one that has no clock, or was given another limit, is taken as it is."""
    found = player(text)
    if not isinstance(found, Searching | Best) or any(f"{limit}=" in text for limit in LIMIT_NAMES):
        return found
    return player(f"{text}{',' if ':' in text else ':'}time={seconds:g}")


def warm(game: GgpMatch) -> None:
    """Think once, so that no move pays for the compiler."""
    state = game.state.copy()
    try:
        if state.legal():
            game.thinker.think(Playthrough(state))
        game.ready.set()
    except ZermeloError:
        return  # this game cannot be searched: moves stay random


def quoted(text: str) -> str:
    """Words inside an expression."""
    return '"' + text.replace('"', "'").replace("(", "[").replace(")", "]") + '"'


# ---------------------------------------------------------------------- over HTTP


def server(answering: GgpPlayer, port: int, host: str = "127.0.0.1") -> ThreadingHTTPServer:
    """A server that hands messages to a player; `serve_forever` runs it."""
    room = threading.BoundedSemaphore(MOST_AT_ONCE)

    class Handler(BaseHTTPRequestHandler):
        timeout = ARRIVAL

        def do_POST(self) -> None:
            """One message, if there is room for it."""
            if not room.acquire(blocking=False):
                self.send_error(503, "too many messages at once")
                return
            try:
                self.take_message()
            finally:
                room.release()

        def take_message(self) -> None:
            """A manager's message; browsers say where a page of somebody's comes from, and managers do not."""
            if self.headers.get("Origin") is not None or host_name(self.headers.get("Host", "")) not in (
                host,
                *LOOPBACK,
            ):
                self.send_error(403, "pages of other sites may not use this player")
                return
            length = self.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdecimal() and len(length) < 12) or int(length) > LONGEST:
                self.send_error(413, "a message needs a Content-Length that is not too large")
                return
            reply = answering.answer(self.rfile.read(int(length)).decode("utf-8", "replace")).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/acl")
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Say nothing."""

    return ThreadingHTTPServer((host, port), Handler)
