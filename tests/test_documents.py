"""The documents are true: README's listings run, every folder has its line, the public names are the listed ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zermelo

ROOT = Path(__file__).parents[1]


def listings(text: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def test_readme_runs(tmp_path: Path, capsys: object) -> None:
    names: dict[str, object] = {"__name__": "readme"}  # later listings use what earlier ones imported
    for number, listing in enumerate(listings((ROOT / "README.md").read_text())):
        path = tmp_path / f"listing{number}.py"
        path.write_text(listing)
        exec(compile(listing, str(path), "exec", dont_inherit=True), names)


def test_readme_output(capsys: object) -> None:
    listing = listings((ROOT / "README.md").read_text())[0]
    exec(compile(listing, "README.md", "exec", dont_inherit=True), {"__name__": "readme"})
    printed = capsys.readouterr().out.splitlines()  # type: ignore[attr-defined]
    assert printed[0] == "6 [1, 2, 3]"
    assert printed[1] == re.search(r"# (\d+): ways", listing).group(1)  # type: ignore[union-attr]


def test_every_folder_has_its_line() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    package = ROOT / "src" / "zermelo"
    for folder in [p for p in package.iterdir() if p.is_dir() and p.name != "__pycache__"]:
        assert f"| `{folder.name}/` |" in text
    inside = (ROOT / "docs" / "guide" / "inside.md").read_text()
    for file in (package / "game").glob("*.py"):
        if file.name != "__init__.py":
            assert f"`{file.name}`" in inside, file.name


def test_public_names() -> None:
    assert sorted(zermelo.__all__) == zermelo.__all__
    for name in zermelo.__all__:
        assert getattr(zermelo, name) is not None


def test_the_listing_on_files_of_games_runs(capsys: object) -> None:
    exec(
        compile(
            listings((ROOT / "docs" / "guide" / "notation.md").read_text())[0], "notation.md", "exec", dont_inherit=True
        ),
        {},
    )
    printed = capsys.readouterr().out.splitlines()  # type: ignore[attr-defined]
    assert printed == ["('pgn', 'json') ('sgf', 'json') ('json',)", "e4 c5"]


@pytest.mark.parametrize("page", ["boards", "plain-classes", "in-python"])
def test_listings_of_the_guide_run(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "guide" / f"{page}.md").read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": page}
    for listing in listings(text):
        exec(compile(listing, f"{page}.md", "exec", dont_inherit=True), names)
    assert capsys.readouterr().out.strip()
