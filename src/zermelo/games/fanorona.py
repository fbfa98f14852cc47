"""Fanorona: a piece captures the line of enemies that it steps up to, or the line that it steps away from.

Pieces step along lines to a neighbouring empty point. A step towards enemies takes the unbroken line of them ahead
(approach), a step away from enemies the unbroken line behind (withdrawal); where it is both, the player chooses. Who
can capture must; the same piece may then go on capturing, but never to a point where it has been in this turn, and
never twice running in the same direction. Who has no pieces, or no move, loses. White begins:

    5  b b b b b b b b b     36 37 38 39 40 41 42 43 44
    4  b b b b b b b b b     27 28 29 30 31 32 33 34 35     a1, c1, b2 and every second point have diagonals
    3  b w b w . b w b w     18 19 20 21 22 23 24 25 26
    2  w w w w w w w w w      9 10 11 12 13 14 15 16 17
    1  w w w w w w w w w      0  1  2  3  4  5  6  7  8
       a b c d e f g h i

Each capture is a move of its own; while it can go on, `stop` is another one and ends the turn.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import grid_cells, square_index, square_name
from zermelo.boards.lattice import WAY_NAMES, WAYS, crossings, drawn_lines, leaving, steps, turned_ways
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.boards.symmetries import image
from zermelo.errors import AmbiguousMove, BadPosition
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
    bit,
    count,
    derived,
    has,
    i8,
    nth,
    parameter,
    put,
    python_only,
    rotate,
    squares,
    table,
    u8,
    u64,
    word,
)

PLAIN, APPROACH, WITHDRAWAL = range(3)
SIGNS, NAMES, KINDS = "wb", ("White", "Black"), ("", "A", "W")
MOVE = re.compile(r"([a-i]\d)[-x]?([a-i]\d)([aw]?)")


class Fanorona(Game):
    """Approach and withdraw."""

    # ------------------------------------------------------------------ facts
    columns: int = parameter(9, choices=(3, 5, 7, 9), help="points in a row")
    rows: int = parameter(5, choices=(3, 5, 7), help="rows of points")
    straight: bool = parameter(False, help="a capture may go on in the direction of the last one")
    points: int = derived(lambda game: game.columns * game.rows)
    army: int = derived(lambda game: game.points // 2)  # of each side at the start
    stop: int = derived(lambda game: 3 * game.points**2)
    most_moves: int = derived(lambda game: 16 * game.army)
    repetition = 3
    no_progress = 50
    symmetries: int = derived(lambda game: len(box_symmetries((game.columns, game.rows))))
    STEP: Cells = derived(lambda game: table(steps(game.columns), i8))
    LEAVES: Cells = derived(lambda game: table(leaving(game.columns, game.rows), u64))
    IMAGES: Cells = derived(lambda game: table(box_symmetries((game.columns, game.rows)), u8))  # [symmetry, point]
    TURNED: Cells = derived(lambda game: table(turned_ways(game.columns, game.rows), u8))
    board: np.uint64 = derived(lambda game: word((1 << game.points) - 1))
    strong: np.uint64 = derived(lambda game: word(crossings(game.columns, game.rows)))

    # ------------------------------------------------------------------ state
    white: u64  # pieces of each side
    black: u64
    visited: u64  # inside a turn: where the capturing piece has been
    at: i8  # inside a turn: its point + 1; 0 at its start
    last: i8  # inside a turn: the direction of its last step + 1

    @python_only
    def start(self) -> None:
        """Two full sides; in the middle row pieces of both alternate, with the centre empty."""
        middle = self.rows // 2 * self.columns
        self.white = word((1 << middle) - 1)
        self.black = self.board & ~word((1 << middle + self.columns) - 1)
        for x in range(self.columns):
            if x != self.columns // 2:
                black = (x - (x > self.columns // 2)) % 2 == 0
                self.white |= NONE if black else bit(middle + x)
                self.black |= bit(middle + x) if black else NONE

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Captures; at the start of a turn plain steps if there is none, later `stop`."""
        n = self.noisy_moves(out)
        if self.at > 0:
            return put(out, n, self.stop)
        if n == 0:
            for way in range(8):
                for start in squares(self.mine() & self.behind(self.free(), way)):
                    n = put(out, n, self.coded(start, way, PLAIN))
        return n

    def play(self, move: int) -> None:
        """Step, take the line ahead or behind, and hand over the turn unless the piece can go on."""
        goes_on = False
        if move != self.stop:
            start, to, kind = move // 3 // self.points, move // 3 % self.points, move % 3
            mine, theirs = self.mine() ^ bit(start) | bit(to), self.theirs()
            way = self.way_of(start, to)
            if kind != PLAIN:
                theirs = theirs & ~self.line(start, to, way, kind)
            self.white = mine if self.turn == 0 else theirs
            self.black = theirs if self.turn == 0 else mine
            if kind != PLAIN:
                self.visited = self.visited | bit(start) | bit(to)
                self.at, self.last = to + 1, way + 1
                for onward in range(8):
                    goes_on = (
                        goes_on or self.captors(onward, APPROACH) != NONE or self.captors(onward, WITHDRAWAL) != NONE
                    )
        if not goes_on:
            self.visited, self.at, self.last = NONE, 0, 0
            self.turn = 1 - self.turn

    def midturn(self) -> bool:
        """A capture can go on."""
        return self.at > 0

    def utility(self, player: int) -> float:
        """The player to move has no pieces, or cannot move, and loses."""
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def mine(self) -> np.uint64:
        """The pieces of the player to move."""
        return self.white if self.turn == 0 else self.black

    def theirs(self) -> np.uint64:
        """The pieces of the opponent."""
        return self.black if self.turn == 0 else self.white

    def free(self) -> np.uint64:
        """The empty points."""
        return self.board & ~(self.white | self.black)

    def behind(self, board: np.uint64, way: int) -> np.uint64:
        """The points from which a step in a direction leads onto a board."""
        return rotate(board, -self.STEP[way]) & self.LEAVES[way]

    def captors(self, way: int, kind: int) -> np.uint64:
        """The pieces that capture with a step in a direction: all of the mover, or the one whose turn goes on."""
        mine, free = self.mine(), self.free()
        if self.at > 0:
            if self.last == way + 1 and not self.straight:
                return NONE
            mine, free = bit(self.at - 1), free & ~self.visited
        return self.capturing(mine, self.theirs(), free, way, kind)

    def capturing(self, mine: np.uint64, theirs: np.uint64, free: np.uint64, way: int, kind: int) -> np.uint64:
        """Which of some pieces capture others with a step in a direction onto free points."""
        if kind == APPROACH:
            return mine & self.behind(free & self.behind(theirs, way), way)
        return mine & self.behind(free, way) & self.behind(theirs, way ^ 1)

    def line(self, start: int, to: int, way: int, kind: int) -> np.uint64:
        """The enemies that a capture takes: an unbroken line ahead of the piece, or behind it."""
        at, onward = (to, way) if kind == APPROACH else (start, way ^ 1)
        theirs, gone = self.theirs(), NONE
        while has(self.LEAVES[onward], at):
            at += self.STEP[onward]
            if not has(theirs, at):
                break
            gone = gone | bit(at)
        return gone

    def way_of(self, start: int, to: int) -> int:
        """The direction of a step."""
        for way in range(8):
            if start + self.STEP[way] == to:
                return way
        return 0

    def coded(self, start: int, way: int, kind: int) -> int:
        """The number of a move."""
        return (start * self.points + start + self.STEP[way]) * 3 + kind

    # ------------------------------------------------------------------ hooks
    def noisy_moves(self, out: Row) -> int:
        """The captures."""
        n = 0
        for way in range(8):
            for kind in (APPROACH, WITHDRAWAL):
                for start in squares(self.captors(way, kind)):
                    n = put(out, n, self.coded(start, way, kind))
        return n

    def sample(self, random: Random, row: Row) -> int:
        """A random move; at the start of a turn without listing them."""
        if self.at > 0:
            return int(row[random.below(self.moves(row))])
        total = 0
        for way in range(8):
            total += count(self.captors(way, APPROACH)) + count(self.captors(way, WITHDRAWAL))
        captures = total > 0
        if not captures:
            for way in range(8):
                total += count(self.mine() & self.behind(self.free(), way))
        if total == 0:
            return NO_MOVE
        index = random.below(total)
        for choice in range(16 if captures else 8):
            way, kind = (choice >> 1, 1 + (choice & 1)) if captures else (choice, PLAIN)
            pieces = self.captors(way, kind) if captures else self.mine() & self.behind(self.free(), way)
            if index < count(pieces):
                return self.coded(nth(pieces, index), way, kind)
            index -= count(pieces)
        return NO_MOVE

    def irreversible(self, move: int) -> bool:
        """A capture, or the end of a turn of captures."""
        return move == self.stop or move % 3 != PLAIN

    def evaluate(self) -> float:
        """Pieces, exchanges for who is ahead, captures that threaten, points with diagonals, and freedom."""
        ahead, pieces, strong, captures, threats, freedom = self.parts()
        score = 100.0 * ahead + 900.0 * ahead / max(pieces, 1)
        score += 3.0 * strong + 8.0 * captures - 12.0 * threats + freedom
        return max(-0.99, min(0.99, score / (200.0 * self.army)))

    def parts(self) -> tuple[int, int, int, int, int, int]:
        """Pieces ahead, on the board, more on strong points, captures of both, and steps that the mover has more."""
        mine, theirs, free = self.mine(), self.theirs(), self.free()
        strong = count(mine & self.strong) - count(theirs & self.strong)
        captures = threats = freedom = 0
        for way in range(8):
            for kind in (APPROACH, WITHDRAWAL):
                captures += count(self.capturing(mine, theirs, free, way, kind))
                threats += count(self.capturing(theirs, mine, free, way, kind))
            freedom += count(mine & self.behind(free, way)) - count(theirs & self.behind(free, way))
        return count(mine) - count(theirs), count(mine | theirs), strong, captures, threats, freedom

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "pieces", "pieces on the board", "strong points", "own captures", "captures that threaten", "steps"
        return dict(zip(names, self.parts(), strict=True))

    def order(self, move: int) -> int:
        """The captures that take most, then plain steps, then stopping."""
        if move == self.stop:
            return -1
        start, to, kind = move // 3 // self.points, move // 3 % self.points, move % 3
        if kind == PLAIN:
            return 0
        return 10 * count(self.line(start, to, self.way_of(start, to), kind))

    def noisy(self, move: int) -> bool:
        """A capture."""
        return move != self.stop and move % 3 != PLAIN

    def transform(self, which: int) -> None:
        """Turn or mirror the board."""
        self.white, self.black = image(self.IMAGES, which, self.white), image(self.IMAGES, which, self.black)
        self.visited = image(self.IMAGES, which, self.visited)
        if self.at > 0:
            self.at = self.IMAGES[which, self.at - 1] + 1
            self.last = self.TURNED[8 * which + self.last - 1] + 1

    def transform_move(self, which: int, move: int) -> int:
        """Both points on the board so turned."""
        if move == self.stop:
            return move
        start = self.IMAGES[which, move // 3 // self.points]
        to = self.IMAGES[which, move // 3 % self.points]
        return int((start * self.points + to) * 3 + move % 3)

    # ------------------------------------------------------------------ notation
    @python_only
    def name(self, point: int) -> str:
        """The name of a point."""
        return square_name(point % self.columns, point // self.columns)

    @python_only
    def sign(self, point: int) -> str:
        """w, b or a dot."""
        return "w" if has(self.white, point) else "b" if has(self.black, point) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, who moves; inside a turn the piece, its last direction and where it was: `e3 ne d2,e3`."""
        rows = [
            "".join(self.sign(y * self.columns + x) for x in range(self.columns)) for y in reversed(range(self.rows))
        ]
        text = "/".join(map(pack_row, rows)) + " " + SIGNS[self.turn]
        if self.at:
            been = ",".join(self.name(point) for point in squares(self.visited))
            text += f" {self.name(self.at - 1)} {WAY_NAMES[self.last - 1]} {been}"
        return text

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, *rest = text.split() or [""]
        lines = rows.split("/")
        if len(lines) != cls.rows or len(rest) not in (1, 4) or rest[0] not in ("w", "b"):
            raise BadPosition(f"a position is {cls.rows} rows from the top joined by /, then w or b to move: {text!r}")
        pieces = [word(0), word(0)]
        for y, line in enumerate(reversed(lines)):
            signs = unpack_row(line, SIGNS, cls.columns)
            if signs is None:
                raise BadPosition(f"row {line!r} is not {cls.columns} points of w, b and numbers")
            for x, sign in enumerate(signs):
                if sign != ".":
                    pieces[SIGNS.index(sign)] |= bit(y * cls.columns + x)
        state: Self = cls.blank()
        state.white, state.black = pieces
        state.turn = SIGNS.index(rest[0])
        if any(count(side) > cls.army for side in pieces):
            raise BadPosition(f"a side has at most {cls.army} pieces")
        if pieces[1 - state.turn] == NONE:
            raise BadPosition("the player who has just moved has no piece")
        return state.gone_on(rest[1:]) if len(rest) > 1 else state

    @python_only
    def gone_on(self, parts: list[str]) -> Self:
        """This position inside a turn: the piece, its last direction, where it was."""
        at, way, been = parts
        points = [square_index(name, self.columns, self.rows) for name in (at, *been.split(","))]
        if min(points) < 0 or way not in WAY_NAMES:
            raise BadPosition(
                f"inside a turn write the piece, its last direction and where it was: {' '.join(parts)!r}"
            )
        self.at, self.last = points[0] + 1, WAY_NAMES.index(way) + 1
        for point in points[1:]:
            self.visited |= bit(point)
        came = points[0] - self.STEP[self.last - 1]
        if not has(self.mine(), points[0]) or self.visited & ~bit(points[0]) & ~self.free():
            raise BadPosition(f"the piece that goes on stands on {at}, and where it was before is empty")
        if not (has(self.visited, points[0]) and 0 <= came < self.points and has(self.visited, came)):
            raise BadPosition(f"the piece on {at} came from where its last direction says, and both points are told")
        if len(self.legal()) == 1:
            raise BadPosition(f"the piece on {at} cannot go on capturing: the turn is over")
        return self

    @python_only
    def move_text(self, move: int) -> str:
        """d3-e3, with A for an approach and W for a withdrawal; or stop."""
        if move == self.stop:
            return "stop"
        start, to = divmod(move // 3, self.points)
        return f"{self.name(start)}-{self.name(to)}{KINDS[move % 3]}"

    @python_only
    def parse_move(self, text: str) -> int:
        """Two points; A or W only where the step can be both."""
        found = MOVE.fullmatch(text.strip().lower())
        if found and not found[3]:
            ends = f"{found[1]}-{found[2]}"
            fits = [move for move in self.legal() if self.move_text(move).rstrip("AW") == ends]
            if len(fits) == 1:
                return fits[0]
            if fits:
                raise AmbiguousMove(f"{text!r} could mean {' or '.join(map(self.move_text, fits))}")
        return super().parse_move(f"{found[1]}-{found[2]}{found[3].upper()}" if found else text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        legal = self.legal()
        if not legal:
            return "the game is over"
        text = move if isinstance(move, str) else self.move_text(move) if 0 <= move <= self.stop else ""
        found = MOVE.fullmatch(text.strip().lower())
        if text == "stop":
            return "only a turn of captures that can go on is stopped"
        start, to = (square_index(found[part], self.columns, self.rows) if found else -1 for part in (1, 2))
        if min(start, to) < 0:
            return f"a move is two points, such as {self.move_text(legal[0])}"
        if self.at and start != self.at - 1:
            return f"the piece on {self.name(self.at - 1)} goes on capturing, or the turn stops"
        if not has(self.mine(), start):
            return f"{NAMES[self.turn]} has no piece on {self.name(start)}"
        if not has(self.free(), to):
            return f"{self.name(to)} is taken"
        ways = [way for way in range(8) if has(self.LEAVES[way], start) and start + self.STEP[way] == to]
        if not ways:
            return f"no line leads from {self.name(start)} to {self.name(to)}"
        if has(self.visited, to):
            return f"the piece has been on {self.name(to)} in this turn"
        if self.last == ways[0] + 1 and not self.straight:
            return "a piece may not go twice running in the same direction"
        if self.noisy(legal[0]):
            return f"a capture is compulsory: {', '.join(self.move_text(other) for other in legal[:5])}"
        return f"nothing is captured from {self.name(start)} to {self.name(to)} in this way"

    @python_only
    def ending(self) -> str:
        """Who has no piece, or no move."""
        if self.legal():
            return ""
        loser, winner = NAMES[self.turn], NAMES[1 - self.turn]
        return f"{loser} {'cannot move' if self.mine() else 'has no piece left'}: {winner} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Points on lines; where a step can be both, the enemy next in line is clicked too."""
        cells = grid_cells(self.columns, self.rows, shape="point")
        pieces = tuple(
            Piece(self.name(point), "stone", SIGNS.index(self.sign(point)), self.sign(point))
            for point in squares(self.white | self.black)
        )
        legal = self.legal()
        clicks: dict[int, tuple[str, ...]] = {}
        for move in legal:
            if move == self.stop:
                clicks[move] = ("stop",)
                continue
            start, to = divmod(move // 3, self.points)
            clicks[move] = self.name(start), self.name(to)
            if move // 3 * 3 + APPROACH in legal and move // 3 * 3 + WITHDRAWAL in legal:
                x, y = WAYS[self.way_of(start, to)]
                taken = to + x + y * self.columns if move % 3 == APPROACH else start - x - y * self.columns
                clicks[move] += (self.name(taken),)
        buttons = (Button("stop", "stop", self.turn),) if self.stop in clicks else ()
        return Scene(cells, pieces, buttons, drawn_lines(self.columns, self.rows), clicks, steps="chain")
