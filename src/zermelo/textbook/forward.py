"""Forward pruning: some moves are dropped at once, without a search (Bernstein 1958: the seven most plausible).

`beam` keeps the best by evaluation. That is dangerous, above all near the root: the move that looks worst may be the
best. `unlike` keeps one of each kind of equivalent moves (symmetric openings, say), which never changes the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.errors import BadLimit
from zermelo.game.plain import view
from zermelo.textbook.cutoff import Cutoff, Estimate, depth_limit, is_max, leaf_value, who_asks
from zermelo.textbook.events import Answer, Event, Path, Steps

Judge = Callable[[Any], float]  # node -> its worth to max
Keep = Callable[[Any, int, bool, Judge], tuple[list[Any], str]]  # node, depth, max to move -> moves kept, and why


def beam(width: int, *, below: int = 0) -> Keep:
    """Keep the `width` best moves by evaluation, at nodes at least `below` plies under the root."""
    if width < 1:
        raise BadLimit(f"a beam keeps at least 1 move, not {width}")

    def keep(node: Any, depth: int, maximising: bool, judge: Judge) -> tuple[list[Any], str]:
        moves = node.moves()
        if depth < below:
            return moves, ""
        ranked = sorted(moves, key=lambda move: judge(node.play(move)), reverse=maximising)[:width]
        return [move for move in moves if move in ranked], f"not among the {width} best by evaluation"

    return keep


def unlike(node: Any, depth: int, maximising: bool, judge: Judge) -> tuple[list[Any], str]:
    """Keep the first of equivalent moves."""
    moves = node.moves()
    if not hasattr(node, "same"):
        return moves, ""
    kinds = {node.same(move): move for move in reversed(moves)}
    return [move for move in moves if move in kinds.values()], "equivalent to a move that is searched"


def forward_pruning(
    game: Any,
    *,
    keep: Keep,
    player: int | None = None,
    depth: int | None = None,
    estimate: Estimate | None = None,
    cutoff: Cutoff | None = None,
) -> Steps:
    """Minimax over the moves that are kept: the best of them and its value."""
    root = view(game)
    player = who_asks(root, player)
    stop, judge = cutoff or depth_limit(depth), leaf_value(player, estimate)
    nodes = 0

    def value(node: Any, path: Path) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path)
        if node.over() or stop(node, len(path)):
            worth = judge(node)
            yield Event("leaf", path, worth)
            return worth, None
        maximising = is_max(node, player)
        kept, why = keep(node, len(path), maximising, judge)
        dropped = tuple(move for move in node.moves() if move not in kept)
        if dropped:
            yield Event("prune", path, reason=why, pruned=dropped)
        best, chosen = None, None
        for move in kept:
            found, _ = yield from value(node.play(move), (*path, move))
            if best is None or (found > best if maximising else found < best):
                best, chosen = found, move
        yield Event("value", path, best, move=chosen)
        return best, chosen

    best, chosen = yield from value(root, ())
    return Answer(best, chosen, nodes)
