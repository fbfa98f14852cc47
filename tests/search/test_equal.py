"""The kernel against the textbook: every game of two sides, random trees and graphs, refinements on and off."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.search.tree_games import Graph, Tree
from zermelo.errors import Unsupported
from zermelo.game.game import CHECKER_LOSES, DRAW, FIRST_LOSES, FORBIDDEN
from zermelo.game.plain import View
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.search.alphabeta.alphabeta import AlphaBeta, AlphaBetaDeepening, refuse
from zermelo.search.alphabeta.fixed_depth import fixed_depth
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.deepening import Request
from zermelo.search.common.limits import Limits
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
MAZE = "%%%%%%% %P.o..% %.%.%.% %..G.G% %%%%%%%"
GAMES = {  # name: (parameters, depth, positions)
    "abalone": ({}, 2, 4),
    "alquerque": ({}, 3, 4),
    "amazons": ({"size": "6"}, 2, 4),
    "arimaa": ({}, 2, 3),
    "ataxx": ({"size": "4"}, 2, 4),
    "blokus": ({"size": "6", "largest": "3"}, 3, 4),
    "brazilian_draughts": ({}, 3, 4),
    "carcassonne": ({"tiles": "8"}, 2, 3),
    "checkers": ({}, 3, 8),
    "chess": ({}, 2, 6),
    "chinese_checkers": ({"players": "2", "side": "2"}, 2, 3),
    "connect_four": ({"columns": "5", "height": "4"}, 4, 8),
    "connections": ({"size": "3"}, 3, 6),
    "dominoes": ({"pips": "4", "hand": "4"}, 4, 6),
    "dots_and_boxes": ({"rows": "2", "columns": "2"}, 4, 6),
    "dots_and_hexagons": ({"side": "2"}, 2, 4),
    "fanorona": ({"columns": "5"}, 3, 4),
    "gipf": ({"form": "tournament"}, 2, 4),
    "go": ({"size": "3"}, 3, 8),
    "gobblet": ({"size": "3"}, 2, 4),
    "halma": ({"size": "8"}, 2, 3),
    "hex": ({"size": "3"}, 4, 8),
    "hexxagon": ({}, 2, 3),
    "hus": ({}, 3, 4),
    "international_draughts": ({}, 2, 4),
    "jungle": ({}, 2, 4),
    "kalah": ({"pits": "3", "seeds": "2"}, 4, 8),
    "katamino": ({}, 2, 3),
    "lines_of_action": ({}, 2, 4),
    "link_five": ({"size": "6", "rule": "renju"}, 2, 4),
    "memory_tic_tac_toe": ({}, 3, 8),
    "minishogi": ({}, 2, 4),
    "moving_tic_tac_toe": ({}, 3, 8),
    "nim": ({}, 2, 8),
    "nine_mens_morris": ({}, 2, 4),
    "omega_chess": ({}, 2, 3),
    "othello": ({"size": "4"}, 4, 8),
    "pacman": ({"layout": MAZE}, 4, 8),
    "pentominoes": ({"columns": "5", "rows": "3"}, 2, 4),
    "pylos": ({}, 2, 4),
    "quads": ({"size": "3", "border": "true"}, 2, 3),
    "quarto": ({}, 2, 4),
    "quits": ({}, 3, 4),
    "quixo": ({"size": "3"}, 3, 6),
    "quoridor": ({"size": "3", "walls": "1"}, 3, 6),
    "racetrack": ({"track": "straight"}, 3, 4),
    "russian_draughts": ({}, 3, 4),
    "sahara": ({}, 2, 4),
    "scrabble": ({"size": "7"}, 2, 3),
    "seega": ({}, 2, 4),
    "shogi": ({}, 2, 3),
    "sputnik": ({"side": "3"}, 2, 4),
    "stratego": ({"army": "small"}, 2, 4),
    "surakarta": ({}, 2, 4),
    "tablut": ({"board": "brandubh"}, 2, 4),
    "tantrix": ({"hand": "2"}, 2, 4),
    "terrace": ({"size": "6"}, 2, 4),
    "tic_tac_toe": ({}, 5, 8),
    "tic_tac_toe_3d": ({"size": "3"}, 3, 4),
    "tori_shogi": ({}, 2, 4),
}

LIKE_OTHERS = (  # compiled in the long run only
    "hex",
    "abalone",
    "alquerque",
    "amazons",
    "arimaa",
    "ataxx",
    "blokus",
    "brazilian_draughts",
    "carcassonne",
    "chinese_checkers",
    "connections",
    "dominoes",
    "dots_and_boxes",
    "dots_and_hexagons",
    "fanorona",
    "gipf",
    "gobblet",
    "halma",
    "hexxagon",
    "hus",
    "international_draughts",
    "jungle",
    "katamino",
    "lines_of_action",
    "link_five",
    "memory_tic_tac_toe",
    "minishogi",
    "nine_mens_morris",
    "omega_chess",
    "pentominoes",
    "pylos",
    "quads",
    "quarto",
    "quits",
    "quixo",
    "quoridor",
    "racetrack",
    "russian_draughts",
    "sahara",
    "scrabble",
    "seega",
    "shogi",
    "sputnik",
    "stratego",
    "surakarta",
    "tablut",
    "tantrix",
    "terrace",
    "tic_tac_toe_3d",
    "tori_shogi",
)


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


class Seen(View):
    """A game as a search sees it: at the horizon nobody lists moves, so a position without any is estimated there."""

    def __init__(self, line: Playthrough, left: int) -> None:
        super().__init__(line)
        self.left = left

    def play(self, move: int) -> View:
        """The game after a move, one ply nearer to the horizon."""
        return Seen(after(self.line, move), self.left - 1)

    def over(self) -> bool:
        """By the position, by its history, or, before the horizon, because nobody can move."""
        stuck = not self.line.state.over() and not self.line._ended_by_history()
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


def test_every_game_of_two_sides_is_here() -> None:
    served = set()
    for name in catalogue.entries():
        try:
            refuse(catalogue.variant(name, {"players": "2"} if name == "chinese_checkers" else {}))
            served.add(name)
        except Unsupported:
            continue
    assert served == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_equals_the_textbook(name: str, long_run: bool) -> None:
    """Pacman's two ghosts are one side. Each game is a kernel to compile: those like another wait for the long run."""
    if name in LIKE_OTHERS and not long_run:
        pytest.skip("long")
    settings, depth, count = GAMES[name]
    start = catalogue.make(name, settings)
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
        lines, depth = positions(catalogue.make(case, GAMES[case][0]), 12), 5
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


def test_a_work_space_is_one_record() -> None:
    """Arrays handed down a recursion would cost: everything lies in one element."""
    assert np.ndim(AlphaBeta(tt=0.1).works(Tree)[0]) == 0
