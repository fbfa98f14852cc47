"""All searches by name: what each is, what can be set, how it is made, and which games it serves.

A search registers itself once, in its folder. Its refusals, and the advice which other search to use, follow from the
facts it declares here: nobody writes them by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from zermelo.errors import Unsupported
from zermelo.game.game import FORBIDDEN
from zermelo.game.sides import count_sides
from zermelo.game.trust import author_of
from zermelo.search.common.options import Setting
from zermelo.search.common.searcher import Searcher

MAX_PLAYERS = 8  # for whom the kernels that keep a value a player have room
Values = dict[str, Any]  # settings by name
Make = Callable[[int], Searcher]  # seed -> searcher


@dataclass(frozen=True)
class Serves:
    """The facts of the games that a search serves."""

    chance: bool = False  # chance moves
    hidden: bool = False  # hidden information
    perfect: bool = True  # perfect information
    sides: tuple[int, int] = (2, 2)  # least and most
    general_sum: bool = False  # utilities of several sides that need not add up to nothing
    most_players: int = 0  # 0: any number
    most_moves: int = 0  # of one position; 0: any number
    forbids: bool = True  # a rule that forbids repetitions
    history: bool = True  # rules of repetition and progress
    longest: int = 0  # plies of the longest game; 0: any
    only: str = ""  # the class of the one game that it knows

    def obstacle(self, game: Any) -> str:
        """The first fact of a game that stands in the way, as the end of a sentence; empty where nothing does."""
        least, most = self.sides
        sides = count_sides(game)
        found = {
            f"is not {self.only}": bool(self.only) and self.only not in {base.__name__ for base in game.__mro__},
            "has hidden information": game.hidden and not self.hidden,
            "hides nothing": not game.hidden and not self.perfect,
            "has chance moves": game.chance and not self.chance,
            f"has {sides} sides": sides > most,
            "has only one side": sides < least,
            "is general-sum (one side's gain is not another's loss)": (
                sides > 1 and not game.zero_sum and not self.general_sum
            ),
            f"has {game.players} players (at most {self.most_players} can be searched)": (
                0 < self.most_players < game.players
            ),
            f"may have {game.most_moves} moves at once (at most {self.most_moves} can be searched)": (
                0 < self.most_moves < game.most_moves
            ),
            "forbids repetitions, so that its moves depend on the past": (
                not self.forbids and game.repetition > 0 and game.repeated == FORBIDDEN
            ),
            "has rules of history": not self.history and bool(game.repetition or game.no_progress or game.cap),
            "is too long": self.longest > 0 and not 0 < game.longest <= self.longest,
        }
        return next((fact for fact, stands in found.items() if stands), "")

    def refuse(self, name: str, game: Any) -> None:
        """Say which fact of a game a search cannot serve, and which searches would."""
        if fact := self.obstacle(game):
            raise Unsupported(f"{game.__name__} {fact}: {name} cannot search it; {advice(name, game)}")


@dataclass(frozen=True)
class Search:
    """A search that can be asked for by name."""

    name: str
    summary: str
    serves: Serves
    settings: tuple[Setting, ...]
    make: Callable[[Values], Make]
    example: str = ""
    default_limits: Values = field(default_factory=dict)  # where none is given
    advised: bool = True  # whether to name it where another search refuses a game
    evaluates: bool = False  # whether it judges positions by `evaluate`, so that learned weights serve it


SEARCHES: dict[str, Search] = {}


def register(search: Search) -> Search:
    """Make a search known by its name."""
    SEARCHES[search.name] = search
    return search


def on_demand(package: str, **places: str) -> Callable[[str], Any]:
    """A folder's `__getattr__`: its public names, each by its module, which is imported when a name is first used.

    Every player's text is read by who knows all searches; the many files of those that nobody asks for stay unread.
    """

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{places[name]}"), name)

    return find


def refuse(name: str, game: Any) -> None:
    """Refuse a game, by its class, that a registered search does not serve."""
    SEARCHES[name].serves.refuse(name, game)


def searches() -> list[Search]:
    """All searches, those for the narrowest class of games first; what a higher layer offers once it is imported."""
    import zermelo.search.alphabeta
    import zermelo.search.chance
    import zermelo.search.manyplayer
    import zermelo.search.mcts
    import zermelo.search.proof  # noqa: F401  # each registers its own

    return sorted(SEARCHES.values(), key=lambda search: (search.serves.sides[1], search.serves.chance, search.name))


def advice(name: str, game: Any) -> str:
    """Which searches serve a game, in words."""
    opened = not game.hidden and author_of(game).hidden  # a deal of a hidden game, whose search is asked here
    found = [other.name for other in searches() if other.advised and not other.serves.obstacle(game)]
    found = [other for other in found if other != name]
    if opened and found:
        return f"for its deals use determinised:search=({found[0]})"
    if game.hidden:
        inside = [other.name for other in searches() if other.advised and not other.serves.obstacle(AllSeen(game))]
        found = [f"determinised:search=({inside[0]})" if one == "determinised" and inside else one for one in found]
    if not found:  # what serves hidden games lies in a higher layer, and may not be imported yet
        return "use determinised, of zermelo.hidden" if game.hidden else "`zermelo players` lists what there is"
    *most, last = found
    return f"use {', '.join(most)} or {last}" if most else f"use {last}"


class AllSeen:
    """The facts of a game, but nothing is hidden."""

    hidden = False

    def __init__(self, game: Any) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


def chosen(values: Values, settings: tuple[Setting, ...]) -> Values:
    """Those values that belong to these settings."""
    names = {setting.name for setting in settings}
    return {name: value for name, value in values.items() if name in names}
