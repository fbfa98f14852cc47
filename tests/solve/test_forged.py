"""Files with good checksums and bad intentions: refused with a sentence before anything is read beyond its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadText, Unsupported, ZermeloError
from zermelo.games import catalogue
from zermelo.games.chess import Chess
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.solve import files
from zermelo.solve.certificate import read_certificate
from zermelo.solve.files import PROOF, TABLE, write_table
from zermelo.solve.tablebase import ReachedTable, SliceTables, class_of, header_of
from zermelo.solve.verify import verify
from zermelo.solve.verify_certificate import verify_certificate

KEYS = np.array([1, 5, 9], np.uint64)
CODES = np.array([0, 2, -2], np.int16)
START = "3/3/3 x"


def header(cls: Any = TicTacToe, **changes: Any) -> dict[str, Any]:
    """What an honest file says, with lies."""
    return {**header_of(cls), "kind": "reached", "name": "tic_tac_toe", "start": START, **changes}


@pytest.mark.parametrize("word", ["game", "rules", "name", "settings"])
@pytest.mark.parametrize("lie", [None, 3, [], {"size": 3}, [[]]])
@pytest.mark.parametrize("kind", [TABLE, PROOF], ids=lambda kind: kind.word)
def test_a_header_that_says_nothing(tmp_path: Path, word: str, lie: Any, kind: files.Kind) -> None:
    path = tmp_path / "a"
    for said in (header(**{word: lie}), {name: value for name, value in header().items() if name != word}):
        write_table(path, said, {"keys": KEYS, "values": CODES}, kind)
        read: Any = ReachedTable if kind is TABLE else read_certificate
        with pytest.raises(ZermeloError, match=r"^\S+ (does not say|is a|was made)"):
            read(TicTacToe, path)
        if word in ("name", "settings") and lie != []:
            with pytest.raises(BadText, match="does not say"):
                class_of(path, kind)


@pytest.mark.parametrize(
    ("keys", "values"),
    [
        (KEYS, CODES[:2]),
        (KEYS[::-1], CODES),  # in another order, so that probing finds other positions than the check
        (np.array([1, 5, 5], np.uint64), CODES),  # the check would see the last, a player the first
        (KEYS, CODES.astype(np.int32)),
        (KEYS, np.array([0.0, np.nan, 1.0])),
        (KEYS.astype(np.int64), CODES),
    ],
)
def test_columns_that_no_table_has(tmp_path: Path, keys: Any, values: Any) -> None:
    path = tmp_path / "a.ztb"
    write_table(path, header(), {"keys": keys, "values": values})
    for read in (lambda: ReachedTable(TicTacToe, path), lambda: verify(TicTacToe, path)):
        with pytest.raises(BadText, match="in the order of their keys"):
            read()


@pytest.mark.parametrize("codes", [np.zeros(7, np.int16), np.zeros(0, np.int16), np.zeros(7)])
def test_a_slice_that_is_too_short_is_not_lent_to_searches(tmp_path: Path, codes: Any) -> None:
    """Compiled search reads a slice by index and looks at no length."""
    said = header(Chess, kind="slice", name="chess", slice="KPK")
    write_table(tmp_path / "KPK.ztb", said, {"codes": codes})
    for read in (
        lambda: SliceTables(Chess, tmp_path).slice(Chess.slice_named("KPK")),
        lambda: verify(Chess, tmp_path / "KPK.ztb", sample=20),
    ):
        with pytest.raises(BadText, match="a code for each position of KPK"):
            read()


def test_a_slice_of_a_game_without_any(tmp_path: Path) -> None:
    write_table(tmp_path / "a.ztb", header(kind="slice", slice="KPK"), {"codes": CODES})
    with pytest.raises(BadText, match="TicTacToe has none"):
        verify(TicTacToe, tmp_path / "a.ztb")


def proof(path: Path, game: str, value: float, sides: list[int], start: str = "", **changes: Any) -> Any:
    """A proof of whatever one likes: each strategy names move 0 at the first position."""
    begin = catalogue.begin(game, {}, start).state
    arrays: dict[str, Any] = {}
    for keeper in sides:
        arrays |= {f"keys{keeper}": np.array([begin.key()], np.uint64), f"moves{keeper}": np.zeros(1, np.int32)}
    said = header(type(begin), kind="weak", name=game, start=begin.to_text(), value=value, sides=sides)
    write_table(path, {**said, **changes}, arrays, PROOF)
    return type(begin)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), 2.0])
def test_a_value_that_the_game_does_not_have_proves_nothing(tmp_path: Path, value: float) -> None:
    """Nothing is less than a NaN: every end would be good enough for it."""
    cls = proof(tmp_path / "p", "tic_tac_toe", value, [0, 1])
    with pytest.raises(BadText, match="which the game does not have"):
        verify_certificate(cls, tmp_path / "p")


def test_what_cannot_be_proven_by_strategies_is_not_checked_as_if_it_could(tmp_path: Path) -> None:
    """Dice are no choice of anybody's; hidden cards are more than a position; a finished game needs no moves."""
    for game, value in (("pig", 1.0), ("kuhn_poker", 1.0)):
        cls = proof(tmp_path / "p", game, value, [0])
        with pytest.raises(Unsupported, match=r"chance moves|cannot be solved"):
            verify_certificate(cls, tmp_path / "p")
    cls = proof(tmp_path / "p", "tic_tac_toe", -1.0, [0, 1], "xxx/oo1/3 o")
    with pytest.raises(Unsupported, match="the game is over"):
        verify_certificate(cls, tmp_path / "p")


def test_a_file_runs_no_rules_that_were_not_named_by_hand(tmp_path: Path) -> None:
    """A table that was received with a Python file beside it."""
    program = tmp_path / "theirs.py"
    program.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    for kind in (TABLE, PROOF, files.BOOK):
        write_table(tmp_path / "a", header(name=str(program)), {"keys": KEYS, "values": CODES}, kind)
        with pytest.raises(ZermeloError, match="a received file names it"):
            class_of(tmp_path / "a", kind)
    assert not (tmp_path / "ran").exists()
