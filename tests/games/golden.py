"""Golden playthroughs: one random game of each game, written down once; a change of the rules shows as a difference.

python -m tests.games.golden NAME ...     writes the files of these games anew (all games without a name)
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 2026

# Variants that are proven beside the default form of each game
VARIANTS: list[tuple[str, dict[str, str]]] = [
    ("connect_four", {"columns": "5", "height": "4", "connect": "3"}),
    ("abalone", {"setup": "belgian_daisy", "by_count": "true"}),
    ("amazons", {"size": "6"}),
    ("arimaa", {"gold": "place", "silver": "place"}),
    ("ataxx", {"size": "5", "walls": "c3"}),
    ("blokus", {"size": "7", "largest": "4", "fixed_starts": "true"}),
    ("blokus_classic", {"size": "8"}),
    ("carcassonne", {"known": "false", "tiles": "24", "farmers": "false"}),
    ("dominoes", {"pips": "9", "drawing": "false"}),
    ("connections", {"size": "7", "loop_wins": "false"}),
    ("dots_and_boxes", {"rows": "6", "columns": "7", "border": "icelandic"}),
    ("dots_and_hexagons", {"shape": "rhombus", "side": "3", "columns": "4", "forced": "true"}),
    ("chinese_checkers", {"players": "6", "side": "2"}),
    ("fanorona", {"columns": "5", "straight": "true"}),
    ("alquerque", {"captures": "optional", "backward": "false"}),
    ("gipf", {"form": "standard"}),
    ("gipf", {"form": "tournament"}),
    ("go", {"size": "5", "suicide": "true"}),
    ("hidden_dominoes", {"pips": "9", "drawing": "false"}),
    ("halma", {"players": "4", "no_return": "true"}),
    ("halma", {"size": "8"}),
    ("gobblet", {"size": "3"}),
    ("hex", {"size": "5", "swap": "true"}),
    ("hus", {"capture": "inner"}),
    ("jungle", {"elephant_takes_rat": "true", "wolf_over_dog": "true"}),
    ("katamino", {"split": "false"}),
    ("kalah", {"pits": "3", "seeds": "5"}),
    ("backgammon", {"known": "true"}),
    ("lines_of_action", {"mover_wins": "true", "stuck_loses": "true"}),
    ("link_five", {"size": "9", "rule": "renju"}),
    ("link_five", {"size": "19", "rule": "standard"}),
    ("memory_tic_tac_toe", {"vacated": "true"}),
    ("minishogi", {"first_loses": "true"}),
    ("moving_tic_tac_toe", {"graph": "all", "centre_ban": "true"}),
    ("nine_mens_morris", {"men": "6", "flying": "false"}),
    ("nine_mens_morris", {"men": "12"}),
    ("nim", {"misere": "true"}),
    ("othello", {"size": "6"}),
    ("othello", {"size": "10"}),
    ("pentominoes", {"columns": "10", "rows": "6", "misere": "true"}),
    ("pylos", {"squares_count": "false"}),
    ("pylos", {"lines_count": "true"}),
    ("quads", {"size": "4", "border": "true", "apart": "false"}),
    ("quarto", {"squares": "true"}),
    ("quits", {"wrap": "true", "needed": "2"}),
    ("quixo", {"size": "3"}),
    ("quixo", {"size": "4"}),
    ("shogi", {"impasse": "true"}),
    ("racetrack", {"players": "4", "track": "snake"}),
    ("racetrack", {"players": "1", "track": "straight"}),
    ("scrabble", {"size": "7", "known": "false"}),
    ("seega", {"size": "9", "safe_centre": "false"}),
    ("quoridor", {"size": "7", "walls": "8"}),
    ("quoridor", {"size": "5", "walls": "3", "edge_jumps": "false"}),
    ("tablut", {"board": "brandubh", "armed": "false", "king_taken": "four"}),
    ("tablut", {"board": "hnefatafl"}),
    ("sahara", {"both": "draw", "by_enemies": "true"}),
    ("sputnik", {"side": "3", "rescue_any_time": "false"}),
    ("stratego", {"army": "barrage", "red": "place", "blue": "place"}),
    ("hidden_stratego", {"army": "small", "red": "place", "blue": "place"}),
    ("tantrix", {"known": "false"}),
    ("tantrix", {"restricted": "false", "hand": "4"}),
    ("terrace", {"size": "6", "own_t": "true"}),
    ("tic_tac_toe", {"columns": "5", "rows": "4", "connect": "4"}),
    ("tic_tac_toe_3d", {"size": "3"}),
    ("tic_tac_toe_3d", {"gravity": "true"}),
]


def record(name: str) -> str:
    """The text of a game's playthrough: each move with the position that it leads to, then the outcome."""
    state = catalogue.make(name)
    line = Playthrough(state)
    lines = [f"{name}, random game 0 of seed {SEED}", f"start: {line.to_text()}"]
    for move in random_game(state, SEED, 0, longest=400):
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
