"""MAT, the file of backgammon matches that most programs exchange: games in two columns, a turn in each half of a line.

It was never specified; this follows what GNU Backgammon writes and what others are known to write. The left column is
the one named first. Who rolls first is the first player of the record. Doubling is no part of the rules here: what was
said about the cube is kept as comments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from zermelo.errors import BadMove, BadText
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.notation.places import trouble
from zermelo.notation.record import GameRecord
from zermelo.notation.turns import Turn, play_turn, turns_of

LENGTH = re.compile(r"\s*(\d+) point match\s*(?:\(.*\))?\s*", re.IGNORECASE)
HEADING = re.compile(r";\s*\[(\w+)\s+\"(.*)\"\]\s*")
GAME = re.compile(r"\s*Game (\d+)\s*", re.IGNORECASE)
NAMES = re.compile(r"\s*(.+?)\s*: *(\d+)\s{2,}(.+?)\s*: *(\d+)\s*")
LINE = re.compile(r"\s*(\d+)\)(.*)")
HALF = re.compile(
    r"(?P<dice>[1-6]{2}):(?P<play>(?:(?!\s[1-6]{2}:|doubles|takes|drops|wins|double|take|drop|pass\b).)*)"
    r"|(?P<word>doubles?(?:\s*=>\s*\d+)?|takes?|drops?|pass(?:es)?\b|resigns?\b)"
    r"|(?P<wins>wins\s+\d+\s+points?.*)",
    re.IGNORECASE,
)
WINS = re.compile(r"\s*Wins\s+(\d+)\s+points?.*", re.IGNORECASE)
NOTHING = re.compile(r"(cannot move|can't move|illegal play|no play|\?+)?\.?", re.IGNORECASE)
TAGS = {"EventDate": "Date", "Event": "Event", "Site": "Site", "Round": "Round"}
COLUMN = 34  # where the right half begins, unless the left is longer


@dataclass
class Entry:
    """What one half of a line says, which half, and where in the text."""

    side: int
    offset: int
    dice: str = ""
    play: str = ""
    word: str = ""


# ---------------------------------------------------------------------- reading


def read_mat(text: str) -> list[GameRecord]:
    """The games of a match, every roll and play checked."""
    return Reader(text.removeprefix("\ufeff")).games()


class Reader:
    """Line by line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags: dict[str, str] = {}
        self.records: list[GameRecord] = []
        self.names: tuple[str, str] | None = None
        self.entries: list[Entry] = []
        self.number = ""
        self.points = ""  # what the last line says
        self.winner = 0

    def stop(self, offset: int, problem: object) -> NoReturn:
        """Refuse the text."""
        raise trouble(self.text, offset, problem) from None

    def games(self) -> list[GameRecord]:
        """Read all of it."""
        offset = 0
        for line in self.text.splitlines(keepends=True):
            self.line(line.rstrip("\r\n"), offset)
            offset += len(line)
        self.finish(offset)
        if not self.records:
            raise BadText(
                "there is no game in this text; MAT is ` 5 point match`, ` Game 1`, names, and numbered lines"
            )
        return self.records

    def line(self, line: str, offset: int) -> None:
        """One line of the file."""
        if not line.strip():
            return
        if found := HEADING.fullmatch(line):
            self.tags[TAGS.get(found[1], found[1])] = found[2]
        elif line.lstrip().startswith(";"):
            return
        elif found := LENGTH.fullmatch(line):
            self.tags["Match"] = found[1]
        elif found := GAME.fullmatch(line):
            self.finish(offset)
            self.number = found[1]
        elif WINS.fullmatch(line):
            self.points, self.winner = line.strip(), int(len(line) - len(line.lstrip()) >= COLUMN - 4)
        elif found := LINE.fullmatch(line):
            self.turns(found[2], offset + found.start(2))
        elif self.number and not self.entries and (found := NAMES.fullmatch(line)):
            self.names = found[1], found[3]
        else:
            self.stop(offset, f"{line.strip()[:40]!r} has no meaning in MAT: a turn is ` 1) 31: 8/5 6/5`")

    def turns(self, text: str, offset: int) -> None:
        """The halves of a line: the second begins at its own dice or word, wherever that is."""
        if self.names is None:
            self.stop(offset, "a turn stands before the names of the players, as in ` alice : 0    bob : 0`")
        found = list(HALF.finditer(text))
        rest = HALF.sub("", text).strip()
        if rest or len(found) > 2:
            self.stop(offset, f"{(rest or text.strip())[:40]!r} is no turn: ` 1) 31: 8/5 6/5    42: 24/20 13/11`")
        for half, one in enumerate(found):
            if one["wins"]:
                self.points, self.winner = one["wins"].strip(), half
                continue
            left = offset - (self.text.rfind("\n", 0, offset) + 1) + one.start() < COLUMN - 3
            side = half if len(found) > 1 and not found[-1]["wins"] else 0 if left and half == 0 else 1
            self.entries.append(
                Entry(side, offset + one.start(), one["dice"] or "", (one["play"] or "").strip(), one["word"] or "")
            )

    def finish(self, offset: int) -> None:
        """A game has ended: play it."""
        if self.names is None:
            if self.number:
                self.stop(offset, f"game {self.number} has no players: ` alice : 0    bob : 0` is missing")
            return
        first = next((entry.side for entry in self.entries if entry.dice), 0)
        tags = dict(self.tags) | {"Round": self.number, "White": self.names[first], "Black": self.names[1 - first]}
        record = GameRecord("backgammon", tags=tags)
        playthrough, node = record.begin(), record.root
        for entry in self.entries:
            if entry.word:
                node.comment = f"{node.comment} {self.names[entry.side]} {entry.word.lower()}".strip()
                if entry.word.lower().startswith(("drop", "resign")):
                    record.tags["Result"] = ("0-1", "1-0")[entry.side ^ first]
                continue
            node = play_turn(playthrough, node, self.moves(playthrough, entry, first))
        if self.points:
            if not playthrough.over():
                record.tags.setdefault("Result", ("1-0", "0-1")[self.winner ^ first])  # somebody gave up
            node.comment = f"{node.comment} {self.points}".strip()
        self.records.append(record)
        self.names, self.entries, self.number, self.points = None, [], "", ""

    def moves(self, playthrough: Playthrough, entry: Entry, first: int) -> list[int]:
        """A roll and a play."""
        state = playthrough.state
        if playthrough.over():
            self.stop(entry.offset, "a turn stands behind the end of the game")
        if max(int(state.mover), 0) != entry.side ^ first:
            self.stop(entry.offset, "it is the turn of the other column")
        play = entry.play.replace("(pending)", "").strip()
        try:
            roll = int(state.parse_move("".join(sorted(entry.dice, reverse=True))))
            after = state.copy()
            after.play(roll)
            if NOTHING.fullmatch(play):
                if entry is self.entries[-1] and after.legal() != [0]:
                    return [roll]  # the game stops behind a roll
                return [roll, int(after.parse_move("pass"))]
            return [roll, int(after.parse_move(ours(play)))]
        except BadMove as problem:
            return self.stop(entry.offset, f"{entry.dice}: {play}: {problem}")


