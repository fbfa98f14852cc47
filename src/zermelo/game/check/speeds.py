"""The law that CPython and compiled code agree: two sets of answers are compared part by part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.check.ask import Answers
from zermelo.game.check.course import Place
from zermelo.game.check.laws import SPEEDS, Complaint

FLAG_NAMES = (
    "the number of moves()",
    "over()",
    "midturn()",
    "the number of noisy_moves()",
    "checking()",
    "sample()",
    "the number of moves tried",
    "pass_is_safe()",
)
PLAYER_NAMES = ("utility", "reward", "bounds", "bounds")
MOVE_NAMES = ("order", "noisy", "irreversible", "judged", "same")


def check_speeds(place: Place) -> Iterator[Complaint]:
    """Every answer, the bytes after every move, and the random numbers used."""
    if place.compiled is None:
        return
    if found := difference(place, place.answers, place.compiled, "CPython", "compiled"):
        yield Complaint(SPEEDS, found)
    elif len(set(place.drawn)) > 1:
        yield Complaint(SPEEDS, "sample() or redeal() draws more random numbers at one speed than at the other")


def difference(place: Place, a: Answers, b: Answers, one: str = "first", other: str = "then") -> str:
    """The first answer in which two sets differ, in words; nothing if there is none."""
    for index, name in enumerate(FLAG_NAMES):
        if a.flags[index] != b.flags[index]:
            return f"{name} is {one} {a.flags[index]}, {other} {b.flags[index]}"
    count, noisy = place.count, max(0, int(a.flags[3]))
    rows = ("moves", a.row, b.row, count), ("noisy_moves", a.noisy_row, b.noisy_row, noisy)
    for name, left, right in ((name, x[:size], y[:size]) for name, x, y, size in rows):
        if not np.array_equal(left, right):
            return f"{name}() writes {one} {left.tolist()}, {other} {right.tolist()}"
    for name, left, right in (("key()", a.keys[0], b.keys[0]), ("repetition_key()", a.keys[1], b.keys[1])):
        if left != right:
            return f"{name} is {one} {left:#x}, {other} {right:#x}"
    return numbers_differ(place, a, b, one, other) or states_differ(a, b, one, other)


def numbers_differ(place: Place, a: Answers, b: Answers, one: str, other: str) -> str:
    """Answers that are numbers."""
    if not close(a.values, b.values):
        return f"evaluate() is {one} {a.values[0]}, {other} {b.values[0]}"
    for player, column in np.argwhere(~near(a.by_player, b.by_player)):
        left, right = a.by_player[player, column], b.by_player[player, column]
        return f"{PLAYER_NAMES[column]}({player}) is {one} {left}, {other} {right}"
    for index, column in np.argwhere(a.by_move != b.by_move):
        left, right = a.by_move[index, column], b.by_move[index, column]
        return f"{MOVE_NAMES[column]}({a.row[index]}) is {one} {left}, {other} {right}"
    for (index,) in np.argwhere(~near(a.odds, b.odds)):
        return f"odds({a.row[index]}) is {one} {a.odds[index]}, {other} {b.odds[index]}"
    for player in range(place.game.players):
        size = int(a.seen_counts[player])
        left, right = a.seen[player, : max(size, 0)].tolist(), b.seen[player, : max(size, 0)].tolist()
        if size != b.seen_counts[player] or left != right:
            return f"observe({player}) writes {one} {left}, {other} {right}"
    if not np.array_equal(a.mirrored, b.mirrored):
        return "transform_move() answers differently"
    return ""


def states_differ(a: Answers, b: Answers, one: str, other: str) -> str:
    """States after play, redeal and transform, byte by byte."""
    for name, left, right in (
        ("play", a.children, b.children),
        ("redeal", a.dealt, b.dealt),
        ("transform", a.mirrors, b.mirrors),
        ("pass_turn", a.passed, b.passed),
    ):
        for index in range(len(left)):
            if left[index].tobytes() != right[index].tobytes():
                argument = int(a.tried[index]) if name == "play" else index if name != "pass_turn" else ""
                return f"{name}({argument}) gives {field_values(left[index], right[index], one, other)}"
    return ""


def field_values(left: Any, right: Any, one: str, other: str) -> str:
    """The first field in which two states differ, with both values."""
    for name in type(left)._fields:
        x, y = getattr(left, name), getattr(right, name)
        if not np.array_equal(x, y):
            if np.issubdtype(np.asarray(x).dtype, np.floating) and np.allclose(x, y, rtol=1e-6, atol=1e-12):
                return (
                    f"field {name} with different last bits ({one} {np.ravel(x)[0]!r}, {other} {np.ravel(y)[0]!r}): "
                    "compiled code rounds in another order; count in whole numbers, or leave the field out of the key"
                )
            shown = [v.tolist() if isinstance(v, np.ndarray) else v for v in (x, y)]
            return f"field {name} {one} {shown[0]}, {other} {shown[1]}"
    return "states with different hidden bytes"


def near(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Equal up to the last bits, in which libraries of mathematical functions differ."""
    return np.isclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True)


def close(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether all numbers are equal up to the last bits."""
    return bool(near(a, b).all())
