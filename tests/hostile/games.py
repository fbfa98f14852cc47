"""What hostile inputs are made from: every game and registered variant, with positions and moves of random games."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from tests.hostile.fuzz import Fuzz
from zermelo.games import catalogue
from zermelo.games.built_in import settings_of

CASES = [
    pytest.param(name, settings_of(text), id=f"{name} {text}".strip(), marks=pytest.mark.xdist_group(name))
    for name in sorted(catalogue.entries())
    for text in ("", *catalogue.entries()[name].variants)
]
every_form = pytest.mark.parametrize(("name", "settings"), CASES)
GAMES, PLIES = 3, 40


def states_of(begin: Any, fuzz: Fuzz, games: int = GAMES, plies: int = PLIES) -> list[Any]:
    """Positions of random games in plain Python, from the first move on."""
    found = [begin]
    for _ in range(games):
        state = begin
        for _ in range(plies):
            legal = state.legal()
            if not legal:
                break
            state = state.copy()
            state.play(fuzz.luck.choice(legal))
            found.append(state)
    return found


@lru_cache(64)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, as examples of their own."""
    return tuple(text.split())
