"""How the moves of each game are written in SGF, by the game's number (GM), as red-bean.com/sgf tells it.

Black, who begins, is the first player. In backgammon it is whoever rolls first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from zermelo.errors import MalformedMove
from zermelo.notation.turns import Turn

COLUMNS = "abcdefghijklmnopqrstuvwxyz"  # from the left, and rows from the top
LETTERS = "ABCDEFGHJKLMNOPQRST"  # Go's columns, as on a board
BAR, OFF = 25, 0  # points of backgammon, in its player's own count
WORDS = ("resign", "forfeit", "double", "take", "drop")  # in place of a move: nothing is played


def points(text: str, size: int, count: int) -> list[tuple[int, int]]:
    """Columns and rows of points of two letters each."""
    known = COLUMNS[:size]
    found = re.fullmatch(rf"(?:[{known}][{known}]){{{count}}}", text)
    if not found:
        number = "two letters" if count == 1 else f"{count} times two letters"
        raise MalformedMove(f"it is no point: {number} from a to {known[-1]} are wanted")
    return [(known.index(text[at]), known.index(text[at + 1])) for at in range(0, len(text), 2)]


def lettered(column: int, row: int) -> str:
    """A point as two letters."""
    return COLUMNS[column] + COLUMNS[row]


def place(text: str) -> tuple[int, int]:
    """Column and number of `c4`."""
    return COLUMNS.index(text[0].lower()), int(text[1:])


@dataclass(frozen=True)
class Kind:
    """A game in SGF: its number, its name here, and the size of its board where SZ does not say it."""

    number: int
    game: str
    size: int = 0

    def read(self, text: str, state: Any) -> str:
        """A value as a turn in the game's notation."""
        raise NotImplementedError

    def write(self, turn: Turn) -> str:
        """A turn as a value."""
        raise NotImplementedError


class Stones(Kind):
    """Stones put on points of two letters: Go, and Othello and five in a row in the same way."""

    def read(self, text: str, state: Any) -> str:
        """A point; nothing, or `tt` on boards of up to 19 lines, is a pass."""
        if text == "" or text == "tt" and state.size < 20:
            return "pass"
        ((column, row),) = points(text, state.size, 1)
        if self.game == "go":
            return f"{LETTERS[column]}{state.size - row}"
        return f"{COLUMNS[column]}{row + 1 if self.game == 'othello' else state.size - row}"

    def write(self, turn: Turn) -> str:
        """A point; a pass is empty."""
        if turn.move == "pass":
            return ""
        size = turn.before.size
        if self.game == "go":
            return lettered(LETTERS.index(turn.move[0]), size - int(turn.move[1:]))
        column, number = place(turn.move)
        return lettered(column, number - 1 if self.game == "othello" else size - number)


class Amazons(Kind):
    """From, to and arrow, two letters each."""

    def read(self, text: str, state: Any) -> str:
        """Three points."""
        start, to, arrow = (f"{COLUMNS[x]}{state.size - y}" for x, y in points(text, state.size, 3))
        return f"{start}-{to} {arrow}"

    def write(self, turn: Turn) -> str:
        """Three points."""
        size = turn.before.size
        found = (place(part) for part in re.findall(r"[a-z]\d+", turn.move))
        return "".join(lettered(column, size - number) for column, number in found)


class LinesOfAction(Kind):
    """Two squares as on the board, with : where a man is taken; what follows them is a remark."""

    def read(self, text: str, state: Any) -> str:
        """Two squares."""
        found = re.match(r"([a-h][1-8])\s*[-:x]?\s*([a-h][1-8])", text.lower())
        if not found:
            raise MalformedMove("two squares are wanted, as in e1-e3 or c2:c5")
        join = next((sign for sign in "-x" if f"{found[1]}{sign}{found[2]}" in legal_texts(state)), "-")
        return f"{found[1]}{join}{found[2]}"

    def write(self, turn: Turn) -> str:
        """Two squares."""
        return turn.move.replace("x", ":")


class Hex(Kind):
    """A cell by its letter and its number from the top, or a swap."""

    def read(self, text: str, state: Any) -> str:
        """A cell or a swap."""
        return "swap" if text.lower() in ("swap", "swap-pieces") else text.lower()

    def write(self, turn: Turn) -> str:
        """A cell or a swap."""
        return "swap-pieces" if turn.move == "swap" else turn.move


class Backgammon(Kind):
    """The dice, then from and to of each checker as letters of White's count; y is the bar, z is off."""

    def read(self, text: str, state: Any, black: bool = False) -> str:
        """Dice and a play."""
        found = re.fullmatch(r"([1-6]{2})((?:[a-z][a-z]){0,4})", text)
        if not found:
            raise MalformedMove("two dice and pairs of letters are wanted, as in 31hefe")
        numbers = [point_of(letter, black) for letter in found[2]]
        steps = list(zip(numbers[::2], numbers[1::2], strict=True))
        dice = "".join(sorted(found[1], reverse=True))
        shown = " ".join(f"{'bar' if o == BAR else o}/{'off' if to == OFF else to}" for o, to in steps)
        return f"{dice}: {shown or 'pass'}"

    def write(self, turn: Turn, black: bool = False) -> str:
        """Dice and a play."""
        from zermelo.games.backgammon.notation import steps_of  # no game is imported before it is asked for

        state = turn.before.copy()
        if len(turn.moves) > 1:
            state.play(turn.moves[0])
        steps = steps_of(state, turn.moves[-1])
        return f"{state.dice[0]}{state.dice[1]}" + "".join(
            letter_of(origin, black) + letter_of(to, black) for origin, to in steps
        )


def point_of(letter: str, black: bool) -> int:
    """A point in its player's own count."""
    number = COLUMNS.index(letter) + 1
    return BAR if number == 25 else OFF if number == 26 else 25 - number if black else number


def letter_of(point: int, black: bool) -> str:
    """A point of a player's own count as a letter."""
    return "y" if point == BAR else "z" if point == OFF else COLUMNS[(25 - point if black else point) - 1]


def legal_texts(state: Any) -> set[str]:
    """All legal moves as texts."""
    return {str(state.move_text(move)) for move in state.legal()}


KINDS: dict[int, Kind] = {
    kind.number: kind
    for kind in (
        Stones(1, "go", 19),
        Stones(2, "othello", 8),
        Stones(4, "link_five", 15),
        Backgammon(6, "backgammon"),
        LinesOfAction(9, "lines_of_action"),
        Hex(11, "hex", 11),
        Amazons(18, "amazons", 10),
    )
}
