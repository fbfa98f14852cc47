"""The course as HTML for the page: the chapters of `docs/course`, which the package carries, as they stand there."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from zermelo.errors import BadParameter

HERE = Path(__file__).resolve().parent
PLACES = (HERE / "course_text", HERE.parents[2] / "docs" / "course")  # in an installed package; in the repository
CHAPTER = re.compile(r"\d\d-[a-z-]+")
ADDRESS = "#/course/"  # of a chapter on the page


def folder() -> Path:
    """Where the chapters lie."""
    for place in PLACES:
        if place.is_dir():
            return place
    raise BadParameter("this installation has no course: install Zermelo from a wheel or from its repository")


def chapters() -> list[tuple[str, str]]:
    """Name and title of every chapter, in order."""
    return [
        (path.stem, path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# "))
        for path in sorted(folder().glob("*.md"))
        if CHAPTER.fullmatch(path.stem)
    ]


def chapter_html(name: str) -> str:
    """A chapter, with its pictures inside; links lead to other chapters, what lies elsewhere is only named."""
    if name not in dict(chapters()):
        raise BadParameter(f"the course has no chapter {name[:40]!r}: its chapters are {', '.join(dict(chapters()))}")
    text = (folder() / f"{name}.md").read_text(encoding="utf-8")
    reader = MarkdownIt("commonmark").enable("table")  # the course is ours: its few tags are kept
    tokens = reader.parse(text)
    for token in tokens:
        settle(token.children or [])
    return str(reader.renderer.render(tokens, reader.options, {}))


def settle(tokens: list[Token]) -> None:
    """Pictures come inside the text, links to chapters lead to the page's own, others become plain words."""
    linked = True
    for token in tokens:
        if token.type == "image":
            file = folder() / str(token.attrs["src"])
            token.attrs["src"] = f"data:image/svg+xml;base64,{b64encode(file.read_bytes()).decode()}"
        elif token.type == "link_open":
            target = str(token.attrs["href"]).removesuffix(".md")
            linked = CHAPTER.fullmatch(target) is not None
            token.tag, token.attrs = ("a", {"href": ADDRESS + target}) if linked else ("span", {})
        elif token.type == "link_close" and not linked:
            token.tag = "span"
