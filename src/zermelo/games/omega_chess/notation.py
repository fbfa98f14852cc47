"""How Omega chess is written and drawn: FEN with a row for the corners, algebraic notation with ranks 0 to 9."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import AmbiguousMove, BadPosition, IllegalMove, MalformedMove
from zermelo.game import Button, Cell, Piece, Scene, bit
from zermelo.games.omega_chess.board import AREA, PLACES

if TYPE_CHECKING:
    from zermelo.games.omega_chess.rules import OmegaChess

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, CHAMPION, WIZARD = range(8)
LETTERS = "PNBRQKCW"
NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king", "champion", "wizard")
PROMOTED = "-NBRQCW"  # by the number of a promotion
SIGNS = LETTERS + LETTERS.lower()  # by piece, less one
PLAYERS = ("White", "Black")
START = "crnbqkbnrc/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/CRNBQKBNRC/WWww w KQkq - 0 1"
FORM = "ten ranks and the corners joined by /, w or b, castling rights, squares passed, half-move clock, move number"
ROOKS = {"K": (0, 1, 5, 8), "Q": (0, 2, 5, 1), "k": (1, 4, 95, 98), "q": (1, 8, 95, 91)}  # player, right, king, rook

SQUARE = r"(?:[a-j][0-9]|w[1-4])"
LONG_MOVE = re.compile(rf"({SQUARE})[-x]?({SQUARE})(?:=?([NBRQCWnbrqcw]))?")
SHORT_MOVE = re.compile(rf"([KQRBNCW])?([a-jw])?([0-9])?[x:-]?({SQUARE})(?:=?\(?([NBRQCW])\)?)?")
CASTLES = re.compile(r"[O0o]-[O0o](-[O0o])?")


def name(square: int) -> str:
    """e4, w1."""
    return f"w{square - 99}" if square >= 100 else f"{'abcdefghij'[square % 10]}{square // 10}"


def index(text: str) -> int:
    """The square of a name that has the right form."""
    return 99 + int(text[1]) if text[0] == "w" else 10 * int(text[1]) + "abcdefghij".index(text[0])


def parts_of(move: int) -> tuple[int, int, int]:
    """Start, target and promotion."""
    return move // AREA % AREA, move % AREA, move // (AREA * AREA)


def kind_on(state: OmegaChess, square: int) -> int:
    """The kind of piece on a square, or -1."""
    piece = int(state.board[square])
    return (piece - 1) % 8 if piece else -1


def is_mine(state: OmegaChess, square: int) -> bool:
    """Whether the player to move has a piece there."""
    piece = int(state.board[square])
    return piece > 0 and (piece > 8) == (state.turn == 1)


# ---------------------------------------------------------------------- positions


def fen(state: OmegaChess, progress: int, ply: int) -> str:
    """The position with its clocks."""
    signs = "".join(SIGNS[int(piece) - 1] if piece else "." for piece in state.board)
    rows = [signs[10 * y : 10 * y + 10] for y in reversed(range(10))] + [signs[100:]]
    rights = "".join(sign for sign, (_, right, _, _) in ROOKS.items() if state.castling & right) or "-"
    passed = "".join(name(square) for square in passed_squares(state)) or "-"
    move = (ply - state.turn + 1) // 2 + 1
    return f"{'/'.join(map(pack_row, rows))} {'wb'[state.turn]} {rights} {passed} {progress} {move}"


def passed_squares(state: OmegaChess) -> list[int]:
    """The squares that a pawn has just skipped, the first one first, where it can be taken."""
    ahead = 20 * state.turn - 10
    return [int(state.passing) - back * ahead for back in range(int(state.skipped), 0, -1)]


def clocks(text: str) -> tuple[int, int]:
    """Plies since progress and plies played."""
    parts = text.split()
    if len(parts) not in (4, 6) or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts[4:]):
        raise BadPosition(f"a position is {FORM}: {text!r}")
    progress, move = (int(parts[4]), int(parts[5])) if len(parts) == 6 else (0, 1)
    if move < 1 or progress > 100:
        raise BadPosition("the clock runs from 0 to 100 and the number of the move from 1")
    return progress, 2 * (move - 1) + (parts[1] == "b")


def read_fen(state: OmegaChess, text: str) -> None:
    """Fill a blank state."""
    clocks(text)
    board, mover, rights, passed, *_ = text.split()
    rows = board.split("/")
    if len(rows) != 11 or mover not in ("w", "b"):
        raise BadPosition(f"a position is {FORM}: {text!r}")
    state.turn = "wb".index(mover)
    spread = [unpack_row(row, SIGNS, 10 if y < 10 else 4) for y, row in enumerate(rows)]
    for row, signs in zip(rows, spread, strict=True):
        if signs is None:
            raise BadPosition(
                f"row {row!r} is not made of {LETTERS}, {LETTERS.lower()} and numbers, ten or four in all"
            )
    for square, sign in enumerate("".join(str(signs) for signs in [*reversed(spread[:10]), spread[10]])):
        if sign != ".":
            piece = 1 + SIGNS.index(sign)
            state.board[square] = piece
            state.pieces[2 * (piece > 8) + (square >> 6)] |= bit(square & 63)
            if (piece - 1) % 8 == KING:
                state.kings[int(piece > 8)] = square
    check_pieces(state)
    read_rights(state, rights)
    read_passed(state, passed)


def check_pieces(state: OmegaChess) -> None:
    """Refuse numbers of pieces that no game has, pawns where none can be, and a king that could be taken."""
    for player in (0, 1):
        pieces = [(int(piece) - 1) % 8 for piece in state.board if piece and (piece > 8) == bool(player)]
        if pieces.count(KING) != 1:
            raise BadPosition(f"{PLAYERS[player]} must have one king, not {pieces.count(KING)}")
        begun = {KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1, CHAMPION: 2, WIZARD: 2}
        promoted = sum(max(pieces.count(kind) - number, 0) for kind, number in begun.items())
        if pieces.count(PAWN) + promoted > 10:
            raise BadPosition(f"{PLAYERS[player]} has more pieces than ten pawns and their promotions allow")
    for square in range(AREA):
        if kind_on(state, square) == PAWN and not 10 <= square < 90:
            raise BadPosition(f"a pawn stands on {name(square)}")
    other = state.copy()
    other.turn = 1 - state.turn
    if other.checking():
        raise BadPosition(f"{PLAYERS[other.turn]} is in check but {PLAYERS[state.turn]} is to move")


def read_rights(state: OmegaChess, text: str) -> None:
    """KQkq or a part of it, or a dash."""
    if text != "-" and (set(text) - set(ROOKS) or len(set(text)) != len(text)):
        raise BadPosition(f"castling rights are KQkq, a part of it, or a dash, not {text!r}")
    for sign in text if text != "-" else "":
        player, right, king, rook = ROOKS[sign]
        if state.board[king] != 1 + KING + 8 * player or state.board[rook] != 1 + ROOK + 8 * player:
            raise BadPosition(f"castling right {sign!r}: king and rook are not at home")
        state.castling = state.castling | right


def read_passed(state: OmegaChess, text: str) -> None:
    """The squares that a pawn has just skipped; kept only where it can be taken."""
    if text == "-":
        return
    if not re.fullmatch(r"([a-j][0-9]){1,2}", text):
        raise BadPosition(f"the squares that a pawn has just skipped are one or two or a dash, not {text!r}")
    skipped = [index(text[at : at + 2]) for at in range(0, len(text), 2)]
    ahead, player = 20 * state.turn - 10, 1 - state.turn
    way = [(1 + 7 * player) * 10 + skipped[0] % 10 + step * ahead for step in range(len(skipped) + 2)]
    empty = not any(state.board[square] for square in way[:-1])
    if way[1:-1] != skipped or not empty or state.board[way[-1]] != 1 + PAWN + 8 * player:
        raise BadPosition(f"no pawn has just passed {text}")
    state.passing, state.skipped = way[-1], len(skipped)
    if all(state.taking(which) < 0 for which in range(2 * len(skipped))):
        state.passing = state.skipped = 0


# ---------------------------------------------------------------------- moves


def is_castling(state: OmegaChess, move: int) -> bool:
    """Whether a legal move is castling."""
    start, to, _ = parts_of(move)
    return kind_on(state, start) == KING and abs(to - start) == 2


def san(state: OmegaChess, move: int) -> str:
    """A legal move in algebraic notation."""
    start, to, rise = parts_of(move)
    kind = kind_on(state, start)
    if is_castling(state, move):
        return "O-O" if to > start else "O-O-O"
    takes = "x" if state.board[to] or kind == PAWN and (to - start) % 10 else ""
    if kind == PAWN:
        return (name(start)[0] if takes else "") + takes + name(to) + (f"={PROMOTED[rise]}" if rise else "")
    rivals = [
        name(other)
        for other in {parts_of(m)[0] for m in state.legal() if parts_of(m)[1] == to and not is_castling(state, m)}
        if other != start and kind_on(state, other) == kind
    ]
    shown = name(start)
    origin = ""
    if rivals:
        origin = next((sign for sign in shown if all(sign not in rival for rival in rivals)), shown)
    return LETTERS[kind] + origin + takes + name(to)


def find_move(state: OmegaChess, text: str) -> int:
    """The legal move that a text means."""
    wanted = text.strip().rstrip("+#!?")
    legal = state.legal()
    if found := CASTLES.fullmatch(wanted):
        fitting = [m for m in legal if is_castling(state, m) and (parts_of(m)[1] < parts_of(m)[0]) == bool(found[1])]
    elif found := LONG_MOVE.fullmatch(wanted):
        ends, rise = (index(found[1]), index(found[2])), PROMOTED.index((found[3] or "-").upper())
        fitting = [m for m in legal if parts_of(m)[:2] == ends and (not found[3] or parts_of(m)[2] == rise)]
    elif found := SHORT_MOVE.fullmatch(wanted):
        fitting = [move for move in legal if fits(state, move, found)]
    else:
        raise MalformedMove(f"{text!r} is no move; moves are written like e3, Cc2, Wxe5, exd9=Q, O-O or e1e4")
    if len(fitting) > 1:
        raise AmbiguousMove(f"{text!r} could mean {', '.join(san(state, move) for move in fitting)}")
    if not fitting:
        raise IllegalMove(f"{text!r} is not possible here: {why_not(state, wanted)}")
    return fitting[0]


def fits(state: OmegaChess, move: int, found: re.Match[str]) -> bool:
    """Whether a move is what the parts of a text say."""
    piece, file, rank, target, promoted = found.groups()
    start, to, rise = parts_of(move)
    shown = name(start)
    return (
        not is_castling(state, move)
        and name(to) == target
        and LETTERS[kind_on(state, start)] == (piece or "P")
        and shown[0] == (file or shown[0])
        and shown[1] == (rank or shown[1])
        and (promoted is None or PROMOTED[rise] == promoted)
    )


def why_not(state: OmegaChess, move: int | str) -> str:
    """The rule that forbids a move."""
    if not state.legal():
        return f"the game is over: {state.ending()}"
    if isinstance(move, int):
        if not 0 <= move < 7 * AREA * AREA:
            return "there is no such move"
        return why_not_from(state, *parts_of(move)[:2])
    wanted = move.strip().rstrip("+#!?")
    if found := CASTLES.fullmatch(wanted):
        return why_not_castle(state, not found[1])
    if found := LONG_MOVE.fullmatch(wanted):
        return why_not_from(state, index(found[1]), index(found[2]))
    found = SHORT_MOVE.fullmatch(wanted)
    if not found:
        return "moves are written like e3, Cc2, Wxe5, exd9=Q, O-O or e1e4"
    piece, file, rank, target, _ = found.groups()
    kind, to = LETTERS.index(piece or "P"), index(target)
    starts = [s for s in range(AREA) if is_mine(state, s) and kind_on(state, s) == kind and reaches(state, s, to)]
    starts = [s for s in starts if name(s)[0] == (file or name(s)[0]) and name(s)[1] == (rank or name(s)[1])]
    if not starts:
        return f"no {NAMES[kind]} of {PLAYERS[state.turn]} can go to {target}"
    return why_not_from(state, starts[0], to)


def why_not_from(state: OmegaChess, start: int, to: int) -> str:
    """Why the piece on one square cannot go to another."""
    if not is_mine(state, start):
        return f"{PLAYERS[state.turn]} has no piece on {name(start)}"
    kind = kind_on(state, start)
    if kind == KING and start == 5 + 90 * state.turn and abs(to - start) == 2:
        return why_not_castle(state, to > start)
    if is_mine(state, to):
        return f"{name(to)} holds a piece of {PLAYERS[state.turn]}'s own"
    if not reaches(state, start, to):
        return f"the {NAMES[kind]} on {name(start)} cannot go to {name(to)}"
    if any(parts_of(move)[:2] == (start, to) for move in state.legal()):
        return "only a pawn that reaches the last rank becomes another piece, and it must"
    if kind == KING:
        return f"{name(to)} is attacked"
    return "the king would still be in check" if state.checking() else "the king would be in check"


def reaches(state: OmegaChess, start: int, to: int) -> bool:
    """Whether a piece could go to a square if the own king were safe."""
    alone = state.copy()  # the same board without the king's cares: the king is looked at last
    piece, me = int(state.board[start]), state.turn
    if kind_on(state, start) == PAWN:
        ahead, steps = 10 - 20 * me, 3 if start // 10 == 1 + 7 * me else 1
        way = [start + step * ahead for step in range(1, steps + 1)]
        if to in way:
            return not any(state.board[square] for square in way[: way.index(to) + 1])
        sideways = [start + ahead + aside for aside in (-1, 1) if 0 <= start % 10 + aside < 10]
        return to in sideways and (bool(state.board[to]) or to in passed_squares(state))
    for square in range(AREA):  # the piece alone among the others: what it attacks it reaches
        if square != start and is_mine(state, square):
            alone.pieces[2 * me + (square >> 6)] &= ~bit(square & 63)
    low, high = alone.attacked(me, 127)
    return piece > 0 and bool(int(high if to > 63 else low) >> (to & 63) & 1)


def why_not_castle(state: OmegaChess, short: bool) -> str:
    """Why the king cannot castle to one side."""
    king, rook, side = int(state.kings[state.turn]), 8 if short else 1, 1 if short else -1
    if not state.castling >> 2 * state.turn & (1 if short else 2):
        return "the king or that rook has moved: the right to castle is lost"
    if state.checking():
        return "the king is in check and cannot castle"
    between = range(min(king % 10, rook) + 1, max(king % 10, rook))
    if any(state.board[king - king % 10 + file] for file in between):
        return "a piece stands in the way of castling"
    low, high = state.attacked(1 - state.turn, 127)
    if any(int(high if s > 63 else low) >> (s & 63) & 1 for s in (king + side, king + 2 * side)):
        return "the king would pass over or reach an attacked square"
    return "castling is written O-O, O-O-O, or as the king's move"


# ---------------------------------------------------------------------- picture


def scene(state: OmegaChess) -> Scene:
    """The board with its corners; from square, to square, and a button for the piece that a pawn becomes."""
    cells = tuple(Cell(name(s), x, y, "square", "light" if (x + y) % 2 else "dark") for s, (x, y) in enumerate(PLACES))
    pieces = tuple(
        Piece(name(square), NAMES[(piece - 1) % 8], int(piece > 8), SIGNS[piece - 1])
        for square in range(AREA)
        if (piece := int(state.board[square]))
    )
    legal = state.legal()
    clicks = {}
    for move in legal:
        start, to, rise = parts_of(move)
        clicks[move] = (
            (name(start), name(to), NAMES[LETTERS.index(PROMOTED[rise])]) if rise else (name(start), name(to))
        )
    checked = bool(state.checking())
    rising = any(len(names) > 2 for names in clicks.values())
    buttons = tuple(
        Button(piece, piece, state.turn, piece) for piece in ("queen", "rook", "bishop", "knight", "champion", "wizard")
    )
    return Scene(
        cells=cells,
        pieces=pieces,
        buttons=buttons if rising else (),
        clicks=clicks,
        notes=("check",) if legal and checked else (),
        steps="chain",
        highlights=tuple(p.cell for p in pieces if checked and p.kind == "king" and p.owner == state.turn),
    )
