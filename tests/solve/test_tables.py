"""Tables: counts and longest wins against the literature, files, probing by players and inside alpha-beta, checking."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from zermelo.errors import BadText, Unsupported, ZermeloError
from zermelo.games import catalogue
from zermelo.games.chess import Chess
from zermelo.games.draughts import Checkers
from zermelo.interfaces.cli import app
from zermelo.players import player
from zermelo.search.common.endings import NO_POSITION
from zermelo.solve import files, solve_positions, solve_slices
from zermelo.solve.files import BLOCK, read_array, read_header, write_table
from zermelo.solve.tablebase import SliceTables, folder_of, installed, look_again
from zermelo.solve.verify import verify

# Reduced by symmetry, from the statistics of the Syzygy generator: the stronger side to move, then the other;
# wins, draws, losses, longest win, longest loss in plies
CHESS = {
    "KQK": ((18_081, 0, 0, 19, 0), (0, 2_896, 25_160, 0, 20)),
    "KRK": ((21_959, 0, 0, 31, 0), (0, 2_796, 25_260, 0, 32)),
    "KPK": ((62_480, 19_184, 0, 55, 0), (0, 35_210, 48_802, 0, 56)),  # Stockfish's bitbase: 111,282 wins
    "KQKR": ((1_108_111, 8_963, 2_142, 69, 36), (386_313, 78_518, 883_075, 37, 70)),
}
# Counted by a program that knows nothing of this one; own side first (the larger), then with the other to move
CHECKERS = {
    "K-K": ((230, 654, 108, 11, 10),),
    "M-M": ((102, 611, 47, 13, 6),),
    "KK-K": ((14_846, 34, 0, 33, 0), (412, 1_450, 13_018, 11, 34)),
    "MM-M": ((9_928, 8, 0, 61, 0), (96, 757, 9_083, 13, 62)),
    "KK-KK": ((58_361, 153_456, 3_943, 49, 48),),
    "KM-KM": ((161_772, 485_306, 14_122, 103, 102),),
    "MM-MM": ((26_945, 95_631, 3_088, 109, 108),),
}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a data folder of its own."""
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path / "data"))
    look_again()


def counted(codes: np.ndarray) -> tuple[int, int, int, int, int]:
    """Wins, draws, losses, and the longest win and loss."""
    valid = codes[codes != NO_POSITION].astype(int)
    wins, losses = valid[valid > 0], -valid[valid < 0]
    longest = [int(part.max()) - 1 if len(part) else 0 for part in (wins, losses)]
    return len(wins), int((valid == 0).sum()), len(losses), longest[0], longest[1]


@pytest.mark.parametrize("name", CHESS)
def test_endings_of_chess(name: str) -> None:
    solve_slices(Chess, [name])
    codes = SliceTables(Chess, folder_of(Chess)).slice(Chess.slice_named(name))
    assert codes is not None
    half = len(codes) // 2
    assert (counted(codes[:half]), counted(codes[half:])) == CHESS[name]


