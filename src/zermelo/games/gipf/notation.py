"""How positions and moves of Gipf are written and read, why a move is refused, and the picture of the board."""

from __future__ import annotations

import re
from typing import Any

from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import NONE, Button, Cell, Piece, Scene, bit, count, has, highest, lowest, squares, word
from zermelo.games.gipf.board import (
    BITS,
    DOTS,
    ENTRIES,
    HEIGHTS,
    LINE_COUNT,
    LINES,
    NAMES,
    PUSHES,
    SPOTS,
    runs,
    spot_bit,
    spot_name,
    step_of,
)

SIGNS, SIDES = "wb", ("White", "Black")
ROW, GIPF, TAKE, LEAVE = 42, 63, 105, 160  # moves: entry; 42 + line; 63 + entry of a GIPF-piece; 105 + spot; leave
MAY, MUST = 1, 2  # bring GIPF-pieces in
MINE, THEIRS = 1, 2  # whose rows go off the board: first those of the player who pushed
STARTS = {
    "basic": "b2w/5/6/w5b/6/5/b2w w 12,12",
    "standard": "B2W/5/6/W5B/6/5/B2W w 12,12",
    "tournament": "4/5/6/7/6/5/4 w 18!,18!",
}
FORM = "columns b to h joined by /, w or b to move, both reserves, and inside a turn own or other and what is asked"
SHAPE = r"(\S+) ([wb]) (\d+)([+!]?),(\d+)([+!]?)( own| other)?( \?[b-h2-8,]+)?( =[a-i1-9,-]+)?"


# ---------------------------------------------------------------------- positions


def position_text(state: Any) -> str:
    """Columns b to h upwards, who moves, reserves, and inside a turn what is asked."""
    signs = "".join(sign_at(state, spot) for spot in NAMES)
    board = "/".join(pack_row(signs[sum(HEIGHTS[:x]) : sum(HEIGHTS[: x + 1])]) for x in range(7))
    reserves = ",".join(f"{state.reserve[player]}{('', '+', '!')[state.entry[player]]}" for player in range(2))
    text = f"{board} {SIGNS[state.turn]} {reserves}"
    if state.rows != 0:
        text += " own" if state.rows == MINE else " other"
        text += " ?" + ",".join(NAMES[spot] for spot in squares(state.asked)) if state.asked else ""
        text += " =" + ",".join(PUSHES[2 * line] for line in squares(word(state.done))) if state.done else ""
    return text


def sign_at(state: Any, spot: int) -> str:
    """w, b, W, B or a dot."""
    for player, sign in enumerate(SIGNS):
        if has(state.pieces[player], spot):
            return sign.upper() if has(state.gipfs, spot) else sign
    return "."


def read_position(game: Any, text: str) -> Any:
    """The position that `position_text` wrote."""
    parts = re.fullmatch(SHAPE, text.strip(), re.ASCII)
    columns = parts[1].split("/") if parts else []
    if parts is None or len(columns) != 7 or not parts[7] and (parts[8] or parts[9]):
        raise BadPosition(f"a position is {FORM}: {text!r}")
    signs, known = "", "wbWB" if game.doubles else "wb"
    for column, height in zip(columns, HEIGHTS, strict=True):
        read = unpack_row(column, known, height)
        if read is None:
            raise BadPosition(f"column {column!r} is not {height} spots of {', '.join(known)} and numbers")
        signs += read
    state = game.blank()
    state.turn = SIGNS.index(parts[2])
    for spot, sign in zip(NAMES, signs, strict=True):
        if sign != ".":
            state.pieces[SIGNS.index(sign.lower())] |= bit(spot)
            state.gipfs |= bit(spot) if sign.isupper() else NONE
    for player in range(2):
        read_player(state, player, int(parts[3 + 2 * player]), parts[4 + 2 * player])
    if parts[7]:
        read_rows(state, parts[7], (parts[8] or "")[2:], (parts[9] or "")[2:])
    refuse_open_rows(state)
    return state


