"""Processes that compile take turns: what one has begun, the others wait for instead of doing it too.

A lock is one byte of a file that nobody reads, at a place made from the name of what is compiled. The system gives it
back when a process ends, however it ends; where it gives no locks, everybody compiles. Nobody waits in a circle: a
function is compiled while its callers are, never the other way round.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

PLACES = 1 << 40  # bytes that the file does not have
_files: dict[Path, tuple[int, int]] = {}  # by folder: process and descriptor, open for good (closing would unlock)


def take(folder: Path, name: str) -> bool:
    """Take the turn to compile something; whether nobody else has it."""
    try:
        lock(folder, name, True)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # a folder without locks
        return True
    return True


def give_back(folder: Path, name: str) -> None:
    """Let the others go on."""
    try:
        lock(folder, name, False)
    except OSError:
        return


def lock(folder: Path, name: str, wanted: bool) -> None:
    """Lock or unlock the byte of a name, without waiting."""
    process, file = _files.get(folder, (0, -1))
    if process != os.getpid():
        file = os.open(folder / "turns", os.O_RDWR | os.O_CREAT, 0o666)
        _files[folder] = os.getpid(), file
    place = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little") % PLACES
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, place, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK if wanted else msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB if wanted else fcntl.LOCK_UN, 1, place)
