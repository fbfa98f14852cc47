"""Carcassonne a second time, in another style: tiles are painted, and what belongs together is found by flooding.

Every tile is a picture of 7 x 7 spots: c city, r road, m monastery, x where roads meet, a dot for field; corners are
left out. After every move all spots of the table are looked at again; nothing is remembered.
"""

from __future__ import annotations

from typing import Any

ARTS = """
#.....# #.....# #ccccc# #ccccc# #ccccc# #.....# #.....# #.....#
....... ....... ccccccc ..ccc.. ..ccc.. c.....c c.....c c.....c
....... ....... ccccccc ....... ....... cc...cc cc...cc cc...cc
...m... ...m... ccccccc rrrrrrr ....... ccccccc ccccccc cc...cc
...r... ....... ccccccc ....... ....... cc...cc cc...cc cc...cc
...r... ....... ccccccc ....... ....... c.....c c.....c c.....c
#..r..# #.....# #ccccc# #.....# #.....# #.....# #.....# #.....#

#ccccc# #ccccc# #ccccc# #ccccc# #ccccc# #ccccc# #ccccc# #ccccc#
...c..c ...c... ...c... ...c... ccccc.. ccccc.. cccc... cccc...
......c ....... ....... ....... cccc... cccc... cc..... cc.....
.....cc ...rrrr rrrr... rrrxrrr ccc.... ccc.... c...rrr c...rrr
......c ...r... ...r... ...r... cc..... cc..... c..rr.. c..rr..
......c ...r... ...r... ...r... c...... c...... c..r... c..r...
#.....# #..r..# #..r..# #..r..# #.....# #.....# #..r..# #..r..#

#ccccc# #ccccc# #ccccc# #ccccc# #..r..# #.....# #.....# #..r..#
ccccccc ccccccc ccccccc ccccccc ...r... ....... ....... ...r...
ccccccc ccccccc ccccccc ccccccc ...r... ....... ....... ...r...
ccccccc ccccccc ccccccc ccccccc ...r... rrrr... rrrxrrr rrrxrrr
cc...cc cc...cc cc.r.cc cc.r.cc ...r... ...r... ...r... ...r...
c.....c c.....c c..r..c c..r..c ...r... ...r... ...r... ...r...
#.....# #.....# #..r..# #..r..# #..r..# #..r..# #..r..# #..r..#
"""
NUMBERS = {
    "A": 2, "B": 4, "C": 1, "D": 4, "E": 5, "F": 2, "G": 1, "H": 3, "I": 2, "J": 3, "K": 3, "L": 3,
    "M": 2, "N": 3, "O": 2, "P": 3, "Q": 1, "R": 3, "S": 2, "T": 1, "U": 8, "V": 9, "W": 4, "X": 1,
}  # fmt: skip
WITH_SHIELD = "CFMOQS"
PAINT = {"c": "city", "r": "road", "m": "monastery", ".": "field"}
HALF_NAMES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
Spot = tuple[int, int]


def arts() -> dict[str, list[str]]:
    """The pictures by letter."""
    found: dict[str, list[str]] = {}
    for block, first in zip(ARTS.strip().split("\n\n"), "AIQ", strict=True):
        for line in block.splitlines():
            for place, row in enumerate(line.split()):
                found.setdefault(chr(ord(first) + place), []).append(row)
    return found


def turned(art: list[str], quarters: int) -> list[str]:
    """Clockwise."""
    for _ in range(quarters):
        art = ["".join(art[6 - column][row] for column in range(7)) for row in range(7)]
    return art


PICTURES = {(letter, top): turned(art, turn) for letter, art in arts().items() for turn, top in enumerate("nesw")}


def border(art: list[str]) -> dict[str, str]:
    """The seven spots of each side, from north to south or west to east."""
    west, east = "".join(row[0] for row in art), "".join(row[6] for row in art)
    return {"n": art[0][1:6], "s": art[6][1:6], "w": west[1:6], "e": east[1:6]}