def read_player(state: Any, player: int, reserve: int, mark: str) -> None:
    """A player's reserve, and whether they may or must bring in GIPF-pieces."""
    mine, side = state.pieces[player], SIDES[player]
    if reserve + count(mine) + count(mine & state.gipfs) > state.stock:
        raise BadPosition(f"{side} has more than {state.stock} pieces")
    if state.form == "standard" and count(mine & state.gipfs) > 3:
        raise BadPosition(f"{side} has more than three GIPF-pieces")
    if mark and not state.free_entry:
        raise BadPosition("only in the tournament form GIPF-pieces are brought in")
    if mark == "!" and (mine or reserve != state.stock):
        raise BadPosition(f"{side} has begun: the first piece is a GIPF-piece")
    if mark == "+" and mine & ~state.gipfs:
        raise BadPosition(f"{side} has brought in a single piece: no GIPF-piece follows")
    state.reserve[player] = reserve
    state.entry[player] = {"": 0, "+": MAY, "!": MUST}[mark]


def read_rows(state: Any, whose: str, asked: str, done: str) -> None:
    """What a text says of the rows that are going off."""
    state.rows = MINE if whose == " own" else THEIRS
    for name in asked.split(",") if asked else []:
        if name not in BITS or not has(state.gipfs, BITS[name]):
            raise BadPosition(f"there is no GIPF-piece on {name} to take or leave")
        state.asked |= bit(BITS[name])
    if not any(state.asked & ~line == NONE for line in LINES):
        raise BadPosition("the GIPF-pieces of a row stand on one line")
    for name in done.split(",") if done else []:
        if name not in PUSHES[::2]:
            raise BadPosition(f"no line begins with {name}")
        state.done |= 1 << PUSHES.index(name) // 2


def refuse_open_rows(state: Any) -> None:
    """Rows that need no choice have gone off before anybody moves, and those of who pushed before the others'."""
    later = state.copy()
    if state.rows == THEIRS:
        later.turn = 1 - state.turn
        if any(later.row(line) for line in range(LINE_COUNT)):
            raise BadPosition("the rows of the player who pushed go off first: write own, or take them off")
        later.turn = state.turn
    if state.rows == 0 and not state.over():
        for line in range(LINE_COUNT):  # four GIPF-pieces in a row may have been left
            for player in range(2):
                if runs(state.pieces[player] & state.gipfs & LINES[line], step_of(line)):
                    later.done |= 1 << line
        later.rows = MINE
        later.turn = 1 - state.turn
    later.settle()
    later.done = state.done
    if later.rows == 0 and state.rows != 0 and later.pieces.tobytes() == state.pieces.tobytes():
        raise BadPosition("there are no rows to choose from")
    if later != state:
        raise BadPosition("a row of four that should have gone off is still on the board")


# ---------------------------------------------------------------------- moves


def move_name(state: Any, move: int) -> str:
    """A push, a row by its ends, or a GIPF-piece."""
    if move >= TAKE:
        return "leave" if move == LEAVE else f"x{NAMES[move - TAKE]}"
    if ROW <= move < GIPF:
        return "x" + "-".join(ends(state, move - ROW))
    return PUSHES[move] if move < ROW else f"G{PUSHES[move - GIPF]}"


def ends(state: Any, line: int) -> tuple[str, str]:
    """The first and the last spot of a row, by name."""
    row = state.row(line)
    return NAMES[lowest(row)], NAMES[highest(row)]


def read_move(state: Any, text: str) -> str:
    """The name of the move that is meant: any push that leads to the same position, a row from either end."""
    found = re.fullmatch(r"([gx]?)([a-i][1-9])([a-i][1-9])", re.sub(r"[\s-]", "", text.lower()))
    if found is None:
        return text
    name = f"{found[2]}-{found[3]}"
    if found[1] == "x":
        back = f"x{found[3]}-{found[2]}"
        return back if back in map(state.move_text, state.legal()) else f"x{name}"
    if state.rows == 0 and name in PUSHES and state.gap(PUSHES.index(name)):
        same = state.same_pushes(PUSHES.index(name) + (GIPF if found[1] else 0))
        name = PUSHES[lowest(same)]
    return f"G{name}" if found[1] else name


