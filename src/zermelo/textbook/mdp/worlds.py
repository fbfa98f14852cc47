"""Worlds of the textbooks: gridworlds in which a robot's wheels may slip, the racing car, the random walk.

A gridworld is written row by row: `.` free, `#` wall, `S` start, `C` cliff, and a number where an episode ends with
that reward. As in Berkeley's course the robot leaves such a cell by the one action `exit`; Russell and Norvig, who
reward states and not moves, come to the same utilities.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches

from zermelo.errors import BadParameter, BadText
from zermelo.textbook.mdp.process import Model, Outcome, between

Cell = tuple[int, int]  # column and row, from the upper left corner
WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
TURNS = tuple(WAYS)
ENDED: Cell = (-1, -1)  # behind every exit
MOST = 60  # cells along one side


@dataclass(frozen=True)
class Grid(Model):
    """A robot on a grid: it goes where it wants with probability 1 - noise, and else to one of both sides."""

    rows: tuple[tuple[str, ...], ...]
    noise: float = 0.2
    living: float = 0.0  # reward of every move
    fall: float = -100.0  # reward of a move onto the cliff, from where it goes back to the start
    start: Cell = field(init=False)

    def __post_init__(self) -> None:
        between("noise", self.noise, 0, 1)
        places = [(x, y) for y, row in enumerate(self.rows) for x, sign in enumerate(row) if sign == "S"]
        if len(places) > 1:
            raise BadText("a gridworld has one start S, not several")
        free = places or [cell for cell in self.cells() if self.sign(cell) == "."]
        if not free:
            raise BadText("a gridworld needs a free cell: write a dot, or S for the start")
        object.__setattr__(self, "start", free[0])

    @classmethod
    def from_text(cls, text: str, *, noise: float = 0.2, living: float = 0.0, fall: float = -100.0) -> Grid:
        """Rows that end with a slash or a line; cells apart by spaces."""
        rows = tuple(tuple(part.split()) for part in text.strip().replace("\n", "/").split("/"))
        if len({len(row) for row in rows}) != 1 or not rows[0]:
            raise BadText("the rows of a gridworld have the same number of cells: . # S C or a number, apart by spaces")
        if max(len(rows), len(rows[0])) > MOST:
            raise BadText(f"a gridworld has at most {MOST} cells along a side")
        for row in rows:
            for sign in row:
                if sign not in (".", "#", "S", "C") and not is_number(sign):
                    raise BadText(f"a cell of a gridworld is . # S C or a number, not {sign!r}")
        return cls(rows, noise, living, fall)

    @property
    def shape(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.rows[0]), len(self.rows)

    def sign(self, cell: Cell) -> str:
        """What is written in a cell; a wall outside."""
        x, y = cell
        columns, rows = self.shape
        return self.rows[y][x] if 0 <= x < columns and 0 <= y < rows else "#"

    def cells(self) -> list[Cell]:
        """Every cell that is no wall, row by row."""
        return [(x, y) for y, row in enumerate(self.rows) for x, sign in enumerate(row) if sign != "#"]

    def states(self) -> list[Cell]:
        """Cells where the robot can stand, and the end."""
        return [*(cell for cell in self.cells() if self.sign(cell) != "C"), ENDED]

    def actions(self, state: Cell) -> list[str]:
        """Four directions; only the way out where a number is written."""
        if state == ENDED:
            return []
        return ["exit"] if is_number(self.sign(state)) else list(WAYS)

    def outcomes(self, state: Cell, action: str) -> list[Outcome]:
        """The wanted cell, or one to either side; whoever meets a wall stays."""
        if action == "exit":
            return [Outcome(1.0, ENDED, float(self.sign(state)))]
        place = TURNS.index(action)
        ways = ((1 - self.noise, 0), (self.noise / 2, -1), (self.noise / 2, 1))
        return [
            Outcome(odds, *self.moved(state, TURNS[(place + turn) % 4])) for odds, turn in ways if odds > 0
        ]  # fmt: skip

    def moved(self, cell: Cell, way: str) -> tuple[Cell, float]:
        """Where a move ends that does not slip, and its reward."""
        after = cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]
        sign = self.sign(after)
        if sign == "#":
            return cell, self.living
        return (self.start, self.fall) if sign == "C" else (after, self.living)


class Racing(Model):
    """Berkeley's racing car: fast earns 2 and may overheat it, slow earns 1 and cools it."""

    start = "cool"
    table = {
        ("cool", "slow"): [Outcome(1.0, "cool", 1.0)],
        ("cool", "fast"): [Outcome(0.5, "cool", 2.0), Outcome(0.5, "warm", 2.0)],
        ("warm", "slow"): [Outcome(0.5, "cool", 1.0), Outcome(0.5, "warm", 1.0)],
        ("warm", "fast"): [Outcome(1.0, "overheated", -10.0)],
    }

    def states(self) -> list[str]:
        """How hot it is."""
        return ["cool", "warm", "overheated"]

    def actions(self, state: str) -> list[str]:
        """Slow or fast, until it is broken."""
        return [action for where, action in self.table if where == state]

    def outcomes(self, state: str, action: str) -> list[Outcome]:
        """By the table of the lecture."""
        return self.table[state, action]


