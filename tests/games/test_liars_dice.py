"""Liar's dice: whole trees beside OpenSpiel's, known values, notation."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.errors import BadPosition
from zermelo.game import CHANCE
from zermelo.game.veil import observed
from zermelo.games.liars_dice import LiarsDice
from zermelo.hidden.equilibrium.solver import Equilibrium


@pytest.mark.parametrize(("dice", "faces"), [(1, 3), (1, 4), (2, 2)])
def test_the_tree_is_open_spiels(dice: int, faces: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    sets: dict[str, tuple[int, ...]] = {}

    def walk(ours: Any, theirs: Any, bids: tuple[int, ...]) -> None:
        assert ours.over() == theirs.is_terminal()
        if ours.over():
            assert [ours.utility(0), ours.utility(1)] == theirs.returns()
            return
        assert ours.legal() == theirs.legal_actions()
        if ours.turn == CHANCE:
            assert theirs.is_chance_node()
            assert {move: ours.odds(move) for move in ours.legal()} == pytest.approx(dict(theirs.chance_outcomes()))
        else:
            assert ours.turn == theirs.current_player()
            here = (ours.turn, *observed(ours, ours.turn), *bids)
            assert sets.setdefault(theirs.information_state_string(), here) == here
        for move in ours.legal():
            after = ours.copy()
            after.play(move)
            walk(after, theirs.child(move), bids if ours.turn == CHANCE else (*bids, move))

    settings = f"liars_dice(numdice={dice},dice_sides={faces})"
    walk(LiarsDice(dice=dice, faces=faces), pyspiel.load_game(settings).new_initial_state(), ())
    assert len(set(sets.values())) == len(sets)


@pytest.mark.parametrize(
    ("dice", "faces", "value", "sets"),
    [(1, 2, 1 / 2, 32), (1, 3, 1 / 9, 192), (1, 4, 1 / 16, 1024), (1, 5, 1 / 125, 5120), (2, 2, 7 / 8, 768)],
)
def test_known_values(dice: int, faces: int, value: float, sets: int) -> None:
    solver = Equilibrium(LiarsDice(dice=dice, faces=faces), "cfr+")
    solver.run(1500)
    assert len(solver.tree.owners) == sets
    gap = solver.exploitability()
    assert gap < 6e-5
    assert solver.values()[0] == pytest.approx(value, abs=2 * gap + 1e-6)


def test_six_faces() -> None:
    """The trajectory of three programs, and the known value, -7/258."""
    solver = Equilibrium(LiarsDice(), "cfr+")
    for count, wanted in ((10, 0.141601426), (90, 0.00490828123)):
        solver.run(count)
        assert solver.exploitability() == pytest.approx(wanted, abs=2e-9)
    solver.run(900)
    gap = solver.exploitability()
    assert solver.values()[0] == pytest.approx(-7 / 258, abs=gap)
    assert gap < 2e-4
    assert (len(solver.tree.ends), len(solver.tree.owners)) == (147_420, 24_576)


def test_three_players_share_nothing() -> None:
    state = LiarsDice.variant(players=3, dice=2, faces=4).from_text("14/22/34 2x2 1")
    state.play(state.parse_move("liar"))
    assert [state.utility(player) for player in range(3)] == [-1.0, 0.0, 1.0]  # the four is wild: 2, 2, 4, 4
    assert "stands" in state.ending()


@pytest.mark.parametrize(
    "text", ["", "1/7 - 1", "1/2 3x1 2", "1/- - 1", "1/2 - 2", "1/2 1x1 1", "12/3 - 1", "1/2 - 1 liar"]
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        LiarsDice.from_text(text)
