"""What a student's file may offer, and how each of it becomes somebody who plays Pacman.

Five functions as in the course's second project, each given a node (`zermelo.lab.pacman.node.Node`):

    reflex(node)             -> a move, by one look ahead
    minimax(node, depth)     -> a move; depth counts rounds, the score judges at the horizon
    alphabeta(node, depth)   -> the same move, with fewer positions looked at
    expectimax(node, depth)  -> a move against ghosts who play at random
    better(node)             -> a number: how good a position is for Pacman

A file may also offer a player as everywhere else (docs/guide/write-a-player.md). This module runs inside the worker
process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import BadPlayer
from zermelo.game.files import load_file
from zermelo.lab.pacman.node import Node
from zermelo.lab.pacman.replanning import best_moves, values
from zermelo.players import player
from zermelo.players.base import Player
from zermelo.players.own import OwnPlayer
from zermelo.players.text import read_player

SEARCHES = ("minimax", "alphabeta", "expectimax")
TASKS = ("reflex", *SEARCHES, "better")
DEPTH = 2  # rounds, where nothing is said


def functions_of(module: ModuleType, names: Sequence[str] = TASKS) -> dict[str, Callable[..., Any]]:
    """Those of the five functions, or of others, that a file has."""
    return {name: getattr(module, name) for name in names if callable(getattr(module, name, None))}


def module_of(text: str) -> tuple[Path, ModuleType]:
    """The file that a text names, run."""
    path = Path(read_player(text).name).expanduser()
    if not path.is_file():
        raise BadPlayer(f"there is no file {path}; write the path of a Python file that holds an agent")
    return path, load_file(path)


def student(text: str) -> Player:
    """The player that `./agents.py:minimax,depth=3` names; without a name the first of the five that is there."""
    spec = read_player(text)
    path, module = module_of(text)
    offered = functions_of(module)
    named = [name for name in spec.settings if name in TASKS]
    if not named and ("choose" in vars(module) or not offered or any(v == "yes" for v in spec.settings.values())):
        return player(text)  # a player as everywhere else, with its own complaints
    name = named[0] if named else next(iter(offered))
    if name not in offered:
        raise BadPlayer(f"{path} has no function {name!r} (it has: {', '.join(offered) or 'none of the five'})")
    settings = {key: value for key, value in spec.settings.items() if key != name}
    depth = settings.pop("depth", str(DEPTH))
    if settings or not depth.isdecimal() or not 1 <= int(depth) <= 9:
        raise BadPlayer(f"{name} of {path} takes depth=1 to 9 and nothing else")
    return OwnPlayer(text, path, chooser(name, offered[name], int(depth)))


def chooser(name: str, function: Callable[..., Any], depth: int) -> Callable[[Any], Any]:
    """One of the five functions as a choice in a game."""
    if name in SEARCHES:
        return lambda playthrough: function(Node(playthrough.state.copy()), depth)
    if name == "reflex":
        return lambda playthrough: function(Node(playthrough.state.copy()))

    def by_better(playthrough: Any) -> int:
        """Expectimax, two rounds deep, with the student's opinion at the horizon."""
        worth = values(Node(playthrough.state.copy()), "expectimax", depth, lambda node: number(function(node)))
        return best_moves(worth)[0]

    return by_better


def number(value: Any) -> float:
    """What an evaluation answered, if it is a number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise BadPlayer(f"better answered {value!r}, which is no number")
    return float(value)
