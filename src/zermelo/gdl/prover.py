"""A naive prover in plain Python: the oracle of compiled descriptions.

It derives everything that follows from a position, level by level of negation, and asks what it wants to know. Nothing
is shared with the network but the reader and the join.
"""

from __future__ import annotations

import random
from typing import Any

from zermelo.gdl.analysis import check, strata
from zermelo.gdl.facts import Facts, substituted, ways
from zermelo.gdl.terms import Literal, Rule, Term, name_of, read_rules

State = frozenset[Term]


class Prover:
    """A game by its description."""

    def __init__(self, text: str) -> None:
        self.rules = read_rules(text)
        check(self.rules)
        level = strata(self.rules)
        self.levels: list[list[Rule]] = [[] for _ in range(max(level.values()) + 1)]
        for rule in self.rules:
            self.levels[level[name_of(rule.head)]].append(rule)
        self.asked: tuple[object, ...] = ()  # the last question, which is often asked again
        self.answer = Facts()
        known = self.derived((), {})
        self.roles = [str(atom[1]) for atom in known.by_name.get("role", [])]
        self.first: State = frozenset(atom[1] for atom in known.by_name.get("init", []))

    def derived(self, position: State | tuple[()], moves: dict[str, Term]) -> Facts:
        """All that follows from a position and the moves made in it."""
        if self.asked == (asked := (position, tuple(moves.items()))):
            return self.answer
        facts = Facts([("true", part) for part in position])
        for role, move in moves.items():
            facts.add(("does", role, move))

        def holds(literal: Literal) -> bool:
            if name_of(literal.atom) == "distinct":
                return (literal.atom[1] != literal.atom[2]) == literal.positive
            return (literal.atom in facts) == literal.positive

        for rules in self.levels:
            growing = True
            while growing:
                growing = False
                for rule in rules:
                    for binding in list(ways(rule, facts, holds)):
                        growing |= facts.add(substituted(rule.head, binding))
        self.asked, self.answer = asked, facts
        return facts

    def legal(self, position: State) -> dict[str, set[Term]]:
        """The legal moves of each role."""
        found: dict[str, set[Term]] = {role: set() for role in self.roles}
        for atom in self.derived(position, {}).by_name.get("legal", []):
            found[str(atom[1])].add(atom[2])
        return found

    def after(self, position: State, moves: dict[str, Term]) -> State:
        """The position after the moves of all roles."""
        return frozenset(atom[1] for atom in self.derived(position, moves).by_name.get("next", []))

    def over(self, position: State) -> bool:
        """Whether the game has ended."""
        return "terminal" in self.derived(position, {})

    def goals(self, position: State) -> dict[str, int]:
        """What the position is worth to each role, 0 to 100."""
        atoms = self.derived(position, {}).by_name.get("goal", [])
        return {str(atom[1]): int(str(atom[2])) for atom in atoms}

    def told(self, position: State, moves: dict[str, Term]) -> dict[str, set[Term]]:
        """What each role is told after a round."""
        found: dict[str, set[Term]] = {role: set() for role in self.roles}
        for atom in self.derived(position, moves).by_name.get("sees", []):
            found[str(atom[1])].add(atom[2])
        return found


def difference(game: Any, prover: Prover, luck: random.Random, games: int, rounds: int = 10_000) -> str:
    """What a class and the prover say differently of the same random games, round by round; empty where nothing is."""
    roles = game().all_roles()
    for _ in range(games):
        state, position = game(), prover.first
        for _ in range(rounds):
            ended = prover.over(position)
            if frozenset(state.holding()) != position or state.over() != ended:
                return f"the position {state.to_text()}"
            if ended:
                break
            legal = prover.legal(position)
            if {role: set(state.legal_of(number)) for number, role in enumerate(roles)} != legal:
                return f"the legal moves of {state.to_text()}"
            if not all(legal.values()):
                return f"a role without a legal move in {state.to_text()}"
            moves = {role: luck.choice(sorted(legal[role], key=str)) for role in roles}
            state.play_all([moves[role] for role in roles])
            told = prover.told(position, moves)
            if any(set(state.told_to(number)) != told[role] for number, role in enumerate(game.role_names)):
                return f"what roles are told before {state.to_text()}"
            position = prover.after(position, moves)
        else:
            continue
        goals = prover.goals(position)
        if any(round(50 + 50 * state.utility(n)) != goals.get(role, 0) for n, role in enumerate(game.role_names)):
            return f"the goals of {state.to_text()}"
    return ""
