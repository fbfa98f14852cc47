"""What a move gave away, and whether that can be said at all.

A search is a witness that changes its mind. The move that was played and the best one are looked at in the same way: to
the same depth, at each of the last few depths; or, by searches that sample, in independent searches of the same size.
What the move costs is then not a number but a range, a little widened. An error is called what it is at least; where
the range reaches from no error to one the move is unclear. Proven values have no range.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from zermelo.game.playthrough import Playthrough
from zermelo.players.base import Player
from zermelo.search.common.result import SearchResult
from zermelo.search.common.work import MAX_LINES

# What part of the whole range of results a move gives away, from where on it is called what
MARKS = ((0.15, "blunder"), (0.07, "mistake"), (0.03, "inaccuracy"), (-inf, ""))
UNCLEAR = "unclear"
DEPTHS = 3  # the last ones that must agree
MARGIN = 0.015  # of the whole range: depths that agree by chance
SAMPLED_MARGIN = 0.02  # where values are means of playouts
SEARCHES = 2  # independent ones of each position, where values are means of playouts


@dataclass
class Thought:
    """A search of one position: its answer, and what it said at each depth on the way."""

    result: SearchResult
    steps: dict[int, SearchResult] = field(default_factory=dict)

    @property
    def sampling(self) -> bool:
        """Whether its values are means of playouts."""
        return bool(self.result.moves)

    @property
    def settled(self) -> bool:
        """Whether its value is proven."""
        return bool(self.result.proven)

    def at(self, depth: int) -> SearchResult | None:
        """What was said at a depth; proven values are said at every depth from then on."""
        if depth >= self.result.depth and self.settled:
            return self.result
        return self.steps.get(depth)


def listen(
    line: Playthrough, player: Player, stop_event: threading.Event | None, *, lines: int = 1, depth: int | None = None
) -> Thought:
    """Let a player think, to a depth if one is given, and keep what it says at each depth."""
    steps: dict[int, SearchResult] = {}
    enough = threading.Event() if stop_event is None or depth is not None else stop_event

    def heard(result: SearchResult) -> None:
        steps[result.depth] = result
        if stop_event is not None and stop_event.is_set() or depth is not None and result.depth >= depth:
            enough.set()

    result = player.think(line, lines=lines, on_update=heard, stop_event=enough)
    if not steps or result.proven:
        steps[result.depth] = result
    return Thought(result, steps)


@dataclass(frozen=True)
class Loss:
    """What a move gives away against the best, as a range, in the game's units; the lowest may be below nothing."""

    low: float
    high: float
    value: float  # of the move, to the player who made it, by the longest look

    @property
    def middle(self) -> float:
        """One number for the range."""
        return max(0.0, (self.low + self.high) / 2)


def loss_of(costs: Sequence[float], value: float, margin: float) -> Loss:
    """The range of what several looks said, widened by a margin."""
    return Loss(min(costs) - margin, max(costs) + margin, value)


def name_of(share: float) -> str:
    """What a loss is called, as a part of the whole range of results."""
    return next(name for least, name in MARKS if share >= least)


def sure(loss: Loss, whole: float) -> bool:
    """Whether the range has one name."""
    return name_of(loss.low / whole) == name_of(loss.high / whole)


def verdict(loss: Loss, whole: float) -> str:
    """The mark of a move: what it is at least, where that is an error at all; unclear where it may be none."""
    low, high = name_of(loss.low / whole), name_of(loss.high / whole)
    return low if low or not high else UNCLEAR


def compare(
    line: Playthrough, move: int, now: Thought, later: Thought | None, player: Player, stop: threading.Event | None
) -> Loss:
    """What a move cost; `now` is a search of the position before it, `later` of the one after it, if there is one."""
    state, mover = line.state, line.turn
    whole = float(state.highest - state.lowest)
    after = line.copy()
    after.play(move)
    if outcome := after.outcome():
        exact = outcome.utilities[mover]
        best = max([exact, now.result.value] if not now.settled else [now.result.value])
        looks = [best - exact] if now.settled else [step.value - exact for step in last(now)]
        return loss_of(looks, exact, 0.0 if now.settled or move == now.result.move else MARGIN * whole)
    if not opposed(line) or after.turn < 0:
        return ranked(line, move, player, stop)
    if now.sampling:
        return sampled(line, move, now, player, stop)
    return deepened(after, mover, move, now, later, player, stop)


