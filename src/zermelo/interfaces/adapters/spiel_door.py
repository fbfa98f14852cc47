"""OpenSpiel's games here, through the plain door.

In a file of yours:

    from zermelo.interfaces.adapters.spiel_door import SpielGame

    class Breakthrough(SpielGame):
        game = "breakthrough(rows=6,columns=6)"

Then `zermelo play ./breakthrough.py`, `match`, `check`, `show`: all that needs no compiler.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from typing import Any, ClassVar

from zermelo.errors import BadRules, Unsupported
from zermelo.game.game import CHANCE
from zermelo.interfaces.adapters.numbers import needs

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
try:
    import pyspiel
except ImportError:
    raise needs("OpenSpiel") from None


class SpielGame:
    """A state of an OpenSpiel game as a plain object; `game` is the text by which OpenSpiel knows the game."""

    game: ClassVar[str] = ""
    players: ClassVar[int] = 2
    lowest: ClassVar[float] = -1.0
    highest: ClassVar[float] = 1.0
    zero_sum: ClassVar[bool] = True
    longest: ClassVar[int] = 0

    def __init_subclass__(cls) -> None:
        if not cls.game:
            return
        game = loaded(cls.game)
        cls.players, cls.lowest, cls.highest = game.num_players(), game.min_utility(), game.max_utility()
        cls.zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
        if game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC:
            cls.odds = chance_of  # type: ignore[attr-defined]  # only games with chance have it
        else:
            cls.longest = game.max_game_length()

    def __init__(self, state: Any = None) -> None:
        if not self.game:
            raise BadRules(f'{type(self).__name__} names no game: write game = "breakthrough" in the class')
        self.state = state if state is not None else loaded(self.game).new_initial_state()

    @property
    def turn(self) -> int:
        """The player to move, or CHANCE."""
        player = int(self.state.current_player())
        return CHANCE if self.state.is_chance_node() else max(player, 0)

    def moves(self) -> list[int]:
        """OpenSpiel's actions."""
        return list(self.state.legal_actions())

    def play(self, move: int) -> SpielGame:
        """The state after an action."""
        return type(self)(self.state.child(move))

    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.is_terminal())

    def utility(self, player: int) -> float:
        """What a player has at the end."""
        return float(self.state.returns()[player])

    def move_text(self, move: int) -> str:
        """OpenSpiel's words for an action, in one piece."""
        return str(self.state.action_to_string(self.state.current_player(), move)).replace(" ", "_")

    def __str__(self) -> str:
        return str(self.state)

    def __deepcopy__(self, memo: Any) -> SpielGame:
        return type(self)(self.state.clone())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielGame) and self.game == other.game and self.way() == other.way()

    def __hash__(self) -> int:
        return hash((self.game, self.way()))

    def __reduce__(self) -> Any:
        return again, (type(self), self.way())

    def way(self) -> tuple[int, ...]:
        """The actions that led here: OpenSpiel's texts of a state need not tell all of it."""
        return tuple(self.state.history())


def chance_of(self: SpielGame, move: int) -> float:
    """The probability of an outcome of chance."""
    return dict(self.state.chance_outcomes())[move]


def again(kind: type[SpielGame], way: tuple[int, ...]) -> SpielGame:
    """A state by its actions."""
    state = loaded(kind.game).new_initial_state()
    for action in way:
        state.apply_action(action)
    return kind(state)


_loaded: dict[str, Any] = {}


def loaded(text: str) -> Any:
    """An OpenSpiel game that can be played here; others are refused with the reason."""
    if text not in _loaded:
        name, known = text.partition("(")[0], pyspiel.registered_names()
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else "pyspiel.registered_names() lists them"
            raise BadRules(f"OpenSpiel has no game {name!r}; {hint}")
        try:
            game = pyspiel.load_game(text)
        except (pyspiel.SpielError, RuntimeError) as problem:
            said = (str(problem).strip() or "no reason given").splitlines()[0][:200]
            raise BadRules(f"OpenSpiel does not take {text!r}: {said}") from None
        kind = game.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise Unsupported(f"players of {text} choose at the same time; a plain class has one player to move")
        if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
            raise Unsupported(f"{text} hides something, and a plain class shows all of it: take a game of ours")
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise Unsupported(f"chance in {text} has no odds that could be asked for; a plain class must say them")
        _loaded[text] = game
    return _loaded[text]
