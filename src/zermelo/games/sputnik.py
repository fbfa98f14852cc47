"""Sputnik: move your rocket to a galaxy beside it and take another galaxy away; who cannot move any more loses.

The board is a hexagon. The place (q, r), counted from the middle, is bit 8 * (r + 3) + q + 3, so that all neighbours
lie 1, 7 or 8 bits apart and nothing runs over an edge. Rows have letters from the top, places numbers from the left:

    a              3  4  5  6
    b           10 11 12 13 14
    c         17 18 19 20 21 22
    d       24 25 26 27 28 29 30
    e         32 33 34 35 36 37
    f           40 41 42 43 44
    g             48 49 50 51

A move is a whole turn: 64 * goal + galaxy taken away (63 where there is none), or 4096 + goal for the rescue.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.hexes import Place, hex_cells, hexagon
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    has,
    i8,
    nth,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u64,
    word,
)

STRIDE = 8
MIDDLE = 27  # the bit of (0, 0)
NOTHING = 63  # no galaxy can be taken away
RESCUE = 4096
SIGNS = "xo"
PADS = "XO"


def bit_of(place: Place) -> int:
    """The bit of a place."""
    return MIDDLE + STRIDE * place[1] + place[0]


def names_of(side: int) -> dict[int, str]:
    """The name of each place, by its bit."""
    names, numbers = {}, dict.fromkeys(range(-side, side), 0)
    for q, r in hexagon(side):
        numbers[r] += 1
        names[bit_of((q, r))] = f"{'abcdefg'[r + side - 1]}{numbers[r]}"
    return names


def images(side: int) -> list[list[int]]:
    """Where each of the twelve turns and mirrors sends each bit; the identity is first."""
    found = []
    for mirrored in (False, True):
        for turn in range(6):
            image = list(range(64))
            for place in hexagon(side):
                q, r = (place[1], place[0]) if mirrored else place
                for _ in range(turn):
                    q, r = -r, q + r
                image[bit_of(place)] = bit_of((q, r))
            found.append(image)
    return found


class Sputnik(Game):
    """Be the last who can fly on."""

    # ------------------------------------------------------------------ facts
    side: int = parameter(4, low=2, high=4, help="places along each side of the board")
    rescue_any_time: bool = parameter(True, help="a player may use the pad at any time, not only when stuck")
    most_moves: int = derived(lambda game: 6 * (3 * game.side * (game.side - 1) - 1) + 6)
    cap = 120
    symmetries = 12
    board: np.uint64 = derived(lambda game: word(sum(1 << bit_of(place) for place in hexagon(game.side))))
    IMAGE: Cells = derived(lambda game: table(images(game.side), u8))

    # ------------------------------------------------------------------ state
    galaxies: u64  # places with a galaxy
    rocket: Cells = array(i8, 2)  # where the rockets stand
    pad: Cells = array(i8, 2)  # where the launch pads lie; -1 once a pad has become a galaxy
    flown: i8  # players who have left their pads: 0, 1 or 2

    @python_only
    def start(self) -> None:
        """Rockets on pads at the left and right corner, galaxies everywhere else."""
        for player, q in enumerate((1 - self.side, self.side - 1)):
            self.rocket[player] = self.pad[player] = bit_of((q, 0))
        self.galaxies = self.board & ~self.pads()

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every goal with every galaxy that may then be taken away, and the rescue."""
        n = 0
        goals = self.goals(self.turn)
        for goal in squares(goals):
            loose = self.removable(goal)
            if loose == NONE:
                n = put(out, n, goal << 6 | NOTHING)
            for galaxy in squares(loose):
                n = put(out, n, goal << 6 | galaxy)
        for goal in squares(self.rescues(goals)):
            n = put(out, n, RESCUE | goal)
        return n

    def play(self, move: int) -> None:
        """Fly and take a galaxy away, or turn the pad over beside the rocket and fly there."""
        if move >= RESCUE:
            self.pad[self.turn] = -1
            self.rocket[self.turn] = move & 63
            self.galaxies = self.galaxies | bit(move & 63)
        else:
            self.rocket[self.turn] = move >> 6
            if move & 63 != NOTHING:
                self.galaxies = self.galaxies & ~bit(move & 63)
        if self.flown < 2:
            self.flown += 1
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        """Who cannot move has lost."""
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def beside(self, places: np.uint64) -> np.uint64:
        """All places next to one of these."""
        near = places << word(1) | places >> word(1) | places << word(STRIDE) | places >> word(STRIDE)
        return (near | places << word(STRIDE - 1) | places >> word(STRIDE - 1)) & self.board

    def pads(self) -> np.uint64:
        """The launch pads that are still there."""
        made = NONE
        for player in range(2):
            if self.pad[player] >= 0:
                made = made | bit(self.pad[player])
        return made

    def rockets(self) -> np.uint64:
        """Both rockets."""
        return bit(self.rocket[0]) | bit(self.rocket[1])

    def goals(self, player: int) -> np.uint64:
        """Where a rocket can fly: galaxies and pads beside it that nobody stands on."""
        return self.beside(bit(self.rocket[player])) & (self.galaxies | self.pads()) & ~self.rockets()

    def removable(self, goal: int) -> np.uint64:
        """Galaxies that may be taken away once the rocket is at its goal; those round a pad never left may not."""
        loose = self.galaxies & ~(bit(goal) | bit(self.rocket[1 - self.turn]))
        return loose & ~self.beside(bit(self.pad[1 - self.turn])) if self.flown == 0 else loose

    def rescues(self, goals: np.uint64) -> np.uint64:
        """Where a player's own pad can be laid as a galaxy: empty places beside the rocket."""
        own = self.pad[self.turn]
        if own < 0 or has(self.rockets(), own) or goals != NONE and not self.rescue_any_time:
            return NONE
        return self.beside(bit(self.rocket[self.turn])) & ~(self.galaxies | self.pads())

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random turn without listing them."""
        goals = self.goals(self.turn)
        rescues = self.rescues(goals)
        total = count(rescues)
        for goal in squares(goals):
            total += max(1, count(self.removable(goal)))
        if total == 0:
            return NO_MOVE
        index = random.below(total)
        for goal in squares(goals):
            loose = self.removable(goal)
            if index < max(1, count(loose)):
                return goal << 6 | (nth(loose, index) if loose else NOTHING)
            index -= max(1, count(loose))
        return RESCUE | nth(rescues, index)

    def irreversible(self, move: int) -> bool:
        """A galaxy is gone, or a pad is turned over; no galaxy ever comes back otherwise."""
        return move & 63 != NOTHING

    def evaluate(self) -> float:
        """Free places beside each rocket and two steps away, the galaxies each reaches first, and pads in reserve."""
        beside, further, first, reserve = self.parts()
        return max(-0.99, min(0.99, (3 * beside + further + 2 * first + reserve) / 100.0))

    def parts(self) -> tuple[int, int, int, int]:
        """Places beside the rocket, two steps away, galaxies reached first, and the pad: own less the opponent's."""
        mine, theirs = self.goals(self.turn), self.goals(1 - self.turn)
        free = (self.galaxies | self.pads()) & ~self.rockets()
        further = count(self.beside(mine) & free) - count(self.beside(theirs) & free)
        first = self.race(bit(self.rocket[self.turn]), bit(self.rocket[1 - self.turn]), free)
        reserve = self.reserve(self.turn) - self.reserve(1 - self.turn)
        return count(mine) - count(theirs), further, first, reserve

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "places beside the rocket", "places two steps away", "galaxies reached first", "pad in reserve"
        return dict(zip(names, self.parts(), strict=True))

    def race(self, mine: np.uint64, theirs: np.uint64, free: np.uint64) -> int:
        """How many more galaxies the player to move reaches first: both spread in turn, the mover begins."""
        ahead = 0
        while (mine | theirs) != NONE:
            mine = self.beside(mine) & free
            free = free & ~mine
            theirs = self.beside(theirs) & free
            free = free & ~theirs
            ahead += count(mine) - count(theirs)
        return ahead

    def reserve(self, player: int) -> int:
        """The worth of a pad that can still be turned over; more when its owner has little room."""
        if self.pad[player] < 0:
            return 0
        return 8 if count(self.goals(player)) > 1 else 14

    def order(self, move: int) -> int:
        """Galaxies beside the opponent go first; the rescue last."""
        if move >= RESCUE:
            return -10
        theirs = self.goals(1 - self.turn)
        kept = self.galaxies | self.pads()
        hit = 6 if move & 63 != NOTHING and has(theirs, move & 63) else 0
        return (
            hit + count(self.beside(bit(move >> 6)) & kept) - (3 if has(self.beside(bit(move >> 6)), move & 63) else 0)
        )

    def transform(self, which: int) -> None:
        """Turn and mirror the board."""
        self.galaxies = image(self.IMAGE, which, self.galaxies)
        for player in range(2):
            self.rocket[player] = self.IMAGE[which, self.rocket[player]]
            if self.pad[player] >= 0:
                self.pad[player] = self.IMAGE[which, self.pad[player]]

    def transform_move(self, which: int, move: int) -> int:
        """All places go where the board takes them."""
        if move >= RESCUE:
            return RESCUE | int(self.IMAGE[which, move & 63])
        return int(self.IMAGE[which, move >> 6]) << 6 | int(self.IMAGE[which, move & 63])

    # ------------------------------------------------------------------ notation
    @classmethod
    def rows(cls) -> list[list[int]]:
        """The bits of each row from the top."""
        far = cls.side - 1
        return [[bit_of(place) for place in hexagon(cls.side) if place[1] == r] for r in range(-far, cls.side)]

    @python_only
    def sign(self, place: int) -> str:
        """A star for a galaxy, X and O for the pads, a dot for an empty place."""
        if place in list(self.pad):
            return PADS[list(self.pad).index(place)]
        return "*" if has(self.galaxies, place) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, the rockets' places, how many have left their pads, who moves, plies played."""
        rows = "/".join(pack_row("".join(self.sign(place) for place in row)) for row in self.rows())
        names = names_of(self.side)
        rockets = " ".join(names[self.rocket[player]] for player in range(2))
        return f"{rows} {rockets} {self.flown} {SIGNS[self.turn]}" + (f" {ply}" if ply else "")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(\S+) (\w\d) (\w\d) ([012]) ([xo])( \d{1,9})?", " ".join(text.split()))
        lines = found.group(1).split("/") if found else []
        bits = {name: place for place, name in names_of(cls.side).items()}
        if not found or len(lines) != 2 * cls.side - 1 or not {found.group(2), found.group(3)} <= set(bits):
            raise BadPosition(
                f"a position is {2 * cls.side - 1} rows from the top joined by /, the places of both rockets, how many "
                f"have left their pads, and x or o to move: {text!r}"
            )
        state: Self = cls.blank()
        state.pad[0] = state.pad[1] = -1
        for line, row in zip(lines, cls.rows(), strict=True):
            signs = unpack_row(line, "*XO", len(row))
            if signs is None:
                raise BadPosition(f"row {line!r} is not {len(row)} places of *, X, O and numbers")
            for place, sign in zip(row, signs, strict=True):
                if sign == "*":
                    state.galaxies = state.galaxies | bit(place)
                elif sign != ".":
                    if state.pad[PADS.index(sign)] >= 0:
                        raise BadPosition(f"there are two pads {sign}")
                    state.pad[PADS.index(sign)] = place
        for player in range(2):
            state.rocket[player] = bits[found.group(2 + player)]
            if not has(state.galaxies | state.pads(), state.rocket[player]):
                raise BadPosition(f"the rocket of {SIGNS[player]} stands on no galaxy and no pad")
        if state.rocket[0] == state.rocket[1]:
            raise BadPosition("both rockets stand on one place")
        state.flown, state.turn = int(found.group(4)), SIGNS.index(found.group(5))
        if state.flown < 2 and state.turn != state.flown:
            raise BadPosition("x leaves the pad first, then o")
        for player in range(state.flown, 2):
            if state.rocket[player] != state.pad[player]:
                raise BadPosition(f"{SIGNS[player]} has not left the pad, but does not stand on it")
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The number at the end."""
        parts = text.split()
        return 0, int(parts[5]) if len(parts) == 6 else 0

    @python_only
    def move_text(self, move: int) -> str:
        """The goal and the galaxy taken away, `d2xc4`; the goal alone where there is none; `d2!` for the rescue."""
        names = names_of(self.side)
        if move >= RESCUE:
            return f"{names[move & 63]}!"
        return names[move >> 6] + (f"x{names[move & 63]}" if move & 63 != NOTHING else "")

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if not self.legal():
            return "the game is over"
        names = names_of(self.side)
        bits = {name: place for place, name in names.items()}
        if isinstance(move, int):
            known = 0 <= move < RESCUE + 64 and {move & 63} | ({move >> 6} if move < RESCUE else set()) <= set(names)
            move = self.move_text(move) if known else str(move)
        found = re.fullmatch(r"([a-g]\d)(?:x([a-g]\d)|(!))?", move.strip().lower())
        if not found or found.group(1) not in bits or (found.group(2) or found.group(1)) not in bits:
            return "a move is a goal and a galaxy to take away, such as d2xc4, or a rescue such as d2!"
        goal = bits[found.group(1)]
        if found.group(3):
            return self.why_no_rescue(goal)
        if not has(self.goals(self.turn), goal):
            if not has(self.beside(bit(self.rocket[self.turn])), goal):
                return f"{found.group(1)} is not beside the rocket"
            return f"{found.group(1)} is {'occupied' if has(self.rockets(), goal) else 'empty space'}"
        if not found.group(2):
            return "a galaxy must be taken away as well"
        taken = bits[found.group(2)]
        if not has(self.galaxies, taken):
            return f"there is no galaxy on {found.group(2)}"
        if taken == goal or taken == self.rocket[1 - self.turn]:
            return f"a rocket stands on {found.group(2)}"
        return f"{found.group(2)} lies beside a pad whose rocket has not left yet"

    @python_only
    def why_no_rescue(self, goal: int) -> str:
        """Why a pad cannot be laid as a galaxy."""
        own = self.pad[self.turn]
        if own < 0:
            return f"{SIGNS[self.turn]} has used the pad"
        if has(self.rockets(), own):
            return "a rocket stands on the pad"
        if not has(self.rescues(NONE), goal):
            return "a pad is laid on an empty place beside the rocket"
        return "the pad is only for a rocket that cannot move"

    @python_only
    def ending(self) -> str:
        """Who cannot fly on."""
        return "" if self.legal() else f"{SIGNS[self.turn]} cannot move"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Hexagons, dark where space is empty; click the goal, then the galaxy to take away."""
        places = hexagon(self.side)
        names = names_of(self.side)
        signs = [self.sign(bit_of(place)) for place in places]
        shades = [{"*": "light", ".": "dark", "X": "home0", "O": "home1"}[sign] for sign in signs]
        cells = hex_cells(places, [names[bit_of(place)] for place in places], shades)
        pieces = [
            Piece(names[bit_of(place)], "galaxy", -1, "*")
            for place, sign in zip(places, signs, strict=True)
            if sign == "*" and not has(self.rockets(), bit_of(place))
        ]
        pieces += [Piece(names[self.rocket[player]], "pawn", player, SIGNS[player]) for player in range(2)]
        clicks: dict[int, tuple[str, ...]] = {
            move: tuple(self.move_text(move).rstrip("!").split("x")) for move in self.legal()
        }
        notes = tuple(f"{SIGNS[player]} may still use the pad" for player in range(2) if self.pad[player] >= 0)
        return Scene(cells=cells, pieces=tuple(pieces), clicks=clicks, notes=notes, colours=("red", "blue"))
