"""Pacman's searches in plain Python, as the lectures have them: they look a few rounds ahead, move, and plan again.

A round is one move of Pacman and of every ghost. Slow, but short enough to be read, free to draw among equally good
moves, and the measure by which the autograder judges a student's search.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

from zermelo.errors import BadPlayer
from zermelo.game.random import Random
from zermelo.lab.pacman.node import Node
from zermelo.players.base import Player, as_playthrough, simple_result
from zermelo.search.common.options import Setting
from zermelo.search.common.result import SearchResult
from zermelo.textbook.alphabeta import alphabeta
from zermelo.textbook.cutoff import Estimate
from zermelo.textbook.events import Answer, run
from zermelo.textbook.expectiminimax import expectimax
from zermelo.textbook.minimax import minimax

Judge = Callable[[Node], float]  # a position -> how good it is for Pacman
SEARCHES: dict[str, Any] = {"minimax": minimax, "alphabeta": alphabeta, "expectimax": expectimax}
NEAR = 1e-9  # values closer than this are the same value, summed in another order


def by_score(node: Node) -> float:
    """The points so far: what the course calls `scoreEvaluationFunction`."""
    return node.score


def by_hunger(node: Node) -> float:
    """The points, and less than one piece of food more the nearer the next one is: the cure of thrashing."""
    return node.score if node.won() else node.score + 9.0 / (1 + steps_to_food(node))


def by_caution(node: Node) -> float:
    """Hunger, and fear of ghosts that are near and not scared."""
    worth = by_hunger(node)
    for ghost, scared in zip(node.ghosts, node.scared, strict=True):
        gap = abs(ghost[0] - node.pacman[0]) + abs(ghost[1] - node.pacman[1])
        if not scared:
            worth -= 60.0 / (1 + gap * gap)
    return worth


JUDGES: dict[str, Judge] = {"score": by_score, "hunger": by_hunger, "caution": by_caution}


def steps_to_food(node: Node) -> int:
    """Steps through the maze to the nearest food; the size of the maze where none can be reached."""
    steps = steps_to((int(node.pacman[0]), int(node.pacman[1])), set(node.food), node.walls)
    return len(node.walls) if steps is None else steps


def steps_to(place: tuple[int, int], goals: set[tuple[int, int]], walls: set[tuple[int, int]]) -> int | None:
    """Steps through the maze to the nearest of some cells; none where there is no way."""
    edge = {place}
    seen, steps = set(edge), 0
    while not edge & goals:
        around = {(x + a, y + b) for x, y in edge for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        edge = around - walls - seen
        if not edge:
            return None
        seen |= edge
        steps += 1
    return steps


def search(node: Node, kind: str, rounds: int, judge: Judge = by_score) -> Answer:
    """The answer of a textbook search so many rounds deep."""
    answer: Answer = run(SEARCHES[kind](node, depth=rounds * node.players, estimate=for_mover(judge)))
    return answer


def for_mover(judge: Judge) -> Estimate:
    """An opinion about Pacman as the textbook wants it: for the player to move."""
    return lambda node: judge(node) if node.turn == 0 else -judge(node)


def values(node: Node, kind: str, rounds: int, judge: Judge = by_score) -> dict[int, float]:
    """What each move is worth to the player to move, exactly: no bound of alpha-beta takes part in a choice."""
    plies, found = rounds * node.players, {}
    for move in node.moves():
        after = node.play(move)
        if after.over() or plies == 1:
            worth = after.utility(0) if after.over() else judge(after)
            found[move] = worth if node.turn == 0 else -worth
        else:
            steps = SEARCHES[kind](after, player=node.turn, depth=plies - 1, estimate=for_mover(judge))
            found[move] = float(run(steps).value)
    return found


def best_moves(worth: dict[int, float]) -> list[int]:
    """All moves that are as good as the best."""
    top = max(worth.values())
    return [move for move, value in worth.items() if value >= top - NEAR * max(1.0, abs(top))]


class Replanning(Player):
    """A search in plain Python that plans anew before each move: `replan:against=random,rounds=2,judge=hunger`."""

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("against", str, "ghosts who do their worst (worst), or play at random (random)", "worst"),
        Setting("rounds", int, "rounds to look ahead", 2, low=1, high=6),
        Setting("judge", str, f"what counts at the horizon: {', '.join(JUDGES)}", "score"),
        Setting("ties", str, "equally good moves: the first one (first), or one by lot (drawn)", "first"),
        Setting("seed", int, "of what is drawn", 0, low=0),
    )

    def __init__(
        self,
        against: str = "worst",
        rounds: int = 2,
        judge: str = "score",
        ties: str = "first",
        seed: int = 0,
        text: str = "replan",
    ) -> None:
        for name, value, known in (
            ("against", against, ("worst", "random")),
            ("judge", judge, tuple(JUDGES)),
            ("ties", ties, ("first", "drawn")),
        ):
            if value not in known:
                raise BadPlayer(f"{name} of replan is {' or '.join(known)}, not {value!r}")
        self.kind = "minimax" if against == "worst" else "expectimax"
        self.rounds, self.judge, self.ties, self.seed, self.text = rounds, JUDGES[judge], ties, seed, text
        self.new_game()

    def new_game(self, seed: int = 0) -> None:
        """Lots are drawn anew."""
        self.random = Random(self.seed, seed)

    def think(self, game: Any, **asked: Any) -> SearchResult:
        """The best move, and among equals the first, or one by lot."""
        playthrough = as_playthrough(game)
        worth = values(Node(playthrough.state.copy()), self.kind, self.rounds, self.judge)
        best = best_moves(worth)
        move = best[0 if self.ties == "first" else self.random.below(len(best))]
        return simple_result(
            playthrough, move, self.text, value=worth[move], depth=self.rounds * playthrough.state.players
        )


class Reflex(Player):
    """One move ahead by an opinion, without any thought of what the ghosts will do."""

    text = "reflex"
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("judge", str, f"what counts: {', '.join(JUDGES)}", "caution"),
    )  # fmt: skip

    def __init__(self, judge: str = "caution", text: str = "reflex") -> None:
        if judge not in JUDGES:
            raise BadPlayer(f"judge of reflex is {' or '.join(JUDGES)}, not {judge!r}")
        self.judge, self.text = JUDGES[judge], text

    def think(self, game: Any, **asked: Any) -> SearchResult:
        """The move whose next position seems best."""
        playthrough = as_playthrough(game)
        node = Node(playthrough.state.copy())
        sign = 1.0 if node.turn == 0 else -1.0
        best, chosen = -math.inf, node.moves()[0]
        for move in node.moves():
            worth = sign * self.judge(node.play(move))
            if worth > best:
                best, chosen = worth, move
        return simple_result(playthrough, chosen, self.text, value=best, depth=1)
