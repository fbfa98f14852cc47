"""What notebooks show: pictures are drawn by a higher layer, which is looked up by name when one is wanted.

States, results and trees ask here for their picture; which function draws what is listed in `zermelo/__init__.py`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def picture(kind: str, thing: Any) -> str:
    """The picture of a state, a result or a tree, as SVG or HTML."""
    return str(import_module("zermelo")._picture(kind, thing))
