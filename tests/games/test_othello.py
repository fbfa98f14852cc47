"""Othello: corner cases of the rules, notation, known values, and other programs position by position."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game.perft import perft
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.othello import Othello
from zermelo.games.othello.rules import AROUND

WIPED_OUT = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]  # Black takes every disc with the ninth move

# The FFO test positions 40 to 44, each with its number of empty squares and its best moves
FFO = [
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 20, "a2"),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 22, "h4"),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 22, "g2"),
    ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", 23, "c7 g3"),
    ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", 23, "d2 b8"),
]


def played(moves: list[str], **settings: Any) -> Playthrough:
    """A game from the start."""
    line = Playthrough(Othello(**settings))
    for move in moves:
        line.play(move)
    return line


def before_a_pass(**settings: Any) -> Othello:
    """A position of a random game where the player to move must pass."""
    for number in range(200):
        state = Othello(**settings)
        for move in random_game(state, 5, number):
            if state.legal() == [state.area]:
                return state
            state.play(move)
    raise AssertionError("no random game has a pass")


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Othello()
    assert [state.move_text(move) for move in state.legal()] == ["d3", "c4", "f5", "e6"]
    assert state.to_text() == "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"
    state.play(state.parse_move("f5"))
    assert [state.move_text(move) for move in state.legal()] == ["f4", "d6", "f6"]
    assert state.reward(0) == 3.0


def test_all_directions_turn_at_once() -> None:
    state = Othello.from_text("X-X-X--O -OOO---- XO-OOOOX -OOOX--- X-OXO--- --O--O-- --O---O- --X----X X")
    state.play(state.parse_move("c3"))
    assert (state.discs(1), state.discs(-1)) == (1, 28)  # all but the disc on h1, which nothing brackets
    assert state.sign(7) == "O"


def test_pass_only_when_stuck() -> None:
    state = before_a_pass()
    other = state.copy()
    assert [state.move_text(move) for move in state.legal()] == ["pass"]
    assert state.parse_move("PASS") == state.parse_move("--") == state.parse_move("ps") == 64
    empty = next(square for square in range(64) if state.holder(square) == 0)
    assert "must pass" in state.why_not(empty)
    other.play(64)
    assert (other.turn, list(other.mine), list(other.theirs)) == (1 - state.turn, list(state.theirs), list(state.mine))
    assert 64 not in other.legal()
    assert "only when no disc" in other.why_not("pass")


def test_wiped_out_after_nine_moves() -> None:
    line = played(WIPED_OUT)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (64.0, -64.0)
    assert outcome.reason == "one colour is gone: Black wins 13 to 0"
    assert played(WIPED_OUT, empties=False).outcome().utilities == (13.0, -13.0)  # type: ignore[union-attr]
    assert played(WIPED_OUT, margin=False).outcome().utilities == (1.0, -1.0)  # type: ignore[union-attr]
    assert line.state.legal() == []
    assert line.state.why_not("a1") == "the game is over"


def test_ends_in_words() -> None:
    drawn = Othello.from_text("X" * 32 + "O" * 32 + " O")
    assert drawn.ending() == "the board is full: draw, 32 discs each"
    assert drawn.utility(0) == drawn.utility(1) == 0.0
    assert Othello().ending() == ""
    reasons = set()
    for number in range(60):
        line = Playthrough(Othello(size=4))
        for move in random_game(Othello(size=4), 1, number):
            line.play(move)
        outcome = line.outcome()
        assert outcome is not None
        assert outcome.utilities[0] == -outcome.utilities[1]
        reasons.add(outcome.reason.partition(":")[0])
    assert {"the board is full", "neither player can turn a disc"} <= reasons


def test_empties_go_to_the_winner() -> None:
    for number in range(200):
        state = Othello(size=4)
        for move in random_game(state, 2, number):
            state.play(move)
        black, white = state.to_text()[:16].count("X"), state.to_text()[:16].count("O")
        expected = 0 if black == white else 16 - 2 * white if black > white else 2 * black - 16
        assert state.utility(0) == expected
        assert state.reward(0) == black - white


@pytest.mark.parametrize("size", [5, 2, 28])
def test_sizes_refused(size: int) -> None:
    with pytest.raises(BadParameter, match=r"even|between"):
        Othello(size=size)


# ---------------------------------------------------------------------- notation


@pytest.mark.parametrize(("text", "empties", "best"), FFO)
def test_test_positions_are_read(text: str, empties: int, best: str) -> None:
    state = Othello.from_text(text)
    assert state.to_text() == text
    assert 64 - state.discs(1) - state.discs(-1) == empties
    for move in best.split():
        assert state.parse_move(move) in state.legal()
    board, mover = text.split()
    spread = " ".join(board[8 * row : 8 * row + 8] for row in range(8)).replace("-", ".").lower()
    assert Othello.from_text(f"{spread} {mover}") == state


@pytest.mark.parametrize(
    "text",
    ["", "X", "-" * 64, "-" * 64 + " X", "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 26 + " X", Othello().to_text() + "X",
     Othello().to_text()[:-1] + "-", Othello().to_text().replace("O", "W"), "é" * 65],
)  # fmt: skip
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Othello.from_text(text)


def test_bad_moves() -> None:
    state = Othello()
    assert state.parse_move(" F5 ") == 37
    for text, reason in [
        ("d4", "d4 is taken"),
        ("a1", "would turn nothing"),
        ("z9", "a1 to h8"),
        ("pass", "only when"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    with pytest.raises(MalformedMove):
        state.parse_move(" ")
    assert state.why_not(27) == "d4 is taken"
    assert state.why_not(-1) == state.why_not(65) == "the squares are a1 to h8"


def test_scene() -> None:
    for state in (Othello(), Othello(size=10), before_a_pass()):
        assert state.scene().problem(state.legal()) is None
    assert str(Othello(size=4)).splitlines() == [". . . .", ". O X .", ". X O .", ". . . .", "Black (X) 2, White (O) 2"]


# ---------------------------------------------------------------------- hooks


def test_same_merges_the_first_moves() -> None:
    state = Othello()
    assert {state.same(move) for move in state.legal()} == {19}
    state.play(19)
    assert [state.same(move) for move in state.legal()] == state.legal()


def test_corners_come_first() -> None:
    seen = 0
    for number in range(30):
        state = Othello()
        for move in random_game(state, 9, number):
            corners = [m for m in state.legal() if m in (0, 7, 56, 63)]
            crosses = [m for m in state.legal() if m in (9, 14, 49, 54)]
            assert all(state.noisy(m) == (m in corners) for m in state.legal())
            if corners and crosses and state.mobility(-1) < 8:
                assert max(map(state.order, corners)) > min(map(state.order, crosses))
                seen += 1
            state.play(move)
    assert seen > 10


def test_a_corner_is_worth_having() -> None:
    state = Othello()
    assert state.evaluate() == 0.0
    text = list(Othello().to_text())
    text[0] = "X"
    assert Othello.from_text("".join(text)).evaluate() > 5.0


# ---------------------------------------------------------------------- known values


def solve(state: Othello, alpha: float, beta: float, known: dict[bytes, tuple[float, float]]) -> float:
    """The value for the player to move, by alpha-beta with stored bounds."""
    if state.over():
        return state.utility(state.turn)
    place = state.tobytes()[: type(state).key_bytes]
    low, high = known.get(place, (state.lowest, state.highest))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    best = state.lowest
    for move in state.legal():
        child = state.copy()
        child.play(move)
        best = max(best, -solve(child, -beta, -max(alpha, best), known))
        if best >= beta:
            break
    known[place] = (low, best) if best <= alpha else (best, high) if best >= beta else (best, best)
    return best


@pytest.mark.parametrize(("empties", "value"), [(False, -8.0), (True, -10.0)])
def test_four_by_four_is_lost(empties: bool, value: float) -> None:
    """White wins 11 to 3 and two squares stay empty."""
    state = Othello(size=4, empties=empties)
    assert solve(state, state.lowest, state.highest, {}) == value


# ---------------------------------------------------------------------- other programs


class Naive:
    """The rules once more, on a dictionary of squares."""

    def __init__(self, size: int) -> None:
        m = size // 2
        self.size, self.turn = size, 0
        self.discs = {(m, m - 1): 0, (m - 1, m): 0, (m - 1, m - 1): 1, (m, m): 1}

    def turned(self, place: tuple[int, int], player: int) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for across, down in AROUND if place not in self.discs else ():
            line = []
            x, y = place[0] + across, place[1] + down
            while self.discs.get((x, y)) == 1 - player:
                line.append((x, y))
                x, y = x + across, y + down
            found += line if self.discs.get((x, y)) == player else []
        return found

    def moves(self, player: int) -> list[int]:
        everywhere = range(self.size)
        return [y * self.size + x for y in everywhere for x in everywhere if self.turned((x, y), player)]

    def legal(self) -> list[int]:
        mine = self.moves(self.turn)
        return mine or ([self.size**2] if self.moves(1 - self.turn) else [])

    def play(self, move: int) -> None:
        if move < self.size**2:
            place = (move % self.size, move // self.size)
            for square in [*self.turned(place, self.turn), place]:
                self.discs[square] = self.turn
        self.turn = 1 - self.turn


@pytest.mark.parametrize(("size", "games"), [(4, 20), (6, 6), (8, 4), (10, 1), (12, 1)])
def test_against_the_naive_twin(size: int, games: int, long_run: bool) -> None:
    rng = random.Random(size)
    for _ in range(games * 20 if long_run else games):
        state, twin = Othello(size=size), Naive(size)
        while moves := twin.legal():
            assert state.legal() == moves
            assert not state.over()
            move = rng.choice(moves)
            state.play(move)
            twin.play(move)
        assert state.over()
        assert state.legal() == []
        assert state.reward(0) == sum(1 - 2 * player for player in twin.discs.values())


def test_against_open_spiel(long_run: bool) -> None:
    spiel = pytest.importorskip("pyspiel")
    game = spiel.load_game("othello")
    rng = random.Random(1)
    compared = 0
    for _ in range(2000 if long_run else 30):
        state, theirs = Othello(margin=False), game.new_initial_state()
        while not theirs.is_terminal():
            assert state.legal() == theirs.legal_actions()
            assert state.turn == theirs.current_player()
            move = rng.choice(theirs.legal_actions())
            state.play(move)
            theirs.apply_action(move)
            compared += 1
        assert state.over()
        assert [state.utility(0), state.utility(1)] == theirs.returns()
    print(f"{compared} positions")


SIX = """[flipello6:flipello]
maxRank = 6
maxFile = f
startFen = 6/6/2pP2/2Pp2/6/6[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppppppppppppppp] w 0 1
enclosingDropStart = c3 d3 c4 d4
"""


class Fairy:
    """Fairy-Stockfish's flipello, whose rows are counted from below."""

    def __init__(self, size: int) -> None:
        self.fairy = pytest.importorskip("pyffish")
        self.size, self.name = size, {6: "flipello6", 8: "flipello", 10: "flipello10"}[size]
        if self.name not in self.fairy.variants():
            self.fairy.load_variant_config(SIX)
        self.fen = self.fairy.start_fen(self.name)

    def square(self, text: str) -> int:
        """Our number of a move: P@c4 puts a disc, c4c4 is a pass."""
        if "@" not in text:
            return self.size**2
        return (self.size - int(text[3:])) * self.size + "abcdefghij".index(text[2])

    def legal(self) -> dict[int, str]:
        return {self.square(text): text for text in self.fairy.legal_moves(self.name, self.fen, [])}

    def play(self, text: str) -> None:
        self.fen = self.fairy.get_fen(self.name, self.fen, [text])

    def perft(self, fen: str, depth: int) -> int:
        moves = {self.square(text): text for text in self.fairy.legal_moves(self.name, fen, [])}
        if depth == 1:
            return len(moves)
        return sum(self.perft(self.fairy.get_fen(self.name, fen, [text]), depth - 1) for text in moves.values())


@pytest.mark.parametrize(("size", "games"), [(6, 8), (8, 4), (10, 1)])
def test_against_fairy_stockfish(size: int, games: int, long_run: bool) -> None:
    """Where neither can move and squares are left, Fairy-Stockfish lets both pass before the game ends."""
    rng = random.Random(size)
    compared = 0
    for _ in range(games * 40 if long_run else games):
        state, fairy = Othello(size=size), Fairy(size)
        while not state.over():
            texts = fairy.legal()
            assert state.legal() == sorted(texts)
            move = rng.choice(state.legal())
            state.play(move)
            fairy.play(texts[move])
            compared += 1
        result = fairy.fairy.game_result(fairy.name, fairy.fen, [])
        assert set(fairy.legal()) <= {size**2}
        assert (result > 0) - (result < 0) == (state.reward(state.turn) > 0) - (state.reward(state.turn) < 0)
    print(f"{compared} positions")


@pytest.mark.parametrize("size", [6, 8, 10])
def test_perft_of_fairy_stockfish(size: int, long_run: bool) -> None:
    fairy = Fairy(size)
    for depth in range(1, 7 if long_run else 5):
        assert perft(Othello(size=size), depth) == fairy.perft(fairy.fen, depth)
