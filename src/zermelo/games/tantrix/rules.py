"""Tantrix for two: lay six-sided tiles so that colours match; the longest line or loop of the own colour scores.

Each tile has three links of different colours. Both hands of six tiles lie open and the order of the bag is known, so
that everything can be searched; with `known=False` tiles are drawn by chance. An empty cell between three tiles is a
forced space: who has a tile that fits it must lay it. A turn is: fill forced spaces, as long as that is possible; lay
one tile beside others; fill forced spaces again. After every tile one is drawn. While there are tiles in the bag,

1. no tile may make a forced space that three links of one colour lead to,
2. no tile may be the fourth beside an empty cell,
3. no free tile may lie along a side that a forced space controls: from that space straight on to the end of the side.

A move is (cell * 56 + tile) * 6 + rotation, in sixths of a turn clockwise; at chance it is the tile. The first tile
lies in the middle and is not turned. `table.py` draws how cells and sides are numbered.
"""

from __future__ import annotations

import random as dice
from typing import Self

from zermelo.errors import AmbiguousMove, BadParameter, BadPosition
from zermelo.game import (
    CHANCE,
    NO_MOVE,
    NONE,
    Random,
    Row,
    Scene,
    bit,
    compared,
    count,
    has,
    nth,
    put,
    python_only,
    squares,
)
from zermelo.games.tantrix.table import EVERY, LINKS, STEP, TileTable
from zermelo.games.tantrix.tiles import (
    COLOURS,
    MIDDLE,
    NOTHING,
    NUMBER,
    move_name,
    picture_of,
    position_text,
    read_colours,
    read_position,
    read_tiles,
    refusal,
    tile_name,
)

TRIES = 64  # of a random move before all are listed
# of the evaluation
HOPE = 0.7  # that a gap between two lines is closed
GAPS = 6  # how many are looked at


