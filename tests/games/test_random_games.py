"""Random games of every game and variant, to the end: what is drawn, written, read back and clicked on the way.

Rare positions (forced passes, empty hands, the end itself) are what short games never show. In every run a few
positions of the base games, chosen for their rarity; in the long run many positions of all variants too.
"""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.drawing.board import state_svg
from zermelo.drawing.clicks import Picking
from zermelo.game.playouts import random_game
from zermelo.games import catalogue
from zermelo.games.built_in import settings_of
from zermelo.interfaces.terminal.board import PaintOptions, paint

CASES = [
    pytest.param(name, settings_of(text), id=f"{name} {text}".strip(), marks=pytest.mark.xdist_group(name))
    for name in sorted(catalogue.entries())
    for text in ("", *catalogue.entries()[name].variants)
]
LONGEST = 3000  # plies
GAMES, SPREAD, FORCED = 2, 2, 2  # in every run: games of each, positions along each, forced moves of each
LATE = 40  # plies before the end among which those are looked for
LONG_GAMES, LONG_SPREAD, LONG_FORCED = 3, 60, 10
MOVES = 24  # of one position whose texts and clicks are tried


def holds(state: Any) -> None:
    """One position: its picture in SVG and in signs, its text and back, its moves' texts and back, its clicks."""
    legal = state.legal()
    scene = state.scene()
    assert scene.problem(legal) is None
    assert state_svg(state).rstrip().endswith("</svg>")
    for view in (PaintOptions(figures=False), PaintOptions(wide=5, high=2, flipped=True)):
        shown = {spot.cell for row in paint(scene, view).rows for spot in row} - {""}
        assert shown == {cell.name for cell in scene.cells if cell.shape != "none"}
    assert str(state)
    assert type(state).from_text(state.to_text()) == state
    for move in legal[:: max(1, len(legal) // MOVES)]:
        assert state.parse_move(state.move_text(move)) == move
        picking = Picking(scene)
        answers = [picking.click(name) for name in scene.clicks[move]]
        assert [answer.kind for answer in answers] == ["more"] * (len(answers) - 1) + ["play"]
        assert answers[-1].move == move


def along(begin: Any, moves: list[int]) -> list[Any]:
    """Every position of a game, the last included."""
    states = [begin]
    for move in moves:
        states.append(states[-1].copy())
        states[-1].play(move)
    return states


def telling(states: list[Any], spread: int, most_forced: int) -> list[Any]:
    """A few positions of a game: spread along it, its end, and the last of those in which there is only one move."""
    forced: list[Any] = []
    for state in reversed(states[-LATE:]):
        if len(forced) < most_forced and len(state.legal()) == 1:
            forced.append(state)
    return [*states[:: max(1, len(states) // spread)], *forced, states[-1]]


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_every_position_can_be_shown_written_and_clicked(name: str, settings: dict[str, str], long_run: bool) -> None:
    if settings and not long_run:
        pytest.skip("a variant: in the long run")
    begin = catalogue.make(name, settings)
    games, spread, forced = (LONG_GAMES, LONG_SPREAD, LONG_FORCED) if long_run else (GAMES, SPREAD, FORCED)
    for number in range(games):
        for state in telling(along(begin, random_game(begin, 17, number, LONGEST)), spread, forced):
            holds(state)
