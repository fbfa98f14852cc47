"""The land of Carcassonne: tiles on a table, what belongs together there, who stands on it and what it is worth.

A table of 31 x 31 cells is numbered row by row from the south-west; the start tile lies in the middle. `tiles.py`
numbers the parts of a tile. Parts of neighbouring tiles that meet are joined as they are laid: each knows a parent, and
the last of them, the root, how many tiles, shields, open sides and followers there are in all.
"""

from __future__ import annotations

from zermelo.game import (
    NONE,
    Cells,
    Game,
    array,
    bit,
    count,
    derived,
    flag,
    i8,
    i16,
    i32,
    lowest,
    not_in_key,
    parameter,
    u8,
    u64,
    word,
)
from zermelo.games.carcassonne.tiles import (
    ABBEY,
    ALL_CITIES,
    ALL_PARTS,
    CITIES,
    CITY,
    COUNTS,
    EDGES,
    FIELD,
    FORKED,
    GAPS,
    HALF_PART,
    LETTERS,
    MONASTERY,
    MOST_POINTS,
    PARTS,
    ROAD,
    SHIELD,
    SIDE_PART,
    TOUCH,
    TURNED,
    TURNS,
    WHAT,
)

KINDS = len(LETTERS)
ALL_TILES = int(sum(COUNTS))
FOLLOWERS = 7
BOUND = float(MOST_POINTS)


