"""Zermelo: adversarial search and game playing. Write a game as one class; play, analyse, solve and learn it.

What you type first:

    >>> from zermelo import Playthrough, make, player
    >>> game = Playthrough(make("connect_four"))
    >>> game.play(game.parse_move("d"))
    >>> result = player("alphabeta:depth=8").think(game)
    >>> result.move_text, result.line_text

games           every game by name: `games.names()`, `make("go", size=9)`, `find("go")` is the class
Game            what a game of your own derives from; `check(MyGame)` proves that it keeps the contract
Playthrough     a game being played: moves, history, undo, outcome
player          a player by its text: `player("alphabeta:depth=8")`; derive from `Player` to write your own
AlphaBeta, Expectiminimax, Expectimax, MaxN, Mcts, DfPn, Determinised
                the searches themselves, with `Limits` and their options; they answer with a `SearchResult`
Match           players meet: `Match("othello", ["best", "mcts:time=0.1"]).run(20)`
read_game       a game from a file's text (PGN, SGF, PDN, JSON …); `write_game` is its opposite
perft, divide, positions, playouts, random_game, Batch
                count, play at random, many games side by side

Names are loaded when they are first used, so that `import zermelo` is quick and Numba starts only when needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from zermelo.pictures import draws

if TYPE_CHECKING:
    __version__: str
    from zermelo import games
    from zermelo.arena.match import Match
    from zermelo.errors import ZermeloError
    from zermelo.game.batch import Batch
    from zermelo.game.check import check
    from zermelo.game.game import Game
    from zermelo.game.perft import divide, perft, positions
    from zermelo.game.playouts import playouts, random_game
    from zermelo.game.playthrough import Outcome, Playthrough
    from zermelo.game.random import Random
    from zermelo.games.catalogue import find, make
    from zermelo.hidden.determinise import Determinised
    from zermelo.notation import read_game, write_game
    from zermelo.players import Player, player
    from zermelo.search.alphabeta.alphabeta import AlphaBeta
    from zermelo.search.chance.expectimax import Expectimax
    from zermelo.search.chance.expectiminimax import Expectiminimax
    from zermelo.search.common.limits import Limits
    from zermelo.search.common.result import SearchResult
    from zermelo.search.manyplayer.maxn import MaxN
    from zermelo.search.mcts.mcts import Mcts
    from zermelo.search.proof.dfpn import DfPn

_PLACES = {
    "AlphaBeta": "search.alphabeta.alphabeta",
    "Batch": "game.batch",
    "Determinised": "hidden.determinise",
    "DfPn": "search.proof.dfpn",
    "Expectimax": "search.chance.expectimax",
    "Expectiminimax": "search.chance.expectiminimax",
    "Game": "game.game",
    "Limits": "search.common.limits",
    "Match": "arena.match",
    "MaxN": "search.manyplayer.maxn",
    "Mcts": "search.mcts.mcts",
    "Outcome": "game.playthrough",
    "Player": "players",
    "Playthrough": "game.playthrough",
    "Random": "game.random",
    "SearchResult": "search.common.result",
    "ZermeloError": "errors",
    "check": "game.check",
    "divide": "game.perft",
    "find": "games.catalogue",
    "games": "",
    "make": "games.catalogue",
    "perft": "game.perft",
    "player": "players",
    "playouts": "game.playouts",
    "positions": "game.perft",
    "random_game": "game.playouts",
    "read_game": "notation",
    "write_game": "notation",
}

__all__ = [  # spelled out for type checkers
    "AlphaBeta",
    "Batch",
    "Determinised",
    "DfPn",
    "Expectimax",
    "Expectiminimax",
    "Game",
    "Limits",
    "Match",
    "MaxN",
    "Mcts",
    "Outcome",
    "Player",
    "Playthrough",
    "Random",
    "SearchResult",
    "ZermeloError",
    "check",
    "divide",
    "find",
    "games",
    "make",
    "perft",
    "player",
    "playouts",
    "positions",
    "random_game",
    "read_game",
    "write_game",
]


@draws("state")
def _state(state: Any) -> str:
    from zermelo.drawing.board import state_svg

    return state_svg(state)


@draws("result")
def _result(result: Any) -> str:
    from zermelo.explain.notebook import result_html

    return result_html(result)


@draws("tree")
def _tree(tree: Any) -> str:
    from zermelo.explain.notebook import tree_svg

    return tree_svg(tree)


def __getattr__(name: str) -> Any:
    if name == "__version__":  # of the installed package: pyproject.toml is the one place that says it
        from importlib.metadata import version

        return version("zermelo")
    if name not in _PLACES:
        raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
    place = _PLACES[name]
    value = getattr(import_module(f"zermelo.{place}"), name) if place else import_module(f"zermelo.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
