"""How to play: every game has a text with all its headings, in words and not in encodings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zermelo.errors import UnknownGame
from zermelo.games import rules
from zermelo.games.built_in import BUILT_IN
from zermelo.interfaces.cli import app

FOLDER = Path(rules.__file__).parent
GAMES = [entry.name for entry in BUILT_IN]
ENCODED = re.compile(r"`|\w_\w|\w=\w|[+·*/] ?\d|\d ?[+·*/]|\b(?:bit|byte|encod|index|array|True|False)\w*\b")
PRONOUNS = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)


def test_one_text_for_every_game_and_none_besides() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.md")) == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_text_has_its_headings_and_speaks_to_a_person(name: str) -> None:
    text = rules.how_to_play(name)
    assert tuple(re.findall(r"^#+ (.*)$", text, re.MULTILINE)) == rules.HEADINGS
    body = re.sub(r"^## .*$", "", text, flags=re.MULTILINE)
    sections = re.split(r"^## .*$", text, flags=re.MULTILINE)[1:]
    assert all(len(section.split()) > 3 for section in sections), "a heading without words"
    assert 80 <= len(body.split()) <= 250, len(body.split())
    assert not ENCODED.search(body), ENCODED.search(body)
    assert not PRONOUNS.search(body), PRONOUNS.search(body)


def test_what_counts_as_an_encoding() -> None:
    for text in ("64 * goal + galaxy", "a `flag`", "size=9", "by_count", "(cell·3 + men)", "bits of 61 cells"):
        assert ENCODED.search(text), text


def test_aliases_and_strangers() -> None:
    assert rules.how_to_play("Four in a row") == rules.how_to_play("connect_four")
    with pytest.raises(UnknownGame, match="did you mean"):
        rules.how_to_play("ches")


def test_a_game_of_ones_own_tells_its_docstring(tmp_path: Path) -> None:
    source = "from zermelo import Game\n\n\nclass Mine(Game):\n    {}\n    most_moves = 1\n"
    path = tmp_path / "mine.py"
    path.write_text(source.format('"""Take one, win."""'))
    assert rules.how_to_play(str(path)) == "Take one, win.\n"
    silent = tmp_path / "silent.py"
    silent.write_text(source.format("pass"))
    with pytest.raises(UnknownGame, match="give the class Mine a docstring"):
        rules.how_to_play(str(silent))


def test_the_command_line_prints_it() -> None:
    shown = CliRunner().invoke(app, ["rules", "nim"])
    assert shown.exit_code == 0
    assert shown.stdout == rules.how_to_play("nim")
