"""The notebooks of the documentation run, cell by cell; their last expressions can be shown."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"
PAGES = sorted(path for path in NOTEBOOKS.glob("*.md") if path.name != "index.md")
CELL = re.compile(r"^```\{code-cell\} ipython3\n(.*?)^```$", re.DOTALL | re.MULTILINE)
pytest.importorskip("IPython", reason="the notebooks need the extra zermelo[docs]")
SHOWS = ("_repr_svg_", "_repr_html_", "__repr__")


def run(cell: str, names: dict[str, object], path: Path) -> object:
    """Execute a cell; what its last line is worth, as a notebook would show it."""
    tree = ast.parse(cell, str(path))
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(path), "exec", dont_inherit=True), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), str(path), "eval", dont_inherit=True), names)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("---\njupytext:"), "Jupyter opens it by this head"
    cells = CELL.findall(text)
    assert len(cells) >= 3
    names: dict[str, object] = {"__name__": "notebook"}
    for cell in cells:
        shown = run(cell, names, path)
        if shown is not None:
            way = next(name for name in SHOWS if hasattr(shown, name))
            assert getattr(shown, way)()


def test_the_list_names_them_all() -> None:
    listed = re.findall(r"^[a-z-]+$", (NOTEBOOKS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == [path.stem for path in PAGES]
    assert len(PAGES) == 5
