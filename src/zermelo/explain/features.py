"""What an evaluation is made of: the numbers it goes through, by the names its author gave them.

The evaluation is run once in CPython and watched: every number that it keeps under a name, every answer of a helper
that it asks, and the numbers of helpers that judge one player (they take `player`). So whoever wrote `evaluate` has
already written the explanation, and no game says anything twice.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from functools import cache
from types import CodeType, FrameType
from typing import Any

import numpy as np

from zermelo.game.game import Game


def features(state: Game) -> dict[str, float]:
    """The numbers of `state.evaluate()`, in the order in which they were found."""
    top = inspect.unwrap(type(state).evaluate).__code__
    found: dict[str, float] = {}

    def watch(frame: FrameType, event: str, answer: Any) -> None:
        if event != "return":
            return
        caller = frame.f_back
        if frame.f_code is top:
            found.update({spoken(name): value for name, value in kept(frame).items()})
        elif caller is not None and caller.f_code is top:
            player: Any = frame.f_locals.get("player")
            if is_number(player):
                found.update({f"{spoken(name)} of player {int(player) + 1}": x for name, x in kept(frame).items()})
            elif is_number(answer) and (asked := question(caller)):
                found[asked] = float(answer)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        state.evaluate()
    finally:
        sys.setprofile(before)
    return found


def kept(frame: FrameType) -> dict[str, float]:
    """The numbers under names in a frame, but not what it was given, and not what `passing` names."""
    code = frame.f_code
    left_out = set(code.co_varnames[: code.co_argcount]) | passing(code)
    return {
        name: float(frame.f_locals[name])
        for name in code.co_varnames
        if name not in left_out and name in frame.f_locals and is_number(frame.f_locals[name])
    }


def is_number(value: Any) -> bool:
    """Whether a value is a plain number; boards (unsigned words) and flags are none."""
    if isinstance(value, (bool, np.bool_, np.uint64)):
        return False
    return isinstance(value, (int, float, np.integer, np.floating))


@cache
def passing(code: CodeType) -> frozenset[str]:
    """Names that tell nothing at the end: given anew on every round of a loop, or a place in a table."""
    tree = source(code)
    inside = {id(node) for loop in loops(tree) for node in ast.walk(loop)}
    found: set[str] = set()
    lasting: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            (found if id(node) in inside else lasting).add(node.id)
    places = {
        name.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        for name in ast.walk(node.slice)
        if isinstance(name, ast.Name)
    }
    return frozenset((found - lasting) | places)


def loops(tree: ast.AST) -> list[ast.For | ast.While]:
    """Every loop of a function."""
    return [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While))]


def question(frame: FrameType) -> str:
    """The call that a frame is waiting for, as written: `spread(theirs)`; none inside a loop, which makes many."""
    code = frame.f_code
    first, last, begin, end = list(code.co_positions())[frame.f_lasti // 2]
    if first is None or first != last or begin is None or end is None:
        return ""
    lines, start = inspect.getsourcelines(code)
    if any(loop.lineno <= first - start + 1 <= (loop.end_lineno or 0) for loop in loops(source(code))):
        return ""
    text = lines[first - start].encode()[begin:end].decode()
    return text.replace("self.", "") if text.endswith(")") else ""


@cache
def source(code: CodeType) -> ast.Module:
    """The syntax tree of a function; an empty one where its source is not at hand."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(code)))
    except (OSError, SyntaxError, TypeError):
        return ast.Module([], [])


def spoken(name: str) -> str:
    """A name of Python's as words."""
    return name.replace("_", " ")
