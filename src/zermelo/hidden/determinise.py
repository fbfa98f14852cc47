"""Determinised search: an honest player for hidden games, made of any search for open ones.

The hidden part of the position is dealt again and again by its probability (`redeal`), each deal is searched as if all
were open, and the move with the best mean value is chosen (perfect-information Monte Carlo; Levy 1989, Ginsberg 2001).
The player sees no more than `observe` tells: deals are drawn by a seed and by what they observe, and the keys of
earlier positions, which would betray what was hidden, are not handed on (so repetitions before the root are not seen).
Another state that they cannot tell from this one gives the same choice and the same values, as long as the game's
`redeal` uses nothing but what they see and the random numbers. Its known weakness: in every deal it acts as if it
could see that deal (strategy fusion), and believes that its opponent does too. It never bluffs, hides nothing, pays
nothing to find something out, and may put off for ever a choice that it believes it can make later with full knowledge
(Frank and Basin 1998).
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.game import CHANCE
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.veil import seen_by
from zermelo.hidden.opened import opened
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import Searcher, Update, asked, one_at_a_time

MOST_LINES = 64  # values of root moves that a search is asked for


@dataclass(frozen=True)
class DeterminisedResult(SearchResult):
    """What the deals say together; `moves` has each move's mean value and the number of deals behind it."""

    deals: int = 0
    worlds: int = 0  # different deals
    spread: dict[int, float] = field(
        default_factory=dict
    )  # root move -> standard deviation of its value over the deals

    def to_json(self) -> dict[str, object]:
        """The keys of every search, and the deals."""
        return {**super().to_json(), "deals": self.deals, "worlds": self.worlds}


@dataclass
class World:
    """One deal, how often it came, and what its search found."""

    state: Any
    times: int
    values: dict[int, float] = field(default_factory=dict)


def values_of_moves(
    searcher: Searcher,
    playthrough: Playthrough,
    limits: Limits | None = None,
    stop_event: threading.Event | None = None,
) -> tuple[dict[int, float], SearchResult]:
    """The values of root moves by any searcher that tells them, in `moves` or in `lines`; and its whole answer."""
    result = searcher.think(playthrough, limits, lines=min(len(playthrough.moves()), MOST_LINES), stop_event=stop_event)
    values = {shown.move: shown.value for shown in result.lines}
    values |= {move: value for move, (value, _) in result.moves.items()}
    return values or {result.move: result.value}, result


class Determinised:
    """A searcher for hidden games: `Determinised(AlphaBeta(), samples=20).think(game, Limits(seconds=1))`."""

    def __init__(self, searcher: Searcher, *, samples: int = 32, seed: int = 0) -> None:
        if samples < 1 or seed < 0:
            raise BadLimit("samples must be at least 1 and the seed not negative")
        self.searcher, self.samples, self.seed = searcher, samples, seed
        self.warmed: set[str] = set()  # games whose kernels are ready

    @one_at_a_time
    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> DeterminisedResult:
        """Search many deals, the limits divided among them; `on_update` hears the means after each."""
        playthrough, limits = asked(game, limits)
        state = playthrough.state
        if not state.hidden:
            raise Unsupported(f"nothing is hidden in {type(state).__name__}: use the search itself, without deals")
        if playthrough.turn == CHANCE:
            raise BadLimit("it is nature's turn to deal: there is no choice to search for")
        run = DeterminisedRun(self, playthrough, limits, lines)
        run.run(on_update, stop_event)
        return run.result()

    def deal(self, state: Any) -> list[World]:
        """The deals, equal ones together: each differs from the state only in what the player to move cannot see."""
        player = int(state.turn)
        random = Random(self.seed, seen_by(state, player))
        worlds: dict[bytes, World] = {}
        for _ in range(self.samples):
            world = state.copy()
            world.redeal(player, random)
            worlds.setdefault(world.tobytes(), World(world, 0)).times += 1
        return list(worlds.values())


