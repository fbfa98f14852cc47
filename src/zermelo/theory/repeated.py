"""Repeated play: the same game again and again, where tomorrow's answer may change what is best today.

A strategy sees what both have played and chooses the next action; the first action of the game is to cooperate, the
second to defect. `patience` is how much each player must care for the future so that a threat keeps a profile alive.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.theory.matrix import MatrixGame, Payoffs, Profile
from zermelo.theory.reading import exact, shown

COOPERATE, DEFECT = 0, 1
Actions = Sequence[int]
Strategy = Callable[[Actions, Actions, random.Random], int]  # own actions, the other's, a source of chance

# ---------------------------------------------------------------------- strategies


def always_cooperate(own: Actions, other: Actions, chance: random.Random) -> int:
    """Never defect."""
    return COOPERATE


def always_defect(own: Actions, other: Actions, chance: random.Random) -> int:
    """Never cooperate."""
    return DEFECT


def grim_trigger(own: Actions, other: Actions, chance: random.Random) -> int:
    """Cooperate until the other defects once; then never again."""
    return DEFECT if DEFECT in other else COOPERATE


def tit_for_tat(own: Actions, other: Actions, chance: random.Random) -> int:
    """Begin well, then do what the other did."""
    return other[-1] if other else COOPERATE


def tit_for_two_tats(own: Actions, other: Actions, chance: random.Random) -> int:
    """Defect only after two defections in a row."""
    return DEFECT if len(other) > 1 and other[-1] == other[-2] == DEFECT else COOPERATE


def generous(own: Actions, other: Actions, chance: random.Random) -> int:
    """Tit for tat that forgives one defection in three: this ends feuds begun by mistake."""
    return tit_for_tat(own, other, chance) if chance.random() > 1 / 3 else COOPERATE


def pavlov(own: Actions, other: Actions, chance: random.Random) -> int:
    """Stay after the other cooperated, change after they defected."""
    if not own:
        return COOPERATE
    return own[-1] if other[-1] == COOPERATE else 1 - own[-1]


def at_random(own: Actions, other: Actions, chance: random.Random) -> int:
    """A coin."""
    return chance.randrange(2)


STRATEGIES: dict[str, Strategy] = {
    "always cooperate": always_cooperate,
    "always defect": always_defect,
    "grim trigger": grim_trigger,
    "tit for tat": tit_for_tat,
    "tit for two tats": tit_for_two_tats,
    "generous": generous,
    "pavlov": pavlov,
    "random": at_random,
}

# ---------------------------------------------------------------------- play


@dataclass(frozen=True)
class Played:
    """A game that was repeated."""

    profiles: tuple[Profile, ...]
    totals: Payoffs

    @property
    def means(self) -> Payoffs:
        """The payoff of each player in a round."""
        return tuple(total / len(self.profiles) for total in self.totals)


def play(game: MatrixGame, one: Strategy, two: Strategy, rounds: int, *, noise: float = 0.0, seed: int = 0) -> Played:
    """Repeat a game of two actions each; with some noise an action comes out as the other one."""
    if rounds < 1:
        raise BadLimit(f"a repeated game needs at least one round, not {rounds}")
    if game.shape != (2, 2):
        raise Unsupported("repeated play is for two players with two actions each: to cooperate and to defect")
    if not 0 <= noise <= 1:
        raise BadParameter(f"noise is a probability from 0 to 1, not {noise:g}")
    chance = random.Random(seed)
    histories: tuple[list[int], list[int]] = ([], [])
    totals = (Fraction(0), Fraction(0))
    for _ in range(rounds):
        chosen = one(histories[0], histories[1], chance), two(histories[1], histories[0], chance)
        actions = tuple(1 - action if noise and chance.random() < noise else action for action in chosen)
        for history, action in zip(histories, actions, strict=True):
            history.append(action)
        cell = game.payoffs[actions]
        totals = (totals[0] + cell[0], totals[1] + cell[1])
    return Played(tuple(zip(*histories, strict=True)), totals)


def tournament(
    game: MatrixGame,
    strategies: dict[str, Strategy] | None = None,
    rounds: int = 200,
    *,
    noise: float = 0.0,
    seed: int = 0,
) -> dict[str, Fraction]:
    """All meet all and themselves (Axelrod, 1980): the mean payoff of a round for each, best first."""
    if not game.symmetric:
        raise Unsupported("a tournament needs a game that is the same for both players")
    entered = strategies or STRATEGIES
    means: dict[str, list[Fraction]] = {name: [] for name in entered}
    meeting = 0
    for name, strategy in entered.items():
        for opponent in entered.values():
            meeting += 1
            played = play(game, strategy, opponent, rounds, noise=noise, seed=seed * 1_000_003 + meeting)
            means[name].append(played.means[0])
    scores = {name: sum(parts, Fraction(0)) / len(parts) for name, parts in means.items()}
    return dict(sorted(scores.items(), key=lambda item: -item[1]))


# ---------------------------------------------------------------------- threats


def patience(game: MatrixGame, wanted: Profile, threat: Profile) -> Fraction | None:
    """The least discount factor at which grim trigger keeps a profile alive; nothing where the threat is empty.

    Keeping to it is worth w / (1 - δ); deviating d now and the threatened t ever after, d + δ t / (1 - δ). So
    δ ≥ (d - w) / (d - t). The threat must be an equilibrium, or nobody believes it.
    """
    least = Fraction(0)
    for player in range(len(game.players)):
        keep, punished = game.payoffs[wanted][player], game.payoffs[threat][player]
        tempted = max(
            game.payoffs[(*wanted[:player], action, *wanted[player + 1 :])][player]
            for action in range(game.shape[player])
        )
        if tempted == keep:
            continue
        if punished >= keep:
            return None
        least = max(least, (tempted - keep) / (tempted - punished))
    return least


def discounted(values: Sequence[Any], discount: Any) -> Fraction:
    """What a stream of payoffs is worth today."""
    factor = exact(discount)
    if not 0 <= factor < 1:
        raise BadParameter(f"a discount factor is at least 0 and below 1, not {shown(factor)}")
    return sum((exact(value) * factor**place for place, value in enumerate(values)), Fraction(0))
