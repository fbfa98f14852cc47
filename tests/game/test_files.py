"""What a received file may name: nothing that runs, and no file of this machine, unless its user named it by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import ZermeloError
from zermelo.game import files
from zermelo.games import catalogue
from zermelo.interfaces.terminal.keep import load_file
from zermelo.interfaces.terminal.local import LocalGame, Wish
from zermelo.notation.files import read_game
from zermelo.players import player


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Python file that leaves a mark when it is run, and is a game."""
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path / "data"))
    path = tmp_path / "mine.py"
    path.write_text(
        f"open({str(tmp_path / 'ran')!r}, 'w').close()\n"
        "from zermelo.games.nim import Nim\n\n\nclass Mine(Nim):\n    pass\n"
    )
    return path


def game(name: str = "tic_tac_toe", *seats: str) -> str:
    """A received game."""
    data: dict[str, Any] = {"format": "zermelo game", "version": 1, "game": name, "moves": [], "seats": list(seats)}
    return json.dumps(data)


def test_a_received_game_runs_no_file(program: Path, tmp_path: Path) -> None:
    for name in (str(program), f"{program}:Mine", str(tmp_path / "no.py"), str(tmp_path / "no.kif"), "/dev/zero.kif"):
        with pytest.raises(ZermeloError, match="a received file names it"):
            read_game(game(name))
    assert not (tmp_path / "ran").exists()
    catalogue.find(str(program))
    assert (tmp_path / "ran").exists()
    assert read_game(game(str(program))).begin().moves()


@pytest.mark.parametrize(
    "seat",
    [
        "{program}", "uci:{program}", "lines:{program}", "gtp:sh -c true", "mix(random@1,{program}@1)",
        "determinised:search=({program}),samples=2", "alphabeta:net={program}", "equilibrium:{program}",
        "best:book={program}", "gnubg",
    ],
)  # fmt: skip
def test_the_players_of_a_received_game_run_nothing(seat: str, program: Path, tmp_path: Path) -> None:
    text = seat.replace("{program}", str(program))
    (tmp_path / "a.json").write_text(game("tic_tac_toe", "human", text))
    with pytest.raises(ZermeloError, match="a received file names it"):
        LocalGame.begin(Wish(load=str(tmp_path / "a.json")))
    assert not (tmp_path / "ran").exists()
    LocalGame.begin(Wish(load=str(tmp_path / "a.json"), players=["human", "random"]))
    assert not files.closed(), "afterwards everything can be named again"


def test_what_is_named_by_hand_and_what_was_kept_here_goes_on(program: Path, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(game(str(program), "human", "random"))
    begun = LocalGame.begin(Wish(str(program), load=str(tmp_path / "a.json")))
    assert type(begun.playthrough.state).__name__ == "Mine"
    other = tmp_path / "other.py"
    other.write_text(program.read_text().replace("Mine", "Other"))
    (tmp_path / "kept.json").write_text(game(str(other)))
    assert load_file(tmp_path / "kept.json", own=True).game == str(other)


def test_names_that_cannot_be_files() -> None:
    for text in ("a\0b.py", "x" * 5000 + ".py"):
        with pytest.raises(ZermeloError):
            catalogue.find(text)
        with pytest.raises(ZermeloError):
            player(text)
        with pytest.raises(ZermeloError):
            read_game(game(text))
