"""Proofs of values: found by search, df-pn or tables, followed by the rules alone, refused where they were altered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from zermelo.errors import BadParameter, BadText, Unsupported, ZermeloError
from zermelo.games import catalogue
from zermelo.games.chess import Chess
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.interfaces.cli import app
from zermelo.players import player
from zermelo.solve import files, solve_positions, solve_slices
from zermelo.solve.certificate import certify, from_tables, read_certificate, write_certificate
from zermelo.solve.tablebase import look_again
from zermelo.solve.verify_certificate import verify_certificate

EXACT = "alphabeta:exact,bisection,distance,time=60,tt=16"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a data folder of its own."""
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path / "data"))
    look_again()


def searching(spec: str = EXACT) -> Any:
    """A prover: a search."""
    searcher = player(spec)

    def proven(state: Any) -> tuple[int, float]:
        found = searcher.think(state)
        assert found.proven
        return found.move, found.value

    return proven


@pytest.mark.parametrize(
    ("game", "settings", "value"),
    [
        ("tic_tac_toe", {}, 0),
        ("connect_four", {"columns": "4", "height": "3"}, 0),
        ("othello", {"size": "4"}, -10),  # -8 on the board, and two empty squares that go to the winner
    ],
)
def test_values_of_the_literature_with_their_proofs(
    tmp_path: Path, game: str, settings: dict[str, str], value: float
) -> None:
    start, path = catalogue.begin(game, settings).state, tmp_path / "p.zproof"
    found = certify(start, searching(), name=game)
    assert found.value == value
    assert set(found.strategies) == {0, 1}, "a value between the bounds needs a strategy of each side"
    write_certificate(found, path)
    verdict = verify_certificate(type(start), path)
    assert (verdict.problem, verdict.proof) == ("", True)
    assert verdict.checked >= found.positions


def test_a_false_value_and_altered_moves_are_refused_where_they_lie(tmp_path: Path) -> None:
    start, path = catalogue.begin("tic_tac_toe").state, tmp_path / "p.zproof"
    found = certify(start, searching(), name="tic_tac_toe")
    write_certificate(found, path)
    header, _ = files.read_header(path, files.PROOF)
    arrays = {one["name"]: files.read_array(path, one["name"], files.PROOF) for one in header["arrays"]}
    refused = 0
    for place in np.random.default_rng(3).integers(0, len(arrays["keys1"]), 25):
        moves = arrays["moves1"].copy()
        moves[place] = (moves[place] + 4) % 9
        files.write_table(path, header, arrays | {"moves1": moves}, files.PROOF)
        problem = verify_certificate(TicTacToe, path).problem
        refused += bool(problem)
        if problem:
            assert any(sentence in problem for sentence in ("is not legal", "comes to an end", "has no move")), problem
            assert "/" in problem, "the position is named"
    assert refused >= 15, "another move may be as good; most are not"
    files.write_table(path, {**header, "value": 1.0}, arrays, files.PROOF)
    assert "worth" in verify_certificate(TicTacToe, path).problem
    files.write_table(path, {**header, "sides": [0]}, {k: v for k, v in arrays.items() if k.endswith("0")}, files.PROOF)
    assert "needs a strategy of the opponent" in verify_certificate(TicTacToe, path).problem
    fewer = arrays | {"keys0": arrays["keys0"][1:], "moves0": arrays["moves0"][1:]}
    files.write_table(path, header, fewer, files.PROOF)
    assert "it has no move at" in verify_certificate(TicTacToe, path).problem
    with pytest.raises(BadText, match="is a proof of TicTacToe"):
        verify_certificate(Chess, path)
    files.write_table(path, {**header, "rules": "0" * 16}, arrays, files.PROOF)
    with pytest.raises(BadText, match="other rules of TicTacToe: prove it again"):
        verify_certificate(TicTacToe, path)


def test_a_win_from_tables_and_play_that_goes_round(tmp_path: Path) -> None:
    """King and queen against king by its table; then a proof whose moves run in a circle is refused."""
    solve_slices(Chess, ["KQK"])
    start, path = catalogue.begin("chess", {}, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1").state, tmp_path / "p.zproof"

    def proven(state: Any) -> tuple[int, float]:
        found = from_tables(state)
        assert found is not None
        return found

    found = certify(start, proven, name="chess")
    assert (found.value, set(found.strategies)) == (1.0, {0})
    write_certificate(found, path)
    verdict = verify_certificate(Chess, path)
    assert (verdict.problem, verdict.proof) == ("", True)

    def shuffling(state: Any) -> tuple[int, float]:
        """The white king goes to and fro, whatever the other does."""
        kings = [move for move in state.legal() if state.move_text(move).startswith("K")]
        return (kings or state.legal())[0], 1.0

    write_certificate(certify(start, shuffling, name="chess"), path)
    assert "goes round" in verify_certificate(Chess, path).problem


def test_df_pn_proves_too(tmp_path: Path) -> None:
    start, path = catalogue.begin("tic_tac_toe", {}, "x2/1o1/xo1 x").state, tmp_path / "p.zproof"
    found = certify(start, searching("dfpn:time=20"), name="tic_tac_toe")
    write_certificate(found, path)
    assert found.value == 1.0
    assert verify_certificate(TicTacToe, path).problem == ""


def test_a_table_is_a_source(tmp_path: Path) -> None:
    start = catalogue.begin("nim").state
    solve_positions(start, name="nim")
    found = certify(start, lambda state: from_tables(state) or (0, 0.0), name="nim")
    write_certificate(found, tmp_path / "p.zproof")
    assert verify_certificate(type(start), tmp_path / "p.zproof").problem == ""
    assert read_certificate(type(start), tmp_path / "p.zproof").value == found.value


def test_the_commands(tmp_path: Path) -> None:
    runner, path = CliRunner(), str(tmp_path / "p.zproof")
    made = runner.invoke(app, ["solve", "tic_tac_toe", "--weak", "--memory", "100M", "--certificate", path])
    assert "value        +0 for the player to move, proven by alphabeta" in made.output, made.output
    checked = runner.invoke(app, ["verify", path])
    assert "proven: TicTacToe from 3/3/3 x is worth +0" in checked.output
    content = Path(path).read_bytes()
    Path(path).write_bytes(content[:-40] + bytes(40))
    for arguments, sentence in (
        (["verify", path], "damaged"),
        (["solve", "tic_tac_toe", "--certificate", path], "belong to --weak"),
        (["solve", "pig", "--weak", "--certificate", path], "where chance moves"),
    ):
        failed = runner.invoke(app, arguments)
        assert isinstance(failed.exception, BadText | BadParameter | Unsupported | ZermeloError)
        assert sentence in str(failed.exception)
    assert Path(path).read_bytes() == content[:-40] + bytes(40), "a failed proof leaves what was there"
