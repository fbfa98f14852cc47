"""Ctrl-C, pressed by a real signal: every verb that works for long ends within a second."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

WITHIN = 1.0  # seconds
STUCK = '''"""A game whose rules never return."""
from zermelo.game import Game, Row, put, u8


class Stuck(Game):
    """The second move never ends."""

    most_moves = 2
    at: u8

    def moves(self, out: Row) -> int:
        return put(out, put(out, 0, 0), 1)

    def play(self, move: int) -> None:
        self.at += 1
        self.turn = 1 - self.turn

    def over(self) -> bool:
        n = 1
        while self.at > 0 and n != 0:
            n = n * 3 % 1000003 + 1
        return n == 0

    def utility(self, player: int) -> float:
        return 0.0
'''
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def interrupted(*words: str, after: float = 3.0) -> tuple[float, int, str]:
    """The same as `pressed`, once more where a busy machine made it slow."""
    found = pressed(*words, after=after)
    return found if found[0] < WITHIN else pressed(*words, after=after)


def pressed(*words: str, after: float) -> tuple[float, int, str]:
    """Start a verb, wait until it is at work, press Ctrl-C; how long it took to end, its status and its last words."""
    command = [sys.executable, "-c", "import zermelo.interfaces.cli as c; print('here', flush=True); c.main()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(after)
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        try:
            _, told = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return time.monotonic() - begin, process.returncode, told


@POSIX
@pytest.mark.parametrize(
    "words",
    [
        "perft connect_four 30",
        "perft connect_four 30 --threads 2",
        "perft connect_four 20 --positions",
        "playouts connect_four --games 9000000000",
    ],
)
def test_counting_and_random_games_stop(words: str) -> None:
    seconds, status, told = interrupted(*words.split())
    assert status == 130, told
    assert "zermelo: stopped" in told
    assert "Traceback" not in told
    assert seconds < WITHIN


@POSIX
@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("perft {} 3", 3.0),
        ("playouts {}", 3.0),
        ("analyse {} --player alphabeta:depth=4", 2.0),  # the compiler is at work
        ("analyse {} --player mcts:sims=100", 12.0),
    ],
)
def test_endless_rules_are_left_behind(words: str, after: float, tmp_path: Path) -> None:
    path = tmp_path / "stuck.py"
    path.write_text(STUCK)
    seconds, status, told = interrupted(*words.format(path).split(), after=after)
    assert status == 130, told
    assert "zermelo: stopped" in told
    assert seconds < WITHIN
