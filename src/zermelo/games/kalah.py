"""Kalah: sow the seeds of a pit one by one to the right; what falls into the store is won, most seeds win.

Each player owns a row of pits and the store at its right end. Sowing runs along the own row, into the own store, along
the opponent's row and on round, past the opponent's store. A last seed in the own store gives another sowing; a last
seed in an own empty pit captures it and the seeds opposite. When a row is empty the game ends, and seeds that are left
belong to the player in whose row they lie.

Each side is a word with a byte for every pit, seen from its owner; the store is the byte after the last pit:

            pit 5  4  3  2  1  0             theirs
    store 6                       store 6
            pit 0  1  2  3  4  5             mine
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    count,
    derived,
    flag,
    not_in_key,
    nth,
    number,
    parameter,
    plus,
    put,
    python_only,
    squares,
    table,
    times,
    u8,
    u64,
    word,
)

NAMES = ("South", "North")
SIGNS = "SN"
BYTE = word(0xFF)
EACH = word(0x0101010101010101)  # a one in every byte
ROWS = 0.15  # what a seed in the own row is worth: some of them will be sown to the opponent, or taken
THREATS = 0.25  # and one that the opponent threatens to win: mostly there is an answer


MOST = 128  # no pit ever holds so many seeds: sowing n seeds from a pit is entry pit * MOST + n of the tables


def sowings(game: type[Kalah]) -> list[tuple[int, int]]:
    """Every sowing, legal or not, in the order of the tables: pit and number of seeds."""
    return [(pit, seeds) for pit in range(game.pits) for seeds in range(MOST)]


def sown(game: type[Kalah], pit: int, seeds: int, far: bool) -> int:
    """What a sowing adds to the sower's own side, or to the far side."""
    side = 0
    for step in range(1, seeds + 1 if seeds <= game.total else 0):
        place = (pit + step) % game.ring
        if (place > game.pits) == far:
            side += 1 << 8 * (place - game.pits - 1 if far else place)
    return side


def landing(game: type[Kalah], pit: int, seeds: int, opposite: bool) -> int:
    """The byte of the own pit where a sowing ends, or of the pit opposite; nothing if it ends elsewhere."""
    last = (pit + seeds) % game.ring
    return 0xFF << 8 * (game.pits - 1 - last if opposite else last) if last < game.pits else 0


