"""Rows of a board as text: a sign for each piece, empty places counted (`3x2` is `...x..`)."""

from __future__ import annotations

import re


def pack_row(signs: str) -> str:
    """Replace runs of dots by their length."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), signs)


def unpack_row(text: str, signs: str, width: int) -> str | None:
    """A row with its dots again, or None if it is not `width` places of these signs and numbers."""
    parts = re.findall(r"[0-9]{1,2}|.", text, re.DOTALL)
    row = "".join("." * int(part) if part.isascii() and part.isdigit() else part for part in parts)
    return row if len(row) == width and set(row) <= {".", *signs} and "." not in text else None
