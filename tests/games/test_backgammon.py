"""Backgammon: the rules against a naive generator, OpenSpiel and GNU Backgammon; corner cases; words."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import AmbiguousMove, BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game import BY_UTILITY, CHANCE
from zermelo.game.playouts import playouts, random_line
from zermelo.game.playthrough import Playthrough
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon_notation import changes, read_play

START = "X 24:2 13:5 8:3 6:5 / O 24:2 13:5 8:3 6:5"
ROLLS = [10 * a + b for a in range(1, 7) for b in range(1, a + 1)]
Sides = tuple[tuple[int, ...], tuple[int, ...]]  # men of the mover and of the opponent, each in his own count


def at(text: str) -> Any:
    return Backgammon.from_text(text)


def plays(text: str) -> set[str]:
    state = at(text)
    return {state.move_text(move) for move in state.legal()}


def sides(state: Any, player: int) -> Sides:
    return tuple(state.points[player].tolist()), tuple(state.points[1 - player].tolist())


def results(state: Any) -> list[Sides]:
    """The positions after each legal play."""
    found = []
    for move in state.legal():
        after = state.copy()
        after.play(move)
        found.append(sides(after, state.turn))
    return found


# ---------------------------------------------------------------------- the naive generator


def naive_step(position: Sides, origin: int, die: int) -> Sides | None:
    """One step by the letter of the rules, or None."""
    mine, theirs = list(position[0]), list(position[1])
    if not mine[origin] or mine[25] and origin != 25:
        return None
    place = origin - die
    if place <= 0:
        if any(mine[7:]) or place < 0 and any(mine[origin + 1 :]):
            return None
        place = 0
    elif theirs[25 - place] >= 2:
        return None
    elif theirs[25 - place] == 1:
        theirs[25 - place], theirs[25] = 0, theirs[25] + 1
    mine[origin] -= 1
    mine[place] += 1
    return tuple(mine), tuple(theirs)


def naive_order(position: Sides, dice: tuple[int, ...]) -> tuple[int, set[Sides]]:
    """As many of the dice as possible in this order: how many, and the positions."""
    ends = {position}
    for used, die in enumerate(dice):
        after = {end for start in ends for origin in range(1, 26) if (end := naive_step(start, origin, die))}
        if not after:
            return used, ends
        ends = after
    return len(dice), ends


def naive(position: Sides, large: int, small: int) -> set[Sides]:
    """The positions that can be reached, by trying every order."""
    if large == small:
        return naive_order(position, (large,) * 4)[1]
    first, second = naive_order(position, (large, small)), naive_order(position, (small, large))
    if first[0] == second[0] == 2:
        return first[1] | second[1]
    return first[1] if first[0] >= second[0] else second[1]


def random_positions(seed: int, games: int) -> Iterator[Any]:
    """The positions of random games before each roll."""
    for number in range(games):
        state = Backgammon()
        for move in random_line(state, seed, number):
            if state.turn == CHANCE:
                yield state.copy()
            state.play(move)


def rolled(state: Any, roll: int) -> Any:
    after = state.copy()
    after.play(roll)
    return after


def thrown(seed: int) -> Sides:
    """Men thrown at random over the board, which games rarely reach: bars, gaps, early bear-offs."""
    draw = random.Random(seed)
    mine, theirs = [0] * 26, [0] * 26
    places = draw.choice([range(1, 7), range(1, 9), range(1, 25), range(1, 26)])
    for _ in range(draw.choice([1, 2, 3, 5, 15])):
        mine[draw.choice(places)] += 1
    free = [25 - point for point in range(1, 25) if not mine[point]] + [25]
    for _ in range(draw.choice([2, 6, 15])):
        theirs[draw.choice(free)] += 1
    mine[0], theirs[0] = 15 - sum(mine), 15 - sum(theirs)
    return tuple(mine), tuple(theirs)


def placed(position: Sides, roll: int) -> Any:
    state = Backgammon.blank()
    state.points[0], state.points[1] = position
    state.turn, state.mover = CHANCE, 0
    state.play(roll)
    return state


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
for setting in ("automatic game off", "automatic roll off", "automatic move off", "automatic bearoff off", "display off",
                "evaluation chequerplay evaluation plies 0", "evaluation chequerplay evaluation prune off",
                "player 0 human", "player 1 human", "confirm new off"):
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
