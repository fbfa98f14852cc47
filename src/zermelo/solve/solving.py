"""Solving a game: which method serves it, why, and what came out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.game.game import Game
from zermelo.search.common.endings import NO_POSITION
from zermelo.solve.checkpoint import Checkpoint
from zermelo.solve.files import write_table
from zermelo.solve.promise import promise, refuse_solving
from zermelo.solve.reached import Solved, solve_reached
from zermelo.solve.slices import Values, solve_slice, successors
from zermelo.solve.tablebase import SUFFIX, SliceTables, folder_of, header_of, known, look_again

Tell = Callable[[str], None]  # progress in words


@dataclass(frozen=True)
class Report:
    """What was solved."""

    title: str
    method: str
    value: str  # of the position that was asked about, in words; empty for a slice
    positions: int
    wins: int
    draws: int
    losses: int
    longest: int | None  # moves
    seconds: float
    path: Path
    promise: str = ""


def solve_positions(
    state: Any,
    *,
    name: str = "",
    memory: float = 4e9,
    path: Path | None = None,
    resume: bool = False,
    tell: Tell | None = None,
) -> Report:
    """Solve a position and all that can follow, and keep the table; an interrupted run is gone on with."""
    cls, begin = type(state), time.process_time()

    def progress(phase: str, count: int, change: float) -> None:
        if tell is not None:
            tell(f"{phase}: {count:,}" + (f", largest change {change:.3g}" if phase == "sweeps" else ""))

    path = path or folder_of(cls) / f"reached-{int(state.key()):016x}{SUFFIX}"
    begun = Checkpoint(path.with_name(f".{path.name}.begun"), {**header_of(cls), "state": state.tobytes().hex()})
    if resume and not begun.path.is_file():
        raise BadParameter(f"there is no interrupted run to go on with at {path}: leave --resume out")
    solved = solve_reached(state, memory=memory, progress=progress, checkpoint=begun)
    if tell is not None:
        tell(f"writing {len(solved.positions):,} positions")
    wins, draws, losses = solved.counts()
    about = {"kind": "reached", "start": state.to_text(), "positions": len(solved.positions), "method": solved.method}
    about["name"] = name or cls.__name__
    write_table(path, {**header_of(cls), **about}, solved.table())
    begun.remove()
    look_again()
    return Report(
        title=f"{cls.__name__} from {state.to_text()}",
        method=solved.method,
        value=in_words(cls, state, solved),
        positions=len(solved.positions),
        wins=wins,
        draws=draws,
        losses=losses,
        longest=solved.longest,
        seconds=time.process_time() - begin,
        path=path,
        promise=promise(cls),
    )


def in_words(cls: Any, state: Any, solved: Solved) -> str:
    """The value of the position that was asked about, for the player to move."""
    value = solved.values[solved.positions.start]
    if not solved.codes:
        return f"{float(value):+.10g} for the player to move"
    found = known(cls, int(value))
    result = found.words()
    return f"{result} moves for the player to move" if found.distance is not None else result


def solve_slices(
    cls: Any,
    names: list[str],
    *,
    name: str = "",
    pieces: int = 0,
    path: Path | None = None,
    threads: int = 0,
    tell: Tell | None = None,
) -> list[Report]:
    """Solve slices of a game and those that they lead to; what is there already is not solved again."""
    refuse_solving(cls)
    if cls.slice_of is Game.slice_of:
        raise Unsupported(
            f"{cls.__name__} declares no slices (`slice_of`, `index`, `from_index`): solve it from a position instead"
        )
    names = [*names, *(cls.slice_names(pieces) if pieces else ())]
    if not names:
        raise BadLimit(f"{cls.__name__} has no slice of so few pieces: raise --pieces, or name a slice")
    tables = SliceTables(cls, path or folder_of(cls), name)
    reports: list[Report] = []
    waiting = [cls.slice_named(name) for name in names]
    while waiting:
        slice = waiting[-1]
        missing = [] if tables.has(slice) else [other for other in successors(cls, slice) if not tables.has(other)]
        if missing:
            waiting += sorted(missing)
            continue
        waiting.pop()
        if not tables.has(slice):
            reports.append(solve_one(cls, slice, tables, threads, tell))
    look_again()
    return reports


def solve_one(cls: Any, slice: int, tables: SliceTables, threads: int, tell: Tell | None) -> Report:
    """Solve one slice, all that it leads to being there."""
    begin = time.process_time()

    def solved(other: int) -> Values:
        found = tables.slice(other)
        if found is None:  # a rare move that the sample of `successors` missed
            solve_one(cls, other, tables, threads, tell)
            found = tables.slice(other)
        assert found is not None
        return found

    def progress(phase: str, share: float) -> None:
        if tell is not None:
            tell(f"{phase}: {share:.0%}" if share else phase)

    codes = solve_slice(cls, slice, solved, threads, progress)
    valid = codes[codes != NO_POSITION]
    wins, losses = int((valid > 0).sum()), int((valid < 0).sum())
    longest = int(np.abs(valid.astype(np.int32)).max(initial=1)) - 1
    about = {"positions": len(valid), "wins": wins, "draws": len(valid) - wins - losses, "losses": losses}
    tables.add(slice, codes, {**about, "longest": longest, "promise": promise(cls)})
    return Report(
        title=f"{cls.__name__} {cls.slice_name(slice)}",
        method="retrograde analysis by index",
        value="",
        positions=len(valid),
        wins=wins,
        draws=len(valid) - wins - losses,
        losses=losses,
        longest=longest,
        seconds=time.process_time() - begin,
        path=tables.file_of(slice),
        promise=promise(cls),
    )
