"""The kernel against the textbook: every game of two sides, random trees and graphs, refinements on and off."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.search.tree_games import Graph, Tree
from zermelo.errors import Unsupported
from zermelo.game.game import CHECKER_LOSES, DRAW, FIRST_LOSES, FORBIDDEN
from zermelo.game.plain import PlainView
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.built_in import settings_of
from zermelo.search.alphabeta.alphabeta import AlphaBeta, AlphaBetaDeepening
from zermelo.search.alphabeta.fixed_depth import fixed_depth
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.deepening import Request
from zermelo.search.common.limits import Limits
from zermelo.search.common.registry import refuse
from zermelo.search.common.values import MAX_PLY, unit_of
from zermelo.textbook import run
from zermelo.textbook.minimax import minimax

pytestmark = pytest.mark.xdist_group("equal")

EXACT = replace(AlphaBetaOptions.exact(), deeper=False)  # a deeper value is truer, but of another tree
REFINEMENTS = ("table", "order", "killers", "history", "countermoves", "symmetry", "pvs", "etc")
SETTINGS = [
    AlphaBetaOptions.none(),
    EXACT,
    *(replace(EXACT, **{name: False}) for name in REFINEMENTS),
    *(replace(AlphaBetaOptions.none(), **{name: True}) for name in REFINEMENTS),
]
# Each game is a kernel to compile: these in every run, the others, which are like them, in the long one
ALWAYS = (
    "checkers",
    "chess",
    "connect_four",
    "go",
    "kalah",
    "moving_tic_tac_toe",
    "othello",
    "tic_tac_toe",
)


def served() -> list[str]:
    """The games of two sides, in their small forms."""
    found = []
    for name, entry in catalogue.entries().items():
        try:
            refuse("alphabeta", catalogue.variant(name, settings_of(entry.small.settings)))
            found.append(name)
        except Unsupported:
            continue
    return found


def small(name: str) -> Any:
    """The first state of a game's small form."""
    return catalogue.make(name, settings_of(catalogue.entries()[name].small.settings))


def positions(start: Any, count: int) -> list[Playthrough]:
    """Positions late in random games, with their history, that are not over."""
    found = []
    for number in range(count):
        line = Playthrough(start)
        moves = random_game(start, 77, number)
        for move in moves[: max(0, min(60, len(moves)) - 2 - number % 9)]:
            line.play(move)
        if line.moves():
            found.append(line)
    return found


class Seen(PlainView):
    """A game as a search sees it: at the horizon nobody lists moves, so a position without any is estimated there."""

    def __init__(self, line: Playthrough, left: int) -> None:
        super().__init__(line)
        self.left = left

    def play(self, move: int) -> PlainView:
        """The game after a move, one ply nearer to the horizon."""
        return Seen(after(self.playthrough, move), self.left - 1)

    def over(self) -> bool:
        """By the position, by its history, or, before the horizon, because nobody can move."""
        stuck = not self.playthrough.state.over() and not self.playthrough._ended_by_history()
        return not self.moves() and (self.left > 0 or not stuck)


def true_value(line: Playthrough, depth: int) -> float:
    """The textbook's value for the player to move; player 0 against all others, which for two sides is the same."""
    root = Seen(line, depth)
    if root.over():
        return root.utility(line.turn)
    if depth == 0:
        return float(line.state.evaluate())
    value: float = run(minimax(root, player=0, depth=depth)).value
    return value if line.turn == 0 else -value


def after(line: Playthrough, move: int) -> Playthrough:
    """A branch one move further."""
    branch = line.copy()
    branch.play(move)
    return branch


def compare(line: Playthrough, depth: int, searchers: list[AlphaBeta]) -> None:
    """Values are equal up to the scale, and the move is one of the best."""
    state = line.state
    answer = true_value(line, depth)
    slack = 3 * MAX_PLY / unit_of(state.lowest, state.highest)
    checked: set[int] = set()
    for searcher in searchers:
        searcher.clear()
        found = searcher.think(line, Limits(depth=depth))
        assert found.value == pytest.approx(answer, abs=slack), searcher.options
        if found.move not in checked:
            checked.add(found.move)
            branch = after(line, found.move)
            value = true_value(branch, depth - 1)
            mine = (branch.turn == 0) == (line.turn == 0)
            assert (value if mine else -value) >= answer - 2 * slack


