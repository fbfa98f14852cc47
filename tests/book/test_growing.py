"""Growing by drop-out expansion: lines that good play is likeliest to reach come first, values come back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zermelo.book.book import Book, Spot
from zermelo.book.growing import Growth, Question
from zermelo.games import catalogue
from zermelo.players import player
from zermelo.players.answering import Asked, Near
from zermelo.search.common.result import Line, SearchResult


def grown(game: str, spec: str, positions: int, **settings: str) -> tuple[Book, Growth]:
    start = catalogue.begin(game, settings).state
    book = Book(start, name=game)
    growth = Growth(book)
    with Near(Asked(game, tuple(settings.items()), spec, 4, 0), 2) as crew:
        while len(book) < positions and (keys := growth.next(2)):
            list(growth.grow(keys, crew.answers))
    return book, growth


def test_the_value_of_a_game_that_fits_into_its_book() -> None:
    """Searches two plies deep know nothing of the end of tic-tac-toe on 3 x 3; the whole book does."""
    book, growth = grown("tic_tac_toe", "alphabeta:depth=2", 10_000)
    assert growth.next(1) == [], "every line that four moves a position lead to has been searched"
    for node in growth.nodes.values():
        proven = player("alphabeta:depth=9").think(node.state)
        if len(node.links) == len(node.state.legal()):
            assert node.value <= proven.value
    again = Growth(book)
    assert again.next(1) == []
    assert again.nodes.keys() == growth.nodes.keys()


def test_bad_moves_are_left_for_later() -> None:
    """With made-up scores: the line of best moves is followed before the second move is looked at."""
    start = catalogue.begin("connect_four").state

    def answers(questions: Sequence[Question]) -> Iterator[tuple[Question, SearchResult]]:
        for question in questions:
            state = start.copy()
            for move in question.moves:
                state.play(move)
            moves = state.legal()[:3]
            values = {move: -0.25 * number for number, move in enumerate(moves)}
            lines = tuple(Line(move, value, (move,), "") for move, value in values.items())
            yield question, SearchResult(moves[0], "", 0.0, "", (moves[0],), "", 5, 0, 0.0, "depth", lines=lines)

    growth = Growth(Book(start))
    depths = []
    for _ in range(8):
        (key,) = growth.next(1)
        depths.append(len(growth.nodes[key].moves))
        list(growth.grow([key], answers))
    assert depths == list(range(8)), "each move 0.25 worse costs as much as ten plies"


def test_a_book_of_a_game_with_dice() -> None:
    book, growth = grown("pig", "mcts:sims=200", 6)
    assert len(book) >= 6
    assert all(node.state.turn >= 0 for key, node in growth.nodes.items() if key in book.positions)
    assert Spot.of(book.start).key in growth.nodes
