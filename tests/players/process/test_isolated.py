"""Players in processes of their own: the same moves, and every way to fail told in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zermelo.errors import BadChoice, BadPlayer, Vanished
from zermelo.game.playthrough import Playthrough
from zermelo.games.connect_four import ConnectFour
from zermelo.players import player
from zermelo.players.base import Resigns
from zermelo.players.process.isolated import GameName, Isolated
from zermelo.players.process.lines import CRASH, HANG, MEMORY, LineProcess
from zermelo.search.common.limits import Limits

GAME = GameName("connect_four")
BOT = '''
import os, sys, time

class Bot:
    """One bot for every way to fail: by the length of the game."""

    def choose(self, game, limits):
        print("chatter on standard output", flush=True)
        ply = len(game.played)
        if ply == 0:
            return "d"
        if ply == 1:
            return 99
        if ply == 2:
            return "no such column"
        if ply == 3:
            raise ValueError("oops")
        if ply == 4:
            return "resign"
        if ply == 5:
            return game.moves()[0] if limits.clock == 3 else None
        if ply == 6:
            bytearray(3 << 30)
        if ply == 7:
            time.sleep(60)
        if ply == 8:
            os.write(sys.stdout.fileno(), b"x" * 10_000_000)
            return "a"
        os._exit(3)
'''


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Isolated]:
    path = tmp_path_factory.mktemp("bots") / "bot.py"
    path.write_text(BOT)
    found = Isolated(str(path), GAME, memory=1024)
    yield found
    found.close()


def after(plies: int) -> Playthrough:
    line = Playthrough(ConnectFour())
    for column in "abcdefgabcdefg"[:plies]:
        line.play(column)
    return line


def test_moves_limits_and_failures(bot: Isolated) -> None:
    assert bot.think(after(0)).move_text == "d"
    with pytest.raises(BadChoice, match="chose 99, which is no legal move"):
        bot.think(after(1))
    with pytest.raises(BadChoice, match="no such column"):
        bot.think(after(2))
    with pytest.raises(BadPlayer, match="stops with ValueError: oops"):
        bot.think(after(3))
    with pytest.raises(Resigns):
        bot.think(after(4))
    bot.allow(Limits(clock=3.0))
    assert bot.think(after(5)).move_text == "a"
    assert bot.think(after(8)).move_text == "a", "what it prints disturbs nobody"
    with pytest.raises(Vanished, match="used more than 1024 MB") as memory:
        bot.think(after(6))
    assert memory.value.kind == MEMORY
    assert bot.think(after(0)).move_text == "d", "it starts again"
    bot.patience = 0.3
    with pytest.raises(Vanished, match=r"said nothing for 0\.3 s") as silence:
        bot.think(after(7))
    assert silence.value.kind == HANG
    bot.patience = None
    with pytest.raises(Vanished, match="ended with status 3") as crash:
        bot.think(after(9))
    assert crash.value.kind == CRASH


def test_it_plays_as_it_would_here() -> None:
    text = "mcts:sims=40,seed=3"
    here, there = player(text), Isolated(text, GAME)
    try:
        for seed in (1, 2):
            here.new_game(seed)
            there.new_game(seed)
            line = Playthrough(ConnectFour())
            for _ in range(6):
                own, other = here.think(line), there.think(line)
                assert (own.move, own.value, own.nodes) == (other.move, other.value, other.nodes)
                line.play(own.move)
            line.undo()
            assert there.think(line).move in line.moves()
    finally:
        there.close()


def test_a_player_who_cannot_be_made_is_told_once_and_again(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def choose(game) return 1\n")
    broken = Isolated(str(path), GAME)
    for _ in range(2):
        with pytest.raises(BadPlayer, match="line 1"):
            broken.think(after(0))
    with pytest.raises(BadPlayer, match="there is no file"):
        Isolated(str(tmp_path / "nobody.py"), GAME).think(after(0))


def test_programs_that_are_none() -> None:
    with pytest.raises(Vanished, match="cannot be started"):
        LineProcess(["/no/such/program"], "nobody")
    flooding = LineProcess([sys.executable, "-c", "print('x' * 9_000_000, end='', flush=True); input()"], "flood")
    with pytest.raises(Vanished, match="floods its output"):
        flooding.read(20)
    polite = LineProcess(
        [sys.executable, "-c", r"import os; os.write(1, b'\xff\xfe abc\xe9\r\nlast'); input()"], "bytes"
    )
    assert "abc" in polite.read(20)
    polite.write("go")
    with pytest.raises(Vanished, match="its process ended"):
        polite.read(20)
    assert not polite.alive
