"""The names of Quads' tiles, how positions are written, read and drawn, and what is refused."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from zermelo.boards.grids import square_index
from zermelo.errors import BadPosition
from zermelo.game import Button, Cell, Piece, Scene, Way, count, has, squares

SIDES = 4  # top, right, bottom, left
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
TILES = 65  # oriented tiles: 3**4 patterns, less those without a solid side
SOLID = TILES - 1  # the tile that is solid all round has the last number, so that the others fit into a word
NAMES = [*(name for name in map("".join, product("SPR", repeat=SIDES)) if set(name) != {"S"} and "S" in name), "SSSS"]


def kind_of_tile(name: str) -> str:
    """The tile in the position that stands for all four: the first in the alphabet."""
    return min(name[turn:] + name[:turn] for turn in range(SIDES))


KINDS = sorted({kind_of_tile(name) for name in NAMES})  # 18


# ---------------------------------------------------------------------- positions


def position_text(state: Any) -> str:
    """Rows from the top, tiles between commas, empty cells counted, then who moves: `2,SPRS,sSSS,2/6/… 1`."""
    rows = []
    for row in reversed(range(state.size)):
        parts: list[str] = []
        for column in range(state.size):
            sign = state.sign(row * state.size + column)
            if not sign and parts and parts[-1].isdigit():
                parts[-1] = str(int(parts[-1]) + 1)
            else:
                parts.append(sign or "1")
        rows.append(",".join(parts))
    return f"{'/'.join(rows)} {state.turn + 1}"


def read_position(cls: Any, text: str) -> Any:
    """Read what `to_text` wrote."""
    found = re.fullmatch(r"(\S+) ([12])", " ".join(text.split()))
    rows = found.group(1).split("/") if found else []
    if not found or len(rows) != cls.size:
        raise BadPosition(f"a position is {cls.size} rows from the top joined by /, then 1 or 2 to move: {text!r}")
    state = cls.blank()
    state.start()
    for row, line in enumerate(reversed(rows)):
        column = 0
        for part in line.split(","):
            if re.fullmatch(r"[1-9]", part):
                column += int(part)
                continue
            if part.upper() not in NAMES or part not in (part.upper(), part.lower()) or column >= cls.size:
                raise BadPosition(f"row {line!r} is not {cls.size} cells of tiles such as SPRS or sprs and numbers")
            add(state, row * cls.size + column, part)
            column += 1
        if column != cls.size:
            raise BadPosition(f"row {line!r} does not have {cls.size} cells")
    state.turn = int(found.group(2)) - 1
    owners = [sum(state.sign(cell)[:1].isupper() for cell in range(cls.cells_all)), count(state.full)]
    if 2 * owners[0] - owners[1] != state.turn:
        raise BadPosition("the players lay tiles in turn: their numbers do not fit the player to move")
    if groups(state) > (2 if cls.apart else 1):
        raise BadPosition("a tile touches another one when it is laid: there are too many separate groups")
    return state


def add(state: Any, cell: int, sign: str) -> None:
    """One tile of a position; it must match those that are there."""
    player, tile = (0 if sign.isupper() else 1), NAMES.index(sign.upper())
    in_hand = state.has_solid(player) if tile == SOLID else has(state.hand[player], tile)
    if not in_hand:
        raise BadPosition(f"player {player + 1} has the tile {sign} only once")
    if problem := mismatch(state, cell, tile, player):
        raise BadPosition(problem)
    state.lay(cell, tile, player)


def groups(state: Any) -> int:
    """How many groups of touching tiles there are."""
    left = set(squares(state.full))
    total = 0
    while left:
        total += 1
        front = [left.pop()]
        while front:
            cell = front.pop()
            near = {int(state.NEAR[SIDES * cell + side]) for side in range(SIDES)} & left
            left -= near
            front += near
    return total


# ---------------------------------------------------------------------- refusals


def reason(state: Any, move: int | str) -> str:
    """The first rule that a move breaks."""
    if not state.legal():
        return "the game is over"
    if isinstance(move, int):
        move = state.move_text(move) if 0 <= move < state.most_moves else str(move)
    found = re.fullmatch(r"([a-z]\d)-?([spr]{4})", move.strip().lower())
    cell = square_index(found.group(1), state.size, state.size) if found else -1
    if not found or cell < 0 or found.group(2).upper() not in NAMES:
        return "a move is a cell and a tile's sides from the top clockwise, one of them S, such as c3-SPRS"
    tile = NAMES.index(found.group(2).upper())
    if has(state.full, cell):
        return f"there is a tile on {state.name(cell)}"
    if not (state.has_solid(state.turn) if tile == SOLID else has(state.hand[state.turn], tile)):
        return f"the tile {kind_of_tile(NAMES[tile])} is no longer in hand"
    touching = f"a tile on {state.name(cell)} would not touch another one"
    return mismatch(state, cell, tile, state.turn) or touching


def mismatch(state: Any, cell: int, tile: int, player: int) -> str:
    """Which side of a tile does not match, in words; empty if all do."""
    if has(state.shut[player], cell):
        return f"{state.name(cell)} lies beside a solid side of the other colour"
    for side, where in enumerate(("top", "right", "bottom", "left")):
        wanted = int(state.asked[cell]) >> 2 * side & 3
        if wanted and " SPR"[wanted] != NAMES[tile][side]:
            return f"the {where} side on {state.name(cell)} must be {' SPR'[wanted]}"
    return ""


# ---------------------------------------------------------------------- picture


def sides_of(cell: str, name: str, owner: int) -> list[Piece]:
    """The four sides of a tile, from the top clockwise; a terminal shows the last."""
    pieces = []
    for side, kind in sorted(enumerate(name), key=lambda side: side[1] == "S"):
        right, up = STEPS[side]
        known = {"S": ("disc", owner, str(owner + 1)), "P": ("lines", -1, "="), "R": ("rays", -1, "*")}[kind]
        pieces.append(Piece(cell, *known, 0.58 * right, 0.58 * up, -side % SIDES))
    return pieces


def in_words(kind: str) -> str:
    """The sides of a tile, from one clockwise."""
    return ", ".join({"S": "solid", "P": "parallel lines", "R": "rays"}[side] for side in kind)


def turned_to_the_right(name: str, turns: int) -> str:
    """The sides of a tile after quarter turns."""
    return name[SIDES - turns :] + name[: SIDES - turns]


def in_tray(kind: str, player: int) -> Button:
    """A tile in a hand, with the ways that it can lie."""
    names = dict.fromkeys(turned_to_the_right(kind, turns) for turns in range(SIDES))
    first = f"{player + 1} "
    ways = [
        Way(
            first + name if len(names) > 1 else "",
            tuple(sides_of("", name, player)),
            name,
            first + turned_to_the_right(name, 1) if len(names) > 1 else "",
        )
        for name in names
    ]
    return Button(f"{first}tile {kind}", in_words(kind), player, ways=tuple(ways))


def picture_of(state: Any) -> Scene:
    """Tiles of four signs; a tile in a tray, the way it lies, and the cell."""
    cells = tuple(
        Cell(state.name(cell), 2.0 * (cell % state.size), 2.0 * (cell // state.size), width=2.0, height=2.0)
        for cell in range(state.cells_all)
    )
    pieces = []
    for cell in range(state.cells_all):
        if sign := state.sign(cell):
            pieces += sides_of(state.name(cell), sign.upper(), 0 if sign.isupper() else 1)
    legal = state.legal()
    hands = [
        {kind_of_tile(NAMES[tile]) for tile in squares(state.hand[player])}
        | ({"SSSS"} if state.has_solid(player) else set())
        for player in range(2)
    ]
    buttons = {(player, kind): in_tray(kind, player) for player in range(2) for kind in KINDS if kind in hands[player]}
    clicks = {}
    for move in legal:
        name = NAMES[move % TILES]
        button = buttons[state.turn, kind_of_tile(name)]
        way = (f"{state.turn + 1} {name}",) if len(button.ways) > 1 else ()
        clicks[move] = (button.name, *way, state.name(move // TILES))
    return Scene(cells=cells, pieces=tuple(pieces), buttons=tuple(buttons.values()), clicks=clicks)
