"""The glossary has every name of the contract, the settings and the results, once in its table, and no others."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from zermelo.game import game as contract
from zermelo.game.game import Game
from zermelo.game.record import Record
from zermelo.players import KINDS
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, RootMove, SearchResult

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]*) ?\|$", re.MULTILINE)


def tables() -> dict[str, list[tuple[str, str, str]]]:
    """The rows under each heading."""
    parts = re.split(r"^## (.*)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {heading: ROW.findall(text) for heading, text in zip(parts[::2], parts[1::2], strict=True)}


def contract_names() -> set[str]:
    """Facts, fields, rules, hooks and words of the base class, and the constants beside it, as the code has them."""
    found = {name for cls in (Game, Record) for name in (*vars(cls), *vars(cls).get("__annotations__", {}))}
    found |= {name for name in vars(contract) if name.isupper()}
    return {name for name in found if not name.startswith("_")}


def setting_names() -> set[str]:
    return {setting.name for kind in KINDS.values() for setting in kind.settings}


def field_names(*classes: type) -> set[str]:
    named = {item.name for cls in classes for item in fields(cls)}
    return named | {name for cls in classes for name, value in vars(cls).items() if is_public(name, value)}


def is_public(name: str, value: object) -> bool:
    return not name.startswith("_") and (isinstance(value, property) or name == "to_json")


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (("Facts", "Fields", "Rules", "Hooks", "Words"), contract_names()),
        (("Settings",), setting_names()),
        (("Limits",), field_names(Limits)),
        (("Results",), field_names(SearchResult, Line, RootMove)),
    ],
    ids=["contract", "settings", "limits", "results"],
)
def test_the_tables_are_those_of_the_code(headings: tuple[str, ...], expected: set[str]) -> None:
    rows = [row for heading in headings for row in tables()[heading]]
    names = [name for name, _, _ in rows]
    assert sorted(names) == sorted(set(names)), "a name stands twice"
    assert not expected - set(names), "missing in docs/glossary.md"
    assert not set(names) - expected, "no longer in the code"
    assert all(meaning.strip() for _, meaning, _ in rows)


def test_most_names_have_a_word_of_the_literature() -> None:
    rows = [row for found in tables().values() for row in found]
    assert sum(bool(word.strip()) for _, _, word in rows) > 0.8 * len(rows)
