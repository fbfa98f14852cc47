"""Which moves of others a player sees, in a game in which something is hidden.

Nothing is asked of a game but what the contract has: a move is hidden if another one would have left the player with
the same observation.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def sees_move(state: Any, move: int, player: int) -> bool:
    """Whether a player can tell this move of another, or of chance, from all others that were possible."""
    if not state.hidden or int(state.turn) == player:
        return True
    return all(
        observed(state, other, player) != observed(state, move, player) for other in state.legal() if other != move
    )


def observed(state: Any, move: int, player: int) -> tuple[int, ...]:
    """What a player observes after a move."""
    after = state.copy()
    after.play(move)
    row = np.zeros(after.observation, np.int32)
    return tuple(int(value) for value in row[: after.observe(player, row)])
