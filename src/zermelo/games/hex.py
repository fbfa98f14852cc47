"""Hex: put stones on a rhombus of hexagons; x joins the top to the bottom, o joins the left to the right.

Exactly one of them must succeed, so there are no draws. Moves are cells row by row from a1, then the swap
(`swap=True`): as the second move o may take over the first stone, which is mirrored at the diagonal through a1. The
record keeps the board with a border of stones that nobody played, so that a side is a chain like any other. Size 3,
moves and places:

    0  1  2            #  x  x  x  #            0  1  2  3  4
      3  4  5            o  .  .  .  o            5  6  7  8  9
        6  7  8            o  .  .  .  o           10 11 12 13 14
                             o  .  .  .  o           15 16 17 18 19
                               #  x  x  x  #           20 21 22 23 24
"""

from __future__ import annotations

from typing import Self

from zermelo.boards.grids import square_name
from zermelo.boards.hexes import hex_cells, neighbours, rhombus
from zermelo.boards.paths import shortest_way
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    Button,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    derived,
    not_in_key,
    parameter,
    put,
    python_only,
    table,
    u8,
    u16,
)

SIGNS = "xo"
SIDES = ("the top and the bottom", "the left and the right")
EMPTY, X, O, BORDER = 0, 1, 2, 4  # what `stones` holds; the sides are BORDER + X or O, & 3 leaves the colour
CUT = 0.25  # what a stone counts that is needed only if bridges are cut


