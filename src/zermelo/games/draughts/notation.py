"""How moves of draughts with flying kings are read: whole captures by their paths, and why a move is refused."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from zermelo.errors import AmbiguousMove, BadPosition, MalformedMove
from zermelo.game import bit, has, word

NAMES = ("White", "Black")


def go_on(state: Any, inside: str) -> None:
    """Put a position inside a capture: the piece and what it has jumped, as in `28x23,14`."""
    found = re.fullmatch(r"(\d{1,2})x(\d{1,2}(?:,\d{1,2})*)", inside)
    named = [int(one) - 1 for one in re.findall(r"\d+", inside)] if found else []
    if not named or not all(0 <= square < state.squares_all for square in named):
        raise BadPosition(f"inside a capture write the piece and what it has jumped, like 28x23,14: {inside!r}")
    at = named[0]
    state.at, state.taken = at + 1, word(sum({1 << square for square in named[1:]}))
    if not has(state.mine(), at) or state.taken & ~state.theirs():
        raise BadPosition("a capture is made by a piece of the player to move, over pieces of the opponent")
    if not state.can_jump(at, has(state.kings, at), state.taken, state.free() | bit(at)):
        raise BadPosition(f"the piece on {at + 1} cannot go on jumping: its turn is over")


def read_path(state: Any, text: str) -> tuple[int, ...]:
    """The squares, from 0, of a move in numbers or in letters."""
    names = {state.name(square): square for square in range(state.squares_all)}
    names |= {str(square + 1): square for square in range(state.squares_all)}
    parts = re.split("[-x:]", text.strip().lower())
    if len(parts) < 2 or not all(part in names for part in parts):
        raise MalformedMove(f"{text!r} is no move: write squares joined by - or x, such as {example(state)}")
    return tuple(names[part] for part in parts)


def example(state: Any) -> str:
    """Some move."""
    legal = state.legal()
    return str(state.move_text(legal[0]) if legal else state.joined([state.squares_all - 1, 0], False))


def routes(state: Any) -> list[list[int]]:
    """Every whole turn as a list of moves."""
    found = []
    for move in state.legal():
        after = state.copy()
        after.play(move)
        found += [[move, *rest] for rest in routes(after)] if after.midturn() else [[move]]
    return found


def result(state: Any, route: list[int]) -> str:
    """The position after a whole turn."""
    after = state.copy()
    for move in route:
        after.play(move)
    return str(after.to_text())


def read_turn(state: Any, text: str) -> list[int]:
    """A whole turn by its full path, or only by its ends where all such turns lead to one position."""
    path = read_path(state, text)
    paths = [(route, (route[0] // state.span, *(move % state.span for move in route))) for route in routes(state)]
    whole = [route for route, squares in paths if squares == path]
    ends = [route for route, squares in paths if len(path) == 2 and (squares[0], squares[-1]) == path]
    if len(whole or ends) == 1:
        return (whole or ends)[0]
    if ends and len({result(state, route) for route in ends}) > 1:
        raise AmbiguousMove(f"{text!r} could mean {' or '.join(map(state.turn_text, ends[:4]))}")
    return ends[0] if ends else [state.parse_move(text)]


def reason(state: Any, move: int | str) -> str:
    """The first rule that a move breaks."""
    legal = state.legal()
    if not legal:
        return "the game is over"
    path: tuple[int, ...] = ()
    with suppress(MalformedMove):
        path = read_path(state, move) if isinstance(move, str) else divmod(move, state.span)
    if len(path) < 2 or not all(0 <= square < state.squares_all for square in path):
        return f"a move is squares joined by - or x, such as {example(state)}"
    first, last = path[0], path[-1]
    if state.at and first != state.at - 1:
        return f"the piece on {state.name(state.at - 1)} must go on jumping"
    if not has(state.mine(), first):
        return f"{NAMES[state.turn]} has no piece on {state.name(first)}"
    if last != first and not has(state.free(), last):
        return f"{state.name(last)} is taken"
    if state.jumps(legal[0]):
        shown = ", ".join(dict.fromkeys(state.turn_text(route) for route in routes(state)[:4]))
        return f"{'the largest' if state.most else 'a'} capture is compulsory: {shown}"
    down = last // state.half > first // state.half
    if down == (state.turn == 0) and not has(state.kings, first):
        return "a man moves forward only"
    return f"the piece on {state.name(first)} cannot reach {state.name(last)}"
