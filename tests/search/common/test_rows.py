"""A game that writes more moves than it promises is found out by every search, and nothing crashes before."""

from __future__ import annotations

import pytest

from tests.game.small_games import Liar
from zermelo.errors import BadRules
from zermelo.players import player
from zermelo.search.alphabeta.fixed_depth import fixed_depth

TOLD = "Liar writes more moves than most_moves = 3 promises"


@pytest.mark.parametrize(
    "text",
    ["alphabeta:depth=3", "expectiminimax:depth=3", "maxn:depth=3", "mcts:sims=50", "dfpn:nodes=200"],
)
def test_searches_tell_when_more_moves_are_written_than_promised(text: str) -> None:
    with pytest.raises(BadRules, match=TOLD):
        player(text).think(Liar())


def test_a_search_to_a_fixed_depth_tells_it_too() -> None:
    with pytest.raises(BadRules, match=TOLD):
        fixed_depth(Liar(), 3)
