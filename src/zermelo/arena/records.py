"""The file of a tournament: SQLite, every game in a row of its own, written once.

The key of a row is the fixture, so a game that is played again changes nothing. A row is kept when `add` returns: the
write-ahead log survives a process that is killed at any moment. Others may read while a tournament writes.
"""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import stat
import time
from pathlib import Path
from typing import Any, BinaryIO, Self

import zermelo
from zermelo.arena.played import Fixture, Played, Thought
from zermelo.errors import BadParameter

FORMAT, VERSION = "zermelo tournament", 1
MARK = 0x5A65726D  # "Zerm", SQLite's application id
TABLES = """
CREATE TABLE tournament (one INTEGER PRIMARY KEY CHECK (one = 1), format TEXT, version INTEGER, heading TEXT NOT NULL);
CREATE TABLE run (number INTEGER PRIMARY KEY, begun REAL, program TEXT, machine TEXT);
CREATE TABLE game (
    round INTEGER, pairing TEXT, block INTEGER, rotation INTEGER,
    moves TEXT NOT NULL, utilities TEXT NOT NULL, reason TEXT NOT NULL, ending TEXT NOT NULL, loser INTEGER NOT NULL,
    opening INTEGER NOT NULL, start TEXT NOT NULL, thoughts TEXT NOT NULL, run INTEGER NOT NULL, finished REAL NOT NULL,
    PRIMARY KEY (round, pairing, block, rotation)
) WITHOUT ROWID;
"""


class Records:
    """The games of one tournament: `with Records(path, heading, resume=True) as records: records.add(played)`."""

    def __init__(self, path: Path, heading: dict[str, Any], *, resume: bool = False) -> None:
        self.path, self.heading, self.resume = path, heading, resume
        self.games: dict[Fixture, Played] = {}
        self.notes: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        """Lock the file and read what it holds; a new one gets its heading."""
        existed = self.path.exists() and (not self.path.is_file() or self.path.stat().st_size > 0)
        try:
            self.lock: BinaryIO = self.path.open("a+b")
        except OSError as problem:
            raise BadParameter(f"{self.path} cannot keep games: {problem.strerror}; choose another file") from None
        try:
            if not stat.S_ISREG(os.fstat(self.lock.fileno()).st_mode):
                raise BadParameter(f"{self.path} cannot keep games: it is no file; choose another name")
            self.lock_it()
            self.base = connected(self.path)
            self.begin(existed)
        except BaseException:
            self.lock.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.base.close()
        self.lock.close()

    def lock_it(self) -> None:
        """Nobody else may add to the file; the system lets go when a process dies."""
        try:
            lock_file(self.lock)
        except OSError:
            raise BadParameter(
                f"another tournament is writing into {self.path}: wait until it ends, or choose another file"
            ) from None

    def begin(self, existed: bool) -> None:
        """Check what the file holds, or make a new one; note who writes from now on."""
        try:
            self.base.execute("PRAGMA journal_mode = WAL")
            self.base.execute("PRAGMA synchronous = NORMAL")
            found = read_heading(self.base, self.path) if existed and has_tables(self.base) else None
            if found is None:
                if existed and self.base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    raise foreign(self.path)
                self.create()
            elif not self.resume:
                raise BadParameter(
                    f"{self.path} holds a tournament already: resume it (--resume), or choose another file"
                )
            else:
                refuse_other(self.path, found, self.heading)
                self.games, damaged = read_games(self.base, len(self.heading["players"]))
                self.notes = told_damage(self.path, len(damaged), "are played again")
                for key in damaged:
                    self.base.execute(
                        "DELETE FROM game WHERE round IS ? AND pairing IS ? AND block IS ? AND rotation IS ?", key
                    )
            machine = {"system": platform.platform(), "processors": os.cpu_count(), "python": platform.python_version()}
            self.run = self.base.execute(
                "INSERT INTO run (begun, program, machine) VALUES (?, ?, ?)",
                (time.time(), f"zermelo {zermelo.__version__}", json.dumps(machine)),
            ).lastrowid
        except sqlite3.DatabaseError as problem:
            raise trouble(self.path, problem) from None

    def create(self) -> None:
        """All tables and the heading at once, so that a file is whole or empty."""
        self.base.execute("BEGIN")
        for statement in TABLES.split(";")[:-1]:
            self.base.execute(statement)
        self.base.execute(
            "INSERT INTO tournament VALUES (1, ?, ?, ?)", (FORMAT, VERSION, json.dumps(self.heading, sort_keys=True))
        )
        self.base.execute(f"PRAGMA application_id = {MARK}")
        self.base.execute("COMMIT")

    def add(self, played: Played) -> None:
        """Keep a game; when this returns it stays, whatever happens to the process. A second time changes nothing."""
        try:
            self.base.execute(
                "INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row_of(played), self.run, time.time()),
            )
        except sqlite3.DatabaseError as problem:
            raise trouble(self.path, problem) from None
        self.games.setdefault(played.fixture, played)


# ---------------------------------------------------------------------- rows


def row_of(played: Played) -> tuple[Any, ...]:
    """A game as the values of its row."""
    fixture = played.fixture
    thoughts = [[one.seat, round(one.seconds, 6), one.value, one.depth, one.nodes, one.left] for one in played.thoughts]
    return (
        fixture.round, ",".join(map(str, fixture.pairing)), fixture.block, fixture.rotation,
        ",".join(map(str, played.moves)), json.dumps(played.utilities), played.reason, played.ending, played.loser,
        played.opening, played.start, json.dumps(thoughts, separators=(",", ":")),
    )  # fmt: skip


