"""The pieces of the shogi family: how they move, and the tables of the rules that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.boards.grids import leaps_on, steps_to_edge
from zermelo.boards.wide import halves, joined, wide_has
from zermelo.game import NONE, Cells, Game, array, bit, derived, flag, i16, i32, squares, table, u8, u64

Step = tuple[int, int]  # across and up, for the first player

KING = 7  # a kind of piece
PROMOTED = 8  # added to a kind
NOWHERE = 127  # no square
WAYS: tuple[Step, ...] = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))  # 7 - way: its opposite


@dataclass(frozen=True)
class PieceType:
    """A kind of piece: letter and name, what it is worth, how it moves, and what it becomes."""

    letter: str
    name: str
    worth: int  # in hundredths of a pawn
    steps: tuple[Step, ...] = ()  # to these places, over whatever stands between
    slides: tuple[Step, ...] = ()  # these ways as far as they are free
    short: tuple[Step, ...] = ()  # these ways for two squares at most
    promoted: PieceType | None = None
    number: int = 0  # how many there are in all
    twin: str = ""  # the letter of the piece that is its mirror image, if that is another one


def type_of(army: tuple[PieceType, ...], code: int) -> PieceType | None:
    """The piece that a number on the board stands for."""
    kind = (code & 15) - 1
    if kind == KING:
        return army[-1] if army else None
    if kind < 0 or kind & 7 >= len(army) - 1:
        return None
    piece = army[kind & 7]
    return piece.promoted if kind & PROMOTED else piece


def steps_of(game: Any, code: int) -> tuple[Step, ...]:
    """The steps and jumps of a piece, as the board lies."""
    piece = type_of(game.army, code)
    up = 1 - 2 * (code >> 4)
    return tuple(sorted((up * dx, up * dy) for dx, dy in piece.steps)) if piece else ()


def all_steps(game: Any) -> list[tuple[Step, ...]]:
    """The different sets of steps: many pieces share one."""
    return sorted({steps_of(game, code) for code in range(32)})


def reach(game: Any, code: int, way: int) -> int:
    """How far a piece slides one way; 0 if it does not."""
    piece = type_of(game.army, code)
    wanted = WAYS[7 - way if code >> 4 else way]
    if piece is None:
        return 0
    return int(game.side) if wanted in piece.slides else 2 if wanted in piece.short else 0


def far_rows(game: Any, player: int, rows: int) -> int:
    """The rows furthest from a player."""
    strip = (1 << rows * game.side) - 1
    return strip << (game.side - rows) * game.side if player == 0 else strip


def dead_ends(game: Any, code: int) -> int:
    """Where a piece could never move again."""
    steps = [*steps_of(game, code), *(WAYS[way] for way in range(8) if game.FAR[code, way])]
    return sum(1 << square for square in range(game.area) if not leaps_on(game.side, game.side, square, steps))


def mirror_image(game: Any, code: int) -> int:
    """The piece that moves to the left as this one does to the right: itself, but for the quails of tori shogi."""
    piece = type_of(game.army, code)
    letters = [other.letter for other in game.army[:-1]]
    return code + letters.index(piece.twin) - letters.index(piece.letter) if piece and piece.twin else code


def worth(game: Any, code: int) -> int:
    """What a piece is worth on the board."""
    piece = type_of(game.army, code)
    return piece.worth if piece else 0


class ShogiBoard(Game):
    """Pieces on a board and in hand, and what they attack; the rules are in `rules.py`."""

    # ------------------------------------------------------------------ facts: each game has its own
    army: tuple[PieceType, ...] = ()  # the pieces by kind, the king last
    side: int = 1  # squares of a row, and rows
    zone: int = 1  # rows at the far end where pieces are promoted
    kinds: int = derived(lambda game: max(len(game.army) - 1, 1))  # of pieces that can be held in hand
    compulsory: bool = False  # who can be promoted must be
    impasse: bool = False  # a king in the far zone with pieces enough may declare a win
    symmetries = 2

    # ------------------------------------------------------------------ what follows from them
    area: int = derived(lambda game: game.side * game.side)
    forms: int = derived(lambda game: 1 if game.compulsory else 2)
    declaration: int = derived(lambda game: (game.area + game.kinds) * game.area * game.forms)  # a move
    FORM: Cells = derived(lambda game: table([all_steps(game).index(steps_of(game, c)) for c in range(32)], u8))
    STEPS: Cells = derived(  # [form, square, word]: where a piece steps or jumps
        lambda game: table(
            [[halves(leaps_on(game.side, game.side, s, f)) for s in range(game.area)] for f in all_steps(game)], u64
        )
    )
    FAR: Cells = derived(lambda game: table([[reach(game, code, way) for way in range(8)] for code in range(32)], u8))
    SLIDES: Cells = derived(  # [piece]: the ways it slides, as bits
        lambda game: table([sum(int(game.FAR[c, way] > 0) << way for way in range(8)) for c in range(32)], u8)
    )
    BY: Cells = derived(lambda game: table([x + game.side * y for x, y in WAYS], i32))  # [way]: to the next square
    EDGE: Cells = derived(  # [square, way]: how many squares there are
        lambda game: table([[steps_to_edge(game.side, game.side, s, w) for w in WAYS] for s in range(game.area)], u8)
    )
    ZONE: Cells = derived(lambda game: table([halves(far_rows(game, player, game.zone)) for player in (0, 1)], u64))
    FILES: Cells = derived(
        lambda game: table([halves(sum(1 << s for s in range(x, game.area, game.side))) for x in range(game.side)], u64)
    )
    BOARD: Cells = derived(lambda game: table(halves((1 << game.area) - 1), u64))
    DEAD: Cells = derived(lambda game: table([halves(dead_ends(game, code)) for code in range(32)], u64))
    RISES: Cells = derived(  # [piece]: whether it can be promoted
        lambda game: table([0 < c & 15 <= KING and type_of(game.army, c + PROMOTED) is not None for c in range(32)], u8)
    )
    TWIN: Cells = derived(lambda game: table([mirror_image(game, code) for code in range(32)], u8))  # [piece]
    WORTH: Cells = derived(lambda game: table([worth(game, code) for code in range(32)], i16))

    # ------------------------------------------------------------------ state
    board: Cells = array(u8, lambda game: game.area)  # the piece on each square
    hands: Cells = array(
        u8, lambda game: 2 * game.kinds
    )  # pieces in hand by kind, the first player's, then the second's
    declared: flag  # the player who has just moved declared a win
    pieces: Cells = array(u64, 4, in_key=False)  # the squares of the first player's in two words, then the second's
    kings: Cells = array(u8, 2, in_key=False)  # where they stand

    # ------------------------------------------------------------------ attacks
    def slides(self, piece: int, start: int, ghost: int, wall: int) -> tuple[np.uint64, np.uint64]:
        """The squares that a piece sees from afar, if one square were empty and another one were not."""
        low, high = NONE, NONE
        for way in range(8):
            if self.SLIDES[piece] >> way & 1:
                at = start
                for _ in range(min(self.FAR[piece, way], self.EDGE[start, way])):
                    at += self.BY[way]
                    low, high = joined(low, high, at)
                    if self.board[at] > 0 and at != ghost or at == wall:
                        break
        return low, high

    def attacked(self, player: int, ghost: int, wall: int) -> tuple[np.uint64, np.uint64]:
        """The squares that a player's pieces attack, if one square were empty and another one were not."""
        low, high = NONE, NONE
        for half in range(2):
            for place in squares(self.pieces[2 * player + half]):
                start = place + 64 * half
                piece = self.board[start]
                form = self.FORM[piece]
                low, high = low | self.STEPS[form, start, 0], high | self.STEPS[form, start, 1]
                if self.SLIDES[piece]:
                    far_low, far_high = self.slides(piece, start, ghost, wall)
                    low, high = low | far_low, high | far_high
        return low, high

    def reaches(self, start: int, to: int) -> bool:
        """Whether the piece on a square attacks another square."""
        piece = self.board[start]
        form = self.FORM[piece]
        low, high = self.slides(piece, start, NOWHERE, NOWHERE)
        return wide_has(low | self.STEPS[form, start, 0], high | self.STEPS[form, start, 1], to)

    def exposes(self, player: int, start: int, to: int) -> bool:
        """Whether a player's king would be attacked from afar if an own piece went from one square to another."""
        king = self.kings[player]
        for way in range(8):
            at = king
            for distance in range(1, self.EDGE[king, way] + 1):
                at += self.BY[way]
                piece = self.board[at]
                if at == to:
                    break
                if piece > 0 and at != start:
                    if piece >> 4 != player and self.FAR[piece, 7 - way] >= distance:
                        return True
                    break
        return False

    # ------------------------------------------------------------------ helpers
    def promotes(self, move: int) -> bool:
        """Whether a move on the board promotes its piece."""
        if not self.compulsory:
            return move & 1 == 1
        start, to = move // self.area, move % self.area
        low, high = self.ZONE[self.turn, 0], self.ZONE[self.turn, 1]
        return bool(self.RISES[self.board[start]] and (wide_has(low, high, start) or wide_has(low, high, to)))

    def transform(self, which: int) -> None:
        """Mirror left and right."""
        if which == 0:
            return
        for half in range(4):
            self.pieces[half] = NONE
        for left in range(self.area):
            right = self.mirrored(left)
            if left <= right:
                self.board[left], self.board[right] = self.TWIN[self.board[right]], self.TWIN[self.board[left]]
        for square in range(self.area):
            piece = self.board[square]
            if piece > 0:
                self.pieces[2 * (piece >> 4) + (square >> 6)] |= bit(square & 63)
                if piece & 15 == 1 + KING:
                    self.kings[piece >> 4] = square
        for place in range(2 * self.kinds):
            other = place + self.TWIN[1 + place % self.kinds] - 1 - place % self.kinds
            if other > place:
                self.hands[place], self.hands[other] = self.hands[other], self.hands[place]

    def transform_move(self, which: int, move: int) -> int:
        """Both squares mirrored; in hand the piece's image."""
        start, to = move // self.forms // self.area, move // self.forms % self.area
        if which == 0 or move == self.declaration:
            return move
        start = self.mirrored(start) if start < self.area else self.area + self.TWIN[1 + start - self.area] - 1
        return (start * self.area + self.mirrored(to)) * self.forms + move % self.forms

    def mirrored(self, square: int) -> int:
        """The square on the other side of the middle file."""
        return square + self.side - 1 - 2 * (square % self.side)
