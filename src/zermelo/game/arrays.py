"""Arrays in a file of NumPy's (`.npz`) that anybody may have written: no pickle, and never more memory than allowed."""

from __future__ import annotations

import json
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]


def read_arrays(path: Path, most: int) -> Arrays:
    """All arrays of a file. OSError: it cannot be read; ValueError: it is no such file, or takes more than `most`."""
    if not path.is_file():  # a pipe would be waited for
        raise FileNotFoundError(0, "it is no file")
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            size = sum(item.file_size for item in stored.zip.infolist())
            if size > most:
                raise ValueError(f"it would take {size >> 20:,} MB of memory, and {most >> 20:,} MB are allowed")
            found = {name: stored[name] for name in stored.files}
    except (
        KeyError, TypeError, AttributeError, EOFError, MemoryError, NotImplementedError, RuntimeError, RecursionError,
        zipfile.BadZipFile, zlib.error,
    ) as problem:  # fmt: skip
        raise ValueError(str(problem)) from problem
    if any(not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf" for array in found.values()):
        raise ValueError("an array is not of numbers")
    return found


def read_header(arrays: Arrays) -> dict[str, Any]:
    """The JSON object that a file keeps as the bytes of its array `header`; ValueError where there is none."""
    written = arrays.get("header")
    if written is None or written.dtype != np.uint8:
        raise ValueError("there is no header")
    try:
        header = json.loads(written.tobytes())
    except RecursionError as problem:
        raise ValueError("its header is nested too deeply") from problem
    if not isinstance(header, dict):
        raise ValueError("its header is no object")
    return header
