"""Quoridor: be the first to walk your pawn to the opposite side; walls make the other's way longer, never impossible.

A turn is one step of the pawn or one wall. A pawn steps to a neighbouring square unless a wall is between. Where the
other pawn stands it jumps straight over it; if a wall or the edge is behind that pawn, it steps to a square beside it.
A wall covers the sides of two squares; walls neither overlap nor cross, and both players must keep a way to their goal.

Squares and crossings of the grooves (where the middle of a wall lies) are numbered row by row, size 9:

    18 19 20 ... 26            8  9 10 ... 15           crossing c lies at the upper right of the square
     9 10 11 ... 17            0  1  2 ...  7           whose column and row it has
     0  1  2 ...  8
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.grids import grid_cells, square_index, square_name
from zermelo.errors import BadPosition
from zermelo.game import (
    NONE,
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    bit,
    compared,
    count,
    derived,
    has,
    i8,
    not_in_key,
    parameter,
    put,
    python_only,
    squares,
    table,
    u64,
    word,
)
from zermelo.games.quoridor.maze import (
    ACROSS,
    UPRIGHT,
    connected,
    covered,
    crossing_column,
    neighbours,
    outer_rows,
    rim,
)

STEPS = 5  # a pawn never has more: three neighbours, and two squares beside the other pawn


class Quoridor(Game):
    """Walk to the other side, and build walls."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(9, low=3, high=9, help="squares on each side of the board")
    walls: int = parameter(10, low=0, high=20, help="walls of each player")
    edge_jumps: bool = parameter(True, help="with the edge behind the other pawn, step beside it as with a wall there")
    cells: int = derived(lambda game: game.size**2)
    inner: int = derived(lambda game: game.size - 1)  # crossings in a row
    crossings: int = derived(lambda game: (game.size - 1) ** 2)
    give_up: int = derived(lambda game: game.cells + 2 * game.crossings)  # the pass of a pawn that cannot move
    most_moves: int = derived(lambda game: STEPS + 2 * game.crossings)
    repetition = 3
    cap = 200
    symmetries = 2
    grooves: np.uint64 = derived(lambda game: word((1 << game.crossings) - 1))
    leftmost: np.uint64 = derived(lambda game: word(crossing_column(game.size, 0)))
    rightmost: np.uint64 = derived(lambda game: word(crossing_column(game.size, game.size - 2)))
    bottom: np.uint64 = derived(lambda game: word((1 << game.size - 1) - 1))
    COVERED: Cells = derived(lambda game: table(np.array(covered(game.size), np.uint64), u64))  # [way, crossing, word]
    RIM: Cells = derived(lambda game: table(rim(game.size), u64))  # sides closed by the edge: right, then top
    GOAL: Cells = derived(lambda game: table(np.array(outer_rows(game.size), np.uint64), u64))  # [player, word]

    # ------------------------------------------------------------------ state
    pawns: Cells = array(i8, 2)  # squares
    left: Cells = array(i8, 2)  # walls in hand
    across: u64  # crossings with a wall from left to right
    upright: u64  # crossings with a wall upwards

    # What follows from the walls: squares whose upper or right side is closed, the edges of the board included
    top_low: u64 = not_in_key()
    top_high: u64 = not_in_key()
    right_low: u64 = not_in_key()
    right_high: u64 = not_in_key()

    @python_only
    def start(self) -> None:
        """The pawns in the middle of the first and the last row."""
        self.pawns[0], self.pawns[1] = self.size // 2, self.cells - 1 - self.size // 2
        self.left[0] = self.left[1] = self.walls
        self.rebuild()

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The steps of the pawn, then every wall that leaves both a way; a pass if there is neither."""
        found = self.steps(out)
        if self.left[self.turn] > 0:
            for way in range(2):
                risky = self.touching(way)
                for crossing in squares(self.room(way)):
                    if not has(risky, crossing) or self.leaves_ways(way, crossing):
                        found = put(out, found, self.cells + way * self.crossings + crossing)
        if found == 0:
            found = put(out, 0, self.give_up)
        return found

    def play(self, move: int) -> None:
        """Walk, build, or pass."""
        if move < self.cells:
            self.pawns[self.turn] = move
        elif move < self.give_up:
            self.build((move - self.cells) // self.crossings, (move - self.cells) % self.crossings)
            self.left[self.turn] -= 1
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """A pawn stands on its goal row."""
        return self.pawns[0] >= self.cells - self.size or self.pawns[1] < self.size

    def utility(self, player: int) -> float:
        """Who has arrived wins."""
        if self.pawns[0] >= self.cells - self.size:
            return 1.0 if player == 0 else -1.0
        if self.pawns[1] < self.size:
            return 1.0 if player == 1 else -1.0
        return 0.0

    def irreversible(self, move: int) -> bool:
        """Walls stay."""
        return move >= self.cells

    # ------------------------------------------------------------------ helpers: pawns
    def steps(self, out: Row) -> int:
        """Write where the pawn of the player to move can go."""
        here, other = self.pawns[self.turn], self.pawns[1 - self.turn]
        found = 0
        for way in range(4):
            if not self.passable(here, way):
                continue
            square = self.next_to(here, way)
            if square != other:
                found = put(out, found, square)
            elif self.passable(other, way):
                found = put(out, found, self.next_to(other, way))
            elif self.edge_jumps or self.inside(other, way):
                for side in range(2 - way // 2 * 2, 4 - way // 2 * 2):
                    if self.passable(other, side):
                        found = put(out, found, self.next_to(other, side))
        return found

    def next_to(self, square: int, way: int) -> int:
        """The square to the right, left, up or down (ways 0 to 3)."""
        step = 1 if way < 2 else self.size
        return square + step if way % 2 == 0 else square - step

    def inside(self, square: int, way: int) -> bool:
        """Whether there is a square that way."""
        if way < 2:
            return square % self.size != (self.size - 1 if way == 0 else 0)
        return square // self.size != (self.size - 1 if way == 2 else 0)

    def passable(self, square: int, way: int) -> bool:
        """Whether neither a wall nor the edge closes that side of a square."""
        if way % 2 == 1 and not self.inside(square, way):
            return False
        owner = square if way % 2 == 0 else self.next_to(square, way)  # sides are kept with the square left or below
        if way < 2:
            return not has(self.right_low if owner < 64 else self.right_high, owner & 63)
        return not has(self.top_low if owner < 64 else self.top_high, owner & 63)

    # ------------------------------------------------------------------ helpers: walls
    def room(self, way: int) -> np.uint64:
        """The crossings where a wall neither overlaps nor crosses another one."""
        if way == ACROSS:
            beside = self.across << word(1) & ~self.leftmost | self.across >> word(1) & ~self.rightmost
        else:
            beside = self.upright << word(self.inner) | self.upright >> word(self.inner)
        return self.grooves & ~(self.across | self.upright | beside)

    def touching(self, way: int) -> np.uint64:
        """The crossings where a wall would touch others or the edge at two of its three points: it may close a way.

        A wall that touches at one of its ends or its middle only can always be walked round.
        """
        along, upwards = self.across, self.upright
        points = along | upwards
        points = points | along << word(1) & ~self.leftmost | along >> word(1) & ~self.rightmost
        points = points | upwards << word(self.inner) | upwards >> word(self.inner)
        if way == ACROSS:
            one = points << word(1) & ~self.leftmost | self.leftmost
            other = points >> word(1) & ~self.rightmost | self.rightmost
        else:
            one = points << word(self.inner) | self.bottom
            other = points >> word(self.inner) | self.bottom << word(self.inner * (self.inner - 1))
        return one & points | points & other | one & other

    def build(self, way: int, crossing: int) -> None:
        """Put a wall down."""
        if way == ACROSS:
            self.across = self.across | bit(crossing)
        else:
            self.upright = self.upright | bit(crossing)
        self.close(way, crossing)

    def close(self, way: int, crossing: int) -> None:
        """Close or open again the sides that a wall covers."""
        low, high = self.COVERED[way, crossing, 0], self.COVERED[way, crossing, 1]
        if way == ACROSS:
            self.top_low, self.top_high = self.top_low ^ low, self.top_high ^ high
        else:
            self.right_low, self.right_high = self.right_low ^ low, self.right_high ^ high

    def leaves_ways(self, way: int, crossing: int) -> bool:
        """Whether both players can still reach their goal rows past this wall."""
        self.close(way, crossing)
        both = self.reaches(0) and self.reaches(1)
        self.close(way, crossing)
        return both

    def reaches(self, player: int) -> bool:
        """Whether a way leads from the pawn to its goal row."""
        square = self.pawns[player]
        low, high = (bit(square), NONE) if square < 64 else (NONE, bit(square - 64))
        return connected(
            low, high, self.GOAL[player, 0], self.GOAL[player, 1],
            self.top_low, self.top_high, self.right_low, self.right_high, self.size,
        )  # fmt: skip

    def rebuild(self) -> None:
        """Close the sides that walls and edges cover."""
        self.right_low, self.right_high = self.RIM[0], self.RIM[1]
        self.top_low, self.top_high = self.RIM[2], self.RIM[3]
        for crossing in squares(self.across):
            self.close(ACROSS, crossing)
        for crossing in squares(self.upright):
            self.close(UPRIGHT, crossing)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A step or a wall drawn from all that there might be, until one is possible: most walls are."""
        steps = self.steps(row)
        if self.left[self.turn] == 0:
            return int(row[random.below(steps)]) if steps > 0 else self.give_up
        for _ in range(64):
            drawn = random.below(steps + 2 * self.crossings)
            if drawn < steps:
                return int(row[drawn])
            way, crossing = (drawn - steps) // self.crossings, (drawn - steps) % self.crossings
            if has(self.room(way), crossing) and (
                not has(self.touching(way), crossing) or self.leaves_ways(way, crossing)
            ):
                return self.cells + way * self.crossings + crossing
        return int(row[random.below(self.moves(row))])

    def evaluate(self) -> float:
        """How much shorter the own way is, half a step for the move, walls in hand, and how wide the ways are."""
        mine, theirs = self.turn, 1 - self.turn
        my_way, my_width = self.way(mine)
        their_way, their_width = self.way(theirs)
        ahead = their_way - my_way + 0.5 + 0.25 * (my_width - their_width)
        ahead += 0.7 * (int(self.left[mine]) - int(self.left[theirs]))
        return 0.98 * ahead / (abs(ahead) + 6.0)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        own, other = ((*self.way(player), self.left[player]) for player in (self.turn, 1 - self.turn))
        return compared(("steps to the goal", "first steps on shortest ways", "walls in hand"), own, other)

    def way(self, player: int) -> tuple[int, int]:
        """Steps from the pawn to its goal row, the other pawn left out, and among how many squares the first one is."""
        square = self.pawns[player]
        low, high = self.GOAL[player, 0], self.GOAL[player, 1]
        at_low, at_high = (bit(square), NONE) if square < 64 else (NONE, bit(square - 64))
        front_low, front_high, steps = low, high, 0  # the squares that are so many steps from the goal row
        while low & at_low | high & at_high == NONE:
            front_low, front_high = self.beside(front_low, front_high)
            front_low, front_high = front_low & ~low, front_high & ~high
            if front_low | front_high == NONE:
                return self.cells, 0  # cannot happen: no wall closes the last way
            low, high = low | front_low, high | front_high
            steps += 1
        near_low, near_high = self.beside(at_low, at_high)
        return steps, count(near_low & low & ~front_low) + count(near_high & high & ~front_high)

    def beside(self, low: np.uint64, high: np.uint64) -> tuple[np.uint64, np.uint64]:
        """All squares one step from some squares."""
        return neighbours(low, high, self.top_low, self.top_high, self.right_low, self.right_high, self.size)

    def order(self, move: int) -> int:
        """Steps forward, then walls near the other pawn, first those in front of it; the own surroundings next."""
        if move < self.cells:
            forward = move // self.size - self.pawns[self.turn] // self.size
            return 60 + 20 * (forward if self.turn == 0 else -forward)
        if move == self.give_up:
            return 0
        way, crossing = (move - self.cells) // self.crossings, (move - self.cells) % self.crossings
        near = self.apart(crossing, self.pawns[1 - self.turn])
        return max(50 - 8 * near + 4 * (1 - way), 30 - 8 * self.apart(crossing, self.pawns[self.turn]))

    def apart(self, crossing: int, square: int) -> int:
        """Rows and columns between a crossing and a square."""
        columns = abs(2 * (crossing % self.inner) + 1 - 2 * (square % self.size))
        rows = abs(2 * (crossing // self.inner) + 1 - 2 * (square // self.size))
        return (columns + rows) // 2 - 1

    def transform(self, which: int) -> None:
        """Mirror left and right."""
        if which == 1:
            for player in range(2):
                self.pawns[player] = self.mirrored(self.pawns[player], self.size)
            flat, steep = NONE, NONE
            for crossing in squares(self.across):
                flat = flat | bit(self.mirrored(crossing, self.inner))
            for crossing in squares(self.upright):
                steep = steep | bit(self.mirrored(crossing, self.inner))
            self.across, self.upright = flat, steep
            self.rebuild()

    def transform_move(self, which: int, move: int) -> int:
        """The same step or wall on the other side."""
        if which == 0 or move == self.give_up:
            return move
        if move < self.cells:
            return self.mirrored(move, self.size)
        way, crossing = (move - self.cells) // self.crossings, (move - self.cells) % self.crossings
        return self.cells + way * self.crossings + self.mirrored(crossing, self.inner)

    def mirrored(self, place: int, columns: int) -> int:
        """The same row, the columns in reverse order."""
        return place // columns * columns + columns - 1 - place % columns

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Both pawns, walls in hand, the walls that stand or -, who moves: `e2 e9 10 9 e3h,d5v 1`, and plies played."""
        built = [
            self.wall_text(way, crossing) for way in (0, 1) for crossing in squares((self.across, self.upright)[way])
        ]
        pawns = " ".join(self.name(square) for square in self.pawns)
        hands = " ".join(str(left) for left in self.left)
        return f"{pawns} {hands} {','.join(built) or '-'} {self.turn + 1}" + (f" {ply}" if ply > 0 else "")

    @python_only
    def name(self, square: int) -> str:
        """The name of a square."""
        return square_name(square % self.size, square // self.size)

    @python_only
    def wall_text(self, way: int, crossing: int) -> str:
        """The square at the lower left of a wall's middle, and h or v."""
        return square_name(crossing % self.inner, crossing // self.inner) + "hv"[way]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        parts = text.split()
        numbers = all(part.isdecimal() for part in (*parts[2:4], *parts[5:]))
        if len(parts) not in (6, 7) or not numbers or parts[5] not in ("1", "2"):
            raise BadPosition(
                f"a position is both pawns, walls in hand, walls on the board or -, and 1 or 2 to move: {text!r}"
            )
        hands = [int(part) for part in parts[2:4]]
        state: Self = cls.blank()
        state.rebuild()
        for player in range(2):
            state.pawns[player] = square_index(parts[player], cls.size, cls.size)
            state.left[player] = min(hands[player], cls.walls)
        state.turn = int(parts[5]) - 1
        if min(state.pawns) < 0 or state.pawns[0] == state.pawns[1]:
            raise BadPosition("the pawns must stand on two squares of the board")
        for name in parts[4].split(",") if parts[4] != "-" else []:
            crossing = square_index(name[:-1], cls.inner, cls.inner)
            way = "hv".find(name[-1:].lower()) if crossing >= 0 else -1
            if way < 0 or not has(state.room(way), crossing):
                raise BadPosition(f"there is no place for a wall {name!r}")
            state.build(way, crossing)
        built = count(state.across) + count(state.upright)
        if max(hands) > cls.walls or sum(hands) + built != 2 * cls.walls:
            raise BadPosition(f"{cls.walls} walls for each player, in hand or on the board: {text!r} does not fit")
        if not (state.reaches(0) and state.reaches(1)):
            raise BadPosition("a player has no way to the goal row")
        if state.utility(state.turn) > 0 or (state.pawns[0] >= cls.cells - cls.size and state.pawns[1] < cls.size):
            raise BadPosition("a player who has arrived cannot be to move, and only one can have arrived")
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The number at the end."""
        parts = text.split()
        return 0, int(parts[6]) if len(parts) == 7 else 0

    @python_only
    def move_text(self, move: int) -> str:
        """The square a pawn goes to, or a wall: `e2`, `e3h`, `d5v`; pass."""
        if move == self.give_up:
            return "pass"
        if move < self.cells:
            return self.name(move)
        return self.wall_text((move - self.cells) // self.crossings, (move - self.cells) % self.crossings)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if self.over():
            return "the game is over"
        text = (
            move.strip().lower() if isinstance(move, str) else self.move_text(move) if 0 <= move <= self.give_up else ""
        )
        if text == "pass":
            return "who can move must move"
        wall = re.fullmatch(r"([a-z]\d)([hv])", text)
        if wall:
            return self.why_no_wall("hv".index(wall[2]), square_index(wall[1], self.inner, self.inner), text)
        square = square_index(text, self.size, self.size)
        if square < 0:
            return "a move is a square such as e2 or a wall such as e3h or e3v"
        steps = [self.name(to) for to in self.legal() if to < self.cells]
        return f"the pawn on {self.name(self.pawns[self.turn])} can go to {', '.join(steps) or 'no square'}"

    @python_only
    def why_no_wall(self, way: int, crossing: int, text: str) -> str:
        """What is wrong with a wall."""
        if crossing < 0:
            return f"there is no wall {text}: walls are a1 to {square_name(self.inner - 1, self.inner - 1)}, h or v"
        if self.left[self.turn] == 0:
            return "no wall is left"
        if not has(self.room(way), crossing):
            return f"the wall {text} would cross or overlap another one"
        return f"the wall {text} would close the last way of a player to the goal row"

    @python_only
    def ending(self) -> str:
        """Who has arrived."""
        return f"player {1 if self.utility(0) > 0 else 2} has reached the goal row" if self.over() else ""

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Squares with grooves between them; a groove is clicked beside the lower left square of the wall."""
        cells = list(grid_cells(self.size, self.size))
        pieces = [Piece(self.name(square), "pawn", player, "12"[player]) for player, square in enumerate(self.pawns)]
        for way in range(2):
            for crossing in range(self.crossings):
                x, y = crossing % self.inner, crossing // self.inner
                name = self.wall_text(way, crossing)
                cells.append(Cell(name, x + 0.5 * way, y + 0.5 * (1 - way), "point"))
                if has((self.across, self.upright)[way], crossing):
                    pieces.append(Piece(name, "wall", -1, "-|"[way], 0.5 * (1 - way), 0.5 * way, way))
        clicks = {move: (self.move_text(move),) for move in self.legal()}
        buttons = (Button("pass", "Pass", self.turn),) if self.give_up in clicks else ()
        notes = (f"walls in hand: {self.left[0]} and {self.left[1]}",)
        return Scene(cells=tuple(cells), pieces=tuple(pieces), buttons=buttons, clicks=clicks, notes=notes)
