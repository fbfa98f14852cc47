"""Chess by the rules of FIDE, and Chess960: mate the king.

Squares are numbered rank by rank, seen from White:

    56 57 58 59 60 61 62 63    rank 8
     .  .  .  .  .  .  .  .
     8  9 10 11 12 13 14 15
     0  1  2  3  4  5  6  7    rank 1: a1 to h1

A move is start + 64 to + 4096 kind. Castling is written as the king taking its own rook, so that one form serves the
960 starts too. Draws by threefold repetition and by fifty moves are automatic; a mate on the last move counts first.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.sliders import (
    KING,
    KNIGHT,
    between,
    diagonal,
    leap_table,
    line_through,
    span,
    straight,
)
from zermelo.errors import BadParameter
from zermelo.game import (
    ALL,
    NONE,
    ONE,
    Game,
    Row,
    Scene,
    bit,
    compared,
    count,
    has,
    lowest,
    number,
    put,
    python_only,
    rest,
    rotate,
    squares,
    swapped,
    table,
    u8,
    u16,
    u64,
    word,
)
from zermelo.games.chess import endings, notation
from zermelo.games.chess.notation import back_rank
from zermelo.games.chess.values import ENDING, EXCHANGED, FULL, OPENING, PASSED, PHASE

PAWN, KNIGHT_KIND, BISHOP, ROOK, QUEEN, KING_KIND = range(6)
PLAIN, TO_KNIGHT, TO_BISHOP, TO_ROOK, TO_QUEEN, PASSING, CASTLING, DOUBLE = range(8)  # kinds of moves

PAWN_ATTACKS = table([leap_table([(-1, 1), (1, 1)]), leap_table([(-1, -1), (1, -1)])], u64)  # [player, square]
FILE_A, FILE_H = word(0x0101010101010101), word(0x8080808080808080)
THIRD = table([0xFF << 16, 0xFF << 40], u64)  # [player]: where a pawn that may step twice lands first
ENDS = word(0xFF000000000000FF)  # the ranks where pawns are promoted
DARK = word(0xAA55AA55AA55AA55)


class Chess(Game):
    """Mate the king."""

    # ------------------------------------------------------------------ facts
    most_moves = 256  # 218 is the most that is known; the rest is room for positions that no game reaches
    longest = 12_700  # at most 96 pawn moves and 30 captures, 100 plies before and after each
    repetition = 3
    no_progress = 100
    can_pass = True

    # ------------------------------------------------------------------ state
    mine: u64  # pieces of the player to move
    theirs: u64
    pawns: u64
    knights: u64
    diagonals: u64  # bishops and queens
    straights: u64  # rooks and queens
    kings: u64
    castling: u16  # rooks that may castle: rank 8 in the low byte, rank 1 in the high one (a board rotated by 8)
    passant: u8  # the square where a pawn can be taken en passant, by a legal move; else 0

    @python_only
    def start(self, position: int = 518) -> None:
        """The first position: number 0 to 959 of Chess960 in Scharnagl's numbering; 518 is that of chess."""
        if not 0 <= position < 960:
            raise BadParameter(f"Chess: position must lie between 0 and 959 (518 is the usual one), not {position}")
        rank = back_rank(position)
        notation.read_fen(self, f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1")

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """All legal moves."""
        return self.moves_to(out, ALL)

    def play(self, move: int) -> None:
        """Move a piece; a board's bit moves whether it is set or not, whatever the kind of piece."""
        start, to, kind = move & 63, move >> 6 & 63, move >> 12
        left = ~(bit(start) | bit(to))
        if self.castling:
            rooks = self.castlers() & left
            if has(self.kings, start):
                rooks = rooks & self.theirs
            self.castling = number(rotate(rooks, 8))
        if kind == CASTLING:
            self.castle(start, to)
        else:
            self.mine = self.mine & left | bit(to)
            self.theirs = self.theirs & left
            self.pawns = moved(self.pawns, left, start, to)
            self.knights = moved(self.knights, left, start, to)
            self.diagonals = moved(self.diagonals, left, start, to)
            self.straights = moved(self.straights, left, start, to)
            self.kings = moved(self.kings, left, start, to)
            if kind == PASSING:
                taken = bit(to - 8 + 16 * self.turn)
                self.theirs = self.theirs ^ taken
                self.pawns = self.pawns ^ taken
            elif PLAIN < kind < PASSING:
                self.pawns = self.pawns ^ bit(to)
                if kind == TO_KNIGHT:
                    self.knights = self.knights | bit(to)
                if kind in (TO_BISHOP, TO_QUEEN):
                    self.diagonals = self.diagonals | bit(to)
                if kind in (TO_ROOK, TO_QUEEN):
                    self.straights = self.straights | bit(to)
        pieces = self.mine
        self.mine = self.theirs
        self.theirs = pieces
        self.turn = 1 - self.turn
        self.passant = 0
        if kind == DOUBLE:
            middle = (start + to) >> 1
            if self.takers(middle):
                self.passant = middle

    def over(self) -> bool:
        """A dead position: lone kings, one knight, or bishops that all go on squares of one colour."""
        if self.pawns | self.straights:
            return False
        if self.knights:
            return not self.diagonals and not rest(self.knights)
        return not self.diagonals & DARK or not self.diagonals & ~DARK

    def utility(self, player: int) -> float:
        """A player in check without a move is mated; all else is a draw."""
        if self.over() or not self.checking():
            return 0.0
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ moves, kind by kind
    def moves_to(self, out: Row, goal: np.uint64) -> int:
        """The legal moves to the squares of `goal`, with all promotions and captures en passant."""
        mine, theirs = self.mine, self.theirs
        occupied = mine | theirs
        king = lowest(self.kings & mine)
        n = 0

        without = occupied ^ bit(king)  # a slider attacks through the square that the king leaves
        for to in squares(KING[king] & ~mine & goal):
            if not self.attackers(to, without, theirs):
                n = put(out, n, king | to << 6)

        # Checks from afar and pins: the first of their sliders that the king would see if its own pieces were not there
        allowed = (KNIGHT[king] & self.knights | PAWN_ATTACKS[self.turn, king] & self.pawns) & theirs
        checks = count(allowed)
        pinned = NONE
        snipers = (straight(king, theirs) & self.straights | diagonal(king, theirs) & self.diagonals) & theirs
        for sniper in squares(snipers):
            path = between(king, sniper)
            shields = path & mine
            if not shields:
                checks += 1
                allowed = allowed | path | bit(sniper)
            elif not rest(shields):
                pinned = pinned | shields
        if checks > 1:
            return n  # only the king can move
        if checks == 0:
            allowed = ALL
            if self.castling and goal == ALL:
                for rook in squares(self.castlers() & mine):
                    if self.can_castle(king, rook):
                        n = put(out, n, king | rook << 6 | CASTLING << 12)

        wanted = allowed & goal & ~mine
        for start in squares(self.knights & mine & ~pinned):
            for to in squares(KNIGHT[start] & wanted):
                n = put(out, n, start | to << 6)
        for start in squares(self.diagonals & mine):  # a queen slides in both loops
            targets = diagonal(start, occupied) & wanted
            if has(pinned, start):
                targets = targets & line_through(king, start)
            for to in squares(targets):
                n = put(out, n, start | to << 6)
        for start in squares(self.straights & mine):
            targets = straight(start, occupied) & wanted
            if has(pinned, start):
                targets = targets & line_through(king, start)
            for to in squares(targets):
                n = put(out, n, start | to << 6)

        pawns = self.pawns & mine
        n = self.pawn_moves(out, n, pawns & ~pinned, allowed & (goal | ENDS))
        for start in squares(pawns & pinned):
            n = self.pawn_moves(out, n, bit(start), allowed & (goal | ENDS) & line_through(king, start))
        if self.passant:
            to = int(self.passant)
            for start in squares(self.takers(to)):
                n = put(out, n, start | to << 6 | PASSING << 12)
        return n

    def pawn_moves(self, out: Row, n: int, pawns: np.uint64, allowed: np.uint64) -> int:
        """Pawns move together: their board is rotated."""
        up, empty = 8 - 16 * self.turn, ~(self.mine | self.theirs)
        once = rotate(pawns, up) & empty
        twice = rotate(once & THIRD[self.turn], up) & empty & allowed
        n = pawn_steps(out, n, once & allowed, up)
        n = pawn_steps(out, n, rotate(pawns & ~FILE_A, up - 1) & self.theirs & allowed, up - 1)
        n = pawn_steps(out, n, rotate(pawns & ~FILE_H, up + 1) & self.theirs & allowed, up + 1)
        for to in squares(twice):
            n = put(out, n, to - 2 * up | to << 6 | DOUBLE << 12)
        return n

    def takers(self, square: int) -> np.uint64:
        """The pawns that can take en passant on a square: both pawns leave, and the king must not stand open then."""
        found = NONE
        taken = bit(square - 8 + 16 * self.turn)
        for start in squares(PAWN_ATTACKS[1 - self.turn, square] & self.pawns & self.mine):
            occupied = (self.mine | self.theirs) ^ bit(start) ^ taken ^ bit(square)
            if not self.attackers(lowest(self.kings & self.mine), occupied, self.theirs ^ taken):
                found = found | bit(start)
        return found

    def can_castle(self, king: int, rook: int) -> bool:
        """For a king not in check: both ways are free but for the two, and it meets no attack.

        With the rook away an attack from behind it is seen, which only a start of Chess960 makes possible, even for a
        king that stays where it is; a line that the rook's new place would close gives check already.
        """
        goal, beside = castled(king, rook)
        others = (self.mine | self.theirs) ^ bit(king) ^ bit(rook)
        if others & (span(king, goal) | span(rook, beside)):
            return False
        for square in squares(span(king, goal) & ~bit(king) | bit(goal)):
            if self.attackers(square, others, self.theirs):
                return False
        return True

    # ------------------------------------------------------------------ helpers
    def attackers(self, square: int, occupied: np.uint64, theirs: np.uint64) -> np.uint64:
        """Which of these pieces of the opponent attack a square of a board that is occupied like this."""
        pieces: np.uint64 = (
            KNIGHT[square] & self.knights
            | KING[square] & self.kings
            | PAWN_ATTACKS[self.turn, square] & self.pawns
            | diagonal(square, occupied) & self.diagonals
            | straight(square, occupied) & self.straights
        )
        return pieces & theirs

    def castlers(self) -> np.uint64:
        """The rooks of both players that may still castle."""
        return rotate(word(self.castling), -8)

    def castle(self, king: int, rook: int) -> None:
        """King and rook go to their places, wherever they began."""
        goal, beside = castled(king, rook)
        self.mine = self.mine & ~(bit(king) | bit(rook)) | bit(goal) | bit(beside)
        self.kings = self.kings ^ bit(king) | bit(goal)
        self.straights = self.straights ^ bit(rook) | bit(beside)

    def pieces(self, kind: int) -> np.uint64:
        """The pieces of one kind, of both players."""
        if kind == PAWN:
            return self.pawns
        if kind == KNIGHT_KIND:
            return self.knights
        if kind == BISHOP:
            return self.diagonals & ~self.straights
        if kind == ROOK:
            return self.straights & ~self.diagonals
        return self.diagonals & self.straights if kind == QUEEN else self.kings

    def kind_on(self, square: int) -> int:
        """The kind of piece on a square that is not empty."""
        if has(self.pawns, square):
            return PAWN
        if has(self.knights, square):
            return KNIGHT_KIND
        if has(self.diagonals, square):
            return QUEEN if has(self.straights, square) else BISHOP
        return ROOK if has(self.straights, square) else KING_KIND

    # ------------------------------------------------------------------ endgame tables
    slice_of, index, from_index = endings.slice_of, endings.index, endings.from_index
    slice_name, slice_named = staticmethod(endings.slice_name), staticmethod(endings.slice_named)
    slice_size, slice_names = staticmethod(endings.slice_size), staticmethod(endings.slice_names)

    # ------------------------------------------------------------------ hooks
    def checking(self) -> bool:
        """Whether the player to move is in check."""
        king = lowest(self.kings & self.mine)
        return bool(self.attackers(king, self.mine | self.theirs, self.theirs))

    def pass_turn(self) -> None:
        """The opponent moves; what could be taken en passant cannot be any more."""
        pieces = self.mine
        self.mine = self.theirs
        self.theirs = pieces
        self.turn = 1 - self.turn
        self.passant = 0

    def pass_is_safe(self) -> bool:
        """With king, pawns and at most one minor piece, zugzwang is frequent."""
        pieces = (self.knights | self.diagonals | self.straights) & self.mine
        return bool(rest(pieces) | pieces & self.straights)

    def irreversible(self, move: int) -> bool:
        """A pawn moves or a piece is taken."""
        return has(self.pawns, move & 63) or has(self.theirs, move >> 6 & 63)

    def noisy(self, move: int) -> bool:
        """A capture or a promotion."""
        return has(self.theirs, move >> 6 & 63) or PLAIN < move >> 12 < CASTLING

    def noisy_moves(self, out: Row) -> int:
        """Captures and promotions, without listing the others."""
        return self.moves_to(out, self.theirs)

    def order(self, move: int) -> int:
        """MVV-LVA captures, new queens, then quiet moves to better places; minor promotions last."""
        start, to, kind = move & 63, move >> 6 & 63, move >> 12
        if PLAIN < kind < TO_QUEEN:
            return -1000
        gain = 1000 + 16 * QUEEN if kind == TO_QUEEN else 0
        if has(self.theirs, to):
            return gain + 1000 + 16 * self.kind_on(to) - self.kind_on(start)
        if kind == PASSING:
            return 1000
        return gain

    def losing(self, move: int) -> bool:
        """A promotion to less than a queen, or a capture that loses material in the exchanges on its square."""
        start, to, kind = move & 63, move >> 6 & 63, move >> 12
        if kind != PLAIN:
            return kind < TO_QUEEN
        worth = EXCHANGED[self.kind_on(start)]
        gain = EXCHANGED[self.kind_on(to)] if has(self.theirs, to) else 0
        return bool(gain < worth and self.exchange(start, to, gain, worth) < 0)

    def exchange(self, start: int, to: int, gain: int, worth: int) -> int:
        """What a capture wins if both take back with their smallest piece as long as it pays (static exchange).

        Both balances are kept as one pair of bounds: a player stops as soon as the next capture cannot help them.
        """
        occupied = (self.mine | self.theirs) & ~bit(start)
        everyone = self.seen_from(to, occupied) & occupied
        own, other = self.theirs, self.mine
        low, high = -10000, gain  # what each may choose by stopping: the capturer at least, the opponent at most
        balance = gain - worth  # if the opponent takes back and the exchange ends there
        sign = -1  # the opponent is about to take
        while True:
            pieces = everyone & own
            if not pieces:
                break
            kind = PAWN
            while kind < KING_KIND and not pieces & self.pieces(kind):
                kind += 1
            if kind == KING_KIND and everyone & other:
                break  # a king cannot take what is protected
            if sign < 0:
                low = max(low, balance)
                balance += EXCHANGED[kind]
            else:
                high = min(high, balance)
                balance -= EXCHANGED[kind]
            if low >= high:
                break
            occupied = occupied & ~bit(lowest(pieces & self.pieces(kind)))
            everyone = self.seen_from(to, occupied) & occupied
            own, other = other, own
            sign = -sign
        return low if sign > 0 else high

    def seen_from(self, square: int, occupied: np.uint64) -> np.uint64:
        """The pieces of both players that attack a square of a board that is occupied like this."""
        pieces: np.uint64 = (
            KNIGHT[square] & self.knights
            | KING[square] & self.kings
            | PAWN_ATTACKS[0, square] & self.pawns & (self.mine if self.turn == 1 else self.theirs)
            | PAWN_ATTACKS[1, square] & self.pawns & (self.mine if self.turn == 0 else self.theirs)
            | diagonal(square, occupied) & self.diagonals
            | straight(square, occupied) & self.straights
        )
        return pieces

    weights = (
        ("moves of knights", 4), ("moves on diagonals", 3), ("moves on lines", 2), ("knights", -12),
        ("bishops and queens", -12), ("rooks and queens", -10), ("pair of bishops", 30),
    )  # fmt: skip

    def evaluate(self) -> float:
        """Pieces and their places, mobility, the pair of bishops and passed pawns, in hundredths of a pawn.

        Each is weighed between opening and ending by the pieces left; s hundredths become s / (|s| + 400).
        """
        phase = self.phase()
        score = self.standing(self.mine, self.theirs, self.turn, phase)
        score -= self.standing(self.theirs, self.mine, 1 - self.turn, phase)
        return score / (abs(score) + 400.0)

    def phase(self) -> int:
        """How much of the opening is left, by the pieces: FULL to 0."""
        total = 0
        for kind in range(KNIGHT_KIND, KING_KIND):
            total += PHASE[kind] * count(self.pieces(kind))
        return min(total, FULL)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation, in hundredths of a pawn."""
        phase = self.phase()
        own = self.parts(self.mine, self.theirs, self.turn)
        other = self.parts(self.theirs, self.mine, 1 - self.turn)
        parts = compared(("opening", "ending", "mobility", "bishop pair", "passed pawns"), own, other)
        places = (parts.pop("opening") * phase + parts.pop("ending") * (FULL - phase)) / FULL
        passed = parts.pop("passed pawns") * (FULL - phase) / FULL
        return {"pieces and their places": places, **parts, "passed pawns": passed}

    def standing(self, own: np.uint64, other: np.uint64, player: int, phase: int) -> float:
        """What one player has."""
        opening, ending, mobility, pair, passed = self.parts(own, other, player)
        return (opening * phase + (ending + passed) * (FULL - phase)) / FULL + mobility + pair

    def parts(self, own: np.uint64, other: np.uint64, player: int) -> tuple[int, int, int, int, int]:
        """Pieces on their places, in the opening and in the ending; mobility, the pair of bishops, and passed pawns."""
        flip = 56 - 56 * player  # the tables are written from rank 8 down, as White sees the board
        opening = ending = 0
        for kind in range(6):
            for square in squares(self.pieces(kind) & own):
                opening += OPENING[kind, square ^ flip]
                ending += ENDING[kind, square ^ flip]
        occupied = own | other
        free = ~own & ~self.pawn_attacks(other, 1 - player)
        mobility = 0
        for square in squares(self.knights & own):
            mobility += self.weight(0) * count(KNIGHT[square] & free) + self.weight(3)
        for square in squares(self.diagonals & own):
            mobility += self.weight(1) * count(diagonal(square, occupied) & free) + self.weight(4)
        for square in squares(self.straights & own):
            mobility += self.weight(2) * count(straight(square, occupied) & free) + self.weight(5)
        bishops = self.diagonals & ~self.straights & own
        pair = self.weight(6) if bishops & DARK and bishops & ~DARK else 0
        return opening, ending, mobility, pair, self.passed_pawns(own, other, player)

    def pawn_attacks(self, side: np.uint64, player: int) -> np.uint64:
        """The squares that a player's pawns attack."""
        pawns, up = self.pawns & side, 8 - 16 * player
        return rotate(pawns & ~FILE_A, up - 1) | rotate(pawns & ~FILE_H, up + 1)

    def passed_pawns(self, own: np.uint64, other: np.uint64, player: int) -> int:
        """What pawns are worth that no pawn of the opponent can stop; by rank."""
        pawns, stoppers = self.pawns & own, self.pawns & other
        if player == 1:
            pawns, stoppers = swapped(pawns), swapped(stoppers)
        stoppers = stoppers >> word(8)
        stoppers = stoppers | (stoppers & ~FILE_A) >> word(1) | (stoppers & ~FILE_H) << word(1)
        stoppers = stoppers | stoppers >> word(8)
        stoppers = stoppers | stoppers >> word(16)
        stoppers = stoppers | stoppers >> word(32)
        total = 0
        for square in squares(pawns & ~stoppers):
            total += PASSED[square >> 3]
        return total

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """FEN; castling rights as in X-FEN, the en passant square only where a pawn can be taken there."""
        return notation.fen(self, progress, ply)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read FEN, X-FEN or Shredder-FEN; the clocks may be left out."""
        state: Self = cls.blank()
        notation.read_fen(state, text)
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The half-move clock, and the plies played by the number of the move."""
        return notation.clocks(text)

    @python_only
    def move_text(self, move: int) -> str:
        """Standard algebraic notation: e4, Nbd7, exd8=Q+, O-O-O, Qh4#."""
        return notation.san(self, move)

    @python_only
    def uci_text(self, move: int) -> str:
        """The notation of the UCI protocol: e2e4, e7e8q, e1g1; where castling is not the usual one, king takes rook."""
        return notation.uci(self, move)

    @python_only
    def parse_move(self, text: str) -> int:
        """SAN, with or without the signs for captures, check and mate, or UCI."""
        return notation.find_move(self, text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """Why a piece cannot go there, or why the king cannot castle."""
        return notation.why_not(self, move)

    @python_only
    def ending(self) -> str:
        """Mate, stalemate or a dead position."""
        if self.over():
            return "neither side can mate: draw"
        if self.legal():
            return ""
        return f"{notation.PLAYERS[1 - self.turn]} mates" if self.checking() else "stalemate: draw"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board; from square, to square, and a button for the piece that a pawn becomes."""
        return notation.picture_of(self)


def moved(board: np.uint64, left: np.uint64, start: int, to: int) -> np.uint64:
    """A board after a move: what stood on `to` is gone, what stood on `start` stands there; `left` is all else."""
    return board & left | (board >> word(start) & ONE) << word(to)


def castled(king: int, rook: int) -> tuple[int, int]:
    """Where king and rook stand after castling."""
    home = king & 56
    return (home + 6, home + 5) if rook > king else (home + 2, home + 3)


def pawn_steps(out: Row, n: int, targets: np.uint64, by: int) -> int:
    """Moves of pawns that all go the same way."""
    for to in squares(targets & ~ENDS):
        n = put(out, n, to - by | to << 6)
    for to in squares(targets & ENDS):
        for kind in range(TO_KNIGHT, TO_QUEEN + 1):
            n = put(out, n, to - by | to << 6 | kind << 12)
    return n
