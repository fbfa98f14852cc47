"""Racetrack: cars on squared paper; each turn a car's speed changes by at most one square in either direction.

A track is drawn in text, rows from the top: `#` wall, `.` road, `S` start, `F` finish. A car at (x, y) with speed
(vx, vy) chooses an acceleration of -1, 0 or 1 for each, and drives straight to (x + vx, y + vy). Every square that this
line touches must be road, a corner touching both squares beside it; a car that touches a wall, or leaves the paper, is
out. Nobody may stop on another car, but one may drive through it. The first car that reaches a finish square wins; if
all are out, nobody does.

Squares have names from a1 at the lower left. A move is 3 * (ax + 1) + (ay + 1).
"""

from __future__ import annotations

import re
from collections import deque
from typing import Self

from zermelo.boards.grids import LETTERS, square_index, square_name
from zermelo.errors import BadParameter, BadPosition
from zermelo.game import (
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
    derived,
    i8,
    i16,
    parameter,
    put,
    python_only,
    u8,
)

SIDE = 26  # the largest width and height of a track
WALL, ROAD, FINISH = range(3)
FAR = 250  # the way from a square that no road leads from
NAMES = ("sw", "w", "nw", "s", "hold", "n", "se", "e", "ne")  # of the accelerations, in the order of their numbers
CAR = re.compile(r"([a-z]\d{1,2})([+-]\d{1,2})([+-]\d{1,2})")

HOOK = """
    ########################
    #FF...............######
    #FF.................####
    #FF...................##
    ############...........#
    #############..........#
    ############...........#
    #SS...................##
    #SS.................####
    #SS...............######
    ########################
"""
SNAKE = """
    ####################
    #SS......###......F#
    #SS.......#.......F#
    #SS...............F#
    #####....###....####
    ######.........#####
    ########.....#######
    ####################
"""
STRAIGHT = "#############/#S.........F#/#S.........F#/#############"
TRACKS = {"hook": HOOK, "snake": SNAKE, "straight": STRAIGHT}


def rows_of(track: str) -> list[str]:
    """The rows of a track, by its name or drawn, from the bottom; refused in a sentence if it is none."""
    rows = TRACKS.get(track, track).replace("/", " ").split()[::-1]
    if not rows or len(rows) > SIDE or len({len(row) for row in rows}) != 1 or len(rows[0]) > SIDE:
        raise BadParameter(
            f"a track is {', '.join(TRACKS)}, or up to {SIDE} rows of equal length, joined by /: {track!r}"
        )
    if strange := set("".join(rows)) - set("#.SF"):
        raise BadParameter(f"a track is drawn with # . S and F, not with {', '.join(sorted(strange))}")
    return rows


def ways(rows: list[str]) -> dict[tuple[int, int], int]:
    """How many squares each road square is from the finish, diagonals included."""
    road = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "#"}
    found = {(x, y): 0 for x, y in road if rows[y][x] == "F"}
    todo = deque(found)
    while todo:
        x, y = todo.popleft()
        for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            near = x + a, y + b
            if near in road and near not in found and (x + a, y) in road and (x, y + b) in road:
                found[near] = found[x, y] + 1
                todo.append(near)
    return found


