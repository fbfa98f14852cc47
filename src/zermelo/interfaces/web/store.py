"""Games under way, kept in SQLite: what was played survives a restart, a reload and a crash."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from zermelo.errors import BadParameter, ZermeloError

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables
    (number TEXT PRIMARY KEY, game TEXT NOT NULL, touched REAL NOT NULL, data TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS matches (number TEXT PRIMARY KEY, touched REAL NOT NULL, data TEXT NOT NULL);
"""
VERSION = 1
MOST = 10_000  # tables that are kept; the ones untouched for longest go first


class Store:
    """The file; `:memory:` for a store that forgets."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        try:
            private(self.path)
            self.base = sqlite3.connect(self.path, isolation_level=None, timeout=0.5, check_same_thread=False)
            self.base.execute("PRAGMA locking_mode = EXCLUSIVE")  # the file belongs to one server, until it ends
            self.base.execute("PRAGMA journal_mode = WAL")  # a killed process loses nothing that was written
            self.base.execute("PRAGMA synchronous = NORMAL")
            version = self.base.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise BadParameter(f"{path} was written by a newer Zermelo: install that, or name another file")
            self.base.executescript(SCHEMA)
            self.base.execute(f"PRAGMA user_version = {VERSION}")
        except sqlite3.Error as problem:
            if "locked" in str(problem):
                raise InUse(
                    f"another server keeps its games in {path}: use that one, end it, or name another file (--store)"
                ) from None
            raise Unusable(f"{path} cannot keep the games under way ({problem}): name another file (--store)") from None

    def save(self, number: str, game: str, touched: float, data: str) -> None:
        """Write a table; a full disk is said in a sentence, and the game goes on without it."""
        try:
            self.base.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?)", (number, game, touched, data))
        except (sqlite3.Error, UnicodeEncodeError) as problem:
            raise NotKept(f"this game could not be kept ({problem}): it goes on, and would not "
                          "survive a restart: make room on the disk") from None  # fmt: skip

    def load(self, number: str) -> str | None:
        """What is kept of a table, or None; a file that can no longer be read says so."""
        try:
            row = self.base.execute("SELECT data FROM tables WHERE number = ?", (number,)).fetchone()
        except (sqlite3.Error, UnicodeEncodeError) as problem:
            raise BadParameter(f"the table cannot be read ({problem}): the file of the games is damaged") from None
        return None if row is None else str(row[0])

    def delete(self, number: str) -> None:
        """Forget a table."""
        self.base.execute("DELETE FROM tables WHERE number = ?", (number,))

    def tidy(self) -> None:
        """Let the oldest go where there are too many."""
        with contextlib.suppress(sqlite3.Error):  # on a full disk nothing can be taken out either
            self.base.execute(
                "DELETE FROM tables WHERE number IN "
                "(SELECT number FROM tables ORDER BY touched DESC LIMIT -1 OFFSET ?)",
                (MOST,),
            )

    def save_match(self, number: str, touched: float, data: str) -> None:
        """Write a match."""
        try:
            self.base.execute("INSERT OR REPLACE INTO matches VALUES (?, ?, ?)", (number, touched, data))
        except sqlite3.Error as problem:
            raise NotKept(
                f"the match could not be kept ({problem}): make room on the disk, and go on with it"
            ) from None

    def matches(self) -> list[str]:
        """The matches, newest first; none where they can no longer be read."""
        try:
            rows = self.base.execute("SELECT data FROM matches ORDER BY touched DESC LIMIT 100").fetchall()
        except sqlite3.Error:
            return []
        return [row[0] for row in rows]

    def close(self) -> None:
        """Close the file."""
        self.base.close()


def private(path: str) -> None:
    """Make the file where it is missing, for its owner's eyes alone: it holds the keys of seats and hidden cards."""
    if path != ":memory:":
        if os.path.exists(path) and not os.path.isfile(path):
            raise Unusable(f"{path} cannot keep the games under way (it is no file): name another file (--store)")
        with contextlib.suppress(OSError):  # what cannot be made is told by SQLite
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            try:
                os.chmod(path, 0o600)  # of a file that an earlier version made
            except PermissionError:
                if os.name == "posix" and os.stat(path).st_mode & 0o077:  # laid out by somebody who wants to read it
                    raise Unusable(
                        f"{path} belongs to somebody else, who could read the keys of seats: name another --store"
                    ) from None


class InUse(BadParameter):
    """A file that another server uses."""


class Unusable(BadParameter):
    """A file that cannot be used as a store."""


class NotKept(ZermeloError):
    """A game that could not be written to disk."""
