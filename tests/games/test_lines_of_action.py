"""Lines of Action: corner cases of the rules, notation, and other programs position by position."""

from __future__ import annotations

import random

import numpy as np
import pytest

from zermelo.errors import BadPosition, IllegalMove, MalformedMove
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games.lines_of_action import PASS, LinesOfAction, connected

STUCK = "5wwb/7w/5www/8/w7/2ww4/w7/b1ww4 b"  # every way of both black men is blocked
LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]


def texts(state: LinesOfAction) -> list[str]:
    """The legal moves in words."""
    return sorted(state.move_text(move) for move in state.legal())


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = LinesOfAction()
    assert state.to_text() == "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"
    assert [text for text in texts(state) if text.startswith("b1")] == ["b1-b3", "b1-d3", "b1-h1"]
    assert len(state.legal()) == 36


def test_a_man_jumps_over_his_own_but_not_over_enemies() -> None:
    state = LinesOfAction.from_text("7w/8/8/8/8/8/4b3/bb5w b")
    assert "a1-d1" in texts(state)  # three men on the row, the own one is jumped
    assert "a1-b2" not in texts(state)  # two men on the diagonal
    assert "a1-c3" in texts(state)
    state = LinesOfAction.from_text("7w/8/8/8/8/8/8/bw5b b")
    assert not [text for text in texts(state) if text in ("a1-d1", "a1xd1")]
    assert state.why_not("a1-d1") == "an enemy is in the way"


def test_captures_and_own_men_on_the_target() -> None:
    state = LinesOfAction.from_text("7w/8/8/8/8/w7/8/b6b b")
    assert "a1xa3" in texts(state)
    state.play(state.parse_move("a1-a3"))
    assert state.to_text() == "7w/8/8/8/8/b7/8/7b w"
    state = LinesOfAction.from_text("7w/8/8/8/w7/b7/8/b6w b")
    assert state.why_not("a1a3") == "there are 3 pieces on this line: the piece moves 3 squares, not 2"
    state = LinesOfAction.from_text("7w/8/8/8/8/b7/8/b6w b")
    assert state.why_not("a1a3") == "a piece of Black is on a3"


def test_who_is_stuck_passes() -> None:
    state = LinesOfAction.from_text(STUCK)
    assert texts(state) == ["pass"]
    assert "must pass" in state.why_not("a1-b2")
    before = state.copy()
    state.play(PASS)
    assert (state.turn, state.mine, state.theirs) == (1, before.theirs, before.mine)
    other = LinesOfAction.variant(stuck_loses=True).from_text(STUCK)
    assert other.legal() == []
    assert other.utility(0) == -1.0
    assert other.ending() == "Black has no move and loses"


def test_a_single_man_is_united() -> None:
    state = LinesOfAction.from_text("8/8/8/8/8/7b/8/w6b b")
    assert state.over()
    assert state.ending() == "White is united and wins"
    assert (state.utility(0), state.utility(1)) == (-1.0, 1.0)
    assert state.legal() == []


def test_diagonals_unite() -> None:
    assert connected(LinesOfAction.from_text("8/8/8/8/w6w/2b5/1b1b4/b7 b").mine)
    assert not connected(LinesOfAction.from_text("8/8/8/8/w6w/2b5/3b4/b7 b").mine)
    edges = LinesOfAction.from_text("8/8/8/w6w/8/7b/b7/8 b")
    assert not connected(edges.mine)  # a and h are not neighbours


def test_a_capture_may_unite_the_opponent() -> None:
    state = LinesOfAction.from_text("8/8/8/w7/w7/8/8/b2w3b b")
    assert "a1xd1" in texts(state)
    state.play(state.parse_move("a1xd1"))
    assert state.ending() == "White is united and wins"
    assert (state.utility(0), state.utility(1)) == (-1.0, 1.0)


def test_both_at_once() -> None:
    state = LinesOfAction.from_text("8/8/8/w7/w7/3b4/4b3/1b1w4 b")
    assert "b1xd1" in texts(state)
    state.play(state.parse_move("b1xd1"))
    assert state.ending() == "both sides are united: draw"
    assert state.utility(0) == state.utility(1) == 0.0
    other = LinesOfAction.variant(mover_wins=True).from_text("8/8/8/w7/w7/3b4/4b3/1b1w4 b")
    other.play(other.parse_move("b1xd1"))
    assert other.ending() == "both sides are united: Black moved and wins"
    assert (other.utility(0), other.utility(1)) == (1.0, -1.0)


def test_third_occurrence_is_a_draw() -> None:
    line = Playthrough(LinesOfAction())
    for move in ["b1-b3", "a2-c2", "b3-b1", "c2-a2"] * 2:
        assert line.outcome() is None
        line.play(move)
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


