"""Blokus: corner cases of the rules, notation, scores, and two other programs that play the same games."""

from __future__ import annotations

import random
import shutil
import subprocess
from typing import Any

import pytest

from tests.games.plain_blokus import Naive, choose, other, played
from zermelo.boards.polyominoes import free_polyominoes, growths, normal, orientations, places
from zermelo.errors import BadPosition, IllegalMove, MalformedMove
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.blokus import Blokus, BlokusClassic
from zermelo.games.blokus.shapes import DRAWINGS, NAMES, shapes, tree
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.common.limits import Limits

EMPTY = "/".join(["14"] * 14)


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


def after(*moves: str, game: Any = Blokus, **settings: Any) -> Any:
    """The state after some moves from the start."""
    state = game.variant(**settings)() if settings else game()
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- a second generator


@pytest.mark.parametrize(
    ("name", "settings", "games", "more"),
    [
        ("blokus", {}, 1, 60),
        ("blokus", {"fixed_starts": "true"}, 0, 20),
        ("blokus_classic", {}, 0, 20),
        ("blokus", {"size": "7", "largest": "4"}, 6, 300),
        ("blokus", {"size": "5"}, 4, 300),
        ("blokus_classic", {"size": "8"}, 2, 100),
    ],
)
def test_the_same_games_by_a_naive_program(
    name: str, settings: dict[str, str], games: int, more: int, long_run: bool
) -> None:
    for seed in range(more if long_run else games):
        dice, state = random.Random(seed), catalogue.make(name, settings)
        naive = other(state)
        while not state.over():
            assert not all(naive.out)
            assert state.turn == naive.turn
            moves, found = state.legal(), naive.moves()
            assert sorted(map(state.move_text, moves)) == (sorted(found) or ["pass"])
            assert [state.points(seat) for seat in range(state.players)] == list(
                map(naive.points, range(state.players))
            )
            move = choose(state, moves, dice, seed)
            naive.play(state.move_text(move), found)
            state.play(move)
        assert all(naive.out)
        scores = [naive.points(seat) for seat in range(state.players)]
        for seat in range(state.players):
            rest = (sum(scores) - scores[seat]) / (state.players - 1)
            assert state.utility(seat) == pytest.approx(scores[seat] - rest)


def test_a_small_board_to_the_end(long_run: bool) -> None:
    """The value of 5 x 5 with pieces of up to three squares, by a plain search through the naive rules."""
    if not long_run:
        pytest.skip("kernels of one more board to compile: in the long run")
    state = Blokus.variant(size=5, largest=3)()
    known: dict[Any, float] = {}

    def value(naive: Naive) -> float:
        key = (naive.turn, *map(frozenset, naive.put), *naive.out, *naive.single_last)
        if key not in known:
            if all(naive.out):
                known[key] = naive.points(0) - naive.points(1)
            else:
                found = naive.moves()
                values = [value(played(naive, move, found)) for move in found or ["pass"]]
                known[key] = max(values) if naive.turn == 0 else min(values)
        return known[key]

    result = AlphaBeta().think(Playthrough(state), Limits(depth=12))
    assert result.value == value(other(state))


# ---------------------------------------------------------------------- Pentobi


