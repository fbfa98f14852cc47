"""The searcher against modelled opponents; a model in Python is searched through the plain door."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.errors import IllegalMove
from zermelo.game.game import NO_MOVE
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.search.chance import options
from zermelo.search.chance.expectimax_kernel import expectimax
from zermelo.search.chance.expectiminimax import NO_TABLE
from zermelo.search.chance.models import Given, Part, mixture
from zermelo.search.chance.options import TABLE, ExpectiminimaxOptions
from zermelo.search.chance.table import make_float_table, mask_of, use_of_floats
from zermelo.search.chance.work import ExpectimaxWork, ExpectiminimaxWork, prepare
from zermelo.search.common.deepening import NOTHING, Request, ValueDeepening
from zermelo.search.common.limits import Limits
from zermelo.search.common.memory import address_of
from zermelo.search.common.plain_door import PlyView, opinion_of, plies_limit
from zermelo.search.common.registry import refuse
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time
from zermelo.search.common.work import ValueWork, make_work, prepare_values
from zermelo.textbook.expectiminimax import expectimax as textbook_expectimax

PythonModel = Callable[[Any], Any]  # node -> probability of each move, or one move
IN_PYTHON = "the model is a Python function: searched in plain Python, far slower than a mixture of kernels"
INNER = replace(ExpectiminimaxOptions.none(), pruning=True, star1=True)  # keeps the first of equally good moves


class Expectimax:
    """The best response to opponents who follow a model: `Expectimax([(0.8, "minimax", 2), (0.2, "random")])`.

    The model is a mixture of kinds (`models.KINDS`), or a Python function that takes a node of the plain door and
    returns the probability of each move, or one move. Depth counts plies, or rounds with `rounds=True`.
    """

    def __init__(
        self,
        model: Given | list[Given] | PythonModel = "random",
        *,
        tt: float = 16.0,
        rounds: bool = False,
        count_chance: bool = False,
    ) -> None:
        self.function: PythonModel | None = None
        self.parts: tuple[Part, ...] = ()
        if callable(model):
            self.function = model
        else:
            self.parts = mixture(model)
        self.rounds, self.count_chance = rounds, count_chance
        self.table, self.no_table = make_float_table(tt), make_float_table(0.02)
        self.generation = 0
        self._works: dict[str, tuple[ExpectimaxWork, ExpectiminimaxWork]] = {}

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
        """Search a position; the value is what the player to move can expect against the model."""
        playthrough, limits = asked(game, limits)
        cls = type(playthrough.state)
        refuse("expectimax", cls)
        per_depth = cls.players if self.rounds else 1
        request = Request(
            playthrough, limits, lines, on_update, "expectimax", NOTHING, plies_per_depth=per_depth
        ).checked()
        if self.function is not None:
            return self.think_in_python(request, self.function, stop_event)
        work, inner = self.works_for(playthrough, limits)
        history = not work.options & TABLE
        request.notes = (f"opponents: {', '.join(map(str, self.parts))}", *([NO_TABLE] if history else []))
        request.table_use = lambda: 0.0 if history else use_of_floats(self.table)
        state = one(playthrough.state)[0]

        def search_to(depth: int, alpha: float, beta: float) -> float:
            return float(expectimax(state, work, inner, depth, 0))

        return ValueDeepening(request, work, search_to, inner).run(stop_event)

    def works_for(self, playthrough: Playthrough, limits: Limits) -> tuple[ExpectimaxWork, ExpectiminimaxWork]:
        """The work spaces of the search and of the models' searches, filled for a position."""
        cls = type(playthrough.state)
        if cls.rules_name not in self._works:
            self._works[cls.rules_name] = make_work(ExpectimaxWork, cls), make_work(ExpectiminimaxWork, cls)
        work, inner = self._works[cls.rules_name]
        self.generation += 1
        prepare(inner, playthrough, ExpectiminimaxOptions(), self.no_table, self.count_chance, None, self.generation)
        table = inner.options & TABLE
        prepare_values(work, playthrough, limits.nodes)
        work.salt, work.chance_cost, work.two_sides = inner.salt, inner.chance_cost, inner.two_sides
        work.low, work.high = inner.low, inner.high
        inner.options = INNER.bits()
        work.options = options.EVALUATION | table
        work.table, work.mask = address_of(self.table), mask_of(self.table)
        work.parts = len(self.parts)
        work.weights[: len(self.parts)] = [part.weight for part in self.parts]
        depths = {"random": 0, "greedy": 1}
        work.depths[: len(self.parts)] = [depths.get(part.kind, part.depth) for part in self.parts]
        return work, inner

    # ------------------------------------------------------------------ the plain door

    def think_in_python(
        self, request: Request, function: PythonModel, stop_event: threading.Event | None
    ) -> SearchResult:
        """The same search by the textbook's expectimax, one root move after the other."""
        request.notes = (IN_PYTHON,)
        playthrough = request.playthrough
        work = make_work(ValueWork, type(playthrough.state))
        prepare_values(work, playthrough, request.limits.nodes)
        root, root_player = PlyView(playthrough, chance_cost=int(self.count_chance)), playthrough.turn

        def model(node: Any) -> dict[Any, float]:
            given = function(node)
            odds = given if isinstance(given, dict) else {given: 1.0}
            for move in odds:
                if move not in node.moves():
                    raise IllegalMove(
                        f"the model plays {move!r}, which is not possible in {node.playthrough.to_text()}"
                    )
            return odds

        def stop_at(depth: int) -> Callable[[Any, int], bool]:
            ends = plies_limit(depth)

            def stop(node: Any, below: int) -> bool:
                work.horizon += ends(node, below)
                return ends(node, below)

            return stop

        def search_to(depth: int, alpha: float, beta: float) -> float:
            best, chosen = -math.inf, NO_MOVE
            excluded = set(work.excluded[: work.excluded_count].tolist())
            moves = [move for move in root.moves() if move not in excluded]
            first = int(work.first_move)
            for move in sorted(moves, key=lambda move: move != first):
                steps = textbook_expectimax(
                    root.play(move),
                    model=model,
                    player=root_player,
                    cutoff=stop_at(depth),
                    estimate=opinion_of(root_player),
                )
                value = run_until_stopped(steps, work)
                if value is None:
                    return 0.0
                if value > best or (value == best and moves.index(move) < moves.index(chosen)):
                    best, chosen = value, move
                    work.pv[0, 0], work.pv_length[0], work.best_value = move, 1, value
            return best

        return ValueDeepening(request, work, search_to).run(stop_event)


def run_until_stopped(steps: Any, work: ValueWork) -> float | None:
    """Run a textbook algorithm to its end, or until the search is told to stop; then there is no value."""
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            return float(end.value.value)
        work.nodes += event.kind == "enter"
        if work.stop or work.nodes >= work.node_limit:
            work.aborted = 1
            return None
