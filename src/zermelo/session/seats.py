"""Who sits where, and who acts: a seat is a player's text, and an actor is somebody who holds seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

HUMAN = "human"  # the text of a seat that a person plays


@dataclass(frozen=True)
class Actor:
    """Somebody at the board: the seats they hold, and whether nobody else plays.

    Whoever is alone may take the game wherever they like; with somebody else at the board, moves are made where the
    game stands, and taking back is an offer. An actor without seats looks on.
    """

    seats: tuple[int, ...] = ()
    alone: bool = False


def people_of(seats: Iterable[str]) -> list[int]:
    """The seats of persons."""
    return [seat for seat, text in enumerate(seats) if text == HUMAN]
