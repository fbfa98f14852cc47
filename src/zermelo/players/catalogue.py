"""All players by name: what each is, its settings, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.game.files import named_engines
from zermelo.players import booked, searching
from zermelo.players.base import Player
from zermelo.players.best import Best
from zermelo.players.engines import making
from zermelo.players.engines.engine import SETTINGS as ENGINE_SETTINGS
from zermelo.players.equilibrium import EquilibriumPlayer
from zermelo.players.own import own_object, own_player
from zermelo.players.searching import Nested
from zermelo.players.settings import FREE, Bounds, read_values
from zermelo.players.simple import Greedy, Human, Mixture, RandomPlayer
from zermelo.players.strategies import StrategyPlayer
from zermelo.players.text import PlayerText, read_player
from zermelo.search.common.options import SEED, Setting
from zermelo.search.common.registry import Search, searches

Maker = Callable[[str, dict[str, Any], Nested], Player]  # text, values, how players inside are made -> player


@dataclass(frozen=True)
class Kind:
    """A player that can be asked for by name."""

    name: str
    summary: str
    settings: tuple[Setting, ...]
    make: Maker
    example: str = ""


def maker(search: Search) -> Maker:
    """How a registered search becomes a player."""
    return lambda text, values, nested: searching.make(search, text, values, nested)


def settings_for(search: Search) -> tuple[Setting, ...]:
    """What can be set; a search that judges positions may be given learned weights, one of open games a book."""
    judged = (searching.NET, searching.WEIGHTS) if search.evaluates else ()
    return (*search.settings, *judged, *(booked.SETTINGS if search.advised else ()))


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("random", "any legal move", (SEED,), lambda text, values, nested: RandomPlayer(**values)),
        Kind("greedy", "one move ahead by the game's evaluation", (), lambda text, values, nested: Greedy()),
        Kind("human", "a person at the keyboard", (), lambda text, values, nested: Human()),
        *(Kind(one.name, one.summary, settings_for(one), maker(one), one.example) for one in searches()),
        Kind(
            "equilibrium",
            "small hidden games: mixes its moves as an equilibrium does; `equilibrium:FILE` plays a kept strategy",
            EquilibriumPlayer.settings,
            lambda text, values, nested: EquilibriumPlayer(text, values),
            "equilibrium:until=0.0001",
        ),
        Kind(
            "strategy",
            "repeated games of two actions: Axelrod's strategies, `strategy:tit_for_tat`",
            StrategyPlayer.settings,
            lambda text, values, nested: StrategyPlayer(text, values),
            "strategy:pavlov",
        ),
        Kind(
            "best",
            "reads the game's facts, chooses a search and its settings, and says why",
            Best.settings,
            Best,
            "best:level=4",
        ),
    )
}
OTHERS = {
    "mix(A@0.8,B@0.2)": "for each turn one of several players, drawn by weight",
    "./mybot.py[:Name]": "a player, or only an `evaluate`, in a file of yours",
    **making.SUMMARIES,
}


def kinds() -> dict[str, Kind]:
    """All players by name: ours, and engines that were given a name (`zermelo serve --engine`, ZERMELO_ENGINES)."""
    return KINDS | {name: engine_kind(name, text) for name, text in named_engines().items() if name not in KINDS}


def engine_kind(name: str, text: str) -> Kind:
    """A named engine: those who ask for it choose how strong and how long it thinks, nothing else."""
    spec = making.read_named(name, text)
    settings = () if spec.name == making.GNUBG else ENGINE_SETTINGS
    return Kind(
        name,
        f"an engine, over {spec.name.upper()}",
        settings,
        lambda text, values, nested: making.named(name, text, values),
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
        return own_object(text)
    spec = read_player(text)
    nested = partial(player, most=most)
    if spec.name == "mix":
        return mixture(spec, nested)
    if spec.is_file:
        return own_player(spec, nested)
    if making.is_engine(spec):
        return making.engine(spec, most)
    known = kinds()
    if spec.name not in known:
        near = get_close_matches(spec.name, known, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else "`zermelo players` lists them"
        raise BadPlayer(f"there is no player called {spec.name!r}; {hint}")
    kind = known[spec.name]
    made = kind.make(spec.text, read_values(spec.name, kind.settings, spec.settings, most), nested)
    made.text = spec.text
    return made


def mixture(spec: PlayerText, nested: Nested) -> Player:
    """Several players by weight."""
    if not spec.parts:
        raise BadPlayer("a mixture needs players with weights, as in mix(greedy@0.8,random@0.2)")
    return Mixture(spec.text, [(nested(part.text), weight) for part, weight in spec.parts])
