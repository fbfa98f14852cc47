"""Every row of the perft tables, to the depth that a quick run affords; `--long` goes on to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.game.perft import perft, positions
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.built_in import settings_of

FOLDER = Path(__file__).parent / "perft"
QUICK = 3_000_000  # counts above this are left to the long run


def rows() -> list[tuple[str, str, str, str, list[int]]]:
    """Game, convention, settings, position and counts of every line of every table."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                convention, settings, position, counts = (part.strip() for part in line.split("|"))
                found.append((path.stem, convention, settings, position, [int(n) for n in counts.split()]))
    return found


@pytest.mark.parametrize(("game", "convention", "settings", "position", "counts"), rows())
def test_perft(game: str, convention: str, settings: str, position: str, counts: list[int], long_run: bool) -> None:
    parameters = settings_of(settings)
    if position == "start":
        line = Playthrough(catalogue.make(game, parameters))
    else:
        line = Playthrough.from_text(catalogue.variant(game, parameters), position)
    for depth, expected in enumerate(counts, 1):
        if expected > QUICK and not long_run:
            break
        if convention == "P":
            assert positions(line, depth) == expected
        else:
            counted = perft(line, depth, turns=convention in "TD", distinct=convention == "D")
            assert counted == expected, f"depth {depth}"
