"""How positions of Stratego are read and what is refused: names and letters of the pieces, armies, set-ups."""

from __future__ import annotations

import re
from typing import Any

from zermelo.boards.grids import square_index, square_name
from zermelo.boards.rows import unpack_row
from zermelo.errors import BadPosition

SPY, SCOUT, MINER, MARSHAL, BOMB, FLAG = 1, 2, 3, 10, 11, 12  # the rank is the number
LETTERS = "YSNTLPJCGMBF"  # of the kinds 1 to 12
KINDS = ("spy", "scout", "miner", "sergeant", "lieutenant", "captain", "major", "colonel", "general", "marshal",
         "bomb", "flag")  # fmt: skip
SIGNS, SIDES, LAKE = "rb", ("Red", "Blue"), "~"
BLANK = 12  # the set-up move that leaves a home square empty
STEPS = 13  # moves from here on are from * cells + to
# how many of each kind an army has, the spy first, and the set-up that is used unless another is given, front row first
ARMIES = {
    "full": ((1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1), "SPLSJSCSPM/JLSGYPSLTC/NTLPBSBJTS/BNTBFBNBNN"),
    "barrage": ((1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1), "S4M3S/4G5/2N4Y2/1BF7"),
    "small": ((1, 2, 2, 1, 0, 1, 0, 0, 1, 1, 2, 1), "SMTPGS/NBFBYN"),
}
LAKES = {10: {"c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"}, 6: {"b3", "b4", "e3", "e4"}}


def set_up(state: Any, player: int, text: str) -> None:
    """Put one army on its home squares if it is complete."""
    rows = text.strip().split("/")
    signs = [unpack_row(row.upper(), LETTERS, state.side) for row in rows]
    if len(rows) * state.side != state.homes or None in signs:
        raise BadPosition(
            f"a set-up is {state.homes // state.side} rows of {state.side} squares joined by /, the front row first, "
            f"of {LETTERS} and numbers of empty squares, not {text!r}"
        )
    for y, row in enumerate(reversed(signs)):
        for x, sign in enumerate(row or ""):
            kind = LETTERS.find(sign) + 1
            state.board[state.home(player, y * state.side + x)] = kind * (1 - 2 * player)
    for kind in range(1, FLAG + 1):
        wanted, given = int(state.ARMY[kind]), sum(row.count(LETTERS[kind - 1]) for row in signs if row)
        if given != wanted:
            raise BadPosition(f"{SIDES[player]} must have {wanted} of the {KINDS[kind - 1]}, not {given}")


def read_position(cls: Any, text: str) -> Any:
    """The position of a text."""
    parts = text.split()
    rows = parts[0].split("/") if parts else []
    if len(rows) != cls.side or len(parts) < 2 or parts[1] not in SIGNS or len(parts) not in (2, 4, 5):
        raise BadPosition(
            f"a position is {cls.side} rows from the top joined by /, r or b to move, then the last moves: {text!r}"
        )
    state: Any = cls.blank()
    state.turn = SIGNS.index(parts[1])
    for y, line in enumerate(reversed(rows)):
        signs = unpack_row(line, LETTERS + LETTERS.lower() + LAKE, cls.side)
        if signs is None:
            raise BadPosition(f"row {line!r} is not {cls.side} squares of {LETTERS}, small letters, ~ and numbers")
        for x, sign in enumerate(signs):
            if (sign == LAKE) != (square_name(x, y) in LAKES[cls.side]):
                raise BadPosition(f"the lakes are {' '.join(sorted(LAKES[cls.side]))}, and nobody stands there")
            kind = LETTERS.find(sign.upper()) + 1
            state.board[y * cls.side + x] = kind if sign.isupper() else -kind
    for player, part in enumerate(parts[2:4]):
        read_shuttle(state, player, part)
    state.placed = 2 * cls.homes
    if len(parts) == 5:
        if not re.fullmatch(r"\+[0-9]{1,2}", parts[4]) or int(parts[4]) >= 2 * cls.homes:
            raise BadPosition(f"{parts[4]!r} is no number of home squares set up, such as +17")
        state.placed = int(parts[4])
    if problem := impossible(state):
        raise BadPosition(problem)
    return state


