"""Players are called by the colours that they are drawn in."""

from __future__ import annotations

import pytest

from zermelo.drawing.words import in_colours
from zermelo.games import catalogue


@pytest.mark.parametrize(
    ("game", "moves", "said", "wanted"),
    [
        ("connect_four", "a b a b a b a", "x has 4 in a line", "red has 4 in a line"),
        ("connect_four", "", "x has 4 in a line", "x has 4 in a line"),  # nothing is drawn yet
        ("ataxx", "", "x 2, o 2; box and ox", "red 2, blue 2; box and ox"),
        ("tic_tac_toe", "b2 a1", "x has 3 in a line", "x has 3 in a line"),  # they are drawn as crosses
        ("chess", "", "x takes", "x takes"),
    ],
)
def test_x_and_o_are_called_as_they_are_drawn(game: str, moves: str, said: str, wanted: str) -> None:
    line = catalogue.begin(game)
    for move in moves.split():
        line.play_text(move)
    assert in_colours(said, line.state.scene()) == wanted