class Land(Game):
    """Facts, state, tiles and followers; the rules of a turn are in `rules.py`."""

    # ------------------------------------------------------------------ facts
    known: bool = parameter(True, help="the order of the tiles is known; otherwise chance draws them")
    tiles: int = parameter(ALL_TILES, low=2, high=ALL_TILES, help="tiles of the game, the start tile among them")
    farmers: bool = parameter(True, help="followers may stand in fields")
    small_city: int = parameter(4, choices=(2, 4), help="points for a complete city of two tiles")
    table: int = parameter(31, low=5, high=143, help="cells on a side of the table, an odd number")
    chance: bool = derived(lambda game: not game.known)
    cells: int = derived(lambda game: game.table**2)
    follower: int = derived(lambda game: 4 * game.cells)  # + part: put one there
    nobody: int = derived(lambda game: 4 * game.cells + 10)
    # n tiles have at most 2n + 2 cells beside them, and no tile that fits one fits it in four different ways
    most_moves: int = derived(lambda game: max(3 * 2 * game.tiles, KINDS))
    longest: int = derived(lambda game: (2 if game.known else 3) * (game.tiles - 1))
    lowest: float = -BOUND
    highest: float = BOUND
    symmetries = 4

    # ------------------------------------------------------------------ state
    grid: Cells = array(u8, lambda game: game.cells)  # kind * 4 + rotation + 1
    followers: Cells = array(i32, (2, FOLLOWERS))  # where they stand: cell * 8 + part + 1, highest first; 0 in hand
    score: Cells = array(i16, 2)
    bag: Cells = array(i8, lambda game: game.tiles if game.known else KINDS)  # kinds + 1, the next last; or how many
    left: i8  # tiles to come
    hand: i8  # kind + 1; 0: none
    placed: i16  # inside a turn: the cell of the tile just laid + 1
    mover: i8  # whose turn it is, also when chance draws
    finished: flag

    # All below follows from the above. Parts that belong together are a tree, and its root knows about the whole
    first: Cells = array(u8, lambda game: game.cells, in_key=False)  # the number of each tile's first part; 0: no tile
    parent: Cells = array(u8, ALL_PARTS + 1, in_key=False)
    gaps: Cells = array(i8, ALL_PARTS + 1, in_key=False)  # sides that wait for a tile
    extent: Cells = array(i8, ALL_PARTS + 1, in_key=False)  # tiles
    shields: Cells = array(i8, ALL_PARTS + 1, in_key=False)
    on: Cells = array(i8, (2, ALL_PARTS + 1), in_key=False)  # followers of each player
    touch: Cells = array(u64, ALL_PARTS + 1, in_key=False)  # of a field: cities touched; else: its cities, then forks
    city: Cells = array(u8, ALL_CITIES, in_key=False)  # the part that is a city, by the city's number
    parts: i16 = not_in_key()  # the next number of a part, of a city and of a tile where roads or cities fork
    cities: i8 = not_in_key()
    forks: i8 = not_in_key()
    need: Cells = array(u8, lambda game: game.cells, in_key=False)  # what neighbours ask of a cell, two bits a side
    rim: Cells = array(i16, 4 * ALL_TILES, in_key=False)  # the empty cells beside tiles, in order
    rims: i16 = not_in_key()

    @classmethod
    def unfit(cls) -> str | None:
        """The start tile lies in the middle."""
        return None if cls.table % 2 else f"the table needs a middle cell, so its side must be odd, not {cls.table}"

    # ------------------------------------------------------------------ tiles
    def kind_at(self, cell: int) -> int:
        """The kind of the tile on a cell."""
        return (int(self.grid[cell]) - 1) >> 2

    def beyond(self, cell: int, across: int, up: int) -> int:
        """A cell some steps away, or -1 beyond the edge of the table."""
        column, row = cell % self.table + across, cell // self.table + up
        if 0 <= column < self.table and 0 <= row < self.table:
            return row * self.table + column
        return -1

    def beside(self, cell: int, side: int) -> int:
        """The neighbouring cell, or -1 beyond the edge of the table."""
        return self.beyond(cell, (side & 1) * (2 - side), (1 - (side & 1)) * (1 - side))

    def fits(self, cell: int, code: int) -> bool:
        """Whether a kind and rotation has at each side what the neighbours ask for."""
        need = int(self.need[cell])
        asked = (need | need >> 1) & 0x55
        return (need ^ int(EDGES[code])) & 3 * asked == 0

    def fits_somewhere(self, kind: int) -> bool:
        """Whether a tile can be laid at all."""
        for place in range(self.rims):
            for rotation in range(TURNS[kind]):
                if self.fits(self.rim[place], kind * 4 + rotation):
                    return True
        return False

    def lay(self, cell: int) -> None:
        """The parts of a new tile, by themselves first, then joined to those of its neighbours."""
        kind = self.kind_at(cell)
        first = self.parts
        self.first[cell] = first
        for part in range(PARTS[kind]):
            number = first + part
            self.parent[number] = number
            self.gaps[number] = GAPS[kind, part]
            self.extent[number] = 1
            self.shields[number] = SHIELD[kind]
            self.on[0, number] = 0
            self.on[1, number] = 0
            touch = word(TOUCH[kind, part]) << word(self.cities)
            if part < CITIES[kind]:
                touch = bit(self.cities + part)
                self.city[self.cities + part] = number
            if FORKED[kind] > 0 and WHAT[kind, part] != FIELD:
                touch = touch | bit(ALL_CITIES + self.forks)
            self.touch[number] = touch
        self.parts = self.parts + PARTS[kind]
        self.cities = self.cities + CITIES[kind]
        self.forks = self.forks + FORKED[kind]
        for side in range(4):
            self.meet(cell, side)
        self.count_round(cell)
        rim, last = self.rim, self.rims - 1
        while last >= 0 and rim[last] > cell:
            last -= 1
        if last >= 0 and rim[last] == cell:  # no empty cell any more
            self.rims = self.rims - 1
            for place in range(last, self.rims):
                rim[place] = rim[place + 1]

    def meet(self, cell: int, side: int) -> None:
        """Ask the neighbouring cell for a side that matches, or join what meets at the border of two tiles."""
        other = self.beside(cell, side)
        if other < 0:
            return
        code = int(self.grid[cell]) - 1
        what = (int(EDGES[code]) >> 2 * side) & 3
        if self.first[other] == 0:
            if self.need[other] == 0:
                rim, place = self.rim, self.rims
                self.rims = self.rims + 1
                while place > 0 and rim[place - 1] > other:
                    rim[place] = rim[place - 1]
                    place -= 1
                rim[place] = other
            self.need[other] = self.need[other] | what << 2 * (side ^ 2)
            return
        its = int(self.grid[other]) - 1
        one, two = int(self.first[cell]), int(self.first[other])
        if what != FIELD:
            root = self.join(
                one + SIDE_PART[code >> 2, (side - code) & 3], two + SIDE_PART[its >> 2, ((side ^ 2) - its) & 3]
            )
            self.gaps[root] = self.gaps[root] - 2
        if what != CITY:
            for half in range(2 * side, 2 * side + 2):
                self.join(
                    one + HALF_PART[code >> 2, (half - 2 * code) & 7],
                    two + HALF_PART[its >> 2, ((half ^ 5) - 2 * its) & 7],
                )

    def count_round(self, cell: int) -> None:
        """Monasteries near a new tile, or on it, wait for one tile less."""
        own = int(ABBEY[self.kind_at(cell)])
        for around in range(9):
            other = self.beyond(cell, around % 3 - 1, around // 3 - 1)
            if around == 4 or other < 0 or self.first[other] == 0:
                continue
            if own > 0:
                self.gaps[self.first[cell] + own - 1] -= 1
            its = int(ABBEY[self.kind_at(other)])
            if its > 0:
                self.gaps[self.first[other] + its - 1] -= 1

    def root(self, number: int) -> int:
        """The part that knows about all that belong together with this one."""
        while self.parent[number] != number:
            number = int(self.parent[number])
        return number

    def join(self, one: int, two: int) -> int:
        """Two parts belong together; a forked tile that both have counts once."""
        one, two = self.root(one), self.root(two)
        if one == two:
            return two
        self.parent[one] = two
        self.gaps[two] = self.gaps[two] + self.gaps[one]
        self.extent[two] = (
            self.extent[two] + self.extent[one] - count((self.touch[one] & self.touch[two]) >> word(ALL_CITIES))
        )
        self.shields[two] = self.shields[two] + self.shields[one]
        self.touch[two] = self.touch[two] | self.touch[one]
        for player in range(2):
            self.on[player, two] = self.on[player, two] + self.on[player, one]
        return two

    def rebuild(self) -> None:
        """Everything that follows from tiles and followers."""
        self.parts = 1
        self.cities = self.forks = 0
        self.rims = 0
        grid, first, need = self.grid, self.first, self.need
        for cell in range(self.cells):
            first[cell] = 0
            need[cell] = 0
        for cell in range(self.cells):
            if grid[cell] > 0:
                self.lay(cell)
        for player in range(2):
            for place in range(FOLLOWERS):
                where = self.followers[player, place]
                if where > 0:
                    root = self.root(self.part_of(where))
                    self.on[player, root] = self.on[player, root] + 1

    # ------------------------------------------------------------------ followers
    def vacant(self, part: int) -> bool:
        """Whether a follower may be put on a part of the tile just laid."""
        if self.followers[self.turn, FOLLOWERS - 1] > 0:
            return False
        if WHAT[self.kind_at(self.placed - 1), part] == FIELD and not self.farmers:
            return False
        root = self.root(self.first[self.placed - 1] + part)
        return self.on[0, root] + self.on[1, root] == 0

    def may_post(self) -> bool:
        """Whether a follower may be put on any part."""
        for part in range(PARTS[self.kind_at(self.placed - 1)]):  # noqa: SIM110  # rules hold no generators
            if self.vacant(part):
                return True
        return False

    def post(self, player: int, where: int) -> None:
        """Put a follower into the list, the highest place first."""
        place = FOLLOWERS - 1
        while place > 0 and self.followers[player, place - 1] < where:
            self.followers[player, place] = self.followers[player, place - 1]
            place -= 1
        self.followers[player, place] = where
        root = self.root(self.part_of(where))
        self.on[player, root] = self.on[player, root] + 1

    def part_of(self, where: int) -> int:
        """The number of the part where a follower stands."""
        return self.first[(where - 1) >> 3] + ((where - 1) & 7)

    def what_of(self, where: int) -> int:
        """What a follower stands on."""
        return int(WHAT[self.kind_at((where - 1) >> 3), (where - 1) & 7])

    def in_hand(self, player: int) -> int:
        """Followers that are not on the table."""
        place = FOLLOWERS
        while place > 0 and self.followers[player, place - 1] == 0:
            place -= 1
        return FOLLOWERS - place

    # ------------------------------------------------------------------ points
    def worth(self, root: int, what: int) -> int:
        """The points of a road, city, monastery or field as it is now."""
        if what == ROAD:
            return self.extent[root]
        if what == MONASTERY:
            return 9 - self.gaps[root]
        if what == FIELD:
            return 3 * self.supplied(root, True)
        if self.gaps[root] > 0:
            return self.extent[root] + self.shields[root]
        return self.small_city if self.extent[root] == 2 else 2 * (self.extent[root] + self.shields[root])

    def supplied(self, root: int, complete: bool) -> int:
        """How many complete cities, or others, a field touches."""
        total = 0
        cities = self.touch[root]
        while cities != NONE:
            city = self.root(self.city[lowest(cities)])
            cities = cities & ~self.touch[city]
            total += (self.gaps[city] == 0) == complete
        return total

    # ------------------------------------------------------------------ turning the table
    def turned_cell(self, cell: int) -> int:
        """Where a cell goes when the table turns clockwise by a quarter."""
        return (self.table - 1 - cell % self.table) * self.table + cell // self.table

    def turned_tile(self, code: int) -> int:
        """What a cell holds after a quarter: kind * 4 + rotation + 1, or nothing."""
        if code == 0:
            return 0
        return code + 1 if ((code - 1) & 3) + 1 < TURNS[(code - 1) >> 2] else code - ((code - 1) & 3)

    def turned_part(self, code: int, part: int) -> int:
        """The part of a tile after a quarter: another number where the rotations begin again."""
        kind = (code - 1) >> 2
        return part if ((code - 1) & 3) + 1 < TURNS[kind] or TURNS[kind] == 4 else int(TURNED[kind, part])

    def turned_follower(self, where: int) -> int:
        """Where a follower stands after a quarter."""
        if where == 0:
            return 0
        cell = (where - 1) >> 3
        return self.turned_cell(cell) * 8 + self.turned_part(int(self.grid[cell]), (where - 1) & 7) + 1

    def sort_followers(self, player: int) -> None:
        """The highest place first."""
        for last in range(1, FOLLOWERS):
            where, place = int(self.followers[player, last]), last
            while place > 0 and self.followers[player, place - 1] < where:
                self.followers[player, place] = self.followers[player, place - 1]
                place -= 1
            self.followers[player, place] = where

    def turn_tiles(self) -> None:
        """Each tile goes a quarter round the middle, with three others."""
        for row in range((self.table + 1) // 2):
            for column in range(self.table // 2):
                cell = row * self.table + column
                held = int(self.grid[cell])
                for _ in range(4):
                    cell = self.turned_cell(cell)
                    here = int(self.grid[cell])
                    self.grid[cell] = self.turned_tile(held)
                    held = here
        self.grid[self.cells // 2] = self.turned_tile(int(self.grid[self.cells // 2]))
