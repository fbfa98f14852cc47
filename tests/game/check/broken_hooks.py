"""Games that each break one law of the hooks or of the words on purpose."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from races import GOAL, Race

from zermelo.errors import BadPosition
from zermelo.game import DRAW, NO_MOVE, Button, Random, Row, Scene, put, python_only
from zermelo.game.check import laws

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


class UnexplainedEvaluation(Race):
    """Its only feature is the same at every position."""

    law: ClassVar[Any] = laws.FEATURES

    def evaluate(self) -> float:
        return 0.01 * self.n

    @python_only
    def features(self) -> dict[str, float]:
        return {"goal": GOAL}


class EndlessFeature(Race):
    law: ClassVar[Any] = laws.FEATURES

    @python_only
    def features(self) -> dict[str, float]:
        return {"distance": np.inf if self.n == 5 else 0.0}


class ProgrammersFeature(Race):
    law: ClassVar[Any] = laws.FEATURES

    @python_only
    def features(self) -> dict[str, float]:
        return {"n_left": GOAL - self.n}


class WrongBounds(Race):
    law: ClassVar[Any] = laws.BOUNDS

    def bounds(self, player: int) -> tuple[float, float]:
        if self.n == 5:  # four are missing: the player to move loses
            return (0.5, 1.0) if player == self.turn else (-1.0, -0.5)
        return -1.0, 1.0


class BestLeftOut(Race):
    law: ClassVar[Any] = laws.STATIC_RESULT

    def static_result(self, out: Row) -> tuple[int, int]:
        if self.n == 6:  # three are missing: a step of three wins
            return put(out, 0, 0), 0
        return self.moves(out), 0


class FalseCertainty(Race):
    law: ClassVar[Any] = laws.STATIC_RESULT

    def static_result(self, out: Row) -> tuple[int, int]:
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

    @python_only
    def move_text(self, move: int) -> str:
        return "add"


class TurnsReadBackwards(Race):
    law: ClassVar[Any] = laws.TURN_TEXT

    @python_only
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

    @python_only
    def ending(self) -> str:
        return ""


class NoReason(Race):
    law: ClassVar[Any] = laws.WHY_NOT

    @python_only
    def why_not(self, move: int | str) -> str:
        return {0: "no", 1: "no"}[move]  # type: ignore[index]  # broken on purpose


class OneButton(Race):
    law: ClassVar[Any] = laws.SCENE

    @python_only
    def scene(self) -> Scene:
        return Scene(buttons=(Button("add", "add"),), clicks=dict.fromkeys(self.legal(), ("add",)))


class PoorPickle(Race):
    law: ClassVar[Any] = laws.COPIES

    def __reduce__(self) -> Any:
        return type(self), ()


class TakesNothingBack(Race):
    """copy() hands out the same state, so nothing can be taken back."""

    law: ClassVar[Any] = laws.UNDO

    @python_only
    def copy(self) -> Self:
        made = super().copy()
        made.n = max(self.n - self.n // 8, 0)
        return made


BROKEN = tuple(v for v in list(globals().values()) if isinstance(v, type) and "law" in vars(v))
