"""Gobblet: four in a row with cups of four sizes, where a larger cup swallows a smaller one.

Each player has three stacks of four cups outside the board, the largest on top. A turn brings in the top cup of a
stack, or moves a cup that is seen on the board; a cup on the board may go to any empty cell or over any smaller cup. A
cup from outside goes to an empty cell; it may swallow only a cup of three that the opponent has in a row. Four of one
player that are seen in a row win once the move is complete: who uncovers four of the opponent's has lost. Gobblet
Gobblers (size 3) has two cups of three sizes, no stacks, and swallows from outside freely. Cells:

    12 13 14 15         6 7 8
     8  9 10 11         3 4 5
     4  5  6  7         0 1 2
     0  1  2  3
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_lines, box_symmetries
from zermelo.boards.grids import grid_cells, in_a_row, square_index, square_name
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NONE,
    Cell,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
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
    u16,
    u64,
    word,
)

CUPS = ("ABCD", "abcd")  # the first player's cups by size, and the second's
NAMES = ("the first player", "the second player")


class Gobblet(Game):
    """Four in a row, and swallow."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(4, low=3, high=4, help="4: Gobblet; 3: Gobblet Gobblers")
    mover_wins: bool = parameter(False, help="with a row of both players at once, who moved wins")
    cells: int = derived(lambda game: game.size**2)
    stacked: bool = derived(lambda game: game.size == 4)  # Gobblet's cups outside stand in stacks
    copies: int = derived(lambda game: game.size - 1)  # cups of each size
    entries: int = derived(lambda game: game.size * game.size**2)  # moves from outside: cells * (cup - 1) + to
    most_moves: int = derived(
        lambda game: 3 * game.cells + (game.copies * game.size - 3) * (game.cells - 1)  # three cups can enter
    )
    repetition = 3
    cap = 200
    symmetries = 8
    everywhere: np.uint64 = derived(lambda game: word((1 << game.cells) - 1))
    LINES: Cells = derived(
        lambda game: table([sum(1 << c for c in line) for line in box_lines((game.size, game.size), game.size)], u64)
    )
    IMAGE: Cells = derived(lambda game: table(np.array(box_symmetries((game.size, game.size))), u8))  # [which, cell]

    # ------------------------------------------------------------------ state
    cups: Cells = array(u16, lambda game: (2, game.size))  # [player, size - 1]: cells with such a cup, seen or not
    # Gobblet: the size of the top cup of each stack, sorted; Gobblers: how many cups of each size are left
    outside: Cells = array(i8, (2, 3))

    @python_only
    def start(self) -> None:
        """All cups outside."""
        for player in range(2):
            for place in range(3):
                self.outside[player, place] = self.size if self.stacked else self.copies

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Cups from outside, then cups on the board."""
        found = 0
        threatened = self.threatened() if self.stacked else self.everywhere
        for cup in range(self.size, 0, -1):
            lower = self.everywhere & ~self.at_least(cup)  # cells whose highest cup is smaller, or empty
            if self.has_outside(self.turn, cup):
                free = lower & (threatened | ~self.at_least(1))
                for to in squares(free):
                    found = put(out, found, (cup - 1) * self.cells + to)
            for start in squares(self.seen_of(self.turn, cup)):
                for to in squares(lower):
                    found = put(out, found, self.entries + start * self.cells + to)
        return found

    def play(self, move: int) -> None:
        """A cup comes in or moves."""
        mine = self.turn
        to = move % self.cells
        if move < self.entries:
            cup = move // self.cells + 1
            self.take_from_outside(mine, cup)
        else:
            start = (move - self.entries) // self.cells
            cup = self.top(start)
            self.cups[mine, cup - 1] = self.cups[mine, cup - 1] ^ 1 << start
        self.cups[mine, cup - 1] = self.cups[mine, cup - 1] | 1 << to
        self.turn = 1 - mine

    def over(self) -> bool:
        """A row of either player."""
        return self.lined(self.seen(0)) or self.lined(self.seen(1))

    def utility(self, player: int) -> float:
        """A row of the player to move was left by the opponent and counts first; who cannot move has lost."""
        mine, theirs = self.lined(self.seen(self.turn)), self.lined(self.seen(1 - self.turn))
        won = mine and not (theirs and self.mover_wins)
        return 1.0 if won == (player == self.turn) else -1.0

    def irreversible(self, move: int) -> bool:
        """A cup that has come in stays."""
        return move < self.entries

    # ------------------------------------------------------------------ helpers
    def at_least(self, cup: int) -> np.uint64:
        """The cells that hold a cup of this size or a larger one, of either player."""
        held = NONE
        for larger in range(cup, self.size + 1):
            held = held | word(self.cups[0, larger - 1] | self.cups[1, larger - 1])
        return held

    def seen_of(self, player: int, cup: int) -> np.uint64:
        """A player's cups of one size that nothing covers."""
        return word(self.cups[player, cup - 1]) & ~self.at_least(cup + 1)

    def seen(self, player: int) -> np.uint64:
        """The cells where a player's cup is seen."""
        found, covered = NONE, NONE
        for cup in range(self.size, 0, -1):
            found = found | word(self.cups[player, cup - 1]) & ~covered
            covered = covered | word(self.cups[0, cup - 1] | self.cups[1, cup - 1])
        return found

    def top(self, cell: int) -> int:
        """The size of the cup that is seen on a cell; 0 if there is none."""
        found = 0
        for cup in range(1, self.size + 1):
            if (self.cups[0, cup - 1] | self.cups[1, cup - 1]) >> cell & 1:
                found = cup
        return found

    def lined(self, seen: np.uint64) -> bool:
        """Whether a line is full of these cups."""
        found = False
        for line in self.LINES:
            found = found or ~seen & line == NONE
        return found

    def threatened(self) -> np.uint64:
        """The opponent's cups that stand three in a row."""
        seen, found = self.seen(1 - self.turn), NONE
        for line in self.LINES:
            if count(seen & line) == self.size - 1:
                found = found | seen & line
        return found

    def has_outside(self, player: int, cup: int) -> bool:
        """Whether a cup of this size can come in."""
        if not self.stacked:
            return self.outside[player, cup - 1] > 0
        hand = self.outside
        return hand[player, 0] == cup or hand[player, 1] == cup or hand[player, 2] == cup

    def take_from_outside(self, player: int, cup: int) -> None:
        """One cup less; stacks stay sorted, the highest first."""
        if not self.stacked:
            self.outside[player, cup - 1] -= 1
            return
        place = 0
        for other in range(3):
            if self.outside[player, other] == cup:
                place = other  # the last of equal ones: then the order stays
        self.outside[player, place] -= 1

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Cups seen, by size, and those in lines that the opponent does not bar with a cup of the largest size."""
        ahead = self.promise(self.turn) - self.promise(1 - self.turn)
        return 0.98 * ahead / (abs(ahead) + 60.0)

    def promise(self, player: int) -> float:
        """The worth of one player's cups."""
        near, begun, cups = self.parts(player)
        return 3.0 * near + begun + 1.5 * cups

    def parts(self, player: int) -> tuple[int, int, int]:
        """Lines that want one cup, lines that want two, and the sizes of the cups seen."""
        seen = self.seen(player)
        barred = self.seen_of(1 - player, self.size)
        near = begun = sizes = 0
        for line in self.LINES:
            if barred & line == NONE:
                cups = count(seen & line)
                near += 1 if cups >= self.size - 1 else 0
                begun += 1 if cups == self.size - 2 else 0
        for cup in range(1, self.size + 1):
            sizes += cup * count(self.seen_of(player, cup))
        return near, begun, sizes

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "lines that want one cup", "lines that want two", "size of the cups seen"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    def order(self, move: int) -> int:
        """Large cups over the opponent's, and the diagonals."""
        to = move % self.cells
        cup = move // self.cells + 1 if move < self.entries else self.top((move - self.entries) // self.cells)
        lines = 0
        for line in self.LINES:
            lines += has(line, to)
        return 4 * cup + lines + (20 if has(self.seen(1 - self.turn), to) else 0)

    def transform(self, which: int) -> None:
        """Turn and mirror the board."""
        for player in range(2):
            for cup in range(self.size):
                self.cups[player, cup] = number(image(self.IMAGE, which, word(self.cups[player, cup])))

    def transform_move(self, which: int, move: int) -> int:
        """The cells go where the board takes them."""
        to = self.IMAGE[which, move % self.cells]
        if move < self.entries:
            return int(move // self.cells * self.cells + to)
        return int(self.entries + self.IMAGE[which, (move - self.entries) // self.cells] * self.cells + to)

    # ------------------------------------------------------------------ notation
    @python_only
    def stack(self, cell: int) -> str:
        """The cups on a cell, the largest last."""
        return "".join(
            CUPS[player][cup] for cup in range(self.size) for player in range(2) if self.cups[player, cup] >> cell & 1
        )

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top; cells hold their cups, A to D and a to d by size, or a dot; who moves; plies played."""
        rows = [
            ",".join(self.stack(cell) or "." for cell in range(row * self.size, (row + 1) * self.size))
            for row in reversed(range(self.size))
        ]
        return "/".join(rows) + f" {self.turn + 1}" + (f" {ply}" if ply > 0 else "")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(\S+) ([12])( \d+)?", " ".join(text.split()))
        rows = [row.split(",") for row in found[1].split("/")] if found else []
        if not found or [len(row) for row in rows] != [cls.size] * cls.size:
            raise BadPosition(
                f"a position is {cls.size} rows of {cls.size} cells from the top, cells divided by commas, "
                f"then 1 or 2 to move: {text!r}"
            )
        state: Self = cls.blank()
        state.start()
        state.turn = int(found[2]) - 1
        for cell, held in enumerate(cup for row in reversed(rows) for cup in row):
            sizes = [
                (CUPS[0] + CUPS[1])[: 4 + cls.size].find(cup) % 4 if cup in CUPS[0] + CUPS[1] else 9 for cup in held
            ]
            if held != "." and (not held or max(sizes) >= cls.size or sizes != sorted(set(sizes))):
                raise BadPosition(f"{held!r} is no pile of cups, each larger than the one below")
            for cup in held if held != "." else "":
                player = int(cup in CUPS[1])
                state.cups[player, CUPS[player].index(cup)] |= 1 << cell
        for player in range(2):
            for cup in range(cls.size, 0, -1):
                for _ in range(count(word(state.cups[player, cup - 1]))):
                    if not state.has_outside(player, cup):
                        raise BadPosition(
                            f"{NAMES[player]} cannot have brought in so many cups {CUPS[player][cup - 1]}"
                        )
                    state.take_from_outside(player, cup)
        more = (state.cups[0] > 0).any(), (state.cups[1] > 0).any()
        if (state.turn == 1 and not more[0]) or (state.turn == 0 and more[0] and not more[1]):
            raise BadPosition("the first player begins, and cups stay on the board: they do not fit the player to move")
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The number at the end."""
        parts = text.split()
        return 0, int(parts[2]) if len(parts) == 3 else 0

    @python_only
    def name(self, cell: int) -> str:
        """The name of a cell."""
        return square_name(cell % self.size, cell // self.size)

    @python_only
    def move_text(self, move: int) -> str:
        """A cup from outside by its size and cell, `4b2`; a cup on the board by both cells, `b2-c3`."""
        to = self.name(move % self.cells)
        if move < self.entries:
            return f"{move // self.cells + 1}{to}"
        return f"{self.name((move - self.entries) // self.cells)}-{to}"

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if self.over():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move < self.entries + self.cells**2 else str(move)
        named = re.fullmatch(r"(\d|[a-d]\d-)([a-d]\d)", move.strip().lower())
        to = square_index(named[2], self.size, self.size) if named else -1
        if not named or to < 0:
            return "a move is a cup's size and a cell, such as 4b2, or two cells, such as b2-c3"
        if named[1].isdigit():
            cup, start = int(named[1]), -1
            if not 1 <= cup <= self.size or not self.has_outside(self.turn, cup):
                return f"no cup of size {cup} can come in"
        else:
            start = square_index(named[1][:2], self.size, self.size)
            if start < 0 or not has(self.seen(self.turn), start):
                return f"no cup of {NAMES[self.turn]} is seen on {named[1][:2]}"
            cup = self.top(start)
        if self.top(to) >= cup:
            return f"a cup goes over smaller ones only: the one on {self.name(to)} has size {self.top(to)}"
        return f"a cup from outside swallows only one of three in a row of the opponent's, not that on {self.name(to)}"

    @python_only
    def ending(self) -> str:
        """Who has a row, or cannot move."""
        if not self.over():
            return "" if self.legal() else f"{NAMES[self.turn]} cannot move"
        winner = 0 if self.utility(0) > 0 else 1
        return f"{NAMES[winner]} has {self.size} in a row"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board with its piles, and the cups outside on either side of it; click a cup, then where it goes."""
        cells = list(grid_cells(self.size, self.size))
        pieces = [
            Piece(self.name(cell), f"cup {CUPS[player].index(cup) + 1}", player, cup)
            for cell in range(self.cells)
            for cup in self.stack(cell)
            for player in (int(cup in CUPS[1]),)
        ]
        for player in range(2):
            for cup in range(1, self.size + 1):
                name = f"outside {CUPS[player][cup - 1]}"
                cells.append(Cell(name, self.size + 0.5 if player else -1.5, cup - 1, "circle", f"home{player}"))
                left = [int(n) for n in self.outside[player]]
                waiting = left.count(cup) if self.stacked else left[cup - 1]
                pieces += [Piece(name, f"cup {cup}", player, CUPS[player][cup - 1], 0.1 * n) for n in range(waiting)]
        clicks: dict[int, tuple[str, ...]] = {}
        for move in self.legal():
            to = self.name(move % self.cells)
            if move < self.entries:
                clicks[move] = (f"outside {CUPS[self.turn][move // self.cells]}", to)
            else:
                clicks[move] = (self.name((move - self.entries) // self.cells), to)
        rows = in_a_row(cells[: self.cells], pieces, self.size) if self.over() else ()
        return Scene(cells=tuple(cells), pieces=tuple(pieces), clicks=clicks, highlights=rows)
