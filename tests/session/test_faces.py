"""Terminal and page play the same game: whatever is decided, is decided once."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.interfaces.terminal.local import LocalGame, Wish
from zermelo.interfaces.web.tables import Table
from zermelo.interfaces.web.views import table_view
from zermelo.notation.record import GameRecord
from zermelo.session.chance import drawn
from zermelo.session.options import SessionOptions
from zermelo.session.seats import Actor
from zermelo.session.session import Session


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))


def both(game: str, seats: list[str], seed: int) -> tuple[LocalGame, Table]:
    local = LocalGame.begin(Wish(game, seats, seed=seed))
    return local, Table(Session(GameRecord(game, seats=list(seats)), SessionOptions(seed=seed)))


@pytest.mark.parametrize("loser", [0, 1, 2])
def test_the_side_of_who_resigns_loses(loser: int) -> None:
    """Two ghosts are one side: who resigns for one of them does not make the other one win."""
    seats = ["random"] * 3
    seats[loser] = "human"
    local, table = both("pacman", seats, 5)
    local.resign()
    table.session.resign(table.actor(table.keys))
    wins = [0] if loser else [1, 2]
    for session in (local.session, table.session):
        outcome = session.outcome()
        assert outcome is not None
        assert list(outcome.winners) == wins
        assert outcome.reason == f"player {loser + 1} resigns"
    shown = table_view(table, table.keys).outcome
    assert shown is not None
    assert list(shown.winners) == wins
    assert shown.utilities == local.session.outcome().utilities  # type: ignore[union-attr]  # just seen


@pytest.mark.parametrize("seed", [0, 7, 10**15])
def test_the_same_seed_gives_the_same_dice(seed: int) -> None:
    local, table = both("backgammon", ["human", "human"], seed)
    for _ in range(6):
        if local.mover < 0:
            move = local.roll()
            assert move == table.session.draw_chance() == drawn(local.playthrough, seed)
        else:
            move = local.playthrough.moves()[0]
        local.play(move)
        table.session.play(table.session.tip, move)
    local.undo()
    rolled = local.session.moves_to(local.session.tip)
    local.redo()
    assert local.session.moves_to(local.session.tip)[: len(rolled)] == rolled


def test_what_is_taken_back_stays_in_both() -> None:
    local, table = both("tic_tac_toe", ["human", "human"], 1)
    for text in ("b2", "a1"):
        local.play_text(text)
        table.session.play(table.session.tip, text)
    local.undo()
    table.session.undo(Actor((0, 1), alone=True))
    local.play_text("c3")
    table.session.play(table.session.tip, "c3")
    assert local.record.root == table.session.record.root
    assert [child.move for child in local.record.node((0,)).children] == ["c3", "a1"]
