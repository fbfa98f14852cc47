"""Pacman: one eater in a maze against ghosts, the multi-agent game of the Berkeley course CS188, without chance.

Pacman (player 0) moves first, then the ghosts (players 1, 2, ...) one after the other. Eating all the food wins, being
caught by a ghost loses; a capsule scares the ghosts, which are then slow and can be eaten themselves. Columns and rows
count from the lower left corner; the maze is closed, so its corner 0,0 is always a wall:

    4  % % % % % % % % %      % wall
    3  % . P         G %      . food
    2  %   % . % G % % %      o capsule
    1  % G         % % %      P Pacman, G ghost
    0  % % % % % % % % %
       0 1 2 3 4 5 6 7 8      this is the layout minimaxClassic
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Self

import numpy as np

from zermelo.errors import BadParameter, MalformedMove
from zermelo.game import (
    BY_UTILITY,
    NO_MOVE,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    flag,
    highest,
    i8,
    i16,
    i32,
    lowest,
    not_in_key,
    nth,
    parameter,
    put_all,
    python_only,
    rest,
    table,
    u32,
    word,
)
from zermelo.games.pacman.notation import (
    FRIGHT,
    NAMES,
    SIDE,
    furnish,
    picture_of,
    position_text,
    read_position,
    reason,
    refuse_closed_in,
)

LAYOUTS = {
    "minimaxClassic": "%%%%%%%%% %.P____G% %_%.%G%%% %G____%%% %%%%%%%%%",  # the course's, for its published values
    "trappedClassic": "%%%%%%%% %___P_G% %G%%%%%% %....__% %%%%%%%%",
    "corridor": "%%%%%%%%%%%%%%% %G.....P.....G% %.%%%%.%.%%%%.% %o...G...G...o% %%%%%%%%%%%%%%%",
    "open": "%%%%%%%%%%%%% %G.........G% %...........% %...%...%...% %.o...P...o.% %...%...%...% "
    "%...........% %G.........G% %%%%%%%%%%%%%",
    "small": "%%%%%%%%%%%%%%% %o...........o% %.%%.%%.%%.%%.% %.%.........%.% %...%%%_%%%...% %.%.%GG_GG%.%.% "
    "%.%.%%%%%%%.%.% %......P......% %%%%%%%%%%%%%%%",
    "medium": "%%%%%%%%%%%%%%%%%%%%% %o...%.........%...o% %.%%.%.%%.%.%%.%.%%.% %.%...............%.% "
    "%.%.%%.%%%_%%%.%%.%.% %......%GG_GG%......% %.%.%%.%%%%%%%.%%.%.% %.%.......P.......%.% "
    "%.%%.%.%%%.%%%.%.%%.% %o...%.........%...o% %%%%%%%%%%%%%%%%%%%%%",
}
STOP = 4
ACROSS = table([0, 0, 1, -1, 0], i8)
UP = table([1, -1, 0, 0, 0], i8)
BACK = table([1, 0, 3, 2, 4], i8)


class Pacman(Game):
    """Eat everything, meet nobody."""

    # ------------------------------------------------------------------ facts
    ghosts: int = parameter(2, low=0, high=4, help="ghosts against Pacman; the layout must have so many")
    players: int = derived(lambda game: game.ghosts + 1)
    sides: tuple[int, ...] = derived(lambda game: (0,) + (1,) * game.ghosts)
    zero_sum: bool = derived(lambda game: game.ghosts > 0)  # Pacman alone has nobody to take points from
    lowest = -100_000.0
    highest = 100_000.0
    most_moves = 5
    cap = 1000
    capped = BY_UTILITY

    # ------------------------------------------------------------------ state
    food: Cells = array(u32, SIDE)  # a bit for each column, a word for each row
    capsules: Cells = array(u32, SIDE)
    score: i32
    x: Cells = array(i8, lambda game: game.players)  # in half cells: a scared ghost goes half a cell a move
    y: Cells = array(i8, lambda game: game.players)
    heading: Cells = array(i8, lambda game: game.players)  # a ghost's last move; Pacman's is always STOP
    scared: Cells = array(i8, lambda game: game.players)  # moves for which a ghost can still be eaten
    caught: flag
    walls: Cells = array(u32, SIDE, in_key=False)
    left: i16 = not_in_key()  # pieces of food
    home_x: Cells = array(i8, lambda game: game.players, in_key=False)  # in cells, where an eaten ghost returns to
    home_y: Cells = array(i8, lambda game: game.players, in_key=False)

    @python_only
    def start(self, layout: str = "small") -> None:
        """Set up a layout, given by its name or as text: rows from the top, ended by new lines, / or blanks.

        In a text with new lines a blank is an empty place; in one line write _ for it.
        """
        text = layout.strip("\n")
        if not set("%\n") & set(text):
            if text not in LAYOUTS:
                near = get_close_matches(text, LAYOUTS, 1, 0.4) or [", ".join(LAYOUTS)]
                raise BadParameter(f"there is no layout {text!r}; did you mean {near[0]}?")
            text = LAYOUTS[text]
        lines = text.replace(" ", "_").split("\n") if "\n" in text else text.replace("/", " ").split()
        agents = furnish(self, [line.rstrip() for line in lines], BadParameter)
        if len(agents["P"]) != 1 or len(agents["G"]) < self.ghosts:
            raise BadParameter(
                f"the layout has {len(agents['P'])} P and {len(agents['G'])} G: wanted are one P and {self.ghosts} G"
                " at least (parameter ghosts)"
            )
        if not self.left:
            raise BadParameter("the layout has no food")
        for agent, (column, row) in enumerate([*agents["P"], *sorted(agents["G"])[: self.ghosts]]):
            self.set_agent(agent, 2 * column, 2 * row, STOP, 0, (column, row))
        refuse_closed_in(self, BadParameter)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The directions that are open to the agent whose turn it is."""
        return put_all(out, 0, self.ways())

    def play(self, move: int) -> None:
        """Move one agent, then see what it eats or meets."""
        agent = self.turn
        pace = self.pace(agent)
        self.x[agent] = self.x[agent] + ACROSS[move] * pace
        self.y[agent] = self.y[agent] + UP[move] * pace
        if agent == 0:
            self.score = self.score - 1
            self.eat(self.x[0] >> 1, self.y[0] >> 1)
            for ghost in range(1, self.players):
                self.meet(ghost)
        else:
            self.heading[agent] = move
            self.calm(agent)
            self.meet(agent)
        self.turn = agent + 1 if agent < self.ghosts else 0

    def over(self) -> bool:
        """All food eaten, or Pacman caught."""
        return self.left == 0 or self.caught

    def utility(self, player: int) -> float:
        """The score for Pacman, its opposite for each ghost: they are one side."""
        return self.share(float(self.score), player)

    # ------------------------------------------------------------------ helpers
    def share(self, value: float, player: int) -> float:
        """What a value for Pacman is worth to a player."""
        return value if player == 0 else -value

    def pace(self, agent: int) -> int:
        """Half cells that an agent goes in one move."""
        return 1 if self.scared[agent] > 0 else 2

    def ways(self) -> np.uint64:
        """The moves of the agent whose turn it is, as bits."""
        agent = self.turn
        if (self.x[agent] | self.y[agent]) & 1:
            return bit(self.heading[agent])  # between two cells: straight on
        column = self.x[agent] >> 1
        row = self.y[agent] >> 1
        found = word(0)
        for way in range(4):
            if self.walls[row + UP[way]] >> (column + ACROSS[way]) & 1 == 0:
                found = found | bit(way)
        if agent == 0:
            return found | bit(STOP)
        back = bit(BACK[self.heading[agent]])
        return found & ~back if rest(found) != word(0) else found  # only a dead end turns a ghost back

    def eat(self, column: int, row: int) -> None:
        """Pacman eats what lies on a cell."""
        here = 1 << column
        if self.food[row] & here:
            self.food[row] = self.food[row] ^ here
            self.left = self.left - 1
            self.score = self.score + (510 if self.left == 0 else 10)
        if self.capsules[row] & here:
            self.capsules[row] = self.capsules[row] ^ here
            for ghost in range(1, self.players):
                self.scared[ghost] = FRIGHT

    def calm(self, ghost: int) -> None:
        """A scared ghost recovers with each of its moves; the last one puts it on a whole cell, rounding up."""
        if self.scared[ghost] == 1:
            self.x[ghost] = self.x[ghost] + (self.x[ghost] & 1)
            self.y[ghost] = self.y[ghost] + (self.y[ghost] & 1)
        if self.scared[ghost] > 0:
            self.scared[ghost] = self.scared[ghost] - 1

    def meet(self, ghost: int) -> None:
        """What happens if this ghost and Pacman touch; two ghosts that catch it at once cost 500 points each."""
        if self.away(ghost) > 1:
            return
        if self.scared[ghost] > 0:
            self.score = self.score + 200
            self.send_home(ghost)
        elif self.left > 0:  # who has eaten the last food has won already
            self.score = self.score - 500
            self.caught = True

    def away(self, ghost: int) -> int:
        """The distance to Pacman along rows and columns, in half cells."""
        gap: int = abs(self.x[ghost] - self.x[0]) + abs(self.y[ghost] - self.y[0])
        return gap

    def send_home(self, ghost: int) -> None:
        """Back to the cell where it started, calm and looking nowhere; it does no harm until somebody moves."""
        self.x[ghost] = 2 * self.home_x[ghost]
        self.y[ghost] = 2 * self.home_y[ghost]
        self.heading[ghost] = STOP
        self.scared[ghost] = 0

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random way without listing them."""
        ways = self.ways()
        return nth(ways, random.below(count(ways))) if ways else NO_MOVE

    def reward(self, player: int) -> float:
        """The running score: what the course calls `scoreEvaluationFunction`."""
        return self.utility(player)

    def evaluate(self) -> float:
        """The score, corrected by food and capsules left, the nearest food, and the ghosts near Pacman."""
        value = self.score - 4.0 * self.left
        for row in range(SIDE):
            value -= 20.0 * count(word(self.capsules[row]))
        if self.left > 0:
            value += 10.0 / (1 + self.nearest_food())
        for ghost in range(1, self.players):
            away = self.away(ghost)
            if self.scared[ghost] == 0:
                value -= 100.0 / (1 + away)
            elif away < 2 * self.scared[ghost]:  # there is time to catch it
                value += 200.0 / (1 + away)
        value = max(-99_999.0, min(99_999.0, value))
        return self.share(value, self.turn)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation, the same for Pacman and the ghosts."""
        found: dict[str, float] = {"score": self.score, "food left": self.left}
        found["capsules left"] = sum(count(word(row)) for row in self.capsules)
        found["cells to the nearest food"] = self.nearest_food() if self.left > 0 else 0
        for ghost in range(1, self.players):
            found[f"half cells to ghost {ghost}"] = self.away(ghost)
            found[f"moves that ghost {ghost} is scared"] = int(self.scared[ghost])
        return found

    def nearest_food(self) -> int:
        """Cells from Pacman to the nearest food, as if there were no walls; it never stands on food after a move."""
        column = self.x[0] >> 1
        row = self.y[0] >> 1
        best = 2 * SIDE
        for up in range(SIDE):
            if up >= best:
                break
            for line in (row - up, row + up):
                if 0 <= line < SIDE and self.food[line] != 0:
                    right = word(self.food[line] >> column)
                    to_left = word(self.food[line] & ((1 << column) - 1))
                    if right != word(0):
                        best = min(best, up + lowest(right))
                    if to_left != word(0):
                        best = min(best, up + column - highest(to_left))
        return best

    def order(self, move: int) -> int:
        """Pacman: food first; a ghost: towards Pacman, or away from it when scared."""
        agent = self.turn
        if agent == 0:
            return 1 if self.finds_food(move) else 0
        gain = self.away(agent) - self.away_after(move)
        return gain if self.scared[agent] == 0 else -gain

    def noisy(self, move: int) -> bool:
        """Eating, and running into each other."""
        if self.turn > 0:
            return self.away_after(move) <= 1
        if self.finds_food(move):
            return True
        for ghost in range(1, self.players):
            gap = abs(self.x[ghost] - self.x[0] - 2 * ACROSS[move]) + abs(self.y[ghost] - self.y[0] - 2 * UP[move])
            if gap <= 1:
                return True
        return False

    def irreversible(self, move: int) -> bool:
        """What Pacman eats does not grow again."""
        return self.turn == 0 and self.finds_food(move)

    def finds_food(self, move: int) -> bool:
        """Whether food or a capsule lies where Pacman goes."""
        column = (self.x[0] >> 1) + ACROSS[move]
        row = (self.y[0] >> 1) + UP[move]
        return bool((self.food[row] | self.capsules[row]) >> column & 1)

    def away_after(self, move: int) -> int:
        """The distance to Pacman, in half cells, once the ghost whose turn it is has moved."""
        pace = self.pace(self.turn)
        across: int = self.x[self.turn] + ACROSS[move] * pace - self.x[0]
        up: int = self.y[self.turn] + UP[move] * pace - self.y[0]
        return abs(across) + abs(up)

    # ------------------------------------------------------------------ notation
    @python_only
    def columns(self) -> int:
        """The width of the maze; its lowest row is all wall."""
        return int(self.walls[0]).bit_length()

    @python_only
    def rows(self) -> int:
        """The height of the maze; each row ends with a wall."""
        return int(np.count_nonzero(self.walls))

    @python_only
    def place(self, agent: int) -> str:
        """Where an agent is, in cells: `3,1` or, half way, `3.5,1`."""
        return f"{self.x[agent] / 2:g},{self.y[agent] / 2:g}"

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Maze, Pacman, ghosts with heading, fright and home, score and turn: `%%%%/%.o%/%%%% P1,1 G2,1W0@2,1 -3 0`."""
        return position_text(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        return read_position(cls, text)

    @python_only
    def set_agent(self, agent: int, x: int, y: int, heading: int, scared: int, home: tuple[int, int]) -> None:
        """Put an agent into the maze; Pacman has no home to return to."""
        self.x[agent], self.y[agent], self.heading[agent], self.scared[agent] = x, y, heading, scared
        self.home_x[agent], self.home_y[agent] = home if agent else (0, 0)

    @python_only
    def move_text(self, move: int) -> str:
        """North, South, East, West or Stop."""
        return NAMES[move]

    @python_only
    def parse_move(self, text: str) -> int:
        """A direction or its beginning; S alone is South."""
        wanted = text.strip().lower()
        meant = [name for name in NAMES if wanted and name.lower().startswith(wanted)]
        if not meant:
            raise MalformedMove(f"{text!r} is no move; the moves are {', '.join(NAMES)}, or their first letters")
        return super().parse_move(meant[0])

    @python_only
    def why_not(self, move: int | str) -> str:
        """A wall, or what ghosts may not do."""
        return reason(self, move)

    @python_only
    def ending(self) -> str:
        """Who ate whom."""
        if not self.over():
            return ""
        what = "Pacman has eaten all the food" if not self.left else "a ghost has caught Pacman"
        return f"{what}: score {self.score}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The maze; a click on a neighbouring cell goes there, a click on Pacman itself stops."""
        return picture_of(self)
