"""An opening book: for some positions of a game, the moves that were played or searched there, and what became of them.

A position is known by its key, the smallest among its mirror images, so transpositions and symmetric positions are one
entry; its moves are kept as the mirror image has them. A book holds no positions: whoever wants to see them walks along
its moves from the first one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from zermelo.errors import BadParameter, Unsupported
from zermelo.game.game import CHANCE
from zermelo.game.random import Random
from zermelo.game.sides import count_sides, same_side

UNKNOWN = math.nan  # a score that nobody has found
VARIETY = 0.02  # of half the range of results: how much worse than the best a move may be that is still played
MOST_SWEEPS = 200  # over positions that can return
HEAVIEST = 0xFFFF  # a weight in Polyglot's books


@dataclass
class BookMove:
    """What a book knows of one move."""

    games: int = 0  # in which it was played
    points: float = 0.0  # that these games brought to the player of the move: a win 1, a draw a half
    weight: int = 0  # how often it ought to be played, as a Polyglot book says
    score: float = UNKNOWN  # of the search that looked at it, for the player to move, in the game's own units
    value: float = UNKNOWN  # the same, after what the book holds behind the move
    depth: int = 0  # of that search
    source: str = ""  # who searched

    @property
    def searched(self) -> bool:
        """Whether a search has given it a score."""
        return not math.isnan(self.score)

    def joined(self, other: BookMove) -> BookMove:
        """What two books know of the same move: games add up, the deeper search counts."""
        deeper = other if not self.searched or (other.searched and other.depth > self.depth) else self
        return replace(
            deeper,
            games=self.games + other.games,
            points=self.points + other.points,
            weight=min(self.weight + other.weight, HEAVIEST),
        )

    def words(self) -> str:
        """`+0.12 by alphabeta at depth 9`, `in 14 games, 57 %`."""
        parts = []
        if self.searched:
            depth = f" at depth {self.depth}" if self.depth else ""
            parts.append(f"{value_of(self) + 0.0:+.4g} by {self.source or 'a search'}{depth}")
        if self.games:
            plural = "s" if self.games > 1 else ""
            parts.append(f"in {self.games:,} game{plural}, {self.points / self.games:.0%} of the points")
        if self.weight:
            parts.append(f"weight {self.weight}")
        return ", ".join(parts)


Moves = dict[int, BookMove]  # by the move as the smallest mirror image has it


@dataclass(frozen=True)
class Spot:
    """Where a position stands in a book: its key, and the symmetries that lead to the smallest mirror image."""

    key: int
    ways: tuple[int, ...]

    @classmethod
    def of(cls, state: Any) -> Spot:
        """The spot of a position."""
        if state.symmetries <= 1:
            return cls(int(state.key()), (0,))
        keys = []
        for which in range(state.symmetries):
            image = state.copy()
            image.transform(which)
            keys.append(int(image.key()))
        least = min(keys)
        return cls(least, tuple(which for which, key in enumerate(keys) if key == least))

    def move(self, state: Any, move: int) -> int:
        """A move of the position as the book has it; moves that a symmetry of the position exchanges are one."""
        return min(int(state.transform_move(which, move)) for which in self.ways) if state.symmetries > 1 else move


class Book:
    """The book of one game from one first position."""

    def __init__(self, start: Any, *, name: str = "", about: str = "") -> None:
        refuse_book(type(start))
        self.start, self.cls = start.copy(), type(start)
        self.name = name or self.cls.__name__  # under which the game is found again
        self.about = about  # how it was made, in words
        self.positions: dict[int, Moves] = {}

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def moves_known(self) -> int:
        """Moves in all positions."""
        return sum(len(moves) for moves in self.positions.values())

    def add(self, state: Any, move: int, known: BookMove) -> None:
        """Enter what is known of a move of a position, beside what was known before."""
        spot = Spot.of(state)
        moves = self.positions.setdefault(spot.key, {})
        place = spot.move(state, move)
        moves[place] = moves[place].joined(known) if place in moves else known

    def known(self, state: Any, legal: list[int] | None = None) -> Moves:
        """What the book knows of the legal moves of a position; nothing of those that it does not hold."""
        if state.turn == CHANCE:
            return {}
        spot = Spot.of(state)
        moves = self.positions.get(spot.key)
        if not moves:
            return {}
        found = {}
        for move in state.legal() if legal is None else legal:
            known = moves.get(spot.move(state, move))
            if known is not None:
                found[move] = known
        return found

    # ------------------------------------------------------------------ choosing

    def choices(self, state: Any, legal: list[int] | None = None, variety: float = VARIETY) -> dict[int, float]:
        """The moves that the book plays, with their chances.

        Among moves with a score: those at most `variety` worse than the best (as a share of half the range of results),
        the better the likelier. Where no search has looked: by how often they were played, or by their weights.
        """
        known = self.known(state, legal)
        scored = {move: value_of(one) for move, one in known.items() if one.searched}
        if not scored:
            shares = {move: float(one.games or one.weight) for move, one in known.items()}
            most = max(shares.values(), default=0.0)
            return normal({move: share for move, share in shares.items() if share > 0 and share >= variety * most})
        best = max(scored.values())
        room = variety * half_range(self.cls)
        near = {move: value for move, value in scored.items() if best - value <= room}
        return normal({move: 1.0 if room == 0 else math.exp((value - best) / room) for move, value in near.items()})

    def choose(self, state: Any, random: Random, legal: list[int] | None = None, variety: float = VARIETY) -> int:
        """A move of the book, drawn by its chances; -1 where the book ends."""
        chances = self.choices(state, legal, variety)
        left = random.unit()
        for move, chance in chances.items():
            left -= chance
            if left < 0:
                return move
        return next(reversed(chances), -1)

    # ------------------------------------------------------------------ all of it

    def walk(self) -> Iterator[tuple[Any, int, int]]:
        """Every position of the book that its moves lead to from the first one, with its ply and the move before it.

        Each once, nearer ones first; where chance moves, all outcomes are followed.
        """
        waiting: list[tuple[Any, int, int]] = [(self.start, 0, -1)]
        seen = {Spot.of(self.start).key}
        for state, ply, before in waiting:
            chance = state.turn == CHANCE
            if not chance:
                if Spot.of(state).key not in self.positions:
                    continue
                yield state, ply, before
            for move in state.legal() if chance else self.known(state):
                child = state.copy()
                child.play(move)
                key = Spot.of(child).key
                if key not in seen:
                    seen.add(key)
                    waiting.append((child, ply + 1, move))

    def merge(self, other: Book) -> None:
        """Take over all that another book of the same game knows."""
        if other.cls is not self.cls or other.start.to_text() != self.start.to_text():
            raise BadParameter(
                f"a book of {other.name} from {other.start.to_text()} cannot be merged with one of {self.name} "
                f"from {self.start.to_text()}: they begin differently"
            )
        for key, moves in other.positions.items():
            own = self.positions.setdefault(key, {})
            for move, known in moves.items():
                own[move] = own[move].joined(known) if move in own else known
        self.about = "; ".join(dict.fromkeys(part for part in (self.about, other.about) if part))
        self.back_up()

    def prune(self, games: int) -> None:
        """Leave out moves that no search has looked at and that fewer games played."""
        for key, moves in list(self.positions.items()):
            kept = {move: one for move, one in moves.items() if one.searched or one.weight or one.games >= games}
            if kept:
                self.positions[key] = kept
            else:
                del self.positions[key]

    def back_up(self) -> None:
        """Bring the scores behind each move back to it: its value is what both sides make of it with best play."""
        links: list[tuple[BookMove, int, float | None, bool, int]] = []  # a move, where to, its end, same side, of whom
        best: dict[int, float] = {}
        for state, _, _ in self.walk():
            key = Spot.of(state).key
            for move, known in self.known(state).items():
                child = state.copy()
                child.play(move)
                end = float(child.utility(int(state.turn))) if not child.legal() else None
                known.value = known.score if end is None else end
                links.append((known, Spot.of(child).key, end, same_side(child, state), key))
        for _ in range(MOST_SWEEPS):
            before, best = best, {}
            for known, _, _, _, key in links:
                if not math.isnan(known.value):
                    best[key] = max(best.get(key, -math.inf), known.value)
            if best == before:
                return
            for known, child_key, end, same, _ in reversed(links):
                if end is None and child_key in best and known.searched:
                    known.value = best[child_key] if same else -best[child_key]


def refuse_book(cls: Any) -> None:
    """Say why there can be no book of a game."""
    sides = count_sides(cls)
    if cls.hidden:
        raise Unsupported(f"there is no book of {cls.__name__}: what players do not see decides which move is good")
    if sides > 2 or (sides == 2 and not cls.zero_sum):
        raise Unsupported(
            f"there is no book of {cls.__name__}: a book holds scores of two sides with opposite interests"
        )


def value_of(known: BookMove) -> float:
    """What a searched move is worth, after what the book holds behind it."""
    return known.score if math.isnan(known.value) else known.value


def half_range(cls: Any) -> float:
    """From the middle of the possible results to the best."""
    return float(cls.highest - cls.lowest) / 2


def normal(shares: dict[int, float]) -> dict[int, float]:
    """The same shares, with the sum 1, the largest first."""
    whole = sum(shares.values())
    return {move: share / whole for move, share in sorted(shares.items(), key=lambda item: -item[1])}
