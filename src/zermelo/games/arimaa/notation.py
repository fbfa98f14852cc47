"""How positions and steps of Arimaa are read, and what is refused."""

from __future__ import annotations

import re
from typing import Any

from zermelo.boards.grids import square_index, square_name
from zermelo.boards.rows import unpack_row
from zermelo.errors import BadPosition
from zermelo.game import Button, Cell, Piece, Scene

LETTERS, WAYS = ".RCDHME", "nswe"  # of strengths 0 to 6, and of the four ways
KINDS = ("", "rabbit", "cat", "dog", "horse", "camel", "elephant")
HAND = (8, 2, 2, 2, 1, 1)  # pieces of each strength from 1
SIGNS, SIDES = "gs", ("Gold", "Silver")
TRAP_SQUARES = (18, 21, 42, 45)
END, PLACE = 256, 257  # moves: end the turn; place a rabbit, cat, ...
USUAL = "RHCMECHR/RRRDDRRR"  # front row first; Silver's elephant stands opposite the camel


def set_up(state: Any, player: int, text: str) -> None:
    """Put one side on its home rows if it is complete; as usual, Silver's elephant stands opposite the camel."""
    rows = text.strip().split("/")
    if text == USUAL and player == 1:
        rows = [row[::-1] for row in rows]
    if len(rows) != 2 or any(len(row) != 8 or not set(row.upper()) <= set(LETTERS[1:]) for row in rows):
        raise BadPosition(f"a set-up is two rows of eight letters {LETTERS[1:]}, the front row first, not {text!r}")
    for kind, wanted in enumerate(HAND, 1):
        given = "".join(rows).upper().count(LETTERS[kind])
        if given != wanted:
            raise BadPosition(f"{SIDES[player]} must have {wanted} of the {KINDS[kind]}, not {given}")
    for index, sign in enumerate(rows[1].upper() + rows[0].upper()):
        state.board[state.home(player, index)] = LETTERS.index(sign) * (1 - 2 * player)


def read_board(board: Any, text: str) -> None:
    """Fill a board from its rows."""
    lines = text.split("/")
    if len(lines) != 8:
        raise BadPosition(f"a board is eight rows from the top joined by /, not {text!r}")
    for y, line in enumerate(reversed(lines)):
        signs = unpack_row(line, LETTERS[1:] + LETTERS[1:].lower(), 8)
        if signs is None:
            raise BadPosition(f"row {line!r} is not eight squares of {LETTERS[1:]}, small letters and numbers")
        for x, sign in enumerate(signs):
            kind = LETTERS.index(sign.upper())
            board[8 * y + x] = kind if sign.isupper() else -kind
    for player in (0, 1):
        for kind, most in enumerate(HAND, 1):
            there = int((board == kind * (1 - 2 * player)).sum())
            if there > most:
                raise BadPosition(f"{SIDES[player]} has {there} of the {KINDS[kind]}, more than {most}")


def read_position(cls: Any, text: str) -> Any:
    """The position of a text."""
    parts = text.split()
    if len(parts) not in (2, 3, 6) or parts[1] not in SIGNS:
        raise BadPosition(
            f"a position is eight rows from the top, g or s to move, and inside a turn the steps taken, the board "
            f"before, a push and a pull: {text!r}"
        )
    state = cls.blank()
    read_board(state.board, parts[0])
    state.turn, state.placed = SIGNS.index(parts[1]), 32
    for trap in TRAP_SQUARES:
        if state.board[trap] and not state.befriended(trap):
            raise BadPosition(f"the piece on the trap {name_of(trap)} has no friend beside it")
    if len(parts) == 3:
        read_setting_up(state, parts[2])
    if len(parts) == 6:
        if parts[2] not in ("1", "2", "3"):
            raise BadPosition(f"{parts[2]!r} is no number of steps taken: 1, 2 or 3")
        state.steps = int(parts[2])
        read_board(state.before, parts[3])
        state.push_to, state.pushers = read_mark(parts[4], 15)
        state.pull_to, state.puller = read_mark(parts[5], 6)
        if state.push_to and state.pull_to or state.push_to and state.steps > 3:
            raise BadPosition("a push and a pull are not under way at the same time")
        for square, number in ((state.push_to, state.pushers), (state.pull_to, state.puller)):
            if square and (state.board[square - 1] or not number):
                raise BadPosition("a push or pull leads to an empty square")
        for way in range(4):
            near = beside(state.push_to - 1, way)
            if state.push_to and int(state.pushers) >> way & 1 and state.board[near] * (1 - 2 * state.turn) <= 1:
                raise BadPosition("the push names pieces that are not there")
    return state


def read_mark(text: str, most: int) -> tuple[int, int]:
    """A square + 1 and a number, or nothing."""
    if text == "-":
        return 0, 0
    found = re.fullmatch(r"([a-h][1-8]):(\d{1,2})", text)
    if not found or int(found[2]) > most:
        raise BadPosition(f"{text!r} is no push or pull such as c4:5, or - for none")
    return square_index(found[1], 8, 8) + 1, int(found[2])


