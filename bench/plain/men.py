"""What a side has: men, by their kind where kinds differ."""

from typing import Any

from zermelo.game.bits import count, squares, word
from zermelo.games.omega_chess.rules import WORTH as OMEGA_WORTH
from zermelo.games.stratego.rules import WORTH as STRATEGO_WORTH

# ---------------------------------------------------------------- men that are all alike


def evaluate_abalone(state: Any) -> float:
    """Marbles."""
    return (count(state.marbles[state.turn]) - count(state.marbles[1 - state.turn])) / 15.0


def evaluate_alquerque(state: Any) -> float:
    """Men."""
    return (count(state.mine()) - count(state.theirs())) / 13.0


def evaluate_fanorona(state: Any) -> float:
    """Men."""
    return (count(state.mine()) - count(state.theirs())) / (state.army + 1.0)


def evaluate_seega(state: Any) -> float:
    """Men."""
    return (state.alive[state.turn] - state.alive[1 - state.turn]) / (state.army + 1.0)


def evaluate_surakarta(state: Any) -> float:
    """Men."""
    ahead = count(state.black) - count(state.white)
    return (ahead if state.turn == 0 else -ahead) / 13.0


def evaluate_nine_mens_morris(state: Any) -> float:
    """Men."""
    mine = count(state.mine()) + state.hand[state.turn]
    theirs = count(state.theirs()) + state.hand[1 - state.turn]
    return (mine - theirs) / (state.men + 1.0)


def evaluate_tablut(state: Any) -> float:
    """Men, a defender counting two."""
    ahead = 0
    for half in range(2):
        ahead += 2 * count(state.pieces[1, half]) - count(state.pieces[0, half])
    return (ahead if state.turn == 1 else -ahead) / 40.0


def evaluate_ataxx(state: Any) -> float:
    """Stones."""
    return (count(state.mine) - count(state.theirs)) / (state.area + 1.0)


def evaluate_hexxagon(state: Any) -> float:
    """Stones."""
    return (count(state.mine) - count(state.theirs)) / (state.area + 1.0)


def evaluate_go(state: Any) -> float:
    """Stones."""
    black = white = 0
    for place in range(state.places):
        black += state.stones[place] == 1
        white += state.stones[place] == 2
    ahead = black - white
    return (ahead if state.turn == 0 else -ahead) / (state.last + 1.0)


def evaluate_gipf(state: Any) -> float:
    """Pieces that are not lost."""
    mine = state.reserve[state.turn] + count(state.pieces[state.turn])
    theirs = state.reserve[1 - state.turn] + count(state.pieces[1 - state.turn])
    return (mine - theirs) / 20.0


def evaluate_pylos(state: Any) -> float:
    """Balls in reserve."""
    return (state.reserve[state.turn] - state.reserve[1 - state.turn]) / 16.0


def evaluate_quixo(state: Any) -> float:
    """Cubes."""
    return (count(state.mine()) - count(state.theirs())) / 30.0


# ---------------------------------------------------------------- men and kings


def evaluate_checkers(state: Any) -> float:
    """Men, and kings as one and a half."""
    black, white, kings = word(state.black), word(state.white), word(state.kings)
    ahead = 2 * count(black) + count(black & kings) - 2 * count(white) - count(white & kings)
    return (ahead if state.turn == 0 else -ahead) / 40.0


def draughts(state: Any) -> float:
    """Men, and kings as three."""
    mine, theirs = state.mine(), state.theirs() & ~state.taken
    ahead = count(mine) + 2 * count(mine & state.kings) - count(theirs) - 2 * count(theirs & state.kings)
    return ahead / (3.0 * state.men + 1.0)


def evaluate_brazilian_draughts(state: Any) -> float:
    """Men, and kings as three."""
    return draughts(state)


def evaluate_international_draughts(state: Any) -> float:
    """Men, and kings as three."""
    return draughts(state)


def evaluate_russian_draughts(state: Any) -> float:
    """Men, and kings as three."""
    return draughts(state)


# ---------------------------------------------------------------- men of many kinds


def evaluate_chess(state: Any) -> float:
    """Men: 1, 3, 3, 5 and 9."""
    ahead = 0
    for sign in (1, -1):
        men = state.mine if sign == 1 else state.theirs
        light = count(men & state.pawns) + 3 * count(men & state.knights)
        ahead += sign * (light + 3 * count(men & state.diagonals) + 5 * count(men & state.straights))
        ahead += sign * count(men & state.diagonals & state.straights)
    return ahead / 120.0


def evaluate_omega_chess(state: Any) -> float:
    """Men by their worth."""
    ahead = 0
    for half in range(2):
        for place in squares(state.pieces[half]):
            ahead += OMEGA_WORTH[state.board[place + 64 * half]]
        for place in squares(state.pieces[2 + half]):
            ahead -= OMEGA_WORTH[state.board[place + 64 * half]]
    return (ahead if state.turn == 0 else -ahead) / 20000.0


def shogi(state: Any) -> float:
    """Men by their worth, on the board and in hand."""
    total = 0
    for kind in range(state.kinds):
        total += state.hands[kind] * state.WORTH[1 + kind]
        total -= state.hands[state.kinds + kind] * state.WORTH[1 + kind]
    for half in range(2):
        for place in squares(state.pieces[half]):
            total += state.WORTH[state.board[place + 64 * half]]
        for place in squares(state.pieces[2 + half]):
            total -= state.WORTH[state.board[place + 64 * half]]
    ahead = total if state.turn == 0 else -total
    return ahead / (abs(ahead) + 800.0)


def evaluate_shogi(state: Any) -> float:
    """Men by their worth, on the board and in hand."""
    return shogi(state)


def evaluate_minishogi(state: Any) -> float:
    """Men by their worth, on the board and in hand."""
    return shogi(state)


def evaluate_tori_shogi(state: Any) -> float:
    """Men by their worth, on the board and in hand."""
    return shogi(state)


def evaluate_arimaa(state: Any) -> float:
    """Pieces by strength."""
    total = 0
    for square in range(64):
        total += state.board[square]
    return (total if state.turn == 0 else -total) / 50.0


def evaluate_jungle(state: Any) -> float:
    """Animals by rank."""
    total = 0
    for kind in range(8):
        total += (kind + 1) * ((state.at[kind] != 63) - (state.at[8 + kind] != 63))
    return (total if state.turn == 0 else -total) / 50.0


def evaluate_stratego(state: Any) -> float:
    """Men by their worth."""
    total = 0
    for square in range(state.cells):
        man = state.board[square]
        total += STRATEGO_WORTH[man] if man > 0 else -STRATEGO_WORTH[-man]
    return (total if state.turn == 0 else -total) / 5000.0


def evaluate_terrace(state: Any) -> float:
    """Men by size."""
    total = 0
    for square in range(state.cells):
        man = state.board[square]
        total += man - 1 if man > 1 else man + 1 if man < -1 else 0
    return (total if state.turn == 0 else -total) / 50.0


def evaluate_gobblet(state: Any) -> float:
    """Cups that are seen, by size."""
    ahead = 0
    for cup in range(1, state.size + 1):
        ahead += cup * (count(state.seen_of(state.turn, cup)) - count(state.seen_of(1 - state.turn, cup)))
    return ahead / 40.0
