"""Arimaa: bring a rabbit to the other end of the board, in turns of one to four steps.

A piece steps to an empty neighbouring square along a row or column; rabbits never step back. A piece pushes a weaker
enemy from its side to an empty square and takes its place, or steps away and pulls it after itself: two steps each.
A piece beside a stronger enemy and without a friend beside it is frozen: it cannot step, push or pull. On the traps c3,
f3, c6 and f6 a piece without a friend beside it is taken off at once. A turn must change the position, and may not
bring about the same position, with the same player to move, for the third time.

    8  56 57 58 59 60 61 62 63   Silver      E elephant · M camel · H horse · D dog · C cat · R rabbit, the weakest
    7  48 49 50 51 52 53 54 55               Gold's pieces are written with capital letters
    6  40 41 () 43 44 () 46 47
    5  32 33 34 35 36 37 38 39
    4  24 25 26 27 28 29 30 31
    3  16 17 () 19 20 () 22 23
    2   8  9 10 11 12 13 14 15
    1   0  1  2  3  4  5  6  7   Gold
        a  b  c  d  e  f  g  h
"""

from __future__ import annotations

from typing import Self

from zermelo.boards.rows import pack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    FORBIDDEN,
    Cells,
    Game,
    Row,
    Scene,
    array,
    compared,
    i8,
    i16,
    put,
    python_only,
    table,
)
from zermelo.games.arimaa.notation import (
    END,
    HAND,
    LETTERS,
    PLACE,
    SIDES,
    SIGNS,
    TRAP_SQUARES,
    USUAL,
    WAYS,
    draw,
    name_of,
    read_position,
    reason,
    set_up,
)

NEAR = table(  # [4 * square + way]: the square to the north, south, west, east; -1 beyond the edge
    [
        s + step if 0 <= s + step < 64 and s % 8 + (step if step in (-1, 1) else 0) in range(8) else -1
        for s in range(64)
        for step in (8, -8, -1, 1)
    ],
    i8,
)
TRAPS = table(TRAP_SQUARES, i8)
IS_TRAP = table([int(square in TRAP_SQUARES) for square in range(64)], i8)
ARMY = table([0, *HAND], i8)  # pieces of each strength
WORTH = table([0, 100, 200, 300, 500, 800, 1500], i16)  # of each strength
GUARD = table([0, 20, 50, 60, 60], i16)  # friends beside a trap
RUN = table([0, 0, 3, 8, 20, 50, 120, 0], i16)  # a rabbit so many rows on its way
FEWER = table([1000, 350, 250, 180, 120, 80, 50, 20, 0], i16)  # what is lost with all but so many rabbits


