"""`zermelo warm`: afterwards nothing is compiled; a folder that cannot be used is told in a sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest


def zermelo(cache: Path, *words: str) -> tuple[int, str, str]:
    """One command with a cache folder of its own."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-m", "zermelo", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    return done.returncode, done.stdout, done.stderr


def test_afterwards_nothing_is_compiled(tmp_path: Path) -> None:
    status, said, _ = zermelo(tmp_path, "warm", "nim")
    assert status == 0
    assert len([line for line in said.splitlines() if "compiled in" in line]) == 2, said
    for words in ("perft nim 2", "analyse nim --player best:time=0.01", "playouts nim --games 5"):
        status, _, said = zermelo(tmp_path, *words.split())
        assert (status, "compiling" in said) == (0, False), said
    status, said, _ = zermelo(tmp_path, "warm", "nim", "--player", "best", "--player", "greedy")
    assert status == 0
    assert said.count("was ready") == 3


def test_a_wrong_name_is_told_before_anything_begins(tmp_path: Path) -> None:
    status, said, told = zermelo(tmp_path, "warm", "nim", "nmi")
    assert (status, said) == (2, "")
    assert "did you mean" in told
    status, said, told = zermelo(tmp_path, "warm", "nim", "--player", "alphabetta")
    assert (status, said) == (2, "")
    assert "alphabeta" in told


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("a file where a folder should be")
    status, said, told = zermelo(place, "warm", "nim")
    assert (status, said) == (2, "")
    assert "cannot be kept" in told
    assert "NUMBA_CACHE_DIR" in told


def at_work(mark: str) -> list[int]:
    """The processes of this machine that were started with such a word in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if folder.name.isdigit() and mark in (folder / "environ").read_bytes().decode(errors="replace"):
                found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes in /proc")
def test_ctrl_c_ends_all_processes(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "zermelo", "warm", "chess", "--processes", "2"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, **pipes) as process:  # type: ignore[call-overload]
        until = time.monotonic() + 60
        while len(at_work(str(tmp_path))) < 3 and time.monotonic() < until:
            time.sleep(0.1)
        assert len(at_work(str(tmp_path))) == 3
        process.send_signal(signal.SIGINT)
        said, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told == "zermelo: stopped\n", said
    assert at_work(str(tmp_path)) == []
