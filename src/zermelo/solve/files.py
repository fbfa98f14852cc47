"""Tables, books and certificates on disk: a header that says what they are, and arrays in blocks with checksums.

    "zermelo table 1" and a line end | length of the header, 8 bytes | header, JSON | its checksum | blocks

A file appears whole or not at all. Nothing in it is ever executed: no pickle.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadText
from zermelo.folders import write_whole

BLOCK = 1 << 16  # entries of an array that are compressed together
SUM = 8  # bytes of a checksum
LARGEST_HEADER = 1 << 26
LARGEST_BLOCK = 32 * BLOCK  # bytes, packed

Header = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """What a file is, who makes such files, and what to do where one is damaged."""

    word: str
    made_by: str
    again: str

    @property
    def magic(self) -> bytes:
        """How the file begins."""
        return f"zermelo {self.word} 1\n".encode()


TABLE = Kind("table", "`zermelo solve` makes them", "solve the game again")
BOOK = Kind("book", "`zermelo book` makes them", "build or import it again")
PROOF = Kind("proof", "`zermelo solve --weak --certificate FILE` makes them", "prove it again")
MAGIC = TABLE.magic


def checksum(content: bytes) -> bytes:
    """A digest short enough to stand behind every block."""
    return hashlib.blake2b(content, digest_size=SUM).digest()


def packed(part: NDArray[Any]) -> bytes:
    """A block of an array: the first bytes of all entries, then the second ones, which are far more alike."""
    planes = part.reshape(-1).view(np.uint8).reshape(part.size, part.dtype.itemsize).T
    return zlib.compress(planes.tobytes(), 6)


def unpacked(content: bytes, dtype: np.dtype[Any], count: int) -> NDArray[Any]:
    """The entries of a block."""
    size = dtype.itemsize * count
    plain = zlib.decompressobj().decompress(content, size + 1)  # what is packed small is not unpacked without a bound
    if len(plain) != size:
        raise ValueError("a block of another size")
    return np.ascontiguousarray(np.frombuffer(plain, np.uint8).reshape(dtype.itemsize, count).T).reshape(-1).view(dtype)


def write_table(path: Path, header: Header, arrays: dict[str, NDArray[Any]], kind: Kind = TABLE) -> None:
    """Write a file of this kind; a disk that refuses leaves what was there before."""
    blocks: list[bytes] = []
    described = []
    for name, array in arrays.items():
        sizes = []
        for first in range(0, len(array), BLOCK):
            block = packed(np.ascontiguousarray(array[first : first + BLOCK]))
            blocks.append(block + checksum(block))
            sizes.append(len(block))
        described.append({"name": name, "dtype": array.dtype.str, "count": len(array), "blocks": sizes})
    written = json.dumps({**header, "arrays": described}).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, (kind.magic, len(written).to_bytes(8, "little"), written, checksum(written), *blocks))


def read_header(path: Path, kind: Kind = TABLE) -> tuple[Header, int]:
    """What a file says of itself, and where its blocks begin."""
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would be waited for; they take any name
        raise BadText(f"{path} cannot be read: it is no file")
    try:
        with path.open("rb") as file:
            start = file.read(len(kind.magic) + 8)
            if not start.startswith(kind.magic[:-2]):
                raise BadText(f"{path} is no {kind.word} of Zermelo: {kind.made_by}")
            if not start.startswith(kind.magic):
                raise BadText(f"{path} was written by a newer Zermelo: upgrade, or {kind.again}")
            length = int.from_bytes(start[len(kind.magic) :], "little")
            written = file.read(min(length, LARGEST_HEADER))
            if len(written) != length or file.read(SUM) != checksum(written):
                raise BadText(f"{path} is damaged near its beginning: {kind.again}")
    except OSError as problem:
        raise BadText(f"{path} cannot be read: {problem.strerror}") from None
    try:
        found: Header = json.loads(written)
        check_arrays(found["arrays"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadText(f"{path} does not say what it holds as a {kind.word} does: {kind.again}") from None
    return found, len(start) + length + SUM


def check_arrays(arrays: list[Header]) -> None:
    """Refuse arrays that cannot be: a checksum says that nothing was altered since, not that somebody meant well."""
    for one in arrays:
        sizes, count = one["blocks"], one["count"]
        whole = (
            isinstance(count, int)
            and count >= 0
            and all(isinstance(size, int) and 0 < size <= LARGEST_BLOCK for size in sizes)
        )
        if not whole or np.dtype(one["dtype"]).kind not in "biuf" or len(sizes) != -(-count // BLOCK):
            raise ValueError(one["name"])


def read_array(path: Path, name: str, kind: Kind = TABLE) -> NDArray[Any]:
    """One array of a file, every block checked."""
    header, place = read_header(path, kind)
    for described in header["arrays"]:
        if described["name"] == name:
            parts = list(read_blocks(path, place, described, kind))
            return np.concatenate(parts) if parts else np.zeros(0, described["dtype"])
        place += sum(described["blocks"]) + SUM * len(described["blocks"])
    raise BadText(f"{path} has no array called {name}")


def read_blocks(path: Path, place: int, described: Header, kind: Kind) -> Iterator[NDArray[Any]]:
    """The blocks of an array, one after the other."""
    left, dtype = described["count"], np.dtype(described["dtype"])
    with path.open("rb") as file:
        file.seek(place)
        for number, size in enumerate(described["blocks"]):
            block, seal = file.read(size), file.read(SUM)
            if len(block) != size or seal != checksum(block):
                raise BadText(f"{path} is damaged in block {number + 1}: {kind.again}")
            try:
                yield unpacked(block, dtype, min(BLOCK, left))
            except (ValueError, zlib.error):
                raise BadText(f"{path} is damaged in block {number + 1}: {kind.again}") from None
            left -= BLOCK
