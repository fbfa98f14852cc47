"""Ataxx: corner cases of the rules, notation, and other programs position by position."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game.perft import perft
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.infection import Ataxx

MUST_PASS = "xoo4/ooo4/ooo4/7/7/7/7 x 0 1"  # everything within two steps of x is taken, and o can move


def texts(state: Ataxx) -> list[str]:
    """The legal moves in words."""
    return sorted(state.move_text(move) for move in state.legal())


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Ataxx()
    assert state.to_text() == "x5o/7/7/7/7/7/o5x x 0 1"
    assert texts(state) == [
        "a6", "a7a5", "a7b5", "a7c5", "a7c6", "a7c7", "b6", "b7", "f1", "f2", "g1e1", "g1e2",
        "g1e3", "g1f3", "g1g3", "g2",
    ]  # fmt: skip


def test_a_stone_is_added_or_moved() -> None:
    state = Ataxx()
    state.play(state.parse_move("g2"))
    assert state.to_text() == "x5o/7/7/7/7/6x/o5x o 0 1"
    state = Ataxx()
    state.play(state.parse_move("g1g3"))
    assert state.to_text() == "x5o/7/7/7/6x/7/o6 o 0 1"


def test_all_neighbours_of_the_arrival_turn_and_no_others() -> None:
    state = Ataxx.from_text("7/1ooooo1/1o3o1/1o3o1/1o3o1/1ooooo1/x6 x")
    state.play(state.parse_move("a1c3"))
    assert state.to_text() == "7/1ooooo1/1o3o1/1x3o1/1xx2o1/1xxxoo1/7 o 0 1"


def test_one_move_for_each_target() -> None:
    state = Ataxx.from_text("7/7/7/2xx3/7/7/o6 x")
    assert texts(state).count("c5") == 1
    assert len([move for move in texts(state) if move.endswith("e6")]) == 2  # two jumps are two moves
    counts = [perft(Ataxx(), depth) for depth in (3, 4)]
    assert counts == [6460, 155888]
    assert counts != [6652, 165656]


def test_pass_only_when_stuck() -> None:
    state = Ataxx.from_text(MUST_PASS)
    assert texts(state) == ["0000"]
    assert state.parse_move("pass") == state.parse_move("0000") == 2450
    assert "must pass" in state.why_not("g1")
    scene = state.scene()
    assert scene.clicks == {2450: ("pass",)}
    assert [button.name for button in scene.buttons] == ["pass"]
    assert state.ending() == ""
    before = state.copy()
    state.play(2450)
    assert (state.turn, state.mine, state.theirs) == (1, before.theirs, before.mine)
    assert 2450 not in state.legal()
    assert "only when" in state.why_not("0000")


def test_a_jump_goes_over_stones_and_walls() -> None:
    assert texts(Ataxx.from_text("7/7/7/7/ooo4/--o4/x-o4 x")) == ["0000"]
    assert texts(Ataxx.from_text("7/7/7/7/o1o4/--o4/x-o4 x")) == ["a1b3"]


def test_neither_can_move() -> None:
    state = Ataxx.from_text("x--4/---4/---4/7/4---/4---/4--o x")
    assert state.legal() == []
    assert state.ending() == "neither can move: draw, 1 each"
    state = Ataxx.from_text("xx--3/----3/----3/7/4---/4---/4--o x")
    assert state.legal() == []
    outcome = Playthrough(state).outcome()
    assert outcome is not None
    assert outcome.utilities == (1.0, -1.0)
    assert outcome.reason == "neither can move: x wins 2 to 1"


def test_one_side_is_gone() -> None:
    state = Ataxx.from_text("7/7/7/7/7/2o4/x6 x")
    state.play(state.parse_move("b1"))
    assert state.over()
    assert state.ending() == "one side is gone: x wins 3 to 0"
    assert (state.utility(0), state.utility(1)) == (1.0, -1.0)
    assert state.why_not("a1") == "the game is over"


def test_board_full() -> None:
    state = Ataxx.from_text("xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/oooooo1 o")
    state.play(state.parse_move("g1"))
    assert state.ending() == "the board is full: o wins 28 to 21"
    assert Ataxx.variant(size=4).from_text("xxoo/xxoo/xxoo/xxoo x").ending() == "the board is full: draw, 8 each"


def test_hundred_plies_without_a_new_stone() -> None:
    line = Playthrough(Ataxx())
    there, back = ["a7a5", "g7g5", "a5a7", "g5g7"], 0
    while line.moves():
        line.play(there[back % 4])
        back += 1
    outcome = line.outcome()
    assert back == 100
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
    line = Playthrough.from_text(Ataxx, "x5o/7/7/7/7/7/o5x x 99 60")
    assert (line.state.turn, line.outcome()) == (0, None)
    line.play("a7a5")
    assert line.outcome() is not None
    line = Playthrough.from_text(Ataxx, "x5o/7/7/7/7/7/o5x x 99 60")
    line.play("a6")
    assert line.outcome() is None
    assert line.to_text() == "x5o/x6/7/7/7/7/o5x o 0 60"


@pytest.mark.parametrize("size", [4, 5, 6, 8])
def test_other_sizes(size: int) -> None:
    state = Ataxx(size=size)
    assert len(state.legal()) == 16
    assert state.passing() == size**2 + size**4
    for number in range(20):
        line = Playthrough(Ataxx(size=size))
        for move in random_game(state, 3, number):
            assert len(line.moves()) <= state.most_moves
            line.play(move)


def test_walls() -> None:
    state = Ataxx(walls="b6,f2 a6 g2")
    assert state.to_text() == "x5o/--5/7/7/7/5--/o5x x 0 1"
    assert "b6" not in texts(state)
    assert state.why_not("b6") == "b6 is a wall"
    assert state.scene().problem(state.legal()) is None
    mirrored = state.copy()
    mirrored.transform(1)
    assert mirrored.walls != state.walls
    for walls in ("a1", "z9", "h1"):
        with pytest.raises(BadPosition):
            Ataxx(walls=walls)


def test_sizes_refused() -> None:
    for size in (3, 9):
        with pytest.raises(BadParameter):
            Ataxx(size=size)


# ---------------------------------------------------------------------- notation


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "x5o/7/7/7/7/7/o5x", "x5o/7/7/7/7/7/o5x z", "x5o/7/7/7/7/o5x x", "x5o/7/7/7/7/7/o6x x",
        "x5o/7/7/7/7/7/o4x x", "7/7/7/7/7/7/7 x", "x5o/7/7/7/7/7/o5x x a 1", "x5o/7/7/7/7/7/o5x x 0 0",
        "x5o/7/7/7/7/7/o5x x 0 1 2", "x5o/7/7/7/7/7/o5w x", "x5o/7/7/7/7/7/o..... x", "é5o/7/7/7/7/7/o5x x",
    ],
)  # fmt: skip
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Ataxx.from_text(text)


def test_clocks_are_read_and_may_be_left_out() -> None:
    assert Ataxx.from_text("x5o/7/7/7/7/7/o5x x") == Ataxx()
    assert Ataxx.clocks("x5o/7/7/7/7/7/o5x o 7 12") == (7, 23)
    assert Playthrough.from_text(Ataxx, "x5o/7/7/7/7/7/o5x o 7 12").to_text() == "x5o/7/7/7/7/7/o5x o 7 12"


def test_bad_moves() -> None:
    state = Ataxx()
    assert state.parse_move(" G2 ") == state.parse_move("g1g2") == 13
    for text, reason in [
        ("a1", "a1 is taken"),
        ("d4", "no stone of x is next to d4"),
        ("z9", "a1 to g7"),
        ("a1a3", "x has no stone on a1"),
        ("g1d4", "not two steps"),
        ("0000", "only when"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    with pytest.raises(MalformedMove):
        state.parse_move(" ")
    assert state.why_not(0) == "a1 is taken"
    assert "a1 to g7" in state.why_not(-1)
    assert "a1 to g7" in state.why_not(99999)


def test_hooks() -> None:
    state = Ataxx()
    assert -0.1 < state.evaluate() < 0.1
    assert state.irreversible(state.parse_move("g2"))
    assert not state.irreversible(state.parse_move("g1g3"))
    state = Ataxx.from_text("7/7/7/3o3/7/1x5/7 x")
    assert max(state.legal(), key=state.order) == state.parse_move("c3")
    assert (
        Ataxx.from_text("7/7/7/7/3xx2/3xx2/o6 x").evaluate()
        > 0.0
        > Ataxx.from_text("7/7/7/7/3xx2/3xx2/o6 o").evaluate()
    )


# ---------------------------------------------------------------------- other programs


class Naive:
    """The rules once more, on a dictionary of cells."""

    def __init__(self, size: int, walls: tuple[tuple[int, int], ...] = ()) -> None:
        last = size - 1
        self.size, self.turn, self.walls = size, 0, walls
        self.stones = {(0, last): 0, (last, 0): 0, (0, 0): 1, (last, last): 1}

    def cells(self, place: tuple[int, int], steps: int) -> list[tuple[int, int]]:
        everywhere = [(x, y) for y in range(self.size) for x in range(self.size)]
        return [c for c in everywhere if max(abs(c[0] - place[0]), abs(c[1] - place[1])) == steps]

    def name(self, place: tuple[int, int]) -> str:
        return "abcdefgh"[place[0]] + str(place[1] + 1)

    def moves(self, player: int) -> dict[str, tuple[Any, ...]]:
        found: dict[str, tuple[Any, ...]] = {}
        for stone, owner in self.stones.items():
            for steps in (1, 2) if owner == player else ():
                for to in self.cells(stone, steps):
                    if to not in self.stones and to not in self.walls:
                        found[(self.name(stone) if steps == 2 else "") + self.name(to)] = (stone, to, steps)
        return found

    def legal(self) -> dict[str, tuple[Any, ...]]:
        if len(set(self.stones.values())) < 2:
            return {}
        return self.moves(self.turn) or ({"0000": ()} if self.moves(1 - self.turn) else {})

    def play(self, move: tuple[Any, ...]) -> None:
        if move:
            stone, to, steps = move
            if steps == 2:
                del self.stones[stone]
            for place in [to, *(c for c in self.cells(to, 1) if c in self.stones)]:
                self.stones[place] = self.turn
        self.turn = 1 - self.turn


@pytest.mark.parametrize(
    ("size", "walls", "games"), [(4, "", 8), (5, "c3", 4), (7, "", 2), (7, "c3 c4 c5 e4 b7", 2), (8, "", 1)]
)
def test_against_the_naive_twin(size: int, walls: str, games: int, long_run: bool) -> None:
    rng = random.Random(size)
    closed = tuple(("abcdefgh".index(name[0]), int(name[1]) - 1) for name in walls.split())
    compared = 0
    for _ in range(games * 20 if long_run else games):
        state, twin = Ataxx(size=size, walls=walls), Naive(size, closed)
        for _ in range(400):
            moves = twin.legal()
            assert texts(state) == sorted(moves)
            compared += 1
            if not moves:
                assert state.reward(0) == sum(1 - 2 * player for player in twin.stones.values())
                break
            chosen = rng.choice(sorted(moves))
            state.play(state.parse_move(chosen))
            twin.play(moves[chosen])
    print(f"{compared} positions")


def fairy_moves(fairy: Any, fen: str) -> dict[str, str]:
    """Our names of Fairy-Stockfish's moves: P@g2 adds a stone, e1e1 is a pass."""
    found = {}
    for text in fairy.legal_moves("ataxx", fen, []):
        ours = text[2:] if "@" in text else "0000" if text[:2] == text[2:] else text
        found[ours] = text
    return found


