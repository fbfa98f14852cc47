"""Connections: link studs of your colour across the board, or close a ring; links never cross.

The studs of both players lie interleaved, here for size 3: red's (r) and white's (w). A move is
a crossing (+), a point where a link of red and a link of white would cross; red links the two studs of red beside it,
white the two of white. Red joins the left side to the right one, white the top to the bottom. Crossings are numbered
row by row and named by column letter and row number from the top left:

          a b c d e
          w   w   w
    1   r + r + r + r        a1 is 0, c1 is 1, e1 is 2,
    2     w + w + w          b2 is 3, d2 is 4,
    3   r + r + r + r        a3 is 5, and so on
    4     w + w + w
    5   r + r + r + r
          w   w   w
"""

from __future__ import annotations

from itertools import pairwise
from typing import Self

from zermelo.boards.grids import LETTERS
from zermelo.boards.paths import on_rings, shortest_way
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    derived,
    i8,
    not_in_key,
    parameter,
    put,
    python_only,
    table,
    u8,
)

SIGNS = "rw"
COLOURS = ("red", "white")
FAR = 99  # no way across
NO_STUD = 255

Point = tuple[int, int]


def points(size: int) -> list[Point]:
    """The crossings as points (x, y), y downwards; studs lie on points whose coordinates are even and odd."""
    span = range(1, 2 * size)
    return [(x, y) for y in span for x in span if (x + y) % 2 == 0]


