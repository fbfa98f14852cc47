"""Gipf (Kris Burm 1997): push pieces in from the edge; rows of four leave the board, and with them what they touch.

A piece of the reserve is put on a dot at the edge and pushed one step along a line; what lies before it moves on, up to
the first gap. Then every row of four or more of one colour goes off the board with all that touches it on its line:
pieces of the row's colour return to the reserve, the others are lost. Who must push and has no piece left loses. Spots,
lines and entries have the numbers of `board.py`.

In the standard and tournament forms some pieces are GIPF-pieces, two on one spot: who takes a row off may leave them
where they are, and who has none left on the board loses as well.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.symmetries import image
from zermelo.game import (
    NO_MOVE,
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
    highest,
    i8,
    lowest,
    parameter,
    put,
    python_only,
    squares,
    u32,
    u64,
    word,
)
from zermelo.games.gipf.board import (
    ENTRIES,
    ENTRY_IMAGES,
    IMAGES,
    LINE_COUNT,
    LINES,
    RINGS,
    STEPS,
    THROUGH,
    before_gap,
    entered_at,
    fours,
    runs,
    shifted,
    step_of,
)
from zermelo.games.gipf.notation import (
    GIPF,
    LEAVE,
    MAY,
    MINE,
    MUST,
    ROW,
    SIDES,
    STARTS,
    TAKE,
    THEIRS,
    move_name,
    picture,
    position_text,
    read_move,
    read_position,
    reason,
)


class Gipf(Game):
    """Push pieces in, take rows of four off."""

    # ------------------------------------------------------------------ facts
    form: str = parameter("basic", choices=tuple(STARTS), help="with no GIPF-pieces, three each, or as many as wanted")
    stock: int = derived(lambda game: 15 if game.form == "basic" else 18)
    doubles: bool = derived(lambda game: game.form != "basic")  # there are GIPF-pieces
    free_entry: bool = derived(lambda game: game.form == "tournament")  # which players bring in themselves
    most_moves: int = derived(lambda game: 2 * ENTRIES if game.free_entry else ENTRIES)
    repetition = 3
    cap = 500
    symmetries = 12

    # ------------------------------------------------------------------ state
    pieces: Cells = array(u64, 2)  # the spots of each player's pieces
    gipfs: u64  # those that are GIPF-pieces, of both
    reserve: Cells = array(i8, 2)
    entry: Cells = array(i8, 2)  # whether a player may or must bring in a GIPF-piece

    # Inside a turn
    rows: i8  # whose rows go off: MINE, THEIRS of the player who pushed; 0: it is time to push
    asked: u64  # GIPF-pieces of the row that goes off, for the player to move to take or leave
    done: u32  # lines whose row has gone off in this turn but for four GIPF-pieces: they do not go off again

    @python_only
    def start(self) -> None:
        """Three pieces each on the corners, colours alternating, or an empty board."""
        first = type(self).from_text(STARTS[self.form])
        self.pieces, self.gipfs, self.reserve, self.entry = first.pieces, first.gipfs, first.reserve, first.entry

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Pushes; inside a turn, which of several crossing rows goes off first, and GIPF-pieces to take with it."""
        found = 0
        if self.rows == 0:
            mine, entry = self.pieces[self.turn], self.entry[self.turn]
            if entry != MUST:
                found = self.pushes(out, found, 0, mine & ~self.gipfs)
            if self.free_entry and entry != 0 and self.reserve[self.turn] >= 2:
                found = self.pushes(out, found, GIPF, mine & self.gipfs)
        elif self.asked != NONE:
            for spot in squares(self.asked):
                found = put(out, found, TAKE + spot)
            found = put(out, found, LEAVE)
        else:
            for line in range(LINE_COUNT):
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
        """Rows of the player who pushed are going off; what the opponent chooses are turns of its own."""
        return self.rows == MINE

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
        free = ~(self.pieces[0] | self.pieces[1])
        offered = NONE
        for line in range(LINE_COUNT):
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
        segment = before_gap(line, end, self.gap(entry))
        enters = entered_at(line, end)
        for player in range(2):
            self.pieces[player] = shifted(self.pieces[player], segment, line, end)
        self.pieces[self.turn] = self.pieces[self.turn] | enters
        if self.doubles:
            self.gipfs = shifted(self.gipfs, segment, line, end)
            if double:
                self.gipfs = self.gipfs | enters
            self.entry[self.turn] = MAY if double else 0
        self.reserve[self.turn] -= 2 if double else 1
        self.rows = MINE

    def gap(self, entry: int) -> np.uint64:
        """The first free spot that a push along a line meets."""
        gaps = LINES[entry // 2] & ~(self.pieces[0] | self.pieces[1])
        if gaps == NONE:
            return NONE
        return bit(lowest(gaps) if entry % 2 == 0 else highest(gaps))

    def settle(self) -> None:
        """Take off rows that cross no other, the pusher's first; stop where a player must choose."""
        while self.rows != 0 and self.asked == NONE:
            some = crossed = NONE
            if fours(self.pieces[self.turn]) != NONE:
                for line in range(LINE_COUNT):
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
                for line in range(LINE_COUNT):
                    row = self.row(line)
                    if row != NONE and row & crossed == NONE:
                        alone = line
                if alone < 0:
                    return
                self.take_off(alone)

    def row(self, line: int) -> np.uint64:
        """The row of the player to move on a line, with all pieces that touch it; nothing if there is none."""
        mine = self.pieces[self.turn] & LINES[line]
        step = step_of(line)
        row = runs(mine, step)
        if row == NONE or has(word(self.done), line):
            return NONE
        full = (self.pieces[0] | self.pieces[1]) & LINES[line]
        for _ in range(6):
            row = row | full & (row << word(step) | row >> word(step))
        return row

    def take_off(self, line: int) -> None:
        """Pieces of a row go off; about GIPF-pieces their player is asked."""
        row = self.row(line)
        mine = self.pieces[self.turn]
        if self.doubles:
            self.asked = row & self.gipfs
            if runs(mine & self.asked, step_of(line)) != NONE:
                self.done = self.done | 1 << line
            row = row & ~self.gipfs
        self.reserve[self.turn] += count(row & mine)
        for player in range(2):
            self.pieces[player] = self.pieces[player] & ~row

    def choose(self, move: int) -> None:
        """Take a GIPF-piece with the row, or leave those that are there."""
        if move == LEAVE:
            self.asked = NONE
            return
        spot = bit(move - TAKE)
        if self.pieces[self.turn] & spot != NONE:
            self.reserve[self.turn] += 2
        for player in range(2):
            self.pieces[player] = self.pieces[player] & ~spot
        self.gipfs = self.gipfs & ~spot
        self.asked = self.asked & ~spot

    def beaten(self, player: int) -> bool:
        """Whether a player has brought in a GIPF-piece and has none left."""
        return self.entry[player] != MUST and self.pieces[player] & self.gipfs == NONE

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
        like = self.pieces[self.turn] & (self.gipfs if move >= GIPF else ~self.gipfs)
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
        """Pieces left, a reserve that runs out, pieces near the middle, and pieces side by side."""
        score = self.standing(int(self.turn)) - self.standing(1 - int(self.turn))
        return score / (abs(score) + 400.0)

    def standing(self, player: int) -> int:
        """What one player has."""
        pieces, short, together, middle = self.parts(player)
        return 100 * pieces - 30 * short + 5 * together + 3 * middle

    def parts(self, player: int) -> tuple[int, int, int, int]:
        """Pieces left, how many the reserve lacks to four, pairs side by side, and nearness to the middle."""
        mine, reserve = self.pieces[player], int(self.reserve[player])
        together = 0
        for way in range(3):
            together += count(mine & mine >> word(STEPS[way]))
        middle = 8 * count(mine & RINGS[0]) + 6 * count(mine & RINGS[1]) + 3 * count(mine & RINGS[2])
        return reserve + count(mine) + count(mine & self.gipfs), max(4 - reserve, 0), together, middle

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "pieces left", "shortage in reserve", "pieces side by side", "pieces near the middle"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    def order(self, move: int) -> int:
        """Pushes that make a row first, those that make one for the opponent only last; take their GIPF-pieces."""
        if move >= TAKE:
            return 1 if move == LEAVE else 2 if has(self.pieces[1 - self.turn], move - TAKE) else 0
        if self.rows != 0:
            return 0
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
        mine = shifted(self.pieces[self.turn], segment, line, end) | entered_at(line, end)
        return mine, shifted(self.pieces[1 - self.turn], segment, line, end)

    def transform(self, which: int) -> None:
        """Turn or mirror the board."""
        for player in range(2):
            self.pieces[player] = image(IMAGES, which, self.pieces[player])
        self.gipfs = image(IMAGES, which, self.gipfs)
        self.asked = image(IMAGES, which, self.asked)
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

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Columns upwards, GIPF-pieces as capitals, who moves, reserves: `b2w/5/6/w5b/6/5/b2w w 12,12`."""
        return position_text(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        state: Self = read_position(cls, text)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """`a1-b2` pushes from a dot, `Ga1-b2` a GIPF-piece; `xb2-e5` takes a row off, `xd4` a GIPF-piece with it."""
        return move_name(self, move)

    @python_only
    def parse_move(self, text: str) -> int:
        """As `move_text`; a push may be named by any entry that leads to the same position, a row by either end."""
        return super().parse_move(read_move(self, text))

    @python_only
    def why_not(self, move: int | str) -> str:
        """The rule that forbids a move."""
        return reason(self, move)

    @python_only
    def ending(self) -> str:
        """Who has nothing left."""
        loser = self.loser()
        if loser < 0:
            return ""
        if self.doubles and self.beaten(loser):
            return f"{SIDES[loser]} has no GIPF-piece left on the board: {SIDES[1 - loser]} wins"
        return f"{SIDES[loser]} has no piece left to push: {SIDES[1 - loser]} wins"

    @python_only
    def scene(self) -> Scene:
        """Click a dot and the spot next to it; the two ends of a row, or a GIPF-piece that goes with it."""
        return picture(self)
