"""Weights for all games of two: `zermelo train` for each, several at a time; those that won their match are shipped.

`python -m bench.weights --out FOLDER --processes 15 [GAME ...]` trains; a game whose file has had its match is not
trained again, so that an interrupted run goes on. `python -m bench.weights --ship --out FOLDER` copies what won into
the package and writes the table of `docs/log/strength.md`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.journal import write_table
from zermelo.errors import ZermeloError
from zermelo.game.identity import rules_of_play
from zermelo.games import catalogue
from zermelo.learn.kept import SHIPPED
from zermelo.learn.loading import load_model
from zermelo.learn.model import Model

LARGEST = 1_000_000  # bytes of a file that is shipped
TRAINED_ELSEWHERE = ("backgammon",)  # with more time, in docs/log/strength.md


def games_of_two() -> list[str]:
    """The games whose weights a match can judge."""
    return [
        name for name, entry in catalogue.entries().items()
        if entry.load().players == 2 and not entry.load().hidden and name not in TRAINED_ELSEWHERE
    ]  # fmt: skip


def judged(path: Path) -> Model | None:
    """The weights of a file that has had its match."""
    try:
        network = load_model(path)
    except ZermeloError:
        return None
    return network if "match" in network.history else None


def train(name: str, given: argparse.Namespace) -> str:
    """Train one game in a process of its own; what it said last."""
    path = given.out / f"{name}.npz"
    if judged(path) is None:
        command = [
            sys.executable,
            "-m",
            "zermelo",
            "train",
            name,
            "--minutes",
            f"{given.minutes:g}",
            "--out",
            str(path),
        ]
        command += ["--games", "1000", "--seconds", f"{given.seconds:g}", "--match-minutes", f"{given.match_minutes:g}"]
        environment = os.environ | {"ZERMELO_DATA": str(given.out / "data"), "OMP_NUM_THREADS": "1"}
        left = given.deadline - time.monotonic()
        if left < 60 * (given.minutes + given.match_minutes):
            return "left out: no time"
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if done.returncode:
            return (done.stderr.strip().splitlines() or ["it broke down"])[-1][:200]
    found = judged(path)
    return told(found.history["match"]) if found else "no match"


def told(match: dict[str, Any]) -> str:
    """A match in a few words."""
    low, high = 100 * match["low"], 100 * match["high"]
    verdict = (
        ", SPRT accepted" if match["decision"] == "accepted" else "" if match["better"] else ": not shown to be better"
    )
    return f"{100 * match['score']:.1f} % ({low:.1f} to {high:.1f}) of {match['games']} games{verdict}"


def ship(folder: Path) -> None:
    """Copy what won into the package, and write the table."""
    for path in sorted(folder.glob("*.npz")):
        network = judged(path)
        entry = catalogue.entry_of(network.game) if network else None
        if network is None or entry is None:
            continue
        cls = entry.load()
        if network.rules == rules_of_play(cls) and network.history["match"]["better"] and path.stat().st_size < LARGEST:
            for old in SHIPPED.glob(f"{cls.__name__.lower()}-*.npz"):
                old.unlink()
            (SHIPPED / f"{cls.__name__.lower()}-{network.rules}.npz").write_bytes(path.read_bytes())
        elif not network.history["match"]["better"]:
            print(f"{entry.name}: {told(network.history['match'])}")
    rows = []
    for path in sorted(SHIPPED.glob("*.npz")):
        history = load_model(path).history
        training, match = history["training"], history["match"]
        rival = match["rival"].partition(":")[0]
        rows.append((f"`{history['command']}`", f"{training['games']:,}", rival, told(match)))
    write_table("log/strength.md", "weights", ("command", "games with itself", "against", "match"), rows)
    print(f"{len(rows)} files of weights")


def main() -> None:
    """Train, or ship."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games of two if none is given")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the files")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=2.0, help="of training, for each")
    parser.add_argument("--match-minutes", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=0.02, help="a move of the match")
    parser.add_argument("--within", type=float, default=1e6, help="minutes; what would end later is not begun")
    parser.add_argument("--ship", action="store_true")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if given.ship:
        ship(given.out)
        return
    given.deadline = time.monotonic() + 60 * given.within
    names = given.games or games_of_two()
    with ThreadPoolExecutor(given.processes) as pool:
        for name, said in zip(names, pool.map(lambda name: train(name, given), names), strict=True):
            print(f"{name:24} {said}", flush=True)


if __name__ == "__main__":
    main()
