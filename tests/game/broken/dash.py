"""Dash: throw a coin for one or two steps, then add one or not; who reaches nine wins. Broken by `corpus.py`."""

from zermelo import Game
from zermelo.game import CHANCE, Row, i8, put

GOAL = 9


class Dash(Game):
    chance = True
    most_moves, longest = 2, 40

    place: i8
    mover: i8

    def start(self) -> None:
        self.turn = CHANCE

    def moves(self, out: Row) -> int:
        n = put(out, 0, 0)
        return put(out, n, 1)

    def play(self, move: int) -> None:
        if self.turn == CHANCE:
            self.place += 1 + move
            self.turn = self.mover
        else:
            self.place += move
            self.mover = 1 - self.mover
            self.turn = CHANCE

    def odds(self, move: int) -> float:
        return 0.5

    def over(self) -> bool:
        return self.place >= GOAL

    def utility(self, player: int) -> float:
        last = self.mover if self.turn != CHANCE else 1 - self.mover
        return 1.0 if player == last else -1.0
