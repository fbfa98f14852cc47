"""A server knows its files by their paths, their names and their stems, and no others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from zermelo.game import files
from zermelo.games import about, built_in, catalogue
path = sys.argv[1]
files.only([path])
found = [catalogue.find(name) for name in ("tiny", "tiny.py", "./tiny.py", path)]
assert all(one is found[0] for one in found), found
assert about.describe(built_in.Entry("tiny", "tiny"), found[0])["about"] == ""
try:
    catalogue.find("./other.py")
except catalogue.UnknownGame as refused:
    print("refused:", refused)
"""
TINY = """
class Tiny:
    turn = 0
    def moves(self): return [1]
    def play(self, move): self.turn = 1
    def over(self): return self.turn == 1
    def utility(self, player): return 0.0
"""


def test_by_any_name(tmp_path: Path) -> None:
    path = tmp_path / "games" / "tiny.py"
    path.parent.mkdir()
    path.write_text(TINY, encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=os.environ, check=False)
    assert done.returncode == 0, done.stderr
    assert "refused: games that are installed" in done.stdout


def test_a_file_beside_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "tiny.py").write_text(TINY, encoding="utf-8")
    command = [sys.executable, "-m", "zermelo", "show", "tiny"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "write ./tiny.py" in done.stderr
