"""An error on the way through somebody's rules, as one sentence that names the cause; the same for every verb.

An error that comes out of a line of theirs is told with that line. One that comes up in our own code, because of what
their rules answered, is looked for by a short examination in CPython: the first broken law is the cause.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from zermelo.errors import BadRules, ZermeloError
from zermelo.game.check.checking import Check
from zermelo.game.check.examine import own_place
from zermelo.game.files import loaded_files
from zermelo.game.record import RecordType
from zermelo.game.threads import Workers
from zermelo.game.trouble import comes_from_numba, explain

SECONDS = 3.0  # of a search for the cause
GAMES = 40


def blamed(problem: BaseException) -> ZermeloError | None:
    """The sentence for an error that somebody's rules have caused; None where the mistake is ours."""
    if isinstance(problem, ZermeloError):
        return problem
    games = games_in_files()
    if isinstance(problem, RecursionError | MemoryError) and not games:
        return None
    place = own_place(problem) if from_a_file(problem) else None
    if place:
        name, line = place
        file = file_at(problem)
        what = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
        if isinstance(problem, IndexError):
            what = "an index outside its array"
        return BadRules(f"{name}() stops with {what} ({line}){remedy(file)}")
    for game in games:
        if comes_from_numba(problem):
            return explain(problem, game)
        if cause := first_broken(game):
            return BadRules(f"{game.__name__}: {cause}{remedy(file_of(game))}")
    return None


def remedy(file: str) -> str:
    """What shows more."""
    return f"; `zermelo check {file}` shows the moves that lead there"


def from_a_file(problem: BaseException) -> bool:
    """Whether an error came through a file that somebody named."""
    return bool(file_at(problem))


def file_at(problem: BaseException) -> str:
    """The named file, or one beside it, in which an error came up last."""
    folders = {path.parent: path for path in loaded_files()}
    trace, found = problem.__traceback__, ""
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.parent in folders:
            found = shown(path if path in loaded_files() else folders[path.parent])
        trace = trace.tb_next
    return found


def shown(path: Path) -> str:
    """A path as one types it."""
    try:
        return f"./{path.relative_to(Path.cwd())}"
    except ValueError:
        return str(path)


def file_of(game: Any) -> str:
    """The file that a game stands in."""
    path = getattr(sys.modules.get(game.__module__), "__file__", None)
    return shown(Path(path)) if path else game.__name__


def games_in_files() -> list[Any]:
    """The games of files that were named, the last used first; checked ones too, as their drawing may have changed."""
    names = {str(path) for path in loaded_files()}
    found = []
    for game in reversed(list(RecordType.known.values())):
        module = sys.modules.get(game.__module__)
        if str(getattr(module, "__file__", "")) in names and hasattr(game, "moves"):
            found.append(game)
    return found


def first_broken(game: Any) -> str:
    """The law that a game breaks in a few games in CPython, with what is wrong; empty where none is found."""
    check = Check(game, game.__name__)
    workers = Workers([lambda: check.run(0, SECONDS, GAMES, 0, compiled=False)])
    for thread in workers.threads:
        thread.join(3 * SECONDS)  # rules that do not return are left behind
    if not check.report.broken:
        return ""
    return check.report.broken[0].message
