"""Alquerque: the ancestor of draughts; pieces step along lines and jump over enemies onto the empty point beyond.

Every piece moves and jumps in all directions that lines have. A capture is compulsory and goes on as far as it can, but
any capture may be chosen; what is jumped is lifted at once. Who has no pieces, or no move, loses. White begins:

    5  b b b b b     20 21 22 23 24
    4  b b b b b     15 16 17 18 19     a1, c1, b2 and every second point have diagonals
    3  b b . w w     10 11 12 13 14
    2  w w w w w      5  6  7  8  9
    1  w w w w w      0  1  2  3  4
       a b c d e

Each jump is a move of its own. Where captures are optional, `stop` ends a turn that could go on.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import grid_cells, square_index, square_name
from zermelo.boards.lattice import drawn_lines, leaving, steps
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    Button,
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
    number,
    parameter,
    put,
    python_only,
    rotate,
    squares,
    table,
    u8,
    u32,
    u64,
    word,
)

SIZE, POINTS, PIECES, STOP = 5, 25, 12, 625
SIGNS, NAMES = "wb", ("White", "Black")
BOARD = word((1 << POINTS) - 1)
STEPS = table(steps(SIZE), i8)
LEAVES = table(leaving(SIZE, SIZE), u64)  # by direction: the points from which a line leads there
IMAGES = table(box_symmetries((SIZE, SIZE)), u8)  # [symmetry, point]
LEFT_AND_RIGHT = next(which for which in range(8) if IMAGES[which, 0] == 4 and IMAGES[which, 5] == 9)
CLOSE, THREAT = 4.0, 40.0  # in hundredths of a piece
MOVE = re.compile(r"([a-e][1-5])[-x]?([a-e][1-5])")


def behind(board: np.uint64, way: int) -> np.uint64:
    """The points from which a step in a direction leads onto a board."""
    return rotate(board, -STEPS[way]) & LEAVES[way]


def jumpers(mine: np.uint64, theirs: np.uint64, way: int) -> np.uint64:
    """Which pieces can jump over one of the others in a direction."""
    return mine & behind(theirs & behind(BOARD & ~(mine | theirs), way), way)


def around(pieces: np.uint64) -> np.uint64:
    """The points within two steps of these pieces, theirs included."""
    for _ in range(2):
        wider = pieces
        for way in range(8):
            wider = wider | behind(pieces, way)
        pieces = wider
    return pieces


class Alquerque(Game):
    """Step and jump along lines."""

    # ------------------------------------------------------------------ facts
    captures: str = parameter(
        "compulsory",
        choices=("compulsory", "optional", "single"),
        help="whether captures must be made and completed, may be made and stopped, or are single and optional",
    )
    backward: bool = parameter(True, help="pieces may also step back, towards their own side (they always jump freely)")
    must: bool = derived(lambda game: game.captures == "compulsory")
    may_stop: bool = derived(lambda game: game.captures == "optional")
    one_jump: bool = derived(lambda game: game.captures == "single")
    most_moves = 96  # twelve pieces with eight directions each
    repetition = 3
    no_progress = 40
    symmetries: int = derived(lambda game: 8 if game.backward else 2)

    # ------------------------------------------------------------------ state
    white: u32  # pieces of each side
    black: u32
    at: i8  # inside a turn: the point + 1 of the piece that goes on jumping; 0 at its start

    @python_only
    def start(self) -> None:
        """Twelve pieces each around the empty centre."""
        self.white, self.black = 0x00063FF, 0x1FF8C00

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Jumps; steps where no jump is compulsory; `stop` where a turn may end early."""
        n = self.noisy_moves(out)
        if self.at > 0:
            return put(out, n, STOP) if self.may_stop else n
        if n == 0 or not self.must:
            for way in range(8):
                for start in squares(self.steppers(way)):
                    n = put(out, n, start * POINTS + start + STEPS[way])
        return n

    def play(self, move: int) -> None:
        """Step or jump; a jump that can go on keeps the turn."""
        goes_on = False
        if move != STOP:
            start, to = move // POINTS, move % POINTS
            jumped = self.jumped(start, to)
            mine, theirs = self.mine() ^ bit(start) | bit(to), self.theirs() & ~jumped
            self.white = number(mine if self.turn == 0 else theirs)
            self.black = number(theirs if self.turn == 0 else mine)
            if jumped != NONE and not self.one_jump:
                for way in range(8):
                    goes_on = goes_on or jumpers(mine, theirs, way) & bit(to) != NONE
            self.at = to + 1
        if not goes_on:
            self.at = 0
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
        return word(self.white if self.turn == 0 else self.black)

    def theirs(self) -> np.uint64:
        """The pieces of the opponent."""
        return word(self.black if self.turn == 0 else self.white)

    def free(self) -> np.uint64:
        """The empty points."""
        return BOARD & ~(word(self.white) | word(self.black))

    def steppers(self, way: int) -> np.uint64:
        """The pieces that can step in a direction."""
        if not self.backward and (STEPS[way] < -1 if self.turn == 0 else STEPS[way] > 1):
            return NONE
        return self.mine() & behind(self.free(), way)

    def captors(self, way: int) -> np.uint64:
        """The pieces that can jump in a direction: all of the mover, or the one that goes on."""
        pieces = jumpers(self.mine(), self.theirs(), way)
        return pieces & bit(self.at - 1) if self.at > 0 else pieces

    def jumped(self, start: int, to: int) -> np.uint64:
        """What a move takes: the piece on the middle point of a jump."""
        far = abs(to % SIZE - start % SIZE) == 2 or abs(to // SIZE - start // SIZE) == 2
        return bit((start + to) // 2) if far else NONE

    # ------------------------------------------------------------------ hooks
    def noisy_moves(self, out: Row) -> int:
        """The jumps."""
        n = 0
        for way in range(8):
            for start in squares(self.captors(way)):
                n = put(out, n, start * POINTS + start + 2 * STEPS[way])
        return n

    def sample(self, random: Random, row: Row) -> int:
        """A random move; at the start of a turn without listing them."""
        if self.at > 0:
            return int(row[random.below(self.moves(row))])
        jumps = 0
        steps_too = 0
        for way in range(8):
            jumps += count(self.captors(way))
            steps_too += count(self.steppers(way))
        if jumps > 0 and self.must:
            steps_too = 0
        if jumps + steps_too == 0:
            return NO_MOVE
        index = random.below(jumps + steps_too)
        for choice in range(16):
            way = choice & 7
            pieces = self.captors(way) if choice < 8 else self.steppers(way)
            if index < count(pieces):
                start = nth(pieces, index)
                return start * POINTS + start + (2 if choice < 8 else 1) * STEPS[way]
            index -= count(pieces)
        return NO_MOVE

    def irreversible(self, move: int) -> bool:
        """A jump, or the end of a turn of jumps."""
        return move == STOP or self.noisy(move)

    def evaluate(self) -> float:
        """Pieces, exchanges and close quarters for who is ahead, and jumps that the opponent threatens."""
        ahead, pieces, close, threats = self.parts()
        score = 100.0 * ahead + 300.0 * ahead / max(pieces, 1)
        score += CLOSE * close * (1 if ahead > 0 else -1 if ahead < 0 else 0)  # who keeps away draws
        score -= THREAT * threats
        return max(-0.99, min(0.99, score / 1800.0))

    def parts(self) -> tuple[int, int, int, int]:
        """Pieces ahead, pieces on the board, those with an enemy within two steps, and jumps of the opponent."""
        mine, theirs = self.mine(), self.theirs()
        close = count(mine & around(theirs)) + count(theirs & around(mine))
        threats = 0
        for way in range(8):
            threats += count(jumpers(theirs, mine, way))
        return count(mine) - count(theirs), count(mine | theirs), close, threats

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        ahead, pieces, close, threats = self.parts()
        return {"pieces": ahead, "pieces on the board": pieces, "close quarters": close, "jumps that threaten": threats}

    def order(self, move: int) -> int:
        """Jumps first, stopping last."""
        return -1 if move == STOP else 10 if self.noisy(move) else 0

    def noisy(self, move: int) -> bool:
        """A jump."""
        return move != STOP and self.jumped(move // POINTS, move % POINTS) != NONE

    def transform(self, which: int) -> None:
        """Turn or mirror the board."""
        seen = self.seen(which)
        self.white = number(image(IMAGES, seen, word(self.white)))
        self.black = number(image(IMAGES, seen, word(self.black)))
        if self.at > 0:
            self.at = IMAGES[seen, self.at - 1] + 1

    def transform_move(self, which: int, move: int) -> int:
        """Both points on the board so turned."""
        if move == STOP:
            return move
        seen = self.seen(which)
        return int(IMAGES[seen, move // POINTS] * POINTS + IMAGES[seen, move % POINTS])

    def seen(self, which: int) -> int:
        """Which image of the board a symmetry is: all eight, or only left and right exchanged."""
        return which if self.backward or which == 0 else LEFT_AND_RIGHT

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, point: int) -> str:
        """w, b or a dot."""
        return "w" if has(word(self.white), point) else "b" if has(word(self.black), point) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, who moves, and inside a turn the piece that goes on: `bbbbb/bbbbb/bb1ww/wwwww/wwwww w`."""
        rows = ["".join(self.sign(SIZE * y + x) for x in range(SIZE)) for y in reversed(range(SIZE))]
        goes_on = f" {name_of(self.at - 1)}" if self.at else ""
        return "/".join(map(pack_row, rows)) + " " + SIGNS[self.turn] + goes_on

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, *rest = text.split() or [""]
        lines = rows.split("/")
        if len(lines) != SIZE or len(rest) not in (1, 2) or rest[0] not in ("w", "b"):
            raise BadPosition(f"a position is five rows from the top joined by /, then w or b to move: {text!r}")
        pieces = [0, 0]
        for y, line in enumerate(reversed(lines)):
            signs = unpack_row(line, SIGNS, SIZE)
            if signs is None:
                raise BadPosition(f"row {line!r} is not five points of w, b and numbers")
            for x, sign in enumerate(signs):
                if sign != ".":
                    pieces[SIGNS.index(sign)] |= 1 << SIZE * y + x
        state: Self = cls.blank()
        state.white, state.black = pieces
        state.turn = SIGNS.index(rest[0])
        if any(side.bit_count() > PIECES for side in pieces):
            raise BadPosition("a side has at most twelve pieces")
        if not pieces[1 - state.turn]:
            raise BadPosition("the player who has just moved has no piece")
        if len(rest) == 2:
            point = square_index(rest[1], SIZE, SIZE)
            state.at = point + 1
            if point < 0 or not has(state.mine(), point) or not any(state.captors(way) for way in range(8)):
                raise BadPosition(f"no piece of the player to move can go on jumping from {rest[1]}")
            if cls.one_jump:
                raise BadPosition("where captures are single no turn goes on")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """c2-c3, and c2xc4 for a jump; or stop."""
        if move == STOP:
            return "stop"
        return f"{name_of(move // POINTS)}{'x' if self.noisy(move) else '-'}{name_of(move % POINTS)}"

    @python_only
    def parse_move(self, text: str) -> int:
        """Two points; `-` or `x` between them may be left out or mixed up."""
        ends = read_ends(text)
        if ends is not None and ends[0] * POINTS + ends[1] in self.legal():
            return ends[0] * POINTS + ends[1]
        return super().parse_move(text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        legal = self.legal()
        if not legal:
            return "the game is over"
        text = move.strip().lower() if isinstance(move, str) else "stop" if move == STOP else ""
        if text == "stop":
            return "only a turn of optional jumps that can go on is stopped"
        ends = read_ends(text) if isinstance(move, str) else divmod(move, POINTS) if 0 <= move < STOP else None
        if ends is None:
            return f"a move is two points, such as {self.move_text(legal[0])}"
        start, to = ends
        if self.at and start != self.at - 1:
            return f"the piece on {name_of(self.at - 1)} must go on jumping"
        if not has(self.mine(), start):
            return f"{NAMES[self.turn]} has no piece on {name_of(start)}"
        if not has(self.free(), to):
            return f"{name_of(to)} is taken"
        if self.noisy(legal[0]) and (self.at or self.must):
            return f"a capture is compulsory: {', '.join(self.move_text(other) for other in legal[:5])}"
        if any(start + STEPS[way] == to and has(LEAVES[way], start) for way in range(8)):
            return "a piece may not step back"
        return f"no line for a step, and no piece to jump over, leads from {name_of(start)} to {name_of(to)}"

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
        """Points on lines; two clicks a move."""
        pieces = tuple(
            Piece(name_of(point), "stone", SIGNS.index(self.sign(point)), self.sign(point))
            for point in squares(BOARD & ~self.free())
        )
        clicks: dict[int, tuple[str, ...]] = {
            move: ("stop",) if move == STOP else (name_of(move // POINTS), name_of(move % POINTS))
            for move in self.legal()
        }
        buttons = (Button("stop", "stop", self.turn),) if STOP in clicks else ()
        return Scene(grid_cells(SIZE, SIZE, shape="point"), pieces, buttons, drawn_lines(SIZE, SIZE), clicks)


def name_of(point: int) -> str:
    """The name of a point."""
    return square_name(point % SIZE, point // SIZE)


def read_ends(text: str) -> tuple[int, int] | None:
    """The two points of a move, or nothing."""
    found = MOVE.fullmatch(text.strip().lower())
    return (square_index(found[1], SIZE, SIZE), square_index(found[2], SIZE, SIZE)) if found else None
