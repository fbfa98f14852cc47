"""Settings: how numbers are written, their ranges, and the bounds of a host, which hold after reading."""

from __future__ import annotations

import math

import pytest

from zermelo.errors import BadLimit, BadPlayer
from zermelo.interfaces.web.jobs import MOST, allowed_player
from zermelo.players import player
from zermelo.players.catalogue import KINDS
from zermelo.players.settings import read_value
from zermelo.search.common.options import LARGEST, SEED, Setting
from zermelo.search.common.table import make_table
from zermelo.search.mcts.options import MctsOptions

SIMS = Setting("sims", int, "", low=1)


def test_numbers_as_people_write_them() -> None:
    assert [read_value(SIMS, text, "mcts") for text in ("64", "6_4", "3e2", "+5", "12.0")] == [64, 64, 300, 5, 12]
    assert read_value(SEED, "9007199254740993", "mcts") == 9007199254740993, "not by way of a float"


@pytest.mark.parametrize(
    "text", ["tt=inf", "tt=²", "tt=nan", "tt=1e400", "tt=-1", "tt=1e30", "depth=٣", "depth=1.5", "nodes=1e20", "depth="]
)
def test_what_is_no_number_or_too_large_is_bad_input(text: str) -> None:
    with pytest.raises(BadPlayer):
        player(f"alphabeta:{text}")


def test_sentences() -> None:
    for text, told in {
        "mcts:memory=1.2.3": "memory of mcts must be a number, not '1.2.3'",
        "alphabeta:tt=inf": "tt of alphabeta must be a finite number, not inf",
        "random:seed=1e20": "seed of random must lie between 0 and 1e\\+18, not 1e20",
        "mcts:sims=0": "sims of mcts must be at least 1, not 0",
        "expectimax:model=(minimax:depth=x)": "depth of minimax must be a number, not 'x'",
    }.items():
        with pytest.raises(BadPlayer, match=told):
            player(text)


def test_values_from_a_program_are_asked_the_same() -> None:
    for wrong in (math.inf, math.nan, 2.0 * LARGEST):
        with pytest.raises(BadLimit):
            MctsOptions(exploration=wrong).checked()
        with pytest.raises(BadLimit):
            make_table(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "alphabeta:threads=6_4",
        "alphabeta:threads=+5",
        "alphabeta:tt=3e2",
        "alphabeta:time=6.1e1",
        "alphabeta:clock=10,increment=1e9",
        "mcts:memory=5_13",
        "best:threads=5",
        "mix(alphabeta:threads=8@1,random@1)",
        "determinised:search=(mcts:memory=1e3)",
        "determinised:search=mcts:memory=1e3",
        "expectimax:model=(mix(mcts:time=1e3@1))",
        "expectimax:model=mcts:time=1e3",
        "expectimax:model=minimax:depth=256",
        "expectimax:model=mix(minimax:depth=256@0.8,random@0.2)",
    ],
)
def test_a_host_bounds_values_and_not_texts(text: str) -> None:
    assert player(text).text == text
    with pytest.raises(BadPlayer, match="may be at most"):
        allowed_player(text)


def test_what_lies_within_the_bounds_is_allowed() -> None:
    full = ",".join(f"{name}={MOST[name]}" for name in ("tt", "threads", "time"))
    assert allowed_player(f"alphabeta:{full}").text.startswith("alphabeta")


def test_every_number_of_every_player_is_bounded_for_clients() -> None:
    """In the one table, or by the range of the setting itself."""
    for kind in KINDS.values():
        for setting in kind.settings:
            if setting.kind in (int, float):
                most = min(MOST.get(setting.name, math.inf), setting.high)
                assert math.isfinite(most), f"{kind.name} has {setting.name} without a bound in jobs.MOST"
                for text in (f"{kind.name}:{setting.name}={most * 2 + 1:.0f}", f"{kind.name}:{setting.name}=1e17"):
                    for nested in (text, f"mix({text}@1)"):
                        with pytest.raises(BadPlayer, match=r"may be at most|must lie between|must be"):
                            allowed_player(nested)
