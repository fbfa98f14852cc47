"""Games of chance: how many nodes Star1, Star2 and the table save against plain expectiminimax, values compared."""

from __future__ import annotations

import time
from typing import Any

from zermelo.game.game import CHANCE
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.backgammon import Backgammon
from zermelo.games.pig import Pig
from zermelo.games.twenty_forty_eight import TwentyFortyEight
from zermelo.search.chance.expectiminimax import Expectiminimax
from zermelo.search.chance.options import ExpectiminimaxOptions
from zermelo.search.common.limits import Limits

WANTED = 0.2  # Star2's part of the plain nodes at backgammon, two plies and their dice
WAYS = {
    "plain": ExpectiminimaxOptions.none(),
    "alpha-beta": ExpectiminimaxOptions(star1=False, star2=False, table=False),
    "Star1": ExpectiminimaxOptions(star2=False, table=False),
    "Star2": ExpectiminimaxOptions(table=False),
    "Star2, table": ExpectiminimaxOptions(),
}
WORK = (
    ("backgammon, depth 2", Backgammon(), 2, 100),
    ("backgammon, depth 3", Backgammon(), 3, 4),
    ("Pig, depth 6", Pig(), 6, 40),
    ("Pig, depth 8", Pig(), 8, 10),
    ("2048, depth 2", TwentyFortyEight(), 2, 40),
    ("2048, depth 3", TwentyFortyEight(), 3, 20),
)


def positions(start: Any, count: int) -> list[Playthrough]:
    """Positions of random games, spread over their course, in which a player is to move."""
    found = []
    for number in range(count):
        moves = random_game(start, 5, number)
        line = Playthrough(start)
        for move in moves[: 1 + (len(moves) - 8) * number // count]:
            line.play(move)
        while line.turn == CHANCE:
            line.play(moves[len(line.played)])
        found.append(line)
    return found


def nodes() -> None:
    """Nodes of all iterations up to the depth, and processor seconds."""
    for name, start, depth, count in WORK:
        lines = positions(start, count)
        plain: list[float] = []
        all_nodes = 0
        for way, options in WAYS.items():
            searcher = Expectiminimax(options)
            searcher.think(lines[0], Limits(depth=1))  # compiles, so that it is not timed
            begin = time.process_time()
            results = [searcher.think(line, Limits(depth=depth)) for line in lines]
            seconds = time.process_time() - begin
            values, visited = [result.value for result in results], sum(result.nodes for result in results)
            plain, all_nodes = plain or values, all_nodes or visited
            same = all(abs(a - b) <= 1e-9 * max(1.0, abs(a)) for a, b in zip(plain, values, strict=True))
            part = visited / all_nodes
            note = "" if same else "  VALUES DIFFER"
            if way == "Star2" and name == "backgammon, depth 2":
                note += f" (wanted {WANTED:g}{', MISSED' if part > WANTED else ''})"
            print(f"{name:<20} {way:<13} {visited:>11} nodes {part:7.3f}  {seconds:7.2f} s{note}", flush=True)
