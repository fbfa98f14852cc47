"""The searcher for games of chance: expectiminimax under iterative deepening, and to a fixed depth."""

from __future__ import annotations

import math
import threading
from typing import Any

from zermelo.errors import BadLimit
from zermelo.game.game import NO_MOVE, Game
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.search.chance.kernel import FULL, expectiminimax
from zermelo.search.chance.options import TABLE, ExpectiminimaxOptions
from zermelo.search.chance.table import make_float_table, use_of_floats
from zermelo.search.chance.work import ExpectiminimaxWork, prepare
from zermelo.search.common.deepening import MAX_DEPTH, Request, ValueDeepening
from zermelo.search.common.limits import Limits
from zermelo.search.common.registry import refuse
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time
from zermelo.search.common.work import make_work

NO_TABLE = "no table is used: the history of this game can change what a position is worth"


def value_to_depth(
    game: Game | Playthrough,
    depth: int,
    options: ExpectiminimaxOptions | None = None,
    *,
    count_chance: bool = False,
    tt: float = 1.0,
) -> tuple[float, int, int]:
    """Value (for player 0 at a chance node), best move (there NO_MOVE) and nodes of one search to a fixed depth."""
    playthrough = game if isinstance(game, Playthrough) else Playthrough(game)
    refuse("expectiminimax", type(playthrough.state))
    if not 1 <= depth <= MAX_DEPTH:
        raise BadLimit(f"the depth must lie between 1 and {MAX_DEPTH}, not {depth}")
    if not playthrough.moves():
        raise BadLimit("the game is over in this position: there is nothing to search")
    work = make_work(ExpectiminimaxWork, type(playthrough.state))
    table = make_float_table(tt)
    prepare(work, playthrough, options or ExpectiminimaxOptions(), table, count_chance)
    value = float(expectiminimax(one(playthrough.state)[0], work, depth, -math.inf, math.inf, 0, FULL))
    move = int(work.pv[0, 0]) if work.pv_length[0] else NO_MOVE
    return value, move, work.nodes


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
        """Search a position; the result explains itself. `on_update` is called after each iteration."""
        playthrough, limits = asked(game, limits)
        cls = type(playthrough.state)
        refuse("expectiminimax", cls)
        request = Request(playthrough, limits, lines, on_update, "expectiminimax").checked()
        if cls.rules_name not in self._works:
            self._works[cls.rules_name] = make_work(ExpectiminimaxWork, cls)
        work = self._works[cls.rules_name]
        self.generation += 1
        prepare(work, playthrough, self.options, self.table, self.count_chance, limits.nodes, self.generation)
        if self.options.table and not work.options & TABLE:
            request.notes = (NO_TABLE,)
        else:
            request.table_use = lambda: use_of_floats(self.table) if self.options.table else 0.0
        states = one(playthrough.state)

        def search_to(depth: int, alpha: float, beta: float) -> float:
            return float(expectiminimax(states[0], work, depth, alpha, beta, 0, FULL))

        return ValueDeepening(request, work, search_to).run(stop_event)
