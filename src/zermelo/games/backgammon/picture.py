"""How backgammon is drawn, and the clicks of a play: its steps in any order, each seen at once with the die it used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

from zermelo.game import CHANCE, Button, Cell, Piece, Scene
from zermelo.games.backgammon.notation import BAR, NAMES, OFF, SIGNS

TALL = 5  # checkers that a point has room for in the picture
Dice = tuple[tuple[int, int], ...]  # the steps of a play: origin and die


def picture_of(state: Any) -> Scene:
    """The points as X counts them, labelled as the player to move counts them; a letter tells how many checkers."""
    pieces = [*checkers(state), *dice_of(state)]
    buttons: list[Button] = []
    clicks: dict[int, tuple[str, ...]] = {}
    also: dict[int, tuple[tuple[str, ...], ...]] = {}
    previews: dict[tuple[str, ...], dict[int, Piece]] = {}
    ways = {} if state.turn == CHANCE else orders(state)
    for move in state.legal():
        if state.turn == CHANCE or move == 0:
            name = f"roll {move}" if state.turn == CHANCE else "pass"
            buttons.append(Button(name, f"{move // 10}-{move % 10}" if move else "no play"))
            clicks[move] = (name,)
        else:
            clicked = dict.fromkeys(tuple(names_of(state.turn, way)) for way in ways[move])
            clicks[move], *others = clicked
            also[move] = tuple(others)
            for way in ways[move]:
                previews |= seen_after(state, pieces, way, previews)
    rolled = (f"{NAMES[state.mover]} has rolled {state.dice[0]}-{state.dice[1]}",) if dice_of(state) else ()
    notes = (*(f"{NAMES[player]}: {state.pips(player)} pips to go" for player in range(2)), *rolled)
    return Scene(
        board(state),
        tuple(pieces),
        tuple(buttons),
        clicks=clicks,
        notes=notes,
        also=also,
        steps="pairs",
        previews=previews,
    )


# ---------------------------------------------------------------------- board


def board(state: Any) -> tuple[Cell, ...]:
    """Points, bar, and where checkers are taken off to."""
    view = max(state.mover, 0)
    cells = []
    low, high = 0, TALL + 1
    for point in range(1, 25):
        across = 12 - point if point <= 12 else point - 13
        shape = "triangle_up" if point <= 12 else "triangle_down"
        label = str(25 - point if view else point)
        shade = "dark" if point % 2 else "light"
        cells.append(
            Cell(str(point), across + (across > 5), low if point <= 12 else high, shape, shade, label, height=TALL)
        )
    for player in range(2):
        home = f"home{player}"
        cells.append(Cell(f"bar {SIGNS[player]}", 6, low if player else high, "square", home, "bar", 1, TALL))
        cells.append(Cell(f"off {SIGNS[player]}", 13, high if player else low, "square", home, "off", 1, TALL))
    cells.append(Cell("dice", 9.5, TALL / 2 + 0.5, "none"))
    return tuple(cells)


def checkers(state: Any) -> list[Piece]:
    """All checkers, those of a point from its edge on."""
    pieces = []
    for player in range(2):
        for point in range(26):
            number = state.points[player, point]
            letter = " ABCDEFGHIJKLMNO"[number]
            text = letter.lower() if player else letter
            place = cell_name(player, point)
            pieces += [Piece(place, "man", player, text, dy=height(place, k, number)) for k in range(number)]
    return pieces


def dice_of(state: Any) -> list[Piece]:
    """What was rolled; a double is played four times and shown so."""
    if state.turn == CHANCE or not state.dice[0]:
        return []
    shown = dice_left(state)
    middle = (len(shown) - 1) / 2
    return [Piece("dice", "die", state.mover, str(die), dx=1.0 * (at - middle)) for at, die in enumerate(shown)]


def dice_left(state: Any) -> list[int]:
    """The dice of a play."""
    one, two = int(state.dice[0]), int(state.dice[1])
    return [one] * 4 if one == two else [one, two]


def height(place: str, which: int, number: int) -> float:
    """How far from the middle of its point a checker is drawn: up from the edge of the board, closer when crowded."""
    upper = int(place) > 12 if place.isdigit() else place in ("bar X", "off O")
    from_edge = 0.5 + which * min(1.0, (TALL - 1) / max(number - 1, 1))
    return (TALL / 2 - from_edge) * (1 if upper else -1)


def cell_name(player: int, point: int) -> str:
    """The cell where a player's point is."""
    if point in (OFF, BAR):
        return f"{'bar' if point == BAR else 'off'} {SIGNS[player]}"
    return str(25 - point if player else point)


