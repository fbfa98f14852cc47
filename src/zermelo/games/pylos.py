"""Pylos: two players build a pyramid of balls; who puts the last one on top wins.

A turn puts a ball from the reserve on a free place that is on the table or has four balls below it, or raises an own
ball that nothing lies on to a higher place. Who so completes a square of four own balls on one level takes one or two
own free balls back into the reserve. Fifteen balls each: who saves balls is the one to put the last. Places:

    12 13 14 15        22 23 24        27 28        29
     8  9 10 11        19 20 21        25 26
     4  5  6  7        16 17 18
     0  1  2  3
     level 1           level 2         level 3      level 4: above the middle of what is below
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import LETTERS
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
    i8,
    number,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u32,
    u64,
    word,
)

SIGNS = "wb"
NAMES = ("White", "Black")
PLACES, TOP, BALLS = 30, 29, 15
FIRST = (0, 16, 25, 29, 30)  # the first place of each level, and the end
RAISE, TAKE, STOP = 30, 930, 960  # moves: place; 30 + from * 30 + to; 930 + place; stop taking
Spot = tuple[int, int, int]  # level, column, row


def spots() -> list[Spot]:
    """Level, column and row of every place, in order."""
    return [(level, x, y) for level in range(4) for y in range(4 - level) for x in range(4 - level)]


def four_at(level: int, x: int, y: int) -> list[int]:
    """The places of the square of four on one level with this one at its lower left."""
    order = spots()
    return [order.index((level, x + dx, y + dy)) for dy in (0, 1) for dx in (0, 1)]


def bits(places: list[int]) -> int:
    """Places as bits."""
    return sum(1 << place for place in places)


def rows_of(level: int, length: int) -> list[int]:
    """The straight rows and columns across a whole level, as bits."""
    order = spots()
    span = range(length)
    lines = [[order.index((level, x, y)) for x in span] for y in span]
    lines += [[order.index((level, x, y)) for y in span] for x in span]
    return [bits(line) for line in lines]


def all_squares() -> list[int]:
    """Every square of four on the three lower levels, as bits."""
    return [bits(four_at(level, x, y)) for level in range(3) for y in range(3 - level) for x in range(3 - level)]


def supports() -> list[int]:
    """For each place, the four below it as bits; none for the table."""
    return [bits(four_at(level - 1, x, y)) if level else 0 for level, x, y in spots()]


def images() -> list[list[int]]:
    """Where the eight symmetries of the table take each place."""
    found = []
    for which in range(8):
        image: list[int] = []
        for level in range(4):
            side = 4 - level
            image += [FIRST[level] + to for to in box_symmetries((side, side))[which]]
        found.append(image)
    return found


class Pylos(Game):
    """Build a pyramid, save balls."""

    # ------------------------------------------------------------------ facts
    squares_count: bool = parameter(True, help="a square of four own balls lets its player take balls back")
    lines_count: bool = parameter(False, help="so do four in a row on the table and three on the second level")
    most_moves = 256  # 16 places, and 15 balls to 15 higher places at most
    repetition = 3
    cap = 300
    symmetries = 8
    SHAPES: Cells = derived(  # what gives balls back; a shape that nobody can have if there is none
        lambda game: table(
            (all_squares() if game.squares_count else []) + (rows_of(0, 4) + rows_of(1, 3) if game.lines_count else [])
            or [1 << 63],
            u64,
        )
    )
    SUPPORT: Cells = derived(lambda game: table(supports(), u64))
    ABOVE: Cells = derived(
        lambda game: table(
            [bits([p for p, s in enumerate(supports()) if s >> place & 1]) for place in range(PLACES)], u64
        )
    )
    HIGHER: Cells = derived(  # places on higher levels
        lambda game: table([(1 << PLACES) - (1 << FIRST[level + 1]) for level, _, _ in spots()], u64)
    )
    IMAGE: Cells = derived(lambda game: table(np.array(images()), u8))  # [which, place]

    # ------------------------------------------------------------------ state
    balls: Cells = array(u32, 2)
    reserve: Cells = array(i8, 2)
    taking: i8  # 2: the player to move must take a ball back, 1: they may take another one; 0 otherwise

    @python_only
    def start(self) -> None:
        """An empty table, White to move."""
        self.reserve[0] = self.reserve[1] = BALLS

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Places for a new ball, higher places for a free one; inside a turn, balls to take back."""
        found = 0
        loose = self.free(word(self.balls[self.turn]))
        if self.taking > 0:
            for place in squares(loose):
                found = put(out, found, TAKE + place)
            return put(out, found, STOP) if self.taking == 1 else found
        ready = self.ready()
        if self.reserve[self.turn] > 0:
            for place in squares(ready):
                found = put(out, found, place)
        for start in squares(loose):
            for to in squares(ready & self.HIGHER[start]):
                if not has(self.SUPPORT[to], start):
                    found = put(out, found, RAISE + start * PLACES + to)
        return found

    def play(self, move: int) -> None:
        """Put, raise or take back a ball."""
        mine = self.turn
        if move >= TAKE:
            if move == STOP:
                self.taking = 0
            else:
                self.balls[mine] = self.balls[mine] ^ 1 << move - TAKE
                self.reserve[mine] += 1
                self.taking -= 1
        else:
            to = move
            if move >= RAISE:
                to = (move - RAISE) % PLACES
                self.balls[mine] = self.balls[mine] ^ 1 << (move - RAISE) // PLACES
            else:
                self.reserve[mine] -= 1
            self.balls[mine] = self.balls[mine] | 1 << to
            if self.completes(to):
                self.taking = 2
        if self.taking == 0:
            self.turn = 1 - mine

    def midturn(self) -> bool:
        """Balls are being taken back."""
        return self.taking > 0

    def over(self) -> bool:
        """The ball on top is there."""
        return has(self.both(), TOP)

    def utility(self, player: int) -> float:
        """Who put the ball on top wins; who cannot move loses, for the other would finish the pyramid."""
        if self.over():
            return 1.0 if has(word(self.balls[player]), TOP) else -1.0
        return -1.0 if player == self.turn else 1.0

    # ------------------------------------------------------------------ helpers
    def both(self) -> np.uint64:
        """The balls of both players."""
        return word(self.balls[0] | self.balls[1])

    def ready(self) -> np.uint64:
        """Empty places on the table or on four balls."""
        full = self.both()
        found = word(0xFFFF) & ~full
        for place in range(FIRST[1], PLACES):
            if self.SUPPORT[place] & ~full == NONE:
                found = found | bit(place)
        return found & ~full

    def free(self, balls: np.uint64) -> np.uint64:
        """Those of some balls that nothing lies on."""
        full = self.both()
        found = NONE
        for place in squares(balls):
            if self.ABOVE[place] & full == NONE:
                found = found | bit(place)
        return found

    def completes(self, to: int) -> bool:
        """Whether a ball of the player to move has just completed a square or line."""
        mine = word(self.balls[self.turn])
        found = False
        for shape in self.SHAPES:
            found = found or (has(shape, to) and ~mine & shape == NONE)
        return found

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Balls in reserve, balls that can be raised, and squares that want one ball."""
        mine, theirs = self.turn, 1 - self.turn
        ready = self.ready()
        ahead = float(int(self.reserve[mine]) - int(self.reserve[theirs]))
        if self.taking > 0:
            ahead += 0.5 * self.taking
        ahead += self.promise(mine, ready) - self.promise(theirs, ready)
        return 0.98 * ahead / (abs(ahead) + 5.0)

    def promise(self, player: int, ready: np.uint64) -> float:
        """What a player's balls on the table promise."""
        shapes, raised = self.parts(player, ready)
        return 0.5 * shapes + 0.2 * raised

    def parts(self, player: int, ready: np.uint64) -> tuple[int, int]:
        """Squares that want one ball, and balls that can be raised."""
        balls = word(self.balls[player])
        shapes = raised = 0
        for shape in self.SHAPES:
            missing = shape & ~balls
            if count(missing) == 1 and missing & ready != NONE:
                shapes += 1
        for start in squares(self.free(balls)):
            if ready & self.HIGHER[start] != NONE:
                raised += 1
        return shapes, raised

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        own, other = (
            (self.reserve[player], *self.parts(player, self.ready())) for player in (self.turn, 1 - self.turn)
        )
        found = compared(("balls in reserve", "squares that want one ball", "balls that can be raised"), own, other)
        return found | {"balls to take back": self.taking}

    def order(self, move: int) -> int:
        """Take two balls back, raise, then put balls on high places."""
        if move >= TAKE:
            return 0 if move == STOP else 100 - (move - TAKE)
        return 60 + (move - RAISE) % PLACES if move >= RAISE else move

    def transform(self, which: int) -> None:
        """Turn and mirror the pyramid."""
        for player in range(2):
            self.balls[player] = number(image(self.IMAGE, which, word(self.balls[player])))

    def transform_move(self, which: int, move: int) -> int:
        """The places go where the pyramid takes them."""
        if move == STOP:
            return STOP
        if move >= TAKE:
            return int(TAKE + self.IMAGE[which, move - TAKE])
        if move >= RAISE:
            start, to = (move - RAISE) // PLACES, (move - RAISE) % PLACES
            return int(RAISE + self.IMAGE[which, start] * PLACES + self.IMAGE[which, to])
        return int(self.IMAGE[which, move])

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, place: int) -> str:
        """w, b or a dot."""
        return "w" if has(word(self.balls[0]), place) else "b" if has(word(self.balls[1]), place) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The levels from the table up, each with its rows from the top; who moves; x2 or x1 to take; plies played."""
        levels = []
        for level in range(4):
            side = 4 - level
            rows = [
                "".join(self.sign(FIRST[level] + side * row + column) for column in range(side)) for row in range(side)
            ]
            levels.append("/".join(reversed(rows)))
        taking = f"x{self.taking}" if self.taking else ""
        return "|".join(levels) + f" {SIGNS[self.turn]}{taking}" + (f" {ply}" if ply > 0 else "")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"([wb./|]+) ([wb])(x[12])?( \d+)?", " ".join(text.split()))
        levels = [level.split("/") for level in found[1].split("|")] if found else []
        shape = [[len(row) for row in rows] for rows in levels]
        if not found or shape != [[side] * side for side in (4, 3, 2, 1)]:
            raise BadPosition(
                f"a position is four levels from the table up divided by |, their rows from the top divided by /, "
                f"w, b and dots, then w or b to move: {text!r}"
            )
        state: Self = cls.blank()
        signs = "".join(row for rows in levels for row in reversed(rows))
        for player, sign in enumerate(SIGNS):
            state.balls[player] = bits([place for place, held in enumerate(signs) if held == sign])
            if signs.count(sign) > BALLS:
                raise BadPosition(f"{NAMES[player]} has only {BALLS} balls")
            state.reserve[player] = BALLS - signs.count(sign)
        for place in squares(state.both()):
            if state.SUPPORT[place] & ~state.both():
                raise BadPosition(f"the ball on {state.name(place)} hangs in the air")
        state.turn = SIGNS.index(found[2])
        state.taking = int(found[3][1]) if found[3] else 0
        if state.over() and (state.taking or state.utility(state.turn) > 0):
            raise BadPosition("the pyramid is finished: who put the last ball cannot be to move")
        mine = word(state.balls[state.turn])
        if state.taking == 2 and not any(int(mine) & int(shape) == int(shape) for shape in state.SHAPES):
            raise BadPosition(f"{NAMES[state.turn]} has no square and takes no balls back")
        if state.taking == 1 and state.reserve[state.turn] == 0:
            raise BadPosition(f"{NAMES[state.turn]} has taken no ball back yet")
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The number at the end."""
        parts = text.split()
        return 0, int(parts[2]) if len(parts) == 3 else 0

    @python_only
    def name(self, place: int) -> str:
        """Level, column and row: 1a1 to 4a1."""
        level, x, y = spots()[place]
        return f"{level + 1}{LETTERS[x]}{y + 1}"

    @python_only
    def move_text(self, move: int) -> str:
        """`1b2` puts a ball, `1b2-2a1` raises one, `x1b2` takes one back, `stop` takes no more."""
        if move == STOP:
            return "stop"
        if move >= TAKE:
            return f"x{self.name(move - TAKE)}"
        if move >= RAISE:
            return f"{self.name((move - RAISE) // PLACES)}-{self.name((move - RAISE) % PLACES)}"
        return self.name(move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if self.over():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move <= STOP else str(move)
        places = {self.name(place): place for place in range(PLACES)}
        named = re.fullmatch(r"(x?)(\w{3})(?:-(\w{3}))?", move.strip().lower())
        if move.strip().lower() == "stop":
            return "at least one ball must be taken back" if self.taking == 2 else "there is nothing to stop"
        if not named or named[2] not in places or (named[3] or named[2]) not in places:
            return "a move is a place such as 1b2, two places such as 1b2-2a1, x1b2 or stop"
        if bool(named[1]) != (self.taking > 0):
            return "a square is complete: take a ball back" if self.taking else "no square was completed"
        place, to = places[named[2]], places[named[3] or named[2]]
        if named[1] or named[3]:
            if self.sign(place) != SIGNS[self.turn]:
                return f"there is no ball of {NAMES[self.turn]}'s on {named[2]}"
            if not has(self.free(word(self.balls[self.turn])), place):
                return f"another ball lies on {named[2]}"
            if not has(self.HIGHER[place], to):
                return "a ball is raised to a higher level"
        if self.sign(to) != ".":
            return f"{self.name(to)} is taken"
        if not has(self.ready(), to) or (named[3] and has(self.SUPPORT[to], place)):
            return f"{self.name(to)} does not lie on four balls"
        return "the reserve is empty"

    @python_only
    def ending(self) -> str:
        """Who put the last ball, or who has none."""
        if self.over():
            return f"{NAMES[0 if self.utility(0) > 0 else 1]} has put the ball on top"
        return "" if self.legal() else f"{NAMES[self.turn]} has no ball to put or raise"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The four levels beside each other; click a place, or a ball and where it rises to."""
        left = (0.0, 4.75, 8.5, 11.25)
        cells = tuple(
            Cell(self.name(place), left[level] + x, y + 0.5 * level, "circle")
            for place, (level, x, y) in enumerate(spots())
        )
        pieces = tuple(
            Piece(cells[place].name, "ball", SIGNS.index(sign), sign)
            for place in range(PLACES)
            if (sign := self.sign(place)) != "."
        )
        clicks: dict[int, tuple[str, ...]] = {
            move: tuple(self.move_text(move).removeprefix("x").split("-")) for move in self.legal()
        }
        buttons = (Button("stop", "Take no more", self.turn),) if self.taking == 1 else ()
        notes = (f"in reserve: White {self.reserve[0]}, Black {self.reserve[1]}",)
        return Scene(cells=cells, pieces=pieces, buttons=buttons, clicks=clicks, notes=notes)
