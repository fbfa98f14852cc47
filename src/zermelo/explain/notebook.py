"""What a notebook shows of results and trees."""

from __future__ import annotations

from html import escape
from typing import Any

from zermelo.explain.svg import svg
from zermelo.explain.trace import record
from zermelo.search.common.result import SearchResult
from zermelo.textbook.tree import Tree


def result_html(result: SearchResult) -> str:
    """A result as a table: the move, its value, the line, the work, other lines, and what was noted."""
    proven = f", a proven {result.proven}" if result.proven else ""
    distance = f" in {result.distance} plies" if result.distance else ""
    rows = [
        ("move", f"<b>{escape(result.move_text)}</b>"),
        ("value", f"{result.value:+.4f}{proven}{distance}"),
        ("line", escape(result.line_text)),
        ("search", f"{escape(result.algorithm)}, depth {result.depth}, stopped by {escape(result.stopped_by)}"),
        ("nodes", f"{result.nodes:,} in {result.seconds:.2f} s"),
    ]
    rows += [(f"line {place}", f"{line.value:+.4f}&ensp;{escape(line.text)}") for place, line in others(result)]
    rows += [("note", escape(note)) for note in result.notes]
    cells = "".join(
        f'<tr><th style="text-align:left">{name}</th><td style="text-align:left">{shown}</td></tr>'
        for name, shown in rows
    )
    return f'<table class="zermelo-result">{cells}</table>'


def others(result: SearchResult) -> list[tuple[int, Any]]:
    """The second line and those after it."""
    return list(enumerate(result.lines[1:], 2))


def tree_svg(tree: Tree) -> str:
    """A tree with the values that its players can reach."""
    chance = any(node.turn < 0 and node.children for _, node in tree.nodes())
    name = "expectiminimax" if chance else "minimax" if tree.zero_sum else "maxn"
    return svg(record(tree, name))
