"""What the arena costs beyond thinking: `python -m bench.arena`, in CPU time where one process works.

Overhead of a game with players in this process, of a move with players in processes of their own, the gain of two
processes, random games with full records, and ratings of many players.
"""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

import numpy as np

from zermelo.arena.match import Match
from zermelo.arena.setup import ALL, Setup
from zermelo.arena.statistics.bradley_terry import Meeting, rate
from zermelo.arena.tournament import Tournament
from zermelo.games import catalogue
from zermelo.players import player

RANDOM = ("random:seed=1", "random:seed=2")


def cpu() -> float:
    """Seconds of this process and of those that it started and that have ended."""
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def records(games: int) -> tuple[float, float, float]:
    """CPU seconds of random Connect Four with full records; milliseconds a game and microseconds a move of overhead."""
    with tempfile.TemporaryDirectory() as folder:
        Match("connect_four", RANDOM).run(4)
        begin = cpu()
        report = Match("connect_four", RANDOM, out=Path(folder) / "games.db").run(games)
        spent = cpu() - begin
    moves = sum(len(played.thoughts) for played in report.records)
    over = spent - moves * thinking()
    return spent, over / games * 1e3, over / moves * 1e6


def thinking() -> float:
    """CPU seconds that a random player takes for a move."""
    line, one = catalogue.begin("connect_four"), player(RANDOM[0])
    begin = cpu()
    for _ in range(5000):
        one.think(line)
    return (cpu() - begin) / 5000


def isolated(games: int) -> float:
    """Microseconds that a move takes longer, in CPU time of all processes, where each player has its own process."""
    seconds = []
    for isolate in ("none", ALL):
        many = []
        for rounds in (2, games):  # the difference leaves starting out
            begin = cpu()
            report = Tournament(Setup("connect_four", RANDOM, isolate=isolate)).run(rounds)
            many.append((cpu() - begin, sum(len(played.moves) for played in report.records)))
        seconds.append((many[1][0] - many[0][0]) / (many[1][1] - many[0][1]))
    return (seconds[1] - seconds[0]) * 1e6


def two_processes(games: int) -> float:
    """How many times as fast two processes are, by the clock on the wall: true of an idle machine only."""
    walls = []
    for processes in (1, 2):
        setup = Setup("connect_four", ("mcts:sims=200,threads=1", "mcts:sims=200,threads=1,seed=1"))
        Tournament(setup, processes=processes).run(2)
        begin = time.perf_counter()
        Tournament(setup, processes=processes).run(games)
        walls.append(time.perf_counter() - begin)
    return walls[0] / walls[1]


def ratings(players: int = 200, games: int = 100_000) -> float:
    """CPU seconds to rate many players, counting their meetings included."""
    luck = np.random.default_rng(1)
    strengths = luck.normal(0, 1, players)
    first = luck.integers(0, players, games)
    second = (first + luck.integers(1, players, games)) % players
    x = strengths[first] - strengths[second]
    drawn = luck.random(games) * (np.exp(x / 2) + 0.5 + np.exp(-x / 2))
    results = np.where(drawn < np.exp(x / 2), 0, np.where(drawn < np.exp(x / 2) + 0.5, 1, 2))
    begin = cpu()
    counts: dict[tuple[int, int], list[int]] = {}
    for one, other, result in zip(first.tolist(), second.tolist(), results.tolist(), strict=True):
        counts.setdefault((one, other), [0, 0, 0])[result] += 1
    rate(players, [Meeting(*pair, *found) for pair, found in counts.items()])
    return cpu() - begin


def main() -> None:
    spent, by_game, by_move = records(10_000)
    print(f"10,000 random games of Connect Four with full records: {spent:.1f} s (at most 10)")
    print(f"overhead beyond thinking: {by_game:.2f} ms a game (at most 2), {by_move:.0f} µs a move")
    print(f"players in processes of their own: {isolated(40):.0f} µs a move more (at most 200)")
    print(f"200 players from 100,000 games rated: {ratings():.2f} s (at most 5)")
    print(f"two processes: {two_processes(60):.2f} times one (at least 1.9, on an idle machine)")


if __name__ == "__main__":
    main()
