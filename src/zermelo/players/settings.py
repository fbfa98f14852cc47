"""Settings of players: their names, types and ranges, and how a text becomes a value."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.search.common.options import Setting

Bounds = Mapping[str, float]  # the most that a host allows, by the setting's name
FREE: Bounds = {}

YES = {"yes": True, "on": True, "true": True, "1": True, "no": False, "off": False, "false": False, "0": False}


def read_number(text: str) -> float:
    """A number as people write it: 64, 6_4, 3e2, +5; never one that is not finite, nor in other digits than 0 to 9."""
    if not text.isascii():
        raise ValueError(text)
    try:
        return int(text)
    except ValueError:
        return float(text)


def read_value(setting: Setting, text: str, player: str, most: Bounds = FREE) -> Any:
    """A text as a value of this setting, within its range and within what the host allows."""
    if setting.kind is str:
        return text
    if setting.kind is bool:
        if text.lower() not in YES:
            raise BadPlayer(f"{setting.name} of {player} is yes or no, not {text!r}")
        return YES[text.lower()]
    try:
        number = read_number(text)
    except ValueError:
        raise BadPlayer(f"{setting.name} of {player} must be a number, not {text!r}") from None
    if wrong := setting.problem(number):
        raise BadPlayer(f"{setting.name} of {player} must {wrong}, not {text}")
    if number > most.get(setting.name, math.inf):
        raise BadPlayer(f"{setting.name} may be at most {most[setting.name]:g} here, not {text}")
    if setting.kind is int and number != int(number):
        raise BadPlayer(f"{setting.name} of {player} must be a whole number, not {text}")
    return setting.kind(number)


def read_values(player: str, known: Iterable[Setting], given: dict[str, str], most: Bounds = FREE) -> dict[str, Any]:
    """The values of what was given, by name; an unknown name is answered with the nearest that exists."""
    by_name = {setting.name: setting for setting in known}
    values = {}
    for name, text in given.items():
        if name not in by_name:
            near = get_close_matches(name, by_name, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"it has: {', '.join(by_name) or 'none'}"
            raise BadPlayer(f"{player} has no setting {name!r}; {hint}")
        values[name] = read_value(by_name[name], text, player, most)
    return values
