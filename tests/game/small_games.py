"""Small games that tests need: history rules, turns of several moves, chance."""

from __future__ import annotations

import numpy as np

from zermelo.game import CHANCE, CHECKER_LOSES, DRAW, FORBIDDEN, Game, Row, i8, parameter, put


class Circle(Game):
    """A man walks round a ring; `rule` says what a repeated position does; step 2 is progress on an outer counter."""

    rule: int = parameter(DRAW, choices=(DRAW, FORBIDDEN, CHECKER_LOSES))
    repeated: int = DRAW
    most_moves = 3
    repetition = 3
    no_progress = 12
    cap = 40

    at: i8
    lap: i8

    def moves(self, out: Row) -> int:
        n = put(out, 0, 0)
        n = put(out, n, 1)
        if self.lap < 5:
            n = put(out, n, 2)
        return n

    def play(self, move: int) -> None:
        if move == 2:
            self.lap += 1
        else:
            self.at = (self.at + (1 if move == 1 else 3)) % 4
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        return 0.5 if player == 0 else -0.5

    def irreversible(self, move: int) -> bool:
        return move == 2


class ForbiddenCircle(Circle):
    """No position may occur twice."""

    repetition = 2
    repeated = FORBIDDEN
    no_progress = 0


class PerpetualCircle(Circle):
    """The player whose every move gives check loses by repetition."""

    repeated = CHECKER_LOSES
    no_progress = 0

    def checking(self) -> bool:
        return self.turn == 1


class TwoSteps(Game):
    """A turn is two choices out of three; six turns a game."""

    most_moves = 3
    longest = 12
    total: i8
    half: i8  # 0 at the start of a turn, else 1 + the first choice
    done: i8

    def moves(self, out: Row) -> int:
        n = 0
        for move in range(3):
            n = put(out, n, move)
        return n

    def play(self, move: int) -> None:
        if self.half == 0:
            self.half = 1 + move
        else:
            self.total = (self.total + move + self.half - 1) % 7
            self.half = 0
            self.done += 1
            self.turn = 1 - self.turn

    def over(self) -> bool:
        return self.done == 6

    def midturn(self) -> bool:
        return self.half != 0

    def utility(self, player: int) -> float:
        return 0.0


class Coin(Game):
    """Player 0 says heads (0) or tails (1), then a crooked coin is thrown."""

    most_moves = 2
    longest = 2
    chance = True
    said: i8
    fell: i8

    def moves(self, out: Row) -> int:
        return put(out, put(out, 0, 0), 1)

    def play(self, move: int) -> None:
        if self.turn == CHANCE:
            self.fell = move + 1
            self.turn = 0
        else:
            self.said = move + 1
            self.turn = CHANCE

    def odds(self, move: int) -> float:
        return 0.75 if move == 0 else 0.25

    def over(self) -> bool:
        return self.fell != 0

    def utility(self, player: int) -> float:
        won = 1.0 if self.said == self.fell else -1.0
        return won if player == 0 else -won


class Liar(Game):
    """Promises 3 moves and writes 30 where the second player moves."""

    most_moves = 3

    def moves(self, out: Row) -> int:
        n = 0
        for move in range(3 + 27 * self.turn):
            n = put(out, n, move)
        return n

    def play(self, move: int) -> None:
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        return 0.0


def naive_perft(state: Game, depth: int) -> int:
    """The definition, in plain Python."""
    if depth == 0:
        return 1
    if state.over():
        return 0
    row = np.zeros(state.most_moves, np.int32)
    total = 0
    for move in row[: state.moves(row)]:
        child = state.copy()
        child.play(int(move))
        total += naive_perft(child, depth - 1)
    return total