class Hex(Game):
    """Join your two sides."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(11, low=1, high=19, help="cells on each side of the board")
    swap: bool = parameter(False, help="the second player may take over the first stone")
    last: int = derived(lambda game: game.size**2)  # the number of cells, and the move that swaps
    most_moves: int = derived(lambda game: game.last + game.swap)
    longest: int = derived(lambda game: game.last + game.swap)
    symmetries = 2
    can_pass = True  # a stone more never harms its owner
    rough = True  # random fillings tell who joins more often
    stride: int = derived(lambda game: game.size + 2)  # from a place to the one below it
    places: int = derived(lambda game: (game.size + 2) ** 2)
    PLACE: Cells = derived(lambda game: table([game.place_of(move) for move in range(game.last)], u16))

    # ------------------------------------------------------------------ state
    stones: Cells = array(u8, lambda game: game.places)

    # What follows from the stones
    parent: Cells = array(u16, lambda game: game.places, in_key=False)  # towards the root of the stone's chain
    empties: Cells = array(u16, lambda game: game.last, in_key=False)  # the moves to empty cells, in no order
    where: Cells = array(u16, lambda game: game.last, in_key=False)  # a move's index in `empties`
    left: u16 = not_in_key()  # how many empty cells there are
    winner: u8 = not_in_key()  # X or O when that player's sides are joined
    link: Cells = array(u16, lambda game: game.places, in_key=False)  # room for measuring; zeros in between

    @classmethod
    def place_of(cls, move: int) -> int:
        """The place of a cell on the board with its border."""
        return move + move // cls.size * 2 + cls.size + 3

    @python_only
    def start(self) -> None:
        """An empty board."""
        self.rebuild()

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """All empty cells, and the swap as an answer to the first stone."""
        count = 0
        for move in range(self.last):
            if self.stones[self.PLACE[move]] == EMPTY:
                count = put(out, count, move)
        if self.can_swap():
            count = put(out, count, self.last)
        return count

    def play(self, move: int) -> None:
        """Put a stone and join it to its neighbours, or swap."""
        if move == self.last:
            self.take_over()
            return
        mine = self.turn + 1
        self.turn = 1 - self.turn
        self.left -= 1
        hole = self.where[move]
        moved = self.empties[self.left]
        self.empties[hole] = moved
        self.where[moved] = hole
        place = int(self.PLACE[move])
        self.stones[place] = mine
        self.join(place, mine)

    def over(self) -> bool:
        """One of them has joined both sides."""
        return self.winner != 0

    def utility(self, player: int) -> float:
        """There is always a winner in the end."""
        if self.winner == 0:
            return 0.0
        return 1.0 if self.winner == player + 1 else -1.0

    # ------------------------------------------------------------------ helpers
    def can_swap(self) -> bool:
        """Whether the first stone may be taken over."""
        return self.swap and self.turn == 1 and self.left == self.last - 1

    def take_over(self) -> None:
        """The only stone becomes the opponent's, at the cell that is to them what it was to its owner."""
        for move in range(self.last):
            place = int(self.PLACE[move])
            if self.stones[place] == X:
                self.stones[place] = EMPTY
                self.stones[self.PLACE[move % self.size * self.size + move // self.size]] = O
                break
        self.turn = 0
        self.rebuild()

    def join(self, place: int, mine: int) -> None:
        """Unite a new stone with the chains around it; neighbours that touch each other are one chain already.

        A side stays the root of its chain, until both sides are in one.
        """
        one = 1 if mine == X else self.stride
        other = self.places - 2 if mine == X else self.places - 1 - self.stride
        root = place
        before = self.stones[place - 1] & 3 == mine
        for step in (-self.stride, 1 - self.stride, 1, self.stride, self.stride - 1, -1):  # going round
            now = self.stones[place + step] & 3 == mine
            if now and not before:
                near = self.root(place + step)
                if root in (one, other):
                    self.parent[near] = root
                else:
                    self.parent[root] = near
                    root = near
            before = now
        if self.parent[one] != one or self.parent[other] != other:
            self.winner = mine

    def root(self, place: int) -> int:
        """The root of a chain; the way there gets shorter for the next time."""
        while self.parent[place] != place:
            self.parent[place] = self.parent[self.parent[place]]
            place = int(self.parent[place])
        return place

    def rebuild(self) -> None:
        """Draw the border, and make all that follows from the stones."""
        self.left = 0
        self.winner = 0
        for place in range(self.places):
            self.parent[place] = place
            self.link[place] = 0
        for corner in (0, self.stride - 1, self.places - self.stride, self.places - 1):
            self.stones[corner] = BORDER
        for step in range(1, self.stride - 1):
            for place in (step, self.places - 1 - step):
                self.stones[place] = BORDER + X
                self.parent[place] = 1 if place == step else self.places - 2
            for place in (step * self.stride, self.places - 1 - step * self.stride):
                self.stones[place] = BORDER + O
                self.parent[place] = self.stride if place % self.stride == 0 else self.places - 1 - self.stride
        for move in range(self.last):
            self.empties[move] = 0
            self.where[move] = 0
        for move in range(self.last):
            place = int(self.PLACE[move])
            if self.stones[place] == EMPTY:
                self.empties[self.left] = move
                self.where[move] = self.left
                self.left += 1
            self.stones[place] <<= 4  # out of sight, until it is joined to those before it
        for move in range(self.last):
            place = int(self.PLACE[move])
            if self.stones[place] != EMPTY:
                self.stones[place] >>= 4
                self.join(place, int(self.stones[place]))

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random empty cell from the list of them."""
        choices = int(self.left) + int(self.can_swap())
        if choices == 0:
            return NO_MOVE
        chosen = random.below(choices)
        return int(self.empties[chosen]) if chosen < self.left else self.last

    def evaluate(self) -> float:
        """Stones that each needs to join both sides if bridges hold, and if they are cut; half a stone for the turn."""
        ahead = self.bridged(O) - self.bridged(X) + CUT * (self.distance(O) - self.distance(X))
        ahead = 0.5 + (ahead if self.turn == 0 else -ahead)
        return 0.99 * ahead / (abs(ahead) + 2.0)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        mine, theirs = (X, O) if self.turn == 0 else (O, X)
        return {
            "stones needed if bridges hold": self.bridged(mine) - self.bridged(theirs),
            "stones needed if bridges are cut": self.distance(mine) - self.distance(theirs),
        }

    def distance(self, mine: int) -> int:
        """How many empty cells a player must fill to join their sides."""
        return self.walk(mine, False)

    def bridged(self, mine: int) -> int:
        """The same, where two empty cells between two places are a bridge, which only two stones could cut."""
        return self.walk(mine, True)

    def walk(self, mine: int, bridged: bool) -> int:
        """From side to side, breadth first; own stones cost nothing.

        Cells of the present distance, and of the next one, are two lists linked through `link`.
        """
        end = self.places  # marks the end of a list
        here, further, needed, found = end, end, 0, 2 * self.size
        steps = (-self.stride, 1 - self.stride, 1, self.stride, self.stride - 1, -1, -self.stride)  # going round
        across = self.stride if mine == X else 1  # from a cell to the next on the way to the other side
        aside = 1 if mine == X else self.stride
        for step in range(1, self.size + 1):
            for line in range(1, 3 if bridged and self.size > 1 else 2):
                place = line * across + step * aside
                if line == 2 and (self.stones[place - across] != EMPTY or self.stones[place - across + aside] != EMPTY):
                    continue
                here, further = self.reach(place, mine, here, further)
        while here != end or further != end:
            if here == end:
                here, further = further, end
                needed += 1
            place = here
            here = int(self.link[place])
            for turn in range(12 if bridged else 6):
                near = place + steps[turn % 6]
                if turn >= 6:
                    between = place + steps[turn - 5]
                    if self.stones[near] != EMPTY or self.stones[between] != EMPTY:
                        continue
                    near = near + between - place
                if self.stones[near] == BORDER + mine and near // across % self.stride > self.size:
                    found = min(found, needed)  # the side that lies beyond
                else:
                    here, further = self.reach(near, mine, here, further)
            if found <= needed:
                break
        for place in range(self.places):
            self.link[place] = 0
        return found

    def reach(self, place: int, mine: int, here: int, further: int) -> tuple[int, int]:
        """Both lists with a place that is on neither: a stone of the player costs nothing, an empty cell one more."""
        if self.link[place] == 0 and self.stones[place] == mine:
            self.link[place] = here
            return place, further
        if self.link[place] == 0 and self.stones[place] == EMPTY:
            self.link[place] = further
            return here, place
        return here, further

    def bridges_from(self, place: int, mine: int) -> int:
        """Bridges that begin or would begin at a place."""
        count = 0
        steps = (-self.stride, 1 - self.stride, 1, self.stride, self.stride - 1, -1, -self.stride)  # going round
        for turn in range(6):
            one, other = steps[turn], steps[turn + 1]
            if self.stones[place + one] == EMPTY and self.stones[place + other] == EMPTY:
                count += self.stones[place + one + other] & 3 == mine
        return count

    def order(self, move: int) -> int:
        """Bridges and the middle of the board first."""
        if move == self.last:
            return 0
        column, row = move % self.size, move // self.size
        far = abs(2 * column - self.size + 1) + abs(2 * row - self.size + 1) + 2 * abs(column + row - self.size + 1)
        return 8 * self.bridges_from(int(self.PLACE[move]), self.turn + 1) - far

    def same(self, move: int) -> int:
        """On the empty board, opposite cells are alike."""
        return min(move, self.last - 1 - move) if self.left == self.last else move

    def transform(self, which: int) -> None:
        """Turn the board by half."""
        if which == 1:
            for move in range(self.last // 2):
                place, other = int(self.PLACE[move]), int(self.PLACE[self.last - 1 - move])
                stone = self.stones[place]
                self.stones[place] = self.stones[other]
                self.stones[other] = stone
            self.rebuild()

    def transform_move(self, which: int, move: int) -> int:
        """The opposite cell; a swap stays a swap."""
        return self.last - 1 - move if which == 1 and move != self.last else move

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, empty cells counted, then who moves; size 3: `3/1x1/3 o`."""
        signs = "".join(".xo"[self.stones[self.place_of(move)]] for move in range(self.last))
        rows = [signs[begin : begin + self.size] for begin in range(0, self.last, self.size)]
        return "/".join(map(pack_row, rows)) + " " + SIGNS[self.turn]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, _, mover = text.strip().partition(" ")
        lines = rows.split("/")
        if len(lines) != cls.size or mover not in ("x", "o"):
            raise BadPosition(f"a position is {cls.size} rows from the top joined by /, then x or o to move: {text!r}")
        state: Self = cls.blank()
        for row, line in enumerate(lines):
            signs = unpack_row(line, SIGNS, cls.size)
            if signs is None:
                raise BadPosition(f"row {line!r} is not {cls.size} cells of x, o and numbers")
            for column, sign in enumerate(signs):
                state.stones[cls.place_of(row * cls.size + column)] = ".xo".index(sign)
        state.turn = SIGNS.index(mover)
        more = rows.count("x") - rows.count("o")
        swapped = cls.swap and "o" in rows and more == state.turn - 1
        if more != state.turn and not swapped:
            raise BadPosition("x moves first: the numbers of stones do not fit the player to move")
        state.rebuild()
        if state.winner == state.turn + 1:
            raise BadPosition(f"{mover} has joined {SIDES[state.turn]} and cannot be to move")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """Column letter and row number from the top left, or swap."""
        return "swap" if move == self.last else square_name(move % self.size, move // self.size)

    @python_only
    def why_not(self, move: int | str) -> str:
        """An occupied cell, a swap that is not possible, or no cell at all."""
        if self.over():
            return "the game is over"
        names = {self.move_text(known): known for known in range(self.last + 1)}
        known = names.get(move.strip().lower(), -1) if isinstance(move, str) else int(move)
        if known == self.last:
            return "only the first stone can be taken over, as the second move" if self.swap else "there is no swap"
        if not 0 <= known < self.last:
            return f"the cells are a1 to {self.move_text(self.last - 1)}"
        occupied = self.stones[self.place_of(known)] != EMPTY
        return f"{self.move_text(known)} is {'occupied' if occupied else 'possible'}"

    @python_only
    def ending(self) -> str:
        """Who joined both sides."""
        return f"{SIGNS[self.winner - 1]} joins {SIDES[self.winner - 1]}" if self.winner else ""

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Hexagons; the cells along a side have the shade of the player who owns it."""
        places = rhombus(self.size, self.size)
        names = [self.move_text(move) for move in range(self.last)]
        far = self.size - 1
        shades = ["home0" if r in (0, far) else "home1" if q in (0, far) else "plain" for q, r in places]
        colours = [self.stones[self.place_of(move)] for move in range(self.last)]
        pieces = tuple(
            Piece(name, "stone", colour - 1, SIGNS[colour - 1])
            for name, colour in zip(names, colours, strict=True)
            if colour != EMPTY
        )
        clicks: dict[int, tuple[str, ...]] = {move: (self.move_text(move),) for move in self.legal()}
        buttons = (Button("swap", "Swap", 1),) if self.can_swap() else ()
        return Scene(
            hex_cells(places, names, shades),
            pieces,
            buttons,
            clicks=clicks,
            colours=("red", "blue"),
            highlights=tuple(self.move_text(r * self.size + q) for q, r in self.winning_way()),
        )

    @python_only
    def winning_way(self) -> tuple[tuple[int, int], ...]:
        """The shortest chain that joins the winner's sides, as places (column, row); empty while nobody has won."""
        mine = {
            (q, r)
            for q, r in rhombus(self.size, self.size)
            if self.stones[self.place_of(r * self.size + q)] == self.winner
        }
        if self.winner == 0:
            return ()
        along = self.winner == X  # which coordinate tells the sides
        starts = [place for place in mine if place[along] == 0]
        goals = [place for place in mine if place[along] == self.size - 1]
        return shortest_way(starts, goals, lambda place: [one for one in neighbours(place) if one in mine])
