"""Portable Draughts Notation, the file of draughts games.

It has the form of PGN, with the kind of draughts in the tag GameType. A file without that tag is told by its squares.
Results count from White's side, the tag White naming who that is.
"""

from __future__ import annotations

import re

from zermelo.errors import BadText
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.notation.movetext import ROSTER, Dialect, Misplaced, read_movetext, tokens, write_movetext
from zermelo.notation.pgn import result_of
from zermelo.notation.record import GameRecord

TYPES = {  # GameType as it is written: who begins, columns, rows, numbers or letters, whether mirrored
    "international_draughts": "20,W,10,10,N2,0",
    "checkers": "21,B,8,8,N1,0",
    "russian_draughts": "25,W,8,8,A0,0",
    "brazilian_draughts": "26,W,8,8,N2,0",
}
GAMES = {text.partition(",")[0]: game for game, text in TYPES.items()}
OTHERS = {
    "22": "Italian", "23": "American pool", "24": "Spanish", "27": "Canadian", "28": "Portuguese", "29": "Czech",
    "30": "Turkish", "31": "Thai", "40": "Frisian", "41": "Spantsireti",
}  # fmt: skip  # draughts that Zermelo does not play
SQUARE = r"(?:[a-h][1-8]|\d{1,2})"
LETTERS = re.compile(r"([a-h])([1-8])")
MOVE = re.compile(rf"(?<![\w-]){SQUARE}[-x:]{SQUARE}(?![\w/-])")


class Pdn(Dialect):
    """All draughts."""

    name = "PDN"
    example = 'tags like [GameType "20"] and moves like 1. 32-28 18-23 2-0'
    results = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*")
    token = tokens(r"1/2-1/2|[012]-[012](?!\d)(?!\s*[-x:])|\*", rf"--|{SQUARE}(?:\s?[-x:]\s?{SQUARE})+")

    def begin(self, tags: dict[str, str], text: str) -> GameRecord:
        """By GameType and FEN."""
        said = tags.pop("GameType", "")
        number = said.partition(",")[0].strip()
        if not said:
            game = guessed(text)
        elif number in GAMES:
            game = GAMES[number]
        elif number in OTHERS:
            known = ", ".join(f"{key} ({name.replace('_', ' ')})" for key, name in GAMES.items())
            raise Misplaced("GameType", f"GameType {number} is {OTHERS[number]} draughts; Zermelo plays {known}")
        else:
            raise Misplaced("GameType", f"GameType is a number such as 20, 21, 25 or 26, not {said!r}")
        tags.pop("SetUp", None)
        position = spread(tags.pop("FEN", ""))
        record = GameRecord(game, position=position)
        if position and record.begin().start == GameRecord(game).begin().start:
            record.position = ""  # the usual start, spelt out
        return record

    def turn(self, playthrough: Playthrough, word: str) -> list[int]:
        """A step or a whole capture, by its path or by its ends."""
        word = re.sub(r"\s", "", word)
        state = playthrough.state
        if not hasattr(state, "name") or state.name(0) == "1":  # squares are numbers there
            word = LETTERS.sub(lambda found: str(number_of(found[1], int(found[2]))), word)
        return list(state.parse_turn(word))


PDN = Pdn()


def number_of(column: str, rank: int) -> int:
    """The number of a square of the small board, counted from the top left as White sees it."""
    return (8 - rank) * 4 + "abcdefgh".index(column) // 2 + 1


def guessed(text: str) -> str:
    """The draughts that a game without GameType is: large numbers are the large board, letters are Russian."""
    moves = MOVE.findall(text)
    if any(LETTERS.search(move) for move in moves):
        return "russian_draughts"
    highest = max((int(number) for move in moves for number in re.findall(r"\d+", move)), default=0)
    return "international_draughts" if highest > 32 else "checkers"


def spread(fen: str) -> str:
    """A position with its ranges (`24-27`) written out, and without the point at the end."""
    whole = re.compile(r"(K?)(\d{1,2})-(K?)(\d{1,2})")

    def squares(found: re.Match[str]) -> str:
        return ",".join(f"{found[1]}{square}" for square in range(int(found[2]), int(found[4]) + 1))

    text = whole.sub(squares, fen.strip().rstrip("."))
    return LETTERS.sub(lambda found: str(number_of(found[1], int(found[2]))), text)


def read_pdn(text: str) -> list[GameRecord]:
    """The games of a file, one or more, every move checked."""
    return read_movetext(text, PDN)


def write_pdn(record: GameRecord) -> str:
    """The record as other programs read it."""
    entry = catalogue.entry_of(record.game)
    name = entry.name if entry else record.game
    if name not in TYPES:
        raise BadText(f"PDN is for draughts, and this is a game of {record.game}: write it as json")
    tags = {tag: record.tags.get(tag, usual) for tag, usual in ROSTER.items()}
    black_begins = name == "checkers"
    for tag, seat in zip(("Black", "White") if black_begins else ("White", "Black"), record.seats, strict=False):
        tags[tag] = record.tags.get(tag, seat)
    tags["Result"] = result_of(record, PDN.results, *(("0-1", "1-0") if black_begins else ("1-0", "0-1")))
    tags["GameType"] = TYPES[name]
    if record.position:
        tags |= {"SetUp": "1", "FEN": record.begin().to_text()}
    return write_movetext(record, PDN, tags | {tag: said for tag, said in record.tags.items() if tag not in tags})
