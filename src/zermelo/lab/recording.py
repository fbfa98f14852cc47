"""A game that was played, to be watched: the start, who sat where, the seed and the moves.

Its file is a game of Zermelo's like any other (`notation/`), so the terminal shows it and the page opens it. It holds
no pictures: whoever shows it plays the moves again with the game itself and draws what the game draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from zermelo.errors import BadText, ZermeloError
from zermelo.folders import read_whole
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.notation.record import GameRecord
from zermelo.notation.zermelo_json import read_json, write_json

LARGEST = 1 << 26  # bytes of a file


@dataclass(frozen=True)
class Recording:
    """One game: enough to play it again."""

    game: str  # its name in the catalogue
    settings: dict[str, str]  # shape parameters
    position: str  # the first position, in the game's notation
    seats: tuple[str, ...]  # who played, seat by seat
    moves: tuple[int, ...]
    seed: int = 0
    title: str = ""
    utilities: tuple[float, ...] = ()
    reason: str = ""
    notes: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls, playthrough: Playthrough, game: str, settings: dict[str, str], seats: list[str], **more: Any
    ) -> Recording:
        """The recording of a game that was played."""
        start = Playthrough(playthrough.start).to_text()
        end = playthrough.outcome()
        made = cls(game, settings, start, tuple(seats), tuple(playthrough.played), **more)
        return made if end is None else replace(made, utilities=end.utilities, reason=end.reason)

    def replay(self) -> Iterator[Playthrough]:
        """The game before the first move, and after each one."""
        cls = catalogue.variant(self.game, self.settings)
        playthrough = Playthrough.from_text(cls, self.position)
        yield playthrough
        for place, move in enumerate(self.moves, 1):
            try:
                playthrough.play(move)
            except ZermeloError as problem:
                raise BadText(f"move {place} of the recording does not fit its game: {problem}") from None
            yield playthrough

    def frames(self) -> Iterator[str]:
        """Each position as the game writes it, under a line that says who has moved."""
        before = ""
        for ply, playthrough in enumerate(self.replay()):
            yield f"{before or self.title or self.game}\n{playthrough.state}"
            if ply < len(self.moves) and playthrough.turn >= 0:
                mover, move = playthrough.turn, self.moves[ply]
                before = f"{ply + 1}. {self.seats[mover]}: {playthrough.state.move_text(move)}"
            else:
                before = f"{ply + 1}."

    def to_text(self) -> str:
        """The file: a game of Zermelo's, with what is known of it as tags."""
        *_, line = self.replay()
        record = GameRecord.of(line, self.game, self.settings, self.position)
        record.seats = list(self.seats)
        known = {"title": self.title, "reason": self.reason, **self.notes, "seed": self.seed}
        record.tags = {name: str(value) for name, value in known.items() if value != ""}
        return write_json(record) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Recording:
        """Read what `to_text` wrote, or any other game of Zermelo's: its main line."""
        record = read_json(text)
        playthrough = record.line(record.main_line())
        tags = dict(record.tags)
        seed, title = tags.pop("seed", "0"), tags.pop("title", "")
        if not seed.isdigit():
            raise BadText(f"the seed of a recording is a number, not {seed!r}")
        tags.pop("reason", None)
        seats = [*record.seats, *["?"] * (playthrough.state.players - len(record.seats))]
        return cls.of(playthrough, record.game, record.settings, seats, seed=int(seed), title=title, notes=tags)


def load(path: Path) -> Recording:
    """A recording from a file."""
    try:
        text = read_whole(path, LARGEST).decode()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadText(f"{path} cannot be read: {getattr(problem, 'strerror', None) or 'it is no text'}") from None
    try:
        return Recording.from_text(text)
    except BadText as problem:
        raise BadText(f"{path}: {problem}") from None
