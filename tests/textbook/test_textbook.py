"""The lectures' algorithms agree with each other, with hand-worked examples and with solved games."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from tests.game.small_games import Coin
from zermelo.errors import BadLimit
from zermelo.game.playthrough import Playthrough
from zermelo.games.connect_four import ConnectFour
from zermelo.games.pacman import Pacman
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.textbook import run
from zermelo.textbook.alphabeta import alphabeta, negamax_alphabeta
from zermelo.textbook.deepening import iterative_deepening
from zermelo.textbook.events import traced
from zermelo.textbook.expectiminimax import expectimax, expectiminimax
from zermelo.textbook.maxn import maxn
from zermelo.textbook.minimax import minimax
from zermelo.textbook.negamax import negamax
from zermelo.textbook.uct import uct


class Tree:
    """A tree of nested lists: numbers are utilities for player 0, who moves first; players take turns."""

    def __init__(self, shape: Any, turn: int = 0) -> None:
        self.shape, self.turn = shape, turn

    def moves(self) -> list[int]:
        return list(range(len(self.shape))) if isinstance(self.shape, list) else []

    def play(self, move: int) -> Tree:
        return Tree(self.shape[move], 1 - self.turn)

    def over(self) -> bool:
        return not isinstance(self.shape, list)

    def utility(self, player: int) -> float:
        return self.shape if player == 0 else -self.shape


def random_tree(rng: random.Random, depth: int) -> Any:
    if depth == 0 or rng.random() < 0.1:
        return rng.randrange(-9, 10)
    return [random_tree(rng, depth - 1) for _ in range(rng.randrange(1, 4))]


def of_branching(leaves: list[int], branching: int) -> Any:
    """A full tree over a flat list of leaves."""
    level: list[Any] = list(leaves)
    while len(level) > 1:
        level = [level[place : place + branching] for place in range(0, len(level), branching)]
    return level[0]


def test_a_tree_of_the_lectures() -> None:
    """27 leaves, branching 3: value 12, and alpha-beta looks at 17 of them."""
    leaves = [8, 6, 3, 1, 10, 3, 15, 20, 6, 7, 4, 6, 25, 10, 4, 4, 3, 5, 1, 20, 4, 12, 1, 10, 4, 22, 10]
    tree = Tree(of_branching(leaves, 3))
    assert run(minimax(tree)).value == 12
    answer, events = traced(alphabeta(tree))
    assert answer.value == 12
    assert sum(event.kind == "leaf" for event in events) == 17
    assert all("cut" in event.reason for event in events if event.kind == "cut")


def test_all_forms_agree_on_random_trees() -> None:
    rng = random.Random(1)
    for _ in range(300):
        shape = random_tree(rng, rng.randrange(1, 6))
        if not isinstance(shape, list):
            continue
        tree = Tree(shape)
        expected = run(minimax(tree))
        assert run(negamax(tree)).value == expected.value
        for soft in (True, False):
            for search in (alphabeta, negamax_alphabeta):
                answer = run(search(tree, soft=soft))
                assert (answer.value, answer.move) == (expected.value, expected.move)
                assert answer.nodes <= expected.nodes


def test_the_contract_of_windows() -> None:
    """Outside its window a fail-soft answer is a bound on the true value, a fail-hard one is the edge of the window."""
    rng = random.Random(2)
    for _ in range(300):
        shape = random_tree(rng, 4)
        if not isinstance(shape, list):
            continue
        tree, alpha = Tree(shape), rng.randrange(-9, 9)
        beta = alpha + rng.randrange(1, 6)
        true = run(minimax(tree)).value
        for search in (alphabeta, negamax_alphabeta):
            soft = run(search(tree, alpha=alpha, beta=beta)).value
            hard = run(search(tree, alpha=alpha, beta=beta, soft=False)).value
            assert hard == min(max(true, alpha), beta)
            assert soft == true or (soft <= alpha and true <= soft) or (soft >= beta and true >= soft)


def test_windows_only_close() -> None:
    """Along any path alpha never falls and beta never rises."""
    rng = random.Random(3)
    for _ in range(50):
        shape = random_tree(rng, 5)
        if not isinstance(shape, list):
            continue
        _, events = traced(alphabeta(Tree(shape)))
        windows: dict[Any, tuple[Any, Any]] = {
            event.path: (event.alpha, event.beta) for event in events if event.kind == "enter"
        }
        for path, (alpha, beta) in windows.items():
            if path:
                above = windows[path[:-1]]
                assert alpha >= above[0]
                assert beta <= above[1]


def test_tic_tac_toe_is_a_draw() -> None:
    line = Playthrough(TicTacToe())
    for move in (4, 0, 8):
        line.play(move)
    for search in (minimax, negamax, alphabeta, negamax_alphabeta):
        assert run(search(line)).value == 0.0


def test_depth_limits_estimates_and_deepening() -> None:
    state = ConnectFour()
    expected = run(minimax(state, depth=3))
    assert run(alphabeta(state, depth=3)).value == expected.value
    assert run(negamax(state, depth=3)).value == pytest.approx(expected.value)
    deepened = run(iterative_deepening(state, depth=3))
    assert (deepened.value, deepened.move) == (expected.value, run(alphabeta(state, depth=3)).move)
    blind = run(minimax(state, depth=2, estimate=lambda node: 0.0))
    assert blind.value == 0.0
    with pytest.raises(BadLimit, match="at least 1"):
        run(minimax(state, depth=0))


def test_chance_and_models() -> None:
    """The lectures' chance node: 1/2 of 8, 1/3 of 24, 1/6 of -12 is 10."""

    class Chance:
        turn, value = 0, None

        def __init__(self, turn: int = 0, value: float | None = None) -> None:
            self.turn, self.value = turn, value

        def moves(self) -> list[Any]:
            return [0] if self.turn == 0 else [8, 24, -12]

        def play(self, move: float) -> Chance:
            return Chance(-1) if self.turn == 0 else Chance(0, move)

        def over(self) -> bool:
            return self.value is not None

        def utility(self, player: int) -> float:
            return float(self.value or 0)

        def odds(self, move: float) -> float:
            return {8: 1 / 2, 24: 1 / 3, -12: 1 / 6}[int(move)]

    assert run(expectiminimax(Chance())).value == pytest.approx(10.0)
    assert run(expectiminimax(Coin())) == run(expectiminimax(Coin()))
    assert run(expectiminimax(Coin())).value == pytest.approx(0.5)
    assert run(expectiminimax(Coin())).move == 0
    tree = Tree([[3, 12, 8], [2, 4, 600], [14, 5, 2]])
    assert run(minimax(tree)).move == 0
    assert run(expectimax(tree)).move == 1, "against a random opponent the risk is worth it"
    sure = run(expectimax(tree, model=lambda node: {0: 1.0}))
    assert (sure.move, sure.value) == (2, 14)


