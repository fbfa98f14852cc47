"""The reference, made from docstrings: `<!-- reference: zermelo.theory -->` becomes a section for every module of it.

A package is walked when the site is built, so a new module is in the reference without a line written for it.
The page `reference/inside` has what is left: modules that another page has are not repeated there.
`<!-- file: CONTRIBUTING.md -->` becomes the text of a file at the root of the repository, with its links put right.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)")
FILE = re.compile(r"^<!-- file: (?P<name>[\w.]+) -->$", re.MULTILINE)
ITEM = ("* ", "- ")
COLUMNS = re.compile(r"\S {3,}\S")  # words set in columns
REST = "reference/inside"  # the page of all modules that no other page has
MARK = re.compile(r"^<!-- reference: (?P<names>[\w. ]+?) -->$", re.MULTILINE)


def modules_of(name: str) -> list[str]:
    """A module, or a package and all modules below it that are not private and not programs."""
    module = importlib.import_module(name)
    found = [name]
    for item in pkgutil.iter_modules(getattr(module, "__path__", []), f"{name}."):
        if not item.name.rpartition(".")[2].startswith("_"):
            found += modules_of(item.name)
    return found


def section(name: str) -> str:
    """One module: its heading and what autodoc finds."""
    module = importlib.import_module(name)
    options = "   :members:\n"
    if hasattr(module, "__path__"):  # a package: the names that it offers are documented where they are defined
        options = "   :no-members:\n"
    return f"## {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n{options}```\n"


def elsewhere(app: Sphinx) -> set[str]:
    """The modules that other pages of the reference have."""
    found = set()
    for page in (Path(app.srcdir) / "reference").glob("*.md"):
        if page.stem != Path(REST).name:
            for mark in MARK.finditer(page.read_text(encoding="utf-8")):
                found |= {name for part in mark["names"].split() for name in modules_of(part)}
    return found


def whole_file(name: str, docname: str) -> str:
    """A file of the repository's root as a page: links lead from the page, those to folders are names only."""
    up = "../" * docname.count("/")

    def link(found: re.Match[str]) -> str:
        text, target = found.groups()
        page = ROOT / "docs" / "reference" / f"{target.removesuffix('.md').lower()}.md"
        if target.endswith(".md") and page.is_file():  # this file, too, is a page
            return f"[{text}]({up}reference/{page.name})"
        if (ROOT / target).is_dir() or (target.endswith(".md") and not target.startswith("docs/")):
            return f"`{target}`"
        inside = target.removeprefix("docs/")
        return f"[{text}]({up}{inside})" if inside != target else f"[{text}](../{up}{target})"

    return LINK.sub(link, (ROOT / name).read_text(encoding="utf-8"))


def expand(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the sections in place of the mark."""

    def sections(found: re.Match[str]) -> str:
        whole = docname == REST  # what no other page has
        names = [name for part in found["names"].split() for name in modules_of(part)]
        return "\n".join(section(name) for name in names if not (whole and name in elsewhere(app)))

    source[0] = MARK.sub(sections, source[0])
    source[0] = FILE.sub(lambda found: whole_file(found["name"], docname), source[0])


def readable(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Docstrings are plain text: what is indented or set in columns is shown as it stands, lists get room."""
    shown: list[str] = []
    for paragraph in "\n".join(lines).split("\n\n"):
        rows = paragraph.split("\n")
        shown += ["", *code(rows)] if any(COLUMNS.search(row) for row in rows) else ["", *prose(rows)]
    lines[:] = shown


def code(rows: list[str]) -> list[str]:
    """Rows as they stand."""
    language = "pycon" if rows[0].lstrip().startswith(">>>") else "text"
    return ["", f".. code-block:: {language}", "", *(f"   {row}" for row in rows), ""]


def prose(rows: list[str]) -> list[str]:
    """A paragraph that may end in a list, or in rows to be shown as they stand."""
    for place, row in enumerate(rows):
        if row.startswith(ITEM):
            return [*rows[:place], "", *items(rows[place:])]
        if row.startswith(" "):
            return [*rows[:place], *code(rows[place:])]
    return rows


def items(rows: list[str]) -> list[str]:
    """A list, and what follows it without a blank line."""
    for place, row in enumerate(rows):
        if not row.startswith((*ITEM, "  ")):
            return [*rows[:place], "", *prose(rows[place:])]
    return rows


def setup(app: Sphinx) -> dict[str, Any]:
    """Expand pages as they are read."""
    app.connect("source-read", expand)
    app.connect("autodoc-process-docstring", readable)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
