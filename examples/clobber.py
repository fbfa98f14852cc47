"""Clobber: a stone moves onto a neighbouring stone of the opponent and takes it; who cannot move loses."""

from zermelo import Game
from zermelo.boards.grids import grid_cells, square_name
from zermelo.game import Cells, Piece, Row, Scene, array, i8, put, table

COLUMNS, ROWS = 4, 3
CELLS = COLUMNS * ROWS
# For each cell and each of the four ways the neighbour, or -1 at the edge.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
BESIDE = table(
    [
        [(x + dx) + COLUMNS * (y + dy) if 0 <= x + dx < COLUMNS and 0 <= y + dy < ROWS else -1 for dx, dy in WAYS]
        for y in range(ROWS)
        for x in range(COLUMNS)
    ],
    i8,
)


class Clobber(Game):
    """A move is 4 * cell + way."""

    most_moves, longest = 4 * CELLS, CELLS

    cells: Cells = array(i8, CELLS)

    def start(self) -> None:
        for cell in range(CELLS):
            self.cells[cell] = 1 + (cell % COLUMNS + cell // COLUMNS) % 2

    def moves(self, out: Row) -> int:
        n = 0
        for cell in range(CELLS):
            if self.cells[cell] == 1 + self.turn:
                for way in range(4):
                    other = BESIDE[cell, way]
                    if other >= 0 and self.cells[other] == 2 - self.turn:
                        n = put(out, n, 4 * cell + way)
        return n

    def play(self, move: int) -> None:
        cell = move // 4
        self.cells[BESIDE[cell, move % 4]] = 1 + self.turn
        self.cells[cell] = 0
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        return -1.0 if player == self.turn else 1.0

    def move_text(self, move: int) -> str:
        cell, other = move // 4, BESIDE[move // 4, move % 4]
        return square_name(cell % COLUMNS, cell // COLUMNS) + square_name(other % COLUMNS, other // COLUMNS)

    def ending(self) -> str:
        return f"player {1 + self.turn} cannot move"

    def scene(self) -> Scene:
        cells = grid_cells(COLUMNS, ROWS, chequered=True)
        stones = [(cell.name, self.cells[place] - 1) for place, cell in enumerate(cells) if self.cells[place]]
        clicks = {move: (text[:2], text[2:]) for move in self.legal() for text in [self.move_text(move)]}
        return Scene(cells=cells, pieces=tuple(Piece(name, "stone", who) for name, who in stones), clicks=clicks)
