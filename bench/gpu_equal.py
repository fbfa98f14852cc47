"""The same random games on the GPU and on the processor: `python -m bench.gpu_equal [GAME...]`, several at a time.

Prints for each game whether number of moves, longest game and results agree, and the rates.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from zermelo.errors import ZermeloError
from zermelo.games import catalogue

GAMES, SEED = 256, 3
WORKERS = 12


def compare(name: str) -> str:
    """One game in a process of its own."""
    from zermelo.game import gpu
    from zermelo.game.playouts import playouts

    state = catalogue.make(name)
    try:
        theirs = gpu.playouts(state, GAMES, seed=SEED)
        ours = playouts(state, GAMES, seed=SEED)
    except ZermeloError as problem:
        return f"{name:24} not compared: {problem}"
    same = (ours.moves, ours.longest, ours.results) == (theirs.moves, theirs.longest, theirs.results)
    if not same:
        return f"{name:24} DIFFERS: {ours.moves} {ours.results} on the processor, {theirs.moves} {theirs.results}"
    return f"{name:24} the same {ours.moves} moves"


def main(names: list[str]) -> None:
    """All games, or those named."""
    with ProcessPoolExecutor(WORKERS, get_context("spawn")) as pool:
        for line in pool.map(compare, names or sorted(catalogue.entries())):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
