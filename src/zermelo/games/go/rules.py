"""Go by the Tromp-Taylor rules: surround more of the board than the opponent.

A player puts a stone on an empty point or passes. Chains of the opponent's stones that have no liberty left (an empty
point next to them) are then taken off. No move but a pass may bring back an earlier position of the stones. Two passes
end the game: each player counts stones and the empty points that reach only their stones; White adds the komi.

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

from zermelo.game import (
    BY_UTILITY,
    FORBIDDEN,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    derived,
    mix64,
    not_in_key,
    parameter,
    put,
    python_only,
    table,
    u8,
    u16,
    u64,
    word,
)
from zermelo.games.go import notation
from zermelo.games.go.notation import BLACK, EDGE, EMPTY, WHITE

COUNT, DRAWS = 15, 6  # four bits of `around`; how often `sample` tries its luck before it lists what there is


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
    rough = True  # stones alone say little before the end
    symmetries = 8
    stride: int = derived(lambda game: game.size + 1)  # from a place to the one above it
    places: int = derived(lambda game: (game.size + 1) * (game.size + 2) + 1)
    last: int = derived(lambda game: game.size**2)  # the move that passes
    PLACE: Cells = derived(lambda game: table([notation.place_of(game, move) for move in range(game.last)], u16))
    MOVE: Cells = derived(lambda game: table(notation.moves_by_place(game), u16))
    CODE: Cells = derived(lambda game: table([mix64(word(n + 1)) for n in range(2 * game.places)], u64))

    # ------------------------------------------------------------------ state
    stones: Cells = array(u8, lambda game: game.places)
    ko: u16  # the place where a single stone has just been taken and may not be put back at once; 0: none
    passes: u8  # in a row
    # What follows from the stones. A liberty counts once for each stone that touches it: enough to see the last one go
    board: u64 = not_in_key()  # a hash of the stones alone, for superko
    around: Cells = array(u16, lambda game: game.places, in_key=False)  # empty neighbours + 16 * black + 256 * white
    head: Cells = array(u16, lambda game: game.places, in_key=False)  # of the stone's chain
    ring: Cells = array(u16, lambda game: game.places, in_key=False)  # the next stone of the chain
    liberties: Cells = array(u16, lambda game: game.places, in_key=False)  # of the chain, kept at its head
    empties: Cells = array(u16, lambda game: game.last, in_key=False)  # the empty places in no order
    where: Cells = array(u16, lambda game: game.places, in_key=False)  # an empty place's index in `empties`
    left: u16 = not_in_key()  # how many empty places there are
    marks: Cells = array(u8, lambda game: game.places, in_key=False)  # room for counting; zeros in between
    taken: Cells = array(u16, 2, in_key=False)  # black stones and white ones, since the first position

    @python_only
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
        theirs = 3 - mine
        place = int(self.PLACE[move])
        around = int(self.around[place])
        self.put_stone(place, mine)
        if around & COUNT << 4 * theirs != 0:
            taken = 0
            hole = 0
            for step in (1, -1, self.stride, -self.stride):
                near = place + step
                if self.stones[near] == theirs and self.liberties[self.head[near]] == 0:
                    taken += self.take(int(self.head[near]), theirs)
                    hole = near
            self.taken[theirs - 1] += taken
            if taken == 1 and around & ~(COUNT << 4 * theirs) == 0:
                self.ko = hole  # to put the stone back would take this one and nothing else
        if self.suicide and self.liberties[self.head[place]] == 0:
            self.taken[mine - 1] += self.take(int(self.head[place]), mine)

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
        if place == self.ko:
            return False
        if self.around[place] & COUNT != 0:
            return True
        mine = self.turn + 1
        for step in (1, -1, self.stride, -self.stride):
            colour = self.stones[place + step]
            if colour == mine and (self.suicide or not self.dooms(place, step)):
                return True
            if colour == 3 - mine and self.dooms(place, step):
                return True
        return False

    def dooms(self, place: int, step: int) -> bool:
        """Whether filling a place without empty neighbours takes the last liberty of the chain next to it."""
        chain = self.head[place + step]
        touching = 0
        for other in (1, -1, self.stride, -self.stride):
            touching += self.head[place + other] == chain
        return bool(self.liberties[chain] == touching)

    def eye(self, place: int) -> bool:
        """Whether an empty place is an eye of the player to move: own stones around it, and most of the diagonals."""
        theirs = 2 - self.turn
        if self.around[place] & (COUNT | COUNT << 4 * theirs) != 0:
            return False
        lost = 0
        edge = 0
        for step in (self.stride + 1, self.stride - 1, 1 - self.stride, -self.stride - 1):
            if self.stones[place + step] == theirs:
                lost += 1
            elif self.stones[place + step] == EDGE:
                edge = 1
        return lost + edge < 2

    # ------------------------------------------------------------------ helpers: chains
    def put_stone(self, place: int, mine: int) -> None:
        """Fill a place and join the chains there."""
        self.left -= 1
        hole = self.where[place]
        moved = self.empties[self.left]
        self.empties[hole] = moved
        self.where[moved] = hole
        self.stones[place] = mine
        self.board = self.board ^ self.CODE[2 * place + mine - 1]
        change = (1 << 4 * mine) - 1
        for step in (1, -1, self.stride, -self.stride):
            self.around[place + step] += change
            chain = self.head[place + step]
            self.liberties[chain] = (self.liberties[chain] - 1) & 0xFFFF
        self.head[place] = place
        self.ring[place] = place
        self.liberties[place] = self.around[place] & COUNT
        if self.around[place] >> 4 * mine & COUNT != 0:
            for step in (1, -1, self.stride, -self.stride):
                if self.stones[place + step] == mine:
                    self.join(int(self.head[place + step]), int(self.head[place]))

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
        change = (1 << 4 * colour) - 1
        stone = chain
        while True:
            self.stones[stone] = EMPTY
            self.head[stone] = 0
            self.board = self.board ^ self.CODE[2 * stone + colour - 1]
            self.where[stone] = left
            self.empties[left] = stone
            left += 1
            for step in (1, -1, self.stride, -self.stride):
                self.around[stone + step] -= change
                touched = self.head[stone + step]
                self.liberties[touched] = (self.liberties[touched] + 1) & 0xFFFF
            stone = int(self.ring[stone])
            if stone == chain:
                break
        self.left = left
        return left - before

    def rebuild(self) -> None:
        """Draw the edge, and make all that follows from the stones."""
        stones, head, around = self.stones, self.head, self.around
        for place in range(self.places):
            head[place] = 0
            around[place] = 0
            self.ring[place] = 0
            self.liberties[place] = 0
            self.where[place] = 0
            self.marks[place] = 0
            if self.MOVE[place] == self.last:
                stones[place] = EDGE
        self.board = word(0)
        left = 0
        for move in range(self.last):
            place = int(self.PLACE[move])
            colour = int(stones[place])
            for step in (1, -1, self.stride, -self.stride):
                around[place + step] += 1 << 4 * colour
            self.empties[move] = 0
            if colour == EMPTY:
                self.where[place] = left
                self.empties[left] = place
                left += 1
            else:
                self.board = self.board ^ self.CODE[2 * place + colour - 1]
                head[place] = place
                self.ring[place] = place
        self.left = left
        for move in range(self.last):
            place = int(self.PLACE[move])
            if stones[place] != EMPTY:
                self.liberties[place] = around[place] & COUNT
                for step in (-1, -self.stride):
                    if stones[place] == stones[place + step]:
                        self.join(int(head[place + step]), int(head[place]))

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

    def evaluate(self) -> float:
        """Stones, less where their chain is in danger, influence on the empty points, komi and the move itself."""
        stones, influence = self.parts()
        margin = (stones + influence) / 16.0 - self.komi
        margin = self.initiative() + (margin if self.turn == 0 else -margin)
        if self.points:
            return max(-0.99 * self.highest, min(0.99 * self.highest, margin))
        return 0.99 * margin / (abs(margin) + self.size)

    def initiative(self) -> float:
        """What the move is worth, the less the fuller the board."""
        return 0.75 * self.size * self.left / self.last

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation, in points."""
        sign = 1 if self.turn == 0 else -1
        stones, influence = (sign * part / 16.0 for part in self.parts())
        return {"stones": stones, "influence": influence, "komi": -sign * self.komi, "initiative": self.initiative()}

    def parts(self) -> tuple[int, int]:
        """Stones, less in danger, and influence on the empty points: for Black, in sixteenths of a point."""
        stones = influence = 0
        for move in range(self.last):
            place = int(self.PLACE[move])
            colour = self.stones[place]
            if colour == EMPTY:
                around = int(self.around[place])
                reach = 2 * ((around >> 4 & COUNT) - (around >> 8 & COUNT))
                for step in (self.stride + 1, self.stride - 1, 1 - self.stride, -self.stride - 1):
                    reach += int(self.stones[place + step] == BLACK) - int(self.stones[place + step] == WHITE)
                influence += 4 * max(-4, min(4, reach))
            else:
                liberties = self.liberties[self.head[place]]
                worth = 4 if liberties == 1 else 12 if liberties == 2 else 16
                stones += worth if colour == BLACK else -worth
        return stones, influence

    def order(self, move: int) -> int:
        """Captures, then escapes from capture, then the third line and above; a pass last."""
        if move == self.last:
            return -100
        column, row = move % self.size, move // self.size
        rank = 2 * min(column, self.size - 1 - column, 2) + 2 * min(row, self.size - 1 - row, 2)
        place = int(self.PLACE[move])
        for step in (1, -1, self.stride, -self.stride):
            if self.stones[place + step] & 3 != 0 and self.dooms(place, step):
                rank += 50 if self.stones[place + step] == self.turn + 1 else 100
        return rank + int(self.around[place] >> 4 != 0)

    def noisy(self, move: int) -> bool:
        """Captures of two stones or more: there are fewer stones after each, so that these moves come to an end."""
        if move == self.last:
            return False
        place = int(self.PLACE[move])
        taken = 0
        for step in (1, -1, self.stride, -self.stride):
            if self.stones[place + step] == 2 - self.turn and self.dooms(place, step):
                taken += 1 if self.ring[place + step] == place + step else 2
        return taken > 1

    def same(self, move: int) -> int:
        """On the empty board, mirror images are alike."""
        smallest = move
        for which in range(8 if self.left == self.last else 0):
            smallest = min(smallest, self.transform_move(which, move))
        return smallest

    def transform(self, which: int) -> None:
        """Exchange columns and rows (4), then left and right (1), then top and bottom (2)."""
        for kind in (4, 1, 2):
            for move in range(self.last if which & kind else 0):
                place, other = int(self.PLACE[move]), int(self.PLACE[self.mirrored(kind, move)])
                if place < other:
                    stone = self.stones[place]
                    self.stones[place] = self.stones[other]
                    self.stones[other] = stone
        if self.ko:
            self.ko = self.PLACE[self.transform_move(which, int(self.MOVE[self.ko]))]
        if which:
            self.rebuild()

    def transform_move(self, which: int, move: int) -> int:
        """The point in the mirror image; a pass stays a pass."""
        for kind in (4, 1, 2):
            if which & kind and move != self.last:
                move = self.mirrored(kind, move)
        return move

    def mirrored(self, kind: int, move: int) -> int:
        """A point in one of the three mirrors that make up all eight symmetries."""
        column, row = move % self.size, move // self.size
        if kind == 4:
            return column * self.size + row
        return move + self.size - 1 - 2 * column if kind == 1 else (self.size - 1 - row) * self.size + column

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top (x black, o white), who moves, the ko or -, passes: `9/9/9/9/4x4/9/9/9/9 o - 0`."""
        return notation.position_text(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        return notation.read_position(cls, text)

    @python_only
    def move_text(self, move: int) -> str:
        """The vertex of GTP: A1 to T19 without the letter I, or pass."""
        return "pass" if move == self.last else f"{notation.LETTERS[move % self.size]}{move // self.size + 1}"

    @python_only
    def why_not(self, move: int | str) -> str:
        """An occupied point, the ko, suicide, or no point at all."""
        return notation.reason(self, move)

    @python_only
    def ending(self) -> str:
        """Who wins, and by how much."""
        return notation.verdict(self)

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Lines that cross, stones on the crossings, and a button for the pass."""
        return notation.picture_of(self)
