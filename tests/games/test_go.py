"""Go: captures, ko and superko, counting, notation, hooks, and solved boards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game.compile import copied, kernel
from zermelo.game.history import occurrences
from zermelo.game.playouts import one, playouts, random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.go import Go
from zermelo.games.go.notation import place_of

# ---------------------------------------------------------------------- rules


def game(size: int, moves: str = "", **settings: Any) -> Playthrough:
    """A playthrough after some moves."""
    line = Playthrough(Go(size=size, **settings))
    for name in moves.split():
        line.play(name)
    return line


def place(size: int, text: str, **settings: Any) -> Any:
    """The position of a text."""
    return Go.variant(size=size, **settings).from_text(text)


def names(state: Any) -> set[str]:
    """The legal moves by name."""
    return {state.move_text(move) for move in state.legal()}


def test_a_chain_without_liberties_is_taken() -> None:
    state = game(3, "B1 A1 A2").state
    assert state.to_text() == "3/x2/1x1 o - 0"  # White's corner stone is gone
    line = game(4, "A2 A1 B2 B1 C1").state
    assert line.to_text() == "4/4/xx2/2x1 o - 0"  # two stones at once


def test_several_chains_are_taken_at_once() -> None:
    state = place(3, "o1o/xxx/3 x - 0")
    state.play(state.parse_move("B3"))
    assert state.to_text() == "1x1/xxx/3 o - 0"


def test_capture_beats_suicide() -> None:
    state = place(4, "4/xx2/oox1/1ox1 x - 0")
    assert "A1" in names(state)  # no liberty, but it takes three stones
    state.play(state.parse_move("A1"))
    assert state.to_text() == "4/xx2/2x1/x1x1 o - 0"


def test_suicide_is_refused() -> None:
    state = place(3, "3/o2/1o1 x - 0")
    assert "A1" not in names(state)
    assert "suicide" in state.why_not("A1")


def test_suicide_of_several_stones_where_it_is_allowed() -> None:
    text = "3/oo1/x1o x - 0"
    assert "B1" not in names(place(3, text))
    state = place(3, text, suicide=True)
    assert "B1" in names(state)
    state.play(state.parse_move("B1"))
    assert state.to_text() == "3/oo1/2o o - 0"
    assert "A1" not in names(place(3, "3/o2/1o1 x - 0", suicide=True))  # one stone alone: nothing would change


KO = "4/1xo1/xo1o/1xo1 x - 0"  # C2 takes B2


def test_a_ko_may_not_be_taken_back_at_once() -> None:
    line = Playthrough(place(4, KO))
    line.play("C2")
    assert line.to_text() == "4/1xo1/x1xo/1xo1 o B2 0"
    assert "ko" in line.why_not("B2")
    with pytest.raises(IllegalMove):
        line.play("B2")
    line.play("D4")
    line.play("A4")
    line.play("B2")  # the board has changed
    assert line.to_text() == "x2o/1xo1/xo1o/1xo1 x C2 0"


def test_superko_forbids_what_is_no_simple_ko() -> None:
    line = game(2, "A1 B1 A2 B2 A1 A2")
    assert "A1" in names(line.state)
    assert 0 not in line.moves()  # Black's lone stone on A1 faced three white ones before
    assert line.why_not("A1") == "it would repeat an earlier position"


def test_positional_and_situational_superko_differ() -> None:
    moves = "A1 B1 A2 pass B2 B1"  # now A1 brings back the stones after two moves, with the other player to move
    assert 0 not in game(2, moves).moves()
    assert 0 in game(2, moves, situational=True).moves()


def test_a_pass_never_offends() -> None:
    line = game(3, "B2 pass pass")
    assert line.over()
    assert game(3, "pass").moves()[-1] == 9


# ---------------------------------------------------------------------- counting


def test_an_empty_board_belongs_to_nobody() -> None:
    outcome = game(9, "pass pass").outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "both passed: White wins by 7.5"
    assert game(9, "pass pass", komi=0.0).state.ending() == "both passed: a draw"


def test_one_stone_owns_the_board() -> None:
    assert game(9, "E5 pass pass", komi=0.0).state.reward(0) == 81
    assert game(9, "pass E5 pass pass", komi=0.0).state.reward(0) == -81


def test_shared_points_count_for_nobody() -> None:
    assert place(3, "3/x1o/3 x - 2", komi=0.0).area() == 0
    assert place(3, "xxo/1xo/xo1 x - 2", komi=0.0).area() == 5 - 4
    assert place(5, "1x1o1/xx1oo/5/5/5 x - 2", komi=0.0).area() == 0
    assert place(5, "1x3/x4/5/5/4o x - 2", komi=0.0).area() == 3 - 1


def test_all_stones_on_the_board_are_alive() -> None:
    assert place(3, "1x1/xxx/1o1 x - 2", komi=0.0).area() == 4 + 2 - 1


def test_points_make_the_margin_the_result() -> None:
    state = place(3, "3/1x1/3 o - 2", komi=0.5, points=True)
    assert (state.utility(0), state.utility(1)) == (8.5, -8.5)
    assert (state.lowest, state.highest) == (-9.5, 9.5)
    assert place(3, "3/1x1/3 o - 2", komi=0.5).utility(0) == 1.0


def naive_area(state: Any) -> int:
    """Black's area less White's, by flooding each empty region."""
    size = state.size
    colour = {(m % size, m // size): int(state.stones[place_of(state, m)]) for m in range(size * size)}
    total = sum(1 if c == 1 else -1 if c == 2 else 0 for c in colour.values())
    left = {point for point, c in colour.items() if c == 0}
    while left:
        region, frontier, touched = set(), [left.pop()], set()
        while frontier:
            x, y = frontier.pop()
            region.add((x, y))
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if colour.get(near, 0):
                    touched.add(colour[near])
                elif near in left:
                    left.discard(near)
                    frontier.append(near)
        total += len(region) * (touched == {1}) - len(region) * (touched == {2})
    return total


def test_area_and_chains_against_a_naive_count() -> None:
    """What `play` keeps up to date is what `rebuild` makes from the stones."""
    for size, number in ((7, 1), (5, 3)):
        for index in range(number):
            state = Go(size=size, suicide=index % 2 == 1)
            for move in random_game(state, 4, index):
                state.play(move)
                assert state.area() == naive_area(state)
                again = state.copy()
                again.rebuild()
                stones = [m for m in (place_of(state, move) for move in range(size * size)) if state.stones[m]]
                assert again.board == state.board
                assert again.left == state.left == size * size - len(stones)
                assert again.around.tolist() == state.around.tolist()
                for stone in stones:
                    assert again.liberties[again.head[stone]] == state.liberties[state.head[stone]]


# ---------------------------------------------------------------------- words


def test_vertices() -> None:
    state = Go(size=19)
    shown = [state.move_text(move) for move in state.legal()]
    assert (shown[0], shown[8], shown[18], shown[360], shown[361]) == ("A1", "J1", "T1", "T19", "pass")
    assert state.parse_move("q16") == 15 + 15 * 19
    assert state.parse_move("PASS") == 361
    with pytest.raises(IllegalMove, match="no column I"):
        state.parse_move("I5")


def test_why_not() -> None:
    line = game(3, "B2")
    assert line.why_not("B2") == "B2 is occupied"
    assert "A1 to C3" in line.why_not("D1")
    assert game(3, "pass pass").state.why_not("A1") == "the game is over"
    assert "always" in line.state.why_not("pass")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "rows from the top"),
        ("3/3/3 x -", "rows from the top"),
        ("3/3 x - 0", "rows from the top"),
        ("3/3/3 b - 0", "rows from the top"),
        ("3/3/3 x - 3", "rows from the top"),
        ("3/4/3 x - 0", "not 3 points"),
        ("3/.../3 x - 0", "not 3 points"),
        ("3/x²/3 x - 0", "not 3 points"),
        ("3/999999999999/3 x - 0", "not 3 points"),
        ("3/xy1/3 x - 0", "not 3 points"),
        ("3/x2/ox1 x - 0", "no liberty"),
        ("xxx/xxx/xxx o - 0", "no liberty"),
        ("3/3/3 x B2 0", "cannot be a ko"),
        ("3/3/3 x Z9 0", "cannot be a ko"),
        ("1o1/oxo/1o1 x B2 0", "no liberty"),
        ("1o1/o1o/1o1 x B2 0", "cannot be a ko"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        place(3, text)


def test_a_ko_ends_with_a_pass() -> None:
    assert place(4, "4/1xo1/x1xo/1xo1 o B2 0").ko
    with pytest.raises(BadPosition, match="cannot be a ko"):
        place(4, "4/1xo1/x1xo/1xo1 o B2 1")
    with pytest.raises(BadPosition, match="cannot be a ko"):
        place(4, "4/1xo1/x1xo/1xo1 x B2 0")  # it was Black who took


def test_parameters() -> None:
    for size in (0, 20):
        with pytest.raises(BadParameter):
            Go(size=size)


def test_the_picture() -> None:
    line = game(3, "B2 pass")
    scene = line.state.scene()
    assert scene.problem(line.moves()) is None
    assert scene.text().splitlines() == [". . .", ". x .", ". . .", "komi 7.5", "White has passed"]
    assert len(scene.lines) == 6


# ---------------------------------------------------------------------- hooks


def test_playouts_keep_eyes() -> None:
    report = playouts(Go(komi=7.0), 2000)
    assert 109 < report.mean_length < 113  # a program in C has 107.3 stones, then come the passes
    assert -0.22 < report.utilities[0] < -0.05  # and a mean of -0.135
    two_eyes = place(5, "1x1xo/xxxxo/ooooo/5/5 x - 0")
    for move in range(200):
        row = np.zeros(26, np.int32)
        chosen = two_eyes.sample(generator(move), row)
        assert two_eyes.move_text(chosen) not in ("A5", "C5")
    assert {"A5", "C5"} <= names(two_eyes)  # they are legal all the same


def generator(seed: int) -> Any:
    """A stream of random numbers."""
    from zermelo.game import Random

    return Random(seed)


def test_sample_is_uniform_over_its_policy() -> None:
    state = game(4, "B2 C3 B3 C2 B1 C1 B4").state
    row = np.zeros(17, np.int32)
    wanted = [m for m in state.legal() if m != 16 and not state.eye(place_of(state, m))]
    counts = dict.fromkeys(wanted, 0)
    stream = generator(5)
    for _ in range(600 * len(wanted)):
        counts[state.sample(stream, row)] += 1
    spread = sum((n - 600) ** 2 / 600 for n in counts.values())
    assert spread < 3 * len(wanted)


def test_noisy_moves_take_two_stones() -> None:
    state = place(4, "4/xx2/oox1/1ox1 x - 0")
    assert [state.move_text(m) for m in state.legal() if state.noisy(m)] == ["A1"]
    assert not any(place(4, KO).noisy(m) for m in place(4, KO).legal())


def test_first_moves_up_to_symmetry() -> None:
    for size, different in ((9, 15), (4, 3), (1, 0)):
        start = Go(size=size)
        assert len({start.same(move) for move in start.legal()}) == different + 1  # and the pass


# ---------------------------------------------------------------------- solved boards


@kernel
def value(state: Any, rows: Any, keys: Any, seen: int, ply: int, alpha: int, beta: int) -> int:
    """Black's margin by alpha-beta under superko; the side to move maximises or minimises."""
    best = -99 if state.turn == 0 else 99
    row = rows[ply]
    for index in range(state.moves(row)):
        child = copied(state)
        child.play(row[index])
        key = child.repetition_key()
        if state.judged(row[index]) and occurrences(keys, 0, seen, key) > 0:
            continue
        keys[seen] = key
        found = child.area() if child.over() else value(child, rows, keys, seen + 1, ply + 1, alpha, beta)
        if state.turn == 0:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize(("size", "expected"), [(1, 0), (2, 1)])
