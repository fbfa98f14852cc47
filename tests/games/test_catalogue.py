"""Games are found by name, alias, file and entry point."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from zermelo.errors import BadParameter, UnknownGame
from zermelo.games import catalogue
from zermelo.games.connect_four import ConnectFour


def test_names_and_aliases() -> None:
    for name in ("connect_four", "Connect Four", "connect-four", "four_in_a_row", "connect4"):
        assert catalogue.find(name) is ConnectFour
    assert catalogue.find("reversi") is catalogue.find("othello")
    assert catalogue.find("2048") is catalogue.find("twenty_forty_eight")


def test_no_name_is_used_twice() -> None:
    names = [name for entry in catalogue.BUILT_IN for name in (entry.name, *entry.aliases)]
    assert len(set(names)) == len(names)


def test_every_entry_loads() -> None:
    for entry in catalogue.entries().values():
        assert entry.load().most_moves > 0


def test_installed_packages_offer_games(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("guest", "zermelo.games.connect_four:ConnectFour", "zermelo.games")
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [point] if group == "zermelo.games" else [])
    assert catalogue.find("guest") is ConnectFour


def test_several_games_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text("from zermelo import Game\nclass A(Game):\n    pass\nclass B(Game):\n    pass\n")
    assert catalogue.find(f"{path}:B").__name__ == "B"
    with pytest.raises(UnknownGame, match="several games, A, B"):
        catalogue.find(str(path))
    with pytest.raises(UnknownGame, match="has no game 'C'"):
        catalogue.find(f"{path}:C")


def test_settings_are_read_by_the_type_of_the_default() -> None:
    assert catalogue.make("connect_four", {"columns": "5"}).columns == 5
    with pytest.raises(BadParameter, match="did you mean columns"):
        catalogue.make("connect_four", {"column": "5"})
