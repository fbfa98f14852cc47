"""What every game owes: speeds that agree, texts and pictures that hold, a playthrough, a page, a perft table."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games import golden
from tests.games.asking import ask, random_line
from zermelo.game.game import Game
from zermelo.game.history import Clocks
from zermelo.game.playouts import REMEMBERED, random_game, random_move
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue, rules
from zermelo.games.built_in import settings_of

GAMES = sorted(catalogue.entries())
VARIANTS = [(name, settings_of(text)) for name in GAMES for text in ("", *catalogue.entries()[name].variants)]
DOCS = Path(__file__).parents[2] / "docs" / "games"
RULES = Path(rules.__file__).parent
HEADINGS = [
    "How to play",
    "Rules in detail",
    "Notation",
    "Encoding",
    "Facts",
    "Known values",
    "Open questions",
    "Sources",
]
PLIES = 60  # of each random game that is compared at both speeds


def name_of(case: tuple[str, dict[str, str]]) -> str:
    return " ".join([case[0], *(f"{key}={value}" for key, value in case[1].items())])


every_game = pytest.mark.parametrize(
    "case", [pytest.param(c, marks=pytest.mark.xdist_group(c[0])) for c in VARIANTS], ids=name_of
)


def interpreted_line(state: Any, seed: int, number: int, longest: int) -> list[int]:
    """The random game that the compiled kernel plays, played by CPython."""
    state = state.copy()
    random, clocks = Random(seed, number), Clocks()
    row, keys = np.zeros(state.most_moves + 8, np.int32), np.zeros(REMEMBERED, np.uint64)
    clocks.begin(state, keys)
    moves: list[int] = []
    while len(moves) < longest and clocks.stopped == 0 and not state.over():
        move = random_move(state, random, row)
        if move < 0:
            break
        moves.append(move)
        clocks.advance(state, move, row, keys)
    return moves


@every_game
def test_the_same_seed_plays_the_same_game(case: tuple[str, dict[str, str]]) -> None:
    state = catalogue.make(*case)
    for number in range(3):
        line = random_game(state, 11, number, PLIES)
        assert interpreted_line(state, 11, number, PLIES) == line
        assert random_line(state, 11, number, PLIES) == line


@every_game
def test_interpreted_and_compiled_rules_agree(case: tuple[str, dict[str, str]]) -> None:
    """Move lists in order, bytes after each move, keys, evaluations and the answers of the hooks."""
    state = catalogue.make(*case)
    players = state.players
    width = state.most_moves + 8
    for number in range(3):
        states = np.zeros(1, type(state).layout)
        states[0] = state
        python = state.copy()
        for ply, move in enumerate(random_line(state, 5, number, PLIES)):
            row, other = np.zeros(2 * width, np.int32), np.zeros(2 * width, np.int32)
            answers, keys = np.zeros(7 + players), np.zeros(1, np.uint64)
            randoms = Random.array(1)
            randoms[0].begin(ply, number)
            before = states[0].tobytes()
            count = ask(states, row, randoms[0], answers, keys, move)
            legal = row[:count].tolist()
            over = bool(python.over())
            assert legal == ([] if over else other[: python.moves(other)].tolist())
            assert keys[0] == python.key()
            expected = [over, python.midturn(), 0.0 if over else python.evaluate()]
            expected += [python.reward(player) for player in range(players)]
            if legal:
                expected.append(random_move(python, Random(ply, number), other))
                expected += [python.order(legal[0]), python.noisy(legal[0]), python.irreversible(legal[0])]
            assert answers[: len(expected)].tolist() == pytest.approx([float(value) for value in expected], abs=1e-12)
            assert before == python.tobytes()
            python.play(move)
            assert states[0].tobytes() == python.tobytes()


@every_game
def test_words_and_pictures(case: tuple[str, dict[str, str]]) -> None:
    """Texts parse back, moves have distinct names, the scene has clicks for every move, states pickle."""
    line = Playthrough(catalogue.make(*case))
    cls = type(line.state)
    for move in random_line(line.state, 8, 0, PLIES):
        state, legal = line.state, line.state.legal()
        again = cls.from_text(state.to_text())
        assert again == state
        assert again.legal() == legal or sorted(again.legal()) == sorted(legal)
        names = [state.move_text(m) for m in legal]
        assert len(set(names)) == len(names)
        for chosen, shown in list(zip(legal, names, strict=True))[:: max(1, len(legal) // 4)]:
            assert state.parse_move(shown) == chosen
        assert state.scene().problem(legal) is None
        assert pickle.loads(pickle.dumps(state)) == state
        assert str(state)
        line.play(move)


@pytest.mark.parametrize("name", [name for name in GAMES if catalogue.find(name).chance])
def test_rolls_follow_the_odds(name: str) -> None:
    """A chi-square test at the first chance nodes of some games."""
    state = catalogue.make(name)
    for number in range(4):
        after = state.copy()
        for move in random_line(state, 21, number, 12):
            if after.turn < 0:
                random, row = Random(number, 7), np.zeros(state.most_moves + 8, np.int32)
                drawn = [after.roll(random, row) for _ in range(1200)]
                odds = {outcome: after.odds(outcome) for outcome in after.legal()}
                assert set(drawn) <= set(odds)
                chi = sum((drawn.count(m) - 1200 * p) ** 2 / (1200 * p) for m, p in odds.items())
                degrees = len(odds) - 1
                assert chi < degrees + 4.5 * (2 * degrees) ** 0.5 + 6
            after.play(move)


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthrough(name: str) -> None:
    assert golden.record(name) == (golden.FOLDER / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", GAMES)
def test_documentation_page(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text()
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == HEADINGS


def owed(name: str) -> list[str]:
    """What a game owes beside its rules and does not have."""
    cls, folder = catalogue.find(name), Path(__file__).parent
    table, played = folder / "perft" / f"{name}.txt", golden.FOLDER / f"{name}.txt"
    own = {part: getattr(cls, part) is not getattr(Game, part) for part in ("scene", "evaluate", "to_text")}
    here = {
        f"a page docs/games/{name}.md": (DOCS / f"{name}.md").exists(),
        f"how to play, src/zermelo/games/rules/{name}.md": (RULES / f"{name}.md").exists(),
        f"a perft table tests/games/perft/{name}.txt": table.exists(),
        "the source of its perft table, after #": table.exists() and "#" in table.read_text(),
        f"a recorded game (python -m tests.games.golden {name})": played.exists(),
        "a picture (scene)": own["scene"],
        "an evaluation": own["evaluate"] or cls.hidden,
        "a notation (to_text)": own["to_text"],
        "most_moves": cls.most_moves > 0,
    }
    return [f"{name}: {part}" for part, there in here.items() if not there]


def test_nothing_is_missing() -> None:
    missing = [part for name in GAMES for part in owed(name)]
    assert not missing, "\n".join(["these games still owe:", *missing])


def test_nothing_is_left_over() -> None:
    """No page, table or recorded game without a game of its name."""
    for folder, ending in (
        (DOCS, "md"),
        (RULES, "md"),
        (Path(__file__).parent / "perft", "txt"),
        (golden.FOLDER, "txt"),
    ):
        assert {path.stem for path in folder.glob(f"*.{ending}")} - {"index"} <= set(GAMES)
