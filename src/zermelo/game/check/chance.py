"""Laws of chance and of random moves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.game.check.ask import IS_OVER, SAMPLED
from zermelo.game.check.course import Place
from zermelo.game.check.laws import ODDS, SAMPLE, UNIFORM, Complaint
from zermelo.game.compile import kernel
from zermelo.game.game import CHANCE, NO_MOVE
from zermelo.game.random import Random

SUSPICIOUS = 6.0  # standard deviations of the chi-square sum beyond which chance is no explanation (1 in 10**9)
KEPT = 300  # positions on which uniformity is tried


def check_odds(place: Place) -> Iterator[Complaint]:
    """Probabilities of nature's moves."""
    if place.state.turn != CHANCE or place.ended:
        return
    place.memory["chance seen"] = True
    odds = place.answers.odds[: place.count]
    for move, value in zip(place.legal, odds, strict=True):
        if not 0.0 < value <= 1.0 + 1e-9:
            yield Complaint(ODDS, f"odds({move}) = {value}")
            return
    if abs(float(odds.sum()) - 1.0) > 1e-6:
        yield Complaint(ODDS, f"the odds of the {place.count} outcomes add up to {odds.sum():.6g}")


def check_sample(place: Place) -> Iterator[Complaint]:
    """The move that `sample` gave."""
    if place.answers.flags[IS_OVER] or place.state.turn == CHANCE:
        return
    move = int(place.answers.flags[SAMPLED])
    if place.ended:
        if move != NO_MOVE:
            yield Complaint(SAMPLE, f"sample() gives {move} where there is no move")
    elif move == NO_MOVE:
        yield Complaint(SAMPLE, f"sample() gives NO_MOVE where there are {place.count} moves")
    elif move not in place.legal:
        yield Complaint(SAMPLE, f"sample() gives {move}, which is not legal")
    elif place.count > 1 and UNIFORM.concerns(place.game):
        kept = place.memory.setdefault("sampled", [])
        if len(kept) < KEPT:
            kept.append((place.state.copy(), list(place.moves)))


# ---------------------------------------------------------------------- uniformity


def draw(state: Any, random: Random, legal: Any, counts: Any, row: Any, draws: int) -> int:
    """How often each legal move is sampled; returns the number of illegal ones."""
    strange = 0
    for _ in range(draws):
        move = state.sample(random, row)
        found = False
        for index in range(len(legal)):
            if legal[index] == move:
                counts[index] += 1
                found = True
                break
        strange += not found
    return strange


draw_compiled = kernel(draw)


def drawn(state: Any, stream: int, each: int, compiled: bool) -> tuple[list[int], Any]:
    """The legal moves and how often each was drawn, `each` times being expected."""
    legal = np.array(state.legal(), np.int32)
    counts = np.zeros(len(legal), np.int64)
    row = np.zeros(state.most_moves + 8, np.int32)
    (draw_compiled if compiled else draw)(state, Random(1, stream), legal, counts, row, each * len(legal))
    return [int(move) for move in legal], counts


def check_uniform(kept: list[tuple[Any, list[int]]], compiled: bool) -> Iterator[tuple[list[int], Complaint]]:
    """A chi-square test over all positions together, then the position that shows it best."""
    each = 60 if compiled else 12
    total, freedom = 0.0, 0
    worst: tuple[float, list[int], str] = (0.0, [], "")
    for number, (state, line) in enumerate(kept if compiled else kept[:60]):
        legal, counts = drawn(state, number, each, compiled)
        square = float(((counts - each) ** 2).sum() / each)
        total, freedom = total + square, freedom + len(legal) - 1
        score = deviations(square, len(legal) - 1)
        if score > worst[0]:
            odd = int(np.abs(counts - each).argmax())
            text = f"move {legal[odd]} was drawn {counts[odd]} times of {each * len(legal)}, {each} were expected"
            worst = score, line, text
    if freedom and deviations(total, freedom) > SUSPICIOUS:
        yield worst[1], Complaint(UNIFORM, worst[2])


def deviations(square: float, freedom: int) -> float:
    """A chi-square value in standard deviations of the normal distribution (Wilson and Hilferty 1931)."""
    spread = 2.0 / (9.0 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1.0 - spread)) / math.sqrt(spread))