def test_many_players() -> None:
    class Three:
        def __init__(self, shape: Any, turn: int = 0) -> None:
            self.shape, self.turn = shape, turn

        def moves(self) -> list[int]:
            return list(range(len(self.shape)))

        def play(self, move: int) -> Three:
            return Three(self.shape[move], (self.turn + 1) % 3)

        def over(self) -> bool:
            return isinstance(self.shape, tuple)

        def utility(self, player: int) -> float:
            return float(self.shape[player])

    shape = [
        [[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]],
        [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]],
    ]
    answer = run(maxn(Three(shape), players=3))
    assert (answer.value, answer.move) == ((1.0, 2.0, 6.0), 0), "as in Russell and Norvig's figure"


def test_uct_finds_the_win_and_repeats_itself() -> None:
    line = Playthrough(ConnectFour())
    for move in (0, 1, 0, 1, 0, 1):
        line.play(move)
    answer, events = traced(uct(line, simulations=200, seed=4))
    assert answer.move == 0
    assert answer.value == 1.0
    assert sum(event.kind == "simulate" for event in events) == 200
    assert run(uct(line, simulations=60, seed=1)) == run(uct(line, simulations=60, seed=1))


def test_the_bound_is_the_lectures() -> None:
    from zermelo.textbook.uct import Node

    node = Node(None, 0, visits=4, total=2.0)
    assert node.bound(16, 1.5) == pytest.approx(0.5 + 1.5 * math.sqrt(math.log(16) / 4))


def test_ghosts_of_one_side_want_the_same() -> None:
    """Pacman against two ghosts: what is good for one ghost is good for the other, and nothing is for Pacman."""
    line = Playthrough(Pacman(ghosts=2, layout="%%%%%%/%P..G%/%...G%/%%%%%%"))
    for _ in range(3):
        hunted = run(minimax(line, player=0, depth=3))
        for ghost in (1, 2):
            found = run(minimax(line, player=ghost, depth=3))
            assert (found.value, found.move) == (-hunted.value, hunted.move)
            assert run(alphabeta(line, player=ghost, depth=3)).value == found.value
        mover = run(minimax(line, depth=3))
        for search in (negamax, negamax_alphabeta):
            assert (run(search(line, depth=3)).value, run(search(line, depth=3)).move) == (mover.value, mover.move)
        line.play(line.moves()[0])
