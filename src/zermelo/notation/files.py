"""Files of games in any format: which one it is shows in the text itself."""

from __future__ import annotations

from collections.abc import Callable

from zermelo.errors import BadParameter, BadText
from zermelo.games import catalogue
from zermelo.notation.pgn import read_pgn, write_pgn
from zermelo.notation.record import GameRecord
from zermelo.notation.sgf import read_sgf, write_sgf
from zermelo.notation.zermelo_json import read_json, write_json

WRITERS: dict[str, Callable[[GameRecord], str]] = {"json": write_json, "pgn": write_pgn, "sgf": write_sgf}
RESIGNS = {"pgn": ("0-1", "1-0"), "sgf": ("W+R", "B+R")}  # the result where a seat resigns, as a format writes it


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
    kind = format_of(text)
    if kind == "json":
        return [read_json(text.removeprefix("\ufeff"))]
    return [read_sgf(text)] if kind == "sgf" else read_pgn(text)


def format_of(text: str) -> str:
    """json, sgf or pgn, by how the text begins."""
    start = text.removeprefix("\ufeff").lstrip()
    if not start:
        raise BadText("the file is empty")
    if start[0] == "{" and '"format"' in start:  # PGN may begin with a comment
        return "json"
    return "sgf" if start[0] == "(" and start[1:].lstrip()[:1] in (";", "") else "pgn"


def formats_for(game: str) -> tuple[str, ...]:
    """The formats that a game can be written in, its own first; JSON serves all."""
    entry = catalogue.entry_of(game)
    return (*(entry.formats if entry else ()), "json")


def result_of_resigning(game: str, seat: int) -> str:
    """The result that a game's own format writes where a seat resigns; nothing where JSON alone serves."""
    return next((RESIGNS[kind][seat] for kind in formats_for(game) if kind in RESIGNS), "")


def write_game(record: GameRecord, kind: str) -> str:
    """The record as a file's text."""
    if kind not in WRITERS:
        raise BadParameter(f"there is no format {kind!r}; games are written as {', '.join(WRITERS)}")
    if kind not in formats_for(record.game):
        raise BadParameter(f"{record.game} is not written as {kind}, but as {' or '.join(formats_for(record.game))}")
    try:
        return WRITERS[kind](record)
    except RecursionError:
        raise BadText(f"variations of variations go too deep to be written as {kind}") from None
