"""Whether `best` plays every game sensibly: matches of a small `best` against random play and a small MCTS, by game.

`python -m bench.field` plays what the results file lacks, one line for each contest, so that an interrupted run goes
on, also within a contest; `python -m bench.field GAME...` plays these again; `python -m bench.field table` writes
`docs/log/strength.md`. Effort is counted in positions, not in seconds, so that a busy machine finds the same. Games of
chance and hidden cards begin as they are dealt; the others are varied by their opponents, who draw lots.
"""

from __future__ import annotations

import math
import sys
import time
from statistics import fmean, stdev
from typing import Any

from bench.journal import RESULTS, keep, kept, write_table
from zermelo.arena.match import Match
from zermelo.errors import ZermeloError
from zermelo.games import catalogue
from zermelo.players import player

BEST = "best:nodes=2000"
MORE = {"pentominoes": "best:nodes=100000"}  # 2,000 are hardly one ply where there are a thousand moves
OPPONENTS = {"random": 100, "mcts:sims=200": 40}  # and how many games
SETTINGS = {"hidden_stratego": {"army": "small"}}  # where the usual form of a game is too long for so many games
LUCK = {"kuhn_poker": 20, "leduc_poker": 20, "hidden_dominoes": 5, "pig": 3}  # so many times as many games
LEAST = 0.95  # that deterministic games owe against random play


def contest(name: str, opponent: str, games: int) -> dict[str, Any]:
    """One match: `best` at one seat, its opponent at all others, and every seat in turn."""
    begin = time.process_time()
    start = catalogue.make(name, SETTINGS.get(name))
    others = [player(seated(opponent, n, start)) for n in range(1, start.players)]
    best = MORE.get(name, BEST)
    running = RESULTS / f"field.{name}.{opponent.partition(':')[0]}.db"
    match = Match(start, [player(best), *others], seed=1, opening=0, out=running, resume=True, name=name)
    report = match.run(games)
    if report.stopped:
        raise KeyboardInterrupt
    running.unlink()
    first = report.standings[0]
    rounds = [
        fmean(first.utilities[at : at + start.players]) for at in range(0, games - start.players + 1, start.players)
    ]
    return {
        "game": name, "opponent": opponent, "player": best, "games": first.games, "players": start.players,
        "wins": first.wins, "draws": first.draws, "losses": first.losses, "score": round(first.score, 4),
        "error": round(report.error(0), 4), "utility": round(first.utility, 4),
        "utility_error": round(1.96 * stdev(rounds) / math.sqrt(len(rounds)), 4),
        "zero_sum": bool(start.zero_sum),
        "share": round(1 / start.players, 4), "luck": bool(start.chance or start.hidden),
        "seconds": round(time.process_time() - begin, 1),
    }  # fmt: skip


def seated(opponent: str, seat: int, start: Any) -> str:
    """The opponent for a game and a seat: each draws its own lots, and none looks at hidden cards."""
    if opponent == "random":
        return opponent
    return f"determinised:search=({opponent}),seed={seat}" if start.hidden else f"{opponent},seed={seat}"


def run(names: list[str]) -> None:
    """Play what is asked for, or what is missing."""
    done = kept("field", "game", "opponent")
    for name in names or sorted(catalogue.entries()):
        if catalogue.make(name, SETTINGS.get(name)).players < 2:
            continue
        for opponent, games in OPPONENTS.items():
            if not names and (name, opponent) in done:
                continue
            try:
                row = contest(name, opponent, games * LUCK.get(name, 1))
            except ZermeloError as problem:
                print(f"{name} against {opponent}: {problem}", flush=True)
                continue
            keep("field", row)
            print(told(row), flush=True)


def told(row: dict[str, Any]) -> str:
    """A result on one line."""
    return (
        f"{row['game']:24} {row['opponent']:14} {100 * row['score']:5.1f} % ± {100 * row['error']:4.1f} "
        f"(+{row['wins']} ={row['draws']} -{row['losses']}) {verdict(row)}"
    )


def verdict(row: dict[str, Any]) -> str:
    """Whether the result is what a game owes: most games against random play, else clearly more than its share."""
    if row["luck"] and row["zero_sum"] and row["utility"] > row["utility_error"]:
        return ""
    least = LEAST if row["opponent"] == "random" and not row["luck"] and row["players"] == 2 else row["share"]
    margin = 0.0 if least == LEAST else row["error"]
    return "" if row["score"] - margin >= least else "not shown"


def told_as(row: dict[str, Any]) -> str:
    """Wins, draws and losses; the mean result where chance or hidden cards have a say; and the verdict."""
    counts = f"+{row['wins']} ={row['draws']} −{row['losses']}"
    mean = f", {row['utility']:+.2f} ± {row['utility_error']:.2f} a game" if row["luck"] and row["zero_sum"] else ""
    return f"{counts}{mean} {verdict(row)}".strip()


def table() -> None:
    """Write the table into its page."""
    rows = kept("field", "game", "opponent")
    lines = []
    for name in sorted({game for game, _ in rows}):
        cells: list[str] = []
        for opponent in OPPONENTS:
            row = rows.get((name, opponent))
            cells += [f"{100 * row['score']:.1f} % ± {100 * row['error']:.1f}", told_as(row)] if row else ["–", ""]
        form = ", ".join(f"{part}={value}" for part, value in SETTINGS.get(name, {}).items())
        lines.append([f"{name} ({form})" if form else name, *cells])
    write_table("log/strength.md", "field", ["game", "against `random`", "", "against `mcts:sims=200`", ""], lines)


if __name__ == "__main__":
    if sys.argv[1:] == ["table"]:
        table()
    else:
        run(sys.argv[1:])
