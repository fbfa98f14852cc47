"""The listing of docs/guide/pictures.md runs and prints what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_documents import listings

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "pictures.md"


def test_the_page_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "page"}
    for listing in listings(PAGE.read_text(encoding="utf-8")):
        exec(compile(listing, str(PAGE), "exec", dont_inherit=True), names)
    printed = capsys.readouterr().out.splitlines()
    assert printed[:3] == ["18 A", "≤ 20.0", "open"]
    assert str(names["picture"]).startswith("<svg ")
    assert str(names["both"]).count("<section ") == 2
