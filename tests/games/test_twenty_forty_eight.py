"""2048: rows, start boards, chances, OpenSpiel position by position, corner cases and words."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game import CHANCE, Random
from zermelo.game.compile import copied, kernel
from zermelo.game.playouts import playouts, random_game, random_move
from zermelo.game.playthrough import Playthrough
from zermelo.games.twenty_forty_eight import DOWN, LEFT, RIGHT, UP, TwentyFortyEight

EMPTY = "0,0,0,0"


def at(*rows: str, score: int = 0) -> Any:
    """A position of rows from the top, with empty rows below."""
    return TwentyFortyEight.from_text("/".join([*rows, *[EMPTY] * (4 - len(rows))]) + f" score {score}")


@pytest.mark.parametrize(
    ("row", "expected", "gain"),
    [
        ("2,2,2,2", "4,4,0,0", 8),
        ("4,4,8,0", "8,8,0,0", 8),
        ("2,2,4,0", "4,4,0,0", 4),
        ("2,0,2,2", "4,2,0,0", 4),
        ("0,0,0,2", "2,0,0,0", 0),
        ("2,0,0,2", "4,0,0,0", 4),
        ("8,4,4,8", "8,8,8,0", 8),
        ("65536,65536,4,4", "131072,8,0,0", 131080),
    ],
)
def test_rows(row: str, expected: str, gain: int) -> None:
    """A tile merges once, the foremost pair first; the same in all four directions."""
    cells, wanted = row.split(","), expected.split(",")
    for way in (LEFT, RIGHT, UP, DOWN):
        line, made = (cells, wanted) if way in (LEFT, UP) else (cells[::-1], wanted[::-1])
        if way in (LEFT, RIGHT):
            state, after = at(",".join(line), "2,4,2,4"), [",".join(made), "2,4,2,4", EMPTY, EMPTY]
        else:
            rows = [f"{a},{b},0,0" for a, b in zip(line, ("2", "4", "2", "4"), strict=True)]
            state, after = at(*rows), [f"{a},{b},0,0" for a, b in zip(made, ("2", "4", "2", "4"), strict=True)]
        if way not in state.legal():
            assert line == made
        state.play(way)
        reached = state.to_text().split(" ")[0].split("/")
        assert reached[0 if way in (LEFT, RIGHT) else slice(None)] == (after[0] if way in (LEFT, RIGHT) else after)
        assert state.reward(0) == gain
        assert state.turn == CHANCE


def test_start() -> None:
    """Two tiles fall on different cells: 32 outcomes, then 30."""
    state = TwentyFortyEight()
    assert state.turn == CHANCE
    for tiles, empty in ((32, 16), (30, 15)):
        moves = state.legal()
        assert len(moves) == tiles
        assert sum(state.odds(move) for move in moves) == pytest.approx(1)
        assert {round(state.odds(move) * empty, 9) for move in moves} == {0.1, 0.9}
        assert state.odds(1) < state.odds(0)
        state.play(moves[-1])
    assert state.turn == 0
    assert state.to_text() == "0,0,4,4/0,0,0,0/0,0,0,0/0,0,0,0 score 0"


def test_after_a_move_one_tile_falls() -> None:
    state = at("2,2,0,0")
    assert [state.move_text(move) for move in state.legal()] == ["right", "down", "left"]
    state.play(LEFT)
    assert (state.falling, len(state.legal())) == (1, 30)
    state.play(state.parse_move("d1=4"))
    assert state.to_text() == "4,0,0,0/0,0,0,0/0,0,0,0/0,0,0,4 score 4"


def test_stuck() -> None:
    line = Playthrough(at("2,4,2,4", "4,2,4,2", "2,4,2,4", "4,2,4,2", score=40))
    outcome = line.outcome()
    assert outcome
    assert outcome.utilities == (40.0,)
    assert outcome.reason == "no tile can move: 40 points, largest tile 4"
    full = at("2,4,2,4", "4,2,4,2", "2,4,2,4", "4,2,4,4")
    assert [full.move_text(move) for move in full.legal()] == ["up", "right", "down", "left"]


def test_reasons() -> None:
    with pytest.raises(IllegalMove, match="no tile can move that way"):
        at("2,4,0,0").parse_move("left")
    with pytest.raises(IllegalMove, match="the directions are up, right, down, left"):
        at("2,4,0,0").parse_move("sideways")
    with pytest.raises(IllegalMove, match="empty cell"):
        TwentyFortyEight.from_text("2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 0 falling 1").parse_move("a4=2")
    assert at("2,4,0,0").parse_move(" R ") == RIGHT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2,2,0,0 score 0",
        "2,2,0,0/0,0,0,0/0,0,0,0/0,0,0 score 0",
        "2,3,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 0",
        "1,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 0",
        "262144,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 0",
        "2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 3",
        "2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 9999996",
        "2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 0 falling 2",
        "2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 0 falling 3",
        "2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 0",
        "2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2 score 0 falling 1",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        TwentyFortyEight.from_text(text)


def test_words_of_random_games() -> None:
    for number in range(2):
        state = TwentyFortyEight()
        for move in random_game(state, 4, number, 200):
            assert TwentyFortyEight.from_text(state.to_text()) == state
            assert pickle.loads(pickle.dumps(state)) == state
            assert {state.parse_move(state.move_text(m)) for m in state.legal()} == set(state.legal())
            assert state.scene().problem(state.legal()) is None
            assert state.lowest < state.evaluate() < state.highest
            state.play(move)


def test_symmetries_permute_moves() -> None:
    for number in range(2):
        state = TwentyFortyEight()
        for move in random_game(state, 5, number, 60):
            after = state.copy()
            after.play(move)
            seen = set()
            for which in range(8):
                image = state.copy()
                image.transform(which)
                seen.add(image.to_text())
                assert {state.transform_move(which, m) for m in state.legal()} == set(image.legal())
                image.play(state.transform_move(which, move))
                twin = after.copy()
                twin.transform(which)
                assert image == twin
            state = after


def test_bounds_of_the_evaluation() -> None:
    """Strictly inside the range of utilities at both ends of it."""
    tiles = [str(1 << tile) for tile in range(17, 1, -1)]
    best = at(*(",".join(tiles[row : row + 4]) for row in range(0, 16, 4)), score=3_932_100)
    for state in (best, TwentyFortyEight()):
        assert state.lowest < state.evaluate() < state.highest


@kernel
def greedy_games(start: Any, random_numbers: Any, row: Any, games: int) -> float:
    """The mean score of the player who takes the move with the best evaluation."""
    total = 0.0
    for game in range(games):
        random_numbers.begin(7, game)
        state = copied(start)
        while True:
            if state.turn == CHANCE:
                state.play(random_move(state, random_numbers, row))
                continue
            best, chosen = -1.0, -1
            for index in range(state.moves(row)):
                child = copied(state)
                child.play(row[index])
                value = child.evaluate()
                if value > best:
                    best, chosen = value, row[index]
            if chosen < 0:
                break
            state.play(chosen)
        total += state.utility(0)
    return total / games


def test_evaluation_helps() -> None:
    states = TwentyFortyEight.array(1)
    states[0] = TwentyFortyEight()
    greedy = greedy_games(states[0], Random.array(1)[0], np.zeros(40, np.int32), 100)
    print(f"mean score of the greedy player {greedy}")
    assert greedy > 3 * playouts(TwentyFortyEight, 2000).utilities[0]


def tiles_of(state: Any) -> list[int]:
    """The tiles row by row from the top, as OpenSpiel prints them."""
    return [1 << state.board[4 * row + column] & ~1 for row in (3, 2, 1, 0) for column in range(4)]


def upside_down(cell: int) -> int:
    return 4 * (3 - cell // 4) + cell % 4


def lines_of(way: int) -> list[list[int]]:
    """The cells of each line, its front first."""
    rows = [[4 * row + column for column in range(4)] for row in range(4)]
    lines = rows if way in (LEFT, RIGHT) else [list(column) for column in zip(*rows, strict=True)]
    return [line[::-1] for line in lines] if way in (RIGHT, UP) else lines


def naive_slide(board: list[int], way: int) -> tuple[list[int], int, set[int]]:
    """The board after a slide, what it scores, and the cells where tiles merged."""
    after, gain, merged = [0] * 16, 0, set()
    for line in lines_of(way):
        made: list[int] = []
        open_to_merge = False
        for tile in (board[cell] for cell in line if board[cell]):
            if open_to_merge and made[-1] == tile:
                made[-1] += 1
                gain += 1 << made[-1]
                merged.add(line[len(made) - 1])
                open_to_merge = False
            else:
                made.append(tile)
                open_to_merge = True
        for cell, tile in zip(line, made, strict=False):
            after[cell] = tile
    return after, gain, merged


def only_onto(board: list[int], way: int, cells: set[int]) -> bool:
    """Whether a slide does nothing but merge tiles into some of these cells."""
    pairs = [(line[place], line[place + 1]) for line in lines_of(way) for place in range(3)]
    moved = any(board[front] == 0 and board[back] > 0 for front, back in pairs)
    return not moved and all(front in cells for front, back in pairs if board[back] and board[front] == board[back])


def test_open_spiel(long_run: bool) -> None:
    """The same boards, chances, moves and scores, but for two differences.

    It ends the game at its parameter `max_tile`, here set out of reach. And it does not list a move that only merges
    into tiles which the last move made by merging, because their mark "merged in this move" is cleared too late.
    """
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("2048(max_tile=131072)")
    draw = random.Random(8)
    positions = unlisted = 0
    for _ in range(800 if long_run else 8):
        ours, theirs = TwentyFortyEight(), game.new_initial_state()
        merged: set[int] = set()
        while legal := ours.legal():
            positions += 1
            assert not theirs.is_terminal()
            assert [int(tile) for tile in str(theirs).split()] == tiles_of(ours)
            assert theirs.returns() == [ours.utility(0)]
            board = ours.board.tolist()
            if ours.turn == CHANCE:
                wanted = {2 * upside_down(move // 2) + move % 2: ours.odds(move) for move in legal}
                found = dict(theirs.chance_outcomes())
                assert found.keys() == wanted.keys()
                assert all(abs(found[move] - wanted[move]) < 1e-12 for move in wanted)
                move = draw.choice(legal)
                theirs.apply_action(2 * upside_down(move // 2) + move % 2)
                ours.play(move)
                continue
            assert set(theirs.legal_actions()) == {way for way in legal if not only_onto(board, way, merged)}
            assert legal == [way for way in range(4) if naive_slide(board, way)[0] != board]
            unlisted += len(legal) - len(theirs.legal_actions())
            if not theirs.legal_actions():
                break
            move = draw.choice(theirs.legal_actions())
            after, gain, merged = naive_slide(board, move)
            before = ours.score
            ours.play(move)
            theirs.apply_action(move)
            assert (ours.board.tolist(), ours.score - before) == (after, gain)
        if not legal:
            assert theirs.is_terminal()
            assert theirs.returns() == [ours.utility(0)]
    print(f"{positions} positions compared with OpenSpiel, {unlisted} moves that it does not list")