def read_setting_up(state: Any, text: str) -> None:
    """How many pieces were set up, which must be those on the board."""
    if not re.fullmatch(r"\+\d{1,2}", text) or int(text) >= 32 or int(text) // 16 != state.turn:
        raise BadPosition(f"{text!r} is no number of pieces set up, such as +17 with Silver to move")
    state.placed = int(text)
    for player in (0, 1):
        homes = {state.home(player, index) for index in range(max(0, min(16, state.placed - 16 * player)))}
        there = {square for square in range(64) if state.board[square] * (1 - 2 * player) > 0}
        if there != homes:
            raise BadPosition(f"{SIDES[player]}'s pieces are not the {len(homes)} that were set up first")


def read_step(text: str) -> int:
    """The step of a text such as Ed2n or d2n, -1 if it is none."""
    found = re.fullmatch(r"[RCDHMErcdhme]?([a-h][1-8])([nswe])", text.strip())
    return 4 * square_index(found[1], 8, 8) + WAYS.index(found[2]) if found else -1


def reason(state: Any, move: int | str) -> str:
    """The first rule that a move breaks."""
    if not state.legal():
        return "the game is over"
    if state.placed < 32:
        left = ", ".join(state.move_text(legal) for legal in state.legal())
        return f"{SIDES[state.turn]} sets up its pieces; possible are {left}"
    if move == END or isinstance(move, str) and move.strip() == "end":
        if state.push_to:
            return "the push must be completed"
        return "a turn must change the position" if state.steps else "a turn has at least one step"
    number = read_step(move) if isinstance(move, str) else move
    if not 0 <= number < END:
        return "a step is a square and n, s, w or e, such as Ed2n; `end` ends the turn"
    square, way = divmod(number, 4)
    name = name_of(square)
    piece = int(state.board[square]) * (1 - 2 * state.turn)
    to = beside(square, way)
    if piece == 0:
        return f"there is no piece on {name}"
    if isinstance(move, str) and len(move.strip()) == 4 and LETTERS.index(move.strip()[0].upper()) != abs(piece):
        return f"the piece on {name} is a {KINDS[abs(piece)]}"
    if to < 0:
        return "the step leaves the board"
    if state.push_to:
        if piece < 0 or to != state.push_to - 1:
            return f"the push must be completed: a stronger piece enters {name_of(state.push_to - 1)}"
    if state.board[to]:
        return f"{name_of(to)} is taken"
    if piece > 0 and state.frozen(square):
        return f"the {KINDS[piece]} on {name} is frozen"
    if piece == 1 and way == 1 - state.turn:
        return "rabbits do not step back"
    if piece < 0 and not state.pulls(to, -piece):
        if state.steps > 2:
            return "a push takes two steps, and only one is left"
        if not state.free_pushers(square, -piece):
            return f"no stronger piece that is free stands beside {name} to push, or has left {name_of(to)} to pull"
    if state.push_to:
        return f"the {KINDS[piece]} on {name} could not push"
    return "a turn must change the position"


def draw(state: Any) -> Scene:
    """The board with its traps; a step is two clicks, the end of a turn a button."""
    cells = tuple(Cell(name_of(s), s % 8, s // 8, shade="trap" if s in TRAP_SQUARES else "plain") for s in range(64))
    pieces = tuple(
        Piece(name_of(square), KINDS[abs(piece)], int(piece < 0), LETTERS[abs(piece)])
        for square, piece in enumerate(state.board.tolist())
        if piece
    )
    buttons, notes = [], []
    clicks: dict[int, tuple[str, ...]] = {}
    for move in state.legal():
        if move < END:
            clicks[move] = (name_of(move >> 2), name_of(beside(move >> 2, move & 3)))
            continue
        kind = KINDS[move - PLACE + 1] if move > END else "end the turn"
        many = int(state.left_to_place(move - PLACE + 1)) if move > END else 1
        buttons.append(Button(kind, kind, state.turn, kind if move > END else "", many))
        clicks[move] = (kind,)
    if state.placed < 32:
        notes.append(f"{SIDES[state.turn]} sets up {name_of(int(state.home(state.turn, state.placed % 16)))}")
    elif state.push_to:
        notes.append(f"the push must be completed: enter {name_of(state.push_to - 1)}")
    else:
        notes.append(f"{4 - state.steps} of four steps left")
    return Scene(cells, pieces, tuple(buttons), (), clicks, tuple(notes), ("yellow", "white"))


def name_of(square: int) -> str:
    """The name of a square."""
    return square_name(square % 8, square // 8)


def beside(square: int, way: int) -> int:
    """The neighbouring square in a way, -1 beyond the edge."""
    x, y = square % 8 + (0, 0, -1, 1)[way], square // 8 + (1, -1, 0, 0)[way]
    return 8 * y + x if 0 <= x < 8 and 0 <= y < 8 else -1
