"""A plain Python class as a game like any other: found in its file, shown, checked, played, searched without compiling.

The class may use lists, strings and dictionaries. Its objects have `turn`, `moves()`, `play(move)`, `over()` and
`utility(player)`, and `odds(move)` where chance moves; what else it has of the contract (`evaluate`, `move_text`,
`scene`, `players` …) is used. `play` may return another object, or change its own: it is always asked on a copy.

A state of `PlainGame` is a record as everywhere, with the number of a position instead of the position. So sessions,
records, players and pages need no second path.
"""

from __future__ import annotations

import copy
import hashlib
import inspect
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Self

import numpy as np

from zermelo.errors import BadMove, BadPosition, BadRules
from zermelo.game.fields import Row, i64
from zermelo.game.game import Game
from zermelo.game.random import Random
from zermelo.game.record import RecordType, python_only
from zermelo.game.scene import Button, Scene

METHODS = ("moves", "play", "over", "utility")  # `turn` may be set in __init__
NEEDED = ("turn", *METHODS)
FACTS = ("players", "sides", "lowest", "highest", "zero_sum", "longest", "cap")
MOST_MOVES = 2000


def is_plain_class(value: Any) -> bool:
    """Whether a class has the methods of a game without being one of ours."""
    return isinstance(value, type) and not isinstance(value, RecordType) and all(hasattr(value, n) for n in METHODS)


class Position:
    """An object of the user's class, with its moves as numbers and its `play` on a copy."""

    def __init__(self, thing: Any, path: tuple[str, ...] = ()) -> None:
        self.thing, self.path = thing, path  # the moves by which it was first reached
        self._moves: list[Any] | None = None

    @property
    def turn(self) -> int:
        """The player to move, or CHANCE."""
        turn = getattr(self.thing, "turn", None)
        found = turn() if callable(turn) else turn
        if isinstance(found, bool) or not isinstance(found, int | np.integer):
            raise BadRules(f"{self.name}.turn is {found!r}: it must be the number of the player to move, 0 or 1")
        return int(found)

    @property
    def name(self) -> str:
        """The name of the class."""
        return type(self.thing).__name__

    @property
    def players(self) -> int:
        """How many play."""
        return int(getattr(self.thing, "players", 2))

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each player, where several win together."""
        return tuple(getattr(self.thing, "sides", ()))

    @property
    def zero_sum(self) -> bool:
        """Whether the utilities add up to nothing."""
        return bool(getattr(self.thing, "zero_sum", self.players > 1))

    def choices(self) -> list[Any]:
        """The legal moves as the class lists them."""
        if self._moves is None:
            found = self.thing.moves()
            if found is None or isinstance(found, str | bytes | int):
                shown = "nothing" if found is None else f"a {type(found).__name__}"
                raise BadRules(f"{self.name}.moves() returns {shown}: return a list of the legal moves")
            self._moves = list(found)
        return self._moves

    def moves(self) -> list[int]:
        """The legal moves as numbers."""
        return [] if self.over() else list(range(len(self.choices())))

    def play(self, move: int) -> Position:
        """The position after a move, whichever way the class plays it."""
        choice = self.choices()[move]
        twin = copy.deepcopy(self.thing)
        after = twin.play(copy.deepcopy(choice))
        thing = after if isinstance(after, type(self.thing)) else twin  # another object, or itself changed
        return Position(thing, (*self.path, self.move_text(move)))

    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.thing.over())

    def utility(self, player: int) -> float:
        """What the end is worth to a player."""
        found = self.thing.utility(player)
        if not isinstance(found, int | float | np.number):
            shown = "nothing" if found is None else f"a {type(found).__name__}"
            raise BadRules(f"{self.name}.utility({player}) returns {shown}: return a number on every way through")
        return float(found)

    def odds(self, move: int) -> float:
        """The probability of an outcome of chance."""
        return float(self.thing.odds(self.choices()[move]))

    def evaluate(self) -> float:
        """The class's own estimate for the player to move; 0 where it has none."""
        return float(self.thing.evaluate()) if hasattr(self.thing, "evaluate") else 0.0

    def move_text(self, move: int) -> str:
        """A move in words."""
        choice = self.choices()[move]
        words = getattr(self.thing, "move_text", None)
        if callable(words):
            return str(words(choice))
        return choice if isinstance(choice, str) else str(choice).replace(" ", "")

    def key(self) -> Any:
        """What is equal for equal positions."""
        kind: Any = type(self.thing)
        if kind.__hash__ is not None and kind.__hash__ is not object.__hash__:
            return kind, self.thing
        try:
            return kind, pickle.dumps(self.thing)
        except Exception:  # of the class's own: then every position is another
            return kind, id(self.thing)

    def __str__(self) -> str:
        kind: Any = type(self.thing)
        if kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__:  # an address in memory says nothing
            return "\n".join(f"{name} = {value}" for name, value in getattr(self.thing, "__dict__", {}).items())
        return str(self.thing)