def opposed(line: Playthrough) -> bool:
    """Whether what is good for one is bad for the other, and all is seen: then the next position can be asked."""
    state = line.state
    return bool(state.players == 2 and state.zero_sum and not state.hidden)


def last(thought: Thought) -> list[SearchResult]:
    """What was said at the last depths, the deepest first."""
    return [thought.steps[depth] for depth in sorted(thought.steps, reverse=True)[:DEPTHS]]


def deepened(
    after: Playthrough,
    mover: int,
    move: int,
    now: Thought,
    later: Thought | None,
    player: Player,
    stop: threading.Event | None,
) -> Loss:
    """Both moves at the same depths: the best one's by the search before the move, the other's by one after it."""
    whole = float(after.state.highest - after.state.lowest)
    deepest = now.result.depth
    forced = 1
    while later is None and len(after.moves()) == 1 and after.turn >= 0 and not after.outcome():
        after.play(after.moves()[0])
        forced += 1
    if outcome := after.outcome():
        exact = outcome.utilities[mover]
        return loss_of([step.value - exact for step in last(now)], exact, 0.0 if now.settled else MARGIN * whole)
    if later is None or not later.settled and later.result.depth < deepest - forced:
        later = listen(after, player, stop, depth=max(1, deepest - forced))
    sign = 1 if after.turn == mover else -1
    costs, values = [], []
    for depth in sorted(now.steps, reverse=True):
        here, there = now.steps[depth], later.at(depth - forced)
        if there is not None:
            value = sign * there.value
            costs.append(0.0 if here.move == move else here.value - value)
            values.append(here.value if here.move == move else value)
        if len(costs) == DEPTHS:
            break
    if not costs:  # no depth in common: nothing can be said
        value = sign * later.result.value
        return Loss(-whole, whole, value)
    sure = now.settled and later.settled
    return loss_of(costs[:1] if sure else costs, values[0], 0.0 if sure else MARGIN * whole)


def sampled(line: Playthrough, move: int, now: Thought, player: Player, stop: threading.Event | None) -> Loss:
    """Both moves by independent searches of the positions behind them, all of the same size."""
    whole = float(line.state.highest - line.state.lowest)
    best = now.result.move
    if move == best and now.settled:
        return Loss(0.0, 0.0, now.result.value)
    costs, values = [], []
    for seed in range(SEARCHES):
        value = worth_after(line, move, player, seed, stop)
        other = value if move == best else worth_after(line, best, player, seed, stop)
        values.append(value)
        costs.append(other - value)
    return loss_of(costs, sum(values) / len(values), SAMPLED_MARGIN * whole)


def worth_after(line: Playthrough, move: int, player: Player, seed: int, stop: threading.Event | None) -> float:
    """What a move is worth to the player who makes it, by a fresh search of the position behind it."""
    mover, after = line.turn, line.copy()
    after.play(move)
    if outcome := after.outcome():
        return outcome.utilities[mover]
    player.new_game(seed + 1)
    found = player.think(after, stop_event=stop)
    return found.value if after.turn == mover else -found.value


def ranked(line: Playthrough, move: int, player: Player, stop: threading.Event | None) -> Loss:
    """Both moves from one search that ranks all: where the next position cannot be asked by itself."""
    whole = float(line.state.highest - line.state.lowest)
    found = listen(line, player, stop, lines=min(len(line.moves()), MAX_LINES))
    costs, values = [], []
    for step in last(found):
        known = {one.move: one.value for one in step.lines} | {key: pair[0] for key, pair in step.moves.items()}
        if known and step.depth:
            value = known.get(move, min(known.values()))  # worse than all that were ranked
            costs.append(max(known.values()) - value)
            values.append(value)
    if not costs:
        return Loss(-whole, whole, float(found.result.value))
    if found.settled:
        return loss_of(costs[:1], values[0], 0.0)
    return loss_of(costs, values[0], (SAMPLED_MARGIN if found.sampling or len(costs) < 2 else MARGIN) * whole)
