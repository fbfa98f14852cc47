"""Go: the same games by OpenSpiel and GNU Go."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path
from typing import Any, Self

import pytest

from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.go import Go
from zermelo.games.go.notation import place_of


@pytest.mark.parametrize("size", [2, 3, 5, 9, 13, 19])
def test_against_open_spiel(size: int, long_run: bool) -> None:
    """Random games position by position until one repeats: OpenSpiel then ends the game, Go forbids the move."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs_game = pyspiel.load_game(f"go(board_size={size},komi=7.5,max_game_length={8 * size * size})")
    draw = random.Random(size)
    for _ in range(60_000 // size**3 if long_run else 40 // size):
        ours, theirs = Go(size=size), theirs_game.new_initial_state()
        seen = {ours.repetition_key()}
        plies = 0
        while plies < (3 * size * size if long_run else min(3 * size * size, 100)):
            assert ours.over() == theirs.is_terminal()
            if ours.over():
                assert theirs.returns() == [ours.utility(0), ours.utility(1)]
                break
            assert ours.legal() == theirs.legal_actions()
            assert ours.turn == theirs.current_player()
            points = ours.legal()[:-1]
            move = draw.choice(points) if points and draw.random() < 0.95 else size * size
            ours.play(move)
            theirs.apply_action(move)
            plies += 1
            if move != size * size:
                if ours.repetition_key() in seen:
                    assert theirs.is_terminal()
                    break
                seen.add(ours.repetition_key())


class GnuGo:
    """GNU Go behind its text protocol."""

    def __init__(self, path: str, *options: str) -> None:
        self.process = subprocess.Popen(
            [path, "--mode", "gtp", "--chinese-rules", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, command: str) -> str:
        """The answer to one command."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) not in ("\n", ""):
            lines.append(line.strip())
        assert "".join(lines).startswith("="), (command, lines)
        return " ".join(lines)[1:].strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.process.communicate("quit\n")


def gnugo_path() -> str:
    """Where GNU Go is; without it the test is left out."""
    found = shutil.which("gnugo") or "/usr/games/gnugo"
    if not Path(found).exists():
        pytest.skip("GNU Go is not installed")
    return found


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        (("--positional-superko",), {}),
        (("--situational-superko",), {"situational": True}),
        (("--positional-superko", "--allow-suicide"), {"suicide": True}),
    ],
)
def test_moves_and_stones_against_gnu_go(options: tuple[str, ...], settings: Any, long_run: bool) -> None:
    """Legal moves with superko, and the stones after every move, on boards so small that positions repeat."""
    with GnuGo(gnugo_path(), *options) as program:
        draw = random.Random(7)
        for number in range(200 if long_run else 8):
            size = (2, 3, 4, 5, 7)[number % 5]
            line = Playthrough(Go(size=size, **settings))
            program.ask(f"boardsize {size}")
            program.ask("clear_board")
            while not line.over():
                state = line.state
                side = ("black", "white")[state.turn]
                moves = line.moves()
                ours = {state.move_text(m) for m in moves[:-1]}
                theirs = set(program.ask(f"all_legal {side}").split())
                assert ours == theirs - repeated_suicides(line), line.line_text()
                move = draw.choice(moves[:-1]) if len(moves) > 1 and draw.random() < 0.97 else moves[-1]
                program.ask(f"play {side} {state.move_text(move)}")
                line.play(move)
                for colour in (0, 1):
                    stones = {
                        state.move_text(m)
                        for m in range(size * size)
                        if line.state.stones[place_of(state, m)] == colour + 1
                    }
                    assert stones == set(program.ask(f"list_stones {('black', 'white')[colour]}").split())


def repeated_suicides(line: Playthrough) -> set[str]:
    """Moves that take off their own stone and repeat a position: GNU Go never judges suicide by superko."""
    found = set()
    for move in line.state.legal()[:-1] if line.state.suicide else []:
        after = line.state.copy()
        after.play(move)
        if after.stones[place_of(after, move)] == 0 and line.forbidden(move):
            found.add(line.state.move_text(move))
    return found


def test_scores_against_gnu_go(long_run: bool) -> None:
    """Games played out by `sample`; where GNU Go sees no dead stones its score must be ours."""
    with GnuGo(gnugo_path(), "--komi", "7.5") as program:
        compared = 0
        for number in range(300 if long_run else 6):
            state = Go()
            program.ask("boardsize 9")
            program.ask("clear_board")
            program.ask("komi 7.5")
            for move in random_game(state, 9, number):
                program.ask(f"play {('black', 'white')[state.turn]} {state.move_text(move)}")
                state.play(move)
            assert state.over()
            if program.ask("final_status_list dead") == "":
                margin = state.reward(0)
                assert program.ask("final_score") == f"{'B' if margin > 0 else 'W'}+{abs(margin):.1f}"
                compared += 1
        assert compared > 0
