"""Chinese checkers: bring your pegs across the star; step to a neighbouring hole, or hop over pegs, one after another.

A hop goes over exactly one adjacent peg of any colour into the empty hole beyond; a chain of hops may stop anywhere,
and nothing is captured. A player wins when every hole of the opposite point is filled and at least one peg there is
their own: so nobody can prevent the end by staying at home.

`star.py` numbers the holes and says how they lie in four words, within which a flood of hops is a few shifts.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.hexes import centre, distance, hex_cells
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    Button,
    Cells,
    Piece,
    Random,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    has,
    i8,
    i16,
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
from zermelo.games.halma.race import Race
from zermelo.games.halma.star import bit_of, board_of, class_of, holes_at, point_of, shifts, star

LETTERS = "abcdefghijklmnopq"
SIGNS = "ABCDEF"
SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}  # points of the players, going clockwise
HOLE = re.compile(r"[a-q]\d+")


def goals(side: int, players: int) -> list[list[int]]:
    """The point opposite to each player's own, as boards."""
    points = [[place for place in star(side) if point_of(side, place) == point] for point in range(6)]
    return [board_of(points[(seat + 3) % 6]) for seat in SEATS[players]]


def costs(side: int, players: int) -> list[list[int]]:
    """How far each hole is from a player's goal: distance to its tip, more for stragglers and far from the middle."""
    made = []
    for seat in SEATS[players]:
        tip = max((p for p in star(side) if point_of(side, p) == (seat + 3) % 6), key=lambda p: distance(p, (0, 0)))
        x, y = centre(tip)
        row = []
        for place in star(side):
            across, along = centre(place)
            aside_ = abs(across * y - along * x) / (x * x + y * y) ** 0.5
            row.append(round(10 * distance(place, tip) + distance(place, tip) ** 2 / 2 + 2 * aside_))
        made.append(row)
    return made


SHIFT = table(shifts(), i8)
STRIDE = table([0, 1, 8, 7], u8)  # what a hop adds to a bit in each way