# ---------------------------------------------------------------------- steps


def names_of(player: int, way: Dice) -> Iterator[str]:
    """The cells that are clicked for some steps."""
    for origin, die in way:
        yield cell_name(player, origin)
        yield cell_name(player, max(origin - die, OFF))


def orders(state: Any) -> dict[int, list[Dice]]:
    """The steps of each play in every order in which they can be made one by one."""
    one, two = int(state.dice[0]), int(state.dice[1])
    found: dict[int, list[Dice]] = {}
    ends = {}
    for play in (play for play in state.legal() if play):
        origins = [play // 26**number % 26 for number in range(4)]
        steps = [(o, die) for o, die in zip(origins, (one, two, two, two), strict=True) if o]
        found[play] = [way for way in dict.fromkeys(permutations(steps)) if can_be_made(state, way)]
        ends[position_after(state, tuple(steps))] = play
        most = len(steps)
    if one != two and found and most == 2:  # one checker with both dice, the other die first
        for origin in range(1, BAR + 1):
            for first, second in ((one, two), (two, one)):
                way = ((origin, first), (origin - first, second))
                play = ends.get(position_after(state, way), 0) if origin > first and can_be_made(state, way) else 0
                if play and way not in found[play]:
                    found[play].append(way)
    return found


Points = tuple[list[int], list[int]]  # checkers of the mover and of the other, each in their own count


def points_of(state: Any) -> Points:
    """Where all checkers stand."""
    return list(map(int, state.points[state.turn])), list(map(int, state.points[1 - state.turn]))


def after_step(points: Points, origin: int, die: int) -> None:
    """Make a step: the same as the rules' own, on lists."""
    mine, theirs = points
    place = max(origin - die, OFF)
    mine[origin] -= 1
    mine[place] += 1
    if place != OFF and theirs[25 - place] == 1:
        theirs[25 - place] = 0
        theirs[BAR] += 1


def can_be_made(state: Any, way: Dice) -> bool:
    """Whether every step has a checker to move when its time comes, an open point to go to, and waits for the bar."""
    points = points_of(state)
    mine, theirs = points
    for origin, die in way:
        place = max(origin - die, OFF)
        if mine[origin] < 1 or mine[BAR] and origin != BAR:
            return False
        if place == OFF:
            higher = die > origin and any(mine[origin + 1 : 7])
            if origin > 6 or any(mine[7:]) or higher:
                return False
        elif theirs[25 - place] > 1:
            return False
        after_step(points, origin, die)
    return True


def position_after(state: Any, way: Dice) -> tuple[int, ...]:
    """Where all checkers stand after some steps."""
    points = points_of(state)
    for origin, die in way:
        after_step(points, origin, die)
    return (*points[0], *points[1])


def seen_after(
    state: Any, pieces: list[Piece], way: Dice, known: dict[tuple[str, ...], dict[int, Piece]]
) -> dict[tuple[str, ...], dict[int, Piece]]:
    """What is seen after each step of a play: where checkers stand then, who was hit, which die is used up."""
    me, made, seen = int(state.turn), {}, {}
    stacks: dict[str, list[int]] = {}
    for at, piece in enumerate(pieces):
        stacks.setdefault(piece.cell, []).append(at)
    dice = list(stacks.get("dice", ()))
    for length, (origin, die) in enumerate(way[:-1], 1):
        start, end = cell_name(me, origin), cell_name(me, max(origin - die, OFF))
        there = stacks.setdefault(end, [])
        if there and pieces[there[-1]].owner != me:
            made[there[0]] = stacked(pieces[there[0]], cell_name(1 - me, BAR), stacks)
            there.clear()
        mover = stacks[start].pop()
        made[mover] = stacked(pieces[mover], end, stacks)
        there.append(mover)
        used = next(at for at in dice if pieces[at].text == str(die))
        dice.remove(used)
        made[used] = replace(pieces[used], kind="die used")
        names = tuple(names_of(me, way[:length]))
        if names not in known:
            seen[names] = dict(made)
    return seen


def stacked(piece: Piece, cell: str, stacks: dict[str, list[int]]) -> Piece:
    """A checker on top of those of a cell."""
    number = len(stacks.get(cell, ()))
    return replace(piece, cell=cell, dy=height(cell, number, number + 1))
