"""Plain evaluations, each one feature that anybody would count first: what a game's own evaluation has to beat.

`zermelo match terrace alphabeta:nodes=2000 ./bench/plain.py:evaluate_terrace,nodes=2000`; all of them at once:
`python -m bench.evaluations`.
"""

from zermelo.game.bits import NONE, count, word


def evaluate_terrace(state):
    """Men by size."""
    total = 0
    for square in range(state.cells):
        man = state.board[square]
        total += man - 1 if man > 1 else man + 1 if man < -1 else 0
    return (total if state.turn == 0 else -total) / 50.0


def evaluate_hus(state):
    """Seeds."""
    total = 0
    for pit in range(16):
        total += state.pits[state.turn, pit] - state.pits[1 - state.turn, pit]
    return total / 60.0


def evaluate_dominoes(state):
    """Pips in hand."""
    me = state.turn if state.turn >= 0 else 0
    bound = state.highest - 0.01
    return max(-bound, min(bound, 1.0 * (state.held(1 - me) - state.held(me))))


def evaluate_dots_and_hexagons(state):
    """Cells closed."""
    value = 1.0 * (state.lead if state.turn == 0 else -state.lead)
    return -value if state.misere else value


def evaluate_dots_and_boxes(state):
    """Boxes closed."""
    return 1.0 * (state.lead if state.turn == 0 else -state.lead)


def evaluate_sahara(state):
    """Places to go."""
    total = 0
    for cell in range(64):
        if state.men[state.turn] >> word(cell) & word(1) != NONE:
            total += count(state.reach(cell))
        if state.men[1 - state.turn] >> word(cell) & word(1) != NONE:
            total -= count(state.reach(cell))
    return total / 250.0


def evaluate_jungle(state):
    """Animals by rank."""
    total = 0
    for kind in range(8):
        total += (kind + 1) * ((state.at[kind] != 63) - (state.at[8 + kind] != 63))
    return (total if state.turn == 0 else -total) / 50.0


def evaluate_quixo(state):
    """Cubes."""
    return (count(state.mine()) - count(state.theirs())) / 30.0


def evaluate_seega(state):
    """Men."""
    return (state.alive[state.turn] - state.alive[1 - state.turn]) / (state.men + 1.0)


def evaluate_pentominoes(state):
    """Whether the number of placements left is odd."""
    left = 0
    for piece in range(12):
        if state.used >> piece & 1 == 0:
            for move in range(state.FIRST[piece], state.FIRST[piece + 1]):
                left += state.MASKS[move] & state.full == NONE
    value = 0.5 if left % 2 == 1 else -0.5
    return -value if state.misere else value