class DeterminisedRun:
    """One search under way."""

    def __init__(self, searcher: Determinised, playthrough: Playthrough, limits: Limits, lines: int) -> None:
        self.searcher, self.playthrough, self.limits, self.lines = searcher, playthrough, limits, lines
        self.begin = time.perf_counter()
        self.worlds = searcher.deal(playthrough.state)
        self.done: list[World] = []
        self.nodes = self.depth = 0
        self.reason = ""

    def run(self, on_update: Update | None, stop_event: threading.Event | None) -> None:
        """World by world, until the time is over; the first is always searched."""
        seconds = self.limits.time_for_move()
        if seconds is not None:
            self.warm()
        for place, world in enumerate(self.worlds):
            spent = time.perf_counter() - self.begin
            share = None if seconds is None else (seconds - spent) / (len(self.worlds) - place)
            if self.done and (stop_event is not None and stop_event.is_set() or share is not None and share <= 0):
                self.reason = "stop" if stop_event is not None and stop_event.is_set() else "seconds"
                return
            self.search(world, self.share(share), stop_event)
            if on_update:
                on_update(self.result())

    def warm(self) -> None:
        """Let the inner search compile before the clock starts: one node is enough, and it is forgotten again."""
        rules, inner = type(self.playthrough.state).rules_name, self.searcher.searcher
        if rules not in self.searcher.warmed:
            self.searcher.warmed.add(rules)
            inner.think(opened(self.worlds[0].state), Limits(nodes=1))
            if hasattr(inner, "clear"):
                inner.clear()
            self.begin = time.perf_counter()

    def share(self, seconds: float | None) -> Limits:
        """The limits of one deal: its part of nodes, simulations and time."""
        worlds = len(self.worlds)
        parts = {name: getattr(self.limits, name) for name in ("nodes", "simulations")}
        divided = {name: None if value is None else max(1, value // worlds) for name, value in parts.items()}
        seconds = None if seconds is None else max(seconds, 1e-3)
        return replace(self.limits, clock=None, increment=0.0, moves_to_go=0, seconds=seconds, **divided)

    def search(self, world: World, limits: Limits, stop_event: threading.Event | None) -> None:
        """Value the moves of one deal, all cards on the table."""
        playthrough = Playthrough(opened(world.state), progress=self.playthrough.progress, ply=self.playthrough.ply)
        values, result = values_of_moves(self.searcher.searcher, playthrough, limits, stop_event)
        self.nodes += result.nodes
        self.depth = result.depth if not self.done else min(self.depth, result.depth)
        self.reason = result.stopped_by if result.stopped_by != "one move" else self.reason
        if result.stopped_by == "stop" and self.done:
            return  # cut off in the middle: the deals before it are sounder
        world.values = values
        self.done.append(world)

    def means(self) -> dict[int, tuple[float, float, int]]:
        """For each move: mean, standard deviation and number of deals, best mean first."""
        found = {}
        for move in self.playthrough.moves():
            rows = [(world.values[move], world.times) for world in self.done if move in world.values]
            deals = sum(times for _, times in rows)
            if deals:
                mean = sum(value * times for value, times in rows) / deals
                spread = math.sqrt(sum(times * (value - mean) ** 2 for value, times in rows) / deals)
                found[move] = mean, spread, deals
        most = max(deals for _, _, deals in found.values())
        ranked = sorted(found.items(), key=lambda item: (item[1][2] < most, -item[1][0]))
        return dict(ranked)  # moves that some search did not value come last

    def result(self) -> DeterminisedResult:
        """What is known so far."""
        state, means = self.playthrough.state, self.means()
        move = next(iter(means))
        deals = sum(world.times for world in self.done)
        shown = [Line(m, mean, (m,), str(state.move_text(m))) for m, (mean, _, _) in means.items()]
        parts = [
            f"{state.move_text(m)} {mean:.3f} ± {1.96 * spread / math.sqrt(count):.3f}"
            for m, (mean, spread, count) in list(means.items())[:8]
        ]
        return DeterminisedResult(
            move=move,
            move_text=str(state.move_text(move)),
            value=means[move][0],
            proven="",
            line=(move,),
            line_text=str(state.move_text(move)),
            depth=self.depth,
            nodes=self.nodes,
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.reason,
            lines=tuple(shown[: self.lines]),
            algorithm="determinised",
            notes=(f"{deals} deals, {len(self.done)} of them different", "mean values: " + ", ".join(parts)),
            moves={m: (mean, count) for m, (mean, _, count) in means.items()},
            deals=deals,
            worlds=len(self.done),
            spread={m: spread for m, (_, spread, _) in means.items()},
        )
