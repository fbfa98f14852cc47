"""The tic-tac-toe family: rules, notation, solved values, and OpenSpiel state by state."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from zermelo.boards.boxes import box_lines, box_symmetries
from zermelo.errors import BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game.compile import kernel
from zermelo.game.perft import count_children, fill_children, key_bytes
from zermelo.game.playouts import playouts
from zermelo.game.playthrough import Playthrough
from zermelo.games.tic_tac_toe import MemoryTicTacToe, MovingTicTacToe, TicTacToe, TicTacToe3D


def played(game: Any, moves: str) -> Playthrough:
    """A game from the start, or from a state."""
    line = Playthrough(game)
    for move in moves.split():
        line.play(move)
    return line


# ---------------------------------------------------------------------- whole games as graphs


@kernel
def results(states: Any, row: Any, values: Any, counts: Any) -> None:
    """Of every state the number of moves, and where it is over the result for the player to move."""
    for place in range(len(states)):
        state = states[place]
        counts[place] = 0 if state.over() else state.moves(row)
        values[place] = state.utility(state.turn) if counts[place] == 0 else 0.0


@kernel
def transform_all(states: Any, which: int) -> None:
    for place in range(len(states)):
        states[place].transform(which)


class Graph:
    """All positions of a game, with their children and their values by retrograde analysis; endless play is a draw."""

    def __init__(self, game: Any) -> None:
        cls = type(game)
        self.size = cls.key_bytes
        self.states = np.zeros(1, cls.layout)
        self.states[0] = game
        level, known = self.states, set(key_bytes(self.states, self.size).tolist())
        row = np.zeros(game.most_moves + 8, np.int32)
        while more := count_children(level, row):
            children = np.zeros(more, cls.layout)
            fill_children(level, row, children, np.zeros(len(children), np.int64))
            keys, first = np.unique(key_bytes(children, self.size), return_index=True)
            new = [place for key, place in zip(keys.tolist(), first.tolist(), strict=True) if key not in known]
            known.update(keys.tolist())
            level = children[new]
            self.states = np.concatenate([self.states, level])
        self.ends, self.counts = np.zeros(len(self.states)), np.zeros(len(self.states), np.int64)
        results(self.states, row, self.ends, self.counts)
        children = np.zeros(int(self.counts.sum()), cls.layout)
        self.parents = np.zeros(len(children), np.int64)
        fill_children(self.states, row, children, self.parents)
        number = {key: place for place, key in enumerate(key_bytes(self.states, self.size).tolist())}
        self.children = np.array([number[key] for key in key_bytes(children, self.size).tolist()])

    def solve(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The value of each position for the player to move, and the plies to a decision."""
        values, plies = self.ends.copy(), np.where(self.counts == 0, 0, -1)
        for ply in range(1, len(values)):
            lost_children = np.bincount(self.parents, values[self.children] < 0, len(values))
            won_children = np.bincount(self.parents, values[self.children] > 0, len(values))
            wins = (values == 0) & (lost_children > 0) & (self.counts > 0)
            losses = (values == 0) & (won_children == self.counts) & (self.counts > 0)
            if not wins.any() and not losses.any():
                break
            values[wins], values[losses] = 1.0, -1.0
            plies[wins | losses] = ply
        return values, plies

    def classes(self, symmetries: int) -> int:
        """How many positions there are up to symmetry: of each the smallest image counts."""
        images = []
        for which in range(symmetries):
            turned = self.states.copy()
            transform_all(turned, which)
            images.append(key_bytes(turned, self.size).tolist())
        return len({min(image) for image in zip(*images, strict=True)})


# ---------------------------------------------------------------------- tic-tac-toe


def test_all_positions_of_tic_tac_toe() -> None:
    graph = Graph(TicTacToe())
    assert len(graph.states) == 5478
    assert graph.classes(8) == 765
    ends = graph.states[graph.counts == 0]
    results = [state.utility(0) for state in ends]
    assert (len(ends), results.count(1.0), results.count(-1.0), results.count(0.0)) == (958, 626, 316, 16)
    values, _ = graph.solve()
    assert values[0] == 0.0, "a draw"


