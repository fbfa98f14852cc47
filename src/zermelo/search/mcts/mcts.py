"""Monte Carlo tree search as a searcher: `Mcts` asks, reuses its tree from move to move, and refuses what it cannot do.

`run.py` is one search under way; `kernel.py` runs the simulations.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import Any

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.game import CHANCE, Game
from zermelo.game.playthrough import Playthrough
from zermelo.game.sides import count_sides
from zermelo.search.common.limits import Limits
from zermelo.search.common.registry import SEARCHES
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time
from zermelo.search.mcts.options import KernelOptions, MctsOptions, kernel_options
from zermelo.search.mcts.run import MctsRun
from zermelo.search.mcts.tree import ROOT, Tree, compact_tree, find_node, make_tree


def check_options(game: type[Game], options: MctsOptions) -> None:
    """Refuse an option that makes no sense in a game."""
    name, sides = game.__name__, count_sides(game)
    if options.solver and (game.chance or sides != 2 or not game.zero_sum):
        raise Unsupported(f"{name} is no game of two sides without chance: nothing can be proven; leave solver off")
    if (options.bias or options.cutoff is not None) and sides > 1 and not game.zero_sum:
        raise Unsupported(
            f"an evaluation in {name} says nothing of the other players (no zero sum): leave bias and cutoff off"
        )


@dataclass(frozen=True)
class RootPosition:
    """The root of the last search by the moves that led to it, to see whether the next one follows from it."""

    rules: str
    start: bytes
    start_ply: int
    played: tuple[int, ...]

    @classmethod
    def of(cls, playthrough: Playthrough) -> RootPosition:
        """What identifies a root."""
        start_ply = playthrough.ply - len(playthrough.played)
        rules = type(playthrough.state).rules_name
        return cls(rules, playthrough.start.tobytes(), start_ply, tuple(playthrough.played))

    def moves_to(self, later: RootPosition) -> tuple[int, ...]:
        """The moves from this root to a later one of the same game; none if it does not follow."""
        same = (self.rules, self.start, self.start_ply) == (later.rules, later.start, later.start_ply)
        count = len(self.played)
        return later.played[count:] if same and later.played[:count] == self.played else ()


class Mcts:
    """A searcher that reuses its tree from move to move: `Mcts(MctsOptions(solver=True)).think(Hex())`.

    Limits are simulations, seconds, a clock or a stop event; a limit of nodes means simulations, each of which looks
    at one new position. `determinised` is for a search that has dealt the hidden part itself.
    """

    def __init__(self, options: MctsOptions | None = None, *, determinised: bool = False) -> None:
        self.options = (options or MctsOptions()).checked()
        self.determinised = determinised
        chosen = self.options
        self.tree: Tree = make_tree(
            chosen.memory, tuned=chosen.tuned, rave=chosen.rave, solver=chosen.solver, bias=chosen.bias > 0
        )
        self.kernel_options: KernelOptions = kernel_options(chosen)
        self.last_root: RootPosition | None = None

    def clear(self) -> None:
        """Forget everything."""
        self.last_root = None

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
        """Search a position; the result explains itself. `on_update` hears about four times a second."""
        playthrough, limits = asked(game, limits)
        cls = type(playthrough.state)
        replace(SEARCHES["mcts"].serves, hidden=self.determinised).refuse("mcts", cls)
        check_options(cls, self.options)
        if limits.depth is not None:
            raise BadLimit("a Monte Carlo search has no depth: give simulations or seconds")
        if playthrough.turn == CHANCE:
            raise BadLimit("chance is to move here: play one of its outcomes, then ask")
        if lines < 1:
            raise BadLimit(f"the number of lines must be at least 1, not {lines}")
        if self.options.on == "gpu":
            from zermelo.search.mcts.gpu import think_all

            return think_all([playthrough], self.options, limits, lines, stop_event)[0]
        reused = self.reuse_tree(playthrough)
        run = MctsRun(self.tree, self.options, self.kernel_options, playthrough, limits, lines, on_update, reused)
        if run.search(stop_event):
            self.last_root = RootPosition.of(playthrough)
        return run.result()

    def reuse_tree(self, playthrough: Playthrough) -> int:
        """Reuse the subtree of a position that follows from the last one, or begin a tree; the visits of its root."""
        root, last = RootPosition.of(playthrough), self.last_root
        self.last_root = None  # until this search has ended well
        if self.options.reuse and last is not None and (moves := last.moves_to(root)):
            node = find_node(self.tree, moves)
            if node is not None and compact_tree(self.tree, node, 0):
                return int(self.tree.nodes["visits"][ROOT])
        for array in self.tree[:-1]:
            array[ROOT] = 0
        if self.options.solver:
            state = playthrough.state
            self.tree.bounds["lower"][ROOT], self.tree.bounds["upper"][ROOT] = state.lowest, state.highest
        self.tree.used[0] = 1
        return 0
