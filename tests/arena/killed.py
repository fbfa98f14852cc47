"""Kill a match again and again: `python -m tests.arena.killed JOURNAL GAMES KILLS`, run by test_journal.py.

Every round forks a child that plays on and says through a pipe which games it was told are kept; the parent kills it
at a random moment. In the end the journal is read: what was told is there as it was told, once, and nothing is missing.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
from dataclasses import asdict
from pathlib import Path

from zermelo.arena.match import Match, MatchReport
from zermelo.games.tic_tac_toe import TicTacToe


def play(path: Path, games: int, pipe: int) -> None:
    """A child: play on, and tell of each game."""

    def tell(report: MatchReport) -> None:
        os.write(pipe, json.dumps(asdict(report.records[-1])).encode() + b"\n")

    Match(TicTacToe(), ["random", "random"], seed=3, journal=path).run(games, tell)


def heard_from(pipe: int, until: float) -> bytes:
    """What a child says until a moment, or until it ends."""
    heard = b""
    while (left := until - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            said = os.read(pipe, 65536)
            if not said:
                break
            heard += said
    return heard


def main(path: Path, games: int, kills: int) -> None:
    luck = random.Random(1)
    told: dict[int, str] = {}
    for _ in range(kills):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            play(path, games, writing)
            os._exit(0)
        os.close(writing)
        heard = heard_from(reading, time.monotonic() + luck.uniform(0.0, 0.12))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        heard += heard_from(reading, time.monotonic() + 1.0)
        os.close(reading)
        for line in heard.decode().splitlines(keepends=True):
            if line.endswith("\n"):
                number = json.loads(line)["number"]
                assert number not in told, f"game {number} was played twice"
                told[number] = line.strip()
    before = len(told)
    report = Match(TicTacToe(), ["random", "random"], seed=3, journal=path).run(games)
    kept = {record.number: json.dumps(asdict(record)) for record in report.records}
    assert sorted(kept) == list(range(games))
    assert len(report.records) == games
    lost = [number for number, line in told.items() if kept[number] != line]
    assert not lost, f"games {lost} were told and are not kept"
    print(json.dumps({"told": before, "games": games, "notes": report.notes}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
