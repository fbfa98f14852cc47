"""What a check found: broken laws with the moves that lead there, and the laws that held."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Broken:
    """A law that a game breaks, and the shortest known moves to a position where it does."""

    law: str
    message: str
    moves: list[int] = field(default_factory=list)
    moves_text: list[str] = field(default_factory=list)
    position: str = ""

    def __str__(self) -> str:
        lines = [f"{self.law}: {self.message}"]
        if self.moves:
            lines.append(f"  after {' '.join(self.moves_text or map(str, self.moves))}")
        if self.position:
            lines.append(f"  at {self.position}")
        return "\n".join(lines)


@dataclass
class Report:
    """The result of checking one game."""

    game: str
    broken: list[Broken] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    games: int = 0  # random games played by compiled rules
    positions: int = 0  # that those games visited
    interpreted_games: int = 0
    interpreted_positions: int = 0
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)  # what was left out, and why

    @property
    def ok(self) -> bool:
        """Whether every law held."""
        return not self.broken

    def to_json(self) -> dict[str, Any]:
        """Plain lists and dictionaries."""
        return {**asdict(self), "ok": self.ok}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Report:
        """The report that `to_json` wrote."""
        kept = {key: value for key, value in data.items() if key != "ok"}
        return Report(**{**kept, "broken": [Broken(**item) for item in data["broken"]]})

    def __str__(self) -> str:
        played = (
            f"{self.games:,} games compiled ({self.positions:,} positions), "
            f"{self.interpreted_games:,} in CPython ({self.interpreted_positions:,} positions), {self.seconds:.0f} s"
        )
        head = f"{self.game}: {len(self.passed)} laws kept" + (f", {len(self.broken)} broken" if self.broken else "")
        return "\n".join([head, played, *(f"note: {note}" for note in self.notes), *self.broken_lines()])

    def broken_lines(self) -> list[str]:
        """The first broken law with all that is known of it; those that may only follow from it in a line each."""
        if not self.broken:
            return []
        first, *others = self.broken
        lines = [f"✗ {first}"]
        if others:
            lines.append("mend this first; the rest may follow from it:")
            lines += [f"  ✗ {one.law}: {one.message}" for one in others]
        return lines
