"""Described games: beside the class written by hand, and beside a propositional network in plain Python."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import zermelo.gdl
from bench.measure import Result, Run, close, side_by_side
from zermelo.game.playouts import playouts
from zermelo.games import catalogue
from zermelo.gdl.grounding import ground
from zermelo.gdl.network import build

DESCRIPTIONS = Path(zermelo.gdl.__file__).parent / "descriptions"
GAMES = {"connect_four": 200_000, "tic_tac_toe": 400_000}
SLOW_GAMES = 60  # of the network in plain Python


class PlainNetwork:
    """The same network as lists: every gate is looked at in every round, as textbooks have it."""

    def __init__(self, text: str) -> None:
        self.ground = ground(text)
        network = build(self.ground)
        self.first = [("true", part) in {("true", one) for one in self.ground.first} for part in self.ground.base]
        self.gates = [(gate.inputs, gate.needed) for gate in network.gates]
        self.size = network.first_gate
        known = network.known
        self.next = [known.get(("next", part), (-1, False))[0] for part in self.ground.base]
        self.legal = [
            [(known["legal", role, move][0], network.sources["does", role, move]) for move in self.ground.moves[role]]
            for role in self.ground.roles
        ]
        self.terminal = known["terminal"][0]
        first_role = self.ground.roles[0]
        self.goals = [
            (node, int(str(atom[2]))) for atom, (node, _) in known.items() if atom[:2] == ("goal", first_role)
        ]

    def values(self, holds: list[bool], does: tuple[int, ...]) -> list[bool]:
        """All nodes, from what holds and the moves that are made."""
        values = holds + [False] * (self.size - len(holds))
        for node in does:
            values[node] = True
        for inputs, needed in self.gates:
            values.append(sum(values[node] != inverted for node, inverted in inputs) >= needed)
        return values

    def play(self, luck: random.Random) -> tuple[int, float]:
        """The rounds of one random game, and what the first role has of it, from -1 to 1."""
        holds, rounds = self.first, 0
        while True:
            values = self.values(holds, ())
            if values[self.terminal]:
                return rounds, max(worth for node, worth in self.goals if values[node]) / 50 - 1
            does = tuple(luck.choice([move for node, move in role if values[node]]) for role in self.legal)
            after = self.values(holds, does)
            holds = [node >= 0 and after[node] for node in self.next]
            rounds += 1


def of(game: Any, games: int) -> Run:
    """Random games of a class of ours: games, processor seconds, mean length and result."""
    seeds = iter(range(1000))

    def run() -> tuple[float, float, object]:
        report = playouts(game(), games, seed=next(seeds))
        return games, report.seconds, (report.mean_length, report.utilities[0])

    return run


def plainly(text: str) -> Run:
    """Random games of the network in plain Python."""
    network, luck = PlainNetwork(text), random.Random(1)

    def run() -> tuple[float, float, object]:
        begin = time.process_time()
        for _ in range(SLOW_GAMES):
            network.play(luck)
        return SLOW_GAMES, time.process_time() - begin, None

    return run


def random_games() -> list[Result]:
    """Both comparisons for each description that has a twin."""
    results = []
    for name, games in GAMES.items():
        file = DESCRIPTIONS / f"{name}.kif"
        described, twin = of(zermelo.gdl.load(file), games), of(type(catalogue.begin(name).state), 4 * games)
        words = f"{name}, described"
        results.append(side_by_side(words, described, twin, unit="games/s", against="written by hand",
                                    target=0.3 if name == "connect_four" else None, same=close(0.05)))  # fmt: skip
        plain = plainly(file.read_text(encoding="utf-8"))
        results.append(
            side_by_side(words, described, plain, unit="games/s", against="network in Python", target=10, same=None)
        )
    return results
