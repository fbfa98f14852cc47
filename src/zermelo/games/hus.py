"""Hus: mancala on four rows; sow on your own two rows, lap after lap, and take what lies opposite.

Each player owns the two rows nearest to them, a ring of sixteen pits that is sown counter-clockwise. A player lifts a
pit of two seeds or more and sows it on; where the last seed falls into an empty pit the turn ends. Where it falls into
a pit with seeds, the sowing goes on: from an inner pit with seeds in both of the opponent's pits opposite it takes
those and sows them on, otherwise it lifts the pit itself. Who is to move and has no pit of two seeds loses.

A ring seen from its owner; both players see theirs in the same way:

    inner  15 14 13 12 11 10  9  8     <- sown to the left
    outer   0  1  2  3  4  5  6  7     -> sown to the right
"""

from __future__ import annotations

from typing import Self

from zermelo.errors import BadPosition
from zermelo.game import (
    Cell,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
    compared,
    derived,
    flag,
    parameter,
    put,
    python_only,
    u8,
)

PITS, LAPS = 16, 10_000
TOTAL = 48
NAMES, SIGNS = ("South", "North"), "SN"


def facing_inner(pit: int) -> int:
    """The opponent's inner pit opposite an own inner pit."""
    return 23 - pit


def facing_outer(pit: int) -> int:
    """The opponent's outer pit in the same column."""
    return pit - 8


