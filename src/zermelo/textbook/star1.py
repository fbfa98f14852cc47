"""Star1: alpha-beta for chance nodes, where the utilities have bounds (Ballard 1983).

Without bounds nothing can be pruned below chance: the last outcome might be worth anything. With them, the outcomes not
yet seen are worth at most `highest` and at least `lowest`, and that may already settle the mean.
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.errors import BadLimit
from zermelo.game.plain import view
from zermelo.textbook.alphabeta import cut
from zermelo.textbook.cutoff import Cutoff, Estimate, depth_limit, is_max, leaf_value, who_asks
from zermelo.textbook.events import Answer, Event, Path, Steps


def star1(
    game: Any,
    *,
    lowest: float,
    highest: float,
    player: int | None = None,
    depth: int | None = None,
    estimate: Estimate | None = None,
    cutoff: Cutoff | None = None,
) -> Steps:
    """The same value and move as expectiminimax, from fewer nodes; all values lie within the bounds."""
    root = view(game)
    player = who_asks(root, player)
    stop, judge = cutoff or depth_limit(depth), leaf_value(player, estimate)
    nodes = 0

    def value(node: Any, path: Path, alpha: float, beta: float) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path, None, alpha, beta)
        if node.over() or stop(node, len(path)):
            worth = bounded(judge(node), lowest, highest)
            yield Event("leaf", path, worth, alpha, beta)
            return worth, None
        if node.turn < 0:
            return (yield from mean(node, path, alpha, beta))
        maximising, moves = is_max(node, player), node.moves()
        best, chosen = (-math.inf if maximising else math.inf), None
        for tried, move in enumerate(moves, 1):
            found, _ = yield from value(node.play(move), (*path, move), alpha, beta)
            if chosen is None or (found > best if maximising else found < best):
                best, chosen = found, move
            alpha, beta = (max(alpha, best), beta) if maximising else (alpha, min(beta, best))
            if alpha >= beta and moves[tried:]:
                yield cut(path, maximising, best, beta if maximising else alpha, moves[tried:])
                break
        yield Event("value", path, best, alpha, beta, move=chosen)
        return best, chosen

    def mean(node: Any, path: Path, alpha: float, beta: float) -> Steps:
        """A chance node: what is seen so far, and what the rest could be worth at worst and at best."""
        seen, left, moves = 0.0, 1.0, node.moves()
        for tried, move in enumerate(moves, 1):
            odds = node.odds(move)
            left = max(0.0, left - odds) if moves[tried:] else 0.0
            low = (alpha - seen - left * highest) / odds if odds else lowest
            high = (beta - seen - left * lowest) / odds if odds else highest
            found, _ = yield from value(node.play(move), (*path, move), max(lowest, low), min(highest, high))
            seen += odds * found
            least, most = seen + left * lowest, seen + left * highest
            if left and (most <= alpha or least >= beta):
                seen = most if most <= alpha else least
                yield cut_of_chance(path, seen, alpha, beta, moves[tried:])
                break
        yield Event("value", path, seen, alpha, beta)
        return seen, None

    best, chosen = yield from value(root, (), -math.inf, math.inf)
    return Answer(best, chosen, nodes)


def bounded(worth: float, lowest: float, highest: float) -> float:
    """A leaf's value; one outside the bounds is refused, as everything rests on them."""
    if not lowest <= worth <= highest:
        raise BadLimit(f"a value of {worth:g} lies outside the bounds {lowest:g} to {highest:g}")
    return worth


def cut_of_chance(path: Path, bound: float, alpha: float, beta: float, left: list[Any]) -> Event:
    """The outcomes that are left out, and why: what the rest could be worth settles the mean."""
    which, rest = ("alpha", "best") if bound <= alpha else ("beta", "worst")
    reason = f"{which} cut: the rest, at its {rest}, gives {bound:g}"
    return Event("cut", path, bound, alpha, beta, reason, which, tuple(left))
