"""Tables of solved positions: probed by players, kept in the user's data folder, refused where the rules are others.

Two kinds: slices by an index that the game declares, one file each (`slices.py`), and all positions that can be reached
from one, found by their keys (`reached.py`). A value is that of the player to move.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadPosition, BadText
from zermelo.folders import data_folder
from zermelo.game.files import as_from_others
from zermelo.game.game import Game
from zermelo.game.identity import rules_of_play
from zermelo.games import catalogue
from zermelo.search.common.endings import NO_POSITION, register_tables
from zermelo.solve.files import TABLE, Header, Kind, read_array, read_header, write_table

SUFFIX = ".ztb"


@dataclass(frozen=True)
class Known:
    """What a table knows of a position: its value for the player to move, and how many moves it takes to the end."""

    value: float
    distance: int | None = None  # of a win or loss with best play; none where there is no such thing

    def passed_on(self, same: bool) -> Known:
        """The same for the player who moved here; one move further from the end."""
        distance = None if self.distance is None else self.distance + 1
        return Known(self.value if same else 0.0 - self.value, distance)

    def words(self) -> str:
        """`win in 31`, `draw`, `loss in 4`, or a score."""
        if self.distance is not None:
            return f"{'win' if self.value > 0 else 'loss'} in {self.distance}"
        return "draw" if self.value == 0 else f"{self.value:+g}"


def known(cls: Any, code: int) -> Known:
    """What a code of retrograde analysis says."""
    if code == 0:
        return Known(0.0)
    return Known(float(cls.highest if code > 0 else cls.lowest), abs(code) - 1)


class Tablebase:
    """Solved positions of one game."""

    def __init__(self, cls: Any, path: Path) -> None:
        self.cls, self.path = cls, path

    def probe(self, state: Any) -> Known | None:
        """What is known of a position in which the game goes on; None where the table does not hold it."""
        raise NotImplementedError

    def moves(self, state: Any) -> dict[int, Known] | None:
        """What each legal move leads to, for the player to move; None where one of them is not known."""
        found = {}
        for move in state.legal():
            child = state.copy()
            child.play(move)
            after = self.after(child)
            if after is None:
                return None
            found[move] = after.passed_on(child.turn == state.turn)
        return found

    def after(self, child: Any) -> Known | None:
        """What is known of any position, finished games included."""
        if not child.legal():
            value = float(child.utility(int(child.turn)))
            return Known(value, 0 if value in (self.cls.lowest, self.cls.highest) and value else None)
        return self.probe(child)


class SliceTables(Tablebase):
    """The slices of a game that lie in a folder, each read when it is first asked for."""

    def __init__(self, cls: Any, path: Path, name: str = "") -> None:
        super().__init__(cls, path)
        self.name = name or cls.__name__  # under which the game is found again
        self.loaded: dict[int, NDArray[np.int16] | None] = {}

    def file_of(self, slice: int) -> Path:
        """Where a slice is kept."""
        return self.path / f"{self.cls.slice_name(slice)}{SUFFIX}"

    def has(self, slice: int) -> bool:
        """Whether a slice is there."""
        return slice in self.loaded or self.file_of(slice).is_file()

    def slice(self, slice: int) -> NDArray[np.int16] | None:
        """The codes of a slice; None where it has not been solved."""
        if slice not in self.loaded:
            path = self.file_of(slice)
            self.loaded[slice] = read_slice(self.cls, slice, path) if path.is_file() else None
        return self.loaded[slice]

    def add(self, slice: int, codes: NDArray[np.int16], about: Header) -> None:
        """Keep a slice that was solved."""
        header = {**header_of(self.cls), "kind": "slice", "slice": self.cls.slice_name(slice), "name": self.name}
        write_table(self.file_of(slice), {**header, **about}, {"codes": codes})
        self.loaded[slice] = codes

    def probe(self, state: Any) -> Known | None:
        """Look the position up; one without a number of its own is worth what its best move leads to."""
        slice = int(state.slice_of())
        codes = self.slice(slice) if slice >= 0 else None
        if codes is None:
            return None
        number = int(state.index())
        if number < 0:
            after = self.moves(state)
            return None if not after else after[best_of(after)]
        if codes[number] == NO_POSITION:
            raise BadPosition("this position cannot arise: the side that has moved is in check")
        return known(self.cls, int(codes[number]))


class ReachedTable(Tablebase):
    """All positions that can be reached from one, by their keys."""

    def __init__(self, cls: Any, path: Path) -> None:
        super().__init__(cls, path)
        self.header = check_rules(cls, path)
        self.keys, self.values = read_reached(path)  # codes of retrograde analysis, or scores for the player to move

    def probe(self, state: Any) -> Known | None:
        """Look the position up by its key."""
        key = np.uint64(state.key())
        place = int(np.searchsorted(self.keys, key))
        if place == len(self.keys) or self.keys[place] != key:
            return None
        value = self.values[place]
        return known(self.cls, int(value)) if self.values.dtype == np.int16 else Known(float(value))


def best_of(moves: dict[int, Known]) -> int:
    """The best of several moves: by value, then the shortest win or the longest loss."""

    def worth(move: int) -> tuple[float, int]:
        found = moves[move]
        distance = found.distance or 0
        return found.value, -distance if found.value > 0 else distance

    return max(moves, key=worth)


# ---------------------------------------------------------------------- what is kept where


def header_of(cls: Any) -> Header:
    """What every table says of itself."""
    settings = {name: str(value) for name, value in cls._settings.items()}
    return {"game": cls._family.__name__, "settings": settings, "rules": rules_of_play(cls)}


def said(header: Header, word: str, path: Path, kind: Kind = TABLE) -> str:
    """What a file says of itself, in a word."""
    found = header.get(word)
    if not isinstance(found, str):
        raise BadText(f"{path} does not say what it holds as a {kind.word} does: {kind.again}")
    return found


def read_said(path: Path, kind: Kind = TABLE) -> Header:
    """The header of a file that says its game, settings and rules."""
    header, _ = read_header(path, kind)
    for word in ("game", "rules", "name"):
        said(header, word, path, kind)
    settings = header.get("settings")
    if not isinstance(settings, dict) or not all(isinstance(value, str) for value in settings.values()):
        raise BadText(f"{path} does not say the settings of its game: {kind.again}")
    return header


def class_of(path: Path, kind: Kind = TABLE) -> Any:
    """The game that a file says it is of. What was not made here runs no file of rules that was not named by hand."""
    header = read_said(path, kind)
    made_here = path.resolve().is_relative_to(data_folder().resolve())
    with nullcontext() if made_here else as_from_others():
        return catalogue.variant(header["name"], header["settings"])


def read_slice(cls: Any, slice: int, path: Path) -> NDArray[np.int16]:
    """The codes of a slice, one for each number: searches read them without looking at their length."""
    check_rules(cls, path)
    codes = read_array(path, "codes")
    if codes.dtype != np.int16 or len(codes) != int(cls.slice_size(slice)):
        raise BadText(f"{path} does not hold a code for each position of {cls.slice_name(slice)}: {TABLE.again}")
    return codes


def read_reached(path: Path) -> tuple[NDArray[np.uint64], NDArray[Any]]:
    """Keys in order, each once, and a code or score for each."""
    keys, values = read_array(path, "keys"), read_array(path, "values")
    typed = keys.dtype == np.uint64 and values.dtype in (np.int16, np.float64) and len(keys) == len(values)
    if not typed or (keys[1:] <= keys[:-1]).any() or not np.isfinite(values).all():
        raise BadText(f"{path} does not hold positions in the order of their keys with a value for each: {TABLE.again}")
    return keys, values


def check_rules(cls: Any, path: Path, kind: Kind = TABLE) -> Header:
    """The header of a file; refused where it was made by other rules."""
    header = read_said(path, kind)
    ours = header_of(cls)
    if header["game"] != ours["game"] or header["settings"] != ours["settings"]:
        shown = " ".join([header["game"], *(f"{name}={value}" for name, value in header["settings"].items())])
        raise BadText(f"{path} is a {kind.word} of {shown}, not of {cls.__name__} with these settings")
    if header["rules"] != ours["rules"]:
        raise BadText(f"{path} was made by other rules of {cls.__name__}: {kind.again}")
    return header


def folder_of(cls: Any) -> Path:
    """Where the tables of a game with its settings lie."""
    return data_folder() / "tables" / f"{cls._family.__name__}-{rules_of_play(cls)}"


_installed: dict[str, tuple[Tablebase, ...]] = {}  # by the name of the rules


def installed(cls: Any) -> tuple[Tablebase, ...]:
    """The tables of a game that were solved on this machine."""
    if cls.rules_name not in _installed:
        folder = folder_of(cls)
        found: list[Tablebase] = [ReachedTable(cls, path) for path in sorted(folder.glob(f"reached-*{SUFFIX}"))]
        if cls.slice_of is not Game.slice_of and any(path for path in folder.glob(f"*{SUFFIX}") if path.name[0] != "r"):
            found.append(SliceTables(cls, folder))
        _installed[cls.rules_name] = tuple(found)
    return _installed[cls.rules_name]


def look_again() -> None:
    """Forget which tables are there: new ones were made."""
    _installed.clear()


def codes_of(cls: Any, slice: int) -> NDArray[np.int16] | None:
    """The codes of an installed slice, for searches."""
    tables = next((table for table in installed(cls) if isinstance(table, SliceTables)), None)
    return tables.slice(slice) if tables else None


register_tables(codes_of)
