"""Games that each break one law on purpose; `Race` keeps them all."""

from __future__ import annotations

import ctypes
from typing import Any, ClassVar, Self

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import (
    CHANCE,
    DRAW,
    NO_MOVE,
    Button,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    aside,
    flag,
    i8,
    i16,
    i32,
    put,
    words,
)
from zermelo.game.check import laws

GOAL = 9


class Race(Game):
    """Add 1, 2 or 3 in turn; whoever reaches nine wins."""

    most_moves = 3
    longest = 9

    n: i8  # the sum so far

    def moves(self, out: Row) -> int:
        count = 0
        for step in range(min(3, GOAL - self.n)):
            count = put(out, count, step)
        return count

    def play(self, move: int) -> None:
        self.n = self.n + move + 1
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return self.n == GOAL

    def utility(self, player: int) -> float:
        return -1.0 if player == self.turn else 1.0


class Dice(Race):
    """The same race, but every other step is thrown by a coin."""

    chance = True
    most_moves = 3
    zero_sum = False
    players = 1
    longest = 9

    def play(self, move: int) -> None:
        self.n = min(self.n + move + 1, GOAL)
        self.turn = -1 - self.turn  # 0 and CHANCE in turn

    def odds(self, move: int) -> float:
        return 1.0 / min(3, GOAL - self.n)

    def utility(self, player: int) -> float:
        return 1.0 if self.turn == CHANCE else -1.0


class Cards(Race):
    """The race with a card for each player that only he sees."""

    hidden = True
    observation = 2
    cards: Cells = array(i8, 2)

    def observe(self, player: int, out: Row) -> int:
        out[0] = self.cards[player]
        out[1] = self.n
        return 2

    def redeal(self, player: int, random: Random) -> None:
        self.cards[1 - player] = random.below(5)


# ---------------------------------------------------------------------- the class


class ValueInField(Race):
    law: ClassVar[Any] = laws.FIELDS
    extra: i8 = 3


class PlainInt(Race):
    law: ClassVar[Any] = laws.FIELDS
    extra: int


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

    @words
    def start(self) -> None:
        self.n = GOAL


class StartsAnywhere(Race):
    law: ClassVar[Any] = laws.START
    calls: ClassVar[list[int]] = []

    @words
    def start(self) -> None:
        self.calls.append(0)
        self.n = len(self.calls) % 3


class MakesLists(Race):
    law: ClassVar[Any] = laws.NUMBERS

    def evaluate(self) -> float:
        values = [0.1, 0.2]
        return values[self.turn]


# ---------------------------------------------------------------------- all methods


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
    asked: i16 = aside()

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
        self.COUNTS[move] += 1
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

    @words
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        return str(self.n)


class PoorKey(Race):
    law: ClassVar[Any] = laws.DIFFERENT
    tired: flag = aside()

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


# ---------------------------------------------------------------------- hooks


class SamplesIllegally(Race):
    law: ClassVar[Any] = laws.SAMPLE

    def sample(self, random: Random, row: Row) -> int:
        return random.below(3)


class SamplesUnevenly(Race):
    law: ClassVar[Any] = laws.UNIFORM

    def sample(self, random: Random, row: Row) -> int:
        count = min(3, GOAL - self.n)
        return max(random.below(count), random.below(count)) if count else NO_MOVE


class EvaluatesToNothing(Race):
    law: ClassVar[Any] = laws.EVALUATE

    def evaluate(self) -> float:
        return np.nan if self.n == 5 else 0.0


class EvaluatesToVictory(Race):
    law: ClassVar[Any] = laws.EVALUATE

    def evaluate(self) -> float:
        return 1.0 if self.n > 5 else 0.0


class WrongBounds(Race):
    law: ClassVar[Any] = laws.BOUNDS

    def bounds(self, player: int) -> tuple[float, float]:
        if self.n == 5:  # four are missing: the player to move loses
            return (0.5, 1.0) if player == self.turn else (-1.0, -0.5)
        return -1.0, 1.0


class BestLeftOut(Race):
    law: ClassVar[Any] = laws.OUTLOOK

    def outlook(self, out: Row) -> tuple[int, int]:
        if self.n == 6:  # three are missing: a step of three wins
            return put(out, 0, 0), 0
        return self.moves(out), 0


