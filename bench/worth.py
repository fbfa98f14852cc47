"""What each refinement of alpha-beta is worth: nodes to a fixed depth, and Elo at a fixed number of nodes.

`python -m bench.worth nodes` counts nodes with each option off beside all on; `python -m bench.worth games OPTION...`
plays all-on against one-off from random openings, each opening twice; `python -m bench.worth table` writes both into
`docs/log/worth.md`. Games go on where an interrupted run stopped: one line for each pair in the results file.
"""

from __future__ import annotations

import json
import math
import sys
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.draughts import Checkers
from zermelo.games.othello import Othello
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits

RESULTS = Path(__file__).parent / "results" / "worth.jsonl"
PAGE = Path(__file__).parent.parent / "docs" / "log" / "worth.md"
BEGIN, END = "<!-- worth: begin -->", "<!-- worth: end -->"
GAMES: dict[str, tuple[Any, int, int]] = {  # class, depth of the node counts, plies of the random openings
    "chess": (Chess, 10, 8),
    "othello": (Othello, 9, 8),
    "connect_four": (ConnectFour, 14, 4),
    "checkers": (Checkers, 13, 6),
}
NODES = 4000  # for each move of a match
POSITIONS = 12
LONGEST = 240  # plies; then a draw
SURE = 0.8  # of the best result: what both must see, several times, for a game to be decided
AGREED = 4
IDLE = {  # no such hook
    "chess": ("symmetry", "bounds"),
    "othello": ("nmp", "check_extension", "see", "twofold", "bounds"),
}
# no refinements of a match: without the first there is nothing to search for, the last four are the solver's
LEFT_OUT = ("evaluation", "deeper", "etc", "distance", "bisection", "pruning")


def options_named() -> list[str]:
    """Every refinement."""
    return [field.name for field in fields(AlphaBetaOptions) if field.name not in LEFT_OUT]


def changed(name: str) -> AlphaBetaOptions:
    """All on but one; what is off by default is switched on instead."""
    return replace(AlphaBetaOptions(), **{name: not getattr(AlphaBetaOptions(), name)})


def opening(cls: Any, number: int, plies: int) -> Playthrough:
    """A position after random moves, that is not over."""
    while True:
        line = Playthrough(cls())
        for move in random_game(line.state, 2026, number)[:plies]:
            line.play(move)
        if line.moves():
            return line
        number += 1_000_003


# ---------------------------------------------------------------------- nodes to a fixed depth


def count_nodes(names: list[str]) -> None:
    """One line for each game and option: nodes summed over the positions, and seconds of processor time."""
    for game, (cls, depth, plies) in GAMES.items():
        for name in ["", *names]:
            if done(kind="nodes", game=game, option=name):
                continue
            options = changed(name) if name else AlphaBetaOptions()
            total, begin = 0, time.process_time()
            for number in range(POSITIONS):
                line = opening(cls, number, plies + 8)
                total += AlphaBeta(options, tt=32).think(line, Limits(depth=depth)).nodes
            spent = time.process_time() - begin
            write(kind="nodes", game=game, option=name, nodes=total, seconds=round(spent, 2), depth=depth)
            print(f"{game:<14} {name or 'all on':<12} {total:>12,} {spent:8.2f} s", flush=True)


# ---------------------------------------------------------------------- games at a fixed number of nodes


def play_game(line: Playthrough, players: list[AlphaBeta], nodes: int) -> float:
    """The first player's result between 0 and 1; a game both think decided is not played to its end."""
    highest = line.state.highest
    sure = 0
    for player in players:
        player.clear()
    while line.moves() and len(line.played) < LONGEST:
        found = players[line.turn].think(line, Limits(nodes=nodes))
        value = (found.value if line.turn == 0 else -found.value) / highest
        sure = (
            (sure + 1 if value * sure >= 0 else 1)
            if value > SURE
            else (sure - 1 if value * sure >= 0 else -1)
            if value < -SURE
            else 0
        )
        if abs(sure) >= AGREED:
            return 1.0 if sure > 0 else 0.0
        line.play(found.move)
    outcome = line.outcome()
    if outcome is None:
        return 0.5
    return 0.5 + 0.5 * (outcome.utilities[0] > 0) - 0.5 * (outcome.utilities[0] < 0)


def play_pair(game: str, name: str, number: int, nodes: int = NODES) -> tuple[float, float]:
    """One opening with all on as the first player, then as the second: its results."""
    cls, _, plies = GAMES[game]
    full, less = AlphaBeta(tt=4), AlphaBeta(changed(name), tt=4)
    first = play_game(opening(cls, number, plies), [full, less], nodes)
    second = 1.0 - play_game(opening(cls, number, plies), [less, full], nodes)
    return first, second


