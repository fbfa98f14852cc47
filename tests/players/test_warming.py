"""Kernels made ready before anybody waits: what is compiled, what is found, and that a warm player compiles nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zermelo.games.nim import Nim
from zermelo.players import is_warm, player, warm

ANSWER = """
import json, sys
from zermelo.game.compile import compile_listener
from zermelo.players import is_warm, player, warm
from zermelo.games import catalogue
text, game = sys.argv[1:]
"""


def in_a_process(cache: Path, text: str, game: str, body: str) -> Any:
    """What a new process prints, as JSON."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", ANSWER + body, text, game]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_what_one_process_warms_another_finds(tmp_path: Path) -> None:
    first = "print(json.dumps([is_warm(text, game), warm(text, game).compiled, is_warm(text, game)]))"
    assert in_a_process(tmp_path, "best", "nim", first) == [False, ["search"], True]
    then = """
heard = []
with compile_listener(heard.append):
    found = is_warm(text, game), warm(text, game).compiled
    player("best:nodes=50").think(catalogue.begin(game), lines=2)
print(json.dumps([*found, heard, is_warm("mcts", game), is_warm("rules", game)]))
"""
    assert in_a_process(tmp_path, "best", "nim", then) == [True, [], [], False, False]


@pytest.mark.parametrize("game", ["nim", Nim, Nim()])
def test_a_game_in_any_form(game: Any) -> None:
    heard: list[str] = []
    done = warm("best", game, on_compile=heard.append)
    assert (done.game, done.player, list(done.compiled)) == ("Nim", "best", heard)
    assert is_warm("best", game)


def test_players_without_kernels_are_warm() -> None:
    assert warm("random", "chess").compiled == ()
    assert is_warm("mix(random@0.5,greedy@0.5)", "chess")


def test_a_mixture_warms_all_its_parts() -> None:
    warm("mix(random@0.5,alphabeta:depth=2@0.5)", "nim")
    assert is_warm("alphabeta", "nim")


def test_warming_leaves_the_memory_of_a_player_alone() -> None:
    thinker = player("alphabeta:nodes=200")
    before = thinker.think(Nim())
    thinker.new_game()
    thinker.warm(Nim())
    assert thinker.think(Nim()).nodes == before.nodes


def test_a_game_that_begins_with_chance() -> None:
    assert warm("best", "pig").player == "best"
    assert is_warm("best", "pig")
