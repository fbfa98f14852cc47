"""A plain Python class goes through every door: both ways to play, lists and strings, chance, and clear refusals."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zermelo import Match, Playthrough, find, perft, player, playouts
from zermelo.errors import BadPosition, BadRules, Unsupported
from zermelo.game.check.checking import Check
from zermelo.game.plain_game import adapted
from zermelo.notation.record import GameRecord
from zermelo.session.options import SessionOptions
from zermelo.session.session import Session

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Changing:
    """Tic-tac-toe with a list of letters; `play` changes the object."""

    def __init__(self) -> None:
        self.board = [" "] * 9
        self.turn = 0

    def moves(self) -> list[str]:
        return [f"{'abc'[n % 3]}{n // 3 + 1}" for n in range(9) if self.board[n] == " "]

    def put(self, move: str) -> None:
        self.board["abc".index(move[0]) + 3 * (int(move[1]) - 1)] = "XO"[self.turn]
        self.turn = 1 - self.turn

    def play(self, move: str) -> Any:
        self.put(move)

    def winner(self) -> str:
        return next((self.board[a] for a, b, c in LINES if self.board[a] == self.board[b] == self.board[c] != " "), "")

    def over(self) -> bool:
        return bool(self.winner()) or " " not in self.board

    def utility(self, player: int) -> float:
        return 0.0 if not self.winner() else 1.0 if self.winner() == "XO"[player] else -1.0

    def __str__(self) -> str:
        return "".join(self.board).replace(" ", ".")


class Returning(Changing):
    """The same, but `play` returns another object."""

    def play(self, move: str) -> Returning:
        twin = Returning()
        twin.board, twin.turn = list(self.board), self.turn
        twin.put(move)
        return twin


class Coin:
    """Add one or nothing, then a coin adds one: who reaches four wins."""

    players = 2

    def __init__(self) -> None:
        self.sum, self.turn, self.mover = 0, 0, 0

    def moves(self) -> list[int]:
        return [0, 1]

    def play(self, move: int) -> None:
        self.sum += move
        if self.turn >= 0:
            self.turn = -1
        else:
            self.mover = self.turn = 1 - self.mover

    def odds(self, move: int) -> float:
        return 0.5

    def over(self) -> bool:
        return self.sum >= 4

    def utility(self, player: int) -> float:
        return 1.0 if player == self.mover else -1.0


BOTH = pytest.mark.parametrize("kind", [Changing, Returning])


@BOTH
def test_counts_and_random_games(kind: Any) -> None:
    assert [perft(kind(), depth) for depth in range(5)] == [1, 9, 72, 504, 3024]
    report = playouts(kind, 50)
    assert 5 <= report.shortest <= report.longest <= 9


@BOTH
@pytest.mark.parametrize("text", ["minimax", "alphabeta:depth=6", "mcts:sims=60", "best:time=0.2"])
def test_searches_see_a_win(kind: Any, text: str) -> None:
    game = Playthrough(kind())
    for move in ("a1", "a2", "b1", "b2"):
        game.play(move)
    found = player(text).think(game)
    assert found.move_text == "c1"
    assert game.state.position().thing.board.count(" ") == 5, "a search must not change the game"


def test_the_value_is_that_of_tic_tac_toe() -> None:
    game = Playthrough(Changing())
    for move in ("a1", "b2", "c3"):
        game.play(move)
    found = player("alphabeta:depth=9").think(game)
    assert (found.value, found.proven, found.stopped_by) == (0.0, "draw", "proven")
    assert found.move_text in ("b1", "a2", "c2", "b3"), "a corner loses"


def test_chance() -> None:
    near = Coin()
    near.sum = 3
    game = Playthrough(near)
    assert player("expectiminimax:depth=4").think(game).move_text == "1"
    report = Match(Coin, ["random", "mcts:sims=20"]).run(2)
    assert len(report.records) == 2


def test_laws() -> None:
    for kind in (Changing, Returning, Coin):
        report = Check(adapted(kind), kind.__name__).run(0, 20.0, 5, 0)
        assert report.ok, str(report)
        assert "rules compile" not in report.passed


def test_positions_are_the_moves_that_lead_there() -> None:
    game = Playthrough(Changing)
    game.play("b2")
    game.play("a1")
    assert game.to_text() == "b2 a1"
    again = type(game.state).from_text("b2 a1")
    assert again == game.state
    with pytest.raises(BadPosition, match="the moves that lead there"):
        type(game.state).from_text("b2 b2")


def test_in_a_file(tmp_path: Path) -> None:
    source = "from __future__ import annotations\nfrom typing import Any\n"
    text = Path(__file__).read_text(encoding="utf-8")
    source += text[text.index("LINES =") : text.index("class Returning")]
    path = tmp_path / "mine.py"
    path.write_text(source, encoding="utf-8")
    game = find(str(path))
    assert game.__name__ == "Changing"
    session = Session(GameRecord(str(path)), SessionOptions())
    scene = session.playthrough.state.scene()
    assert len(scene.buttons) == 9
    assert scene.notes == (".........",)
    command = [sys.executable, "-m", "zermelo", "check", str(path), "--interpreted", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_refusals() -> None:
    with pytest.raises(Unsupported, match="plain class, which dfpn cannot read"):
        player("dfpn").think(Changing())

    class Lacking:
        def moves(self) -> list[int]:
            return []

    with pytest.raises(BadRules, match="it lacks turn, play, over, utility"):
        Playthrough(Lacking())
