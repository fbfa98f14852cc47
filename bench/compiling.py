"""How long each game compiles in a fresh process with an empty cache: its rules (perft, random games) and its search.

`python -m bench.compiling` measures what the journal lacks, `... GAME...` these again, `... table` writes
`docs/log/speed.md`. Processor seconds; one search a game: alpha-beta, or what `best` chooses where it cannot serve.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from bench.journal import keep, kept, write_table
from zermelo.games import catalogue

RULES, SEARCH = 20.0, 20.0  # seconds wanted at most

CHILD = """
import json, sys, time
from zermelo.errors import Unsupported
from zermelo.game.perft import perft
from zermelo.game.playouts import playouts
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.players import player
line = catalogue.begin(sys.argv[1])
while line.turn < 0:
    line.play(line.draw(Random(0)))
begin = time.process_time()
perft(line.state, 1)
playouts(line.state, 1)
rules = time.process_time() - begin
begin = time.process_time()
try:
    found = player("alphabeta:nodes=1").think(line)
except Unsupported:
    begin = time.process_time()
    found = player("best:nodes=1").think(line)
print(json.dumps({"rules": rules, "search": time.process_time() - begin, "algorithm": found.algorithm}))
"""


def measure(name: str) -> dict[str, Any]:
    """Seconds of one game, from a process of its own."""
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ, NUMBA_CACHE_DIR=cache)
        done = subprocess.run(
            [sys.executable, "-c", CHILD, name], env=environment, capture_output=True, check=True, text=True
        )
    row = json.loads(done.stdout.splitlines()[-1])
    return {"game": name, "algorithm": row["algorithm"], **{part: round(row[part], 2) for part in ("rules", "search")}}


def main(names: list[str]) -> None:
    """Measure, keep and print, or write the table."""
    done = kept("compiling", "game")
    if names == ["table"]:
        slowest = sorted(done.values(), key=lambda row: -row["search"])
        rows = [[row["game"], f"{row['rules']:.1f}", row["algorithm"], f"{row['search']:.1f}"] for row in slowest]
        write_table("log/speed.md", "compiling", ["game", "rules, s", "search", "compiled in, s"], rows)
        return
    for name in names or [name for name in sorted(catalogue.entries()) if name not in done]:
        row = measure(name)
        keep("compiling", row)
        late = " (too long)" if row["rules"] > RULES or row["search"] > SEARCH else ""
        print(f"{name:24} {row['rules']:6.2f} {row['search']:6.2f} {row['algorithm']}{late}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
