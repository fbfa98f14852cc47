"""An argument that is a file, the text itself, or `-` for what comes in."""

from __future__ import annotations

import sys
from pathlib import Path

from zermelo.errors import BadText


def file_or_text(argument: str) -> str:
    """The text of a file where there is one of that name; else the argument itself."""
    if argument == "-":
        return sys.stdin.read()
    try:
        path = Path(argument)
        if not path.is_file():
            return argument
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadText(f"{argument} is not a text file") from None
    except (OSError, ValueError):  # too long for a name, or with characters that no name has
        return argument


def only_a_name(text: str) -> bool:
    """Whether a text is one word, so that a file was meant."""
    return len(text.split()) == 1 and not any(sign in text for sign in ",;[>~")