class PaintedLand:
    """A game with known draws; moves and positions are texts."""

    def __init__(self, order: str, *, farmers: bool = True, small_city: int = 4, table: int = 31) -> None:
        self.order, self.farmers, self.small_city, self.half = list(order), farmers, small_city, table // 2
        self.tiles: dict[Spot, tuple[str, str]] = {(0, 0): ("D", "n")}
        self.men: list[tuple[int, Spot, str]] = []  # player, spot, name
        self.points, self.turn, self.hand, self.ended = [0, 0], 0, "", False
        self.laid: Spot | None = None
        self.draw()

    # ------------------------------------------------------------------ flooding
    def spots(self) -> dict[Spot, str]:
        """All spots of the table, rows downwards."""
        return {
            (7 * x + column, -7 * y + row): paint
            for (x, y), tile in self.tiles.items()
            for row, line in enumerate(PICTURES[tile])
            for column, paint in enumerate(line)
        }

    def flood(self, spots: dict[Spot, str], start: Spot, inside: Spot | None = None) -> set[Spot]:
        """All spots of the same paint that hang together with one, on one tile or on all."""
        found, todo = {start}, [start]
        while todo:
            column, row = todo.pop()
            for spot in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if spot not in found and spots.get(spot) == spots[start] and inside in (None, tile_of(spot)):
                    found.add(spot)
                    todo.append(spot)
        return found

    def complete(self, spots: dict[Spot, str], area: set[Spot]) -> bool:
        """Nothing of it ends at an empty cell."""
        return all(
            beside in spots
            for column, row in area
            for beside in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
        )

    def surrounding(self, tile: Spot) -> int:
        """Tiles in the square of nine."""
        return sum((tile[0] + x, tile[1] + y) in self.tiles for x in (-1, 0, 1) for y in (-1, 0, 1))

    def worth(self, spots: dict[Spot, str], area: set[Spot], ended: bool) -> int | None:
        """The points of an area, or None while it is not complete."""
        start = next(iter(area))
        paint, done = spots[start], self.complete(spots, area)
        tiles = {tile_of(spot) for spot in area}
        if paint == "m":
            around = self.surrounding(tile_of(start))
            return around if ended or around == 9 else None
        if paint == ".":
            return 3 * len(self.cities(spots, area)) if ended else None
        if not ended and not done:
            return None
        if paint == "r":
            return len(tiles)
        size = len(tiles) + sum(self.tiles[tile][0] in WITH_SHIELD for tile in tiles)
        if not done:
            return size
        return self.small_city if len(tiles) == 2 else 2 * size

    def cities(self, spots: dict[Spot, str], area: set[Spot]) -> set[Spot]:
        """One spot of each complete city beside a field."""
        found = set()
        for column, row in area:
            for spot in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if spots.get(spot) == "c" and tile_of(spot) == tile_of((column, row)):
                    city = self.flood(spots, spot)
                    if self.complete(spots, city):
                        found.add(min(city))
        return found

    # ------------------------------------------------------------------ a turn
    def placements(self, letter: str) -> list[str]:
        """Where a tile fits, with its different rotations."""
        tops = [top for at, top in enumerate("nesw") if all(
            PICTURES[letter, top] != PICTURES[letter, other] for other in "nesw"[:at]
        )]  # fmt: skip
        cells = {(x + a, y + b) for x, y in self.tiles for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        cells = {(x, y) for x, y in cells if max(abs(x), abs(y)) <= self.half and (x, y) not in self.tiles}
        found = []
        for x, y in cells:
            beside = {"n": ((x, y + 1), "s"), "e": ((x + 1, y), "w"), "s": ((x, y - 1), "n"), "w": ((x - 1, y), "e")}
            for top in tops:
                own = border(PICTURES[letter, top])
                if all(
                    own[side] == border(PICTURES[self.tiles[other]])[its] or set(own[side]) == {"c"} ==
                    set(border(PICTURES[self.tiles[other]])[its])
                    for side, (other, its) in beside.items() if other in self.tiles
                ):  # fmt: skip
                    found.append(f"{x},{y}{top}")
        return found

    def places(self) -> dict[str, Spot]:
        """Where a follower may be put: the name of each free part of the tile just laid, and a spot of it."""
        spots = self.spots()
        found: dict[str, Spot] = {}
        assert self.laid is not None
        x, y = self.laid
        todo = {(7 * x + column, -7 * y + row) for row in range(7) for column in range(7)}
        while todo:
            start = min(todo)
            part = self.flood(spots, start, (x, y))
            todo -= part
            if spots[start] not in PAINT or (spots[start] == "." and not self.farmers):
                continue
            if not self.flood(spots, start) & {spot for _, spot, _ in self.men}:
                found[part_name(spots[start], {(c - 7 * x, r + 7 * y) for c, r in part})] = start
        return found if sum(player == self.turn for player, _, _ in self.men) < 7 else {}

    def moves(self) -> set[str]:
        """All legal moves."""
        if self.ended:
            return set()
        return {*self.places(), "none"} if self.laid else set(self.placements(self.hand))

    def play(self, move: str) -> None:
        """One move."""
        if not self.laid:
            x, y = (int(number) for number in move[:-1].split(","))
            self.tiles[x, y], self.laid = (self.hand, move[-1]), (x, y)
            if self.places():
                return
        elif move != "none":
            self.men.append((self.turn, self.places()[move], move))
        self.score(ended=False)
        self.turn, self.laid = 1 - self.turn, None
        self.draw()

    def draw(self) -> None:
        """The next tile that fits; else the end."""
        self.hand = ""
        while self.order and not self.hand:
            letter = self.order.pop(0)
            self.hand = letter if self.placements(letter) else ""
        if not self.hand:
            self.ended = True
            self.score(ended=True)

    def score(self, ended: bool) -> None:
        """What has followers and is complete, or at the end everything."""
        spots = self.spots()
        men = list(self.men)
        while men:
            area = self.flood(spots, men[0][1])
            here = [man for man in men if man[1] in area]
            men = [man for man in men if man not in here]
            points = self.worth(spots, area, ended)
            if points is None:
                continue
            count = [sum(man[0] == player for man in here) for player in range(2)]
            for player in range(2):
                self.points[player] += points if count[player] == max(count) else 0
            if not ended:
                self.men = [man for man in self.men if man not in here]

    def text(self) -> str:
        """The position as the game writes it."""
        men = {tile_of(spot): f"*{player + 1}{name}" for player, spot, name in self.men}
        tiles = [
            f"{x},{y}{letter}{top}{men.get((x, y), '')}"
            for (x, y), (letter, top) in sorted(self.tiles.items(), key=lambda item: (item[0][1], item[0][0]))
        ]
        hand = "end" if self.ended else "-" if self.laid else self.hand
        mover = f"{self.turn + 1}" + (f"@{self.laid[0]},{self.laid[1]}" if self.laid else "")
        return f"{';'.join(tiles)} {self.points[0]}:{self.points[1]} {hand} {''.join(self.order) or '-'} {mover}"


def tile_of(spot: Spot) -> Spot:
    """The tile that has a spot."""
    return spot[0] // 7, -(spot[1] // 7)


def part_name(paint: str, part: set[Spot]) -> str:
    """What it is, with its sides or its first half of a side."""
    if paint == "m":
        return "monastery"
    halves = set()
    for column, row in part:
        late = (row if column in (0, 6) else column) > 3
        if row == 0:
            halves.add(1 if late else 0)
        if column == 6:
            halves.add(3 if late else 2)
        if row == 6:
            halves.add(4 if late else 5)
        if column == 0:
            halves.add(6 if late else 7)
    if paint == ".":
        return f"field:{HALF_NAMES[min(halves)]}"
    return f"{PAINT[paint]}:{''.join(side for at, side in enumerate('nesw') if {2 * at, 2 * at + 1} & halves)}"


def perft(game: Any, depth: int) -> int:
    """Moves to a depth, each line played from the beginning by copies."""
    import copy

    total = 0
    for move in game.moves():
        if depth == 1:
            total += 1
        else:
            after = copy.deepcopy(game)
            after.play(move)
            total += perft(after, depth - 1)
    return total
