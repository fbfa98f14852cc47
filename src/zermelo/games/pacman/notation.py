"""How mazes and positions of Pacman are written, read and drawn, and what is refused."""

from __future__ import annotations

import re
from typing import Any

from zermelo.errors import BadPosition, ZermeloError
from zermelo.game import Cell, Piece, Scene, has

NAMES = ("North", "South", "East", "West", "Stop")
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (0, 0))  # columns and rows of each move
KEYS = ("ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft", " ")  # of each move
STOP = 4  # a move, as in rules.py
SIGNS = "NSEW-"  # a heading in a position text
SIDE = 32  # most columns and rows
FRIGHT = 40  # moves for which a capsule scares
MOST_CAPSULES = 16  # with them and a full maze nobody scores 25,000 points more than at the start
FURTHEST_SCORE = 50_000  # what a position text may claim


# ---------------------------------------------------------------------- mazes and positions


def furnish(state: Any, lines: list[str], wrong: type[ZermeloError]) -> dict[str, list[tuple[int, int]]]:
    """Fill walls, food and capsules from rows of signs, the top row first; returns the cells of P and G."""
    wide, high = len(lines[0]) if lines else 0, len(lines)
    if not (3 <= wide <= SIDE and 3 <= high <= SIDE) or any(len(line) != wide for line in lines):
        raise wrong(f"a maze has 3 to {SIDE} rows of equal length, 3 to {SIDE} places each")
    if strange := sorted(set("".join(lines)) - set("%.oPG_")):
        raise wrong(f"a maze is written with % . o P G and _ for an empty place, not with {strange[0]!r}")
    border = lines[0] + lines[-1] + "".join(line[0] + line[-1] for line in lines)
    if set(border) != {"%"}:
        raise wrong("a maze must be closed: its border is all %")
    agents: dict[str, list[tuple[int, int]]] = {"P": [], "G": []}
    for row, line in enumerate(reversed(lines)):
        for sign, layer in (("%", state.walls), (".", state.food), ("o", state.capsules)):
            layer[row] = sum(1 << column for column, here in enumerate(line) if here == sign)
        for column, sign in enumerate(line):
            if sign in agents:
                agents[sign].append((column, row))
    state.left = sum(line.count(".") for line in lines)
    if sum(line.count("o") for line in lines) > MOST_CAPSULES:
        raise wrong(f"a maze has at most {MOST_CAPSULES} capsules")
    return agents


def refuse_closed_in(state: Any, wrong: type[ZermeloError]) -> None:
    """A ghost must always have a move."""
    mover = state.turn
    for ghost in range(1, state.players):
        state.turn = ghost
        if not state.ways():
            raise wrong(f"ghost {ghost} is walled in")
    state.turn = mover


def position_text(state: Any) -> str:
    """Maze, Pacman, ghosts with heading, fright and home, score and turn: `%%%%/%.o%/%%%% P1,1 G2,1W0@2,1 -3 0`."""
    lines = []
    for row in reversed(range(state.rows())):
        layers = (state.walls[row], "%"), (state.food[row], "."), (state.capsules[row], "o"), (-1, "_")
        lines.append("".join(next(s for w, s in layers if w >> c & 1) for c in range(state.columns())))
    parts = ["/".join(lines), "P" + state.place(0)]
    for ghost in range(1, state.players):
        home = f"{state.home_x[ghost]},{state.home_y[ghost]}"
        parts.append(f"G{state.place(ghost)}{SIGNS[state.heading[ghost]]}{state.scared[ghost]}@{home}")
    return " ".join([*parts, str(state.score), str(state.turn), *(["caught"] if state.caught else [])])


def read_position(cls: Any, text: str) -> Any:
    """Read what `to_text` wrote."""
    ghost = r" G(\d+(?:\.5)?),(\d+(?:\.5)?)([NSEW-])(\d\d?)@(\d+),(\d+)"
    form = rf"(\S+) P(\d+),(\d+){ghost * cls.ghosts} (-?\d{{1,5}}) (\d)( caught)?"
    found = re.fullmatch(form, " ".join(text.split()), re.ASCII)
    if not found:
        raise BadPosition(
            f"a position is the maze, P column,row, {cls.ghosts} ghosts as G column,row heading fright @ home, "
            f"the score, the player to move and perhaps `caught`; not {text!r}"
        )
    maze, column, row, *ghosts, score, mover, caught = found.groups()
    state = cls.blank()
    if any(furnish(state, maze.split("/"), BadPosition).values()):
        raise BadPosition("P and G do not stand in the maze of a position but after it")
    read_agent(state, 0, column, row, "-", "0", column, row)
    for agent in range(1, cls.players):
        read_agent(state, agent, *ghosts[6 * agent - 6 : 6 * agent])
    if abs(int(score)) > FURTHEST_SCORE or int(mover) >= cls.players:
        raise BadPosition(f"the score lies within {FURTHEST_SCORE} and the player to move is 0 to {cls.ghosts}")
    state.score, state.turn, state.caught = int(score), int(mover), caught is not None
    refuse_closed_in(state, BadPosition)
    touching = any(state.away(agent) <= 1 and state.scared[agent] == 0 for agent in range(1, cls.players))
    if state.caught and not (touching and state.left):
        raise BadPosition("Pacman is caught only by a ghost that touches it, and not after the last food")
    return state