def test_endings_of_checkers() -> None:
    solve_slices(Checkers, [], pieces=4)
    tables = SliceTables(Checkers, folder_of(Checkers))
    for name, expected in CHECKERS.items():
        codes = tables.slice(Checkers.slice_named(name))
        assert codes is not None
        parts = (codes,) if len(expected) == 1 else (codes[: len(codes) // 2], codes[len(codes) // 2 :])
        assert tuple(counted(part) for part in parts) == expected, name
    every = [tables.slice(Checkers.slice_named(name)) for name in Checkers.slice_names(4)]
    four = [codes for codes, name in zip(every, Checkers.slice_names(4), strict=True) if len(name) == 5]
    assert (
        sum(int((codes != NO_POSITION).sum()) for codes in four if codes is not None) == 6_209_316
    )  # Schaeffer's count


@pytest.mark.parametrize(("settings", "positions"), [("columns=4 height=4", 161_029), ("columns=4 height=3", 12_031)])
def test_connect_four_on_small_boards(settings: str, positions: int) -> None:
    """The numbers of positions are Tromp's; both boards are draws."""
    state = catalogue.begin("connect_four", dict(part.split("=") for part in settings.split())).state
    report = solve_positions(state)
    assert report.positions == positions
    assert report.value == "draw"


def test_a_table_agrees_with_search() -> None:
    """Every position of tic-tac-toe in a few random games: the same value as alpha-beta to the end."""
    game = catalogue.begin("tic_tac_toe")
    solve_positions(game.state)
    (table,) = installed(type(game.state))
    for seed in range(3):
        rolled = catalogue.begin("tic_tac_toe")
        while rolled.moves():
            said = table.probe(rolled.state)
            searched = player("alphabeta:depth=9,distance=true").think(rolled)
            assert said is not None
            assert said.value == searched.value
            assert said.distance == (searched.distance if searched.value else None)
            rolled.play(rolled.moves()[seed % len(rolled.moves())])


def test_players_use_what_is_known() -> None:
    solve_slices(Chess, ["KBNK"])
    game = catalogue.begin("chess", {}, "8/8/8/8/3k4/8/8/K1BN4 w - - 0 1")
    for text in ("perfect", "best"):
        result = player(text).think(game, lines=2)
        assert (result.proven, result.value, result.algorithm) == ("win", 1.0, "perfect")
        assert result.distance is not None
        assert len(result.line) == min(result.distance, 60)
        assert "looked up" in " ".join(result.notes)
    with pytest.raises(Unsupported, match="no table holds this position"):
        player("perfect").think(catalogue.begin("chess"))


def test_alpha_beta_looks_tables_up() -> None:
    """A pawn to take, then king, bishop and knight: far beyond its horizon without the table."""
    game = catalogue.begin("chess", {}, "8/8/8/2k5/4p3/2N5/1B6/K7 w - - 0 1")
    without = player("alphabeta:depth=4").think(game)
    assert without.proven == ""
    solve_slices(Chess, ["KBNK"])
    result = player("alphabeta:depth=4").think(game)
    assert (result.proven, result.value) == ("win", 1.0)


def test_a_table_is_checked_by_its_moves(tmp_path: Path) -> None:
    """The check passes what was solved and finds every one of many single lies."""
    state = catalogue.begin("tic_tac_toe").state
    path = tmp_path / "table.ztb"
    solve_positions(state, name="tic_tac_toe", path=path)
    verdict = verify(type(state), path)
    assert (verdict.problem, verdict.whole, verdict.proof) == ("", True, True)
    assert verdict.checked == 4_520  # open positions of the 5,478
    header, _ = read_header(path)
    keys, values = read_array(path, "keys"), read_array(path, "values")
    random = np.random.default_rng(1)
    for place in random.integers(0, len(keys), 12):
        lie = values.copy()
        lie[place] = random.choice([code for code in (-3, -2, 0, 2, 3) if code != values[place]])
        write_table(path, header, {"keys": keys, "values": lie})
        assert "the table says" in verify(type(state), path).problem


def test_a_slice_is_checked_by_its_moves() -> None:
    solve_slices(Chess, ["KPK"])
    path = folder_of(Chess) / "KPK.ztb"
    assert verify(Chess, path, sample=400).problem == ""
    header, _ = read_header(path)
    codes = read_array(path, "codes")
    codes[codes > 0] += 2
    write_table(path, header, {"codes": codes})
    assert "the table says" in verify(Chess, path, sample=400).problem


def test_damaged_and_foreign_files(tmp_path: Path) -> None:
    state = catalogue.begin("tic_tac_toe").state
    path = tmp_path / "table.ztb"
    solve_positions(state, path=path)
    whole = path.read_bytes()
    for place in (3, 40, len(whole) // 2, len(whole) - 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(BadText, match=r"damaged|no table|newer"):
            read_array(path, "keys"), read_array(path, "values")
        path.write_bytes(whole[:place])
        with pytest.raises(BadText, match=r"damaged|no table"):
            read_array(path, "keys"), read_array(path, "values")
    path.write_bytes(whole.replace(b"zermelo table 1", b"zermelo table 9"))
    with pytest.raises(BadText, match="newer"):
        read_header(path)
    path.write_bytes(whole)
    with pytest.raises(BadText, match="is a table of TicTacToe"):
        verify(Chess, path)
    header, _ = read_header(path)
    write_table(path, {**header, "rules": "0" * 16}, {"keys": np.zeros(BLOCK + 1, np.uint64)})
    with pytest.raises(BadText, match="other rules"):
        verify(type(state), path)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["solve", "connect_four", "--memory", "20M"],
            "positions of ConnectFour can be reached.*a smaller form may do",
        ),
        (["solve", "go"], "repetition rule is more than a draw"),
        (["solve", "kuhn_poker"], "hides information"),
        (["solve", "chess", "--slice", "QR"], "no ending of chess"),
        (["solve", "chess", "--slice", "K" + "Q" * 17 + "K"], "no ending of chess"),
        (["solve", "othello", "--slice", "KQK"], "declares no slices"),
        (["solve", "nim", "--memory", "much"], "--memory takes a size"),
        (["verify", "nothing.ztb"], "cannot be read"),
    ],
)
def test_what_cannot_be_solved_is_told(arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, ZermeloError)
    import re

    assert re.search(sentence, str(result.exception)), result.exception


