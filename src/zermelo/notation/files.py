"""Files of games in any format: which one it is shows in the text itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from zermelo.errors import BadParameter, BadText
from zermelo.games import catalogue
from zermelo.notation.kif import read_kif, write_kif
from zermelo.notation.mat import LENGTH, read_mat, write_mat
from zermelo.notation.pdn import MOVE as DRAUGHTS_MOVE
from zermelo.notation.pdn import read_pdn, write_pdn
from zermelo.notation.pgn import read_pgn, write_pgn
from zermelo.notation.record import GameRecord
from zermelo.notation.sgf import read_sgf_games, write_sgf
from zermelo.notation.usi import LINE as USI_LINE
from zermelo.notation.usi import read_usi, write_usi
from zermelo.notation.zermelo_json import HALF_A_CHARACTER, read_json, write_json

WHITE_FIRST, BLACK_FIRST = ("White", "Black"), ("Black", "White")  # the tags that name who sits where


@dataclass(frozen=True)
class Format:
    """A kind of file: how it is read and written, which tags name the seats, what it says where a seat resigns."""

    read: Callable[[str], list[GameRecord]]
    write: Callable[[GameRecord], str]
    seats: tuple[str, str] = WHITE_FIRST
    resigns: tuple[str, str] = ("0-1", "1-0")


def read_one(text: str) -> list[GameRecord]:
    """Zermelo's own file holds one game."""
    return [read_json(text.removeprefix("\ufeff"))]


FORMATS = {
    "json": Format(read_one, write_json),
    "pgn": Format(read_pgn, write_pgn),
    "pdn": Format(read_pdn, write_pdn),
    "sgf": Format(read_sgf_games, write_sgf, BLACK_FIRST, ("W+R", "B+R")),
    "mat": Format(read_mat, write_mat),
    "kif": Format(read_kif, write_kif, BLACK_FIRST),
    "usi": Format(read_usi, write_usi, BLACK_FIRST),
}
SUFFIXES = {"kifu": "kif"}  # other endings of files
TURNED = {("pdn", "checkers"): Format(read_pdn, write_pdn, BLACK_FIRST, ("1-0", "0-1"))}  # Black begins, 1-0 is White's


def format_for(kind: str, game: str) -> Format:
    """A format as it serves a game."""
    entry = catalogue.entry_of(game)
    return TURNED.get((kind, entry.name if entry else game), FORMATS[kind])


def read_game(text: str, name: str = "", number: int = 0) -> GameRecord:
    """The game in a text, or one of several by its number from 1; a name is used in messages only."""
    said = f"{name}: " if name else ""
    try:
        found = read_games(text)
    except BadText as problem:
        raise BadText(f"{said}{problem}") from None
    if not number and len(found) > 1:
        raise BadText(f"{said}there are {len(found)} games in it; say which, {name or 'file'}:1 to {len(found)}")
    if not 0 <= number <= len(found):
        raise BadText(f"{said}there is no game {number}; it holds {len(found)}")
    return found[max(number, 1) - 1]


def read_games(text: str) -> list[GameRecord]:
    """All games of a text."""
    if re.search("[\ud800-\udfff]", text):  # it could be read, and neither kept nor sent
        raise BadText(HALF_A_CHARACTER)
    return FORMATS[format_of(text)].read(text)


NO_MOVES = (
    "1-0",
    "0-1",
    "0-0",
    "2-0",
    "0-2",
    "1-1",
)  # results, and castling in digits, which look like moves of draughts


def format_of(text: str) -> str:
    """The format of a text, by how it begins."""
    start = text.removeprefix("\ufeff").lstrip()
    if not start:
        raise BadText("the file is empty")
    if start[0] == "{" and '"format"' in start:  # PGN may begin with a comment
        return "json"
    if start[0] == "(" and start[1:].lstrip()[:1] in (";", ""):
        return "sgf"
    lines = [line for line in start.splitlines() if line.strip()]
    if USI_LINE.fullmatch(lines[0]):
        return "usi"
    if any(LENGTH.fullmatch(line) for line in lines[:40]):
        return "mat"
    if any(line.startswith(("手数", "手合割", "先手", "後手", "下手", "上手", "# KIF")) for line in lines[:40]):
        return "kif"
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]", " ", start)
    draughts = any(found.group() not in NO_MOVES for found in DRAUGHTS_MOVE.finditer(bare))
    return "pdn" if draughts or re.search(r'^\s*\[GameType "', start, re.MULTILINE) else "pgn"


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, else Shift-JIS where it is a game of shogi, else what PGN prescribes."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("cp932")
    except UnicodeDecodeError:
        return data.decode("latin-1")
    return text if "手" in text else data.decode("latin-1")


def formats_for(game: str) -> tuple[str, ...]:
    """The formats that a game can be written in, its own first; JSON serves all."""
    entry = catalogue.entry_of(game)
    return (*(entry.formats if entry else ()), "json")


def result_of_resigning(game: str, seat: int) -> str:
    """The result that a game's own format writes where a seat resigns; nothing where JSON alone serves."""
    kind = formats_for(game)[0]
    return "" if kind == "json" else format_for(kind, game).resigns[seat]


def seat_tags(game: str) -> tuple[str, str]:
    """The tags that name who sits where, in a game's own format."""
    return format_for(formats_for(game)[0], game).seats


def write_game(record: GameRecord, kind: str) -> str:
    """The record as a file's text."""
    kind = SUFFIXES.get(kind, kind)
    if kind not in FORMATS:
        raise BadParameter(f"there is no format {kind!r}; games are written as {', '.join(FORMATS)}")
    if kind not in formats_for(record.game):
        raise BadParameter(f"{record.game} is not written as {kind}, but as {' or '.join(formats_for(record.game))}")
    try:
        return FORMATS[kind].write(record)
    except RecursionError:
        raise BadText(f"variations of variations go too deep to be written as {kind}") from None