class Kalah(Game):
    """Sow seeds, fill your store."""

    # ------------------------------------------------------------------ facts
    pits: int = parameter(6, low=1, high=7, help="pits of each player")
    seeds: int = parameter(4, low=1, high=9, help="seeds in every pit at the start")
    empty_capture: bool = parameter(False, help="a last seed in an own empty pit is won even if no seeds lie opposite")
    most_moves: int = derived(lambda game: game.pits)
    total: int = derived(lambda game: 2 * game.pits * game.seeds)
    # Between two gains of a store each sowing brings seeds nearer to the end of their own row, by one pit at least
    longest: int = derived(lambda game: game.total + game.pits * game.total * (game.total + 1) // 2)
    lowest: float = derived(lambda game: -float(game.total))
    highest: float = derived(lambda game: float(game.total))
    row: np.uint64 = derived(lambda game: word((1 << 8 * game.pits) - 1))  # the pits of a side, without its store
    ring: int = derived(lambda game: 2 * game.pits + 1)  # own pits, own store, the opponent's pits
    NEAR: Cells = derived(lambda game: table([sown(game, *one, far=False) for one in sowings(game)], u64))
    FAR: Cells = derived(lambda game: table([sown(game, *one, far=True) for one in sowings(game)], u64))
    LAST: Cells = derived(lambda game: table([sum(one) % game.ring for one in sowings(game)], u8))  # place in the ring
    SPOT: Cells = derived(lambda game: table([landing(game, *one, opposite=False) for one in sowings(game)], u64))
    FACING: Cells = derived(lambda game: table([landing(game, *one, opposite=True) for one in sowings(game)], u64))

    # ------------------------------------------------------------------ state
    mine: u64  # pits and store of the player to move
    theirs: u64  # those of the opponent
    again: flag = not_in_key()  # the player to move has just earned this sowing; it changes nothing that can follow

    @python_only
    def start(self) -> None:
        """The same number of seeds in every pit."""
        self.mine = self.theirs = times(EACH & self.row, word(self.seeds))

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """One move for each pit that has seeds."""
        found = 0
        for top in squares(self.sowable()):
            found = put(out, found, top >> 3)
        return found

    def play(self, pit: int) -> None:
        """Sow, capture, and hand over the turn unless the last seed fell into the own store.

        Selections in place of branches: captures and extra sowings come too irregularly to be foreseen by a processor,
        and random games are a fifth slower with them.
        """
        sowing = pit * MOST + seeds_of(self.mine, pit)
        mine = plus(emptied(self.mine, pit), self.NEAR[sowing])
        theirs = plus(self.theirs, self.FAR[sowing])
        spot = self.SPOT[sowing]
        facing = theirs & self.FACING[sowing]
        captures = (mine & spot == spot & EACH) & (self.empty_capture | (facing != NONE))  # a single seed in the spot
        spot = spot if captures else NONE
        facing = facing if captures else NONE
        won = word(all_seeds(plus(spot & EACH, facing)))
        mine = plus(mine & ~spot, won << word(8 * self.pits))
        theirs = theirs & ~facing
        again = self.LAST[sowing] == self.pits
        self.mine = mine if again else theirs
        self.theirs = theirs if again else mine
        self.turn = self.turn if again else 1 - self.turn
        self.again = again

    def over(self) -> bool:
        """Either row is empty."""
        return bool(self.mine & self.row == NONE or self.theirs & self.row == NONE)

    def midturn(self) -> bool:
        """A last seed in the store: the same player sows again."""
        return self.again

    def utility(self, player: int) -> float:
        """The margin in seeds; those in a row belong to its owner."""
        margin = float(all_seeds(self.mine) - all_seeds(self.theirs))
        return margin if self.turn == player else -margin

    # ------------------------------------------------------------------ helpers
    def sowable(self) -> np.uint64:
        """The top bit of each pit of the mover that has seeds: no byte exceeds 127, so no sum runs into the next."""
        return plus(self.mine & self.row, times(EACH, word(0x7F))) & times(EACH, word(0x80)) & self.row

    def last_of(self, side: np.uint64, pit: int) -> int:
        """Where a sowing by the owner of a side would end."""
        return int(self.LAST[pit * MOST + seeds_of(side, pit)])

    def prize(self, pit: int, side: np.uint64, other: np.uint64) -> int:
        """Seeds that a sowing would capture, not counting those that it sows itself."""
        last = self.last_of(side, pit)
        if last >= self.pits or last == pit or seeds_of(side, last) > 0 or seeds_of(side, pit) > self.ring:
            return 0
        return seeds_of(other, self.pits - 1 - last)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random pit without listing them."""
        pits = self.sowable()
        return nth(pits, random.below(count(pits))) >> 3 if pits else NO_MOVE

    weights = ("seeds in rows", ROWS), ("threats", THREATS)

    def evaluate(self) -> float:
        """Seeds in the stores, seeds in the rows, and what the opponent has at hand: extra sowings and a capture.

        What the mover has at hand, a search sees by looking on: captures and extra sowings are noisy.
        """
        stores, rows, threats = self.parts()
        bound = self.highest - 0.01
        return max(-bound, min(bound, stores + self.weight(0) * rows - self.weight(1) * threats))

    def parts(self) -> tuple[int, int, int]:
        """Seeds ahead in the stores and in the rows, and what the opponent has at hand."""
        stores = seeds_of(self.mine, self.pits) - seeds_of(self.theirs, self.pits)
        rows = all_seeds(self.mine & self.row) - all_seeds(self.theirs & self.row)
        return stores, rows, self.promise(self.theirs, self.mine)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        return dict(zip(("stores", "rows", "threats"), self.parts(), strict=True))

    def promise(self, side: np.uint64, other: np.uint64) -> int:
        """Extra sowings that the owner of a side has, and the seeds of the best capture."""
        extra = 0
        best = 0
        for pit in range(self.pits):
            if seeds_of(side, pit) > 0:
                if self.last_of(side, pit) == self.pits:
                    extra += 1
                best = max(best, self.prize(pit, side, other))
        return extra + best

    def bounds(self, player: int) -> tuple[float, float]:
        """Stores never lose a seed."""
        low = 2.0 * seeds_of(self.mine, self.pits) - self.total
        high = self.total - 2.0 * seeds_of(self.theirs, self.pits)
        return (low, high) if self.turn == player else (-high, -low)

    def order(self, pit: int) -> int:
        """Extra sowings first, nearest to the store (a farther one would spoil it), then captures, then the rest."""
        if self.last_of(self.mine, pit) == self.pits:
            return 1000 + pit
        return 10 * self.prize(pit, self.mine, self.theirs) + pit

    def noisy(self, pit: int) -> bool:
        """Captures and extra sowings."""
        return self.last_of(self.mine, pit) == self.pits or self.prize(pit, self.mine, self.theirs) > 0

    # ------------------------------------------------------------------ notation
    @python_only
    def side(self, player: int) -> list[int]:
        """The pits and the store of a player."""
        side = self.mine if player == self.turn else self.theirs
        return [seeds_of(side, pit) for pit in range(self.pits + 1)]

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """South's pits and store, North's pits and store, who moves: `4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 S`.

        A plus sign after the mover says that this is an extra sowing of the same turn.
        """
        sides = " / ".join(" ".join(str(seeds) for seeds in self.side(player)) for player in range(2))
        return f"{sides} {SIGNS[self.turn]}{'+' if self.again else ''}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        south, _, north = text.strip().partition("/")
        *northern, mover = north.split() or [""]
        sides = [south.split(), northern]
        if mover.rstrip("+") not in ("S", "N") or any(len(side) != cls.pits + 1 for side in sides):
            raise BadPosition(
                f"a position is {cls.pits} pits and the store of South, a slash, the same of North, "
                f"then S or N to move: {text!r}"
            )
        if not all(seeds.isascii() and seeds.isdigit() for side in sides for seeds in side):
            raise BadPosition(f"pits and stores hold numbers of seeds: {text!r}")
        numbers = [[int(seeds) for seeds in side] for side in sides]
        if (have := sum(map(sum, numbers))) != cls.total:
            raise BadPosition(f"there are {cls.total} seeds in all, not {have}")
        state: Self = cls.blank()
        state.turn = SIGNS.index(mover[0])
        packed = [word(sum(seeds << 8 * pit for pit, seeds in enumerate(side))) for side in numbers]
        state.mine, state.theirs = packed[state.turn], packed[1 - state.turn]
        state.again = mover.endswith("+")
        if mover[1:] not in ("", "+") or (state.again and numbers[state.turn][-1] == 0):
            raise BadPosition("an extra sowing (+) is earned by a seed in the own store, which is empty here")
        return state

    @python_only
    def move_text(self, pit: int) -> str:
        """The pit's number, from 1 at the owner's left."""
        return str(pit + 1)

    @python_only
    def why_not(self, move: int | str) -> str:
        """An empty pit, or no pit at all."""
        if self.over():
            return "the game is over"
        name = move.strip() if isinstance(move, str) else str(move + 1)
        if name in [str(pit + 1) for pit in range(self.pits)]:
            return f"pit {name} is empty"
        return f"the pits are 1 to {self.pits}, counted from the left of the player to move"

    @python_only
    def ending(self) -> str:
        """Whose row is empty, and the count."""
        if not self.over():
            return ""
        empty = [NAMES[player] for player in range(2) if not any(self.side(player)[:-1])]
        south, north = (sum(self.side(player)) for player in range(2))
        result = "draw" if south == north else f"{NAMES[north > south]} wins"
        return f"the row of {' and '.join(empty)} is empty: South {south}, North {north}, {result}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """South's row below, North's above from right to left, the stores at the ends."""
        cells = [Cell(f"s{pit + 1}", pit + 1, 0, "circle", "home0", str(pit + 1)) for pit in range(self.pits)]
        cells += [Cell(f"n{pit + 1}", self.pits - pit, 2, "circle", "home1", str(pit + 1)) for pit in range(self.pits)]
        cells += [Cell("south", self.pits + 1, 1, "circle", "home0"), Cell("north", 0, 1, "circle", "home1")]
        pieces = []
        for player, (sign, store) in enumerate((("s", "south"), ("n", "north"))):
            *row, kept = self.side(player)
            pieces += [Piece(f"{sign}{pit + 1}", "seed", player, str(seeds)) for pit, seeds in enumerate(row) if seeds]
            pieces.append(Piece(store, "seed", player, str(kept)))
        clicks: dict[int, tuple[str, ...]] = {pit: (f"{'sn'[self.turn]}{pit + 1}",) for pit in self.legal()}
        return Scene(cells=tuple(cells), pieces=tuple(pieces), clicks=clicks)


# ---------------------------------------------------------------------- sides


def seeds_of(side: np.uint64, pit: int) -> int:
    """The seeds in a pit, or in the store."""
    return number(side >> word(8 * pit) & BYTE)


def emptied(side: np.uint64, pit: int) -> np.uint64:
    """The side with the seeds of a pit taken out."""
    return side & ~(BYTE << word(8 * pit))


def all_seeds(side: np.uint64) -> int:
    """The seeds in all pits and the store: the product collects the bytes in the highest one."""
    return number(times(side, EACH) >> word(56))
