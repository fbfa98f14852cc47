"""Engines from their texts: `uci:stockfish,elo=1500`, `gtp:gnugo --level 10`, or the name that one was given.

Whoever sits at the machine writes any command. A process that works for others starts only engines that were named at
its start (`zermelo serve --engine NAME=TEXT`), and lets clients set how strong and how long they think, nothing else.
"""

from __future__ import annotations

from typing import Any

from zermelo.errors import BadPlayer
from zermelo.game import files
from zermelo.players.base import Player
from zermelo.players.engines.engine import SETTINGS, Engine
from zermelo.players.engines.gnubg import PLIES, GnuBackgammon
from zermelo.players.engines.gtp import Gtp
from zermelo.players.engines.plain_lines import PlainLines
from zermelo.players.engines.uci import Uci, Usi
from zermelo.players.engines.xboard import XBoard
from zermelo.players.settings import FREE, Bounds, read_values
from zermelo.players.text import COMMAND, GNUBG, PROTOCOLS, PlayerText, read_player

SPEAKERS: dict[str, type[Engine]] = {"uci": Uci, "usi": Usi, "gtp": Gtp, "xboard": XBoard, "lines": PlainLines}
assert set(PROTOCOLS) == set(SPEAKERS)


def engine(spec: PlayerText, most: Bounds = FREE) -> Engine:
    """The engine that a text names by its command."""
    if files.foreign():
        raise BadPlayer(f"{spec.text[:100]!r} is not run because a received file names it: name the players yourself")
    if files.closed():
        names = ", ".join(files.named_engines()) or "none was"
        raise BadPlayer(f"engines that were named when the server was started can be had here ({names}), not commands")
    return make(spec, most)


def make(spec: PlayerText, most: Bounds = FREE) -> Engine:
    """An engine, whoever has chosen it."""
    given = dict(spec.settings)
    if spec.name == GNUBG:
        return GnuBackgammon(spec.text, read_values(GNUBG, (PLIES,), given, most))
    command = given.pop(COMMAND, "")
    known = {item.name for item in SETTINGS}
    values = read_values(spec.name, SETTINGS, {name: text for name, text in given.items() if name in known}, most)
    options = {name: text for name, text in given.items() if name not in known}
    return SPEAKERS[spec.name](spec.text, command, values, options)


def named(name: str, text: str, values: dict[str, Any]) -> Player:
    """An engine by the name that it was given, with settings of the one who asks."""
    spec = read_named(name, files.named_engines()[name])
    if spec.name == GNUBG and values:
        raise BadPlayer(f"{name} is GNU Backgammon and has no setting {next(iter(values))!r}")
    merged = spec.settings | {
        key: f"{value:g}" if isinstance(value, float) else str(value) for key, value in values.items()
    }
    made = make(PlayerText(spec.text, spec.name, merged))
    made.text = text
    return made


def read_named(name: str, text: str) -> PlayerText:
    """What a name stands for, if that is an engine."""
    spec = read_player(text)
    if not spec.is_engine:
        raise BadPlayer(f"the engine {name} is {text!r}, which is none: write {name}=uci:PROGRAM, or another protocol")
    return spec
