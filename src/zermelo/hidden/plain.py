"""An exhaustive searcher for tiny games, in plain Python: max^n with chance nodes, each position valued once.

It serves any number of players, chance, and utilities that do not add up to nothing, and gives the exact value of every
root move. It is slow: for poker with three cards, not with fifty-two.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from zermelo.game.game import CHANCE
from zermelo.search.common.limits import Limits
from zermelo.search.common.registry import Serves
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time

LONGEST = 300  # plies: deeper than any tiny game, shallower than Python's stack
MOST_KEPT = 1_000_000  # positions remembered

Vector = tuple[float, ...]


SERVES = Serves(chance=True, sides=(1, 64), general_sum=True, history=False, longest=LONGEST)


class PlainSearcher:
    """A searcher of everything: `PlainSearcher().think(Nim())`; where a limit stops it, estimates fill the rest."""

    def __init__(self) -> None:
        self._values: dict[str, dict[bytes, Vector]] = {}

    @one_at_a_time
    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """The value of every move by looking at everything; the first of several that are equally good."""
        playthrough, limits = asked(game, limits)
        SERVES.refuse("plain search", type(playthrough.state))
        run = PlainRun(
            self._values.setdefault(type(playthrough.state).rules_name, {}), playthrough.state, limits, stop_event
        )
        result = run.run(lines)
        if on_update:
            on_update(result)
        return result


class PlainRun:
    """One search under way."""

    def __init__(
        self, known: dict[bytes, Vector], state: Any, limits: Limits, stop_event: threading.Event | None
    ) -> None:
        self.known, self.state, self.limits, self.stop_event = known, state, limits, stop_event
        self.begin = time.perf_counter()
        self.seconds = limits.time_for_move()
        self.nodes = 0
        self.reason = ""
        self.cut = False  # whether an estimate was used: then values are no longer remembered

    def run(self, lines: int) -> SearchResult:
        """Value all root moves."""
        state = self.state
        found = []
        for move in state.legal():
            child = state.copy()
            child.play(move)
            found.append((self.value(child, 1)[state.turn], move))
        ranked = sorted(found, key=lambda pair: -pair[0])
        best, move = ranked[0]
        shown = [Line(m, value, (m,), str(state.move_text(m))) for value, m in ranked[:lines]]
        exact = "" if self.cut else "win" if best > 0 else "loss" if best < 0 else "draw"
        return SearchResult(
            move=move,
            move_text=str(state.move_text(move)),
            value=best,
            proven="exact" if exact and state.chance else exact,
            line=(move,),
            line_text=str(state.move_text(move)),
            depth=self.limits.depth or 0,
            nodes=self.nodes,
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.reason or ("depth" if self.cut else "proven"),
            lines=tuple(shown),
            algorithm="plain",
            moves={m: (value, 1) for value, m in ranked},
        )

    def value(self, state: Any, depth: int) -> Vector:
        """What a position is worth to each player."""
        name = state.tobytes()
        if name in self.known:
            return self.known[name]
        players = range(state.players)
        moves = state.legal()
        if not moves:
            return tuple(float(state.utility(player)) for player in players)
        self.look()
        if self.reason or depth == self.limits.depth:
            self.cut = True
            return estimate(state)
        best: Vector = (0.0,) * state.players
        for place, move in enumerate(moves):
            child = state.copy()
            child.play(move)
            worth = self.value(child, depth + 1)
            if state.turn == CHANCE:
                odds = float(state.odds(move))
                best = tuple(sum_ + odds * part for sum_, part in zip(best, worth, strict=True))
            elif place == 0 or worth[state.turn] > best[state.turn]:
                best = worth
        if not self.cut and len(self.known) < MOST_KEPT:
            self.known[name] = best
        return best

    def look(self) -> None:
        """Count a position and see whether a limit is reached."""
        self.nodes += 1
        limits = self.limits
        if limits.nodes is not None and self.nodes >= limits.nodes:
            self.reason = "nodes"
        elif self.seconds is not None and time.perf_counter() - self.begin >= self.seconds:
            self.reason = "seconds"
        elif self.stop_event is not None and self.stop_event.is_set():
            self.reason = "stop"


def estimate(state: Any) -> Vector:
    """The game's own evaluation for two opponents; nothing for more players or at chance nodes."""
    if state.players != 2 or not state.zero_sum or state.turn == CHANCE:
        return (0.0,) * int(state.players)
    score = float(state.evaluate())
    return (score, -score) if state.turn == 0 else (-score, score)
