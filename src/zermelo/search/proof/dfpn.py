"""Proving a win: df-pn with its limits, its table and a line that shows the proof.

`DfPn` asks one question: can the player to move win (or get `at_least` so many points), whatever the other does?
It answers "win" with a line, "no win", or nothing where a limit or the history of the game left it open. Wins hold
under every rule of repetition and progress; "no win" is said only where no line of the disproof depended on its path
(`dfpn.py` tells why). Given a depth it asks for a win within so many plies, and then both answers are exact for that
question: mate in three is `Limits(depth=5)`. A win found without a depth need not be the shortest.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.game import DRAW
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.search.common.limits import Limits
from zermelo.search.common.memory import address_of
from zermelo.search.common.registry import refuse
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.runner import Stopper, run_with_clock
from zermelo.search.common.searcher import Update, asked, line_text
from zermelo.search.common.table import make_table, use_of
from zermelo.search.common.values import side_of
from zermelo.search.proof.kernel import (
    ENDLESS,
    HORIZON,
    MOST_WORN,
    NOT_HERE,
    NOT_WON,
    OPEN,
    WAYS,
    WON,
    number_in,
    plies_in,
    prove,
    verdict_in,
    work_type,
)

ANY_WIN = 1e-9  # the least utility that is more than a draw


class DfPn:
    """A searcher that proves wins: `DfPn(tt=64).think(Playthrough.from_text(Chess, fen), Limits(seconds=5))`."""

    def __init__(self, *, tt: float = 64.0, at_least: float | None = None) -> None:
        self.table: NDArray[np.uint64] = make_table(tt)
        self.at_least = at_least
        self._works: dict[str, NDArray[Any]] = {}
        self._question: tuple[Any, ...] = ()
        self._root: tuple[Any, ...] = ()

    def clear(self) -> None:
        """Forget everything."""
        self.table[:] = 0

    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """Try to prove a win; there is one line at most, and `on_update` hears of it once."""
        playthrough, limits = asked(game, limits)
        refuse("dfpn", type(playthrough.state))
        if limits.depth is not None and limits.depth > HORIZON:
            raise BadLimit(f"the depth must be at most {HORIZON}, not {limits.depth}")
        job = Job(self, playthrough, limits)
        run_with_clock([job.search], job.stopper, limits.time_for_move(), stop_event)
        result = job.result()
        if on_update:
            on_update(result)
        return result

    def work(self, cls: Any) -> NDArray[Any]:
        """The work space for one game."""
        if cls.rules_name not in self._works:
            self._works[cls.rules_name] = np.zeros(1, work_type(cls))
        return self._works[cls.rules_name]

    def ask(self, question: tuple[Any, ...], root: tuple[Any, ...]) -> None:
        """Keep of the table what holds for this question: facts of the same game, guesses of the same path."""
        if self._question and question != self._question:
            self.clear()
        elif self._question and root != self._root:
            self.forget(NOT_HERE)
        self._question, self._root = question, root

    def forget(self, verdict: int) -> None:
        """Take all entries of one kind out of the table."""
        entries = self.table.reshape(-1, 2)
        entries[(entries[:, 1] >> np.uint64(62)) == verdict] = 0

    def facts(self) -> int:
        """How many won positions the table knows."""
        return int(np.count_nonzero((self.table[1::2] >> np.uint64(62)) == WON))


class Job:
    """One question under way."""

    def __init__(self, searcher: DfPn, playthrough: Playthrough, limits: Limits) -> None:
        self.searcher, self.playthrough, self.limits = searcher, playthrough, limits
        self.work = searcher.work(type(playthrough.state))
        self.stopper = Stopper([self.work])
        self.player = playthrough.turn
        self.verdict, self.plies = OPEN, 0
        self.moves: list[int] = []
        self.complete = False
        self.favourite = playthrough.moves()[0]
        self.prepare()

    def prepare(self) -> None:
        """Fill the work space for this position."""
        work, playthrough, state = self.work, self.playthrough, self.playthrough.state
        wanted = ANY_WIN if self.searcher.at_least is None else self.searcher.at_least
        worn = worn_out(playthrough)
        for name in ("nodes", "stop", "given_up", "progress", "thorough"):
            work[name] = 0
        work["progress"][0, 0] = playthrough.progress
        work["worn"][0, : len(worn)] = worn
        work["exhausted"], work["start_ply"] = len(worn), playthrough.ply
        work["wanted"], work["player"] = wanted, self.player
        side = side_of(state, self.player)
        work["attacks"] = [side_of(state, player) == side for player in range(state.players)]
        work["table"] = address_of(self.searcher.table)
        work["mask"] = len(self.searcher.table) // (2 * WAYS) - 1
        work["within"], work["deepest"] = self.limits.depth or 0, work["rows"].shape[1] - 2
        work["most_nodes"] = self.limits.nodes or 1 << 62
        work["draws_fail"] = wanted > 0 and state.stalled == DRAW and state.capped == DRAW
        question = type(state).rules_name, side, wanted, tuple(int(key) for key in worn)
        self.searcher.ask(question, (int(state.key()), playthrough.progress, playthrough.ply))
        prove(one(state)[0], work[0], 0, 0, 0)  # compiles, so that it is not timed; looks at the root's moves only
        work["nodes"] = work["given_up"] = 0
        self.begin = time.perf_counter()

    # ------------------------------------------------------------------ in the worker's thread

    def search(self) -> None:
        """Ask until there is a fact; a failure that rests on paths is asked again while new wins come to light."""
        states, known = one(self.playthrough.state), 0
        while True:
            data = prove(states[0], self.work[0], ENDLESS, ENDLESS, 0)
            self.take_favourite()
            if self.work["given_up"][0]:
                self.stopper.reason = self.stopper.reason or "nodes"
                return
            self.verdict, self.plies = verdict_in(data), plies_in(data)
            facts = self.searcher.facts() if self.verdict == NOT_HERE else known
            if facts == known:
                break
            known = facts
            self.searcher.forget(NOT_HERE)
        self.stopper.reason = "history" if self.verdict == NOT_HERE else "proven"
        if self.verdict == WON:
            self.follow(states)
        elif self.verdict == NOT_WON and self.limits.depth:
            self.stopper.reason = "depth"

    def follow(self, states: NDArray[Any]) -> None:
        """The line of the proof: the shortest known win against the longest known defence, each nearer to the end.

        Where the table has lost what it takes, the win is proven again within the plies that are left.
        """
        work, state, left = self.work, states[0], self.plies
        work["thorough"] = 1
        for ply in range(int(work["deepest"][0])):
            attacks = bool(work["attacks"][0, state.turn])
            wins, losing = self.replies(state, ply, left)
            if not (wins if attacks else losing) and not work["within"][0]:
                work["within"] = min(ply + left, HORIZON)
                wins, losing = self.replies(state, ply, left)
            if not (wins if attacks else losing):
                return
            left, index = min(wins) if attacks else max(wins)
            move = int(work["rows"][0, ply, index])
            work["progress"][0, ply + 1] = 0 if state.irreversible(move) else work["progress"][0, ply] + 1
            self.moves.append(move)
            state.play(move)
            if left == 0:
                self.complete = True
                return

    def replies(self, state: Any, ply: int, left: int) -> tuple[list[tuple[int, int]], bool]:
        """The moves that leave a win of less than `left` plies, with these plies; and whether all moves do."""
        data = prove(state, self.work[0], ENDLESS, ENDLESS, ply)
        if self.work["given_up"][0] or verdict_in(data) != WON:
            return [], False
        entries = [self.work["known"][0, ply, index] for index in range(int(self.work["counts"][0, ply]))]
        wins = [(plies_in(entry), index) for index, entry in enumerate(entries) if verdict_in(entry) == WON]
        wins = [(plies, index) for plies, index in wins if plies < left]
        return wins, len(wins) == len(entries)

    def take_favourite(self) -> None:
        """The move that is nearest to a proof, should there be none."""
        work = self.work
        entries = [(number_in(work["known"][0, 0, n], True), n) for n in range(int(work["counts"][0, 0]))]
        if entries:
            self.favourite = int(work["rows"][0, 0, min(entries)[1]])

    # ------------------------------------------------------------------ the answer

    def result(self) -> SearchResult:
        """What was proven, and what was not."""
        won = self.verdict == WON
        moves = tuple(self.moves) or (self.favourite,)
        state = self.playthrough.state
        value = self.value(moves) if won else 0.0
        text = line_text(state, moves)
        return SearchResult(
            move=moves[0],
            move_text=str(state.move_text(moves[0])),
            value=value,
            proven=self.claim(),
            line=moves,
            line_text=text,
            depth=self.limits.depth or (len(moves) if won else 0),
            nodes=int(self.work["nodes"][0]),
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.stopper.reason,
            table_use=use_of(self.searcher.table),
            distance=self.plies if won else None,
            lines=(Line(moves[0], value, moves, text),),
            algorithm="dfpn",
            notes=tuple(self.notes()),
        )

    def claim(self) -> str:
        """What is proven: `win` or `no win`, or the same of the points asked for; else nothing."""
        goal = self.searcher.at_least
        within = f" within {self.limits.depth} plies" if self.limits.depth else ""
        if self.verdict == WON:
            return "win" if goal is None else f"at least {goal:g}"
        if self.verdict == NOT_WON:
            return ("no win" if goal is None else f"less than {goal:g}") + within
        return ""

    def value(self, moves: tuple[int, ...]) -> float:
        """What was asked for; where any win was, the result at the end of the line."""
        if self.searcher.at_least is not None:
            return self.searcher.at_least
        if not self.complete:
            return min(1.0, self.playthrough.state.highest)
        end = self.playthrough.state.copy()
        for move in moves:
            end.play(move)
        return max(float(end.utility(self.player)), min(1.0, end.highest))

    def notes(self) -> list[str]:
        """In words what the fields cannot say."""
        if self.verdict == WON:
            shown = [f"won in at most {self.plies} plies; the line need not be the shortest"]
            return shown if self.complete else [*shown, "the line was cut short by the limits"]
        if self.verdict == NOT_HERE:
            return ["no win was found, but that rests on repetitions, clocks or the horizon: it is no proof"]
        return []


def worn_out(playthrough: Playthrough) -> list[np.uint64]:
    """Positions of the game so far that would end it if they occurred once more."""
    state = playthrough.state
    if not state.repetition:
        return []
    keys, times = np.unique(np.array(playthrough.keys(), np.uint64), return_counts=True)
    worn = [np.uint64(key) for key in keys[times >= state.repetition - 1]]
    if len(worn) > MOST_WORN:
        raise BadLimit(f"the game has worn out {len(worn)} positions, more than the {MOST_WORN} that can be kept apart")
    return worn
