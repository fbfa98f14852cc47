"""Othello: put a disc so that it brackets discs of the opponent, which turn over; most discs at the end win.

A move must turn at least one disc; who cannot, passes; the game ends when neither can move. Squares are numbered row by
row from a1, which is the upper left corner. Black (X) begins; the first four discs stand as drawn:

         a  b  c  d  e  f  g  h
     1   0  1  2  3  4  5  6  7
     2   8  9 10 11 12 13 14 15
     3  16 17 18 19 20 21 22 23
     4  24 25 26  O  X 29 30 31
     5  32 33 34  X  O 37 38 39
     6  40 41 42 43 44 45 46 47
     7  48 49 50 51 52 53 54 55
     8  56 57 58 59 60 61 62 63

A board of up to 8 x 8 squares is one word, and all lines of a kind are followed at once by shifts. A larger board is
several words, and each line is walked.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.grids import square_name
from zermelo.game import (
    NO_MOVE,
    NONE,
    ONE,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    flag,
    has,
    not_in_key,
    nth,
    parameter,
    put,
    put_all,
    python_only,
    rest,
    table,
    u64,
    word,
)
from zermelo.games.othello import board as layout
from zermelo.games.othello.board import C_SQUARE, CORNER, X_SQUARE
from zermelo.games.othello.notation import SIGNS, picture_of, read_position, reason, verdict

AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))  # columns and rows to a neighbour


def runs(start: np.uint64, through: np.uint64, step: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The unbroken runs of up to six squares of `through` from a step above and a step below `start`, by doubling."""
    twice = step << ONE
    pairs = through & through << step  # squares of `through` with another one a step below
    up = through & start << step
    up = up | through & up << step
    up = up | pairs & up << twice
    up = up | pairs & up << twice
    pairs = pairs >> step  # with another one a step above
    down = through & start >> step
    down = down | through & down >> step
    down = down | pairs & down >> twice
    down = down | pairs & down >> twice
    return up, down