_known: dict[RecordType, tuple[list[Position], dict[Any, int]]] = {}  # positions by number, numbers by key


def kept(game: RecordType, position: Position) -> int:
    """The number of a position."""
    positions, numbers = _known.setdefault(game, ([], {}))
    key = position.key()
    if key not in numbers:
        numbers[key] = len(positions)
        positions.append(position)
    return numbers[key]


class PlainGame(Game):
    """A plain class as a record game; `adapted(YourClass)` makes the class."""

    most_moves = MOST_MOVES
    plain: ClassVar[Any] = None  # the user's class
    number: i64  # of the position

    @python_only
    def position(self) -> Position:
        """The position behind the number."""
        return _known[type(self)][0][self.number]

    @property
    def thing(self) -> Any:
        """The object of the user's class; a copy, so that nobody's game changes."""
        return copy.deepcopy(self.position().thing)

    def __reduce__(self) -> Any:
        return state_of, (self.position().thing,)

    @python_only
    def stand_at(self, position: Position) -> None:
        """Become a position."""
        self.number = kept(type(self), position)
        self.turn = position.turn

    @python_only
    def start(self) -> None:
        """The object that the class makes without arguments."""
        self.stand_at(Position(made(type(self).plain)))

    def moves(self, out: Row) -> int:
        """Each move by its place in the class's list."""
        count = len(self.position().choices())
        if count > MOST_MOVES:
            raise BadRules(f"{type(self).__name__}.moves() lists {count} moves; a plain class may have {MOST_MOVES}")
        out[:count] = np.arange(count)
        return count

    def play(self, move: int) -> None:
        """Play it on a copy of the object."""
        self.stand_at(self.position().play(move))

    def over(self) -> bool:
        """As the class says."""
        return self.position().over()

    def utility(self, player: int) -> float:
        """As the class says."""
        return self.position().utility(player)

    def odds(self, move: int) -> float:
        """As the class says."""
        return self.position().odds(move)

    @python_only
    def move_text(self, move: int) -> str:
        """The class's own words, or the move itself."""
        return self.position().move_text(move)

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The class's own words, or the moves that lead here."""
        words = getattr(type(self).plain, "to_text", None)
        return str(words(self.position().thing)) if words else " ".join(self.position().path) or "start"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """What `to_text` wrote."""
        state: Self = cls.blank()
        read = getattr(cls.plain, "from_text", None)
        if read:
            state.stand_at(Position(read(text)))
            return state
        state.start()
        if not text.strip():
            raise BadPosition(f"a position of {cls.__name__} is `start`, or the moves that lead there")
        for part in [] if text.strip() == "start" else text.split():
            if part[0] == "@" and part[1:].isdecimal() and int(part[1:]) < len(_known[cls][0]):
                state.stand_at(_known[cls][0][int(part[1:])])
                continue
            try:
                state.play(state.parse_move(part))
            except BadMove as problem:
                raise BadPosition(
                    f"a position of {cls.__name__} is written as the moves that lead there: {problem}"
                ) from None
        return state

    @python_only
    def ending(self) -> str:
        """The class's own words, or who won."""
        words = getattr(type(self).plain, "ending", None)
        return str(words(self.position().thing)) if words else super().ending()

    @python_only
    def scene(self) -> Scene:
        """The class's own picture, or its text with a button for each move."""
        position = self.position()
        own = getattr(type(self).plain, "scene", None)
        if own is not None:
            made_by_class = own(position.thing)
            if isinstance(made_by_class, Scene):
                return made_by_class
        texts = {move: position.move_text(move) for move in position.moves()}
        buttons = tuple(Button(f"m{move}", text) for move, text in texts.items())
        clicks = {move: (f"m{move}",) for move in texts}
        return Scene(buttons=buttons, clicks=clicks, notes=tuple(str(position).splitlines()))


