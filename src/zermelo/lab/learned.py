"""The lecture's linear evaluation of tic-tac-toe, e(s) = Σ wᵢ fᵢ(s), with weights that it learns by playing itself.

The features are lines that only one side can still complete, by how many marks they hold, the middle and the move, each
the first player's less the second's. Nobody says what they are worth; TD(λ) finds out, and what comes out is asked in
every position that can be reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from zermelo.explain.plots import Plot, Series
from zermelo.game.plain import view
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.lab.finding import Finding
from zermelo.solve.plain import key_of, value_iteration
from zermelo.textbook.events import run
from zermelo.textbook.mdp.linear import Features, judged, td_evaluation

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
NAMES = ("lines with one mark", "lines with two marks", "two marks and the move", "middle", "the move")


@cache
def features_of(text: str) -> Features:
    """Features of a position by its text, from the first player's side."""
    board, mover = text.split()
    cells = "".join("." * int(sign) if sign.isdigit() else sign for sign in board.replace("/", ""))
    found = dict.fromkeys(NAMES, 0.0)
    signs = {"x": 1.0, "o": -1.0, ".": 0.0}
    for line in LINES:
        marks = [cells[place] for place in line if cells[place] != "."]
        if marks and len(set(marks)) == 1 and len(marks) < 3:
            found["lines with one mark" if len(marks) == 1 else "lines with two marks"] += signs[marks[0]]
            if len(marks) == 2 and marks[0] == mover:
                found["two marks and the move"] = signs[mover]
    found["middle"] = signs[cells[4]]
    found["the move"] = signs[mover]
    return found


def line_features(node: Any) -> Features:
    """The same of a node of the plain door."""
    return features_of(str(node.playthrough.state.to_text()))


@dataclass(frozen=True)
class Choice:
    """A position in which it matters what is played: the moves, as far as somebody sees who looks one move ahead."""

    sign: float  # of the player to move
    after: tuple[float | Features, ...]  # the utility where the game ends, else the features
    right: tuple[bool, ...]  # whether the move keeps what the position is worth


@cache
def choices() -> tuple[Choice, ...]:
    """Every position of tic-tac-toe that can be reached and in which the choice matters, solved."""
    worth = run(value_iteration(TicTacToe())).values
    seen, waiting, found = set(), [view(TicTacToe())], list[Choice]()
    while waiting:
        node = waiting.pop()
        if key_of(node) in seen or node.over():
            continue
        seen.add(key_of(node))
        after = [node.play(move) for move in node.moves()]
        waiting += after
        values = [worth[key_of(child)] for child in after]
        if len(set(values)) > 1:
            shown = tuple(float(child.utility(0)) if child.over() else line_features(child) for child in after)
            right = tuple(value == worth[key_of(node)] for value in values)
            found.append(Choice(1.0 if node.turn == 0 else -1.0, shown, right))
    return tuple(found)


def accuracy(weights: Features) -> float:
    """The share of choices in which the move with the best e(s), the first of equals, is right."""
    right = 0
    for choice in choices():
        judgements = [
            choice.sign * (after if isinstance(after, float) else judged(weights, after)[0]) for after in choice.after
        ]
        right += choice.right[judgements.index(max(judgements))]
    return right / len(choices())


def learned(games: int = 1000, seed: int = 0, trace: float = 0.7, alpha: float = 0.05) -> Finding:
    """Learn, and tell the weights and how often the choice is right as it goes."""
    marks = sorted({games * part // 8 for part in range(1, 9)} - {0})
    points = [(0.0, 100 * accuracy({}))]
    weights: Features = {}
    for game in td_evaluation(TicTacToe(), line_features, games=games, seed=seed, trace=trace, alpha=alpha):
        if game.number in marks:
            weights = game.weights
            points.append((float(game.number), 100 * accuracy(weights)))
    rows = tuple((name, weights.get(name, 0.0)) for name in NAMES)
    notes = tuple(f"after {count:5.0f} games: {share:.1f} % right" for count, share in points)
    asked = f"{len(choices()):,} positions in which the choice matters"
    plot = Plot("A linear evaluation learns tic-tac-toe", "games against itself", "per cent right",
                [Series("TD(λ)", points)])  # fmt: skip
    return Finding(f"weights of tic-tac-toe, learnt; {asked}", ("feature", "weight"), rows, notes, plot)
