"""The men of the shogi family: how they move, and the tables of the rules that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.boards.grids import leaps_on, steps_to_edge
from zermelo.boards.wide import halves, joined, wide_has
from zermelo.game import NONE, Cells, Game, array, bit, derived, flag, i16, i32, squares, table, u8, u64

Step = tuple[int, int]  # across and up, for the first player

KING = 7  # a kind of man
PROMOTED = 8  # added to a kind
NOWHERE = 127  # no square
WAYS: tuple[Step, ...] = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))  # 7 - way: its opposite


@dataclass(frozen=True)
class Man:
    """A kind of man: letter and name, what he is worth, how he moves, and what he becomes."""

    letter: str
    name: str
    worth: int  # in hundredths of a pawn
    steps: tuple[Step, ...] = ()  # to these places, over whatever stands between
    slides: tuple[Step, ...] = ()  # these ways as far as they are free
    short: tuple[Step, ...] = ()  # these ways for two squares at most
    promoted: Man | None = None
    number: int = 0  # how many there are in all
    twin: str = ""  # the letter of the man who is his mirror image, if that is another one


def man_of(army: tuple[Man, ...], code: int) -> Man | None:
    """The man that a number on the board stands for."""
    kind = (code & 15) - 1
    if kind == KING:
        return army[-1] if army else None
    if kind < 0 or kind & 7 >= len(army) - 1:
        return None
    man = army[kind & 7]
    return man.promoted if kind & PROMOTED else man


def steps_of(game: Any, code: int) -> tuple[Step, ...]:
    """The steps and jumps of a man, as the board lies."""
    man = man_of(game.army, code)
    up = 1 - 2 * (code >> 4)
    return tuple(sorted((up * dx, up * dy) for dx, dy in man.steps)) if man else ()


def all_steps(game: Any) -> list[tuple[Step, ...]]:
    """The different sets of steps: many men share one."""
    return sorted({steps_of(game, code) for code in range(32)})


def reach(game: Any, code: int, way: int) -> int:
    """How far a man slides one way; 0 if he does not."""
    man = man_of(game.army, code)
    wanted = WAYS[7 - way if code >> 4 else way]
    if man is None:
        return 0
    return int(game.side) if wanted in man.slides else 2 if wanted in man.short else 0


def far_rows(game: Any, player: int, rows: int) -> int:
    """The rows furthest from a player."""
    strip = (1 << rows * game.side) - 1
    return strip << (game.side - rows) * game.side if player == 0 else strip


def dead_ends(game: Any, code: int) -> int:
    """Where a man could never move again."""
    steps = [*steps_of(game, code), *(WAYS[way] for way in range(8) if game.FAR[code, way])]
    return sum(1 << square for square in range(game.area) if not leaps_on(game.side, game.side, square, steps))


def mirror_image(game: Any, code: int) -> int:
    """The man who moves to the left as this one does to the right: himself, but for the quails of tori shogi."""
    man = man_of(game.army, code)
    letters = [other.letter for other in game.army[:-1]]
    return code + letters.index(man.twin) - letters.index(man.letter) if man and man.twin else code


def worth(game: Any, code: int) -> int:
    """What a man is worth on the board."""
    man = man_of(game.army, code)
    return man.worth if man else 0


class Men(Game):
    """Men on a board and in hand, and what they attack; the rules are in `drops.py`."""

    # ------------------------------------------------------------------ facts: each game has its own
    army: tuple[Man, ...] = ()  # the men by kind, the king last
    side: int = 1  # squares of a row, and rows
    zone: int = 1  # rows at the far end where men are promoted
    kinds: int = derived(lambda game: max(len(game.army) - 1, 1))  # of men that can be held in hand
    compulsory: bool = False  # who can be promoted must be
    impasse: bool = False  # a king in the far zone with men enough may declare that he has won
    symmetries = 2

    # ------------------------------------------------------------------ what follows from them
    area: int = derived(lambda game: game.side * game.side)
    forms: int = derived(lambda game: 1 if game.compulsory else 2)
    declaration: int = derived(lambda game: (game.area + game.kinds) * game.area * game.forms)  # a move
    FORM: Cells = derived(lambda game: table([all_steps(game).index(steps_of(game, c)) for c in range(32)], u8))
    STEPS: Cells = derived(  # [form, square, word]: where a man steps or jumps
        lambda game: table(
            [[halves(leaps_on(game.side, game.side, s, f)) for s in range(game.area)] for f in all_steps(game)], u64
        )
    )
    FAR: Cells = derived(lambda game: table([[reach(game, code, way) for way in range(8)] for code in range(32)], u8))
    SLIDES: Cells = derived(  # [man]: the ways he slides, as bits
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
    RISES: Cells = derived(  # [man]: whether he can be promoted
        lambda game: table([0 < c & 15 <= KING and man_of(game.army, c + PROMOTED) is not None for c in range(32)], u8)
    )
    TWIN: Cells = derived(lambda game: table([mirror_image(game, code) for code in range(32)], u8))  # [man]
    WORTH: Cells = derived(lambda game: table([worth(game, code) for code in range(32)], i16))

    # ------------------------------------------------------------------ state
    board: Cells = array(u8, lambda game: game.area)  # the man on each square
    hands: Cells = array(u8, lambda game: 2 * game.kinds)  # the first player's men in hand by kind, then the second's
    declared: flag  # the player who has just moved declared that he has won
    men: Cells = array(u64, 4, in_key=False)  # the squares of the first player's men in two words, then the second's
    kings: Cells = array(u8, 2, in_key=False)  # where they stand

    # ------------------------------------------------------------------ attacks
    def slides(self, man: int, start: int, ghost: int, wall: int) -> tuple[np.uint64, np.uint64]:
        """The squares that a man sees from afar, if one square were empty and another one were not."""
        low, high = NONE, NONE
        for way in range(8):
            if self.SLIDES[man] >> way & 1:
                at = start
                for _ in range(min(self.FAR[man, way], self.EDGE[start, way])):
                    at += self.BY[way]
                    low, high = joined(low, high, at)
                    if self.board[at] > 0 and at != ghost or at == wall:
                        break
        return low, high

    def attacked(self, player: int, ghost: int, wall: int) -> tuple[np.uint64, np.uint64]:
        """The squares that a player's men attack, if one square were empty and another one were not."""
        low, high = NONE, NONE
        for half in range(2):
            for place in squares(self.men[2 * player + half]):
                start = place + 64 * half
                man = self.board[start]
                form = self.FORM[man]
                low, high = low | self.STEPS[form, start, 0], high | self.STEPS[form, start, 1]
                if self.SLIDES[man]:
                    far_low, far_high = self.slides(man, start, ghost, wall)
                    low, high = low | far_low, high | far_high
        return low, high

    def reaches(self, start: int, to: int) -> bool:
        """Whether the man on a square attacks another square."""
        man = self.board[start]
        form = self.FORM[man]
        low, high = self.slides(man, start, NOWHERE, NOWHERE)
        return wide_has(low | self.STEPS[form, start, 0], high | self.STEPS[form, start, 1], to)

    def exposes(self, player: int, start: int, to: int) -> bool:
        """Whether a player's king would be attacked from afar if a man of his went from one square to another."""
        king = self.kings[player]
        for way in range(8):
            at = king
            for distance in range(1, self.EDGE[king, way] + 1):
                at += self.BY[way]
                man = self.board[at]
                if at == to:
                    break
                if man > 0 and at != start:
                    if man >> 4 != player and self.FAR[man, 7 - way] >= distance:
                        return True
                    break
        return False

    # ------------------------------------------------------------------ helpers
    def promotes(self, move: int) -> bool:
        """Whether a move on the board promotes its man."""
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
            self.men[half] = NONE
        for left in range(self.area):
            right = self.mirrored(left)
            if left <= right:
                self.board[left], self.board[right] = self.TWIN[self.board[right]], self.TWIN[self.board[left]]
        for square in range(self.area):
            man = self.board[square]
            if man > 0:
                self.men[2 * (man >> 4) + (square >> 6)] |= bit(square & 63)
                if man & 15 == 1 + KING:
                    self.kings[man >> 4] = square
        for place in range(2 * self.kinds):
            other = place + self.TWIN[1 + place % self.kinds] - 1 - place % self.kinds
            if other > place:
                self.hands[place], self.hands[other] = self.hands[other], self.hands[place]

    def transform_move(self, which: int, move: int) -> int:
        """Both squares mirrored; in hand the man's image."""
        start, to = move // self.forms // self.area, move // self.forms % self.area
        if which == 0 or move == self.declaration:
            return move
        start = self.mirrored(start) if start < self.area else self.area + self.TWIN[1 + start - self.area] - 1
        return (start * self.area + self.mirrored(to)) * self.forms + move % self.forms

    def mirrored(self, square: int) -> int:
        """The square on the other side of the middle file."""
        return square + self.side - 1 - 2 * (square % self.side)
