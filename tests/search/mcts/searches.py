"""A small search of tic-tac-toe, for all tests of Monte Carlo tree search."""

from __future__ import annotations

from typing import Any

import zermelo.players  # noqa: F401  # registers all searches: a refusal names those that serve the game
from zermelo.games import catalogue
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult
from zermelo.search.mcts.mcts import Mcts
from zermelo.search.mcts.options import MctsOptions

SMALL = MctsOptions(memory=20.0, reuse=False)
TIC_TAC_TOE = catalogue.make("tic_tac_toe")


def think(game: Any, simulations: int, options: MctsOptions = SMALL, **more: Any) -> SearchResult:
    return Mcts(options).think(game, Limits(simulations=simulations), **more)
