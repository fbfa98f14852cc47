"""Everything that runs on a GPU, on a machine with one: `python -m bench.card FOLDER [SECONDS]`.

Equality with the processor game by game, perft against known counts, Monte Carlo trees against one core. Each part is
a process with a time limit, and writes a line of JSON as soon as it knows something; `card.txt` is the same for people.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from zermelo.games import catalogue

SECONDS = 240.0
COMPILERS = 12  # processes of games side by side
GAMES, SEED = 256, 3
PERFT = (  # the sources of these counts stand in `tests/games/perft`
    ("chess", 6, 119_060_324),
    ("chess", 7, 3_195_901_860),
    ("checkers", 11, 85_242_128),
    ("othello", 10, 24_571_056),
    ("connect_four", 9, 39_394_572),
)
TREES = {"connect_four": 512, "othello": 256, "go": 64, "chess": 32}  # trees of a position that fill the card
POSITIONS, EACH = 256, 400  # positions of a batch; simulations of a tree
LOCK = Path(tempfile.gettempdir()) / "zermelo-card.lock"
Rows = Iterator[dict[str, Any]]


@contextmanager
def measuring() -> Iterator[None]:
    """One part at a time is measured; others compile meanwhile."""
    with open(LOCK, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def equal(name: str) -> Rows:
    """The same random games, number for number."""
    from zermelo.game import gpu
    from zermelo.game.playouts import playouts

    state = catalogue.make(name)
    begin = time.perf_counter()
    theirs = gpu.playouts(state, GAMES, seed=SEED)
    compiled = time.perf_counter() - begin
    ours = playouts(state, GAMES, seed=SEED)
    same = (ours.moves, ours.longest, ours.results) == (theirs.moves, theirs.longest, theirs.results)
    yield {"game": name, "same": same, "moves": ours.moves, "theirs": theirs.moves, "seconds": compiled}


def rates(name: str) -> Rows:
    """Random games a second on the card and on one core."""
    from zermelo.game import gpu
    from zermelo.game.playouts import playouts

    state = catalogue.make(name)
    few = playouts(state, 2000, seed=1)
    games = int(few.games_per_second * 100)
    gpu.playouts(state, 1000)  # compiles
    with measuring():
        runs = [gpu.playouts(state, games, seed=seed) for seed in range(2)]
    report = max(runs, key=lambda one: one.games_per_second)
    ratio = report.games_per_second / few.games_per_second
    yield {"game": name, "card": report.games_per_second, "core": few.games_per_second, "cores": ratio}


def lines(name: str) -> Rows:
    """Perft of known depth, with its rate and one core's."""
    from zermelo.game import gpu
    from zermelo.game.perft import perft

    state = catalogue.make(name)
    gpu.perft(state, 5)  # compiles
    perft(state, 3)
    begin = time.thread_time()
    few = perft(state, 5 if name == "chess" else 8)
    core = few / (time.thread_time() - begin)
    for game, depth, known in PERFT:
        if game != name:
            continue
        with measuring():
            begin = time.perf_counter()
            found = gpu.perft(state, depth)
            rate = found / (time.perf_counter() - begin)
        yield {"game": f"{game} {depth}", "found": found, "known": known, "same": found == known,
               "card": rate, "core": core, "cores": rate / core}  # fmt: skip


def positions(name: str, count: int) -> list[Any]:
    """Positions of random games, with their history."""
    from zermelo.game.game import CHANCE
    from zermelo.game.playouts import random_game
    from zermelo.game.playthrough import Playthrough

    found: list[Any] = []
    number = 0
    while len(found) < count:
        game = Playthrough(catalogue.make(name))
        for move in random_game(game.state, seed=11, number=number)[:-6]:
            if game.turn != CHANCE and len(game.moves()) > 1:
                found.append(game.copy())
            game.play(move)
        number += 1
    return found[:count]


def trees(name: str) -> Rows:
    """Simulations a second: a tree for each position, then a card full of trees; one tree equal to a core's."""
    from zermelo.search.common.limits import Limits
    from zermelo.search.mcts import Mcts, MctsOptions
    from zermelo.search.mcts.gpu import think_all

    start = catalogue.make(name)
    core = Mcts(MctsOptions(reuse=False))
    limits = Limits(simulations=EACH)
    one = think_all([start], MctsOptions(on="gpu", trees=1), limits)[0]
    yield {"game": name, "same": one.moves == core.think(start, limits).moves, "what": "the tree of one seed"}
    games = positions(name, POSITIONS)
    theirs = [core.think(game, limits) for game in games[:64]]
    begin = time.process_time()
    rate = core.think(start, Limits(simulations=200 * EACH)).nodes / (time.process_time() - begin)
    for trees_each in (1, 16, TREES[name]):
        with measuring():
            found = think_all(games, MctsOptions(on="gpu", trees=trees_each), Limits(simulations=EACH * trees_each))
        count = sum(result.nodes for result in found)
        card = count / max(found[0].seconds, 1e-9)
        row = {"game": name, "trees": trees_each * POSITIONS, "simulations": count, "card": card, "core": rate}
        row |= {"expected": EACH * trees_each * POSITIONS, "cores": card / rate, "note": found[0].notes[-1]}
        if trees_each == 1:
            row["same_of_64"] = sum(ours.moves == other.moves for ours, other in zip(found, theirs, strict=False))
        yield row