def test_all_games_of_tic_tac_toe() -> None:
    """255,168 finished games, counted over positions by the number of ways to reach them."""
    graph = Graph(TicTacToe())
    ways = np.zeros(len(graph.states), np.int64)
    ways[0] = 1
    for place in range(len(graph.states)):  # parents come before their children
        ways[graph.children[graph.parents == place]] += ways[place]
    over = graph.counts == 0
    results = np.array([state.utility(0) for state in graph.states])
    assert [int(ways[over & (results == value)].sum()) for value in (1.0, -1.0, 0.0)] == [131_184, 77_904, 46_080]


def test_tic_tac_toe_is_open_spiels() -> None:
    """Every position: moves, end and result."""
    pyspiel = pytest.importorskip("pyspiel")
    met: set[str] = set()

    def walk(ours: Any, theirs: Any) -> None:
        if ours.to_text() in met:
            return
        met.add(ours.to_text())
        assert ours.over() == theirs.is_terminal()
        assert ours.legal() == theirs.legal_actions()
        assert ours.over() or ours.turn == theirs.current_player()
        if ours.over():
            assert [ours.utility(0), ours.utility(1)] == theirs.returns()
        for move in ours.legal():
            after = ours.copy()
            after.play(move)
            walk(after, theirs.child(move))

    walk(TicTacToe(), pyspiel.load_game("tic_tac_toe").new_initial_state())
    assert len(met) == 5478


