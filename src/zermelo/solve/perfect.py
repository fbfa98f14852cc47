"""Play from tables: the best move is looked up, with the shortest win and the longest resistance."""

from __future__ import annotations

import threading
import time
from typing import Any

from zermelo.errors import Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import Update, asked, line_text
from zermelo.solve.tablebase import Known, Tablebase, best_of, installed

LONGEST_LINE = 60  # moves that are shown


class Perfect:
    """A searcher that knows: it answers only where a table holds the position."""

    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """Look the position up."""
        playthrough, _ = asked(game, limits)
        found = looked_up(playthrough, lines)
        if found is None:
            name = type(playthrough.state).__name__
            raise Unsupported(f"no table holds this position of {name}: `zermelo solve` makes them; `best` plays it")
        return found


def looked_up(playthrough: Playthrough, lines: int = 1) -> SearchResult | None:
    """What the installed tables say of a position; None where none holds it with all its moves."""
    begin = time.perf_counter()
    state = playthrough.state
    for table in installed(type(state)):
        moves = table.moves(state)
        if moves:
            legal = playthrough.moves()
            return told(playthrough, table, {move: moves[move] for move in legal}, lines, begin)
    return None


def told(playthrough: Playthrough, table: Tablebase, moves: dict[int, Known], lines: int, begin: float) -> SearchResult:
    """A result that explains itself."""
    state = playthrough.state
    ranked: list[int] = []
    left = dict(moves)
    while left and len(ranked) < lines:
        ranked.append(best_of(left))
        del left[ranked[-1]]
    shown = tuple(following(table, state, move, moves[move]) for move in ranked)
    best = moves[ranked[0]]
    bounds = {state.highest: "win", state.lowest: "loss", 0.0: "draw"}
    only = sum(found.value == best.value for found in moves.values()) == 1 and len(moves) > 1
    notes = [f"looked up in a table: {best.words()}{', and the only such move' if only else ''}"]
    if state.no_progress and best.distance is not None and best.distance + playthrough.progress > state.no_progress:
        notes.append(f"a draw by {state.no_progress} plies without progress may come first")
    return SearchResult(
        move=ranked[0],
        move_text=str(state.move_text(ranked[0])),
        value=best.value,
        proven=bounds.get(best.value, "exact"),
        line=shown[0].moves,
        line_text=shown[0].text,
        depth=0,
        nodes=len(moves),
        seconds=time.perf_counter() - begin,
        stopped_by="proven",
        distance=best.distance,
        lines=shown,
        algorithm="perfect",
        notes=tuple(notes),
    )


def following(table: Tablebase, before: Any, move: int, found: Known) -> Line:
    """A move and the best play that follows."""
    state, moves = before.copy(), [move]
    state.play(move)
    while found.distance is not None and len(moves) < min(found.distance, LONGEST_LINE):
        after = table.moves(state)
        if not after:
            break
        moves.append(best_of(after))
        state.play(moves[-1])
    return Line(move, found.value, tuple(moves), line_text(before, moves))
