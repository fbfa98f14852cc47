"""The numbers of Go's points and places, and how positions are written, read and drawn."""

from __future__ import annotations

from typing import Any

from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import Button, Cell, Piece, Scene

LETTERS = "ABCDEFGHJKLMNOPQRST"  # without I, as on every Go board
SIGNS = "xo"
NAMES = ("Black", "White")
EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 4  # what `stones` holds; & 3 leaves the colour


def place_of(game: Any, move: int) -> int:
    """The place of a point on the board with its edge."""
    return int(move + move // game.size + game.size + 2)


def moves_by_place(game: Any) -> list[int]:
    """The move of each place; the pass where there is no point."""
    moves = [game.last] * game.places
    for move in range(game.last):
        moves[place_of(game, move)] = move
    return moves


def position_text(state: Any) -> str:
    """Rows from the top (x black, o white), who moves, the ko or -, passes: `9/9/9/9/4x4/9/9/9/9 o - 0`."""
    rows = []
    for row in reversed(range(state.size)):
        line = "".join(".xo"[state.stones[place_of(state, row * state.size + column)]] for column in range(state.size))
        rows.append(pack_row(line))
    ko = state.move_text(state.MOVE[state.ko]) if state.ko else "-"
    return f"{'/'.join(rows)} {SIGNS[state.turn]} {ko} {state.passes}"


def read_position(cls: Any, text: str) -> Any:
    """Read what `to_text` wrote."""
    parts = text.split()
    lines = parts[0].split("/") if parts else []
    if len(parts) != 4 or len(lines) != cls.size or parts[1] not in ("x", "o") or parts[3] not in ("0", "1", "2"):
        raise BadPosition(
            f"a position is {cls.size} rows from the top joined by /, then x or o to move, "
            f"the ko or -, and the number of passes: {text!r}"
        )
    state = cls.blank()
    for row, line in enumerate(reversed(lines)):
        signs = unpack_row(line, SIGNS, cls.size)
        if signs is None:
            raise BadPosition(f"row {line!r} is not {cls.size} points of x, o and numbers")
        for column, sign in enumerate(signs):
            state.stones[place_of(cls, row * cls.size + column)] = ".xo".index(sign)
    state.turn, state.passes = SIGNS.index(parts[1]), int(parts[3])
    state.rebuild()
    for move in range(cls.last):
        place = place_of(cls, move)
        if state.stones[place] != EMPTY and state.liberties[state.head[place]] == 0:
            raise BadPosition(f"the stone on {state.move_text(move)} has no liberty")
    if parts[2] != "-":
        read_ko(state, parts[2])
    return state


def read_ko(state: Any, name: str) -> None:
    """Take up the ko of a position text: a place between stones of the opponent, one of which has just captured."""
    places = [place_of(state, move) for move in range(state.last) if state.move_text(move) == name]
    for place in places:
        theirs = 2 - state.turn
        near = [place + step for step in (1, -1, state.stride, -state.stride)]
        boxed = state.stones[place] == EMPTY and all(state.stones[p] in (theirs, EDGE) for p in near)
        alone = [p for p in near if state.stones[p] == theirs and state.ring[p] == p and state.liberties[p] == 1]
        if boxed and alone and state.passes == 0:
            state.ko = place
            return
    raise BadPosition(f"{name!r} cannot be a ko here: no single stone can have been taken there by the last move")


def reason(state: Any, move: int | str) -> str:
    """An occupied point, the ko, suicide, or no point at all."""
    if state.over():
        return "the game is over"
    names = {state.move_text(known).lower(): known for known in range(state.last + 1)}
    known = names.get(move.strip().lower(), -1) if isinstance(move, str) else int(move)
    if known == state.last:
        return "a pass is always possible"
    if not 0 <= known < state.last:
        return f"the points are A1 to {state.move_text(state.last - 1)} (there is no column I), and pass"
    place = place_of(state, known)
    if state.stones[place] != EMPTY:
        return f"{state.move_text(known)} is occupied"
    if place == state.ko:
        return f"{state.move_text(known)} is the ko: the last position would return"
    if not state.allowed(place):
        return f"a stone on {state.move_text(known)} would have no liberty: suicide"
    return f"{state.move_text(known)} is possible unless it repeats an earlier position"


def verdict(state: Any) -> str:
    """Who wins, and by how much."""
    if not state.over():
        return ""
    margin = state.reward(0)
    if margin == 0:
        return "both passed: a draw"
    return f"both passed: {NAMES[margin < 0]} wins by {abs(margin):g}"


def star_points(size: int) -> set[tuple[int, int]]:
    """The dots of a board: near the corners, on large ones between them, and in the middle."""
    if size < 7:
        return set()
    edge, middle = 3 if size > 12 else 2, size // 2
    ways = [edge, size - 1 - edge]
    stars = {(x, y) for x in ways for y in ways}
    if size % 2:
        stars.add((middle, middle))
        if size > 14:
            stars |= {(middle, one) for one in ways} | {(one, middle) for one in ways}
    return stars


def territory(colours: list[int], size: int) -> dict[int, int]:
    """The empty crossings that only one colour reaches, with that colour."""
    owned: dict[int, int] = {}
    seen: set[int] = set()
    for first in range(size * size):
        if colours[first] != EMPTY or first in seen:
            continue
        region, reached = [first], set()
        seen.add(first)
        for at in region:
            x, y = at % size, at // size
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                to = near[1] * size + near[0]
                if not (0 <= near[0] < size and 0 <= near[1] < size) or to in seen:
                    continue
                if colours[to] == EMPTY:
                    region.append(to)
                    seen.add(to)
                else:
                    reached.add(colours[to])
        if len(reached) == 1:
            owned |= dict.fromkeys(region, reached.pop())
    return owned


def picture_of(state: Any) -> Scene:
    """Lines that cross, stones on the crossings, and a button for the pass."""
    far = state.size - 1
    names = [state.move_text(move) for move in range(state.last)]
    colours = [state.stones[place_of(state, move)] for move in range(state.last)]
    stars = star_points(state.size)
    cells = tuple(
        Cell(name, *place, "point", "star" if place in stars else "plain")
        for move, name in enumerate(names)
        for place in [(move % state.size, move // state.size)]
    )
    pieces = tuple(
        Piece(name, "stone", colour - 1, SIGNS[colour - 1])
        for name, colour in zip(names, colours, strict=True)
        if colour != EMPTY
    )
    if state.over():
        owned = territory([int(colour) for colour in colours], state.size)
        pieces += tuple(Piece(names[at], "territory", colour - 1, SIGNS[colour - 1]) for at, colour in owned.items())
    lines = [(0.0, float(n), float(far), float(n)) for n in range(state.size)]
    lines += [(float(n), 0.0, float(n), float(far)) for n in range(state.size)]
    notes = [f"komi {state.komi:g}"]
    if any(state.taken):
        notes.append(f"captured: {NAMES[0]} {state.taken[1]}, {NAMES[1]} {state.taken[0]}")
    if state.ko:
        notes.append(f"ko at {state.move_text(state.MOVE[state.ko])}")
    if state.passes == 1:
        notes.append(f"{NAMES[1 - state.turn]} has passed")
    clicks: dict[int, tuple[str, ...]] = {
        move: ("pass" if move == state.last else names[move],) for move in state.legal()
    }
    buttons = (Button("pass", "Pass", state.turn),)
    return Scene(cells, pieces, buttons, tuple(lines), clicks, tuple(notes), ("black", "white"))
