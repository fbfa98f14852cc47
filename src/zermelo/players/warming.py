"""Compiling before anybody waits: what a player needs for a game, made ready or found on disk.

`warm("best", "chess")` compiles the kernels of the search that `best` would choose, or loads them; `is_warm` only asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.game.cache import NotCompiled, loading_only
from zermelo.game.compile import compile_listener
from zermelo.game.perft import perft
from zermelo.game.playouts import playouts
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.players.base import Player
from zermelo.players.catalogue import player

RULES = "rules"  # in place of a player's text: what `zermelo perft` and `zermelo playouts` need


@dataclass(frozen=True)
class Warmed:
    """What was made ready."""

    game: str
    player: str  # its text, or RULES
    compiled: tuple[str, ...]  # kernels that were not on disk
    seconds: float
    problem: str = ""  # why it cannot be done, or why nothing was kept


def warm(text: str | Player, game: Any, *, on_compile: Callable[[str], None] | None = None) -> Warmed:
    """Make a player's kernels for a game ready, in this process and on disk; `rules` stands for perft and playouts.

    The game is a name, a class, a state or a playthrough. `on_compile` is called with a kernel's name when one has to
    be compiled; loading is silent. A player without kernels is ready at once.
    """
    playthrough = at_a_choice(game)
    begin = time.perf_counter()
    compiled: list[str] = []

    def heard(kernel: str) -> None:
        compiled.append(kernel)
        if on_compile is not None:
            on_compile(kernel)

    with compile_listener(heard):
        if text == RULES:
            perft(playthrough.state, 1)
            playouts(playthrough.state, 1)
        else:
            found = player(text)
            found.warm(playthrough)
            if isinstance(text, str):
                found.close()
    seconds = time.perf_counter() - begin
    name = text if isinstance(text, str) else text.text
    return Warmed(type(playthrough.state).__name__, name, tuple(compiled), seconds)


def is_warm(text: str | Player, game: Any) -> bool:
    """Whether a player could begin at once in a game: its kernels are loaded, or are on disk, and then are loaded."""
    try:
        with loading_only():
            warm(text, game)
    except NotCompiled:
        return False
    return True


def at_a_choice(game: Any) -> Playthrough:
    """A game, however it is given, at its first position in which a player and not chance is to move."""
    if isinstance(game, str):
        game = catalogue.begin(game)
    elif isinstance(game, type):
        game = game()
    playthrough = game.copy() if isinstance(game, Playthrough) else Playthrough(game)
    random = Random(0)
    while playthrough.turn < 0 and not playthrough.over():
        playthrough.play(playthrough.draw(random))
    return playthrough
