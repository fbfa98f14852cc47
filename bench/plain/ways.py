"""How far it is still to go, and how much room there is to move."""

from typing import Any

from zermelo.boards.hexes import distance
from zermelo.game import table
from zermelo.game.bits import NONE, count, squares, word
from zermelo.games.halma.chinese_checkers import SEATS
from zermelo.games.halma.star import point_of, star
from zermelo.games.lines_of_action import spread

# ---------------------------------------------------------------- distance


def tip(seat: int) -> tuple[int, int]:
    """The farthest hole of the point opposite a seat."""
    return max((p for p in star(4) if point_of(4, p) == (seat + 3) % 6), key=lambda p: distance(p, (0, 0)))


STEPS = table([[distance(place, tip(seat)) for place in star(4)] for seat in SEATS[2]])  # [player, hole]


def evaluate_chinese_checkers(state: Any) -> float:
    """Steps still to go."""
    ahead = 0
    for kind in range(4):
        for peg in squares(state.pegs[state.turn, kind]):
            ahead -= STEPS[state.turn, state.HOLE[64 * kind + peg]]
        for peg in squares(state.pegs[1 - state.turn, kind]):
            ahead += STEPS[1 - state.turn, state.HOLE[64 * kind + peg]]
    return ahead / (abs(ahead) + 20.0)


def evaluate_halma(state: Any) -> float:
    """Columns and rows still to go, for all men together."""
    ahead = 0  # of the first player, who goes from the upper left to the lower right
    for player in range(2):
        for kind in range(4):
            for man in squares(state.pieces[player, kind]):
                square = state.SQUARE[64 * kind + man]
                down_right = square % state.size - square // state.size
                ahead += down_right
    return (ahead if state.turn == 0 else -ahead) / (abs(ahead) + 30.0)


def evaluate_quoridor(state: Any) -> float:
    """The shortest ways."""
    my_way, _ = state.way(state.turn)
    their_way, _ = state.way(1 - state.turn)
    return (their_way - my_way) / 82.0


def evaluate_racetrack(state: Any) -> float:
    """Squares still to go."""
    lead = 0.0
    for car in range(2):
        far = 60.0
        if state.out[car] == 0:
            far = 1.0 * state.way[state.cars[car, 1] * 26 + state.cars[car, 0]]
        lead += -far if car == state.turn else far
    return lead / (abs(lead) + 30.0)


def evaluate_hex(state: Any) -> float:
    """Stones needed to join the sides."""
    ahead = state.distance(2) - state.distance(1)
    return (ahead if state.turn == 0 else -ahead) / (2.0 * state.size + 1.0)


def evaluate_connections(state: Any) -> float:
    """Links needed to cross the board."""
    ahead = state.distance(1 - state.turn) - state.distance(state.turn)
    for each in range(state.studs):  # a question leaves no trace
        state.far[each] = state.far[state.studs + each] = state.queue[each] = 0
    return ahead / (abs(ahead) + 4.0)


def evaluate_lines_of_action(state: Any) -> float:
    """How far the men are from their centre."""
    ahead = spread(state.theirs) - spread(state.mine)
    return ahead / (abs(ahead) + 500.0)


# ---------------------------------------------------------------- room to move


def evaluate_amazons(state: Any) -> float:
    """Mobility."""
    ahead = 0
    for index in range(4):
        ahead += state.reach(state.queens[4 * state.turn + index])
        ahead -= state.reach(state.queens[4 * (1 - state.turn) + index])
    return ahead / 150.0


def evaluate_othello(state: Any) -> float:
    """Mobility."""
    return 1.0 * (state.mobility(1) - state.mobility(-1)) * state.highest / state.area


def evaluate_sahara(state: Any) -> float:
    """Places to go."""
    total = 0
    for cell in squares(state.pyramids[state.turn]):
        total += count(state.reach(cell))
    for cell in squares(state.pyramids[1 - state.turn]):
        total -= count(state.reach(cell))
    return total / 250.0


def evaluate_sputnik(state: Any) -> float:
    """Free places beside the rocket."""
    return (count(state.goals(state.turn)) - count(state.goals(1 - state.turn))) / 7.0


def evaluate_quads(state: Any) -> float:
    """Placements of tiles."""
    ahead = 0
    for cell in squares(state.room(state.turn)):
        ahead += state.fits(state.turn, cell)
    for cell in squares(state.room(1 - state.turn)):
        ahead -= state.fits(1 - state.turn, cell)
    return ahead / (abs(ahead) + 50.0)


def evaluate_katamino(state: Any) -> float:
    """Placements of pieces in hand."""
    ahead = 0
    for player in range(2):
        found, taken = 0, state.full[state.half(player)]
        for piece in squares(word(state.hand[player])):
            for place in range(state.FIRST[piece], state.FIRST[piece + 1]):
                found += state.MASK[place] & taken == NONE
        ahead += found if player == state.turn else -found
    return ahead / (abs(ahead) + 100.0)


def evaluate_pentominoes(state: Any) -> float:
    """Whether the number of placements left is odd."""
    left = 0
    for piece in range(12):
        if state.used >> piece & 1 == 0:
            for move in range(state.FIRST[piece], state.FIRST[piece + 1]):
                left += state.MASKS[move] & state.full == NONE
    value = 0.5 if left % 2 == 1 else -0.5
    return -value if state.misere else value
