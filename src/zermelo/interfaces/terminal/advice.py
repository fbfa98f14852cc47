"""What the machine thinks of a position and of single moves, in sentences."""

from __future__ import annotations

from typing import Any

from zermelo.errors import BadMove, ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.players import Player, player
from zermelo.search.result import Line, SearchResult

SECONDS = 1.0  # of thinking for one answer


def adviser(seconds: float = SECONDS) -> Player:
    """Who is asked."""
    return player(f"best:time={seconds:g}")


def hint(line: Playthrough, thinker: Player | None = None) -> str:
    """What the machine would do here, and why."""
    found = (thinker or adviser()).think(line)
    rest = f", expecting {shortened(found.line_text)}" if len(found.line) > 1 else ""
    return f"{found.move_text} ({worth(found)}{rest})"


def worth(found: SearchResult) -> str:
    """A value in words."""
    if found.proven:
        distance = f" in {found.distance} plies" if found.distance else ""
        return f"a proven {found.proven}{distance}"
    return f"worth {found.value:+.2f} to the player to move"


def shortened(text: str, most: int = 8) -> str:
    """The beginning of a line of moves."""
    words = text.split()
    return " ".join(words[:most]) + (" …" if len(words) > most else "")


def why(line: Playthrough, text: str, thinker: Player | None = None) -> str:
    """Why a move cannot be played; or, of a legal one, what it gives away and how that is punished."""
    try:
        move = line.parse_move(text)
    except BadMove as problem:
        return str(problem)
    if not line.possible(move):
        return f"{text} is not possible here: {line.why_not(text)}"
    shown = str(line.state.move_text(move))
    if line.turn < 0:
        return f"{shown} is up to chance: its probability is {float(line.state.odds(move)):.3f}"
    thinker = thinker or adviser()
    best = thinker.think(line, lines=len(line.moves()))
    if best.move == move:
        return f"{shown} is what the machine would play: {worth(best)}" + followed(best.line_text)
    found = next((other for other in best.lines if other.move == move), None) or after(line, move, best, thinker)
    if found is None:
        return f"{shown} is possible; the machine prefers {best.move_text} ({worth(best)}) and did not value it"
    loss = best.value - found.value
    opinion = "is as good as" if abs(loss) < 0.005 else f"gives away {loss:.2f} against"
    return f"{shown} ({found.value:+.2f}) {opinion} {best.move_text} ({best.value:+.2f})" + followed(found.text)


def followed(text: str) -> str:
    """What comes after the first move of a line."""
    words = text.split()
    return f"; then {shortened(' '.join(words[1:]))}" if len(words) > 1 else ""


def after(line: Playthrough, move: int, best: SearchResult, thinker: Player) -> Line | None:
    """The value of a move that the search did not list: the opponent is asked what he thinks after it."""
    state: Any = line.state
    branch = line.copy()
    shown = str(state.move_text(move))
    branch.play(move)
    outcome = branch.outcome()
    if outcome:
        return Line(move, outcome.utilities[line.turn], (move,), shown)
    if branch.turn < 0 or state.players != 2 or not state.zero_sum:
        return None
    try:
        answer = thinker.think(branch)
    except ZermeloError:
        return None
    value = answer.value if branch.turn == line.turn else -answer.value
    return Line(move, value, (move, *answer.line), f"{shown} {answer.line_text}")
