"""Every game solved at the largest of its sizes that fits: value, positions, longest win.

`python -m bench.solved` goes on where it was and writes `docs/log/solved.md`; with names it tries these again; `write`
only writes. A size that fails by time or memory is kept as such, so no work is done twice. Each size is solved in a
process of its own, with at most SECONDS of processor time and MEMORY bytes of positions (ZERMELO_SOLVED_SECONDS and
ZERMELO_SOLVED_MEMORY set others).
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.journal import all_kept, keep, write_table
from zermelo.errors import ZermeloError
from zermelo.games import catalogue
from zermelo.games.built_in import settings_of
from zermelo.solve import solve_positions

SECONDS = int(os.environ.get("ZERMELO_SOLVED_SECONDS", "60"))
MEMORY = float(os.environ.get("ZERMELO_SOLVED_MEMORY", "1e9"))
JOURNAL = "solved"
SIZES = {  # smaller ones first; a game that is not here is tried at its small form and as it is usually played
    "tic_tac_toe": ("", "columns=4 rows=3", "columns=4 rows=4", "columns=4 rows=4 connect=4"),
    "moving_tic_tac_toe": ("", "graph=orthogonal", "graph=all", "graph=fly"),
    "connect_four": ("columns=4 height=4", "columns=4 height=5", "columns=5 height=4"),
    "hex": ("size=2", "size=3", "size=4"),
    "othello": ("size=4",),
    "quixo": ("size=3",),
    "kalah": ("pits=2 seeds=2", "pits=3 seeds=2", "pits=3 seeds=3", "pits=4 seeds=2"),
    "dots_and_boxes": ("rows=1 columns=2", "rows=2 columns=2", "rows=2 columns=3"),
    "dots_and_hexagons": ("side=1", "side=2"),
    "nim": ("",),
    "pig": ("goal=20", "goal=50", ""),
    "amazons": ("size=6",),
    "gobblet": ("size=3",),
    "nine_mens_morris": ("men=6",),
    "fanorona": ("columns=3 rows=3", "columns=5 rows=3"),
    "quads": ("size=3 border=true",),
    "pentominoes": ("columns=5 rows=3", "columns=5 rows=4", "columns=6 rows=5"),
    "tic_tac_toe_3d": ("size=3",),
    "memory_tic_tac_toe": ("",),
    "ataxx": ("size=4",),
    "quoridor": ("size=3 walls=1", "size=3 walls=2"),
    "sputnik": ("side=3",),
    "connections": ("size=3",),
    "link_five": ("size=5",),
    "halma": ("size=8",),
    "racetrack": ("track=straight",),
    "seega": ("size=5",),
    "terrace": ("size=6",),
    "go": ("size=2", "size=3"),
}


def sizes_of(name: str) -> tuple[str, ...]:
    """The forms of a game that are tried, smaller ones first."""
    small = catalogue.entries()[name].small.settings
    return SIZES.get(name, tuple(dict.fromkeys((small, ""))))


def solve_here(name: str, settings: str) -> dict[str, Any]:
    """Solve one form in this process."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    state = catalogue.make(name, settings_of(settings))
    if state.turn < 0:
        return {"problem": "chance moves first: solved from a position only"}
    with tempfile.TemporaryDirectory() as folder:
        found = solve_positions(state, name=name, memory=MEMORY, path=Path(folder) / "table.ztb")
        size = found.path.stat().st_size
    counts = {"wins": found.wins, "draws": found.draws, "losses": found.losses}
    about = {"value": found.value, "positions": found.positions, "longest": found.longest, **counts}
    return about | {"method": found.method, "bytes": size, "seconds": round(found.seconds, 1)}


def attempt(name: str, settings: str) -> dict[str, Any]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "bench.solved", "--one", name, settings]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    row = {"game": name, "settings": settings}
    if done.returncode == 0:
        return row | json.loads(done.stdout)
    if done.returncode < 0:
        return row | {"problem": f"more than {SECONDS} s of processor time"}
    return row | {"problem": done.stderr.strip().splitlines()[-1][:200] if done.stderr.strip() else "it broke down"}


def solve_one(name: str, settings: str) -> None:
    """What the process does."""
    try:
        print(json.dumps(solve_here(name, settings)))
    except ZermeloError as problem:
        print(json.dumps({"problem": str(problem)}))


def run(names: list[str], again: bool) -> None:
    """Solve form after form of each game, until one does not fit."""
    tried = {(row["game"], row["settings"]): row for row in all_kept(JOURNAL)}
    for name in names:
        for settings in sizes_of(name):
            if (known := tried.get((name, settings))) and not again:
                if "problem" in known:
                    break
                continue
            row = attempt(name, settings)
            keep(JOURNAL, row)
            said = row.get("problem") or f"{row['value']}, {row['positions']:,} positions"
            print(f"{name:24} {settings:24} {said}", flush=True)
            if "problem" in row:
                break


def why(row: dict[str, Any]) -> str:
    """Why a form was not solved, in a few words."""
    said = str(row["problem"])
    if "can be reached" in said:
        return said.split(" of ")[0]
    _, _, reason = said.partition("cannot be solved by its positions: ")
    return (reason or said).split(":")[0].split(";")[0]


def write() -> None:
    """The table of all games, from what is kept."""
    best: dict[str, dict[str, Any]] = {}
    failed: dict[str, dict[str, Any]] = {}
    for row in all_kept(JOURNAL):
        into = failed if "problem" in row else best
        if row["game"] not in into or row.get("positions", 0) > into[row["game"]].get("positions", 0):
            into[row["game"]] = row
    rows = []
    for name in sorted({*best, *failed}):
        row = best.get(name, {})
        if not row:
            rows.append((name, failed[name]["settings"] or "usual", f"not solved: {why(failed[name])}", "", "", "", ""))
            continue
        value = row["value"].removesuffix(" for the player to move")
        longest = "" if row["longest"] is None else str(row["longest"])
        counts = f"{row['wins']:,} / {row['draws']:,} / {row['losses']:,}"
        rows.append(
            (name, row["settings"] or "usual", value, f"{row['positions']:,}", counts, longest, f"{row['seconds']:g}")
        )
    head = (
        "game",
        "form",
        "value to the player to move",
        "positions",
        "won / drawn / lost to move",
        "longest",
        "CPU s",
    )
    write_table("log/solved.md", "solved", head, rows)


def main(arguments: list[str]) -> None:
    """What the command line asks for."""
    if arguments[:1] == ["--one"]:
        solve_one(*arguments[1:])
        return
    if arguments != ["write"]:
        run(arguments or [*SIZES, *sorted(catalogue.entries().keys() - SIZES.keys())], again=bool(arguments))
    write()


if __name__ == "__main__":
    main(sys.argv[1:])
