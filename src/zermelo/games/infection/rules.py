"""What Ataxx and Hexxagon share: stones multiply or jump, and enemy stones next to the arrival change sides.

A game says which cells are near each other (one step) and far (two steps); the rules are the same on any board.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.rows import pack_row, unpack_row
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    bit,
    count,
    has,
    nth,
    put,
    python_only,
    squares,
    table,
    u8,
    u64,
    word,
)

SIGNS = "xo"
WALL = "-"
WRITTEN = "rows from the top joined by /, then x or o to move"


class Infection(Game):
    """Multiply or jump, and turn the neighbours."""

    # ------------------------------------------------------------------ facts: each game has its own
    area: int = 1  # cells of the board
    NEAR: Cells = table([0], u64)  # the cells one step from each cell
    FAR: Cells = table([0], u64)  # the cells two steps from each cell
    IMAGES: Cells = table([[0]], u8)  # where each symmetry carries each cell
    no_progress = 100
    can_pass = True

    # ------------------------------------------------------------------ state
    mine: u64  # stones of the player to move
    theirs: u64

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """To each free cell: one move for all stones next to it, a jump of each stone two steps away; else a pass."""
        n = 0
        for to in squares(self.free()):
            if self.NEAR[to] & self.mine:
                n = put(out, n, to)
            for origin in squares(self.FAR[to] & self.mine):
                n = put(out, n, self.area + origin * self.area + to)
        if n == 0 and self.can_go_on(self.theirs):
            n = put(out, n, self.passing())
        return n

    def play(self, move: int) -> None:
        """A stone is added or moved, its enemy neighbours become the mover's, and it is the opponent's turn."""
        mine, theirs = self.mine, self.theirs
        if move != self.passing():
            to = self.target(move)
            turned = self.NEAR[to] & theirs
            mine, theirs = mine | turned | bit(to), theirs & ~turned
            if move >= self.area:
                mine = mine & ~bit((move - self.area) // self.area)
        self.mine, self.theirs = theirs, mine
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """One side is gone, or no cell is free; that neither can move shows when there are no moves."""
        return self.mine == NONE or self.theirs == NONE or self.free() == NONE

    def utility(self, player: int) -> float:
        """More stones win."""
        ahead = count(self.mine) - count(self.theirs)
        if ahead == 0:
            return 0.0
        return 1.0 if (ahead > 0) == (self.turn == player) else -1.0

    # ------------------------------------------------------------------ helpers
    def free(self) -> np.uint64:
        """The cells where a stone may go."""
        return ~(self.mine | self.theirs)

    def passing(self) -> int:
        """The number of the pass."""
        return self.area + self.area * self.area

    def target(self, move: int) -> int:
        """The cell where a stone arrives."""
        return move if move < self.area else (move - self.area) % self.area

    def can_go_on(self, stones: np.uint64) -> bool:
        """Whether one of these stones has a free cell within two steps."""
        free = self.free()
        for stone in squares(stones):  # noqa: SIM110  # a generator does not compile
            if (self.NEAR[stone] | self.FAR[stone]) & free:
                return True
        return False

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random move: count them first, then find the one with the number drawn."""
        free, mine = self.free(), self.mine
        total = 0
        for to in squares(free):
            total += count(self.FAR[to] & mine) + (1 if self.NEAR[to] & mine else 0)
        if total == 0:
            return self.passing() if self.can_go_on(self.theirs) else NO_MOVE
        left = random.below(total)
        for to in squares(free):
            if self.NEAR[to] & mine:
                if left == 0:
                    return to
                left -= 1
            origins = self.FAR[to] & mine
            here = count(origins)
            if left < here:
                return self.area + nth(origins, left) * self.area + to
            left -= here
        return NO_MOVE

    def evaluate(self) -> float:
        """Stones, and the best move at hand: the stones that it turns, and whether it adds one."""
        ahead = count(self.mine) - count(self.theirs)
        return max(-0.99, min(0.99, (2 * ahead + self.best_gain()) / (2.0 * self.area)))

    def best_gain(self) -> int:
        """The best move at hand: two for each stone that it turns, and one if it adds a stone."""
        mine, theirs = self.mine, self.theirs
        best = 0
        for to in squares(self.free()):
            near = self.NEAR[to]
            grows = near & mine != NONE
            if grows or self.FAR[to] & mine:
                best = max(best, 2 * count(near & theirs) + (1 if grows else 0))
        return best

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        return {"stones": count(self.mine) - count(self.theirs), "best move at hand": self.best_gain()}

    def order(self, move: int) -> int:
        """Most stones turned first; adding a stone before moving one."""
        if move == self.passing():
            return 0
        return 2 * count(self.NEAR[self.target(move)] & self.theirs) + (1 if move < self.area else 0)

    def irreversible(self, move: int) -> bool:
        """Stones never become fewer, and a new one makes them more."""
        return move < self.area

    def pass_turn(self) -> None:
        """Both boards change hands."""
        self.mine, self.theirs = self.theirs, self.mine
        self.turn = 1 - self.turn

    def pass_is_safe(self) -> bool:
        """There is zugzwang only where little room is left."""
        return count(self.free()) > 8

    def reward(self, player: int) -> float:
        """The difference in stones."""
        ahead = count(self.mine) - count(self.theirs)
        return float(ahead if self.turn == player else -ahead)

    def transform(self, which: int) -> None:
        """Turn or mirror the board."""
        self.mine, self.theirs = image(self.IMAGES, which, self.mine), image(self.IMAGES, which, self.theirs)

    def transform_move(self, which: int, move: int) -> int:
        """A pass stays a pass."""
        if move == self.passing():
            return move
        to = self.IMAGES[which, self.target(move)]
        if move < self.area:
            return to
        return self.area + self.IMAGES[which, (move - self.area) // self.area] * self.area + to

    # ------------------------------------------------------------------ notation: the board
    @classmethod
    def rows(cls) -> list[list[int]]:
        """The cells row by row from the top, as positions are written; -1 is a hole."""
        return []

    @classmethod
    def names(cls) -> list[str]:
        """The names of the cells in the order of their numbers."""
        return []

    @python_only
    def sign(self, cell: int) -> str:
        """x, o, a wall or a dot."""
        if cell < 0 or not has(self.free() | self.mine | self.theirs, cell):
            return WALL
        if has(self.mine, cell):
            return SIGNS[self.turn]
        return SIGNS[1 - self.turn] if has(self.theirs, cell) else "."

    # ------------------------------------------------------------------ notation: positions
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, who moves, plies since a stone was added, number of the move."""
        rows = "/".join(pack_row("".join(self.sign(cell) for cell in row)) for row in self.rows())
        return f"{rows} {SIGNS[self.turn]} {progress} {1 + ply // 2}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote; the clocks may be left out."""
        parts = text.split()
        lines = parts[0].split("/") if parts else []
        rows = cls.rows()
        if len(parts) not in (2, 3, 4) or len(lines) != len(rows) or parts[1] not in ("x", "o"):
            raise BadPosition(f"a position is {len(rows)} {WRITTEN}: {text!r}")
        cls.clocks(text)
        found = dict.fromkeys(SIGNS + WALL + ".", 0)
        for line, row in zip(lines, rows, strict=True):
            signs = unpack_row(line, SIGNS + WALL, len(row))
            if signs is None:
                raise BadPosition(f"row {line!r} is not {len(row)} cells of x, o, - and numbers")
            for sign, cell in zip(signs, row, strict=True):
                if cell >= 0:
                    found[sign] |= 1 << cell
                elif sign != WALL:
                    raise BadPosition(f"row {line!r} has no - where the board has a hole")
        if not found["x"] | found["o"]:
            raise BadPosition("there are no stones")
        state: Self = cls.blank()
        state.turn = SIGNS.index(parts[1])
        state.mine, state.theirs = word(found[parts[1]]), word(found[SIGNS[1 - state.turn]])
        state.build(word(found[WALL]))
        return state

    @python_only
    def build(self, walls: np.uint64) -> None:
        """Take over the walls of a position that is read."""
        if walls:
            raise BadPosition("only the holes of the board are written -")

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """Plies since a stone was added, and plies played by the number of the move."""
        told = text.split()[2:]
        if not all(part.isascii() and part.isdigit() and len(part) < 7 for part in told):
            raise BadPosition(f"after the player to move come two numbers: {text!r}")
        progress, number = int(told[0]) if told else 0, int(told[1]) if len(told) > 1 else 1
        if number < 1:
            raise BadPosition(f"moves are numbered from 1: {text!r}")
        return progress, 2 * (number - 1) + SIGNS.index(text.split()[1])

    # ------------------------------------------------------------------ notation: moves
    @python_only
    def move_text(self, move: int) -> str:
        """The cell of a new stone, both cells of a jump, or 0000 for a pass, as the UAI protocol writes them."""
        if move == self.passing():
            return "0000"
        to = self.names()[self.target(move)]
        return to if move < self.area else self.names()[(move - self.area) // self.area] + to

    @python_only
    def parse_move(self, text: str) -> int:
        """A cell, two cells, or a pass (also written pass); two cells next to each other mean a new stone."""
        wanted = text.strip().lower().replace("-", "")
        names = self.names()
        if wanted[:2] in names and wanted[2:] in names:
            origin, to = names.index(wanted[:2]), names.index(wanted[2:])
            if has(self.NEAR[to] & self.mine, origin):
                wanted = wanted[2:]
        return int(super().parse_move("0000" if wanted == "pass" else wanted))

    @python_only
    def why_not(self, move: int | str) -> str:
        """Which rule forbids a move."""
        names, legal = self.names(), self.legal()
        if not legal:
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move <= self.passing() else ""
        wanted = move.strip().lower()
        origin, to = (wanted[:2], wanted[2:]) if len(wanted) == 4 else ("", wanted)
        if wanted in ("0000", "pass"):
            return "a pass is allowed only when no stone can move"
        if to not in names or origin not in ("", *names):
            return f"a move is a cell or two cells; the cells are {names[0]} to {names[-1]}"
        if legal == [self.passing()]:
            return f"{SIGNS[self.turn]} has no move and must pass"
        sign = self.sign(names.index(to))
        if sign != ".":
            return f"{to} is a wall" if sign == WALL else f"{to} is taken"
        if not origin:
            return f"no stone of {SIGNS[self.turn]} is next to {to}"
        if self.sign(names.index(origin)) != SIGNS[self.turn]:
            return f"{SIGNS[self.turn]} has no stone on {origin}"
        return f"{to} is not two steps from {origin}"

    @python_only
    def ending(self) -> str:
        """Why the game ends here, and the count of stones."""
        if self.legal():
            return ""
        stones = [count(self.mine), count(self.theirs)][:: 1 if self.turn == 0 else -1]
        why = "one side is gone" if 0 in stones else "the board is full" if not self.free() else "neither can move"
        if stones[0] == stones[1]:
            return f"{why}: draw, {stones[0]} each"
        return f"{why}: {SIGNS[int(stones[1] > stones[0])]} wins {max(stones)} to {min(stones)}"

    # ------------------------------------------------------------------ picture
    @python_only
    def draw(self, cells: tuple[Cell, ...]) -> Scene:
        """Stones on the cells; a new stone takes a click on its cell, a jump starts with a click on the stone."""
        moves = self.legal()
        names = self.names()
        signs = [self.sign(cell) for cell in range(self.area)]
        must_pass = moves == [self.passing()]
        clicks = {self.passing(): ("pass",)} if must_pass else {move: self.clicked(move) for move in moves}
        return Scene(
            cells=cells,
            pieces=tuple(
                Piece(name, "stone", SIGNS.index(sign), sign)
                for name, sign in zip(names, signs, strict=True)
                if sign in SIGNS
            ),
            buttons=(Button("pass", "pass", self.turn),) if must_pass else (),
            clicks=clicks,
            notes=(f"x {signs.count('x')}, o {signs.count('o')}",),
            colours=("red", "blue"),
        )

    @python_only
    def clicked(self, move: int) -> tuple[str, ...]:
        """The cells to click for a move that is no pass."""
        names = self.names()
        to = names[self.target(move)]
        return (to,) if move < self.area else (names[(move - self.area) // self.area], to)
