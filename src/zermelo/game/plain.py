"""The plain door: one view of any game for algorithms in plain Python.

A game that does not fit a record (dictionaries, strings, boards without bounds) is any object with `turn`, `moves()`,
`play(move)` that returns a new object, `over()` and `utility(player)`, and `odds(move)` where chance moves. Record
games come through the same door by `view`, with their history.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np

from zermelo.errors import BadRules
from zermelo.game.game import CHANCE, Game
from zermelo.game.plain_game import NEEDED, Position, is_plain
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.record import RecordType


@runtime_checkable
class Plain(Protocol):
    """What plain algorithms ask of a game; an object never changes, `play` returns another one."""

    @property
    def turn(self) -> int:
        """The player to move, or CHANCE."""
        ...

    def moves(self) -> list[Any]:
        """The legal moves; anything that can be compared."""
        ...

    def play(self, move: Any) -> Plain:
        """The game after a move."""
        ...

    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    def utility(self, player: int) -> float:
        """What the end is worth to a player."""
        ...


class PlainView:
    """A record game as a plain object; it keeps the history, so repetitions and clocks end it too."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.playthrough = playthrough
        self._moves: list[int] | None = None

    @property
    def turn(self) -> int:
        """The player to move, or CHANCE."""
        return self.playthrough.turn

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.playthrough.state.players)

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each player, where several win together."""
        return tuple(self.playthrough.state.sides)

    @property
    def zero_sum(self) -> bool:
        """Whether the sides' utilities add up to nothing."""
        return bool(self.playthrough.state.zero_sum)

    def moves(self) -> list[int]:
        """The legal moves, history obeyed."""
        if self._moves is None:
            self._moves = self.playthrough.moves()
        return list(self._moves)

    def play(self, move: int) -> PlainView:
        """The game after a move."""
        after = self.playthrough.copy()
        after.play(move)
        return PlainView(after)

    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.moves()

    def utility(self, player: int) -> float:
        """What the end is worth to a player."""
        outcome = self.playthrough.outcome()
        if outcome is None:
            raise BadRules("utility is asked of a game that goes on")
        return outcome.utilities[player]

    def odds(self, move: int) -> float:
        """The probability of an outcome of chance."""
        return float(self.playthrough.state.odds(move))

    def draw(self, random: Random) -> int:
        """A move for a random game, as the game itself draws it; an outcome of chance by its odds."""
        state = self.playthrough.state
        row = np.zeros(state.most_moves + 8, np.int32)
        return int(state.roll(random, row) if self.turn == CHANCE else state.sample(random, row))

    def evaluate(self) -> float:
        """The game's own estimate for the player to move."""
        return float(self.playthrough.state.evaluate())

    def noisy(self, move: int) -> bool:
        """Whether a move upsets the evaluation."""
        return bool(self.playthrough.state.noisy(move))

    def same(self, move: int) -> int:
        """The smallest move that is equivalent to this one by a symmetry of the position."""
        return int(self.playthrough.state.same(move))

    def move_text(self, move: int) -> str:
        """A move in the game's notation."""
        return str(self.playthrough.state.move_text(move))

    def __str__(self) -> str:
        return str(self.playthrough.state)


def view(game: Any) -> Any:
    """Any game through the plain door: a record game's class, state or playthrough, or a plain object as it is."""
    if isinstance(game, RecordType):
        game = game()
    if isinstance(game, Game):
        game = Playthrough(game)
    if isinstance(game, Playthrough):
        return game.state.position() if is_plain(game.state) else PlainView(game.copy())
    if isinstance(game, Position):
        return game
    missing = [name for name in NEEDED if not hasattr(game, name)]
    if missing:
        raise BadRules(f"{type(game).__name__} is no game: it lacks {', '.join(missing)}")
    return game
