"""Dominoes for two: lay tiles end to end; who has laid all tiles wins the pips that the other still holds.

A tile matches one of the two open ends of the line. Who has no tile that fits draws until one does or nothing is left
to draw, and then passes (draw game), or passes at once (block game). If both pass, fewer pips win the difference.

With known draws both hands lie open and the order of the boneyard is a part of the set-up: drawing is no choice and
happens by itself. In `HiddenDominoes` hands are hidden and tiles are dealt and drawn by chance. What a player shows by
drawing or passing, the numbers that none of the player's tiles has, is remembered for every tile then held.

Tiles are numbered 0-0, 0-1, ..., 0-6, 1-1, 1-2, ..., 6-6. A move is 2 * tile, or 2 * tile + 1 at the higher open end
where the tile fits both ends and they differ; the pass is 2 * tiles; at chance it is the tile.
"""

from __future__ import annotations

import random as dice
from typing import Self

import numpy as np

from zermelo.errors import BadParameter
from zermelo.game import (
    CHANCE,
    NONE,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    bit,
    compared,
    count,
    derived,
    has,
    i8,
    nth,
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
from zermelo.games.dominoes.notation import read_position, tile_of, tiles_of
from zermelo.games.dominoes.picture import YARD, picture_of

PART = word(0xFFFFF)  # twenty tiles, in an observation


class Dominoes(Game):
    """Match the ends."""

    # ------------------------------------------------------------------ facts
    pips: int = parameter(6, low=2, high=9, help="the highest number on a tile")
    hand: int = parameter(7, low=1, high=12, help="tiles dealt to each player")
    drawing: bool = parameter(True, help="who cannot lay a tile draws; otherwise they pass at once (block game)")
    known: bool = True  # hands lie open and the order of the draws is known
    chance: bool = derived(lambda game: not game.known)
    hidden: bool = derived(lambda game: not game.known)
    tiles: int = derived(lambda game: (game.pips + 1) * (game.pips + 2) // 2)
    no_tile: int = derived(lambda game: 2 * game.tiles)  # the pass
    most_moves: int = derived(lambda game: 2 * game.tiles)
    total: int = derived(lambda game: game.pips * (game.pips + 1) * (game.pips + 2) // 2)  # pips on all tiles
    lowest: float = derived(lambda game: -float(game.total))
    highest: float = derived(lambda game: float(game.total))
    longest: int = derived(lambda game: 4 * game.tiles)
    LOW: Cells = derived(lambda game: table([a for a, _ in tiles_of(game.pips)], i8))
    HIGH: Cells = derived(lambda game: table([b for _, b in tiles_of(game.pips)], i8))
    WITH: Cells = derived(  # the tiles that have a number; the last entry, for no open end yet, is all tiles
        lambda game: table(
            [sum(1 << t for t, ab in enumerate(tiles_of(game.pips)) if n in ab) for n in range(game.pips + 1)]
            + [(1 << game.tiles) - 1],
            u64,
        )
    )

    # ------------------------------------------------------------------ state
    hands: Cells = array(u64, 2)
    laid: u64  # the tiles of the line
    low: i8  # the open ends, the lower number first; pips + 1 before the first tile
    high: i8
    passes: u8  # in a row
    drawer: i8  # at chance: the player who gets the tile + 1
    draws: Cells = array(u8, lambda game: game.tiles, in_key=False)  # known draws: both hands, then the boneyard
    line: Cells = array(u8, lambda game: game.tiles, in_key=False)  # the moves that laid it + 1, for the picture
    lacks: Cells = array(u16, lambda game: game.tiles, in_key=False)  # numbers that a tile in a hand cannot have

    @classmethod
    def unfit(cls) -> str | None:
        """There must be tiles for two hands."""
        tiles = len(tiles_of(cls.pips))
        return None if 2 * cls.hand <= tiles else f"{tiles} tiles do not suffice for two hands of {cls.hand}"

    @python_only
    def start(self, seed: int = 0, deal: str = "") -> None:
        """The tiles in the order of a seed, or of a text (`6-4 0-0 ...`): both hands, then the boneyard."""
        self.low = self.high = self.pips + 1
        tiles = list(range(self.tiles))
        if deal:
            tiles = [tile_of(self.pips, name) for name in deal.replace(",", " ").split()]
            if sorted(tiles) != list(range(self.tiles)):
                raise BadParameter(f"a deal names each of the {self.tiles} tiles once, like 6-4 0-0 ...: {deal!r}")
        else:
            dice.Random(seed).shuffle(tiles)
        for place, tile in enumerate(tiles):
            self.draws[place] = tile
            if place < 2 * self.hand:
                self.hands[place // self.hand] |= bit(tile)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """At chance every tile that is hidden; else every tile that fits, at each end that it fits, or the pass."""
        n = 0
        if self.turn == CHANCE:
            for tile in squares(self.yard()):
                n = put(out, n, tile)
            return n
        for tile in squares(self.fitting(self.turn)):
            at_low = has(self.WITH[self.low], tile)
            if at_low:
                n = put(out, n, 2 * tile)
            if has(self.WITH[self.high], tile) and (self.low != self.high or not at_low):
                n = put(out, n, 2 * tile + 1)
        return n if n > 0 else put(out, 0, self.no_tile)

    def play(self, move: int) -> None:
        """Lay a tile, pass, or be given one; then the next player draws if they must."""
        if self.turn == CHANCE:
            self.give(move)
            return
        if move == self.no_tile:
            self.passes = self.passes + 1
        else:
            self.lay(move >> 1, move & 1)
            self.passes = 0
        self.turn = 1 - self.turn
        if not self.over():
            self.settle()

    def over(self) -> bool:
        """A hand is empty after a tile was laid, or both have passed."""
        return self.passes == 2 or (self.laid != NONE and (self.hands[0] == NONE or self.hands[1] == NONE))

    def utility(self, player: int) -> float:
        """The winner gains what the loser holds, less what the winner holds."""
        return float(self.held(1 - player) - self.held(player))

    def odds(self, tile: int) -> float:
        """Every hidden tile is equally likely."""
        return 1.0 / count(self.yard())

    # ------------------------------------------------------------------ helpers
    def yard(self) -> np.uint64:
        """The tiles that nobody has yet."""
        return self.WITH[self.pips + 1] & ~(self.hands[0] | self.hands[1] | self.laid)

    def fitting(self, player: int) -> np.uint64:
        """The tiles of a player that fit an open end."""
        return self.hands[player] & (self.WITH[self.low] | self.WITH[self.high])

    def held(self, player: int) -> int:
        """The pips in a hand."""
        total = 0
        for tile in squares(self.hands[player]):
            total += self.LOW[tile] + self.HIGH[tile]
        return total

    def lay(self, tile: int, at_high: int) -> None:
        """Put a tile to the line; its other number becomes the open end."""
        self.line[count(self.laid)] = 2 * tile + at_high + 1
        self.hands[self.turn] = self.hands[self.turn] & ~bit(tile)
        self.laid = self.laid | bit(tile)
        self.lacks[tile] = 0
        one, two = int(self.LOW[tile]), int(self.HIGH[tile])
        if self.low <= self.pips:
            joined = self.high if at_high == 1 else self.low
            one, two = one + two - joined, self.low if at_high == 1 else self.high
        self.low, self.high = min(one, two), max(one, two)

    def settle(self) -> None:
        """Who has no tile that fits shows it, and draws if there is something to draw."""
        if self.fitting(self.turn) != NONE:
            return
        self.shows(self.turn)
        if not self.drawing:
            return
        if not self.known:
            if self.yard() != NONE:
                self.drawer, self.turn = self.turn + 1, CHANCE
            return
        while self.yard() != NONE and self.fitting(self.turn) == NONE:
            drawn = self.tiles - count(self.yard())
            self.hands[self.turn] = self.hands[self.turn] | bit(self.draws[drawn])

    def shows(self, player: int) -> None:
        """All tiles of a hand are known to lack the open ends."""
        if not self.known:
            ends = (1 << self.low) | (1 << self.high)
            for tile in squares(self.hands[player]):
                self.lacks[tile] = self.lacks[tile] | ends

    def give(self, tile: int) -> None:
        """Chance has chosen a tile: the deal goes on, or a player draws on until a tile fits."""
        player = self.drawer - 1
        self.hands[player] = self.hands[player] | bit(tile)
        if self.laid == NONE:
            dealt = count(self.hands[0] | self.hands[1])
            self.drawer = 1 + dealt % 2
            if dealt == 2 * self.hand:
                self.turn, self.drawer = 0, 0
            return
        fits = has(self.WITH[self.low] | self.WITH[self.high], tile)
        if not fits:
            self.lacks[tile] = (1 << self.low) | (1 << self.high)
        if fits or self.yard() == NONE:
            self.turn, self.drawer = player, 0

    # ------------------------------------------------------------------ hooks
    def roll(self, random: Random, row: Row) -> int:
        """A random hidden tile."""
        yard = self.yard()
        return nth(yard, random.below(count(yard)))

    def evaluate(self) -> float:
        """Pips, tiles, tiles that fit, and numbers that are covered."""
        me = self.turn if self.turn >= 0 else max(self.drawer - 1, 0)
        value = self.worth(me) - self.worth(1 - me)
        if self.turn >= 0:
            value += 2.0
        bound = self.highest - 0.01
        value = max(-bound, min(bound, value))
        return value if self.turn >= 0 or me == 0 else -value

    def worth(self, player: int) -> float:
        """What a hand is worth, in pips."""
        fits, covered, pips, tiles = self.parts(player)
        return 1.5 * fits + 1.0 * covered - 0.5 * pips - 4.0 * tiles

    def parts(self, player: int) -> tuple[int, int, int, int]:
        """Tiles of a hand that fit, at most three; numbers that it covers; its pips and tiles."""
        fits = count(self.fitting(player)) if self.laid != NONE else 2
        covered = 0
        for pip in range(self.pips + 1):
            covered += self.hands[player] & self.WITH[pip] != NONE
        return min(fits, 3), covered, self.held(player), count(self.hands[player])

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        me = max(int(self.turn), 0)
        names = "tiles that fit", "numbers covered", "pips in hand", "tiles in hand"
        return compared(names, self.parts(me), self.parts(1 - me))

    def order(self, move: int) -> int:
        """Heavy tiles first."""
        if self.turn == CHANCE or move == self.no_tile:
            return 0
        return int(self.LOW[move >> 1] + self.HIGH[move >> 1])

    # ------------------------------------------------------------------ notation
    @python_only
    def name(self, tile: int) -> str:
        """A tile by its numbers, the higher first."""
        low, high = tiles_of(self.pips)[tile]
        return f"{high}-{low}"

    @python_only
    def listed(self, tiles: np.uint64) -> str:
        """Tiles by their names, with the numbers that they are known to lack."""
        shown = []
        for tile in squares(tiles):
            lacks = "".join(str(pip) for pip in range(self.pips + 1) if self.lacks[tile] >> pip & 1)
            shown.append(self.name(tile) + (f"!{lacks}" if lacks else ""))
        return ",".join(shown) or "none"

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Both hands, the line, its ends, what is left to draw, passes in a row, who moves (`?1`: chance for them)."""
        ends = f"{self.low}:{self.high}" if self.laid else "start"
        drawn = self.tiles - count(self.yard())
        left = ",".join(self.name(self.draws[place]) for place in range(drawn, self.tiles)) if self.known else "hidden"
        mover = f"?{self.drawer}" if self.turn == CHANCE else str(self.turn + 1)
        parts = [self.listed(self.hands[0]), self.listed(self.hands[1]), self.listed(self.laid), ends, left or "none"]
        return " ".join([*parts, str(self.passes), mover])

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = cls.blank()
        read_position(state, text)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """A tile, with @ and the end where it could go to either; or pass."""
        if self.turn == CHANCE:
            return self.name(move)
        if move == self.no_tile:
            return "pass"
        tile = move >> 1
        both = has(self.WITH[self.low], tile) and has(self.WITH[self.high], tile) and self.low != self.high
        return self.name(tile) + (f"@{self.high if move & 1 else self.low}" if both else "")

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if self.over():
            return "the game is over"
        text = move.strip().lower() if isinstance(move, str) else ""
        if not isinstance(move, str) and 0 <= move < self.no_tile and self.turn != CHANCE:
            text = self.name(move >> 1)
        tile = tile_of(self.pips, text.partition("@")[0])
        if text == "pass":
            return "only who can neither lay nor draw passes"
        if tile < 0:
            return f"tiles are called 0-0 to {self.pips}-{self.pips}"
        if self.turn == CHANCE:
            return f"{self.name(tile)} is not left to draw"
        if not has(self.hands[self.turn], tile):
            return f"player {self.turn + 1} does not hold {self.name(tile)}"
        if not has(self.fitting(self.turn), tile):
            return f"{self.name(tile)} fits neither {self.low} nor {self.high}"
        return f"say the end where {self.name(tile)} goes to, such as {self.name(tile)}@{self.low}"

    @python_only
    def ending(self) -> str:
        """Who is out, or that both are blocked."""
        if not self.over():
            return ""
        first, second = self.held(0), self.held(1)
        for player in range(2):
            if not self.hands[player]:
                return f"player {player + 1} is out and wins {first + second} pips"
        result = "draw" if first == second else f"player {1 + (first > second)} wins {abs(first - second)}"
        return f"both have passed with {first} and {second} pips: {result}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Hands below and above, the line between them, what is left on top; all face up."""
        return picture_of(self, (0, 1, YARD))

    @python_only
    def scene_for(self, player: int) -> Scene:
        """The player's own tiles and those that were laid; the others lie face down."""
        return picture_of(self, (player,)) if self.hidden else self.scene()


class HiddenDominoes(Dominoes):
    """Hands are hidden; chance deals and draws."""

    known: bool = False
    observation: int = derived(lambda game: game.tiles + 13)

    @python_only
    def start(self) -> None:  # type: ignore[override]  # a set-up of its own: there is nothing to choose
        """Nature deals, one tile for each player in turn."""
        self.low = self.high = self.pips + 1
        self.turn, self.drawer = CHANCE, 1

    def observe(self, player: int, out: Row) -> int:
        """The own hand, the line, who draws, and for each of the other's tiles what it is known to lack, sorted."""
        n = put(out, 0, self.drawer)
        n = put(out, n, self.low)
        n = put(out, n, self.high)
        n = put(out, n, self.passes)
        for part in range(3):
            n = put(out, n, number(self.hands[player] >> word(20 * part) & PART))
            n = put(out, n, number(self.laid >> word(20 * part) & PART))
        n = put(out, n, count(self.hands[1 - player]))
        first = n
        for tile in squares(self.hands[1 - player]):
            place = n
            while place > first and out[place - 1] < self.lacks[tile]:
                out[place] = out[place - 1]
                place -= 1
            out[place] = self.lacks[tile]
            n += 1
        return n

    def redeal(self, player: int, random: Random) -> None:
        """The other's tiles become any that they may hold, all such hands equally likely.

        What they showed last they showed of all tiles that they had, so the sets of numbers that these tiles lack lie
        one in another. Beginning with the tile that lacks most, each place gets a random tile that fits it: as many
        remain for the later places whatever is chosen, and therefore all hands come equally often.
        """
        other = 1 - player
        plays = self.turn == other and self.fitting(other) != NONE  # they neither draw nor pass: that is seen
        self.shuffle(other, random)
        while plays and self.fitting(other) == NONE:
            self.shuffle(other, random)

    def shuffle(self, other: int, random: Random) -> None:
        """Give each place of a hand a random tile that lacks what is known to be lacking there."""
        open_tiles = self.hands[other] | self.yard()  # those that may still change places
        while self.hands[other] & open_tiles != NONE:
            most, place = -1, 0
            for tile in squares(self.hands[other] & open_tiles):
                if count(word(self.lacks[tile])) > most:
                    most, place = count(word(self.lacks[tile])), tile
            may = open_tiles
            for pip in range(self.pips + 1):
                if self.lacks[place] >> pip & 1:
                    may = may & ~self.WITH[pip]
            chosen = nth(may, random.below(count(may)))
            self.swap(other, place, chosen)
            open_tiles = open_tiles & ~bit(chosen)

    def swap(self, other: int, one: int, two: int) -> None:
        """Two tiles that a player does not see change places."""
        if has(self.hands[other], one) != has(self.hands[other], two):
            self.hands[other] = self.hands[other] ^ bit(one) ^ bit(two)
        first, second = self.lacks[one], self.lacks[two]
        self.lacks[one], self.lacks[two] = second, first
