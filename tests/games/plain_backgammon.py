"""Backgammon once more, in plain Python: every order of the dice is tried; and positions to try it on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from zermelo.game import CHANCE
from zermelo.game.playouts import random_game
from zermelo.games.backgammon import Backgammon

ROLLS = [10 * a + b for a in range(1, 7) for b in range(1, a + 1)]
Sides = tuple[tuple[int, ...], tuple[int, ...]]  # men of the mover and of the opponent, each in his own count


def at(text: str) -> Any:
    return Backgammon.from_text(text)


def sides(state: Any, player: int) -> Sides:
    return tuple(state.points[player].tolist()), tuple(state.points[1 - player].tolist())


def results(state: Any) -> list[Sides]:
    """The positions after each legal play."""
    found = []
    for move in state.legal():
        after = state.copy()
        after.play(move)
        found.append(sides(after, state.turn))
    return found


def naive_step(position: Sides, origin: int, die: int) -> Sides | None:
    """One step by the letter of the rules, or None."""
    mine, theirs = list(position[0]), list(position[1])
    if not mine[origin] or mine[25] and origin != 25:
        return None
    place = origin - die
    if place <= 0:
        if any(mine[7:]) or place < 0 and any(mine[origin + 1 :]):
            return None
        place = 0
    elif theirs[25 - place] >= 2:
        return None
    elif theirs[25 - place] == 1:
        theirs[25 - place], theirs[25] = 0, theirs[25] + 1
    mine[origin] -= 1
    mine[place] += 1
    return tuple(mine), tuple(theirs)


def naive_order(position: Sides, dice: tuple[int, ...]) -> tuple[int, set[Sides]]:
    """As many of the dice as possible in this order: how many, and the positions."""
    ends = {position}
    for used, die in enumerate(dice):
        after = {end for start in ends for origin in range(1, 26) if (end := naive_step(start, origin, die))}
        if not after:
            return used, ends
        ends = after
    return len(dice), ends


def naive(position: Sides, large: int, small: int) -> set[Sides]:
    """The positions that can be reached, by trying every order."""
    if large == small:
        return naive_order(position, (large,) * 4)[1]
    first, second = naive_order(position, (large, small)), naive_order(position, (small, large))
    if first[0] == second[0] == 2:
        return first[1] | second[1]
    return first[1] if first[0] >= second[0] else second[1]


def random_positions(seed: int, games: int) -> Iterator[Any]:
    """The positions of random games before each roll."""
    for number in range(games):
        state = Backgammon()
        for move in random_game(state, seed, number):
            if state.turn == CHANCE:
                yield state.copy()
            state.play(move)


def rolled(state: Any, roll: int) -> Any:
    after = state.copy()
    after.play(roll)
    return after


def thrown(seed: int) -> Sides:
    """Men thrown at random over the board, which games rarely reach: bars, gaps, early bear-offs."""
    draw = random.Random(seed)
    mine, theirs = [0] * 26, [0] * 26
    places = draw.choice([range(1, 7), range(1, 9), range(1, 25), range(1, 26)])
    for _ in range(draw.choice([1, 2, 3, 5, 15])):
        mine[draw.choice(places)] += 1
    free = [25 - point for point in range(1, 25) if not mine[point]] + [25]
    for _ in range(draw.choice([2, 6, 15])):
        theirs[draw.choice(free)] += 1
    mine[0], theirs[0] = 15 - sum(mine), 15 - sum(theirs)
    return tuple(mine), tuple(theirs)


def placed(position: Sides, roll: int) -> Any:
    state = Backgammon.blank()
    state.points[0], state.points[1] = position
    state.turn, state.mover = CHANCE, 0
    state.play(roll)
    return state
