"""Kill a tournament again and again: `python -m tests.arena.killed FILE GAMES KILLS`, run by test_records.py.

Every round forks a child that plays on and says through a pipe which games it was told are kept; the parent kills it
at a random moment. In the end the file is read: what was told is there as it was told, once, and nothing is missing.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
from pathlib import Path

from zermelo.arena.match import Match
from zermelo.arena.played import Played
from zermelo.arena.records import read_tournament, row_of
from zermelo.arena.tournament import Tournament
from zermelo.games.tic_tac_toe import TicTacToe


def match(path: Path) -> Match:
    return Match(TicTacToe(), ["random", "random"], seed=3, out=path, resume=True)


def told(played: Played) -> str:
    return json.dumps(row_of(played))


def play(path: Path, games: int, pipe: int) -> None:
    """A child: play on, and tell of each game."""

    def tell(_: Tournament, played: Played) -> None:
        os.write(pipe, told(played).encode() + b"\n")

    match(path).run(games, tell)


def heard_from(pipe: int, until: float, lines: int | None = None) -> bytes:
    """What a child says until a moment, until it ends, or until it has said so many lines."""
    heard = b""
    while (left := until - time.monotonic()) > 0 and (lines is None or heard.count(b"\n") < lines):
        if select.select([pipe], [], [], left)[0]:
            said = os.read(pipe, 65536)
            if not said:
                break
            heard += said
    return heard


def main(path: Path, games: int, kills: int) -> None:
    luck = random.Random(1)
    kept_before: dict[str, str] = {}
    for _ in range(kills):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            play(path, games, writing)
            os._exit(0)
        os.close(writing)
        begun = heard_from(reading, time.monotonic() + 20.0, lines=luck.randrange(2))  # a busy machine is slow to begin
        heard = begun + heard_from(reading, time.monotonic() + luck.uniform(0.0, 0.12))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        heard += heard_from(reading, time.monotonic() + 1.0)
        os.close(reading)
        for line in heard.decode().splitlines(keepends=True):
            if line.endswith("\n"):
                key = json.dumps(json.loads(line)[:4])
                assert key not in kept_before, f"game {key} was played twice"
                kept_before[key] = line.strip()
    before = len(kept_before)
    report = match(path).run(games)
    _, found, notes = read_tournament(path)
    assert len(report.records) == len(found) == games
    kept = {json.dumps(row_of(played)[:4]): told(played) for played in found.values()}
    lost = [key for key, line in kept_before.items() if kept.get(key) != line]
    assert not lost, f"games {lost} were told and are not kept"
    print(json.dumps({"told": before, "games": games, "notes": notes}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
