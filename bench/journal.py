"""Results that outlast a run: one line of JSON for each contest, and tables written between two marks of a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
DOCS = Path(__file__).parent.parent / "docs"


def keep(name: str, row: dict[str, Any]) -> None:
    """Add a result to a journal, at once, so that an interrupted run goes on behind it."""
    with (RESULTS / f"{name}.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")


def all_kept(name: str) -> list[dict[str, Any]]:
    """The results of a journal, as they came."""
    path = RESULTS / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []


def kept(name: str, *key: str) -> dict[Any, dict[str, Any]]:
    """The last result of every contest, by the values of these columns."""
    return {tuple(row[part] for part in key) if len(key) > 1 else row[key[0]]: row for row in all_kept(name)}


def write_table(page: str, mark: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Put a table between `<!-- mark: begin -->` and `<!-- mark: end -->` of a page in docs/."""
    begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
    path = DOCS / page
    before, found, rest = path.read_text().partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"{path} has no place for this table: it wants the lines {begin} and {end}")
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]
    path.write_text("\n".join([before + begin, *lines, end]) + after)
