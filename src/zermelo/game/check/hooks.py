"""Laws of the hooks that make search strong."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.game.check.ask import HIGH, IS_NOISY, LOW, NOISY_COUNT, SAFE, TWIN, WORTH
from zermelo.game.check.course import Place
from zermelo.game.check.laws import (
    BOUNDS,
    EVALUATE,
    FEATURES,
    NOISY,
    PASS,
    PURE,
    SAME,
    STATIC_RESULT,
    SYMMETRY,
    Complaint,
)
from zermelo.game.game import CHANCE, FORBIDDEN

REMEMBERED = 100_000  # positions whose features are kept
TREE = 600  # nodes of a game tree that is searched to the end for the sake of `bounds`


def check_evaluate(place: Place) -> Iterator[Complaint]:
    """An estimate is no proof: it stays strictly between loss and win."""
    game = place.game
    if place.ended or place.state.turn == CHANCE or game.lowest == game.highest:
        return
    value = float(place.answers.values[0])
    if math.isnan(value):
        yield Complaint(EVALUATE, "evaluate() is not a number (NaN)")
    elif not game.lowest < value < game.highest:
        yield Complaint(EVALUATE, f"evaluate() = {value}, not strictly between {game.lowest} and {game.highest}")


def check_features(place: Place) -> Iterator[Complaint]:
    """Named numbers from which the evaluation follows: what was seen with equal ones was judged equal."""
    if place.ended or not FEATURES.concerns(place.game):
        return
    found = place.state.features()
    if problem := misnamed(found):
        yield Complaint(FEATURES, problem)
        return
    if place.state.tobytes() != place.before:
        yield Complaint(PURE, "features() changes the state")
        return
    value = float(place.answers.values[0])
    seen: dict[Any, float] = place.memory.setdefault("features", {})
    key = int(place.state.turn), *found.items()
    other = seen.get(key, value)
    if not math.isclose(value, other, rel_tol=1e-6, abs_tol=1e-6):
        yield Complaint(FEATURES, f"evaluate() is {value} here and {other} elsewhere, with the same features {found}")
    elif len(seen) < REMEMBERED:
        seen[key] = value


def misnamed(found: dict[str, float]) -> str:
    """What is wrong with features by themselves, or nothing."""
    for name, value in found.items():
        if not isinstance(name, str) or not name.strip() or "_" in name:
            return f"features() has the name {name!r}, which is no plain words"
        if not math.isfinite(value):
            return f"features()[{name!r}] = {value}, not a finite number"
    return ""


def check_noisy(place: Place) -> Iterator[Complaint]:
    """The noisy moves, listed and asked for one by one."""
    if place.ended or place.state.turn == CHANCE:
        return
    listed = sorted(int(m) for m in place.answers.noisy_row[: max(0, int(place.answers.flags[NOISY_COUNT]))])
    named = sorted(m for m, row in zip(place.legal, place.answers.by_move, strict=False) if row[IS_NOISY])
    if listed != named:
        yield Complaint(NOISY, f"noisy_moves() writes {listed}, noisy() names {named}")


def check_pass(place: Place) -> Iterator[Complaint]:
    """A null move: the other player is to move, and can."""
    if not place.game.can_pass or place.ended or place.state.turn == CHANCE or not place.answers.flags[SAFE]:
        return
    after = place.answers.passed[0]
    if after.turn == place.state.turn:
        yield Complaint(PASS, f"after pass_turn() player {after.turn} is to move again")
    elif after.key() == place.state.key():
        yield Complaint(PASS, "pass_turn() does not change the key")
    else:
        for move in after.legal()[:3]:
            after.copy().play(move)


def check_same(place: Place) -> Iterator[Complaint]:
    """The smallest equivalent move is legal, its own smallest, and leads to an equal game."""
    if not SAME.concerns(place.game) or place.state.turn == CHANCE:
        return
    twins = {move: int(row[TWIN]) for move, row in zip(place.legal, place.answers.by_move, strict=False)}
    for move, smaller in twins.items():
        if smaller not in twins:
            yield Complaint(SAME, f"same({move}) = {smaller}, which is not legal")
        elif smaller > move:
            yield Complaint(SAME, f"same({move}) = {smaller} is larger")
        elif twins[smaller] != smaller:
            yield Complaint(SAME, f"same({move}) = {smaller}, but same({smaller}) = {twins[smaller]}")
        elif smaller != move and (found := unlike(place.state, move, smaller)):
            yield Complaint(SAME, f"same({move}) = {smaller}, but {found}")
        else:
            continue
        return


def unlike(state: Any, move: int, other: int) -> str:
    """How the positions after two moves differ in what no symmetry changes."""
    left, right = state.copy(), state.copy()
    left.play(move)
    right.play(other)
    if left.turn != right.turn or left.over() != right.over():
        return "turn or end of the game differ after them"
    if len(left.legal()) != len(right.legal()):
        return f"there are {len(left.legal())} and {len(right.legal())} moves after them"
    if left.over() and left.utility(0) != right.utility(0):
        return "the results differ"
    return ""


def check_symmetry(place: Place) -> Iterator[Complaint]:
    """A mirror image is the same game: moves, end, result, and what follows from each move."""
    game = place.game
    if game.symmetries < 2:
        return
    for which in range(game.symmetries):
        image = place.answers.mirrors[which]
        if found := cracked(place, which, image):
            yield Complaint(SYMMETRY, found)
            return


def cracked(place: Place, which: int, image: Any) -> str:
    """What is wrong with one mirror image, or nothing."""
    state = place.state
    if which == 0 and image.tobytes() != place.before:
        return "transform(0) must change nothing"
    if bool(image.over()) != bool(state.over()):
        return f"transform({which}) changes over()"
    if place.ended:
        worths = [float(image.utility(player)) for player in range(place.game.players)]
        there = [float(value) for value in place.answers.by_player[:, WORTH]]
        return "" if worths == there else f"transform({which}) changes utility from {there} to {worths}"
    mirrored = [int(move) for move in place.answers.mirrored[which, : place.count]]
    if sorted(mirrored) != sorted(image.legal()):
        return f"the moves {place.legal} become {mirrored} by transform_move({which}), but {image.legal()} are legal"
    to = dict(zip(place.legal, mirrored, strict=True))
    for move, child in place.children()[:6]:
        later, sooner = child.copy(), image.copy()
        later.transform(which)
        sooner.play(to[move])
        if later.key() != sooner.key():
            return f"move {move} and then transform({which}) differs from transform({which}) and then move {to[move]}"
    return ""


def check_bounds(place: Place) -> Iterator[Complaint]:
    """Bounds are in order; near the end the value is searched out and compared."""
    game = place.game
    if place.ended or not BOUNDS.concerns(game):
        return
    for player in range(game.players):
        low, high = (float(place.answers.by_player[player, side]) for side in (LOW, HIGH))
        if not game.lowest <= low <= high <= game.highest:
            yield Complaint(BOUNDS, f"bounds({player}) = ({low}, {high}) is not in order or not in range")
            return
    remembers = game.repetition and game.repeated != FORBIDDEN or game.no_progress or game.cap
    if game.players != 2 or not game.zero_sum or remembers:
        return
    value = value_of(place.state, [TREE])
    if value is None:
        return
    for player, worth in ((0, value), (1, -value)):
        low, high = (float(place.answers.by_player[player, side]) for side in (LOW, HIGH))
        if not low - 1e-9 <= worth <= high + 1e-9:
            yield Complaint(BOUNDS, f"bounds({player}) = ({low}, {high}), but the value is {worth}")
            return


def check_static_result(place: Place) -> Iterator[Complaint]:
    """The moves are legal; near the end all are searched out: a best one is among them, what is certain is so."""
    game = place.game
    if place.ended or place.state.turn == CHANCE or not STATIC_RESULT.concerns(game):
        return
    row = np.zeros(game.most_moves + 8, np.int32)
    count, certain = place.state.static_result(row)
    kept = [int(move) for move in row[:count]]
    if not kept or len(set(kept)) < len(kept) or not set(kept) <= set(place.legal):
        yield Complaint(STATIC_RESULT, f"static_result() writes {kept}; the legal moves are {place.legal}")
        return
    remembers = game.repetition and game.repeated != FORBIDDEN or game.no_progress or game.cap
    if game.players != 2 or not game.zero_sum or remembers:
        return
    sign = 1.0 if place.state.turn == 0 else -1.0
    worths = {}
    for move in place.legal:
        child = place.state.copy()
        child.play(move)
        value = value_of(child, [TREE])
        if value is None:
            return
        worths[move] = sign * value
    best = max(worths.values())
    if max(worths[move] for move in kept) != best:
        yield Complaint(STATIC_RESULT, f"static_result() writes {kept}, but the best is among {worths}")
    elif certain and best != (game.highest if certain > 0 else game.lowest):
        yield Complaint(STATIC_RESULT, f"static_result() claims a certain result ({certain}), but the value is {best}")


def value_of(state: Any, left: list[int]) -> float | None:
    """The value for player 0 by searching the whole tree, or None if it has too many nodes."""
    left[0] -= 1
    moves = state.legal()
    if not moves:
        return float(state.utility(0))
    if left[0] < len(moves):
        return None
    values = []
    for move in moves:
        child = state.copy()
        child.play(move)
        value = value_of(child, left)
        if value is None:
            return None
        values.append(value)
    if state.turn == CHANCE:
        return sum(value * float(state.odds(move)) for value, move in zip(values, moves, strict=True))
    return max(values) if state.turn == 0 else min(values)
