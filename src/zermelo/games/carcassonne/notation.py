"""Positions, moves and pictures of Carcassonne. Cells are counted from the start tile: `1,-2` is east 1, south 2."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import CHANCE, Button, Cell, Piece, Scene, Way
from zermelo.games.carcassonne.tiles import (
    CITY,
    COUNTS,
    EDGES,
    FIELD,
    HALVES,
    KINDS,
    LETTERS,
    MONASTERY,
    MOST_POINTS,
    PARTS,
    ROAD,
    SIDES,
    START,
    TURNS,
    WHATS,
    part_places,
    parts_of,
)

FOLLOWERS = 7
COMPASS = ("north", "east", "south", "west")


# ---------------------------------------------------------------------- names


def cell_name(state: Any, cell: int) -> str:
    """Columns east and rows north of the start tile."""
    half = state.table // 2
    return f"{cell % state.table - half},{cell // state.table - half}"


def cell_of(state: Any, name: str) -> int:
    """The cell of a name, or -1."""
    found = re.fullmatch(r"(-?\d{1,2}),(-?\d{1,2})", name)
    half = state.table // 2
    if not found or max(abs(int(found[1])), abs(int(found[2]))) > half:
        return -1
    return (int(found[2]) + half) * int(state.table) + int(found[1]) + half


def laid(state: Any) -> list[tuple[int, int]]:
    """Every tile on the table: its cell, and its kind * 4 + rotation."""
    return [(int(cell), int(state.grid[cell]) - 1) for cell in np.flatnonzero(state.grid)]


def part_name(code: int, number: int) -> str:
    """What a part of a tile is, with its sides; with a field's first half of a side, clockwise from the north."""
    part = parts_of(LETTERS[code >> 2])[number]
    places = part_places(part, code & 3)
    if part.what == MONASTERY:
        return WHATS[part.what]
    return f"{WHATS[part.what]}:{HALVES[places[0]] if part.what == FIELD else ''.join(SIDES[s] for s in places)}"


def move_name(state: Any, move: int) -> str:
    """One move in words."""
    if state.turn == CHANCE:
        return LETTERS[move]
    if move == state.nobody:
        return "none"
    if move >= state.follower:
        return part_name(int(state.grid[state.placed - 1]) - 1, move - state.follower)
    return cell_name(state, move >> 2) + SIDES[move & 3]


def refusal(state: Any, move: int | str) -> str:
    """The first rule that a move breaks."""
    if state.over():
        return "the game is over"
    if state.turn == CHANCE:
        return f"the tiles to draw are {''.join(LETTERS[kind] for kind in state.legal())}"
    text = move.strip() if isinstance(move, str) else move_name(state, move) if 0 <= move < state.follower else ""
    if state.placed:
        return follower_refusal(state, text)
    cell, top = cell_of(state, text[:-1]), SIDES.find(text[-1:].lower())
    if text == "none" or ":" in text or text == "monastery":
        return "lay the tile first"
    if cell < 0 or top < 0 or not text:
        return "write a cell of the table and where the top of the tile points, such as 1,0n"
    letter = LETTERS[state.hand - 1]
    if state.grid[cell]:
        return f"a tile lies on {cell_name(state, cell)}"
    if not state.need[cell]:
        return f"{cell_name(state, cell)} is not beside a tile"
    if top >= TURNS[state.hand - 1]:
        return f"tile {letter} turned to {SIDES[top]} looks as turned to {SIDES[top % TURNS[state.hand - 1]]}"
    edges = int(EDGES[(state.hand - 1) * 4 + top])
    for side in range(4):
        asked, has = int(state.need[cell]) >> 2 * side & 3, edges >> 2 * side & 3
        if asked not in (0, has):
            return f"the neighbour in the {COMPASS[side]} has a {WHATS[asked]} there, the tile a {WHATS[has]}"
    return "the tile fits there"


def follower_refusal(state: Any, text: str) -> str:
    """Why a follower cannot be put on a part."""
    code = int(state.grid[state.placed - 1]) - 1
    names = [part_name(code, part) for part in range(PARTS[code >> 2])]
    if text.lower() not in names:
        return f"the parts of this tile are {', '.join(names)}; or none"
    if state.followers[state.turn, FOLLOWERS - 1]:
        return f"player {state.turn + 1} has no follower in hand"
    if text.lower().startswith("field") and not state.farmers:
        return "fields are left out in this form of the game"
    return f"a follower stands on that {text.partition(':')[0].lower()} already"


