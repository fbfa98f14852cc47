"""All players by name: what each is, its settings, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.game.files import named_engines
from zermelo.players import searching
from zermelo.players.base import Player
from zermelo.players.engines import SUMMARIES
from zermelo.players.searching import Nested
from zermelo.players.settings import FREE, Bounds, read_values
from zermelo.players.text import GNUBG, PlayerText, read_player
from zermelo.search.common.options import SEED, Setting
from zermelo.search.common.registry import Search, searches

Maker = Callable[[str, dict[str, Any], Nested], Player]  # text, values, how players inside are made -> player
Made = tuple[tuple[Setting, ...], Maker]  # what can be set, and how the player is made


@dataclass(frozen=True)
class Kind:
    """A player that can be asked for by name; the files of those that nobody asks for stay unread."""

    name: str
    summary: str
    read: Callable[[], Made]
    example: str = ""

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What can be set."""
        return self.read()[0]

    @property
    def make(self) -> Maker:
        """How the player is made."""
        return self.read()[1]


def random() -> Made:
    """Any legal move."""
    from zermelo.players.simple import RandomPlayer

    return (SEED,), lambda text, values, nested: RandomPlayer(**values)


def greedy() -> Made:
    """One move ahead."""
    from zermelo.players.simple import Greedy

    return (), lambda text, values, nested: Greedy()


def human() -> Made:
    """A person."""
    from zermelo.players.simple import Human

    return (), lambda text, values, nested: Human()


def registered(search: Search) -> Made:
    """A registered search."""
    return searching.settings_for(search), partial(searching.make, search)


def equilibrium() -> Made:
    """A strategy of a file, or one that is found."""
    from zermelo.players.equilibrium import EquilibriumPlayer

    return EquilibriumPlayer.settings, lambda text, values, nested: EquilibriumPlayer(text, values)


def strategy() -> Made:
    """One of Axelrod's strategies."""
    from zermelo.players.strategies import StrategyPlayer

    return StrategyPlayer.settings, lambda text, values, nested: StrategyPlayer(text, values)


def best() -> Made:
    """The best for the game."""
    from zermelo.players.best import Best

    return Best.settings, Best


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("random", "any legal move", random),
        Kind("greedy", "one move ahead by the game's evaluation", greedy),
        Kind("human", "a person at the keyboard", human),
        *(Kind(one.name, one.summary, partial(registered, one), one.example) for one in searches()),
        Kind(
            "equilibrium",
            "small hidden games: mixes its moves as an equilibrium does; `equilibrium:FILE` plays a kept strategy",
            equilibrium,
            "equilibrium:until=0.0001",
        ),
        Kind(
            "strategy",
            "repeated games of two actions: Axelrod's strategies, `strategy:tit_for_tat`",
            strategy,
            "strategy:pavlov",
        ),
        Kind("best", "reads the game's facts, chooses a search and its settings, and says why", best, "best:level=4"),
    )
}
OTHERS = {
    "mix(A@0.8,B@0.2)": "for each turn one of several players, drawn by weight",
    "./mybot.py[:Name]": "a player, or only an `evaluate`, in a file of yours",
    **SUMMARIES,
}


def kinds() -> dict[str, Kind]:
    """All players by name: ours, and engines that were given a name (`zermelo serve --engine`, ZERMELO_ENGINES)."""
    return KINDS | {name: engine_kind(name, text) for name, text in named_engines().items() if name not in KINDS}


def engine_kind(name: str, text: str) -> Kind:
    """A named engine: those who ask for it choose how strong and how long it thinks, nothing else."""
    from zermelo.players.engines import making
    from zermelo.players.engines.engine import SETTINGS

    spec = making.read_named(name, text)
    settings = () if spec.name == GNUBG else SETTINGS
    return Kind(
        name,
        f"an engine, over {spec.name.upper()}",
        lambda: (settings, lambda text, values, nested: making.named(name, text, values)),
    )


def player(text: Any, most: Bounds = FREE) -> Player:
    """The player that a text names: `random`, `alphabeta:depth=8`, `mix(greedy@0.8,random@0.2)`, `./mybot.py`.

    `most` bounds settings by their names, those of players inside the player too.
    """
    if isinstance(text, Player):
        if text.text == Player.text:  # a class of the user's that has no text of its own
            text.text = type(text).__name__
        return text
    if not isinstance(text, str):
        from zermelo.players.own import own_object

        return own_object(text)
    spec = read_player(text)
    nested = partial(player, most=most)
    if spec.name == "mix":
        return mixture(spec, nested)
    if spec.is_file:
        from zermelo.players.own import own_player

        return own_player(spec, nested)
    if spec.is_engine:
        from zermelo.players.engines.making import engine

        return engine(spec, most)
    kind = kind_of(spec.name)
    made = kind.make(spec.text, read_values(spec.name, kind.settings, spec.settings, most), nested)
    made.text = spec.text
    return made


def kind_of(name: str) -> Kind:
    """The player of this name."""
    if name in KINDS:
        return KINDS[name]
    known = kinds()
    if name not in known:
        near = get_close_matches(name, known, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else "`zermelo players` lists them"
        raise BadPlayer(f"there is no player called {name!r}; {hint}")
    return known[name]


def mixture(spec: PlayerText, nested: Nested) -> Player:
    """Several players by weight."""
    from zermelo.players.simple import Mixture

    if not spec.parts:
        raise BadPlayer("a mixture needs players with weights, as in mix(greedy@0.8,random@0.2)")
    return Mixture(spec.text, [(nested(part.text), weight) for part, weight in spec.parts])
