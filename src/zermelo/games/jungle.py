"""The Jungle game (Dou Shou Qi): eight animals each; whoever enters the opponent's den wins.

An animal steps along a row or column, never into its own den, and takes an animal of equal or lower rank: elephant 8,
lion 7, tiger 6, leopard 5, dog 4, wolf 3, cat 2, rat 1. The rat takes the elephant, and the elephant does not take the
rat. Only the rat swims; lion and tiger leap over a river unless a rat swims in their way. A rat takes nothing as it
enters or leaves the water. Anybody takes an animal that stands on one of their own traps. Who cannot move loses.

     9   l . # d # . t     56 57 58 59 60 61 62       d  den (Blue's below, Red's above)
     8   . d . # . c .     49 50 51 52 53 54 55       #  trap
     7   r . p . w . e     42 43 44 45 46 47 48       ~  river
     6   . ~ ~ . ~ ~ .     35 36 37 38 39 40 41
     5   . ~ ~ . ~ ~ .     28 29 30 31 32 33 34       Blue's animals are written with capital letters:
     4   . ~ ~ . ~ ~ .     21 22 23 24 25 26 27       Rat Cat Wolf Dog P for the leopard Tiger Lion Elephant
     3   E . W . P . R     14 15 16 17 18 19 20
     2   . C . # . D .      7  8  9 10 11 12 13
     1   T . # d # . L      0  1  2  3  4  5  6
         a b c d e f g
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.boards.grids import square_index, square_name
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    DRAW,
    FORBIDDEN,
    Cell,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
    compared,
    derived,
    has,
    i8,
    i16,
    parameter,
    put,
    python_only,
    table,
    u8,
    u64,
    word,
)

COLUMNS, ROWS, SQUARES = 7, 9, 63
GONE = 63  # the square of an animal that was taken; also what lies off the board
RAT, CAT, WOLF, DOG, LEOPARD, TIGER, LION, ELEPHANT = range(8)
LETTERS, KINDS = "RCWDPTLE", ("rat", "cat", "wolf", "dog", "leopard", "tiger", "lion", "elephant")
SIGNS, SIDES = "br", ("Blue", "Red")
LETTER = LETTERS + LETTERS.lower()  # of each animal: Blue's have the numbers 0 to 7, Red's 8 to 15
START = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b"
DENS = table([3, 59], u8)  # [player]
RIVER = sum(1 << COLUMNS * y + x for y in (3, 4, 5) for x in (1, 2, 4, 5))
TRAPS = table([1 << 2 | 1 << 4 | 1 << 10, 1 << 58 | 1 << 60 | 1 << 52], u64)  # [player]
WATER = word(RIVER)
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
WALKER, SWIMMER, LEAPER = range(3)
GAIT = table([SWIMMER, WALKER, WALKER, WALKER, WALKER, LEAPER, LEAPER, WALKER], u8)  # [kind]


def reached(player: int, gait: int, square: int, way: int) -> tuple[int, int]:
    """Where a step or leap leads, GONE if nowhere, and the river squares that a leap passes."""
    x, y = square % COLUMNS + WAYS[way][0], square // COLUMNS + WAYS[way][1]
    passed = 0
    while 0 <= x < COLUMNS and 0 <= y < ROWS:
        to = COLUMNS * y + x
        if not RIVER >> to & 1 or gait == SWIMMER:
            return (GONE if to == DENS[player] else to), passed
        if gait == WALKER:
            break
        passed |= 1 << to
        x, y = x + WAYS[way][0], y + WAYS[way][1]
    return GONE, 0


# [((3 * player + gait) * 63 + square) * 4 + way], and [4 * square + way] for the leaps, which both players share
REACHED = table(
    [reached(player, gait, s, way)[0] for player in (0, 1) for gait in range(3) for s in range(63) for way in range(4)],
    u8,
)
PASSED = table([reached(0, LEAPER, s, way)[1] for s in range(63) for way in range(4)], u64)
WORTH = table([500, 200, 300, 400, 500, 800, 900, 1000], i16)  # [kind]
# [64 * player + square]: steps to the opponent's den
FAR = table([abs(s % 7 - 3) + abs(s // 7 - den) if s < 63 else 0 for den in (8, 0) for s in range(64)], i8)
HASTE = table([0, 300, 160, 110, 80, 60, 45, 35, 25, 15, 10, 5, 0], i16)  # what it is worth to be so near


class Jungle(Game):
    """Enter the den."""

    # ------------------------------------------------------------------ facts
    elephant_takes_rat: bool = parameter(False, help="the elephant takes the rat as every other animal")
    wolf_over_dog: bool = parameter(False, help="the wolf has rank 4 and the dog rank 3")
    no_repeating: bool = parameter(False, help="a third occurrence of a position is forbidden, not a draw")
    RANK: Cells = derived(lambda game: table([1, 2, 4, 3, 5, 6, 7, 8] if game.wolf_over_dog else range(1, 9), i8))
    most_moves = 32  # eight animals, four directions
    repetition = 3
    repeated: int = derived(lambda game: FORBIDDEN if game.no_repeating else DRAW)
    no_progress = 100
    symmetries = 2

    # ------------------------------------------------------------------ state
    at: Cells = array(u8, 16)  # the square of each animal: Blue's from rat to elephant, then Red's
    board: Cells = array(u8, SQUARES, in_key=False)  # the number of the animal on each square + 1; 0: none

    @python_only
    def start(self) -> None:
        """Eight animals each, Blue to move."""
        first = type(self).from_text(START)
        self.at, self.board = first.at, first.board

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """At most four for each animal: square * 63 + square."""
        n = 0
        for kind in range(8):
            start = self.at[8 * self.turn + kind]
            if start == GONE:
                continue
            gait = GAIT[kind]
            first = ((3 * self.turn + gait) * SQUARES + start) * 4
            for way in range(4):
                to = REACHED[first + way]
                if to == GONE or gait == LEAPER and self.barred(4 * start + way):
                    continue
                if self.board[to] == 0 or self.takes(kind, start, to):
                    n = put(out, n, start * SQUARES + to)
        return n

    def play(self, move: int) -> None:
        """An animal goes to a square and takes what stands there."""
        start, to = move // SQUARES, move % SQUARES
        animal, prey = self.board[start], self.board[to]
        if prey > 0:
            self.at[prey - 1] = GONE
        self.at[animal - 1] = to
        self.board[to] = animal
        self.board[start] = 0
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """An animal stands in a den; who has no animal left cannot move."""
        return self.board[DENS[0]] > 0 or self.board[DENS[1]] > 0

    def utility(self, player: int) -> float:
        """Only the player who moved last can have won: by entering the den, or because the other cannot move."""
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def barred(self, leap: int) -> bool:
        """Whether a rat swims where a lion or tiger would leap."""
        return has(PASSED[leap], self.at[RAT]) or has(PASSED[leap], self.at[8 + RAT])

    def takes(self, kind: int, start: int, to: int) -> bool:
        """Whether an animal of the player to move may take what stands on a square."""
        prey = self.board[to] - 1
        if prey >> 3 == self.turn:
            return False
        if has(TRAPS[self.turn], to):
            return True
        other = prey & 7
        if kind == RAT:
            return has(WATER, start) == has(WATER, to) and other in (RAT, ELEPHANT)
        if kind == ELEPHANT and other == RAT:
            return self.elephant_takes_rat
        return bool(self.RANK[kind] >= self.RANK[other])

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Animals, the strongest one left, the way to the den, and the rat as long as there is an elephant for it."""
        score = self.worth(self.turn) - self.worth(1 - self.turn)
        return max(-0.99, min(0.99, score / 6000.0))

    def worth(self, player: int) -> int:
        """The animals of one side."""
        animals, far, haste, idle, strongest = self.parts(player)
        return animals - 3 * far + haste - 300 * idle + 150 * strongest

    def parts(self, player: int) -> tuple[int, int, int, int, int]:
        """Animals, steps to the den, haste of the nearest, a rat without an elephant, and the strongest animal."""
        animals, far, nearest, best, best_other = 0, 0, 12, 0, 0
        for kind in range(8):
            square = self.at[8 * player + kind]
            if square != GONE:
                animals += WORTH[kind]
                far += FAR[64 * player + square]
                nearest = min(nearest, FAR[64 * player + square])
                best = kind
            if self.at[8 - 8 * player + kind] != GONE:
                best_other = kind
        idle = 1 if self.at[8 * player + RAT] != GONE and best_other != ELEPHANT else 0
        return animals, far, int(HASTE[nearest]), idle, 1 if best > best_other else 0

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "animals", "steps to the den", "rush for the den", "rat without an elephant", "strongest animal"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    def order(self, move: int) -> int:
        """The den, then captures of the best animals, then steps towards the den."""
        start, to = move // SQUARES, move % SQUARES
        if to == DENS[1 - self.turn]:
            return 10000
        if self.board[to] > 0:
            return 100 + WORTH[(self.board[to] - 1) & 7]
        return FAR[64 * self.turn + start] - FAR[64 * self.turn + to]

    def noisy(self, move: int) -> bool:
        """A capture, or the den."""
        return bool(self.board[move % SQUARES] > 0 or move % SQUARES == DENS[1 - self.turn])

    def irreversible(self, move: int) -> bool:
        """A capture."""
        return bool(self.board[move % SQUARES] > 0)

    def transform(self, which: int) -> None:
        """Mirror left and right."""
        if which == 1:
            for square in range(SQUARES):
                self.board[square] = 0
            for animal in range(16):
                if self.at[animal] != GONE:
                    self.at[animal] = mirrored(self.at[animal])
                    self.board[self.at[animal]] = animal + 1

    def transform_move(self, which: int, move: int) -> int:
        """Both squares mirrored."""
        return mirrored(move // SQUARES) * SQUARES + mirrored(move % SQUARES) if which == 1 else move

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, square: int) -> str:
        """The letter of an animal, or a dot."""
        return LETTER[self.board[square] - 1] if self.board[square] else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, Blue's animals in capital letters, then who moves: `l5t/.../1C3D1/T5L b`."""
        rows = ["".join(self.sign(COLUMNS * y + x) for x in range(COLUMNS)) for y in reversed(range(ROWS))]
        return "/".join(map(pack_row, rows)) + " " + SIGNS[self.turn]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, _, mover = text.strip().partition(" ")
        lines = rows.split("/")
        if len(lines) != ROWS or mover not in ("b", "r"):
            raise BadPosition(f"a position is nine rows from the top joined by /, then b or r to move: {text!r}")
        state: Self = cls.blank()
        state.turn = SIGNS.index(mover)
        for animal in range(16):
            state.at[animal] = GONE
        for y, line in enumerate(reversed(lines)):
            signs = unpack_row(line, LETTER, COLUMNS)
            if signs is None:
                raise BadPosition(f"row {line!r} is not seven squares of {LETTER} and numbers")
            for x, sign in enumerate(signs):
                if sign != ".":
                    state.add(LETTER.index(sign), COLUMNS * y + x)
        last = 1 - state.turn
        if all(state.at[8 * last + kind] == GONE for kind in range(8)):
            raise BadPosition("the player who has just moved has no animal")
        if state.board[DENS[last]]:
            raise BadPosition(f"{SIDES[state.turn]} has won and cannot be to move")
        return state

    @python_only
    def add(self, animal: int, square: int) -> None:
        """Put an animal on the board if it may stand there."""
        whose = f"{SIDES[animal >> 3]}'s {KINDS[animal & 7]}"
        if self.at[animal] != GONE:
            raise BadPosition(f"{whose} is there twice")
        if RIVER >> square & 1 and animal & 7 != RAT:
            raise BadPosition(f"{whose} cannot swim")
        if square == DENS[animal >> 3]:
            raise BadPosition(f"{whose} stands in its own den")
        self.at[animal] = square
        self.board[square] = animal + 1

    @python_only
    def move_text(self, move: int) -> str:
        """g3g4."""
        return name_of(move // SQUARES) + name_of(move % SQUARES)

    @python_only
    def parse_move(self, text: str) -> int:
        """Two squares, with or without `-` or `x` between them."""
        ends = read_ends(text)
        if ends is not None and ends[0] * SQUARES + ends[1] in self.legal():
            return ends[0] * SQUARES + ends[1]
        return super().parse_move(text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if not self.legal():
            return "the game is over"
        ends = read_ends(move) if isinstance(move, str) else divmod(move, SQUARES) if 0 <= move < SQUARES**2 else None
        if ends is None:
            return "a move is two squares from a1 to g9, such as g3g4"
        start, to = ends
        animal = int(self.board[start]) - 1
        if animal < 0 or animal >> 3 != self.turn:
            return f"{SIDES[self.turn]} has no animal on {name_of(start)}"
        kind = animal & 7
        if to == DENS[self.turn]:
            return "no animal enters its own den"
        if RIVER >> to & 1 and kind != RAT:
            return f"the {KINDS[kind]} cannot swim"
        first = ((3 * self.turn + GAIT[kind]) * SQUARES + start) * 4
        ways = [way for way in range(4) if REACHED[first + way] == to]
        if not ways:
            return f"the {KINDS[kind]} does not reach {name_of(to)}"
        if GAIT[kind] == LEAPER and self.barred(4 * start + ways[0]):
            return "a rat swims in the way of the leap"
        prey = int(self.board[to]) - 1
        if prey >> 3 == self.turn:
            return f"{name_of(to)} is taken by an own animal"
        if kind == RAT and has(WATER, start) != has(WATER, to):
            return "the rat takes nothing as it enters or leaves the water"
        return f"the {KINDS[kind]} does not take the {KINDS[prey & 7]}"

    @python_only
    def ending(self) -> str:
        """Who is in the den, or cannot move."""
        loser, winner = SIDES[self.turn], SIDES[1 - self.turn]
        if self.over():
            return f"{winner} has entered the den"
        if self.legal():
            return ""
        stuck = any(self.at[8 * self.turn + kind] != GONE for kind in range(8))
        return f"{loser} {'cannot move' if stuck else 'has no animal left'}: {winner} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Dens, traps and rivers under the animals."""
        shades = {3: "home0", 59: "home1"} | {square: "water" for square in range(SQUARES) if RIVER >> square & 1}
        shades |= dict.fromkeys((2, 4, 10, 52, 58, 60), "trap")
        cells = tuple(Cell(name_of(s), s % COLUMNS, s // COLUMNS, "square", shades.get(s, "plain")) for s in range(63))
        pieces = tuple(
            Piece(cells[square].name, KINDS[animal & 7], animal >> 3, LETTER[animal])
            for animal in range(16)
            if (square := int(self.at[animal])) != GONE
        )
        clicks = {move: (name_of(move // SQUARES), name_of(move % SQUARES)) for move in self.legal()}
        return Scene(cells=cells, pieces=pieces, clicks=clicks)


def mirrored(square: int) -> int:
    """The square on the other side of the middle column."""
    return square + COLUMNS - 1 - 2 * (square % COLUMNS)


def name_of(square: int) -> str:
    """The name of a square."""
    return square_name(square % COLUMNS, square // COLUMNS)


def read_ends(text: str) -> tuple[int, int] | None:
    """The two squares of a move, or nothing."""
    found = re.fullmatch(r"([a-g][1-9])[-x:]?([a-g][1-9])", text.strip().lower())
    return (square_index(found[1], COLUMNS, ROWS), square_index(found[2], COLUMNS, ROWS)) if found else None
