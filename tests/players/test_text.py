"""The text of a player: one grammar, clear errors."""

from __future__ import annotations

import pytest

from zermelo.errors import BadPlayer
from zermelo.players.text import read_player


def test_a_name_with_settings() -> None:
    spec = read_player(" alphabeta:depth=8, tt=64,rave ")
    assert (spec.name, spec.settings) == ("alphabeta", {"depth": "8", "tt": "64", "rave": "yes"})


def test_a_mixture_keeps_the_commas_of_its_players() -> None:
    spec = read_player("mix(alphabeta:depth=2,tt=4@0.8,mix(random@1,greedy@3)@0.2)")
    assert [(part.text, weight) for part, weight in spec.parts] == [
        ("alphabeta:depth=2,tt=4", 0.8),
        ("mix(random@1,greedy@3)", 0.2),
    ]
    assert [part.name for part, _ in spec.parts[1][0].parts] == ["random", "greedy"]


def test_a_player_as_a_setting() -> None:
    spec = read_player("determinised:samples=4,search=(mcts:sims=20,rave)")
    assert spec.settings == {"samples": "4", "search": "(mcts:sims=20,rave)"}
    assert read_player(spec.settings["search"]).settings == {"sims": "20", "rave": "yes"}


def test_a_file() -> None:
    spec = read_player("./some.folder/my.bot.py:Timid,depth=3")
    assert spec.is_file
    assert (spec.name, spec.settings) == ("./some.folder/my.bot.py", {"Timid": "yes", "depth": "3"})
    assert read_player("bot.py").settings == {}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "needs a name"),
        ("()", "needs a name"),
        ("alphabeta:", "no settings"),
        ("alphabeta:depth=", "is no setting"),
        ("alphabeta:=3", "is no setting"),
        ("alphabeta:depth=1,depth=2", "twice"),
        ("mix(random)", "needs a weight"),
        ("mix(random@0.5,greedy)", "needs a weight"),
        ("mix(random@-1)", "above 0"),
        ("mix(random@nan)", "above 0"),
        ("mix(random@1", "brackets"),
        ("random)(", "brackets"),
        ("bot.py!", "only :Name"),
    ],
)
def test_what_is_wrong_is_said(text: str, reason: str) -> None:
    with pytest.raises(BadPlayer, match=reason):
        read_player(text)
