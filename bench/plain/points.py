"""What is scored, or will be counted in the end."""

from typing import Any

from zermelo.game.bits import count
from zermelo.games.kalah import seeds_of


def evaluate_blokus(state: Any) -> float:
    """Points."""
    return 1.0 * (state.points(state.turn) - state.points(1 - state.turn))


def evaluate_carcassonne(state: Any) -> float:
    """Points."""
    return 1.0 * (state.score[state.turn] - state.score[1 - state.turn])


def evaluate_scrabble(state: Any) -> float:
    """Points, with those of the word that is being laid."""
    value = 1.0 * (state.score[state.turn] - state.score[1 - state.turn])
    if state.laid > 0:
        value += state.points()
    return value


def evaluate_tantrix(state: Any) -> float:
    """Points."""
    return 1.0 * (state.best[state.turn] - state.best[1 - state.turn])


def evaluate_kalah(state: Any) -> float:
    """Seeds in the stores."""
    return 1.0 * (seeds_of(state.mine, state.pits) - seeds_of(state.theirs, state.pits))


def evaluate_hus(state: Any) -> float:
    """Seeds."""
    mine = theirs = 0
    for pit in range(16):
        mine += state.pits[state.turn, pit]
        theirs += state.pits[1 - state.turn, pit]
    return (mine - theirs) / 60.0


def evaluate_dominoes(state: Any) -> float:
    """Pips in hand."""
    bound = state.highest - 0.01
    return max(-bound, min(bound, 1.0 * (state.held(1 - state.turn) - state.held(state.turn))))


def evaluate_dots_and_boxes(state: Any) -> float:
    """Boxes closed."""
    return 1.0 * (state.lead if state.turn == 0 else -state.lead)


def evaluate_dots_and_hexagons(state: Any) -> float:
    """Cells closed."""
    return 1.0 * (state.lead if state.turn == 0 else -state.lead)


def evaluate_quits(state: Any) -> float:
    """Balls out."""
    mine = theirs = 0
    mine += state.out[state.turn]
    theirs += state.out[1 - state.turn]
    return (mine - theirs) / 6.0


def evaluate_nim(state: Any) -> float:
    """Whether the number of matches left is odd."""
    return 0.5 if state.left % 2 == 1 else -0.5


def evaluate_quarto(state: Any) -> float:
    """Pieces that are safe to hand over."""
    return count(state.box & ~state.winning()) / 17.0
