"""Games that each break one law on purpose, of the class, the rules, chance and hidden information; or in a worker."""

from __future__ import annotations

import ctypes
from typing import Any, ClassVar

import numpy as np
from races import GOAL, Cards, Dice, Race

from zermelo.game import Cells, Random, Row, Scene, array, flag, i8, i16, i32, not_in_key, python_only
from zermelo.game.check import laws
from zermelo.games.poker import KuhnPoker

# ---------------------------------------------------------------------- the class


class ValueInField(Race):
    law: ClassVar[Any] = laws.FIELDS
    extra: i8 = 3


class PlainInt(Race):
    law: ClassVar[Any] = laws.FIELDS
    extra: int


class WrongSignature(Race):
    law: ClassVar[Any] = laws.CONTRACT

    def over(self, player: int) -> bool:  # type: ignore[override]  # broken on purpose
        return self.n == GOAL


class NoMostMoves(Race):
    law: ClassVar[Any] = laws.FACTS
    most_moves = 0


class TooFewSides(Race):
    law: ClassVar[Any] = laws.FACTS
    sides = (0,)


class HiddenWithoutMethods(Race):
    law: ClassVar[Any] = laws.FACTS
    hidden = True


class Unbounded(Race):
    law: ClassVar[Any] = laws.FACTS
    longest = 0


class LowAboveHigh(Race):
    law: ClassVar[Any] = laws.FACTS
    lowest = 2.0


class NoProgressWithoutIrreversible(Race):
    law: ClassVar[Any] = laws.FACTS
    no_progress = 10


class StartsAtTheEnd(Race):
    law: ClassVar[Any] = laws.START

    @python_only
    def start(self) -> None:
        self.n = GOAL


class StartsAnywhere(Race):
    law: ClassVar[Any] = laws.START
    calls: ClassVar[list[int]] = []

    @python_only
    def start(self) -> None:
        self.calls.append(0)
        self.n = len(self.calls) % 3


class MakesLists(Race):
    law: ClassVar[Any] = laws.NUMBERS

    def evaluate(self) -> float:
        values = [0.1, 0.2]
        return values[self.turn]


# ---------------------------------------------------------------------- all methods


class NothingReturned(Race):
    law: ClassVar[Any] = laws.ANSWERS

    def evaluate(self) -> float:
        return 0.5 if self.n < 4 else None  # type: ignore[return-value]


class DividesByZero(Race):
    law: ClassVar[Any] = laws.RAISES

    def evaluate(self) -> float:
        return 0.5 / (self.n - 4)


class Overflows(Race):
    law: ClassVar[Any] = laws.RAISES
    total: i8

    def play(self, move: int) -> None:
        self.n = self.n + move + 1
        self.total = self.n * 30
        self.turn = 1 - self.turn


class OutOfRange(Race):
    law: ClassVar[Any] = laws.INSIDE
    marks: Cells = array(i8, 6)

    def play(self, move: int) -> None:
        self.marks[self.n] = 1
        self.n = self.n + move + 1
        self.turn = 1 - self.turn


class OverMoves(Race):
    law: ClassVar[Any] = laws.PURE
    asked: i16 = not_in_key()

    def over(self) -> bool:
        self.asked = self.asked + 1
        return self.n == GOAL


class ReadsTheRow(Race):
    law: ClassVar[Any] = laws.STEADY

    def moves(self, out: Row) -> int:
        count = 2 if out[1] == 0 else 1
        for step in range(count):
            out[step] = step
        return min(count, GOAL - self.n)


# ---------------------------------------------------------------------- rules


class TooManyMoves(Race):
    law: ClassVar[Any] = laws.ROW
    most_moves = 2


class WritesFarTooMuch(Race):
    law: ClassVar[Any] = laws.ROW

    def moves(self, out: Row) -> int:
        for step in range(40):
            out[step] = step
        return 3


class NegativeMove(Race):
    law: ClassVar[Any] = laws.RANGE

    def moves(self, out: Row) -> int:
        out[0] = -5
        return 1

    def play(self, move: int) -> None:
        self.n = self.n + 1


class MovesTwice(Race):
    law: ClassVar[Any] = laws.DISTINCT

    def moves(self, out: Row) -> int:
        out[0] = 0
        out[1] = 0
        return 2


class ThirdPlayer(Race):
    law: ClassVar[Any] = laws.TURN

    def play(self, move: int) -> None:
        self.n = self.n + move + 1
        self.turn = self.turn + 1


class WritesTables(Race):
    law: ClassVar[Any] = laws.ALONE
    COUNTS = np.zeros(3, np.int64)

    def play(self, move: int) -> None:
        counts = self.COUNTS
        counts[move] += 1
        self.n = self.n + move + 1
        self.turn = 1 - self.turn


class TurnChangesHands(Race):
    law: ClassVar[Any] = laws.MIDTURN

    def midturn(self) -> bool:
        return self.n == 4


class HugeUtility(Race):
    law: ClassVar[Any] = laws.UTILITY

    def utility(self, player: int) -> float:
        return -7.0 if player == self.turn else 7.0


class BothWin(Race):
    law: ClassVar[Any] = laws.ZERO_SUM

    def utility(self, player: int) -> float:
        return 1.0


class LongerThanLongest(Race):
    law: ClassVar[Any] = laws.LONGEST
    longest = 4


