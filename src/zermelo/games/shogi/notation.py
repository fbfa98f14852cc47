"""How the games of the shogi family are written and drawn: SFEN for positions, USI for moves.

Files are numbered from the right, ranks lettered from the top, as the first player sees the board: 7g.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zermelo.boards.rows import pack_row
from zermelo.errors import BadPosition, IllegalMove, MalformedMove
from zermelo.game import Button, Cell, Piece, Scene, bit
from zermelo.games.shogi.pieces import KING, PROMOTED, type_of

if TYPE_CHECKING:
    from zermelo.games.shogi.rules import Drops

PLAYERS = ("Black", "White")
FORM = "rows from the top joined by /, b or w to move, the pieces in hand or -, and the number of the move"
MOVE = re.compile(r"(?:([A-Za-z])\*([1-9][a-i])|([1-9][a-i])([1-9][a-i])([+=]?))")


def letter(state: Drops, code: int) -> str:
    """A piece as SFEN writes it."""
    kind = (code & 15) - 1
    base = state.army[-1] if kind == KING else state.army[kind & 7]
    sign = base.letter if code < 16 else base.letter.lower()
    return "+" + sign if kind & PROMOTED and kind != KING else sign


def name_of(state: Drops, square: int) -> str:
    """7g."""
    return f"{state.side - square % state.side}{chr(96 + state.side - square // state.side)}"


def square_of(state: Drops, name: str) -> int:
    """The square of a name, or -1."""
    x, y = state.side - int(name[0]), state.side - (ord(name[1]) - 96)
    return y * state.side + x if 0 <= x < state.side and 0 <= y < state.side else -1


# ---------------------------------------------------------------------- positions


def sfen(state: Drops, ply: int) -> str:
    """The position, and the number of the next move."""
    rows = []
    for y in reversed(range(state.side)):
        pieces = [int(piece) for piece in state.board[y * state.side : (y + 1) * state.side]]
        rows.append("".join(letter(state, piece) if piece else "." for piece in pieces))
    hands = "".join(hand_text(state, player) for player in (0, 1)) or "-"
    declared = " win" if state.declared else ""
    return f"{'/'.join(map(pack_row, rows))} {'bw'[state.turn]} {hands} {ply + 1}{declared}"


def hand_text(state: Drops, player: int) -> str:
    """The pieces in hand, major ones first: R2P."""
    text = ""
    for kind in reversed(range(state.kinds)):
        held = int(state.hands[player * state.kinds + kind])
        sign = letter(state, 1 + kind + 16 * player)
        text += "" if held == 0 else sign if held == 1 else f"{held}{sign}"
    return text


def plies(text: str) -> int:
    """The plies played, by the number of the move."""
    parts = text.split()
    if len(parts) < 4:
        return 0
    if not (parts[3].isascii() and parts[3].isdigit() and 0 < int(parts[3]) < 100_000):
        raise BadPosition(f"the number of the move must be a number from 1, not {parts[3]!r}")
    return int(parts[3]) - 1


def read_sfen(state: Drops, text: str) -> None:
    """Fill a blank state."""
    parts = text.split()
    if parts[4:] == ["win"] and state.impasse:
        state.declared = True
    elif len(parts) not in (3, 4):
        raise BadPosition(f"a position is {FORM}: {text!r}")
    rows = parts[0].split("/")
    if len(rows) != state.side or parts[1] not in ("b", "w"):
        raise BadPosition(f"a position is {FORM}: {text!r}")
    plies(text)
    state.turn = "bw".index(parts[1])
    for y, row in enumerate(reversed(rows)):
        read_row(state, y, row)
    read_hands(state, parts[2])
    check_pieces(state)


def read_row(state: Drops, y: int, row: str) -> None:
    """One row of the board."""
    x = 0
    codes = {letter(state, code): code for code in range(1, 32) if type_of(state.army, code)}
    for sign in re.findall(r"\+?[A-Za-z]|[1-9]|.", row):
        if sign.isdigit() and sign.isascii():
            x += int(sign)
            continue
        if sign not in codes or x >= state.side:
            raise BadPosition(f"row {row!r} is not {state.side} squares of pieces and numbers")
        code, square = codes[sign], y * state.side + x
        state.board[square] = code
        state.pieces[2 * (code >> 4) + (square >> 6)] |= bit(square & 63)
        if code & 15 == 1 + KING:
            state.kings[code >> 4] = square
        x += 1
    if x != state.side:
        raise BadPosition(f"row {row!r} does not have {state.side} squares")


def read_hands(state: Drops, text: str) -> None:
    """The pieces in hand: capital letters for Black's, numbers before those held more than once."""
    if text == "-":
        return
    letters = "".join(piece.letter for piece in state.army[:-1])
    if not re.fullmatch(
        rf"([1-9][0-9]?)?[{letters}{letters.lower()}](([1-9][0-9]?)?[{letters}{letters.lower()}])*", text
    ):
        raise BadPosition(f"the pieces in hand are written like R2Pb3p or -, not {text!r}")
    for held, sign in re.findall(r"([0-9]*)([A-Za-z])", text):
        place = letters.index(sign.upper()) + state.kinds * sign.islower()
        state.hands[place] = min(int(state.hands[place]) + int(held or 1), 100)  # more than there are is refused


