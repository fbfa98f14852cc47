"""What notebooks show: a state, a result or a tree asks here for its picture, which a higher layer draws.

Who draws what is said once, in `zermelo/__init__.py`; nothing is imported until a picture is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Drawer = Callable[[Any], str]
_drawers: dict[str, Drawer] = {}


def draws(kind: str) -> Callable[[Drawer], Drawer]:
    """Register a function that draws things of one kind, as SVG or HTML."""

    def register(drawer: Drawer) -> Drawer:
        _drawers[kind] = drawer
        return drawer

    return register


def picture(kind: str, thing: Any) -> str:
    """The picture of a state, a result or a tree."""
    return _drawers[kind](thing)
