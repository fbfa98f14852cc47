"""No position has more moves than `most_moves` promises: attacked by climbing towards positions with many moves.

From positions of random games, texts are changed a little, as the hostile suite changes them; what the game accepts and
has at least as many moves is climbed on from. Positions with many moves that are known, or made by hand, come on top.
Compiled rules write rows of this length without looking, so a position beyond it would write beyond its row.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.fuzz import Fuzz
from tests.hostile.games import every_form, states_of
from zermelo.errors import BadRules, ZermeloError
from zermelo.game.rows import row_of
from zermelo.games import catalogue

STEPS, LONG_STEPS = 120, 6000  # changes that are tried for each form
SLOW = {"scrabble": 6}  # so many times fewer
DOCS = Path(__file__).parents[2] / "docs" / "games"

# Positions with as many moves as are known or could be made, and how many those are
EXTREME = {
    "chess": [("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218)],
    "shogi": [("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 593)],
    "connect_four": [("7/7/7/7/7/7 x", 7)],
    "tic_tac_toe": [("3/3/3 x", 9)],
    "hex": [("/".join(["11"] * 11) + " x", 121)],
    "amazons": [("b1b2b3b/10/2w4w2/10/10/10/10/2w4w2/10/10 w", 84)],
}  # fmt: skip


def width(state: Any) -> int:
    """How many moves a position has; a row that is too short says so."""
    return 0 if state.over() else len(row_of(state))


def climb(begin: Any, fuzz: Fuzz, steps: int, plies: int, known: list[str]) -> int:
    """The most moves that were found, from positions of random games on and from those that are known to have many."""
    cls = type(begin)
    states = states_of(begin, fuzz, games=2, plies=plies)
    states += [cls.from_text(text) for text in known]
    best = sorted(states, key=width)[-8:]
    examples = [state.to_text() for state in best]
    for _ in range(steps):
        here = fuzz.luck.randrange(len(best))
        text = examples[here]
        for _ in range(fuzz.luck.choice((1, 1, 2, 3))):
            text = fuzz.luck.choice((Fuzz.replace, Fuzz.replace, Fuzz.swap, Fuzz.number, Fuzz.double, Fuzz.delete))(
                fuzz, text, examples
            )
        try:
            state = cls.from_text(text)
        except ZermeloError:
            continue
        for step in (state, *followers(state, fuzz)):
            if width(step) >= width(best[here]):
                best[here], examples[here] = step, step.to_text()
    return max(width(state) for state in (*best, *states))


def followers(state: Any, fuzz: Fuzz) -> list[Any]:
    """A position after a move, where there is one."""
    legal = state.legal()
    if not legal:
        return []
    after = state.copy()
    after.play(fuzz.luck.choice(legal))
    return [after]


@every_form
def test_no_position_has_more_moves(
    name: str, settings: dict[str, str], long_run: bool, request: pytest.FixtureRequest
) -> None:
    fuzz = Fuzz(request.config.getoption("--hostile-seed"), request.node.name)
    begin = catalogue.make(name, settings)
    known = [] if settings else [text for text, _ in EXTREME.get(name, ())]
    slow = 1 if settings else SLOW.get(name, 1)
    try:
        found = climb(begin, fuzz, (LONG_STEPS if long_run else STEPS) // slow, 60 // slow, known)
    except BadRules as problem:
        pytest.fail(f"{name} {settings}: {problem}")
    assert 0 < found <= begin.most_moves


@pytest.mark.parametrize(("name", "text", "known"), [(name, *row) for name, rows in EXTREME.items() for row in rows])
def test_extreme_positions(name: str, text: str, known: int) -> None:
    state = catalogue.find(name).from_text(text)
    assert width(state) >= known
    assert width(state) <= state.most_moves


@pytest.mark.parametrize("name", sorted(catalogue.entries()))
def test_the_bound_is_argued(name: str) -> None:
    """A game's page says how many moves a position has at most, and why."""
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    facts = " ".join(text.split("\n## Facts")[1].split("\n## ")[0].split())
    most = catalogue.find(name).most_moves
    argued = re.search(
        rf"[Aa]t most (?:{most:,}|{most}) moves\b[^.:]{{0,60}}?(?:: |\(|, as |, for |, all )(.{{15,}}?)[.;]", facts
    )
    assert argued, f"docs/games/{name}.md: Facts has no sentence `At most {most:,} moves, as …`"
