"""A short list of moves that breaks the same law."""

from __future__ import annotations

import time

from zermelo.game.check.examine import Examiner
from zermelo.game.check.laws import Law


def shrink(examiner: Examiner, moves: list[int], law: Law, seconds: float = 2.0) -> list[int] | None:
    """Shorter moves after which the law is still broken; None if even the given ones do not show it again."""
    deadline = time.monotonic() + seconds
    best = examiner.replay(moves, law, deadline + 8.0)
    if best is None:
        return None
    best = shorter_game(examiner, best, law, deadline)
    size = len(best) // 2
    while size >= 1 and time.monotonic() < deadline:
        found = without_chunk(examiner, best, law, size, deadline)
        if found is None:
            size //= 2
        else:
            best = found
            size = min(size, max(len(best) // 2, 1))
    return best


def shorter_game(examiner: Examiner, best: list[int], law: Law, deadline: float) -> list[int]:
    """Other random games, each stopped before it would be as long."""
    for seed in range(1_000, 1_015):
        if len(best) <= 1 or time.monotonic() > deadline - 1.0:
            break
        for line, complaint in examiner.random_game(seed, limit=len(best) - 1, deadline=deadline):
            if complaint.law is law:
                best = line
                break
    return best


def without_chunk(examiner: Examiner, moves: list[int], law: Law, size: int, deadline: float) -> list[int] | None:
    """The moves without some stretch of them, if that is legal and still breaks the law."""
    for start in range(0, len(moves) - size + 1, max(1, size // 2)):
        if time.monotonic() > deadline:
            return None
        found = examiner.replay(moves[:start] + moves[start + size :], law, deadline)
        if found is not None and len(found) < len(moves):
            return found
    return None