def reason(state: Any, move: int | str) -> str:
    """The rule that forbids a move."""
    if not state.legal():
        return "the game is over"
    if state.rows != 0:
        shown = ", ".join(state.move_text(choice) for choice in state.legal())
        return f"{SIDES[state.turn]} first takes rows off the board: {shown}"
    if isinstance(move, int):
        move = move_name(state, move) if move in {*range(ENTRIES), *range(GIPF, TAKE)} else ""
    name = move.lower().removeprefix("g")
    if name not in PUSHES:
        return "a push is a dot and a spot next to it on a line, as in a1-b2"
    if state.gap(PUSHES.index(name)) == NONE:
        return f"the line that begins with {name} is full"
    if not move.lower().startswith("g"):
        if state.entry[state.turn] == MUST:
            return "the first piece must be a GIPF-piece, as in Ga1-b2"
        return "another push leads to the same position and stands for this one"
    if not state.free_entry:
        return "GIPF-pieces are brought in in the tournament form only"
    if state.entry[state.turn] == 0:
        return "no GIPF-piece follows after the first single piece"
    return "a GIPF-piece is two pieces, and the reserve has only one"


# ---------------------------------------------------------------------- picture


def picture(state: Any) -> Scene:
    """Spots where lines cross, dots at their ends, and both reserves."""
    places = {spot_name(place): place for pair in DOTS for place in pair} | {NAMES[spot_bit(p)]: p for p in SPOTS}
    at = {name: (round(q * 3**0.5 / 2, 4), -r - q / 2) for name, (q, r) in places.items()}
    cells = tuple(Cell(name, x, y, "point") for name, (x, y) in sorted(at.items()))
    lines = tuple((*at[spot_name(DOTS[line][0])], *at[spot_name(DOTS[line + 1][0])]) for line in range(0, ENTRIES, 2))
    pieces = [Piece(name, "dot", text="+") for name in at if name not in BITS]
    for spot, name in NAMES.items():
        sign = sign_at(state, spot)
        if sign != ".":
            owner = SIGNS.index(sign.lower())
            pieces += [Piece(name, "stone", owner, sign, dy=0.16 * level) for level in range(1 + sign.isupper())]
    legal = state.legal()
    buttons = [
        Button(f"{SIDES[player]} reserve", f"{SIDES[player]}'s reserve", player, "stone", int(state.reserve[player]))
        for player in range(2)
        if state.reserve[player] > 0
    ]
    if any(GIPF <= move < TAKE for move in legal):
        buttons.append(Button("GIPF", "GIPF-piece", state.turn))
    if LEAVE in legal:
        buttons.append(Button("leave", "leave", state.turn))
    clicks = {move: clicks_of(state, move) for move in legal}
    return Scene(cells, tuple(pieces), tuple(buttons), lines, clicks, notes_of(state))


def clicks_of(state: Any, move: int) -> tuple[str, ...]:
    """What is clicked for a move."""
    if move >= TAKE:
        return ("leave",) if move == LEAVE else (NAMES[move - TAKE],)
    if ROW <= move < GIPF:
        return ends(state, move - ROW)
    return tuple(PUSHES[move].split("-")) if move < ROW else ("GIPF", *PUSHES[move - GIPF].split("-"))


def notes_of(state: Any) -> tuple[str, ...]:
    """Reserves, losses, and what is to be chosen."""
    found = []
    for player, side in enumerate(SIDES):
        mine, reserve = state.pieces[player], int(state.reserve[player])
        lost = state.stock - reserve - count(mine) - count(mine & state.gipfs)
        found.append(f"{side}: {reserve} in reserve, {lost} lost")
    if state.asked:
        found.append(f"{SIDES[state.turn]} takes GIPF-pieces with the row, or leaves them")
    elif state.rows != 0:
        found.append(f"{SIDES[state.turn]} chooses which row goes off first: click both its ends")
    return tuple(found)
