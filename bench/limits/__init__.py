"""The C program of the limits, compiled for this machine when it is first needed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path


@cache
def program() -> str | None:
    """The compiled program, or None where there is no C compiler."""
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    target = Path(tempfile.mkdtemp()) / "limits"
    source = Path(__file__).with_name("limits.c")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(target), str(source), "-lm"], check=True)
    return str(target)


def limit(what: str, number: int) -> list[float]:
    """What the program printed: the answer, then processor seconds."""
    done = subprocess.run([program() or "", what, str(number)], capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]