class Forgetful(Race):
    """The text leaves out a field of the key."""

    law: ClassVar[Any] = laws.KEYS
    plies: i8

    def play(self, move: int) -> None:
        self.plies = self.plies + 1
        self.n = self.n + move + 1
        self.turn = 0

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        return str(self.n)


class PoorKey(Race):
    law: ClassVar[Any] = laws.DIFFERENT
    tired: flag = not_in_key()

    def play(self, move: int) -> None:
        self.n = self.n + move + 1
        self.tired = move == 2
        self.turn = 1 - self.turn


# ---------------------------------------------------------------------- chance and hidden information


class NoChanceAtAll(Race):
    law: ClassVar[Any] = laws.CHANCE_NODES
    chance = True

    def odds(self, move: int) -> float:
        return 1.0


class OddsTooSmall(Dice):
    law: ClassVar[Any] = laws.ODDS

    def odds(self, move: int) -> float:
        return 0.25


class SeesTooMuch(Cards):
    law: ClassVar[Any] = laws.OBSERVE
    observation = 1


class RedealIsSeen(Cards):
    law: ClassVar[Any] = laws.REDEAL

    def redeal(self, player: int, random: Random) -> None:
        self.cards[player] = 1 + random.below(4)


class PictureShowsAll(Cards):
    law: ClassVar[Any] = laws.REDEAL

    def scene(self) -> Scene:
        return Scene(notes=(f"{self.cards[0]} {self.cards[1]}",))

    def scene_for(self, player: int) -> Scene:
        return self.scene()


class PictureForNobody(Cards):
    law: ClassVar[Any] = laws.FACTS

    def scene(self) -> Scene:
        return Scene()


class RedealDoesNothing(Cards):
    law: ClassVar[Any] = laws.DEALS

    def redeal(self, player: int, random: Random) -> None:
        self.n = self.n


class RedealPeeks(KuhnPoker):
    """A king of the other player is never dealt anew."""

    law: ClassVar[Any] = laws.VEILED

    def redeal(self, player: int, random: Random) -> None:
        other = 1 - player
        if 0 < self.card(other) < 3:
            self.cards = self.cards & ~(15 << 4 * other)
            self.lay(other, self.drawn(random))


class RedealForgets(KuhnPoker):
    """A player sees the last bet only, and after two bets the first is forgotten."""

    law: ClassVar[Any] = laws.RECALL

    def observe(self, player: int, out: Row) -> int:
        out[0], out[1], out[2] = self.dealt(), self.card(player), self.made
        out[3] = self.bet(self.made - 1) if self.made > 0 else 0
        return 4

    def redeal(self, player: int, random: Random) -> None:
        other = 1 - player
        if self.card(other) > 0:
            self.cards = self.cards & ~(15 << 4 * other)
            self.lay(other, self.drawn(random))
        if self.made == 2 and player == 0:
            self.line = (self.line & ~3) | 1 + random.below(2)

    def scene_for(self, player: int) -> Scene:
        return Scene()


# ---------------------------------------------------------------------- for a worker


class BigNumbers(Race):
    law: ClassVar[Any] = laws.SPEEDS

    def order(self, move: int) -> int:
        big = 1
        for _ in range(self.n + 60):
            big = big * 3
        return big % 1000


class CannotCompile(Race):
    law: ClassVar[Any] = laws.COMPILES

    def evaluate(self) -> float:
        return 0.1 * self.sum_so_far  # type: ignore[attr-defined]  # broken on purpose


class NeverEnds(Race):
    """Every move counts as progress, so the clock never runs out."""

    law: ClassVar[Any] = laws.ENDS
    longest = 0
    no_progress = 5
    plies: i32

    def over(self) -> bool:
        return False

    def moves(self, out: Row) -> int:
        out[0] = 0
        return 1

    def play(self, move: int) -> None:
        self.plies = self.plies + 1
        self.turn = 1 - self.turn

    def irreversible(self, move: int) -> bool:
        return True


class RarelyWrong(Race):
    """Only the one line 0 0 0 0 0 0 0 0 leads to a wrong evaluation."""

    law: ClassVar[Any] = laws.EVALUATE
    plies: i8

    def play(self, move: int) -> None:
        self.plies = self.plies + 1
        self.n = self.n + move + 1
        self.turn = 1 - self.turn

    def evaluate(self) -> float:
        return 3.0 if self.plies == 8 else 0.0


class RunsForEver(Race):
    law: ClassVar[Any] = laws.RETURNS

    def play(self, move: int) -> None:
        while self.n >= 3:
            self.turn = 1 - self.turn
        self.n = self.n + move + 1
        self.turn = 1 - self.turn


class Crashes(Race):
    law: ClassVar[Any] = laws.SURVIVES

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        return str(ctypes.string_at(0)) if self.n == 4 else super().to_text()


class TakesMemory(Race):
    law: ClassVar[Any] = laws.RAISES

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        return f"{len(bytearray(1 << 34))}" if self.n == 4 else super().to_text()


IN_A_WORKER = (BigNumbers, CannotCompile, NeverEnds, RarelyWrong, RunsForEver, Crashes, TakesMemory)
BROKEN = tuple(v for v in list(globals().values()) if isinstance(v, type) and "law" in vars(v) and v not in IN_A_WORKER)
