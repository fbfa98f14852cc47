"""A table checked by a small program that knows only the rules: plain Python, no search, nothing compiled.

Every position that can be reached is looked up, and its value must follow from those of its moves:

    win in d     a move leads to a loss in d - 1, and none to a quicker one
    loss in d    all moves lead to wins, the slowest in d - 1
    draw         a move leads to a draw, and none to a loss of the opponent
    a score      the best of the scores that moves lead to; the mean where chance moves

Distances fall with every move, so that a win cannot be postponed for ever; who keeps to drawn positions never loses.
Scores prove themselves only where no position returns, which is checked too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import BadText
from zermelo.game.game import Game
from zermelo.game.sides import same_side
from zermelo.solve.files import TABLE, Header
from zermelo.solve.promise import refuse_solving
from zermelo.solve.tablebase import check_rules, read_reached, read_slice, said

TOLERANCE = 1e-9  # of scores
Look = Callable[[Any], float | None]  # what the table says of an open position, for the player to move


@dataclass(frozen=True)
class Verdict:
    """What the check found."""

    checked: int
    whole: bool  # whether every position was looked at
    problem: str = ""  # the first position whose value is wrong, in words
    proof: bool = True  # whether the values prove themselves; scores in a game with cycles only agree with each other


def verify(cls: Any, path: Path, *, sample: int = 0, tell: Callable[[int], None] = lambda count: None) -> Verdict:
    """Check a table of a game; of slices, only so many positions, where a number is given."""
    header = check_rules(cls, path)
    if header.get("kind") == "reached":
        return verify_reached(cls, path, header, tell)
    return verify_slice(cls, path, sample, tell)


def verify_reached(cls: Any, path: Path, header: Header, tell: Callable[[int], None]) -> Verdict:
    """All positions that can be reached from the first one."""
    refuse_solving(cls)
    keys, values = read_reached(path)
    table = dict(zip(keys.tolist(), values.tolist(), strict=True))
    coded = values.dtype.kind == "i"

    def look(state: Any) -> float | None:
        return table.get(int(state.key()))

    start = cls.from_text(said(header, "start", path))
    seen, waiting, children = {int(start.key())}, [start], {}
    while waiting:
        state = waiting.pop()
        if problem := wrong(state, look, coded):
            return Verdict(len(seen), False, problem)
        here = [child for child in after(state) if child.legal()]
        children[int(state.key())] = [int(child.key()) for child in here]
        for child in here:
            if int(child.key()) not in seen:
                seen.add(int(child.key()))
                waiting.append(child)
                if len(seen) % 1000 == 0:
                    tell(len(seen))
    if len(seen) != len(table):
        return Verdict(len(seen), True, f"the table holds {len(table):,} positions, {len(seen):,} can be reached")
    return Verdict(len(seen), True, proof=coded or not cyclic(children))


def verify_slice(cls: Any, path: Path, sample: int, tell: Callable[[int], None]) -> Verdict:
    """The positions of one slice; those of other slices that moves lead to must lie beside it."""
    tables: dict[int, Any] = {}

    def look(state: Any) -> float | None:
        other, number = int(state.slice_of()), int(state.index())
        if number < 0:  # no number of its own: worth what its moves lead to
            return best([told(child, look, same_side(child, state)) for child in after(state)])
        if other not in tables:
            tables[other] = read_slice(cls, other, path.with_name(f"{cls.slice_name(other)}{path.suffix}"))
        return int(tables[other][number])

    header = check_rules(cls, path)
    if cls.slice_of is Game.slice_of:
        raise BadText(f"{path} says that it is a slice, and {cls.__name__} has none: {TABLE.again}")
    slice = cls.slice_named(said(header, "slice", path))
    size, state, checked = int(cls.slice_size(slice)), cls.blank(), 0
    numbers: Iterator[int] = iter(range(size))
    if sample:
        numbers = iter(random.Random(1913).sample(range(size), min(sample, size)))  # the same ones each time
    for number in numbers:
        if state.from_index(slice, number) and state.slice_of() == slice and state.index() == number:
            checked += 1
            if problem := wrong(state, look, coded=True):
                return Verdict(checked, False, problem)
            if checked % 1000 == 0:
                tell(checked)
    return Verdict(checked, not sample)


# ---------------------------------------------------------------------- one position


def after(state: Any) -> Iterator[Any]:
    """The positions that moves lead to."""
    for move in state.legal():
        child = state.copy()
        child.play(move)
        yield child


def told(child: Any, look: Look, same: bool) -> float:
    """What a position is worth to the player who moved there, as a code one move further from the end."""
    code = look(child) if child.legal() else ended(child)
    if code is None:
        raise BadText(f"the table does not hold {child.to_text()}, which can be reached")
    longer = code + (code > 0) - (code < 0)
    return longer if same else -longer


def ended(state: Any) -> int:
    """The code of a finished game."""
    value = state.utility(int(state.turn))
    return int(value > 0) - int(value < 0)


def best(codes: list[float]) -> float:
    """The best of several codes: the quickest win, else a draw, else the slowest loss."""
    wins = [code for code in codes if code > 0]
    if wins:
        return min(wins)
    return 0 if 0 in codes else min(codes)


def wrong(state: Any, look: Look, coded: bool) -> str:
    """What is wrong with the value of a position, in words; empty where it follows from its moves."""
    if not state.legal():
        return ""
    said = look(state)
    if said is None:
        return f"the table does not hold {state.to_text()}, which can be reached"
    true = best([told(child, look, same_side(child, state)) for child in after(state)]) if coded else score(state, look)
    if abs(said - true) <= (0 if coded else TOLERANCE):
        return ""
    return f"at {state.to_text()} the table says {said:g}, but its moves make it {true:g}"


def score(state: Any, look: Look) -> float:
    """What the moves make of a position where values are scores."""
    found = []
    for move, child in zip(state.legal(), after(state), strict=True):
        value = look(child) if child.legal() else float(child.utility(max(int(child.turn), 0)))
        if value is None:
            raise BadText(f"the table does not hold {child.to_text()}, which can be reached")
        same = same_side(child, state)
        found.append((value if same else -value) * (state.odds(move) if state.turn < 0 else 1.0))
    return sum(found) if state.turn < 0 else max(found)


def cyclic(children: dict[int, list[int]]) -> bool:
    """Whether a position can return: taking away positions without successors again and again leaves some."""
    parents: dict[int, list[int]] = {key: [] for key in children}
    left = {key: len(set(below)) for key, below in children.items()}
    for key, below in children.items():
        for child in set(below):
            parents[child].append(key)
    waiting = [key for key, count in left.items() if count == 0]
    done = 0
    while waiting:
        done += 1
        for parent in parents[waiting.pop()]:
            left[parent] -= 1
            if left[parent] == 0:
                waiting.append(parent)
    return done < len(children)