def ours(play: str) -> str:
    """A play with the bar and off in words."""
    text = re.sub(r"\b25/", "bar/", play.lower())
    return re.sub(r"/0(?=$|[\s(*])", "/off", text)


# ---------------------------------------------------------------------- writing


def write_mat(record: GameRecord) -> str:
    """The record as GNU Backgammon reads it: a match of one point, which no cube can enter."""
    if catalogue.find(record.game) is not catalogue.find("backgammon"):
        raise BadText(f"MAT is for backgammon, and this is a game of {record.game}: write it as json")
    if record.position or record.begin().state.known:
        raise BadText("MAT begins at the usual start, with dice that nobody knows: write the game as json")
    seats = [*record.seats, "", ""]
    names = [
        " ".join((record.tags.get(tag) or seat or tag).replace(":", " ").split())
        for tag, seat in zip(("White", "Black"), seats, strict=False)
    ]
    turns, turn = [], turns_of(record, "MAT")
    while turn.children:
        turn = turn.children[0]
        turns.append(turn)
    lines = [f'; [{tag} "{record.tags[name]}"]' for tag, name in TAGS.items() if record.tags.get(name)]
    lines += ["", " 1 point match", "", " Game 1", f" {names[0]} : 0".ljust(COLUMN - 1) + f"{names[1]} : 0"]
    for number in range(0, len(turns), 2):
        left, *right = (half_text(one) for one in turns[number : number + 2])
        start = f"{number // 2 + 1:3d}) {left}"
        lines.append((start.ljust(COLUMN - 1) + " " * (len(start) >= COLUMN - 1) + "".join(right)).rstrip() + " ")
    outcome = record.line(record.main_line()).outcome()
    if outcome is not None:
        points = int(max(outcome.utilities))
        lines.append(f"{' ' * (6 if outcome.utilities[0] > 0 else COLUMN)}Wins {points} point{'s' * (points > 1)}")
    return "\n".join([*lines, "", ""])


def half_text(turn: Turn) -> str:
    """A roll and a play, every step written out: bar 25, off 0."""
    from zermelo.games.backgammon.notation import steps_of  # no game is imported before it is asked for

    state = turn.before.copy()
    state.play(turn.moves[0])
    hits = set(state.hits(turn.moves[-1]))
    shown = []
    for origin, place in steps_of(state, turn.moves[-1]):
        shown.append(f"{origin}/{place}{'*' if place in hits else ''}")
        hits.discard(place)
    return f"{state.dice[0]}{state.dice[1]}: {' '.join(shown)}"
