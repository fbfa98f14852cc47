"""What one player can know of a position in which something is hidden.

Deals are drawn by what the player observes and by nothing else: two positions that they cannot tell apart give the same
ones, as long as the game's `redeal` uses nothing but what they see and the random numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.errors import BadRules
from zermelo.game.bits import mix64, number, plus, word
from zermelo.game.random import Random
from zermelo.game.rows import GUARD

if TYPE_CHECKING:
    from zermelo.game.playthrough import Playthrough


def observed(state: Any, player: int) -> tuple[int, ...]:
    """What a player observes; nothing where nothing is hidden: they see the position."""
    row = np.zeros(state.observation + GUARD, np.int32)
    count = state.observe(player, row)
    if not 0 <= count <= state.observation:
        raise BadRules(
            f"observe() of {type(state).__name__} writes {count} numbers, "
            f"but observation = {state.observation}: raise it"
        )
    return tuple(int(value) for value in row[:count])


def seen_by(state: Any, player: int) -> int:
    """What a player observes, as one number: the stream of random numbers for their deals."""
    total = word(player)
    for value in observed(state, player):
        total = mix64(plus(total, word(value & 0xFFFFFFFF)))
    return number(total >> word(1))


def deals(state: Any, player: int, count: int, seed: int = 0) -> list[Any]:
    """Positions that a player cannot tell from this one."""
    random = Random(seed, seen_by(state, player))
    found = []
    for _ in range(count):
        other = state.copy()
        other.redeal(player, random)
        found.append(other)
    return found


def hides_something(state: Any) -> bool:
    """Whether some player cannot tell this very position from another, as far as some deals show."""
    return any(other != state for player in range(state.players) for other in deals(state, player, 8))


def veiled(line: Playthrough) -> Playthrough:
    """A game as the player to move may know it: what is hidden from them is dealt anew, and its past is left out.

    What they themselves saw and did is there, as `information(player)`. Where nothing is hidden, or chance is to move,
    it is the game itself.
    """
    if not line.state.hidden or line.turn < 0:
        return line
    return line.seen_as(line.turn, deals(line.state, line.turn, 1)[0])