# ---------------------------------------------------------------------- positions


def position_text(state: Any) -> str:
    """Tiles with followers, points, the tile in hand, the tiles to come, who moves and the tile just laid."""
    followers: dict[int, str] = {}
    for player in range(2):
        for where in (int(where) - 1 for where in state.followers[player] if where):
            followers[where >> 3] = f"*{player + 1}{part_name(int(state.grid[where >> 3]) - 1, where & 7)}"
    tiles = []
    for cell, code in laid(state):
        tiles.append(f"{cell_name(state, cell)}{LETTERS[code >> 2]}{SIDES[code & 3]}{followers.get(cell, '')}")
    if state.known:
        come = "".join(LETTERS[state.bag[place] - 1] for place in reversed(range(state.left)))
    else:
        come = "".join(letter * int(state.bag[kind]) for kind, letter in enumerate(LETTERS))
    hand = LETTERS[state.hand - 1] if state.hand else "end" if state.over() else "-" if state.placed else "?"
    mover = f"{state.mover + 1}" + (f"@{cell_name(state, state.placed - 1)}" if state.placed else "")
    return f"{';'.join(tiles)} {state.score[0]}:{state.score[1]} {hand} {come or '-'} {mover}"


def read_position(state: Any, text: str) -> None:
    """Fill an empty state, and refuse what cannot be."""
    parts = text.split()
    form = re.fullmatch(r"(\d{1,3}):(\d{1,3}) ([A-X?-]|end) ([A-X]+|-) ([12])(?:@(\S+))?", " ".join(parts[1:]))
    if len(parts) != 5 or not form:
        raise BadPosition(f"a position is tiles, points, the tile in hand, those to come and who moves: {text!r}")
    followers = read_tiles(state, parts[0])
    state.score[0], state.score[1] = min(int(form[1]), 999), min(int(form[2]), 999)
    state.turn = state.mover = int(form[5]) - 1
    if form[6]:
        state.placed = cell_of(state, form[6]) + 1
        if not state.placed or not state.grid[state.placed - 1]:
            raise BadPosition(f"no tile lies on {form[6]}")
    state.finished = form[3] == "end"
    state.hand = LETTERS.find(form[3]) + 1 if len(form[3]) == 1 else 0
    read_bag(state, form[4])
    for player, name, cell in followers:
        read_follower(state, player, name, cell)
    check_turn(state, form[3])
    check_points(state)


def read_tiles(state: Any, text: str) -> list[tuple[int, str, int]]:
    """Lay the tiles, and give the followers on them back: player, part, cell."""
    followers = []
    for item in text.split(";"):
        found = re.fullmatch(r"(-?\d+,-?\d+)([A-X])([nesw])(?:\*([12])([a-z:]+))?", item)
        cell = cell_of(state, found[1]) if found else -1
        if not found or cell < 0:
            raise BadPosition(f"a tile is written with its cell on the table, letter and top, such as 1,0Ve: {item!r}")
        kind, rotation = LETTERS.index(found[2]), SIDES.index(found[3])
        if state.grid[cell]:
            raise BadPosition(f"two tiles lie on {found[1]}")
        if rotation >= TURNS[kind]:
            raise BadPosition(f"tile {found[2]} is never turned to {found[3]}: it looks the same otherwise")
        state.grid[cell] = kind * 4 + rotation + 1
        if found[4]:
            followers.append((int(found[4]) - 1, found[5], cell))
    middle = state.cells // 2
    if (int(state.grid[middle]) - 1) >> 2 != START:
        raise BadPosition("the start tile D lies on 0,0")
    state.rebuild()
    check_joined(state)
    return followers


