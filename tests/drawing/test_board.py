"""Boards as SVG: every game, well formed, with every cell; and what notebooks show."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from zermelo.drawing.board import board_svg, card_svg, state_svg
from zermelo.drawing.palette import THEMES, theme_colours
from zermelo.explain.trace import record
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.scene import Cell, Piece, Scene
from zermelo.games import catalogue
from zermelo.games.kalah import Kalah
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import player
from zermelo.textbook.tree import Tree


def position(game: str, moves: int) -> Playthrough:
    line = Playthrough(catalogue.make(game))
    random = Random(9)
    for _ in range(moves):
        legal = line.state.legal()
        if not legal:
            break
        line.play(line.draw(random) if line.turn < 0 else legal[random.below(len(legal))])
    return line


@pytest.mark.parametrize("game", list(catalogue.entries()))
def test_every_game_is_drawn(game: str) -> None:
    for moves in (0, 7):
        state = position(game, moves).state
        scene = state.scene()
        drawn = state_svg(state)
        assert drawn == state_svg(state)  # the same every time
        root = ElementTree.fromstring(drawn)
        named = [element.get("data-cell") for element in root.iter() if element.get("data-cell")]
        assert sorted(str(name) for name in named) == sorted(cell.name for cell in scene.cells_only().cells)
        words = [element.text for element in root.iter() if element.tag.endswith("text")]
        for note in scene.notes:
            assert note in words
        assert len(drawn) < 80_000
        left, top, wide, high = (float(part) for part in str(root.get("viewBox")).split())
        names = {element.get("id") for element in root.iter() if element.get("id")}
        assert len(set(re.findall(r'id="([^"]+)"', drawn))) == drawn.count('id="')  # each picture once
        assert not re.search(r"var\(|color-mix\(", drawn)  # programs that know no style sheets draw it too
        for element in root.iter():
            if element.tag.endswith("use"):
                assert str(element.get("href"))[1:] in names
                x, y = (float(element.get(axis, "nan")) for axis in "xy")
                assert math.isnan(x) or left <= x <= left + wide, (game, element.attrib)
                assert math.isnan(y) or top <= y <= top + high, (game, element.attrib)
        ElementTree.fromstring(board_svg(scene, flipped=True))


def test_dice_are_drawn() -> None:
    line = catalogue.begin("backgammon")
    assert 'href="#die' not in state_svg(line.state)
    line.play_text("52")
    drawn = state_svg(line.state)
    assert drawn.count('href="#die') == 2
    assert drawn.count('r="0.08"') == 5 + 2


def test_a_board_is_turned_round_and_its_pieces_are_not() -> None:
    scene = catalogue.begin("chess").state.scene()
    drawn = board_svg(scene, flipped=True)
    assert drawn.count("rotate(180)") == len(scene.pieces)
    assert "rotate(180 " in drawn.split("</defs>")[1].partition("<use")[0]  # the whole board


def test_names_and_texts_are_escaped() -> None:
    scene = Scene((Cell('<a"&>', 0, 0, label="<&>"),), (Piece('<a"&>', "odd", 0, "<"),), notes=("a < b",))
    root = ElementTree.fromstring(board_svg(scene, title="<title>"))
    assert any(element.get("data-cell") == '<a"&>' for element in root.iter())


def test_notebooks_show_pictures() -> None:
    line = Playthrough(TicTacToe())
    assert line._repr_svg_() == TicTacToe()._repr_svg_() == state_svg(TicTacToe())
    tree = Tree.from_text("[[3 12 8] [2 4 6] [14 5 2]]")
    for drawn in (
        tree._repr_svg_(),
        record(tree, "alphabeta")._repr_svg_(),
        Tree.from_text("[(1,2) (3,4)]")._repr_svg_(),
    ):
        ElementTree.fromstring(drawn)
    shown = player("greedy").think(Kalah())._repr_html_()
    ElementTree.fromstring(shown.replace("&ensp;", " "))
    assert "greedy" in shown


def test_a_browser_draws_them_all(tmp_path: Path, long_run: bool) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if not long_run or not browser:
        pytest.skip("a contact sheet for the eyes: only in long runs, and with Chromium")
    boards = "".join(f"<div>{state_svg(position(game, 7).state)}</div>" for game in catalogue.entries())
    page, picture = tmp_path / "boards.html", tmp_path / "boards.png"
    page.write_text(f"<meta charset=utf-8>{boards}", encoding="utf-8")
    command = [
        browser,
        "--headless",
        "--no-sandbox",
        f"--screenshot={picture}",
        "--window-size=900,9000",
        page.as_uri(),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert picture.stat().st_size > 100_000


@pytest.mark.parametrize("game", list(catalogue.entries()))
def test_a_card_is_the_board_alone_in_the_colours_of_a_theme(game: str) -> None:
    scene = position(game, 7).state.scene()
    light, dark = (card_svg(scene, theme_colours(theme, "slate")) for theme in ("light", "dark"))
    for drawn in (light, dark):
        assert "var(--" not in drawn
        root = ElementTree.fromstring(drawn)
        shown = [use for use in root.iter() if use.get("data-cell") is not None]
        assert len(shown) == sum(cell.shape != "none" for cell in scene.cells)
    assert light != dark


def test_colours_of_a_theme_are_those_of_the_style_sheet() -> None:
    dark = theme_colours("dark", "slate")
    assert dark["board-light"] == THEMES[":root[data-board='slate'][data-theme='dark']"]["board-light"]
    assert dark["board-line"] == THEMES[":root[data-board='slate']"]["board-line"]
    assert dark["mark"] == THEMES[":root[data-theme='dark']"]["mark"]
    assert theme_colours() == THEMES[":root"]


def test_words_below_a_cell_are_read_on_the_paper() -> None:
    cards = Scene(tuple(Cell(f"card {at}", float(at), 0.0, label=f"player {at}") for at in range(6)))
    drawn = board_svg(cards)
    assert re.search(rf'fill="{THEMES[":root"]["board-name"]}"[^>]*>player 1<', drawn)
    assert "rx=" not in drawn  # no board lies under them
