"""The rules of Tantrix once more, with dictionaries and strings."""

from __future__ import annotations

from zermelo.games.tantrix.tiles import NUMBER, TILES

Place = tuple[int, int]
WAYS: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the east


def step(place: Place, way: int, times: int = 1) -> Place:
    return place[0] + times * WAYS[way % 6][0], place[1] + times * WAYS[way % 6][1]


def looks(colours: str) -> list[str]:
    """A tile in all six rotations, clockwise."""
    return [colours[6 - rotation :] + colours[: 6 - rotation] for rotation in range(6)]


class Plain:
    """The rules once more: the table is a dictionary of places and colours, nothing is kept that can be counted."""

    def __init__(self, order: list[int], colours: str = "ry", restricted: bool = True, hand: int = 6) -> None:
        self.table: dict[Place, str] = {}
        self.hands = [set(order[:hand]), set(order[hand : 2 * hand])]
        self.bag = list(order[2 * hand :])
        self.colours, self.restricted = colours, restricted
        self.turn, self.free_is_laid, self.begun = 0, False, False

    def neighbours(self, place: Place) -> dict[int, str]:
        """The colours that lead to a place, by side."""
        return {
            side: self.table[step(place, side)][(side + 3) % 6] for side in range(6) if step(place, side) in self.table
        }

    def empty(self) -> list[Place]:
        return sorted({step(place, way) for place in self.table for way in range(6)} - set(self.table))

    def spaces(self) -> list[Place]:
        return [place for place in self.empty() if len(self.neighbours(place)) >= 3]

    def strict(self) -> bool:
        return self.restricted and bool(self.bag)

    def matches(self, place: Place, look: str) -> bool:
        return all(look[side] == colour for side, colour in self.neighbours(place).items())

    def breaks(self, place: Place, look: str) -> int:
        """Which of the first two restrictions a tile would break, or 0: it is laid and looked at."""
        self.table[place] = look
        broken = 0
        for way in range(6):
            beside = step(place, way)
            if beside not in self.table:
                leading = list(self.neighbours(beside).values())
                if len(leading) > 3:
                    broken = 2
                elif len(leading) == 3 and len(set(leading)) == 1:
                    broken = broken or 1
        del self.table[place]
        return broken

    def is_controlled(self, place: Place) -> bool:
        """Whether a straight way leads from a forced space to a place, over empty cells and along tiles on one side."""
        for space in self.spaces():
            for way in range(6):
                for turn in (1, -1):
                    along, beside = step(space, way), step(space, way + turn)
                    while along not in self.table and beside in self.table:
                        if along == place:
                            return True
                        along, beside = step(along, way), step(beside, way)
        return False

    def placements(self, places: list[Place]) -> set[tuple[int, int, Place]]:
        found = set()
        for place in places:
            for tile in self.hands[self.turn]:
                for rotation, look in enumerate(looks(TILES[tile])):
                    if self.matches(place, look) and not (self.strict() and self.breaks(place, look)):
                        found.add((tile, rotation, place))
        return found

    def legal(self) -> set[tuple[int, int, Place]]:
        if not self.table:
            return {(tile, 0, (0, 0)) for tile in self.hands[self.turn]}
        forced = self.placements(self.spaces())
        if forced or self.free_is_laid:
            return forced
        places = [place for place in self.empty() if place not in self.spaces()]
        return self.placements([p for p in places if not (self.strict() and self.is_controlled(p))])

    def play(self, tile: int, rotation: int, place: Place) -> None:
        if len(self.neighbours(place)) < 3:
            self.free_is_laid = True
        self.begun = True
        self.table[place] = looks(TILES[tile])[rotation]
        self.hands[self.turn].remove(tile)
        if self.bag:
            self.hands[self.turn].add(self.bag.pop(0))
        if not self.hands[self.turn] or (self.free_is_laid and not self.legal()):
            self.free_is_laid = self.begun = False
            if self.hands[1 - self.turn]:
                self.turn = 1 - self.turn

    def over(self) -> bool:
        return not self.hands[0] and not self.hands[1]

    def points(self, player: int) -> int:
        """The best line or loop, each tile asked for the line that it lies on."""
        colour, best = self.colours[player], 0
        for place, look in self.table.items():
            if colour not in look:
                continue
            tiles, closed = {place}, False
            for way in (side for side in range(6) if look[side] == colour):
                at, out = step(place, way), way
                while at in self.table and at != place:
                    tiles.add(at)
                    (out,) = (s for s in range(6) if self.table[at][s] == colour and s != (out + 3) % 6)
                    at = step(at, out)
                closed = closed or at == place
            best = max(best, 2 * len(tiles) if closed else len(tiles))
        return best

    def perft(self, depth: int) -> int:
        moves = self.legal()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            kept = dict(self.table), [set(h) for h in self.hands], list(self.bag), self.turn, self.free_is_laid
            self.play(*move)
            total += self.perft(depth - 1) if not self.over() else 0
            self.table, self.hands, self.bag, self.turn, self.free_is_laid = kept
        return total


def numbered(move: tuple[int, int, Place]) -> int:
    tile, rotation, (q, r) = move
    return (((r + 15) * 31 + q + 15) * NUMBER + tile) * 6 + rotation
