"""How chess is written and drawn: FEN (X-FEN and Shredder-FEN for Chess960) for positions, SAN and UCI for moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from zermelo.boards.grids import grid_cells, square_index, square_name
from zermelo.boards.sliders import KING, KNIGHT, diagonal, straight
from zermelo.errors import AmbiguousMove, BadPosition, IllegalMove, MalformedMove
from zermelo.game import Button, Piece, Scene, bit, count, has, lowest, number, rotate, squares, word

if TYPE_CHECKING:
    from zermelo.games.chess.rules import Chess

PLAYERS = ("White", "Black")
LETTERS = "PNBRQK"  # by kind of piece; promotions too, as the kinds of such moves are numbered alike
NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
FILES = "abcdefgh"
PASSING, CASTLING = 5, 6  # kinds of moves, as in rules.py
FORM = "board, w or b, castling rights, en passant square, half-move clock and move number"

UCI_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrqNBRQ])?")
SAN_MOVE = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:=?\(?([NBRQnbrq])\)?)?")
CASTLES = re.compile(r"[O0o]-[O0o](-[O0o])?")


# ---------------------------------------------------------------------- positions


def back_rank(position: int) -> str:
    """The first rank of a start of Chess960 by Scharnagl's number: bishops, queen, knights, then rook, king, rook."""
    places = [""] * 8
    left, light = divmod(position, 4)
    places[2 * light + 1] = "B"
    left, dark = divmod(left, 4)
    places[2 * dark] = "B"
    left, queen = divmod(left, 6)
    fill(places, queen, "Q")
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]
    first, second = pairs[left]
    fill(places, second, "N")
    fill(places, first, "N")
    for piece in "RKR":
        fill(places, 0, piece)
    return "".join(places)


def fill(places: list[str], which: int, piece: str) -> None:
    """Put a piece on one of the places that are still empty."""
    places[[place for place, now in enumerate(places) if not now][which]] = piece


def letter(state: Chess, square: int) -> str:
    """The piece on a square as FEN writes it, or nothing."""
    if not has(state.mine | state.theirs, square):
        return ""
    sign = LETTERS[state.kind_on(square)]
    white = has(state.mine, square) == (state.turn == 0)
    return sign if white else sign.lower()


def fen(state: Chess, progress: int, ply: int) -> str:
    """The position with its clocks."""
    ranks = []
    for rank in reversed(range(8)):
        signs = "".join(letter(state, 8 * rank + file) or "1" for file in range(8))
        ranks.append(re.sub("1+", lambda gap: str(len(gap[0])), signs))
    passant = name(state.passant) if state.passant else "-"
    move = (ply - state.turn + 1) // 2 + 1
    return f"{'/'.join(ranks)} {'wb'[state.turn]} {castling_text(state)} {passant} {progress} {move}"


def castling_text(state: Chess) -> str:
    """KQkq for the outermost rooks, the letter of the file for others (X-FEN), or a dash."""
    text = ""
    for player, side in enumerate(sides(state)):
        king = lowest(state.kings & word(side))
        rooks = number(state.pieces(3) & word(side) & word(0xFF << 56 * player))
        for rook in reversed(list(squares(state.castlers() & word(side)))):
            outer = max(squares(word(rooks))) if rook > king else lowest(word(rooks))
            sign = ("K" if rook > king else "Q") if rook == outer else FILES[rook % 8].upper()
            text += sign.lower() if player else sign
    return text or "-"


def sides(state: Chess) -> tuple[int, int]:
    """The pieces of White and of Black."""
    return (int(state.mine), int(state.theirs)) if state.turn == 0 else (int(state.theirs), int(state.mine))


def clocks(text: str) -> tuple[int, int]:
    """Plies since progress and plies played."""
    parts = text.split()
    numbers = [*parts[4:], "0", "1"][:2] if len(parts) < 6 else parts[4:6]
    if len(parts) == 5:
        numbers = [parts[4], "1"]
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in numbers):
        raise BadPosition(f"half-move clock and move number must be numbers, not {' '.join(parts[4:])!r}")
    return int(numbers[0]), 2 * max(int(numbers[1]) - 1, 0) + (parts[1:2] == ["b"])


