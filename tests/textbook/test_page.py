"""The listings of docs/guide/textbook.md run, and its table names every algorithm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_documents import listings
from zermelo.textbook.algorithms import ALGORITHMS

pytestmark = pytest.mark.xdist_group("solve")  # Pig is compiled there already

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "textbook.md"


def test_the_page_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "page"}
    for listing in listings(PAGE.read_text()):
        exec(compile(listing, str(PAGE), "exec", dont_inherit=True), names)
    printed = capsys.readouterr().out
    assert "Answer(value=5.0, move='B'" in printed
    assert "['B', 'H']" in printed
    assert "0.709424" in printed


def test_every_algorithm_is_named() -> None:
    text = PAGE.read_text()
    assert all(f"`{name}`" in text for name in ALGORITHMS)
