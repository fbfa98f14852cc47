"""Games under way, kept in SQLite: what was played survives a restart, a reload and a crash."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from zermelo.errors import BadParameter, ZermeloError
from zermelo.interfaces.web.tables import Table

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
            self.base = sqlite3.connect(self.path, isolation_level=None)
            self.base.execute("PRAGMA journal_mode = WAL")  # a killed process loses nothing that was written
            self.base.execute("PRAGMA synchronous = NORMAL")
            version = self.base.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise BadParameter(f"{path} was written by a newer Zermelo: install that, or name another file")
            self.base.executescript(SCHEMA)
            self.base.execute(f"PRAGMA user_version = {VERSION}")
        except sqlite3.Error as problem:
            raise BadParameter(f"{path} cannot keep the games under way ({problem}): name another file") from None

    def save(self, table: Table) -> None:
        """Write a table; a full disk is said in a sentence, and the game goes on without it."""
        try:
            self.base.execute(
                "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?)",
                (table.number, table.session.record.game, table.touched, json.dumps(table.to_json())),
            )
        except sqlite3.Error as problem:
            raise NotKept(f"the game could not be written to {self.path} ({problem}); it goes on, but would not "
                          "survive a restart: make room on the disk") from None  # fmt: skip

    def load(self, number: str) -> Table | None:
        """A table by its number, or None; one that can no longer be read says why."""
        row = self.base.execute("SELECT data FROM tables WHERE number = ?", (number,)).fetchone()
        return None if row is None else Table.from_json(json.loads(row[0]))

    def delete(self, number: str) -> None:
        """Forget a table."""
        self.base.execute("DELETE FROM tables WHERE number = ?", (number,))

    def tidy(self) -> None:
        """Let the oldest go where there are too many."""
        self.base.execute(
            "DELETE FROM tables WHERE number IN (SELECT number FROM tables ORDER BY touched DESC LIMIT -1 OFFSET ?)",
            (MOST,),
        )

    def save_match(self, number: str, touched: float, data: str) -> None:
        """Write a match."""
        self.base.execute("INSERT OR REPLACE INTO matches VALUES (?, ?, ?)", (number, touched, data))

    def matches(self) -> list[str]:
        """The matches, newest first."""
        rows = self.base.execute("SELECT data FROM matches ORDER BY touched DESC LIMIT 100").fetchall()
        return [row[0] for row in rows]

    def close(self) -> None:
        """Close the file."""
        self.base.close()


class NotKept(ZermeloError):
    """A game that could not be written to disk."""