class Hus(Game):
    """Sow in laps."""

    # ------------------------------------------------------------------ facts
    capture: str = parameter(
        "both",
        choices=("both", "inner"),
        help="which pits opposite must have seeds for a capture: both, or the inner one",
    )
    inner_only: bool = derived(lambda game: game.capture == "inner")
    most_moves = PITS
    cap = 400

    # ------------------------------------------------------------------ state
    pits: Cells = array(u8, (2, PITS))
    endless: flag  # a turn did not end after ten thousand laps: the game is a draw

    @python_only
    def start(self) -> None:
        """Two seeds in every outer pit and in the four inner pits on the owner's right."""
        for player in range(2):
            for pit in range(12):
                self.pits[player, pit] = 2

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The pits with two seeds or more."""
        n = 0
        for pit in range(PITS):
            if self.pits[self.turn, pit] >= 2:
                n = put(out, n, pit)
        return n

    def play(self, pit: int) -> None:
        """Sow lap after lap until a last seed falls into an empty pit."""
        me, other = self.turn, 1 - self.turn
        seeds = self.pits[me, pit]
        self.pits[me, pit] = 0
        laps = 0
        while seeds > 0:
            pit = (pit + 1) % PITS
            seeds -= 1
            self.pits[me, pit] = self.pits[me, pit] + 1
            if seeds == 0 and self.pits[me, pit] > 1:
                laps += 1
                if laps == LAPS:
                    self.endless = True
                elif self.takes(pit):
                    inner, outer = facing_inner(pit), facing_outer(pit)
                    seeds = self.pits[other, inner] + self.pits[other, outer]
                    self.pits[other, inner] = 0
                    self.pits[other, outer] = 0
                else:
                    seeds = self.pits[me, pit]
                    self.pits[me, pit] = 0
        self.turn = other

    def over(self) -> bool:
        """A turn without end; who has no pit to sow is found by `moves`."""
        return self.endless

    def utility(self, player: int) -> float:
        """The player to move cannot sow and loses. A turn without end, and the cap, are draws."""
        if self.endless or self.largest() >= 2:
            return 0.0
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def takes(self, pit: int) -> bool:
        """Whether a last seed in an own inner pit with seeds captures."""
        if pit < 8 or self.pits[1 - self.turn, facing_inner(pit)] == 0:
            return False
        return self.inner_only or self.pits[1 - self.turn, facing_outer(pit)] > 0

    def largest(self) -> int:
        """The seeds in the fullest pit of the player to move."""
        most = 0
        for pit in range(PITS):
            most = max(most, self.pits[self.turn, pit])
        return most

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Seeds, less in inner pits and where they can be taken; pits that can be sown, inner pits that can take."""
        score = self.worth(self.turn) - self.worth(1 - self.turn)
        return max(-0.99, min(0.99, score / 90.0))

    def worth(self, player: int) -> float:
        """What a player's side is worth, in seeds."""
        seeds, sown, attackers, inside, exposed = self.parts(player)
        return seeds + sown + 0.5 * attackers - 0.35 * inside - 0.1 * exposed

    def parts(self, player: int) -> tuple[int, int, int, int, int]:
        """Seeds, pits that can be sown, inner pits that can take, seeds in inner pits, and seeds that can be taken."""
        seeds = sown = attackers = inside = exposed = 0
        for pit in range(PITS):
            seeds += self.pits[player, pit]
            sown += 1 if self.pits[player, pit] >= 2 else 0
        for outer in range(8):
            inner = 15 - outer
            if self.pits[player, inner] > 0:
                attackers += 1
                inside += self.pits[player, inner]
                if (self.inner_only or self.pits[player, outer] > 0) and self.pits[1 - player, 8 + outer] > 0:
                    exposed += self.pits[player, inner] + self.pits[player, outer]
        return seeds, sown, attackers, inside, exposed

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "seeds", "pits to sow", "inner pits with seeds", "seeds in inner pits", "seeds that can be taken"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    def order(self, pit: int) -> int:
        """Pits whose first lap ends in a capture, then full pits."""
        seeds = self.pits[self.turn, pit]
        last = (pit + seeds) % PITS
        captures = seeds < PITS and self.pits[self.turn, last] > 0 and self.takes(last)
        return int(seeds) + (50 if captures else 0)

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """South's ring, North's ring, who moves: `2 2 2 ... 0 0 / 2 2 2 ... 0 0 S`; `!` after an endless turn."""
        rings = " / ".join(" ".join(str(self.pits[player, pit]) for pit in range(PITS)) for player in range(2))
        return f"{rings} {SIGNS[self.turn]}{'!' if self.endless else ''}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        south, _, north = text.strip().partition("/")
        *northern, mover = north.split() or [""]
        rings = [south.split(), northern]
        if mover not in ("S", "N", "S!", "N!") or any(len(ring) != PITS for ring in rings):
            raise BadPosition(f"a position is sixteen pits of South, a slash, sixteen of North, then S or N: {text!r}")
        if not all(seeds.isascii() and seeds.isdigit() and len(seeds) < 3 for ring in rings for seeds in ring):
            raise BadPosition(f"pits hold numbers of seeds: {text!r}")
        state: Self = cls.blank()
        for player, ring in enumerate(rings):
            for pit, seeds in enumerate(ring):
                state.pits[player, pit] = int(seeds)
        have = sum(int(seeds) for ring in rings for seeds in ring)
        if have != TOTAL:
            raise BadPosition(f"there are {TOTAL} seeds in all, not {have}")
        state.turn, state.endless = SIGNS.index(mover[0]), mover.endswith("!")
        return state

    @python_only
    def move_text(self, pit: int) -> str:
        """The pit's number, from 1 at the owner's left outside, round to 16."""
        return str(pit + 1)

    @python_only
    def why_not(self, move: int | str) -> str:
        """A pit with too few seeds, or no pit at all."""
        if not self.legal():
            return "the game is over"
        name = move.strip() if isinstance(move, str) else str(move + 1)
        if name in [str(pit + 1) for pit in range(PITS)]:
            return f"pit {name} has fewer than two seeds"
        return f"the pits are 1 to {PITS}, counter-clockwise from the outer left of the player to move"

    @python_only
    def ending(self) -> str:
        """Who cannot sow."""
        if self.endless:
            return f"a turn did not end after {LAPS} laps: draw"
        if self.legal():
            return ""
        return f"{NAMES[self.turn]} has no pit of two seeds: {NAMES[1 - self.turn]} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """South's rows below, North's above, each inner row in the middle."""
        cells, pieces = [], []
        for player, side in enumerate("sn"):
            for pit in range(PITS):
                column = pit if pit < 8 else 15 - pit
                x, y = (column, pit // 8) if player == 0 else (7 - column, 3 - pit // 8)
                cells.append(Cell(f"{side}{pit + 1}", x, y, "circle", f"home{player}", str(pit + 1)))
                if self.pits[player, pit]:
                    pieces.append(Piece(f"{side}{pit + 1}", "seed", player, str(self.pits[player, pit])))
        clicks: dict[int, tuple[str, ...]] = {pit: (f"{'sn'[self.turn]}{pit + 1}",) for pit in self.legal()}
        return Scene(cells=tuple(cells), pieces=tuple(pieces), clicks=clicks)
