"""Tables and their store, without a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.errors import BadParameter, BadText, IllegalMove
from zermelo.games import catalogue
from zermelo.interfaces.web.store import NotKept, Store
from zermelo.interfaces.web.tables import Options, Table
from zermelo.interfaces.web.views import position_view, table_view
from zermelo.notation.record import Record


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    table = Table(Record("chess", seats=["human", "best:level=3"]), options=Options(seed=4, clock=60))
    for move in ("e4", "e5", "Nf3"):
        table.play(table.tip, move)
    table.play((0,), "c5")
    store.save(table)
    store.close()
    again = Store(tmp_path / "a.sqlite").load(table.number)
    assert again is not None
    assert table_view(again, table.keys)["tree"] == table_view(table, table.keys)["tree"]
    assert again.tip == (0, 1)
    assert again.keys == table.keys
    assert again.options == table.options


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
    table = Table(Record("chess", tags={"note": "x" * 100_000}))
    with pytest.raises(NotKept, match="make room"):
        store.save(table)
    table.play((), "e4")


def test_the_same_luck_for_the_same_seed() -> None:
    rolls = []
    for _ in range(2):
        table = Table(Record("backgammon"), options=Options(seed=7))
        table.play((), table.draw_chance())
        rolls.append(table.moves_to(table.tip))
    assert rolls[0] == rolls[1]


def test_moves_of_a_machine_are_its_own() -> None:
    table = Table(Record("chess", seats=["human", "best"]))
    table.play((), "e4", table.keys)
    with pytest.raises(IllegalMove, match="is thinking"):
        table.play(table.tip, "e5", table.keys)
    table.go(table.tip, table.keys, running=False)
    table.play(table.tip, "e5", table.keys)


def test_positions_far_back_are_found_again() -> None:
    table = Table(Record("go"))
    line = catalogue.begin("go")
    for _ in range(70):
        move = line.moves()[len(line.played) % 7]
        line.play(move)
        table.play(table.tip, move)
    assert table.at(table.tip).to_text() == line.to_text()
    first = position_view(table, (0,), table.keys)
    assert len(first["scene"]["pieces"]) == 1
    assert len(table.known) <= 48


@pytest.mark.parametrize("player", [0, 1, -1])
def test_what_is_hidden_is_in_no_view(player: int) -> None:
    """Two deals that differ only in the other's card look the same to a player, his moves included."""
    seen = []
    for card in ("Q", "K"):
        table = Table(Record("kuhn_poker"))
        deal = ("J", card) if player <= 0 else (card, "J")
        for move in deal:
            table.play(table.tip, move)
        table.play(table.tip, "pass")
        keys = [table.keys[player]] if player >= 0 else []
        shown = str(position_view(table, table.tip, keys)) + str(table_view(table, keys))
        seen.append(shown.replace(table.number, "").replace(str(table.keys), ""))
    assert seen[0] == seen[1]


def test_a_record_is_edited_and_the_game_stays_where_it_stands() -> None:
    table = Table(Record("chess"))
    for path, move in (((), "e4"), ((0,), "e5"), ((0,), "c5"), ((0, 1), "Nf3"), ((), "d4")):
        table.play(path, move)
    assert table.edit("promote", (0, 1), "", table.keys) == (0, 0)
    assert table.moves_to((0, 0, 0)) == ["e4", "c5", "Nf3"]
    assert table.moves_to(table.tip) == ["d4"]
    table.edit("remove", (0,), "", table.keys)
    assert table.tip == (0,)
    assert table.moves_to(table.tip) == ["d4"]
    with pytest.raises(IllegalMove, match="stands on this line"):
        table.edit("remove", (0,), "", table.keys)
    with pytest.raises(IllegalMove, match="only who plays"):
        table.edit("comment", (0,), "well", [])
    with pytest.raises(BadText, match="no variation"):
        table.edit("comment", (3,), "well", table.keys)
    table.invite(1, table.keys)
    with pytest.raises(IllegalMove, match="stays as it is"):
        table.edit("promote", (0,), "", table.keys[:1])
