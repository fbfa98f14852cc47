"""A league for a class: every bot of a folder meets every other, each in a process of its own."""

from __future__ import annotations

from pathlib import Path

from zermelo.errors import BadParameter

HIDDEN = ("_", ".")


def bots_of(folder: Path) -> tuple[str, ...]:
    """The players of a folder: each Python file is one, and so is each sub-folder with a `bot.py`."""
    if not folder.is_dir():
        raise BadParameter(f"there is no folder {folder}; put the bots, one Python file each, into one")
    found = [path for path in folder.iterdir() if path.suffix == ".py" and not path.name.startswith(HIDDEN)]
    found += [path / "bot.py" for path in folder.iterdir() if path.is_dir() and (path / "bot.py").is_file()]
    if len(found) < 2:
        many = "one bot" if found else "no bots"
        raise BadParameter(f"{folder} holds {many}: a league needs at least two Python files")
    return tuple(str(path) for path in sorted(found))
