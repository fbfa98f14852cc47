"""The disk cache is never stale: an edited helper module and an edited table are seen by the next process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zermelo.game.digest import digest
from zermelo.game.record import inline

GAME = """
from zermelo.game import Game, put, u8
from helper import steps, TABLE

class Tiny(Game):
    most_moves = 9
    longest = 2
    n: u8
    def moves(self, out):
        k = 0
        for move in range(steps() + int(TABLE[1])):
            k = put(out, k, move)
        return k
    def play(self, move):
        self.n += 1
    def over(self):
        return self.n >= 2
    def utility(self, player):
        return 0.0
"""


def count(folder: Path) -> tuple[int, str]:
    """perft 2 in a new process, and what it said while it compiled."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "zermelo", "perft", str(folder / "tiny.py"), "2"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    return int(done.stdout), done.stderr


def test_edits_of_helpers_and_tables_are_seen(tmp_path: Path) -> None:
    helper = tmp_path / "helper.py"
    (tmp_path / "tiny.py").write_text(GAME)
    text = "from zermelo.game import table\nTABLE = table([5, 1])\ndef steps():\n    'Two.'\n    return 2\n"
    helper.write_text(text)
    assert count(tmp_path)[0] == 9
    counted, said = count(tmp_path)
    assert counted == 9
    assert "compiling" not in said, "the second process must load from the cache"
    helper.write_text(f"# moved\n\n{text}".replace("Two.", "Two steps."))
    (tmp_path / "tiny.py").write_text(f"# moved\n{GAME}")
    counted, said = count(tmp_path)
    assert counted == 9
    assert "compiling" not in said, "what has only moved, or was only explained, is the same"
    helper.write_text(text.replace("[5, 1]", "[5, 2]"))
    assert count(tmp_path)[0] == 16
    helper.write_text(text.replace("return 2", "return 4"))
    assert count(tmp_path)[0] == 25


TWINS = """
from zermelo import Game
from zermelo.game import Row, i8
from zermelo.search.alphabeta.fixed_depth import fixed_depth

class Two(Game):
    most_moves = 4
    left: i8

    def start(self):
        self.left = 6

    def moves(self, out: Row) -> int:
        for index in range(2):
            out[index] = index
        return 2

    def play(self, move: int) -> None:
        self.left = self.left - 1
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return self.left == 0

    def evaluate(self) -> float:
        return 0.5

class Three(Two):
    def evaluate(self) -> float:
        return 0.25
"""


def test_games_compiled_in_different_processes_keep_their_own_rules(tmp_path: Path) -> None:
    """Numba's names for machine code count types in each process: two games once shared a name, and one its rules."""
    (tmp_path / "twins.py").write_text(TWINS)

    def counts(*names: str) -> list[str]:
        body = f"from twins import *\nfor game in ({', '.join(names)},): print(fixed_depth(game(), 5)[0])"
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
        command = [sys.executable, "-c", body]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        return done.stdout.split()

    assert counts("Two") == ["-0.5"]
    assert counts("Three") == ["-0.25"]
    assert counts("Two", "Three") == ["-0.5", "-0.25"]


def test_inlining_is_part_of_the_digest() -> None:
    def step(x: int) -> int:
        return x + 1

    step.__module__ = __name__
    plain = digest([step])
    assert digest([inline(step)]) != plain


def perft_of(folder: Path, **more: Any) -> tuple[int, str]:
    """perft 5 of a small game in a new process."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-m", "zermelo", "perft", "tic_tac_toe", "5"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, **more)
    assert done.returncode == 0, done.stderr
    return int(done.stdout), done.stderr


def test_damaged_files_are_compiled_again_without_a_word_too_many(tmp_path: Path) -> None:
    assert perft_of(tmp_path)[0] == 15120
    files = sorted((tmp_path / "cache").rglob("*.nbc"))
    assert len(files) > 2
    for number, file in enumerate(files):
        content = bytearray(file.read_bytes())
        middle = len(content) // 2
        if number % 3 == 0:
            del content[middle:]
        elif number % 3 == 1:
            content[middle] ^= 4
        else:
            content[:] = b""
        file.write_bytes(content)
    for _ in range(2):
        counted, said = perft_of(tmp_path)
        assert counted == 15120
        assert "Traceback" not in said
    assert "compiling" not in said, "the damaged files were replaced"


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_makes_no_difference(tmp_path: Path) -> None:
    import resource

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    assert perft_of(tmp_path, preexec_fn=full)[0] == 15120
    assert not list((tmp_path / "cache").rglob("*.nbc"))


def test_no_folder_makes_no_difference(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert perft_of(tmp_path)[0] == 15120