class Arimaa(Game):
    """Four steps a turn."""

    # ------------------------------------------------------------------ facts
    most_moves = 130  # 32 pieces, four ways, and the end of the turn
    repetition = 3
    repeated = FORBIDDEN
    cap = 2000  # moves: 400 turns of four steps, or of three and the word `end`, and more

    # ------------------------------------------------------------------ state
    board: Cells = array(i8, 64)  # the strength of a piece, 1 for rabbits to 6, negative for Silver's; 0: none
    before: Cells = array(i8, 64)  # the board at the start of the turn; zeros outside a turn
    placed: i8  # pieces set up: Gold's, then Silver's; 32 when the game begins
    steps: i8  # taken in this turn
    push_to: i8  # square + 1 that must be entered to complete a push
    pushers: i8  # a bit for each way in which a piece that can do so lies from there
    pull_to: i8  # square + 1 that the last stepper has left, if an enemy can be pulled there
    puller: i8  # its strength

    @python_only
    def start(self, gold: str = "usual", silver: str = "usual") -> None:
        """Both sides stand: `usual`, or two rows of letters, front row first; `place`: set up in play."""
        if gold == "place" and silver != "place":
            raise BadPosition("Gold sets up first: Silver cannot stand while Gold places its pieces")
        self.placed = 16 * ((gold != "place") + (silver != "place"))
        for player, text in enumerate((gold, silver)):
            if text != "place":
                set_up(self, player, USUAL if text == "usual" else text)
        self.turn = 1 if self.placed == 16 else 0

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Steps as 4 * square + way, of own pieces and of enemies that are pushed or pulled; 256 ends the turn."""
        n = 0
        if self.placed < 32:
            for kind in range(1, 7):
                if self.left_to_place(kind) > 0:
                    n = put(out, n, PLACE + kind - 1)
            return n
        if self.push_to > 0:
            target = self.push_to - 1
            for way in range(4):
                if int(self.pushers) >> way & 1:
                    square = NEAR[4 * target + way]
                    if self.steps < 3 or not self.restores(square, target, -1):
                        n = put(out, n, 4 * square + (way ^ 1))  # the way back
            return n
        own = 1 - 2 * self.turn
        for square in range(64):
            piece = self.board[square] * own
            if piece == 0 or piece > 0 and self.frozen(square):
                continue
            for way in range(4):
                to = NEAR[4 * square + way]
                if to < 0 or self.board[to] != 0:
                    continue
                if piece > 0:
                    if piece == 1 and way == 1 - self.turn:
                        continue  # rabbits do not go back: Gold's south, Silver's north
                elif not self.pulls(to, -piece):
                    if self.pushable(square, to, -piece):
                        n = put(out, n, 4 * square + way)
                    continue
                if self.steps < 3 or not self.restores(square, to, -1):
                    n = put(out, n, 4 * square + way)
        if self.steps > 0 and self.changed():
            n = put(out, n, END)
        return n

    def play(self, move: int) -> None:
        """Set a piece up, make a step, or end the turn; the fourth step ends it by itself."""
        if move >= PLACE:
            self.board[self.home(self.turn, self.placed % 16)] = (move - PLACE + 1) * (1 - 2 * self.turn)
            self.placed = self.placed + 1
            if self.placed % 16 == 0:
                self.turn = 1 - self.turn
            return
        if move != END:
            if self.steps == 0:
                for square in range(64):
                    self.before[square] = self.board[square]
            self.step(move >> 2, NEAR[move])
        if move == END or self.steps == 4:
            for square in range(64):
                self.before[square] = 0
            self.steps = 0
            self.pull_to = 0
            self.puller = 0
            self.turn = 1 - self.turn

    def midturn(self) -> bool:
        """Some steps were taken, or some pieces set up."""
        return self.steps > 0 or self.placed < 32 and self.placed % 16 > 0

    def over(self) -> bool:
        """Judged when a turn has ended."""
        return self.winner() >= 0

    def utility(self, player: int) -> float:
        """Who cannot move loses."""
        winner = self.winner()
        if winner < 0:
            winner = 1 - self.turn
        return 1.0 if winner == player else -1.0

    # ------------------------------------------------------------------ helpers
    def step(self, square: int, to: int) -> None:
        """Move a piece, own or enemy's, and look at the traps; remember what may or must follow."""
        own = 1 - 2 * self.turn
        piece = self.board[square] * own
        pushing = self.push_to > 0
        pushed = piece < 0 and not self.pulls(to, -piece)
        self.pushers = self.free_pushers(square, -piece) if pushed else 0
        self.board[square] = 0
        self.board[to] = piece * own
        self.push_to = square + 1 if pushed else 0
        self.pull_to = 0
        self.puller = 0
        for index in range(4):
            trap = TRAPS[index]
            if self.board[trap] != 0 and not self.befriended(trap):
                self.board[trap] = 0
        self.steps = self.steps + 1
        if piece > 0 and not pushing and self.steps < 4:
            for way in range(4):
                near = NEAR[4 * square + way]
                if near >= 0 and 0 < -self.board[near] * own < piece:
                    self.pull_to = square + 1
                    self.puller = piece

    def winner(self) -> int:
        """The winner at the start of a turn, or -1: first who has just moved, then the other; goals, then rabbits."""
        if self.steps > 0 or self.placed < 32:
            return -1
        last = 1 - self.turn
        own = 1 - 2 * last
        mine = theirs = 0
        goal = other_goal = False
        for square in range(64):
            piece = self.board[square] * own
            if piece == 1:
                mine += 1
                goal = goal or square >> 3 == 7 - 7 * last
            elif piece == -1:
                theirs += 1
                other_goal = other_goal or square >> 3 == 7 * last
        if goal:
            return last
        if other_goal:
            return 1 - last
        if theirs == 0:
            return last
        return 1 - last if mine == 0 else -1

    def left_to_place(self, kind: int) -> int:
        """How many pieces of a strength the player to move has still to set up."""
        left = int(ARMY[kind])
        for index in range(self.placed % 16):
            left -= abs(self.board[self.home(self.turn, index)]) == kind
        return left

    def home(self, player: int, index: int) -> int:
        """The home squares in the order of setting up: the back row from a to h, then the front row."""
        return index if player == 0 else (7 - (index >> 3)) * 8 + (index & 7)

    def frozen(self, square: int) -> bool:
        """Whether a piece stands beside a stronger enemy and beside no friend."""
        piece = self.board[square]
        danger = False
        for way in range(4):
            near = NEAR[4 * square + way]
            if near >= 0:
                other = self.board[near]
                if other * piece > 0:
                    return False
                danger = danger or abs(other) > abs(piece)
        return danger

    def befriended(self, square: int) -> bool:
        """Whether a friend stands beside a piece."""
        for way in range(4):
            near = NEAR[4 * square + way]
            if near >= 0 and self.board[near] * self.board[square] > 0:
                return True
        return False

    def pulls(self, to: int, strength: int) -> bool:
        """Whether an enemy of this strength that steps to a square is pulled there."""
        return self.pull_to == to + 1 and strength < self.puller

    def free_pushers(self, square: int, strength: int) -> int:
        """A bit for each way in which a stronger piece of the player to move, not frozen, stands beside an enemy."""
        found = 0
        for way in range(4):
            near = NEAR[4 * square + way]
            if near >= 0 and self.board[near] * (1 - 2 * self.turn) > strength and not self.frozen(near):
                found |= 1 << way
        return found

    def pushable(self, square: int, to: int, strength: int) -> bool:
        """Whether an enemy can be pushed to a square, and the turn still changes the position."""
        if self.steps > 2:
            return False
        pushers = self.free_pushers(square, strength)
        if self.steps < 2:
            return pushers != 0
        able = 0
        for way in range(4):
            able += pushers >> way & 1 and not self.restores(square, to, NEAR[4 * square + way])
        return able > 0

    def restores(self, square: int, to: int, follower: int) -> bool:
        """Whether a step (and a follower's into the square left) gives back the board of the start of the turn.

        That takes all steps there are, and so is asked for the last ones only. No trap interferes: all pieces are then
        where they were, beside the same friends.
        """
        if self.before[to] != self.board[square]:
            return False
        if self.before[square] != (0 if follower < 0 else self.board[follower]):
            return False
        if follower >= 0 and self.before[follower] != 0:
            return False
        for other in range(64):
            if other != square and other != to and other != follower and self.board[other] != self.before[other]:
                return False
        return True

    def changed(self) -> bool:
        """Whether the turn has changed the position."""
        differ = 0
        for square in range(64):
            differ += self.board[square] != self.before[square]
        return differ > 0

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Pieces, rabbits left, rabbits on their way, guarded traps, and pieces that are frozen."""
        score = self.worth(self.turn) - self.worth(1 - self.turn)
        return max(-0.99, min(0.99, score / 6000.0))

    def worth(self, player: int) -> int:
        """One side."""
        pieces, fewer, run, frozen, aside, guarded = self.parts(player)
        return pieces - fewer + run - frozen - aside + guarded

    def parts(self, player: int) -> tuple[int, int, int, int, int, int]:
        """Pieces, rabbits lost, rabbits on their way, pieces frozen, distance from the middle, and guarded traps."""
        own = 1 - 2 * player
        pieces = rabbits = run = frozen = aside = guarded = 0
        for square in range(64):
            piece = self.board[square] * own
            if piece <= 0:
                continue
            pieces += WORTH[piece]
            stuck = self.frozen(square)
            if piece == 1:
                rabbits += 1
                run += RUN[square >> 3 if player == 0 else 7 - (square >> 3)] >> (1 if stuck else 0)
            else:
                frozen += WORTH[piece] >> 3 if stuck else 0
                aside += abs(2 * (square >> 3) - 7) + abs(2 * (square & 7) - 7)
        for index in range(4):
            friends = 0
            for way in range(4):
                friends += self.board[NEAR[4 * TRAPS[index] + way]] * own > 0
            guarded += GUARD[friends]
        return pieces, int(FEWER[rabbits]), run, frozen, aside, guarded

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "pieces", "rabbits lost", "rabbits on their way", "frozen pieces", "distance from the middle"
        return compared((*names, "guarded traps"), self.parts(self.turn), self.parts(1 - self.turn))

    def order(self, move: int) -> int:
        """Rabbits that arrive, then what is done to strong enemies near traps, then steps forward of strong pieces."""
        if move >= END:
            return 0
        square, to = move >> 2, NEAR[move]
        piece = self.board[square] * (1 - 2 * self.turn)
        if piece == 1 and to >> 3 == 7 - 7 * self.turn:
            return 10000
        if piece < 0:
            return 10 - 10 * piece + 500 * IS_TRAP[to]
        return piece if move & 3 == self.turn else 0

    def noisy(self, move: int) -> bool:
        """A rabbit arrives, or an enemy is moved onto a trap or from beside one."""
        if move >= END:
            return False
        square, to = move >> 2, NEAR[move]
        piece = self.board[square] * (1 - 2 * self.turn)
        return bool(piece == 1 and to >> 3 == 7 - 7 * self.turn or piece < 0 and IS_TRAP[to])

    # ------------------------------------------------------------------ notation
    @python_only
    def rows(self, board: Cells) -> str:
        """A board from the top, empty squares counted."""
        signs = "".join(LETTERS[piece] if piece >= 0 else LETTERS[-piece].lower() for piece in board.tolist())
        return "/".join(pack_row(signs[8 * y : 8 * y + 8]) for y in reversed(range(8)))

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, who moves; inside a turn the steps taken, the board before, a push, a pull."""
        parts = [self.rows(self.board), SIGNS[self.turn]]
        if self.placed < 32:
            parts.append(f"+{self.placed}")
        elif self.steps:
            parts += [str(self.steps), self.rows(self.before)]
            for square, number in ((self.push_to, self.pushers), (self.pull_to, self.puller)):
                parts.append(f"{name_of(square - 1)}:{number}" if square else "-")
        return " ".join(parts)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        return read_position(cls, text)

    @python_only
    def move_text(self, move: int) -> str:
        """`Ed2n`, `Ra1` while setting up, or `end`."""
        if move == END:
            return "end"
        if move > END:
            sign = LETTERS[move - PLACE + 1]
            return (sign if self.turn == 0 else sign.lower()) + name_of(int(self.home(self.turn, self.placed % 16)))
        piece = int(self.board[move >> 2])
        return (LETTERS[piece] if piece > 0 else LETTERS[-piece].lower()) + name_of(move >> 2) + WAYS[move & 3]

    @python_only
    def parse_move(self, text: str) -> int:
        """A step with or without the piece's letter; while setting up a letter with or without its square."""
        wanted = text.strip()
        for move in self.legal():
            shown = self.move_text(move)
            if wanted == shown or wanted == (shown[:1] if move >= PLACE else shown[1:]) and move != END:
                return move
        return super().parse_move(text)

    @python_only
    def turn_text(self, moves: list[int]) -> str:
        """The steps of a turn, with the pieces that are taken off: `rb3e rc3x`."""
        state, shown = self.copy(), []
        for move in moves:
            shown.append(state.move_text(move))
            old = state.board.tolist()
            state.play(move)
            gone = [t for t in TRAP_SQUARES if not state.board[t] and (old[t] or move < END and NEAR[move] == t)]
            for trap in gone:
                piece = old[trap] or old[move >> 2]
                if not (move < END and move >> 2 == trap):  # it did not just walk away
                    shown.append((LETTERS[piece] if piece > 0 else LETTERS[-piece].lower()) + name_of(trap) + "x")
        return " ".join(shown)

    @python_only
    def parse_turn(self, text: str) -> list[int]:
        """Steps one after the other; what is taken off need not be said."""
        return super().parse_turn(" ".join(part for part in text.split() if not part.endswith("x")))

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        return reason(self, move)

    @python_only
    def ending(self) -> str:
        """Whose rabbit has arrived, who has no rabbits, or who cannot move."""
        winner = int(self.winner())
        if winner < 0:
            return "" if self.legal() else f"{SIDES[self.turn]} cannot move: {SIDES[1 - self.turn]} wins"
        own = 1 - 2 * winner
        if own in self.board.tolist()[56 - 56 * winner :][:8]:
            return f"a rabbit of {SIDES[winner]} has arrived"
        return f"{SIDES[1 - winner]} has no rabbits left: {SIDES[winner]} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board with its traps; a step is two clicks, the end of a turn a button."""
        return draw(self)