class Othello(Game):
    """Bracket and turn."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(8, low=4, high=26, help="rows and columns, an even number")
    margin: bool = parameter(True, help="utility in discs; otherwise 1, 0 or -1")
    empties: bool = parameter(True, help="squares left empty count for the winner")
    area: int = derived(lambda game: game.size**2)
    most_moves: int = derived(lambda game: game.area - 4)
    longest: int = derived(lambda game: 2 * (game.area - 4))  # a pass is always followed by a disc
    lowest: float = derived(lambda game: -float(game.area) if game.margin else -1.0)
    highest: float = derived(lambda game: float(game.area) if game.margin else 1.0)
    length: int = derived(lambda game: -(-game.area // 64))  # words of a board
    board: np.uint64 = derived(lambda game: word((1 << min(game.area, 64)) - 1))
    inside: np.uint64 = derived(
        lambda game: layout.some_columns(game.size, range(1, game.size - 1))
    )  # no line goes on beyond
    left: np.uint64 = derived(lambda game: layout.some_columns(game.size, (0,)))
    VALUES: Cells = derived(lambda game: table([layout.square_value(game.size, s) for s in range(game.area)], np.int8))
    CORNERS: Cells = derived(lambda game: table(layout.corner_squares(game.size), np.uint16))
    quarter: np.uint64 = derived(lambda game: layout.quarter_of(game.size))
    symmetries = 8

    # ------------------------------------------------------------------ state
    mine: Cells = array(u64, lambda game: game.length)  # discs of the player to move
    theirs: Cells = array(u64, lambda game: game.length)
    legal_squares: Cells = array(u64, lambda game: game.length, in_key=False)  # found once, when the position arises
    ended: flag = not_in_key()  # neither player can move; kept because it is asked at every ply

    @classmethod
    def unfit(cls) -> str | None:
        """The first four discs need a middle."""
        return "the size must be even" if cls.size % 2 else None

    @python_only
    def start(self) -> None:
        """Four discs in the middle, Black to move."""
        middle = self.size // 2
        for row, column in ((middle - 1, middle), (middle, middle - 1)):
            black, white = row * self.size + column, row * self.size + self.size - 1 - column
            self.mine[black >> 6] |= bit(black & 63)
            self.theirs[white >> 6] |= bit(white & 63)
        self.survey()

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The squares where a disc turns others; else a pass, if the opponent can go on."""
        n = 0
        if self.length == 1:
            n = put_all(out, 0, self.legal_squares[0])
        else:
            for square in range(self.area):
                if has(self.legal_squares[square >> 6], square & 63):
                    n = put(out, n, square)
        if n == 0 and not self.ended:
            n = put(out, n, self.area)
        return n

    def play(self, move: int) -> None:
        """Put a disc and turn what it brackets, or pass; then it is the opponent's turn."""
        if self.length == 1:
            mine, theirs = self.mine[0], self.theirs[0]
            if move != self.area:
                disc = bit(move)
                turned = self.turned(mine, theirs, disc)
                mine, theirs = mine | disc | turned, theirs & ~turned
            self.mine[0], self.theirs[0] = theirs, mine
        else:
            if move != self.area:
                self.turn_lines(move)
            for part in range(self.length):
                discs = self.mine[part]
                self.mine[part] = self.theirs[part]
                self.theirs[part] = discs
        self.turn = 1 - self.turn
        self.survey()

    def over(self) -> bool:
        """Neither player can turn a disc."""
        return self.ended

    def utility(self, player: int) -> float:
        """The difference of discs, the empty squares given to the winner."""
        mine, theirs = self.discs(1), self.discs(-1)
        score = mine - theirs
        if not self.margin:
            score = 1 if score > 0 else -1 if score < 0 else 0
        elif self.empties and score != 0:
            left = self.area - mine - theirs
            score += left if score > 0 else -left
        return float(score if self.turn == player else -score)

    # ------------------------------------------------------------------ helpers: boards of one word
    def reach(self, mine: np.uint64, theirs: np.uint64) -> np.uint64:
        """The empty squares from which `mine` bracket some of `theirs`."""
        found = NONE
        for step in (1, self.size - 1, self.size, self.size + 1):
            through = theirs if step == self.size else theirs & self.inside
            by = word(step)
            up, down = runs(mine, through, by)
            found = found | up << by | down >> by
        return found & ~(mine | theirs) & self.board

    def turned(self, mine: np.uint64, theirs: np.uint64, disc: np.uint64) -> np.uint64:
        """The discs that a new disc turns."""
        found = NONE
        for step in (1, self.size - 1, self.size, self.size + 1):
            through = theirs if step == self.size else theirs & self.inside
            by = word(step)
            up, down = runs(disc, through, by)
            found = found | (up if up << by & mine else NONE) | (down if down >> by & mine else NONE)
        return found

    # ------------------------------------------------------------------ helpers: boards of any length
    def survey(self) -> None:
        """Find the squares where the player to move may put a disc, and whether the game has ended."""
        if self.length == 1:
            mine, theirs = self.mine[0], self.theirs[0]
            legal = self.reach(mine, theirs)
            self.legal_squares[0] = legal
            self.ended = legal == NONE and self.reach(theirs, mine) == NONE
            return
        some = False
        for part in range(self.length):
            self.legal_squares[part] = NONE
        for square in range(self.area):
            if self.brackets(square, 1):
                self.legal_squares[square >> 6] = self.legal_squares[square >> 6] | bit(square & 63)
                some = True
        self.ended = not some and self.mobility(-1) == 0

    def holder(self, square: int) -> int:
        """1 for a disc of the player to move, -1 for one of the opponent, 0 for an empty square."""
        if has(self.mine[square >> 6], square & 63):
            return 1
        return -1 if has(self.theirs[square >> 6], square & 63) else 0

    def run(self, square: int, across: int, down: int, side: int) -> int:
        """How many discs a disc of this side on a square turns in one direction."""
        column, row = square % self.size + across, square // self.size + down
        passed = 0
        while 0 <= column < self.size and 0 <= row < self.size:
            found = self.holder(row * self.size + column)
            if found != -side:
                return passed if found == side else 0
            passed += 1
            column += across
            row += down
        return 0

    def brackets(self, square: int, side: int) -> bool:
        """Whether a side may put a disc on a square."""
        if self.holder(square) != 0:
            return False
        for across, down in AROUND:  # noqa: SIM110  # rules hold no generators
            if self.run(square, across, down, side) > 0:
                return True
        return False

    def turn_lines(self, square: int) -> None:
        """Put a disc of the player to move and turn all lines that it brackets."""
        for across, down in AROUND:
            for steps in range(1, self.run(square, across, down, 1) + 1):
                other = square + steps * (down * self.size + across)
                self.mine[other >> 6] = self.mine[other >> 6] | bit(other & 63)
                self.theirs[other >> 6] = self.theirs[other >> 6] & ~bit(other & 63)
        self.mine[square >> 6] = self.mine[square >> 6] | bit(square & 63)

    def discs(self, side: int) -> int:
        """How many discs the player to move (1) or the opponent (-1) has."""
        total = 0
        for part in range(self.length):
            total += count(self.mine[part] if side == 1 else self.theirs[part])
        return total

    def mobility(self, side: int) -> int:
        """On how many squares a side could put a disc."""
        if self.length == 1:
            mine, theirs = self.mine[0], self.theirs[0]
            return count(self.reach(mine, theirs) if side == 1 else self.reach(theirs, mine))
        total = 0
        for square in range(self.area):
            total += self.brackets(square, side)
        return total

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random square without listing them."""
        if self.length > 1:
            n = self.moves(row)
            return int(row[random.below(n)]) if n > 0 else NO_MOVE
        legal = self.legal_squares[0]
        if legal:
            return nth(legal, random.below(count(legal)))
        return NO_MOVE if self.ended else self.area

    weights = (
        ("corners", CORNER), ("X-squares", X_SQUARE), ("C-squares", C_SQUARE), ("mobility", 10), ("frontier discs", -5),
        ("last move", 20),
    )  # fmt: skip

    def evaluate(self) -> float:
        """Corners and the squares that give them away, mobility, discs with empty neighbours, who moves last."""
        corners, x_squares, c_squares, mobility, frontier, last = self.parts()
        score = self.weight(0) * corners + self.weight(1) * x_squares + self.weight(2) * c_squares
        score += self.weight(3) * mobility + self.weight(4) * frontier + self.weight(5) * last
        most = self.area - 1
        return max(-most, min(most, score / 12.0)) * self.highest / self.area

    def parts(self) -> tuple[int, int, int, int, int, int]:
        """Corners, X-squares, C-squares, mobility, frontier discs and the last move: own less the opponent's."""
        corners = x_squares = c_squares = frontier = last = 0
        for corner in range(0, 16, 4):
            held = self.holder(self.CORNERS[corner])
            corners += held
            if held == 0:
                x_squares += self.holder(self.CORNERS[corner + 1])
                c_squares += self.holder(self.CORNERS[corner + 2]) + self.holder(self.CORNERS[corner + 3])
        if self.length == 1:
            open_squares = self.beside(self.board & ~(self.mine[0] | self.theirs[0]))
            frontier = count(self.mine[0] & open_squares) - count(self.theirs[0] & open_squares)
        left = self.area - self.discs(1) - self.discs(-1)
        if left <= 20:
            last = 1 if left % 2 else -1
        return corners, x_squares, c_squares, self.mobility(1) - self.mobility(-1), frontier, last

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "corners", "X-squares", "C-squares", "mobility", "frontier discs", "last move"
        return dict(zip(names, self.parts(), strict=True))

    def beside(self, squares: np.uint64) -> np.uint64:
        """The squares within a king's step of these, themselves included (boards of one word)."""
        west, east = squares & ~self.left, squares & ~(self.left << word(self.size - 1))
        rows = squares | west >> ONE | east << ONE
        return rows | rows << word(self.size) | rows >> word(self.size)

    def bounds(self, player: int) -> tuple[float, float]:
        """With one empty square left, the result."""
        if self.length > 1 or not self.margin:
            return self.lowest, self.highest
        mine, theirs = self.mine[0], self.theirs[0]
        empty = self.board & ~(mine | theirs)
        if rest(empty) != NONE:
            return self.lowest, self.highest
        score = count(mine) - count(theirs)
        turned = count(self.turned(mine, theirs, empty))
        if turned > 0:
            score += 2 * turned + 1
        else:
            turned = count(self.turned(theirs, mine, empty))
            if turned > 0:
                score -= 2 * turned + 1
            elif self.empties and empty:
                score += 1 if score > 0 else -1 if score < 0 else 0
        value = float(score if self.turn == player else -score)
        return value, value

    def plies_left(self) -> int:
        """The empty squares; passes are few."""
        return self.area - self.discs(1) - self.discs(-1)

    def order(self, move: int) -> int:
        """Corners early, squares that give them away late, and moves that leave the opponent few squares first."""
        if move == self.area:
            return 0
        if self.plies_left() <= 6:
            return int(self.VALUES[move]) + 40 * self.odd_region(move)
        value = self.VALUES[move]
        if self.length == 1:
            mine, theirs, disc = self.mine[0], self.theirs[0], bit(move)
            turned = self.turned(mine, theirs, disc)
            value -= 10 * count(self.reach(theirs & ~turned, mine | disc | turned))
        return int(value)

    def odd_region(self, move: int) -> int:
        """1 where the quarter of the board has an odd number of empty squares: who fills it moves last there."""
        if self.length > 1:
            return 0
        empty = self.board & ~(self.mine[0] | self.theirs[0])
        column, row = move % self.size, move // self.size
        quarter = self.quarter << word(self.size // 2 if 2 * column >= self.size else 0)
        quarter = quarter << word(self.area // 2 if 2 * row >= self.size else 0)
        return count(empty & quarter) & 1

    def noisy(self, move: int) -> bool:
        """A corner changes hands for good."""
        return move != self.area and self.VALUES[move] == CORNER

    def reward(self, player: int) -> float:
        """The difference of discs on the board."""
        ahead_by = self.discs(1) - self.discs(-1)
        return float(ahead_by if self.turn == player else -ahead_by)

    def same(self, move: int) -> int:
        """The smallest square that a symmetry of the position carries this one to; asked in the opening only."""
        best = move
        if 4 * (self.area - self.plies_left()) > self.area:
            return best
        for which in range(1, 8):
            image = self.transform_move(which, move)
            if image < best and self.looks_alike(which):
                best = image
        return best

    def looks_alike(self, which: int) -> bool:
        """Whether a symmetry leaves the position as it is."""
        for square in range(self.area):
            if self.holder(square) != self.holder(self.transform_move(which, square)):
                return False
        return True

    def transform(self, which: int) -> None:
        """Mirror the columns (1), then the rows (2), then swap rows and columns (4)."""
        for part in (1, 2, 4):
            if which & part:
                for square in range(self.area):
                    image = self.transform_move(part, square)
                    if square < image:
                        self.exchange(square, image)
        self.survey()

    def exchange(self, a: int, b: int) -> None:
        """Swap what stands on two squares."""
        if has(self.mine[a >> 6], a & 63) != has(self.mine[b >> 6], b & 63):
            self.mine[a >> 6] = self.mine[a >> 6] ^ bit(a & 63)
            self.mine[b >> 6] = self.mine[b >> 6] ^ bit(b & 63)
        if has(self.theirs[a >> 6], a & 63) != has(self.theirs[b >> 6], b & 63):
            self.theirs[a >> 6] = self.theirs[a >> 6] ^ bit(a & 63)
            self.theirs[b >> 6] = self.theirs[b >> 6] ^ bit(b & 63)

    def transform_move(self, which: int, move: int) -> int:
        """A pass stays a pass."""
        if move == self.area:
            return move
        column, row = move % self.size, move // self.size
        if which & 1:
            column = self.size - 1 - column
        if which & 2:
            row = self.size - 1 - row
        return column * self.size + row if which & 4 else row * self.size + column

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The squares from a1 row by row, X black, O white, - empty, then who moves: as test positions are written."""
        return "".join(self.sign(square) for square in range(self.area)) + " " + SIGNS[self.turn]

    @python_only
    def sign(self, square: int) -> str:
        """X, O or a hyphen."""
        held = self.holder(square)
        return "-" if held == 0 else SIGNS[self.turn if held == 1 else 1 - self.turn]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote; a dot is an empty square too, and blanks within the board do not matter."""
        return read_position(cls, text)

    @python_only
    def move_text(self, move: int) -> str:
        """The square's name, or pass."""
        return "pass" if move == self.area else square_name(move % self.size, move // self.size)

    @python_only
    def parse_move(self, text: str) -> int:
        """A square such as f5, or pass (also written pa, ps or --)."""
        wanted = text.strip().lower()
        return int(super().parse_move("pass" if wanted in ("pa", "ps", "--") else wanted))

    @python_only
    def why_not(self, move: int | str) -> str:
        """A taken square, nothing to turn, or a pass that is not due."""
        return reason(self, move)

    @python_only
    def ending(self) -> str:
        """Why nobody can move, and the count of discs."""
        return verdict(self)

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """A board with a1 at the upper left; a pass is a button."""
        return picture_of(self)
