"""Whether each level of `best` is stronger than the one below: neighbours meet, from openings of four random plies.

`python -m bench.levels` plays what the journal lacks; `python -m bench.levels table` writes `docs/log/strength.md`
and what the package knows of it.
The two highest levels take a second a move and more: they are left to `python -m bench.strength`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from bench.journal import keep, kept, write_table
from zermelo.arena.match import Match
from zermelo.games import catalogue
from zermelo.players import levels, player

GAMES = ("connect_four", "othello", "checkers", "chess", "go", "backgammon")
LEVELS = range(2, 9)
PLACE = Path(levels.__file__).with_suffix(".json")
NUMBERS, OPENING = {"connect_four": 160}, 4  # games, where 40 are over in a moment


def contest(name: str, level: int) -> dict[str, object]:
    """A level against the one below it."""
    line = catalogue.make(name)
    players = [player(f"best:level={level},seed=1"), player(f"best:level={level - 1},seed=2")]
    match = Match(line, players, seed=1, opening=0 if line.chance else OPENING, name=name)
    report = match.run(NUMBERS.get(name, 40))
    if report.stopped:
        raise KeyboardInterrupt
    upper = report.standings[0]
    return {
        "game": name, "level": level, "games": upper.games, "wins": upper.wins, "draws": upper.draws,
        "losses": upper.losses, "score": round(upper.score, 4), "error": round(report.error(0), 4),
    }  # fmt: skip


def packaged(done: dict[tuple[object, ...], dict[str, Any]]) -> str:
    """The scores as the package carries them, so that the page can say how strong a level is."""
    found = {
        name: {str(level): round(done[name, level]["score"], 3) for level in LEVELS if (name, level) in done}
        for name in GAMES
    }
    return json.dumps(found, indent=1) + "\n"


def main(names: list[str]) -> None:
    """Play, keep and print, or write the table."""
    done = kept("levels", "game", "level")
    if names == ["table"]:
        head = ["game", *(f"{level} against {level - 1}" for level in LEVELS)]
        rows = []
        for name in GAMES:
            found = [done.get((name, level)) for level in LEVELS]
            cells = [f"{100 * row['score']:.0f} % ± {100 * row['error']:.0f}" if row else "–" for row in found]
            rows.append([name, *cells])
        write_table("log/strength.md", "levels", head, rows)
        PLACE.write_text(packaged(done), encoding="utf-8")
        return
    for level in LEVELS:
        for name in names or GAMES:
            if (name, level) not in done:
                row = contest(name, level)
                keep("levels", row)
                print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
