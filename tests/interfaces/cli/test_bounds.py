"""What would take minutes, gigabytes or more than 64 bits is refused at once, in one sentence with status 2."""

from __future__ import annotations

import subprocess
import sys

import pytest

WIDE = "; ".join(" ".join(["1,2"] * 60) for _ in range(60))
VOTERS = ">".join("ABCDEFGHIJ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chapter", "auctions", "--set", "bidders=1000000000"], "bidders must lie between 2 and 1,000"),
        (["chapter", "auctions", "--set", "sales=1000000000"], "sales must lie between"),
        (["chapter", "evolution", "--set", "steps=1000000000"], "steps must lie between"),
        (["chapter", "evolution", "--set", "hawks=nan"], "hawks must lie between 0 and 1"),
        (["chapter", "repeated", "--set", "rounds=1000000000"], "rounds must lie between"),
        (["chapter", "voting", "--set", f"ballots=1: {VOTERS}"], "at most 6 candidates"),
        (["chapter", "bargaining", "--set", "total=" + "9" * 5000], "at most 200 characters"),
        (["matrix", WIDE], "a matrix has at most 400 cells, and this one has 3600"),
        (["playouts", "tic_tac_toe", "--seed", "100000000000000000000"], "--seed"),
        (["playouts", "tic_tac_toe", "--threads", "1000000"], "--threads"),
        (["match", "tic_tac_toe", "random", "random", "--seed", "100000000000000000000"], "--seed"),
        (["analyse", "tic_tac_toe", "--player", "mcts:seed=1e20"], "seed of mcts must lie between"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_too_much_is_refused_at_once(words: list[str], told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "zermelo", *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2, done.stdout + done.stderr
    assert told in done.stderr
    assert "Traceback" not in done.stderr
