"""Settings of players: their names, types and ranges, and how a text becomes a value."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.search.common.options import Setting

YES = {"yes": True, "on": True, "true": True, "1": True, "no": False, "off": False, "false": False, "0": False}


def read_value(setting: Setting, text: str, player: str) -> Any:
    """A text as a value of this setting."""
    if setting.kind is str:
        return text
    if setting.kind is bool:
        if text.lower() not in YES:
            raise BadPlayer(f"{setting.name} of {player} is yes or no, not {text!r}")
        return YES[text.lower()]
    try:
        number = float(text.replace("_", ""))
        value = int(number) if setting.kind is int else number
    except (ValueError, OverflowError):
        raise BadPlayer(f"{setting.name} of {player} must be a number, not {text!r}") from None
    if value != number:
        raise BadPlayer(f"{setting.name} of {player} must be a whole number, not {text}")
    if not setting.low <= value <= setting.high:
        raise BadPlayer(f"{setting.name} of {player} must {setting.range()}, not {text}")
    return value


def read_values(player: str, known: Iterable[Setting], given: dict[str, str]) -> dict[str, Any]:
    """The values of what was given, by name; an unknown name is answered with the nearest that exists."""
    by_name = {setting.name: setting for setting in known}
    values = {}
    for name, text in given.items():
        if name not in by_name:
            near = get_close_matches(name, by_name, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"it has: {', '.join(by_name) or 'none'}"
            raise BadPlayer(f"{player} has no setting {name!r}; {hint}")
        values[name] = read_value(by_name[name], text, player)
    return values
