"""Who plays in the laboratory: every player of Zermelo, three of its own, and a student's file under supervision."""

from __future__ import annotations

from typing import Any

from zermelo.lab.pacman.alone import Alone
from zermelo.lab.pacman.levels import Level
from zermelo.lab.pacman.replanning import Reflex, Replanning
from zermelo.lab.pacman.supervised import SECONDS, Supervised
from zermelo.players import player
from zermelo.players.base import Player
from zermelo.players.settings import read_values
from zermelo.players.text import read_player

OWN: dict[str, Any] = {"replan": Replanning, "reflex": Reflex, "alone": Alone, "level": Level}


def agent(text: str, seconds: float = SECONDS) -> Player:
    """The player that a text names; a file's code gets so many seconds for each move."""
    spec = read_player(text)
    if spec.is_file:
        return Supervised(text, seconds)
    if spec.name not in OWN:
        return player(text)
    kind = OWN[spec.name]
    values = read_values(spec.name, kind.settings, spec.settings)
    if kind is Alone:
        return Alone(agent(values.get("search", "paranoid:rounds=2"), seconds), text)
    made: Player = kind(**values, text=text)
    return made
