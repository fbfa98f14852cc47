"""Where games are found: built in by name or alias, in a file of the user's, or in an installed package.

An installed package offers games through the entry-point group `zermelo.games`.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from zermelo.errors import BadParameter, UnknownGame
from zermelo.game import Game
from zermelo.game.files import load_file
from zermelo.game.playthrough import Playthrough


@dataclass(frozen=True)
class Entry:
    """A game that can be asked for by name."""

    name: str
    place: str  # module:class
    aliases: tuple[str, ...] = ()

    def load(self) -> Any:
        """The game's class."""
        module, _, name = self.place.partition(":")
        return getattr(importlib.import_module(module), name)


def built_in(name: str, place: str, *aliases: str) -> Entry:
    """A game of this package."""
    return Entry(name, f"zermelo.games.{place}", aliases)


BUILT_IN = (
    built_in("abalone", "abalone:Abalone"),
    built_in("alquerque", "alquerque:Alquerque"),
    built_in("amazons", "amazons:Amazons"),
    built_in("arimaa", "arimaa:Arimaa"),
    built_in("ataxx", "ataxx:Ataxx", "attaxx"),
    built_in("backgammon", "backgammon:Backgammon"),
    built_in("blokus", "blokus:Blokus", "blokus_duo"),
    built_in("blokus_classic", "blokus:BlokusClassic"),
    built_in("brazilian_draughts", "draughts:BrazilianDraughts"),
    built_in("carcassonne", "carcassonne:Carcassonne"),
    built_in("checkers", "checkers:Checkers", "english_draughts", "draughts"),
    built_in("chess", "chess:Chess"),
    built_in("chinese_checkers", "chinese_checkers:ChineseCheckers", "star_halma"),
    built_in("connect_four", "connect_four:ConnectFour", "four_in_a_row", "connect4"),
    built_in("connections", "connections:Connections", "gale", "bridg_it"),
    built_in("dominoes", "dominoes:Dominoes", "domino"),
    built_in("dots_and_boxes", "dots_and_boxes:DotsAndBoxes"),
    built_in("dots_and_hexagons", "dots_and_hexagons:DotsAndHexagons"),
    built_in("fanorona", "fanorona:Fanorona", "fanorama"),
    built_in("gipf", "gipf:Gipf"),
    built_in("go", "go:Go", "baduk", "weiqi"),
    built_in("gobblet", "gobblet:Gobblet"),
    built_in("halma", "halma:Halma"),
    built_in("hex", "hex:Hex"),
    built_in("hexxagon", "hexxagon:Hexxagon"),
    built_in("hidden_dominoes", "dominoes:HiddenDominoes"),
    built_in("hidden_stratego", "hidden_stratego:HiddenStratego"),
    built_in("hus", "hus:Hus", "mancala_4x8"),
    built_in("international_draughts", "draughts:InternationalDraughts", "polish_draughts"),
    built_in("jungle", "jungle:Jungle", "jungle_game", "dou_shou_qi"),
    built_in("kalah", "kalah:Kalah", "mancala"),
    built_in("katamino", "katamino:Katamino"),
    built_in("kuhn_poker", "poker:KuhnPoker", "kuhn"),
    built_in("leduc_poker", "poker:LeducPoker", "leduc"),
    built_in("lines_of_action", "lines_of_action:LinesOfAction", "loa"),
    built_in("link_five", "link_five:LinkFive", "gomoku", "five_in_a_row", "renju"),
    built_in("memory_tic_tac_toe", "memory_tic_tac_toe:MemoryTicTacToe", "infinite_tic_tac_toe"),
    built_in("minishogi", "shogi:Minishogi"),
    built_in("moving_tic_tac_toe", "moving_tic_tac_toe:MovingTicTacToe", "three_mens_morris", "tapatan"),
    built_in("nim", "nim:Nim"),
    built_in("nine_mens_morris", "nine_mens_morris:NineMensMorris", "nine_men_s_morris", "mill", "merels"),
    built_in("omega_chess", "omega_chess:OmegaChess", "omega"),
    built_in("othello", "othello:Othello", "reversi"),
    built_in("pacman", "pacman:Pacman", "pac_man"),
    built_in("pentominoes", "pentominoes:Pentominoes", "golomb", "pentomino"),
    built_in("pig", "pig:Pig"),
    built_in("pylos", "pylos:Pylos"),
    built_in("quads", "quads:Quads"),
    built_in("quarto", "quarto:Quarto"),
    built_in("quits", "quits:Quits"),
    built_in("quixo", "quixo:Quixo"),
    built_in("quoridor", "quoridor:Quoridor"),
    built_in("racetrack", "racetrack:Racetrack", "racing", "paper_racing", "vector_rally"),
    built_in("russian_draughts", "draughts:RussianDraughts", "shashki"),
    built_in("sahara", "sahara:Sahara"),
    built_in("scrabble", "scrabble:Scrabble"),
    built_in("seega", "seega:Seega"),
    built_in("shogi", "shogi:Shogi", "japanese_chess"),
    built_in("sputnik", "sputnik:Sputnik"),
    built_in("stratego", "stratego:Stratego", "open_stratego"),
    built_in("surakarta", "surakarta:Surakarta"),
    built_in("tablut", "tablut:Tablut", "tafl"),
    built_in("tantrix", "tantrix:Tantrix"),
    built_in("terrace", "terrace:Terrace"),
    built_in("tic_tac_toe", "tic_tac_toe:TicTacToe", "noughts_and_crosses"),
    built_in("tic_tac_toe_3d", "tic_tac_toe_3d:TicTacToe3D", "qubic"),
    built_in("tori_shogi", "tori_shogi:ToriShogi", "torishogi"),
    built_in("twenty_forty_eight", "twenty_forty_eight:TwentyFortyEight", "2048"),
)


