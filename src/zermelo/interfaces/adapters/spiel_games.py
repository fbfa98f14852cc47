"""Every game as a game of OpenSpiel.

Call `register()`, then `pyspiel.load_game("zermelo_kuhn_poker")`, or with parameters `zermelo_go(size=9)`.

Actions are places in the sorted list of legal moves, outcomes of chance likewise. The information state of a hidden
game is what its player has observed and done; where nothing is hidden, the moves that were played.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from zermelo.errors import Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.game.record import RecordType
from zermelo.game.sides import count_sides
from zermelo.games import catalogue
from zermelo.interfaces.adapters.numbers import LONGEST, Sight, action_of, actions_of, ended, move_of, needs

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
try:
    import pyspiel
except ImportError:
    raise needs("OpenSpiel") from None

PREFIX = "zermelo_"
Type, Info = pyspiel.GameType, pyspiel.GameInfo


class Held:
    """A playthrough that is copied as playthroughs are: OpenSpiel clones a state by copying all that it has deeply."""

    def __init__(self, line: Playthrough) -> None:
        self.line = line

    def __deepcopy__(self, memo: Any) -> Held:
        return Held(self.line.copy())


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position with its history."""

    def __init__(self, game: Any, line: Playthrough) -> None:
        super().__init__(game)
        self.held = Held(line)

    @property
    def line(self) -> Playthrough:
        """The game as Zermelo plays it."""
        return self.held.line

    def current_player(self) -> Any:
        """Who moves."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.line.turn < 0 else self.line.turn

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.line.moves())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes with their odds, which add up to one."""
        odds = np.array([self.line.state.odds(move) for move in actions_of(self.line)], float)
        return list(enumerate((odds / odds.sum()).tolist()))

    def _apply_action(self, action: int) -> None:
        self.line.play(move_of(self.line, action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.line.state.move_text(move_of(self.line, action)))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return ended(self.line) is not None

    def returns(self) -> list[float]:
        """The utilities; nothing while the game goes on."""
        return list(ended(self.line) or (0.0,) * self.line.state.players)

    def __str__(self) -> str:
        return f"{self.line.to_text()} | {' '.join(map(str, self.line.played))}"


class Observer:
    """What a player sees of a state; with perfect recall, all that they have seen."""

    def __init__(self, first: Playthrough, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters; passed {params}")
        self.recalls = bool(kind.perfect_recall)
        self.sight = Sight(first, 0 if self.recalls else 1)
        self.tensor = np.zeros(len(self.sight.low), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        self.tensor[:] = self.sight.of(state.line, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same in words."""
        line = state.line
        if not line.state.hidden:
            return f"{player}: " + (line.line_text() if self.recalls else line.to_text())
        if not self.recalls:
            return f"{player}: {line.turn} {' '.join(map(str, line.observation(player)))}"
        seen = line.information(player)
        return f"{player}: {' '.join(map(str, seen.array().tolist()))}"


def game_type(name: str, cls: RecordType, title: str) -> Any:
    """The facts that OpenSpiel wants before any state is made."""
    facts: Any = cls
    adds_up = facts.zero_sum and facts.players == count_sides(facts) and facts.players > 1
    return Type(
        short_name=PREFIX + name,
        long_name=f"{title} (Zermelo)",
        dynamics=Type.Dynamics.SEQUENTIAL,
        chance_mode=Type.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else Type.ChanceMode.DETERMINISTIC,
        information=(Type.Information.IMPERFECT_INFORMATION if facts.hidden else Type.Information.PERFECT_INFORMATION),
        utility=Type.Utility.ZERO_SUM if adds_up else Type.Utility.GENERAL_SUM,
        reward_model=Type.RewardModel.TERMINAL,
        max_num_players=facts.players,
        min_num_players=facts.players,
        provides_information_state_string=True,
        provides_information_state_tensor=bool(facts.hidden),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters_of(facts),
    )


def parameters_of(cls: Any) -> dict[str, Any]:
    """A game's parameters with their defaults, those that OpenSpiel can write down."""
    found = {name: item.default for name, item in cls._parameters.items()}
    found |= {name: item.default for name, item in cls.setup_parameters().items()}
    return {name: value for name, value in found.items() if isinstance(value, bool | int | float | str)}


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of Zermelo's games; a class for each is derived from this one."""

    name, title = "", ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {key: plain(value) for key, value in (params or {}).items()}
        self.first = Playthrough(catalogue.make(self.name, **given))
        cls: Any = type(self.first.state)
        kind = game_type(self.name, cls, self.title)
        info = Info(
            num_distinct_actions=int(cls.most_moves),
            max_chance_outcomes=int(cls.most_moves) if cls.chance else 0,
            num_players=int(cls.players),
            min_utility=float(cls.lowest),
            max_utility=float(cls.highest),
            utility_sum=0.0 if kind.utility == Type.Utility.ZERO_SUM else None,
            max_game_length=int(cls.longest or cls.cap or LONGEST),
        )
        super().__init__(kind, info, params or {})

    def __reduce__(self) -> Any:
        return load, (self.name, str(self))

    def new_initial_state(self) -> SpielState:
        """The first position."""
        return SpielState(self, self.first.copy())

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can move."""
        return int(self.max_game_length()) if type(self.first.state).chance else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What players see, as numbers; what is public, or private alone, is not told apart."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.first, kind, params)


def load(name: str, text: str) -> Any:
    """A game by the text that OpenSpiel wrote, in a process that may not know it yet."""
    register(name)
    return pyspiel.load_game(text)


def plain(value: Any) -> Any:
    """A parameter as OpenSpiel hands it over."""
    return value.decode() if isinstance(value, bytes) else value


def register(*names: str) -> list[str]:
    """Make games known to OpenSpiel, all where none is named; returns the names that it knows them by."""
    known = set(pyspiel.registered_names())
    entries = catalogue.entries()
    for name in names or entries:
        catalogue.find(name)  # says so where there is none
    found = []
    for name in names or entries:
        entry = catalogue.entry_of(name)
        assert entry is not None
        found.append(PREFIX + entry.name)
        if PREFIX + entry.name not in known:
            pyspiel.register_game(
                game_type(entry.name, entry.load(), entry.title),
                type(f"Spiel_{entry.name}", (SpielGame,), {"name": entry.name, "title": entry.title}),
            )
    return found


def state_of(line: Playthrough, game: Any) -> SpielState:
    """A game being played here as a state of OpenSpiel's, with its history where it began at the usual start."""
    if line.start != game.first.start:
        return SpielState(game, line.copy())
    state: SpielState = game.new_initial_state()
    for move in line.played:
        state.apply_action(action_of(state.line, move))
    return state


def game_of(line: Playthrough) -> Any:
    """The OpenSpiel game of a game being played here, with the same shape."""
    cls = type(line.state)
    family = next((entry for entry in catalogue.entries().values() if issubclass(cls, entry.load())), None)
    if family is None:
        raise Unsupported(f"OpenSpiel knows the games of the catalogue, and {cls.__name__} is none of them")
    (name,) = register(family.name)
    shape = {key: getattr(cls, key) for key in cls._parameters if key in parameters_of(cls)}
    return pyspiel.load_game(name, shape)
