"""Golden playthroughs: one random game of each game, written down once; a change of the rules shows as a difference.

python -m tests.games.golden NAME ...     writes the files of these games anew (all games without a name)
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.games.asking import random_line
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 2026


def record(name: str) -> str:
    """The text of a game's playthrough: each move with the position that it leads to, then the outcome."""
    state = catalogue.make(name)
    line = Playthrough(state)
    lines = [f"{name}, random game 0 of seed {SEED}", f"start: {line.to_text()}"]
    for move in random_line(state, SEED, 0, longest=400):
        lines.append(describe(line, move))
        line.play(move)
        lines.append(f"  {line.to_text()}")
    outcome = line.outcome()
    if outcome:
        lines.append(f"outcome: {' '.join(f'{value:g}' for value in outcome.utilities)}: {outcome.reason}")
    return "\n".join(lines) + "\n"


def describe(line: Any, move: int) -> str:
    """Who moves, what, and how many choices there were."""
    mover = "chance" if line.turn < 0 else f"player {line.turn + 1}"
    return f"{len(line.played) + 1}. {mover}: {line.state.move_text(move)} (one of {len(line.moves())}, number {move})"


if __name__ == "__main__":
    for game in sys.argv[1:] or catalogue.entries():
        (FOLDER / f"{game}.txt").write_text(record(game))
