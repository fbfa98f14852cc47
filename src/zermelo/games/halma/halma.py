"""Halma: bring your pieces into the opposite corner; step to a neighbouring square, or jump over others in a chain.

A jump goes over exactly one adjacent piece of any colour, in any of the eight directions, onto the empty square beyond;
a chain of jumps may stop anywhere, and nothing is captured. A piece that has entered the opposite camp stays in it. Who
has all pieces there wins. From ply 100 on it is enough that the camp is full after one's move and one of the pieces
there is one's own: so nobody can prevent the end by staying at home.

Squares are numbered row by row from a1 = 0 at the lower left. The first player, A, starts at the upper left, the others
follow clockwise; camps have rows of 5, 5, 4, 3, 2 squares (two players, 16 x 16).

A piece jumps within one of four classes of squares, each a word (`leaps.py`): a flood of jumps is a few shifts.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.grids import square_index, square_name
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    NONE,
    Button,
    Cell,
    Cells,
    Piece,
    Random,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    has,
    i8,
    i16,
    mix64,
    nth,
    parameter,
    plus,
    put,
    python_only,
    rotate,
    squares,
    table,
    times,
    u8,
    u16,
    u64,
    word,
)
from zermelo.games.halma.leaps import board_of, places, reaching, shifts, squares_at
from zermelo.games.halma.race import Race

SIGNS = "ABCD"
KINDS = table([1, 2, 3, 3], u8)  # a step in a way leads into the class kind ^ KINDS[way]
ROWS = {8: (4, 3, 2, 1), 10: (5, 4, 3, 2, 1), 16: (5, 5, 4, 3, 2), 4: (4, 4, 3, 2)}  # 4: four players on 16 x 16
LATE = 100  # the ply from which a full camp is enough
SQUARE = re.compile(r"[a-p]\d{1,2}")


# ---------------------------------------------------------------------- the board


def camp(size: int, players: int, player: int) -> set[int]:
    """The squares where a player starts."""
    corner = player if players == 4 else 2 * player  # 0 upper left, then clockwise
    found = set()
    for row, length in enumerate(ROWS[4 if players == 4 else size]):
        for column in range(length):
            x = column if corner in (0, 3) else size - 1 - column
            y = size - 1 - row if corner in (0, 1) else row
            found.add(y * size + x)
    return found


def opposite(players: int, player: int) -> int:
    """Whose camp a player goes to."""
    return (player + players // 2) % players


def costs(size: int, players: int) -> list[list[int]]:
    """How far each square is from a player's far corner, along columns and rows; more for stragglers."""
    made = []
    for player in range(players):
        far = camp(size, players, opposite(players, player))
        cx = 0 if 0 in {s % size for s in far} else size - 1
        cy = 0 if 0 in {s // size for s in far} else size - 1
        row = []
        for square in range(size * size):
            dx, dy = abs(square % size - cx), abs(square // size - cy)
            row.append(10 * (dx + dy) + (dx + dy) ** 2 // 2)
        made.append(row)
    return made


SHIFT = table(shifts(), i8)


class Halma(Race):
    """Jump across the board."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(
        16, choices=(8, 10, 16), help="squares in a row; 8, 10 and 16 have 10, 15 and 19 pieces a side"
    )
    players: int = parameter(2, choices=(2, 4), help="players; four have 13 pieces each on 16 x 16 squares")
    stay: bool = parameter(True, help="a piece that has entered the opposite camp may not leave it")
    no_return: bool = parameter(False, help="a piece that has left its own camp may not come back into it")
    unblock: bool = parameter(True, help="from ply 100 on a full camp with one own piece in it wins")
    lowest: float = derived(lambda game: -1.0 / (game.players - 1))  # the losers share what the winner gains
    cells: int = derived(lambda game: game.size**2)
    army: int = derived(lambda game: len(camp(game.size, game.players, 0)))
    most_moves: int = derived(lambda game: game.army * (game.cells - game.players * game.army))
    places: int = derived(lambda game: game.cells)
    half_won = 300
    no_move: int = derived(lambda game: game.cells**2)  # the pass of a player who is shut in
    repetition = 3
    cap: int = derived(lambda game: 300 * game.players)
    longest: int = derived(lambda game: game.cap)
    symmetries: int = derived(lambda game: 2 if game.players == 2 else 1)  # a mirror would turn the order of play round
    policy = True  # `sample` chooses a piece first
    PLACE: Cells = derived(lambda game: table(places(game.size), u8))
    SQUARE: Cells = derived(lambda game: table(squares_at(game.size), u16))
    BOARD: Cells = derived(lambda game: table(board_of(game.size, set(range(game.cells))), u64))
    HOME: Cells = derived(
        lambda game: table([board_of(game.size, camp(game.size, game.players, p)) for p in range(game.players)], u64)
    )
    NEAR: Cells = derived(lambda game: table(reaching(game.size, 1), u64))
    FAR: Cells = derived(lambda game: table(reaching(game.size, 2), u64))
    COST: Cells = derived(lambda game: table(costs(game.size, game.players), i16))

    # ------------------------------------------------------------------ state
    pieces: Cells = array(u64, lambda game: (game.players, 4))  # of each player, in the words of the four classes
    plies: u8  # played so far, up to 100
    taken: Cells = array(u64, 4, in_key=False)  # squares with any piece

    @classmethod
    def unfit(cls) -> str | None:
        """Four camps need the large board."""
        return "four players need 16 x 16 squares" if cls.players == 4 and cls.size != 16 else None

    @python_only
    def start(self) -> None:
        """Every player's pieces fill their camp."""
        for player in range(self.players):
            for square in camp(self.size, self.players, player):
                self.flip(square, player)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every step and every end of a chain of jumps, once for each pair of squares; a player shut in passes."""
        n = 0
        for kind in range(4):
            for piece in squares(self.pieces[self.turn, kind]):
                n = self.put_piece(out, n, kind, piece)
        return n if n > 0 else put(out, 0, self.no_move)

    def play(self, move: int) -> None:
        """Move a piece; the next player clockwise is to move."""
        if move != self.no_move:
            self.flip(move // self.cells, self.turn)
            self.flip(move % self.cells, self.turn)
        self.plies = min(self.plies + 1, LATE)
        self.turn = self.turn + 1 if self.turn + 1 < self.players else 0

    def over(self) -> bool:
        """The player who has just moved has arrived."""
        return self.arrived()

    def utility(self, player: int) -> float:
        """The winner gains 1, which the others lose in equal parts."""
        if not self.arrived():
            return 0.0
        return 1.0 if player == self.before() else self.lowest

    # ------------------------------------------------------------------ helpers
    def before(self) -> int:
        """The player who has just moved."""
        return self.turn - 1 if self.turn > 0 else self.players - 1

    def goal(self, player: int) -> int:
        """Whose camp a player goes to."""
        return (player + self.players // 2) % self.players

    def arrived(self) -> bool:
        """Whether the player who has just moved has all pieces in the opposite camp, or the rule against blocking."""
        player = self.before()
        home, full, present = True, True, False
        for kind in range(4):
            camp_there = self.HOME[self.goal(player), kind]
            home = home and self.pieces[player, kind] & ~camp_there == NONE
            full = full and camp_there & ~self.taken[kind] == NONE
            present = present or self.pieces[player, kind] & camp_there != NONE
        return home or (self.unblock and self.plies == LATE and full and present)

    def flip(self, square: int, player: int) -> None:
        """Put a player's piece onto a square, or take it off."""
        kind, piece = self.PLACE[square] >> 6, bit(self.PLACE[square] & 63)
        self.pieces[player, kind] = self.pieces[player, kind] ^ piece
        self.taken[kind] = self.taken[kind] ^ piece

    def allowed(self, kind: int, piece: int, to: int) -> np.uint64:
        """The empty squares of a class where a piece may end."""
        ends: np.uint64 = self.BOARD[to] & ~self.taken[to]
        if self.stay and has(self.HOME[self.goal(self.turn), kind], piece):
            ends = ends & self.HOME[self.goal(self.turn), to]
        if self.no_return and not has(self.HOME[self.turn, kind], piece):
            ends = ends & ~self.HOME[self.turn, to]
        return ends

    def put_piece(self, out: Row, n: int, kind: int, piece: int) -> int:
        """Write all moves of one piece."""
        first = self.SQUARE[64 * kind + piece] * self.cells
        for to in squares(self.jumps(kind, piece) & self.allowed(kind, piece, kind)):
            n = put(out, n, first + self.SQUARE[64 * kind + to])
        for other in range(1, 4):
            for to in squares(self.steps(kind, piece, other) & self.allowed(kind, piece, kind ^ other)):
                n = put(out, n, first + self.SQUARE[64 * (kind ^ other) + to])
        return n

    def steps(self, kind: int, piece: int, other: int) -> np.uint64:
        """The neighbours of a piece in the class kind ^ other."""
        found, here = NONE, bit(piece)
        for way in range(4):
            if KINDS[way] == other:
                there = kind ^ other
                found = found | rotate(here & self.NEAR[4 * kind + way], SHIFT[4 * kind + way])
                found = found | rotate(here, -SHIFT[4 * there + way]) & self.NEAR[4 * there + way]
        return found

    def jumps(self, kind: int, piece: int) -> np.uint64:
        """All squares that chains of jumps reach, each from square to square over a piece half-way.

        A jump never goes over the square that the piece has left: that one is of the piece's own class.
        """
        empty = self.BOARD[kind] & ~self.taken[kind]
        along, up = self.bridges(kind, 0), self.bridges(kind, 1)
        rising, falling = self.bridges(kind, 2), self.bridges(kind, 3)
        reached, last = bit(piece), NONE
        while reached != last:
            last = reached
            ahead = (last & along) << word(1) | (last & up) << word(8)
            ahead = ahead | (last & rising) << word(9) | (last & falling) << word(7)
            back = last >> word(1) & along | last >> word(8) & up | last >> word(9) & rising | last >> word(7) & falling
            reached = last | (ahead | back) & empty
        return reached ^ bit(piece)

    def bridges(self, kind: int, way: int) -> np.uint64:
        """The squares from which a jump in a way stays on the board and has a piece half-way."""
        half = rotate(self.taken[kind ^ KINDS[way]], -SHIFT[4 * kind + way])
        return half & self.FAR[4 * kind + way]

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random piece, then a random move of it: not uniform over all moves, but only one piece is looked at."""
        begin = random.below(self.army)
        for after in range(self.army):  # mostly the first few pieces include one that can move
            index = (begin + after) % self.army
            kind = 0
            while index >= count(self.pieces[self.turn, kind]):
                index -= count(self.pieces[self.turn, kind])
                kind += 1
            n = self.put_piece(row, 0, kind, nth(self.pieces[self.turn, kind], index))
            if n > 0:
                return int(row[random.below(n)])
        return self.no_move

    def way_to_go(self, player: int) -> int:
        """The sum of a player's costs."""
        total = 0
        for kind in range(4):
            for piece in squares(self.pieces[player, kind]):
                total += self.COST[player, self.SQUARE[64 * kind + piece]]
        return total

    def repetition_key(self) -> np.uint64:
        """The pieces and who moves; how many plies were played does not tell positions apart."""
        total = word(self.turn + 1)
        for player in range(self.players):
            for kind in range(4):
                total = mix64(plus(times(total, word(0x9E3779B97F4A7C15)), self.pieces[player, kind]))
        return total

    def transform(self, which: int) -> None:
        """Mirror at the diagonal through both camps (two players only)."""
        if which == 1:
            for square in range(self.cells):
                twin = self.mirror(square)
                for player in range(self.players):
                    if twin > square and self.has_piece(square, player) != self.has_piece(twin, player):
                        self.flip(square, player)
                        self.flip(twin, player)

    def mirror(self, square: int) -> int:
        """The square on the other side of the diagonal from the upper left to the lower right."""
        return (self.size - 1 - square % self.size) * self.size + self.size - 1 - square // self.size

    def has_piece(self, square: int, player: int) -> bool:
        """Whether a player's piece stands on a square."""
        return has(self.pieces[player, self.PLACE[square] >> 6], self.PLACE[square] & 63)

    def transform_move(self, which: int, move: int) -> int:
        """Both squares on the other side."""
        if which == 0 or move == self.no_move:
            return move
        return self.mirror(move // self.cells) * self.cells + self.mirror(move % self.cells)

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, square: int) -> str:
        """A to D for a piece, or a dot."""
        return next((SIGNS[player] for player in range(self.players) if self.has_piece(square, player)), ".")

    @python_only
    def name(self, square: int) -> str:
        """The name of a square."""
        return square_name(square % self.size, square // self.size)

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, empty squares counted, who moves, and the plies played, up to 100."""
        rows = ["".join(self.sign(y * self.size + x) for x in range(self.size)) for y in reversed(range(self.size))]
        return "/".join(map(pack_row, rows)) + f" {SIGNS[self.turn]} {self.plies}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote; without the number of plies the game has just begun."""
        rows, *rest = text.split() or [""]
        lines, known = rows.split("/"), SIGNS[: cls.players]
        if len(lines) != cls.size or len(rest) not in (1, 2) or rest[0] not in tuple(known):
            raise BadPosition(
                f"a position is {cls.size} rows from the top joined by /, the player to move ({', '.join(known)}) "
                f"and the plies played: {text!r}"
            )
        state: Self = cls.blank()
        numbers = dict.fromkeys(known, 0)
        for y, line in enumerate(reversed(lines)):
            signs = unpack_row(line, known, cls.size)
            if signs is None:
                raise BadPosition(f"row {line!r} is not {cls.size} squares of {', '.join(known)} and numbers")
            for x, sign in enumerate(signs):
                if sign != ".":
                    state.flip(y * cls.size + x, known.index(sign))
                    numbers[sign] += 1
        if any(number != cls.army for number in numbers.values()):
            raise BadPosition(f"each player has {cls.army} pieces")
        plies = rest[1] if len(rest) == 2 else "0"
        if not (plies.isascii() and plies.isdigit() and len(plies) < 6):
            raise BadPosition(f"the plies played are a number: {plies!r}")
        state.turn, state.plies = known.index(rest[0]), min(int(plies), LATE)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The square a piece leaves and the one it comes to: `a12-c12`."""
        return "pass" if move == self.no_move else f"{self.name(move // self.cells)}-{self.name(move % self.cells)}"

    @python_only
    def parse_move(self, text: str) -> int:
        """`a12-c12` or `a12c12`."""
        ends = [square_index(name, self.size, self.size) for name in SQUARE.findall(text.lower())]
        if len(ends) == 2 and min(ends) >= 0 and ends[0] * self.cells + ends[1] in self.legal():
            return ends[0] * self.cells + ends[1]
        return super().parse_move(text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """No such square, not the mover's piece, a taken square, a camp's rule, or no way there."""
        legal = self.legal()
        if not legal:
            return "the game is over"
        text = move if isinstance(move, str) else self.move_text(move) if 0 <= move <= self.no_move else ""
        names = SQUARE.findall(text.lower())
        ends = [square_index(name, self.size, self.size) for name in names]
        if len(ends) != 2 or -1 in ends:
            return f"write the square a piece leaves and the one it comes to, such as {self.move_text(legal[0])}"
        start, to = ends
        if not self.has_piece(start, self.turn):
            return f"{SIGNS[self.turn]} has no piece on {names[0]}"
        if self.sign(to) != ".":
            return f"{names[1]} is taken"
        home = camp(self.size, self.players, self.turn)
        there = camp(self.size, self.players, opposite(self.players, self.turn))
        if self.stay and start in there and to not in there:
            return "a piece that has entered the opposite camp may not leave it"
        if self.no_return and start not in home and to in home:
            return "a piece that has left its own camp may not come back"
        return f"neither a step nor a chain of jumps leads from {names[0]} to {names[1]}"

    @python_only
    def ending(self) -> str:
        """Who has arrived."""
        if not self.over():
            return ""
        winner = SIGNS[self.before()]
        return f"the camp opposite {winner} is full: {winner} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board with its camps; a piece moves by two clicks."""
        camps = {s: player for player in range(self.players) for s in camp(self.size, self.players, player)}
        cells = tuple(
            Cell(self.name(s), s % self.size, s // self.size, shade=f"home{camps[s]}" if s in camps else "plain")
            for s in range(self.cells)
        )
        pieces = tuple(
            Piece(self.name(s), "peg", SIGNS.index(sign), sign)
            for s in range(self.cells)
            if (sign := self.sign(s)) != "."
        )
        clicks = {move: tuple(self.move_text(move).split("-")) for move in self.legal()}
        buttons = (Button("pass", "pass", self.turn),) if self.no_move in clicks else ()
        return Scene(cells, pieces, buttons, clicks=clicks)