@pytest.mark.parametrize(
    ("columns", "rows", "connect"), [(3, 3, 3), (4, 3, 3), (5, 5, 4), (8, 8, 5), (7, 6, 4), (8, 3, 3)]
)
def test_other_boards_are_open_spiels(columns: int, rows: int, connect: int, long_run: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    peer = pyspiel.load_game(f"mnk(m={columns},n={rows},k={connect})")
    game = TicTacToe(columns=columns, rows=rows, connect=connect)
    for number in range(200 if long_run else 5):
        rng = random.Random(number)
        ours, theirs = game.copy(), peer.new_initial_state()
        while moves := ours.legal():
            assert moves == theirs.legal_actions()
            move = rng.choice(moves)
            ours.play(move)
            theirs.apply_action(move)
        assert theirs.is_terminal()
        assert [ours.utility(0), ours.utility(1)] == theirs.returns()


def test_small_boards_solved(long_run: bool) -> None:
    """Two in a line is won by who begins; three in a line needs a board of four by three."""
    assert Graph(TicTacToe(columns=2, rows=2, connect=2)).solve()[0][0] == 1.0
    if long_run:
        assert Graph(TicTacToe(columns=4, rows=2)).solve()[0][0] == 0.0
        assert Graph(TicTacToe(columns=4, rows=3)).solve()[0][0] == 1.0


def test_a_line_with_the_last_cell_wins() -> None:
    line = played(TicTacToe, "a1 a2 b1 b2 c2 c1 a3 b3 c3")
    assert line.to_text() == "xox/oox/xxo o"
    assert line.outcome().utilities == (0.0, 0.0)  # type: ignore[union-attr]
    assert line.outcome().reason == "the board is full: draw"  # type: ignore[union-attr]
    line = played(TicTacToe, "a1 b1 a2 b2 c1 c2 b3 c3 a3")  # a full board, and a line in its last cell
    assert line.outcome().utilities == (1.0, -1.0)  # type: ignore[union-attr]
    assert line.outcome().reason == "x has 3 in a line"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "written like"),
        ("3/3/3", "written like"),
        ("3/3/3 z", "written like"),
        ("3/3/3 3/3/3 x", "written like"),
        ("3/3 x", "3 rows"),
        ("3/4/3 x", "3 places"),
        ("3/xy1/3 x", "3 places"),
        ("3/3/2x x", "x moves first"),
        ("3/o2/3 x", "x moves first"),
        ("xxx/oo1/3 x", "x moves first"),
        ("xx1/ooo/x2 o", "x moves first"),
        ("ooo/xxx/3 x", "has a line already"),
        ("xxx/ooo/1x1 o", "has a line already"),
    ],
)
def test_bad_positions(text: str, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        TicTacToe.from_text(text)


def test_lines_that_no_single_mark_makes() -> None:
    with pytest.raises(BadPosition, match="no single mark"):
        TicTacToe.variant(columns=5).from_text("xxxoo/o1o2/xxxo1 o")
    assert TicTacToe.from_text("xxx/xoo/xoo o").lined, "two lines by one mark in the corner"


def test_refusals() -> None:
    line = played(TicTacToe, "b2")
    for text, complaint in [("b2", "b2 is taken"), ("d1", "the cells are a1 to c3"), ("pass", "the cells are")]:
        with pytest.raises(IllegalMove, match=complaint):
            line.play(text)
    with pytest.raises(IllegalMove, match="b2 is taken"):
        line.play(4)
    with pytest.raises(MalformedMove):
        line.play("")
    line.play("A1")
    assert line.to_text() == "3/1x1/o2 x"
    over = played(TicTacToe, "a1 a2 b1 b2 c1")
    assert over.why_not("c3") == "the game is over"
    with pytest.raises(BadParameter, match="no line of 4 fits on 3 x 3"):
        TicTacToe(connect=4)


def test_equivalent_moves() -> None:
    start = TicTacToe()
    assert [start.same(move) for move in range(9)] == [0, 1, 0, 1, 4, 1, 0, 1, 0]
    assert {TicTacToe3D().same(move) for move in range(64)} == {0, 1, 5, 21}
    corner = TicTacToe.from_text("3/3/x2 o")
    assert {corner.same(move) for move in corner.legal()} == {1, 2, 4, 5, 8}


# ---------------------------------------------------------------------- memory


def test_the_fourth_mark_makes_the_oldest_vanish() -> None:
    line = played(MemoryTicTacToe, "a1 b2 b1 c2 a3 c1 c3")
    assert line.to_text() == "b1a3c3/b2c2c1 o"
    assert "a1" in [line.state.move_text(move) for move in line.moves()]


def test_a_vanishing_mark_completes_no_line() -> None:
    """x has a1 b1 and plays c1 fourth: a1 goes, so there is no line."""
    line = played(MemoryTicTacToe, "a1 a2 b1 b2 c3 a3 c1")
    assert line.to_text() == "b1c3c1/a2b2a3 o"
    assert line.outcome() is None
    assert played(MemoryTicTacToe, "c3 a2 a1 b3 b1 c2 c1").outcome().utilities == (1.0, -1.0)  # type: ignore[union-attr]


def test_the_cell_of_the_vanishing_mark() -> None:
    moves = "a1 b2 b1 c2 a3 c1"
    line = played(MemoryTicTacToe, moves)
    with pytest.raises(IllegalMove, match="the mark on a1 vanishes only after the move"):
        line.play("a1")
    with pytest.raises(IllegalMove, match="b1 is taken"):
        line.play("b1")
    line = played(MemoryTicTacToe(vacated=True), moves + " a1")
    assert line.to_text() == "b1a3a1/b2c2c1 o"


def test_memory_repeats() -> None:
    """Both sides walk in circles; the third occurrence is a draw."""
    line = played(MemoryTicTacToe(vacated=True), "a1 b2 b1 c2 a3 c1")
    for move in ["a1", "b2", "b1", "c2", "a3", "c1"] * 2:
        line.play(move)
    assert line.outcome().utilities == (0.0, 0.0)  # type: ignore[union-attr]
    assert "occurred 3 times" in line.outcome().reason  # type: ignore[union-attr]


@pytest.mark.parametrize(("vacated", "value", "plies"), [(False, 1.0, 13), (True, 0.0, -1)])
def test_memory_solved(vacated: bool, value: float, plies: int) -> None:
    """Endless play is a draw."""
    graph = Graph(MemoryTicTacToe(vacated=vacated))
    values, depths = graph.solve()
    assert (values[0], depths[0]) == (value, plies)
    own = {(int(s.mine), int(s.theirs), str(s.ages.tolist()[:: 1 - 2 * s.turn])) for s in graph.states}
    assert (len(graph.states), len(own)) == (128_170, 73_450), "as such, and seen by the player to move"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "oldest first"),
        ("a1/b1", "oldest first"),
        ("a1a2a3b1/b2 x", "oldest first"),
        ("d1/- o", "oldest first"),
        ("a1a1/b2 o", "named twice"),
        ("a1/a1 x", "named twice"),
        ("a1a2/- x", "x moves first"),
        ("a1a2b3/b1b2c1 q", "oldest first"),
        ("a1a2a3/b1b2c1 x", "has a line already"),
    ],
)
def test_bad_memory_positions(text: str, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        MemoryTicTacToe.from_text(text)


# ---------------------------------------------------------------------- moving men


@pytest.mark.parametrize(
    ("graph", "value", "plies"), [("orthogonal", 1.0, 9), ("centre", 1.0, 9), ("all", 0.0, -1), ("fly", 0.0, -1)]
)
@pytest.mark.parametrize("ban", [False, True])
def test_moving_solved(graph: str, value: float, plies: int, ban: bool) -> None:
    """Endless play is a draw; without the centre to begin with every form is one."""
    game = Graph(MovingTicTacToe(graph=graph, centre_ban=ban))
    values, depths = game.solve()
    assert (values[0], depths[0]) == ((0.0, -1) if ban else (value, plies))


def test_moving_positions() -> None:
    """5,390 positions with the player to move, where men can go everywhere."""
    assert len(Graph(MovingTicTacToe(graph="fly")).states) == 5390


def test_sliding() -> None:
    line = played(MovingTicTacToe, "b2 a1 c1 a3 a2 c2")
    assert line.to_text() == "o2/xxo/o1x x"
    for text, complaint in [
        ("b1", "all pieces are placed"),
        ("c3-b3", "x has no piece on c3"),
        ("a1-b1", "x has no piece on a1"),
        ("a2-a3", "a3 is taken"),
        ("a2-b1", "no line of the board leads from a2 to b1"),
        ("c1-c3", "no line of the board leads from c1 to c3"),
        ("hop", "a move is a cell"),
    ]:
        with pytest.raises(IllegalMove, match=complaint):
            line.play(text)
    assert line.state.parse_move("b2c3") == line.state.parse_move("b2-c3") == 9 + 9 * 4 + 8
    line.play("b2-c3")
    assert line.to_text() == "o1x/x1o/o1x o"
    with pytest.raises(IllegalMove, match="pieces are placed first"):
        Playthrough(MovingTicTacToe).play("a1-a2")
    with pytest.raises(IllegalMove, match="may not be placed in the centre"):
        Playthrough(MovingTicTacToe(centre_ban=True)).play("b2")
    assert played(MovingTicTacToe(centre_ban=True), "a1 b2").to_text() == "3/1o1/x2 x"


@pytest.mark.parametrize("graph", ["orthogonal", "centre", "all", "fly"])
def test_nobody_is_ever_stuck(graph: str) -> None:
    """All 1,680 ways to place six men: only where a line stands is somebody blocked, and then the game is over."""
    state = MovingTicTacToe(graph=graph)
    row = np.zeros(9, np.int32)
    for mine in combinations(range(9), 3):
        for theirs in combinations(sorted(set(range(9)) - set(mine)), 3):
            state.mine, state.theirs = (np.uint64(sum(1 << cell for cell in side)) for side in (mine, theirs))
            lined = any(line in (state.mine & line, state.theirs & line) for line in state.LINES)
            assert lined or state.moves(row) > 0


def test_moving_repeats() -> None:
    line = played(MovingTicTacToe(graph="orthogonal"), "a1 b1 a2 a3 c2 c3")
    for move in ["a2-b2", "b1-c1", "b2-a2", "c1-b1"] * 2:
        assert line.outcome() is None
        line.play(move)
    assert line.outcome().utilities == (0.0, 0.0)  # type: ignore[union-attr]


# ---------------------------------------------------------------------- in a cube


def test_lines_and_symmetries() -> None:
    assert [len(box_lines((n, n, n), n)) for n in (3, 4)] == [49, 76]
    lines = [[(cell % 4, cell // 4 % 4, cell // 16) for cell in line] for line in box_lines((4, 4, 4), 4)]
    axes = [sum(len(set(places)) > 1 for places in zip(*line, strict=True)) for line in lines]
    assert [axes.count(n) for n in (1, 2, 3)] == [48, 24, 4]
    assert len(box_symmetries((4, 4, 4))) == 48
    assert len(box_symmetries((4, 4, 4), upright=True)) == 8
    assert len(box_symmetries((3, 3))) == 8
    assert len(box_symmetries((4, 3))) == 4
    for table in box_symmetries((3, 3, 3)):
        turned = {frozenset(table[cell] for cell in line) for line in box_lines((3, 3, 3), 3)}
        assert turned == {frozenset(line) for line in box_lines((3, 3, 3), 3)}
    assert (TicTacToe3D.symmetries, TicTacToe3D.variant(gravity=True).symmetries) == (48, 8)


@pytest.mark.parametrize("size", [3, 4])
def test_every_line_wins(size: int) -> None:
    for line in box_lines((size,) * 3, size):
        state = TicTacToe3D(size=size)
        others = [cell for cell in range(size**3) if cell not in line]
        for own, other in zip(line, others, strict=False):
            assert not state.over()
            state.play(own)
            if not state.over():
                state.play(other)
        assert state.lined
        assert state.utility(0) == 1.0


def test_three_cubed_is_a_win_by_the_centre() -> None:
    """x makes threats from the centre, o can only parry, until one move makes two threats."""

    def threats(state: Any) -> list[int]:
        """Where the player who is not to move would make a line."""
        return [move for move in state.legal() if state.completes(state.theirs, move)]

    def wins(state: Any, plies: int) -> bool:
        """Whether x, to move, wins by threats alone within so many plies."""
        if any(state.noisy(move) for move in state.legal()):
            return True
        if plies < 3 or threats(state) and len(threats(state)) > 1:
            return False
        for move in threats(state) or state.legal():
            after = state.copy()
            after.play(move)
            parries = threats(after)
            if len(parries) > 1:
                return True
            if parries:
                after.play(parries[0])
                if wins(after, plies - 2):
                    return True
        return False

    start = TicTacToe3D(size=3)
    start.play(start.parse_move("b22"))
    replies = {start.same(move) for move in start.legal()}
    assert len(replies) == 3
    for move in replies:
        state = start.copy()
        state.play(move)
        assert wins(state, 7)


def test_three_cubed_has_no_draw() -> None:
    assert playouts(TicTacToe3D(size=3), 100_000).results[0][1] == 0


def test_marks_fall() -> None:
    line = played(TicTacToe3D(gravity=True), "a1 a1 a1 a1")
    assert line.to_text() == "4/4/4/x3 4/4/4/o3 4/4/4/x3 4/4/4/o3 x"
    with pytest.raises(IllegalMove, match="column a1 is full"):
        line.play("a1")
    with pytest.raises(IllegalMove, match="the columns are a1 to d4"):
        line.play("a11")
    line = played(TicTacToe3D(gravity=True), "b2 a1 b2 a1 b2 a1 b2")
    assert line.state.turn == 1
    assert line.outcome().reason == "x has 4 in a line"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("4/4/4/4 x", "written like"),
        ("4/4/4/4 4/4/4/4 4/4/4/4 4/4/4 x", "4 rows"),
        ("4/4/4/x3 4/4/4/4 4/4/4/4 4/4/4/4 x", "x moves first"),
        ("4/4/4/4 4/4/4/4 4/4/4/4 4/4/4/x3 o", "hangs in the air"),
    ],
)
def test_bad_cubes(text: str, complaint: str) -> None:
    with pytest.raises(BadPosition, match=complaint):
        TicTacToe3D.variant(gravity=True).from_text(text)


def test_names_of_cells() -> None:
    state = TicTacToe3D()
    assert [state.move_text(move) for move in (0, 1, 4, 16, 63)] == ["a11", "b11", "a21", "a12", "d44"]
    assert state.why_not("e11") == "the cells are a11 to d44"


# ---------------------------------------------------------------------- all


def test_a_line_never_goes_unseen() -> None:
    """`lined` is set by `play` for the last mark alone; reading the position anew looks at the whole board."""
    rng = random.Random(1)
    for game in (TicTacToe(columns=6, rows=5, connect=4), MemoryTicTacToe(), MovingTicTacToe(), TicTacToe3D(size=3)):
        for _ in range(20):
            state = game.copy()
            while moves := state.legal():
                state.play(rng.choice(moves))
                assert type(state).from_text(state.to_text()).lined == state.lined