class FalseCertainty(Race):
    law: ClassVar[Any] = laws.OUTLOOK

    def outlook(self, out: Row) -> tuple[int, int]:
        return self.moves(out), -2 if self.n == 7 else 0


class NoisyAndQuiet(Race):
    law: ClassVar[Any] = laws.NOISY

    def noisy(self, move: int) -> bool:
        return move == 1

    def noisy_moves(self, out: Row) -> int:
        return 0


class ComesBack(Race):
    law: ClassVar[Any] = laws.IRREVERSIBLE
    longest = 0
    repetition = 3
    repeated = DRAW

    def moves(self, out: Row) -> int:
        out[0] = 0
        out[1] = 1
        return 2

    def play(self, move: int) -> None:
        self.n = (self.n + move + 1) % 5
        self.turn = 1 - self.turn

    def irreversible(self, move: int) -> bool:
        return move == 1


class PassesToNobody(Race):
    law: ClassVar[Any] = laws.PASS
    can_pass = True

    def pass_turn(self) -> None:
        self.n = self.n


class NotTheSame(Race):
    law: ClassVar[Any] = laws.SAME

    def same(self, move: int) -> int:
        return 0


class CrookedMirror(Race):
    law: ClassVar[Any] = laws.SYMMETRY
    symmetries = 2

    def transform(self, which: int) -> None:
        self.n = self.n

    def transform_move(self, which: int, move: int) -> int:
        return 2 - move if which == 1 else move


# ---------------------------------------------------------------------- words


class TextLosesTurn(Race):
    law: ClassVar[Any] = laws.TEXT

    @classmethod
    def from_text(cls, text: str) -> Self:
        state = super().from_text(text)
        state.turn = 0
        return state


class OneNameForAll(Race):
    law: ClassVar[Any] = laws.MOVE_TEXT

    @words
    def move_text(self, move: int) -> str:
        return "add"


class TurnsReadBackwards(Race):
    law: ClassVar[Any] = laws.TURN_TEXT

    @words
    def parse_turn(self, text: str) -> list[int]:
        return [min(3, GOAL - self.n) - 1 - move for move in super().parse_turn(text)]


class TakesAnyText(Race):
    law: ClassVar[Any] = laws.BAD_TEXT

    @classmethod
    def from_text(cls, text: str) -> Self:
        try:
            return super().from_text(text)
        except BadPosition:
            return cls()


class NoLastWords(Race):
    law: ClassVar[Any] = laws.ENDING

    @words
    def ending(self) -> str:
        return ""


class NoReason(Race):
    law: ClassVar[Any] = laws.WHY_NOT

    @words
    def why_not(self, move: int | str) -> str:
        return {0: "no", 1: "no"}[move]  # type: ignore[index]  # broken on purpose


class OneButton(Race):
    law: ClassVar[Any] = laws.SCENE

    @words
    def scene(self) -> Scene:
        return Scene(buttons=(Button("add", "add"),), clicks=dict.fromkeys(self.legal(), ("add",)))


class PoorPickle(Race):
    law: ClassVar[Any] = laws.COPIES

    def __reduce__(self) -> Any:
        return type(self), ()


class TakesNothingBack(Race):
    """copy() hands out the same state, so nothing can be taken back."""

    law: ClassVar[Any] = laws.UNDO

    @words
    def copy(self) -> Self:
        made = super().copy()
        made.n = max(self.n - self.n // 8, 0)
        return made


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
        return 0.1 * self.sum_so_far  # type: ignore[attr-defined,no-any-return]  # broken on purpose


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

    @words
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        return str(ctypes.string_at(0)) if self.n == 4 else super().to_text()


class TakesMemory(Race):
    law: ClassVar[Any] = laws.RAISES

    @words
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        return f"{len(bytearray(1 << 34))}" if self.n == 4 else super().to_text()


IN_A_WORKER = (BigNumbers, CannotCompile, NeverEnds, RarelyWrong, RunsForEver, Crashes, TakesMemory)
FINE = (Race, Dice, Cards)
BROKEN = tuple(v for v in list(globals().values()) if isinstance(v, type) and "law" in vars(v) and v not in IN_A_WORKER)
