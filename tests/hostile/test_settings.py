"""Hostile texts of players and settings of games, as `--set` and the server take them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.hostile.fuzz import NUMBERS, STRANGE, Fuzz, Tally, obeyed
from tests.hostile.games import every_form
from zermelo.games import catalogue
from zermelo.interfaces.web.jobs import MOST, allowed_player
from zermelo.players import player
from zermelo.players.base import Player
from zermelo.players.catalogue import KINDS

PLAYERS, SETTINGS = 6000, 24  # in all; of each form

Many = Callable[[int], int]
Count = Callable[[str], Tally]


def player_texts() -> list[str]:
    """A text for every kind of player and every setting of it, and some that hold others."""
    found = [kind.example or name for name, kind in KINDS.items()]
    for name, kind in KINDS.items():
        found += [
            f"{name}:{setting.name}={3 if setting.default is None else setting.default}" for setting in kind.settings
        ]
    found += ["mix(greedy@0.8,random@0.2)", "mix(mix(greedy@3,random@1)@1,mcts:sims=20,rave@1)"]
    found += ["determinised:search=(mcts:sims=10),samples=4", "expectimax:model=(mix(greedy@1,random@2)),depth=2"]
    return found


def test_players(fuzz: Fuzz, tally: Count, many: Many) -> None:
    """Read as at the keyboard, and as for a client; what is allowed there keeps within its bounds."""
    count, allowed, examples = tally("player texts"), tally("player texts of clients"), player_texts()
    for _ in range(many(PLAYERS) // 2):
        text = fuzz.text(examples)
        if ".py" in text:
            continue
        found = obeyed(partial(player, text), count, text)
        if found is not None:
            assert player(found.text).text == found.text
        found = obeyed(partial(allowed_player, text), allowed, text)
        if found is not None:
            within_bounds(found, text)


def within_bounds(found: Player, text: str) -> None:
    """No number of a player, or of one inside it, is above what a client may have."""
    for name, value in settings_in(found):
        assert not isinstance(value, int | float) or value <= MOST.get(name, float("inf")), (text, name, value)


def settings_in(found: Any) -> list[tuple[str, Any]]:
    """What a player's limits and options hold."""
    from zermelo.players.text import read_player

    values: list[tuple[str, Any]] = []
    spec = read_player(found.text)
    for part, _ in spec.parts:
        values += settings_in(player(part.text))
    if not spec.parts:
        for name, value in spec.settings.items():
            try:
                values.append((name, float(value)))
            except ValueError:
                if value in ("yes", "no") or "(" not in value:
                    continue
                values += settings_in(player(value))
    return values


@every_form
def test_settings_of_games(name: str, settings: dict[str, str], fuzz: Fuzz, tally: Count, many: Many) -> None:
    cls, count = catalogue.find(name), tally("settings of games")
    usual: dict[str, str] = {key: str(item.default) for key, item in cls._parameters.items()}
    usual |= {key: str(item.default) for key, item in cls.setup_parameters().items()}
    usual = {key: value for key, value in usual.items() if key not in ("lexicon",)} | settings
    for _ in range(many(SETTINGS)):
        given: Any = dict(usual or {"size": "5"})
        for _ in range(fuzz.luck.randrange(1, 3)):
            key = fuzz.luck.choice(list(given))
            value = given.pop(key)
            if fuzz.luck.random() < 0.1:
                key = fuzz.text([key])
            odd = fuzz.luck.choice((*NUMBERS, *STRANGE))
            given[key] = fuzz.luck.choice((fuzz.text([value]), str(fuzz.luck.randrange(-2, 40)), odd))
        state = obeyed(partial(catalogue.make, name, given), count, (name, given))
        if state is not None:
            assert len(state.legal()) <= state.most_moves
            assert type(state).from_text(state.to_text()) == state, given
