"""Where in a text something is wrong."""

from __future__ import annotations

from zermelo.errors import BadText


def trouble(text: str, offset: int, problem: object) -> BadText:
    """An error that begins with the line and the column of an offset."""
    before = text[: max(offset, 0)]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return BadText(f"line {line}, column {column}: {problem}")
