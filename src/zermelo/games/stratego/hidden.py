"""Stratego as it is sold: each player sees their own pieces, and of the enemy's only where they stand.

A strike shows both pieces, and whoever goes further than one square is a scout. A piece that has moved is neither bomb
nor flag. Board, pieces and rules are those of `rules.py`.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.grids import square_index
from zermelo.errors import BadPosition
from zermelo.game import Cells, Piece, Random, Row, Scene, array, derived, number, plus, put, python_only, u8, word
from zermelo.games.stratego.notation import BOMB, FLAG, STEPS
from zermelo.games.stratego.rules import Stratego

MOVED, SHOWN = 1, 2  # what is known of a piece
SECRET = 64  # in observations: a piece whose rank is not known
TRIES = 64  # deals that are tried before one is mended
DIGIT = word(15)


class HiddenStratego(Stratego):
    """Find the flag and take it."""

    # ------------------------------------------------------------------ facts
    hidden = True
    observation: int = derived(lambda game: game.cells + 7)

    # ------------------------------------------------------------------ state
    known: Cells = array(u8, lambda game: game.cells)  # of the piece on each square: MOVED, SHOWN, or both

    # ------------------------------------------------------------------ rules
    def play(self, move: int) -> None:
        """As in the open game; strikes and long moves show who it is."""
        if move < STEPS:
            self.make(move)
            return
        start, to = (move - STEPS) // self.cells, (move - STEPS) % self.cells
        what = int(self.known[start]) | MOVED
        if self.board[to] != 0 or abs(to - start) != 1 and abs(to - start) != self.side:
            what |= SHOWN
        piece, before = self.board[start], int(self.known[to])
        self.make(move)
        self.known[start] = 0
        left = self.board[to]
        self.known[to] = 0 if left == 0 else what if left * piece > 0 else before | SHOWN

    def observe(self, player: int, out: Row) -> int:
        """Own pieces by kind; enemies by kind if shown, else only whether they moved; the last moves; the set-up."""
        n = 0
        own = 1 - 2 * player
        for square in range(self.cells):
            piece = self.board[square] * own
            what = int(self.known[square])
            if piece < 0 and what & SHOWN == 0:
                piece = SECRET + what
            n = put(out, n, piece)
        for index in range(6):
            n = put(out, n, self.shuttle[index])
        return put(out, n, self.placed)

    def redeal(self, player: int, random: Random) -> None:
        """Other ranks for the enemies not shown: each set-up that fits is equally likely.

        A player also knows that the game is not over: if it is the enemy's turn, somebody can move.
        """
        self.deal(player, random)
        if self.turn == player or self.placed < 2 * self.homes:
            return
        for _ in range(TRIES):
            if self.someone_moves():
                return
            self.deal(player, random)
        if not self.someone_moves():
            self.mend(player)

    # ------------------------------------------------------------------ helpers
    def deal(self, player: int, random: Random) -> None:
        """Kinds drawn without putting back; first whether bomb or flag, which nobody can be who has moved."""
        own = 1 - 2 * player
        counts = word(0)  # of the hidden kinds, four bits each
        pieces = fixed = still = 0  # all hidden pieces; bombs and flag among them; places for these
        if self.placed < 2 * self.homes:
            other = 1 - player
            done = max(0, min(self.homes, self.placed - self.homes * other))
            for kind in range(1, FLAG + 1):
                many = int(self.ARMY[kind])
                counts = plus(counts, word(many) << word(4 * kind))
                pieces += many
                fixed += many if kind >= BOMB else 0
            still = pieces
            if done == 0:
                return
        else:
            for square in range(self.cells):
                kind = -self.board[square] * own
                if kind > 0 and int(self.known[square]) & SHOWN == 0:
                    counts = plus(counts, word(1) << word(4 * kind))
                    pieces += 1
                    fixed += kind >= BOMB
                    still += self.known[square] == 0
        for square in range(self.cells):
            if self.board[square] * own >= 0 or int(self.known[square]) & SHOWN != 0:
                continue
            lying = self.known[square] == 0 and random.below(still) < fixed
            skip = random.below(fixed if lying else pieces - fixed)
            kind = BOMB if lying else 1
            while skip >= digit(counts, kind):
                skip -= digit(counts, kind)
                kind += 1
            counts = counts ^ (counts & (DIGIT << word(4 * kind))) | word(digit(counts, kind) - 1) << word(4 * kind)
            self.board[square] = -kind * own
            pieces -= 1
            fixed -= lying
            still -= self.known[square] == 0

    def someone_moves(self) -> bool:
        """Whether the player to move has a move."""
        own = 1 - 2 * self.turn
        for square in range(self.cells):
            if 0 < self.board[square] * own < BOMB:
                for way in range(4):
                    to = self.NEXT[4 * square + way]
                    if to >= 0 and self.board[to] * own <= 0 and not self.shuttles(square, to):
                        return True
        return False

    def mend(self, player: int) -> None:
        """Exchange a bomb or flag that has room to step with a hidden piece that has none."""
        own = 2 * player - 1
        for square in range(self.cells):
            if self.board[square] * own < BOMB or self.known[square] != 0:
                continue
            free = False
            for way in range(4):
                to = self.NEXT[4 * square + way]
                free = free or to >= 0 and self.board[to] * own <= 0
            if not free:
                continue
            for other in range(self.cells):
                if 0 < self.board[other] * own < BOMB and self.known[other] == 0:
                    kind = self.board[other]
                    self.board[other] = self.board[square]
                    self.board[square] = kind
                    return

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """As in the open game, then the pieces that have moved and those that were shown: `moved=a5,b4 shown=b4`."""
        parts = [super().to_text(progress, ply)]
        for name, mark in (("moved", MOVED), ("shown", SHOWN)):
            marked = [self.name_of(square) for square in range(self.cells) if int(self.known[square]) & mark]
            parts += [f"{name}={','.join(marked)}"] if marked else []
        return " ".join(parts)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        plain = re.sub(r"\s(moved|shown)=\S*", "", text)
        state: Self = super().from_text(plain)
        for name, names in re.findall(r"\s(moved|shown)=(\S*)", text):
            for square_text in names.split(","):
                square = square_index(square_text, cls.side, cls.side)
                piece = 0 if square < 0 else int(state.board[square])
                if piece == 0 or name == "moved" and abs(piece) >= BOMB:
                    raise BadPosition(f"{name}={names}: nobody on {square_text!r} can have been {name}")
                state.known[square] |= MOVED if name == "moved" else SHOWN
        return state

    # ------------------------------------------------------------------ picture
    @python_only
    def scene_for(self, player: int) -> Scene:
        """Enemies not shown are question marks, or exclamation marks if they have moved."""
        pieces = [self.picture_for(square, player) for square in range(self.cells)]
        scene = self.drawn(pieces, self.turn == player)
        return Scene(
            scene.cells, scene.pieces, scene.buttons, (), scene.clicks, (*scene.notes, "! has moved, ? has not"),
            scene.colours,
        )  # fmt: skip

    @python_only
    def picture_for(self, square: int, player: int) -> Piece | None:
        """The piece on a square as a player sees it."""
        piece, what = int(self.board[square]), int(self.known[square])
        if piece == 0 or int(piece < 0) == player or what & SHOWN:
            return self.picture(square)
        return Piece(self.name_of(square), "rank_back", int(piece < 0), "!" if what & MOVED else "?")


def digit(counts: np.uint64, kind: int) -> int:
    """How many of a kind."""
    return number(counts >> word(4 * kind) & DIGIT)
