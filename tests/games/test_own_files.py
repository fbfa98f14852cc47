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
found = [catalogue.find(name) for name in ("wee", "wee.py", "./wee.py", path)]
assert all(one is found[0] for one in found), found
assert about.describe(built_in.Entry("wee", "wee"), found[0])["about"] == ""
try:
    catalogue.find("./other.py")
except catalogue.UnknownGame as refused:
    print("refused:", refused)
"""
WEE = """
class Wee:
    turn = 0
    def moves(self): return [1]
    def play(self, move): self.turn = 1
    def over(self): return self.turn == 1
    def utility(self, player): return 0.0
"""


def test_by_any_name(tmp_path: Path) -> None:
    path = tmp_path / "games" / "wee.py"
    path.parent.mkdir()
    path.write_text(WEE, encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=os.environ, check=False)
    assert done.returncode == 0, done.stderr
    assert "refused: games that are installed" in done.stdout


def test_a_file_beside_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "wee.py").write_text(WEE, encoding="utf-8")
    command = [sys.executable, "-m", "zermelo", "show", "wee"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "write ./wee.py" in done.stderr
