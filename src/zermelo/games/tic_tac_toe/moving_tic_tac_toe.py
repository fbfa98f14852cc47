"""Moving tic-tac-toe, or three men's morris: three pieces each are placed and then slid; three in a line win."""

from __future__ import annotations

import re

import numpy as np

from zermelo.game import (
    NO_MOVE,
    NONE,
    Cells,
    Random,
    Row,
    Scene,
    bit,
    count,
    derived,
    has,
    parameter,
    put,
    put_all,
    python_only,
    squares,
    table,
    u64,
    word,
)
from zermelo.games.tic_tac_toe.line_game import SIGNS, LineGame

SLIDE = 9  # slides are numbered from here: SLIDE + 9 * from + to
CENTRE = 4

# What features are worth to the player to move
OWN_SLIDE, THEIR_SLIDE = 0.139, 0.09
OWN_CENTRE, THEIR_CENTRE = 0.34, 0.139
OWN_LINE, THEIR_LINE = 0.019, 0.044
THREAT, TO_MOVE = 0.149, 0.098


def neighbours(graph: str) -> list[int]:
    """For each cell the cells that a piece reaches by one slide, as bits."""
    reached = []
    for cell in range(9):
        near = 0
        for other in range(9):
            across, up = abs(cell % 3 - other % 3), abs(cell // 3 - other // 3)
            diagonal = (across, up) == (1, 1) and (graph == "all" or CENTRE in (cell, other) and graph == "centre")
            if other != cell and (graph == "fly" or across + up == 1 or diagonal):
                near |= 1 << other
        reached.append(near)
    return reached


def with_hyphen(text: str) -> str:
    """A slide as `move_text` writes it: two cells are joined."""
    return re.sub(r"^\s*([a-c][1-3])\s*([a-c][1-3])\s*$", r"\1-\2", text, flags=re.IGNORECASE)


class MovingTicTacToe(LineGame):
    """Three pieces each are placed, then slid along the lines of the board.

    Nobody is ever stuck: on none of the graphs can three pieces block three others unless a line stands already.
    """

    most_marks: int = 3
    repetition: int = 3
    graph: str = parameter(
        "centre",
        choices=("orthogonal", "centre", "all", "fly"),
        help="where pieces slide: orthogonally; also diagonally through the centre; to all neighbours; anywhere",
    )
    centre_ban: bool = parameter(False, help="the first piece may not be placed in the centre")
    NEAR: Cells = derived(lambda game: table(neighbours(game.graph), u64))

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Three placings, then slides to empty cells nearby."""
        if self.placing():
            return put_all(out, 0, self.free())
        n = 0
        for piece in squares(self.mine):
            for to in squares(self.NEAR[piece] & self.free()):
                n = put(out, n, SLIDE + 9 * piece + to)
        return n

    def free(self) -> np.uint64:
        """The empty cells; the centre may be barred to the very first piece."""
        taken = self.mine | self.theirs
        if self.centre_ban and taken == word(0):
            taken = bit(CENTRE)
        return ~taken & self.board

    def placing(self) -> bool:
        """Whether the player to move has pieces in hand."""
        return count(self.mine) < self.most_marks

    def landing(self, move: int) -> int:
        """The cell that a piece comes to."""
        return move if move < SLIDE else (move - SLIDE) % 9

    def left(self, move: int) -> np.uint64:
        """The pieces that stay where they are."""
        return self.mine if move < SLIDE else self.mine & ~bit((move - SLIDE) // 9)

    def play(self, move: int) -> None:
        """Place or slide a piece."""
        self.mark(self.left(move), self.landing(move))

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random placing or slide."""
        n = self.moves(row)
        return int(row[random.below(n)]) if n > 0 else NO_MOVE

    def evaluate(self) -> float:
        """Slides above all, who holds the centre, whether a line threatens, and lines that can still be made.

        Fitted to the exact values of the positions without a line at hand: on the centre a piece has more slides than
        it can use, and an open line says little, since pieces can come and go.
        """
        value = OWN_SLIDE * self.freedom(self.mine) - THEIR_SLIDE * self.freedom(self.theirs) - TO_MOVE
        value += THEIR_CENTRE * has(self.theirs, CENTRE) - OWN_CENTRE * has(self.mine, CENTRE)
        value += OWN_LINE * self.lines_without(self.theirs) + THEIR_LINE * self.lines_without(self.mine)
        if self.threatened():
            value -= THREAT
        return max(-0.99, min(0.99, value))

    def lines_without(self, marks: np.uint64) -> int:
        """How many lines have none of these marks."""
        total = 0
        for line in self.LINES:
            total += marks & line == NONE
        return total

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        return {
            "own slides": self.freedom(self.mine),
            "slides of the opponent": self.freedom(self.theirs),
            "own mark in the centre": int(has(self.mine, CENTRE)),
            "the opponent's mark in the centre": int(has(self.theirs, CENTRE)),
            "lines without the opponent": self.lines_without(self.theirs),
            "lines without the mover": self.lines_without(self.mine),
            "line that threatens": int(self.threatened()),
        }

    def threatened(self) -> bool:
        """Whether the other player could make a line if it were their move."""
        empty = ~(self.mine | self.theirs) & self.board
        if count(self.theirs) < self.most_marks:
            for to in squares(empty):  # noqa: SIM110  # the compiler has no any()
                if self.completes(self.theirs, to):
                    return True
            return False
        for piece in squares(self.theirs):
            for to in squares(self.NEAR[piece] & empty):
                if self.completes(self.theirs & ~bit(piece), to):
                    return True
        return False

    def freedom(self, pieces: np.uint64) -> int:
        """How many slides these pieces have: at most nine."""
        slides = 0
        for piece in squares(pieces):
            slides += count(self.NEAR[piece] & ~(self.mine | self.theirs))
        return slides

    def order(self, move: int) -> int:
        """A line first, then what stops one, then the middle of the board."""
        cell = self.landing(move)
        if self.completes(self.left(move), cell):
            return 20
        return 10 if self.completes(self.theirs, cell) else count(self.NEAR[cell])

    def noisy(self, move: int) -> bool:
        """A move that makes a line."""
        return self.completes(self.left(move), self.landing(move))

    def irreversible(self, move: int) -> bool:
        """A piece placed never leaves the board."""
        return move < SLIDE

    def transform_move(self, which: int, move: int) -> int:
        """The cells go where the board takes them."""
        if move < SLIDE:
            return int(self.TURNED[which, move])
        start, to = (move - SLIDE) // 9, (move - SLIDE) % 9
        return int(SLIDE + 9 * self.TURNED[which, start] + self.TURNED[which, to])

    # ------------------------------------------------------------------ notation
    @python_only
    def move_text(self, move: int) -> str:
        """The cell of a placing, both cells of a slide: `b2`, `a1-b2`."""
        if move < SLIDE:
            return self.cell_name(move)
        return f"{self.cell_name((move - SLIDE) // 9)}-{self.cell_name((move - SLIDE) % 9)}"

    @python_only
    def parse_move(self, text: str) -> int:
        """The hyphen may be left out."""
        return super().parse_move(with_hyphen(text))

    @python_only
    def why_not(self, move: int | str) -> str:
        """Which rule of placing or sliding forbids a move."""
        if self.over():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move < SLIDE + 81 else str(move)
        cells = [self.cell_called(name) for name in with_hyphen(move).split("-")]
        if min(cells) < 0 or len(cells) > 2:
            return "a move is a cell like b2 to place a piece or two like a1-b2 to slide one"
        if self.placing() == (len(cells) == 2):
            return "pieces are placed first" if self.placing() else "all pieces are placed: slide one, as in a1-b2"
        if len(cells) == 2 and not has(self.mine, cells[0]):
            return f"{SIGNS[self.turn]} has no piece on {self.cell_name(cells[0])}"
        if has(self.mine | self.theirs, cells[-1]):
            return f"{self.cell_name(cells[-1])} is taken"
        if len(cells) == 2:
            return f"no line of the board leads from {self.cell_name(cells[0])} to {self.cell_name(cells[1])}"
        return "the first piece may not be placed in the centre"

    @python_only
    def scene(self) -> Scene:
        """Points joined by lines; a slide is a click on the piece and one where it goes."""
        points = self.picture("point")
        lines = tuple(
            (points[start].x, points[start].y, points[to].x, points[to].y)
            for start in range(9)
            for to in squares(self.NEAR[start])
            if start < to and self.graph != "fly"
        )
        clicks = {move: tuple(self.move_text(move).split("-")) for move in self.legal()}
        colours, won = ("blue", "red"), self.won_by()
        return Scene(points, self.pieces(), lines=lines, clicks=clicks, colours=colours, highlights=won)
