"""Players from a file of the user's: a class with `choose`, a function `choose`, or only a function `evaluate`.

An evaluation becomes the `evaluate` of a subclass of the game, so that every compiled search can use it at full speed;
it keeps to what rules may do (`docs/guide/contract.md`). A player may do anything that Python can.
"""

from __future__ import annotations

import inspect
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import BadChoice, BadPlayer, ZermeloError
from zermelo.game.files import load_file, may_run
from zermelo.game.playthrough import Playthrough
from zermelo.game.veil import veiled
from zermelo.players.base import RESIGN, Player, Resigns, as_playthrough, legal, simple_result
from zermelo.players.settings import read_values
from zermelo.players.text import PlayerText
from zermelo.search.common.options import Setting
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time

Maker = Callable[[str], Player]  # a player by its text


def own_player(spec: PlayerText, make: Maker) -> Player:
    """The player that a file offers; `make` gives the search that an evaluation is put into."""
    path = Path(spec.name).expanduser()
    may_run(path)
    if not os.path.isfile(path):  # unlike Path.is_file it takes any name, however long
        raise BadPlayer(f"there is no file {path}; write the path of a Python file that holds a player")
    module = load_file(path)
    offers = {name: value for name, value in vars(module).items() if is_offer(name, value, module.__name__)}
    given = dict(spec.settings)
    wanted = next((name for name in given if given[name] == "yes" and name in offers), None)
    if wanted is not None:
        del given[wanted]
    elif given and next(iter(given.values())) == "yes":
        if isinstance(vars(module).get(next(iter(given))), type):
            raise BadPlayer(f"the class {next(iter(given))} of {path} has no method choose(self, game)")
        raise BadPlayer(f"{path} offers no player {next(iter(given))!r} (it offers: {', '.join(offers) or 'none'})")
    elif not offers:
        raise BadPlayer(f"{path} holds no player: write a class with `choose`, or a function `choose` or `evaluate`")
    elif len(offers) > 1 and "choose" not in offers:
        raise BadPlayer(f"{path} offers {', '.join(offers)}: choose one as {spec.name}:{next(iter(offers))}")
    else:
        wanted = "choose" if "choose" in offers else next(iter(offers))
    offer = offers[wanted]
    if wanted == "evaluate" or (inspect.isfunction(offer) and wanted.startswith("evaluate")):
        settings = ",".join(f"{name}={value}" for name, value in given.items())
        return OwnEvaluation(spec.text, offer, make("best" + (f":{settings}" if settings else "")))
    if isinstance(offer, type):
        return OwnPlayer(spec.text, path, build(offer, given, spec.text).choose)
    if given:
        raise BadPlayer(f"the function {wanted} of {path} takes no settings; a class may have some, in __init__")
    return OwnPlayer(spec.text, path, offer)


def is_offer(name: str, value: Any, module: str) -> bool:
    """Whether a name of the file can play."""
    if getattr(value, "__module__", None) != module:
        return False
    if isinstance(value, type):
        return callable(getattr(value, "choose", None))
    return inspect.isfunction(value) and name.split("_")[0] in ("choose", "evaluate")


def own_object(thing: Any) -> Player:
    """An object of the user's with a method `choose`, as a player."""
    name = type(thing).__name__
    if not callable(getattr(thing, "choose", None)):
        raise BadPlayer(f"a {name} is no player: give a text such as 'best', or an object with a method choose(game)")
    return OwnPlayer(name, Path(inspect.getfile(type(thing))), thing.choose)


def build(kind: Any, given: dict[str, str], text: str) -> Any:
    """An object of the user's class, its settings given to __init__."""
    known = [
        Setting(name, type(item.default) if item.default not in (None, item.empty) else str, "", item.default)
        for name, item in inspect.signature(kind).parameters.items()
    ]
    missing = [item.name for item in known if item.default is inspect.Parameter.empty and item.name not in given]
    if missing:
        raise BadPlayer(
            f"{kind.__name__} needs {' and '.join(missing)}: write {text}{',' if ':' in text else ':'}{missing[0]}=…, "
            "or give it a default in __init__"
        )
    values = read_values(text, known, given)
    try:
        return kind(**values)
    except Exception as problem:
        path = Path(inspect.getfile(kind))
        raise BadPlayer(f"{text}: __init__ stops with {said(problem)}{place_in(problem, path)}") from problem


