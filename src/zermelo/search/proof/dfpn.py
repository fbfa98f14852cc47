"""Proving a win: df-pn with its limits, its table and a line that shows the proof.

`DfPn` asks one question: can the player to move win (or get `at_least` so many points), whatever the other does?
It answers "win" with a line, "no win", or nothing where a limit or the history of the game left it open. Wins hold
under every rule of repetition and progress; "no win" is said only where no line of the disproof depended on its path
(`kernel.py` tells why). Given a depth it asks for a win within so many plies, and then both answers are exact for that
question: mate in three is `Limits(depth=5)`. A win found without a depth need not be the shortest.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.playthrough import Playthrough
from zermelo.game.trouble import friendly
from zermelo.search.common.limits import Limits
from zermelo.search.common.registry import refuse
from zermelo.search.common.result import SearchResult
from zermelo.search.common.runner import run_with_clock
from zermelo.search.common.searcher import Update, asked, one_at_a_time
from zermelo.search.common.table import make_table
from zermelo.search.proof.run import DfPnRun
from zermelo.search.proof.table import PATH_DEPENDENT, remove_entries
from zermelo.search.proof.work import HORIZON, ProofWork, make_proof_work


class DfPn:
    """A searcher that proves wins: `DfPn(tt=64).think(Playthrough.from_text(Chess, fen), Limits(seconds=5))`."""

    def __init__(self, *, tt: float = 64.0, at_least: float | None = None) -> None:
        self.table: NDArray[np.uint64] = make_table(tt)
        self.at_least = at_least
        self._works: dict[str, ProofWork] = {}
        self._question: tuple[Any, ...] = ()
        self._root: tuple[Any, ...] = ()

    def clear(self) -> None:
        """Forget everything."""
        self.table[:] = 0

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
        """Try to prove a win; there is one line at most, and `on_update` hears of it once."""
        playthrough, limits = asked(game, limits)
        refuse("dfpn", type(playthrough.state))
        if limits.depth is not None and limits.depth > HORIZON:
            raise BadLimit(f"the depth must be at most {HORIZON}, not {limits.depth}")
        with friendly(type(playthrough.state)):
            run = self.prepare(playthrough, limits)
            run_with_clock([run.search], run.stopper, limits.time_for_move(), stop_event)
        run.check_rows()
        result = run.result()
        if on_update:
            on_update(result)
        return result

    def prepare(self, playthrough: Playthrough, limits: Limits) -> DfPnRun:
        """One search, with the entries of the table that hold for its question."""
        game = type(playthrough.state)
        if game.rules_name not in self._works:
            self._works[game.rules_name] = make_proof_work(game)
        run = DfPnRun(self.table, self._works[game.rules_name], playthrough, limits, self.at_least)
        self.reuse_table(run.question, run.root)
        run.compile()
        return run

    def reuse_table(self, question: tuple[Any, ...], root: tuple[Any, ...]) -> None:
        """Clear what does not hold for this question: facts of another one, path-dependent disproofs of other paths."""
        if self._question and question != self._question:
            self.clear()
        elif self._question and root != self._root:
            remove_entries(self.table, PATH_DEPENDENT)
        self._question, self._root = question, root
