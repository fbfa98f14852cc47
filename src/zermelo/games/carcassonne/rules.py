"""Carcassonne for two: lay tiles side by side, put followers on roads, cities, monasteries and fields; points win.

The tile must match all its neighbours. Then a follower may be put on a part of it, if no follower stands anywhere on
the road, city or field that this part belongs to. What is complete scores for who has most followers there (both, if
equally many), and the followers return; at the end everything else with followers scores.

A table of 31 x 31 cells is numbered row by row from the south-west; the start tile lies in the middle. A move lays the
tile in hand, cell * 4 + rotation; then 3844 + part puts a follower there, and 3854 none (4 * cells + part, and ten
more). At chance a move is the kind of the tile drawn, in the order of the letters.
"""

from __future__ import annotations

import random as dice
from typing import Self

from zermelo.errors import BadParameter
from zermelo.game import CHANCE, Random, Row, Scene, compared, count, put, python_only, word
from zermelo.games.carcassonne.land import ALL_TILES, BOUND, FOLLOWERS, KINDS, Land
from zermelo.games.carcassonne.notation import move_name, picture_of, position_text, read_position, refusal
from zermelo.games.carcassonne.tiles import (
    ABBEY,
    CITY,
    COUNTS,
    FIELD,
    LETTERS,
    MONASTERY,
    PARTS,
    ROAD,
    START,
    TURNS,
    WHAT,
)

FREE_FOLLOWER = 3.0  # what a follower in hand is worth, in points


