"""What the compiler refuses is explained by the line of the game's own file."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.errors import BadRules
from zermelo.game import Cells, Game, array, i16, u8
from zermelo.game.compile import kernel
from zermelo.game.trouble import friendly


@kernel
def play_once(state: Any) -> int:
    state.play(0)
    if state.over():
        return 1
    return 0


class Base(Game):
    most_moves = 1
    plies: i16
    cells: Cells = array(u8, 4)


class Typo(Base):
    def play(self, move: int) -> None:
        self.plis = self.plies + 1


class FloatIndex(Base):
    def play(self, move: int) -> None:
        self.plies = self.cells[self.plies / 2]


class Text(Base):
    def play(self, move: int) -> None:
        self.plies = "one"  # type: ignore[assignment]  # broken on purpose


class WrongArguments(Base):
    def play(self, move: int) -> None:
        self.plies = self.after(1, 2)  # type: ignore[call-arg]  # broken on purpose

    def after(self, by: int) -> int:
        return self.plies + by


class SometimesNone(Base):
    def over(self) -> bool:
        if self.plies > 3:
            return None  # type: ignore[return-value]  # broken on purpose
        return 5  # type: ignore[return-value]


class Missing(Base):
    def play(self, move: int) -> None:
        self.plies = nowhere + 1  # type: ignore[name-defined]  # noqa: F821  # broken on purpose


class Caught(Base):
    def play(self, move: int) -> None:
        try:
            self.plies = 3
        except IndexError:
            self.plies = 4


@pytest.mark.parametrize(
    ("game", "line", "advice"),
    [
        (Typo, "self.plis = self.plies + 1", "did you mean `plies`?"),
        (FloatIndex, "self.cells[self.plies / 2]", "divide with `//`"),
        (Text, 'self.plies = "one"', "a string is used"),
        (WrongArguments, "self.after(1, 2)", "wrong arguments"),
        (SometimesNone, "return None", "every `return` must give a number"),
        (Missing, "nowhere + 1", "there is no variable `nowhere`"),
        (Caught, "except IndexError:", "test the condition with `if`"),
    ],
)
def test_line_and_remedy(game: Any, line: str, advice: str) -> None:
    with pytest.raises(BadRules) as caught, friendly(game):
        play_once(game())
    message = str(caught.value)
    assert message.startswith(f"{game.__name__} cannot be compiled: test_trouble.py, line ")
    assert line in message
    assert advice in message
    assert "\n" not in message


def test_errors_of_the_game_pass_through() -> None:
    with pytest.raises(KeyError), friendly(Base):
        raise KeyError("nothing")
