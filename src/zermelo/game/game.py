"""The contract of a game: fields are the state, five methods the rules, facts what algorithms may rely on.

`docs/guide/contract.md` explains each line; `zermelo check` proves that a game keeps its promises.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, Self

import numpy as np

from zermelo.errors import AmbiguousMove, BadPosition, IllegalMove, MalformedMove
from zermelo.game.fields import ArrayField, Row, i8
from zermelo.game.random import Random
from zermelo.game.record import Record, inline, python_only
from zermelo.game.rows import row_of
from zermelo.game.scene import Scene
from zermelo.game.weights import declare
from zermelo.pictures import picture

CHANCE = -1  # `turn` when nature moves
NO_MOVE = -1  # what `sample` answers when there is no move

# What happens when a position repeats, progress stops or the cap is reached
DRAW, BY_UTILITY, FORBIDDEN, CHECKER_LOSES, FIRST_LOSES = range(5)


def at_most(most: int, error: type[Exception], what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """For a method that reads a text: it is asked only about texts that a person could mean, and need fear no other."""

    def bounded(read: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(read)
        def reading(self: Any, text: str) -> Any:
            if len(text) > most:
                raise error(f"{what} has at most {most} characters, not {len(text)}: {text[:40]!r} … is too long")
            return read(self, text)

        return reading

    return bounded


def with_words(rule: Callable[[Any, int], Any]) -> Callable[[Any, int | str], Any]:
    """`play` as Python calls it: a number is played as it is, a text only if it means a legal move."""

    @wraps(rule)
    def play(self: Any, move: int | str) -> Any:
        return rule(self, meant(self, move) if isinstance(move, str) else move)

    play._rule = rule  # type: ignore[attr-defined]  # what kernels call, and the digest reads
    return play


def meant(state: Any, text: str) -> int:
    """The legal move that a text means."""
    move = int(state.parse_move(text))
    if move not in state.legal():
        raise IllegalMove(f"{text!r} is not possible here: {state.why_not(text)}")
    return move


LONGEST_POSITION, LONGEST_MOVE = 4000, 300  # characters; the server takes no longer texts either
of_a_position = at_most(LONGEST_POSITION, BadPosition, "a position")
of_a_move = at_most(LONGEST_MOVE, MalformedMove, "a move")


def read_number(dtype: np.dtype[Any], text: str) -> Any:
    """A number of a field as `to_text` wrote it."""
    if dtype == np.bool_:
        return {"True": True, "False": False, "1": True, "0": False}[text]
    return dtype.type(text)


class Game(Record):
    """Base class of all games; every method here is a default that a game may replace."""

    # ------------------------------------------------------------------ facts
    players: int = 2
    sides: tuple[int, ...] = ()  # the side of each player, where several win together; empty: each alone
    lowest: float = -1.0  # bounds of `utility`
    highest: float = 1.0
    zero_sum: bool = True  # the sides' utilities add up to nothing
    chance: bool = False  # nature moves too: turn == CHANCE, `odds`
    hidden: bool = False  # players do not see everything: `observe`, `redeal`
    most_moves: int = 0  # no row of moves is longer; every game must say it
    longest: int = 0  # no game has more plies; 0: no bound is known
    repetition: int = 0  # the n-th occurrence of a position has a consequence; 0: none
    repeated: int = DRAW  # which: DRAW, FORBIDDEN, CHECKER_LOSES (perpetual check, else a draw), FIRST_LOSES
    no_progress: int = 0  # plies since the last irreversible move that end the game; 0: no such rule
    stalled: int = DRAW  # then DRAW or BY_UTILITY
    cap: int = 0  # plies that end any game; 0: no such rule
    capped: int = DRAW  # then DRAW or BY_UTILITY
    can_pass: bool = False  # handing the move to the opponent makes sense (null move)
    policy: bool = False  # `sample` follows a policy of its own and is not uniform
    rough: bool = False  # `evaluate` says less than random games do: playouts suit this game better
    symmetries: int = 1  # how many transformations `transform` knows, the identity (0) included
    static_depth: int = (
        0  # `static_result` sees every win in so many own moves, and every loss in as many of the opponent's
    )
    observation: int = 0  # most numbers that `observe` writes

    turn: i8  # the player to move, or CHANCE

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = vars(cls)
        if isinstance(read := own.get("from_text"), classmethod):
            type.__setattr__(cls, "from_text", classmethod(of_a_position(read.__func__)))
        if (parse := own.get("parse_move")) is not None:
            type.__setattr__(cls, "parse_move", of_a_move(parse))
        if isinstance(play := own.get("play"), FunctionType):
            type.__setattr__(cls, "play", with_words(play))
        if "weights" in own:
            declare(cls, own["weights"])

    if typing.TYPE_CHECKING:

        def weight(self, index: int) -> Any:
            """Where `weights` are declared: one of them, by its place; see `game/weights.py`."""

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Write the legal moves, each once, and return their number; none ends the game."""
        return 0

    def play(self, move: int) -> None:
        """Change this state by one legal move; Python may also give its text, which is checked: `state.play("e4")`."""

    def over(self) -> bool:
        """Whether the game has ended by the position alone (a position without moves need not be recognised)."""
        return False

    def midturn(self) -> bool:
        """Whether the same turn goes on: a turn may be several moves."""
        return False

    def utility(self, player: int) -> float:
        """What the end is worth to a player; also asked where a clock or cap ends the game BY_UTILITY."""
        return 0.0

    def odds(self, move: int) -> float:
        """At CHANCE: the probability of this outcome."""
        return 1.0

    def observe(self, player: int, out: Row) -> int:
        """Hidden games: write what a player sees now and return how many numbers that is."""
        return 0

    def redeal(self, player: int, random: Random) -> None:
        """Hidden games: become another state that this player cannot tell from this one, drawn by its probability."""

    # ------------------------------------------------------------------ hooks that make search strong
    @inline
    def sample(self, random: Random, row: Row) -> int:
        """A random legal move, or NO_MOVE; a game may know a way that does not list them all."""
        count = self.moves(row)
        if count == 0:
            return NO_MOVE
        return int(row[random.below(count)])

    def roll(self, random: Random, row: Row) -> int:
        """At CHANCE: an outcome drawn by its odds; a game may know a way that does not list them all."""
        count = self.moves(row)
        left = random.unit()
        for index in range(count):
            left -= self.odds(int(row[index]))
            if left < 0.0:
                return int(row[index])
        return int(row[count - 1]) if count > 0 else NO_MOVE

    def evaluate(self) -> float:
        """An estimate for the player to move, strictly between `lowest` and `highest`."""
        return 0.0

    def evaluate_for(self, player: int) -> float:
        """An estimate for any player, where more than two play; by default the others share the mover's opposite."""
        value = float(self.evaluate())
        if player == max(int(self.turn), 0):
            return value
        return -value / max(self.players - 1, 1)

    def bounds(self, player: int) -> tuple[float, float]:
        """A proven lower and upper bound on the value of this position for a player."""
        return self.lowest, self.highest

    def static_result(self, out: Row) -> tuple[int, int]:
        """Static win/loss detection: write moves among which is a best one; return their number, and a proven end.

        That is n if the player to move forces the highest result in n plies, -n if the lowest is forced upon them in n
        plies, 0 if it is not known. The lowest of several equivalent moves (`same`) must not be left out alone.
        """
        return self.moves(out), 0

    def plies_left(self) -> int:
        """About how many plies the game can still last: a search spares itself its table where only few are left."""
        return self.longest if self.longest > 0 else 1_000_000

    def order(self, move: int) -> int:
        """Which moves to search first: higher is earlier."""
        return 0

    def noisy(self, move: int) -> bool:
        """Whether a move upsets the evaluation, so that quiescence search must look at it."""
        return False

    def noisy_moves(self, out: Row) -> int:
        """Write the noisy moves only."""
        count = self.moves(out)
        kept = 0
        for index in range(count):
            move = int(out[index])
            if self.noisy(move):
                out[kept] = move
                kept += 1
        return kept

    def losing(self, move: int) -> bool:
        """Whether a noisy move plainly loses what it began to win: searched last, and not at all in quiescence."""
        return False

    def irreversible(self, move: int) -> bool:
        """Progress: after this move no earlier position can return, and the no-progress clock starts again."""
        return False

    def repetition_key(self) -> np.uint64:
        """What is compared to find repetitions (Go: the stones alone)."""
        return self.key()

    def judged(self, move: int) -> bool:
        """Whether a forbidding repetition rule looks at this move (Go: a pass never offends)."""
        return True

    def checking(self) -> bool:
        """Whether this position gives check to the player to move."""
        return False

    def pass_turn(self) -> None:
        """Where `can_pass`: hand the move to the opponent without moving."""
        self.turn = 1 - self.turn

    def pass_is_safe(self) -> bool:
        """Where `can_pass`: whether zugzwang is unlikely here, so that a null move proves something."""
        return True

    def same(self, move: int) -> int:
        """The smallest move that is equivalent to this one by a symmetry of the position."""
        return move

    def transform(self, which: int) -> None:
        """Become the mirror image of this position under one of the symmetries."""

    def transform_move(self, which: int, move: int) -> int:
        """The same move in the mirror image."""
        return move

    def slice_of(self) -> int:
        """Endgame tables: the slice of this position (its material, say), a number from 0 up; -1 where it has none."""
        return -1

    def index(self) -> int:
        """Endgame tables: the number of this position within its slice; -1 where it has none of its own."""
        return -1

    def from_index(self, slice: int, number: int) -> bool:
        """Endgame tables: become the position of a number; False where there is none."""
        return False

    def reward(self, player: int) -> float:
        """The running score, where a game has one (Pacman, 2048)."""
        return 0.0

    # ------------------------------------------------------------------ notation and picture: Python only
    @python_only
    def legal(self) -> list[int]:
        """The legal moves by the position alone (a Playthrough also knows the history)."""
        return [] if self.over() else [int(move) for move in row_of(self)]

    @python_only
    def legal_moves(self) -> list[str]:
        """The same in the game's notation; `play` takes either."""
        return [str(self.move_text(move)) for move in self.legal()]

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The position in one line; a notation with clocks shows plies since progress and plies played."""
        parts = []
        for name, field in type(self)._fields.items():
            value = getattr(self, name)
            shown = ",".join(str(v) for v in np.ravel(value)) if isinstance(field, ArrayField) else str(value)
            parts.append(f"{name}={shown}")
        return " ".join(parts)

    @classmethod
    @of_a_position
    def from_text(cls, text: str) -> Self:
        """The position that `to_text` wrote."""
        state: Self = cls.blank()
        given = dict(part.partition("=")[::2] for part in text.split())
        if set(given) != set(cls._fields):
            raise BadPosition(f"a position of {cls.__name__} is written {' '.join(f'{n}=…' for n in cls._fields)}")
        for name, field in cls._fields.items():
            try:
                if isinstance(field, ArrayField):
                    values = np.array([read_number(field.dtype, v) for v in given[name].split(",")], field.dtype)
                    setattr(state, name, values.reshape(field.shape_in(cls)))
                else:
                    setattr(state, name, read_number(field[0], given[name]))
            except (ValueError, OverflowError, KeyError) as problem:
                raise BadPosition(f"field {name} of {cls.__name__} cannot be {given[name]!r}") from problem
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """Plies since progress and plies played, where a position text tells them."""
        return 0, 0

    @python_only
    def move_text(self, move: int) -> str:
        """One legal move of this position in the game's notation."""
        return str(move)

    @python_only
    @of_a_move
    def parse_move(self, text: str) -> int:
        """The legal move meant by a text."""
        wanted = text.strip()
        legal = {move: self.move_text(move) for move in self.legal()}
        exact = [move for move, shown in legal.items() if shown == wanted]
        loose = [move for move, shown in legal.items() if shown.lower() == wanted.lower()]
        for found in (exact, loose):
            if len(found) == 1:
                return found[0]
            if len(found) > 1:
                raise AmbiguousMove(f"{text!r} could mean any of {len(found)} moves")
        if not wanted:
            raise MalformedMove(f"no move given; for example {', '.join(list(legal.values())[:5])}")
        raise IllegalMove(f"{text!r} is not possible here: {self.why_not(wanted)}")

    @python_only
    def turn_text(self, moves: list[int]) -> str:
        """The moves of one turn in the game's notation; a game may write them as one word."""
        state = self.copy()
        shown = []
        for move in moves:
            shown.append(state.move_text(move))
            state.play(move)
        return " ".join(shown)

    @python_only
    def parse_turn(self, text: str) -> list[int]:
        """The moves meant by a text of one or more moves."""
        state = self.copy()
        moves = []
        for part in text.split():
            moves.append(state.parse_move(part))
            state.play(moves[-1])
        return moves

    @python_only
    def why_not(self, move: int | str) -> str:
        """Which rule forbids a move, in words."""
        legal = [self.move_text(m) for m in self.legal()]
        if not legal:
            return "the game is over"
        shown = ", ".join(legal[:12]) + (", …" if len(legal) > 12 else "")
        return f"the legal moves are {shown}"

    @python_only
    def features(self) -> dict[str, float]:
        """The named parts of `evaluate`, for the player to move, in the order to show; empty: nothing to show.

        A part has a name in words that players of the game use, and is what the mover has less what the opponent has
        where `evaluate` is such a difference. Positions with equal features have equal evaluations.
        """
        return {}

    @python_only
    def ending(self) -> str:
        """Why the game is over, in words."""
        if self.chance and self.zero_sum is False:
            return "the game is over"
        results = [self.utility(player) for player in range(self.players)]
        best = max(results)
        winners = [str(p + 1) for p, result in enumerate(results) if result == best]
        if len(winners) == len(results):
            return "draw"
        return f"player {' and '.join(winners)} wins"

    @python_only
    def scene(self) -> Scene:
        """The picture of this position."""
        return Scene(notes=(self.to_text(),))

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The picture as a player sees it, or an onlooker (-1) who may see no more than all players do."""
        if self.hidden:
            return Scene(notes=("the game does not say what its players see: give it a scene_for",))
        return self.scene()

    @python_only
    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return picture("state", self)

    def __str__(self) -> str:
        return self.scene().text()

    def __repr__(self) -> str:
        settings = "".join(f"{name}={value!r}, " for name, value in type(self)._settings.items())
        return f"{type(self).__name__}.from_text({self.to_text()!r}{', ' + settings[:-2] if settings else ''})"
