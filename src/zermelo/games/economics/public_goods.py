"""Public goods: each gives some of their own to a pot, the pot is multiplied and shared by all, whoever gave.

With a factor between one and the number of players everybody gains if all give, and each gains most by giving nothing.
"""

from __future__ import annotations

from zermelo.game import derived, parameter, python_only
from zermelo.games.economics.rounds import Rounds


class PublicGoods(Rounds):
    """Give or keep."""

    # ------------------------------------------------------------------ facts
    players: int = parameter(3, low=2, high=6, help="who share the pot")
    rounds: int = parameter(3, low=1, high=100, help="how often they choose")
    endowment: int = parameter(4, low=1, high=20, help="what each has in every round; any part may be given")
    factor: float = parameter(1.5, low=0.0, high=20.0, help="what the pot is multiplied by before it is shared")
    actions: int = derived(lambda game: game.endowment + 1)
    most_moves: int = derived(lambda game: game.endowment + 1)
    zero_sum = False
    lowest: float = derived(lambda game: min(0.0, game.endowment * (game.factor / game.players)))
    highest: float = derived(
        lambda game: (
            game.endowment * (max(1.0, game.factor / game.players) + game.factor * (game.players - 1) / game.players)
        )
    )
    longest: int = derived(lambda game: game.players * game.rounds)
    observation: int = derived(lambda game: 2 + game.players * game.rounds)

    # ------------------------------------------------------------------ rules
    def utility(self, player: int) -> float:
        """What was kept and one's share of the pot, in the mean of the rounds."""
        total = 0.0
        for place in range(int(self.made)):
            pot = 0
            for each in range(self.players):
                pot += int(self.chosen[each, place]) - 1
            kept = self.endowment - int(self.chosen[player, place]) + 1
            total += kept + self.factor * pot / self.players
        return total / max(int(self.made), 1)

    # ------------------------------------------------------------------ words
    @python_only
    def action_name(self, player: int, action: int) -> str:
        """What is given."""
        return str(action)

    @python_only
    def choice_name(self, action: int) -> str:
        """An action as a button says it."""
        return f"give {action}"

    @python_only
    def result_text(self, player: int) -> str:
        """The mean of the rounds."""
        return f"{self.utility(player):.4g} a round"
