"""Where a person's own things are kept (games, tables, strategies), and files that are whole at any moment."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from zermelo.errors import BadParameter


def data_folder() -> Path:
    """The folder, made where it is missing; ZERMELO_DATA names another."""
    given = os.environ.get("ZERMELO_DATA")
    if given:
        folder = Path(given)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "zermelo"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "zermelo"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "zermelo"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise BadParameter(
            f"the folder {folder} cannot be made ({problem.strerror}): set ZERMELO_DATA to one that can be written"
        ) from None
    return folder


def read_whole(path: Path, most: int) -> bytes:
    """A file of at most so many bytes; OSError for any other, and for pipes and devices, which may have no end."""
    if path.exists() and not path.is_file():
        raise OSError(0, "it is no file")
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(0, f"it has more than {most:,} bytes")
    return content


def write_whole(path: Path, content: str | bytes | Iterable[bytes]) -> None:
    """Write a file so that at any moment, also after a crash, the old one or the new one is there."""
    parts = [content.encode()] if isinstance(content, str) else [content] if isinstance(content, bytes) else content
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
