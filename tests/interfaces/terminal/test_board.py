"""Boards in signs: every game, plain and in colour, within 80 columns."""

from __future__ import annotations

import pytest

from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.interfaces.terminal.board import PaintOptions, paint


def position(game: str, moves: int = 6, **settings: str) -> Playthrough:
    line = Playthrough(catalogue.make(game, settings))
    random = Random(3)
    for _ in range(moves):
        legal = line.state.legal()
        line.play(line.draw(random) if line.turn < 0 else legal[random.below(len(legal))])
        if line.over():
            line.undo()
            break
    return line


@pytest.mark.parametrize("game", list(catalogue.entries()))
def test_every_cell_of_every_game_has_its_place(game: str) -> None:
    scene = position(game).state.scene()
    for view in (PaintOptions(figures=False), PaintOptions(), PaintOptions(flipped=True), PaintOptions(wide=6, high=3)):
        canvas = paint(scene, view)
        assert {spot.cell for row in canvas.rows for spot in row} - {""} == {
            cell.name for cell in scene.cells if cell.shape != "none"
        }
        if not view.high > 1:
            assert canvas.width <= 80
        shown = canvas.plain()
        assert len(shown.splitlines()) <= canvas.height
        if not view.figures:
            assert shown.isascii()


def test_a_board_of_chess() -> None:
    canvas = paint(position("chess", 0).state.scene(), PaintOptions(figures=False))
    assert canvas.plain().splitlines()[0] == "8 r n b q k b n r"
    assert canvas.plain().splitlines()[-1] == "  a b c d e f g h"
    flipped = paint(position("chess", 0).state.scene(), PaintOptions(figures=False, flipped=True)).plain().splitlines()
    assert flipped[0] == "1 R N B K Q B N R"
    figures = paint(position("chess", 0).state.scene(), PaintOptions()).plain()
    assert "♔" in figures
    assert "♚" in figures


def test_lines_of_go_cross() -> None:
    shown = paint(position("go", 0, size="5").state.scene(), PaintOptions()).plain().splitlines()
    assert shown[0].split() == ["5", "┌─┬─┬─┬─┐"] or "┌───┬" in shown[0]
    assert "┼" in shown[2]


def test_owners_differ_by_more_than_colour() -> None:
    for game in ("go", "othello", "connect_four", "hex", "chess", "backgammon", "checkers", "lines_of_action"):
        scene = position(game, 8).state.scene()
        canvas = paint(scene, PaintOptions())
        signs: dict[int, set[str]] = {0: set(), 1: set()}
        for piece in scene.pieces:
            if piece.owner in signs:
                own = {spot.sign for row in canvas.rows for spot in row if spot.cell == piece.cell and spot.bold}
                signs[piece.owner] |= {sign for sign in own if not sign.isdigit()}
        assert signs[0], game
        assert not signs[0] & signs[1], game
