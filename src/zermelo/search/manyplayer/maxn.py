"""The searcher for many players: max^n, paranoid and best-reply under iterative deepening."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from typing import Any

from zermelo.errors import BadParameter
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.search.chance.expectiminimax import fill
from zermelo.search.chance.kernel import FULL, ExpectiminimaxWork, expected
from zermelo.search.chance.options import PRUNING, ExpectiminimaxOptions
from zermelo.search.chance.table import make_float_table
from zermelo.search.common.deepening import ALL, NOTHING, WINS, Request, ValueDeepening
from zermelo.search.common.limits import Limits
from zermelo.search.common.registry import refuse, sides_of
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, asked
from zermelo.search.common.work import make_work, prepare_values
from zermelo.search.manyplayer.kernel import NO_CLAIM, NOBODY, MaxNWork, best_reply, maxn

KINDS = ("maxn", "paranoid", "best_reply")


def fill_vectors(
    work: MaxNWork,
    line: Playthrough,
    *,
    prune: bool = True,
    count_chance: bool = False,
    most_nodes: int | None = None,
) -> None:
    """Prepare a work space of `maxn` for a position."""
    state = line.state
    prepare_values(work, line, most_nodes)
    sides = sides_of(state)
    many = len(set(sides))
    work.options = PRUNING if prune else 0
    work.chance_cost = int(count_chance)
    work.sides = many
    work.weight[: state.players] = [1.0 / sides.count(side) for side in sides]
    spread = (many - 1) / many * (state.highest - state.lowest)  # how far a shifted estimate can lie from nothing
    work.low = min(state.lowest, 0.0, -spread)
    work.high = max(state.highest, spread)


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
        line, limits = asked(game, limits)
        cls = type(line.state)
        refuse(self.kind, cls)
        proves = ALL if len(set(sides_of(cls))) <= 2 and cls.zero_sum else WINS if self.kind == "paranoid" else NOTHING
        round_of = 2 if self.kind == "best_reply" else cls.players
        request = Request(
            line, limits, lines, on_update, self.kind, proves, plies_per_depth=round_of if self.rounds else 1
        ).checked()
        work = self.work_for(line, limits)
        state = one(line.state)[0]

        def search_to(depth: int, alpha: float, beta: float) -> float:
            if isinstance(work, MaxNWork):
                return float(maxn(state, work, depth, 0, NOBODY, NO_CLAIM))
            if self.kind == "paranoid":
                return float(expected(state, work, depth, -math.inf, math.inf, 0, FULL))
            return float(best_reply(state, work, depth, -math.inf, math.inf, 0))

        return ValueDeepening(request, work, search_to).run(stop_event)

    def work_for(self, line: Playthrough, limits: Limits) -> MaxNWork | ExpectiminimaxWork:
        """The work space, filled for a position."""
        cls = type(line.state)
        if cls.rules_name not in self._works:
            vectors = self.kind == "maxn"
            self._works[cls.rules_name] = make_work(MaxNWork, cls) if vectors else make_work(ExpectiminimaxWork, cls)
        work = self._works[cls.rules_name]
        chance, nodes = self.count_chance, limits.nodes
        if isinstance(work, MaxNWork):
            fill_vectors(work, line, prune=self.prune, count_chance=chance, most_nodes=nodes)
        else:
            self.generation += 1
            generation = self.generation
            fill(work, line, self.options, self.table, count_chance=chance, most_nodes=nodes, generation=generation)
        return work


def vector_to_depth(
    game: Any, depth: int, *, prune: bool = True, count_chance: bool = False
) -> tuple[tuple[float, ...], int, int]:
    """Everybody's values, best move (-1 where chance moves) and nodes of max^n to a fixed depth."""
    line = game if isinstance(game, Playthrough) else Playthrough(game)
    line, _ = asked(line, Limits(depth=depth))
    refuse("maxn", type(line.state))
    work = make_work(MaxNWork, type(line.state))
    fill_vectors(work, line, prune=prune, count_chance=count_chance)
    maxn(one(line.state)[0], work, depth, 0, NOBODY, NO_CLAIM)
    vector = tuple(float(value) for value in work.vector[0, : line.state.players])
    move = int(work.pv[0, 0]) if work.pv_length[0] else -1
    return vector, move, int(work.nodes)
