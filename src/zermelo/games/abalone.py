"""Abalone (Lalet and Levi 1987): push six of the opponent's marbles off a hexagon of 61 cells.

One, two or three marbles in a row move one step, along their row or sideways. Along the row they push fewer marbles of
the opponent before them, if the cell behind those is empty or off the board. Cells are numbered from the top, row by
row; the ways 0 to 5 go round, and the ways 0 to 2 lead to higher numbers:

          0  1  2  3  4            I5 to I9
        5  6  7  8  9 10           h4 to h9            4 5
     11 12 13 14 15 16 17          g3 to g9           3 . 0
       .  .  .  .  .  .                                2 1
         56 57 58 59 60            a1 to a5

A move is ((cell * 3 + marbles - 1) * 6 + line) * 6 + step. Along a row the cell is the last marble's and line = step;
sideways it is the end with the lower number and line is 0, 1 or 2.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.hexes import AROUND, distance, hex_cells, hexagon, symmetric_images, turned_ways
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.boards.symmetries import image
from zermelo.errors import BadParameter, BadPosition
from zermelo.game import (
    BY_UTILITY,
    DRAW,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
    bit,
    compared,
    count,
    derived,
    has,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u64,
    word,
)

PLACES = hexagon(5)
AREA = len(PLACES)
OFF = 63  # the number of no cell; a board never has it
ROWS = (5, 6, 7, 8, 9, 8, 7, 6, 5)  # cells of each row from the top
MARBLES = 14
SIGNS, SIDES = "bw", ("Black", "White")
NAMES = tuple(f"{'abcdefghi'[4 - r]}{q + 5}" for q, r in PLACES)
SETUPS = {
    "standard": "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b",
    "belgian_daisy": "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b",
}
FORM = "rows from the top joined by /, then b or w to move"

NEXT = table([[PLACES.index(to) if (to := (q + dq, r + dr)) in PLACES else OFF for dq, dr in AROUND]
              for q, r in [*PLACES, (99, 99), (99, 99), (99, 99)]], u8)  # fmt: skip  # [cell, way]
NEAR = table([sum(1 << to for to in row if to != OFF) for row in NEXT.tolist()[:AREA]], u64)
RINGS = table([sum(1 << s for s, p in enumerate(PLACES) if distance(p, (0, 0)) == far) for far in range(5)], u64)
INWARDS = table([*(4 - distance(place, (0, 0)) for place in PLACES), 0, 0, 0], u8)  # [cell]: rings from the rim
IMAGES = table(symmetric_images(PLACES), u8)  # [symmetry, cell]
TURNED = table(turned_ways(), u8)  # [symmetry, way]


class Abalone(Game):
    """Push six marbles off the board."""

    # ------------------------------------------------------------------ facts
    goal: int = parameter(6, low=1, high=14, help="marbles off the board that lose")
    by_count: bool = parameter(False, help="200 plies without a loss are won by who has lost fewer, not drawn")
    most_moves = 432  # six ways for 14 marbles, 29 pairs and 29 rows of three
    repetition = 3
    no_progress = 200
    stalled: int = derived(lambda game: BY_UTILITY if game.by_count else DRAW)
    symmetries = 12

    # ------------------------------------------------------------------ state
    marbles: Cells = array(u64, 2)  # the marbles of each player; of fourteen the others are lost

    @python_only
    def start(self, setup: str = "standard") -> None:
        """The first position: standard or belgian_daisy."""
        if setup not in SETUPS:
            raise BadParameter(f"Abalone: setup must be one of {', '.join(SETUPS)}, not {setup!r}")
        self.marbles = type(self).from_text(SETUPS[setup]).marbles

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """For each marble: the row that begins with it, forwards each way; then rows of two and three sideways."""
        mine, theirs = self.marbles[self.turn], self.marbles[1 - self.turn]
        taken = mine | theirs
        n = 0
        for cell in squares(mine):
            for way in range(6):
                last, marbles = NEXT[cell, way], 1
                while marbles < 4 and has(mine, last):
                    last = NEXT[last, way]
                    marbles += 1
                if marbles < 4 and last != OFF and (not has(theirs, last) or self.pushes(last, way, marbles)):
                    n = put(out, n, code(cell, marbles, way, way))
                if way < 3 and marbles > 1:  # the row may go sideways, whole or its first two
                    second = NEXT[cell, way]
                    third = NEXT[second, way]
                    for step in range(6):
                        if step % 3 == way:
                            continue
                        if free(taken, NEXT[cell, step]) and free(taken, NEXT[second, step]):
                            n = put(out, n, code(cell, 2, way, step))
                            if marbles > 2 and free(taken, NEXT[third, step]):
                                n = put(out, n, code(cell, 3, way, step))
        return n

    def play(self, move: int) -> None:
        """Along a row only its end cells change; what is pushed off the board is gone."""
        cell, marbles, line, step = move // 108, move // 36 % 3 + 1, move // 6 % 6, move % 6
        mine, theirs = self.marbles[self.turn], self.marbles[1 - self.turn]
        if line == step:
            front = cell
            for _ in range(marbles):
                front = NEXT[front, step]
            mine = mine & ~bit(cell) | bit(front)
            if has(theirs, front):
                theirs = theirs & ~bit(front)
                while has(self.marbles[1 - self.turn], front):
                    front = NEXT[front, step]
                if front != OFF:
                    theirs = theirs | bit(front)
        else:
            for _ in range(marbles):
                mine = mine & ~bit(cell) | bit(NEXT[cell, step])
                cell = NEXT[cell, line]
        self.marbles[self.turn] = mine
        self.marbles[1 - self.turn] = theirs
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """Somebody has lost six."""
        return self.lost(0) >= self.goal or self.lost(1) >= self.goal

    def utility(self, player: int) -> float:
        """Who has lost six has lost the game; where clocks count, who has lost more."""
        if not self.over() and not self.by_count or self.lost(0) == self.lost(1):
            return 0.0
        return 1.0 if self.lost(1 - player) > self.lost(player) else -1.0

    # ------------------------------------------------------------------ helpers
    def lost(self, player: int) -> int:
        """How many marbles of a player are off the board."""
        return MARBLES - count(self.marbles[player])

    def pushes(self, cell: int, way: int, marbles: int) -> bool:
        """Whether so many marbles push the opponent's row that begins on this cell."""
        theirs, others = self.marbles[1 - self.turn], 0
        while has(theirs, cell) and others < marbles:
            cell = NEXT[cell, way]
            others += 1
        return others < marbles and not has(self.marbles[self.turn], cell)

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Marbles lost, near the centre, side by side, and on the rim with the opponent near."""
        score = self.standing(int(self.turn)) - self.standing(1 - int(self.turn))
        return score / (abs(score) + 400.0)

    def standing(self, player: int) -> int:
        """What one player has."""
        lost, away, together, pressed = self.parts(player)
        return 3 * together - 200 * lost - 2 * away - 5 * pressed

    def parts(self, player: int) -> tuple[int, int, int, int]:
        """Marbles lost, squares of distances from the centre, own neighbours, and enemies beside marbles on the rim."""
        mine, theirs = self.marbles[player], self.marbles[1 - player]
        away = together = pressed = 0
        for ring in range(1, 5):
            away += ring * ring * count(mine & RINGS[ring])
        for cell in squares(mine):
            together += count(NEAR[cell] & mine)
        for cell in squares(mine & RINGS[4]):
            pressed += count(NEAR[cell] & theirs)
        return self.lost(player), away, together, pressed

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "marbles lost", "distance from the centre", "marbles side by side", "enemies beside marbles on the rim"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    def order(self, move: int) -> int:
        """Pushes, off the board first, then rows of three, then towards the centre."""
        cell, marbles, step = move // 108, move // 36 % 3 + 1, move % 6
        gain = 10 * marbles + INWARDS[NEXT[cell, step]]
        if self.irreversible(move):
            return gain + 1000
        return gain + 100 if self.is_push(move) else gain

    def noisy(self, move: int) -> bool:
        """A marble leaves the board."""
        return self.irreversible(move)

    def irreversible(self, move: int) -> bool:
        """A marble leaves the board."""
        if not self.is_push(move):
            return False
        step = move % 6
        cell = front_of(move)
        while has(self.marbles[1 - self.turn], cell):
            cell = NEXT[cell, step]
        return cell == OFF

    def is_push(self, move: int) -> bool:
        """Whether marbles of the opponent are moved."""
        return move // 6 % 6 == move % 6 and has(self.marbles[1 - self.turn], front_of(move))

    def transform(self, which: int) -> None:
        """Turn or mirror the board."""
        for player in range(2):
            self.marbles[player] = image(IMAGES, which, self.marbles[player])

    def transform_move(self, which: int, move: int) -> int:
        """Cells and ways change; a row that goes sideways is named by its other end where its line turned round."""
        cell, marbles, line, step = move // 108, move // 36 % 3 + 1, move // 6 % 6, move % 6
        image = TURNED[which, line]
        if line != step and image > 2:
            for _ in range(marbles - 1):
                cell = NEXT[cell, line]
            image -= 3
        return code(IMAGES[which, cell], marbles, image, TURNED[which, step])

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, then who moves: `wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b`."""
        signs = "".join(
            "b" if has(self.marbles[0], c) else "w" if has(self.marbles[1], c) else "." for c in range(AREA)
        )
        rows = [pack_row(signs[sum(ROWS[:y]) : sum(ROWS[: y + 1])]) for y in range(9)]
        return "/".join(rows) + " " + SIGNS[self.turn]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        board, _, mover = text.strip().partition(" ")
        lines = board.split("/")
        if len(lines) != 9 or mover not in ("b", "w"):
            raise BadPosition(f"a position is nine {FORM}: {text!r}")
        signs = ""
        for line, width in zip(lines, ROWS, strict=True):
            row = unpack_row(line, SIGNS, width)
            if row is None:
                raise BadPosition(f"row {line!r} is not {width} cells of b, w and numbers")
            signs += row
        state: Self = cls.blank()
        state.turn = SIGNS.index(mover)
        for player, sign in enumerate(SIGNS):
            if signs.count(sign) > MARBLES:
                raise BadPosition(f"{SIDES[player]} has more than {MARBLES} marbles")
            state.marbles[player] = word(sum(1 << cell for cell in range(AREA) if signs[cell] == sign))
        if state.lost(state.turn) < cls.goal <= state.lost(1 - state.turn):
            raise BadPosition(f"{SIDES[1 - state.turn]} cannot have lost the last marble by its own move")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """Along a row the last marble and where it goes, a1b2; sideways both ends and where the first goes, a1a3b1."""
        return "".join(NAMES[cell] for cell in named(move))

    @python_only
    def parse_move(self, text: str) -> int:
        """As `move_text`, or with the ends of a row in the other order."""
        wanted = read_cells(text)
        if len(wanted) == 3:
            for move in self.legal():
                if move // 6 % 6 != move % 6 and wanted in (named(move), other_way(move)):
                    return move
        return super().parse_move(text.replace("-", "").replace(" ", ""))

    @python_only
    def why_not(self, move: int | str) -> str:
        """The rule that forbids a move."""
        if not self.legal():
            return "the game is over"
        if isinstance(move, int):
            if not 0 <= move < AREA * 108 or OFF in named(move):
                return "there is no such move"
            cells = named(move)
        else:
            cells = read_cells(move)
        mine, theirs = self.marbles[self.turn], self.marbles[1 - self.turn]
        if len(cells) == 2:
            return self.why_not_along(cells[0], cells[1])
        if len(cells) != 3:
            return "a move is two cells along a row (a1b2), or both ends and where the first goes (a1a3b1)"
        row = row_between(cells[0], cells[1])
        if not 2 <= len(row) <= 3 or not all(has(mine, cell) for cell in row):
            return f"{NAMES[cells[0]]} and {NAMES[cells[1]]} are not the ends of two or three marbles of one's own"
        if cells[2] not in NEXT[cells[0]].tolist():
            return f"{NAMES[cells[2]]} is not next to {NAMES[cells[0]]}"
        step = NEXT[cells[0]].tolist().index(cells[2])
        goals = [int(NEXT[cell, step]) for cell in row]
        if OFF in goals:
            return "an own marble would leave the board"
        if any(has(mine | theirs, goal) for goal in goals):
            return "sideways marbles go to empty cells only"
        return "a row that moves along its line is named by its last marble and the next cell"

    @python_only
    def why_not_along(self, cell: int, to: int) -> str:
        """Why the row that begins with a marble cannot move."""
        mine, theirs = self.marbles[self.turn], self.marbles[1 - self.turn]
        if not has(mine, cell):
            return f"{SIDES[self.turn]} has no marble on {NAMES[cell]}"
        if to not in NEXT[cell].tolist():
            return f"{NAMES[to]} is not next to {NAMES[cell]}"
        way, marbles, others = NEXT[cell].tolist().index(to), 1, 0
        while has(mine, to):
            to, marbles = int(NEXT[to, way]), marbles + 1
        if marbles > 3:
            return "at most three marbles move together"
        if to == OFF:
            return "an own marble would leave the board"
        while has(theirs, to):
            to, others = int(NEXT[to, way]), others + 1
        if others >= marbles:
            return f"{marbles} against {others}: only more marbles push fewer"
        return "an own marble stands behind those that would be pushed"

    @python_only
    def ending(self) -> str:
        """Who has pushed off enough."""
        if not self.over():
            return ""
        winner = 0 if self.lost(1) >= self.goal else 1
        return f"{SIDES[winner]} has pushed {self.goal} marbles off the board"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Click the last marble and the cell before the first one; sideways both ends and where the first goes."""
        cells = hex_cells(PLACES, NAMES, ["plain"] * AREA)
        pieces = tuple(
            Piece(cells[cell].name, "marble", player, SIGNS[player])
            for player in (0, 1)
            for cell in squares(self.marbles[player])
        )
        clicks = {}
        for move in self.legal():
            along = move // 6 % 6 == move % 6
            shown = (move // 108, front_of(move)) if along else named(move)
            clicks[move] = tuple(cells[cell].name for cell in shown)
        notes = (f"off the board: Black {self.lost(0)}, White {self.lost(1)}",)
        return Scene(cells=cells, pieces=pieces, clicks=clicks, notes=notes, colours=("black", "white"))


def code(cell: int, marbles: int, line: int, step: int) -> int:
    """The number of a move."""
    return ((cell * 3 + marbles - 1) * 6 + line) * 6 + step


def free(taken: np.uint64, cell: int) -> bool:
    """Whether a cell exists and is empty."""
    return cell != OFF and not has(taken, cell)


def front_of(move: int) -> int:
    """The cell that the first marble of a row enters."""
    cell = move // 108
    for _ in range(move // 36 % 3 + 1):
        cell = NEXT[cell, move % 6]
    return cell


def named(move: int) -> tuple[int, ...]:
    """The cells that name a move."""
    cell, marbles, line, step = move // 108, move // 36 % 3 + 1, move // 6 % 6, move % 6
    if line == step:
        return cell, int(NEXT[cell, step])
    last = cell
    for _ in range(marbles - 1):
        last = int(NEXT[last, line])
    return cell, last, int(NEXT[cell, step])


def other_way(move: int) -> tuple[int, ...]:
    """The same for a row that goes sideways, its other end first."""
    first, last, _ = named(move)
    return last, first, int(NEXT[last, move % 6])


def row_between(first: int, last: int) -> list[int]:
    """The cells of a row of at most three from one end to the other, or nothing."""
    for way in range(6):
        row = [first]
        while len(row) < 3 and row[-1] not in (last, OFF):
            row.append(int(NEXT[row[-1], way]))
        if row[-1] == last:
            return row
    return []


def read_cells(text: str) -> tuple[int, ...]:
    """The cells of a move, or nothing."""
    names = re.findall(r"[a-i][1-9]", text.lower())
    plain = re.sub(r"[-\s]", "", text.lower())
    if "".join(names) != plain or any(name not in NAMES for name in names):
        return ()
    return tuple(NAMES.index(name) for name in names)
