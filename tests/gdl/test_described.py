"""Described games against a naive prover, against games written by hand, at both speeds, and as Python files."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import zermelo.gdl
from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.check import check
from zermelo.game.perft import perft
from zermelo.game.playouts import random_game
from zermelo.games import catalogue
from zermelo.gdl import Prover, load
from zermelo.gdl.prover import difference
from zermelo.interfaces.cli import app

FOLDER = Path(zermelo.gdl.__file__).parent / "descriptions"
NAMES = sorted(path.stem for path in FOLDER.glob("*.kif"))


def described(name: str) -> Any:
    return load(FOLDER / f"{name}.kif")


@pytest.mark.parametrize("name", NAMES)
def test_random_games_against_the_prover(name: str, long_run: bool) -> None:
    """Position, legal moves of every role, end and goals, after every round."""
    prover = Prover((FOLDER / f"{name}.kif").read_text())
    follow_the_prover(described(name), prover, random.Random(name), 10_000 if long_run else 2)


def follow_the_prover(game: Any, prover: Prover, luck: random.Random, games: int) -> None:
    """Random games in both."""
    assert difference(game, prover, luck, games) == ""


BRIDGES = """
(role builder) (role breaker) (init (control builder))
(cell 1) (cell 2) (cell 3) (cell 4) (cell 5) (cell 6)
(side 1 2) (side 2 3) (side 4 5) (side 5 6) (side 1 4) (side 2 5) (side 3 6)
(<= (near ?a ?b) (side ?a ?b)) (<= (near ?a ?b) (side ?b ?a))
(<= (init (free ?a)) (cell ?a))
(other builder breaker) (other breaker builder)
(<= (legal ?r (take ?a)) (true (control ?r)) (true (free ?a)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (held ?r ?a)) (does ?r (take ?a)))
(<= (next (held ?r ?a)) (true (held ?r ?a)))
(<= (next (free ?a)) (true (free ?a)) (not (taken ?a)))
(<= (taken ?a) (does ?r (take ?a)))
(<= (next (control ?s)) (true (control ?r)) (other ?r ?s))
(<= (joined ?r ?a ?b) (true (held ?r ?a)) (true (held ?r ?b)) (near ?a ?b))
(<= (joined ?r ?a ?c) (joined ?r ?a ?b) (joined ?r ?b ?c))
(<= crossed (joined builder 1 6))
(<= open (true (free ?a)))
(<= terminal crossed) (<= terminal (not open))
(<= (goal builder 100) crossed) (<= (goal builder 0) (not crossed))
(<= (goal breaker 0) crossed) (<= (goal breaker 100) (not crossed))
"""


def test_connected_groups_follow_the_prover(tmp_path: Path) -> None:
    """Recursion within a position: who is joined to whom, unrolled into gates."""
    path = tmp_path / "bridges.kif"
    path.write_text(BRIDGES)
    follow_the_prover(load(path), Prover(BRIDGES), random.Random(7), 8)


REGISTER = """
(role player) (init (lamp 1))
PAIRS
(<= (legal player on)) (<= (legal player off))
(<= (next (lamp 1)) (does player on))
(<= (next (lamp ?b)) (true (lamp ?a)) (after ?a ?b))
(<= terminal (true (lamp 70)))
(<= (goal player 100) (true (lamp 35))) (<= (goal player 0) (not (true (lamp 35))))
"""


def test_a_long_register_follows_the_prover(tmp_path: Path) -> None:
    """Seventy lamps, more than a word holds, each of which follows from the one before and from nothing else."""
    pairs = " ".join(f"(after {lamp} {lamp + 1})" for lamp in range(1, 70))
    text = REGISTER.replace("PAIRS", pairs)
    path = tmp_path / "register.kif"
    path.write_text(text)
    follow_the_prover(load(path), Prover(text), random.Random(7), 2)


def test_tic_tac_toe_by_hand() -> None:
    """The described game and the built-in one, move by move."""
    game, luck = described("tic_tac_toe"), random.Random(5)
    for _ in range(20):
        state, other = game(), catalogue.begin("tic_tac_toe").state
        while other.legal():
            texts = {state.move_text(move): move for move in state.legal()}
            theirs = {other.move_text(move): move for move in other.legal()}
            wanted = {f"mark({'abc'.index(text[0]) + 1},{text[1]})": text for text in theirs}
            assert set(texts) == set(wanted)
            assert state.turn == other.turn
            chosen = luck.choice(sorted(texts))
            state.play(texts[chosen])
            other.play(theirs[wanted[chosen]])
        assert state.over()
        assert [state.utility(player) for player in range(2)] == [other.utility(player) for player in range(2)]


def test_connect_four_by_hand() -> None:
    """Random games of the built-in class, followed in the described one."""
    game = described("connect_four")
    for number in range(6):
        start = catalogue.begin("connect_four").state
        state, other = game(), start.copy()
        for move in random_game(start, seed=3, number=number):
            columns = {int(state.move_names[state.turn][legal][1]) - 1 for legal in state.legal()}
            assert columns == {int(legal) for legal in other.legal()}
            state.play(state.parse_move(f"drop({int(move) + 1})"))
            other.play(move)
        assert state.over()
        assert state.utility(0) == other.utility(0)


def test_both_speeds_count_the_same() -> None:
    """Tic-tac-toe has 15,120 ways to play five moves; CPython and the compiler play the same games."""
    game = described("tic_tac_toe")
    assert perft(game(), 5) == 15_120
    for number in range(3):
        state = game()
        for move in random_game(game, seed=9, number=number):
            assert move in state.legal()
            state.play(move)
        assert not state.legal()


def test_a_described_game_keeps_the_contract() -> None:
    """Choices at the same time: what others chose in this round is neither seen nor drawn."""
    report = check(described("rock_paper_scissors"), games=300, seconds=4.0, interpreted_games=30)
    assert report.ok, report.broken


def test_positions_and_moves_as_text() -> None:
    game = described("rock_paper_scissors")
    state = game()
    state.play(state.parse_move("(paper)"))
    assert state.to_text().endswith("| paper")
    assert game.from_text(state.to_text()) == state
    for broken in ("score(left,9)", "round(0) round(0)", "round(0", "round(0) | stone"):
        with pytest.raises(BadPosition):
            game.from_text(broken)
    with pytest.raises(IllegalMove):
        state.parse_move("well")


def test_scenes_offer_every_move() -> None:
    for name in NAMES:
        state = described(name)()
        for _ in range(6):
            legal = state.legal()
            if not legal:
                break
            assert state.scene().problem(legal) is None
            state.play(legal[len(legal) // 2])


def test_the_command_and_the_python_file(tmp_path: Path) -> None:
    runner, out = CliRunner(), tmp_path / "nim_described.py"
    result = runner.invoke(app, ["import-gdl", str(FOLDER / "nim.kif"), "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "Nim: first, second" in result.output
    written, original = catalogue.find(str(out)), described("nim")
    one, other = written(), original()
    while one.legal():
        assert (one.legal(), one.to_text()) == (other.legal(), other.to_text())
        one.play(one.legal()[0])
        other.play(other.legal()[0])
    shown = runner.invoke(app, ["show", str(FOLDER / "tic_tac_toe.kif"), "--moves", "mark(2,2)"])
    assert ". x ." in shown.output
