"""Every row of the perft tables, to the depth that a quick run affords; `--long` goes on to the end.

Games as they are played by default are compiled, for other tests too. A variant is rules to compile of their own: a
quick run counts those by the definition, in plain Python, and not as deep.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo.game.perft import forbids, perft, positions
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.built_in import settings_of

FOLDER = Path(__file__).parent / "perft"
QUICK = 3_000_000  # counts above this are left to the long run
PLAIN = 300  # nodes whose moves are made in plain Python
SLOW = {"scrabble": 20}  # lists its moves in a tenth of a second: so many times fewer


def rows() -> list[tuple[str, str, str, str, list[int]]]:
    """Game, convention, settings, position and counts of every line of every table."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                convention, settings, position, counts = (part.strip() for part in line.split("|"))
                found.append((path.stem, convention, settings, position, [int(n) for n in counts.split()]))
    return found


class Node:
    """A position in plain Python; where repetitions are forbidden it knows how it was reached."""

    def __init__(self, line: Playthrough | None, state: Any) -> None:
        self.line, self.state = line, state

    def moves(self) -> list[int]:
        return [] if self.state.over() else self.line.moves() if self.line else list(self.state.legal())

    def after(self, move: int) -> Node:
        if self.line:
            line = self.line.copy()
            line.play(move)
            return Node(line, line.state)
        state = self.state.copy()
        state.play(move)
        return Node(None, state)

    def key(self) -> bytes:
        return bytes(self.state.tobytes()[: type(self.state).key_bytes])

    def branches(self, convention: str) -> list[Node]:
        """After every move; or after every turn, of which those to equal positions may be one."""
        ends: list[Node] = []
        left = [self]
        while left:
            node = left.pop()
            for child in map(node.after, node.moves()):
                goes_on = convention in "TD" and child.state.midturn() and not child.state.over()
                (left if goes_on else ends).append(child)
        return list({end.key(): end for end in ends}.values()) if convention in "DP" else ends


def by_definition(node: Node, depth: int, convention: str) -> int:
    """The number of nodes `depth` moves or turns below, or of different positions."""
    if convention == "P":
        level = {node.key(): node}
        for _ in range(depth):
            level = {child.key(): child for each in level.values() for child in each.branches("P")}
        return len(level)
    if depth == 1:
        return len(node.moves()) if convention == "M" else len(node.branches(convention))
    return sum(by_definition(child, depth - 1, convention) for child in node.branches(convention))


@pytest.mark.parametrize(("game", "convention", "settings", "position", "counts"), rows())
def test_perft(game: str, convention: str, settings: str, position: str, counts: list[int], long_run: bool) -> None:
    parameters = settings_of(settings)
    if position == "start":
        line = Playthrough(catalogue.make(game, parameters))
    else:
        line = Playthrough.from_text(catalogue.variant(game, parameters), position)
    if settings and not long_run:
        node = Node(line if forbids(line.state) else None, line.state)
        for depth, expected in enumerate(counts, 1):
            if sum(counts[: depth - 1]) <= PLAIN // SLOW.get(game, 1):
                assert by_definition(node, depth, convention) == expected, f"depth {depth}, in plain Python"
        return
    for depth, expected in enumerate(counts, 1):
        if expected > QUICK and not long_run:
            break
        if convention == "P":
            assert positions(line, depth) == expected
        else:
            counted = perft(line, depth, turns=convention in "TD", distinct=convention == "D")
            assert counted == expected, f"depth {depth}"
