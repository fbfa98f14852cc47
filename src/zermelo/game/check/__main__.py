"""`python -m zermelo.game.check GAME|FILE [--games N] [--seconds S] [--set name=value] [--json]`."""

from __future__ import annotations

import argparse
import importlib
import json
import sys

from zermelo.errors import ZermeloError
from zermelo.game.check import check


def main() -> int:
    """Check one game; exit status 0 if it keeps every law."""
    parser = argparse.ArgumentParser(prog="python -m zermelo.game.check", description="Check a game against the laws.")
    parser.add_argument("game", help="a game's name, or a Python file (file.py or file.py:Class)")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--interpreted-games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    # by name at run time: the contract lies below the catalogue and must not import it
    catalogue = importlib.import_module("zermelo.games.catalogue")
    try:
        settings = dict(part.split("=", 1) for part in given.set)
        game = catalogue.make(given.game, settings) if settings else catalogue.find(given.game)
        numbers = {"interpreted_games": given.interpreted_games, "seed": given.seed}
        report = check(game, given.games, given.seconds, **numbers, progress=show)
    except ZermeloError as problem:
        print(problem, file=sys.stderr)
        return 2
    print("\r\x1b[K" if sys.stderr.isatty() else "", end="", file=sys.stderr, flush=True)
    print(json.dumps(report.to_json(), indent=2) if given.json else report)
    return 0 if report.ok else 1


def show(phase: str, done: int, total: int) -> None:
    """Progress on one line, for people only."""
    if sys.stderr.isatty():
        print(
            f"\r\x1b[K{phase} {done:,} of {total:,}" if total else f"\r\x1b[K{phase}",
            end="",
            file=sys.stderr,
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
