"""One game of a tournament as it was played: who, what, how long, what they thought, and how it ended."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.session.referee import FORFEITS, RULES


@dataclass(frozen=True, order=True)
class Fixture:
    """A game to be played: its round, who meets, which opening, and how the seats are turned.

    Games of one block have the same opening and the same dice; a block with all its rotations is the generalised pair.
    """

    round: int
    pairing: tuple[int, ...]  # entrants by their numbers
    block: int
    rotation: int

    @property
    def seats(self) -> tuple[int, ...]:
        """Which entrant sits where."""
        return self.pairing[self.rotation :] + self.pairing[: self.rotation]

    def seed(self, own: int, stream: int = 0) -> int:
        """A seed for players or dice, which depends on this fixture and on nothing else."""
        number = own + 1_000_003 * stream
        for part in (self.round, len(self.pairing), *self.pairing, self.block, self.rotation):
            number = (number * 1_000_003 + part + 1) % (1 << 31)
        return number


@dataclass(frozen=True)
class Thought:
    """What a player said about one move."""

    seat: int
    seconds: float
    value: float | None = None  # for the player to move, in the game's units
    depth: int = 0
    nodes: int = 0
    left: float | None = None  # on the clock after the move


@dataclass(frozen=True)
class Played:
    """A finished game."""

    fixture: Fixture
    moves: tuple[int, ...]
    utilities: tuple[float, ...]  # by seat
    reason: str
    ending: str = RULES  # rules, or why a referee ended it
    loser: int = -1  # the seat that lost by it
    opening: int = 0  # how many of the moves were given
    start: str = ""  # the position it began at; empty for that of the tournament
    thoughts: tuple[Thought, ...] = ()  # one for each move that a player chose, in their order

    @property
    def seats(self) -> tuple[int, ...]:
        """Which entrant sat where."""
        return self.fixture.seats

    @property
    def forfeited(self) -> bool:
        """Whether somebody lost by breaking down or breaking the rules."""
        return self.ending in FORFEITS

    def points(self) -> tuple[float, ...]:
        """By seat: 1 for a win, shared by those who won together; half for a draw of two, a share for one of many."""
        best = max(self.utilities)
        winners = self.utilities.count(best)
        return tuple(1.0 / winners if value == best else 0.0 for value in self.utilities)

    def to_json(self) -> dict[str, Any]:
        """Plain data, with who sat where for those who only look."""
        return {**asdict(self), "seats": self.seats}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Played:
        """A game from plain data."""
        fixture = data["fixture"]
        return cls(
            **{
                **{name: value for name, value in data.items() if name != "seats"},
                "fixture": Fixture(**{**fixture, "pairing": tuple(fixture["pairing"])}),
                "moves": tuple(data["moves"]),
                "utilities": tuple(data["utilities"]),
                "thoughts": tuple(Thought(**thought) for thought in data["thoughts"]),
            }
        )

    def sound(self, players: int) -> bool:
        """Whether it can be a game of so many entrants."""
        return (
            all(isinstance(move, int) and move >= 0 for move in self.moves)
            and all(0 <= entrant < players for entrant in self.seats)
            and len(self.utilities) == len(self.seats) == len(set(self.seats))
            and all(math.isfinite(value) for value in self.utilities)
        )
