"""The text that names a player, the same everywhere: `alphabeta:depth=8,tt=64`, `mix(greedy@0.8,random@0.2)`.

    player  = name [":" setting {"," setting}]      mcts:sims=20000,rave
            | file [":" [name] {"," setting}]       ./mybot.py:Timid,depth=3
            | protocol ":" command {"," setting}     uci:stockfish,elo=1500   gtp:gnugo --level 10
            | "equilibrium:" file {"," setting}     equilibrium:kuhn.npz,seed=3
            | "strategy:" name {"," setting}        strategy:tit_for_tat
            | "mix(" player "@" weight {"," player "@" weight} ")"
    setting = name | name "=" value                 a value that is itself a player may stand in brackets

Commas and colons inside brackets belong to what the brackets hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from zermelo.errors import BadPlayer

PROTOCOLS = ("uci", "usi", "gtp", "xboard", "lines")  # of engines; the first thing after the colon is a command
COMMAND = "command"
GNUBG = "gnubg"  # an engine whose program is known
BARE = {"equilibrium": "file", "strategy": "name"}  # players whose first setting may stand alone, and what it sets


@dataclass(frozen=True)
class PlayerText:
    """A player's text, taken apart but not yet understood."""

    text: str
    name: str
    settings: dict[str, str] = field(default_factory=dict)  # a bare name has the value "yes"
    parts: tuple[tuple[PlayerText, float], ...] = ()  # of a mixture

    @property
    def is_file(self) -> bool:
        """Whether the name is the path of a Python file."""
        return self.name.endswith(".py")

    @property
    def is_engine(self) -> bool:
        """Whether the text names somebody else's engine by its command."""
        return self.name in PROTOCOLS or self.name == GNUBG


def read_player(text: str) -> PlayerText:
    """Take a player's text apart; says what is wrong with it and where."""
    text = unbracket(text.strip())
    if not text:
        raise BadPlayer("a player needs a name, such as alphabeta:depth=6; `zermelo players` lists them")
    check_brackets(text)
    if text.startswith("mix(") and text.endswith(")"):
        return PlayerText(text, "mix", parts=tuple(read_parts(text, text[4:-1])))
    protocol, colon, command = text.partition(":")
    if protocol.strip() in PROTOCOLS and command.strip():
        return PlayerText(text, protocol.strip(), read_settings(text, f"{COMMAND}={command}"))
    if ".py" in text.split(":", 1)[0] or (".py:" in text and "(" not in text.split(".py:")[0]):
        path, _, rest = text.partition(".py")
        if rest and not rest.startswith(":"):
            raise BadPlayer(f"after the file of {text!r} only :Name or :settings may follow")
        return PlayerText(text, path + ".py", read_settings(text, rest[1:]))
    name, colon, rest = text.partition(":")
    if name.strip() in PROTOCOLS:
        raise BadPlayer(f"{text!r} names no program: write the command after the colon, as in {name.strip()}:PROGRAM")
    if colon and not rest.strip():
        raise BadPlayer(f"{text!r} has a colon but no settings: write {name} alone or {name}:setting=value")
    if name.strip() in BARE and "=" not in split(rest)[0]:
        rest = f"{BARE[name.strip()]}={rest}" if rest else ""  # the name alone, as people write it
    return PlayerText(text, name.strip(), read_settings(text, rest))


def longer(text: str, times: int) -> str:
    """The same player with so many times its time, nodes or simulations; unchanged where it has no such limit."""
    read = read_player(text)
    settings = dict(read.settings)
    for name in ("time", "nodes", "sims"):
        if name in settings:
            try:
                settings[name] = f"{float(settings[name]) * times:g}"
            except ValueError:
                return text  # whoever makes the player says what is wrong with it
    if settings == read.settings or read.is_file:
        return text
    return f"{read.name}:{','.join(f'{name}={value}' for name, value in settings.items())}"


def without_book(text: str) -> str:
    """The same player for somebody who analyses: `best` then always searches, and plays from no book."""
    read = read_player(text)
    if read.name != "best" or "book" in read.settings:
        return text
    return f"{text}{',' if read.settings else ':'}book=no"


def read_settings(text: str, rest: str) -> dict[str, str]:
    """`depth=8,rave` as a dictionary."""
    settings: dict[str, str] = {}
    for item in split(rest) if rest.strip() else []:
        name, equals, value = item.partition("=")
        name, value = name.strip(), value.strip()
        if not name or (equals and not value):
            raise BadPlayer(
                f"{item.strip()!r} in {text!r} is no setting: write name=value, or a name alone to switch on"
            )
        if name in settings:
            raise BadPlayer(f"{name} is given twice in {text!r}")
        settings[name] = value if equals else "yes"
    return settings


def read_parts(text: str, inside: str) -> Iterator[tuple[PlayerText, float]]:
    """The players of a mixture with their weights; a weight ends a player, so settings may hold commas."""
    waiting: list[str] = []
    for item in split(inside):
        waiting.append(item)
        body, at, weight = item.rpartition("@")
        if not at or ")" in weight:
            continue
        player = ",".join([*waiting[:-1], body])
        waiting = []
        try:
            share = float(weight)
        except ValueError:
            share = math.nan
        if not (share > 0 and math.isfinite(share)):
            raise BadPlayer(f"the weight {weight!r} in {text!r} must be a number above 0")
        yield read_player(player), share
    if waiting:
        raise BadPlayer(f"every player of {text!r} needs a weight, as in mix(greedy@0.8,random@0.2)")


def split(text: str) -> list[str]:
    """Split at the commas that stand outside brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def unbracket(text: str) -> str:
    """Without brackets round the whole."""
    while text.startswith("(") and text.endswith(")") and encloses(text):
        text = text[1:-1].strip()
    return text


def encloses(text: str) -> bool:
    """Whether the first bracket is closed by the last."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def check_brackets(text: str) -> None:
    """Every bracket has its partner."""
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
    if depth:
        raise BadPlayer(f"the brackets of {text!r} do not match")
