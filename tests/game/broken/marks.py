"""Marks: cells worth one to six points are taken in turn; more points win. A good game that `corpus.py` breaks."""

from zermelo import Game
from zermelo.game import Cell, Cells, Piece, Row, Scene, array, i8, i16, put

LETTERS = "abcdef"


class Marks(Game):
    most_moves, longest = 6, 6

    cells: Cells = array(i8, 6)
    points: Cells = array(i16, 2)
    filled: i16

    def start(self) -> None:
        self.filled = 0

    def moves(self, out: Row) -> int:
        n = 0
        for cell in range(6):
            if self.cells[cell] == 0:
                n = put(out, n, cell)
        return n

    def play(self, move: int) -> None:
        self.cells[move] = 1 + self.turn
        self.points[self.turn] += move + 1
        self.filled += 1
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return self.filled == 6

    def utility(self, player: int) -> float:
        lead = self.points[player] - self.points[1 - player]
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def evaluate(self) -> float:
        return 0.01 * (self.points[self.turn] - self.points[1 - self.turn])

    def move_text(self, move: int) -> str:
        return LETTERS[move]

    def scene(self) -> Scene:
        places = tuple(Cell(LETTERS[n], n, 0, label=str(n + 1)) for n in range(6))
        marks = tuple(Piece(LETTERS[n], "stone", self.cells[n] - 1) for n in range(6) if self.cells[n])
        return Scene(cells=places, pieces=marks, clicks={move: (LETTERS[move],) for move in self.legal()})
