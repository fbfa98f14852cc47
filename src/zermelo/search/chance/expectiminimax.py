"""The searcher for games of chance: expectiminimax under iterative deepening, and to a fixed depth."""

from __future__ import annotations

import math
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.bits import mix64
from zermelo.game.game import NO_MOVE
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.search.chance.kernel import FULL, ExpectiminimaxWork, expected
from zermelo.search.chance.options import TABLE, ExpectiminimaxOptions
from zermelo.search.chance.table import make_float_table, mask_of, use_of_floats
from zermelo.search.common.deepening import MAX_DEPTH, Request, ValueDeepening
from zermelo.search.common.history import history_reaches
from zermelo.search.common.limits import Limits
from zermelo.search.common.memory import address_of
from zermelo.search.common.registry import refuse, sides_of
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, asked
from zermelo.search.common.work import make_work, prepare_values

NO_TABLE = "no table is used: the history of this game can change what a position is worth"


def value_range(game: Any) -> tuple[float, float]:
    """What no result and no estimate leaves; where many play, a player's share of the mover's opposite included."""
    if len(set(sides_of(game))) <= 2:
        return game.lowest, game.highest
    others = game.players - 1
    return min(game.lowest, -game.highest / others), max(game.highest, -game.lowest / others)


def fill(
    work: ExpectiminimaxWork,
    line: Playthrough,
    options: ExpectiminimaxOptions,
    table: NDArray[np.uint64],
    *,
    count_chance: bool = False,
    most_nodes: int | None = None,
    generation: int = 0,
) -> None:
    """Prepare a work space of `expected` for a position."""
    state = line.state
    prepare_values(work, line, most_nodes)
    safe = options.table and not history_reaches(line, 2 * MAX_DEPTH)
    work.options = options.bits() if safe else options.without_table().bits()
    work.table, work.mask = address_of(table), mask_of(table)
    work.salt = mix64(np.uint64(1 + generation))
    work.chance_cost = int(count_chance)
    work.two_sides = int(len(set(sides_of(state))) <= 2)
    ends = bool(state.repetition or state.no_progress or state.cap)  # a game that history ends may count as nothing
    low, high = value_range(state)
    work.low = min(low, 0.0) if ends or not options.evaluation else low
    work.high = max(high, 0.0) if ends or not options.evaluation else high
    work.answers[:] = NO_MOVE
    work.earlier[:] = state.lowest
    work.guesses[:] = 0.0
    for counts in (work.probes, work.settled, work.choices, work.decisions):
        counts[:] = 0


def value_to_depth(
    game: Any, depth: int, options: ExpectiminimaxOptions | None = None, *, count_chance: bool = False, tt: float = 1.0
) -> tuple[float, int, int]:
    """Value, best move (-1 where chance moves) and nodes of one search to a fixed depth, for player 0 at chance."""
    line = game if isinstance(game, Playthrough) else Playthrough(game)
    refuse("expectiminimax", type(line.state))
    if not 1 <= depth <= MAX_DEPTH:
        raise BadLimit(f"the depth must lie between 1 and {MAX_DEPTH}, not {depth}")
    if not line.moves():
        raise BadLimit("the game is over in this position: there is nothing to search")
    work = make_work(ExpectiminimaxWork, type(line.state))
    table = make_float_table(tt)
    fill(work, line, options or ExpectiminimaxOptions(), table, count_chance=count_chance)
    value = float(expected(one(line.state)[0], work, depth, -math.inf, math.inf, 0, FULL))
    move = int(work.pv[0, 0]) if work.pv_length[0] else -1
    return value, move, int(work.nodes)


class Expectiminimax:
    """A searcher for two sides, or one, and chance: `Expectiminimax().think(Pig(), Limits(depth=4))`.

    Depth counts the players' plies; the dice between them cost nothing unless `count_chance`.
    """

    def __init__(
        self, options: ExpectiminimaxOptions | None = None, *, tt: float = 16.0, count_chance: bool = False
    ) -> None:
        self.options, self.count_chance = options or ExpectiminimaxOptions(), count_chance
        self.table = make_float_table(tt if self.options.table else 0.02)
        self.generation = 0  # what was found for another request is never taken for this one's
        self._works: dict[str, ExpectiminimaxWork] = {}

    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """Search a position; the result explains itself. `on_update` is called after each iteration."""
        line, limits = asked(game, limits)
        cls = type(line.state)
        refuse("expectiminimax", cls)
        request = Request(line, limits, lines, on_update, "expectiminimax").checked()
        if cls.rules_name not in self._works:
            self._works[cls.rules_name] = make_work(ExpectiminimaxWork, cls)
        work = self._works[cls.rules_name]
        self.generation += 1
        fill(
            work,
            line,
            self.options,
            self.table,
            count_chance=self.count_chance,
            most_nodes=limits.nodes,
            generation=self.generation,
        )
        if self.options.table and not work.options & TABLE:
            request.notes = (NO_TABLE,)
        else:
            request.table_use = lambda: use_of_floats(self.table) if self.options.table else 0.0
        states = one(line.state)

        def search_to(depth: int, alpha: float, beta: float) -> float:
            return float(expected(states[0], work, depth, alpha, beta, 0, FULL))

        return ValueDeepening(request, work, search_to).run(stop_event)
