"""Books from games of several formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.book.book import Book
from zermelo.book.collecting import collect
from zermelo.errors import BadParameter, BadText
from zermelo.games import catalogue

PGN = '[Result "{}"]\n\n1. e4 {} {}\n\n'


def book_of(game: str, **settings: str) -> Book:
    return Book(catalogue.begin(game, settings).state, name=game)


def test_how_often_and_with_what_success(tmp_path: Path) -> None:
    path, book = tmp_path / "x.pgn", book_of("chess")
    path.write_text("".join(PGN.format(*one) for one in (("1-0", "e5", "1-0"), ("0-1", "e5", "0-1"), ("*", "c5", "*"))))
    assert collect(book, path).games == 3
    (first,) = book.known(book.start).values()
    assert (first.games, first.points) == (3, 1.5)
    after = book.start.copy()
    after.play(after.parse_move("e4"))
    answers = {after.move_text(move): (one.games, one.points) for move, one in book.known(after).items()}
    assert answers == {"e5": (2, 1.0), "c5": (1, 0.5)}
    book.prune(2)
    assert [after.move_text(move) for move in book.known(after)] == ["e5"]


@pytest.mark.parametrize(
    ("game", "settings", "name", "text", "first"),
    [
        ("checkers", {}, "x.pdn", '[GameType "21"]\n[Result "0-1"]\n\n1. 11-15 23-19 2. 8-11 0-1\n', (1, 1.0)),
        ("go", {"size": "9"}, "x.sgf", "(;GM[1]SZ[9]RE[W+3.5];B[ee];W[cc])", (1, 0.0)),
        ("othello", {}, "x.sgf", "(;GM[2]SZ[8]RE[B+4];B[dc];W[cc])", (1, 1.0)),
    ],
)
def test_formats(
    tmp_path: Path, game: str, settings: dict[str, str], name: str, text: str, first: tuple[int, float]
) -> None:
    path, book = tmp_path / name, book_of(game, **settings)
    path.write_text(text)
    found = collect(book, path)
    assert (found.games, found.reasons) == (1, [])
    known = list(book.known(book.start).values())
    assert {(one.games, one.points) for one in known} == {first}


def test_games_that_cannot_be_entered_are_told(tmp_path: Path) -> None:
    path, book = tmp_path / "x.pgn", book_of("chess")
    path.write_text(PGN.format("1-0", "e5", "1-0") + '[SetUp "1"]\n[FEN "8/8/8/8/8/k7/8/K6Q w - - 0 1"]\n\n1. Qh7 *\n')
    found = collect(book, path)
    assert (found.games, found.left_out) == (1, 1)
    assert "begins from another position" in found.reasons[0]
    with pytest.raises(BadParameter, match="cannot be read"):
        collect(book, tmp_path / "none.pgn")
    path.write_text("1. e4 Qh9")
    with pytest.raises(BadText):
        collect(book, path)
