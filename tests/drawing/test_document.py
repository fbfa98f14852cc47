"""docs/guide/scenes.md and the page's style sheet are those of the code; the listings run."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.test_documents import listings
from zermelo.drawing.document import filled, pictures
from zermelo.drawing.kind import KINDS
from zermelo.drawing.palette import COLOURS, ROLES, css
from zermelo.game.scene import SHADES, SHAPES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "guide" / "scenes.md"


def test_the_page_is_up_to_date() -> None:
    """`make pictures` makes it so."""
    text = PAGE.read_text(encoding="utf-8")
    assert filled(text) == text
    rows = re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE)
    for name in (*KINDS, *SHAPES, *SHADES, *ROLES):
        assert name in rows
    assert all(f"`{name}`" in text for name in COLOURS)
    made = pictures()
    assert {path.name: path.read_text(encoding="utf-8") for path in PAGE.with_name("scenes").iterdir()} == made
    for name, svg in made.items():
        ElementTree.fromstring(svg)
        assert f"(scenes/{name})" in text


def test_the_style_sheet_is_up_to_date() -> None:
    """`make pictures` makes it so."""
    assert (ROOT / "web" / "src" / "palette.css").read_text(encoding="utf-8") == css()


def test_the_listings_run(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "page"}
    known = set(KINDS)
    try:
        for listing in listings(PAGE.read_text(encoding="utf-8")):
            exec(compile(listing, str(PAGE), "exec", dont_inherit=True), names)
        assert set(KINDS) - known == {"coin"}
    finally:
        KINDS.pop("coin", None)
    assert capsys.readouterr().out == "None\n"
    assert str(names["picture"]).startswith("<svg ")
