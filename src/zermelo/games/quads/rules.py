"""Quads: lay square tiles so that all touching sides match; who cannot lay one loses.

A tile has a pattern at each of its four sides: solid in its owner's colour (S), lines parallel to the side (P) or rays
to the centre (R). Each player has one tile of every kind with at least one solid side; tiles are turned, never flipped.
A solid side matches a solid side of the same colour only. Cells are numbered row by row from a1; an oriented tile is
named by its sides from the top clockwise (`SPRS`), and a move is 65 * cell + oriented tile:

    6  30 31 32 33 34 35
    ..
    2   6  7  8  9 10 11
    1   0  1  2  3  4  5
        a  b  c  d  e  f
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import square_name
from zermelo.game import (
    NO_MOVE,
    NONE,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    has,
    i8,
    not_in_key,
    nth,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u64,
    word,
)
from zermelo.games.quads.notation import (
    NAMES,
    SIDES,
    SOLID,
    STEPS,
    TILES,
    kind_of_tile,
    picture_of,
    position_text,
    read_position,
    reason,
)

FREE, S, P, R = range(4)  # what lies at a side of a cell
SIDE = table([" SPR".index(side) for name in NAMES for side in name], u8)  # [4 * tile + side]
SAME_TILE = table(  # [tile]: all its orientations, as bits; nothing for the solid one
    [sum(1 << other for other in range(SOLID) if kind_of_tile(NAMES[other]) == kind_of_tile(name)) for name in NAMES],
    u64,
)
# [pattern]: the tiles that fit between four sides, two bits a side
FITTING = table(
    [
        sum(
            1 << tile
            for tile in range(SOLID)
            if all(pattern >> 2 * side & 3 in (FREE, SIDE[SIDES * tile + side]) for side in range(SIDES))
        )
        for pattern in range(256)
    ],
    u64,
)
ROUGH = 0b10101010  # a pattern with one of these bits has a side with lines or rays


def neighbours(size: int) -> list[int]:
    """The cell beyond each side of each cell; -1 is the border."""
    found = []
    for cell in range(size * size):
        for right, up in STEPS:
            column, row = cell % size + right, cell // size + up
            found.append(row * size + column if 0 <= column < size and 0 <= row < size else -1)
    return found


def rims(size: int, border: bool) -> list[int]:
    """The pattern that the border asks of each cell."""
    near = neighbours(size)
    return [
        sum(P << 2 * side for side in range(SIDES) if border and near[SIDES * cell + side] < 0)
        for cell in range(size * size)
    ]


def images(size: int, border: bool) -> tuple[list[list[int]], list[list[int]]]:
    """Where each symmetry sends cells and oriented tiles; without a border lines and rays may be exchanged."""
    cells, tiles = [], []
    near = neighbours(size)
    for exchange in ("SPR",) if border else ("SPR", "SRP"):
        for image in box_symmetries((size, size)):
            sides = []
            for side in range(SIDES):
                one = next(cell for cell in range(size * size) if near[SIDES * cell + side] >= 0)
                at = SIDES * image[one]
                sides.append(near[at : at + SIDES].index(image[near[SIDES * one + side]]))
            cells.append(image)
            tiles.append(
                [
                    NAMES.index("".join(exchange["SPR".index(name[sides.index(side)])] for side in range(SIDES)))
                    for name in NAMES
                ]
            )
    return cells, tiles


class Quads(Game):
    """Lay the last tile that fits."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(6, low=2, high=6, help="cells along each side of the board")
    border: bool = parameter(False, help="the border of the board shows parallel lines, which must match too")
    apart: bool = parameter(True, help="each player's first tile may lie anywhere; otherwise only the very first one")
    cells_all: int = derived(lambda game: game.size**2)
    most_moves: int = derived(lambda game: TILES * game.size**2)
    longest: int = derived(lambda game: game.size**2)
    board: np.uint64 = derived(lambda game: word((1 << game.size**2) - 1))
    NEAR: Cells = derived(lambda game: table(neighbours(game.size), i8))
    RIM: Cells = derived(lambda game: table(rims(game.size, game.border), u8))
    CELL_IMAGE: Cells = derived(lambda game: table(np.array(images(game.size, game.border)[0]), u8))
    TILE_IMAGE: Cells = derived(lambda game: table(np.array(images(game.size, game.border)[1]), u8))
    symmetries: int = derived(lambda game: len(game.CELL_IMAGE))

    # ------------------------------------------------------------------ state
    laid: Cells = array(u8, lambda game: game.size**2)  # 0, or 65 * owner + oriented tile + 1
    # what follows from the tiles on the board
    hand: Cells = array(u64, 2, in_key=False)  # each player's oriented tiles, as bits; the solid one apart
    asked: Cells = array(u8, lambda game: game.size**2, in_key=False)  # the pattern round each cell, two bits a side
    shut: Cells = array(u64, 2, in_key=False)  # cells beside a solid side of the opponent
    full: u64 = not_in_key()  # cells with a tile
    near: u64 = not_in_key()  # cells beside a tile
    begun: u8 = not_in_key()  # players who have laid a tile, as bits
    whole: u8 = not_in_key()  # players who have laid their solid tile, as bits

    @python_only
    def start(self) -> None:
        """An empty board, all tiles in hand."""
        self.gather()

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every tile in hand that fits a cell, in every orientation."""
        n = 0
        hand, solid = self.hand[self.turn], self.has_solid(self.turn)
        for cell in squares(self.room(self.turn)):
            first = TILES * cell
            pattern = self.asked[cell]
            for tile in squares(FITTING[pattern] & hand):
                n = put(out, n, first + tile)
            if solid and pattern & ROUGH == 0:
                n = put(out, n, first + SOLID)
        return n

    def play(self, move: int) -> None:
        """Lay a tile."""
        self.lay(move // TILES, move % TILES, self.turn)
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        """Who cannot lay a tile has lost."""
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def has_solid(self, player: int) -> bool:
        """Whether a player still has the tile that is solid all round."""
        return int(self.whole) >> player & 1 == 0

    def room(self, player: int) -> np.uint64:
        """The cells where a player may lay some tile: empty, beside a tile, not beside the opponent's colour."""
        open_cells = self.board & ~self.full & ~self.shut[player]
        anywhere = int(self.begun) >> player & 1 == 0 if self.apart else self.begun == 0
        return open_cells if anywhere else open_cells & self.near

    def fits(self, player: int, cell: int) -> int:
        """How many oriented tiles a player can lay on a cell with room."""
        pattern = self.asked[cell]
        solid = 1 if self.has_solid(player) and pattern & ROUGH == 0 else 0
        return count(FITTING[pattern] & self.hand[player]) + solid

    def lay(self, cell: int, tile: int, player: int) -> None:
        """Put a tile down and tell its neighbours what they must match."""
        self.laid[cell] = TILES * player + tile + 1
        self.full = self.full | bit(cell)
        self.begun = int(self.begun) | 1 << player
        self.hand[player] = self.hand[player] & ~SAME_TILE[tile]
        if tile == SOLID:
            self.whole = int(self.whole) | 1 << player
        for side in range(SIDES):
            other = self.NEAR[SIDES * cell + side]
            if other >= 0:
                kind = SIDE[SIDES * tile + side]
                self.near = self.near | bit(other)
                self.asked[other] = int(self.asked[other]) | kind << 2 * (side ^ 2)
                if kind == S:
                    self.shut[1 - player] = self.shut[1 - player] | bit(other)

    def gather(self) -> None:
        """Make all that follows from the tiles on the board."""
        self.full = self.near = NONE
        self.begun = self.whole = 0
        for player in range(2):
            self.hand[player] = ~NONE
            self.shut[player] = NONE
        for cell in range(self.cells_all):
            self.asked[cell] = self.RIM[cell]
        for cell in range(self.cells_all):
            tile = int(self.laid[cell]) - 1
            if tile >= 0:
                self.lay(cell, tile % TILES, tile // TILES)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random tile that fits, without listing them: first how many there are, then where the chosen one lies."""
        room = self.room(self.turn)
        total = 0
        for cell in squares(room):
            total += self.fits(self.turn, cell)
        if total == 0:
            return NO_MOVE
        index = random.below(total)
        for cell in squares(room):
            found = self.fits(self.turn, cell)
            if index < found:
                tiles = FITTING[self.asked[cell]] & self.hand[self.turn]
                return TILES * cell + (nth(tiles, index) if index < count(tiles) else SOLID)
            index -= found
        return NO_MOVE

    def evaluate(self) -> float:
        """Cells where only one player can lay a tile, cells where that player can, and how many tiles fit in all."""
        mine, theirs = self.promise(self.turn), self.promise(1 - self.turn)
        ahead = (mine - theirs) / (mine + theirs + 4.0)
        return max(-0.99, min(0.99, 1.5 * ahead))

    def promise(self, player: int) -> float:
        """What a player can still do."""
        cells, tiles, alone = self.parts(player)
        return cells + 0.02 * tiles + 2.0 * alone

    def parts(self, player: int) -> tuple[int, int, int]:
        """Cells where a player can lay a tile, tiles that fit there in all, and cells where only this player can."""
        cells = tiles = alone = 0
        closed = self.shut[1 - player]
        for cell in squares(self.room(player)):
            found = self.fits(player, cell)
            if found > 0:
                cells += 1
                tiles += found
                alone += 1 if has(closed, cell) else 0
        return cells, tiles, alone

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation, for both players: it is their ratio that counts."""
        names = "cells to lay on", "tiles that fit", "cells for one player alone"
        found: dict[str, float] = {}
        for who, player in (("own", self.turn), ("the opponent's", 1 - self.turn)):
            found |= {f"{who} {name}": part for name, part in zip(names, self.parts(player), strict=True)}
        return found

    def plies_left(self) -> int:
        """The empty cells."""
        return self.cells_all - count(self.full)

    def order(self, move: int) -> int:
        """Tiles that shut cells to the opponent, those next to other tiles first."""
        cell, tile = move // TILES, move % TILES
        gain = 0
        for side in range(SIDES):
            other = self.NEAR[SIDES * cell + side]
            if other >= 0 and not has(self.full, other) and SIDE[SIDES * tile + side] == S:
                if not has(self.shut[1 - self.turn], other):
                    gain += 1 if has(self.shut[self.turn], other) else 3
        return gain

    def same(self, move: int) -> int:
        """On the empty board all symmetries hold."""
        if self.full != NONE:
            return move
        least = move
        for which in range(self.symmetries):
            least = min(least, self.transform_move(which, move))
        return least

    def transform(self, which: int) -> None:
        """Turn and mirror the board with its tiles; the aside patterns hold the old tiles meanwhile."""
        for cell in range(self.cells_all):
            self.asked[cell] = self.laid[cell]
        for cell in range(self.cells_all):
            tile = int(self.asked[cell]) - 1
            image = self.CELL_IMAGE[which, cell]
            self.laid[image] = 0 if tile < 0 else tile // TILES * TILES + self.TILE_IMAGE[which, tile % TILES] + 1
        self.gather()

    def transform_move(self, which: int, move: int) -> int:
        """Cell and tile go where the board takes them."""
        return int(TILES * self.CELL_IMAGE[which, move // TILES] + self.TILE_IMAGE[which, move % TILES])

    # ------------------------------------------------------------------ notation
    @python_only
    def name(self, cell: int) -> str:
        """The name of a cell."""
        return square_name(cell % self.size, cell // self.size)

    @python_only
    def sign(self, cell: int) -> str:
        """The tile on a cell, in capitals if it is the first player's; empty without a tile."""
        tile = int(self.laid[cell]) - 1
        if tile < 0:
            return ""
        return NAMES[tile] if tile < TILES else NAMES[tile - TILES].lower()

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, tiles between commas, empty cells counted, then who moves: `2,SPRS,sSSS,2/6/… 1`."""
        return position_text(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        return read_position(cls, text)

    @python_only
    def move_text(self, move: int) -> str:
        """The cell and the tile's sides from the top clockwise: `c3-SPRS`."""
        return f"{self.name(move // TILES)}-{NAMES[move % TILES]}"

    @python_only
    def parse_move(self, text: str) -> int:
        """The hyphen may be left out."""
        return super().parse_move(re.sub(r"^\s*(\w\d)\s*([A-Za-z]{4})\s*$", r"\1-\2", text))

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        return reason(self, move)

    @python_only
    def ending(self) -> str:
        """Who could not go on."""
        return "" if self.legal() else f"player {self.turn + 1} has no tile that fits: player {2 - self.turn} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Tiles of four signs; click the cell, the tile in hand, then the way it is turned."""
        return picture_of(self)