def read_fen(state: Chess, text: str) -> None:
    """Fill a blank state."""
    parts = text.split()
    if not 4 <= len(parts) <= 6 or parts[1] not in ("w", "b"):
        raise BadPosition(f"a position of chess is written in FEN: {FORM}, not {text!r}")
    clocks(text)
    state.turn = "wb".index(parts[1])
    place_pieces(state, parts[0])
    check_pieces(state)
    read_castling(state, parts[2])
    read_passant(state, parts[3])


def place_pieces(state: Chess, board: str) -> None:
    """The first field of FEN."""
    ranks = board.split("/")
    if len(ranks) != 8:
        raise BadPosition(f"a board has eight ranks joined by /, not {len(ranks)}")
    planes = dict.fromkeys(LETTERS, 0)
    white = black = 0
    for row, line in zip(reversed(range(8)), ranks, strict=True):
        file = 0
        for sign in line:
            if sign in "12345678":
                file += int(sign)
                continue
            if sign.upper() not in planes or file > 7:
                raise BadPosition(f"rank {line!r} is not eight places of {LETTERS}, {LETTERS.lower()} and numbers")
            here = 1 << 8 * row + file
            planes[sign.upper()] |= here
            white, black = (white | here, black) if sign.isupper() else (white, black | here)
            file += 1
        if file != 8:
            raise BadPosition(f"rank {line!r} does not have eight places")
    state.pawns, state.knights, state.kings = word(planes["P"]), word(planes["N"]), word(planes["K"])
    state.diagonals, state.straights = word(planes["B"] | planes["Q"]), word(planes["R"] | planes["Q"])
    state.mine, state.theirs = (word(white), word(black)) if state.turn == 0 else (word(black), word(white))


def check_pieces(state: Chess) -> None:
    """Refuse numbers of pieces that no game has, pawns on the last ranks, and checks that no move can have given."""
    for player, side in enumerate(sides(state)):
        numbers = [count(state.pieces(kind) & word(side)) for kind in range(6)]
        if numbers[5] != 1:
            raise BadPosition(f"{PLAYERS[player]} must have one king, not {numbers[5]}")
        promoted = sum(max(n - (2, 2, 2, 1)[kind], 0) for kind, n in enumerate(numbers[1:5]))
        if numbers[0] + promoted > 8:
            raise BadPosition(f"{PLAYERS[player]} has more pieces than eight pawns and their promotions allow")
    if state.pawns & word(0xFF000000000000FF):
        raise BadPosition("a pawn stands on the first or the last rank")
    other = state.copy()
    other.mine, other.theirs, other.turn = state.theirs, state.mine, 1 - state.turn
    if other.checking():
        raise BadPosition(f"{PLAYERS[other.turn]} is in check but {PLAYERS[state.turn]} is to move")
    king = lowest(state.kings & state.mine)
    if count(state.attackers(king, state.mine | state.theirs, state.theirs)) > 2:
        raise BadPosition(f"{PLAYERS[state.turn]} is in check by three pieces at once")


def read_castling(state: Chess, text: str) -> None:
    """KQkq (X-FEN: the outermost rook) or files of rooks (Shredder-FEN)."""
    rights = word(0)
    for sign in text if text != "-" else "":
        player = 0 if sign.isupper() else 1
        side = word(sides(state)[player])
        home = 56 * player
        king = lowest(state.kings & side)
        rooks = [square for square in squares(state.pieces(3) & side) if square & 56 == home]
        if sign.upper() == "K":
            fitting = [rook for rook in rooks if rook > king][-1:]
        elif sign.upper() == "Q":
            fitting = [rook for rook in rooks if rook < king][:1]
        else:
            fitting = [rook for rook in rooks if FILES[rook % 8] == sign.lower()]
        if king & 56 != home or not fitting:
            raise BadPosition(f"castling right {sign!r} in {text!r}: king and rook are not at home")
        if any((rook > king) == (fitting[0] > king) for rook in squares(rights & side)):
            raise BadPosition(f"castling rights {text!r}: two rights for one wing")
        rights |= bit(fitting[0])
    if text == "":
        raise BadPosition("castling rights are letters or a dash")
    state.castling = number(rotate(rights, 8))