class Pentobi:
    """Markus Enzenberger's program, spoken to in its dialect of the Go Text Protocol."""

    def __init__(self, game: str) -> None:
        program = shutil.which("pentobi-gtp")
        if not program:
            pytest.skip("pentobi-gtp is not installed")
        self.pipe = subprocess.Popen(
            [program, "--quiet", "--nobook", "-g", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, command: str) -> list[str]:
        assert self.pipe.stdin
        assert self.pipe.stdout
        self.pipe.stdin.write(command + "\n")
        self.pipe.stdin.flush()
        lines = []
        while line := self.pipe.stdout.readline().strip():
            lines.append(line)
        assert lines[0].startswith("=")
        return [line for line in [lines[0][1:].strip(), *lines[1:]] if line]


@pytest.mark.parametrize(
    ("name", "settings", "theirs", "colours", "games"),
    [("blokus", {"fixed_starts": "true"}, "duo", "bw", 300), ("blokus_classic", {}, "classic", "1234", 120)],
)
def test_pentobi_plays_the_same_games(
    name: str, settings: dict[str, str], theirs: str, colours: str, games: int, long_run: bool
) -> None:
    """Legal moves at every ply and the final score; in Duo its purple always begins on e10."""
    program = Pentobi(theirs)
    compared = 0
    for seed in range(games if long_run else 2):
        dice, state = random.Random(seed), catalogue.make(name, settings)
        program.ask("clear_board")
        while not state.over():
            moves, turn = state.legal(), state.turn
            legal = program.ask(f"all_legal {colours[turn]}")
            assert sorted(map(state.move_text, moves)) == (sorted(legal) or ["pass"])
            compared += 1
            move = choose(state, moves, dice, seed)
            if move != state.no_move:
                program.ask(f"play {colours[turn]} {state.move_text(move)}")
            state.play(move)
        score = program.ask("final_score")[0]
        if state.players == 2:
            ahead = int(state.utility(0))
            assert score == ("0" if ahead == 0 else f"B+{ahead}" if ahead > 0 else f"W+{-ahead}")
        else:
            assert score.split() == [str(89 + state.points(seat)) for seat in range(4)]
    program.pipe.communicate("quit\n")
    print(compared, "positions compared with Pentobi")


# ---------------------------------------------------------------------- pieces


def test_pieces() -> None:
    """Twenty-one pieces, 89 squares, 91 ways to lie, and as many placements as other programs count."""
    assert len(DRAWINGS) == 21 == Blokus.pieces
    assert Blokus.points_all == 89
    free = [shape for size in range(1, 6) for shape in free_polyominoes(size)]
    assert {min(orientations(shape)) for _, shape in shapes(5)} == set(free)
    assert [sum(len(shape) == size for _, shape in shapes(5)) for size in range(1, 6)] == [1, 2, 6, 19, 63]
    assert [name for name in NAMES if len(name) == 1] == ["1", "2", "O", "F", "N", "P", "U", "W", "X", "Y"]
    assert Blokus.most_moves == 13729
    assert BlokusClassic.most_moves == 30433
    assert sum(len(places(shape, 20, 20)) for _, shape in shapes(5)) == 30433


@pytest.mark.parametrize("largest", range(1, 6))
def test_the_tree_of_growing_pieces(largest: int) -> None:
    """Every polyomino on a cell once, each behind the one that it grows from."""
    walk = growths(largest)
    expected = [shape for _, shape in shapes(largest)]
    assert sorted(normal(shape) for shape, _, _ in walk) == sorted(s for s in expected for _ in s)
    assert len({shape for shape, _, _ in walk}) == len(walk)
    for at, (shape, new, beyond) in enumerate(walk):
        assert new in shape
        assert all(set(shape) < set(below) for below, _, _ in walk[at + 1 : beyond])
        if len(shape) > 1:
            smaller = [
                place for place, (other, _, end) in enumerate(walk) if place < at < end and set(other) < set(shape)
            ]
            assert set(walk[max(smaller)][0]) == set(shape) - {new}
    assert len(set(tree(largest, 14)[0])) == 2 * largest * (largest - 1) + 1  # the cells of the window


# ---------------------------------------------------------------------- rules


def test_start_squares() -> None:
    """Either one for the first player, the other for the second; or each his own."""
    state = Blokus()
    assert state.to_text() == f"{EMPTY} P - -"
    assert len(state.legal()) == 828
    assert {"e10", "j5"} < texts(state)
    assert "a1" not in texts(state)
    state.play(state.parse_move("j5,j6"))
    assert "e10" in texts(state)
    assert "j4" not in texts(state)
    assert len(state.legal()) == 414
    fixed = Blokus.variant(fixed_starts=True)()
    assert len(fixed.legal()) == 414
    assert "e10" in texts(fixed)
    assert "j5" not in texts(fixed)


def test_corners_of_the_classic_game() -> None:
    """Blue, yellow, red and green begin clockwise from the upper left."""
    state = BlokusClassic()
    assert len(state.legal()) == 58
    for corner in ("a20", "t20", "t1", "a1"):
        assert corner in texts(state)
        state.play(state.parse_move(corner))
    assert state.turn == 0
    assert "b19" not in texts(state)  # the single square has been put
    assert "b19,c19" in texts(state)


def test_a_start_square_counts_for_the_first_piece_only() -> None:
    """Purple may not begin a second time on the other start square."""
    state = after("e10", "j5,k5")
    assert "j6,j7" not in texts(state)
    assert "f11,f12" in texts(state)
    assert after("a5", "e1", size=5, largest=2).to_text() == "P4/5/5/5/4O P - -"


def test_corner_but_no_edge() -> None:
    state = after("e10,f10", "j5,k5")
    assert "g11" in texts(state)
    assert "d9" in texts(state)
    assert "g10" not in texts(state)
    assert "e11" not in texts(state)
    assert "e11,f11" not in texts(state)
    assert "g11,h11,h10" not in texts(state)  # written row by row: h10,g11,h11
    assert "h10,g11,h11" in texts(state)
    assert "g10,g11,h11" not in texts(state)
    assert state.why_not("g10") == "the piece would share an edge with another of purple"
    assert state.why_not("h10") == "the piece touches none of purple at a corner"


def test_pieces_of_others_may_be_touched() -> None:
    """Along edges and at corners, but a corner of another colour is no beginning."""
    state = after("e6,e7,e8,e9,e10", "f5,g5,h5,i5,j5")
    assert state.why_not("f5,g5") == "f5 is covered"
    assert "d4,d5" in texts(state)
    state.play(state.parse_move("d4,d5"))
    assert "e3,e4" in texts(state)  # along the edge of d4, at the corner of f5
    assert "f11" not in texts(state)
    assert state.why_not("f11") == "the piece touches none of orange at a corner"


def test_pieces_are_there_once() -> None:
    state = after("e10,f10", "j5,k5")
    assert "c9,d9" not in texts(state)
    assert "b9,c9,d9" in texts(state)
    assert state.why_not("c9,d9") == "purple has put the 2 already"


def test_pieces_stay_on_the_board() -> None:
    """Nothing runs on into the next row, on either side."""
    state = after("a20", "t20", game=BlokusClassic)
    assert (
        state.why_not("t1,a2") == "no piece covers these cells: a piece is up to five squares joined along their edges"
    )
    assert state.why_not("t1,u1") == "u1 is no cell: they are a1 to t20"
    assert all("t" in move for move in texts(state))
    assert not any("a" in move for move in texts(state))


SMALL = ("d1,e1,f1", "a4,a5,a6", "c2,b3,c3", "pass", "a1,b1")  # on 6 x 6 cells, with pieces of up to three squares


def test_who_is_out_is_passed_over() -> None:
    """Orange has no room and passes; purple then has turn after turn, and each is a turn of its own."""
    state = after(*SMALL[:3], size=6, largest=3)
    assert state.turn == 1
    assert texts(state) == {"pass"}
    state.play(state.no_move)
    assert state.turn == 0
    assert state.done.tolist() == [0, 1]
    assert state.why_not("pass") == "only a player who can put nothing passes"
    state.play(state.parse_move("a1,b1"))
    assert state.turn == 0
    assert not state.midturn()
    assert not state.over()


def test_points() -> None:
    """All pieces put are 15 points, with the single square last 20; otherwise each square left is one off."""
    state = after(*SMALL, size=6, largest=3)
    assert [state.points(0), state.points(1)] == [-1, -6]
    assert state.bounds(0) == (5.0, 26.0)
    state.play(state.parse_move("d4"))
    assert state.over()
    assert state.done.tolist() == [2, 1]
    assert state.ending() == "points: purple 20, orange -6"
    assert [state.utility(0), state.utility(1)] == [26.0, -26.0]
    assert state.bounds(0) == (26.0, 26.0)
    assert state.why_not("f6") == "the game is over"
    earlier = after(*SMALL[:4], "d4", "a1,b1", size=6, largest=3)
    assert earlier.cells.tolist() == state.cells.tolist()
    assert earlier != state
    assert earlier.ending() == "points: purple 15, orange -6"


def test_who_has_put_everything_is_out_without_a_pass() -> None:
    state = after("a5", "e1", size=5, largest=1)
    assert state.over()
    assert state.to_text() == "P4/5/5/5/4O O PO PO"
    assert [state.utility(0), state.utility(1)] == [0.0, 0.0]


def test_four_players_share_what_one_gains() -> None:
    """The points less the mean of the others'."""
    state = BlokusClassic.variant(size=8, largest=2)()
    for move in ("a8,b8", "h8,g8", "h1", "a1,b1", "c7", "f7", "g2,g3", "c2"):
        state.play(state.parse_move(move))
    assert state.ending() == "points: blue 20, yellow 20, red 15, green 20"
    assert [state.utility(seat) for seat in range(4)] == pytest.approx([5 / 3, 5 / 3, -5.0, 5 / 3])


def test_symmetries_keep_the_start_squares() -> None:
    """Both diagonals, but only the one through the start squares where each player has his own."""
    state = after("e10,e11,f11", "j5,k5,l5")
    assert Blokus.symmetries == 4
    assert Blokus.variant(fixed_starts=True).symmetries == 2
    images = []
    for which in range(4):
        image = state.copy()
        image.transform(which)
        images.append(image.to_text())
        assert sorted(state.transform_move(which, move) for move in state.legal()) == sorted(image.legal())
        assert Blokus.from_text(image.to_text()).legal() == image.legal()
    assert len(set(images)) == 4
    mirrored = after("d10,e10,d9", "j3,j4,j5")
    assert mirrored.to_text() == images[1]


def test_room() -> None:
    """Cells at most four steps from a free corner, by a plain flood."""
    for game in (Blokus, BlokusClassic):
        dice, state = random.Random(4), game()
        while not state.over():
            for seat in range(state.players):
                places = [(x, y) for x in range(state.size) for y in range(state.size)]
                free = {(x, y) for x, y in places if not state.shut[seat, y + 4] >> x + 4 & 1}
                near = {(x, y) for x, y in free if state.reach[seat, y + 4] >> x + 4 & 1}
                for _ in range(4):
                    near |= {(x + dx, y + dy) for x, y in near for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))} & free
                assert state.room(seat) == len(near)
            state.play(dice.choice(state.legal()))


