"""Moves of outside players at backgammon: pubeval and GNU Backgammon's 0-ply network, both of the package gnubg-nn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Oracle = Any  # state -> the move of that player


def board_of(state: Any) -> list[list[int]]:
    """The position as gnubg-nn has it: the opponent's checkers and the mover's, each from their own side, bar last."""
    return [[int(state.points[player, point]) for point in range(1, 26)] for player in (1 - state.turn, state.turn)]


def move_of(state: Any, steps: Iterable[tuple[int, int]]) -> int:
    """Our number of a play: the one that leads to the same position."""
    points = [int(state.points[state.turn, point]) for point in range(26)]
    for origin, place in steps:
        points[origin] -= 1
        points[max(place, 0)] += 1
    for move in state.legal():
        child = state.copy()
        child.play(move)
        if [int(child.points[state.turn, point]) for point in range(26)] == points:
            return int(move)
    raise SystemExit(f"gnubg-nn plays {list(steps)} in {state.to_text()}, which our rules do not know")


def pubeval_move(state: Any) -> int:
    """Tesauro's public evaluation."""
    import gnubg_nn

    found = gnubg_nn.pub_best_move(board_of(state), int(state.dice[0]), int(state.dice[1]))
    return move_of(state, [(found[at] + 1, found[at + 1] + 1) for at in range(0, len(found), 2)])


def gnubg_move(state: Any) -> int:
    """GNU Backgammon without looking ahead."""
    import gnubg_nn

    return move_of(state, gnubg_nn.best_move(board_of(state), int(state.dice[0]), int(state.dice[1]), 0))
