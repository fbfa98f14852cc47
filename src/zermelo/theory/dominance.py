"""Dominance: actions that no rational player takes, and what is left when all know that.

An action is strictly dominated if another does better whatever the others do, and weakly if another does no worse
ever and better sometimes. A mixture of actions may dominate strictly where no single one does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from zermelo.theory.linear_programs import minimise, mixture
from zermelo.theory.matrix import MatrixGame, Mix, Profile, pure
from zermelo.theory.reading import shown


@dataclass(frozen=True)
class Dominated:
    """An action that need not be looked at, and why."""

    player: str
    action: str
    by: str  # the better action, or the mixture
    strictly: bool

    def __str__(self) -> str:
        how = "strictly" if self.strictly else "weakly"
        return f"{self.player}: {self.action} is {how} dominated by {self.by}"


def compare(game: MatrixGame, player: int, mix: Mix, action: int) -> list[Fraction]:
    """How much better a mix is than an action, for each choice of the others."""
    gains = []
    for others in rest(game, player):
        worth = [game.payoffs[(*others[:player], a, *others[player:])][player] for a in range(game.shape[player])]
        average = sum((chance * value for chance, value in zip(mix, worth, strict=True)), Fraction(0))
        gains.append(average - worth[action])
    return gains


def rest(game: MatrixGame, player: int) -> Iterator[Profile]:
    """All combinations of the other players' actions."""
    for profile in game.profiles():
        if profile[player] == 0:
            yield (*profile[:player], *profile[player + 1 :])


def dominated(game: MatrixGame, *, mixed: bool = True) -> list[Dominated]:
    """All dominated actions; strictly where that is so; by mixtures only where no single action does."""
    found = []
    for player in range(len(game.players)):
        for action in range(game.shape[player]):
            if reason := dominator(game, player, action, mixed=mixed):
                found.append(reason)
    return found


def dominator(game: MatrixGame, player: int, action: int, *, mixed: bool = True) -> Dominated | None:
    """What dominates an action, if anything does."""
    count, names = game.shape[player], game.actions[player]
    weakly = None
    for other in range(count):
        if other == action:
            continue
        gains = compare(game, player, pure(other, count), action)
        if all(gain > 0 for gain in gains):
            return Dominated(game.players[player], names[action], names[other], True)
        if weakly is None and all(gain >= 0 for gain in gains) and any(gains):
            weakly = Dominated(game.players[player], names[action], names[other], False)
    if mixed and count > 2 and (mix := dominating_mix(game, player, action)):
        by = " + ".join(f"{shown(chance)} {name}" for chance, name in zip(mix, names, strict=True) if chance)
        return Dominated(game.players[player], names[action], by, True)
    return weakly


def dominating_mix(game: MatrixGame, player: int, action: int) -> Mix | None:
    """A mixture that is better than an action whatever the others do; found by a linear program, checked exactly."""
    count = game.shape[player]
    # the least gain over all choices of the others is to be as large as possible
    rows = []
    for others in rest(game, player):
        worth = [game.payoffs[(*others[:player], a, *others[player:])][player] for a in range(count)]
        rows.append([*(worth[action] - value for value in worth), Fraction(1)])
    found = minimise(
        [*([Fraction(0)] * count), Fraction(-1)],
        at_most=(rows, [0] * len(rows)),
        equal=([[*([Fraction(1)] * count), Fraction(0)]], [1]),
        bounds=[*((0, 0 if a == action else 1) for a in range(count)), (None, None)],
    )
    if found is None or found[-1] <= 1e-9:
        return None
    for largest in (100, 100_000, 10**12):  # the simplest fractions that will do
        mix = tuple(mixture(found[:-1], largest))
        if all(gain > 0 for gain in compare(game, player, mix, action)):
            return mix
    return None


def eliminate(game: MatrixGame, *, weak: bool = False, mixed: bool = True) -> tuple[MatrixGame, list[Dominated]]:
    """Strike out dominated actions one after the other; what is left, and the steps.

    The order does not matter for strict dominance. It may for weak dominance, which can also strike out equilibria.
    """
    steps: list[Dominated] = []
    while found := [reason for reason in dominated(game, mixed=mixed) if reason.strictly or weak]:
        step = next((reason for reason in found if reason.strictly), found[0])
        player = game.players.index(step.player)
        game = game.without(player, game.actions[player].index(step.action))
        steps.append(step)
    return game, steps


def dominant(game: MatrixGame, player: int) -> str | None:
    """The action that strictly dominates all others of a player, if there is one."""
    count = game.shape[player]
    for action in range(count):
        others = [other for other in range(count) if other != action]
        if others and all(min(compare(game, player, pure(action, count), other)) > 0 for other in others):
            return game.actions[player][action]
    return None
