"""The table of Tantrix: tiles in a window of 31 x 31 cells, the empty cells beside them, lines, and where a tile fits.

Sides are numbered clockwise from the east. Cells are numbered row by row; the first tile lies in the middle, 0,0, and
the border of the window stays empty. q counts to the east, r to the south-east:

      0,-1  1,-1           4   5
    -1,0  0,0  1,0       3       0       a cell is (r + 15) * 31 + q + 15
      -1,1  0,1            2   1
"""

from __future__ import annotations

import numpy as np

from zermelo.game import (
    NONE,
    Cells,
    Game,
    Row,
    array,
    bit,
    count,
    derived,
    i8,
    i16,
    i32,
    not_in_key,
    parameter,
    put,
    python_only,
    squares,
    table,
    u64,
    word,
)
from zermelo.games.tantrix.tiles import CELLS, FAR, NOTHING, NUMBER, WIDE, faces, links, steps

FACE = table(faces(), i32)  # [6 * tile + rotation]: three bits a side, 4 + colour
LINKS = table(links(), i8)  # [4 * tile + colour]: 8 * one side + other
STEP = table(steps(), i8)
EVERY = word((1 << NUMBER) - 1)
THERE, FIRST = 0o444444, 0o111111  # the bit of every side that says that there is a tile, and its lowest bit
EDGE = 2 * NUMBER + 4  # most empty cells beside tiles: each tile after the first brings two more at most


