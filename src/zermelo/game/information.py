"""The information state of a player: all that they have seen and done, from the first position on.

At each moment a player knows whose turn it is and what `observe` writes for them; between two moments they know their
own move, and of another's move that one was made. Histories that leave the same trace are one information set: whoever
chooses by an information state cannot use what is hidden, and forgets nothing (perfect recall).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from zermelo.game.bits import mix64, plus, word
from zermelo.game.record import inline
from zermelo.game.veil import deals, observed

LOW, HIGH = word(0x2545F4914F6CDD1D), word(0x9E3779B97F4A7C15)  # where the two halves of a key begin
DEALS = 6  # positions beside the true one that are looked at to tell whether a move is seen
UNSEEN = "?"

Key = tuple[np.uint64, np.uint64]


@dataclass(frozen=True)
class Percept:
    """What a player learns at one moment: their own move before it, whose turn it is, what they observe."""

    move: int | None  # their own; None for a move of another, and at the beginning
    turn: int
    observation: tuple[int, ...]


@dataclass(frozen=True)
class InformationState:
    """What one player knows of a game, and nothing else; equal where they cannot tell two games apart."""

    player: int
    percepts: tuple[Percept, ...]
    moves: tuple[int, ...]  # that they may choose from; none where it is not their turn
    text: str  # the moves in words, those that they cannot tell as `?`
    move_texts: tuple[str, ...]  # of `moves`

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InformationState):
            return NotImplemented
        return self.player == other.player and self.percepts == other.percepts

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> int:
        """The same as one number of 128 bits, as solvers and strategy files use it."""
        low, high = key_of(self.percepts, self.player)
        return int(high) << 64 | int(low)

    def array(self) -> NDArray[np.int32]:
        """The same as numbers: for each moment the own move + 1 or 0, the turn, how many numbers, the numbers."""
        parts = []
        for percept in self.percepts:
            made = 0 if percept.move is None else percept.move + 1
            parts += [made, percept.turn, len(percept.observation), *percept.observation]
        return np.array(parts, np.int32)

    @property
    def observation(self) -> tuple[int, ...]:
        """What the player sees now."""
        return self.percepts[-1].observation

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.percepts[-1].turn

    def __str__(self) -> str:
        return self.text


class Past:
    """What a player knew before a veil fell: their percepts and words, worked out when they are asked for.

    The game that they come from is kept apart from it, so that whoever is handed a veiled game cannot walk to the true
    one.
    """

    def __init__(self, player: int, states: Sequence[Any], moves: Sequence[int], before: Past | None) -> None:
        self.player = player
        _seen_in[self] = states, moves, before if before is not None and before.player == player else None

    @cached_property
    def percepts(self) -> tuple[Percept, ...]:
        """All moments, the present one last."""
        states, moves, before = _seen_in[self]
        found = tuple(percepts_of(states, moves, self.player))
        return found if before is None else (*before.percepts, *found[1:])

    @cached_property
    def words(self) -> str:
        """The moves as the player has seen them."""
        states, moves, before = _seen_in[self]
        return joined(before, words_of(states, moves, self.player))

    def __deepcopy__(self, memo: Any) -> Past:
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {"player": self.player, "percepts": self.percepts, "words": self.words}


_seen_in: WeakKeyDictionary[Past, tuple[Sequence[Any], Sequence[int], Past | None]] = WeakKeyDictionary()


def joined(before: Past | None, words: str) -> str:
    """The words of a game with those that came before it."""
    return " ".join(filter(None, (before.words if before is not None else "", words)))


# ---------------------------------------------------------------------- keys, at both speeds


@inline
def begun(player: int) -> tuple[np.uint64, np.uint64]:
    """The key of a player who has seen nothing yet."""
    return mix64(plus(LOW, word(player))), mix64(plus(HIGH, word(player)))


@inline
def learned(key: tuple[np.uint64, np.uint64], move: int, turn: int, row: Any, count: int) -> tuple[Any, Any]:
    """The key after one moment: the own move (-1: none), the turn, and `count` numbers of a row."""
    low, high = key
    low, high = mix64(plus(low, word(move + 1))), mix64(plus(high, word(move + 1)))
    low, high = mix64(plus(low, word(turn + 2))), mix64(plus(high, word(turn + 2)))
    for place in range(count):
        seen = word(np.int64(row[place]) & np.int64(0xFFFFFFFF))
        low, high = mix64(plus(low, seen)), mix64(plus(high, seen))
    return mix64(plus(low, word(count))), mix64(plus(high, word(count)))


# ---------------------------------------------------------------------- of a game being played


def percepts_of(states: Sequence[Any], moves: Sequence[int], player: int) -> Iterator[Percept]:
    """What a player learned, from the positions of a game and the moves between them."""
    yield Percept(None, int(states[0].turn), observed(states[0], player))
    for before, move, after in zip(states, moves, states[1:], strict=False):
        yield Percept(move if before.turn == player else None, int(after.turn), observed(after, player))


def key_of(percepts: Iterable[Percept], player: int) -> Key:
    """The key of an information state, without its words."""
    low, high = begun(player)
    for percept in percepts:
        row = np.array(percept.observation, np.int32)
        made = -1 if percept.move is None else percept.move
        low, high = learned((low, high), made, percept.turn, row, len(row))
    return low, high


def look_of(state: Any, player: int) -> Key:
    """The key of what a player sees in a position, as if nothing had been before it."""
    row = np.array(observed(state, player), np.int32)
    return learned(begun(player), -1, int(state.turn), row, len(row))


def words_of(states: Sequence[Any], moves: Sequence[int], player: int) -> str:
    """The moves of a game in its notation, as a player has seen them."""
    shown = (
        str(before.move_text(move)) if sees_move(before, move, player) else UNSEEN
        for before, move in zip(states, moves, strict=False)
    )
    return " ".join(shown)


def sees_move(state: Any, move: int, player: int) -> bool:
    """Whether a player can tell this move of another, or of chance, from all others that were possible.

    Nothing is asked of a game but what the contract has: a move is hidden if another one would have left the player
    with the same observation, in the true position or in one that they cannot tell from it. (The last card of a pack is
    no secret to the pack; it is to whoever does not know the others.)
    """
    if not state.hidden or int(state.turn) == player:
        return True
    found = seen_after(state, move, player)
    if any(seen_after(state, other, player) == found for other in state.legal() if other != move):
        return False
    others = {world.tobytes(): world for world in deals(state, player, DEALS)}
    text = str(state.move_text(move))
    return all(
        str(world.move_text(other)) == text or seen_after(world, other, player) != found
        for world in others.values()
        if world.turn == state.turn
        for other in world.legal()
    )


def seen_after(state: Any, move: int, player: int) -> tuple[int, ...]:
    """What a player observes after a move."""
    twin = state.copy()
    twin.play(move)
    return observed(twin, player)
