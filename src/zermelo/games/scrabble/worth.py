"""What Scrabble's evaluation counts: the tiles on a rack, and the best word that a begun one can become."""

from __future__ import annotations

from zermelo.games.scrabble.board import VALUES, WordBoard
from zermelo.games.scrabble.words import BLANK

S = 18


class WordWorth(WordBoard):
    """Racks and unfinished words in points."""

    def rack_worth(self, player: int) -> float:
        """The tiles that a player holds."""
        total = 0.0
        for kind in range(27):
            total += self.racks[player, kind] * self.price(kind)
        return total

    def price(self, kind: int) -> float:
        """What keeping a tile is worth: a blank or an S may be used better later; with an empty bag tiles cost."""
        if self.held == 0:
            return -1.0 * VALUES[kind]
        return 10.0 if kind == BLANK else 3.0 if kind == S else 0.0

    def stack_price(self, used: int) -> float:
        """The price of the tiles on the stack."""
        total = 0.0
        for place in range(used):
            total += self.price(self.stack[place])
        return total

    def best_end(self) -> float:
        """The most that a begun word can bring: points less the price of the tiles that it still takes.

        Depth first through the graph as `search` does, but to the end. The stack is in the state: from 0 on the tiles
        used, then, each 8 behind, edges, squares and how things stood before.
        """
        down = self.begun // 226
        first = self.spots[0] - 1 if self.laid > 0 else self.at - 1
        touched = self.edge > 0 if self.laid == 0 else self.touches()
        best = self.lowest
        if self.laid > 0 and self.may_end(down, self.laid, self.edge, first, touched):
            best = 1.0 * self.points()
        main, factor, cross = self.so_far(first, down)
        size = self.tiles(self.turn)
        square, used = self.at - 1, 0
        at = int(self.GRAPH[self.edge]) >> 8 if self.edge > 0 else int(self.GRAPH[0])
        while True:
            kind = -1
            while at > 0 and square >= 0 and used < size:
                letter = self.GRAPH[at] & 31
                kind = self.available(self.stack, 0, letter, used)
                if kind >= 0 and self.crosses(square, down, letter):
                    break
                kind = -1
                at = 0 if self.GRAPH[at] & 32 else at + 1
            if kind < 0:
                if used == 0:
                    break
                used -= 1
                at = int(self.stack[8 + used])
                square = int(self.stack[16 + used])
                before = int(self.stack[24 + used])
                touched = before & 1 != 0
                factor, main, cross = before >> 1 & 63, before >> 7 & 1023, before >> 17
                at = 0 if self.GRAPH[at] & 32 else at + 1
                continue
            self.stack[used] = kind
            self.stack[8 + used] = at
            self.stack[16 + used] = square
            self.stack[24 + used] = (1 if touched else 0) | factor << 1 | main << 7 | cross << 17
            used += 1
            worth = int(VALUES[kind])
            main += worth * self.LETTERS[square]
            factor *= self.WORDS[square]
            cross += self.cross_points(square, down, worth)
            touched = touched or square == self.cells // 2 or self.neighbour(square, 1 - down)
            square = self.ahead(square, down)
            while at > 0 and square >= 0 and self.board[square] > 0:
                touched = True
                main += self.value_at(square)
                at = self.follow(at, (self.board[square] & 31) - 1)
                square = self.ahead(square, down)
            if at > 0 and self.may_end(down, self.laid + used, at, first, touched):
                points = 1.0 * (main * factor + cross + (50 if self.laid + used == 7 else 0))
                best = max(best, points - self.stack_price(used))
            at = int(self.GRAPH[at]) >> 8 if at > 0 else 0
        for place in range(32):
            self.stack[place] = 0
        return best if best > self.lowest else 0.0

    def so_far(self, first: int, down: int) -> tuple[int, int, int]:
        """Of a begun word: the points of its letters, the factor of its squares, and the words across."""
        main, factor, cross = 0, 1, 0
        square = self.behind(first, down)
        while square >= 0 and self.board[square] > 0:
            main += self.value_at(square)
            square = self.behind(square, down)
        new, square = 0, first
        while square >= 0 and self.board[square] > 0:
            worth = self.value_at(square)
            if new < self.laid and self.spots[new] == square + 1:
                cross += self.cross_points(square, down, worth)
                worth *= self.LETTERS[square]
                factor *= self.WORDS[square]
                new += 1
            main += worth
            square = self.ahead(square, down)
        return main, factor, cross

    def cross_points(self, square: int, down: int, worth: int) -> int:
        """The word across the line that a new tile of this worth makes; 0 if there is none."""
        if not self.neighbour(square, 1 - down):
            return 0
        total = worth * int(self.LETTERS[square])
        at = self.behind(square, 1 - down)
        while at >= 0 and self.board[at] > 0:
            total += self.value_at(at)
            at = self.behind(at, 1 - down)
        at = self.ahead(square, 1 - down)
        while at >= 0 and self.board[at] > 0:
            total += self.value_at(at)
            at = self.ahead(at, 1 - down)
        return total * int(self.WORDS[square])

    def value_at(self, square: int) -> int:
        """The points of the tile on a square, before any multiple."""
        return 0 if self.board[square] & 32 else int(VALUES[(self.board[square] & 31) - 1])
