"""The messages of the protocol, `(start id role (rules) startclock playclock)` and the like."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.errors import BadText
from zermelo.gdl.terms import Term, Written, read_expressions, shown, term_of

LONGEST = 4_000_000  # characters of a message
NIL = "nil"


@dataclass(frozen=True)
class Message:
    """One message to a player."""

    kind: str  # info, start, play, stop, abort
    match: str = ""
    role: str = ""
    rules: str = ""
    start_clock: int = 0
    play_clock: int = 0
    moves: tuple[Term, ...] = ()  # of all roles, none before the first round; in GDL-II only one's own
    turn: int = -1  # rounds played, which only messages of GDL-II say
    told: tuple[Term, ...] = ()  # in GDL-II, what one was told in the last round


def read_message(text: str) -> Message:
    """A message as it came."""
    if len(text) > LONGEST:
        raise BadText(f"a message has at most {LONGEST:,} characters")
    found = list(read_expressions(text))
    if len(found) != 1 or not found[0].parts or not isinstance(found[0].parts[0], str):
        raise BadText("a message is one expression such as (info)")
    kind, parts, line = found[0].parts[0], found[0].parts[1:], found[0].line
    try:
        match kind, parts:
            case "info" | "ping", _:
                return Message("info")
            case "start", [str(match), str(role), Written() as rules, str(start), str(play)]:
                return Message("start", match, role, rules_text(rules), int(start), int(play))
            case "play" | "stop", [str(match), moves]:
                return Message(kind, match, moves=read_moves(moves, line))
            case "play" | "stop", [str(match), str(turn), move, told]:
                own = () if move == NIL else (term_of(move, line),)
                return Message(kind, match, moves=own, turn=int(turn), told=read_moves(told, line))
            case "abort", [str(match), *_]:
                return Message("abort", match)
    except ValueError:  # of int: also of thousands of digits
        raise BadText("the clocks of a match are whole seconds, and its rounds are counted") from None
    raise BadText(f"{kind} is no message of the protocol, or has the wrong parts")


def read_moves(moves: Written | str, line: int) -> tuple[Term, ...]:
    """The moves of all roles; nil before the first round."""
    if isinstance(moves, str):
        return ()
    return tuple(term_of(move, line) for move in moves.parts)


def rules_text(rules: Written) -> str:
    """The rules within a message as the text of a description."""
    return "\n".join(part if isinstance(part, str) else f"({inner_text(part)})" for part in rules.parts)


def inner_text(written: Written) -> str:
    """An expression as it was written, without its outer brackets."""
    return " ".join(part if isinstance(part, str) else f"({inner_text(part)})" for part in written.parts)


def write_moves(moves: tuple[Term, ...]) -> str:
    """The moves of all roles as a message carries them."""
    return f"({' '.join(shown(move) for move in moves)})" if moves else NIL
