"""The files that a reader passes from `zermelo analyse` to the kernel are those that the guide lists."""

import re
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import zermelo
from zermelo.interfaces.cli import app

SOURCES = Path(zermelo.__file__).parent
GUIDE = Path(__file__).parent.parent / "docs" / "guide" / "inside.md"
# Whoever called these is on the way: the player and the searcher are made, threads start, the kernel is called
ENDS = ("Searching.__init__", "AlphaBeta.__init__", "run_with_clock", "AlphaBetaDeepening.search")
KERNEL = "search/alphabeta/kernel.py"  # compiled code has no frames of Python's


def analyse() -> None:
    """What the command line does."""
    app(["analyse", "tic_tac_toe", "--player", "alphabeta:depth=4"], standalone_mode=False)


def passed() -> set[str]:
    """The files of all functions that were under way when one of the ends was called."""
    found = {KERNEL}

    def look(frame: FrameType | None, event: str, _: Any) -> None:
        if event != "call" or frame is None or frame.f_code.co_qualname not in ENDS:
            return
        while frame is not None:
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(SOURCES):
                found.add(path.relative_to(SOURCES).as_posix())
            frame = frame.f_back

    threading.setprofile(look)
    sys.setprofile(look)
    try:
        analyse()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return found


def test_the_guide_lists_the_way_to_the_kernel() -> None:
    """No file is missing, and none is listed that nobody passes."""
    analyse()  # what is compiled and imported for the first time is no part of the way
    section = GUIDE.read_text(encoding="utf-8").partition("## From `zermelo analyse`")[2].partition("\n## ")[0]
    assert passed() == set(re.findall(r"^\| `([\w/]+\.py)` \|", section, re.M))
