"""Backgammon: the same plays by a naive generator, OpenSpiel and GNU Backgammon."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.games.plain_backgammon import (
    ROLLS,
    Sides,
    at,
    naive,
    placed,
    random_positions,
    results,
    rolled,
    sides,
    thrown,
)
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon.notation import changes, read_play

# ---------------------------------------------------------------------- the naive generator


def test_naive_generator_on_random_games(long_run: bool) -> None:
    draw = random.Random(5)
    for number, state in enumerate(random_positions(1, 40 if long_run else 1)):
        for roll in draw.sample(ROLLS, 2):
            found = results(rolled(state, roll))
            player = max(state.mover, 0)
            assert len(set(found)) == len(found), (number, roll)
            assert set(found) == naive(sides(state, player), roll // 10, roll % 10), (state.to_text(), roll)


def test_naive_generator_on_thrown_positions(long_run: bool) -> None:
    for seed in range(20_000 if long_run else 400):
        position, roll = thrown(seed), ROLLS[seed % 21]
        if position[0][0] == 15:
            continue
        found = results(placed(position, roll))
        assert len(set(found)) == len(found), (position, roll)
        assert set(found) == naive(position, roll // 10, roll % 10), (position, roll)


# ---------------------------------------------------------------------- other programs


def from_open_spiel(other: Any, player: int) -> Sides:
    """The men of OpenSpiel's state; its X counts the points from 0, our 24."""
    found = []
    for side in (player, 1 - player):
        men = [0] * 26
        for place in range(24):
            men[24 - place if side == 0 else place + 1] = other.board(side, place)
        men[25] = other.board(side, 100)
        men[0] = 15 - sum(men)
        found.append(tuple(men))
    return found[0], found[1]


def open_spiel_ends(other: Any, player: int, halves: int) -> set[Sides]:
    """The positions after a turn of OpenSpiel's; it plays a double as two turns of two steps each."""
    found = set()
    for action in other.legal_actions():
        after = other.child(action)
        if halves == 2 and not after.is_terminal() and after.current_player() == player:
            found |= open_spiel_ends(after, player, 1)
        else:
            found.add(from_open_spiel(after, player))
    return found


def roll_shown(other: Any) -> int:
    return int("".join(sorted(str(other).partition("Dice: ")[2][:2], reverse=True)))


def test_open_spiel(long_run: bool) -> None:
    """Its 36 outcomes tell the order of the dice, its actions too: the sets of resulting positions are compared."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("backgammon(scoring_type=full_scoring,max_player_turns=2000)")
    draw = random.Random(3)
    compared = 0
    for _ in range(60 if long_run else 2):
        other = game.new_initial_state()
        assert len(other.chance_outcomes()) == 30  # dice and starter; here player 0 always starts
        other.apply_action(draw.randrange(30))
        player = other.current_player()
        while not other.is_terminal():
            if not other.is_chance_node():
                player = other.current_player()
                other.apply_action(draw.choice(other.legal_actions()))
                continue
            player = 1 - player
            position = from_open_spiel(other, player)
            for action, chance in draw.sample(other.chance_outcomes(), 6 if long_run else 2):
                after = other.child(action)
                roll = roll_shown(after)
                assert (after.current_player(), chance) == (player, pytest.approx(1 / 36))
                ends = open_spiel_ends(after, player, 2 if roll % 11 == 0 else 1)
                assert set(results(placed(position, roll))) == ends, (position, roll)
                compared += 1
            other.apply_action(draw.choice(other.chance_outcomes())[0])
        for side in range(2):
            end = Backgammon.blank()
            end.points[0], end.points[1] = from_open_spiel(other, side)
            assert end.over()
            assert end.utility(0) == other.returns()[side]
    print(f"{compared} rolls compared with OpenSpiel")


def identifier(position: Sides) -> str:
    """The Position ID of GNU Backgammon, the opponent first."""
    from base64 import b64encode

    bits = "".join("1" * men + "0" for side in reversed(position) for men in side[1:]).ljust(80, "0")
    data = bytes(int(bits[place : place + 8][::-1], 2) for place in range(0, 80, 8))
    return b64encode(data).decode()[:14]


GNUBG = """
import gnubg, json
for setting in ("automatic game off", "automatic roll off", "automatic move off", "automatic bearoff off",
                "evaluation chequerplay evaluation plies 0", "evaluation chequerplay evaluation prune off",
                "player 0 human", "player 1 human", "confirm new off", "display off"):
    gnubg.command("set " + setting)
gnubg.command("new session")
found = []
for name, roll in json.load(open({asked!r})):
    gnubg.command("set turn 1")
    gnubg.command("set board " + name)
    gnubg.command("set dice %d %d" % (roll // 10, roll % 10))
    hints = gnubg.hint(5000)
    found.append([hints["gnubgid"].split(":")[0], [hint["move"] for hint in hints["hint"]]])
json.dump(found, open({answered!r}, "w"))
"""


def test_gnu_backgammon(long_run: bool, tmp_path: Path) -> None:
    program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if not program:
        pytest.skip("GNU Backgammon is not installed")
    draw = random.Random(9)
    asked: list[tuple[str, int]] = []
    for state in random_positions(2, 40 if long_run else 1):
        player = max(state.mover, 0)
        asked.append((identifier(sides(state, player)), draw.choice(ROLLS)))
    for seed in range(3000 if long_run else 100):
        position = thrown(seed)
        if position[0][0] < 15 and position[1][0] < 15:
            asked.append((identifier(position), draw.choice(ROLLS)))
    files = [str(tmp_path / name) for name in ("asked", "answered", "script.py")]
    Path(files[0]).write_text(json.dumps(asked))
    Path(files[2]).write_text(GNUBG.format(asked=files[0], answered=files[1]))
    subprocess.run([program, "-t", "-q", "-p", files[2]], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    answered = json.loads(Path(files[1]).read_text())
    for (name, roll), (seen, hints) in zip(asked, answered, strict=True):
        assert seen == name
        state = at(f"{name} {roll}")
        ours = {(frozenset(changes(state.steps(play)).items()), frozenset(state.hits(play))) for play in state.legal()}
        read = [read_play(hint) for hint in hints] or [({}, set(), set())]
        theirs = [(frozenset(change.items()), frozenset(starred)) for change, _, starred in read]
        assert len(set(theirs)) == len(theirs), (state.to_text(), hints)
        assert set(theirs) == ours, (state.to_text(), hints)
        if len(hints) < 10:
            assert {state.parse_move(hint) for hint in hints} == set(state.legal()) - {0}
    print(f"{len(asked)} positions compared with GNU Backgammon")
