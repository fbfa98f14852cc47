"""Katamino for two: choose six pentominoes each in turn, then lay them; two forms.

The duel (`split`): each fills their own half of the board, 5 x 6 cells, and who has covered more cells in the end wins.
The other form: both lay their own pieces on one board of 8 x 8, and who cannot lay one loses. Cells are numbered row by
row from a1; on a split board the first player has columns a to f, the second g to l, each numbered for itself.
Moves 0 to 11 choose a piece (F I L N P T U V W X Y Z); 12 + n lays one at placement n, by piece, orientation and place.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import LETTERS, square_name
from zermelo.boards.polyominoes import PENTOMINOES, drawing_of, mask, normal, orientations, places, shape_of, ways_of
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NONE,
    Button,
    Cell,
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
    i16,
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

NAMES = "".join(PENTOMINOES)
PIECES = len(NAMES)
ALL_PIECES = (1 << PIECES) - 1
EACH = PIECES // 2
SIZE = 5  # cells of a piece
WAYS = [orientations(shape_of(drawing)) for drawing in PENTOMINOES.values()]  # of each piece


def placements(columns: int, rows: int) -> list[tuple[int, tuple[int, ...]]]:
    """Every way to lay every piece: the piece and its cells."""
    return [
        (piece, tuple(cells))
        for piece, ways in enumerate(WAYS)
        for shape in ways
        for cells in places(shape, columns, rows)
    ]


def images(columns: int, rows: int) -> list[list[int]]:
    """Where each symmetry of the board, or of each half, sends every placement."""
    known = {cells: place for place, (_, cells) in enumerate(placements(columns, rows))}
    return [
        [known[tuple(sorted(image[cell] for cell in cells))] for cells in known]
        for image in box_symmetries((columns, rows))
    ]


class Katamino(Game):
    """Choose pentominoes, then find room for them."""

    # ------------------------------------------------------------------ facts
    split: bool = parameter(True, help="each player fills their own half, 5 x 6; otherwise both share 8 x 8 cells")
    columns: int = derived(lambda game: 6 if game.split else 8)
    rows: int = derived(lambda game: 5 if game.split else 8)
    cells_all: int = derived(lambda game: game.columns * game.rows)
    board: np.uint64 = derived(lambda game: word((1 << game.cells_all) - 1))
    FIRST: Cells = derived(  # [piece]: its first placement; one more at the end
        lambda game: table(
            [sum(p < piece for p, _ in placements(game.columns, game.rows)) for piece in range(PIECES + 1)], i16
        )
    )
    MASK: Cells = derived(lambda game: table([mask(cells) for _, cells in placements(game.columns, game.rows)], u64))
    IMAGE: Cells = derived(lambda game: table(images(game.columns, game.rows), i16))
    CELL_IMAGE: Cells = derived(lambda game: table(box_symmetries((game.columns, game.rows)), u8))
    most_moves: int = derived(lambda game: max(PIECES, len(game.MASK)))
    longest = 2 * PIECES
    symmetries: int = derived(lambda game: len(game.IMAGE))

    # ------------------------------------------------------------------ state
    full: Cells = array(u64, 2)  # covered cells of each half; a shared board is the first
    hand: Cells = array(u16, 2)  # pieces chosen and not laid
    pool: u16  # pieces not chosen yet

    @python_only
    def start(self) -> None:
        """All pieces are in the pool."""
        self.pool = ALL_PIECES

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The pieces of the pool; then every place where a piece in hand fits."""
        n = 0
        if self.pool != 0:
            for piece in squares(word(self.pool)):
                n = put(out, n, piece)
            return n
        taken = self.full[self.half(self.turn)]
        for piece in squares(word(self.hand[self.turn])):
            for place in range(self.FIRST[piece], self.FIRST[piece + 1]):
                if self.MASK[place] & taken == NONE:
                    n = put(out, n, PIECES + place)
        return n

    def play(self, move: int) -> None:
        """Choose or lay a piece; on a split board who has no room left is passed over."""
        if self.pool != 0:
            self.pool = int(self.pool) & ~(1 << move)
            self.hand[self.turn] = int(self.hand[self.turn]) | 1 << move
            self.turn = 1 - self.turn
            return
        half = self.half(self.turn)
        self.full[half] = self.full[half] | self.MASK[move - PIECES]
        self.hand[self.turn] = int(self.hand[self.turn]) & ~(1 << self.piece_of(move - PIECES))
        if not self.split or self.room(1 - self.turn) or not self.room(self.turn):
            self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        """More cells covered on a split board; otherwise who cannot lay a piece loses."""
        if not self.split:
            return -1.0 if self.turn == player else 1.0
        ahead = count(self.full[player]) - count(self.full[1 - player])
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0

    # ------------------------------------------------------------------ helpers
    def half(self, player: int) -> int:
        """The board that a player lays pieces on."""
        return player if self.split else 0

    def piece_of(self, place: int) -> int:
        """The piece of a placement."""
        piece = 0
        while self.FIRST[piece + 1] <= place:
            piece += 1
        return piece

    def ways(self, player: int, piece: int) -> int:
        """How many places a piece has on a player's board."""
        taken = self.full[self.half(player)]
        total = 0
        for place in range(self.FIRST[piece], self.FIRST[piece + 1]):
            total += 1 if self.MASK[place] & taken == NONE else 0
        return total

    def room(self, player: int) -> bool:
        """Whether some piece in a player's hand fits."""
        taken = self.full[self.half(player)]
        for piece in squares(word(self.hand[player])):
            for place in range(self.FIRST[piece], self.FIRST[piece + 1]):
                if self.MASK[place] & taken == NONE:
                    return True
        return False

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Cells covered, pieces that still fit, how many places they have, and cells that no piece can cover."""
        ahead = self.promise(self.turn) - self.promise(1 - self.turn)
        return 0.99 * ahead / (abs(ahead) + 6.0)

    def promise(self, player: int) -> float:
        """What a player has and can still do."""
        covered, pieces, places, reach = self.parts(player)
        return covered + 2.0 * pieces + 2.0 * places + 0.15 * reach

    def parts(self, player: int) -> tuple[int, int, float, int]:
        """Cells covered, pieces that still fit, how freely they do, and cells that they can cover."""
        pieces, places = 0, 0.0
        reach, taken = NONE, self.full[self.half(player)]
        for piece in squares(word(self.hand[player])):
            found = 0
            for place in range(self.FIRST[piece], self.FIRST[piece + 1]):
                if self.MASK[place] & taken == NONE:
                    found += 1
                    reach = reach | self.MASK[place]
            if found > 0:
                pieces += 1
                places += found / (found + 12.0)
        return count(self.full[player]) if self.split else 0, pieces, places, count(reach)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "cells covered", "pieces that fit", "places for them", "cells that can be covered"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    def plies_left(self) -> int:
        """Each piece is chosen and laid at most once."""
        return 2 * count(word(self.pool)) + count(word(self.hand[0])) + count(word(self.hand[1]))

    def order(self, move: int) -> int:
        """Pieces that fit everywhere first; placements along the edge and other pieces."""
        if self.pool != 0:
            return int(self.FIRST[move + 1] - self.FIRST[move])
        taken, cells = self.full[self.half(self.turn)], self.MASK[move - PIECES]
        snug = 0
        for cell in squares(cells):
            column, row = cell % self.columns, cell // self.columns
            snug += 1 if column == 0 or has(taken, cell - 1) else 0
            snug += 1 if column == self.columns - 1 or has(taken, cell + 1) else 0
            snug += 1 if row == 0 or has(taken, cell - self.columns) else 0
            snug += 1 if row == self.rows - 1 or has(taken, cell + self.columns) else 0
        return snug

    def transform(self, which: int) -> None:
        """Turn and mirror the board, or each half."""
        for half in range(2):
            self.full[half] = image(self.CELL_IMAGE, which, self.full[half])

    def transform_move(self, which: int, move: int) -> int:
        """Pieces stay what they are; placements go where the board takes them."""
        return move if self.pool != 0 else PIECES + int(self.IMAGE[which, move - PIECES])

    # ------------------------------------------------------------------ notation
    @python_only
    def name(self, player: int, cell: int) -> str:
        """The name of a cell of a player's board."""
        return square_name(cell % self.columns + self.columns * self.half(player), cell // self.columns)

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, # for a covered cell, the halves side by side; the hands and the pool, who moves."""
        rows = []
        for row in reversed(range(self.rows)):
            halves = range(2 if self.split else 1)
            first = row * self.columns
            rows.append(
                "".join(
                    "#" if has(self.full[half], cell) else "."
                    for half in halves
                    for cell in range(first, first + self.columns)
                )
            )
        groups = [int(self.hand[0]), int(self.hand[1]), int(self.pool)]
        shown = ["".join(NAMES[piece] for piece in squares(word(group))) or "-" for group in groups]
        return f"{'/'.join(rows)} {' '.join(shown)} {self.turn + 1}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"([#./]+) ([A-Z]+|-) ([A-Z]+|-) ([A-Z]+|-) ([12])", " ".join(text.split()))
        rows = found.group(1).split("/") if found else []
        width = cls.columns * (2 if cls.split else 1)
        if not found or [len(row) for row in rows] != [width] * cls.rows:
            raise BadPosition(
                f"a position is {cls.rows} rows of {width} cells from the top, each # or a dot, the pieces of both "
                f"players and of the pool as letters or a dash, then 1 or 2 to move: {text!r}"
            )
        groups = [part.replace("-", "") for part in found.groups()[1:4]]
        letters = "".join(groups)
        if not set(letters) <= set(NAMES) or len(set(letters)) != len(letters):
            raise BadPosition(f"pieces are {NAMES}, each once: {letters!r}")
        state: Self = cls.blank()
        for row, line in enumerate(reversed(rows)):
            for column, sign in enumerate(line):
                if sign == "#":
                    half = column // cls.columns
                    state.full[half] = state.full[half] | bit(row * cls.columns + column % cls.columns)
        sets = [sum(1 << NAMES.index(letter) for letter in group) for group in groups]
        state.hand[0], state.hand[1], state.pool = sets
        state.turn = int(found.group(5)) - 1
        covered = [count(state.full[half]) for half in range(2)]
        laid = PIECES - len(letters)
        if groups[2] and (laid > 0 or len(groups[0]) - len(groups[1]) != state.turn):
            raise BadPosition("six pieces each are chosen in turn before the first one is laid")
        expected = [SIZE * (EACH - len(groups[0])), SIZE * (EACH - len(groups[1]))] if cls.split else [SIZE * laid, 0]
        if not groups[2] and (covered != expected or max(len(groups[0]), len(groups[1])) > EACH):
            raise BadPosition("the covered cells do not fit the pieces that are left")
        if not groups[2] and not cls.split and len(groups[1]) - len(groups[0]) != state.turn:
            raise BadPosition("the pieces left do not fit the player to move")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The piece chosen, or the piece and its cells, row by row: `P:a1b1a2b2a3`."""
        if self.pool:
            return NAMES[move]
        place = move - PIECES
        cells = "".join(self.name(self.turn, cell) for cell in squares(self.MASK[place]))
        return f"{NAMES[self.piece_of(place)]}:{cells}"

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if not self.legal():
            return "the game is over"
        wanted = move.strip() if isinstance(move, str) else str(move)
        if self.pool:
            known = wanted.upper() in NAMES and len(wanted) == 1
            return f"piece {wanted.upper()} has been chosen" if known else f"choose a piece first: {NAMES}"
        found = re.fullmatch(r"([a-zA-Z]):((?:[a-l]\d){5})", wanted)
        if not found or found.group(1).upper() not in NAMES:
            return "a move is a piece and its five cells from a1 on, such as P:a1b1a2b2a3"
        if not has(word(self.hand[self.turn]), NAMES.index(found.group(1).upper())):
            return f"player {self.turn + 1} does not have the piece {found.group(1).upper()}"
        return "the piece does not fit there: five empty cells of its shape, on the player's own board"

    @python_only
    def ending(self) -> str:
        """Who covered more, or who had no room."""
        if self.legal():
            return ""
        if not self.split:
            return f"player {self.turn + 1} cannot lay a piece"
        return f"covered: {count(self.full[0])} and {count(self.full[1])}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Both halves side by side or one board, and the pieces to choose or to lay in trays."""
        cells, pieces = [], []
        for half in range(2 if self.split else 1):
            for cell in range(self.cells_all):
                name = self.name(half, cell)
                column = LETTERS.index(name[0])
                cells.append(Cell(name, column + 0.5 * half, int(name[1:]) - 1))
                if has(self.full[half], cell):
                    pieces.append(Piece(name, "tile", half if self.split else -1, "#"))
        buttons = [
            Button(f"choose {NAMES[piece]}", NAMES[piece], kind="squares", text=PENTOMINOES[NAMES[piece]])
            for piece in squares(word(self.pool))
        ]
        for player in range(2):
            for piece in squares(word(self.hand[player])):
                name = f"{player + 1} {NAMES[piece]}"
                tile = Piece("", "tile", player if self.split else -1, "#")
                buttons.append(Button(name, NAMES[piece], player, ways=ways_of(WAYS[piece], name, tile)))
        clicks: dict[int, tuple[str, ...]] = {}
        for move in self.legal():
            if self.pool:
                clicks[move] = (f"choose {NAMES[move]}",)
                continue
            piece = int(self.piece_of(move - PIECES))
            chosen = f"{self.turn + 1} {NAMES[piece]}"
            laid = list(squares(self.MASK[move - PIECES]))
            shape = normal((cell % self.columns, cell // self.columns) for cell in laid)
            way = (f"{chosen} {drawing_of(shape)}",) if len(WAYS[piece]) > 1 else ()
            clicks[move] = (chosen, *way, self.name(self.turn, laid[0]))
        return Scene(cells=tuple(cells), pieces=tuple(pieces), buttons=tuple(buttons), clicks=clicks)
