"""Players who live in a process of their own: what a table must know of them."""

from __future__ import annotations

from zermelo.players.base import Player
from zermelo.players.process.lines import LineProcess


class Apart(Player):
    """A player in a process, started when first needed; `patience` is what the next answer may take."""

    process: LineProcess | None = None
    patience: float | None = None  # seconds for the next answer; None: as long as is usual

    def started(self) -> LineProcess:
        """The process, started where there is none."""
        raise NotImplementedError

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.close()
            self.process = None
