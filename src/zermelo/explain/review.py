"""A game looked back on: what each move cost against the best one, the mistakes marked, and a summary.

A mark is given only where it holds (`verdicts.py`): the players that judge are asked one after the other, each with
more time than the last, until one of them is sure; a move that stays in doubt is called unclear and never a mistake.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.explain.verdicts import MARKS, UNCLEAR, Loss, Thought, compare, listen, sure, verdict
from zermelo.game.playthrough import Playthrough
from zermelo.players.base import Player
from zermelo.search.common.searcher import move_texts

ERRORS = tuple(name for _, name in MARKS if name)


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
    best_steps: tuple[str, ...]  # the moves of that line, each by itself; none where something is hidden
    loss: float
    mark: str  # blunder, mistake, inaccuracy, best, unclear, or nothing
    proven: bool = False  # whether both values are

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
        counts = {mark: sum(one.mark == mark for one in own) for mark in (*ERRORS, UNCLEAR)}
        sure = [one for one in own if one.mark != UNCLEAR]
        mean = sum(one.loss for one in sure) / max(len(sure), 1)
        best = sum(one.mark == "best" for one in own)
        told = [f"{counts[mark]} {plural(mark, counts[mark])}" for mark in ERRORS if counts[mark]]
        words = ", ".join(told) or "no mistakes"
        if counts[UNCLEAR]:
            words += f", {counts[UNCLEAR]} unclear"
        return {"player": player, "moves": len(own), "best": best, "mean_loss": mean, **counts, "words": words}


def plural(word: str, count: int) -> str:
    """`inaccuracies`."""
    return word if count == 1 else word[:-1] + "ies" if word.endswith("y") else word + "s"


def review_game(
    playthrough: Playthrough,
    judges: Sequence[Player],
    *,
    stop_event: threading.Event | None = None,
    on_move: Callable[[MoveReview], None] | None = None,
) -> Review:
    """Go through a game from its end: what a position is worth is known when the move that led to it is judged.

    Each of the judges has more time than the one before, and is asked where that one was not sure.
    """
    moves = list(playthrough.played)
    playthrough = playthrough.copy()
    found: list[MoveReview] = []
    later: list[Thought] = []  # of the position after the move, by as many judges as were asked
    for ply in range(len(moves) - 1, -1, -1):
        playthrough.undo()
        if stop_event is not None and stop_event.is_set():
            break
        if playthrough.turn < 0 or len(playthrough.moves()) < 2:
            later = []  # not searched, so nothing is known of this position
            continue
        one, later = judged(playthrough, ply, moves[ply], judges, later, stop_event)
        if stop_event is not None and stop_event.is_set():
            break  # it was cut short
        found.append(one)
        if on_move is not None:
            on_move(one)
    stopped = stop_event is not None and stop_event.is_set()
    return Review(tuple(reversed(found)), int(playthrough.state.players), stopped)


def judged(
    line: Playthrough,
    ply: int,
    move: int,
    judges: Sequence[Player],
    later: list[Thought],
    stop: threading.Event | None,
) -> tuple[MoveReview, list[Thought]]:
    """One move, by the first judge who is sure; and what they thought of the position."""
    whole = float(line.state.highest - line.state.lowest)
    thoughts: list[Thought] = []
    for place, player in enumerate(judges):
        now = listen(line, player, stop)
        thoughts.append(now)
        loss = compare(line, move, now, later[min(place, len(later) - 1)] if later else None, player, stop)
        if sure(loss, whole) or stop is not None and stop.is_set():
            break
    return entry(line, ply, move, now, loss, verdict(loss, whole)), thoughts


def entry(line: Playthrough, ply: int, move: int, now: Thought, loss: Loss, mark: str) -> MoveReview:
    """The move with its mark; the search's own choice is the best one unless there is doubt."""
    best, state = now.result, line.state
    own = move == best.move
    cost = 0.0 if own else loss.middle
    value = best.value if own else loss.value
    if mark == "" and (own or cost == 0):
        mark = "best"
    return MoveReview(
        ply,
        line.turn,
        str(state.move_text(move)),
        value,
        best.move_text,
        max(best.value, value),
        best.line_text,
        () if state.hidden else tuple(move_texts(state, best.line)),
        cost,
        mark,
        now.settled and loss.low == loss.high,
    )