def check_pieces(state: Drops) -> None:
    """Refuse too many pieces, pieces that could never move again, two pawns on a file, and the wrong check."""
    board = [int(piece) for piece in state.board]
    for player, king in enumerate((1 + KING, 17 + KING)):
        if board.count(king) != 1:
            raise BadPosition(f"{PLAYERS[player]} must have one king, not {board.count(king)}")
    for kind, piece in enumerate(state.army[:-1]):
        held = int(state.hands[kind]) + int(state.hands[state.kinds + kind])
        if sum((code - 1) & 7 == kind and code & 15 != 1 + KING for code in board if code) + held > piece.number:
            raise BadPosition(f"there are only {piece.number} pieces of the kind {piece.name}")
    for square, code in enumerate(board):
        if code and int(state.DEAD[code, square >> 6]) >> (square & 63) & 1:
            raise BadPosition(f"the {title(state, code)} on {name_of(state, square)} could never move")
    for player in (0, 1):
        for x in range(state.side):
            if board[x :: state.side].count(1 + 16 * player) > state.pawns_a_file:
                raise BadPosition(f"{PLAYERS[player]} has too many pieces of the kind {state.army[0].name} on one file")
    other = state.copy()
    other.turn = 1 - state.turn
    if other.checking():
        raise BadPosition(f"{PLAYERS[other.turn]} is in check but {PLAYERS[state.turn]} is to move")


def title(state: Drops, code: int) -> str:
    """The name of a piece."""
    piece = type_of(state.army, code)
    return piece.name if piece else ""


# ---------------------------------------------------------------------- moves


