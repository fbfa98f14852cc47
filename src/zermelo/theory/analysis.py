"""A matrix game looked at from all sides: what `zermelo matrix` tells."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import MissingExtra, Unsupported
from zermelo.theory import dominance, equilibria, zero_sum
from zermelo.theory.dominance import Dominated
from zermelo.theory.equilibria import Equilibrium
from zermelo.theory.matrix import MatrixGame, Mix, Profile, pure
from zermelo.theory.reading import plain, shown
from zermelo.theory.repeated import patience


@dataclass(frozen=True)
class Dilemma:
    """An equilibrium, something better for all, and how patient they must be to keep to it in repeated play."""

    equilibrium: Profile
    better: Profile
    patience: Fraction | None


@dataclass(frozen=True)
class Analysis:
    """All that is found out about a game."""

    game: MatrixGame
    dominated: list[Dominated]
    steps: list[Dominated]  # of iterated elimination of strictly dominated actions
    left: MatrixGame  # what they leave
    equilibria: list[Equilibrium]
    pareto: list[Profile]
    dilemmas: list[Dilemma]
    solution: zero_sum.Solution | None  # of a zero-sum game
    notes: list[str]

    def to_json(self) -> dict[str, Any]:
        """As machines read it."""
        game = self.game
        return {
            "players": list(game.players),
            "actions": [list(names) for names in game.actions],
            "payoffs": [[list(p), [plain(part) for part in game.payoffs[p]]] for p in game.profiles()],
            "zero_sum": game.zero_sum,
            "dominated": [vars(item) for item in self.dominated],
            "elimination": [vars(item) for item in self.steps],
            "left": [list(names) for names in self.left.actions],
            "equilibria": [
                {
                    "pure": item.is_pure,
                    "mixes": [mix_json(names, mix) for names, mix in zip(game.actions, item.mixes, strict=True)],
                    "payoffs": [plain(part) for part in item.payoffs],
                }
                for item in self.equilibria
            ],
            "pareto_optimal": [game_names(game, profile) for profile in self.pareto],
            "dilemmas": [
                {
                    "equilibrium": game_names(game, item.equilibrium),
                    "better": game_names(game, item.better),
                    "patience": plain(item.patience),
                }
                for item in self.dilemmas
            ],
            "value": self.solution and plain(self.solution.value),
            "notes": self.notes,
        }

    def __str__(self) -> str:
        game = self.game
        lines = [str(game), ""]
        lines += [str(item) for item in self.dominated] or ["no action is dominated"]
        if self.steps:
            lines.append("elimination of strictly dominated actions, step by step:")
            lines += [f"  {count}. {step}" for count, step in enumerate(self.steps, 1)]
            lines.append("  left: " + "; ".join(f"{who}: {', '.join(names)}" for who, names in self.remaining()))
        for item in self.equilibria:
            lines.append(f"{'pure' if item.is_pure else 'mixed'} equilibrium {item.told(game)}")
        if not self.equilibria:
            lines.append("no pure equilibrium")
        lines.append(f"Pareto optimal: {' '.join(game.called(profile) for profile in self.pareto)}")
        for dilemma in self.dilemmas:
            here, there = game.called(dilemma.equilibrium), game.called(dilemma.better)
            lines.append(f"dilemma: {there} is better for all than the equilibrium {here}")
            if dilemma.patience is not None:
                lines.append(f"  repeated, grim trigger keeps {there} from a discount of {shown(dilemma.patience)} on")
        if self.solution:
            lines.append(f"value of the zero-sum game: {shown(self.solution.value)} for {game.players[0]}")
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])

    def remaining(self) -> list[tuple[str, tuple[str, ...]]]:
        """Who has which actions left."""
        return list(zip(self.left.players, self.left.actions, strict=True))


def analyse(game: MatrixGame) -> Analysis:
    """Dominance, equilibria, Pareto optimality, value and dilemmas of a game."""
    notes: list[str] = []
    found = whole(game, notes)
    try:
        dominated, (left, steps) = dominance.dominated(game), dominance.eliminate(game)
        solution = zero_sum.value(game) if game.zero_sum else None
    except MissingExtra as problem:
        notes.append(f"{problem}; until then only single actions are seen to dominate")
        dominated, (left, steps) = dominance.dominated(game, mixed=False), dominance.eliminate(game, mixed=False)
        solution = None
    dilemmas = [Dilemma(here, there, patience(game, there, here)) for here, there in equilibria.dilemmas(game)]
    pareto = equilibria.pareto_optimal(game)
    return Analysis(game, dominated, steps, left, found, pareto, dilemmas, solution, notes)


def whole(game: MatrixGame, notes: list[str]) -> list[Equilibrium]:
    """All equilibria that can be found; the pure ones where mixed ones cannot, with a note why."""
    try:
        found = equilibria.equilibria(game)
    except Unsupported as problem:
        notes.append(str(problem))
        pures = [tuple(pure(a, n) for a, n in zip(p, game.shape, strict=True)) for p in pure_of(game)]
        return [Equilibrium(mixes, game.expected(mixes)) for mixes in pures]
    if equilibria.endless(found):
        notes.append(
            "there are endlessly many equilibria: mixtures of those that share what one player does are some too"
        )
    return found


def pure_of(game: MatrixGame) -> list[Profile]:
    """The pure equilibria."""
    return equilibria.pure_equilibria(game)


def game_names(game: MatrixGame, profile: Profile) -> list[str]:
    """A profile by names."""
    return [names[action] for names, action in zip(game.actions, profile, strict=True)]


def mix_json(names: tuple[str, ...], mix: Mix) -> dict[str, Any]:
    """A mix by names."""
    return {name: plain(chance) for name, chance in zip(names, mix, strict=True)}
