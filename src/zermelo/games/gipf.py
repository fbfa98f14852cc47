"""Gipf (Kris Burm 1997): push pieces in from the edge; rows of four leave the board, and with them what they touch.

A piece of the reserve is put on a dot at the edge and pushed one step along a line; what lies before it moves on, up to
the first gap. Then every row of four or more of one colour goes off the board with all pieces that touch it on its line:
those of the row's colour return to the reserve, the others are lost. Who must push and has no piece left loses. Spots
have bits column by column, upwards; lines go up (+1), right and down (+8) or right and up (+9):

    b   0  1  2  3               b2 to b5         e     e9 is a dot, e8 a spot
    c   8  9 10 11 12            c2 to c6       d   f
    d  16 17 18 19 20 21         d2 to d7      c     g
    e  24 25 26 27 28 29 30      e2 to e8      b     h
    f  33 34 35 36 37 38         f2 to f7      b     h
    g  42 43 44 45 46            g2 to g6       c   g
    h  51 52 53 54               h2 to h5         e     e1 is a dot, e2 a spot

Lines 0 to 6 are the columns, 7 to 13 go right and down, 14 to 20 right and up. Entry 2 * line pushes from the line's
beginning, 2 * line + 1 from its end. In the standard and tournament forms some pieces are GIPF-pieces, two on one spot:
who takes a row off may leave them where they are, and who has none left on the board loses as well.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.hexes import Place, hexagon, turned
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    ONE,
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    has,
    highest,
    i8,
    lowest,
    minus,
    parameter,
    put,
    squares,
    table,
    u8,
    u32,
    u64,
    word,
    words,
)

SIGNS, SIDES = "wb", ("White", "Black")
ENTRIES, LINES_THERE = 42, 21
ROW, GIPF, TAKE, LEAVE = 42, 63, 105, 160  # moves: entry; 42 + line; 63 + entry of a GIPF-piece; 105 + spot; leave
MAY, MUST = 1, 2  # bring GIPF-pieces in
MINE, THEIRS = 1, 2  # whose rows go off the board: first those of the player who pushed

SPOTS = sorted(hexagon(4), key=lambda place: (place[0], -place[1]))  # (q, r): q counts columns, r downwards
WAYS: tuple[Place, ...] = ((0, -1), (1, 0), (1, -1))
STEPS = (1, 8, 9)


def line_from(place: Place, way: Place) -> list[Place]:
    """The spots of the line that begins here."""
    line = []
    while place in SPOTS:
        line.append(place)
        place = place[0] + way[0], place[1] + way[1]
    return line


def spot_bit(place: Place) -> int:
    """The bit of a spot."""
    return 8 * (place[0] + 3) + 3 - place[1]


def spot_name(place: Place) -> str:
    """Columns a to i; in each the numbers begin with the dot below."""
    q, r = place
    return f"{'abcdefghi'[q + 4]}{5 - r - max(q, 0)}"


TRACKS = [line_from((q, r), way) for way in WAYS for q, r in SPOTS if (q - way[0], r - way[1]) not in SPOTS]
DOTS = [  # for each entry: the dot, the spot next to it
    (((2 * one[0] - two[0]), (2 * one[1] - two[1])), one)
    for track in TRACKS
    for one, two in ((track[0], track[1]), (track[-1], track[-2]))
]
PUSHES = [f"{spot_name(dot)}-{spot_name(spot)}" for dot, spot in DOTS]
NAMES = {spot_bit(place): spot_name(place) for place in SPOTS}
BITS = {name: place for place, name in NAMES.items()}
HEIGHTS = [sum(q == column for q, _ in SPOTS) for column in range(-3, 4)]
STARTS = {
    "basic": "b2w/5/6/w5b/6/5/b2w w 12,12",
    "standard": "B2W/5/6/W5B/6/5/B2W w 12,12",
    "tournament": "4/5/6/7/6/5/4 w 18!,18!",
}
FORM = "columns b to h joined by /, w or b to move, both reserves, and inside a turn own or other and what is asked"

LINES = table([sum(1 << spot_bit(place) for place in track) for track in TRACKS], u64)
THROUGH = table(  # the three lines through a spot, [bit, way]
    [[line for line in range(LINES_THERE) if int(LINES[line]) >> place & 1] or [0, 0, 0] for place in range(55)], u8
)
RINGS = table(
    [sum(1 << spot_bit((q, r)) for q, r in SPOTS if max(abs(q), abs(r), abs(q + r)) == far) for far in range(4)], u64
)
IMAGES = table(  # [symmetry, bit]
    [
        [spot_bit(turned((place // 8 - 3, 3 - place % 8), which)) if place in NAMES else 0 for place in range(55)]
        for which in range(12)
    ],
    u8,
)
ENTRY_IMAGES = table(
    [[DOTS.index((turned(dot, which), turned(spot, which))) for dot, spot in DOTS] for which in range(12)], u8
)


class Gipf(Game):
    """Push pieces in, take rows of four off."""

    # ------------------------------------------------------------------ facts
    form: str = parameter("basic", choices=tuple(STARTS), help="with no GIPF-pieces, three each, or as many as wanted")
    pieces: int = derived(lambda game: 15 if game.form == "basic" else 18)
    doubles: bool = derived(lambda game: game.form != "basic")  # there are GIPF-pieces
    free_entry: bool = derived(lambda game: game.form == "tournament")  # which players bring in themselves
    most_moves: int = derived(lambda game: 2 * ENTRIES if game.free_entry else ENTRIES)
    repetition = 3
    cap = 500
    symmetries = 12

    # ------------------------------------------------------------------ state
    men: Cells = array(u64, 2)  # the spots of each player's pieces
    gipfs: u64  # those that are GIPF-pieces, of both
    reserve: Cells = array(i8, 2)
    entry: Cells = array(i8, 2)  # whether a player may or must bring in a GIPF-piece

    # Inside a turn
    rows: i8  # whose rows go off: MINE, THEIRS of the player who pushed; 0: it is time to push
    asked: u64  # GIPF-pieces of the row that goes off, for the player to move to take or leave
    done: u32  # lines whose row has gone off in this turn but for four GIPF-pieces: they do not go off again

    @words
    def start(self) -> None:
        """Three pieces each on the corners, colours alternating, or an empty board."""
        first = type(self).from_text(STARTS[self.form])
        self.men, self.gipfs, self.reserve, self.entry = first.men, first.gipfs, first.reserve, first.entry

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Pushes; inside a turn, which of several crossing rows goes off first, and GIPF-pieces to take with it."""
        found = 0
        if self.rows == 0:
            mine, entry = self.men[self.turn], self.entry[self.turn]
            if entry != MUST:
                found = self.pushes(out, found, 0, mine & ~self.gipfs)
            if self.free_entry and entry != 0 and self.reserve[self.turn] >= 2:
                found = self.pushes(out, found, GIPF, mine & self.gipfs)
        elif self.asked != NONE:
            for spot in squares(self.asked):
                found = put(out, found, TAKE + spot)
            found = put(out, found, LEAVE)
        else:
            for line in range(LINES_THERE):
                if self.row(line) != NONE:
                    found = put(out, found, ROW + line)
        return found

    def play(self, move: int) -> None:
        """Push, or go on with the rows; then whatever needs no choice happens by itself."""
        if move >= TAKE:
            self.choose(move)
        elif ROW <= move < GIPF:
            self.take_off(move - ROW)
        else:
            self.push(move)
        self.settle()

    def over(self) -> bool:
        """Somebody has lost."""
        return self.loser() >= 0

    def midturn(self) -> bool:
        """Rows are going off the board."""
        return self.rows != 0

    def utility(self, player: int) -> float:
        """Who has no piece to push, or no GIPF-piece, loses."""
        loser = self.loser()
        if loser < 0:
            return 0.0
        return -1.0 if loser == player else 1.0

    # ------------------------------------------------------------------ helpers
    def pushes(self, out: Row, found: int, first: int, like: np.uint64) -> int:
        """One move for each entry whose line has a gap.

        Where all pieces before the gap are like the one that enters, only the gap changes: all such entries lead to one
        position, and the lowest stands for them.
        """
        free = ~(self.men[0] | self.men[1])
        offered = NONE
        for line in range(LINES_THERE):
            gaps = LINES[line] & free
            if gaps != NONE:
                for end in range(2):
                    gap = bit(lowest(gaps) if end == 0 else highest(gaps))
                    if before_gap(line, end, gap) & ~like != NONE:
                        found = put(out, found, first + 2 * line + end)
                    elif offered & gap == NONE:
                        offered = offered | gap
                        found = put(out, found, first + 2 * line + end)
        return found

    def push(self, move: int) -> None:
        """A piece comes in from the edge, a GIPF-piece costs two."""
        double = move >= GIPF
        entry = move - GIPF if double else move
        line, end = entry // 2, entry % 2
        gap = self.gap(entry)
        segment = before_gap(line, end, gap)
        enters = bit(lowest(LINES[line]) if end == 0 else highest(LINES[line]))
        for player in range(2):
            self.men[player] = shifted(self.men[player], segment, line, end)
        self.men[self.turn] = self.men[self.turn] | enters
        if self.doubles:
            self.gipfs = shifted(self.gipfs, segment, line, end)
            if double:
                self.gipfs = self.gipfs | enters
            self.entry[self.turn] = MAY if double else 0
        self.reserve[self.turn] -= 2 if double else 1
        self.rows = MINE

    def gap(self, entry: int) -> np.uint64:
        """The first free spot that a push along a line meets."""
        gaps = LINES[entry // 2] & ~(self.men[0] | self.men[1])
        if gaps == NONE:
            return NONE
        return bit(lowest(gaps) if entry % 2 == 0 else highest(gaps))

    def settle(self) -> None:
        """Take off rows that cross no other, the pusher's first; stop where a player must choose."""
        while self.rows != 0 and self.asked == NONE:
            some = crossed = NONE
            if fours(self.men[self.turn]) != NONE:
                for line in range(LINES_THERE):
                    row = self.row(line)
                    crossed = crossed | some & row
                    some = some | row
            if some == NONE:
                ended = self.doubles and (self.beaten(0) or self.beaten(1))
                if self.rows == MINE or ended:
                    self.turn = 1 - self.turn
                self.rows = THEIRS if self.rows == MINE and not ended else 0
                if self.rows == 0:
                    self.done = 0
            else:
                alone = -1
                for line in range(LINES_THERE):
                    row = self.row(line)
                    if row != NONE and row & crossed == NONE:
                        alone = line
                if alone < 0:
                    return
                self.take_off(alone)

    def row(self, line: int) -> np.uint64:
        """The row of the player to move on a line, with all pieces that touch it; nothing if he has none there."""
        mine = self.men[self.turn] & LINES[line]
        step = step_of(line)
        row = runs(mine, step)
        if row == NONE or has(word(self.done), line):
            return NONE
        full = (self.men[0] | self.men[1]) & LINES[line]
        for _ in range(6):
            row = row | full & (row << word(step) | row >> word(step))
        return row

    def take_off(self, line: int) -> None:
        """Pieces of a row go off; about GIPF-pieces their player is asked."""
        row = self.row(line)
        mine = self.men[self.turn]
        if self.doubles:
            self.asked = row & self.gipfs
            if runs(mine & self.asked, step_of(line)) != NONE:
                self.done = self.done | 1 << line
            row = row & ~self.gipfs
        self.reserve[self.turn] += count(row & mine)
        for player in range(2):
            self.men[player] = self.men[player] & ~row

    def choose(self, move: int) -> None:
        """Take a GIPF-piece with the row, or leave those that are there."""
        if move == LEAVE:
            self.asked = NONE
            return
        spot = bit(move - TAKE)
        if self.men[self.turn] & spot != NONE:
            self.reserve[self.turn] += 2
        for player in range(2):
            self.men[player] = self.men[player] & ~spot
        self.gipfs = self.gipfs & ~spot
        self.asked = self.asked & ~spot

    def beaten(self, player: int) -> bool:
        """Whether a player has brought in a GIPF-piece and has none left."""
        return self.entry[player] != MUST and self.men[player] & self.gipfs == NONE

    def loser(self) -> int:
        """Who has lost, or -1; where the last GIPF-pieces of both went, it is who did not take them."""
        if self.rows != 0:
            return -1
        if self.doubles:
            if self.beaten(self.turn):
                return self.turn
            if self.beaten(1 - self.turn):
                return 1 - self.turn
        return self.turn if self.reserve[self.turn] == 0 else -1

    def same_pushes(self, move: int) -> np.uint64:
        """The entries whose pushes lead to the same position as this one, as bits."""
        entry = move - GIPF if move >= GIPF else move
        gap = self.gap(entry)
        like = self.men[self.turn] & (self.gipfs if move >= GIPF else ~self.gipfs)
        if before_gap(entry // 2, entry % 2, gap) & ~like != NONE:
            return bit(entry)
        found = NONE
        for way in range(3):
            line = THROUGH[lowest(gap), way]
            for end in range(2):
                if before_gap(line, end, gap) & ~like == NONE:
                    found = found | bit(2 * line + end)
        return found

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """Draw entries until one is a move; all are equally likely, and about two of three are moves."""
        if self.rows == 0 and self.entry[self.turn] == 0:
            for _ in range(8):
                entry = random.below(ENTRIES)
                if self.gap(entry) != NONE and lowest(self.same_pushes(entry)) == entry:
                    return entry
        found = self.moves(row)
        return int(row[random.below(found)]) if found > 0 else NO_MOVE

    def evaluate(self) -> float:
        """Pieces left, an empty reserve near, GIPF-pieces, threes and pieces in the middle."""
        score = self.standing(int(self.turn)) - self.standing(1 - int(self.turn))
        return score / (abs(score) + 400.0)

    def standing(self, player: int) -> int:
        """What one player has."""
        mine, reserve = self.men[player], int(self.reserve[player])
        total = 100 * (reserve + count(mine))
        if reserve < 3:
            total -= 60 * (3 - reserve)
        if self.doubles:
            total += 150 * count(mine & self.gipfs)
        for way in range(3):
            step = word(STEPS[way])
            total += 12 * count(mine & mine >> step & mine >> step >> step)
        return total + 12 * count(mine & RINGS[0]) + 8 * count(mine & RINGS[1]) + 4 * count(mine & RINGS[2])

    def order(self, move: int) -> int:
        """Pushes that make a row first; those that make one for the opponent only last."""
        if self.rows != 0:
            return 1 if move == LEAVE else 0
        mine, theirs = self.after(move)
        if fours(mine) != NONE:
            return 1000
        return -1000 if fours(theirs) != NONE else 0

    def noisy(self, move: int) -> bool:
        """A row goes off the board."""
        if self.rows != 0:
            return True
        mine, theirs = self.after(move)
        return fours(mine) != NONE or fours(theirs) != NONE

    def after(self, move: int) -> tuple[np.uint64, np.uint64]:
        """The pieces of the player to move and of the other after a push, before rows go off."""
        entry = move - GIPF if move >= GIPF else move
        line, end = entry // 2, entry % 2
        segment = before_gap(line, end, self.gap(entry))
        mine = shifted(self.men[self.turn], segment, line, end)
        enters = bit(lowest(LINES[line]) if end == 0 else highest(LINES[line]))
        return mine | enters, shifted(self.men[1 - self.turn], segment, line, end)

    def transform(self, which: int) -> None:
        """Turn or mirror the board."""
        for player in range(2):
            self.men[player] = image(which, self.men[player])
        self.gipfs = image(which, self.gipfs)
        self.asked = image(which, self.asked)
        done = 0
        for line in squares(word(self.done)):
            done = done | 1 << ENTRY_IMAGES[which, 2 * line] // 2
        self.done = done

    def transform_move(self, which: int, move: int) -> int:
        """Entries, lines and spots change; of pushes that lead to one position the lowest stands for all again."""
        if move == LEAVE:
            return move
        if move >= TAKE:
            return TAKE + IMAGES[which, move - TAKE]
        if ROW <= move < GIPF:
            return ROW + ENTRY_IMAGES[which, 2 * (move - ROW)] // 2
        found = ENTRIES
        for entry in squares(self.same_pushes(move)):
            found = min(found, int(ENTRY_IMAGES[which, entry]))
        return found + (GIPF if move >= GIPF else 0)

    # ------------------------------------------------------------------ words
    @words
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Columns upwards, GIPF-pieces as capitals, who moves, reserves: `b2w/5/6/w5b/6/5/b2w w 12,12`."""
        signs = "".join(self.sign(spot) for spot in NAMES)
        board = "/".join(pack_row(signs[sum(HEIGHTS[:x]) : sum(HEIGHTS[: x + 1])]) for x in range(7))
        reserves = ",".join(f"{self.reserve[player]}{' +!'[self.entry[player]].strip()}" for player in range(2))
        text = f"{board} {SIGNS[self.turn]} {reserves}"
        if self.rows != 0:
            text += " own" if self.rows == MINE else " other"
            text += " ?" + ",".join(NAMES[spot] for spot in squares(self.asked)) if self.asked else ""
            text += " =" + ",".join(PUSHES[2 * line] for line in squares(word(self.done))) if self.done else ""
        return text

    @words
    def sign(self, spot: int) -> str:
        """w, b, W, B or a dot."""
        for player, sign in enumerate(SIGNS):
            if has(self.men[player], spot):
                return sign.upper() if has(self.gipfs, spot) else sign
        return "."

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        shape = r"(\S+) ([wb]) (\d+)([+!]?),(\d+)([+!]?)( own| other)?( \?[b-h2-8,]+)?( =[a-i1-9,-]+)?"
        parts = re.fullmatch(shape, text.strip(), re.ASCII)
        columns = parts[1].split("/") if parts else []
        if parts is None or len(columns) != 7 or not parts[7] and (parts[8] or parts[9]):
            raise BadPosition(f"a position is {FORM}: {text!r}")
        signs = ""
        for column, height in zip(columns, HEIGHTS, strict=True):
            read = unpack_row(column, "wbWB" if cls.doubles else "wb", height)
            if read is None:
                raise BadPosition(f"column {column!r} is not {height} spots of {'w, b, W, B' if cls.doubles else 'w, b'}")
            signs += read
        state: Self = cls.blank()
        state.turn = SIGNS.index(parts[2])
        for spot, sign in zip(NAMES, signs, strict=True):
            if sign != ".":
                state.men[SIGNS.index(sign.lower())] |= bit(spot)
                state.gipfs |= bit(spot) if sign.isupper() else NONE
        for player in range(2):
            mine, reserve = state.men[player], int(parts[3 + 2 * player])
            if reserve + count(mine) + count(mine & state.gipfs) > cls.pieces:
                raise BadPosition(f"{SIDES[player]} has more than {cls.pieces} pieces")
            if cls.form == "standard" and count(mine & state.gipfs) > 3:
                raise BadPosition(f"{SIDES[player]} has more than three GIPF-pieces")
            state.reserve[player] = reserve
            state.entry[player] = " +!".index(parts[4 + 2 * player] or " ")
            if state.entry[player] and not cls.free_entry:
                raise BadPosition("only in the tournament form GIPF-pieces are brought in")
            if state.entry[player] == MUST and (mine or reserve != cls.pieces):
                raise BadPosition(f"{SIDES[player]} has begun: his first piece is a GIPF-piece")
            if state.entry[player] == MAY and mine & ~state.gipfs:
                raise BadPosition(f"{SIDES[player]} has brought in a single piece: no GIPF-piece follows")
        if parts[7]:
            state.read_rows(parts[7], (parts[8] or "")[2:], (parts[9] or "")[2:])
        state.refuse_open_rows()
        return state

    @words
    def read_rows(self, whose: str, asked: str, done: str) -> None:
        """What a text says of the rows that are going off."""
        self.rows = MINE if whose == " own" else THEIRS
        for name in asked.split(",") if asked else []:
            if name not in BITS or not has(self.gipfs, BITS[name]):
                raise BadPosition(f"there is no GIPF-piece on {name} to take or leave")
            self.asked |= bit(BITS[name])
        if not any(self.asked & ~line == NONE for line in LINES):
            raise BadPosition("the GIPF-pieces of a row stand on one line")
        for name in done.split(",") if done else []:
            if name not in PUSHES[::2]:
                raise BadPosition(f"no line begins with {name}")
            self.done |= 1 << PUSHES.index(name) // 2

    @words
    def refuse_open_rows(self) -> None:
        """Rows that need no choice have gone off before anybody moves."""
        later = self.copy()
        if self.rows == 0 and not self.over():
            for line in range(LINES_THERE):  # four GIPF-pieces in a row may have been left
                for player in range(2):
                    if runs(self.men[player] & self.gipfs & LINES[line], step_of(line)):
                        later.done |= 1 << line
            later.rows = MINE
            later.turn = 1 - self.turn
        later.settle()
        later.done = self.done
        if later.rows == 0 and self.rows != 0 and later.men.tobytes() == self.men.tobytes():
            raise BadPosition("there are no rows to choose from")
        if later != self:
            raise BadPosition("a row of four that should have gone off is still on the board")

    @words
    def move_text(self, move: int) -> str:
        """`a1-b2` pushes from a dot, `Ga1-b2` a GIPF-piece; `xb2-e5` takes a row off, `xd4` a GIPF-piece with it."""
        if move >= TAKE:
            return "leave" if move == LEAVE else f"x{NAMES[move - TAKE]}"
        if ROW <= move < GIPF:
            return "x" + "-".join(self.ends(move - ROW))
        return PUSHES[move] if move < ROW else f"G{PUSHES[move - GIPF]}"

    @words
    def ends(self, line: int) -> tuple[str, str]:
        """The first and the last spot of a row, by name."""
        row = self.row(line)
        return NAMES[lowest(row)], NAMES[highest(row)]

    @words
    def parse_move(self, text: str) -> int:
        """As `move_text`; a push may be named by any entry that leads to the same position, a row by either end."""
        wanted = re.sub(r"[\s-]", "", text.lower())
        found = re.fullmatch(r"(g|x)?([a-i][1-9])([a-i][1-9])", wanted)
        if found is None:
            return super().parse_move(text)
        name = f"{found[2]}-{found[3]}"
        if found[1] == "x":
            if (name := f"x{name}") not in {self.move_text(move) for move in self.legal()}:
                name = f"x{found[3]}-{found[2]}"
        elif name in PUSHES:
            entry, first = PUSHES.index(name), GIPF if found[1] else 0
            if self.rows == 0 and self.gap(entry):
                move = first + lowest(self.same_pushes(first + entry))
                if move in self.legal():
                    return move
        return super().parse_move(f"G{name}" if found[1] == "g" else name)

    @words
    def why_not(self, move: int | str) -> str:
        """The rule that forbids a move."""
        if not self.legal():
            return "the game is over"
        if isinstance(move, int):
            pushes = {*range(ENTRIES), *range(GIPF, TAKE)}
            move = self.move_text(move) if move in pushes else "another" if self.rows == 0 else "one of these"
        if self.rows != 0:
            shown = ", ".join(self.move_text(choice) for choice in self.legal())
            return f"{SIDES[self.turn]} first takes rows off the board: {shown}"
        name = move.lower().removeprefix("g")
        if name not in PUSHES:
            return "a push is a dot and a spot next to it on a line, as in a1-b2"
        if self.gap(PUSHES.index(name)) == NONE:
            return f"the line that begins with {name} is full"
        if not move.lower().startswith("g"):
            return "the first piece must be a GIPF-piece, as in Ga1-b2"
        if not self.free_entry:
            return "GIPF-pieces are brought in in the tournament form only"
        if self.entry[self.turn] == 0:
            return "no GIPF-piece follows after the first single piece"
        return "a GIPF-piece is two pieces, and the reserve has only one"

    @words
    def ending(self) -> str:
        """Who has nothing left."""
        loser = self.loser()
        if loser < 0:
            return ""
        if self.doubles and self.beaten(loser):
            return f"{SIDES[loser]} has no GIPF-piece left on the board: {SIDES[1 - loser]} wins"
        return f"{SIDES[loser]} has no piece left to push: {SIDES[1 - loser]} wins"

    # ------------------------------------------------------------------ picture
    @words
    def scene(self) -> Scene:
        """Click a dot and the spot next to it; the two ends of a row, or a GIPF-piece that goes with it."""
        places = {spot_name(place): place for pair in DOTS for place in pair} | {NAMES[spot_bit(p)]: p for p in SPOTS}
        at = {name: (round(q * 3**0.5 / 2, 4), -r - q / 2) for name, (q, r) in places.items()}
        cells = tuple(Cell(name, x, y, "point") for name, (x, y) in sorted(at.items()))
        lines = tuple((*at[spot_name(DOTS[line][0])], *at[spot_name(DOTS[line + 1][0])]) for line in range(0, 42, 2))
        pieces = [Piece(name, "dot", text="+") for name in at if name not in BITS]
        for spot, name in NAMES.items():
            sign = self.sign(spot)
            if sign != ".":
                owner = SIGNS.index(sign.lower())
                pieces.append(Piece(name, "stone", owner, sign))
                pieces += [Piece(name, "stone", owner, sign, 0.0, 0.16)] if sign.isupper() else []
        buttons = [
            Button(f"{SIDES[player]} reserve", f"{SIDES[player]}'s reserve", player, "stone", int(self.reserve[player]))
            for player in range(2)
            if self.reserve[player] > 0
        ]
        legal = self.legal()
        if any(GIPF <= move < TAKE for move in legal):
            buttons.append(Button("GIPF", "GIPF-piece", self.turn))
        if LEAVE in legal:
            buttons.append(Button("leave", "leave", self.turn))
        return Scene(
            cells=cells,
            pieces=tuple(pieces),
            buttons=tuple(buttons),
            lines=lines,
            clicks={move: self.clicks(move) for move in legal},
            notes=self.notes(),
        )

    @words
    def clicks(self, move: int) -> tuple[str, ...]:
        """What is clicked for a move."""
        if move >= TAKE:
            return ("leave",) if move == LEAVE else (NAMES[move - TAKE],)
        if ROW <= move < GIPF:
            return self.ends(move - ROW)
        return tuple(PUSHES[move].split("-")) if move < ROW else ("GIPF", *PUSHES[move - GIPF].split("-"))

    @words
    def notes(self) -> tuple[str, ...]:
        """Reserves, losses, and what is to be chosen."""
        found = []
        for player, side in enumerate(SIDES):
            mine, reserve = self.men[player], int(self.reserve[player])
            lost = self.pieces - reserve - count(mine) - count(mine & self.gipfs)
            found.append(f"{side}: {reserve} in reserve, {lost} lost")
        if self.asked:
            found.append(f"{SIDES[self.turn]} takes GIPF-pieces with the row, or leaves them")
        elif self.rows != 0:
            found.append(f"{SIDES[self.turn]} chooses which row goes off first: click both its ends")
        return tuple(found)


def before_gap(line: int, end: int, gap: np.uint64) -> np.uint64:
    """The spots of a line between an end of it and a gap."""
    below = minus(gap, ONE)
    return LINES[line] & (below if end == 0 else ~(below | gap))


def shifted(board: np.uint64, segment: np.uint64, line: int, end: int) -> np.uint64:
    """A board on which what stands on a segment has gone one step away from an end of its line."""
    part, step = board & segment, word(step_of(line))
    return board & ~segment | (part << step if end == 0 else part >> step)


def step_of(line: int) -> int:
    """From a spot of a line to the next one."""
    return STEPS[line // 7]


def runs(board: np.uint64, step: int) -> np.uint64:
    """The first spots of four in a row in one direction."""
    pairs = board & board >> word(step)
    return pairs & pairs >> word(2 * step)


def fours(board: np.uint64) -> np.uint64:
    """The first spots of four in a row in any direction."""
    return runs(board, 1) | runs(board, 8) | runs(board, 9)


def image(which: int, board: np.uint64) -> np.uint64:
    """A board turned or mirrored."""
    made = NONE
    for spot in squares(board):
        made = made | bit(IMAGES[which, spot])
    return made
