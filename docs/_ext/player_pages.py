"""Tables of settings, made from the players themselves: `<!-- settings: mcts -->` becomes the table of one player.

`<!-- settings: all -->` gives every player a section.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

from zermelo.players import KINDS

MARK = re.compile(r"^<!-- settings: (\w+) -->$", re.MULTILINE)


def shown(value: Any) -> str:
    """A default as it would be typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else f"`{value}`"


def table(name: str) -> str:
    """What can be set of one player."""
    rows = [f"| `{item.name}` | {shown(item.default)} | {item.help} |" for item in KINDS[name].settings]
    if not rows:
        return "It has no settings.\n"
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows]) + "\n"


def section(name: str) -> str:
    """One player: who, an example, the settings."""
    kind = KINDS[name]
    example = f" For example `{kind.example}`." if kind.example else ""
    return f"## {name}\n\n{kind.summary[0].upper()}{kind.summary[1:]}.{example}\n\n{table(name)}"


def expand(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the tables in place of the marks."""

    def tables(found: re.Match[str]) -> str:
        return "\n".join(section(name) for name in KINDS) if found[1] == "all" else table(found[1])

    source[0] = MARK.sub(tables, source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Expand pages as they are read."""
    app.connect("source-read", expand)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