class TileTable(Game):
    """Facts, state, lines, and where tiles fit; the rules of a turn are in `rules.py`."""

    # ------------------------------------------------------------------ facts
    known: bool = parameter(True, help="the order of the bag is known; otherwise chance draws")
    restricted: bool = parameter(True, help="the three restrictions hold while there are tiles in the bag")
    hand: int = parameter(6, low=1, high=6, help="tiles in each hand")
    chance: bool = derived(lambda game: not game.known)
    most_moves: int = derived(lambda game: 2 * game.hand * (EDGE - 2 * game.hand))  # a tile fits a cell in two ways
    longest: int = derived(lambda game: NUMBER if game.known else 2 * NUMBER)
    lowest = -84.0  # a loop of all 42 tiles that have the colour
    highest = 84.0

    # ------------------------------------------------------------------ state
    laid: Cells = array(i16, NUMBER)  # 0, or 1 + 6 * cell + rotation
    hands: Cells = array(u64, 2)
    phase: i8  # 0 at the start of a turn, 1 after forced spaces only, 2 after the free tile
    drawer: i8  # at chance: the player who gets the tile + 1
    bag: Cells = array(i8, NUMBER, in_key=False)  # known draws: both hands, then the bag
    colour: Cells = array(i8, 2, in_key=False)  # of the players
    # what follows from the tiles on the table
    down: u64 = not_in_key()
    grid: Cells = array(i8, CELLS, in_key=False)  # 1 + tile; -1 - place in the list of empty cells beside tiles
    edges: i8 = not_in_key()  # that list
    edge: Cells = array(i16, EDGE, in_key=False)
    need: Cells = array(i32, EDGE, in_key=False)  # the colours that lead to each, three bits a side
    ends: Cells = array(i8, 2 * NUMBER, in_key=False)  # by player, for the last tile of a line: the other last one
    long: Cells = array(i8, 2 * NUMBER, in_key=False)  # and how many tiles the line has
    best: Cells = array(i8, 2, in_key=False)  # points of each player

    # ------------------------------------------------------------------ where a tile fits
    def inside(self) -> np.uint64:
        """The tiles in the bag."""
        return EVERY & ~(self.hands[0] | self.hands[1] | self.down)

    def strict(self) -> bool:
        """Whether the restrictions hold."""
        return self.restricted and self.inside() != NONE

    def forced(self, out: Row, strict: bool) -> int:
        """Write the tiles of the mover that fit forced spaces."""
        n = 0
        for place in range(self.edges):
            if self.touching(place) >= 3:
                n = self.fitting(out, n, place, strict)
        return n

    def touching(self, place: int) -> int:
        """How many tiles there are beside an empty cell."""
        return count(word(self.need[place] & THERE))

    def fitting(self, out: Row, n: int, place: int, strict: bool) -> int:
        """Write the tiles of the mover that fit an empty cell."""
        bans = self.bans(place, strict)
        if bans < 0:
            return n
        cell = self.edge[place]
        for tile in squares(self.hands[self.turn]):
            for rotation in range(6):
                if self.fits(place, tile, rotation, bans):
                    n = put(out, n, (cell * NUMBER + tile) * 6 + rotation)
        return n

    def fits(self, place: int, tile: int, rotation: int, bans: int) -> bool:
        """Whether a tile has the colours that lead to an empty cell, and on no side the colour that is banned there."""
        shown = FACE[6 * tile + rotation]
        need = self.need[place]
        there = need & THERE
        if (shown ^ need) & (there | there >> 1 | there >> 2) != 0 or bans < 0:
            return False
        other = shown ^ bans
        return (other | other >> 1 | other >> 2) & bans >> 2 & FIRST == bans >> 2 & FIRST

    def bans(self, place: int, strict: bool) -> int:
        """The first two restrictions: on each side the colour that must not lead on; -1 if nothing may be laid."""
        found = 0
        if not strict:
            return found
        cell = self.edge[place]
        for side in range(6):
            other = -self.grid[cell + STEP[side]] - 1
            if other >= 0:
                near = self.touching(other)
                if near >= 3:
                    return -1
                colour = self.pair(self.need[other]) if near == 2 else 0
                found |= colour << 3 * side
        return found

    def pair(self, need: int) -> int:
        """4 + colour if both links that lead to a cell have one colour, else 0."""
        first = 0
        for side in range(6):
            colour = need >> 3 * side & 7
            if colour > 0:
                if first > 0:
                    return first if first == colour else 0
                first = colour
        return 0

    def controlled(self, strict: bool) -> tuple[np.uint64, np.uint64]:
        """Where no free tile may lie, as bits of the list: forced spaces; and along the sides that begin at one."""
        low, high = NONE, NONE
        for place in range(self.edges):
            if self.touching(place) < 3:
                continue
            if place < 64:
                low = low | bit(place)
            else:
                high = high | bit(place - 64)
            if not strict:
                continue
            for way in range(6):
                if self.need[place] >> 3 * way & 7 > 0:
                    continue
                for beside in range(1, 6, 4):  # the side lies to the right or to the left of the way along it
                    cell = int(self.edge[place])
                    tile = cell + STEP[(way + beside) % 6]
                    while self.grid[tile] > 0:
                        tile += STEP[way]
                        cell += STEP[way]
                        along = -self.grid[cell] - 1
                        if self.grid[cell] > 0:
                            break
                        if along >= 64:
                            high = high | bit(along - 64)
                        elif along >= 0:
                            low = low | bit(along)
        return low, high

    # ------------------------------------------------------------------ the table
    def lay(self, tile: int, cell: int, rotation: int) -> None:
        """Put a tile on the table, and join the lines that it joins."""
        self.laid[tile] = 1 + 6 * cell + rotation
        self.down = self.down | bit(tile)
        self.hands[self.turn] = self.hands[self.turn] & ~bit(tile)
        if self.edges > 0:
            self.edges -= 1
            for place in range(-self.grid[cell] - 1, self.edges):
                self.put_edge(place, self.edge[place + 1], self.need[place + 1])
        self.grid[cell] = 1 + tile
        for side in range(6):
            other = cell + STEP[side]
            if self.grid[other] == 0 and on_table(other):
                place = int(self.edges)
                while place > 0 and self.edge[place - 1] > other:  # in order, whatever the order of play was
                    self.put_edge(place, self.edge[place - 1], self.need[place - 1])
                    place -= 1
                self.put_edge(place, other, 0)
                self.edges += 1
            place = -self.grid[other] - 1
            if place >= 0:
                colour = FACE[6 * tile + rotation] >> 3 * side & 7
                self.need[place] = self.need[place] | colour << 3 * ((side + 3) % 6)
        for player in range(2):
            sides = LINKS[4 * tile + self.colour[player]]
            if sides != NOTHING:
                one = self.grid[cell + STEP[((sides >> 3) + rotation) % 6]] - 1
                other = self.grid[cell + STEP[((sides & 7) + rotation) % 6]] - 1
                self.join(player, tile, one, other)

    def put_edge(self, place: int, cell: int, need: int) -> None:
        """Write a place of the list of empty cells."""
        self.edge[place] = cell
        self.need[place] = need
        self.grid[cell] = -1 - place

    def join(self, player: int, tile: int, one: int, other: int) -> None:
        """A link of a player continues the lines of two neighbours (none if negative); both ends of one make a loop."""
        length, first, last = 1, tile, tile
        if one >= 0:
            length += self.long[NUMBER * player + one]
            first = self.ends[NUMBER * player + one]
        if other >= 0 and other == first:
            length *= 2
        elif other >= 0:
            length += self.long[NUMBER * player + other]
            last = self.ends[NUMBER * player + other]
        self.ends[NUMBER * player + first] = last
        self.ends[NUMBER * player + last] = first
        self.long[NUMBER * player + first] = length
        self.long[NUMBER * player + last] = length
        self.best[player] = max(self.best[player], length)

    @python_only
    def agrees(self, cell: int, tile: int, rotation: int) -> bool:
        """Whether a tile has the colours of its neighbours."""
        return self.edges == 0 or self.fits(-int(self.grid[cell]) - 1, tile, rotation, 0)


def on_table(cell: int) -> bool:
    """Whether a cell is less than 15 steps from the middle."""
    q, r = cell % WIDE - FAR, cell // WIDE - FAR
    return max(abs(q), abs(r), abs(q + r)) < FAR