def solved(name: str) -> Rows:
    """How often the choice keeps the value of the game: 64 late positions, solved by alpha-beta to their ends."""
    from zermelo.search.alphabeta import AlphaBeta
    from zermelo.search.common.limits import Limits
    from zermelo.search.mcts import Mcts, MctsOptions
    from zermelo.search.mcts.gpu import think_all

    late = [game for game in positions(name, 1000) if game.ply >= {"connect_four": 18, "othello": 49}[name]][:64]
    searcher = AlphaBeta()
    proven = [searcher.think(game, Limits(seconds=0.5)) for game in late]
    known = [(game, result) for game, result in zip(late, proven, strict=True) if result.proven]
    simulations = 8192
    card = think_all([game for game, _ in known], MctsOptions(on="gpu", trees=32), Limits(simulations=simulations))
    core = Mcts(MctsOptions(reuse=False))
    scores = {"card": 0, "core": 0}
    for (game, exact), theirs in zip(known, card, strict=True):
        for who, result in (("card", theirs), ("core", core.think(game, Limits(simulations=simulations)))):
            after = game.copy()
            after.play(result.move)
            if (outcome := after.outcome()) is not None:
                value = float(outcome.utilities[game.turn])
            else:
                reply = searcher.think(after, Limits(seconds=0.5))
                value = reply.value if after.turn == game.turn else -reply.value
            scores[who] += value == exact.value
    yield {"game": name, "positions": len(known), "simulations": simulations, **scores}


def device(name: str) -> Rows:
    """Whether there is a card at all, and a compiler for it: what the driver says where there is none."""
    from zermelo.game import gpu
    from zermelo.game.gpu.device import cuda, free_memory

    found = cuda.get_current_device()
    count = gpu.perft(catalogue.make(name), 5)
    memory = f"{free_memory() / 1e9:.0f} GB free"
    yield {"game": name, "card": gpu.device_name(), "compute": str(found.compute_capability), "memory": memory,
           "same": count == 15_120}  # fmt: skip


PARTS: dict[str, Callable[[str], Rows]] = {
    "device": device,
    "lines": lines, "trees": trees, "solved": solved, "rates": rates, "equal": equal,
}  # fmt: skip


def work(part: str, name: str, folder: Path, deadline: float) -> None:
    """One part in a process of its own; what went wrong is a row too."""
    left = deadline - time.monotonic()
    if left <= 5:
        note(folder, part, {"game": name, "problem": "no time was left"})
        return
    command = [sys.executable, "-m", "bench.card", "--part", part, name, str(folder)]
    try:
        done = subprocess.run(command, timeout=left, capture_output=True, text=True)
        if done.returncode:
            note(folder, part, {"game": name, "problem": done.stderr[-1500:]})
    except subprocess.TimeoutExpired:
        note(folder, part, {"game": name, "problem": f"not ready after {left:.0f} s"})


def note(folder: Path, part: str, row: dict[str, Any]) -> None:
    """One more line."""
    with open(folder / "card.jsonl", "a", encoding="utf-8") as file:
        file.write(json.dumps({"part": part, **row}) + "\n")


def shown(value: Any) -> str:
    """A figure for people."""
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)


def write_text(folder: Path) -> None:
    """The lines as text, what differs or failed last."""
    rows = [json.loads(line) for line in (folder / "card.jsonl").read_text("utf-8").splitlines()]
    rows.sort(key=lambda row: (row.get("same") is False or "problem" in row, row["part"], row["game"]))
    text = [" ".join(f"{name}={shown(value)}" for name, value in row.items()) for row in rows]
    alike = [row["same"] for row in rows if row["part"] == "equal" and "same" in row]
    text.append(f"{sum(alike)} of {len(catalogue.entries())} games are equal ({len(alike)} compared)")
    (folder / "card.txt").write_text("\n".join(text) + "\n", "utf-8")
    print("\n".join(text), flush=True)


def main(folder: Path, seconds: float) -> None:
    """First what is fewest and matters most, then all games."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "card.jsonl").write_text("", "utf-8")
    deadline = time.monotonic() + seconds
    jobs = [
        ("lines", "chess"),
        *(("trees", name) for name in list(TREES)[:3]),
        ("solved", "connect_four"),
        ("trees", "chess"),
    ]
    jobs += [("equal", name) for name in ("omega_chess", "scrabble", "shogi", "tori_shogi")]
    jobs += [("lines", name) for name in ("checkers", "othello", "connect_four")] + [("solved", "othello")]
    jobs += [("rates", name) for name in ("connect_four", "othello", "go", "chess")]
    jobs += [("equal", name) for name in sorted(catalogue.entries()) if ("equal", name) not in jobs]
    work("device", "tic_tac_toe", folder, deadline)
    if "problem" in (folder / "card.jsonl").read_text("utf-8"):
        jobs = []  # nothing else can work
    os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")
    with ThreadPoolExecutor(COMPILERS) as pool, ThreadPoolExecutor(2) as alone:
        for part, name in jobs:
            chosen = alone if part in ("trees", "solved") else pool  # trees take most of the card's memory
            chosen.submit(work, part, name, folder, deadline)
    write_text(folder)


def one_part(part: str, name: str, folder: Path) -> None:
    """What a process does."""
    for row in PARTS[part](name):
        note(folder, part, row)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--part"]:
        one_part(sys.argv[2], sys.argv[3], Path(sys.argv[4]))
    else:
        main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS)
