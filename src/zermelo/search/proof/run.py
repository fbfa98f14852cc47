"""One proof search under way: asks until there is a fact, follows the proof, and says what was proven."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.game import DRAW, Game
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.game.rows import check_rows
from zermelo.game.threads import run_stoppable
from zermelo.search.common.limits import Limits
from zermelo.search.common.memory import address_of
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.runner import Stopper
from zermelo.search.common.searcher import line_text
from zermelo.search.common.table import use_of
from zermelo.search.common.values import side_of
from zermelo.search.common.work import NO_LIMIT
from zermelo.search.proof.kernel import prove
from zermelo.search.proof.table import (
    BUCKET,
    DISPROVEN,
    INFINITY,
    PATH_DEPENDENT,
    PROVEN,
    UNSOLVED,
    count_entries,
    number_in,
    plies_in,
    remove_entries,
    verdict_in,
)
from zermelo.search.proof.work import HORIZON, MAX_EXHAUSTED, ProofWork

ANY_WIN = 1e-9  # the least utility that is more than a draw


class DfPnRun:
    """One question under way."""

    def __init__(
        self,
        table: NDArray[np.uint64],
        work: ProofWork,
        playthrough: Playthrough,
        limits: Limits,
        at_least: float | None,
    ) -> None:
        self.table, self.work, self.playthrough, self.limits = table, work, playthrough, limits
        self.at_least = at_least
        self.stopper = Stopper([work])
        self.player = playthrough.turn
        self.verdict, self.plies = UNSOLVED, 0
        self.moves: list[int] = []
        self.complete = False
        self.most_promising = playthrough.moves()[0]
        state = playthrough.state
        target = ANY_WIN if at_least is None else at_least
        exhausted = exhausted_positions(playthrough)
        self.question = type(state).rules_name, side_of(state, self.player), target, tuple(map(int, exhausted))
        self.root = int(state.key()), playthrough.progress, playthrough.ply
        self.fill_work(target, exhausted)
        self.begin = time.perf_counter()

    def fill_work(self, target: float, exhausted: list[np.uint64]) -> None:
        """Fill the work space for this position."""
        work, state = self.work, self.playthrough.state
        side = side_of(state, self.player)
        work.stop = work.expand_all = 0
        work.progress[:] = 0
        work.progress[0] = self.playthrough.progress
        work.exhausted[: len(exhausted)] = exhausted
        work.exhausted_count, work.start_ply = len(exhausted), self.playthrough.ply
        work.target, work.attacker = target, self.player
        work.attacks[:] = [side_of(state, player) == side for player in range(state.players)]
        work.table = address_of(self.table)
        work.mask = len(self.table) // (2 * BUCKET) - 1
        work.ply_limit, work.max_ply = self.limits.depth or 0, work.plies - 2
        work.node_limit = self.limits.nodes or NO_LIMIT
        work.clocks_disprove = int(target > 0 and state.stalled == DRAW and state.capped == DRAW)
        self.reset_count()

    def reset_count(self) -> None:
        """No node is searched yet."""
        self.work.nodes = self.work.next_poll = self.work.aborted = 0

    def compile(self) -> None:
        """Look at the root's moves only, so that compiling is not timed."""
        state = one(self.playthrough.state)[0]

        def root_only() -> None:
            prove(state, self.work, 0, 0, 0)

        run_stoppable([root_only], lambda: None)  # the compiler does not hear Ctrl-C for seconds
        self.check_rows()
        self.reset_count()
        self.begin = time.perf_counter()

    def check_rows(self) -> None:
        """Refuse a game that writes more moves than it promises."""
        check_rows(type(self.playthrough.state), self.work.child_moves)

    # ------------------------------------------------------------------ in the worker's thread

    def search(self) -> None:
        """Ask until there is a fact; a path-dependent disproof is asked again while new proofs come to light."""
        state, known = one(self.playthrough.state)[0], 0
        while True:
            data = prove(state, self.work, INFINITY, INFINITY, 0)
            self.note_most_promising()
            if self.work.aborted:
                self.stopper.reason = self.stopper.reason or "nodes"
                return
            self.verdict, self.plies = verdict_in(data), plies_in(data)
            facts = count_entries(self.table, PROVEN) if self.verdict == PATH_DEPENDENT else known
            if facts == known:
                break
            known = facts
            remove_entries(self.table, PATH_DEPENDENT)
        self.stopper.reason = "history" if self.verdict == PATH_DEPENDENT else "proven"
        if self.verdict == PROVEN:
            self.extract_line(state)
        elif self.verdict == DISPROVEN and self.limits.depth:
            self.stopper.reason = "depth"

    def extract_line(self, state: Game) -> None:
        """The line of the proof: the shortest known win against the longest known defence, each nearer to the end.

        Where the table has lost what it takes, the win is proven again within the plies that are left.
        """
        work, left = self.work, self.plies
        work.expand_all = 1
        for ply in range(work.max_ply):
            attacks = work.attacks[state.turn] != 0
            wins, losing = self.replies(state, ply, left)
            if not (wins if attacks else losing) and not work.ply_limit:
                work.ply_limit = min(ply + left, HORIZON)
                wins, losing = self.replies(state, ply, left)
            if not (wins if attacks else losing):
                return
            left, index = min(wins) if attacks else max(wins)
            move = work.child_moves[ply, index]
            work.progress[ply + 1] = 0 if state.irreversible(move) else work.progress[ply] + 1
            self.moves.append(move)
            state.play(move)
            if left == 0:
                self.complete = True
                return

    def replies(self, state: Game, ply: int, left: int) -> tuple[list[tuple[int, int]], bool]:
        """The moves that leave a win of less than `left` plies, with these plies; and whether all moves do."""
        data = prove(state, self.work, INFINITY, INFINITY, ply)
        if self.work.aborted or verdict_in(data) != PROVEN:
            return [], False
        entries = list(self.work.child_entries[ply, : self.work.child_count[ply]])
        wins = [(plies_in(entry), index) for index, entry in enumerate(entries) if verdict_in(entry) == PROVEN]
        wins = [(plies, index) for plies, index in wins if plies < left]
        return wins, len(wins) == len(entries)

    def note_most_promising(self) -> None:
        """The move with the least proof number, should there be no proof."""
        work = self.work
        numbers = [number_in(entry, True) for entry in work.child_entries[0, : work.child_count[0]]]
        if numbers:
            self.most_promising = work.child_moves[0, numbers.index(min(numbers))]

    # ------------------------------------------------------------------ the answer

    def result(self) -> SearchResult:
        """What was proven, and what was not."""
        won = self.verdict == PROVEN
        moves = tuple(self.moves) or (self.most_promising,)
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
            nodes=self.work.nodes,
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.stopper.reason,
            table_use=use_of(self.table),
            distance=self.plies if won else None,
            lines=(Line(moves[0], value, moves, text),),
            algorithm="dfpn",
            notes=tuple(self.notes()),
        )

    def claim(self) -> str:
        """What is proven: `win` or `no win`, or the same of the points asked for; else nothing."""
        goal = self.at_least
        within = f" within {self.limits.depth} plies" if self.limits.depth else ""
        if self.verdict == PROVEN:
            return "win" if goal is None else f"at least {goal:g}"
        if self.verdict == DISPROVEN:
            return ("no win" if goal is None else f"less than {goal:g}") + within
        return ""

    def value(self, moves: tuple[int, ...]) -> float:
        """What was asked for; where any win was, the result at the end of the line."""
        if self.at_least is not None:
            return self.at_least
        if not self.complete:
            return min(1.0, self.playthrough.state.highest)
        end = self.playthrough.state.copy()
        for move in moves:
            end.play(move)
        return max(float(end.utility(self.player)), min(1.0, end.highest))

    def notes(self) -> list[str]:
        """In words what the fields cannot say."""
        if self.verdict == PROVEN:
            shown = [f"won in at most {self.plies} plies; the line need not be the shortest"]
            return shown if self.complete else [*shown, "the line was cut short by the limits"]
        if self.verdict == PATH_DEPENDENT:
            return ["no win was found, but that rests on repetitions, clocks or the horizon: it is no proof"]
        return []


def exhausted_positions(playthrough: Playthrough) -> list[np.uint64]:
    """Positions of the game so far that would end it if they occurred once more."""
    state = playthrough.state
    if not state.repetition:
        return []
    keys, times = np.unique(np.array(playthrough.keys(), np.uint64), return_counts=True)
    found = [np.uint64(key) for key in keys[times >= state.repetition - 1]]
    if len(found) > MAX_EXHAUSTED:
        raise BadLimit(
            f"{len(found)} positions of this game may not occur once more, and {MAX_EXHAUSTED} can be told apart: "
            "give the position without its history"
        )
    return found