def entries() -> dict[str, Entry]:
    """All games by name: built in, and offered by installed packages."""
    found = {entry.name: entry for entry in BUILT_IN}
    for point in entry_points(group="zermelo.games"):
        found.setdefault(point.name, Entry(point.name, point.value))
    return found


def plain(name: str) -> str:
    """A name without regard to case, spaces and hyphens."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def find(name: str) -> Any:
    """The class of a game, by name, alias or file (`./mygame.py` or `./mygame.py:Class`)."""
    if ".py" in name or "/" in name:
        return from_file(name)
    wanted = plain(name)
    known = entries()
    for entry in known.values():
        if wanted == entry.name or wanted in entry.aliases:
            return entry.load()
    every = [*known, *(alias for entry in known.values() for alias in entry.aliases)]
    near = get_close_matches(wanted, every, 3, 0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "`zermelo games` lists them"
    raise UnknownGame(f"there is no game called {name!r}; {hint}")


def from_file(text: str) -> Any:
    """The game in a Python file of the user's."""
    place, _, wanted = text.partition(".py:")
    path = Path(place + ".py" if wanted else text).expanduser()
    if not path.is_file():
        raise UnknownGame(f"there is no file {path}; write the path of a Python file that holds a game")
    module = load_file(path)
    found = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    }
    if wanted:
        if wanted not in found:
            raise UnknownGame(f"{path} has no game {wanted!r} (it has: {', '.join(found) or 'none'})")
        return found[wanted]
    if not found:
        raise UnknownGame(f"{path} holds no game: write a class that derives from zermelo.Game")
    if len(found) > 1:
        raise UnknownGame(f"{path} holds several games, {', '.join(found)}: choose one as {path}:{next(iter(found))}")
    return next(iter(found.values()))


def make(name: str, settings: dict[str, str] | None = None, **parameters: Any) -> Any:
    """A first state by name: `make("go", size=9)`; settings are the same given as text, `{"size": "9"}`."""
    cls = find(name)
    return cls(**read_settings(cls, settings or {}), **parameters)


def variant(name: str, settings: dict[str, str] | None = None) -> Any:
    """The class of a game with shape parameters given as text; set-up parameters are refused."""
    cls = find(name)
    values = read_settings(cls, settings or {})
    return cls.variant(**{key: value for key, value in values.items() if key in cls._parameters})


def begin(name: str, settings: dict[str, str] | None = None, position: str = "") -> Playthrough:
    """A game ready to be played, from its usual start or from a position in its notation."""
    if position:
        return Playthrough.from_text(variant(name, settings), position)
    return Playthrough(make(name, settings))


def read_settings(cls: Any, settings: dict[str, str]) -> dict[str, Any]:
    """Turn texts into values of the type that each parameter's default has."""
    defaults = {name: item.default for name, item in cls._parameters.items()}
    defaults |= {name: item.default for name, item in cls.setup_parameters().items()}
    values = {}
    for name, text in settings.items():
        if name not in defaults:
            near = get_close_matches(name, defaults, 1)
            known = f"did you mean {near[0]}?" if near else f"it has: {', '.join(defaults) or 'none'}"
            raise BadParameter(f"{cls.__name__} has no parameter {name!r}; {known}")
        values[name] = read_value(name, text, defaults[name])
    return values


def read_value(name: str, text: str, like: Any) -> Any:
    """A text as a value of the same type as an example."""
    try:
        if isinstance(like, bool):
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
        if isinstance(like, int):
            return int(text)
        if isinstance(like, float):
            return float(text)
        if isinstance(like, tuple | list):
            return tuple(int(part) for part in text.replace("-", ",").split(","))
    except (ValueError, KeyError) as problem:
        raise BadParameter(f"parameter {name} must be of type {type(like).__name__}, not {text!r}") from problem
    return text