def test_who_is_served() -> None:
    assert set(ALWAYS) | {"chinese_checkers"} <= set(served())  # Pacman's two ghosts are one side
    assert not {"backgammon", "blokus_classic", "kuhn_poker", "pig", "twenty_forty_eight"} & set(served())


@pytest.mark.parametrize("name", served())
def test_equals_the_textbook(name: str, long_run: bool) -> None:
    if name not in ALWAYS and not long_run:
        pytest.skip("long")
    form = catalogue.entries()[name].small
    start, depth, count = small(name), form.depth, form.positions
    searchers = [AlphaBeta(options, tt=0.1) for options in SETTINGS]
    lines = positions(start, count)
    assert len(lines) >= count // 2
    for line in lines:
        compare(line, depth, searchers)
        if line.state.repetition == 0 and line.state.no_progress == 0 and line.ply + depth < (line.state.cap or 999):
            value, _, _ = fixed_depth(line.state, depth)
            assert value == pytest.approx(true_value(line, depth), abs=1e-6)


def test_random_trees() -> None:
    searchers = [AlphaBeta(options, tt=0.1) for options in SETTINGS]
    for seed in range(300):
        few = searchers if seed < 60 else [searchers[seed % len(searchers)]]
        compare(Playthrough(Tree(seed=seed)), 1 + seed % 5, few)


@pytest.mark.parametrize("rule", [DRAW, FIRST_LOSES, CHECKER_LOSES, FORBIDDEN])
def test_repetitions_and_clocks(rule: int, long_run: bool) -> None:
    """Whatever a repetition means, the search and the rules' own bookkeeping agree, the table included.

    Draws and forbidden repetitions are met in moving tic-tac-toe and Go, so these two wait for the long run.
    """
    if rule in (DRAW, FORBIDDEN) and not long_run:
        pytest.skip("long")
    searchers = [AlphaBeta(options, tt=0.1) for options in SETTINGS[:4]]
    dice = random.Random(5)
    for seed in range(60):
        line = Playthrough(Graph(rule=rule, seed=seed))
        for _ in range(seed % 12):
            if line.moves():
                line.play(dice.choice(line.moves()))
        if line.moves():
            compare(line, 1 + seed % 6, searchers)


@pytest.mark.parametrize("case", ["tree", "connect_four", "kalah", "checkers", "moving_tic_tac_toe"])
def test_the_contract_for_random_windows(case: str) -> None:
    """Below, inside or above: what the value says of the true one, at any window."""
    dice = random.Random(11)
    if case == "tree":
        lines, depth = [Playthrough(Tree(seed=seed)) for seed in range(500, 560)], 6
    else:
        lines, depth = positions(small(case), 12), 5
    for options in (EXACT, replace(EXACT, table=False)):
        searcher = AlphaBeta(options, tt=0.1)
        for line in lines:
            searcher.clear()
            true = window_value(searcher, line, depth, -(1 << 30), 1 << 30)
            spread = max(abs(true), 1000)
            for _ in range(20):
                alpha = true + dice.randint(-spread, spread)
                beta = alpha + dice.choice([1, 2, 50, spread])
                value = window_value(searcher, line, depth, alpha, beta)
                if value <= alpha:
                    assert true <= value
                elif value < beta:
                    assert true == value
                else:
                    assert true >= value


def window_value(searcher: AlphaBeta, line: Playthrough, depth: int, alpha: int, beta: int) -> int:
    """One call of the kernel."""
    request = Request(line, Limits(depth=depth), 1, None, "alphabeta")
    return AlphaBetaDeepening(searcher, request).search(depth, alpha, beta)
