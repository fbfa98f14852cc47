"""Settings of searches, each declared once: its name, default, meaning, range, bit and the games it suits.

A class of options is a frozen dataclass whose fields are made by `option`. The kernel's bits, the player texts, the
list of `zermelo players`, the tables of the documentation and the form of the page all come from that declaration.
"""

from __future__ import annotations

import math
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from zermelo.errors import BadLimit
from zermelo.game.game import Game

LARGEST = 10**18  # no setting is larger: kernels count with 64 bits
KINDS = {"bool": bool, "int": int, "float": float, "str": str}


@dataclass(frozen=True)
class Setting:
    """One thing that can be set: `depth=8`."""

    name: str
    kind: type  # int, float, bool or str
    help: str
    default: Any = None
    low: float = -math.inf
    high: float = math.inf
    needs: str = ""  # the fact or hook of a game without which the setting does nothing

    def problem(self, value: float) -> str:
        """What a number must do and does not, as the end of a sentence; empty where it may be used.

        Every number is asked here after it was read, from whatever text or program it came.
        """
        if isinstance(value, float) and not math.isfinite(value):
            return "be a finite number"
        if self.low <= value <= self.high and abs(value) <= LARGEST:
            return ""
        if math.isinf(self.high) and value < self.low:
            return f"be at least {self.low:g}"
        return f"lie between {max(self.low, -LARGEST):g} and {min(self.high, LARGEST):g}"

    def suits(self, game: Any) -> bool:
        """Whether the setting can make a difference in a game, by its class."""
        if not self.needs:
            return True
        return bool(getattr(game, self.needs) is not getattr(Game, self.needs))


SEED = Setting("seed", int, "of its random choices", 0, low=0)


def option(
    default: Any,
    help: str,
    *,
    bit: int = 0,
    low: float = -math.inf,
    high: float = math.inf,
    needs: str = "",
    selective: bool = False,
) -> Any:
    """Declare an option; `bit` is its place in the kernel's word, `selective` says that it can change a value."""
    facts = {"help": help, "bit": bit, "low": low, "high": high, "needs": needs, "selective": selective}
    return field(default=default, metadata=facts)


def settings_of(options: Any) -> tuple[Setting, ...]:
    """The fields of a class of options as settings."""
    found = []
    for item in fields(options):
        kind = KINDS[str(item.type).split(" ")[0]]  # `int | None`: a number, or not given
        default = None if item.default is MISSING else item.default
        facts = item.metadata
        found.append(Setting(item.name, kind, facts["help"], default, facts["low"], facts["high"], facts["needs"]))
    return tuple(found)


def bits_of(options: Any) -> int:
    """The options that are switched on, as the kernel reads them."""
    return sum(item.metadata["bit"] for item in fields(options) if getattr(options, item.name))


def selective(options: Any) -> tuple[str, ...]:
    """The options that can change the value of a tree of fixed depth."""
    return tuple(item.name for item in fields(options) if item.metadata["selective"])


def check_ranges(options: Any) -> None:
    """Refuse a number outside the range of its option."""
    for setting in settings_of(options):
        value = getattr(options, setting.name)
        if value is not None and not isinstance(value, bool | str) and (wrong := setting.problem(value)):
            raise BadLimit(f"{setting.name} must {wrong}, not {value:g}")
