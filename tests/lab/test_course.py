"""The course is true: every listing prints what stands below it, every picture is made anew and is the same."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from zermelo.errors import BadParameter
from zermelo.lab.chapters import chapter_html, chapters
from zermelo.lab.course import PICTURES, main

COURSE = Path(__file__).parents[2] / "docs" / "course"
CHAPTERS = sorted(COURSE.glob("[01][0-9]-*.md"))
LISTING = re.compile(r"```python\n(.*?)```\n(?:```text\n(.*?)```)?", re.DOTALL)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = path.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "course"}  # later listings use what earlier ones imported
    found = LISTING.findall(text)
    assert len(found) >= 2
    for listing, expected in found:
        exec(compile(listing, str(path), "exec", dont_inherit=True), names)
        assert capsys.readouterr().out == expected
    assert "## Exercises" in text
    assert "<details><summary>Solutions</summary>" in text
    assert f"](pictures/{path.stem}.svg)" in text


def test_the_contents_list_every_chapter() -> None:
    contents = (COURSE / "index.md").read_text(encoding="utf-8")
    assert [path.stem for path in CHAPTERS] == sorted(PICTURES)
    assert len(CHAPTERS) >= 14
    assert re.findall(r"\(([^)]*\.md)\)", contents)[1:] == [path.name for path in CHAPTERS]


def test_pictures_are_made_by_the_project(tmp_path: Path) -> None:
    main(str(tmp_path))
    for name in PICTURES:
        made = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        assert made == (COURSE / "pictures" / f"{name}.svg").read_text(encoding="utf-8"), name


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_page_shows_the_same_chapter(name: str) -> None:
    """Its words, its picture inside the text, links that lead to chapters alone."""
    text = (COURSE / f"{name}.md").read_text(encoding="utf-8")
    shown = chapter_html(name)
    title = text.partition("\n")[0].lstrip("# ")
    assert (name, title) in chapters()
    assert f"<h1>{title}</h1>" in shown
    assert shown.count("<pre>") == text.count("```") // 2
    assert shown.count("<details>") == shown.count("</details>") == text.count("<details>")
    drawn = base64.b64encode((COURSE / "pictures" / f"{name}.svg").read_bytes()).decode()
    assert f'src="data:image/svg+xml;base64,{drawn}"' in shown
    for target in re.findall(r'href="([^"]*)"', shown):
        assert target.removeprefix("#/course/") in PICTURES


def test_there_is_no_such_chapter() -> None:
    with pytest.raises(BadParameter, match=r"no chapter '\.\./index'"):
        chapter_html("../index")
