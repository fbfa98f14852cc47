"""Which moves of others a player sees, in a game in which something is hidden.

Nothing is asked of a game but what the contract has: a move is hidden if another one would have left the player with
the same observation, in the true position or in one that they cannot tell from it. (The last card of a pack is no
secret to the pack; it is to whoever does not know the others.)
"""

from __future__ import annotations

from typing import Any

from zermelo.game.veil import deals, observed

DEALS = 6  # positions beside the true one that are looked at


def sees_move(state: Any, move: int, player: int) -> bool:
    """Whether a player can tell this move of another, or of chance, from all others that were possible."""
    if not state.hidden or int(state.turn) == player:
        return True
    found = after(state, move, player)
    if any(after(state, other, player) == found for other in state.legal() if other != move):
        return False
    others = {world.tobytes(): world for world in deals(state, player, DEALS)}
    text = str(state.move_text(move))
    return all(
        str(world.move_text(other)) == text or after(world, other, player) != found
        for world in others.values()
        if world.turn == state.turn
        for other in world.legal()
    )


def after(state: Any, move: int, player: int) -> tuple[int, ...]:
    """What a player observes after a move."""
    twin = state.copy()
    twin.play(move)
    return observed(twin, player)
