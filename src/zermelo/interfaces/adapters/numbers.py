"""Moves and positions as numbers of a fixed form, as other libraries want them.

An action is the place of a move in the sorted list of legal moves, so that `most_moves` bounds it in every game; the
mask says how many there are. What an agent sees are the numbers of the position's key, boards of bits taken apart;
where something is hidden, their information state: the last moments of what they have observed and done, and nothing
else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import IllegalMove, MissingExtra, Unsupported
from zermelo.game.information import percepts_of
from zermelo.game.plain_game import is_plain
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue

MOST_NUMBERS = 8192  # of an information state; a longer one loses its oldest moments
HEAD = 3  # numbers of a moment before its observation: own move + 1, turn, how many follow
LONGEST = 20_000  # plies after which a game without an end of its own is broken off


def begin(game: Any, parameters: dict[str, Any]) -> Playthrough:
    """A game by name with its parameters, or a class, a state or a playthrough."""
    if isinstance(game, str):
        line = Playthrough(catalogue.make(game, **parameters))
    elif isinstance(game, Playthrough):
        line = game.copy()
    else:
        line = Playthrough(game(**parameters) if isinstance(game, type) else game)
    if is_plain(line.state):
        raise Unsupported(
            f"{type(line.state).__name__} is a plain class, which has no fields to observe: derive it from zermelo.Game"
        )
    return line


def name_of(game: Any, line: Playthrough) -> str:
    """What the game is called."""
    return game if isinstance(game, str) else type(line.state).__name__


def needs(library: str, extra: str = "adapters") -> MissingExtra:
    """The sentence where a library is missing."""
    return MissingExtra(f"this needs {library}: pip install 'zermelo[{extra}]'")


# ---------------------------------------------------------------------- actions


def actions_of(line: Playthrough) -> list[int]:
    """The legal moves by their actions, from 0 up."""
    return sorted(line.moves())


def mask_of(line: Playthrough, player: int) -> NDArray[np.int8]:
    """Which actions a player has: none where it is not their turn."""
    mask = np.zeros(int(line.state.most_moves), np.int8)
    if line.turn == player:
        mask[: len(line.moves())] = 1
    return mask


def move_of(line: Playthrough, action: Any) -> int:
    """The move of an action."""
    moves = actions_of(line)
    if not 0 <= int(action) < len(moves):
        raise IllegalMove(f"action {action} is none here: there are the actions 0 to {len(moves) - 1}, see the mask")
    return moves[int(action)]


def action_of(line: Playthrough, move: int) -> int:
    """The action of a move."""
    return actions_of(line).index(move)


def roll_on(line: Playthrough, random: Random) -> None:
    """Let chance move until a player does, or the game is over."""
    while line.turn < 0 and line.moves():
        line.play(line.draw(random))


def ended(line: Playthrough) -> tuple[float, ...] | None:
    """The utilities where the game is over; one that never ends is broken off as a draw."""
    outcome = line.outcome()
    if outcome is not None:
        return outcome.utilities
    return (0.0,) * int(line.state.players) if len(line.played) >= LONGEST else None


# ---------------------------------------------------------------------- observations


class Sight:
    """What players of one game see, as a row of numbers of one length."""

    def __init__(self, line: Playthrough, recall: int = 0) -> None:
        cls = type(line.state)
        self.hidden, self.moment = bool(cls.hidden), HEAD + int(cls.observation)
        longest = int(cls.longest or cls.cap) + 1 if cls.longest or cls.cap else LONGEST
        self.recall = recall or min(longest, max(MOST_NUMBERS // self.moment, 1))
        self.whole = self.hidden and longest <= self.recall  # nothing is ever forgotten
        self.fields = [(name, dtype, shape) for name, (dtype, shape, outside) in cls._shaped() if not outside]
        low, high = self.bounds()
        self.low, self.high = np.array(low, np.float32), np.array(high, np.float32)

    def bounds(self) -> tuple[list[float], list[float]]:
        """The least and the greatest that each number can be."""
        if self.hidden:
            ends = np.iinfo(np.int32)
            count = self.recall * self.moment
            return [float(ends.min)] * count, [float(ends.max)] * count
        low: list[float] = []
        high: list[float] = []
        for _, dtype, shape in self.fields:
            count = int(np.prod(shape, dtype=int))
            if is_bits(dtype):
                low += [0.0] * count * dtype.itemsize * 8
                high += [1.0] * count * dtype.itemsize * 8
            elif dtype.kind in "iu":
                low += [float(np.iinfo(dtype).min)] * count
                high += [float(np.iinfo(dtype).max)] * count
            else:
                low += [0.0 if dtype.kind == "b" else -np.inf] * count
                high += [1.0 if dtype.kind == "b" else np.inf] * count
        return low, high

    def of(self, line: Playthrough, player: int) -> NDArray[np.float32]:
        """What a player sees now."""
        return self.information(line, player) if self.hidden else self.position(line.state)

    def position(self, state: Any) -> NDArray[np.float32]:
        """All numbers of the key; boards of bits as zeros and ones, the lowest bit first."""
        parts = []
        for name, dtype, _ in self.fields:
            values = np.atleast_1d(np.asarray(getattr(state, name)).astype(dtype)).ravel()
            if is_bits(dtype):
                little = values.astype(dtype.newbyteorder("<")).view(np.uint8)
                values = np.unpackbits(little, bitorder="little")
            parts.append(values.astype(np.float32))
        return np.concatenate(parts)

    def information(self, line: Playthrough, player: int) -> NDArray[np.float32]:
        """The last moments of a player's information state, the latest first."""
        states, moves = [*line.states(), line.state][-self.recall - 1 :], line.played
        moves = moves[len(moves) - len(states) + 1 :]
        found = list(percepts_of(states, moves, player))
        if len(line.played) >= self.recall:
            found = found[1:]  # its own move is not known to be one, without the moment before
        row = np.zeros((self.recall, self.moment), np.float32)
        for place, percept in enumerate(reversed(found)):
            row[place, :HEAD] = (
                0 if percept.move is None else percept.move + 1, percept.turn, len(percept.observation)
            )  # fmt: skip
            row[place, HEAD : HEAD + len(percept.observation)] = percept.observation
        return row.ravel()


def is_bits(dtype: np.dtype[Any]) -> bool:
    """Whether numbers of a type are boards of bits, or too large for 24 bits of a float."""
    return dtype.kind == "u" and dtype.itemsize >= 4