def read_agent(state: Any, agent: int, x: str, y: str, heading: str, fright: str, home_x: str, home_y: str) -> None:
    """Put an agent where a text says, if it can be there."""
    half_x, half_y, scared, home = int(2 * float(x)), int(2 * float(y)), int(fright), (int(home_x), int(home_y))
    for column, row in (half_x // 2, half_y // 2), ((half_x + 1) // 2, (half_y + 1) // 2), home:
        if column >= state.columns() or row >= state.rows() or state.walls[row] >> column & 1:
            raise BadPosition(f"there is no free cell {column},{row} for an agent")
    fits = {(0, 0): SIGNS, (1, 0): "EW", (0, 1): "NS", (1, 1): ""}[half_x % 2, half_y % 2]
    if heading not in fits or scared > FRIGHT or fits != SIGNS and not scared:
        raise BadPosition(
            f"a ghost at {x},{y} cannot head {heading} with fright {scared}: only a scared one (1 to {FRIGHT}) is"
            " half way between two cells, and then it heads for one of them"
        )
    if agent == 0 and state.food[half_y // 2] >> half_x // 2 & 1:
        raise BadPosition("food does not lie where Pacman is")
    state.set_agent(agent, half_x, half_y, SIGNS.index(heading), scared, home)


# ---------------------------------------------------------------------- refusals


def reason(state: Any, move: int | str) -> str:
    """A wall, or what ghosts may not do."""
    names = [name.lower() for name in NAMES]
    asked = names.index(move.lower()) if isinstance(move, str) and move.lower() in names else move
    if state.over():
        return "the game is over"
    if not isinstance(asked, int) or not 0 <= asked <= STOP:
        return f"the moves are {', '.join(NAMES)}"
    if has(state.ways(), asked):
        return "it is possible"
    if (state.x[state.turn] | state.y[state.turn]) & 1:
        return "between two cells a ghost can only go straight on"
    if asked == STOP:
        return "ghosts never stop"
    across, up = STEPS[asked]
    column, row = (state.x[state.turn] >> 1) + across, (state.y[state.turn] >> 1) + up
    if state.walls[row] >> column & 1:
        return f"there is a wall at {column},{row}"
    return "ghosts turn back only in a dead end"


# ---------------------------------------------------------------------- picture


def picture_of(state: Any) -> Scene:
    """The maze; a click on a neighbouring cell goes there, a click on Pacman itself stops."""
    cells, pieces = [], []
    for row in reversed(range(state.rows())):
        for column in range(state.columns()):
            name = f"{column},{row}"
            wall = state.walls[row] >> column & 1
            cells.append(Cell(name, column, row, shade="wall" if wall else "plain"))
            if not wall:
                eaten = not state.food[row] >> column & 1
                capsule = state.capsules[row] >> column & 1
                # the text of an empty cell is a blank, or a terminal would show the dot that means food
                kind, sign = ("capsule", "o") if capsule else ("nothing", " ") if eaten else ("food", ".")
                pieces.append(Piece(name, kind, text=sign))
    for agent in reversed(range(state.players)):
        kind = "scared" if state.scared[agent] else "ghost" if agent else "pacman"
        pieces.append(Piece(nearest(state, agent), kind, agent, {"scared": "s", "ghost": "G", "pacman": "P"}[kind]))
    who = "Pacman" if state.turn == 0 else f"ghost {state.turn}"
    notes = [f"score {state.score}, {who} to move" if not state.over() else state.ending()]
    for ghost in range(1, state.players):
        if state.scared[ghost]:
            notes.append(f"ghost {ghost} at {state.place(ghost)} is scared for {state.scared[ghost]} moves")
    clicks: dict[int, tuple[str, ...]] = {move: (click(state, move),) for move in state.legal()}
    return Scene(
        cells=tuple(cells),
        pieces=tuple(pieces),
        clicks=clicks,
        notes=tuple(notes),
        colours=("yellow", "red", "teal", "pink", "orange"),
        keys={KEYS[move]: names[0] for move, names in clicks.items()},
    )


def nearest(state: Any, agent: int) -> str:
    """The cell where an agent is shown: half way it is the upper or right one."""
    return f"{(state.x[agent] + 1) >> 1},{(state.y[agent] + 1) >> 1}"


def click(state: Any, move: int) -> str:
    """The cell that an agent makes for."""
    across, up = STEPS[move]
    x, y = state.x[state.turn] + across, state.y[state.turn] + up
    return f"{(x + (across > 0)) >> 1},{(y + (up > 0)) >> 1}"