def read_shuttle(state: Any, player: int, text: str) -> None:
    """The last move of a player and how often it went to and fro."""
    found = re.fullmatch(r"([a-j]\d+)([a-j]\d+):(\d{1,2})", text)
    if text == "-":
        return
    ends = [square_index(name, state.side, state.side) for name in found.groups()[:2]] if found else [-1]
    if not found or min(ends) < 0 or not 0 < int(found[3]) <= (state.two_squares or 0):
        raise BadPosition(f"{text!r} is no last move such as a4a5:1, or - for none")
    state.shuttle[3 * player : 3 * player + 3] = ends[0] + 1, ends[1] + 1, int(found[3])


def impossible(state: Any) -> str:
    """Why this position cannot be, and whose flag was taken."""
    setting_up = state.placed < 2 * state.homes
    if setting_up and state.turn != state.placed // state.homes:
        return "Red sets up first, then Blue"
    for player in (0, 1):
        own = 1 - 2 * player
        placed = max(0, min(state.homes, state.placed - state.homes * player))
        homes = [state.home(player, index) for index in range(placed)]
        for kind in range(1, FLAG + 1):
            there = [square for square in range(state.cells) if state.board[square] == kind * own]
            whose = f"{SIDES[player]}'s {KINDS[kind - 1]}"
            if len(there) > state.ARMY[kind]:
                return f"{whose}: {len(there)} are more than the {state.ARMY[kind]} of an army"
            if (kind >= BOMB or setting_up) and not set(there) <= set(homes):
                return f"{whose} stands where nobody was set up"
            if setting_up and placed == state.homes and len(there) != state.ARMY[kind]:
                return f"{whose} is not set up"
            if kind == FLAG and not there and not setting_up:
                state.lost = player + 1
                if player != state.turn:
                    return f"{SIDES[player]} has no flag and it is not that side's turn: the game was over before"
        if setting_up and sum(state.board[square] == 0 for square in homes) > state.ARMY[FLAG + 1]:
            return f"{SIDES[player]} left too many home squares empty"
    return ""


def reason(state: Any, move: int | str) -> str:
    """The first rule that a move breaks."""
    if not state.legal():
        return "the game is over"
    if state.placed < 2 * state.homes:
        left = ", ".join(state.move_text(kind) for kind in state.legal())
        return f"{SIDES[state.turn]} sets up the army; left for {state.name_of(state.next_home())}: {left}"
    number = -1 if isinstance(move, str) else move - STEPS
    ends = state.read_ends(move) if isinstance(move, str) else divmod(number, state.cells)
    if ends is None or not isinstance(move, str) and not 0 <= number < state.cells**2:
        return f"a move is two squares from a1 to {state.name_of(state.cells - 1)}, such as a4a5"
    start, to = ends
    kind = int(state.board[start]) * (1 - 2 * state.turn)
    if kind <= 0:
        return f"{SIDES[state.turn]} has no piece on {state.name_of(start)}"
    if kind >= BOMB:
        return "bombs and flags never move"
    if state.name_of(to) in LAKES[state.side]:
        return f"{state.name_of(to)} is a lake"
    if state.board[to] * (1 - 2 * state.turn) > 0:
        return f"{state.name_of(to)} is taken by an own piece"
    if state.shuttles(start, to):
        return f"no piece goes more than {state.two_squares} times to and fro between two squares"
    return f"the {KINDS[kind - 1]} does not reach {state.name_of(to)}"


def piece_text(kind: int) -> str:
    """What stands on a piece: its rank, or the letter of spy, bomb and flag."""
    return {SPY: "S", BOMB: "B", FLAG: "F", MARSHAL: "M"}.get(kind, str(kind))
