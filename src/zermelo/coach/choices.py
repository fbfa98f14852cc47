"""Which players the coach tries for a game, by its facts: one that `best` would choose unaided, and its rivals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from zermelo.errors import ZermeloError
from zermelo.game.game import Game
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.learn.kept import find_weights
from zermelo.players import player
from zermelo.players.best import pick_for, small
from zermelo.players.equilibrium import EquilibriumPlayer
from zermelo.search.common.registry import SEARCHES
from zermelo.search.common.searcher import asked

JUDGING = ("alphabeta", "expectiminimax", "paranoid")  # searches that look at an evaluation, in order of preference
SHORT = 0.02  # seconds in which a player shows that it can play at all
VARIATIONS: tuple[tuple[str, dict[str, str]], ...] = (  # of Monte Carlo tree search
    ("proven wins and losses are remembered", {"solver": "yes"}),
    ("moves that came later count too", {"rave": "yes"}),
    ("half the exploration", {"exploration": "0.7"}),
    ("UCB1-tuned", {"tuned": "yes"}),
)


@dataclass(frozen=True)
class Choice:
    """A player and why it is tried."""

    name: str
    why: str
    settings: dict[str, str] = field(default_factory=dict)

    def text(self, seconds: float) -> str:
        """As a player who thinks so long about a move."""
        given = {**self.settings, "time": f"{seconds:g}"} if self.name != "equilibrium" else self.settings
        return self.name + (":" + ",".join(f"{name}={value}" for name, value in given.items()) if given else "")

    def shown(self) -> str:
        """Without the time, and without the folders of files."""
        given = ",".join(
            name if value == "yes" else f"{name}={value.rpartition('/')[2]}" for name, value in self.settings.items()
        )
        return self.name + (f":{given}" if given else "")

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"name": self.name, "why": self.why, "settings": self.settings}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """What `to_json` gave."""
        return cls(data["name"], data["why"], dict(data["settings"]))


MCTS = Choice("mcts", "random games decide")


def unaided(cls: Any) -> Choice:
    """What `best` chooses by the facts alone."""
    pick = pick_for(cls, learned=False)
    return Choice(pick.name, pick.reason, dict(pick.settings))


def rivals(cls: Any, champion: Choice) -> list[Choice]:
    """Other searches that serve a game, without learning."""
    if cls.hidden:
        found = [Choice("ismcts", "a tree over what players know"), Choice("determinised", "many deals, all open")]
        if small(cls):
            found.append(Choice("equilibrium", "the game is small enough for an equilibrium"))
    else:
        judged = cls.evaluate is not Game.evaluate
        why = "the game's own evaluation decides" if judged else "it sees ends far ahead, and estimates nothing"
        found = [Choice(judging(cls), why), MCTS]
        if find_weights(cls) is not None:
            found.append(Choice(judging(cls), "weights that were learnt before", {"net": "yes"}))
    return [one for one in found if one.name and one.shown() != champion.shown() and serves(one, cls)]


def judging(cls: Any) -> str:
    """Which search uses an evaluation best; empty: none."""
    return next((name for name in JUDGING if not SEARCHES[name].serves.obstacle(cls)), "")


def serves(choice: Choice, cls: Any) -> bool:
    """Whether a search takes a game."""
    return choice.name not in SEARCHES or not SEARCHES[choice.name].serves.obstacle(cls)


def variations(champion: Choice) -> list[Choice]:
    """Other settings of the same search."""
    if champion.name != "mcts":
        return []
    return [
        Choice("mcts", why, {**champion.settings, **given})
        for why, given in VARIATIONS
        if not set(given) & set(champion.settings)
    ]


def first_choice(start: Any) -> Playthrough:
    """The game where a player has something to choose for the first time: dice and deals are over."""
    playthrough, _ = asked(start, None)
    while playthrough.turn < 0:
        playthrough.play(playthrough.draw(Random(0)))
    return playthrough


def can_play(choice: Choice, start: Any) -> str:
    """Why a player cannot play a game, found out by a move of it; empty: it can."""
    try:
        made = player(choice.text(SHORT))
        if not isinstance(made, EquilibriumPlayer):
            made.think(first_choice(start))
    except ZermeloError as problem:
        return str(problem)
    return ""
