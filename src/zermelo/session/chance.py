"""Dice and cards: one rule for all faces of Zermelo.

What chance brings depends on the seed and on how many moves were played, and on nothing else: the same seed gives the
same dice in the terminal and on the page, and taking back does not fish for better ones.
"""

from __future__ import annotations

import secrets

from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random

SEED_BITS = 53  # whole numbers that JSON carries exactly; too many to be tried out from a few dice


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)


def drawn(game: Playthrough, seed: int) -> int:
    """The outcome of chance at the present position."""
    return game.draw(Random(seed, len(game.played)))
