"""A game as the line that USI's `position` takes, the shortest file of shogi games."""

from __future__ import annotations

import re

from zermelo.errors import BadMove, BadText, ZermeloError
from zermelo.games import catalogue
from zermelo.notation.places import trouble
from zermelo.notation.record import GameRecord
from zermelo.notation.turns import play_turn

GAMES = {9: "shogi", 7: "tori_shogi", 5: "minishogi"}  # by the rows of the board
LINE = re.compile(r"\s*(?:position\s+)?(?:startpos|sfen\s+(?P<sfen>\S+\s+[bw]\s+\S+(?:\s+\d+)?))(?P<rest>.*)")


def read_usi(text: str) -> list[GameRecord]:
    """A game on each line, every move checked."""
    found = []
    offset = 0
    for line in text.removeprefix("\ufeff").splitlines(keepends=True):
        if line.strip():
            found.append(read_line(text, line, offset))
        offset += len(line)
    if not found:
        raise BadText("there is no game in this text; USI is `position startpos moves 7g7f 3c3d`")
    return found


def read_line(text: str, line: str, offset: int) -> GameRecord:
    """One game."""
    found = LINE.fullmatch(line.rstrip("\r\n"))
    if not found:
        raise trouble(text, offset, "a game is `position startpos moves 7g7f …` or `position sfen … moves …`")
    sfen = " ".join((found["sfen"] or "").split())
    rows = sfen.split(" ")[0].count("/") + 1
    if sfen and rows not in GAMES:
        raise trouble(text, offset, f"a board of {rows} rows is no shogi that Zermelo plays: 9, 7 or 5 are")
    record = GameRecord(GAMES[rows] if sfen else "shogi", position=sfen)
    try:
        playthrough = record.begin()
    except ZermeloError as problem:
        raise trouble(text, offset, problem) from None
    node = record.root
    words = list(re.finditer(r"\S+", found["rest"]))
    if words and words[0][0] != "moves":
        raise trouble(text, offset + found.start("rest") + words[0].start(), "the word moves is wanted here")
    for word in words[1:]:
        place = offset + found.start("rest") + word.start()
        if word[0] == "resign":
            record.tags["Result"] = ("0-1", "1-0")[playthrough.turn]
            break
        try:
            node = play_turn(playthrough, node, [playthrough.parse_move(word[0])])
        except BadMove as problem:
            raise trouble(text, place, problem) from None
    return record


def write_usi(record: GameRecord) -> str:
    """The main line; what else a record holds has no place in it."""
    entry = catalogue.entry_of(record.game)
    name = entry.name if entry else record.game
    if name not in GAMES.values():
        raise BadText(f"USI is for shogi, and this is a game of {record.game}: write it as json")
    if name == "shogi" and not record.position:
        start = "startpos"
    else:
        start = f"sfen {' '.join(record.begin().to_text().split()[:4])}"
    moves = record.moves_to(record.main_line())
    return f"position {start}{' moves ' + ' '.join(moves) if moves else ''}\n"
