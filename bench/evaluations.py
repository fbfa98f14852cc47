"""What evaluations are worth: each game's own against a plain one (`plain.py`), the same search, the same nodes.

`python -m bench.evaluations` plays what the results file lacks; `... GAME...` plays these again; `... table`
writes `docs/strength.md`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from bench import plain
from zermelo.arena.match import Match
from zermelo.games import catalogue
from zermelo.players import player

RESULTS = Path(__file__).parent / "results" / "evaluations.jsonl"
PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
BEGIN, END = "<!-- evaluations: begin -->", "<!-- evaluations: end -->"
NODES, GAMES, OPENING = 2000, 100, 4


def games() -> list[str]:
    """The games that have a plain evaluation here."""
    return [name.removeprefix("evaluate_") for name in vars(plain) if name.startswith("evaluate_")]


def contest(name: str) -> dict[str, Any]:
    """One match; openings of four random plies, each played from both sides."""
    start = catalogue.make(name)
    rival = f"{Path(plain.__file__)}:evaluate_{name},nodes={NODES}"
    match = Match(start, [player(f"alphabeta:nodes={NODES}"), player(rival)], seed=1, opening=OPENING, name=name)
    report = match.run(GAMES)
    if report.stopped:
        raise KeyboardInterrupt
    own = report.standings[0]
    return {
        "game": name, "against": getattr(plain, f"evaluate_{name}").__doc__, "nodes": NODES, "games": own.games,
        "wins": own.wins, "draws": own.draws, "losses": own.losses,
        "score": round(own.score, 4), "error": round(report.error(0), 4),
    }  # fmt: skip


def table() -> None:
    """Write the last result of every game into the page."""
    rows = {row["game"]: row for row in map(json.loads, RESULTS.read_text().splitlines())}
    lines = ["| game | score | | against |", "|---|---|---|---|"]
    for name, row in sorted(rows.items()):
        score = f"{100 * row['score']:.1f} % ± {100 * row['error']:.1f}"
        lines.append(
            f"| {name} | {score} | +{row['wins']} ={row['draws']} −{row['losses']} | {row['against'].lower()} |"
        )
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.partition(END)[2])


def main(names: list[str]) -> None:
    """Play, keep and print."""
    if names == ["table"]:
        table()
        return
    lines = RESULTS.read_text().splitlines() if RESULTS.is_file() else []
    done = {json.loads(line)["game"] for line in lines}
    for name in names or [name for name in games() if name not in done]:
        row = contest(name)
        with RESULTS.open("a") as file:
            file.write(json.dumps(row) + "\n")
        shown = f"(+{row['wins']} ={row['draws']} -{row['losses']})"
        print(f"{name:20} {100 * row['score']:5.1f} % ± {100 * row['error']:4.1f} {shown} {row['against']}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
