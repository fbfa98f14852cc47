"""Sahara: tip pyramids from triangle to triangle; the first whose pyramid has no empty triangle beside it loses.

Rows have letters from the top, triangles numbers from the left. The triangle (row, x) is bit 11 * row + x - 2, where x
counts from the left corner of the board, so that all neighbours lie 1 or 11 bits apart:

    a            0  1  2  3  4  5  6            ^v^v^v^
    b        10 11 12 13 14 15 16 17 18        ^v^v^v^v^
    c     20 21 22 23 24 25 26 27 28 29 30    ^v^v^v^v^v^
    d     31 32 33 34 35 36 37 38 39 40 41    v^v^v^v^v^v
    e        43 44 45 46 47 48 49 50 51        v^v^v^v^v
    f           55 56 57 58 59 60 61            v^v^v^v

A triangle that points up is light, one that points down is dark.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.rows import pack_row, unpack_row
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    bit,
    compared,
    count,
    derived,
    has,
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

WIDTHS = (7, 9, 11, 11, 9, 7)
STRIDE = 11
SIGNS = "wb"
COLOURS = ("light", "dark")
HEIGHT = 3**0.5 / 2  # of a triangle whose side is 1
START = "bw3bw/9/w9b/b9w/9/wb3wb w"

PLACES = [(row, 5 - WIDTHS[row] // 2 + column) for row in range(6) for column in range(WIDTHS[row])]
CELLS = [STRIDE * row + x - 2 for row, x in PLACES]  # the bits in use, row by row
NAMES = {STRIDE * row + x - 2: f"{'abcdef'[row]}{x - 4 + WIDTHS[row] // 2}" for row, x in PLACES}
BOARD = word(sum(1 << cell for cell in CELLS))
UP = word(sum(1 << cell for cell, (row, x) in zip(CELLS, PLACES, strict=True) if (row + x) % 2 == 0))
DOWN = BOARD & ~UP
EAST, WEST = bit(30), bit(31)  # the only two that lie one bit apart without touching


def images() -> list[list[int]]:
    """Where each turn by a third and each mirror sends each bit; the identity is first."""
    centres = {
        cell: complex(x / 2 - 2.5, (3 - row - (2 if has(UP, cell) else 1) / 3) * HEIGHT)
        for cell, (row, x) in zip(CELLS, PLACES, strict=True)
    }
    found = []
    for mirrored in (False, True):
        for third in range(3):
            turn = complex(-0.5, HEIGHT) ** third
            image = list(range(64))
            for cell, at in centres.items():
                goal = (-at.conjugate() if mirrored else at) * turn
                image[cell] = min(centres, key=lambda other: abs(centres[other] - goal))
            found.append(image)
    return found


IMAGE = table(images(), u8)


def beside(cells: np.uint64) -> np.uint64:
    """All triangles that touch one of these."""
    along = (cells & ~EAST) << word(1) | (cells & ~WEST) >> word(1)
    return (along | (cells & UP) << word(STRIDE) | (cells & DOWN) >> word(STRIDE)) & BOARD


class Sahara(Game):
    """Shut in a pyramid."""

    # ------------------------------------------------------------------ facts
    both: str = parameter(
        "mover", choices=("mover", "opponent", "draw"), help="who wins where a move shuts in pyramids of both players"
    )
    by_enemies: bool = parameter(False, help="own pyramids beside it do not help to shut one in")
    tie: float = derived(lambda game: {"mover": -1.0, "opponent": 1.0, "draw": 0.0}[game.both])  # for who is to move
    most_moves = 54  # six pyramids; a light triangle has three dark ones beside it, and six light ones beyond
    repetition = 3
    cap = 200
    symmetries = 6

    # ------------------------------------------------------------------ state
    pyramids: Cells = array(u64, 2)  # each player's pyramids

    @python_only
    def start(self) -> None:
        """Two pyramids at each corner."""
        first = type(self).from_text(START)
        for player in range(2):
            self.pyramids[player] = first.pyramids[player]

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every own pyramid to every triangle that it reaches."""
        n = 0
        for cell in squares(self.pyramids[self.turn]):
            for to in squares(self.reach(cell)):
                n = put(out, n, cell << 6 | to)
        return n

    def play(self, move: int) -> None:
        """Tip a pyramid once or twice."""
        self.pyramids[self.turn] = self.pyramids[self.turn] & ~bit(move >> 6) | bit(move & 63)
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """Some pyramid is shut in."""
        return self.shut(0) != NONE or self.shut(1) != NONE

    def utility(self, player: int) -> float:
        """Who has a pyramid shut in loses; where both have, the rule of `both` decides; who cannot move loses too."""
        mine, theirs = self.shut(self.turn) != NONE, self.shut(1 - self.turn) != NONE
        result = -1.0  # the player to move is shut in, or, where that alone does not lose, has no move
        if mine and theirs:
            result = self.tie
        elif theirs:
            result = 1.0
        return result if self.turn == player else -result

    # ------------------------------------------------------------------ helpers
    def free(self) -> np.uint64:
        """The empty triangles."""
        return BOARD & ~(self.pyramids[0] | self.pyramids[1])

    def reach(self, cell: int) -> np.uint64:
        """Where a pyramid can go: one tip; from a light triangle also a second one, from the dark one to light."""
        free = self.free()
        once = beside(bit(cell)) & free
        return once | beside(once) & free if has(UP, cell) else once

    def shut(self, player: int) -> np.uint64:
        """A player's pyramids without a way out."""
        way_out = self.free() | self.pyramids[player] if self.by_enemies else self.free()
        return self.pyramids[player] & ~beside(way_out)

    def wins(self, move: int) -> bool:
        """Whether a move shuts in a pyramid of the opponent."""
        mine = self.pyramids[self.turn] & ~bit(move >> 6) | bit(move & 63)
        theirs = self.pyramids[1 - self.turn]
        way_out = BOARD & ~mine if self.by_enemies else BOARD & ~(mine | theirs)
        return theirs & ~beside(way_out) != NONE

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random move without listing them."""
        total = 0
        for cell in squares(self.pyramids[self.turn]):
            total += count(self.reach(cell))
        if total == 0:
            return NO_MOVE
        index = random.below(total)
        for cell in squares(self.pyramids[self.turn]):
            reach = self.reach(cell)
            if index < count(reach):
                return cell << 6 | nth(reach, index)
            index -= count(reach)
        return NO_MOVE

    def evaluate(self) -> float:
        """Pyramids with one way out, above all if an enemy can stop it; those with two; places to go; light ground."""
        mine = self.safety(self.turn, 30.0)
        theirs = self.safety(1 - self.turn, 90.0)  # the player to move may close in at once
        return max(-0.99, min(0.99, (mine - theirs) / 250.0))

    def safety(self, player: int, danger: float) -> float:
        """How well a player's pyramids stand."""
        narrow, light, open_ones, threatened, reach = self.parts(player)
        return 3.0 * light - 6.0 * narrow + 2.0 * open_ones - danger * threatened + reach

    def parts(self, player: int) -> tuple[int, int, int, int, int]:
        """Pyramids with one way out, on light ground, with three ways; ways out under attack; and places to go."""
        free, pyramids = self.free(), self.pyramids[player]
        left, right = (free & ~EAST) << word(1), (free & ~WEST) >> word(1)
        across = free << word(STRIDE) & DOWN | free >> word(STRIDE) & UP
        some = left | right | across
        more = left & right | across & (left | right)
        narrow = pyramids & some & ~more
        attacked = NONE
        for cell in squares(self.pyramids[1 - player]):
            attacked = attacked | self.reach(cell)
        threatened = min(2, count(beside(narrow) & free & attacked))
        reach = 0
        for cell in squares(pyramids):
            reach += count(self.reach(cell))
        return count(narrow), count(pyramids & UP), count(pyramids & left & right & across), threatened, reach

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        own, other = self.parts(self.turn), self.parts(1 - self.turn)
        names = "one way out", "light ground", "three ways out", "own ways out under attack", "places to go"
        return compared(names, own, (*other[:3], 0, other[4])) | {"enemy ways out under attack": other[3]}

    def order(self, move: int) -> int:
        """Winning moves first, then moves to where enemies stand."""
        if self.wins(move):
            return 100
        return count(beside(bit(move & 63)) & self.pyramids[1 - self.turn])

    def noisy(self, move: int) -> bool:
        """Moves that win at once."""
        return self.wins(move)

    def transform(self, which: int) -> None:
        """Turn the board by thirds, or mirror it."""
        for player in range(2):
            self.pyramids[player] = image(IMAGE, which, self.pyramids[player])

    def transform_move(self, which: int, move: int) -> int:
        """Both triangles go where the board takes them."""
        return int(IMAGE[which, move >> 6]) << 6 | int(IMAGE[which, move & 63])

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, cell: int) -> str:
        """w, b or a dot."""
        return "w" if has(self.pyramids[0], cell) else "b" if has(self.pyramids[1], cell) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, empty triangles counted, then who moves; plies played once the game has begun."""
        signs = dict.fromkeys(range(6), "")
        for cell, (row, _) in zip(CELLS, PLACES, strict=True):
            signs[row] += self.sign(cell)
        return "/".join(map(pack_row, signs.values())) + f" {SIGNS[self.turn]}" + (f" {ply}" if ply > 0 else "")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(\S+) ([wb])( \d{1,9})?", " ".join(text.split()))
        rows = found.group(1).split("/") if found else []
        if not found or len(rows) != 6:
            raise BadPosition(f"a position is six rows from the top joined by /, then w or b to move: {text!r}")
        signs = ""
        for row, width in zip(rows, WIDTHS, strict=True):
            line = unpack_row(row, SIGNS, width)
            if line is None:
                raise BadPosition(f"row {row!r} is not {width} triangles of w, b and numbers")
            signs += line
        state: Self = cls.blank()
        for cell, sign in zip(CELLS, signs, strict=True):
            if sign != ".":
                player = SIGNS.index(sign)
                state.pyramids[player] = state.pyramids[player] | bit(cell)
        if [count(state.pyramids[player]) for player in range(2)] != [6, 6]:
            raise BadPosition("each player has six pyramids")
        state.turn = SIGNS.index(found.group(2))
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The number at the end."""
        parts = text.split()
        return 0, int(parts[2]) if len(parts) == 3 else 0

    @python_only
    def move_text(self, move: int) -> str:
        """From where to where: `a2-b3`."""
        return f"{NAMES[move >> 6]}-{NAMES[move & 63]}"

    @python_only
    def parse_move(self, text: str) -> int:
        """The hyphen may be left out."""
        return super().parse_move(re.sub(r"^\s*([a-fA-F]\d+)\s*([a-fA-F]\d+)\s*$", r"\1-\2", text))

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if not self.legal():
            return "the game is over"
        if isinstance(move, int):
            known = move >> 6 in NAMES and move & 63 in NAMES
            move = self.move_text(move) if known else str(move)
        cells = {name: cell for cell, name in NAMES.items()}
        ends = move.strip().lower().split("-")
        if len(ends) != 2 or not set(ends) <= set(cells):
            return "a move is two triangles, such as a2-b3; rows are a to f from the top"
        source, goal = (cells[end] for end in ends)
        if not has(self.pyramids[self.turn], source):
            return f"{COLOURS[self.turn]} has no pyramid on {ends[0]}"
        if not has(self.free(), goal):
            return f"{ends[1]} is not empty"
        if has(UP, source):
            return f"a pyramid cannot be tipped from {ends[0]} to {ends[1]} in one or two steps over empty triangles"
        return f"{ends[1]} is not beside {ends[0]}, and a pyramid on a dark triangle is tipped only once"

    @python_only
    def ending(self) -> str:
        """Whose pyramid is shut in."""
        names = [COLOURS[player] for player in range(2) if self.shut(player) != NONE]
        if len(names) == 2:
            result = {"draw": "draw", "mover": f"{COLOURS[1 - self.turn]} moved last and wins"}
            return (
                f"both have a pyramid shut in: {result.get(self.both, f'{COLOURS[self.turn]} did not move and wins')}"
            )
        if names:
            return f"{names[0]} has a pyramid shut in"
        return "" if self.legal() else f"{COLOURS[self.turn]} cannot move"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Triangles; click a pyramid, then where it goes."""
        side = 1.6  # room for a piece inside a triangle
        cells, pieces = [], []
        for cell, (row, x) in zip(CELLS, PLACES, strict=True):
            up = has(UP, cell)
            shape, shade = ("triangle_up", "light") if up else ("triangle_down", "dark")
            high = side * HEIGHT
            cells.append(Cell(NAMES[cell], side / 2 * x, -high * row, shape, shade, width=side, height=high))
            if (sign := self.sign(cell)) != ".":
                pieces.append(Piece(NAMES[cell], "man", SIGNS.index(sign), sign, dy=(-high if up else high) / 6))
        clicks = {move: tuple(self.move_text(move).split("-")) for move in self.legal()}
        return Scene(cells=tuple(cells), pieces=tuple(pieces), clicks=clicks)
