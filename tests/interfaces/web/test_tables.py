"""Tables and their store, without a server."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from zermelo.errors import BadParameter, IllegalMove
from zermelo.interfaces.web.store import InUse, NotKept, Store, Unusable
from zermelo.interfaces.web.tables import Table
from zermelo.interfaces.web.views import position_view, table_view
from zermelo.notation.record import GameRecord
from zermelo.session.options import SessionOptions
from zermelo.session.seats import Actor
from zermelo.session.session import Session


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    record = GameRecord("chess", seats=["human", "best:level=3"])
    table = Table(Session(record, SessionOptions(seed=4, clock=60)))
    for move in ("e4", "e5", "Nf3"):
        table.session.play(table.session.tip, move)
    table.session.play((0,), "c5")
    store.save(table.number, "chess", 1.0, json.dumps(table.to_json()))
    store.close()
    kept = Store(tmp_path / "a.sqlite").load(table.number)
    assert kept is not None
    again = Table.from_json(json.loads(kept))
    assert table_view(again, table.keys).tree == table_view(table, table.keys).tree
    assert again.session.tip == (0, 1)
    assert again.keys == table.keys
    assert again.session.options == table.session.options


@pytest.mark.skipif(os.name != "posix", reason="needs owners of files")
def test_a_store_that_somebody_else_laid_out_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that all may write to; a link to such a file is the same."""

    def not_ours(path: str, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    path, link = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    path.touch()
    link.symlink_to(path)
    monkeypatch.setattr(os, "chmod", not_ours)
    for mode, refused in ((0o644, True), (0o660, True), (0o600, False)):
        path.touch()
        os.fchmod(descriptor := os.open(path, os.O_RDONLY), mode)
        os.close(descriptor)
        for place in (path, link):
            if refused:
                with pytest.raises(Unusable, match="belongs to somebody else"):
                    Store(place)
            else:
                Store(place).close()


def test_a_store_of_a_newer_version_or_of_something_else_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    store.base.execute("PRAGMA user_version = 99")
    store.close()
    with pytest.raises(BadParameter, match="newer Zermelo"):
        Store(tmp_path / "a.sqlite")
    (tmp_path / "b.sqlite").write_text("this is no database, and long enough to be seen as none" * 20)
    with pytest.raises(BadParameter, match="name another file"):
        Store(tmp_path / "b.sqlite")
    with pytest.raises(BadParameter, match="name another file"):
        Store(tmp_path / "missing" / "c.sqlite")


def test_a_full_disk_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    store.base.execute("PRAGMA max_page_count = 6")
    table = Table(Session(GameRecord("chess", tags={"note": "x" * 100_000})))
    with pytest.raises(NotKept, match="make room"):
        store.save(table.number, "chess", 1.0, json.dumps(table.to_json()))
    table.session.play((), "e4")


def test_a_store_belongs_to_one_server(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    with pytest.raises(InUse, match="another server keeps its games"):
        Store(tmp_path / "a.sqlite")
    store.close()
    Store(tmp_path / "a.sqlite").close()


def test_who_holds_which_seats() -> None:
    table = Table(Session(GameRecord("chess", seats=["human", "best"])))
    assert table.actor(table.keys[:1]) == Actor((0,), alone=True)  # the other seat is a machine's
    assert table.actor([]) == Actor()
    assert table.actor(["nonsense"]) == Actor()
    both = Table(Session(GameRecord("chess")))
    assert both.actor(both.keys).alone
    assert not both.actor(both.keys[:1]).alone
    old = list(both.keys)
    link = both.invite(1, old)
    assert both.actor(old) == Actor((0,), alone=False)
    assert both.actor([link]) == Actor((1,), alone=False)
    with pytest.raises(IllegalMove, match="seat of one's own"):
        both.invite(1, old)


@pytest.mark.parametrize("player", [0, 1, -1])
def test_what_is_hidden_is_in_no_view(player: int) -> None:
    """Two deals that differ only in the other's card look the same to a player, moves included."""
    seen = []
    for card in ("Q", "K"):
        table = Table(Session(GameRecord("kuhn_poker"), SessionOptions(seed=1)))
        deal = ("J", card) if player <= 0 else (card, "J")
        for move in deal:
            table.session.play(table.session.tip, move)
        table.session.play(table.session.tip, "pass")
        keys = [table.keys[player]] if player >= 0 else []
        shown = str(position_view(table, table.session.tip, keys)) + str(table_view(table, keys))
        seen.append(shown.replace(table.number, "").replace(str(table.keys), ""))
    assert seen[0] == seen[1]


def test_whoever_opens_a_table_does_not_see_the_cards_of_its_machines() -> None:
    """They hold the keys of all seats, the machine's too; before its move its card must not be shown."""
    seen = []
    for card in ("Q", "K"):
        table = Table(Session(GameRecord("kuhn_poker", seats=["human", "best"]), SessionOptions(seed=1)))
        for move in ("J", card, "pass"):
            table.session.play(table.session.tip, move)
        assert table.session.playthrough.turn == 1
        position = position_view(table, table.session.tip, table.keys)
        assert [piece.kind for piece in position.scene.pieces] == ["card", "card_back"]
        assert position.moves == []
        seen.append(str(position) + str(table_view(table, table.keys).tree))
    assert seen[0] == seen[1]


def test_the_seed_is_told_only_where_it_foretells_nothing() -> None:
    for game, told in (("chess", True), ("backgammon", False), ("kuhn_poker", False)):
        table = Table(Session(GameRecord(game), SessionOptions(seed=12345)))
        assert (table_view(table, table.keys).options.seed == 12345) is told
        assert ("12345" in table_view(table, table.keys).model_dump_json()) is told
    table.session.resign(table.actor(table.keys))
    assert table_view(table, table.keys).options.seed is None  # it can be taken back