def said(problem: BaseException) -> str:
    """An error as one phrase."""
    return f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__


def place_in(problem: BaseException, path: Path) -> str:
    """The line of the user's file where it went wrong."""
    trace, found = problem.__traceback__, ""
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name == path.name:
            found = f" (line {trace.tb_lineno})"
        trace = trace.tb_next
    return found


def takes_two(choose: Callable[..., Any]) -> bool:
    """Whether a player wants to know what they may use: `choose(game, limits)`."""
    try:
        inspect.signature(choose).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True


class OwnPlayer(Player):
    """A player whose moves come from the user's Python; each is checked before it is believed."""

    def __init__(self, text: str, path: Path, choose: Callable[..., Any]) -> None:
        self.text, self.path, self.chooser = text, path, choose
        self.takes_limits = takes_two(choose)

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: threading.Event | None = None
    ) -> SearchResult:
        """Ask the user's code for a move."""
        playthrough, _ = asked(game, None)
        begin = time.perf_counter()
        try:
            seen = veiled(playthrough).copy()
            chosen = self.chooser(seen, self.allowed) if self.takes_limits else self.chooser(seen)
            if isinstance(chosen, str) and chosen == RESIGN:
                raise Resigns
            if not isinstance(chosen, int | str | np.integer) or isinstance(chosen, bool):
                shown = "nothing" if chosen is None else f"a {type(chosen).__name__}"
                raise BadChoice(
                    f"{self.text}: choose() returns {shown}: return a move, one of game.moves() or its text"
                )
            move = legal(playthrough, chosen, self.text)
        except (Resigns, BadChoice):
            raise
        except ZermeloError as problem:
            raise BadPlayer(f"{self.text}: {problem}") from problem
        except Exception as problem:
            raise BadPlayer(f"{self.text} stops with {said(problem)}{place_in(problem, self.path)}") from problem
        return simple_result(playthrough, move, self.text, seconds=time.perf_counter() - begin)


class OwnEvaluation(Player):
    """A search of ours that judges positions by the user's evaluation."""

    def __init__(self, text: str, evaluate: Callable[[Any], float], searcher: Player) -> None:
        self.text, self.evaluate, self.searcher = text, evaluate, searcher

    def new_game(self, seed: int = 0) -> None:
        """The search begins anew."""
        self.searcher.new_game(seed)

    def warm(self, game: Any) -> None:
        """Let the search compile with this evaluation."""
        self.searcher.warm(self.judged(game))

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: threading.Event | None = None
    ) -> SearchResult:
        """Search the same position of the game that has this evaluation."""
        self.searcher.allow(self.allowed)
        return self.searcher.think(self.judged(game), lines=lines, on_update=on_update, stop_event=stop_event)

    def judged(self, game: Any) -> Playthrough:
        """The same position of the game that has this evaluation."""
        playthrough = as_playthrough(game)
        return with_rules(playthrough, judged_by(type(playthrough.state), self.evaluate))


_made: dict[tuple[str, Any], Any] = {}


def judged_by(cls: Any, evaluate: Callable[[Any], float]) -> Any:
    """The same game with another evaluation, made once."""
    name = (cls.rules_name, evaluate)
    if name not in _made:
        namespace = {"evaluate": evaluate, "__module__": cls.__module__, "_is_variant": True, "_rules_of": cls}
        _made[name] = type(cls)(cls.__name__, (cls,), namespace)
    return _made[name]


def with_rules(playthrough: Playthrough, cls: Any) -> Playthrough:
    """A playthrough as one of a class with the same fields."""
    twin = playthrough.copy()
    twin.state = np.frombuffer(bytearray(playthrough.state.tobytes()), cls.layout)[0]
    return twin
