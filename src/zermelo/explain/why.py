"""Why not this move? What it leads to beside what the best move leads to, in words.

A search compares the two; what differs at the ends of both lines is read off the pictures of the positions and off the
`features` of their evaluations, so it works for every game that can be drawn or judged.
"""

from __future__ import annotations

import math
import threading
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.errors import BadMove
from zermelo.explain.pieces import end_of, pieces_of
from zermelo.explain.simply import Side, simply
from zermelo.game.game import Game
from zermelo.game.playthrough import Playthrough
from zermelo.players.base import Player
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import line_text
from zermelo.search.common.work import MAX_LINES

SHOWN = 4  # differences that are told


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
    simply: str = ""  # the difference in a sentence that a child understands

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def why_not(line: Playthrough, text: str, player: Player, stop_event: threading.Event | None = None) -> Why:
    """Compare a move with the best one."""
    try:
        move = line.parse_move(text)
    except BadMove:
        move = -1
    if move not in line.moves():
        return Why(False, line.why_not(text))
    if line.turn < 0:
        return Why(True, f"{text} is up to chance: its probability is {float(line.state.odds(move)):.3f}")
    found = player.think(line, lines=1, stop_event=stop_event)
    best = Continuation(found.move_text, found.value, found.line_text, found.line, found.proven)
    if move == found.move:
        return Why(True, f"{best.move} is what {player.text} would play", best, best)
    asked = after(line, move, player, stop_event)
    loss = best.value - asked.value
    opinion = f"gives away {loss:.2f} against" if loss >= 0.005 else "is, as far as was seen, as good as"
    reason = f"{asked.move} ({asked.value:+.2f}) {opinion} {best.move} ({best.value:+.2f})"
    sampled = bool(found.moves)
    sides = (Side(one.moves, one.value, one.proven, sampled) for one in (best, asked))
    words = simply(line, *sides)
    return Why(True, reason, best, asked, differences(line, best.moves, asked.moves), words)


def after(line: Playthrough, move: int, player: Player, stop_event: threading.Event | None = None) -> Continuation:
    """What a move is worth to the player who makes it, and how the game would go on."""
    text, mover, state = str(line.state.move_text(move)), line.turn, line.state
    twin = line.copy()
    twin.play(move)
    if outcome := twin.outcome():
        return Continuation(text, outcome.utilities[mover], text, (move,), "exact")
    if twin.turn < 0 or state.players != 2 or not state.zero_sum or state.hidden:
        return among_all(line, move, player, stop_event)
    found = player.think(twin, stop_event=stop_event)
    value = found.value if twin.turn == mover else -found.value
    opposite = {"win": "loss", "loss": "win"}
    proven = found.proven if twin.turn == mover else opposite.get(found.proven, found.proven)
    moves = (move, *found.line)
    return Continuation(text, value, line_text(state, moves), moves, proven)


def among_all(line: Playthrough, move: int, player: Player, stop_event: threading.Event | None) -> Continuation:
    """The value of a move from one search that ranks all moves: where the next position cannot be asked by itself."""
    found: SearchResult = player.think(line, lines=min(len(line.moves()), MAX_LINES), stop_event=stop_event)
    text = str(line.state.move_text(move))
    for item in found.lines:
        if item.move == move:
            return Continuation(text, item.value, item.text, item.moves)
    least = min((item.value for item in found.lines), default=float(line.state.lowest))  # it was not among the best
    value = found.moves[move][0] if move in found.moves else least
    return Continuation(text, value, text, (move,))


def differences(line: Playthrough, best: tuple[int, ...], asked: tuple[int, ...]) -> tuple[str, ...]:
    """What is different at the ends of two lines of equal length: pieces, and what the evaluation sees."""
    length, mover = min(len(best), len(asked)), line.turn
    one, two = end_of(line, best[:length]), end_of(line, asked[:length])
    return (*pieces_told(one, two, mover, length), *features_told(one, two))


def pieces_told(one: Game, two: Game, mover: int, length: int) -> tuple[str, ...]:
    """The pieces that one of two positions has more of."""
    best, asked = pieces_of(one, mover), pieces_of(two, mover)
    told = []
    for owner, kind in sorted(best.keys() | asked.keys(), key=str):
        change = asked[owner, kind] - best[owner, kind]
        if change:
            who = f"player {owner + 1}" if owner >= 0 else "the board"
            many = "" if abs(change) == 1 else "s"
            comparison = "fewer" if change < 0 else "more"
            told.append(
                f"{who} has {abs(change)} {kind}{many} {comparison} after {length} moves "
                f"({asked[owner, kind]} instead of {best[owner, kind]})"
            )
    return tuple(told[:SHOWN])


def features_told(one: Game, two: Game) -> tuple[str, ...]:
    """What the evaluation sees differently, the largest changes first; nothing where it may not look."""
    if one.hidden or one.over() or two.over() or one.turn != two.turn:
        return ()
    best, asked = one.features(), two.features()
    changes = {
        name: abs(asked[name] - value) / (abs(asked[name]) + abs(value))
        for name, value in best.items()
        if name in asked and not math.isclose(asked[name], value)
    }
    judge = f"player {one.turn + 1}" if one.turn >= 0 else "player 1"
    told = [f"the evaluation for {judge} is {two.evaluate():+.2f} instead of {one.evaluate():+.2f}"] if changes else []
    largest = sorted(changes, key=lambda name: -changes[name])[:SHOWN]
    return (*told, *(f"{name}: {number_text(asked[name])} instead of {number_text(best[name])}" for name in largest))


def number_text(value: float) -> str:
    """A feature as players read it: whole, or with two decimals."""
    return str(round(value)) if value == round(value) else f"{value:.2f}"