def check_joined(state: Any) -> None:
    """All tiles hang together and match."""
    todo, seen = [state.cells // 2], {state.cells // 2}
    while todo:
        cell = todo.pop()
        for side in range(4):
            other = state.beside(cell, side)
            if other >= 0 and state.grid[other]:
                if (
                    int(EDGES[state.grid[cell] - 1]) >> 2 * side & 3
                    != int(EDGES[state.grid[other] - 1]) >> 2 * (side ^ 2) & 3
                ):
                    raise BadPosition(
                        f"the tiles on {cell_name(state, cell)} and {cell_name(state, other)} do not match"
                    )
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
    if len(seen) < len(laid(state)):
        raise BadPosition("the tiles do not hang together")


def read_bag(state: Any, text: str) -> None:
    """The tiles to come; with the others there are not more than the game has."""
    come = [] if text == "-" else [LETTERS.index(letter) for letter in text]
    out = [code >> 2 for _, code in laid(state)] + ([state.hand - 1] if state.hand else [])
    for kind, letter in enumerate(LETTERS):
        if (out + come).count(kind) > COUNTS[kind]:
            raise BadPosition(f"there are only {COUNTS[kind]} tiles {letter}")
    spare = 0 if state.known else sum(map(int, COUNTS)) - state.tiles  # never drawn in a shorter game
    if len(come) < spare or len(out) + len(come) - spare > state.tiles:
        raise BadPosition(f"{len(out)} tiles and {len(come)} to come are not those of a game of {state.tiles} tiles")
    state.left = len(come) - spare
    for place, kind in enumerate(reversed(come)):
        if state.known:
            state.bag[place] = kind + 1
        else:
            state.bag[kind] += 1


def read_follower(state: Any, player: int, name: str, cell: int) -> None:
    """Put a follower on a part of a tile."""
    code = int(state.grid[cell]) - 1
    names = [part_name(code, part) for part in range(PARTS[code >> 2])]
    if name not in names or (name.startswith("field") and not state.farmers):
        raise BadPosition(f"no follower can stand on {name!r} of the tile on {cell_name(state, cell)}")
    if state.followers[player, FOLLOWERS - 1]:
        raise BadPosition(f"player {player + 1} has more than {FOLLOWERS} followers")
    if cell == state.placed - 1:
        raise BadPosition("a follower stands on the tile just laid, so the turn is over")
    state.post(player, cell * 8 + names.index(name) + 1)


def check_turn(state: Any, hand: str) -> None:
    """The tile in hand, the tiles to come and the turn belong together."""
    if state.placed:
        if hand != "-" or not state.may_post():
            raise BadPosition("after the tile is laid there is none in hand (-), and a follower can be put on it")
    elif hand == "end":
        if state.left:
            raise BadPosition("the game ends when no tile is to come")
    elif hand == "?":
        if state.known or not state.left:
            raise BadPosition("chance draws only where the order is unknown, and while tiles are to come")
        state.turn = CHANCE
    elif not state.hand or not state.fits_somewhere(state.hand - 1):
        raise BadPosition(f"the tile in hand, {hand}, fits nowhere")


def check_points(state: Any) -> None:
    """Followers have returned from what is complete, and nobody has more points than that gave."""
    near = {state.beyond(state.placed - 1, n % 3 - 1, n // 3 - 1) for n in range(9)} if state.placed else set()
    open_roots = set()
    for cell in near - {-1}:
        if state.grid[cell]:
            kind = state.kind_at(cell)
            open_roots |= {state.root(int(state.first[cell]) + part) for part in range(PARTS[kind])}
    points, seen = 0, set()
    for cell, code in laid(state):
        for part, made in enumerate(parts_of(LETTERS[code >> 2])):
            root = state.root(int(state.first[cell]) + part)
            if made.what == FIELD or state.gaps[root] or root in seen:
                continue
            seen.add(root)
            points += state.worth(root, made.what)
            if not state.over() and root not in open_roots and state.on[0, root] + state.on[1, root]:
                raise BadPosition(f"the {WHATS[made.what]} on {cell_name(state, cell)} is complete: followers return")
    if max(state.score) > (MOST_POINTS if state.over() else points):
        raise BadPosition(f"nobody can have {max(state.score)} points with these tiles")


# ---------------------------------------------------------------------- picture


def land(code: int) -> str:
    """A tile in words that a picture is drawn from: cities and roads by their sides."""
    kind = KINDS[LETTERS[code >> 2]]
    words = ["land"]
    words += [
        part_name(code, n).replace(":", "-")
        for n, part in enumerate(parts_of(LETTERS[code >> 2]))
        if part.what != FIELD
    ]
    return " ".join([*words, *(["shield"] if kind.shield else [])])


def spot(code: int, number: int) -> tuple[float, float]:
    """Where a follower stands on a part, from the middle of the tile."""
    part = parts_of(LETTERS[code >> 2])[number]
    places = part_places(part, code & 3)
    if part.what == FIELD:
        half = places[len(places) // 2]
        along, side = (-0.22, 0.22)[half % 2], half // 2
        return ((along, 0.33), (0.33, -along), (-along, -0.33), (-0.33, along))[side]
    far = {CITY: (0.0, 0.33, 0.25, 0.15, 0.0), ROAD: (0.0, 0.33, 0.15)}.get(part.what, (0.0,))[len(places)]
    steps = [((0, 1), (1, 0), (0, -1), (-1, 0))[side] for side in places]
    return far * sum(x for x, _ in steps), far * sum(y for _, y in steps)


def follower(cell: str, player: int, code: int, number: int) -> Piece:
    """A follower on a part of a tile; in fields it lies down."""
    lies = parts_of(LETTERS[code >> 2])[number].what == FIELD
    return Piece(cell, "follower", player, str(player + 1), *spot(code, number), turned=int(lies))


def tile_in_hand(state: Any) -> Button:
    """The tile to be placed, with the ways that it can lie: it is turned to the right."""
    code = 4 * state.hand - 4
    ways = tuple(
        Way(
            f"top {side}",
            (Piece("", land(code + turn), text=LETTERS[code >> 2]),),
            f"{LETTERS[code >> 2]} with its top {side}",
            f"top {SIDES[(turn + 1) % 4]}",
        )
        for turn, side in enumerate(SIDES)
    )
    return Button("tile", "the tile to place", state.turn, ways=ways)


def follower_choice(state: Any, name: str) -> Button:
    """The tile that was laid, with a follower on one of its parts or with none."""
    code = int(state.grid[state.placed - 1]) - 1
    shown = [Piece("", land(code), text=LETTERS[code >> 2])]
    if name == "none":
        return Button(name, "no follower", state.turn, ways=(Way("", tuple(shown)),))
    part = next(n for n in range(PARTS[code >> 2]) if part_name(code, n) == name)
    shown.append(follower("", state.turn, code, part))
    return Button(name, f"a follower: {name}", state.turn, ways=(Way("", tuple(shown)),))


def picture_of(state: Any) -> Scene:
    """The tiles with a rim; the tile to place and, when it lies, where a follower can stand are in a tray."""
    half = state.table // 2
    tiles = [(cell % state.table - half, cell // state.table - half, code) for cell, code in laid(state)]
    left, right = max(min(x for x, _, _ in tiles) - 1, -half), min(max(x for x, _, _ in tiles) + 1, half)
    low, high = max(min(y for _, y, _ in tiles) - 1, -half), min(max(y for _, y, _ in tiles) + 1, half)
    cells = [Cell(f"{x},{y}", x, y) for y in range(low, high + 1) for x in range(left, right + 1)]
    pieces = [Piece(f"{x},{y}", land(code), text=LETTERS[code >> 2]) for x, y, code in tiles]
    for player in range(2):
        for where in (int(where) - 1 for where in state.followers[player] if where):
            pieces.append(follower(cell_name(state, where >> 3), player, int(state.grid[where >> 3]) - 1, where & 7))
    clicks: dict[int, tuple[str, ...]] = {}
    buttons = []
    for move in state.legal():
        name = move_name(state, move)
        if state.turn == CHANCE:
            buttons.append(Button(name, name, kind=land(4 * move), many=int(state.bag[move])))
        elif state.placed:
            buttons.append(follower_choice(state, name))
        clicks[move] = (name,) if buttons else ("tile", f"top {name[-1]}", name[:-1])
    if clicks and not buttons:
        buttons.append(tile_in_hand(state))
    return Scene(
        tuple(cells), tuple(pieces), tuple(buttons), clicks=clicks, notes=notes(state), colours=("red", "blue")
    )


def notes(state: Any) -> tuple[str, ...]:
    """Points, followers in hand, and the tiles to come."""
    lines = [f"player {p + 1}: {state.score[p]} points, followers in hand: {state.in_hand(p)}" for p in range(2)]
    return (*lines, f"tiles to come: {state.left}")
