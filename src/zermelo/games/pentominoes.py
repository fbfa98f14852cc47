"""Golomb's game: two players put the twelve pentominoes on a board in turn; who can put none any more has lost.

Each pentomino is there once, for both, and may be turned and mirrored. It must cover five empty cells. A move is the
number of a placement: by piece (F I L N P T U V W X Y Z), orientation, row and column. Cells of the board:

    56 57 58 59 60 61 62 63
    ...
     8  9 10 11 12 13 14 15
     0  1  2  3  4  5  6  7
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import grid_cells, square_name
from zermelo.boards.polyominoes import PENTOMINOES, Shape, drawing_of, mask, orientations, places, shape_of, ways_of
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    Button,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    count,
    derived,
    has,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u16,
    u64,
    word,
)

LETTERS = "".join(PENTOMINOES)
PIECES = len(LETTERS)
TRIES = 3000  # placements tried to see whether a position can have arisen
DRAWS = 24  # how often `sample` tries its luck before it lists what there is
WAYS = [orientations(shape_of(drawing)) for drawing in PENTOMINOES.values()]  # of each piece

Placement = tuple[int, Shape, list[int]]  # piece, orientation, cells


def placements(columns: int, rows: int) -> list[Placement]:
    """Every way to put a piece on the empty board, in the order of the moves."""
    return [
        (piece, shape, cells)
        for piece, ways in enumerate(WAYS)
        for shape in ways
        for cells in places(shape, columns, rows)
    ]


def images(columns: int, rows: int) -> list[list[int]]:
    """What each placement becomes under each symmetry."""
    every = [(piece, mask(cells)) for piece, _, cells in placements(columns, rows)]
    number = {placement: move for move, placement in enumerate(every)}
    return [
        [number[piece, mask(image[cell] for cell in cells)] for piece, _, cells in placements(columns, rows)]
        for image in box_symmetries((columns, rows))
    ]


def cover(cells: int, pieces: int, fitting: list[tuple[int, int]], left: list[int]) -> bool:
    """Whether some of the fitting (cells, piece) cover all cells with all pieces, as far as the tries left can tell."""
    if not cells:
        return True
    once = twice = used = 0
    for board, piece in fitting:
        once, twice, used = once | board, twice | once & board, used | piece
    left[0] -= 1
    if once != cells or used != pieces or left[0] < 0:  # a cell or a piece that nothing serves any more
        return left[0] < 0
    rare = once & ~twice or cells  # a cell with only one way to cover it, if there is any
    low = rare & -rare
    for board, piece in fitting:
        if board & low:
            rest = [other for other in fitting if not other[0] & board and other[1] != piece]
            if cover(cells ^ board, pieces ^ piece, rest, left):
                return True
    return False


class Pentominoes(Game):
    """Be the last to put a piece."""

    # ------------------------------------------------------------------ facts
    columns: int = parameter(8, low=2, high=21, help="columns of the board")
    rows: int = parameter(8, low=2, high=21, help="rows of the board")
    misere: bool = parameter(False, help="who can put no piece wins")
    cells: int = derived(lambda game: game.columns * game.rows)
    most_moves: int = derived(lambda game: len(placements(game.columns, game.rows)))
    longest: int = derived(lambda game: min(PIECES, game.columns * game.rows // 5))
    symmetries: int = derived(lambda game: 8 if game.columns == game.rows else 4)
    board: np.uint64 = derived(lambda game: word((1 << game.cells) - 1))
    left_edge: np.uint64 = derived(lambda game: word(mask(range(0, game.cells, game.columns))))
    MASKS: Cells = derived(
        lambda game: table([mask(cells) for _, _, cells in placements(game.columns, game.rows)], u64)
    )
    PIECE: Cells = derived(lambda game: table([piece for piece, _, _ in placements(game.columns, game.rows)], u8))
    FIRST: Cells = derived(  # the first placement of each piece, and their number at the end
        lambda game: table(
            [
                sum(piece < wanted for piece, _, _ in placements(game.columns, game.rows))
                for wanted in range(PIECES + 1)
            ],
            u16,
        )
    )
    IMAGE: Cells = derived(lambda game: table(np.array(box_symmetries((game.columns, game.rows))), u8))  # [which, cell]
    MOVE_IMAGE: Cells = derived(lambda game: table(np.array(images(game.columns, game.rows)), u16))  # [which, move]

    # ------------------------------------------------------------------ state
    full: u64  # covered cells
    used: u16  # pieces that have been put, as bits

    @classmethod
    def unfit(cls) -> str | None:
        """The board must fit into a word, and a piece onto the board."""
        if cls.columns * cls.rows > 64:
            return "columns x rows must not exceed 64"
        return None if cls.columns * cls.rows >= 6 else "no pentomino fits on the board"

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every placement of a piece that is left on empty cells."""
        found = 0
        for piece in range(PIECES):
            if self.used >> piece & 1 == 0:
                for move in range(self.FIRST[piece], self.FIRST[piece + 1]):
                    if self.MASKS[move] & self.full == NONE:
                        found = put(out, found, move)
        return found

    def play(self, move: int) -> None:
        """Put a piece."""
        self.full = self.full | self.MASKS[move]
        self.used = self.used | 1 << self.PIECE[move]
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        """Who is to move and cannot has lost, or won in the misere form."""
        return -1.0 if (player == self.turn) != self.misere else 1.0

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """Placements drawn until one fits; after some misses, from the list."""
        for _ in range(DRAWS):
            move = random.below(self.most_moves)
            if self.MASKS[move] & self.full == NONE and self.used >> self.PIECE[move] & 1 == 0:
                return move
        found = self.moves(row)
        return int(row[random.below(found)]) if found > 0 else NO_MOVE

    def evaluate(self) -> float:
        """Whether an odd number of placements is left, the surer the fewer; a piece that is alone wins.

        The more kinds of pieces can still be put, the less is decided.
        """
        left, kinds = self.placements()
        if kinds <= 1:
            value = 0.95 if kinds == 1 else -0.95
        else:
            value = (0.6 if left % 2 == 1 else -0.6) / (1.0 + 0.01 * left) + (0.3 if kinds % 2 == 1 else -0.3) / kinds
        return -value if self.misere else value

    def placements(self) -> tuple[int, int]:
        """How many placements are left, and of how many pieces."""
        left, kinds = 0, 0
        for piece in range(PIECES):
            if self.used >> piece & 1 == 0:
                fitting = 0
                for move in range(self.FIRST[piece], self.FIRST[piece + 1]):
                    fitting += self.MASKS[move] & self.full == NONE
                left += fitting
                kinds += fitting > 0
        return left, kinds

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        return dict(zip(("placements left", "pieces that fit"), self.placements(), strict=True))

    def plies_left(self) -> int:
        """No more than the pieces left."""
        return PIECES - count(word(self.used))

    def order(self, move: int) -> int:
        """Pieces that touch what is there last: those that leave little room around them first."""
        piece = self.MASKS[move]
        near = piece << word(1) & ~self.left_edge | (piece & ~self.left_edge) >> word(1)
        near = (near | piece << word(self.columns) | piece >> word(self.columns)) & self.board & ~piece
        return count(near & ~self.full)

    def transform(self, which: int) -> None:
        """Turn and mirror the board."""
        self.full = image(self.IMAGE, which, self.full)

    def transform_move(self, which: int, move: int) -> int:
        """The placement of the same piece that covers the image of its cells."""
        return int(self.MOVE_IMAGE[which, move])

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, x for covered cells, the pieces put or -, and 1 or 2 to move: `8/8/…/xxxxx3 I 2`."""
        signs = ["x" if has(self.full, cell) else "." for cell in range(self.cells)]
        rows = ["".join(signs[begin : begin + self.columns]) for begin in range(0, self.cells, self.columns)]
        put_down = "".join(letter for piece, letter in enumerate(LETTERS) if self.used >> piece & 1)
        return "/".join(map(pack_row, reversed(rows))) + f" {put_down or '-'} {self.turn + 1}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(\S+) ([A-Z]+|-) ([12])", " ".join(text.split()))
        lines = [unpack_row(line, "x", cls.columns) for line in found[1].split("/")] if found else []
        if not found or len(lines) != cls.rows or None in lines:
            raise BadPosition(
                f"a position is {cls.rows} rows of {cls.columns} cells from the top, x and numbers, "
                f"the pieces put or -, and 1 or 2 to move: {text!r}"
            )
        letters = found[2].replace("-", "")
        if len(set(letters)) != len(letters) or not set(letters) <= set(LETTERS):
            raise BadPosition(f"the pieces are {LETTERS}, each once: {letters!r}")
        state: Self = cls.blank()
        signs = "".join(line or "" for line in reversed(lines))
        state.full = word(mask(cell for cell, sign in enumerate(signs) if sign == "x"))
        state.used = mask(LETTERS.index(letter) for letter in letters)
        state.turn = int(found[3]) - 1
        if len(letters) % 2 != state.turn:
            raise BadPosition("the first player begins: the pieces do not fit the player to move")
        if not state.covers(int(state.full), int(state.used)):
            raise BadPosition(f"the pieces {letters or '-'} do not cover these cells")
        return state

    @python_only
    def covers(self, cells: int, pieces: int) -> bool:
        """Whether pieces can cover cells exactly; also yes where TRIES ways do not tell, for the rules do not ask."""
        if cells.bit_count() != 5 * pieces.bit_count():
            return False
        fitting = [
            (board, 1 << int(piece))
            for board, piece in zip((int(board) for board in self.MASKS), self.PIECE, strict=True)
            if board & ~cells == 0 and pieces >> int(piece) & 1
        ]
        return cover(cells, pieces, fitting, [TRIES])

    @python_only
    def move_text(self, move: int) -> str:
        """The piece's letter and its cells in order: `Ia1b1c1d1e1`."""
        return LETTERS[self.PIECE[move]] + "".join(self.name(cell) for cell in squares(self.MASKS[move]))

    @python_only
    def name(self, cell: int) -> str:
        """The name of a cell."""
        return square_name(cell % self.columns, cell // self.columns)

    @python_only
    def parse_move(self, text: str) -> int:
        """The cells may come in any order, with or without spaces and hyphens."""
        read = re.sub(r"[\s,:-]", "", text).lower()
        if read[:1].upper() in LETTERS and read[:1]:
            cells = sorted(re.findall(r"[a-z]\d+", read[1:]), key=lambda name: (int(name[1:]), name[0]))
            read = read[0].upper() + "".join(cells)
        return super().parse_move(read)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if not self.legal():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move < self.most_moves else ""
        names = {self.move_text(known).lower(): known for known in range(self.most_moves)}
        known = names.get(move.strip().lower(), -1)
        if known < 0:
            return "a move is a piece and five cells of its shape, such as Ia1b1c1d1e1"
        if self.used >> self.PIECE[known] & 1:
            return f"the {LETTERS[self.PIECE[known]]} has been put already"
        covered = ", ".join(self.name(cell) for cell in squares(self.MASKS[known] & self.full))
        return f"{covered} is covered" if covered else "this move is possible"

    @python_only
    def ending(self) -> str:
        """Who cannot put a piece."""
        if self.legal():
            return ""
        return f"player {self.turn + 1} can put no piece and {'wins' if self.misere else 'loses'}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board, and the pieces left in a tray."""
        cells = grid_cells(self.columns, self.rows)
        pieces = tuple(Piece(cells[cell].name, "tile", -1, "x") for cell in squares(self.full))
        every = placements(self.columns, self.rows)
        clicks: dict[int, tuple[str, ...]] = {}
        for move in self.legal():
            piece, shape, covered = every[move]
            way = (f"{LETTERS[piece]} {drawing_of(shape)}",) if len(WAYS[piece]) > 1 else ()
            clicks[move] = (LETTERS[piece], *way, self.name(covered[0]))
        tile = Piece("", "tile", self.turn, "x")
        buttons = tuple(
            Button(letter, letter, self.turn, ways=ways_of(WAYS[piece], letter, tile))
            for piece, letter in enumerate(LETTERS)
            if not self.used >> piece & 1
        )
        return Scene(cells=cells, pieces=pieces, buttons=buttons, clicks=clicks)