class Tantrix(TileTable):
    """Longest line wins."""

    @python_only
    def start(self, seed: int = 0, bag: str = "", colours: str = "ry") -> None:
        """Tiles as numbers in the order of the bag, both hands first; those not named in the order of a seed."""
        self.colour[:] = read_colours(colours)
        if not self.known:
            if seed or bag:
                raise BadParameter("where draws are by chance nature draws: neither seed nor bag is for that")
            self.turn, self.drawer = CHANCE, 1
            return
        try:
            first = read_tiles(bag or "-")
        except BadPosition as problem:
            raise BadParameter(str(problem)) from problem
        if len(set(first)) < len(first):
            raise BadParameter(f"there is only one tile of each number: {bag!r}")
        rest = [tile for tile in range(NUMBER) if tile not in first]
        dice.Random(seed).shuffle(rest)
        for place, tile in enumerate([*first, *rest]):
            self.bag[place] = tile
            if place < 2 * self.hand:
                self.hands[place // self.hand] |= bit(tile)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Tiles to draw; or the first tile; or tiles for forced spaces, and if there are none, for any other cell."""
        n = 0
        if self.turn == CHANCE:
            for tile in squares(self.inside()):
                n = put(out, n, tile)
            return n
        if self.edges == 0:
            for tile in squares(self.hands[self.turn]):
                n = put(out, n, (MIDDLE * NUMBER + tile) * 6)
            return n
        strict = self.strict()
        n = self.forced(out, strict)
        if n > 0 or self.phase == 2:
            return n
        low, high = self.controlled(strict)
        for place in range(self.edges):
            if not has(low if place < 64 else high, place & 63):
                n = self.fitting(out, n, place, strict)
        return n

    def play(self, move: int) -> None:
        """Lay a tile and draw one; the turn goes on while forced spaces can be filled."""
        if self.turn == CHANCE:
            self.give(move)
            return
        cell = move // (6 * NUMBER)
        forced = self.edges > 0 and self.touching(-self.grid[cell] - 1) >= 3
        if not forced:
            self.phase = 2
        elif self.phase == 0:
            self.phase = 1
        self.lay(move // 6 % NUMBER, cell, move % 6)
        left = self.inside()
        if left != NONE:
            if not self.known:
                self.drawer, self.turn = self.turn + 1, CHANCE
                return
            self.hands[self.turn] = self.hands[self.turn] | bit(self.bag[NUMBER - count(left)])
        self.settle()

    def midturn(self) -> bool:
        """Forced spaces were filled, or are to be filled after the free tile."""
        return self.phase > 0

    def over(self) -> bool:
        """All tiles are laid; who cannot lay a free tile ends the game too, in a deadlock."""
        return self.turn != CHANCE and self.hands[0] | self.hands[1] == NONE

    def utility(self, player: int) -> float:
        """The difference in points; a deadlock is a draw."""
        if self.hands[0] | self.hands[1] != NONE:
            return 0.0
        return float(self.best[player] - self.best[1 - player])

    def reward(self, player: int) -> float:
        """Points."""
        return float(self.best[player])

    def odds(self, tile: int) -> float:
        """Every tile in the bag is equally likely."""
        return 1.0 / count(self.inside())

    # ------------------------------------------------------------------ turn
    def give(self, tile: int) -> None:
        """Chance has drawn a tile: the deal goes on, or the turn."""
        player = self.drawer - 1
        self.hands[player] = self.hands[player] | bit(tile)
        if self.down == NONE:
            if count(self.hands[player]) < self.hand:
                return
            if player == 0:
                self.drawer = 2
                return
            player = 0
        self.turn, self.drawer = player, 0
        if self.phase > 0:
            self.settle()

    def settle(self) -> None:
        """After the free tile the turn ends if no forced space can be filled; so it does with an empty hand."""
        if self.hands[self.turn] == NONE or (self.phase == 2 and not self.fillable()):
            self.phase = 0
            if self.hands[1 - self.turn] != NONE:
                self.turn = 1 - self.turn

    def fillable(self) -> bool:
        """Whether the mover has a tile for a forced space."""
        strict = self.strict()
        for place in range(self.edges):
            if self.touching(place) >= 3:
                bans = self.bans(place, strict)
                for tile in squares(self.hands[self.turn]):
                    for rotation in range(6):
                        if self.fits(place, tile, rotation, bans):
                            return True
        return False

    # ------------------------------------------------------------------ hooks
    def roll(self, random: Random, row: Row) -> int:
        """A random tile of the bag."""
        left = self.inside()
        return nth(left, random.below(count(left)))

    def sample(self, random: Random, row: Row) -> int:
        """A random move: any tile in any way on any cell is tried until one is legal; rarely are all of them listed."""
        if self.edges == 0:
            hand = self.hands[self.turn]
            return (MIDDLE * NUMBER + nth(hand, random.below(count(hand)))) * 6
        strict = self.strict()
        n = self.forced(row, strict)
        if n > 0:
            return int(row[random.below(n)])
        low, high = self.controlled(strict)
        held = count(self.hands[self.turn])
        for _ in range(TRIES):
            at = random.below(36 * self.edges)
            place, which, rotation = at // 36, at // 6 % 6, at % 6
            if which < held and not has(low if place < 64 else high, place & 63):
                tile = nth(self.hands[self.turn], which)
                if self.fits(place, tile, rotation, 0) and self.fits(place, tile, rotation, self.bans(place, strict)):
                    return int((self.edge[place] * NUMBER + tile) * 6 + rotation)
        n = self.moves(row)
        return int(row[random.below(n)]) if n > 0 else NO_MOVE

    def evaluate(self) -> float:
        """Points that are sure, and points that are hoped for."""
        me = max(int(self.turn), 0)
        value = self.worth(me) - self.worth(1 - me)
        return max(-83.9, min(83.9, value))

    def worth(self, player: int) -> float:
        """Late in the game what a line has or hopes for; early rather the longest line that can still grow."""
        best, hope, open_line = self.parts(player)
        late = count(self.down) / NUMBER
        return late * max(best, hope) + (1.0 - late) * (0.3 * best + 0.4 * hope + 0.8 * open_line)

    def parts(self, player: int) -> tuple[float, float, float]:
        """The best line or loop, the best that is hoped for, and the longest line that can still grow."""
        best, hope, open_line = float(self.best[player]), 0.0, 0.0
        for tile in squares(self.down):
            last = self.ends[NUMBER * player + tile]
            if last >= tile and LINKS[4 * tile + self.colour[player]] != NOTHING:  # each line from one of its ends
                way = self.way_out(player, tile, 6)
                if way < 6:
                    length = float(self.long[NUMBER * player + tile])
                    hoped = self.hoped(player, tile, last, way)
                    hope = max(hope, hoped)
                    open_line = max(open_line, length if hoped > length else 0.0)
        return best, hope, open_line

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        me = max(int(self.turn), 0)
        own, other = self.parts(me), self.parts(1 - me)
        names = "points", "points hoped for", "longest line that can grow", "points now or hoped for"
        found = compared(names, (*own, max(own[:2])), (*other, max(other[:2])))
        return found | {"tiles on the table": count(self.down)}

    def hoped(self, player: int, first: int, last: int, way: int) -> float:
        """The tiles of a line, and of others beyond its two ends; twice as many if the ends may meet."""
        length = float(self.long[NUMBER * player + first])
        back = self.way_out(player, last, way if first == last else 6)
        more = self.beyond(player, first, way, last, back)
        if more < 0.0:
            return 2.0 * (length - more)
        if back < 6:
            length += self.beyond(player, last, back, NUMBER, 6)
        return length + more

    def beyond(self, player: int, tile: int, way: int, goal: int, back: int) -> float:
        """Tiles that a line may gain beyond one end, each gap less sure; negative if it may come back to the goal."""
        gained, hope = 0.0, 1.0
        for _ in range(GAPS):
            cell = (self.laid[tile] - 1) // 6 + STEP[way]
            place = -self.grid[cell] - 1
            if place < 0 or not self.living(place):
                return gained
            hope *= HOPE
            into = self.other_way(self.need[place], 4 | self.colour[player], (way + 3) % 6)
            if into >= 6:
                return gained + (hope if into == 6 else 0.0)
            tile = self.grid[cell + STEP[into]] - 1
            way = (into + 3) % 6
            if tile == goal and way == back:
                return -hope * (gained + 1.0)
            gained += hope * (1.0 + self.long[NUMBER * player + tile])
            last = self.ends[NUMBER * player + tile]
            way = self.way_out(player, last, way if last == tile else 6)
            tile = last
        return gained

    def other_way(self, need: int, colour: int, way: int) -> int:
        """The other side by which a colour leads to a cell; 6 if there is none, 7 if there are several."""
        found = 6
        for side in range(6):
            if side != way and need >> 3 * side & 7 == colour:
                found = side if found == 6 else 7
        return found

    def way_out(self, player: int, tile: int, but: int) -> int:
        """The side by which a line can go on from its last tile, other than a given one; 6 if there is none."""
        sides = LINKS[4 * tile + self.colour[player]]
        where = self.laid[tile] - 1
        one, other = ((sides >> 3) + where) % 6, ((sides & 7) + where) % 6
        if one != but and self.grid[where // 6 + STEP[one]] <= 0:
            return int(one)
        return int(other) if other != but and self.grid[where // 6 + STEP[other]] <= 0 else 6

    def living(self, place: int) -> bool:
        """Whether some tile that is not on the table fits an empty cell."""
        if self.touching(place) < 3:
            return True
        for tile in squares(EVERY & ~self.down):
            for rotation in range(6):
                if self.fits(place, tile, rotation, 0):
                    return True
        return False

    def order(self, move: int) -> int:
        """Long lines of the own colour first; then those of the other."""
        if self.turn == CHANCE:
            return 0
        tile, cell, rotation = move // 6 % NUMBER, move // (6 * NUMBER), move % 6
        total = 0
        for player in range(2):
            sides = LINKS[4 * tile + self.colour[player]]
            if sides != NOTHING:
                one = self.grid[cell + STEP[((sides >> 3) + rotation) % 6]] - 1
                other = self.grid[cell + STEP[((sides & 7) + rotation) % 6]] - 1
                length = 1 + (self.long[NUMBER * player + one] if one >= 0 else 0)
                length += self.long[NUMBER * player + other] if other >= 0 else 0
                total += 2 * length if player == self.turn else length
        return int(total)

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Table, hands, bag, colours, step of the turn, who moves: `1/0@0,0 2,3 4,5 6,7 ry 0 2`."""
        return position_text(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = cls.blank()
        read_position(state, text)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """Tile, sixths of a turn and cell, `23/4@1,-2`; at chance the tile."""
        return tile_name(move) if self.turn == CHANCE else move_name(move)

    @python_only
    def parse_move(self, text: str) -> int:
        """`23/4@1,-2`, or `23@1,-2` where the tile fits there in one way only."""
        wanted = text.strip().lower()
        found = [
            move
            for move in self.legal()
            if self.turn != CHANCE and move_name(move).replace(f"/{move % 6}@", "@") == wanted
        ]
        if len(found) > 1:
            raise AmbiguousMove(f"{text!r} could be {' or '.join(move_name(move) for move in found)}")
        return found[0] if found else super().parse_move(text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a placement breaks."""
        return refusal(self, move_name(move) if isinstance(move, int) and self.turn != CHANCE else str(move))

    @python_only
    def ending(self) -> str:
        """The points; or a deadlock."""
        if not self.over():
            return "" if self.legal() else f"player {self.turn + 1} cannot lay a tile: a deadlock, draw"
        first, second = int(self.best[0]), int(self.best[1])
        result = "draw" if first == second else f"{COLOURS[self.colour[int(second > first)]]} wins"
        return f"all tiles are laid: {first} to {second}, {result}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The table with the cells where a tile can come to lie, and both hands."""
        return picture_of(self)
