"""Quiescence: at the horizon search on, noisy moves only, until things calm down (Turing 1953; Harris 1975).

An estimate in the middle of an exchange misleads: a knight was just taken, and the queen falls next. So a position at
the horizon that is not quiet is searched on, but only along moves that upset the estimate (captures, promotions): they
are few. The player to move may also let things be and take the estimate as it stands.
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.alphabeta import cut
from zermelo.textbook.cutoff import Cutoff, Estimate, depth_limit, is_max, leaf_value, noisy_moves, who_asks
from zermelo.textbook.events import Answer, Event, Path, Steps


def quiescence(
    game: Any,
    *,
    player: int | None = None,
    depth: int | None = None,
    estimate: Estimate | None = None,
    cutoff: Cutoff | None = None,
    most: int = 20,
) -> Steps:
    """Alpha-beta to a depth, then noisy moves for at most `most` plies; the player's best move and its value."""
    root = view(game)
    player = who_asks(root, player)
    stop, judge = cutoff or depth_limit(depth), leaf_value(player, estimate)
    nodes = 0

    def value(node: Any, path: Path, alpha: float, beta: float, beyond: int) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path, None, alpha, beta)
        beyond = beyond + 1 if beyond or stop(node, len(path)) else 0  # plies past the horizon, from 1
        moves = node.moves() if not beyond else noisy_moves(node) if beyond <= most else []
        if node.over() or beyond and not moves:
            worth = judge(node)
            yield Event("leaf", path, worth, alpha, beta)
            return worth, None
        maximising = is_max(node, player)
        best, chosen = (-math.inf if maximising else math.inf), None
        if beyond:
            best = judge(node)
            yield Event(
                "extend", path, best, alpha, beta, f"not quiet: {len(moves)} noisy moves; {best:g} as it stands"
            )
            alpha, beta = (max(alpha, best), beta) if maximising else (alpha, min(beta, best))
        for tried, move in enumerate(moves):
            if alpha >= beta:
                yield cut(path, maximising, best, beta if maximising else alpha, moves[tried:])
                break
            found, _ = yield from value(node.play(move), (*path, move), alpha, beta, beyond)
            if found > best if maximising else found < best:
                best, chosen = found, move
            alpha, beta = (max(alpha, best), beta) if maximising else (alpha, min(beta, best))
        yield Event("value", path, best, alpha, beta, move=chosen)
        return best, chosen

    best, chosen = yield from value(root, (), -math.inf, math.inf, 0)
    return Answer(best, chosen, nodes)
