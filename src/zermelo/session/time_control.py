"""How long players may think, in one text: `10+0.1`, `40/60+0.5`, `move=0.5`, `nodes=20000`."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from zermelo.errors import BadLimit

CLOCK = re.compile(r"(?:(\d+)/)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$")
HELP = "10+0.1 (seconds for the game and for each move), 40/60+0.5 (for each 40 moves), move=0.5, or nodes=20000"


@dataclass(frozen=True)
class TimeControl:
    """What a player may use; 0 where there is no such limit."""

    seconds: float = 0.0  # on the clock at the start
    increment: float = 0.0  # added after each move
    moves: int = 0  # after so many moves the clock gets its seconds again; 0: they are for the whole game
    per_move: float = 0.0  # seconds for each move, none of which are kept
    nodes: int = 0  # positions to look at for each move

    def __post_init__(self) -> None:
        numbers = (self.seconds, self.increment, self.moves, self.per_move, self.nodes)
        if not all(math.isfinite(number) and number >= 0 for number in numbers):
            raise BadLimit(f"a clock counts in numbers from 0 up; write {HELP}")
        if self.seconds and self.per_move:
            raise BadLimit("a player has a clock for the game or seconds for each move, not both")
        if not self.seconds and (self.increment or self.moves):
            raise BadLimit(f"a clock begins with some seconds; write {HELP}")

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """A time control from its text; nothing means no limit."""
        text = text.strip()
        if not text:
            return cls()
        name, equals, value = text.partition("=")
        try:
            if equals and name == "move" and float(value) > 0:
                return cls(per_move=float(value))
            if equals and name == "nodes" and int(value) > 0:
                return cls(nodes=int(value))
        except ValueError:
            pass
        found = CLOCK.match(text)
        if not found or not float(found[2]):
            raise BadLimit(f"{text!r} is no clock; write {HELP}")
        return cls(float(found[2]), float(found[3] or 0), int(found[1] or 0))

    @property
    def timed(self) -> bool:
        """Whether time can run out."""
        return bool(self.seconds or self.per_move)

    def __str__(self) -> str:
        """The text that `read` takes."""
        if self.per_move:
            return f"move={self.per_move:g}"
        if self.nodes:
            return f"nodes={self.nodes}"
        if not self.seconds:
            return ""
        period = f"{self.moves}/" if self.moves else ""
        return f"{period}{self.seconds:g}" + (f"+{self.increment:g}" if self.increment else "")
