"""Whose rules run at full speed: Zermelo's own, and those for which `zermelo check` has passed.

The digests that have passed are kept in the data folder. Nothing here needs the compiler.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.errors import BadParameter
from zermelo.folders import data_folder, write_whole

_trusted: dict[str, bool] = {}  # by the rules' name; decided once in a process, so that all its code is of one kind
_noted: set[str] = set()  # passed in this process
_reminded: set[str] = set()  # used in this process without being checked


def is_ours(function: Any) -> bool:
    """Whether a function is Zermelo's own."""
    return (getattr(function, "__module__", None) or "").partition(".")[0] == "zermelo"


def author_of(cls: Any) -> Any:
    """The class that somebody wrote, behind one that was made of it: an open game, one with another evaluation."""
    while getattr(cls, "_rules_of", cls) is not cls:
        cls = cls._rules_of
    return cls


def passed_file(rules_name: str) -> Path:
    """The file that says that rules have passed."""
    return data_folder() / "checked" / rules_name


def has_passed(cls: Any) -> bool:
    """Whether `check` has passed for these very rules, in this process or before."""
    with suppress(OSError, BadParameter):
        return cls.rules_name in _noted or passed_file(cls.rules_name).is_file()
    return False


def note_passed(cls: Any) -> None:
    """Remember that `check` has passed for these rules; where nothing can be written, they are checked for ever."""
    _noted.add(cls.rules_name)
    with suppress(OSError, BadParameter):
        file = passed_file(cls.rules_name)
        file.parent.mkdir(exist_ok=True)
        write_whole(file, "")


def first_unchecked_use(cls: Any) -> bool:
    """Whether these rules were never checked and are used for the first time, which is when one is reminded of it."""
    if is_trusted(cls) or cls.rules_name in _reminded:
        return False
    _reminded.add(cls.rules_name)
    with suppress(OSError, BadParameter):
        file = passed_file(cls.rules_name).with_suffix(".used")
        if file.is_file():
            return False
        file.parent.mkdir(exist_ok=True)
        write_whole(file, "")
    return True


def is_trusted(cls: Any) -> bool:
    """Whether the rules of a class may run without bounds checking."""
    name = cls.rules_name
    if name not in _trusted:
        _trusted[name] = all(map(is_ours, cls.rules().values())) or has_passed(cls)
    return _trusted[name]
