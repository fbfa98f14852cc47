"""A game that was played, as a small JSON file: the start, who sat where, the seed and the moves.

The file holds no pictures. Whoever shows it plays the moves again with the game itself and draws what the game draws,
so a terminal and a page need nothing but the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from zermelo.errors import BadText, ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue

FORM = "zermelo recording 1"


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
    def of(cls, line: Playthrough, game: str, settings: dict[str, str], seats: list[str], **more: Any) -> Recording:
        """The recording of a game that was played."""
        start = Playthrough(line.start).to_text()
        end = line.outcome()
        made = cls(game, settings, start, tuple(seats), tuple(line.played), **more)
        return made if end is None else replace(made, utilities=end.utilities, reason=end.reason)

    def replay(self) -> Iterator[Playthrough]:
        """The game before the first move, and after each one."""
        cls = catalogue.variant(self.game, self.settings)
        line = Playthrough.from_text(cls, self.position)
        yield line
        for place, move in enumerate(self.moves, 1):
            try:
                line.play(move)
            except ZermeloError as problem:
                raise BadText(f"move {place} of the recording does not fit its game: {problem}") from None
            yield line

    def frames(self) -> Iterator[str]:
        """Each position as the game writes it, under a line that says who has moved."""
        before = ""
        for ply, line in enumerate(self.replay()):
            yield f"{before or self.title or self.game}\n{line.state}"
            if ply < len(self.moves) and line.turn >= 0:
                mover, move = line.turn, self.moves[ply]
                before = f"{ply + 1}. {self.seats[mover]}: {line.state.move_text(move)}"
            else:
                before = f"{ply + 1}."

    def to_text(self) -> str:
        """The file."""
        return json.dumps({"format": FORM, **asdict(self)}, ensure_ascii=False) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Recording:
        """Read what `to_text` wrote."""
        try:
            data = json.loads(text)
        except ValueError as problem:
            raise BadText(f"this is no recording: {problem}") from None
        if not isinstance(data, dict) or data.pop("format", None) != FORM:
            raise BadText(f"this is no recording: it does not begin with the format {FORM!r}")
        try:
            given: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in data.items()}
            made = cls(**given)
            if not all(isinstance(move, int) for move in made.moves):
                raise TypeError("its moves are no numbers")
        except TypeError as problem:
            raise BadText(f"this recording is not whole: {problem}") from None
        return made


def load(path: Path) -> Recording:
    """A recording from a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadText(f"{path} cannot be read: {getattr(problem, 'strerror', None) or 'it is no text'}") from None
    try:
        return Recording.from_text(text)
    except BadText as problem:
        raise BadText(f"{path}: {problem}") from None
