"""Every game in one table: random games a second, their length, and how deep one second of search sees.

`python -m bench.games` prints it; `python -m bench.games GAME...` only these; `python -m bench.games write` also writes
it into `docs/log/speed.md`. Games that alpha-beta cannot serve are searched by what `best` chooses. One core.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from bench.journal import write_table
from bench.measure import pin, show
from zermelo.errors import Unsupported, ZermeloError
from zermelo.game.playouts import playouts
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.players import player

SECONDS = 0.5  # of random games
FIRST = 32  # games, to see how long they take


@dataclass(frozen=True)
class Row:
    """One game's figures."""

    game: str
    games: float  # a second
    length: float
    search: str
    depth: int
    nodes: float  # a second

    def cells(self) -> tuple[str, ...]:
        """As text."""
        rate = self.games * self.length
        shown = str(self.depth) if self.depth else "–"
        return (self.game, show(self.games), f"{self.length:.1f}", show(rate), self.search, shown, show(self.nodes))


def measure(name: str) -> Row:
    """Random games for half a second, and one second of search after the opening rolls of chance."""
    state = catalogue.make(name)
    count, report = FIRST, playouts(state, FIRST)
    while report.seconds < SECONDS / 2:
        count = max(2 * count, int(count * min(50.0, SECONDS / max(report.seconds, 1e-6))))
        report = playouts(state, count, seed=1)
    line = catalogue.begin(name)
    while line.turn < 0:
        line.play(line.draw(Random(0)))
    try:
        found = player("alphabeta:time=0.05").think(line)  # compiles
        found = player("alphabeta:time=1").think(line)
    except Unsupported:
        player("best:time=0.05").think(line)
        found = player("best:time=1").think(line)
    return Row(name, count / report.seconds, report.mean_length, found.algorithm, found.depth, found.nodes_per_second)


def main(names: list[str]) -> None:
    """Measure and print; write where asked to."""
    pin()
    write = names == ["write"]
    head = ("game", "random games/s", "plies", "plies/s", "search", "depth in 1 s", "nodes/s")
    print("{:24} {:>14} {:>7} {:>8}  {:14} {:>12} {:>8}".format(*head))
    rows = []
    for name in sorted(catalogue.entries()) if write or not names else names:
        try:
            cells = measure(name).cells()
        except ZermeloError as problem:
            print(f"{name:24} {problem}", flush=True)
            continue
        print("{:24} {:>14} {:>7} {:>8}  {:14} {:>12} {:>8}".format(*cells), flush=True)
        rows.append(cells)
    if write:
        write_table("log/speed.md", "games", head, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
