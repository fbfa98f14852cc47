"""How many verdicts of a review change when it is given four times the time.

`python -m bench.review` lets weak players play several kinds of games, reviews each game twice, the second time with
four times the nodes, and counts the moves whose mark is another then. The nodes are what the search looks at in
`--seconds` of processor time, so that a busy machine does not matter. What was unclear at first has no verdict that
could change; how much that is stands beside it.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from zermelo.explain.review import MoveReview, review_game
from zermelo.explain.verdicts import UNCLEAR
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.players import player

GAMES = (
    "chess",
    "checkers",
    "othello",
    "connect_four",
    "go",
    "backgammon",
    "kalah",
    "hex",
    "nine_mens_morris",
    "amazons",
)
WANTED = 0.03
WILD = 4  # one move in so many is played at random


@dataclass
class Count:
    """What became of the marks of one game."""

    moves: int = 0
    unclear: int = 0
    errors: int = 0  # marks that are not praise
    changed: int = 0  # marks that became others
    doubted: int = 0  # marks that became unclear
    seconds: float = 0.0

    def add(self, first: MoveReview, second: MoveReview) -> None:
        """One move, judged twice."""
        one, two = (("" if each.mark == "best" else each.mark) for each in (first, second))
        self.moves += 1
        self.unclear += one == UNCLEAR
        self.errors += one not in ("", UNCLEAR)
        self.changed += UNCLEAR not in (one, two) and one != two
        self.doubted += one != UNCLEAR and two == UNCLEAR


def weak_game(name: str, seed: int, plies: int) -> Playthrough:
    """A game between two weak players who now and then move at random, with chance as it falls."""
    line = catalogue.begin(name, {"size": "9"} if name == "go" else None, "")
    seats = [player(f"{'mcts:sims=60' if name in ('go', 'hex') else 'best:level=1'},seed={seed + at}") for at in (0, 1)]
    luck = Random(seed)
    while line.outcome() is None and len(line.played) < plies:
        wild = line.turn < 0 or luck.below(WILD) == 0
        line.play(line.draw(luck) if wild else seats[line.turn].think(line).move)
    return line


def nodes_for(line: Playthrough, seconds: float) -> int:
    """What the search looks at in so many seconds of processor time."""
    twin = line.copy()
    while twin.played and (len(twin.played) > len(line.played) // 2 or twin.turn < 0):
        twin.undo()
    player("best:nodes=2000").think(twin)  # compiled before it is timed
    work = 2000
    while True:
        begin = time.process_time()
        player(f"best:nodes={work}").think(twin)
        spent = time.process_time() - begin
        if spent > seconds / 2 or work > 10**8:
            return int(work * seconds / max(spent, 1e-6))
        work *= 2


def compare(name: str, seed: int, plies: int, seconds: float, show: bool) -> Count:
    """One game reviewed twice."""
    line = weak_game(name, seed, plies)
    nodes = nodes_for(line, seconds)
    count, reviews = Count(), []
    for factor in (1, 4):
        begin = time.process_time()
        reviews.append(review_game(line, [player(f"best:nodes={factor * more * nodes}") for more in (1, 4)]))
        count.seconds = count.seconds or time.process_time() - begin
    for first, second in zip(reviews[0].moves, reviews[1].moves, strict=True):
        count.add(first, second)
        if show and first.mark != second.mark:
            print(f"    {name} {first.ply} {first.move}: {first.mark or '-'} {first.loss:.3f} of {first.best}"
                  f" -> {second.mark or '-'} {second.loss:.3f} of {second.best}")  # fmt: skip
    return count


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", nargs="*", default=GAMES)
    given.add_argument("--rounds", type=int, default=1, help="games of each kind")
    given.add_argument("--first", type=int, default=0, help="seed of the first game: another one is a fresh sample")
    given.add_argument("--plies", type=int, default=40, help="at most so many moves of a game")
    given.add_argument("--seconds", type=float, default=0.15, help="of processor time for a position at first")
    given.add_argument("--show", action="store_true", help="every mark that changed")
    asked = given.parse_args()
    total = Count()
    print(f"{'game':<18} {'moves':>6} {'errors':>7} {'unclear':>8} {'changed':>8} {'doubted':>8} {'s/move':>7}")
    for name in asked.games:
        for seed in range(asked.first, asked.first + asked.rounds):
            one = compare(name, seed, asked.plies, asked.seconds, asked.show)
            print_row(name, one)
            for key, value in vars(one).items():
                setattr(total, key, getattr(total, key) + value)
    print_row("all", total)
    judged = total.moves - total.unclear
    print(f"verdicts that changed: {total.changed / max(judged, 1):.1%} of {judged} (wanted at most {WANTED:.0%})")


def print_row(name: str, one: Count) -> None:
    """A line of the table."""
    print(
        f"{name:<18} {one.moves:6} {one.errors:7} {one.unclear:8} {one.changed:8} {one.doubted:8}"
        f" {one.seconds / max(one.moves, 1):7.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
