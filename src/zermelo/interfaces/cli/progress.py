"""How far something is: one line of the error stream that is written over; nothing where nobody looks."""

from __future__ import annotations

import sys

WIDEST = 100


def progress(words: str = "") -> None:
    """Show these words in place of the last ones; none wipe the line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words[:WIDEST]}", end="", file=sys.stderr, flush=True)