def test_the_commands(tmp_path: Path) -> None:
    runner, path = CliRunner(), str(tmp_path / "nim.ztb")
    solved = runner.invoke(app, ["solve", "tic_tac_toe", "--out", path])
    assert "value        draw" in solved.output
    assert "positions    5,478" in solved.output
    checked = runner.invoke(app, ["verify", path])
    assert "all 4,520 positions follow from their moves" in checked.output
    weak = runner.invoke(app, ["solve", "tic_tac_toe", "--weak", "--memory", "100M"])
    assert "a proven draw" in weak.output
    again = runner.invoke(app, ["solve", "chess", "--slice", "KRK"])
    assert "longest      32 moves" in again.output
    assert "solved already" in runner.invoke(app, ["solve", "chess", "--slice", "KRK"]).output


def test_a_table_of_an_enemy_is_refused(tmp_path: Path) -> None:
    """Its checksums are right: what it says of itself need not be."""
    content = np.arange(10, dtype=np.int16)
    path = tmp_path / "x.ztb"
    bomb = zlib.compress(bytes(100_000_000))
    changes: tuple[object, ...] = (
        {"arrays": [{"name": "a", "dtype": "|O", "count": 10, "blocks": [20]}]},
        {"arrays": [{"name": "a", "dtype": "<i2", "count": -1, "blocks": []}]},
        {"arrays": [{"name": "a", "dtype": "<i2", "count": 10, "blocks": [-20]}]},
        {"arrays": [{"name": "a", "dtype": "<i2", "count": 2**60, "blocks": [20]}]},
        {"arrays": [{"name": "a", "dtype": "nonsense", "count": 10, "blocks": [20]}]},
        {"arrays": 3},
        {},
        [[[]]],
        {"arrays": [{"name": "a", "dtype": "<i2", "count": 10, "blocks": [len(bomb)]}]},
    )
    for change in changes:
        header = json.dumps(change).encode()
        start = files.MAGIC + len(header).to_bytes(8, "little") + header + files.checksum(header)
        path.write_bytes(start + bomb + files.checksum(bomb))
        with pytest.raises(BadText, match=r"does not say|damaged"):
            files.read_array(path, "a")
    files.write_table(path, {}, {"a": content})
    assert (files.read_array(path, "a") == content).all()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_is_no_file_is_no_table(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ztb")
    for place in (tmp_path / "pipe.ztb", tmp_path):
        with pytest.raises(BadText, match="cannot be read"):
            files.read_header(place)
