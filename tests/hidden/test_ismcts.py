"""Information-set Monte Carlo tree search: sound choices, no peeking, any number of players."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.arena.match import Match
from zermelo.errors import Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.games.connect_four import ConnectFour
from zermelo.games.goofspiel import Goofspiel
from zermelo.games.liars_dice import LiarsDice
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.hidden.ismcts import Ismcts
from zermelo.players import player
from zermelo.search.common.limits import Limits

SOME = Limits(simulations=3000)


@pytest.mark.parametrize("multiple", [False, True])
def test_plain_choices_in_kuhn_poker(multiple: bool) -> None:
    """Never call with the jack, always with the king."""
    search = Ismcts(multiple=multiple)
    assert search.think(KuhnPoker.from_text("QJ b"), SOME).move_text == "pass"
    assert search.think(KuhnPoker.from_text("QK b"), SOME).move_text == "bet"


@pytest.mark.parametrize("multiple", [False, True])
def test_what_is_hidden_changes_nothing(multiple: bool) -> None:
    for one, other in (("JsQh c", "KsQh c"), ("JsQh cr", "JsKs cr")):
        found = [Ismcts(multiple=multiple, seed=3).think(LeducPoker.from_text(text), SOME) for text in (one, other)]
        assert found[0].moves == found[1].moves


def test_values_and_counts_add_up() -> None:
    found = Ismcts().think(KuhnPoker.from_text("KQ"), SOME)
    assert sum(count for _, count in found.moves.values()) == 3000
    assert all(-2 <= value <= 2 for value, _ in found.moves.values())
    assert found.nodes == 3000
    assert Ismcts().think(KuhnPoker.from_text("KQ"), SOME).moves == found.moves


@pytest.mark.parametrize("game", [LiarsDice(players=3, faces=3), Goofspiel(cards=5)])
def test_it_beats_chance(game: Any) -> None:
    seats = ["ismcts:sims=300"] + ["random"] * (game.players - 1)
    report = Match(game, seats, seed=4).run(30 * game.players)
    assert report.standings[0].points
    mine = next(one for one in report.standings if one.name.startswith("ismcts"))
    assert sum(mine.points) > 0.6 * len(report.records) if game.players == 2 else sum(mine.points) > 0


def test_open_games_are_refused() -> None:
    with pytest.raises(Unsupported, match="hides nothing"):
        Ismcts().think(ConnectFour(), SOME)
    line = Playthrough(KuhnPoker())
    line.play("Q")
    line.play("K")
    assert player("ismcts:sims=100,multiple=no").think(line).algorithm == "ismcts"