@dataclass(frozen=True)
class Walk(Model):
    """The random walk of Sutton and Barto: left or right by a coin; the right end earns 1 (and the left one `left`)."""

    length: int = 5
    left: float = 0.0

    def __post_init__(self) -> None:
        between("length", self.length, 1, 1000)

    @property
    def start(self) -> int:
        """The middle."""
        return (self.length + 1) // 2

    def states(self) -> list[int]:
        """Places 1 to length, and an end on either side."""
        return list(range(self.length + 2))

    def actions(self, state: int) -> list[str]:
        """There is nothing to choose."""
        return ["walk"] if 0 < state <= self.length else []

    def outcomes(self, state: int, action: str) -> list[Outcome]:
        """A coin."""
        sides = ((state - 1, self.left if state == 1 else 0.0), (state + 1, 1.0 if state == self.length else 0.0))
        return [Outcome(0.5, after, reward) for after, reward in sides]


@dataclass(frozen=True)
class World:
    """A known world: its text, the settings that its book gives it, and what it is."""

    text: str
    about: str
    discount: float = 0.9
    noise: float = 0.2
    living: float = 0.0


SEA = "C C C C C C C C C C"
WORLDS = {
    "robot": World(". . . 1/. # . -1/S . . .", "Russell and Norvig's 4 × 3 world, whose robot slips", 1.0, 0.2, -0.04),
    "book": World(". . . 1/. # . -1/S . . .", "the same grid in Berkeley's course: nothing for living, discount 0.9"),
    "bridge": World(
        "# -100 -100 -100 -100 -100 #/1 S . . . . 10/# -100 -100 -100 -100 -100 #",
        "Berkeley's narrow bridge over a chasm",
    ),
    "discount": World(
        ". . . . ./. # . . ./. # 1 # 10/S . . . ./-10 -10 -10 -10 -10",
        "Berkeley's grid with a near and a distant exit, and a cliff along the short way",
    ),
    "cliff": World(
        f". {'. ' * 10}./. {'. ' * 10}./. {'. ' * 10}./S {SEA} 0",
        "Sutton and Barto's cliff walking: −1 a move, −100 and back to the start for a fall",
        1.0, 0.0, -1.0,
    ),
    "maze": World(
        "S # . . . 1/. # . # . #/. . . # . -1/# # . # . #/. . . . . .", "a maze with a wrong turning", 0.95, 0.2, -0.02
    ),
    "racing": World("", "Berkeley's racing car: slow or fast", 1.0),
    "walk": World("", "Sutton and Barto's random walk of five states", 1.0),
}  # fmt: skip


def world(text: str) -> tuple[Model, World]:
    """A world by its name, or a grid as it is written; with its settings."""
    name = text.strip().lower().replace("-", "_")
    if name == "racing":
        return Racing(), WORLDS[name]
    if name == "walk":
        return Walk(), WORLDS[name]
    if name in WORLDS:
        known = WORLDS[name]
        return Grid.from_text(known.text, noise=known.noise, living=known.living), known
    if "/" not in text and " " not in text.strip():
        near = get_close_matches(name, WORLDS, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(WORLDS)}, or write a grid: '. . 1/S # -1'"
        raise BadParameter(f"no world is named {text!r}: {hint}")
    return Grid.from_text(text), World(text, "a grid of your own")


def is_number(sign: str) -> bool:
    """Whether a cell is an exit."""
    try:
        return float(sign) == float(sign) and abs(float(sign)) < 1e9
    except ValueError:
        return False
