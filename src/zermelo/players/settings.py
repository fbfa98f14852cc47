"""Settings of players: their names, types and ranges, and how a text becomes a value."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
from difflib import get_close_matches
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.search.limits import DEFAULT_SECONDS, Limits

YES = {"yes": True, "on": True, "true": True, "1": True, "no": False, "off": False, "false": False, "0": False}


@dataclass(frozen=True)
class Setting:
    """One thing that can be set: `depth=8`."""

    name: str
    kind: type  # int, float, bool or str
    help: str
    default: Any = None
    low: float = -math.inf
    high: float = math.inf

    def read(self, text: str, player: str) -> Any:
        """A text as a value of this setting."""
        if self.kind is str:
            return text
        if self.kind is bool:
            if text.lower() not in YES:
                raise BadPlayer(f"{self.name} of {player} is yes or no, not {text!r}")
            return YES[text.lower()]
        try:
            number = float(text.replace("_", ""))
            value = int(number) if self.kind is int else number
        except (ValueError, OverflowError):
            raise BadPlayer(f"{self.name} of {player} must be a number, not {text!r}") from None
        if value != number:
            raise BadPlayer(f"{self.name} of {player} must be a whole number, not {text}")
        if not self.low <= value <= self.high:
            raise BadPlayer(f"{self.name} of {player} must {self.range()}, not {text}")
        return value

    def range(self) -> str:
        """The range in words."""
        if math.isinf(self.high):
            return f"be at least {self.low:g}"
        return f"lie between {self.low:g} and {self.high:g}"


LIMITS = (
    Setting("depth", int, "plies to look ahead", low=1),
    Setting("nodes", int, "positions to look at", low=1),
    Setting("time", float, f"seconds for a move; {DEFAULT_SECONDS:g} where no limit is given", low=0.001),
    Setting("clock", float, "seconds for all of a game", low=0.01),
    Setting("increment", float, "seconds that the clock gains with each move", 0.0, low=0),
)
SIMULATIONS = (Setting("sims", int, "simulations for a move", low=1), *LIMITS[1:])
SEED = Setting("seed", int, "of its random choices", 0, low=0)


def read_values(player: str, known: Iterable[Setting], given: dict[str, str]) -> dict[str, Any]:
    """The values of what was given, by name; an unknown name is answered with the nearest that exists."""
    by_name = {setting.name: setting for setting in known}
    values = {}
    for name, text in given.items():
        if name not in by_name:
            near = get_close_matches(name, by_name, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"it has: {', '.join(by_name) or 'none'}"
            raise BadPlayer(f"{player} has no setting {name!r}; {hint}")
        values[name] = by_name[name].read(text, player)
    return values


def limits_of(values: dict[str, Any]) -> Limits:
    """The limits among the values; contradictions are refused by `Limits.checked`."""
    return Limits(
        depth=values.get("depth"),
        nodes=values.get("nodes"),
        seconds=values.get("time"),
        clock=values.get("clock"),
        increment=values.get("increment", 0.0),
        simulations=values.get("sims"),
    ).checked()


TYPES = {"bool": bool, "int": int, "float": float, "str": str}


def settings_of(options: Any, **ranges: tuple[float, float]) -> tuple[Setting, ...]:
    """The fields of a class of options as settings; the comment behind each field is its help."""
    source = inspect.getsource(options).splitlines()
    found = []
    for item in fields(options):
        kind = TYPES[str(item.type).split(" ")[0]]  # `int | None`: a number, or not given
        default = None if item.default is MISSING else item.default
        help_text = next((line.split("#", 1)[1].strip() for line in source if is_field(line, item.name)), "")
        low, high = ranges.get(item.name, (-math.inf, math.inf))
        found.append(Setting(item.name, kind, help_text, default, low, high))
    return tuple(found)


def is_field(line: str, name: str) -> bool:
    """Whether a line of source declares the field and says something about it."""
    return line.strip().startswith(f"{name}:") and "#" in line