class Racetrack(Game):
    """Accelerate, brake, and do not touch the wall."""

    # ------------------------------------------------------------------ facts
    players: int = parameter(2, low=1, high=4, help="cars")
    zero_sum: bool = derived(lambda game: game.players > 1)
    lowest: float = derived(lambda game: -1.0 / max(game.players - 1, 1))  # the losers share what the winner gains
    most_moves = 9
    repetition = 3
    cap: int = derived(lambda game: 100 * max(game.players, 2))

    # ------------------------------------------------------------------ state
    cars: Cells = array(i8, lambda game: (game.players, 4))  # x, y, vx, vy
    out: Cells = array(u8, lambda game: game.players)  # 1 for a car that has left the road
    winner: i8  # the player who has finished + 1; 0 nobody yet
    squares: Cells = array(u8, SIDE * SIDE, in_key=False)  # the track: wall, road, finish; a1 is 0, a2 is 26
    way: Cells = array(i16, SIDE * SIDE, in_key=False)  # squares to the finish; signed, since they are subtracted

    @python_only
    def start(self, track: str = "hook") -> None:
        """Cars at rest on the first start squares, from the upper left, row by row."""
        rows = rows_of(track)
        self.draw(rows)
        places = [(x, y) for y in reversed(range(len(rows))) for x, sign in enumerate(rows[y]) if sign == "S"]
        if len(places) < self.players:
            raise BadParameter(f"the track has {len(places)} start squares (S) for {self.players} cars")
        for player in range(self.players):
            self.cars[player, 0], self.cars[player, 1] = places[player]
            if self.way[places[player][1] * SIDE + places[player][0]] == FAR:
                raise BadParameter("no road leads from a start square to a finish square (F)")

    @python_only
    def draw(self, rows: list[str]) -> None:
        """Copy a track into the state."""
        far = ways(rows)
        for y in range(SIDE):
            for x in range(SIDE):
                inside = y < len(rows) and x < len(rows[0])
                sign = rows[y][x] if inside else "#"
                self.squares[y * SIDE + x] = WALL if sign == "#" else FINISH if sign == "F" else ROAD
                self.way[y * SIDE + x] = min(far.get((x, y), FAR), FAR)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Nine accelerations, but those that would stop on another car."""
        n = 0
        for move in range(9):
            x = self.cars[self.turn, 0] + self.cars[self.turn, 2] + move // 3 - 1
            y = self.cars[self.turn, 1] + self.cars[self.turn, 3] + move % 3 - 1
            if not self.occupied(x, y):
                n = put(out, n, move)
        return n

    def play(self, move: int) -> None:
        """Change the speed, drive, and hand over to the next car that is not out."""
        me = self.turn
        vx, vy = self.cars[me, 2] + move // 3 - 1, self.cars[me, 3] + move % 3 - 1
        self.cars[me, 2], self.cars[me, 3] = vx, vy
        kind, at = self.drive(self.cars[me, 0], self.cars[me, 1], vx, vy)
        if kind == WALL:
            self.out[me] = 1
            self.cars[me, 0], self.cars[me, 1], self.cars[me, 2], self.cars[me, 3] = 0, 0, 0, 0
        else:
            self.cars[me, 0], self.cars[me, 1] = at % SIDE, at // SIDE
        if kind == FINISH:
            self.winner = me + 1
        for _ in range(self.players):
            self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
            if self.out[self.turn] == 0:
                break

    def over(self) -> bool:
        """A car has finished, or all are out: then the turn stays with a car that is."""
        return self.winner > 0 or self.out[self.turn] == 1

    def utility(self, player: int) -> float:
        """The winner gains 1, which the others lose in equal parts; a car alone on the track loses by going out."""
        if self.winner == 0:
            return -1.0 if self.players == 1 and self.out[0] == 1 else 0.0
        return 1.0 if self.winner == player + 1 else self.lowest

    # ------------------------------------------------------------------ helpers
    def occupied(self, x: int, y: int) -> bool:
        """Whether another car stands on a square."""
        for other in range(self.players):
            here = self.cars[other, 0] == x and self.cars[other, 1] == y
            if here and other != self.turn and self.out[other] == 0:
                return True
        return False

    def ground(self, x: int, y: int) -> int:
        """Wall, road or finish; beyond the paper is wall."""
        if x < 0 or y < 0 or x >= SIDE or y >= SIDE:
            return WALL
        return int(self.squares[y * SIDE + x])

    def drive(self, x: int, y: int, vx: int, vy: int) -> tuple[int, int]:
        """What a car meets first on its straight way, wall or finish, else road; and the square where it ends.

        The line runs from the middle of a square to that of another. It goes on into the next column, into the next
        row, or through a corner, whichever border comes first; a corner touches the two squares beside it as well.
        """
        right, up = 1 if vx > 0 else -1, 1 if vy > 0 else -1
        far, high = abs(vx), abs(vy)
        i = j = 0
        while i < far or j < high:
            column, row = (1 + 2 * i) * high, (1 + 2 * j) * far
            if column == row:
                one, two = self.ground(x + right, y), self.ground(x, y + up)
                if one == WALL or two == WALL:
                    return WALL, 0
                x, y, i, j = x + right, y + up, i + 1, j + 1
                if self.ground(x, y) != WALL and (one == FINISH or two == FINISH):
                    return FINISH, (y - up) * SIDE + x if one == FINISH else y * SIDE + x - right
            elif column < row:
                x, i = x + right, i + 1
            else:
                y, j = y + up, j + 1
            here = self.ground(x, y)
            if here != ROAD:
                return here, y * SIDE + x if here == FINISH else 0
        return ROAD, y * SIDE + x

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """The squares that the best other car has still to go, less the mover's own."""
        return self.evaluate_for(self.turn)

    def evaluate_for(self, player: int) -> float:
        """The same for any car."""
        mine = self.to_go(player)
        if self.players == 1:
            return max(-0.99, 0.9 - 0.01 * mine)
        lead = self.best_other(player) - mine
        return lead / (lead + 30.0) if lead > 0.0 else self.lowest * lead / (lead - 30.0)

    def best_other(self, player: int) -> float:
        """What the best other car has still to go."""
        best = 60.0
        for other in range(self.players):
            if other != player:
                best = min(best, self.to_go(other))
        return best

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        found = {"squares to go": self.to_go(self.turn)}
        return found | {"squares of the best other car": self.best_other(self.turn)} if self.players > 1 else found

    def to_go(self, player: int) -> float:
        """Squares to the finish, less half of what the present speed brings; more if it leads into a wall."""
        if self.out[player] == 1:
            return 60.0
        x, y, vx, vy = self.cars[player, 0], self.cars[player, 1], self.cars[player, 2], self.cars[player, 3]
        now = float(self.way[y * SIDE + x])
        kind, at = self.drive(x, y, vx, vy)
        if kind == FINISH:
            return 0.0
        if kind == WALL:
            return now + max(abs(vx), abs(vy))
        return now - 0.5 * (now - self.way[at])

    def order(self, move: int) -> int:
        """Finish first, then what comes nearest to the finish, walls last."""
        x, y = self.cars[self.turn, 0], self.cars[self.turn, 1]
        vx, vy = self.cars[self.turn, 2] + move // 3 - 1, self.cars[self.turn, 3] + move % 3 - 1
        kind, at = self.drive(x, y, vx, vy)
        return -500 if kind == WALL else 500 if kind == FINISH else -int(self.way[at])

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The track from the top, each car with its speed or `out`, and who moves: `#####/#S..F#/##### b2+0+0 1`."""
        wide, high = self.extent()
        rows = ["".join("#.F"[self.squares[y * SIDE + x]] for x in range(wide)) for y in reversed(range(high))]
        cars = " ".join(self.car_text(player) for player in range(self.players))
        return f"{'/'.join(rows)} {cars} {self.turn + 1}"

    @python_only
    def car_text(self, player: int) -> str:
        """A car's square and speed, or that it is out."""
        x, y, vx, vy = (int(number) for number in self.cars[player])
        return "out" if self.out[player] else f"{square_name(x, y)}{vx:+}{vy:+}"

    @python_only
    def extent(self) -> tuple[int, int]:
        """Width and height of the paper: the outermost road, and a wall around it."""
        road = [place for place in range(SIDE * SIDE) if self.squares[place] != WALL]
        return min(max(p % SIDE for p in road) + 2, SIDE), min(max(p // SIDE for p in road) + 2, SIDE)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        track, *rest = text.split() or [""]
        if len(rest) != cls.players + 1 or rest[-1] not in [str(player + 1) for player in range(cls.players)]:
            raise BadPosition(f"a position is a track, {cls.players} cars like b2+1-1 or out, and who moves: {text!r}")
        state: Self = cls.blank()
        try:
            state.draw(rows_of(track))
        except BadParameter as problem:
            raise BadPosition(str(problem)) from problem
        if not any(state.squares):
            raise BadPosition("the track has no road")
        state.turn = int(rest[-1]) - 1
        for player, car in enumerate(rest[:-1]):
            found = CAR.fullmatch(car)
            if car == "out":
                state.out[player] = 1
                continue
            place = square_index(found[1], SIDE, SIDE) if found else -1
            if not found or place < 0 or state.squares[place] == WALL:
                raise BadPosition(f"{car!r} is no car on the road: write its square and speed, like b2+1-1, or out")
            speed = int(found[2]), int(found[3])
            if max(map(abs, speed)) > SIDE:
                raise BadPosition(f"no car is as fast as {car!r}")
            state.cars[player] = place % SIDE, place // SIDE, *speed
            state.winner = player + 1 if state.squares[place] == FINISH else state.winner
        placed = [car[:2] for car in map(tuple, state.cars.tolist())]
        racing = [place for player, place in enumerate(placed) if not state.out[player]]
        if (
            len(set(racing)) != len(racing)
            or len([p for x, y in racing for p in [state.ground(x, y)] if p == FINISH]) > 1
        ):
            raise BadPosition("two cars stand on one square, or two have finished")
        if state.out[state.turn] and racing:
            raise BadPosition("a car that is out has no turn")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The direction of the acceleration: n, ne, e, se, s, sw, w, nw or hold."""
        return NAMES[move]

    @python_only
    def why_not(self, move: int | str) -> str:
        """No acceleration, or another car in the way."""
        if self.over():
            return "the game is over"
        number = NAMES.index(move.strip().lower()) if isinstance(move, str) and move.strip().lower() in NAMES else move
        if isinstance(number, str) or not 0 <= number < 9:
            return f"an acceleration is {', '.join(NAMES)}"
        return "another car stands where this one would stop"

    @python_only
    def ending(self) -> str:
        """Who has finished."""
        if not self.over():
            return ""
        return f"car {self.winner} has reached the finish" if self.winner else "no car is left on the track"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The track; an acceleration is a click on the square where the car would stop."""
        wide, high = self.extent()
        shades = {WALL: "wall", ROAD: "plain", FINISH: "home3"}
        cells = tuple(
            Cell(square_name(x, y), x, y, shade=shades[self.squares[y * SIDE + x]])
            for y in range(high)
            for x in range(wide)
        )
        pieces, lines = [], []
        for player in range(self.players):
            x, y, vx, vy = (int(number) for number in self.cars[player])
            if not self.out[player]:
                pieces.append(Piece(square_name(x, y), "car", player, str(player + 1)))
                lines.append((float(x), float(y), float(x + vx), float(y + vy)))
        clicks: dict[int, tuple[str, ...]] = {}
        buttons = []
        for move in self.legal():
            x = int(self.cars[self.turn, 0] + self.cars[self.turn, 2] + move // 3 - 1)
            y = int(self.cars[self.turn, 1] + self.cars[self.turn, 3] + move % 3 - 1)
            inside = 0 <= x < wide and 0 <= y < high and x < len(LETTERS)
            clicks[move] = (square_name(x, y) if inside else NAMES[move],)
            if not inside:
                buttons.append(Button(NAMES[move], f"{NAMES[move]}: off the paper", self.turn))
        return Scene(cells, tuple(pieces), tuple(buttons), tuple(lines), clicks)
