"""Why not this move? What it leads to beside what the best move leads to, in words.

A search compares the two; what differs at the ends of both lines is read off the pictures of the positions, so it
works for every game that can be drawn.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.errors import BadMove
from zermelo.game.playthrough import Playthrough
from zermelo.players.player import Player
from zermelo.search.result import SearchResult
from zermelo.search.searcher import line_text

SHOWN = 4  # differences that are told
WIDEST = 250  # moves among which one search ranks them all


@dataclass(frozen=True)
class Continuation:
    """A move, its value for the player who makes it, and the moves that follow."""

    move: str
    value: float
    line: str
    moves: tuple[int, ...]
    proven: str = ""


@dataclass(frozen=True)
class Why:
    """The answer: why a move is not possible, or what it costs."""

    legal: bool
    reason: str  # one sentence
    best: Continuation | None = None
    asked: Continuation | None = None
    changes: tuple[str, ...] = ()  # what differs at the ends of the two lines

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def why_not(line: Playthrough, text: str, player: Player, told: threading.Event | None = None) -> Why:
    """Compare a move with the best one."""
    try:
        move = line.parse_move(text)
    except BadMove:
        move = -1
    if move not in line.moves():
        return Why(False, line.why_not(text))
    found = player.think(line, lines=1, told=told)
    best = Continuation(found.move_text, found.value, found.line_text, found.line, found.proven)
    if move == found.move:
        return Why(True, f"{best.move} is what {player.text} would play", best, best)
    asked = after(line, move, player, told)
    loss = best.value - asked.value
    if loss > 0:
        reason = f"{asked.move} is worth {asked.value:+.2f} to the player to move, {best.move} {best.value:+.2f}"
    else:
        reason = f"{asked.move} ({asked.value:+.2f}) is as good as {best.move} ({best.value:+.2f}) as far as was seen"
    return Why(True, reason, best, asked, differences(line, best.moves, asked.moves))


def after(line: Playthrough, move: int, player: Player, told: threading.Event | None = None) -> Continuation:
    """What a move is worth to the player who makes it, and how the game would go on."""
    text, mover, state = str(line.state.move_text(move)), line.turn, line.state
    twin = line.copy()
    twin.play(move)
    if outcome := twin.outcome():
        return Continuation(text, outcome.utilities[mover], text, (move,), "exact")
    if twin.turn < 0 or state.players != 2 or not state.zero_sum or state.hidden:
        return among_all(line, move, player, told)
    found = player.think(twin, told=told)
    value = found.value if twin.turn == mover else -found.value
    opposite = {"win": "loss", "loss": "win"}
    proven = found.proven if twin.turn == mover else opposite.get(found.proven, found.proven)
    moves = (move, *found.line)
    return Continuation(text, value, line_text(state, moves), moves, proven)


def among_all(line: Playthrough, move: int, player: Player, told: threading.Event | None) -> Continuation:
    """The value of a move from one search that ranks all moves: where the next position cannot be asked by itself."""
    found: SearchResult = player.think(line, lines=min(len(line.moves()), WIDEST), told=told)
    text = str(line.state.move_text(move))
    for item in found.lines:
        if item.move == move:
            return Continuation(text, item.value, item.text, item.moves)
    value = found.moves[move][0] if move in found.moves else float(line.state.lowest)
    return Continuation(text, value, text, (move,))


def differences(line: Playthrough, best: tuple[int, ...], asked: tuple[int, ...]) -> tuple[str, ...]:
    """What the pictures at the ends of two lines of equal length show differently."""
    length = min(len(best), len(asked))
    one, two = end_of(line, best[:length]), end_of(line, asked[:length])
    told = []
    for owner, kind in sorted(one.keys() | two.keys(), key=str):
        change = two[owner, kind] - one[owner, kind]
        if change:
            who = f"player {owner + 1}" if owner >= 0 else "the board"
            many = "" if abs(change) == 1 else "s"
            comparison = "fewer" if change < 0 else "more"
            told.append(
                f"{who} has {abs(change)} {kind}{many} {comparison} after {length} moves "
                f"({two[owner, kind]} instead of {one[owner, kind]})"
            )
    return tuple(told[:SHOWN])


def end_of(line: Playthrough, moves: tuple[int, ...]) -> Counter[tuple[int, str]]:
    """How many pieces of each kind each player has after some moves; numbers on pieces count as many."""
    state = line.state.copy()
    for move in moves:
        state.play(move)
    counts: Counter[tuple[int, str]] = Counter()
    for piece in state.scene().pieces:
        number = piece.text if piece.kind in ("seed", "number") else ""
        counts[piece.owner, piece.kind] += int(number) if number.isdigit() else 1
    return counts