def test_solved(size: int, expected: int, suicide: bool) -> None:
    state = Go(size=size, suicide=suicide)
    keys = np.zeros(500, np.uint64)
    keys[0] = state.repetition_key()
    assert value(one(state)[0], np.zeros((500, 10), np.int32), keys, 1, 0, -99, 99) == expected


@kernel
def owns_all(state: Any, rows: Any, keys: Any, seen: int, ply: int, limit: int) -> bool:
    """Whether Black can get the whole board within `limit` plies; a line that takes longer counts as failed."""
    if ply == limit:
        return False
    row = rows[ply]
    count = state.moves(row)
    for index in range(count):  # the best moves first
        for other in range(index + 1, count):
            if state.order(row[other]) > state.order(row[index]):
                row[index], row[other] = row[other], row[index]
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        key = child.repetition_key()
        if state.judged(row[index]) and occurrences(keys, 0, seen, key) > 0:
            continue
        keys[seen] = key
        won = child.area() == child.last if child.over() else owns_all(child, rows, keys, seen + 1, ply + 1, limit)
        if won == (state.turn == 0):
            return bool(won)
    return state.turn == 1


def test_black_owns_the_whole_of_three_by_three() -> None:
    """The greatest margin there is: so the value is +9, opening in the middle."""
    line = game(3, "B2")
    keys = np.zeros(100, np.uint64)
    keys[:2] = line.keys()
    rows = np.zeros((100, 10), np.int32)
    assert any(owns_all(one(line.state)[0], rows, keys, 2, 0, limit) for limit in range(4, 20, 2))
