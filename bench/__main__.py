"""`python -m bench [part ...]`: fixed work beside other programs; a wrong part lists them all."""

from __future__ import annotations

import sys
from collections.abc import Callable

from bench import batches, described, hidden, perft, playouts, search, solving, star, starting, uct
from bench.measure import pin


def in_turn(*parts: Callable[[], object]) -> Callable[[], None]:
    """Several parts as one."""

    def run() -> None:
        for part in parts:
            part()

    return run


PARTS: dict[str, Callable[[], object]] = {
    "limits": in_turn(playouts.against_c, perft.against_c),
    "chess": perft.chess,
    "shogi": perft.shogi,
    "growth": perft.growth,
    "spiel": playouts.against_open_spiel,
    "batches": batches.against_pgx,
    "alphabeta": search.alphabeta,
    "solving": solving.connect_four,
    "hidden": hidden.against_open_spiel,
    "described": described.random_games,
    "star": star.nodes,
    "uct": in_turn(uct.against_c, uct.go, uct.against_open_spiel),
}
UNPINNED: dict[str, Callable[[], object]] = {
    "threads": in_turn(playouts.threads, perft.threads, uct.threads),
    "waits": starting.waits,
}

if __name__ == "__main__":
    chosen = sys.argv[1:] or [*UNPINNED, *PARTS]
    for part in chosen:
        if part not in PARTS and part not in UNPINNED:
            sys.exit(f"bench: no part {part!r}; there are {' '.join([*UNPINNED, *PARTS])}")
    for part in [p for p in chosen if p in UNPINNED]:
        UNPINNED[part]()
    pin()
    for part in [p for p in chosen if p in PARTS]:
        PARTS[part]()
