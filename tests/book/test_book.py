"""Books: one entry for what is one position, choosing, merging, files; moves for players and openings for matches."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from zermelo.arena.openings import Openings
from zermelo.book.book import Book, BookMove, Spot
from zermelo.book.files import SUFFIX, read_book, write_book
from zermelo.book.kept import SHIPPED, find_book, look_again, made_here
from zermelo.errors import BadParameter, BadText, Unsupported, ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.interfaces.cli import app
from zermelo.players import player
from zermelo.solve import files


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a data folder of its own."""
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path / "data"))
    look_again()


def after(game: str, moves: str, **settings: str) -> Any:
    line = catalogue.begin(game, settings)
    for move in moves.split():
        line.play(line.parse_move(move))
    return line.state


def small_book() -> Book:
    """Three moves of Connect Four, of which two are good, and one answer."""
    start = catalogue.begin("connect_four").state
    book = Book(start, name="connect_four", about="by hand")
    scores = {"d": 0.5, "c": 0.495, "a": -0.5}
    for move, score in scores.items():
        book.add(start, start.parse_move(move), BookMove(score=score, value=score, depth=9, source="a search"))
    return book


def test_mirror_images_and_transpositions_are_one_entry() -> None:
    left, right = after("connect_four", "a d b"), after("connect_four", "g d f")
    assert Spot.of(left).key == Spot.of(right).key
    assert left.key() != right.key()
    assert Spot.of(after("connect_four", "b d a")).key == Spot.of(left).key
    book = Book(catalogue.begin("connect_four").state)
    book.add(left, left.parse_move("c"), BookMove(games=1, points=1.0))
    book.add(right, right.parse_move("e"), BookMove(games=1, points=0.0))
    assert (len(book), book.moves_known) == (1, 1)
    (known,) = book.known(right).items()
    assert right.move_text(known[0]) == "e"
    assert (known[1].games, known[1].points) == (2, 1.0)


def test_moves_that_a_symmetry_exchanges_are_one() -> None:
    start = catalogue.begin("othello").state  # all four first moves are images of each other
    book = Book(start)
    book.add(start, start.legal()[0], BookMove(games=1))
    assert book.moves_known == 1
    assert list(book.known(start)) == start.legal()


def test_variety_is_controlled() -> None:
    book = small_book()
    state = book.start
    chances = {state.move_text(move): chance for move, chance in book.choices(state).items()}
    assert set(chances) == {"d", "c", "e"}, "the mirror image of a good move is as good; a bad one is never played"
    assert chances["d"] > chances["c"] == chances["e"]
    assert [state.move_text(move) for move in book.choices(state, variety=0)] == ["d"]
    drawn = {book.choose(state, Random(seed, 1)) for seed in range(40)}
    assert {state.move_text(move) for move in drawn} == set(chances)
    played = Book(state)
    for move, games in (("d", 90), ("c", 10), ("b", 1)):
        played.add(state, state.parse_move(move), BookMove(games=games))
    assert {state.move_text(move) for move in played.choices(state, variety=0.05)} == {"d", "c", "e"}
    assert played.choose(after("connect_four", "a a"), Random(1, 1)) == -1


def test_values_come_back_from_behind() -> None:
    """A move that looked best turns out to lose: the book plays the other one."""
    book = small_book()
    child = after("connect_four", "d")
    book.add(child, child.parse_move("d"), BookMove(score=0.9, source="a deeper search"))
    book.back_up()
    known = {book.start.move_text(move): one.value for move, one in book.known(book.start).items()}
    assert known["d"] == -0.9
    assert known["c"] == 0.495
    assert book.start.move_text(next(iter(book.choices(book.start)))) in ("c", "e")


def test_books_merge() -> None:
    book, other = small_book(), small_book()
    start = book.start
    other.add(start, start.parse_move("d"), BookMove(games=3, points=2.0, score=0.1, depth=20, source="another"))
    other.add(start, start.parse_move("b"), BookMove(games=1, points=0.5))
    book.merge(other)
    known = {start.move_text(move): one for move, one in book.known(start).items()}
    assert (known["d"].score, known["d"].depth, known["d"].games) == (0.1, 20, 3)
    assert known["b"].games == 1
    assert not known["b"].searched
    with pytest.raises(BadParameter, match="begin differently"):
        book.merge(Book(catalogue.begin("connect_four", {"columns": "6"}).state))


