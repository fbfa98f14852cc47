"""Axelrod's strategies as players of a repeated game, `strategy:tit_for_tat`; `theory/repeated` says what they do."""

from __future__ import annotations

import random
from difflib import get_close_matches
from typing import Any, ClassVar

from zermelo.errors import BadPlayer, Unsupported
from zermelo.games.economics.repeated_game import RepeatedGame
from zermelo.players.base import Player, simple_result
from zermelo.search.common.options import SEED, Setting
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time
from zermelo.theory.repeated import STRATEGIES

NAMES = {name.replace(" ", "_"): strategy for name, strategy in STRATEGIES.items()}


class StrategyPlayer(Player):
    """Chooses by what both have played: to cooperate is the first action of the game, to defect the second."""

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("name", str, f"which one: {', '.join(NAMES)}", "tit_for_tat"),
        SEED,
    )

    def __init__(self, text: str, values: dict[str, Any]) -> None:
        self.text, self.seed = text, int(values.get("seed", 0))
        name = str(values.get("name", "tit_for_tat")).replace(" ", "_")
        if name not in NAMES:
            near = get_close_matches(name, NAMES, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(NAMES)}"
            raise BadPlayer(f"there is no strategy {name!r}; {hint}")
        self.strategy = NAMES[name]
        self.new_game()

    def new_game(self, seed: int = 0) -> None:
        """Begin anew."""
        self.chance = random.Random(self.seed * 1_000_003 + seed)

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: Any = None
    ) -> SearchResult:
        """What the strategy does after these rounds."""
        playthrough, _ = asked(game, None)
        state = playthrough.state
        if not isinstance(state, RepeatedGame) or state.players != 2 or list(state.SHAPE) != [2, 2]:
            raise Unsupported(
                "strategies such as tit_for_tat play repeated_game with two players and two actions each, not "
                f"{type(state).__name__}"
            )
        player, made = int(state.turn), int(state.made)
        own, other = ([int(action) - 1 for action in state.chosen[who, :made]] for who in (player, 1 - player))
        return simple_result(playthrough, self.strategy(own, other, self.chance), self.text)
