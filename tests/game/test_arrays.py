"""Files of arrays from anybody: bombs, other kinds of numbers, headers that lie."""

from __future__ import annotations

import io
import os
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.game.arrays import read_arrays, read_header

MOST = 1 << 20


def member(descr: str, shape: str, content: bytes = b"") -> bytes:
    """A member whose header says what it likes."""
    text = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}"
    head = text.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + content


def archive(path: Path, **members: bytes) -> Path:
    """A file of them."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(f"{name}.npy", content)
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "a.npz", header=np.frombuffer(b'{"a": 1}', np.uint8), b=np.arange(5))
    found = read_arrays(tmp_path / "a.npz", MOST)
    assert read_header(found) == {"a": 1}
    assert found["b"].tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("descr", "shape"),
    [
        ("'<f4'", "(99999999999999,)"), ("'<f4'", "(1000000, 1000000)"), ("'<f4'", "(-1,)"), ("'|O'", "(1,)"),
        ("'<c8'", "(0,)"), ("'|S9'", "(0,)"), ("'<M8'", "(0,)"), ("[('a', '<f4')]", "(0,)"), ("'<f4'", "('a',)"),
        ("'<f4'", "(True, " + "1, " * 40 + ")"), ("'nothing'", "(1,)"), ("__import__('os')", "(1,)"),
    ],
)  # fmt: skip
def test_headers_that_lie(tmp_path: Path, descr: str, shape: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever NumPy says of it
        read_arrays(archive(tmp_path / "a.npz", b=member(descr, shape)), MOST)


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.npz", b=member("'|u1'", "(200000000,)", bytes(200_000_000)))
    assert path.stat().st_size < MOST
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="it would take 190 MB of memory, and 1 MB are allowed"):
            read_arrays(path, MOST)
        assert tracemalloc.get_traced_memory()[1] < 4 * MOST
    finally:
        tracemalloc.stop()


def test_what_is_no_archive(tmp_path: Path) -> None:
    whole = io.BytesIO()
    np.savez_compressed(whole, b=np.arange(500))
    contents: dict[str, Any] = {
        "text": b"hello",
        "nothing": b"",
        "pickle": b"\x80\x04N.",
        "cut": whole.getvalue()[:200],
    }
    contents["flipped"] = bytes(byte ^ (0x55 if 60 < place < 200 else 0) for place, byte in enumerate(whole.getvalue()))
    np.save(tmp_path / "bare.npy", np.arange(3))
    contents["bare"] = (tmp_path / "bare.npy").read_bytes()
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError):  # noqa: PT011 - whatever NumPy says of it
            read_arrays(tmp_path / name, MOST)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "none", "."):
        with pytest.raises(OSError, match="no file"):
            read_arrays(tmp_path / name, MOST)


@pytest.mark.parametrize("text", ["", "[]", "3", "{", "[" * 100_000, '{"a": ' * 50_000, "9" * 5000])
def test_headers_that_are_no_object(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever the reader says of it
        read_header({"header": np.frombuffer(text.encode(), np.uint8)})
