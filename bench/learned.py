"""Learned evaluations against judges that nobody here wrote, without search: one move ahead, then the estimate.

`python -m bench.learned connect_four FILE` lets it move first against perfect play (bitbully), which takes any of the
best moves at random. `python -m bench.learned backgammon FILE` plays pubeval and GNU Backgammon's 0-ply network
(gnubg-nn) with paired dice. `python -m bench.learned 2048 FILE` plays alone. The judges are on PyPI (AGPL and GPL:
outside programs, never imported by Zermelo): pip install bitbully bitbully-databases gnubg-nn.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.arena.statistics.score import Score
from zermelo.game.compile import kernel
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.learn.learned import Learned
from zermelo.learn.loading import load_model

SURE = 1.96


@kernel
def worth(state: Any, player: int) -> float:
    """What a position after a move is worth to whoever made it."""
    return float(state.utility(player)) if state.over() else float(state.evaluate_for(player))


def chooser(state: Any, file: str) -> Callable[[Any], int]:
    """A player who takes the move whose position is worth most by the weights of a file."""
    learned = Learned(type(state), load_model(file))

    def choose(state: Any) -> int:
        carried, best = learned.state(state), (-math.inf, 0)
        for move in state.legal():
            child = carried.copy()
            child.play(move)
            best = max(best, (worth(child, int(state.turn)), -move))
        return -best[1]

    return choose


def connect_four(file: str, games: int, seed: int) -> None:
    """Moving first against perfect play."""
    from bitbully import BitBully, Board

    solver, dice, results = BitBully(), random.Random(seed), [0, 0, 0]
    start = catalogue.begin("connect_four").state
    choose = chooser(start, file)
    for _ in range(games):
        state, board = start.copy(), Board()
        while not state.over():
            if state.turn == 0:
                move = choose(state)
            else:
                scores = solver.score_all_moves(board)
                move = dice.choice([column for column, score in scores.items() if score == max(scores.values())])
            state.play(move)
            board.play(move)
        results[1 - int(np.sign(state.utility(0)))] += 1
    wins, draws, losses = results
    interval = Score.of_groups([1.0] * wins + [0.5] * draws + [0.0] * losses, 1).interval()
    print(
        f"{wins} won, {draws} drawn, {losses} lost of {games}: {100 * interval.middle:.1f} % of the points "
        f"(95 %: {100 * interval.low:.1f} to {100 * interval.high:.1f})"
    )


def alone_2048(file: str, games: int, seed: int) -> None:
    """The score of games alone."""
    scores = []
    start = catalogue.begin("2048").state
    choose, row = chooser(start, file), np.zeros(64, np.int32)
    for game in range(games):
        state, dice = start.copy(), Random(seed, game)
        while state.turn < 0 or state.legal():
            state.play(int(state.roll(dice, row)) if state.turn < 0 else choose(state))
        scores.append(state.utility(0))
    mean, spread = float(np.mean(scores)), SURE * float(np.std(scores, ddof=1)) / games**0.5
    print(
        f"{mean:,.0f} ± {spread:,.0f} points a game over {games} games; {np.mean(np.array(scores) > 20_000):.0%} over"
    )


def backgammon(file: str, games: int, seed: int) -> None:
    """Points a game against pubeval and against the 0-ply network; both sides have each other's dice once."""
    from bench.gammon import gnubg_move, pubeval_move

    start = catalogue.begin("backgammon").state
    choose = chooser(start, file)
    for name, oracle in (("pubeval", pubeval_move), ("gnubg 0-ply", gnubg_move)):
        pairs = []
        for pair in range(games // 2):
            points = 0.0
            for me in (0, 1):
                state, dice = start.copy(), Random(seed, pair)
                row = np.zeros(64, np.int32)
                while not state.over():
                    if state.turn < 0:
                        state.play(int(state.roll(dice, row)))
                    else:
                        state.play(choose(state) if state.turn == me else oracle(state))
                points += state.utility(me) / 2
            pairs.append(points)
        spread = SURE * float(np.std(pairs, ddof=1)) / len(pairs) ** 0.5
        print(f"{name}: {np.mean(pairs):+.3f} ± {spread:.3f} points a game, {2 * len(pairs)} games", flush=True)


CONTESTS = {"connect_four": connect_four, "2048": alone_2048, "backgammon": backgammon}


def main() -> None:
    """One contest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("contest", choices=tuple(CONTESTS))
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    CONTESTS[given.contest](given.file, given.games, given.seed)


if __name__ == "__main__":
    main()
