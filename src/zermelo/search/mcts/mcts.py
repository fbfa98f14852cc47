"""Monte Carlo tree search as a searcher: limits, threads, memory, the tree kept from move to move, and the result."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.game import CHANCE
from zermelo.game.history import SIEVE
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.trouble import friendly
from zermelo.search.common.limits import Limits
from zermelo.search.common.registry import SEARCHES, sides_of
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.runner import Stopper, run_with_clock
from zermelo.search.common.searcher import Update, asked, line_text
from zermelo.search.mcts.atomics import BARRED, READY
from zermelo.search.mcts.history import Trail
from zermelo.search.mcts.kernel import DEEPEST, DONE, FULL, PROVEN, grow
from zermelo.search.mcts.options import MctsOptions, Plan, plan_of
from zermelo.search.mcts.rave import SLOTS
from zermelo.search.mcts.tree import ROOT, Tree, bytes_of, compact, make_tree, rarely_visited
from zermelo.search.mcts.virtual_loss import ACCOUNTS, NOBODY, OWNER

REMEMBERED = 2048  # keys of the game so far
TOLD_APART = 4096  # visits of a node, where the least visited are dropped
PLAYED_OUT = 1024  # keys of a playout
MOST_VISITS = 2_000_000_000  # of the root: visits are 32 bits wide
FORCED = 1000  # simulations for the value of an only move
FIRST_ROUND, ROUND_SECONDS = 1000, 0.25  # between two updates
LONGEST_LINE = 40
STREAMS = 256  # of random numbers at each ply of the game, one for each thread


def check_options(game: Any, options: MctsOptions) -> None:
    """Refuse an option that makes no sense in a game."""
    name, sides = game.__name__, len(set(sides_of(game)))
    if options.solver and (game.chance or sides != 2 or not game.zero_sum):
        raise Unsupported(f"{name} is no game of two sides without chance: nothing can be proven; leave solver off")
    if (options.bias or options.cutoff is not None) and sides > 1 and not game.zero_sum:
        raise Unsupported(
            f"an evaluation in {name} says nothing of the other players (no zero sum): leave bias and cutoff off"
        )


def unit_of(cls: Any) -> float:
    """Fixed point for results: a power of two, such that two thousand million of the largest fit 63 bits."""
    largest = max(abs(cls.lowest), abs(cls.highest))
    return float(2.0 ** (30 - math.ceil(math.log2(largest))))


def work_type(cls: Any, rave: bool, shared: bool) -> np.dtype[Any]:
    """The work space of one thread."""
    slots = SLOTS * cls.players if rave else 1
    layout = [
        ("keys", np.uint64, (REMEMBERED + DEEPEST + PLAYED_OUT + SIEVE if cls.repetition else 1,)),
        ("simulations", np.int64),  # begun
        ("stop", np.int64),
        ("full", np.int64),  # there was no room for a node's children
        ("stuck", np.int64),  # nothing can be dropped: go on without new nodes
        ("deepest", np.int64),
        ("unit", np.float64),  # of results in fixed point
        ("scale", np.float64),  # turns them into parts of half the range of results
        ("loss", np.int64),  # charged to a simulation under way
        ("path", np.int64, (DEEPEST + 1,)),
        ("movers", np.int64, (DEEPEST + 1,)),  # the player who chose last before each node of the path
        ("chose", np.int64, (DEEPEST + 1,)),  # 0: chance led here
        ("results", np.int64, (max(cls.players, 2),)),
        ("signs", np.int64, (cls.players,)),  # 1: on the side of player 0
        ("shares", np.float64, (cls.players, cls.players)),  # [whose estimate, player]
        ("row", np.int32, (cls.most_moves + 8,)),
        ("accounts", np.int64, (ACCOUNTS if shared else 1, 3)),  # several threads: see `ledger.py`
        ("opened", np.int64, (ACCOUNTS if shared else 1,)),  # the places of those in use
        ("open", np.int64),  # how many
        ("due", np.int64),  # the simulation after which they are added to the tree
        ("busy", np.int64),  # the visits from which a node has an account
        ("sources", np.int64, (cls.players,)),  # RAVE: see `reference`
        ("entered", np.int64, (cls.players,)),
        ("entered_in", np.int64, (cls.players,)),
        ("found", np.int64, (slots,)),
        ("found_in", np.int64, (slots,)),
        ("made_in", np.int64, (slots,)),
        ("made_ply", np.int32, (slots,)),
        ("made_move", np.int32, (slots,)),
    ]
    return np.dtype((np.record, np.dtype(layout, align=True)))


@dataclass(frozen=True)
class Asked:
    """The last question, to see whether the next one follows from it."""

    rules: str
    start: bytes
    ply: int
    played: tuple[int, ...]

    @classmethod
    def of(cls, line: Playthrough) -> Asked:
        """What identifies a question."""
        start = line.start.tobytes()
        return cls(type(line.state).rules_name, start, line.ply - len(line.played), tuple(line.played))

    def moves_to(self, later: Asked) -> tuple[int, ...]:
        """The moves from this question to a later one of the same game; none if it does not follow."""
        same = (self.rules, self.start, self.ply) == (later.rules, later.start, later.ply)
        count = len(self.played)
        return later.played[count:] if same and later.played[:count] == self.played else ()


class Mcts:
    """A searcher that keeps its tree from move to move: `Mcts(MctsOptions(solver=True)).think(Hex())`.

    Limits are simulations, seconds, a clock or being told; a limit of nodes means simulations, each of which looks at
    one new position. `determinised` is for a search that has dealt the hidden part itself.
    """

    def __init__(self, options: MctsOptions | None = None, *, determinised: bool = False) -> None:
        self.options = (options or MctsOptions()).checked()
        self.determinised = determinised
        chosen = self.options
        self.tree: Tree = make_tree(
            chosen.memory, tuned=chosen.tuned, rave=chosen.rave, solver=chosen.solver, bias=chosen.bias > 0
        )
        self.plan: Plan = plan_of(chosen)
        self.last: Asked | None = None

    def clear(self) -> None:
        """Forget everything."""
        self.last = None

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
        line, limits = asked(game, limits)
        cls = type(line.state)
        replace(SEARCHES["mcts"].serves, hidden=self.determinised).refuse("mcts", cls)
        check_options(cls, self.options)
        if limits.depth is not None:
            raise BadLimit("a Monte Carlo search has no depth: give simulations or seconds")
        if line.turn == CHANCE:
            raise BadLimit("chance is to move here: play one of its outcomes, then ask")
        if lines < 1:
            raise BadLimit(f"the number of lines must be at least 1, not {lines}")
        job = Job(self, line, limits, lines, on_update)
        job.run(stop_event)
        return job.result()

    def begin_tree(self, line: Playthrough) -> int:
        """Keep the part of the tree that the question is about, or start with a root; visits that were kept."""
        question, before = Asked.of(line), self.last
        self.last = None  # until this search has ended well
        if self.options.reuse and before is not None and (moves := before.moves_to(question)):
            place = find(self.tree, moves)
            if place is not None and self.shrink(place, 0):
                return int(self.tree.nodes["n"][ROOT])
        for array in self.tree[:-1]:
            array[ROOT] = 0
        if self.options.solver:
            self.tree.bounds["low"][ROOT], self.tree.bounds["high"][ROOT] = line.state.lowest, line.state.highest
        self.tree.used[0] = 1
        return 0

    def shrink(self, root: int, fewest: int, flag: NDArray[Any] | None = None) -> bool:
        """Keep what is under a node, less what has few visits; False if told to stop half-way."""
        flag = np.zeros(1, np.dtype((np.record, [("stop", np.int64)]))) if flag is None else flag
        parents = np.zeros(int(self.tree.used[0]) + 1, np.uint32)
        return bool(compact(self.tree, root, fewest, parents, flag))


def children(tree: Tree, place: int) -> NDArray[Any]:
    """The children of a node, those left out that a repetition rule forbids."""
    node = tree.nodes[place]
    if node.ready != READY:
        return tree.nodes[:0]
    block = tree.nodes[int(node.first) : int(node.first) + int(node.count)]
    return block[block["ready"] != BARRED]


def find(tree: Tree, moves: tuple[int, ...]) -> int | None:
    """The node that moves lead to, or None where its children are not in the tree."""
    place = ROOT
    for move in moves:
        node = tree.nodes[place]
        if node.ready != READY:
            return None
        block = tree.nodes[int(node.first) : int(node.first) + int(node.count)]
        found = np.flatnonzero((block["move"] == move) & (block["ready"] != BARRED))
        if not len(found):
            return None
        place = int(node.first) + int(found[0])
    return place if tree.nodes[place].ready == READY else None  # a proof without its moves would be of no use


class Job:
    """One search under way."""

    def __init__(self, searcher: Mcts, line: Playthrough, limits: Limits, lines: int, on_update: Update | None) -> None:
        self.searcher, self.line, self.limits, self.lines, self.on_update = searcher, line, limits, lines, on_update
        self.begin = time.perf_counter()
        self.tree, self.options = searcher.tree, searcher.options
        self.states, self.cls = one(line.state), type(line.state)
        self.unit = unit_of(self.cls)
        self.kept = searcher.begin_tree(line)
        self.works = [self.prepare() for _ in range(self.options.threads)]
        self.aids = [self.prepare_aids(thread) for thread in range(self.options.threads)]
        self.stopper = Stopper(self.works)
        self.dropped = 0
        self.known: SearchResult | None = None  # what was known before a compaction that was given up
        limit = min(limits.simulations or MOST_VISITS, limits.nodes or MOST_VISITS)
        self.total = min(limit, MOST_VISITS - self.kept)
        self.reason = "simulations" if limits.simulations == limit else "nodes"
        if len(line.moves()) == 1 and limit == MOST_VISITS:
            self.total, self.reason = FORCED, "one move"

    # ------------------------------------------------------------------ work spaces

    def prepare(self) -> NDArray[Any]:
        """The work space of one thread for this position."""
        cls, line = self.cls, self.line
        work = np.zeros(1, work_type(cls, self.options.rave, self.options.threads > 1))
        sides = sides_of(cls)
        others = max(len(set(sides)) - 1, 1)
        work["signs"][0] = [1 if side == sides[0] else -1 for side in sides]
        for seen in range(cls.players):
            work["shares"][0, seen] = [1.0 if side == sides[seen] else -1.0 / others for side in sides]
        work["movers"][0, 0] = line.turn
        work["accounts"][0, :, OWNER] = NOBODY
        work["unit"] = self.unit
        work["scale"] = 2.0 / (cls.highest - cls.lowest) / self.unit
        work["loss"] = round(cls.lowest * self.unit)
        if cls.repetition:
            keys = line.keys()[-REMEMBERED:]
            work["keys"][0, : len(keys)] = keys
        return work

    def prepare_aids(self, thread: int) -> tuple[Any, Any]:
        """The random generator of a thread, and the history up to the root."""
        randoms, trails = Random.array(1), Trail.array(1)
        stream = thread + (STREAMS * self.line.ply if self.kept else 0)  # no number twice in one tree
        randoms[0].begin(self.options.seed, stream)
        trail = trails[0]
        trail.plies, trail.progress = self.line.ply, self.line.progress
        trail.loser = -1
        trail.kept = trail.seen = min(len(self.line.keys()), REMEMBERED) if self.cls.repetition else 0
        return randoms, trails

    # ------------------------------------------------------------------ running

    def run(self, stop_event: threading.Event | None) -> None:
        """Compile if need be, then work beside the clock."""
        with friendly(self.cls):
            self.grow(0, 0)
        self.begin = time.perf_counter()
        left = self.limits.time_for_move()
        run_with_clock([self.lead], self.stopper, left, stop_event)
        if self.known is None:
            self.searcher.last = Asked.of(self.line)

    def grow(self, thread: int, quota: int) -> int:
        """The kernel in one thread."""
        work = self.works[thread]
        return int(grow(self.states[0], self.searcher.plan, self.tree, self.aids[thread], work[0], quota))

    def visits(self) -> int:
        """Simulations of this search so far."""
        return int(self.tree.nodes["n"][ROOT]) - self.kept

    def lead(self) -> None:
        """Rounds of simulations until a limit; between two rounds updates are told and room is made."""
        size = FIRST_ROUND if self.on_update else self.total
        while (left := self.total - self.visits()) > 0:
            begin = time.perf_counter()
            answer = self.round(min(size, left))
            if answer == PROVEN:
                self.stopper.reason = self.stopper.reason or "proven"
                return
            if self.works[0]["stop"][0]:
                return
            if answer == FULL and not self.make_room():
                return
            if answer == DONE and self.on_update:
                self.on_update(self.result())
                spent = max(time.perf_counter() - begin, 1e-6)
                size = max(FIRST_ROUND, int(size * min(2.0, ROUND_SECONDS / spent)))
        self.stopper.reason = self.stopper.reason or self.reason

    def round(self, size: int) -> int:
        """So many simulations, divided among the threads; the answer that matters most."""
        threads = self.options.threads
        if threads == 1:
            return self.grow(0, size)
        shares = [size // threads + (thread < size % threads) for thread in range(threads)]
        with ThreadPoolExecutor(threads) as pool:
            return max(pool.map(self.grow, range(threads), shares))

    def make_room(self) -> bool:
        """Drop the least visited half of a full tree; where nothing can go, the search does without new nodes."""
        before = self.result()
        used = int(self.tree.used[0])
        fewest = int(rarely_visited(self.tree, used // 2, np.zeros(TOLD_APART, np.int64)))
        for work in self.works:
            work["full"] = 0
        if not self.searcher.shrink(ROOT, fewest, self.works[0]):
            self.known = before
            return False
        freed = used - int(self.tree.used[0])
        self.dropped += freed
        if freed <= used // 16:
            for work in self.works:
                work["stuck"] = 1
        return True

    # ------------------------------------------------------------------ the result

    def block(self, place: int) -> tuple[int, NDArray[Any]]:
        """The children of a node and the place of the first; none where they are not made."""
        _, _, first, _, count, ready, _ = self.tree.nodes[place].item()
        return first, self.tree.nodes[first : first + count if ready == READY else first]

    def certain(self, place: int) -> float | None:
        """Solver: the proven value of a node for the player to move at the root."""
        if not self.options.solver:
            return None
        low, high = self.tree.bounds[place]
        sign = int(self.works[0]["signs"][0, self.line.turn])
        return float(low) * sign + 0.0 if low == high else None  # no minus nought

    def ranked(self) -> list[tuple[int, float, int]]:
        """Root moves, best first: their place, value and visits.

        By visits; but a proven value is set against the mean of the most visited, for proven moves get no more visits.
        """
        first, block = self.block(ROOT)
        found = []
        for place, (w, n, ready) in enumerate(
            zip(*(block[name].tolist() for name in ("w", "n", "ready")), strict=True)
        ):
            if ready != BARRED:
                found.append((first + place, self.certain(first + place), w / self.unit / max(n, 1), n))
        found.sort(key=lambda row: (row[1] is None, -row[3] if row[1] is None else -row[1], -row[3]))
        proven = [(place, value, n) for place, value, _, n in found if value is not None]
        open_ = [(place, mean, n) for place, value, mean, n in found if value is None]
        ranked: list[tuple[int, float, int]] = []
        while proven or open_:
            use_proven = proven and (not open_ or not open_[0][2] or proven[0][1] >= open_[0][1])
            ranked.append(proven.pop(0) if use_proven else open_.pop(0))
        return ranked

    def follow(self, place: int) -> tuple[int, ...]:
        """The line of most visits behind a root move, up to the next move of chance."""
        state = self.line.state.copy()
        moves: list[int] = []
        for move in self.most_visited(place):
            moves.append(move)
            state.play(move)
            if state.turn == CHANCE:
                break
        return tuple(moves)

    def most_visited(self, place: int) -> Iterator[int]:
        """The moves from a node on, each the most visited."""
        yield int(self.tree.nodes["move"][place])
        for _ in range(LONGEST_LINE):
            first, block = self.block(place)
            visits = block["n"].tolist()
            if not any(visits):
                return
            best = visits.index(max(visits))  # a forbidden move has no visits
            place = first + best
            yield int(block["move"][best])

    def result(self) -> SearchResult:
        """What is known so far."""
        if self.known is not None:
            return self.known
        state = self.line.state
        ranked = self.ranked()
        lines = []
        for place, value, _ in ranked[: self.lines]:
            moves = self.follow(place)
            lines.append(Line(moves[0], value, moves, line_text(state, moves)))
        if not lines:  # too few simulations for a choice: any legal move
            move = self.line.moves()[0]
            lines = [Line(move, 0.0, (move,), str(state.move_text(move)))]
        best = lines[0]
        certain = self.certain(ROOT)
        return SearchResult(
            move=best.move,
            move_text=str(state.move_text(best.move)),
            value=best.value if certain is None else certain,
            proven="" if certain is None else "win" if certain > 0 else "loss" if certain < 0 else "draw",
            line=best.moves,
            line_text=best.text,
            depth=max(int(work["deepest"][0]) for work in self.works),
            nodes=self.visits(),
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.stopper.reason,
            table_use=int(self.tree.used[0]) / len(self.tree.nodes),
            lines=tuple(lines),
            algorithm="mcts",
            notes=tuple(self.notes()),
            moves={int(self.tree.nodes[place].move): (value, n) for place, value, n in ranked},
        )

    def notes(self) -> list[str]:
        """Options in use, and what became of the memory."""
        used = int(self.tree.used[0])
        found = [*self.options.notes(), f"{used:,} nodes in {bytes_of(self.tree) / 1e6:.1f} MB"]
        if self.kept:
            found.append(f"{self.kept:,} visits kept from the last search")
        if self.dropped:
            found.append(f"{self.dropped:,} nodes dropped to make room")
        if self.works[0]["stuck"][0]:
            found.append("memory full: no new nodes")
        return found
