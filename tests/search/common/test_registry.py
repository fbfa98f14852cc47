"""Searches are registered once; their refusals and the advice follow from the facts they declare."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from zermelo.errors import Unsupported
from zermelo.games import catalogue
from zermelo.players import KINDS, booked
from zermelo.players.searching import NET, WEIGHTS
from zermelo.search.common.registry import SEARCHES, Search, Serves, advice, refuse, register

GAMES = {name: entry.load() for name, entry in catalogue.entries().items()}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_advice_names_searches_that_serve_the_game(name: str) -> None:
    game = GAMES[name]
    served = [search.name for search in SEARCHES.values() if not search.serves.obstacle(game)]
    assert served, "some search serves every game"
    for search in SEARCHES.values():
        if search.name in served:
            refuse(search.name, game)
        else:
            with pytest.raises(Unsupported, match=r": \w+ cannot search it; use ") as refusal:
                refuse(search.name, game)
            advised = str(refusal.value).rsplit("use ", 1)[1].replace(" or ", ", ").split(", ")
            assert {one.partition(":")[0] for one in advised} <= set(served)


def test_a_new_search_is_one_registration(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("determinised", "ismcts"):
        monkeypatch.delitem(SEARCHES, name)
    hidden = GAMES["kuhn_poker"]
    assert advice("alphabeta", hidden) == "use determinised, of zermelo.hidden"
    register(Search("bluff", "bluffs", Serves(hidden=True, chance=True), (), lambda values: lambda seed: None))  # type: ignore[arg-type,return-value]
    try:
        assert advice("alphabeta", hidden) == "use bluff"
        refuse("bluff", hidden)
    finally:
        del SEARCHES["bluff"]


@pytest.mark.parametrize("search", SEARCHES.values(), ids=list(SEARCHES))
def test_every_search_is_a_player_with_its_settings(search: Any) -> None:
    kind = KINDS[search.name]
    judged = (NET, WEIGHTS) if search.evaluates else ()
    with_book = search.advised and not search.serves.hidden  # a book names positions, and those are hidden there
    assert kind.settings == (*search.settings, *judged, *(booked.SETTINGS if with_book else ()))
    assert all(setting.help for setting in kind.settings)


def test_searches_are_read_when_they_are_asked_for() -> None:
    """All are known by name; the files of one are imported with it, and those of the others are not."""
    asked = "import sys; from zermelo import player; player('alphabeta:depth=1'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, text=True)
    loaded = set(done.stdout.split())
    assert "zermelo.search.alphabeta.kernel" in loaded
    other = re.compile(r"zermelo\.search\.(mcts|chance|proof|manyplayer)\.\w*kernel")
    assert not [module for module in loaded if other.fullmatch(module)]


def test_public_names_of_a_folder_are_found() -> None:
    from zermelo.search import mcts
    from zermelo.search.mcts.mcts import Mcts

    assert mcts.Mcts is Mcts
    with pytest.raises(ImportError, match="cannot import name 'Nobody'"):
        exec("from zermelo.search.mcts import Nobody")
