"""Pages in a real browser, once for each kind: they run without a complaint, step, fold and print."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from zermelo.explain import record
from zermelo.explain.page import page
from zermelo.explain.svg import svg
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.lab import gallery
from zermelo.lab.examples import ALL, example
from zermelo.lab.notes import NOTES
from zermelo.lab.sheet import sheet
from zermelo.lab.worlds import WORLD_LESSONS
from zermelo.textbook.tree import Tree

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here (Debian: apt-get install chromium)"),
    pytest.mark.xdist_group("browser"),
]
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-logging=stderr",
    "--virtual-time-budget=3000", "--hide-scrollbars",
)  # fmt: skip


def browse(folder: Path, text: str, *, name: str = "page.html", hash_text: str = "", script: str = "") -> str:
    """Open a text in the browser; what its document has become, after a script of ours at the end."""
    assert CHROMIUM is not None
    path = folder / name
    path.write_text(text + (f"<script>{script}</script>" if script else ""), encoding="utf-8")
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", "--dump-dom", f"{path.as_uri()}{hash_text}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "CONSOLE" not in done.stderr, done.stderr
    return done.stdout


def classes_of(document: str, node: int) -> str:
    """The classes of a node in the first picture."""
    found = re.search(rf'<g class="([^"]*)" data-node="{node}"', document)
    assert found
    return found[1]


def test_a_page_steps(tmp_path: Path) -> None:
    tree = example("dyer-three-ply").tree()
    traces = [record(tree, "alphabeta"), record(tree, "minimax")]
    o = next(node.index for node in traces[0].nodes if node.label == "O")
    cut = next(step for step, event in enumerate(traces[0].events, 1) if event.kind == "cut")
    text = page(traces)
    before = browse(tmp_path, text, hash_text=f"#step={cut - 1}")
    assert classes_of(before, o).split()[:3] == ["node", "end", "unseen"]
    keys = f"""
        const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
        press("End"); press("Home"); for (let k = 0; k < {cut + 1}; k++) press("ArrowRight"); press("ArrowLeft");
        find("theme").click();
    """
    after = browse(tmp_path, text, script=keys)
    assert classes_of(after, o).split()[:3] == ["node", "end", "pruned"]
    assert "beta cut: max has 5 here, and min can have 3 elsewhere; not looked at: O" in after
    assert f"step {cut} of 50 · " in after, "one search"
    assert f"step {cut} of 52 · " in after, "and the other beside it"
    assert 'data-theme="dark"' in after


def test_playing_goes_to_the_end(tmp_path: Path) -> None:
    trace = record(TicTacToe(), "uct:simulations=20,seed=5")
    script = 'for (let k = 0; k < 9; k++) find("faster").click(); find("play").click();'
    after = browse(tmp_path, page([trace]), script=script)
    assert "step 40 of 40 · 20 playouts" in after
    assert "n 20" in after
    assert "▶ play" in after, "and it stops there"


def test_folds_open_and_close(tmp_path: Path) -> None:
    trace = record(Tree.from_text("[" + " ".join(f"[{k % 7} {k % 5}]" for k in range(143)) + "]"), "minimax")
    text = page([trace])
    open_one = 'document.querySelector(".view a").dispatchEvent(new MouseEvent("click", { bubbles: true }));'
    after = browse(tmp_path, text, script=open_one)
    assert '<div class="view" id="view-0-0" hidden="">' in after
    assert len(re.findall(r'<div class="view" id="view-0-\d+" data-from="view-0-0">', after)) == 1
    back = open_one + 'document.querySelector(".view:not([hidden]) .back").click();'
    assert '<div class="view" id="view-0-0">' in browse(tmp_path, text, script=back)


def test_gallery_and_sheet(tmp_path: Path) -> None:
    index = browse(tmp_path, gallery.build()["index.html"])
    assert index.count("<article") == len(ALL) + len(WORLD_LESSONS) + len(NOTES)
    printed = browse(tmp_path, sheet("alphabeta", 3, 2))
    assert printed.count("<svg") == 4


def test_a_picture_is_painted(tmp_path: Path) -> None:
    """The file itself, as a slide would show it: a screenshot that is not one colour."""
    assert CHROMIUM is not None
    path, shot = tmp_path / "tree.svg", tmp_path / "tree.png"
    path.write_text(svg(record(example("dyer-three-ply").tree(), "alphabeta")), encoding="utf-8")
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--window-size=800,500"]
    subprocess.run([*command, f"--screenshot={shot}", path.as_uri()], capture_output=True, timeout=120, check=True)
    assert shot.stat().st_size > 15_000, "an empty picture of this size takes about 3,000 bytes"
