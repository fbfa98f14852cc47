"""The plain door with the kernels' count of depth: players' plies cost one, the moves of chance mostly nothing."""

from __future__ import annotations

from typing import Any

from zermelo.game.game import CHANCE, Game
from zermelo.game.plain import PlainView
from zermelo.game.playthrough import Playthrough
from zermelo.game.sides import sides_of
from zermelo.textbook.cutoff import Cutoff, Estimate, estimate_for


class PlyView(PlainView):
    """A game through the plain door that knows how many plies of players lie behind it."""

    def __init__(self, playthrough: Playthrough, plies: int = 0, *, chance_cost: int = 0) -> None:
        super().__init__(playthrough)
        self.plies, self.chance_cost = plies, chance_cost

    def play(self, move: int) -> PlyView:
        """The game after a move."""
        after = self.playthrough.copy()
        after.play(move)
        cost = self.chance_cost if self.turn == CHANCE else 1
        return PlyView(after, self.plies + cost, chance_cost=self.chance_cost)


def plies_limit(depth: int) -> Cutoff:
    """Stop after so many plies of players."""
    return lambda node, below: node.plies >= depth


def opinion_of(player: int) -> Estimate:
    """What a textbook algorithm must be given so that it uses the kernels' estimate for a player.

    The textbook turns an estimate round where it thinks that the opponent is to move; this turns it round before.
    """
    turned = estimate_for(player, lambda node: 1.0)
    return lambda node: turned(node) * view_of(node.playthrough.state, player)


def view_of(state: Game, player: int) -> float:
    """A player's estimate: where there are two sides, what one side thinks the other thinks the opposite."""
    sides = sides_of(state)
    if len(set(sides)) > 2:
        return float(state.evaluate_for(player))
    value = float(state.evaluate())
    return value if sides[max(int(state.turn), 0)] == sides[player] else -value


def vector_of(node: Any) -> tuple[float, ...]:
    """Everybody's estimate as max^n uses it: where utilities add up to nothing, so do the sides' estimates."""
    state = node.playthrough.state
    sides, players = sides_of(state), range(state.players)
    if len(set(sides)) <= 2 and state.zero_sum:
        return tuple(view_of(node.playthrough.state, player) for player in players)
    values = [float(state.evaluate_for(player)) for player in players]
    if not state.zero_sum:
        return tuple(values)
    mean = sum(values[player] / sides.count(sides[player]) for player in players) / len(set(sides))
    return tuple(value - mean for value in values)