def game_of(row: tuple[Any, ...]) -> Played:
    """The game of a row."""
    number, pairing, block, rotation, moves, utilities, reason, ending, loser, opening, start, thoughts = row[:12]
    return Played(
        Fixture(int(number), tuple(int(part) for part in pairing.split(",")), int(block), int(rotation)),
        tuple(int(move) for move in moves.split(",") if move),
        tuple(float(value) for value in json.loads(utilities)),
        str(reason), str(ending), int(loser), int(opening), str(start),
        tuple(Thought(*thought) for thought in json.loads(thoughts)),
    )  # fmt: skip


def read_games(base: sqlite3.Connection, players: int) -> tuple[dict[Fixture, Played], list[tuple[Any, ...]]]:
    """All games by fixture, and the keys of the rows that cannot be read."""
    games: dict[Fixture, Played] = {}
    damaged: list[tuple[Any, ...]] = []
    for row in base.execute("SELECT * FROM game ORDER BY round, pairing, block, rotation"):
        try:
            played = game_of(row)
            if not played.sound(players):
                raise ValueError
            games[played.fixture] = played
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            damaged.append(row[:4])
    return games, damaged


def told_damage(path: Path, many: int, then: str) -> tuple[str, ...]:
    """A remark on rows that cannot be read."""
    what = "a game" if many == 1 else f"{many} games"
    return (f"{what} of {path} could not be read: such games {then}",) if many else ()


def read_tournament(path: Path) -> tuple[dict[str, Any], dict[Fixture, Played], tuple[str, ...]]:
    """Heading and games of a file that somebody else may be writing, and remarks on what could not be read."""
    if not path.is_file():
        raise BadParameter(f"there is no file {path}; `zermelo tournament --out FILE` makes one")
    try:
        base = connected(path, write=False)
        try:
            if not has_tables(base):
                raise foreign(path)
            heading = read_heading(base, path)
            if not sound(heading):
                raise BadParameter(f"{path} does not say what a tournament is: it was damaged, or made by hand")
            games, damaged = read_games(base, len(heading["players"]))
            return heading, games, told_damage(path, len(damaged), "do not count")
        finally:
            base.close()
    except sqlite3.DatabaseError as problem:
        raise trouble(path, problem) from None


def read_runs(path: Path) -> list[dict[str, Any]]:
    """Who wrote into the file: program, machine and when they began."""
    base = connected(path, write=False)
    try:
        rows = base.execute("SELECT begun, program, machine FROM run ORDER BY number").fetchall()
    except sqlite3.DatabaseError as problem:
        raise trouble(path, problem) from None
    finally:
        base.close()
    return [{"begun": begun, "program": program, **json.loads(machine)} for begun, program, machine in rows]


# ---------------------------------------------------------------------- the file


def connected(path: Path, *, write: bool = True) -> sqlite3.Connection:
    """The open file; every statement counts at once unless a transaction is begun."""
    mode = "rw" if write else "ro"
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=10)


def has_tables(base: sqlite3.Connection) -> bool:
    """Whether the file is one of ours; a view of another's making could be computed for ever."""
    names = "('tournament', 'run', 'game')"
    found = base.execute(f"SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN {names}")
    return bool(found.fetchone()[0] == 3)


def read_heading(base: sqlite3.Connection, path: Path) -> dict[str, Any]:
    """What the tournament is."""
    row = base.execute("SELECT format, version, heading FROM tournament").fetchone()
    if row is None or row[0] != FORMAT:
        raise foreign(path)
    if row[1] > VERSION:
        raise BadParameter(f"{path} has version {row[1]}, this Zermelo reads up to {VERSION}: install a newer one")
    try:
        heading: dict[str, Any] = json.loads(row[2])
    except (ValueError, TypeError, RecursionError):
        raise foreign(path) from None
    return heading


def sound(heading: Any) -> bool:
    """Whether a heading says what it must."""
    if not isinstance(heading, dict):
        return False
    words = all(isinstance(heading.get(name, ""), str) for name in ("begins", "sprt"))
    words = words and all(isinstance(heading.get(name), str) for name in ("game", "format"))
    players, settings, seats = (heading.get(name) for name in ("players", "settings", "seats"))
    return (
        words
        and isinstance(players, list) and len(players) > 0 and all(isinstance(one, str) for one in players)
        and isinstance(settings, dict) and all(isinstance(value, str) for value in settings.values())
        and isinstance(seats, int) and seats >= 1
    )  # fmt: skip


def refuse_other(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse to go on with other players or settings, and say which."""
    asked = json.loads(json.dumps(wanted))
    for name in sorted({*found, *asked}):
        if found.get(name) != asked.get(name):
            raise BadParameter(
                f"{path} holds another tournament ({name}: {told(found.get(name))}; now: {told(asked.get(name))}): "
                "give what it was begun with, or choose another file"
            )


def told(value: Any) -> str:
    """A value of a heading in words."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value) if value not in (None, "") else "none"


def foreign(path: Path) -> BadParameter:
    """The sentence for a file that is something else."""
    return BadParameter(f"{path} is no file of a tournament: choose another file")


def trouble(path: Path, problem: sqlite3.DatabaseError) -> BadParameter:
    """What SQLite complains of, in one sentence."""
    said = str(problem)
    if "not a database" in said:
        return foreign(path)
    if "malformed" in said or "corrupt" in said:
        return BadParameter(f"{path} is damaged ({said}): `sqlite3 {path} .recover` may save its games")
    return BadParameter(f"{path} cannot be written ({said}): make room or choose another file; --resume goes on")


def lock_file(file: BinaryIO) -> None:
    """Lock a file for this process, or raise OSError at once."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        file.seek(1 << 40)  # a place that nobody writes: what is locked there cannot be read by others
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]  # known on Windows only
    else:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
