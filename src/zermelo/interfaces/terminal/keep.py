"""Games that are not finished are kept in the user's data folder, so that nothing is lost, whatever happens.

The file is written anew after every move: under another name first, then renamed, so that it is whole at any moment.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from zermelo.errors import BadParameter, BadText, ZermeloError
from zermelo.folders import data_folder, read_whole, write_whole
from zermelo.notation.files import FORMATS, SUFFIXES, decoded, formats_for, read_game, write_game
from zermelo.notation.record import GameRecord
from zermelo.notation.zermelo_json import read_json, write_json

LARGEST = 1 << 28  # bytes of a file of games


def unfinished_folder() -> Path:
    """Where this user's unfinished games lie."""
    return data_folder() / "unfinished"


class Keeper:
    """The file of one unfinished game."""

    def __init__(self, game: str, path: Path | None = None) -> None:
        plain = "".join(letter if letter.isalnum() else "_" for letter in Path(game).stem)
        self.path = path or unfinished_folder() / f"{time.time_ns():020d}-{plain}-{os.getpid()}.json"
        self.failed = ""

    def keep(self, record: GameRecord) -> None:
        """Write the game; a disk that refuses must not end the game, so the reason is only remembered."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, write_json(record))
        except OSError as problem:
            self.failed = f"the game cannot be kept in {self.path.parent}: {problem.strerror}"

    def forget(self) -> None:
        """The game is finished."""
        self.path.unlink(missing_ok=True)


def unfinished(game: str = "") -> list[Path]:
    """The files of unfinished games, the latest first."""
    folder = unfinished_folder()
    files = sorted(folder.glob("[0-9]*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return [path for path in files if not game or load_file(path, own=True).game == game]


def resume(game: str = "") -> tuple[GameRecord, Path]:
    """The latest unfinished game, and its file."""
    for path in unfinished():
        try:
            record = load_file(path, own=True)
        except ZermeloError as problem:
            print(f"{path} is passed over: {problem}", file=sys.stderr)
            continue
        if not game or record.game == game:
            return record, path
    raise BadParameter(f"there is no unfinished game{f' of {game}' if game else ''} in {unfinished_folder()}")


def load_file(path: str | Path, *, own: bool = False) -> GameRecord:
    """The game in a file; `games.pgn:2` is the second of several. What was kept here (`own`) may name files."""
    if "\0" in str(path):
        raise BadParameter("a file's name holds no zero byte")
    file, number = Path(path).expanduser(), 0
    head, _, tail = str(path).rpartition(":")
    if not file.exists() and tail.isdecimal() and head:
        file, number = Path(head).expanduser(), int(tail[:9])
    try:
        data = read_whole(file, LARGEST)
    except OSError as problem:
        raise BadParameter(f"{file} cannot be read: {problem.strerror}") from None
    text = decoded(data)
    if "\0" in text:
        raise BadText(f"{file} is no text")
    if not own:
        return read_game(text, file.name, number)
    record = read_json(text, own=True)
    record.verify()
    return record


def kind_of(path: str | Path) -> str:
    """The format that a file's name asks for."""
    suffix = Path(path).suffix.lower().removeprefix(".") or "json"
    return SUFFIXES.get(suffix, suffix)


def save_file(record: GameRecord, path: str | Path) -> None:
    """Write a game to a file; its ending chooses the format."""
    if "\0" in str(path):
        raise BadParameter("a file's name holds no zero byte")
    file = Path(path).expanduser()
    if not file.name or file.is_dir():
        raise BadParameter(f"{file} is a folder: name a file in it, for example {file / 'game.json'}")
    kind = kind_of(file)
    if kind not in FORMATS:
        kinds = ", ".join(f".{name}" for name in formats_for(record.game))
        raise BadParameter(f"{file.name} does not say its format: a game of {record.game} is saved as {kinds}")
    text = write_game(record, kind)
    try:
        write_whole(file, text)
    except OSError as problem:
        raise BadParameter(f"{file} cannot be written: {problem.strerror}; choose another place") from None
