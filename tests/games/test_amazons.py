"""Amazons: corner cases, notation, and OpenSpiel's game position by position."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game import NO_MOVE, Random
from zermelo.game.playthrough import Playthrough
from zermelo.games.amazons import Amazons

START = "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w"
# White's amazon on a1 can only go to b1 and back; everything else is walled off
CORNER = "6/6/bbbbxx/xxxxxx/xxxxxx/w1xwww w"


def six(text: str) -> Any:
    return Amazons.variant(size=6).from_text(text)


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    assert Amazons().to_text() == START
    assert Amazons(size=8).to_text() == "2b2b2/8/b6b/8/8/w6w/8/2w2w2 w"
    assert Amazons(size=6).to_text() == "1b2b1/b4b/6/6/w4w/1w2w1 w"
    assert Amazons.from_text(START) == Amazons()


def test_first_turns() -> None:
    """Eighty moves and 2176 turns, as everyone counts."""
    state = Amazons()
    assert len(state.legal()) == 80
    turns = 0
    for move in state.legal():
        child = state.copy()
        child.play(move)
        assert child.midturn()
        assert child.turn == 0
        turns += len(child.legal())
    assert turns == 2176


def test_arrow_back_to_the_square_just_left() -> None:
    line = Playthrough(Amazons())
    line.play_text("d1-d7/d1")
    assert line.to_text() == "3b2b3/10/10/b2w5b/10/10/w8w/10/10/3x2w3 b"
    assert line.state.irreversible(line.played[1])
    assert not line.state.irreversible(line.played[0])


def test_arrow_shot_past_the_square_just_left() -> None:
    """The amazon no longer stands in her own way."""
    state = six("6/6/bbbbxx/xxxxxx/xxxxxx/1w1www w")
    state.play(state.parse_move("b1-c1"))
    assert {state.move_text(move) for move in state.legal()} == {"a1", "b1"}


def test_nothing_is_jumped() -> None:
    state = six(CORNER)
    assert [state.move_text(move) for move in state.legal()] == ["a1-b1"]
    state.play(state.legal()[0])
    assert [state.move_text(move) for move in state.legal()] == ["a1"]


def test_player_who_cannot_move_loses() -> None:
    line = Playthrough(six(CORNER))
    line.play_text("a1-b1/a1")  # White has shut herself in; Black moves, then White cannot
    assert line.outcome() is None
    line.play_text("a4-a5/a4")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == line.state.ending() == "White cannot move: Black wins"
    assert line.state.sample(Random(1), np.zeros(90, np.int32)) == NO_MOVE


def test_defective_territory() -> None:
    """Two free squares around a lone amazon, one turn: from a2 she can only shoot back to b1, and c2 is lost."""
    assert longest(six("6/6/bbbbxx/xxxxxw/1x1xxw/xwxxxw w")) == 1
    assert longest(six("6/6/bbbbxx/xxxxxw/2xxxw/xwxxxw w")) == 2


def longest(state: Any) -> int:
    """How many turns White can make if Black never moves."""
    best = 0
    for move in state.legal():
        moved = state.copy()
        moved.play(move)
        for arrow in moved.legal():
            after = moved.copy()
            after.play(arrow)
            after.turn = 0
            best = max(best, 1 + longest(after))
    return best


def test_equal_positions_have_equal_keys() -> None:
    """Amazons that have changed places are the same position."""
    one, other = Playthrough(Amazons()), Playthrough(Amazons())
    for turn in ("d1-e1/d1", "d10-e10/d10", "g1-f1/g1", "g10-f10/g10"):
        one.play_text(turn)
    for turn in ("g1-f1/g1", "g10-f10/g10", "d1-e1/d1", "d10-e10/d10"):
        other.play_text(turn)
    assert one.state == other.state
    assert one.state.tobytes() == other.state.tobytes()


def test_evaluation_prefers_territory() -> None:
    state = six("6/6/bbbbxx/xxxxxx/xxxxxx/w1xwww b")
    assert state.evaluate() > 0.5
    state.turn = 0
    assert state.evaluate() < -0.5
    assert abs(Amazons().evaluate()) < 0.5


# ---------------------------------------------------------------------- words


def test_turn_notation() -> None:
    state = Amazons()
    moves = state.parse_turn("a4-d7/g7")
    assert state.turn_text(moves) == "a4-d7/g7"
    for text in ("a4-d7(g7)", "a4d7g7", "A4-D7/G7", "a4-d7 g7"):
        assert state.parse_turn(text) == moves
    assert state.move_text(moves[0]) == "a4-d7"
    state.play(moves[0])
    assert state.move_text(moves[1]) == "g7"
    assert state.to_text() == "3b2b3/10/10/b2w5b/10/10/9w/10/10/3w2w3 w d7"
    assert Amazons.from_text(state.to_text()) == state
    for text in ("", "a4-d7/g7/g8", "a4+d7"):
        if text:
            with pytest.raises((MalformedMove, IllegalMove)):
                Amazons().parse_turn(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "w",
        START[:-2],
        START[:-1] + "x",
        START + " a4 a4",
        START + " a7",
        START + " e5",
        START + " z99",
        START.replace("3w2w3", "3w2w2"),
        START.replace("3w2w3", "3w6"),
        START.replace("3w2w3", "wwwwwwwwww"),
        START.replace("3w2w3", "3w2q3"),
        START.replace("/10/10/", "/10/", 1),
        START.replace("3w2w3", "99999999999999999999"),
        "2b2b2/8/b6b/8/8/w6w/8/2w2w2 w",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Amazons.from_text(text)


def test_shooter_must_be_able_to_shoot() -> None:
    with pytest.raises(BadPosition):
        six("6/6/bbbbxx/xxxxxx/xxxxxx/wxxwww w a1")


def test_why_not() -> None:
    line = Playthrough(Amazons())
    state = line.state
    assert "no amazon on e5" in state.why_not("e5-e6")
    assert "no amazon on a7" in state.why_not("a7-a8")
    assert "not on a row, column or diagonal" in state.why_not("a4-b6")
    assert "not on a row" in state.why_not("a4-a4")
    assert "blocks the way" in state.why_not("a4-a9")
    assert "from and to" in state.why_not("a5")
    assert "a1 to j10" in state.why_not("k1-k2")
    assert "a1 to j10" in state.why_not("")
    assert "a1 to j10" in state.why_not(-1)
    with pytest.raises(IllegalMove, match="blocks the way"):
        line.play("a4-a9")
    line.play("a4-a5")
    assert "must shoot" in line.state.why_not("d1-d2")
    assert "blocks the way from a5 to a9" in line.state.why_not("a9")
    with pytest.raises(BadParameter):
        Amazons(size=7)


# ---------------------------------------------------------------------- OpenSpiel


def compare(pyspiel: Any, size: int, seed: int) -> int:
    """One random game; OpenSpiel chooses the amazon, the square and the arrow one by one, and counts rows from the top.

    Returns the number of positions compared.
    """

    def flipped(square: int) -> int:
        return (size - 1 - square // size) * size + square % size

    rng = random.Random(seed)
    theirs, ours = pyspiel.load_game(f"amazons(board_size={size})").new_initial_state(), Amazons(size=size)
    positions = 0
    while True:
        legal = ours.legal()
        positions += 1
        if not legal:
            break
        expected = []
        for start in theirs.legal_actions():
            expected += [flipped(start) * size**2 + flipped(to) for to in theirs.child(start).legal_actions()]
        assert sorted(legal) == sorted(expected)
        move = rng.choice(legal)
        ours.play(move)
        theirs.apply_action(flipped(move // size**2))
        theirs.apply_action(flipped(move % size**2))
        arrows = ours.legal()
        positions += 1
        assert sorted(arrows) == sorted(size**4 + flipped(to) for to in theirs.legal_actions())
        arrow = rng.choice(arrows)
        ours.play(arrow)
        theirs.apply_action(flipped(arrow - size**4))
        signs = str(theirs).replace("\n", "").translate(str.maketrans("XO#", "wbx"))
        assert signs == "".join(ours.sign(flipped(square)) or "." for square in range(size**2))
        assert theirs.is_terminal() == (not ours.legal())
    assert theirs.returns() == [ours.utility(0), ours.utility(1)]
    return positions


@pytest.mark.parametrize(("size", "games"), [(10, 300), (8, 500), (6, 1500)])
def test_against_openspiel(size: int, games: int, long_run: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    for seed in range(games if long_run else games // 100):
        compare(pyspiel, size, seed)
