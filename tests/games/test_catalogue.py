"""Games are found by name, alias, file and entry point."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from zermelo.errors import BadParameter, UnknownGame
from zermelo.games import catalogue
from zermelo.games.built_in import BUILT_IN, settings_of
from zermelo.games.connect_four import ConnectFour

# As the lectures spell them, misspellings and all
LECTURES = """
    Chess, Shogi, Checkers, Connect 4, Attaxx, Chinese Checkers, Othello, Reversi, Abalone, Hex, Omega Chess, Tori
    Shogi, Quoridor, Quarto, Quixo, Quads, Sahara, Pentaminoes, Stratego, Link Five, Mancala, Fanorana, Nine Mens
    Morris, Alquerque, Tablut, Surakarta, Terrace, Go, Dots and Boxes, Dots and Hexagons, Amazons, Scrabble, Tic tac
    toe, Dominoes, Backgammon, Paper & Pencil Racing, Arimaa, Gipf, Lines of Action, Connections, Fanorama,
    Hexxagon, Jungle Game, Seega, Halma, Quits, Pylos, Tantrix, Carcassone, Blokus, Sputnik, Katamino, Gobblet
"""


def test_names_and_aliases() -> None:
    for name in ("connect_four", "Connect Four", "connect-four", "four_in_a_row", "connect4", "connect 4"):
        assert catalogue.find(name) is ConnectFour
    assert catalogue.find("reversi") is catalogue.find("othello")
    assert catalogue.find("2048") is catalogue.find("twenty_forty_eight")
    for name in ("tictactoe", "tic-tac-toe", "Tic Tac Toe"):
        assert catalogue.find(name) is catalogue.find("tic_tac_toe")
    for name in ("nine men's morris", "Nine Men’s Morris", "nine_mens_morris"):
        assert catalogue.find(name) is catalogue.find("nine_mens_morris")
    with pytest.raises(UnknownGame, match=r"no game called 'connekt 4'; did you mean connect_4"):
        catalogue.find("connekt 4")


@pytest.mark.parametrize("name", [part.strip() for part in LECTURES.split(",")])
def test_names_of_the_lectures(name: str) -> None:
    assert catalogue.entry_of(name)


def test_titles_find_their_game() -> None:
    for entry in BUILT_IN:
        assert catalogue.entry_of(entry.title) is entry


def test_no_name_is_used_twice() -> None:
    names = [catalogue.plain(name) for entry in BUILT_IN for name in entry.spellings]
    assert len(set(names)) == len(names)


def test_every_entry_loads() -> None:
    for entry in catalogue.entries().values():
        assert entry.load().most_moves > 0


def test_every_variant_is_one() -> None:
    """A form that is registered can be set up, and is not the usual one."""
    for entry in BUILT_IN:
        usual = catalogue.make(entry.name)
        for text in {*entry.variants, entry.small.settings} - {""}:
            state = catalogue.make(entry.name, settings_of(text))
            assert type(state) is not type(usual) or state != usual, f"{entry.name} {text}"


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    """The catalogue knows all games and has loaded none."""
    asked = "import sys; from zermelo.games import catalogue; catalogue.entries(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, text=True)
    loaded = set(done.stdout.split())
    assert "zermelo.games.catalogue" in loaded
    assert not loaded & {entry.module for entry in BUILT_IN}


def test_installed_packages_offer_games(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("guest", "zermelo.games.connect_four:ConnectFour", "zermelo.games")
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [point] if group == "zermelo.games" else [])
    monkeypatch.setattr(catalogue, "installed", catalogue.installed.__wrapped__)  # which looks once in a process
    assert catalogue.find("guest") is ConnectFour


def test_several_games_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text("from zermelo import Game\nclass A(Game):\n    pass\nclass B(Game):\n    pass\n")
    assert catalogue.find(f"{path}:B", unsound=True).__name__ == "B"
    with pytest.raises(UnknownGame, match="several games, A, B"):
        catalogue.find(str(path))
    with pytest.raises(UnknownGame, match="has no game 'C'"):
        catalogue.find(f"{path}:C")


def test_settings_are_read_by_the_type_of_the_default() -> None:
    assert catalogue.make("connect_four", {"columns": "5"}).columns == 5
    with pytest.raises(BadParameter, match="did you mean columns"):
        catalogue.make("connect_four", {"column": "5"})
