"""What `zermelo coach` left for a game: the player that won, how much each level may look at, and how strong they are.

One small JSON file for each game, found by the rules of play. `best` and the page read it; the coach writes it.
"""

from __future__ import annotations

import json
import math
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from zermelo.errors import BadParameter
from zermelo.folders import data_folder, write_whole
from zermelo.game.identity import rules_of_play
from zermelo.search.common.registry import SEARCHES

FORMAT = 1
FILE = "opponents.json"
EQUILIBRIUM = "equilibrium"
LIMITS = ("nodes", "sims")  # what a level counts

_found: dict[Path, tuple[int, Coached | None]] = {}  # by the file: when it was written, and what it says


@dataclass(frozen=True)
class Coached:
    """The opponents of one game."""

    player: str
    settings: dict[str, str]
    reason: str
    limit: str = ""  # nodes or sims; empty: levels are those of every game
    work: tuple[int, ...] = ()  # for level 1, 2, …
    ladder: dict[str, tuple[float, float]] = field(default_factory=dict)  # Elo above random play, half the interval

    def work_of(self, level: int) -> dict[str, int]:
        """How much a level may look at."""
        return {self.limit: self.work[level - 1]} if level <= len(self.work) else {}

    def told(self, game: str, level: int) -> str:
        """How strong a level is, in a sentence."""
        rung = self.ladder.get(f"best:level={level}")
        return f"level {level} is {rung[0]:+.0f} ± {rung[1]:.0f} Elo above random play at {game}" if rung else ""

    def elo_above_first(self) -> dict[int, int]:
        """The Elo of the levels above level 1."""
        found = {level: self.ladder.get(f"best:level={level}") for level in range(1, 11)}
        first = found.pop(1)
        return {level: round((rung[0] - first[0]) / 10) * 10 for level, rung in found.items() if rung and first}


def folder_of(cls: Any) -> Path:
    """Where the coach keeps what belongs to a game."""
    return data_folder() / "coach" / f"{cls.__name__.lower()}-{rules_of_play(cls)}"


def keep(cls: Any, found: Coached) -> Path:
    """Leave the opponents of a game for everybody on this machine."""
    path = folder_of(cls) / FILE
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        write_whole(path, json.dumps({"format": FORMAT, "game": cls.__name__, **asdict(found)}, indent=1) + "\n")
    except OSError as problem:
        raise BadParameter(f"{path} cannot be written: {problem.strerror}") from None
    os.utime(path.parent.parent)  # whoever lists games looks at the folder alone
    return path


def changed() -> int:
    """When a game was coached last."""
    try:
        return (data_folder() / "coach").stat().st_mtime_ns
    except OSError:
        return 0


def find(cls: Any) -> Coached | None:
    """The opponents that a game was given, if it was coached; a damaged file is as good as none."""
    folder = data_folder() / "coach"
    if not any(folder.glob(f"{cls.__name__.lower()}-*")):  # spares most games the digest of their rules
        return None
    path = folder_of(cls) / FILE
    try:
        now = path.stat().st_mtime_ns
    except OSError:
        return None
    if path not in _found or _found[path][0] != now:
        _found[path] = now, read(path)
    return _found[path][1]


def read(path: Path) -> Coached | None:
    """What a file says; None where it is no such file."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["format"] != FORMAT or not (data["player"] in SEARCHES or data["player"] == EQUILIBRIUM):
            return None
        work = tuple(max(1, int(number)) for number in data["work"])
        ladder = {str(name): (float(elo), float(error)) for name, (elo, error) in data["ladder"].items()}
        if any(not math.isfinite(number) for rung in ladder.values() for number in rung):
            return None
        settings = {str(name): str(value) for name, value in data["settings"].items()}
        limit = data["limit"] if data["limit"] in LIMITS else ""
        return Coached(data["player"], settings, str(data["reason"]), limit, work if limit else (), ladder)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None
