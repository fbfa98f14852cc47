"""The journal of a match: a heading and a line for each game, only ever added to, on the disk before the game counts.

A line carries a digest of itself. One that was cut short by a crash, or altered, is skipped and its game is played
again; nothing behind it is lost. The file is locked while a match is under way.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import stat
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, Self

from zermelo.errors import BadParameter


@dataclass(frozen=True)
class GameRecord:
    """One game of a match."""

    number: int
    seats: tuple[int, ...]  # which player sat where
    moves: tuple[int, ...]
    utilities: tuple[float, ...]  # by player, not by seat
    reason: str
    seconds: tuple[float, ...]  # thinking time by player
    opening: int = 0  # how many of the moves were given


class Journal:
    """A file that keeps the games of one match: `with Journal(path, heading) as journal: journal.add(record)`."""

    def __init__(self, path: Path, heading: dict[str, Any]) -> None:
        self.path, self.heading = path, heading
        self.players = len(heading["players"])
        self.records: dict[int, GameRecord] = {}  # by the game's number
        self.notes: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        """Lock the file and read what it holds."""
        try:
            self.file: BinaryIO = self.path.open("a+b", buffering=0)
        except OSError as problem:
            raise BadParameter(f"{self.path} cannot be a journal: {problem.strerror}; choose another file") from None
        try:
            if not stat.S_ISREG(os.fstat(self.file.fileno()).st_mode):  # a device can be read for ever
                raise BadParameter(f"{self.path} cannot be a journal: it is no file; choose another name")
            self.lock()
            self.read()
        except BaseException:
            self.file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()  # and with it the lock

    def lock(self) -> None:
        """Nobody else may add to the file until it is closed; the system lets go when a process dies."""
        try:
            lock_file(self.file)
        except OSError:
            raise BadParameter(
                f"another match is writing into {self.path}: wait until it ends, or choose another file"
            ) from None

    # ------------------------------------------------------------------ reading

    def read(self) -> None:
        """Check the heading, and collect the games; a new file gets its heading."""
        self.file.seek(0)
        content = self.file.read()
        first = json.dumps(self.heading).encode() + b"\n"
        if first.startswith(content) and content != first:  # new, or ended before its heading was on the disk
            self.file.truncate(0)
            self.write(first)
            return
        heading, *lines = content.split(b"\n")
        self.check_heading(heading)
        damaged = 0
        for line in lines:
            record = self.record(line)
            if record is not None:
                self.records.setdefault(record.number, record)
            elif line.strip():
                damaged += 1
        if damaged:
            what = "a line" if damaged == 1 else f"{damaged} lines"
            self.notes = (f"{what} of {self.path} could not be read: such games are played again",)
        if not content.endswith(b"\n"):
            self.write(b"\n")  # so that the next line begins a line

    def check_heading(self, line: bytes) -> None:
        """Refuse another match's file, or what is no journal at all."""
        try:
            heading = json.loads(line)
        except (ValueError, RecursionError):
            heading = None
        if not isinstance(heading, dict) or set(heading) != set(self.heading):
            raise BadParameter(f"{self.path} is no journal of a match: choose another file")
        if heading != self.heading:
            raise BadParameter(f"{self.path} holds another match: choose another file, or the same game and players")

    def record(self, line: bytes) -> GameRecord | None:
        """The game of a line, or None where it is damaged."""
        try:
            data = json.loads(line)
            digest = data.pop("digest", None)
            fields: dict[str, Any] = {
                name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
            }
            record = GameRecord(**fields)
            whole = digest is None or digest == digest_of(record)  # older journals have none
            return record if whole and self.fits(record) else None
        except (ValueError, TypeError, AttributeError, RecursionError):
            return None

    def fits(self, record: GameRecord) -> bool:
        """Whether a game can be one of this match."""
        return (
            all(isinstance(number, int) and number >= 0 for number in (record.number, record.opening, *record.moves))
            and sorted(record.seats) == list(range(self.players))
            and len(record.utilities) == len(record.seconds) == self.players
            and all(math.isfinite(value) for value in (*record.utilities, *record.seconds))
            and isinstance(record.reason, str)
        )

    # ------------------------------------------------------------------ writing

    def add(self, record: GameRecord) -> None:
        """Keep a game; when this returns it is on the disk."""
        self.write(json.dumps({**asdict(record), "digest": digest_of(record)}).encode() + b"\n")
        self.records[record.number] = record

    def write(self, line: bytes) -> None:
        """Add to the end of the file, and wait for the disk."""
        try:
            while line:
                line = line[self.file.write(line) :]
            os.fsync(self.file.fileno())
        except OSError as problem:
            raise BadParameter(
                f"{self.path} cannot be written: {problem.strerror}; make room, and the same command goes on"
            ) from None


def digest_of(record: GameRecord) -> str:
    """A digest that shows whether a line is as it was written."""
    return hashlib.blake2b(json.dumps(asdict(record)).encode(), digest_size=8).hexdigest()


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
