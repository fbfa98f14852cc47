"""A policy S → A written out: perfect tic-tac-toe as a table, and a player who only looks things up.

Chapter 5: "an agent can be entirely rational (consistent with MEU) without ever representing or manipulating utilities
and probabilities. E.g., a lookup table for perfect tic-tac-toe".
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zermelo.errors import BadPlayer, BadText
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players.base import Player, as_playthrough, simple_result
from zermelo.search.common.result import SearchResult
from zermelo.solve.value_iteration import value_iteration

PolicyTable = dict[str, str]  # a position's text -> a move's text


def policy_table() -> PolicyTable:
    """A best move for every position of tic-tac-toe that can be reached and in which there is a choice."""
    solution = value_iteration(TicTacToe())
    return dict(sorted((state.to_text(), str(state.move_text(move))) for state, move, _ in solution.policy()))


def to_text(table: PolicyTable) -> str:
    """One line for each state: the position, then the move."""
    return "\n".join(f"{state} -> {move}" for state, move in table.items()) + "\n"


def from_text(text: str) -> PolicyTable:
    """Read what `to_text` wrote."""
    table = {}
    for number, line in enumerate(text.splitlines(), 1):
        state, arrow, move = line.partition(" -> ")
        if not arrow or not move.strip():
            raise BadText(f"line {number} of the table is not `position -> move`: {line!r}")
        table[state.strip()] = move.strip()
    return table


class LookupTable(Player):
    """Plays by a table and does nothing else: no search, no utilities, no probabilities."""

    text = "lookup"

    def __init__(self, table: PolicyTable | Path) -> None:
        self.table = from_text(table.read_text(encoding="utf-8")) if isinstance(table, Path) else table

    def think(self, game: Any, **asked: Any) -> SearchResult:
        """Find the position in the table."""
        playthrough = as_playthrough(game)
        text = str(playthrough.state.to_text())
        if text not in self.table:
            raise BadPlayer(f"the table has no line for {text!r}")
        return simple_result(playthrough, playthrough.parse_move(self.table[text]), self.text)