def parts_of(state: Drops, move: int) -> tuple[int, int, bool]:
    """Start (or area + kind), target, and whether the number says promotion."""
    start, to = divmod(move // state.forms, state.area)
    return start, to, state.forms == 2 and move & 1 == 1


def usi(state: Drops, move: int) -> str:
    """A legal move."""
    if move == state.declaration:
        return "win"
    start, to, _ = parts_of(state, move)
    if start >= state.area:
        return f"{state.army[start - state.area].letter}*{name_of(state, to)}"
    return name_of(state, start) + name_of(state, to) + ("+" if state.promotes(move) else "")


def read_move(state: Drops, text: str) -> tuple[int, int, str] | None:
    """Start (or area + kind), target and sign of a text, or nothing if it is not a move of this board."""
    found = MOVE.fullmatch(text.strip())
    if not found:
        return None
    if found[1]:
        letters = [piece.letter for piece in state.army[:-1]]
        start = state.area + letters.index(found[1].upper()) if found[1].upper() in letters else -1
        to = square_of(state, found[2])
    else:
        start, to = square_of(state, found[3]), square_of(state, found[4])
    return (start, to, found[5] or "") if start >= 0 and to >= 0 else None


def find_move(state: Drops, text: str) -> int:
    """The legal move that a text means; where promotion is compulsory its sign may be left out."""
    legal = state.legal()
    if text.strip().lower() == "win" and state.declaration in legal:
        return int(state.declaration)
    wanted = read_move(state, text)
    if wanted is None and text.strip().lower() != "win":
        raise MalformedMove(f"{text!r} is no move; moves are written like 7g7f, 8h2b+ or P*5e")
    if wanted is not None:
        start, to, sign = wanted
        fitting = [move for move in legal if move != state.declaration and parts_of(state, move)[:2] == (start, to)]
        exact = [move for move in fitting if start >= state.area or (sign == "+") == state.promotes(move)]
        if exact or (fitting and state.compulsory and not sign):
            return (exact or fitting)[0]
    raise IllegalMove(f"{text!r} is not possible here: {why_not(state, text)}")


def why_not(state: Drops, move: int | str) -> str:
    """The rule that forbids a move."""
    if not state.legal():
        return f"the game is over: {state.ending()}"
    if isinstance(move, int):
        if not 0 <= move <= state.declaration:
            return "there is no such move"
        if move == state.declaration:
            return why_not_declare(state)
        start, to, rising = parts_of(state, move)
        sign = "+" if rising else ""
    else:
        if move.strip().lower() == "win":
            return why_not_declare(state)
        wanted = read_move(state, move)
        if wanted is None:
            return "moves are written like 7g7f, 8h2b+ or P*5e"
        start, to, sign = wanted
    if start >= state.area:
        return why_not_drop(state, start - state.area, to)
    code, taken, me = int(state.board[start]), int(state.board[to]), int(state.turn)
    if code == 0 or code >> 4 != me:
        return f"{PLAYERS[me]} has no piece on {name_of(state, start)}"
    if taken and taken >> 4 == me:
        return f"{name_of(state, to)} holds a piece of {PLAYERS[me]}'s own"
    if not state.reaches(start, to):
        return f"the {title(state, code)} on {name_of(state, start)} cannot go to {name_of(state, to)}"
    if any(parts_of(state, other)[:2] == (start, to) for other in state.legal()):
        if sign == "+":
            return f"the {title(state, code)} cannot be promoted by this move"
        return f"the {title(state, code)} must be promoted"
    if code & 15 == 1 + KING:
        return f"{name_of(state, to)} is attacked"
    return "the king would still be in check" if state.checking() else "the king would be in check"


def why_not_drop(state: Drops, kind: int, to: int) -> str:
    """Why a piece cannot be dropped on a square."""
    me, piece = int(state.turn), state.army[kind]
    code = 1 + kind + 16 * me
    if state.hands[me * state.kinds + kind] == 0:
        return f"{PLAYERS[me]} has no {piece.name} in hand"
    if state.board[to]:
        return f"{name_of(state, to)} is not empty"
    if int(state.DEAD[code, to >> 6]) >> (to & 63) & 1:
        return f"a {piece.name} on {name_of(state, to)} could never move"
    if kind == 0:
        mine = sum(int(piece) == code for piece in state.board[to % state.side :: state.side])
        if mine >= state.pawns_a_file:
            return f"no more than {state.pawns_a_file} unpromoted {piece.name} may stand on a file"
    if state.checking() and not any(parts_of(state, move)[1] == to for move in state.legal()):
        return "the king would still be in check"
    return f"a {piece.name} may not be dropped to give mate"


def why_not_declare(state: Drops) -> str:
    """Why a player cannot declare a win."""
    if not state.impasse:
        return "declarations by impasse are not played (impasse=True)"
    return "a declaration needs a king in the far zone, not in check, with ten pieces there and points enough"


# ---------------------------------------------------------------------- picture


def scene(state: Drops) -> Scene:
    """The board, hands as buttons, and a choice where a piece may be promoted."""
    side = state.side
    cells = tuple(Cell(name_of(state, s), s % side, s // side) for s in range(state.area))
    pieces = tuple(
        Piece(cells[square].name, "wedge", code >> 4, letter(state, code), turned=2 * (code >> 4))
        for square in range(state.area)
        if (code := int(state.board[square]))
    )
    hands = tuple(
        Button(
            f"{PLAYERS[player]} {state.army[kind].letter}",
            state.army[kind].name,
            player,
            "wedge",
            held,
            letter(state, 1 + kind + 16 * player),
        )
        for player in (0, 1)
        for kind in range(state.kinds)
        if (held := int(state.hands[player * state.kinds + kind]))
    )
    legal = state.legal()
    pairs = [move // state.forms for move in legal]
    clicks = {move: clicks_of(state, move, pairs.count(move // state.forms) > 1) for move in legal}
    choices: tuple[str, ...] = () if not any(len(names) > 2 for names in clicks.values()) else ("promote", "stay")
    choices += ("declare",) if state.declaration in legal else ()
    notes = tuple(f"{PLAYERS[player]} holds {hand_text(state, player) or 'nothing'}" for player in (0, 1))
    return Scene(
        cells=cells,
        pieces=pieces,
        buttons=(*hands, *(Button(name, name, state.turn) for name in choices)),
        clicks=clicks,
        notes=(*notes, "check") if legal and state.checking() else notes,
        colours=("black", "white"),
        steps="chain",
        highlights=tuple(
            cells[square].name
            for square in range(state.area)
            if int(state.board[square]) == 1 + KING + 16 * state.turn and state.checking()
        ),
    )


def clicks_of(state: Drops, move: int, choice: bool) -> tuple[str, ...]:
    """From square or hand, to square, and whether to promote where both is possible."""
    if move == state.declaration:
        return ("declare",)
    start, to, rising = parts_of(state, move)
    if start >= state.area:
        return f"{PLAYERS[state.turn]} {state.army[start - state.area].letter}", name_of(state, to)
    names = name_of(state, start), name_of(state, to)
    return (*names, "promote" if rising else "stay") if choice else names
