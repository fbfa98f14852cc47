"""Links of the documents lead somewhere: every relative one to a file or folder, every anchor to a heading."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[1]
FOREIGN = {"node_modules", "_build", "build", "dist"}  # made or fetched, not written here
LINK = re.compile(
    r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|^\[[^\]^]+\]:\s*<?(\S+?)>?$|(?:href|src)=\"([^\"]+)\"", re.MULTILINE
)
CODE = re.compile(r"^(`{3,}|~{3,}).*?^\1\s*$|`[^`\n]+`|<!--.*?-->", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
LABEL = re.compile(r"^\(([\w-]+)\)=$|<a (?:id|name)=\"([^\"]+)\"", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:", re.IGNORECASE)  # https:, mailto:, data:


def documents(root: Path) -> list[Path]:
    """All Markdown that is written by hand, the templates of .github too."""
    found = []
    for path in sorted(root.rglob("*.md")):
        folders = path.relative_to(root).parts[:-1]
        if not FOREIGN & set(folders) and not any(part.startswith(".") and part != ".github" for part in folders):
            found.append(path)
    return found


def anchors(path: Path) -> set[str]:
    """What can stand after # in a link to a document: its headings as GitHub and MyST write them, and its labels."""
    text = re.sub(r"^(`{3,}|~{3,}).*?^\1\s*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: set[str] = {label for pair in LABEL.findall(text) for label in pair if label}
    for heading in HEADING.findall(text):
        plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-")
        number = 0
        while (name := f"{slug}-{number}" if number else slug) in found:
            number += 1
        found.add(name)
    return found


def broken(path: Path) -> list[str]:
    """The links of one document that lead nowhere, each with its reason."""
    found = []
    for groups in LINK.findall(CODE.sub("", path.read_text(encoding="utf-8"))):
        target = next(part for part in groups if part)
        if ELSEWHERE.match(target):
            continue
        place, _, anchor = target.partition("#")
        file = path.parent / unquote(place) if place else path
        if not file.exists():
            found.append(f"{target}: there is no such file")
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            found.append(f"{target}: there is no such heading")
    return found


@pytest.mark.parametrize("path", documents(ROOT), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    assert broken(path) == []


def test_broken_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("# One `two`, three\n\n(label)=\n## Again\n## Again\n```\n# no heading\n```\n")
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n[a](there.md) [b](there.md#one-two-three) [c](there.md#again-1) ![d](there.md#label) [e](#page)\n"
        '[f](https://example.org/x) `[g](code.md)`\n```\n[h](fence.md)\n```\n[i]: there.md\n<a href="there.md">j</a>\n'
    )
    assert broken(page) == []
    page.write_text(
        '[a](gone.md) [b](there.md#gone) [c](#gone)\n[d]: gone.md\n<img src="gone.png">\n[e](there.md#no-heading)'
    )
    assert [line.partition(":")[0] for line in broken(page)] == [
        "gone.md", "there.md#gone", "#gone", "gone.md", "gone.png", "there.md#no-heading",
    ]  # fmt: skip


def test_the_documents_are_found() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in documents(ROOT)}
    assert {"README.md", "CONTRIBUTING.md", ".github/PULL_REQUEST_TEMPLATE.md"} <= names
    assert not any(name.startswith(("web/node_modules", ".venv")) for name in names)
