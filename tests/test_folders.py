"""Files that anybody may have put there: read within bounds, written whole."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zermelo.arena.openings import from_file
from zermelo.book.book import Book
from zermelo.book.collecting import collect
from zermelo.book.polyglot import read_entries
from zermelo.errors import ZermeloError
from zermelo.folders import read_whole, write_whole
from zermelo.games import catalogue
from zermelo.gdl import load as load_description
from zermelo.interfaces.terminal.keep import load_file
from zermelo.lab.recording import load as load_recording
from zermelo.learn.loading import load_model
from zermelo.learn.weighed import load_weights
from zermelo.solve.files import read_header

READERS: dict[str, Callable[[Path], Any]] = {
    "games": load_file,
    "games for a book": lambda path: collect(Book(catalogue.begin("nim").state), path),
    "Polyglot": read_entries,
    "openings": lambda path: from_file(path, catalogue.begin("nim"), "nim"),
    "description": load_description,
    "recording": load_recording,
    "network": load_model,
    "weights": load_weights,
    "table": read_header,
}


def test_no_more_than_allowed(tmp_path: Path) -> None:
    write_whole(tmp_path / "a", b"12345")
    assert read_whole(tmp_path / "a", 5) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        read_whole(tmp_path / "a", 4)


@pytest.mark.skipif(os.name != "posix", reason="needs pipes with a name, and a device without an end")
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_pipes_devices_and_folders_are_no_files(read: Callable[[Path], Any], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(ZermeloError, match="it is no file"):
            read(path)
