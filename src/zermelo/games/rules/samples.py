"""A few moves of every game to look at, replayed by the game itself: page, terminal and documents show the same ones.

`samples.toml` names them: a title, the settings and the position where the game is not at its start, and the moves.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files

from zermelo.game.playthrough import Playthrough
from zermelo.game.scene import Scene
from zermelo.games import catalogue


@dataclass(frozen=True)
class Sample:
    """A few moves of a game; `moves` is a list of texts in the game's notation."""

    game: str
    title: str
    moves: tuple[str, ...]
    position: str = ""
    settings: dict[str, str] = field(default_factory=dict)

    def begin(self) -> Playthrough:
        """The game before the first of the moves."""
        return catalogue.begin(self.game, self.settings, self.position)


@dataclass(frozen=True)
class Shown:
    """A sample replayed: the scene before each move and after the last, and the cells that each move touches."""

    sample: Sample
    scenes: tuple[Scene, ...]
    cells: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=1)
def all_samples() -> dict[str, tuple[Sample, ...]]:
    """The samples of every game, by its name."""
    data = tomllib.loads(files(__package__).joinpath("samples.toml").read_text(encoding="utf-8"))
    return {
        game: tuple(Sample(game, **{**row, "moves": tuple(row["moves"])}) for row in rows)
        for game, rows in data.items()
    }


def samples_of(name: str) -> tuple[Sample, ...]:
    """The samples of a game; none where it is not built in."""
    entry = catalogue.entry_of(name)
    return () if entry is None else all_samples().get(entry.name, ())


def replay(sample: Sample) -> Shown:
    """A sample, played by the game."""
    game = sample.begin()
    scenes, cells = [seen(game)], []
    for move in sample.moves:
        picture = game.state.scene()
        places = {cell.name for cell in picture.cells}
        number = game.parse_move(move)
        cells.append(tuple(name for name in picture.clicks.get(number, ()) if name in places))
        game.play(number)
        scenes.append(seen(game))
    return Shown(sample, tuple(scenes), tuple(cells))


def seen(game: Playthrough) -> Scene:
    """The picture for the first player, who sees everything where nothing is hidden."""
    picture: Scene = game.state.scene_for(0) if game.state.hidden else game.state.scene()
    return picture