class ChineseCheckers(Race):
    """Hop across the star."""

    # ------------------------------------------------------------------ facts
    players: int = parameter(2, choices=(2, 3, 4, 6), help="players; two sit opposite, three on every other point")
    side: int = parameter(4, low=2, high=4, help="holes on a side of each point: 121, 73 or 37 holes in all")
    all_mine: bool = parameter(False, help="to win, every peg in the opposite point must be one's own")
    lowest: float = derived(lambda game: -1.0 / (game.players - 1))  # the losers share what the winner gains
    holes: int = derived(lambda game: 6 * game.side * (game.side + 1) + 1)
    home: int = derived(lambda game: game.side * (game.side + 1) // 2)  # pegs of each player
    most_moves: int = derived(lambda game: game.home * (game.holes - game.players * game.home))
    places: int = derived(lambda game: game.holes)
    half_won = 200
    no_move: int = derived(lambda game: game.holes**2)  # the pass of a player who is shut in
    repetition = 3
    cap: int = derived(lambda game: 150 * game.players)
    longest: int = derived(lambda game: game.cap)
    symmetries: int = derived(lambda game: 2 if game.players == 2 else 1)  # a mirror would turn the order of play round
    policy = True  # `sample` chooses a peg first
    PLACE: Cells = derived(lambda game: table([64 * class_of(p) + bit_of(p) for p in star(game.side)], u8))  # of a hole
    HOLE: Cells = derived(lambda game: table(holes_at(game.side), u8))  # at a place: 64 * class + bit
    BOARD: Cells = derived(lambda game: table(board_of(star(game.side)), u64))
    GOAL: Cells = derived(lambda game: table(goals(game.side, game.players), u64))
    COST: Cells = derived(lambda game: table(costs(game.side, game.players), i16))
    MIRROR: Cells = derived(lambda game: table([star(game.side).index((-q - r, r)) for q, r in star(game.side)], u8))

    # ------------------------------------------------------------------ state
    pegs: Cells = array(u64, lambda game: (game.players, 4))  # of each player, in the words of the four classes
    taken: Cells = array(u64, 4, in_key=False)  # holes with any peg

    @python_only
    def start(self) -> None:
        """Every player's pegs fill their point."""
        for hole, place in enumerate(star(self.side)):
            point = point_of(self.side, place)
            if point in SEATS[self.players]:
                self.flip(hole, SEATS[self.players].index(point))

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every step and every end of a chain of hops, once for each pair of holes; a player shut in passes."""
        found = 0
        for kind in range(4):
            for peg in squares(self.pegs[self.turn, kind]):
                first = self.HOLE[64 * kind + peg] * self.holes
                for way in range(1, 4):
                    found = self.put_holes(out, found, first, kind ^ way, self.steps(kind, peg, way))
                found = self.put_holes(out, found, first, kind, self.hops(kind, peg))
        return found if found > 0 else put(out, 0, self.no_move)

    def play(self, move: int) -> None:
        """Move a peg; the next player clockwise is to move."""
        if move != self.no_move:
            self.flip(move // self.holes, self.turn)
            self.flip(move % self.holes, self.turn)
        self.turn = self.turn + 1 if self.turn + 1 < self.players else 0

    def over(self) -> bool:
        """Somebody has arrived."""
        return self.winner() >= 0

    def utility(self, player: int) -> float:
        """The winner gains 1, which the others lose in equal parts."""
        winner = self.winner()
        if winner < 0:
            return 0.0
        return 1.0 if winner == player else self.lowest

    # ------------------------------------------------------------------ helpers
    def winner(self) -> int:
        """The player whose goal is full and who has a peg there, or -1; one move can fill one goal only."""
        for player in range(self.players):
            if self.arrived(player):
                return player
        return -1

    def arrived(self, player: int) -> bool:
        """Whether a player's goal is full with an own peg among them; or, with `all_mine`, full of own pegs."""
        present = False
        for kind in range(4):
            goal = self.GOAL[player, kind]
            present |= self.pegs[player, kind] & goal != NONE
            if goal & ~(self.pegs[player, kind] if self.all_mine else self.taken[kind]) != NONE:
                return False
        return present

    def flip(self, hole: int, player: int) -> None:
        """Put a player's peg into a hole, or take it out."""
        kind, peg = self.PLACE[hole] >> 6, bit(self.PLACE[hole] & 63)
        self.pegs[player, kind] = self.pegs[player, kind] ^ peg
        self.taken[kind] = self.taken[kind] ^ peg

    def put_holes(self, out: Row, found: int, first: int, kind: int, board: np.uint64) -> int:
        """Write first + hole for every hole of a class."""
        for to in squares(board):
            found = put(out, found, first + self.HOLE[64 * kind + to])
        return found

    def steps(self, kind: int, peg: int, way: int) -> np.uint64:
        """The empty neighbours of a peg forwards and backwards in one way; their class is kind ^ way."""
        empty: np.uint64 = self.BOARD[kind ^ way] & ~self.taken[kind ^ way]
        ahead = rotate(bit(peg), SHIFT[4 * kind + way])
        return (ahead | rotate(ahead, -STRIDE[way])) & empty

    def hops(self, kind: int, peg: int) -> np.uint64:
        """All holes that chains of hops reach, each from hole to hole over a peg half-way.

        A hop never goes over the hole that the peg has left: that one is of the peg's own class.
        """
        along = rotate(self.taken[kind ^ 1], -SHIFT[4 * kind + 1])  # holes whose neighbour along the row is taken
        falling = rotate(self.taken[kind ^ 2], -SHIFT[4 * kind + 2])
        rising = rotate(self.taken[kind ^ 3], -SHIFT[4 * kind + 3])
        empty = self.BOARD[kind] & ~self.taken[kind]
        reached = bit(peg)
        before = NONE
        while reached != before:
            before = reached
            ahead = (before & along) << word(1) | (before & falling) << word(8) | (before & rising) << word(7)
            back = before >> word(1) & along | before >> word(8) & falling | before >> word(7) & rising
            reached = before | (ahead | back) & empty
        return reached ^ bit(peg)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random peg, then a random move of it: not uniform over all moves, but only one peg is looked at.

        Selections in place of loops and branches: no processor foresees which class or way it will be.
        """
        first = count(self.pegs[self.turn, 0])
        second = first + count(self.pegs[self.turn, 1])
        third = second + count(self.pegs[self.turn, 2])
        pegs = third + count(self.pegs[self.turn, 3])
        index = random.below(pegs)
        for _ in range(pegs):  # mostly the first peg can move
            kind = (index >= first) + (index >= second) + (index >= third)
            passed = third if index >= third else second if index >= second else first if index >= first else 0
            move = self.peg_move(kind, nth(self.pegs[self.turn, kind], index - passed), random)
            if move != NO_MOVE:
                return move
            index = index + 1 if index + 1 < pegs else 0
        return self.no_move

    def peg_move(self, kind: int, peg: int, random: Random) -> int:
        """A random move of one peg, a hop or a step in one of three ways; NO_MOVE if it has none."""
        hops, along = self.hops(kind, peg), self.steps(kind, peg, 1)
        falling, rising = self.steps(kind, peg, 2), self.steps(kind, peg, 3)
        first = count(hops)
        second = first + count(along)
        third = second + count(falling)
        total = third + count(rising)
        if total == 0:
            return NO_MOVE
        index = random.below(total)
        way = (index >= first) + (index >= second) + (index >= third)
        passed = third if index >= third else second if index >= second else first if index >= first else 0
        board = rising if index >= third else falling if index >= second else along if index >= first else hops
        to = self.HOLE[64 * (kind ^ way) + nth(board, index - passed)]
        return int(self.HOLE[64 * kind + peg] * self.holes + to)

    def way_to_go(self, player: int) -> int:
        """The sum of a player's costs, less the longest chain of hops: all of it on their turn, else a part."""
        total = 0
        for kind in range(4):
            for peg in squares(self.pegs[player, kind]):
                total += self.COST[player, self.HOLE[64 * kind + peg]]
        hop = self.longest_hop(player)
        return total - (hop if player == self.turn else 3 * hop // 5)  # others may still spoil a chain

    def longest_hop(self, player: int) -> int:
        """What the best chain of hops saves a player, at least a step."""
        best = 10
        for kind in range(4):
            for peg in squares(self.pegs[player, kind]):
                here = self.COST[player, self.HOLE[64 * kind + peg]]
                for to in squares(self.hops(kind, peg)):
                    best = max(best, here - self.COST[player, self.HOLE[64 * kind + to]])
        return best

    def transform(self, which: int) -> None:
        """Mirror left and right (two players only)."""
        if which == 1:
            for hole in range(self.holes):
                image = self.MIRROR[hole]
                for player in range(self.players):
                    if image > hole and self.has_peg(hole, player) != self.has_peg(image, player):
                        self.flip(hole, player)
                        self.flip(image, player)

    def has_peg(self, hole: int, player: int) -> bool:
        """Whether a hole has a peg of this player."""
        return has(self.pegs[player, self.PLACE[hole] >> 6], self.PLACE[hole] & 63)

    def transform_move(self, which: int, move: int) -> int:
        """Both holes on the other side."""
        if which == 0 or move == self.no_move:
            return move
        return int(self.MIRROR[move // self.holes] * self.holes + self.MIRROR[move % self.holes])

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, hole: int) -> str:
        """A to F for a peg, or a dot."""
        return next((SIGNS[player] for player in range(self.players) if self.has_peg(hole, player)), ".")

    @python_only
    def name(self, hole: int) -> str:
        """The letter of the row, a at the bottom, and the number of the diagonal that rises to the left, from 1."""
        q, r = star(self.side)[hole]
        return f"{LETTERS[2 * self.side - r]}{q + 2 * self.side + 1}"

    @python_only
    def number(self, name: str) -> int:
        """The hole of a name, or -1."""
        if not HOLE.fullmatch(name):
            return -1
        place = int(name[1:]) - 2 * self.side - 1, 2 * self.side - LETTERS.index(name[0])
        return star(self.side).index(place) if place in star(self.side) else -1

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, players A to F, empty holes counted, then who moves: `B/BB/BBB/BBBB/13/.../A A`."""
        signs: dict[int, str] = {}
        for hole, (_, r) in enumerate(star(self.side)):
            signs[r] = signs.get(r, "") + self.sign(hole)
        rows = [re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in signs.values()]
        return "/".join(rows) + f" {SIGNS[self.turn]}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, _, mover = text.strip().partition(" ")
        lines = [re.sub(r"\d+", lambda empty: "." * min(int(empty[0]), 99), line) for line in rows.split("/")]
        widths = [sum(r == row for _, r in star(cls.side)) for row in range(-2 * cls.side, 2 * cls.side + 1)]
        known = SIGNS[: cls.players]
        if len(lines) != len(widths) or len(mover) != 1 or mover not in known:
            raise BadPosition(
                f"a position is {len(widths)} rows from the top joined by /, "
                f"then the player to move ({', '.join(known)}): {text!r}"
            )
        for line, width in zip(lines, widths, strict=True):
            if len(line) != width or set(line) - set("." + known):
                raise BadPosition(f"row {line!r} is not {width} holes of {', '.join(known)} and numbers")
        state: Self = cls.blank()
        for hole, sign in enumerate("".join(lines)):
            if sign != ".":
                state.flip(hole, SIGNS.index(sign))
        if any("".join(lines).count(sign) != cls.home for sign in known):
            raise BadPosition(f"each player has {cls.home} pegs")
        state.turn = SIGNS.index(mover)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The hole a peg leaves and the one it comes to: `d5-f6`."""
        if move == self.no_move:
            return "pass"
        return f"{self.name(move // self.holes)}-{self.name(move % self.holes)}"

    @python_only
    def parse_move(self, text: str) -> int:
        """`d5-f6` or `d5f6`."""
        return super().parse_move("-".join(HOLE.findall(text.lower())) or text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """No such hole, not the mover's peg, a full hole, or no way there."""
        if self.over():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move <= self.no_move else ""
        names = HOLE.findall(move.lower())
        places = [self.number(name) for name in names]
        if len(places) != 2 or -1 in places:
            return f"write the hole a peg leaves and the one it comes to, such as {self.move_text(self.legal()[0])}"
        start, to = places
        if self.sign(start) != SIGNS[self.turn]:
            return f"{SIGNS[self.turn]} has no peg in {names[0]}"
        if self.sign(to) != ".":
            return f"{names[1]} is not empty"
        return f"neither a step nor a chain of hops leads from {names[0]} to {names[1]}"

    @python_only
    def ending(self) -> str:
        """Who has arrived."""
        if not self.over():
            return ""
        return f"the point opposite {SIGNS[self.winner()]} is full: {SIGNS[self.winner()]} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The star; a peg moves by two clicks."""
        seats = SEATS[self.players]
        points = [point_of(self.side, place) for place in star(self.side)]
        shades = [f"home{seats.index(point)}" if point in seats else "plain" for point in points]
        names = [self.name(hole) for hole in range(self.holes)]
        pieces = [
            Piece(names[hole], "peg", SIGNS.index(sign), sign)
            for hole in range(self.holes)
            if (sign := self.sign(hole)) != "."
        ]
        clicks = {move: tuple(self.move_text(move).split("-")) for move in self.legal()}
        buttons = (Button("pass", "pass", self.turn),) if self.no_move in clicks else ()
        return Scene(hex_cells(star(self.side), names, shades), tuple(pieces), buttons, clicks=clicks)
