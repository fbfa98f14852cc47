"""A matrix game again and again: all choose at once, see what was chosen, and choose anew (Axelrod's tournaments).

The matrix is one that `zermelo matrix` knows by name, or the same text with the cells themselves. The utility is the
mean payoff of a round, so that one's gain need not be another's loss.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from zermelo.errors import BadParameter
from zermelo.game import Cells, derived, f64, parameter, python_only, table
from zermelo.games.economics.rounds import Rounds
from zermelo.theory import known
from zermelo.theory.matrix import MatrixGame


@lru_cache(maxsize=64)
def matrix_of(text: str) -> MatrixGame:
    """The matrix that a name or a text means."""
    found = known.find(text) if text.replace("_", "").isalpha() else MatrixGame.from_text(text)
    if any("/" in name or not name.isprintable() for names in found.actions for name in names):
        raise BadParameter("the name of an action may not contain a stroke (/), which parts the choices of a round")
    return found


def payoffs(text: str) -> Cells:
    """The payoffs, [profile, player], profiles counted like numbers with a digit for each player."""
    found = matrix_of(text)
    return table(np.array([[float(part) for part in found.payoffs[p]] for p in found.profiles()]).ravel(), f64)


class RepeatedGame(Rounds):
    """Play the same matrix game for some rounds."""

    # ------------------------------------------------------------------ facts
    matrix: str = parameter("prisoners_dilemma", help='a matrix by its name, or as "-1,-1 -4,0; 0,-4 -3,-3"')
    rounds: int = parameter(10, low=1, high=1000, help="how often it is played")
    players: int = derived(lambda game: len(matrix_of(game.matrix).players))
    actions: int = derived(lambda game: max(matrix_of(game.matrix).shape))
    SHAPE = derived(lambda game: table(matrix_of(game.matrix).shape))
    PAYOFFS = derived(lambda game: payoffs(game.matrix))
    lowest: float = derived(lambda game: float(payoffs(game.matrix).min()))
    highest: float = derived(lambda game: float(payoffs(game.matrix).max()))
    zero_sum: bool = derived(lambda game: not any(sum(cell) for cell in matrix_of(game.matrix).payoffs.values()))
    most_moves: int = derived(lambda game: max(matrix_of(game.matrix).shape))
    longest: int = derived(lambda game: game.rounds * len(matrix_of(game.matrix).players))
    observation: int = derived(lambda game: 2 + game.rounds * len(matrix_of(game.matrix).players))

    # ------------------------------------------------------------------ rules
    def choices(self, player: int) -> int:
        """The rows, columns or tables of the matrix."""
        return int(self.SHAPE[player])

    def utility(self, player: int) -> float:
        """The mean payoff of a round."""
        total = 0.0
        for place in range(int(self.made)):
            profile = 0
            for each in range(self.players):
                profile = profile * int(self.SHAPE[each]) + int(self.chosen[each, place]) - 1
            total += self.PAYOFFS[profile * self.players + player]
        return total / max(int(self.made), 1)

    # ------------------------------------------------------------------ words
    @python_only
    def action_name(self, player: int, action: int) -> str:
        """As the matrix names it."""
        return matrix_of(self.matrix).actions[player][action]

    @python_only
    def player_name(self, player: int) -> str:
        """As the matrix names them."""
        return matrix_of(self.matrix).players[player]

    @python_only
    def result_text(self, player: int) -> str:
        """The mean payoff."""
        return f"{self.utility(player):.4g} a round"
