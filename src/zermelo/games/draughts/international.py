"""Draughts with flying kings: international (10 x 10), Brazilian and Russian (8 x 8).

Men step forward diagonally and capture forward and backward; kings fly along open diagonals, capture over any distance
and come down anywhere beyond. Captures are compulsory and complete; what was jumped stays on the board until the whole
capture is done and may not be jumped twice. Who cannot move loses. White begins, from below (10 x 10):

         b     b     b     b     b          1     2     3     4     5
      b     b     b     b     b          6     7     8     9    10
      ... two more rows of Black, two empty rows, four rows of White ...
      w     w     w     w     w         46    47    48    49    50

International and Brazilian: the capture that takes most must be made; a man that only passes through the last row stays
a man. Russian: any capture may be chosen, but a king comes down where it can go on if it can; a man that reaches the
last row is a king at once. Each jump is a move of its own: from * span + to, squares counted from 0.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.grids import square_name
from zermelo.errors import BadPosition, IllegalMove
from zermelo.game import (
    NONE,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    bit,
    compared,
    count,
    derived,
    has,
    i8,
    number,
    put,
    python_only,
    squares,
    u64,
    word,
)
from zermelo.games.draughts.board import Diagram, board_of, dark_cells, place, read_diagram, step_table, toward
from zermelo.games.draughts.notation import NAMES, go_on, read_path, read_turn, reason

COLOURS = "WB"
SIX = word(63)


class Draughts(Game):
    """What the three schools share."""

    # ------------------------------------------------------------------ facts
    size: int = 10  # squares in a row and in a column
    most: bool = True  # the capture that takes most must be made
    at_once: bool = False  # a man that reaches the last row while capturing goes on as a king
    half: int = derived(lambda game: game.size // 2)
    span: int = derived(lambda game: 64 if game.size == 10 else 32)
    squares_all: int = derived(lambda game: game.size**2 // 2)
    men: int = derived(lambda game: (game.size // 2 - 1) * game.size // 2)  # of each side
    most_moves: int = derived(lambda game: game.men * (2 * game.size - 3))  # as many kings in the middle of the board
    repetition = 3
    no_progress = 50
    STEP: Cells = derived(lambda game: step_table(game.size))
    board: np.uint64 = derived(lambda game: board_of(game.size))
    even: np.uint64 = derived(lambda game: board_of(game.size, "even"))
    left: np.uint64 = derived(lambda game: board_of(game.size, "left"))
    right: np.uint64 = derived(lambda game: board_of(game.size, "right"))
    row: np.uint64 = derived(lambda game: word((1 << game.size // 2) - 1))  # the first row

    # ------------------------------------------------------------------ state
    white: u64  # men and kings of each side
    black: u64
    kings: u64  # of both
    taken: u64  # inside a turn: jumped, but not lifted yet
    at: i8  # inside a turn: the square + 1 of the capturing piece; 0 at its start

    @python_only
    def start(self) -> None:
        """Four rows of men each, three on the small board."""
        self.black = word((1 << self.men) - 1)
        self.white = self.black << word(self.squares_all - self.men)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Captures, jump by jump; quiet moves only if there is none."""
        n = self.captures(out)
        if n > 0:
            return n
        forward = 0 if self.turn == 0 else 2
        mine, free = self.mine(), self.free()
        for direction in (forward, forward + 1):
            for square in squares(mine & ~self.kings & self.behind(free, direction)):
                n = put(out, n, square * self.span + self.STEP[4 * square + direction])
        for square in squares(mine & self.kings):
            for direction in range(4):
                to = self.STEP[4 * square + direction]
                while has(free, to):
                    n = put(out, n, square * self.span + to)
                    to = self.STEP[4 * to + direction]
        return n

    def play(self, move: int) -> None:
        """Move or jump; when no jump can follow, what was jumped is lifted and a man on the last row crowned."""
        start, to = move // self.span, move % self.span
        jumped = self.between(start, to) & self.theirs()
        king = has(self.kings, start)
        gone, come = bit(start), bit(to)
        if self.turn == 0:
            self.white = self.white ^ gone | come
        else:
            self.black = self.black ^ gone | come
        self.kings = self.kings & ~gone
        if king or self.at_once and self.crowns(to):
            self.kings, king = self.kings | come, True
        self.taken = self.taken | jumped
        if jumped != NONE and self.can_jump(to, king, self.taken, self.free()):
            self.at = to + 1
            return
        if self.crowns(to):
            self.kings = self.kings | come
        self.white, self.black = self.white & ~self.taken, self.black & ~self.taken
        self.kings = self.kings & ~self.taken
        self.taken, self.at = NONE, 0
        self.turn = 1 - self.turn

    def midturn(self) -> bool:
        """A capture goes on."""
        return self.at > 0

    def utility(self, player: int) -> float:
        """The position decides only when the player to move has no move, and loses."""
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def mine(self) -> np.uint64:
        """The pieces of the player to move."""
        return self.white if self.turn == 0 else self.black

    def theirs(self) -> np.uint64:
        """The pieces of the opponent."""
        return self.black if self.turn == 0 else self.white

    def free(self) -> np.uint64:
        """The empty squares."""
        return ~(self.white | self.black) & self.board

    def behind(self, board: np.uint64, direction: int) -> np.uint64:
        """The squares from which a step in this direction leads onto a board."""
        return toward(board, 3 - direction, self.half, self.even, self.left, self.right) & self.board

    def crowns(self, square: int) -> bool:
        """Whether a man of the player to move becomes a king here."""
        return square // self.half == (0 if self.turn == 0 else self.size - 1)

    def captors(self) -> np.uint64:
        """The pieces that may be able to capture: men with an enemy and an empty square in line, and all kings."""
        if self.at > 0:
            return bit(self.at - 1)
        free, theirs = self.free(), self.theirs()
        found = self.kings
        for direction in range(4):
            found = found | self.behind(theirs & self.behind(free, direction), direction)
        return found & self.mine()

    def victim(self, square: int, king: bool, direction: int, taken: np.uint64, free: np.uint64) -> int:
        """The square of the piece that a jump in a direction takes; one more than the last square if there is none."""
        at = self.STEP[4 * square + direction]
        while king and has(free, at):
            at = self.STEP[4 * at + direction]
        if at < self.squares_all and has(self.theirs() & ~taken, at) and has(free, self.STEP[4 * at + direction]):
            return at
        return self.squares_all

    def can_jump(self, square: int, king: bool, taken: np.uint64, free: np.uint64) -> bool:
        """Whether a piece can capture from here."""
        for direction in range(4):  # noqa: SIM110  # rules hold no generators
            if self.victim(square, king, direction, taken, free) < self.squares_all:
                return True
        return False

    def between(self, start: int, to: int) -> np.uint64:
        """The squares between two squares of a diagonal."""
        for direction in range(4):
            found, at = NONE, self.STEP[4 * start + direction]
            while at < self.squares_all:
                if at == to:
                    return found
                found = found | bit(at)
                at = self.STEP[4 * at + direction]
        return NONE

    def way(self, start: int, to: int) -> int:
        """The direction from a square to another of the same diagonal."""
        up = to < start
        here, there = start // self.half, to // self.half
        column = 2 * (start % self.half) + 1 - here % 2
        other = 2 * (to % self.half) + 1 - there % 2
        return (0 if up else 2) + (1 if other > column else 0)

    def longest_after(self, square: int, king: bool, taken: np.uint64, free: np.uint64) -> int:
        """The most pieces that a piece can still take from here.

        A walk through the tree of jumps: the squares left on the way are kept in two words, six bits each, twenty-one
        at most, and tell the way back; jumps are tried by direction, then by distance.
        """
        low = high = NONE
        depth = best = direction = 0
        at, landing = square, self.squares_all  # landing: the last square tried in this direction
        while True:
            over = self.squares_all
            if direction < 4:
                over = self.victim(at, king, direction, taken, free)
            if over < self.squares_all:
                next_one = self.STEP[4 * (over if landing == self.squares_all else landing) + direction]
                if has(free, next_one) and (king or landing == self.squares_all):  # one jump further
                    taken = taken | bit(over)
                    high = high << word(6) | low >> word(58)
                    low = low << word(6) | word(at)
                    at = next_one
                    depth += 1
                    best = max(best, depth)
                    direction, landing = 0, self.squares_all
                    continue
            if direction < 4:
                direction, landing = direction + 1, self.squares_all
                continue
            if depth == 0:
                return best
            landing = at  # one jump back, then the next square beyond
            at = number(low & SIX)
            low = low >> word(6) | high << word(58)
            high = high >> word(6)
            depth -= 1
            direction = self.way(at, landing)
            taken = taken & ~(self.between(at, landing) & self.theirs())

    def captures(self, out: Row) -> int:
        """Every jump that a legal capture can begin with, or go on with."""
        n = best = 0
        for square in squares(self.captors()):
            king = has(self.kings, square)
            free = self.free() | bit(square)
            for direction in range(4):
                over = self.victim(square, king, direction, self.taken, free)
                if over == self.squares_all:
                    continue
                after = self.taken | bit(over)
                first, goes_on = n, False
                to = self.STEP[4 * over + direction]
                while has(free, to):
                    if self.most:
                        gain = 1 + self.longest_after(to, king, after, free)
                        n = 0 if gain > best else n
                        best = max(best, gain)
                        if gain == best:
                            n = put(out, n, square * self.span + to)
                    else:
                        onward = self.can_jump(to, king or self.crowns(to), after, free)
                        if onward and not goes_on:
                            n, goes_on = first, True  # squares where the capture would end are no choice any more
                        if onward or not goes_on:
                            n = put(out, n, square * self.span + to)
                    to = self.STEP[4 * to + direction] if king else self.squares_all
        return n

    # ------------------------------------------------------------------ hooks
    def irreversible(self, move: int) -> bool:
        """A capture, or a man's move."""
        return not has(self.kings, move // self.span) or self.noisy(move)

    def evaluate(self) -> float:
        """Men, kings, advance, a guarded first row, the middle, and exchanges for who is ahead."""
        theirs = self.theirs() & ~self.taken
        mine, white = self.mine(), self.white if self.turn == 0 else self.white & ~self.taken
        black = self.black & ~self.taken if self.turn == 0 else self.black
        score = self.worth(white & ~self.kings, white & self.kings, 0)
        score -= self.worth(black & ~self.kings, black & self.kings, 1)
        value = float(score if self.turn == 0 else -score)
        value += 300.0 * (count(mine) - count(theirs)) / max(count(mine | theirs), 1)
        return max(-0.99, min(0.99, value / (125.0 * self.men)))

    def worth(self, men: np.uint64, kings: np.uint64, player: int) -> int:
        """The pieces of one side in hundredths of a man."""
        own, crowned, middle, advance, guards = self.parts(men, kings, player)
        return 100 * own + 300 * crowned + 4 * middle + 3 * advance + 8 * guards

    def parts(self, men: np.uint64, kings: np.uint64, player: int) -> tuple[int, int, int, int, int]:
        """Men, kings, men off the side columns, rows that men have advanced, and men on the first row."""
        inner = self.board & ~self.left & ~self.right
        advance = guards = 0
        for row in range(self.size):
            rows = self.size - 1 - row if player == 0 else row
            here = count(men & self.row << word(self.half * row))
            advance += rows * here
            guards += here if rows == 0 else 0
        return count(men), count(kings), count(men & inner), advance, guards

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        mine, theirs = self.mine(), self.theirs() & ~self.taken
        own = self.parts(mine & ~self.kings, mine & self.kings, self.turn)
        other = self.parts(theirs & ~self.kings, theirs & self.kings, 1 - self.turn)
        names = "men", "kings", "men in the middle", "advance", "guarded first row"
        return {**compared(names, own, other), "pieces on the board": count(mine | theirs)}

    def order(self, move: int) -> int:
        """Jumps first, then crowning, then men before kings."""
        start, to = move // self.span, move % self.span
        if self.noisy(move):
            return 100
        return 0 if has(self.kings, start) else 50 if self.crowns(to) else 1

    def noisy(self, move: int) -> bool:
        """A jump, or a man that is crowned."""
        start, to = move // self.span, move % self.span
        if self.between(start, to) & self.theirs() != NONE:
            return True
        return self.crowns(to) and not has(self.kings, start)

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """As PDN writes it, `W:W31,32,K46:B1,2`; inside a capture the piece and what it has jumped: ` 28x23,14`."""
        men, kings = {}, {}
        for colour, pieces in zip(COLOURS, (self.white, self.black), strict=True):
            men[colour] = tuple(squares(pieces & ~self.kings))
            kings[colour] = tuple(squares(pieces & self.kings))
        inside = f" {self.at}x{','.join(str(square + 1) for square in squares(self.taken))}" if self.at else ""
        return Diagram(COLOURS[self.turn], men, kings).text() + inside

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a PDN position."""
        board, _, inside = text.strip().partition(" ")
        diagram = read_diagram(board, cls.squares_all)
        for colour, name, last in zip(COLOURS, NAMES, (0, cls.size - 1), strict=True):
            if len(diagram.men[colour]) + len(diagram.kings[colour]) > cls.men:
                raise BadPosition(f"{name} has more than {cls.men} pieces")
            if not inside and any(place(square, cls.size)[1] == last for square in diagram.men[colour]):
                raise BadPosition(f"a man of {name} stands on the row where it would have been crowned")
        state: Self = cls.blank()
        state.turn = COLOURS.index(diagram.mover)
        state.white, state.black = (
            word(sum(1 << square for square in diagram.men[colour] + diagram.kings[colour])) for colour in COLOURS
        )
        state.kings = word(sum(1 << square for colour in COLOURS for square in diagram.kings[colour]))
        if not state.theirs():
            raise BadPosition("the player who has just moved has no piece")
        if inside:
            go_on(state, inside)
        return state

    @python_only
    def name(self, square: int) -> str:
        """The number of a square, or its letter and number in Russian draughts."""
        if not self.at_once:
            return str(square + 1)
        column, row = place(square, self.size)
        return square_name(column, self.size - 1 - row)

    @python_only
    def joined(self, path: list[int], jump: bool) -> str:
        """Squares joined to a move."""
        return ((":" if self.at_once else "x") if jump else "-").join(self.name(square) for square in path)

    @python_only
    def jumps(self, move: int) -> bool:
        """Whether a move is a jump."""
        return bool(self.between(move // self.span, move % self.span) & self.theirs())

    @python_only
    def move_text(self, move: int) -> str:
        """32-28, or one jump: 28x19."""
        return self.joined([move // self.span, move % self.span], self.jumps(move))

    @python_only
    def turn_text(self, moves: list[int]) -> str:
        """A whole capture as one word: 28x19x10."""
        path = [moves[0] // self.span, *(move % self.span for move in moves)]
        return self.joined(path, self.jumps(moves[0]))

    @python_only
    def parse_move(self, text: str) -> int:
        """One move or one jump."""
        path = read_path(self, text)
        if len(path) == 2 and path[0] * self.span + path[1] in self.legal():
            return path[0] * self.span + path[1]
        raise IllegalMove(f"{text!r} is not possible here: {self.why_not(text)}")

    @python_only
    def parse_turn(self, text: str) -> list[int]:
        """A whole turn: the full path of a capture, or only its ends where that is clear; or single jumps."""
        return super().parse_turn(text) if " " in text.strip() else read_turn(self, text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        return reason(self, move)

    @python_only
    def ending(self) -> str:
        """Who has nothing to move."""
        if self.legal():
            return ""
        loser, winner = NAMES[self.turn], NAMES[1 - self.turn]
        return f"{loser} {'cannot move' if self.mine() else 'has no piece left'}: {winner} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The dark squares with their numbers; what was jumped lies on its square until the turn ends."""
        pieces = tuple(
            Piece(str(square + 1), "draughts_king" if king else "man", owner, sign.upper() if king else sign)
            for owner, (sign, board) in enumerate((("w", self.white), ("b", self.black)))
            for square in squares(board)
            for king in (has(self.kings, square),)
        )
        clicks = {move: (str(move // self.span + 1), str(move % self.span + 1)) for move in self.legal()}
        jumped = ", ".join(self.name(square) for square in squares(self.taken))
        notes = (f"jumped: {jumped}",) if jumped else ()
        return Scene(cells=dark_cells(self.size), pieces=pieces, clicks=clicks, notes=notes)


class InternationalDraughts(Draughts):
    """Twenty men each on 10 x 10 squares."""


class BrazilianDraughts(Draughts):
    """The international rules on 8 x 8 squares."""

    size: int = 8


class RussianDraughts(Draughts):
    """Shashki: free choice among captures, and men crowned on the way."""

    size: int = 8
    most: bool = False
    at_once: bool = True
    no_progress = 30
