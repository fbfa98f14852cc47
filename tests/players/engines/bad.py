"""Engines that misbehave: each is a few lines of Python, written to a file and run."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

GREETING = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("uciok", flush=True)
    if word == "isready":
        print("readyok", flush=True)
    if word == "go":
        {}
"""
BAD = {  # by what they do: the program, and what is told of it
    "silent": ("import time; time.sleep(60)", "does not speak UCI"),
    "dies at start": ("raise SystemExit(3)", "ended with status 3"),
    "another protocol": (
        "import sys\nfor line in sys.stdin: print('? unknown command', flush=True)",
        "unknown command",
    ),
    "floods at start": ("while True: print('x' * 70000)", "floods its output"),
    "one endless line": ("import sys\nwhile True: sys.stdout.write('x' * 70000)", "floods its output"),
    "not text": ("import os, time\nos.write(1, bytes(range(128, 256)) * 9); time.sleep(60)", "does not speak UCI"),
    "half a line": ("import os, time\nos.write(1, b'uciok'); time.sleep(60)", "does not speak UCI"),
    "illegal move": (GREETING.format("print('bestmove e2e5', flush=True)"), "no legal move"),
    "no move": (GREETING.format("print('bestmove', flush=True)"), "no legal move"),
    "dies in the game": (GREETING.format("sys.exit(9)"), "ended with status 9"),
    "hangs in the game": (GREETING.format("time.sleep(60)"), "no move within"),
    "floods in the game": (GREETING.format("[print('z' * 60000) for _ in range(9000)]"), "floods its output"),
    "gives up": (GREETING.format("print('bestmove resign', flush=True)"), ""),
}


def bad(name: str, folder: Path) -> str:
    """The text of a player whose engine does this."""
    path = folder / "engine.txt"
    path.write_text(BAD[name][0])
    return f"uci:{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"
