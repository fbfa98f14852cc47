"""Go by the Tromp-Taylor rules: surround more of the board than the opponent.

A player puts a stone on an empty point or passes. Chains of the opponent's stones without a liberty (an empty point next
to them) are then taken off. No move but a pass may bring back an earlier position of the stones. Two passes end the game:
each player counts his stones and the empty points from which only his stones are reached; White adds the komi.

Moves are points row by row from A1, then the pass (81 at size 9). The record keeps the board with an edge around it, so
that a neighbour is always a place; rows share their edge column. Size 3, moves on the left, places on the right:

                       #  #  #  #            (#) 16  17  18  19
    6  7  8            #  .  .  .                12  13  14  15
    3  4  5            #  .  .  .                 8   9  10  11
    0  1  2            #  .  .  .                 4   5   6   7
                       #  #  #  #  #              0   1   2   3     and 20 behind the last row
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import (
    BY_UTILITY,
    FORBIDDEN,
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    aside,
    derived,
    mix64,
    parameter,
    put,
    table,
    u8,
    u16,
    u64,
    word,
    words,
)

LETTERS = "ABCDEFGHJKLMNOPQRST"  # without I, as on every Go board
SIGNS = "xo"
NAMES = ("Black", "White")
EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 4  # what `stones` holds; & 3 leaves the colour
DRAWS = 6  # how often `sample` tries its luck before it lists what there is


class Go(Game):
    """Surround territory."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(9, low=1, high=19, help="points on each side of the board")
    komi: float = parameter(7.5, low=-400.0, high=400.0, help="points that White gets for moving second")
    suicide: bool = parameter(False, help="a move may take off the mover's own chain of two or more stones")
    situational: bool = parameter(False, help="a position may return if the other player is to move")
    points: bool = parameter(False, help="play for the margin in points and not just for the win")
    most_moves: int = derived(lambda game: game.size**2 + 1)
    cap: int = derived(lambda game: 3 * game.size**2)
    longest: int = derived(lambda game: game.cap)
    highest: float = derived(lambda game: game.size**2 + abs(float(game.komi)) if game.points else 1.0)
    lowest: float = derived(lambda game: -game.highest)
    capped = BY_UTILITY
    repetition = 2
    repeated = FORBIDDEN
    policy = True
    symmetries = 8
    stride: int = derived(lambda game: game.size + 1)  # from a place to the one above it
    places: int = derived(lambda game: (game.size + 1) * (game.size + 2) + 1)
    last: int = derived(lambda game: game.size**2)  # the move that passes
    PLACE: Cells = derived(lambda game: table([game.place_of(move) for move in range(game.last)], u16))
    MOVE: Cells = derived(lambda game: table(game.moves_of_places(), u16))
    CODE: Cells = derived(lambda game: table([mix64(word(n + 1)) for n in range(2 * game.places)], u64))

    # ------------------------------------------------------------------ state
    stones: Cells = array(u8, lambda game: game.places)
    ko: u16  # the place where a single stone has just been taken and may not be put back at once; 0: none
    passes: u8  # in a row

    # What follows from the stones. Of a chain, one stone is the head, and all form a ring. A liberty counts once for
    # each stone that touches it: cheap to keep, and enough to see the last one go.
    board: u64 = aside()  # a hash of the stones alone, for superko
    head: Cells = array(u16, lambda game: game.places, aside=True)  # of the stone's chain
    ring: Cells = array(u16, lambda game: game.places, aside=True)  # the next stone of the chain
    liberties: Cells = array(u16, lambda game: game.places, aside=True)  # of the chain, kept at its head
    empties: Cells = array(u16, lambda game: game.last, aside=True)  # the empty places in no order
    where: Cells = array(u16, lambda game: game.places, aside=True)  # an empty place's index in `empties`
    left: u16 = aside()  # how many empty places there are
    marks: Cells = array(u8, lambda game: game.places, aside=True)  # room for counting; zeros in between

    @words
    def start(self) -> None:
        """An empty board."""
        self.rebuild()

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """All empty points but the ko and suicide, then the pass; superko is left to who knows the history."""
        count = 0
        for move in range(self.last):
            place = self.PLACE[move]
            if self.stones[place] == EMPTY and self.allowed(place):
                count = put(out, count, move)
        return put(out, count, self.last)

    def play(self, move: int) -> None:
        """Put a stone and take off what it strangles, or pass."""
        mine = self.turn + 1
        self.turn = 1 - self.turn
        self.ko = 0
        if move == self.last:
            self.passes += 1
            return
        self.passes = 0
        place = int(self.PLACE[move])
        lonely = self.put_stone(place, mine)
        taken = 0
        hole = 0
        for step in (1, -1, self.stride, -self.stride):
            near = place + step
            if self.stones[near] == 3 - mine and self.liberties[self.head[near]] == 0:
                taken += self.take(int(self.head[near]), 3 - mine)
                hole = near
        if lonely and taken == 1:
            self.ko = hole  # to put the stone back would take this one and nothing else
        if self.suicide and self.liberties[self.head[place]] == 0:
            self.take(int(self.head[place]), mine)

    def over(self) -> bool:
        """Two passes in a row."""
        return self.passes >= 2

    def utility(self, player: int) -> float:
        """The winner takes one, or with `points` the margin."""
        margin = self.reward(player)
        if self.points:
            return margin
        return 1.0 if margin > 0.0 else -1.0 if margin < 0.0 else 0.0

    def judged(self, move: int) -> bool:
        """A pass repeats the stones and may."""
        return move != self.last

    def repetition_key(self) -> np.uint64:
        """The stones alone; with situational superko, the player to move too."""
        return mix64(self.board ^ word(self.turn)) if self.situational else self.board

    def key(self) -> np.uint64:
        """The stones, whose turn it is, the ko and the passes."""
        return mix64(self.board ^ mix64(word((self.ko * 4 + self.passes) * 2 + self.turn + 1)))

    # ------------------------------------------------------------------ helpers: legality
    def allowed(self, place: int) -> bool:
        """Whether the player to move may fill an empty place, as far as the position tells."""
        stones = self.stones
        if place == self.ko:
            return False
        for step in (1, -1, self.stride, -self.stride):
            if stones[place + step] == EMPTY:
                return True
        mine = self.turn + 1
        for step in (1, -1, self.stride, -self.stride):
            colour = stones[place + step]
            if colour == mine and (self.suicide or not self.dooms(place, step)):
                return True
            if colour == 3 - mine and self.dooms(place, step):
                return True
        return False

    def dooms(self, place: int, step: int) -> bool:
        """Whether filling a place takes the last liberty of the chain next to it; no neighbour is empty."""
        chain = self.head[place + step]
        liberties = self.liberties[chain]
        if liberties > 4:
            return False
        touching = 0
        for other in (1, -1, self.stride, -self.stride):
            touching += self.head[place + other] == chain
        return bool(liberties == touching)

    def eye(self, place: int) -> bool:
        """Whether an empty place is an eye of the player to move: his stones around it, and most of the diagonals."""
        stones = self.stones
        theirs = 2 - self.turn
        for step in (1, -1, self.stride, -self.stride):
            if stones[place + step] == EMPTY or stones[place + step] == theirs:
                return False
        lost = 0
        edge = 0
        for step in (self.stride + 1, self.stride - 1, 1 - self.stride, -self.stride - 1):
            if stones[place + step] == theirs:
                lost += 1
            elif stones[place + step] == EDGE:
                edge = 1
        return lost + edge < 2

    # ------------------------------------------------------------------ helpers: chains
    def put_stone(self, place: int, mine: int) -> bool:
        """Fill a place and join the chains there; returns whether all its neighbours are the opponent's or edge."""
        stones = self.stones
        self.left -= 1
        hole = self.where[place]
        moved = self.empties[self.left]
        self.empties[hole] = moved
        self.where[moved] = hole
        stones[place] = mine
        self.board = self.board ^ self.CODE[2 * place + mine - 1]
        free = 0
        friends = 0
        for step in (1, -1, self.stride, -self.stride):
            colour = stones[place + step]
            if colour == EMPTY:
                free += 1
            elif colour != EDGE:
                self.liberties[self.head[place + step]] -= 1
                friends += colour == mine
        self.head[place] = place
        self.ring[place] = place
        self.liberties[place] = free
        if friends > 0:
            for step in (1, -1, self.stride, -self.stride):
                if stones[place + step] == mine:
                    self.join(int(self.head[place + step]), int(self.head[place]))
        return free + friends == 0

    def join(self, chain: int, other: int) -> None:
        """Two heads become one chain under the first; the second had better be short."""
        if chain == other:
            return
        self.liberties[chain] += self.liberties[other]
        stone = other
        while True:
            self.head[stone] = chain
            stone = int(self.ring[stone])
            if stone == other:
                break
        following = self.ring[chain]
        self.ring[chain] = self.ring[other]
        self.ring[other] = following

    def take(self, chain: int, colour: int) -> int:
        """Take a chain off the board and return how many stones it had."""
        before = int(self.left)
        left = before
        stone = chain
        while True:
            self.stones[stone] = EMPTY
            self.board = self.board ^ self.CODE[2 * stone + colour - 1]
            self.where[stone] = left
            self.empties[left] = stone
            left += 1
            for step in (1, -1, self.stride, -self.stride):
                if self.stones[stone + step] & 3 != 0:
                    self.liberties[self.head[stone + step]] += 1
            stone = int(self.ring[stone])
            if stone == chain:
                break
        self.left = left
        return left - before

    def rebuild(self) -> None:
        """Draw the edge, and make all that follows from the stones."""
        self.left = 0
        self.board = word(0)
        for place in range(self.places):
            self.head[place] = 0
            self.ring[place] = 0
            self.liberties[place] = 0
            self.where[place] = 0
            self.marks[place] = 0
            if self.MOVE[place] == self.last:
                self.stones[place] = EDGE
        for move in range(self.last):
            place = int(self.PLACE[move])
            self.empties[move] = 0
            if self.stones[place] == EMPTY:
                self.where[place] = self.left
                self.empties[self.left] = place
                self.left += 1
                continue
            self.board = self.board ^ self.CODE[2 * place + self.stones[place] - 1]
            self.head[place] = place
            self.ring[place] = place
            for step in (1, -1, self.stride, -self.stride):
                self.liberties[place] += self.stones[place + step] == EMPTY
        for move in range(self.last):
            place = int(self.PLACE[move])
            for step in (-1, -self.stride):
                if self.stones[place] != EMPTY and self.stones[place] == self.stones[place + step]:
                    self.join(int(self.head[place + step]), int(self.head[place]))

    # ------------------------------------------------------------------ helpers: counting
    def area(self) -> int:
        """Black's stones and territory less White's: marks spread over the empty places until nothing changes."""
        stones, marks = self.stones, self.marks
        for index in range(self.left):
            marks[self.empties[index]] = 0
        changed = True
        while changed:
            changed = False
            for index in range(2 * self.left):  # there and back again
                place = int(self.empties[index if index < self.left else 2 * self.left - 1 - index])
                reached = int(marks[place])
                for step in (1, -1, self.stride, -self.stride):
                    reached |= stones[place + step] & 3 | marks[place + step]
                if reached != marks[place]:
                    marks[place] = reached
                    changed = True
        total = 0
        for index in range(self.left):
            place = int(self.empties[index])
            total += (marks[place] == BLACK) - (marks[place] == WHITE)
            marks[place] = 0
        for place in range(self.places):
            total += int(stones[place] == BLACK) - int(stones[place] == WHITE)
        return total

    # ------------------------------------------------------------------ hooks
    def reward(self, player: int) -> float:
        """The margin in points if the game ended here."""
        margin = self.area() - self.komi
        return margin if player == 0 else -margin

    def sample(self, random: Random, row: Row) -> int:
        """A policy: any allowed move but those that fill an own eye, equally likely; a pass when there is none."""
        left = int(self.left)
        for _ in range(DRAWS if left > 0 else 0):
            place = int(self.empties[random.below(left)])
            if not self.eye(place) and self.allowed(place):
                return int(self.MOVE[place])
        count = 0
        for index in range(left):
            place = int(self.empties[index])
            if not self.eye(place) and self.allowed(place):
                count = put(row, count, self.MOVE[place])
        return int(row[random.below(count)]) if count > 0 else self.last

    @classmethod
    def place_of(cls, move: int) -> int:
        """The place of a point on the board with its edge."""
        return move + move // cls.size + cls.size + 2

    @classmethod
    def moves_of_places(cls) -> list[int]:
        """The move of each place, the pass where there is no point."""
        moves = [cls.last] * cls.places
        for move in range(cls.last):
            moves[cls.place_of(move)] = move
        return moves
