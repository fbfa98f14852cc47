"""Players that hardly think: at random, by one look ahead, a person, and a mixture of others."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from zermelo.errors import Unsupported
from zermelo.game.random import Random
from zermelo.game.veil import deals
from zermelo.players.base import Player, as_playthrough, simple_result
from zermelo.search.common.plain_door import view_of
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time

DEALS = 16  # over which a greedy player takes the mean where something is hidden


class RandomPlayer(Player):
    """Any legal move, all equally likely."""

    text = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.new_game()

    def new_game(self, seed: int = 0) -> None:
        """Begin anew."""
        self.random = Random(self.seed, seed)

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: Any = None
    ) -> SearchResult:
        """Draw a move."""
        playthrough, _ = asked(game, None)
        moves = playthrough.moves()
        return simple_result(playthrough, moves[self.random.below(len(moves))], "random")


class Greedy(Player):
    """One move ahead by the game's own evaluation; the first of the best.

    Where something is hidden, the mean over deals that the player to move cannot tell from the true one.
    """

    text = "greedy"

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: Any = None
    ) -> SearchResult:
        """Try every move and keep the best."""
        playthrough, _ = asked(game, None)
        player = playthrough.turn
        worlds = (
            deals(playthrough.state, player, DEALS) if playthrough.state.hidden and player >= 0 else [playthrough.state]
        )
        values = {
            move: sum(after(world, move, player) for world in worlds) / len(worlds) for move in playthrough.moves()
        }
        ranked = sorted(values, key=lambda move: -values[move])
        best = ranked[0]
        shown = tuple(Line(m, values[m], (m,), str(playthrough.state.move_text(m))) for m in ranked[:lines])
        return simple_result(playthrough, best, "greedy", value=values[best], depth=1, nodes=len(values), lines=shown)


def after(before: Any, move: int, player: int) -> float:
    """What a position is worth to a player after a move: its result, or the estimate."""
    state = before.copy()
    state.play(move)
    if not state.legal():
        return float(state.utility(player))
    return view_of(state, player)


class Human(Player):
    """A person: whoever shows the board asks them."""

    text = "human"

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: Any = None
    ) -> SearchResult:
        """A person cannot be computed."""
        raise Unsupported("a person has to be asked for a move: `zermelo play` does, analyse and match cannot")


class Mixture(Player):
    """Several players in one: for each turn one of them is drawn by its weight."""

    def __init__(self, text: str, parts: list[tuple[Player, float]], seed: int = 0) -> None:
        self.text, self.parts, self.seed = text, parts, seed
        self.new_game()

    def new_game(self, seed: int = 0) -> None:
        """All of them begin anew."""
        self.random = Random(self.seed, seed)
        self.drawn: Player | None = None
        for number, (player, _) in enumerate(self.parts):
            player.new_game(seed + number)

    def warm(self, game: Any) -> None:
        """All of them may be drawn."""
        for player, _ in self.parts:
            player.warm(game)

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: threading.Event | None = None
    ) -> SearchResult:
        """One of them thinks; a turn of several moves is made by one."""
        playthrough = as_playthrough(game)
        if self.drawn is None or not playthrough.state.midturn():
            self.drawn = self.draw()
        self.drawn.allow(self.allowed)
        result = self.drawn.think(playthrough, lines=lines, on_update=on_update, stop_event=stop_event)
        return replace(result, notes=(f"drawn from the mixture: {self.drawn.text}", *result.notes))

    def draw(self) -> Player:
        """A player by its weight."""
        left = self.random.unit() * sum(weight for _, weight in self.parts)
        for player, weight in self.parts:
            left -= weight
            if left < 0:
                return player
        return self.parts[-1][0]
