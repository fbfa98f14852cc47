"""What can be chosen for a game beside its players."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.session.chance import fresh_seed

ROLL, HAND = "roll", "hand"


@dataclass
class SessionOptions:
    """How a game is played."""

    chance: str = ROLL  # roll: it is drawn from the seed; hand: a person enters what was rolled
    delay: float = 0.4  # least seconds between two moves that nobody clicks
    seed: int = field(default_factory=fresh_seed)  # of chance and of the machines' random choices
    clock: float = 0.0  # seconds for each person's game; 0: no clock
    increment: float = 0.0  # seconds added after each move