def read_passant(state: Chess, text: str) -> None:
    """The square that a pawn has just passed; kept only where it can be taken, as in the key of a position."""
    state.passant = 0
    if text == "-":
        return
    square, up = square_index(text, 8, 8), 8 - 16 * state.turn
    occupied = state.mine | state.theirs
    if square >> 3 != (5 if state.turn == 0 else 2) or not has(state.pawns & state.theirs, square - up):
        raise BadPosition(f"no pawn has just passed the en passant square {text!r}")
    if has(occupied, square) or has(occupied, square + up):
        raise BadPosition(f"a pawn cannot have passed {text}: the way was not free")
    state.passant = square if state.takers(square) else 0


# ---------------------------------------------------------------------- moves


def name(square: int) -> str:
    """e4."""
    return square_name(square % 8, square // 8)


def parts_of(move: int) -> tuple[int, int, int]:
    """Start, target and kind of a move."""
    return move & 63, move >> 6 & 63, move >> 12


def san(state: Chess, move: int) -> str:
    """A legal move in standard algebraic notation."""
    after = state.copy()
    after.play(move)
    sign = ("+" if after.legal() or after.over() else "#") if after.checking() else ""
    return plain_san(state, move) + sign


def plain_san(state: Chess, move: int) -> str:
    """Without the signs for check and mate."""
    start, to, kind = parts_of(move)
    if kind == CASTLING:
        return "O-O" if to > start else "O-O-O"
    takes = "x" if has(state.theirs, to) or kind == PASSING else ""
    piece = state.kind_on(start)
    if piece == 0:
        origin = name(start)[0] if takes else ""
        return origin + takes + name(to) + (f"={LETTERS[kind]}" if 0 < kind < PASSING else "")
    rivals = list(
        squares(seen_by(piece, to, state.mine | state.theirs) & state.pieces(piece) & state.mine & ~bit(start))
    )
    if rivals:
        able = {other & 63 for other in state.legal() if other >> 6 & 63 == to and other >> 12 != CASTLING}
        rivals = [rival for rival in rivals if rival in able]
    file, rank = name(start)[0], name(start)[1]
    if not rivals:
        origin = ""
    elif all(rival % 8 != start % 8 for rival in rivals):
        origin = file
    elif all(rival // 8 != start // 8 for rival in rivals):
        origin = rank
    else:
        origin = file + rank
    return LETTERS[piece] + origin + takes + name(to)


def uci(state: Chess, move: int) -> str:
    """A move in the notation of the UCI protocol."""
    start, to, kind = parts_of(move)
    if kind == CASTLING and start % 8 == 4 and to % 8 in (0, 7):
        to = king_goal(start, to)
    return name(start) + name(to) + (LETTERS[kind].lower() if 0 < kind < PASSING else "")


def king_goal(king: int, rook: int) -> int:
    """Where a king stands after castling."""
    return (king & 56) + (6 if rook > king else 2)


def find_move(state: Chess, text: str) -> int:
    """The legal move that a text means."""
    wanted = text.replace("e.p.", "").strip().rstrip("+#!?").strip()
    legal = state.legal()
    if found := CASTLES.fullmatch(wanted):
        fitting = [
            move for move in legal if move >> 12 == CASTLING and (parts_of(move)[1] < move & 63) == bool(found[1])
        ]
    elif UCI_MOVE.fullmatch(wanted):
        fitting = by_uci(state, legal, wanted)
    elif found := SAN_MOVE.fullmatch(wanted) or SAN_MOVE.fullmatch(wanted[:1].upper() + wanted[1:]):
        fitting = [move for move in legal if fits(state, move, found)]
    else:
        raise MalformedMove(f"{text!r} is no move; moves are written like e4, Nf3, exd8=Q, O-O or e2e4")
    if len(fitting) > 1:
        shown = ", ".join(plain_san(state, move) for move in fitting)
        raise AmbiguousMove(f"{text!r} could mean {shown}")
    if not fitting:
        raise IllegalMove(f"{text!r} is not possible here: {why_not(state, wanted)}")
    return fitting[0]


def by_uci(state: Chess, legal: list[int], wanted: str) -> list[int]:
    """By start and target square; castling also by the king's goal, where no other move is meant."""
    start, to = square_index(wanted[:2], 8, 8), square_index(wanted[2:4], 8, 8)
    promoted = LETTERS.index(wanted[4].upper()) if len(wanted) > 4 else 0
    exact = [
        move
        for move in legal
        if (move & 63, move >> 6 & 63) == (start, to) and (promoted == 0 or move >> 12 == promoted)
    ]
    if exact or promoted:
        return exact
    castles = [move for move in legal if move >> 12 == CASTLING and move & 63 == start]
    return [move for move in castles if king_goal(start, move >> 6 & 63) == to]


def fits(state: Chess, move: int, found: re.Match[str]) -> bool:
    """Whether a move is what the parts of a SAN text say."""
    piece, file, rank, target, promoted = found.groups()
    start, to, kind = parts_of(move)
    shown = name(start)
    return (
        kind != CASTLING
        and name(to) == target
        and LETTERS[state.kind_on(start)] == (piece or "P")
        and shown[0] == (file or shown[0])
        and shown[1] == (rank or shown[1])
        and (promoted is None or 0 < kind < PASSING and LETTERS[kind] == promoted.upper())
    )


# ---------------------------------------------------------------------- why a move is not possible


def why_not(state: Chess, move: int | str) -> str:
    """The rule that forbids a move."""
    if not state.legal():
        return f"the game is over: {state.ending()}"
    if isinstance(move, int):
        start, to, kind = parts_of(move)
        if not 0 <= move < 8 << 12:
            return "there is no such move"
        return why_not_castle(state, to > start) if kind == CASTLING else why_not_from(state, start, to)
    wanted = move.strip().rstrip("+#!?")
    if found := CASTLES.fullmatch(wanted):
        return why_not_castle(state, not found[1])
    if UCI_MOVE.fullmatch(wanted):
        return why_not_from(state, square_index(wanted[:2], 8, 8), square_index(wanted[2:4], 8, 8))
    found = SAN_MOVE.fullmatch(wanted) or SAN_MOVE.fullmatch(wanted[:1].upper() + wanted[1:])
    if not found:
        return "moves are written like e4, Nf3, exd8=Q, O-O or e2e4"
    piece, file, rank, target, _ = found.groups()
    kind, to = LETTERS.index(piece or "P"), square_index(target, 8, 8)
    starts = [s for s in squares(state.pieces(kind) & state.mine) if name(s)[0] == (file or name(s)[0])]
    starts = [s for s in starts if name(s)[1] == (rank or name(s)[1])]
    able = [s for s in starts if has(reach(state, s), to)]
    if not able:
        return f"no {NAMES[kind]} of {PLAYERS[state.turn]} can go to {target}"
    return why_not_from(state, able[0], to)


def why_not_from(state: Chess, start: int, to: int) -> str:
    """Why the piece on one square cannot go to another."""
    if not has(state.mine, start):
        return f"{PLAYERS[state.turn]} has no piece on {name(start)}"
    kind = state.kind_on(start)
    if kind == 5 and abs(to - start) == 2 and start in (4, 60):
        return why_not_castle(state, to > start)
    if has(state.mine, to):
        return f"{name(to)} holds a piece of {PLAYERS[state.turn]}'s own"
    if not has(reach(state, start), to):
        return f"the {NAMES[kind]} on {name(start)} cannot go to {name(to)}"
    if start | to << 6 in [move & 0xFFF for move in state.legal()]:
        return "only a pawn that reaches the last rank becomes another piece"
    if kind == 5:
        return f"{name(to)} is attacked"
    return "the king would still be in check" if state.checking() else "the king would be in check"


def reach(state: Chess, start: int) -> np.uint64:
    """The squares that a piece could go to if the own king were safe."""
    occupied, kind = state.mine | state.theirs, state.kind_on(start)
    if kind == 0:
        up = 8 - 16 * state.turn
        takes = state.theirs | (bit(state.passant) if state.passant else word(0))
        ahead = [start + up] if not has(occupied, start + up) else []
        if ahead and start >> 3 == (1 if state.turn == 0 else 6) and not has(occupied, start + 2 * up):
            ahead.append(start + 2 * up)
        sideways = [start + up + step for step in (-1, 1) if 0 <= start % 8 + step < 8]
        return word(sum(1 << s for s in ahead) + sum(1 << s for s in sideways if has(takes, s)))
    return seen_by(kind, start, occupied) & ~state.mine


def seen_by(kind: int, square: int, occupied: np.uint64) -> np.uint64:
    """The squares that a piece other than a pawn sees from a square, and from which it would be seen."""
    seen = diagonal(square, occupied) if kind in (2, 4) else word(0)
    seen |= straight(square, occupied) if kind in (3, 4) else word(0)
    leaps: np.uint64 = KNIGHT[square] if kind == 1 else KING[square] if kind == 5 else word(0)
    return seen | leaps


def why_not_castle(state: Chess, short: bool) -> str:
    """Why the king cannot castle to one side."""
    king = lowest(state.kings & state.mine)
    rooks = [rook for rook in squares(state.castlers() & state.mine) if (rook > king) == short]
    if not rooks:
        return "the king or that rook has moved: the right to castle is lost"
    if state.checking():
        return "the king is in check and cannot castle"
    if state.can_castle(king, rooks[0]):
        return "castling is written O-O, O-O-O, or as the king's move"
    goal = king_goal(king, rooks[0])
    low, high = min(king, rooks[0], goal), max(king, rooks[0], goal)
    others = state.mine | state.theirs
    if any(has(others, s) for s in range(low, high + 1) if s not in (king, rooks[0])):
        return "a piece stands in the way of castling"
    return "the king would pass over or reach an attacked square"


# ---------------------------------------------------------------------- picture


def picture_of(state: Chess) -> Scene:
    """The board; from square, to square, and a button for the piece that a pawn becomes."""
    pieces = tuple(
        Piece(name(square), NAMES[state.kind_on(square)], 0 if sign.isupper() else 1, sign)
        for square in range(64)
        if (sign := letter(state, square))
    )
    legal = state.legal()
    clicks = {move: clicked(move, legal) for move in legal}
    castling = {move: tuple(map(name, parts_of(move)[:2])) for move in legal if parts_of(move)[2] == CASTLING}
    buttons = tuple(Button(piece, piece, state.turn, piece) for piece in ("queen", "rook", "bishop", "knight"))
    checked = bool(state.checking())
    return Scene(
        cells=grid_cells(8, 8, chequered=True),
        pieces=pieces,
        buttons=buttons if any(len(names) > 2 for names in clicks.values()) else (),
        clicks=clicks,
        notes=("check",) if legal and checked else (),
        also={move: (names,) for move, names in castling.items() if names != clicks[move]},
        steps="chain",
        highlights=tuple(p.cell for p in pieces if checked and p.kind == "king" and p.owner == state.turn),
    )


def clicked(move: int, legal: list[int]) -> tuple[str, ...]:
    """Castling is the king's own move where nothing else could be meant, else a click on the rook."""
    start, to, kind = parts_of(move)
    if kind == CASTLING:
        goal = king_goal(start, to)
        if goal != start and start | goal << 6 not in legal:
            to = goal
    return (name(start), name(to), NAMES[kind]) if 0 < kind < PASSING else (name(start), name(to))