def stud(size: int, x: int, y: int) -> int:
    """The number of a stud: red's first, row by row; white's column by column."""
    if y % 2 == 1:
        return y // 2 * (size + 1) + x // 2
    return (size + x // 2) * (size + 1) + y // 2


def ends(size: int) -> list[int]:
    """The two studs that each player links at each crossing: [4 * crossing + 2 * player + end]."""
    found = []
    for x, y in points(size):
        along, upright = [(x - 1, y), (x + 1, y)], [(x, y - 1), (x, y + 1)]
        pairs = (along, upright) if y % 2 == 1 else (upright, along)
        found += [stud(size, *point) for pair in pairs for point in pair]
    return found


def ways(size: int) -> list[int]:
    """For each stud four pairs of a crossing and the stud beyond it; 255 where there is none."""
    links = ends(size)
    found: list[list[int]] = [[] for _ in range(2 * size * (size + 1))]
    for place in range(0, len(links), 2):
        one, other = links[place : place + 2]
        found[one] += [place // 4, other]
        found[other] += [place // 4, one]
    return [value for way in found for value in (*way, *([NO_STUD] * 8))[:8]]


def images(size: int) -> list[list[int]]:
    """Where the identity, both mirrors and the half turn send each crossing."""
    all_points = points(size)
    far = 2 * size
    mirrors = [(x, y) for y in (False, True) for x in (False, True)]
    return [
        [all_points.index((far - x if across else x, far - y if down else y)) for x, y in all_points]
        for across, down in mirrors
    ]


class Connections(Game):
    """Cross the board, or box in a stud of the opponent."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(6, low=2, high=7, help="rows of red studs, and columns of white ones")
    loop_wins: bool = parameter(True, help="a closed ring of own links wins; without it this is Bridg-it")
    crossings: int = derived(lambda game: game.size**2 + (game.size - 1) ** 2)
    studs: int = derived(lambda game: 2 * game.size * (game.size + 1))
    most_moves: int = derived(lambda game: game.crossings)
    longest: int = derived(lambda game: game.crossings)
    symmetries = 4
    static_depth = 1  # `static_result` knows who wins with the next link
    ENDS: Cells = derived(lambda game: table(ends(game.size), u8))
    WAYS: Cells = derived(lambda game: table(ways(game.size), u8))  # [8 * stud + 2 * way]: crossing, stud beyond
    IMAGE: Cells = derived(lambda game: table(images(game.size), u8))

    # ------------------------------------------------------------------ state
    links: Cells = array(u8, lambda game: game.crossings)  # 0, or 1 + the player who has a link there
    # what follows from the links
    group: Cells = array(u8, lambda game: game.studs, in_key=False)  # the lowest stud that each one is joined to
    touched: Cells = array(u8, lambda game: game.studs, in_key=False)  # by group: 1 and 2 for the sides that it touches
    winner: i8 = not_in_key()  # 1 + the player who has crossed the board or closed a ring
    left: u8 = not_in_key()  # empty crossings, and a list of them in the order of play
    empties: Cells = array(u8, lambda game: game.crossings, in_key=False)
    where: Cells = array(u8, lambda game: game.crossings, in_key=False)
    far: Cells = array(
        u8, lambda game: 2 * game.studs, in_key=False
    )  # for `evaluate`: distance of studs from both sides
    queue: Cells = array(u8, lambda game: game.studs, in_key=False)  # its lists

    @python_only
    def start(self) -> None:
        """No links."""
        self.rebuild()

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every empty crossing."""
        n = 0
        for crossing in range(self.crossings):
            if self.links[crossing] == 0:
                n = put(out, n, crossing)
        return n

    def play(self, crossing: int) -> None:
        """Lay a link."""
        self.left -= 1
        hole = self.where[crossing]
        moved = self.empties[self.left]
        self.empties[hole] = moved
        self.where[moved] = hole
        self.lay(crossing, self.turn)
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """Somebody has crossed the board or closed a ring."""
        return self.winner != 0

    def utility(self, player: int) -> float:
        """A full board has a winner."""
        if self.winner == 0:
            return 0.0
        return 1.0 if self.winner == player + 1 else -1.0

    # ------------------------------------------------------------------ helpers
    def lay(self, crossing: int, player: int) -> None:
        """Lay a link and join what it touches."""
        one = self.group[self.ENDS[4 * crossing + 2 * player]]
        other = self.group[self.ENDS[4 * crossing + 2 * player + 1]]
        if self.links[crossing] == 0 and self.completes(crossing, player):
            self.winner = player + 1
        self.links[crossing] = player + 1
        if one != other:
            low, high = min(one, other), max(one, other)
            self.touched[low] = int(self.touched[low]) | int(self.touched[high])
            for each in range(self.studs):
                if self.group[each] == high:
                    self.group[each] = low

    def completes(self, crossing: int, player: int) -> bool:
        """Whether a link there would cross the board or close a ring."""
        one = self.group[self.ENDS[4 * crossing + 2 * player]]
        other = self.group[self.ENDS[4 * crossing + 2 * player + 1]]
        if one == other:
            return self.loop_wins
        return int(self.touched[one]) | int(self.touched[other]) == 3

    def rebuild(self) -> None:
        """Make all that follows from the links."""
        self.winner = 0
        self.left = 0
        for each in range(self.studs):
            self.group[each] = each
            place = each % (self.size + 1)
            self.touched[each] = 1 if place == 0 else 2 if place == self.size else 0
        for crossing in range(self.crossings):
            self.empties[crossing] = 0
            self.where[crossing] = 0
        for crossing in range(self.crossings):
            owner = int(self.links[crossing])
            if owner == 0:
                self.empties[self.left] = crossing
                self.where[crossing] = self.left
                self.left += 1
            else:
                self.links[crossing] = 0  # out of sight, until it is laid
                self.lay(crossing, owner - 1)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random empty crossing from the list of them."""
        return int(self.empties[random.below(int(self.left))]) if self.left > 0 else NO_MOVE

    def static_result(self, out: Row) -> tuple[int, int]:
        """Win at once; else meet the only threat, two cannot be met."""
        threats, threat = 0, 0
        for place in range(self.left):
            crossing = int(self.empties[place])
            if self.completes(crossing, self.turn):
                return put(out, 0, crossing), 1
            if self.completes(crossing, 1 - self.turn):
                threats += 1
                threat = crossing
        if threats > 0:
            return put(out, 0, threat), (-2 if threats > 1 else 0)
        return self.moves(out), 0

    def plies_left(self) -> int:
        """The empty crossings."""
        return int(self.left)

    def evaluate(self) -> float:
        """Links that each still needs to cross the board, how many ways there are to do so, and rings to be closed."""
        links, ways, rings = self.parts()
        ahead = 0.5 - links + 0.06 * ways + 0.5 * rings
        return 0.99 * ahead / (abs(ahead) + 2.0)

    def parts(self) -> tuple[int, int, int]:
        """Links needed to cross, crossings on shortest ways, and rings that can be closed: own less the opponent's."""
        mine, theirs = self.distance(self.turn), self.distance(1 - self.turn)
        ways = self.choices(self.turn, mine) - self.choices(1 - self.turn, theirs)
        rings = self.rings(self.turn) - self.rings(1 - self.turn) if self.loop_wins else 0
        for each in range(self.studs):  # a question leaves no trace
            self.far[each] = self.far[self.studs + each] = self.queue[each] = 0
        return mine - theirs, ways, rings

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        links, ways, rings = self.parts()
        found: dict[str, float] = {"links needed to cross": links, "crossings on the shortest ways": ways}
        return found | {"rings to be closed": rings} if self.loop_wins else found

    def distance(self, player: int) -> int:
        """How many links a player needs to cross the board; how far each stud is from both sides stays in `far`."""
        self.spread(player, 0)
        self.spread(player, self.size)
        best = FAR
        first = player * self.studs // 2
        for line in range(self.size):
            best = min(best, int(self.far[first + line * (self.size + 1) + self.size]))
        return best

    def spread(self, player: int, side: int) -> None:
        """Breadth first from one side: own links cost nothing, empty crossings one.

        Each round first follows links to all studs at the same distance, then takes one step over empty crossings.
        """
        first, half = player * self.studs // 2, self.studs // 2
        base = 0 if side == 0 else self.studs
        filled = 0
        for each in range(half):
            reached = each % (self.size + 1) == side
            self.far[base + first + each] = 0 if reached else FAR
            if reached:
                self.queue[filled] = first + each
                filled += 1
        done, away = 0, 0
        while done < filled:
            place = done
            while place < filled:  # the list grows by what links reach
                here = 8 * int(self.queue[place])
                for way in range(0, 8, 2):
                    crossing = self.WAYS[here + way]
                    if crossing != NO_STUD and self.links[crossing] == player + 1:
                        beyond = self.WAYS[here + way + 1]
                        if self.far[base + beyond] == FAR:
                            self.far[base + beyond] = away
                            self.queue[filled] = beyond
                            filled += 1
                place += 1
            away += 1
            last = filled
            for place in range(done, last):
                here = 8 * int(self.queue[place])
                for way in range(0, 8, 2):
                    crossing = self.WAYS[here + way]
                    if crossing != NO_STUD and self.links[crossing] == 0:
                        beyond = self.WAYS[here + way + 1]
                        if self.far[base + beyond] == FAR:
                            self.far[base + beyond] = away
                            self.queue[filled] = beyond
                            filled += 1
            done = last

    def choices(self, player: int, needed: int) -> int:
        """How many empty crossings lie on a shortest way across; `distance` has just been asked."""
        total = 0
        for place in range(self.left):
            at = 4 * int(self.empties[place]) + 2 * player
            one, other = self.ENDS[at], self.ENDS[at + 1]
            there = int(self.far[one]) + int(self.far[self.studs + other])
            back = int(self.far[other]) + int(self.far[self.studs + one])
            total += 1 if min(there, back) + 1 == needed else 0
        return total

    def rings(self, player: int) -> int:
        """Empty crossings where a player would close a ring."""
        total = 0
        for place in range(self.left):
            at = 4 * int(self.empties[place]) + 2 * player
            total += 1 if self.group[self.ENDS[at]] == self.group[self.ENDS[at + 1]] else 0
        return total

    def order(self, crossing: int) -> int:
        """Links that win or hinder a win, then those that touch other links, then the middle."""
        if self.completes(crossing, self.turn):
            return 1000
        if self.completes(crossing, 1 - self.turn):
            return 500
        total = 0
        for end in range(4):  # of both players: a link across the end of a chain stops it
            here = 8 * int(self.ENDS[4 * crossing + end])
            for way in range(0, 8, 2):
                near = self.WAYS[here + way]
                if near != NO_STUD and self.links[near] == end // 2 + 1:
                    total += 3
        return total - self.off_centre(crossing)

    def off_centre(self, crossing: int) -> int:
        """How far a crossing is from the middle of the board."""
        two_rows = 2 * self.size - 1
        row, column = crossing // two_rows * 2 + 1, crossing % two_rows * 2 + 1
        if column >= 2 * self.size:
            row, column = row + 1, column - 2 * self.size + 1
        return abs(row - self.size) + abs(column - self.size)

    def transform(self, which: int) -> None:
        """Mirror the board; the lists hold the old links meanwhile."""
        if which == 0:
            return
        for crossing in range(self.crossings):
            self.where[crossing] = self.links[crossing]
        for crossing in range(self.crossings):
            self.links[self.IMAGE[which, crossing]] = self.where[crossing]
        self.rebuild()

    def transform_move(self, which: int, crossing: int) -> int:
        """The crossing in the mirror."""
        return int(self.IMAGE[which, crossing])

    # ------------------------------------------------------------------ notation
    @classmethod
    def name(cls, crossing: int) -> str:
        """Column letter and row number from the top left."""
        x, y = points(cls.size)[crossing]
        return f"{LETTERS[x - 1]}{y}"

    @classmethod
    def widths(cls) -> list[int]:
        """How many crossings each row has."""
        return [cls.size - row % 2 for row in range(2 * cls.size - 1)]

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows of crossings from the top, r and w, empty ones counted, then who moves; size 2: `1r/1/2 w`."""
        signs = "".join(".rw"[int(owner)] for owner in self.links)
        rows = []
        for width in self.widths():
            rows.append(pack_row(signs[:width]))
            signs = signs[width:]
        return f"{'/'.join(rows)} {SIGNS[self.turn]}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, _, mover = text.strip().partition(" ")
        lines = rows.split("/")
        if len(lines) != 2 * cls.size - 1 or mover not in ("r", "w"):
            raise BadPosition(
                f"a position is {2 * cls.size - 1} rows of crossings from the top joined by /, then r or w: {text!r}"
            )
        signs = ""
        for line, width in zip(lines, cls.widths(), strict=True):
            row = unpack_row(line, SIGNS, width)
            if row is None:
                raise BadPosition(f"row {line!r} is not {width} crossings of r, w and numbers")
            signs += row
        state: Self = cls.blank()
        state.turn = SIGNS.index(mover)
        if signs.count("r") - signs.count("w") != state.turn:
            raise BadPosition("red begins: the numbers of links do not fit the player to move")
        state.rebuild()
        winners = set()
        for crossing, sign in enumerate(signs):
            if sign != ".":
                state.winner = 0
                state.lay(crossing, SIGNS.index(sign))
                winners |= {int(state.winner)}
        if state.turn + 1 in winners:
            raise BadPosition(f"{COLOURS[state.turn]} has won and cannot be to move")
        state.rebuild()
        return state

    @python_only
    def move_text(self, crossing: int) -> str:
        """The name of the crossing."""
        return self.name(crossing)

    @python_only
    def why_not(self, move: int | str) -> str:
        """A crossing that is taken, or no crossing at all."""
        if not self.legal():
            return "the game is over"
        names = [self.name(crossing) for crossing in range(self.crossings)]
        wanted = move.strip().lower() if isinstance(move, str) else names[move] if 0 <= move < len(names) else ""
        if wanted not in names:
            last = f"{LETTERS[2 * self.size - 2]}{2 * self.size - 1}"
            return f"links are laid over crossings from a1 to {last}: odd columns in odd rows, even ones in even rows"
        owner = int(self.links[names.index(wanted)])
        return f"{COLOURS[owner - 1]} has a link over {wanted}" if owner else f"{wanted} is possible"

    @python_only
    def ending(self) -> str:
        """Who crossed the board or closed a ring."""
        if self.winner == 0:
            return ""
        player = self.winner - 1
        crossed = any(
            int(self.touched[self.group[each]]) == 3
            for each in range(player * self.studs // 2, (player + 1) * self.studs // 2)
        )
        return f"{COLOURS[player]} has {'crossed the board' if crossed else 'closed a ring'}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Studs of both colours, and a small place over each crossing."""
        cells = [
            Cell(f"{x},{y}", x / 2, -y / 2, "circle", f"home{x % 2}", width=0.3, height=0.3)
            for x in range(2 * self.size + 1)
            for y in range(2 * self.size + 1)
            if (x + y) % 2 == 1
        ]
        pieces = []
        for crossing, (x, y) in enumerate(points(self.size)):
            cells.append(Cell(self.name(crossing), x / 2, -y / 2, "point", width=0.5, height=0.5))
            owner = int(self.links[crossing]) - 1
            if owner >= 0:
                pieces.append(Piece(self.name(crossing), "wall", owner, SIGNS[owner], turned=(owner + y + 1) % 2))
        clicks: dict[int, tuple[str, ...]] = {move: (self.name(move),) for move in self.legal()}
        return Scene(
            cells=tuple(cells),
            pieces=tuple(pieces),
            clicks=clicks,
            colours=("red", "white"),
            highlights=tuple(self.name(crossing) for crossing in self.winning_links()),
        )

    @python_only
    def winning_links(self) -> tuple[int, ...]:
        """The links of the shortest way across the board, or else of the ring; empty while nobody has won."""
        player = self.winner - 1
        links = {
            crossing: (int(self.ENDS[4 * crossing + 2 * player]), int(self.ENDS[4 * crossing + 2 * player + 1]))
            for crossing in range(self.crossings)
            if player >= 0 and self.links[crossing] == self.winner
        }
        first = self.studs // 2 * player  # the winner's studs, in rows from one side to the other
        sides = [range(first + side, first + self.studs // 2, self.size + 1) for side in (0, self.size)]

        def near(stud: int) -> list[int]:
            return [one + other - stud for one, other in links.values() if stud in (one, other)]

        way = shortest_way(sides[0], sides[1], near) if links else ()
        steps = {frozenset(pair) for pair in pairwise(way)}
        across = tuple(crossing for crossing, pair in links.items() if frozenset(pair) in steps)
        return across or on_rings(links)