def play_games(names: list[str], pairs: int, seconds: float) -> None:
    """Rounds over all options, so that an interrupted run leaves a whole table."""
    until = time.monotonic() + seconds
    for number in range(pairs):
        for game in ("chess", "othello"):
            for name in names:
                if name in IDLE[game] or done(kind="pair", game=game, option=name, number=number):
                    continue
                if time.monotonic() > until:
                    return
                write(kind="pair", game=game, option=name, number=number, score=sum(play_pair(game, name, number)))


def elo(score: float) -> float:
    """The difference that a mean score tells."""
    score = min(max(score, 0.001), 0.999)
    return -400.0 * math.log10(1.0 / score - 1.0)


def elo_text(scores: list[float]) -> str:
    """Elo with a 95 % interval, from the scores of pairs (0 to 2)."""
    if len(scores) < 2:
        return ""
    mean = sum(scores) / len(scores) / 2
    spread = math.sqrt(sum((s / 2 - mean) ** 2 for s in scores) / (len(scores) - 1) / len(scores))
    low, high = elo(mean - 1.96 * spread), elo(mean + 1.96 * spread)
    return f"{elo(mean):+.0f} ± {(high - low) / 2:.0f}"


# ---------------------------------------------------------------------- results


def read() -> list[dict[str, Any]]:
    """All results so far."""
    if not RESULTS.exists():
        return []
    return [json.loads(line) for line in RESULTS.read_text().splitlines()]


def write(**row: Any) -> None:
    """Add one result."""
    RESULTS.parent.mkdir(exist_ok=True)
    with RESULTS.open("a") as file:
        file.write(json.dumps(row) + "\n")
    _known.add(name_of(row))


def name_of(row: dict[str, Any]) -> tuple[Any, ...]:
    """What makes a result the same as another."""
    return row["kind"], row["game"], row["option"], row.get("number")


def done(**row: Any) -> bool:
    """Whether a result is there already."""
    if not _known:
        _known.update(name_of(known) for known in read())
        _known.add(())
    return name_of(row) in _known


_known: set[tuple[Any, ...]] = set()


def markdown() -> str:
    """The table: how many times the nodes without the option, and the Elo that it gives."""
    rows = read()
    nodes = {(row["game"], row["option"]): row for row in rows if row["kind"] == "nodes"}
    pairs: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        if row["kind"] == "pair":
            pairs.setdefault((row["game"], row["option"]), []).append(row["score"])
    out = [
        "| option | "
        + " | ".join(f"{g.replace('_', ' ')}, depth {GAMES[g][1]}" for g in GAMES)
        + " | Elo chess | Elo Othello | games |"
    ]
    out.append("|---" * (len(GAMES) + 4) + "|")
    alls = [f"{nodes[g, '']['nodes']:,}" if (g, "") in nodes else "" for g in GAMES]
    out.append("| all on: nodes | " + " | ".join(alls) + " | | | |")
    for name in options_named():
        cells = []
        for game in GAMES:
            both = nodes.get((game, "")), nodes.get((game, name))
            cells.append(f"{both[1]['nodes'] / both[0]['nodes']:.2f}" if both[0] and both[1] else "")
        played = [pairs.get((game, name), []) for game in ("chess", "othello")]
        sign = 1.0 if getattr(AlphaBetaOptions(), name) else -1.0  # off by default: worth what switching it on gains
        shown = [elo_text([s if sign > 0 else 2 - s for s in scores]) for scores in played]
        out.append(
            f"| `{name}` | "
            + " | ".join(cells)
            + f" | {shown[0]} | {shown[1]} | {2 * len(played[0])}, {2 * len(played[1])} |"
        )
    return "\n".join(out)


def write_page() -> None:
    """Put the table between its marks in the document."""
    text = PAGE.read_text()
    head, _, rest = text.partition(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}\n{markdown()}\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    verb, *chosen = sys.argv[1:] or ["nodes"]
    wanted = [word for word in chosen if not word.isdigit()] or options_named()
    numbers = [int(word) for word in chosen if word.isdigit()] or [1000, 600]
    if verb == "nodes":
        count_nodes(wanted)
    elif verb == "games":
        play_games(wanted, numbers[0], numbers[-1])
    elif verb == "table":
        write_page()
    else:
        sys.exit("bench.worth: nodes [option ...], games [option ...] [pairs seconds], or table")
