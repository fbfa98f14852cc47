"""A session that people reach from their browsers: a number, a key for every seat, and a revision for live pages.

Whoever opens a table gets a key for every seat; a key for one seat can be given to somebody else.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import IllegalMove
from zermelo.notation.record import Path
from zermelo.session import keeping
from zermelo.session.seats import Actor
from zermelo.session.session import News, Session


def fresh_key() -> str:
    """A text that nobody can guess."""
    return secrets.token_urlsafe(9)


def opened_by(keys: Sequence[str], given: Iterable[str]) -> tuple[int, ...]:
    """The seats that some of the given keys open; how long it takes tells nothing of a key."""
    held = [key.encode(errors="replace") for key in given]
    return tuple(
        seat for seat, key in enumerate(keys) if sum(hmac.compare_digest(key.encode(), one) for one in held) > 0
    )


@dataclass(frozen=True)
class Changed:
    """Something has happened at a table."""

    base: int  # the revision before it
    news: News


@dataclass(eq=False)
class Table:
    """One game under way, and who may come to it."""

    session: Session
    number: str = field(default_factory=fresh_key)
    keys: list[str] = field(default_factory=list)  # of the seats
    given: list[int] = field(default_factory=list)  # seats whose key was handed to somebody else
    revision: int = 0
    touched: float = field(default_factory=time.time)
    version: int = 0  # of what is kept: also of changes that nobody hears of

    def __post_init__(self) -> None:
        self.keys = self.keys or [fresh_key() for _ in self.session.seats]
        self.session.take_news()

    def actor(self, keys: Iterable[str]) -> Actor:
        """Somebody with these keys. They are alone if nobody else holds a person's seat."""
        seats = opened_by(self.keys, keys)
        others = {*self.session.people(), *self.given} - set(seats)
        return Actor(seats, alone=bool(seats) and not others)

    def invite(self, seat: int, keys: Iterable[str]) -> str:
        """A key for somebody else, who plays that seat from then on; whoever gave it away does not."""
        if seat not in self.actor(keys).seats or not self.session.is_person(seat):
            raise IllegalMove("one can invite somebody only to a seat of one's own that a person plays")
        if seat not in self.given:
            self.keys[seat] = fresh_key()
            self.given.append(seat)
        return self.keys[seat]

    def changed(self) -> Changed:
        """Note that something has happened; what, for those who look on."""
        self.revision += 1
        self.touched = time.time()
        return Changed(self.revision - 1, self.session.take_news())

    def job(self, path: Path, player: str) -> dict[str, Any]:
        """A position of the record, and who is to look at it."""
        record = self.session.record
        return {
            "game": record.game, "settings": record.settings, "position": record.position,
            "moves": self.session.moves_to(path), "player": player,
        }  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """All of it, for the store."""
        own = {"number": self.number, "keys": self.keys, "given": self.given, "revision": self.revision}
        return keeping.to_json(self.session) | own

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Table:
        """A table as it was kept."""
        return cls(keeping.from_json(data), data["number"], data["keys"], data["given"], data["revision"])
