"""The games of `examples/` keep every law, and their perft is that of a plain program or of a closed form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo import find, perft
from zermelo.game.check.checking import Check

FOLDER = Path(__file__).parents[1] / "examples"
GAMES = ("clobber", "cant_stop", "undercut")


def example(name: str) -> Any:
    return find(str(FOLDER / f"{name}.py"))


class PlainClobber:
    """The same game from its rules alone, with a dictionary; a plain class."""

    def __init__(self) -> None:
        self.stones = {(x, y): (x + y) % 2 for x in range(4) for y in range(3)}
        self.turn = 0

    def moves(self) -> list[tuple[int, int, int, int]]:
        return [
            (x, y, x + dx, y + dy)
            for (x, y), owner in self.stones.items()
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if owner == self.turn and self.stones.get((x + dx, y + dy)) == 1 - self.turn
        ]

    def play(self, move: tuple[int, int, int, int]) -> None:
        del self.stones[move[:2]]
        self.stones[move[2:]] = self.turn
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return not self.moves()

    def utility(self, player: int) -> float:
        return -1.0 if player == self.turn else 1.0


@pytest.mark.parametrize("name", GAMES)
def test_laws(name: str) -> None:
    report = Check(example(name), name).run(0, 20.0, 10, 0, compiled=False)
    assert report.ok, str(report)


def test_clobber_as_a_plain_program_counts_it() -> None:
    game = example("clobber")
    assert [perft(game(), depth) for depth in range(1, 5)] == [perft(PlainClobber(), depth) for depth in range(1, 5)]


def test_undercut_counts_points_as_its_author_says() -> None:
    state = example("undercut")()
    assert perft(state, 6) == 5**6
    for first, second in ((2, 5), (4, 5), (3, 3)):
        state.play(first)
        state.play(second)
    assert [state.points(player) for player in (0, 1)] == [2 + 9 + 3, 5 + 0 + 3]
    assert state.utility(0) == 1.0


def test_cant_stop_throws_first() -> None:
    assert [perft(example("cant_stop")(), depth) for depth in (1, 2, 3)] == [1, 11, 22]