def evaluate(self: Any) -> float:
    """As the class says; only classes with an estimate of their own get this method."""
    return float(self.position().evaluate())


def made(plain: Any) -> Any:
    """The first position of a plain class, by its constructor without arguments."""
    needed = [item.name for item in inspect.signature(plain).parameters.values() if item.default is item.empty
              and item.kind is item.POSITIONAL_OR_KEYWORD]  # fmt: skip
    if needed:
        raise BadRules(
            f"{plain.__name__}({', '.join(needed)}) needs arguments: give {needed[0]} a default to begin with"
        )
    thing = plain()
    missing = [name for name in NEEDED if not hasattr(thing, name)]
    if missing:
        raise BadRules(f"{plain.__name__} is no game: it lacks {', '.join(missing)}")
    return thing


_adapted: dict[Any, Any] = {}


def adapted(plain: Any) -> Any:
    """The record game of a plain class, made once."""
    if plain not in _adapted:
        if "out" in inspect.signature(plain.moves).parameters:
            raise BadRules(
                f"{plain.__name__}.moves fills a row, so the class is no plain one: derive it from zermelo.Game"
            )
        players = int(getattr(plain, "players", 2))
        body: dict[str, Any] = {"plain": plain, "chance": hasattr(plain, "odds"), "zero_sum": players > 1}
        body |= {"__module__": plain.__module__, "__qualname__": plain.__qualname__, "__doc__": plain.__doc__}
        body |= {name: getattr(plain, name) for name in FACTS if hasattr(plain, name)}
        body["source"] = int.from_bytes(hashlib.blake2b(source_of(plain), digest_size=6).digest(), "big")
        if hasattr(plain, "evaluate"):
            body["evaluate"] = evaluate
        _adapted[plain] = RecordType(plain.__name__, (PlainGame,), body)
    return _adapted[plain]


def source_of(plain: Any) -> bytes:
    """What tells two classes of one name apart."""
    try:
        return inspect.getsource(plain).encode()
    except (OSError, TypeError):
        return repr(id(plain)).encode()


def state_of(thing: Any) -> Any:
    """An object of a plain class as a state."""
    if isinstance(thing, str):
        raise BadRules(f"{thing!r} is a text: write zermelo.make({thing!r}), which begins the game of that name")
    missing = [name for name in NEEDED if not hasattr(thing, name)]
    if missing:
        raise BadRules(f"{type(thing).__name__} is no game: it lacks {', '.join(missing)}")
    game = adapted(type(thing))
    state, position = game.blank(), Position(copy.deepcopy(thing))
    with suppress(BadRules):  # a class that cannot begin by itself has no start to compare with
        if position.key() != Position(made(type(thing))).key():
            position.path = (f"@{len(_known.get(game, ((), ()))[0])}",)  # nobody knows the moves that lead there
    state.stand_at(position)
    return state


def as_game(game: Any) -> Any:
    """Whatever was given for a game: a class or a state as they are, a plain class or object as a record game."""
    if isinstance(game, RecordType | Game):
        return game
    return adapted(game) if isinstance(game, type) else state_of(game)


def is_plain(game: Any) -> bool:
    """Whether a class or state is a plain class's, which no compiler can read."""
    return issubclass(game if isinstance(game, type) else type(game), PlainGame)


# ---------------------------------------------------------------------- counting and random games, in Python


def perft(position: Position, depth: int) -> int:
    """Move sequences of exactly so many moves."""
    if depth == 0:
        return 1
    moves = position.moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


def random_move(position: Position, random: Random) -> int:
    """A random legal move, or an outcome of chance by its odds."""
    moves = position.moves()
    if position.turn >= 0:
        return moves[random.below(len(moves))]
    left = random.unit()
    for move in moves:
        left -= position.odds(move)
        if left < 0:
            return move
    return moves[-1]


def random_game(position: Position, random: Random, longest: int, look: Callable[[int], None]) -> tuple[Position, int]:
    """The end of a random game and its length; `look` hears how many moves a player had."""
    for ply in range(longest):
        if position.over() or not position.choices():
            return position, ply
        if position.turn >= 0:
            look(len(position.choices()))
        position = position.play(random_move(position, random))
    return position, longest
