"""Rows of men, and men that stand where rows cross."""

from typing import Any

from zermelo.game.bits import NONE, count, word


def evaluate_connect_four(state: Any) -> float:
    """Discs near the middle."""
    ahead = 0
    for column in range(state.columns):
        here = state.column << word(column)
        mine = count(state.mine & here)
        ahead += (2 * mine - count(state.full & here)) * min(column, state.columns - 1 - column)
    return ahead / 100.0


def evaluate_link_five(state: Any) -> float:
    """Neighbouring pairs."""
    ahead = 0
    for line in range(state.count_of_lines):
        mine, theirs = word(state.lines[state.turn, line]), word(state.lines[1 - state.turn, line])
        ahead += count(mine & mine >> word(1)) - count(theirs & theirs >> word(1))
    return ahead / (abs(ahead) + 20.0)


def open_lines(state: Any, mine: Any, theirs: Any) -> float:
    """Lines that only one player has marked."""
    ahead = 0
    for index in range(len(state.LINES)):
        ours, others = mine & state.LINES[index] != NONE, theirs & state.LINES[index] != NONE
        ahead += (1 if ours else 0) - (1 if others else 0) if ours != others else 0
    return ahead / (len(state.LINES) + 1.0)


def evaluate_tic_tac_toe(state: Any) -> float:
    """Lines that only one player has marked."""
    return open_lines(state, state.mine, state.theirs)


def evaluate_tic_tac_toe_3d(state: Any) -> float:
    """Lines that only one player has marked."""
    return open_lines(state, state.mine, state.theirs)


def evaluate_memory_tic_tac_toe(state: Any) -> float:
    """Lines that only one player has marked."""
    return open_lines(state, state.mine, state.theirs)


def evaluate_moving_tic_tac_toe(state: Any) -> float:
    """Lines that only one player has marked."""
    return open_lines(state, state.mine, state.theirs)