def test_against_fairy_stockfish(long_run: bool) -> None:
    fairy = pytest.importorskip("pyffish")
    rng = random.Random(5)
    compared = 0
    for _ in range(2000 if long_run else 5):
        state, fen = Ataxx(), fairy.start_fen("ataxx")
        for _ in range(300):
            if not state.legal():
                break
            moves = fairy_moves(fairy, fen)
            assert texts(state) == sorted(moves), fen
            chosen = rng.choice(sorted(moves))
            state.play(state.parse_move(chosen))
            fen = fairy.get_fen("ataxx", fen, [moves[chosen]])
            board, mover = state.to_text().split()[:2]
            assert board.replace("x", "P").replace("o", "p") == fen.split("[")[0].split()[0]
            assert "xo".index(mover) == "wb".index(fen.split()[1])
            compared += 1
        else:
            continue
        result = fairy.game_result("ataxx", fen, [])
        assert (result > 0) - (result < 0) == state.utility(state.turn)
    print(f"{compared} positions")


def test_perft_of_fairy_stockfish(long_run: bool) -> None:
    fairy = pytest.importorskip("pyffish")

    def counted(fen: str, depth: int) -> int:
        moves = fairy.legal_moves("ataxx", fen, [])
        if depth == 1:
            return len(moves)
        return sum(counted(fairy.get_fen("ataxx", fen, [move]), depth - 1) for move in moves)

    for depth in range(1, 5 if long_run else 4):
        assert perft(Ataxx(), depth) == counted(fairy.start_fen("ataxx"), depth)
