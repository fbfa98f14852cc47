"""What an experiment found: a table, what is to be said of it, and a plot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.explain.plots import Plot


@dataclass(frozen=True)
class Finding:
    """A table with a title; numbers stay numbers until they are shown."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...] = ()
    plot: Plot | None = None

    def to_text(self) -> str:
        """The table for people."""
        shown = [self.columns, *(tuple(cell(value) for value in row) for row in self.rows)]
        widths = [max(len(row[place]) for row in shown) for place in range(len(self.columns))]
        lines = ["  ".join(part.rjust(width) if i else part.ljust(width)
                           for i, (part, width) in enumerate(zip(row, widths, strict=True))).rstrip()
                 for row in shown]  # fmt: skip
        return "\n".join([self.title, "", *lines, *(["", *self.notes] if self.notes else [])])

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows, "notes": list(self.notes)}


def cell(value: Any) -> str:
    """A number as it is read best."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "–" if value is None else str(value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3g}" if abs(value) < 100 else f"{value:,.0f}" if abs(value) < 1e9 else f"{value:.3g}"
