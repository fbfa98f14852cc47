"""Positions some moves later, and the pieces on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from zermelo.game.game import Game
from zermelo.game.playthrough import Playthrough


def end_of(line: Playthrough, moves: Sequence[int]) -> Game:
    """The position after some moves."""
    state = line.state.copy()
    for move in moves:
        state.play(move)
    return state


def pieces_of(state: Game, mover: int) -> Counter[tuple[int, str]]:
    """How many pieces of each kind each player has, as the mover may see it; numbers on pieces count as many."""
    counts: Counter[tuple[int, str]] = Counter()
    for piece in (state.scene_for(mover) if state.hidden else state.scene()).pieces:
        number = piece.text if piece.kind in ("seed", "number") else ""
        counts[piece.owner, piece.kind] += int(number) if number.isdigit() else 1
    return counts
