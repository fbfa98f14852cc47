"""Link Five, or gomoku: two players put stones on the crossings of a board; five in a row win.

Three rules are known. `free`: five or more win. `standard`: exactly five win. `renju`: White wins with five or more,
Black with exactly five, and Black may not make six or more, two fours or two threes with one stone, unless it also
makes five. Points are numbered row by row from a1. The stones of each player are kept four times, as bits of the rows,
the columns and both kinds of diagonals, so that whatever lies on a line with a point is one word away:

    30 31 32 ...            row 2     bit  1  2  3 ...
    15 16 17 ...            row 1     bit  1  2  3 ...
     0  1  2 ...            row 0     bit  1  2  3 ...      (size 15)
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.grids import in_a_row, mirror_image, square_index, square_name
from zermelo.boards.queen_lines import lines_of
from zermelo.boards.rows import pack_row, unpack_row
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
    array,
    count,
    derived,
    has,
    mix64,
    not_in_key,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u16,
    u32,
    u64,
    word,
)
from zermelo.games.link_five.fives import (
    MIDDLE,
    exact_fives,
    four_of_five,
    fours,
    open_rows,
    run_through,
    runs_of_five,
    straight_four_at,
    through_middle,
)

SIGNS = "xo"
NAMES = ("Black", "White")
BLACK, WHITE = 0, 1
WINDOW = word(0x7FF)  # eleven places
WIDEST = word(0xFFFFFFFF)  # a line has at most 32 places
DRAWS = 12  # how often `sample` tries its luck before it lists what there is
DEEP = 12  # stones that the question whether a three is real may put on the board in thought
LEGAL, UNDECIDED, FORBIDDEN_POINT = range(3)


def frames(size: int) -> list[int]:
    """For each line, a bit where there is no point."""
    made = [0xFFFFFFFF] * (6 * size - 2)
    for line, place in lines_of(size).reshape(-1, 2).tolist():
        made[line] &= ~(1 << place)
    return made


class LinkFive(Game):
    """Five in a row."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(15, low=5, high=19, help="points on each side of the board")
    rule: str = parameter("free", choices=("free", "standard", "renju"), help="which fives win, what Black may not do")
    points: int = derived(lambda game: game.size**2)
    most_moves: int = derived(lambda game: game.points)
    longest: int = derived(lambda game: game.points)
    symmetries = 8
    static_depth = 1  # `static_result` knows who wins with the next stone
    can_pass = True  # a stone more hardly ever harms its owner
    free: bool = derived(lambda game: game.rule == "free")
    renju: bool = derived(lambda game: game.rule == "renju")
    count_of_lines: int = derived(lambda game: 6 * game.size - 2)
    LINE: Cells = derived(lambda game: table(np.ravel(lines_of(game.size)[..., 0]), u8))  # [4 * point + way]
    PLACE: Cells = derived(lambda game: table(np.ravel(lines_of(game.size)[..., 1]), u8))
    FRAME: Cells = derived(lambda game: table(frames(game.size), u32))  # [line]
    STEP: Cells = derived(lambda game: table([1, game.size, game.size + 1, 1 - game.size]))  # one place up each line

    # ------------------------------------------------------------------ state
    lines: Cells = array(u32, lambda game: (2, game.count_of_lines))  # the stones of each player on every line

    # What follows from the stones
    left: u16 = not_in_key()  # empty points
    winner: u8 = not_in_key()  # 1 + the player who has made five; 0: nobody
    board: u64 = not_in_key()  # a hash of the stones
    thought: Cells = array(u16, 3 * DEEP, in_key=False)  # room for `forbidden`; zeros in between

    @python_only
    def start(self) -> None:
        """An empty board."""
        self.left = self.points

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every empty point, but in renju those that are forbidden to Black."""
        found = 0
        for row in range(self.size):
            for place in squares(~word(self.lines[BLACK, row] | self.lines[WHITE, row] | self.FRAME[row]) & WIDEST):
                point = row * self.size + place - 1
                if not (self.renju and self.turn == BLACK and self.forbidden(point)):
                    found = put(out, found, point)
        return found

    def play(self, point: int) -> None:
        """Put a stone; only its own four lines can have become five."""
        mine = self.turn
        self.flip(mine, point)
        for way in range(4 * point, 4 * point + 4):
            if self.wins(mine, word(self.lines[mine, self.LINE[way]])):
                self.winner = mine + 1
        self.left -= 1
        self.board = self.board ^ mix64(word(2 * point + mine + 1))
        self.turn = 1 - mine

    def over(self) -> bool:
        """Five in a row, or a full board."""
        return self.winner != 0 or self.left == 0

    def utility(self, player: int) -> float:
        """Nobody has won a full board, or one where Black has no point left that is not forbidden."""
        if self.winner == 0:
            return 0.0
        return 1.0 if self.winner == player + 1 else -1.0

    # ------------------------------------------------------------------ helpers
    def flip(self, player: int, point: int) -> None:
        """Put a stone on its four lines, or take it off."""
        for way in range(4 * point, 4 * point + 4):
            line = self.LINE[way]
            self.lines[player, line] = self.lines[player, line] ^ 1 << self.PLACE[way]

    def wins(self, player: int, line: np.uint64) -> bool:
        """Whether a line has the five that this player needs."""
        if self.free or (self.renju and player == WHITE):
            return runs_of_five(line) != NONE
        return exact_fives(line) != NONE

    def empty(self, point: int) -> bool:
        """Whether there is no stone."""
        row, place = point // self.size, point % self.size + 1
        return not has(word(self.lines[BLACK, row] | self.lines[WHITE, row]), place)

    def around(self, player: int, way: int) -> np.uint64:
        """The player's stones in the window about a point; `way` is 4 * point + way."""
        return word(self.lines[player, self.LINE[way]]) << word(MIDDLE) >> word(self.PLACE[way]) & WINDOW

    def shut(self, player: int, way: int) -> np.uint64:
        """What the opponent or the edge closes in that window."""
        line = self.LINE[way]
        closed = word(self.lines[1 - player, line] | self.FRAME[line]) << word(MIDDLE) | word(31)
        return closed >> word(self.PLACE[way]) & WINDOW

    # ------------------------------------------------------------------ helpers: renju
    def forbidden(self, point: int) -> bool:
        """Whether an empty point is forbidden to Black.

        A three is real only if the stone that makes it a straight four is itself allowed, and whether it is may depend
        on threes again. The question goes deeper by putting that stone in thought, and `thought` remembers, for every
        such stone: the point, how far its threes have been looked at, and how many are real.
        """
        crowd = 0
        for way in range(4 * point, 4 * point + 4):
            crowd += count(self.around(BLACK, way))
        if crowd < 4:  # two threes need four other stones, and the rest needs more
            return False
        depth = 0
        verdict = self.consider(0, point)
        while True:
            if verdict == UNDECIDED:
                further = self.next_straight_four(depth)
                if further >= 0 and depth + 1 < DEEP:
                    depth += 1
                    verdict = self.consider(depth, further)
                    continue
                verdict = LEGAL
            self.flip(BLACK, self.thought[3 * depth])
            for entry in range(3 * depth, 3 * depth + 3):
                self.thought[entry] = 0
            if depth == 0:
                return verdict == FORBIDDEN_POINT
            depth -= 1
            if verdict == LEGAL:  # a real three: go on with the next line
                self.thought[3 * depth + 1] = (self.thought[3 * depth + 1] + 3) // 4 * 4
                self.thought[3 * depth + 2] += 1
            verdict = FORBIDDEN_POINT if self.thought[3 * depth + 2] > 1 else UNDECIDED

    def consider(self, depth: int, point: int) -> int:
        """Put a black stone in thought, and judge it as far as no threes are concerned."""
        self.thought[3 * depth] = point
        self.flip(BLACK, point)
        total, six = 0, False
        for way in range(4 * point, 4 * point + 4):
            window = self.around(BLACK, way)
            run = run_through(window)
            if run == 5:  # five counts first; but who has five needs no straight four
                return LEGAL if depth == 0 else FORBIDDEN_POINT
            six = six or run > 5
            total += fours(window, self.shut(BLACK, way))
        return FORBIDDEN_POINT if six or total > 1 else UNDECIDED

    def next_straight_four(self, depth: int) -> int:
        """The next point that would make a straight four through the stone in thought; -1 if there is none."""
        point = self.thought[3 * depth]
        for step in range(self.thought[3 * depth + 1], 16):
            way = 4 * point + step // 4
            place = straight_four_at(self.around(BLACK, way), self.shut(BLACK, way), 2 + step % 4)
            if place >= 0:
                self.thought[3 * depth + 1] = step + 1
                return int(point + (place - MIDDLE) * self.STEP[step // 4])
        return -1

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """Points drawn until one is empty and allowed; after some misses, from the list."""
        checks = self.renju and self.turn == BLACK
        for _ in range(DRAWS):
            point = random.below(self.points)
            if self.empty(point) and not (checks and self.forbidden(point)):
                return point
        found = self.moves(row)
        return int(row[random.below(found)]) if found > 0 else NO_MOVE

    def evaluate(self) -> float:
        """Rows of five places that the opponent has not touched, by the number of stones in them."""
        ahead = float(self.promise(self.turn, 4) - self.promise(1 - self.turn, 3))
        return 0.98 * ahead / (abs(ahead) + 160.0)

    def promise(self, player: int, weight: int) -> int:
        """The worth of a player's open rows, those with two stones or more by a weight."""
        ones, twos, threes, fours = self.parts(player)
        return ones + weight * (twos + 5 * threes + 30 * fours)

    def parts(self, player: int) -> tuple[int, int, int, int]:
        """A player's open rows with one, two, three and four stones."""
        ones = twos = threes = fours = 0
        for line in range(self.count_of_lines):
            own, other = word(self.lines[player, line]), word(self.lines[1 - player, line])
            one, two, three, four = open_rows(own, ~(other | word(self.FRAME[line])))
            ones, twos, threes, fours = ones + one, twos + two, threes + three, fours + four
        return ones, twos, threes, fours

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation; the mover's rows with two stones or more weigh more than the opponent's."""
        own, other = self.parts(self.turn), self.parts(1 - self.turn)
        found: dict[str, float] = {"open rows of one": own[0] - other[0]}
        for name, mine, theirs in zip(("twos", "threes", "fours"), own[1:], other[1:], strict=True):
            found |= {f"own open {name}": mine, f"open {name} of the opponent": theirs}
        return found

    def static_result(self, out: Row) -> tuple[int, int]:
        """Complete five; else fill the only point where the opponent would."""
        mine = self.completions(self.turn, out)
        if mine > 0:
            return 1, 1
        danger = self.completions(1 - self.turn, out)
        if danger == 0:
            return self.moves(out), 0
        if danger == 1 and not (self.renju and self.turn == BLACK and self.forbidden(int(out[0]))):
            return 1, 0
        found = self.moves(out)
        return found, -2 if found > 0 else 0

    def completions(self, player: int, out: Row) -> int:
        """Write the first two points where a player would make five with one stone; return how many."""
        found = 0
        for line in range(self.count_of_lines):
            own = word(self.lines[player, line])
            free = ~(word(self.lines[1 - player, line] | self.FRAME[line])) & WIDEST
            hopes = four_of_five(own, free)
            if hopes == NONE:
                continue
            for place in squares(hopes):
                if not self.wins(player, own | word(1) << word(place)):
                    continue
                point = self.point_at(line, place)
                if found == 0 or int(out[0]) != point:
                    found = put(out, found, point)
                if found == 2:
                    return 2
        return found

    def point_at(self, line: int, place: int) -> int:
        """The point at a place of a line."""
        if line < self.size:
            return line * self.size + place - 1
        if line < 2 * self.size:
            return (place - 1) * self.size + line - self.size
        column = place - 1
        if line < 4 * self.size - 1:
            return (column - (line - (3 * self.size - 1))) * self.size + column
        return (line - (4 * self.size - 1) - column) * self.size + column

    def plies_left(self) -> int:
        """The empty points."""
        return int(self.left)

    def order(self, point: int) -> int:
        """What a stone there would add to own rows, and what it would take from the opponent's."""
        worth = 0
        for way in range(4 * point, 4 * point + 4):
            mine, theirs = self.around(self.turn, way), self.around(1 - self.turn, way)
            if (mine | theirs) & word(0x3DE) != NONE:  # a stone within four places
                worth += 2 * through_middle(mine, self.shut(self.turn, way))
                worth += through_middle(theirs, self.shut(1 - self.turn, way))
        return worth

    def key(self) -> np.uint64:
        """The stones and whose turn it is."""
        return mix64(self.board ^ word(self.turn))

    def transform(self, which: int) -> None:
        """Mirror left and right, bottom and top, or along the diagonal."""
        for bits in range(3):
            if which >> bits & 1 == 0:
                continue
            for point in range(self.points):
                other = mirror_image(1 << bits, point, self.size)
                if other > point:
                    self.exchange(point, other)
        self.rebuild()

    def transform_move(self, which: int, point: int) -> int:
        """Where the mirrors take a point."""
        return mirror_image(which, point, self.size)

    def exchange(self, one: int, other: int) -> None:
        """What stood on one point stands on the other."""
        for player in range(2):
            first = has(word(self.lines[player, one // self.size]), one % self.size + 1)
            second = has(word(self.lines[player, other // self.size]), other % self.size + 1)
            if first != second:
                self.flip(player, one)
                self.flip(player, other)

    def rebuild(self) -> None:
        """Make all that follows from the stones."""
        self.left, self.winner, self.board = self.points, 0, NONE
        for player in range(2):
            for row in range(self.size):
                for place in squares(word(self.lines[player, row])):
                    self.left -= 1
                    self.board = self.board ^ mix64(word(2 * (row * self.size + place - 1) + player + 1))
            if self.linked(player):
                self.winner = player + 1

    def linked(self, player: int) -> bool:
        """Whether a player has five anywhere."""
        found = False
        for line in range(self.count_of_lines):
            found = found or self.wins(player, word(self.lines[player, line]))
        return found

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, empty points counted, x Black, o White, then who moves; size 5: `5/5/2x2/5/5 o`."""
        rows = ["".join(map(self.sign, range(row * self.size, (row + 1) * self.size))) for row in range(self.size)]
        return "/".join(map(pack_row, reversed(rows))) + " " + SIGNS[self.turn]

    @python_only
    def sign(self, point: int) -> str:
        """x, o or a dot."""
        row, place = point // self.size, point % self.size + 1
        return "x" if has(word(self.lines[0, row]), place) else "o" if has(word(self.lines[1, row]), place) else "."

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, _, mover = text.strip().partition(" ")
        lines = rows.split("/")
        if len(lines) != cls.size or mover not in ("x", "o"):
            raise BadPosition(f"a position is {cls.size} rows from the top joined by /, then x or o to move: {text!r}")
        state: Self = cls.blank()
        for row, line in enumerate(reversed(lines)):
            signs = unpack_row(line, SIGNS, cls.size)
            if signs is None:
                raise BadPosition(f"row {line!r} is not {cls.size} points of x, o and numbers")
            for column, sign in enumerate(signs):
                if sign != ".":
                    state.flip(SIGNS.index(sign), row * cls.size + column)
        state.turn = SIGNS.index(mover)
        if rows.count("x") - rows.count("o") != state.turn:
            raise BadPosition("x moves first: the numbers of stones do not fit the player to move")
        state.rebuild()
        if state.linked(state.turn):
            raise BadPosition(f"{NAMES[state.turn]} has five in a row and cannot be to move")
        return state

    @python_only
    def move_text(self, point: int) -> str:
        """Column letter and row number: h8 is the middle of 15 x 15."""
        return square_name(point % self.size, point // self.size)

    @python_only
    def why_not(self, move: int | str) -> str:
        """An occupied point, one that renju forbids, or no point at all."""
        if self.over():
            return "the game is over"
        point = square_index(move.strip(), self.size, self.size) if isinstance(move, str) else int(move)
        if not 0 <= point < self.points:
            return f"the points are a1 to {self.move_text(self.points - 1)}"
        if not self.empty(point):
            return f"{self.move_text(point)} is occupied"
        if self.renju and self.turn == BLACK and self.forbidden(point):
            return f"{self.move_text(point)} would make {self.fault(point)}, which renju forbids Black"
        return f"{self.move_text(point)} is possible"

    @python_only
    def fault(self, point: int) -> str:
        """What a forbidden point would make."""
        tried = self.copy()
        tried.flip(BLACK, point)
        ways = range(4 * point, 4 * point + 4)
        if any(run_through(tried.around(BLACK, way)) > 5 for way in ways):
            return "a row of six or more"
        if sum(fours(tried.around(BLACK, way), tried.shut(BLACK, way)) for way in ways) > 1:
            return "two fours"
        return "two threes"

    @python_only
    def ending(self) -> str:
        """Who has five, or that nobody can."""
        if self.winner:
            return f"{NAMES[self.winner - 1]} has five in a row"
        if self.left == 0:
            return "the board is full: draw"
        return "" if self.legal() else "every point left is forbidden to Black: draw"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Lines that cross, and stones on the crossings."""
        far = float(self.size - 1)
        cells = tuple(
            Cell(self.move_text(point), point % self.size, point // self.size, "point") for point in range(self.points)
        )
        pieces = tuple(
            Piece(cell.name, "stone", SIGNS.index(sign), sign)
            for point, cell in enumerate(cells)
            if (sign := self.sign(point)) != "."
        )
        lines = [line for n in range(self.size) for line in ((0.0, float(n), far, float(n)), (n, 0.0, n, far))]
        clicks = {point: (cells[point].name,) for point in self.legal()}
        return Scene(
            cells=cells,
            pieces=pieces,
            lines=tuple(lines),
            clicks=clicks,
            colours=("black", "white"),
            highlights=in_a_row(cells, pieces, 5) if self.over() else (),
        )
