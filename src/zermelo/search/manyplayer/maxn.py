"""The searcher for many players: max^n, paranoid and best-reply search under iterative deepening.

Paranoid search (Sturtevant and Korf 2000) is expectiminimax with all opponents on one side.
"""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from typing import Any

from zermelo.errors import BadParameter
from zermelo.game.game import NO_MOVE, Game
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.game.sides import count_sides
from zermelo.search.chance.kernel import FULL, expectiminimax
from zermelo.search.chance.options import ExpectiminimaxOptions
from zermelo.search.chance.table import make_float_table
from zermelo.search.chance.work import ExpectiminimaxWork
from zermelo.search.chance.work import prepare as prepare_expectiminimax
from zermelo.search.common.deepening import ALL, NOTHING, WINS, Request, ValueDeepening
from zermelo.search.common.limits import Limits
from zermelo.search.common.registry import refuse
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time
from zermelo.search.common.work import make_work
from zermelo.search.manyplayer.best_reply import best_reply
from zermelo.search.manyplayer.kernel import NO_BOUND, NO_PLAYER, maxn
from zermelo.search.manyplayer.work import MaxNWork, prepare

KINDS = ("maxn", "paranoid", "best_reply")


class MaxN:
    """A searcher for any number of players: `MaxN("paranoid").think(ChineseCheckers(players=3), Limits(depth=4))`.

    Depth counts plies, or with `rounds=True` rounds in which everybody moves once (best-reply: one move and one reply).
    """

    def __init__(
        self,
        kind: str = "maxn",
        *,
        prune: bool = True,
        rounds: bool = False,
        count_chance: bool = False,
        tt: float = 16.0,
    ) -> None:
        if kind not in KINDS:
            raise BadParameter(f"there is no search {kind!r} for many players; there are {', '.join(KINDS)}")
        self.kind, self.prune, self.rounds, self.count_chance = kind, prune, rounds, count_chance
        self.options = ExpectiminimaxOptions() if prune else ExpectiminimaxOptions.none()
        if kind == "best_reply":
            self.options = replace(self.options, table=False)
        self.table = make_float_table(tt if self.options.table and kind == "paranoid" else 0.02)
        self.generation = 0
        self._works: dict[str, MaxNWork | ExpectiminimaxWork] = {}

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
        """Search a position; the value is that of the player to move."""
        playthrough, limits = asked(game, limits)
        cls = type(playthrough.state)
        refuse(self.kind, cls)
        proves = ALL if count_sides(cls) <= 2 and cls.zero_sum else WINS if self.kind == "paranoid" else NOTHING
        round_of = 2 if self.kind == "best_reply" else cls.players
        request = Request(
            playthrough, limits, lines, on_update, self.kind, proves, plies_per_depth=round_of if self.rounds else 1
        ).checked()
        work = self.work_for(playthrough, limits)
        state = one(playthrough.state)[0]

        def search_to(depth: int, alpha: float, beta: float) -> float:
            if isinstance(work, MaxNWork):
                return float(maxn(state, work, depth, 0, NO_PLAYER, NO_BOUND))
            if self.kind == "paranoid":
                return float(expectiminimax(state, work, depth, -math.inf, math.inf, 0, FULL))
            return float(best_reply(state, work, depth, -math.inf, math.inf, 0))

        return ValueDeepening(request, work, search_to).run(stop_event)

    def work_for(self, playthrough: Playthrough, limits: Limits) -> MaxNWork | ExpectiminimaxWork:
        """The work space, filled for a position."""
        cls = type(playthrough.state)
        if cls.rules_name not in self._works:
            vectors = self.kind == "maxn"
            self._works[cls.rules_name] = make_work(MaxNWork, cls) if vectors else make_work(ExpectiminimaxWork, cls)
        work = self._works[cls.rules_name]
        self.generation += 1
        if isinstance(work, MaxNWork):
            prepare(work, playthrough, self.prune, self.count_chance, limits.nodes)
        else:
            search = self.options, self.table, self.count_chance, limits.nodes, self.generation
            prepare_expectiminimax(work, playthrough, *search)
        return work


def vector_to_depth(
    game: Game | Playthrough, depth: int, *, prune: bool = True, count_chance: bool = False
) -> tuple[tuple[float, ...], int, int]:
    """Everybody's values, best move (NO_MOVE where chance moves) and nodes of max^n to a fixed depth."""
    playthrough, _ = asked(game, Limits(depth=depth))
    refuse("maxn", type(playthrough.state))
    work = make_work(MaxNWork, type(playthrough.state))
    prepare(work, playthrough, prune, count_chance)
    maxn(one(playthrough.state)[0], work, depth, 0, NO_PLAYER, NO_BOUND)
    vector = tuple(float(value) for value in work.vector[0, : playthrough.state.players])
    move = int(work.pv[0, 0]) if work.pv_length[0] else NO_MOVE
    return vector, move, work.nodes
