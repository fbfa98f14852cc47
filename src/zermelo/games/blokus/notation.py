"""Positions and moves of Blokus in words and pictures: which pieces a board shows, why a move is refused, clicks."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from zermelo.boards.grids import LETTERS, square_index
from zermelo.boards.polyominoes import Shape, beside, drawing_of, normal, ways_of
from zermelo.errors import BadPosition
from zermelo.game import Button, Cell, Piece, Scene, squares, word
from zermelo.games.blokus.shapes import BORDER, NAMES, shapes

Places = set[tuple[int, int]]  # columns and rows


def covered(state: Any, move: int) -> list[int]:
    """The cells of a move, row by row."""
    shape, cell = shapes(state.largest)[move // state.cells_all][1], move % state.cells_all
    return sorted(cell + y * state.size + x for x, y in shape)


def owners(state: Any) -> list[int]:
    """Who covers each cell, or -1."""
    made = [-1] * state.cells_all
    for player in range(state.players):
        for row in range(state.size):
            for column in squares(word(state.cells[player, row])):
                made[row * state.size + column - BORDER] = player
    return made


def is_in(board: Any, player: int, x: int, y: int) -> bool:
    """Whether a board with a border has a cell; x and y may lie just outside."""
    return bool(board[player, y + BORDER] >> x + BORDER & 1)


def open_corner(state: Any, player: int, places: Places) -> bool:
    """Whether a piece covers a cell that begins a player's pieces or touches one of them at a corner."""
    return any(is_in(state.reach, player, x, y) and not is_in(state.shut, player, x, y) for x, y in places)


# ---------------------------------------------------------------------- positions


def parts(places: Places) -> list[Places]:
    """Cells that hang together by their edges."""
    left, found = set(places), []
    while left:
        part = [left.pop()]
        for place in part:
            near = left.intersection(beside(place))
            left -= near
            part += near
        found.append(set(part))
    return found


def move_of(state: Any, places: Places) -> int:
    """The move that covers some cells, whether it is legal or not; -1 if no piece looks like this."""
    ways = {shape: number for number, (_, shape) in enumerate(shapes(state.largest))}
    shape = ways.get(normal(places), -1)
    corner = min(y for _, y in places) * state.size + min(x for x, _ in places)
    return shape * state.cells_all + corner if shape >= 0 else -1


