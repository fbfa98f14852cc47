"""Games in which a network chooses without noise and somebody else may choose too: matches that need one call a round.

`Table` holds games side by side; `choose` searches in those that are asked for, all leaves judged together, and `play`
plays given moves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.compile import kernel
from zermelo.game.game import NO_MOVE
from zermelo.game.playouts import one
from zermelo.game.rows import check_rows
from zermelo.game.trouble import friendly
from zermelo.learn.alphazero.choosing import NO_CHILD, best_child
from zermelo.learn.alphazero.forest import (
    EXPANDED,
    ROOT,
    Forest,
    Rules,
    borrowed_forest,
    clear_tree,
    disturb_root,
    make_forest,
)
from zermelo.learn.alphazero.games import Course, absorb, advance, at_end, begin_lanes
from zermelo.learn.alphazero.network import PolicyNetwork
from zermelo.learn.alphazero.selfplay import Settings, answered, make_rules, nodes_for, tables_of
from zermelo.learn.alphazero.walking import AT_LEAF, ENDED, FULL, walk

THINKING, DECIDED = 1, 2  # of a lane; 0: it is not asked
OPENING = 4  # most random plies at the beginning
NOTHING = -2  # no child has been chosen: the rules forbid every move


@kernel
def search_lanes(
    shared: Forest, rules: Rules, tables: Any, asked: Any, waiting: Any, chosen: Any, logits: Any, values: Any
) -> int:
    """Take every lane that is asked to its next leaf, or to its decision; returns how many still think."""
    forest = borrowed_forest(shared)
    sites, codes, known = tables
    thinking = 0
    for lane in range(len(forest.lanes)):
        if asked[lane] != THINKING:
            continue
        if waiting[lane] != 0:
            waiting[lane] = 0
            value = min(max(float(values[lane]), -1.0), 1.0)
            if absorb(forest, rules, lane, lane, logits[lane], value, known) == ROOT:
                disturb_root(forest, rules, lane)
            else:
                forest.lanes[lane].simulations += 1
        while True:
            if forest.nodes[lane, ROOT].status == EXPANDED:
                done = int(forest.lanes[lane].simulations)
                if done >= rules.simulations or forest.nodes[lane, ROOT].child_count == 1:
                    child = best_child(forest, rules, lane)
                    chosen[lane] = NOTHING if child == NO_CHILD else forest.nodes[lane, child].move
                    asked[lane] = DECIDED
                    break
            outcome = walk(forest, rules, lane, lane, sites, codes)
            if outcome == AT_LEAF:
                waiting[lane] = 1
                thinking += 1
                break
            if outcome == ENDED:
                forest.lanes[lane].simulations += 1
            elif outcome == FULL:
                forest.lanes[lane].simulations = rules.simulations
    return thinking


@kernel
def play_lanes(forest: Forest, moves: Any, ended: Any, results: Any) -> None:
    """Play the given moves, none where it is NO_MOVE, and see which games have ended."""
    for lane in range(len(forest.lanes)):
        if ended[lane] != 0:
            continue
        if moves[lane] == NOTHING:
            forest.clocks[lane].stopped = 1
        elif moves[lane] != NO_MOVE:
            advance(forest, lane, int(moves[lane]))
        clear_tree(forest, lane)
        if at_end(forest, lane):
            ended[lane] = 1
            results[lane] = forest.clocks[lane].result(forest.roots[lane], 0)


class Table:
    """Games side by side."""

    def __init__(
        self, start: Any, network: PolicyNetwork, games: int, simulations: int, *, opening: int = 0, seed: int = 0
    ) -> None:
        self.cls = type(start)
        settings = Settings(simulations, considered=16)
        self.tables, self.rules = tables_of(network, self.cls), make_rules(settings, network.scale)
        self.rules.gumbel_scale = 0.0
        self.forest = make_forest(self.cls, network.sites, games, nodes_for(self.cls, simulations), self.rules)
        course: Course = Course.blank()
        course.opening, course.scattered = opening, 1.0
        self.ended, self.results = np.zeros(games, np.int8), np.zeros(games)
        with friendly(self.cls):
            begin_lanes(one(start)[0], self.forest, course, seed)

    @property
    def states(self) -> NDArray[np.void]:
        """The positions."""
        found: NDArray[np.void] = self.forest.roots
        return found

    def choose(self, judge: Any, wanted: NDArray[np.bool_]) -> NDArray[np.int32]:
        """The moves that a network chooses in some of the games; NO_MOVE elsewhere."""
        games = len(self.ended)
        asked = np.where(wanted & (self.ended == 0), THINKING, 0).astype(np.int8)
        waiting, chosen = np.zeros(games, np.int8), np.full(games, NO_MOVE, np.int32)
        logits, values = answered(None, 1)
        while True:
            with friendly(self.cls):
                thinking = search_lanes(self.forest, self.rules, self.tables, asked, waiting, chosen, logits, values)
            check_rows(self.cls, self.forest.row)
            if not thinking:
                return chosen
            logits, values = answered(judge.ask(self.forest.codes), 1)

    def play(self, moves: NDArray[np.int32]) -> None:
        """Play one move in every game that has one."""
        with friendly(self.cls):
            play_lanes(self.forest, moves, self.ended, self.results)
        check_rows(self.cls, self.forest.row)


def meet(
    start: Any, network: PolicyNetwork, judges: tuple[Any, Any], pairs: int, simulations: int, *, seed: int = 0
) -> NDArray[np.float64]:
    """Two judges of one network's shape meet from openings of random moves, each with seats swapped.

    Returns the first one's results, [seat, pair].
    """
    results = np.zeros((2, pairs))
    for seat in range(2):  # of the first
        table = Table(start, network, pairs, simulations, opening=OPENING, seed=seed)
        while not table.ended.all():
            first = table.states["turn"] == seat
            for judge, wanted in ((judges[0], first), (judges[1], ~first)):
                if (wanted & (table.ended == 0)).any():
                    table.play(table.choose(judge, wanted))
        results[seat] = table.results if seat == 0 else -table.results
    return results
