"""The site of the documents is built without a warning, every page is reached, every game has its picture."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.games.built_in import BUILT_IN

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def test_the_site_is_built_without_warnings(tmp_path: Path, long_run: bool) -> None:
    """All pages are read and all links resolved, nothing is written; notebooks have a test of their own."""
    if not long_run:
        pytest.skip("`make docs`, which every change must pass, builds it with warnings as errors")
    pytest.importorskip("furo", reason="the documents need the extra zermelo[docs]")
    options = ["-E", "-q", "-W", "--keep-going", "-b", "dummy", "-D", "nb_execution_mode=off"]
    command = [
        sys.executable,
        "-m",
        "sphinx",
        *options,
        "-d",
        str(tmp_path / "trees"),
        str(DOCS),
        str(tmp_path / "site"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pictures = {path.stem for path in (tmp_path / "site" / "_static" / "games").glob("*.svg")}
    assert pictures == {entry.name for entry in BUILT_IN}


@pytest.mark.parametrize("name", [entry.name for entry in BUILT_IN])
def test_a_game_page_begins_with_picture_and_how_to_play(name: str) -> None:
    text = (DOCS / "games" / f"{name}.md").read_text(encoding="utf-8")
    assert re.match(rf"# [^\n]+\n\n```{{picture}} {name}\n```\n", text)
    assert f"## How to play\n\n```{{include}} ../../src/zermelo/games/rules/{name}.md\n" in text


def test_no_player_is_a_he() -> None:
    """Players are "they" or "the player"."""
    pages = [*DOCS.rglob("*.md"), *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"))]
    found = [
        f"{page.relative_to(ROOT)}: {hit[0]}"
        for page in pages
        for hit in re.finditer(r".*\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b.*", page.read_text(encoding="utf-8"))
    ]
    assert not found


def test_the_listings_of_the_guide_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Pages that no other test runs: each listing by itself, in the order of the page."""
    for place in ("start/ten-minutes", "guide/play", "guide/analyse", "guide/write-a-game", "guide/write-a-player",
                  "guide/players", "guide/matches"):  # fmt: skip
        names: dict[str, object] = {"__name__": "page"}
        text = (DOCS / f"{place}.md").read_text(encoding="utf-8")
        listings = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        assert listings, place
        for listing in listings:
            exec(compile(listing, f"docs/{place}.md", "exec", dont_inherit=True), names)
    assert capsys.readouterr().out
