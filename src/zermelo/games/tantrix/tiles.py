"""The tiles of Tantrix, the cells of the table, and how both are written and drawn.

A tile is written by the colours of its six sides, clockwise from the east; two sides of one colour are joined by a
link. The 56 tiles are all ways to do that with three of four colours, except three straight links that cross. Here they
stand in the order of the numbers on their backs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from zermelo.boards.hexes import AROUND, centre, distance
from zermelo.errors import BadParameter, BadPosition
from zermelo.game import CHANCE, Button, Cell, Piece, Scene, Way, bit, count, has, squares

if TYPE_CHECKING:
    from zermelo.games.tantrix.rules import Tantrix

COLOURS = ("blue", "green", "red", "yellow")
LETTERS = "bgry"
TILES = (
    "brbryy", "brrbyy", "bbyyrr", "brybyr", "bbryyr", "bryrby", "bbyryr", "bbryry", "brbyry", "brbyyr",
    "bybyrr", "brryby", "bbyrry", "bbrryy", "ggryyr", "ggyrry", "grgryy", "grgyyr", "gygyrr", "grrygy",
    "ggrryy", "grrgyy", "ggyyrr", "bggbrr", "bbggrr", "bbgrrg", "bgbgrr", "bbrrgg", "bgbrrg", "bbrggr",
    "ggryry", "grygyr", "ggyryr", "grgyry", "gryrgy", "bggrbr", "bbgrgr", "bbrgrg", "bgbrgr", "bgrbrg",
    "brbrgg", "bgrgbr", "bbyygg", "bgygby", "bbggyy", "bybygg", "bbyggy", "bggbyy", "bbgyyg", "bgybyg",
    "bgbygy", "bggyby", "bgbyyg", "bgbgyy", "bbgygy", "bbygyg",
)  # fmt: skip
NUMBER = len(TILES)
WIDE = 31  # the window: rows of cells
FAR = 15  # steps from the middle to the border of the window, where nothing is laid
CELLS = WIDE * WIDE
MIDDLE = FAR * WIDE + FAR
NOTHING = -1  # sides of a colour that a tile does not have


def turned(tile: int, rotation: int) -> str:
    """The colours of a tile that is turned clockwise by sixths."""
    return TILES[tile][6 - rotation :] + TILES[tile][: 6 - rotation]


def face(colours: str) -> int:
    """The colours of the sides as a number: three bits a side, 4 + colour."""
    return sum((4 | LETTERS.index(colour)) << 3 * side for side, colour in enumerate(colours))


def faces() -> list[int]:
    """The face of each tile in each rotation: [6 * tile + rotation]."""
    return [face(turned(tile, rotation)) for tile in range(NUMBER) for rotation in range(6)]


def links() -> list[int]:
    """The two sides that each colour joins, as 8 * one + other: [4 * tile + colour]."""
    found = []
    for colours in TILES:
        for colour in LETTERS:
            ends = [side for side in range(6) if colours[side] == colour]
            found.append(8 * ends[0] + ends[1] if ends else NOTHING)
    return found


def steps() -> list[int]:
    """From a cell to its six neighbours, clockwise from the east."""
    return [r * WIDE + q for q, r in AROUND]


def place_of(cell: int) -> tuple[int, int]:
    """The coordinates of a cell from the middle."""
    return cell % WIDE - FAR, cell // WIDE - FAR


# ---------------------------------------------------------------------- notation


def cell_name(cell: int) -> str:
    """Columns to the east and rows to the south of the first tile: 1,-2."""
    q, r = place_of(cell)
    return f"{q},{r}"


def tile_name(tile: int) -> str:
    """The number on its back."""
    return str(tile + 1)


def move_name(move: int) -> str:
    """Tile, rotation and cell: 23/4@1,-2."""
    tile = move // 6 % NUMBER
    return f"{tile_name(tile)}/{move % 6}@{cell_name(move // 6 // NUMBER)}"


def read_move(text: str) -> int:
    """The number of a placement, or -1 if the text is none."""
    found = re.fullmatch(r"(\d{1,2})/([0-5])@(-?\d{1,2}),(-?\d{1,2})", text)
    if found is None:
        return -1
    tile, rotation, q, r = (int(part) for part in found.groups())
    if not 1 <= tile <= NUMBER or distance((q, r), (0, 0)) >= FAR:
        return -1
    return (((r + FAR) * WIDE + q + FAR) * NUMBER + tile - 1) * 6 + rotation


def read_colours(text: str) -> list[int]:
    """The colours of the players: red,yellow or ry."""
    parts = [part[:1] for part in text.lower().split(",")] if "," in text else list(text.lower())
    if len(parts) != 2 or len(set(parts)) != 2 or not set(parts) <= set(LETTERS):
        raise BadParameter(f"the players have two different colours of {', '.join(COLOURS)}, like ry: {text!r}")
    return [LETTERS.index(part) for part in parts]


def read_tiles(text: str) -> list[int]:
    """Tiles by their numbers, with commas or spaces; - for none."""
    names = [] if text == "-" else text.replace(",", " ").split()
    if any(re.fullmatch(r"\d{1,2}", name) is None or not 1 <= int(name) <= NUMBER for name in names):
        raise BadPosition(f"tiles are numbers from 1 to {NUMBER}, like 3,14,56: {text!r}")
    return [int(name) - 1 for name in names]


def tiles_text(tiles: Iterable[int]) -> str:
    """Tiles by their numbers."""
    return ",".join(tile_name(tile) for tile in tiles) or "-"


def position_text(state: Tantrix) -> str:
    """The table, both hands, the bag, the colours, the step of the turn, who moves (`?1`: chance draws for them)."""
    down = ";".join(
        f"{tile_name(tile)}/{(state.laid[tile] - 1) % 6}@{cell_name((state.laid[tile] - 1) // 6)}"
        for tile in squares(state.down)
    )
    drawn = NUMBER - count(state.inside())
    bag = tiles_text(int(state.bag[place]) for place in range(drawn, NUMBER)) if state.known else "hidden"
    colours = "".join(LETTERS[state.colour[player]] for player in range(2))
    mover = f"?{state.drawer}" if state.turn == CHANCE else str(state.turn + 1)
    hands = [tiles_text(squares(state.hands[player])) for player in range(2)]
    return " ".join([down or "-", *hands, bag, colours, str(state.phase), mover])


def read_position(state: Tantrix, text: str) -> None:
    """Read what `position_text` wrote into an empty state."""
    parts = text.split()
    if len(parts) != 7:
        raise BadPosition(f"a position is table, two hands, bag, colours, step (0 to 2) and player: {text!r}")
    down = [] if parts[0] == "-" else [read_move(name) for name in parts[0].split(";")]
    if -1 in down:
        raise BadPosition(f"tiles on the table are written like 23/4@1,-2 and joined by semicolons: {parts[0]!r}")
    hands = [read_tiles(parts[1]), read_tiles(parts[2])]
    laid = [move // 6 % NUMBER for move in down]
    seen = [*laid, *hands[0], *hands[1]]
    rest = [tile for tile in range(NUMBER) if tile not in seen]
    bag = read_tiles(parts[3]) if state.known else rest
    if not state.known and parts[3] != "hidden":
        raise BadPosition("where draws are by chance the bag is written as hidden")
    if sorted([*seen, *bag]) != list(range(NUMBER)):
        raise BadPosition(f"each of the {NUMBER} tiles lies once on the table, in a hand or in the bag")
    try:
        state.colour[:] = read_colours(parts[4])
    except BadParameter as problem:
        raise BadPosition(str(problem)) from problem
    if parts[5] not in ("0", "1", "2") or parts[6] not in ("1", "2", *(("?1", "?2") if state.chance else ())):
        raise BadPosition(f"the step is 0, 1 or 2 and the player 1 or 2, not {parts[5]} and {parts[6]}")
    for place, tile in enumerate([*seen, *bag]):
        state.bag[place] = tile
    lay_all(state, down)
    for player in range(2):
        for tile in hands[player]:
            state.hands[player] |= bit(tile)
    state.phase = int(parts[5])
    if parts[6].startswith("?"):
        state.drawer, state.turn = int(parts[6][1]), CHANCE
    else:
        state.turn = int(parts[6]) - 1
    if problem_text := unsound(state):
        raise BadPosition(problem_text)


def lay_all(state: Tantrix, down: list[int]) -> None:
    """Put the tiles of a position on the table, each next to those before."""
    left = list(down)
    if left and MIDDLE not in [move // 6 // NUMBER for move in left]:
        raise BadPosition("the first tile lies in the middle, at 0,0")
    while left:
        for move in left:
            cell = move // 6 // NUMBER
            if state.grid[cell] < 0 or (cell == MIDDLE and state.edges == 0):
                break
        else:
            raise BadPosition(f"{move_name(left[0])} does not touch the other tiles, or two lie on one cell")
        left.remove(move)
        if not state.agrees(cell, move // 6 % NUMBER, move % 6):
            raise BadPosition(f"the colours of {move_name(move)} differ from those beside it")
        state.lay(move // 6 % NUMBER, cell, move % 6)


def unsound(state: Tantrix) -> str:
    """What is wrong with hands and turn, or nothing."""
    full = [count(state.hands[player]) for player in range(2)]
    bag = count(state.inside())
    if state.turn == CHANCE:
        player = state.drawer - 1
        dealing = state.edges == 0
        wanted = [state.hand if dealing and player == 1 else 0, 0] if dealing else [state.hand, state.hand]
        wanted[player] = full[player] if dealing else state.hand - 1
        if bag == 0 or full != wanted or full[player] >= state.hand or (state.phase == 0) != dealing:
            return "chance draws for a player whose hand lacks one tile, or deals the first hands"
        return ""
    if max(full) > state.hand or (bag and min(full) < state.hand):
        return f"both hold {state.hand} tiles while there are some in the bag, and never more"
    if full[state.turn] == 0 and full[1 - state.turn]:
        return f"player {state.turn + 1} has no tile left to play"
    if state.phase and (state.edges == 0 or (state.phase == 2 and not state.fillable()) or not any(full)):
        return f"player {state.turn + 1} is not in the middle of a turn"
    return ""


def refusal(state: Tantrix, text: str) -> str:
    """The rule that forbids a placement, or a tile to be drawn."""
    text = text.strip().lower()
    if state.over():
        return "the game is over"
    if state.turn == CHANCE:
        return f"{text} is not in the bag" if text.isdigit() else "tiles to draw are numbers"
    move = read_move(text)
    if move < 0:
        return "a tile is laid like 23/4@1,-2: its number, sixths of a turn, and the cell"
    tile, cell, rotation = move // 6 % NUMBER, move // 6 // NUMBER, move % 6
    place = -int(state.grid[cell]) - 1
    if not state.hands[state.turn] & bit(tile):
        return f"player {state.turn + 1} does not hold {tile_name(tile)}"
    if state.edges == 0:
        return "the first tile lies at 0,0 and is not turned"
    if place < 0:
        return f"{cell_name(cell)} is {'taken' if state.grid[cell] > 0 else 'not beside a tile'}"
    if not state.fits(place, tile, rotation, 0):
        return f"the colours {turned(tile, rotation)} do not match those beside {cell_name(cell)}"
    strict = state.strict()
    bans = state.bans(place, strict)
    if bans < 0:
        return "restriction 2: no tile may be the fourth beside an empty cell"
    if not state.fits(place, tile, rotation, bans):
        return "restriction 1: three links of one colour would lead to a forced space"
    if state.fillable():
        return "a forced space must be filled first"
    low, high = state.controlled(strict)
    if has(low if place < 64 else high, place % 64):
        return "restriction 3: a forced space controls that side"
    return f"{text} is possible"


# ---------------------------------------------------------------------- picture


def in_tray(tile: int, owner: int) -> Button:
    """A tile in a hand, with the six ways that it can lie."""
    name = tile_name(tile)
    ways = tuple(
        Way(f"{name}/{way}", (Piece("", "links", -1, turned(tile, way)),), turned(tile, way), f"{name}/{(way + 1) % 6}")
        for way in range(6)
    )
    return Button(name, f"tile {name}", owner, ways=ways)


def picture_of(state: Tantrix) -> Scene:
    """The tiles and the empty cells beside them; the hands are trays. A move is a tile, how it lies, and a cell."""
    cells, pieces = [], []
    for cell in range(CELLS):
        if state.grid[cell] != 0 or cell == MIDDLE:
            forced = state.grid[cell] < 0 and state.touching(-int(state.grid[cell]) - 1) >= 3
            cells.append(Cell(cell_name(cell), *centre(place_of(cell)), "hexagon", "trap" if forced else "plain"))
        if state.grid[cell] > 0:
            tile = int(state.grid[cell]) - 1
            pieces.append(Piece(cell_name(cell), "links", -1, turned(tile, (state.laid[tile] - 1) % 6)))
    buttons = [in_tray(tile, player) for player in range(2) for tile in squares(state.hands[player])]
    clicks: dict[int, tuple[str, ...]] = {}
    for move in state.legal():
        if state.turn == CHANCE:
            name = f"draw {tile_name(move)}"
            buttons.append(Button(name, f"tile {tile_name(move)}", kind="links", text=TILES[move]))
            clicks[move] = (name,)
        else:
            name = tile_name(move // 6 % NUMBER)
            clicks[move] = (name, f"{name}/{move % 6}", cell_name(move // 6 // NUMBER))
    return Scene(
        tuple(cells),
        tuple(pieces),
        tuple(buttons),
        clicks=clicks,
        notes=tuple(notes(state)),
        colours=tuple(COLOURS[state.colour[player]] for player in range(2)),
    )


def notes(state: Tantrix) -> list[str]:
    """Colours, points, what is left in the bag, and what the mover has to do."""
    shown = [f"{COLOURS[state.colour[player]]} {state.best[player]}" for player in range(2)]
    left = count(state.inside())
    said = [f"{shown[0]}, {shown[1]}", f"{left} tiles in the bag"]
    if state.turn != CHANCE and not state.over() and state.fillable():
        said.append("a forced space must be filled")
    return said
