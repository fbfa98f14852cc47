"""A ghost who hunts alone: it searches as well as any, but does not know that there are other ghosts.

Beside ghosts who search the whole game together this isolates coordination: depth, evaluation and rules are the same.
"""

from __future__ import annotations

from typing import Any, ClassVar

from zermelo.game.playthrough import Playthrough
from zermelo.games.pacman import Pacman
from zermelo.players.base import Player, as_playthrough, simple_result
from zermelo.search.common.options import Setting
from zermelo.search.common.result import SearchResult


class Alone(Player):
    """Searches the game of Pacman and one ghost, itself: `alone:search=(paranoid:rounds=2)`."""

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("search", str, "the search, in the game of two", "paranoid:rounds=2"),
    )  # fmt: skip

    def __init__(self, search: Player, text: str = "alone") -> None:
        self.search, self.text = search, text

    def new_game(self, seed: int = 0) -> None:
        """The search begins anew."""
        self.search.new_game(seed)

    def think(self, game: Any, **asked: Any) -> SearchResult:
        """The best move of the game in which the other ghosts are not there."""
        playthrough = as_playthrough(game)
        found = self.search.think(Playthrough(without_others(playthrough.state)))
        return simple_result(
            playthrough, found.move, self.text, value=found.value, depth=found.depth, nodes=found.nodes
        )


def without_others(state: Any) -> Any:
    """The position with only the ghost whose turn it is, as a game of Pacman and one ghost."""
    me = int(state.turn)
    twin = Pacman.variant(ghosts=1).blank()
    for name in ("food", "capsules", "walls", "score", "left", "caught"):
        setattr(twin, name, getattr(state, name))
    for mine, agent in enumerate((0, me)):
        for name in ("x", "y", "heading", "scared", "home_x", "home_y"):
            getattr(twin, name)[mine] = getattr(state, name)[agent]
    twin.turn = 1
    return twin
