"""The errors of Zermelo, one family; every message names the cause and the remedy.

ZermeloError
├── UnknownGame          no game of that name, or a file that holds none
├── BadParameter         a parameter that does not exist or is out of range
├── BadPosition          a position text that does not describe a position
├── BadText              a lottery, preference, ballot, matrix or game record that cannot be read
├── BadMove
│   ├── MalformedMove    a move text that does not parse
│   ├── IllegalMove      a move that the rules forbid
│   └── AmbiguousMove    a move text that fits several moves
├── BadRules             a game's class that cannot serve: fields, facts, a method that does not compile
├── Unsupported          an algorithm asked of a game whose facts it cannot serve
├── BadLimit             a depth, count or time that makes no sense
├── BadPlayer            a player's text that names nobody, or a player who breaks down
│   ├── BadChoice        a player who chose what is no legal move
│   └── Vanished         a player's process that ended, fell silent or used too much
└── MissingExtra         an optional part that is not installed
"""

LONGEST = 1000  # characters of a message


class ZermeloError(Exception):
    """Anything that a user can put right; shown as one sentence.

    A message may quote what was given, whatever that is. Here, in this one place, it becomes a sentence that can be
    shown: the middle of a long one is left out, and signs that are not to be seen (line ends, halves of characters,
    what commands a terminal or turns the writing round) are written by their numbers.
    """

    def __str__(self) -> str:
        said = super().__str__()
        said = said if len(said) <= LONGEST else f"{said[: LONGEST * 3 // 5]} … {said[-LONGEST // 3 :]}"
        return said if said.isprintable() else "".join(map(shown, said))


def shown(sign: str) -> str:
    """A sign, or its number where it cannot be seen."""
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode()


class UnknownGame(ZermeloError):
    """No game of that name, or a file that holds none."""


class BadParameter(ZermeloError):
    """A parameter that does not exist or is out of range."""


class BadPosition(ZermeloError):
    """A position text that does not describe a position."""


class BadText(ZermeloError):
    """A lottery, preference, ballot, matrix or game record that cannot be read."""


class BadMove(ZermeloError):
    """A move that cannot be played."""


class MalformedMove(BadMove):
    """A move text that does not parse."""


class IllegalMove(BadMove):
    """A move that the rules forbid."""


class AmbiguousMove(BadMove):
    """A move text that fits several legal moves."""


class BadRules(ZermeloError):
    """A game's class that cannot serve as a game."""


class Unsupported(ZermeloError):
    """An algorithm asked of a game whose facts it cannot serve."""


class BadLimit(ZermeloError):
    """A depth, count or time that makes no sense."""


class BadPlayer(ZermeloError):
    """A player's text that names nobody, or a player who breaks down."""


class BadChoice(BadPlayer):
    """A player who chose what is no legal move."""


class Vanished(BadPlayer):
    """A player's process that ended, fell silent or used too much; `kind` says which."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class MissingExtra(ZermeloError):
    """An optional part that is not installed."""
