"""Movetext, the form that PGN gave to files of games (Edwards, 1994) and PDN took over.

It is tags, moves, comments and variations. Moves are checked as they are read. A glyph after a move (`!`, `$14`) is
kept as the first word of its comment, and is a glyph again when it is written. Wrong move numbers are passed over, as
the standard asks of a reader. What differs from format to format is a `Dialect`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from zermelo.errors import BadMove, BadText, ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.notation.places import trouble
from zermelo.notation.record import GameRecord, Node
from zermelo.notation.turns import Turn, play_turn, turns_of

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
SIGNS = {f"${number}": sign for sign, number in GLYPHS.items()}


def tokens(results: str, move: str) -> re.Pattern[str]:
    """What a text of a format is made of; results and moves are expressions of their own."""
    return re.compile(
        rf"""(?P<space>\s+)
          | (?P<tag>\[\s*(?P<name>[A-Za-z0-9_]+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
          | (?P<comment>\{{[^}}]*\}})
          | (?P<rest>;[^\n]*)
          | (?P<result>(?:{results})(?![\w/-]))
          | (?P<glyph>\$\d+|[!?]{{1,2}})
          | (?P<open>\() | (?P<close>\))
          | (?P<number>\d+\.*(?![\w:-])|\d+\.+|\.+)
          | (?P<passing>e\.p\.)
          | (?P<move>{move})
        """,
        re.VERBOSE,
    )


class Dialect:
    """What one format has of its own."""

    name = "PGN"
    example = 'tags like [White "…"] and moves like 1. e4 e5 1-0'
    results: tuple[str, ...] = ("1-0", "0-1", "1/2-1/2", "*")
    token: re.Pattern[str]

    def begin(self, tags: dict[str, str], text: str) -> GameRecord:
        """The record that tags announce; takes out those that it has used. A problem names its tag first."""
        raise NotImplementedError

    def turn(self, playthrough: Playthrough, word: str) -> list[int]:
        """The moves that a word means."""
        return [playthrough.parse_move(word)]


class Misplaced(ZermeloError):
    """A tag that cannot be used."""

    def __init__(self, tag: str, problem: object) -> None:
        super().__init__(str(problem))
        self.tag = tag


# ---------------------------------------------------------------------- reading


def read_movetext(text: str, dialect: Dialect) -> list[GameRecord]:
    """The games of a file, one or more, every move checked."""
    return Reader(text.removeprefix("\ufeff"), dialect).games()


@dataclass
class Branch:
    """A line that is being read: the position, the node reached, and the node before it."""

    playthrough: Playthrough
    node: Node
    before: Node | None = None
    steps: int = 1  # moves of the turn before
    words: str = ""  # a comment that stands before the first move of a variation
    offset: int = 0  # of the bracket that opened it


class Reader:
    """One pass over the text; variations wait on a stack."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text, self.dialect = text, dialect
        self.records: list[GameRecord] = []
        self.clear()

    def clear(self) -> None:
        """Before a game."""
        self.tags: dict[str, str] = {}
        self.where: dict[str, int] = {}  # of the tags
        self.record: GameRecord | None = None
        self.branches: list[Branch] = []

    def games(self) -> list[GameRecord]:
        """Read all of it."""
        offset = 0
        while offset < len(self.text):
            if self.text[offset] == "%" and (offset == 0 or self.text[offset - 1] == "\n"):
                end = self.text.find("\n", offset)  # the standard's escape: a line for other programs
                offset = end if end > 0 else len(self.text)
                continue
            found = self.dialect.token.match(self.text, offset)
            if not found:
                self.stop(offset, self.unreadable(offset))
            self.take(found, offset)
            offset = found.end()
        if self.tags or self.record:
            self.finish("", len(self.text))
        if not self.records:
            raise BadText(f"there is no game in this text; {self.dialect.name} is {self.dialect.example}")
        return self.records

    def stop(self, offset: int, problem: object) -> NoReturn:
        """Refuse the text."""
        raise trouble(self.text, offset, problem) from None

    def unreadable(self, offset: int) -> str:
        """What is wrong where no token begins."""
        sign = self.text[offset]
        if sign == "{":
            return "the comment that begins here is never closed by }"
        if sign == "[":
            return 'a tag is written [Name "value"] on one line'
        return f"{sign!r} has no meaning in {self.dialect.name}"

    def take(self, found: re.Match[str], offset: int) -> None:
        """One token."""
        kind, word = found.lastgroup, found[0]
        if kind == "tag":
            self.take_tag(found["name"], re.sub(r"\\(.)", r"\1", found["value"]), offset)
        elif kind in ("comment", "rest"):
            self.comment(word[1:-1] if kind == "comment" else word[1:], offset)
        elif kind == "glyph":
            self.comment(SIGNS.get(word, word), offset)
        elif kind == "move":
            self.move(word, offset)
        elif kind == "open":
            self.open(offset)
        elif kind == "close":
            self.close(offset)
        elif kind == "result":
            if len(self.begun(offset)) > 1:
                self.stop(offset, f"the result {word} stands inside a variation")
            self.finish(word, offset)

    def take_tag(self, name: str, value: str, offset: int) -> None:
        """A tag; after moves it begins the next game."""
        if self.record:
            self.finish("", offset)
        if name in self.tags:
            self.stop(offset, f"the tag {name} is given twice")
        if name == "Result" and value not in self.dialect.results:
            self.stop(offset, f"Result is {', '.join(self.dialect.results)}, not {value!r}")
        self.tags[name], self.where[name] = value, offset

    def begun(self, offset: int) -> list[Branch]:
        """The lines being read; the first call for a game sets its position up."""
        if self.record:
            return self.branches
        try:
            self.record = self.dialect.begin(self.tags, self.text[offset:])
            self.record.tags |= {name: value for name, value in self.tags.items() if value != ROSTER.get(name, "")}
            playthrough = self.record.begin()
        except Misplaced as problem:
            self.stop(self.where.get(problem.tag, offset), problem)
        except ZermeloError as problem:
            self.stop(self.where.get("FEN", offset), f"the tag FEN: {problem}")
        self.branches = [Branch(playthrough, self.record.root)]
        return self.branches

    def comment(self, words: str, offset: int) -> None:
        """A remark on the move before it; at the beginning of a variation, on the move after it."""
        here = self.begun(offset)[-1]
        words = " ".join(words.replace("}", ")").split())  # as it will be written
        if here.before is None and len(self.branches) > 1:
            here.words = f"{here.words} {words}".strip()
        else:
            here.node.comment = f"{here.node.comment} {words}".strip()

    def move(self, word: str, offset: int) -> None:
        """Play a move."""
        here = self.begun(offset)[-1]
        if word in ("--", "Z0"):
            self.stop(offset, "a null move is no move of the game")
        try:
            moves = self.dialect.turn(here.playthrough, word)
            node = play_turn(here.playthrough, here.node, moves)
        except BadMove as problem:
            self.stop(offset, problem)
        here.before, here.node, here.steps = here.node, node, len(moves)
        here.node.comment, here.words = f"{here.node.comment} {here.words}".strip(), ""

    def open(self, offset: int) -> None:
        """A variation in place of the last move."""
        here = self.begun(offset)[-1]
        if here.before is None:
            self.stop(offset, "a variation stands after the move that it replaces")
        playthrough = here.playthrough.copy()
        for _ in range(here.steps):
            playthrough.undo()
        self.branches.append(Branch(playthrough, here.before, offset=offset))

    def close(self, offset: int) -> None:
        """Back to the line that the variation left."""
        if len(self.begun(offset)) == 1:
            self.stop(offset, "this bracket closes no variation")
        if self.branches.pop().before is None:
            self.stop(offset, "a variation without a move")

    def finish(self, result: str, offset: int) -> None:
        """The end of a game: a result, the next game's tags, or the end of the text."""
        branches = self.begun(offset)
        if len(branches) > 1:
            self.stop(branches[-1].offset, "the variation that begins here is never closed by )")
        assert self.record  # begun() has made it
        tag = self.tags.get("Result", "")
        if result and tag and result != tag:
            self.stop(offset, f"the game ends with {result}, but its tag Result says {tag}")
        if result not in ("", "*"):
            self.record.tags["Result"] = result
        self.records.append(self.record)
        self.clear()


# ---------------------------------------------------------------------- writing


def refuse_odd_tags(tags: Iterable[str], name_of_format: str) -> None:
    """A tag of another kind can be neither written nor read."""
    for name in tags:
        if not re.fullmatch(r"[A-Za-z0-9_]+", name):
            raise BadText(f"a tag's name in {name_of_format} is letters, digits and underlines, not {name[:40]!r}")


def write_movetext(record: GameRecord, dialect: Dialect, tags: dict[str, str]) -> str:
    """The record as other programs read it: the export format of the standard, lines of at most 79 signs."""
    refuse_odd_tags(tags, dialect.name)
    head = [f'[{name} "{escaped(one_line(value))}"]' for name, value in tags.items()]
    turns = turns_of(record, dialect.name)
    words = [*comment_words(turns.comment), *moves_of(turns, record.begin().ply), tags["Result"]]
    return "\n".join([*head, "", *wrapped(words), ""])


class Bracket(str):
    """A bracket of a variation, and not one in the words of a comment."""

    __slots__ = ()


@dataclass
class Task:
    """Something still to be written: a word, a move with all that follows it, or only what follows."""

    word: str
    node: Turn
    ply: int
    numbered: bool = False  # whether Black's move needs its number: at a beginning, after a comment or a variation
    only_after: bool = False


def moves_of(turns: Turn, ply: int) -> list[str]:
    """The moves as words, variations behind the move that they replace; without recursion."""
    shown: list[str] = []
    waiting = [Task("", turns, ply - 1, True, only_after=True)]
    while waiting:
        task = waiting.pop()
        if task.word:
            shown.append(task.word)
            continue
        node, numbered = task.node, task.numbered
        if not task.only_after:
            words = move_words(node, task.ply, numbered)
            shown += words
            numbered = words[-1] != node.move  # a comment came in between
        waiting += reversed(following(node, task.ply + 1, numbered))
    return shown


def following(node: Turn, ply: int, numbered: bool) -> list[Task]:
    """What comes after a node: its main move, the variations to that, then what follows the main move."""
    if not node.children:
        return []
    main, *others = node.children
    if not others:
        return [Task("", main, ply, numbered)]
    tasks = [Task(word, main, ply) for word in move_words(main, ply, numbered)]
    for other in others:
        tasks += [Task(Bracket("("), other, ply), Task("", other, ply, True), Task(Bracket(")"), other, ply)]
    return [*tasks, Task("", main, ply, True, only_after=True)]


def move_words(node: Turn, ply: int, numbered: bool) -> list[str]:
    """A move with its number and its comment."""
    number = f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..." if numbered else ""
    return [*([number] if number else []), node.move, *comment_words(node.comment)]


def comment_words(comment: str) -> list[str]:
    """A comment as words: its glyphs, then the rest in braces; a closing brace would end it and becomes a bracket."""
    words = comment.replace("}", ")").split()
    shown = []
    while words and (words[0] in GLYPHS or re.fullmatch(r"\$\d{1,3}", words[0])):
        sign = words.pop(0)
        shown.append(f"${GLYPHS[sign]}" if sign in GLYPHS else sign)
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return shown + words


def wrapped(words: list[str]) -> list[str]:
    """Lines of at most 79 signs; brackets stick to what they hold, and no line begins as a remark or a tag does."""
    lines: list[str] = []
    sticky = False
    for word in words:
        closing = isinstance(word, Bracket) and word == ")"
        glue = "" if sticky or closing else " "
        fits = bool(lines) and len(lines[-1]) + len(glue) + len(word) < 80
        if lines and (fits or not glue or word[0] in "%;["):
            lines[-1] += glue + word
        else:
            lines.append(word)
        sticky = isinstance(word, Bracket) and not closing
    return lines


def one_line(text: str) -> str:
    """Tags hold no line ends."""
    return " ".join(text.split())


def escaped(text: str) -> str:
    """Quotes and backslashes in a tag."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
