"""A game looked back on: what each move cost against the best one, the mistakes marked, and a summary."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.explain.why import among_all
from zermelo.game.playthrough import Playthrough
from zermelo.players.base import Player
from zermelo.search.common.result import SearchResult

# What part of the whole range of results a move gives away, from where on it is called what
MARKS = ((0.15, "blunder"), (0.07, "mistake"), (0.03, "inaccuracy"))


@dataclass(frozen=True)
class MoveReview:
    """One move: what it was worth to the player who made it, and what the best would have been."""

    ply: int
    player: int
    move: str
    value: float
    best: str
    best_value: float
    best_line: str
    loss: float
    mark: str  # blunder, mistake, inaccuracy, best, or nothing

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Review:
    """All moves, and for each player how well the game was played."""

    moves: tuple[MoveReview, ...]
    players: int
    stopped: bool

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "moves": [one.to_json() for one in self.moves],
            "summary": [self.summary(player) for player in range(self.players)],
            "stopped": self.stopped,
        }

    def summary(self, player: int) -> dict[str, Any]:
        """How often a player erred, and what a move cost on average."""
        own = [one for one in self.moves if one.player == player]
        counts = {mark: sum(one.mark == mark for one in own) for _, mark in MARKS}
        mean = sum(one.loss for one in own) / max(len(own), 1)
        best = sum(one.mark == "best" for one in own)
        words = ", ".join(f"{count} {plural(mark, count)}" for mark, count in counts.items() if count) or "no mistakes"
        return {"player": player, "moves": len(own), "best": best, "mean_loss": mean, **counts, "words": words}


def plural(word: str, count: int) -> str:
    """`inaccuracies`."""
    return word if count == 1 else word[:-1] + "ies" if word.endswith("y") else word + "s"


def review_game(
    playthrough: Playthrough,
    player: Player,
    *,
    stop_event: threading.Event | None = None,
    on_move: Callable[[MoveReview], None] | None = None,
) -> Review:
    """Go through a game from its end: what a position is worth is known when the move that led to it is judged."""
    moves = list(playthrough.played)
    playthrough = playthrough.copy()
    found: list[MoveReview] = []
    later: SearchResult | None = None  # of the position after the move
    stopped = False
    for ply in range(len(moves) - 1, -1, -1):
        outcome = playthrough.outcome()
        playthrough.undo()
        mover = playthrough.turn
        if stop_event is not None and stop_event.is_set():
            stopped = True
            break
        if mover < 0 or len(playthrough.moves()) < 2:
            later = None  # not searched, so nothing is known of this position
            continue
        now = player.think(playthrough, stop_event=stop_event)
        value = value_of(
            playthrough, moves[ply], outcome.utilities if outcome else None, later, now, player, stop_event
        )
        one = judged(playthrough, ply, moves[ply], value, now)
        found.append(one)
        if on_move is not None:
            on_move(one)
        later = now
    return Review(tuple(reversed(found)), int(playthrough.state.players), stopped)


def value_of(
    playthrough: Playthrough,
    move: int,
    end: tuple[float, ...] | None,
    later: SearchResult | None,
    now: SearchResult,
    player: Player,
    stop_event: threading.Event | None,
) -> float:
    """What the move that was played was worth to its player: the result, the next position's value, or a ranking."""
    state = playthrough.state
    if end is not None:
        return end[playthrough.turn]
    if move == now.move:
        return now.value
    after = state.copy()
    after.play(move)
    if later is not None and state.players == 2 and state.zero_sum and not state.hidden and after.turn >= 0:
        return later.value if after.turn == state.turn else -later.value
    return among_all(playthrough, move, player, stop_event).value


def judged(playthrough: Playthrough, ply: int, move: int, value: float, now: SearchResult) -> MoveReview:
    """The move with its mark."""
    state = playthrough.state
    loss = 0.0 if move == now.move else max(0.0, now.value - value)
    share = loss / (state.highest - state.lowest)
    mark = next((word for least, word in MARKS if share >= least), "best" if move == now.move or not loss else "")
    return MoveReview(
        ply, playthrough.turn, str(state.move_text(move)), value, now.move_text, now.value, now.line_text, loss, mark
    )