class Carcassonne(Land):
    """Tiles and followers."""

    @python_only
    def start(self, order: str = "", seed: int = 0) -> None:
        """Known draws: the tiles that come first, as letters; then the others in an order of the seed."""
        if not self.known and (order or seed):
            raise BadParameter("where draws are unknown nature draws: neither seed nor order is for that")
        rest = [kind for kind in range(KINDS) for _ in range(COUNTS[kind] - (kind == START))]
        if not all(letter in LETTERS for letter in order.upper()):
            raise BadParameter(f"the order of the tiles is written as letters from A to X: {order!r}")
        came = [LETTERS.index(letter) for letter in order.upper()]
        for kind in came:
            if kind not in rest:
                raise BadParameter(f"there are not so many tiles {LETTERS[kind]} beside the start tile")
            rest.remove(kind)
        dice.Random(seed).shuffle(rest)
        self.fill_bag([*came, *rest])
        self.grid[self.cells // 2] = START * 4 + 1
        self.rebuild()
        self.next_tile()

    @python_only
    def fill_bag(self, order: list[int]) -> None:
        """Tiles in the order in which they are drawn; a shorter game leaves the last ones out."""
        self.left = min(len(order), self.tiles - 1)
        for place, kind in enumerate(reversed(order[: self.left]) if self.known else order):
            if self.known:
                self.bag[place] = kind + 1
            else:
                self.bag[kind] += 1

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """At chance every kind in the bag; else where the tile fits, or where a follower may stand."""
        n = 0
        if self.turn == CHANCE:
            for kind in range(KINDS):
                if self.bag[kind] > 0:
                    n = put(out, n, kind)
            return n
        if self.placed > 0:
            for part in range(PARTS[self.kind_at(self.placed - 1)]):
                if self.vacant(part):
                    n = put(out, n, self.follower + part)
            return put(out, n, self.nobody)
        kind = self.hand - 1
        for place in range(self.rims):
            for rotation in range(TURNS[kind]):
                if self.fits(self.rim[place], kind * 4 + rotation):
                    n = put(out, n, self.rim[place] * 4 + rotation)
        return n

    def play(self, move: int) -> None:
        """A tile is drawn; or laid; or a follower is put on it, or none, and the turn ends."""
        if self.turn == CHANCE:
            self.bag[move] = self.bag[move] - 1
            self.left = self.left - 1
            if self.fits_somewhere(move):
                self.hand, self.turn = move + 1, self.mover
            elif self.left == 0:
                self.turn = self.mover
                self.finish()
        elif move < self.follower:
            self.grid[move >> 2] = (self.hand - 1) * 4 + (move & 3) + 1
            self.lay(move >> 2)
            self.placed, self.hand = (move >> 2) + 1, 0
            if not self.may_post():
                self.end_turn()
        else:
            if move != self.nobody:
                self.post(self.turn, (self.placed - 1) * 8 + move - self.follower + 1)
            self.end_turn()

    def midturn(self) -> bool:
        """The tile is laid and a follower may be put on it."""
        return self.placed > 0

    def over(self) -> bool:
        """The last tile has been laid."""
        return self.finished

    def utility(self, player: int) -> float:
        """The difference in points."""
        return float(self.score[player] - self.score[1 - player])

    def reward(self, player: int) -> float:
        """Points."""
        return float(self.score[player])

    def odds(self, kind: int) -> float:
        """Every tile in the bag is equally likely; one that fits nowhere is set aside and another drawn."""
        return self.bag[kind] / (self.left + ALL_TILES - self.tiles)

    # ------------------------------------------------------------------ turn
    def next_tile(self) -> None:
        """The next tile that fits somewhere, or chance draws; without tiles the game ends."""
        if not self.known and self.left > 0:
            self.turn = CHANCE
            return
        while self.left > 0:
            self.left = self.left - 1
            kind = self.bag[self.left] - 1
            self.bag[self.left] = 0
            if self.fits_somewhere(kind):
                self.hand = kind + 1
                return
        self.finish()

    def end_turn(self) -> None:
        """What the new tile completes scores."""
        cell = self.placed - 1
        kind = self.kind_at(cell)
        for part in range(PARTS[kind]):
            if WHAT[kind, part] != FIELD:
                self.settle(self.root(self.first[cell] + part), WHAT[kind, part])
        for around in range(9):
            other = self.beyond(cell, around % 3 - 1, around // 3 - 1)
            if other >= 0 and self.grid[other] > 0 and ABBEY[self.kind_at(other)] > 0:
                self.settle(self.first[other] + ABBEY[self.kind_at(other)] - 1, MONASTERY)
        self.placed = 0
        self.mover = 1 - self.mover
        self.turn = self.mover
        self.next_tile()

    def settle(self, root: int, what: int) -> None:
        """What is complete scores, and its followers return."""
        if self.gaps[root] > 0 or self.on[0, root] + self.on[1, root] == 0:
            return
        self.award(root, what)
        for player in range(2):
            kept = 0
            for place in range(FOLLOWERS):
                where = self.followers[player, place]
                if where == 0 or self.root(self.part_of(where)) != root:
                    self.followers[player, kept] = where
                    kept += 1
            for place in range(kept, FOLLOWERS):
                self.followers[player, place] = 0

    def award(self, root: int, what: int) -> None:
        """Points for who has most followers there, or for both; nothing scores twice."""
        first, second = self.on[0, root], self.on[1, root]
        points = self.worth(root, what)
        if first >= second:
            self.score[0] = self.score[0] + points
        if second >= first:
            self.score[1] = self.score[1] + points
        self.on[0, root] = 0
        self.on[1, root] = 0

    def finish(self) -> None:
        """What is not complete scores too."""
        self.finished = True
        for player in range(2):
            for place in range(FOLLOWERS):
                where = self.followers[player, place]
                if where > 0:
                    root = self.root(self.part_of(where))
                    if self.on[0, root] + self.on[1, root] > 0:
                        self.award(root, self.what_of(where))

    # ------------------------------------------------------------------ hooks
    def roll(self, random: Random, row: Row) -> int:
        """A random tile of the bag."""
        skip = random.below(self.left + ALL_TILES - self.tiles)
        kind = 0
        while skip >= self.bag[kind]:
            skip -= self.bag[kind]
            kind += 1
        return kind

    def plies_left(self) -> int:
        """A tile and mostly a follower a turn."""
        return 2 * self.left + 2

    def evaluate(self) -> float:
        """Points, what roads, cities, monasteries and fields promise, and followers in hand."""
        value = float(self.score[0] - self.score[1]) + self.prospects(0) - self.prospects(1)
        value = max(0.01 - BOUND, min(BOUND - 0.01, value))
        return -value if self.turn == 1 else value

    def prospects(self, player: int) -> float:
        """Followers in hand, and for each other one its share of what it stands on."""
        hand, fields, roads, cities, monasteries = self.holdings(player)
        return hand + fields + roads + cities + monasteries

    def holdings(self, player: int) -> tuple[float, float, float, float, float]:
        """The same, one by one: followers in hand, and those in fields, roads, cities and monasteries."""
        time = min(1.0, self.left / 24.0)  # what can still be completed
        hand = time * (FREE_FOLLOWER * self.in_hand(player) + 2.0 * (self.in_hand(player) > 0))
        fields = roads = cities = monasteries = 0.0
        for place in range(FOLLOWERS):
            where = self.followers[player, place]
            if where > 0:
                root, what = self.root(self.part_of(where)), self.what_of(where)
                mine, theirs = self.on[player, root], self.on[1 - player, root]
                if mine >= theirs:
                    share = self.promise(root, what, time) / mine
                    fields += share if what == FIELD else 0.0
                    roads += share if what == ROAD else 0.0
                    cities += share if what == CITY else 0.0
                    monasteries += share if what == MONASTERY else 0.0
        return hand, fields, roads, cities, monasteries

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        me = 1 if self.turn == 1 else 0
        names = "followers in hand", "fields", "roads", "cities", "monasteries"
        points = {"points": float(self.score[me] - self.score[1 - me])}
        return points | compared(names, self.holdings(me), self.holdings(1 - me))

    def promise(self, root: int, what: int, time: float) -> float:
        """Points now, and what completion would add by how near it is: points, and a follower that returns."""
        now = float(self.worth(root, what))
        gaps = self.gaps[root]
        if what == FIELD:
            return now + time * self.supplied(root, False)
        if gaps == 0:
            return now + time * FREE_FOLLOWER
        if what == MONASTERY:
            return now + time * (0.5 * gaps + FREE_FOLLOWER / (gaps + 1.0))
        return now + time / (gaps + 0.5) * (now + FREE_FOLLOWER if what == CITY else FREE_FOLLOWER)

    def order(self, move: int) -> int:
        """Tiles with many neighbours first; followers in cities and monasteries before roads, fields and none."""
        if self.turn == CHANCE:
            return 0
        if self.placed > 0:
            return 0 if move == self.nobody else int(WHAT[self.kind_at(self.placed - 1), move - self.follower])
        need = int(self.need[move >> 2])
        return count(word((need | need >> 1) & 0x55))

    def transform(self, which: int) -> None:
        """Turn the table clockwise by quarters."""
        for _ in range(which):
            for player in range(2):
                for place in range(FOLLOWERS):
                    self.followers[player, place] = self.turned_follower(self.followers[player, place])
                self.sort_followers(player)
            if self.placed > 0:
                self.placed = self.turned_cell(self.placed - 1) + 1
            self.turn_tiles()
            self.rebuild()

    def transform_move(self, which: int, move: int) -> int:
        """The cell turns round the middle; a tile that looks the same after some turns begins again, part by part."""
        if self.turn == CHANCE or move == self.nobody:
            return move
        if move >= self.follower:
            where = (self.placed - 1) * 8 + move - self.follower + 1
            code = int(self.grid[self.placed - 1])
            for _ in range(which):
                where = ((where - 1) >> 3 << 3) + self.turned_part(code, (where - 1) & 7) + 1
                code = self.turned_tile(code)
            return self.follower + ((where - 1) & 7)
        cell, code = move >> 2, (self.hand - 1) * 4 + (move & 3) + 1
        for _ in range(which):
            cell, code = self.turned_cell(cell), self.turned_tile(code)
        return cell * 4 + ((code - 1) & 3)

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Tiles with their followers, points, the tile in hand, the tiles to come, who moves."""
        return position_text(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = cls.blank()
        read_position(state, text)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """A cell and where the top of the tile points, `1,0e`; a part, `road:ew`; a letter at chance."""
        return move_name(self, move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        return refusal(self, move)

    @python_only
    def ending(self) -> str:
        """The points."""
        if not self.over():
            return ""
        first, second = int(self.score[0]), int(self.score[1])
        result = "draw" if first == second else f"player {1 + (second > first)} wins"
        return f"{first} to {second} points: {result}"

    @python_only
    def scene(self) -> Scene:
        """The tiles and a rim; beside them the choices: how the tile is turned, or where a follower stands."""
        return picture_of(self)
