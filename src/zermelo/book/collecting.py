"""Books from games that were played: PGN, SGF, PDN and the other formats that Zermelo reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from zermelo.book.book import Book, BookMove
from zermelo.errors import BadParameter, BadText, ZermeloError
from zermelo.folders import read_whole
from zermelo.game.game import CHANCE
from zermelo.game.playthrough import Playthrough
from zermelo.notation.files import decoded, read_games, seat_tags
from zermelo.notation.record import GameRecord

PLIES = 24  # of a game that enter a book, unless told
LARGEST = 1 << 28  # bytes of a file
BLACK_WINS, WHITE_WINS, DRAWN = ("0-1", "0-2", "B+"), ("1-0", "2-0", "W+"), ("1/2-1/2", "1-1", "0", "Draw")


@dataclass
class Collected:
    """What became of the games of a file."""

    games: int = 0
    left_out: int = 0  # of other games or settings, from other first positions, or that cannot be played
    reasons: list[str] = field(default_factory=list)  # of the first few


def collect(book: Book, path: Path, *, plies: int = PLIES) -> Collected:
    """Enter the first plies of all games of a file."""
    try:
        text = decoded(read_whole(path, LARGEST))
    except OSError as problem:
        raise BadParameter(f"{path} cannot be read: {problem.strerror}") from None
    try:
        records = read_games(text)
    except BadText as problem:
        raise BadText(f"{path}: {problem}") from None
    found = Collected()
    for number, record in enumerate(records, 1):
        try:
            add_game(book, record, plies)
            found.games += 1
        except ZermeloError as problem:
            found.left_out += 1
            if len(found.reasons) < 3:
                found.reasons.append(f"game {number}: {problem}")
    return found


def add_game(book: Book, record: GameRecord, plies: int) -> None:
    """Enter the main line of a game."""
    line = record.begin()
    if type(line.state) is not book.cls or line.state.tobytes() != book.start.tobytes():
        raise BadText(f"it begins from another position or is another game than {book.name}")
    whole = record.line(record.main_line())  # all of it must be possible, not only what enters the book
    points = points_of(record, whole)
    for move in whole.played[:plies]:
        state = line.state
        if state.turn != CHANCE:
            share = points[int(state.turn)]
            book.add(state, move, BookMove(games=1, points=share))
        line.play(move)


def points_of(record: GameRecord, line: Playthrough) -> tuple[float, ...]:
    """What a game brought to each player: a win 1, a draw a half; a game without a result counts as a draw."""
    if (outcome := line.outcome()) is not None:
        return tuple(0.5 + 0.5 * ((value > 0) - (value < 0)) for value in outcome.utilities)
    said = record.tags.get("Result", "").strip()
    white = seat_tags(record.game).index("White")
    if said.startswith(WHITE_WINS):
        return tuple(float(player == white) for player in range(2))
    if said.startswith(BLACK_WINS):
        return tuple(float(player != white) for player in range(2))
    return (0.5, 0.5)
