"""Checkers (English draughts): men step forward diagonally, jump over what they capture, are crowned at the far end.

A capture is compulsory and goes on as far as it can, but any capture may be chosen; men capture forward only, kings in
all directions, and a man that is crowned stops there. Who cannot move loses. Black begins, from the top:

         b     b     b     b          1     2     3     4
      b     b     b     b          5     6     7     8
         b     b     b     b          9    10    11    12
      .     .     .     .         13    14    15    16
         .     .     .     .         17    18    19    20
      w     w     w     w         21    22    23    24
         w     w     w     w         25    26    27    28
      w     w     w     w         29    30    31    32

Bits and moves count squares from 0. A move is a whole route: the square it begins on, the number of jumps times 32, and
the directions times 512, two bits each, the first lowest (0 NW, 1 NE, 2 SW, 3 SE). A step has one direction, no jump.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.errors import AmbiguousMove, BadPosition, MalformedMove
from zermelo.game import (
    NO_MOVE,
    NONE,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    bit,
    compared,
    count,
    has,
    nth,
    number,
    put,
    python_only,
    squares,
    u32,
    word,
)
from zermelo.games.draughts import endings
from zermelo.games.draughts.board import Diagram, board_of, dark_cells, place, read_diagram, step_table, toward

BOARD, EVEN, LEFT, RIGHT = (board_of(8, keep) for keep in ("all", "even", "left", "right"))
STEP, JUMP = step_table(8, 1), step_table(8, 2)  # [4 * square + direction]; 32 is off the board
CENTRE = word(0x0066_6600)  # 10 11 14 15 18 19 22 23
ROW = word(0xF)  # the first row
COLOURS, NAMES = "BW", ("Black", "White")


def behind(board: np.uint64, direction: int) -> np.uint64:
    """The squares from which a step in this direction leads onto a board."""
    return toward(board, 3 - direction, 4, EVEN, LEFT, RIGHT) & BOARD


class Checkers(Game):
    """Jump and be crowned."""

    # ------------------------------------------------------------------ facts
    most_moves = 192  # twelve kings with sixteen routes each
    repetition = 3
    no_progress = 80  # forty moves of each side without a capture or a man's move

    # ------------------------------------------------------------------ state
    black: u32  # men and kings of each side
    white: u32
    kings: u32  # of both

    @python_only
    def start(self) -> None:
        """Twelve men each."""
        self.black, self.white = 0x0000_0FFF, 0xFFF0_0000

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """All captures with their whole routes; steps only if there is no capture."""
        n = 0
        jumpers = self.jumpers()
        if jumpers != NONE:
            for square in squares(jumpers):
                n = self.put_routes(out, n, square)
            return n
        for direction in range(4):
            for square in squares(self.steppers(direction)):
                n = put(out, n, square + 512 * direction)
        return n

    def play(self, move: int) -> None:
        """Follow the route, take what was jumped, crown a man at the far end."""
        square, jumps, route = move & 31, move >> 5 & 15, move >> 9
        mine, theirs, kings = self.mine(), self.theirs(), word(self.kings)
        crowned = has(kings, square)
        gone = bit(square)
        if jumps == 0:
            square = STEP[4 * square + route]
        for _ in range(jumps):
            way = 4 * square + (route & 3)
            gone = gone | bit(STEP[way])
            square = JUMP[way]
            route >>= 2
        mine, theirs, kings = mine & ~gone | bit(square), theirs & ~gone, kings & ~gone
        if crowned or self.crowns(square):
            kings = kings | bit(square)
        self.black = number(mine if self.turn == 0 else theirs)
        self.white = number(theirs if self.turn == 0 else mine)
        self.kings = number(kings)
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        """The position decides only when the player to move has no move, and loses."""
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def mine(self) -> np.uint64:
        """The pieces of the player to move."""
        return word(self.black if self.turn == 0 else self.white)

    def theirs(self) -> np.uint64:
        """The pieces of the opponent."""
        return word(self.white if self.turn == 0 else self.black)

    def free(self) -> np.uint64:
        """The empty squares."""
        return ~(word(self.black) | word(self.white)) & BOARD

    def movers(self, direction: int) -> np.uint64:
        """The pieces that may go in a direction: Black's men go south, White's north."""
        mine = self.mine()
        return mine if direction >> 1 != self.turn else mine & word(self.kings)

    def steppers(self, direction: int) -> np.uint64:
        """The pieces that can step in a direction."""
        return self.movers(direction) & behind(self.free(), direction)

    def jumpers(self) -> np.uint64:
        """The pieces that can capture."""
        free, theirs = self.free(), self.theirs()
        found = NONE
        for direction in range(4):
            found = found | self.movers(direction) & behind(theirs & behind(free, direction), direction)
        return found

    def crowns(self, square: int) -> bool:
        """Whether a man of the player to move becomes a king here."""
        return square >> 2 == (7 if self.turn == 0 else 0)

    def put_routes(self, out: Row, n: int, start: int) -> int:
        """Write all complete captures of one piece.

        A walk through the tree of jumps without a stack: the route tells the way back. A man at the far end has no
        jump forward, so that its route ends there by itself.
        """
        free, left = self.free() | bit(start), self.theirs()  # left: what has not been jumped yet
        king = has(word(self.kings), start)
        first = 0 if king else 2 - 2 * self.turn
        end = 4 if king else first + 2
        at, route, jumps, direction = start, 0, 0, first
        longer = 0  # bit j: the first j jumps of the route can be continued
        while True:
            while direction < end:
                if has(left, STEP[4 * at + direction]) and has(free, JUMP[4 * at + direction]):
                    break
                direction += 1
            if direction < end:  # one jump further
                left = left ^ bit(STEP[4 * at + direction])
                at = JUMP[4 * at + direction]
                route += direction << 2 * jumps
                longer |= 1 << jumps
                jumps += 1
                longer &= ~(1 << jumps)
                direction = first
                continue
            if jumps == 0:
                return n
            if not longer >> jumps & 1:
                n = put(out, n, start + 32 * jumps + 512 * route)
            jumps -= 1  # one jump back, then the next direction
            direction = route >> 2 * jumps & 3
            route -= direction << 2 * jumps
            at = JUMP[4 * at + 3 - direction]
            left = left ^ bit(STEP[4 * at + direction])
            direction += 1

    # ------------------------------------------------------------------ endgame tables
    slice_of, index, from_index = endings.slice_of, endings.index, endings.from_index
    slice_name, slice_named = staticmethod(endings.slice_name), staticmethod(endings.slice_named)
    slice_size, slice_names = staticmethod(endings.slice_size), staticmethod(endings.slice_names)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random step without listing them; captures are listed."""
        if self.jumpers() != NONE:
            return int(row[random.below(self.moves(row))])
        steps = 0
        for direction in range(4):
            steps += count(self.steppers(direction))
        if steps == 0:
            return NO_MOVE
        index = random.below(steps)
        for direction in range(4):
            steppers = self.steppers(direction)
            if index < count(steppers):
                return nth(steppers, index) + 512 * direction
            index -= count(steppers)
        return NO_MOVE

    def irreversible(self, move: int) -> bool:
        """A capture, or a man's move."""
        return move & 0x1E0 != 0 or not has(word(self.kings), move & 31)

    weights = (
        ("men", 100), ("kings", 130), ("centre", 3), ("advance", 3), ("first row", 9), ("exchanges when ahead", 300),
    )  # fmt: skip

    def evaluate(self) -> float:
        """Men, kings, advance, a guarded first row, the centre, and exchanges for who is ahead."""
        black, white, kings = word(self.black), word(self.white), word(self.kings)
        score = self.worth(black & ~kings, black & kings, 0) - self.worth(white & ~kings, white & kings, 1)
        material = float(score) + float(self.weight(5)) * (count(black) - count(white)) / max(count(black | white), 1)
        value = max(-0.99, min(0.99, material / 1500.0))
        return value if self.turn == 0 else -value

    def worth(self, men: np.uint64, kings: np.uint64, player: int) -> int:
        """The pieces of one side in hundredths of a man."""
        own, crowned, centre, advance, guards = self.parts(men, kings, player)
        score = self.weight(0) * own + self.weight(1) * crowned + self.weight(2) * centre
        return int(score + self.weight(3) * advance + self.weight(4) * guards)

    def parts(self, men: np.uint64, kings: np.uint64, player: int) -> tuple[int, int, int, int, int]:
        """Men, kings, pieces in the centre (a king counts twice), rows that men have advanced, and the first row."""
        advance = 0
        for row in range(1, 7):
            rows = row if player == 0 else 7 - row
            advance += rows * count(men & ROW << word(4 * row))
        guards = count(men & (ROW if player == 0 else ROW << word(28)))
        return count(men), count(kings), count(men & CENTRE) + 2 * count(kings & CENTRE), advance, guards

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        black, white, kings = word(self.black), word(self.white), word(self.kings)
        own, other = self.parts(black & ~kings, black & kings, 0), self.parts(white & ~kings, white & kings, 1)
        if self.turn == 1:
            own, other = other, own
        names = "men", "kings", "pieces in the centre", "advance", "guarded first row"
        return {**compared(names, own, other), "pieces on the board": count(black | white)}

    def order(self, move: int) -> int:
        """Long captures first, then crowning, then men before kings."""
        if move & 0x1E0:
            return 100 * (move >> 5 & 15)
        if has(word(self.kings), move & 31):
            return 0
        return 50 if self.crowns(STEP[4 * (move & 31) + (move >> 9)]) else 1

    def noisy(self, move: int) -> bool:
        """A capture, or a man that is crowned."""
        return move & 0x1E0 != 0 or self.order(move) == 50

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The position as PDN writes it, `B:W21,22,K30:B1,2,K9`; clocks (`:H4:F12`) once the game has begun."""
        men, kings = {}, {}
        for colour, pieces in zip(COLOURS, (word(self.black), word(self.white)), strict=True):
            men[colour] = tuple(squares(pieces & ~word(self.kings)))
            kings[colour] = tuple(squares(pieces & word(self.kings)))
        begun = progress > 0 or ply > 0
        return Diagram(COLOURS[self.turn], men, kings, progress, ply // 2 + 1 if begun else 0).text()

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a PDN position."""
        diagram = read_diagram(text, 32)
        for colour, name, last in zip(COLOURS, NAMES, (7, 0), strict=True):
            if len(diagram.men[colour]) + len(diagram.kings[colour]) > 12:
                raise BadPosition(f"{name} has more than twelve pieces")
            if any(place(square, 8)[1] == last for square in diagram.men[colour]):
                raise BadPosition(f"a man of {name} stands on the row where it would have been crowned")
        other = "W" if diagram.mover == "B" else "B"
        if not diagram.men[other] + diagram.kings[other]:
            raise BadPosition("the player who has just moved has no piece")
        state: Self = cls.blank()
        state.turn = COLOURS.index(diagram.mover)
        state.black, state.white = (
            sum(1 << square for square in diagram.men[colour] + diagram.kings[colour]) for colour in COLOURS
        )
        state.kings = sum(1 << square for colour in COLOURS for square in diagram.kings[colour])
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The clocks of a PDN position."""
        diagram = read_diagram(text, 32)
        return diagram.progress, 2 * diagram.number - 2 + COLOURS.index(diagram.mover) if diagram.number else 0

    @python_only
    def path(self, move: int) -> tuple[int, ...]:
        """The squares that a move touches, numbered from 1."""
        at, jumps, route = move & 31, move >> 5 & 15, move >> 9
        found = [at]
        for index in range(max(jumps, 1)):
            at = (JUMP if jumps else STEP)[4 * at + (route >> 2 * index & 3)]
            found.append(at)
            if at == 32:  # off the board: no legal move
                break
        return tuple(square + 1 for square in found)

    @python_only
    def move_text(self, move: int) -> str:
        """9-14 or 15x22; the whole path, 1x10x17, where another capture has the same ends."""
        path = self.path(move)
        if not move & 0x1E0:
            return f"{path[0]}-{path[1]}"
        ends = [(other[0], other[-1]) for other in map(self.path, self.legal())]
        shown = path if ends.count((path[0], path[-1])) > 1 else (path[0], path[-1])
        return "x".join(map(str, shown))

    @python_only
    def parse_move(self, text: str) -> int:
        """Numbers of squares: both ends, or the whole path; `-`, `x` and `:` all join them."""
        wanted = text.strip().lower()
        if not re.fullmatch(r"\d{1,2}([-x:]\d{1,2})+", wanted):
            raise MalformedMove(f"{text!r} is no move: write 9-14 for a step, 15x22 or 1x10x17 for a capture")
        path = tuple(map(int, re.split("[-x:]", wanted)))
        paths = {move: self.path(move) for move in self.legal()}
        whole = [move for move, found in paths.items() if found == path]
        ends = [move for move, found in paths.items() if len(path) == 2 and (found[0], found[-1]) == path]
        if len(whole or ends) == 1:
            return (whole or ends)[0]
        if ends:
            shown = ", ".join(self.move_text(move) for move in ends)
            raise AmbiguousMove(f"{text!r} could mean {shown}: write the whole path")
        return int(super().parse_move(text))  # raises, with the reason

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        legal = self.legal()
        if not legal:
            return "the game is over"
        if isinstance(move, int):
            fits = move >= 0 and (move >> 5 & 15) <= 9
            path = self.path(move) if fits and max(self.path(move)) <= 32 else ()
        else:
            path = tuple(map(int, re.findall(r"\d{1,2}", move)))
        if len(path) < 2 or not all(1 <= square <= 32 for square in path):
            return "a move is two or more squares from 1 to 32, such as 9-14 or 15x22"
        first, last = path[0] - 1, path[-1] - 1
        if not has(self.mine(), first):
            return f"{NAMES[self.turn]} has no piece on {path[0]}"
        if last != first and not has(self.free(), last):
            return f"{path[-1]} is taken"
        jumps = [other for other in legal if other & 0x1E0]
        begun = [self.path(other) for other in jumps if self.path(other)[: len(path)] == path]
        if begun:
            return f"the capture must go on: {'x'.join(map(str, begun[0]))}"
        if jumps:
            return f"a capture is compulsory: {', '.join(self.move_text(other) for other in jumps[:5])}"
        backward = (last >> 2) < (first >> 2) if self.turn == 0 else (last >> 2) > (first >> 2)
        if backward and not has(word(self.kings), first):
            return "a man moves forward only"
        return f"the piece on {path[0]} cannot reach {path[-1]}"

    @python_only
    def ending(self) -> str:
        """Who has nothing to move."""
        if self.legal():
            return ""
        loser, winner = NAMES[self.turn], NAMES[1 - self.turn]
        return f"{loser} {'cannot move' if self.mine() else 'has no piece left'}: {winner} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The dark squares with their numbers; a capture is clicked square by square."""
        pieces = tuple(
            Piece(str(square + 1), "draughts_king" if king else "man", owner, sign.upper() if king else sign)
            for owner, (sign, board) in enumerate((("b", self.black), ("w", self.white)))
            for square in squares(word(board))
            for king in (has(word(self.kings), square),)
        )
        clicks = {move: tuple(map(str, self.path(move))) for move in self.legal()}
        return Scene(cells=dark_cells(8), pieces=pieces, clicks=clicks, colours=("black", "white"), steps="chain")