def test_files(tmp_path: Path) -> None:
    book, path = small_book(), tmp_path / f"x{SUFFIX}"
    book.add(book.start, book.start.parse_move("b"), BookMove(games=7, points=3.5, weight=9))
    write_book(book, path)
    again = read_book(path)
    assert (again.name, again.about, again.cls) == ("connect_four", "by hand", book.cls)
    for move, one in book.known(book.start).items():
        there = again.known(again.start)[move]
        assert (there.games, there.points, there.weight, there.depth) == (one.games, one.points, one.weight, one.depth)
        assert there.source == one.source
        assert math.isclose(there.score, one.score, rel_tol=1e-6) or (math.isnan(there.score) and math.isnan(one.score))
    whole = path.read_bytes()
    for place in (3, 40, len(whole) // 2, len(whole) - 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(BadText, match=r"damaged|no book|newer"):
            read_book(path)
        path.write_bytes(whole[:place])
        with pytest.raises(BadText, match=r"damaged|no book"):
            read_book(path)
    path.write_bytes(whole.replace(b"zermelo book 1", b"zermelo book 7"))
    with pytest.raises(BadText, match="newer"):
        read_book(path)
    path.write_bytes(whole)
    with pytest.raises(BadText, match="is a book of ConnectFour"):
        read_book(path, type(catalogue.begin("othello").state))
    header, _ = files.read_header(path, files.BOOK)
    arrays = {one["name"]: files.read_array(path, one["name"], files.BOOK) for one in header["arrays"]}
    files.write_table(path, {**header, "rules": "0" * 16}, arrays, files.BOOK)
    with pytest.raises(BadText, match="other rules"):
        read_book(path)
    files.write_table(path, header, arrays | {"depths": arrays["depths"][:-1]}, files.BOOK)
    with pytest.raises(BadText, match="columns of a book"):
        read_book(path)


def test_what_is_hidden_has_no_book() -> None:
    for game in ("kuhn_poker", "goofspiel"):
        with pytest.raises(Unsupported, match="there is no book"):
            Book(catalogue.begin(game).state)


def test_players_use_a_book(tmp_path: Path) -> None:
    book, path = small_book(), tmp_path / f"x{SUFFIX}"
    write_book(book, path)
    line = catalogue.begin("connect_four")
    for text in (f"alphabeta:depth=1,book={path},variety=0", f"best:book={path},variety=0"):
        one = player(text)
        found = one.think(line)
        assert (found.move_text, found.algorithm, found.stopped_by) == ("d", "book", "book")
        assert found.value == pytest.approx(0.5)
        assert "from a book" in found.notes[0]
        assert one.think(line, lines=2).algorithm != "book", "a book ranks nothing"
    away = catalogue.begin("connect_four")
    away.play_text("a a")
    assert player(f"alphabeta:depth=1,book={path}").think(away).algorithm == "alphabeta"
    with pytest.raises(BadText, match="cannot be read"):
        player(f"mcts:sims=10,book={tmp_path / 'none.zbook'}")


def test_best_uses_the_kept_book_in_games_only() -> None:
    line = catalogue.begin("connect_four")
    cls = type(line.state)
    write_book(small_book(), made_here(cls))
    look_again()
    one = player("best:time=0.01")
    assert one.think(line).algorithm != "book", "who only asks wants a search"
    one.new_game(3)
    assert one.think(line).algorithm == "book"
    silent = player("best:time=0.01,book=no")
    silent.new_game(3)
    assert silent.think(line).algorithm != "book"
    weak = player("best:level=2")
    weak.new_game(3)
    assert weak.think(line).algorithm != "book", "a weak level is not made strong by a book"


def test_openings_from_a_book(tmp_path: Path) -> None:
    start, path = catalogue.begin("connect_four"), tmp_path / f"x{SUFFIX}"
    write_book(small_book(), path)
    openings = Openings.read(str(path), start, "connect_four")
    begun = [openings.begin(start, block, seed=1) for block in range(20)]
    assert {line.line_text() for line in begun} == {"d", "c", "e"}
    assert begun[3].line_text() == openings.begin(start, 3, seed=1).line_text()
    with pytest.raises(BadParameter, match="no opening"):
        Openings.read("book:many", start, "connect_four")
    six = catalogue.begin("connect_four", {"columns": "6"})
    with pytest.raises(BadParameter, match="no book is kept"):
        Openings.read("book", six, "connect_four")


SHIPPED_BOOKS = sorted(SHIPPED.glob(f"*{SUFFIX}"))


def test_at_least_ten_books_are_shipped() -> None:
    assert len(SHIPPED_BOOKS) >= 10
    assert all(path.stat().st_size < 100_000 for path in SHIPPED_BOOKS)


@pytest.mark.parametrize("path", SHIPPED_BOOKS, ids=lambda path: path.stem)
def test_shipped_books_are_of_the_rules_as_they_are(path: Path) -> None:
    """Where this fails, the rules have changed: build the book again with the command that its `made` line tells."""
    start = catalogue.begin(path.stem)
    book = find_book(type(start.state))
    assert book is not None, f"zermelo book show {path} says how it was made"
    assert book.start.to_text() == start.to_text()
    assert "searched by" in book.about
    assert "seed" in book.about
    line = Playthrough(book.start)
    plies = 0
    while not line.over():
        move = line.draw(Random(7, plies)) if line.turn < 0 else book.choose(line.state, Random(7, plies), line.moves())
        if move < 0:
            break
        line.play(move)
        plies += line.turn >= 0
    assert plies >= 2


def test_the_commands(tmp_path: Path) -> None:
    runner, path, two = CliRunner(), str(tmp_path / f"a{SUFFIX}"), str(tmp_path / f"b{SUFFIX}")
    spec = ["--player", "alphabeta:depth=3", "--threads", "1", "--plies", "3"]
    built = runner.invoke(app, ["book", "build", "tic_tac_toe", "--out", path, *spec, "--time", "20"])
    assert "kept in" in built.output, built.output
    assert "complete" in built.output
    grown = read_book(Path(path))
    again = runner.invoke(app, ["book", "build", "tic_tac_toe", "--out", path, "--resume", *spec, "--time", "5"])
    assert "0 positions searched" in again.output
    assert read_book(Path(path)).positions.keys() == grown.positions.keys()
    shown = runner.invoke(app, ["book", "show", path])
    assert "alphabeta:depth=3" in shown.output
    assert "by alphabeta at depth 3" in shown.output
    merged = runner.invoke(app, ["book", "merge", two, path, path])
    assert f"{len(grown):,} positions" in merged.output
    for arguments, sentence in (
        (["build", "tic_tac_toe", "--resume", "--out", str(tmp_path / "no.zbook")], "no book to go on with"),
        (["build", "tic_tac_toe", "--player", "best", "--time", "1"], "grown by a search"),
        (["build", "kuhn_poker"], "there is no book of"),
        (["show", "hex"] if not (SHIPPED / "hex.zbook").exists() else ["show", "nim"], "there is no book called"),
        (["export", path, str(tmp_path / "x.pgn")], "exported as Polyglot"),
        (["export", path, str(tmp_path / "x.bin")], "Polyglot books are of chess"),
        (["merge", two, str(tmp_path / "no.zbook")], "cannot be read"),
    ):
        failed = runner.invoke(app, ["book", *arguments])
        assert isinstance(failed.exception, ZermeloError)
        assert sentence in str(failed.exception)


def test_lines_of_a_book_are_walked_once() -> None:
    book = small_book()
    child = after("connect_four", "d")
    book.add(child, child.parse_move("d"), BookMove(games=1))
    walked = [Spot.of(state).key for state, _, _ in book.walk()]
    assert len(walked) == len(set(walked)) == len(book) == 2
    assert all(one <= two for one, two in pairwise(ply for _, ply, _ in book.walk()))