def test_rows_of_moves_are_drawn_evenly() -> None:
    state = LinesOfAction()
    generator, row = Random(1, 2), np.zeros(state.most_moves + 8, np.int32)
    drawn = [state.sample(generator, row) for _ in range(3600)]
    chi = sum((drawn.count(move) - 100) ** 2 / 100 for move in state.legal())
    assert set(drawn) == set(state.legal())
    assert chi < 75  # 35 degrees of freedom


# ---------------------------------------------------------------------- notation


@pytest.mark.parametrize(
    "text",
    ["", "b", "8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/bw6", "8/8/8/8/8/8/8/bw6 x", "8/8/8/8/8/8/8/bw7 b",
     "8/8/8/8/8/8/bw6 b", "8/8/8/8/8/8/8/bx6 b", "bbbbbbbb/bbbbb3/8/8/8/8/8/w7 b", "8/8/8/8/8/8/8/b7 b", "é"],
)  # fmt: skip
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        LinesOfAction.from_text(text)


def test_bad_moves() -> None:
    state = LinesOfAction()
    assert state.parse_move("B1-B3") == state.parse_move("b1b3") == state.parse_move("b1xb3") == 64 * 1 + 17
    for text, reason in [
        ("a2-c2", "Black has no piece on a2"),
        ("b1-c3", "on no common line"),
        ("b1-b4", "moves 2 squares, not 3"),
        ("b1", "two squares"),
        ("pass", "only when"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            state.parse_move(text)
    with pytest.raises(MalformedMove):
        state.parse_move(" ")
    assert "two squares" in state.why_not(-1)
    assert "only when" in state.why_not(PASS)


def test_scene() -> None:
    state = LinesOfAction()
    assert state.scene().problem(state.legal()) is None
    assert len(state.scene().pieces) == 24


def test_evaluation() -> None:
    assert abs(LinesOfAction().evaluate()) < 0.05
    near = "w6w/8/8/2bb4/2b5/8/4b3/w6w "
    assert LinesOfAction.from_text(near + "b").evaluate() > 0.0 > LinesOfAction.from_text(near + "w").evaluate()


# ---------------------------------------------------------------------- other programs


def naive_moves(state: LinesOfAction) -> set[int]:
    """The moves found square by square."""
    men = {(s % 8, s // 8): state.sign(s) for s in range(64) if state.sign(s) != "."}
    me = "bw"[state.turn]
    found = set()
    for (x, y), sign in men.items():
        for dx, dy in LINES if sign == me else ():
            far = sum((x + k * dx, y + k * dy) in men for k in range(-7, 8))
            for way in (1, -1):
                path = [(x + k * way * dx, y + k * way * dy) for k in range(1, far + 1)]
                to = path[-1]
                free = all(men.get(place, me) == me for place in path[:-1]) and men.get(to) != me
                if free and 0 <= to[0] < 8 and 0 <= to[1] < 8:
                    found.add((8 * y + x) * 64 + 8 * to[1] + to[0])
    return found or {PASS}


def test_against_the_naive_twin(long_run: bool) -> None:
    rng = random.Random(3)
    for _ in range(100 if long_run else 5):
        state = LinesOfAction()
        for _ in range(150):
            if state.over():
                break
            assert set(state.legal()) == naive_moves(state)
            state.play(rng.choice(state.legal()))


def test_against_open_spiel(long_run: bool) -> None:
    """OpenSpiel draws as soon as the men stand as before, whoever moves; else all must agree."""
    spiel = pytest.importorskip("pyspiel")
    game = spiel.load_game("lines_of_action")
    rng = random.Random(1)
    compared = repeated = united = 0
    for _ in range(2000 if long_run else 20):
        state, theirs = LinesOfAction(), game.new_initial_state()
        seen = set()
        while not theirs.is_terminal():
            seen.add(state.to_text()[:-2])
            names = {theirs.action_to_string(action).strip(): action for action in theirs.legal_actions()}
            assert texts(state) == sorted(names)
            assert state.turn == theirs.current_player()
            chosen = rng.choice(sorted(names))
            state.play(state.parse_move(chosen))
            theirs.apply_action(names[chosen])
            compared += 1
        if state.over():
            assert [state.utility(0), state.utility(1)] == theirs.returns()
            united += 1
        else:
            assert state.to_text()[:-2] in seen
            assert theirs.returns() == [0.0, 0.0]
            repeated += 1
    print(f"{compared} positions, {united} games united, {repeated} repeated")


def test_lines_that_return_to_the_start() -> None:
    """What OpenSpiel's count at depth 5 leaves out."""
    start, found = LinesOfAction(), 0
    for there in start.legal():
        first = start.copy()
        first.play(there)
        for over_there in first.legal():
            state = first.copy()
            state.play(over_there)
            for back in [(there & 63) * 64 + (there >> 6), (over_there & 63) * 64 + (over_there >> 6)]:
                if back not in state.legal():
                    break
                state.play(back)
            else:
                found += state == start
    assert found == 784
    assert 55934908 + 36 * found == 55963132