def test_estimate() -> None:
    """Who has more room is better off though both have put as much."""
    state = after("e10,e9,e8,e7,e6", "j5,j4,j3,j2,j1")
    assert state.evaluate_for(0) == -state.evaluate_for(1) == state.evaluate()
    assert state.evaluate() == 0.25 * (state.room(0) - state.room(1)) > 0
    assert state.lowest < state.evaluate() < state.highest


def test_naive_counts() -> None:
    """The table of the small board once more."""

    def walks(naive: Naive, depth: int) -> int:
        found = {} if all(naive.out) else naive.moves()
        names = list(found) or ([] if all(naive.out) else ["pass"])
        if depth == 1:
            return len(names)
        return sum(walks(played(naive, name, found), depth - 1) for name in names)

    assert [walks(other(Blokus.variant(size=5, largest=3)), depth) for depth in (1, 2, 3)] == [16, 128, 1056]


# ---------------------------------------------------------------------- words


def test_moves_are_read_in_any_order() -> None:
    state = Blokus()
    move = state.parse_move("e10,f10,e11")
    assert state.move_text(move) == "e10,f10,e11"
    assert state.parse_move("E11 f10-e10") == move
    with pytest.raises(IllegalMove, match="must cover a start square"):
        state.parse_move("a1,a2")
    with pytest.raises(IllegalMove, match="a move is the cells of a piece"):
        state.parse_move("x!")
    with pytest.raises(MalformedMove):
        state.parse_move("")
    assert state.why_not(99_999_999) == "a move is the cells of a piece, such as e10,f10,e11"
    assert state.why_not(state.no_move) == "only a player who can put nothing passes"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a position is"),
        (EMPTY, "a position is"),
        (f"{EMPTY} X - -", "a position is"),
        (f"{EMPTY}/14 P - -", "a position is"),
        (f"{EMPTY} O - -", "do not fit the player to move"),
        (f"{EMPTY} P P -", "do not fit the player to move|no turn|is not out"),
        (f"{EMPTY} O P -", "is not out"),
        (f"{EMPTY} P - P", "only they can have put the single square last"),
        (f"P13/{'/'.join(['14'] * 13)} O - -", "no start square"),
        ("14/14/14/14/4PPPPPP4/14/14/14/14/14/14/14/14/14 O - -", "no piece of 6 squares"),
        ("14/14/14/14/4P9/5P8/14/14/14/9O4/10O3/14/14/14 P - -", "two pieces 1"),
        ("14/14/14/14/4P9/14/6P7/14/14/9O4/14/14/14/14 O - -", "touches no other at a corner"),
        ("14/14/14/14/4PP8/14/14/14/14/14/14/14/14/14 P - -", "do not fit the player to move"),
        ("14/14/14/14/4PP8/14/14/14/14/9O4/14/14/14/14 P O -", "there is room for a piece"),
    ],
)
def test_bad_positions(text: str, problem: str) -> None:
    with pytest.raises(BadPosition, match=problem):
        Blokus.from_text(text)


def test_the_picture() -> None:
    """A piece, the way it lies unless it has only one, and the cell of its first square."""
    state = Blokus()
    scene = state.scene()
    assert scene.clicks[state.parse_move("e10")] == ("1", "e10")
    assert scene.clicks[state.parse_move("e10,f10")] == ("2", "2 ##", "e10")
    assert scene.clicks[state.parse_move("e9,d10,e10,f10,e11")] == ("X", "e9")
    assert scene.clicks[state.parse_move("e10,f10,e11")] == ("V3", "V3 #./##", "e10")
    assert [len(scene.buttons), sum(len(button.ways) for button in scene.buttons)] == [21, 91]
    assert {cell.name for cell in scene.cells if cell.shade == "dark"} == {"e10", "j5"}
    assert scene.notes[0] == "purple: -89; 21 pieces left"
    end = after(*SMALL[:3], size=6, largest=3).scene()
    assert list(end.clicks.values()) == [("pass",)]