def put_pieces(state: Any, signs: str) -> None:
    """Put what a board shows onto an empty one, for each player first the piece on a start square."""
    for player, sign in enumerate(state.signs()):
        waiting = parts({(cell % state.size, cell // state.size) for cell, here in enumerate(signs) if here == sign})
        while waiting:
            part = next((part for part in waiting if open_corner(state, player, part)), None)
            if part is None:
                raise BadPosition(
                    f"a piece of {state.colours[player]} touches no other at a corner and no start square"
                )
            waiting.remove(part)
            move = move_of(state, part)
            piece = int(state.PIECE[move // state.cells_all]) if move >= 0 else 0
            if move < 0 or not state.left[player] >> piece & 1:
                what = f"two pieces {NAMES[piece]}" if move >= 0 else f"no piece of {len(part)} squares that lies so"
                raise BadPosition(f"{state.colours[player]} has {what}: pieces of one colour never share an edge")
            state.lay(player, move)


def seated(state: Any) -> None:
    """Refuse positions that do not fit who moves and who is out."""
    counts = [state.pieces - int(left).bit_count() for left in state.left]
    playing = [seat for seat in range(state.players) if not state.done[seat]]
    for seat in range(state.players):
        if bool(state.left[seat]) == (state.done[seat] == 2) or (not state.left[seat] and not state.done[seat]):
            raise BadPosition("who has put all pieces is out, and only they can have put the single square last")
        least = counts[state.turn] + (seat < state.turn)
        if playing and (counts[seat] > least or (seat in playing and counts[seat] != least)):
            raise BadPosition("the numbers of pieces do not fit the player to move")
    if playing and state.turn not in playing:
        raise BadPosition("a player who is out has no turn")
    for seat in set(range(state.players)) - set(playing):
        trial = state.copy()
        trial.turn, trial.done[seat] = seat, 0
        if trial.legal() != [state.no_move]:
            raise BadPosition(f"{state.colours[seat]} is not out: there is room for a piece")


# ---------------------------------------------------------------------- moves


def read_cells(state: Any, text: str) -> int:
    """The move that covers the cells named in a text, whether it is legal or not; -1 if there is none."""
    cells = [square_index(name, state.size, state.size) for name in re.findall(r"[a-z]\d+", text)]
    if not cells or -1 in cells or re.sub(r"[a-z]\d+|[\s,:-]", "", text):
        return -1
    return move_of(state, {(cell % state.size, cell // state.size) for cell in cells})


def reason(state: Any, text: str) -> str:
    """Which rule forbids a move."""
    if text == "pass":
        return "only a player who can put nothing passes"
    names = re.findall(r"[a-z]\d+", text)
    cells = [square_index(name, state.size, state.size) for name in names]
    if not cells or re.sub(r"[a-z]\d+|[\s,:-]", "", text):
        return "a move is the cells of a piece, such as e10,f10,e11"
    if -1 in cells:
        last = f"{LETTERS[state.size - 1]}{state.size}"
        return f"{names[cells.index(-1)]} is no cell: they are a1 to {last}"
    places = {(cell % state.size, cell // state.size) for cell in cells}
    move = move_of(state, places)
    if move < 0:
        return "no piece covers these cells: a piece is up to five squares joined along their edges"
    player = state.turn
    if not state.left[player] >> state.PIECE[move // state.cells_all] & 1:
        return f"{state.colours[player]} has put the {NAMES[state.PIECE[move // state.cells_all]]} already"
    owned = owners(state)
    if taken := [name for name, cell in zip(names, cells, strict=True) if owned[cell] >= 0]:
        return f"{taken[0]} is covered"
    if any(is_in(state.shut, player, x, y) for x, y in places):
        return f"the piece would share an edge with another of {state.colours[player]}"
    if state.left[player] == state.every_piece:
        return "the first piece must cover a start square"
    return f"the piece touches none of {state.colours[player]} at a corner"


# ---------------------------------------------------------------------- picture


@cache
def tray(largest: int, owner: int, sign: str) -> dict[int, Button]:
    """Every piece, with the ways that it can lie."""
    groups: dict[int, list[Shape]] = {}
    for piece, shape in shapes(largest):
        groups.setdefault(piece, []).append(shape)
    tile = Piece("", "tile", owner, sign)
    return {
        piece: Button(NAMES[piece], NAMES[piece], owner, ways=ways_of(ways, NAMES[piece], tile))
        for piece, ways in groups.items()
    }


def clicked(state: Any, move: int) -> tuple[str, ...]:
    """The piece, how it lies if it can lie in several ways, and its lowest cell, the one furthest left."""
    piece, shape = shapes(state.largest)[move // state.cells_all]
    alone = len(tray(state.largest, 0, "")[piece].ways) == 1
    way = () if alone else (f"{NAMES[piece]} {drawing_of(shape)}",)
    return (NAMES[piece], *way, state.name(covered(state, move)[0]))


def shades(state: Any) -> dict[tuple[int, int], str]:
    """Start squares stand out."""
    if state.players == 2:
        return dict.fromkeys([*state.STARTS[0], *state.STARTS[1]], "dark")
    return {state.STARTS[player][0]: f"home{player}" for player in range(state.players)}


def hand_text(state: Any, player: int) -> str:
    """How a player stands."""
    left = int(state.left[player]).bit_count()
    return (
        f"{state.colours[player]}{' (out)' if state.done[player] else ''}: {state.points(player)}; {left} pieces left"
    )


def picture(state: Any) -> Scene:
    """The board, and the pieces of the player to move in a tray."""
    shaded, signs = shades(state), state.signs()
    cells = [
        Cell(state.name(cell), place[0], place[1], shade=shaded.get(place, "plain"))
        for cell in range(state.cells_all)
        for place in [(cell % state.size, cell // state.size)]
    ]
    tiles = [
        Piece(cells[cell].name, "tile", owner, signs[owner]) for cell, owner in enumerate(owners(state)) if owner >= 0
    ]
    pieces = tray(state.largest, state.turn, signs[state.turn])
    buttons = [pieces[piece] for piece in squares(word(state.left[state.turn]))]
    clicks = {move: clicked(state, move) if move != state.no_move else ("pass",) for move in sorted(state.legal())}
    if state.no_move in clicks:
        buttons.append(Button("pass", "pass", state.turn))
    notes = tuple(hand_text(state, player) for player in range(state.players))
    return Scene(tuple(cells), tuple(tiles), tuple(buttons), clicks=clicks, notes=notes, colours=state.colours)
