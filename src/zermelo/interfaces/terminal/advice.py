"""What the machine thinks of a position and of single moves, in sentences."""

from __future__ import annotations

from zermelo.explain.why import why_not
from zermelo.game.playthrough import Playthrough
from zermelo.players import Player, player
from zermelo.search.common.result import SearchResult

SECONDS = 1.0  # of thinking for one answer


def adviser(seconds: float = SECONDS) -> Player:
    """Who is asked."""
    return player(f"best:time={seconds:g}")


def hint(playthrough: Playthrough, thinker: Player | None = None) -> str:
    """What the machine would do here, and why."""
    found = (thinker or adviser()).think(playthrough)
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


def why(playthrough: Playthrough, text: str, thinker: Player | None = None) -> str:
    """Why a move cannot be played; or, of a legal one, what it gives away and how that is punished."""
    found = why_not(playthrough, text, thinker or adviser())
    if not found.legal:
        return f"{text} is not possible here: {found.reason}"
    then = followed(found.asked.line) if found.asked else ""
    return "\n  ".join((found.reason + then, *found.changes))


def followed(text: str) -> str:
    """What comes after the first move of a line."""
    words = text.split()
    return f"; then {shortened(' '.join(words[1:]))}" if len(words) > 1 else ""
