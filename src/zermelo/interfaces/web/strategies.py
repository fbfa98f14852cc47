"""Jobs about strategies: a hold'em subgame solved and looked at, and the equilibrium of a small game in words."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from zermelo.errors import Unsupported

if TYPE_CHECKING:
    from zermelo.hidden.holdem.subgame import Subgame

Job = dict[str, Any]
SECONDS, ITERATIONS, MEGABYTES, NODES = 8.0, 2000, 64.0, 60_000  # that one question may cost
GAP = 0.3  # hundredths of the pot at which a subgame is good enough to look at
KEPT = 3  # subgames that are remembered, for the next step in one of them
SMALL = 20_000  # nodes of a game whose whole strategy is shown
SURE = 1e-4  # exploitability of that

solved: OrderedDict[str, Subgame] = OrderedDict()


def subgame(job: Job, update: Any, stop_event: threading.Event) -> dict[str, Any]:
    """A node of a solved subgame: how often each hand does what."""
    from zermelo.hidden.holdem.ranges import CLASSES, class_text
    from zermelo.hidden.holdem.report import equity, look
    from zermelo.hidden.holdem.subgame import solve_subgame, spot

    asked = {name: job[name] for name in ("board", "first", "second", "pot", "stack", "bets", "raises")}
    name = repr(sorted(asked.items()))
    found = solved.pop(name, None) or solve_subgame(
        spot(**asked), until=GAP, iterations=ITERATIONS, seconds=SECONDS, most_memory=MEGABYTES, most_nodes=NODES,
        stop_event=stop_event,
    )  # fmt: skip
    solved[name] = found
    while len(solved) > KEPT:
        solved.popitem(last=False)
    chance = equity(found)
    return {
        "shares": [], "weights": [], "grid": [], **look(found, list(job["path"])),
        "classes": [class_text(cell) for cell in range(CLASSES)],
        "share": found.share(), "equity": None if math.isnan(chance) else chance,
        "exploitability": found.exploitability(), "iterations": found.iterations,
    }  # fmt: skip


def equilibrium(job: Job, update: Any, stop_event: threading.Event) -> dict[str, Any]:
    """What the equilibrium of a small game does with all that a player can know."""
    from zermelo.games import catalogue
    from zermelo.hidden.equilibrium import solve_equilibrium
    from zermelo.hidden.tree import game_tree, refuse

    start = catalogue.begin(job["game"]).state
    if type(start).players != 2:
        raise Unsupported(f"{job['game']} is not a game of two: no equilibrium is promised")
    refuse(start)
    tree = game_tree(start, most_nodes=SMALL)
    found = solve_equilibrium(start, until=SURE, seconds=SECONDS)
    rows = [
        {"player": player, "knows": knows, "moves": list(shares), "shares": list(shares.values())}
        for player, knows, shares in found.lines(tree)
    ]
    return {"values": list(found.values), "exploitability": found.exploitability, "rows": rows}
