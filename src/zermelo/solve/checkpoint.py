"""An enumeration under way, kept on disk so that a kill loses less than a minute of it.

    "zermelo work 1" and a line end | header as in `files.py` | chunks, each: its length, its checksum, its content

A chunk holds what was found since the one before, so writing costs no more the longer it goes on. Reading stops at the
first chunk that is not whole: that is the one that was being written.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from zermelo.solve.files import SUM, checksum

MAGIC = b"zermelo work 1\n"
EVERY = 30.0  # seconds between two chunks
COUNTS = ("done", "count", "moves", "odds")

Arrays = dict[str, NDArray[Any]]  # states, kinds, ends, offsets, targets, codes, odds


def lengths(counts: dict[str, int]) -> dict[str, int]:
    """How much of each array is known."""
    done, moves = counts["done"], counts["moves"]
    known = {"states": counts["count"], "targets": moves, "codes": moves, "odds": counts["odds"]}
    return known | {"kinds": done, "ends": done, "offsets": done}


class Checkpoint:
    """Where an enumeration keeps what it has found."""

    def __init__(self, path: Path, about: dict[str, Any], every: float = EVERY) -> None:
        self.path, self.about, self.every = path, about, every
        self.written = dict.fromkeys(COUNTS, 0)
        self.last = time.monotonic()
        self.problem = ""  # why nothing is kept any more

    def due(self) -> bool:
        """Whether it is time for the next chunk."""
        return not self.problem and time.monotonic() - self.last >= self.every

    def add(self, arrays: Arrays, counts: dict[str, int]) -> None:
        """Write what is new; a disk that refuses ends the keeping, not the enumeration."""
        try:
            new = not self.path.exists() or not any(self.written.values())
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("wb" if new else "r+b") as file:
                if new:
                    header = json.dumps(self.about).encode()
                    file.write(MAGIC + len(header).to_bytes(8, "little") + header + checksum(header))
                    self.end = file.tell()
                file.seek(self.end)
                file.truncate()
                content = self.chunk(arrays, counts)
                file.write(len(content).to_bytes(8, "little") + checksum(content) + content)
                self.end = file.tell()
            self.written = dict(counts)
        except OSError as problem:
            self.problem = f"what is found is not kept: {problem.strerror}"
            self.remove()
        self.last = time.monotonic()

    def chunk(self, arrays: Arrays, counts: dict[str, int]) -> bytes:
        """What was found since the last time."""
        before, now = lengths(self.written), lengths(counts)
        parts = [np.array([counts[name] for name in COUNTS], np.int64).tobytes()]
        parts += [arrays[name][before[name] : now[name]].tobytes() for name in sorted(now) if name in arrays]
        return b"".join(parts)

    def read(self, dtypes: dict[str, np.dtype[Any]]) -> tuple[Arrays, dict[str, int]] | None:
        """What an earlier run has found; None where there is nothing of this position and these rules."""
        try:
            with self.path.open("rb") as file:
                if not self.begins(file):
                    return None
                found: dict[str, list[NDArray[Any]]] = {name: [] for name in dtypes}
                while (content := whole_chunk(file)) is not None:
                    self.take(content, dtypes, found)
                    self.end = file.tell()
        except OSError:
            return None
        if not self.written["count"]:
            return None
        return {name: np.concatenate(parts) for name, parts in found.items()}, dict(self.written)

    def begins(self, file: BinaryIO) -> bool:
        """Whether the file begins as one of this enumeration does."""
        if file.read(len(MAGIC)) != MAGIC:
            return False
        header = json.dumps(self.about).encode()
        expected = len(header).to_bytes(8, "little") + header + checksum(header)
        return file.read(len(expected)) == expected

    def take(self, content: bytes, dtypes: dict[str, np.dtype[Any]], found: dict[str, list[NDArray[Any]]]) -> None:
        """The arrays of one chunk."""
        size = 8 * len(COUNTS)
        counts = dict(zip(COUNTS, np.frombuffer(content[:size], np.int64).tolist(), strict=True))
        before, now = lengths(self.written), lengths(counts)
        place = size
        for name in sorted(now):
            if name in dtypes:
                count = now[name] - before[name]
                found[name].append(np.frombuffer(content, dtypes[name], count, place))
                place += count * dtypes[name].itemsize
        self.written = counts

    def remove(self) -> None:
        """It is not needed any more."""
        with suppress(OSError):
            self.path.unlink()


def whole_chunk(file: BinaryIO) -> bytes | None:
    """The next chunk; None at the end, or where it was not written to its end."""
    start = file.read(8 + SUM)
    if len(start) < 8 + SUM:
        return None
    length = int.from_bytes(start[:8], "little")
    if length > 1 << 40:
        return None
    content = file.read(length)
    return content if len(content) == length and checksum(content) == start[8:] else None
