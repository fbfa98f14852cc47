"""Nim: the theorem on all small heaps, notation, refusals, and OpenSpiel move by move."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.nim import Nim


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_the_theorem_holds_on_all_small_heaps(misere: bool, limit: int) -> None:
    """Up to four heaps of up to five: the sign of `evaluate` is the value, found by playing everything out."""
    cls: Any = Nim.variant(misere=misere, limit=limit)

    @cache
    def wins(heaps: tuple[int, ...]) -> bool:
        """Whether the player to move wins; the order of the heaps does not matter."""
        state = cls.from_text(f"{'-'.join(map(str, heaps))} 1")
        if state.over():
            return bool(state.utility(0) > 0)
        for move in state.legal():
            after = state.copy()
            after.play(move)
            if not wins(tuple(sorted(after.heaps[:4].tolist()))):
                return True
        return False

    for heaps in combinations_with_replacement(range(6), 4):
        state = cls.from_text(f"{'-'.join(map(str, heaps))} 1")
        if not state.over():
            assert wins(heaps) == (state.evaluate() > 0), heaps


def test_the_known_start() -> None:
    """1-3-5-7 is lost for who begins, in both forms; a single heap with a limit is lost at its multiples plus one."""
    assert Nim().evaluate() < 0
    assert Nim(misere=True).evaluate() < 0
    losses = [n for n in range(1, 13) if Nim(limit=3, heaps=(n,)).evaluate() < 0]
    assert losses == [4, 8, 12]


@pytest.mark.parametrize("misere", [False, True])
def test_last_match(misere: bool) -> None:
    line = Playthrough(Nim(misere=misere, heaps=(2,)))
    line.play("a2")
    outcome = line.outcome()
    assert outcome is not None
    assert outcome.utilities == ((-1.0, 1.0) if misere else (1.0, -1.0))
    assert outcome.reason == f"player 1 took the last match and {'loses' if misere else 'wins'}"
    assert line.to_text() == "0 2"


@pytest.mark.parametrize("piles", ["1;3;5;7", "2;3", "4;4;1", "1;1;1"])
@pytest.mark.parametrize("misere", [False, True])
def test_moves_are_open_spiels(piles: str, misere: bool, long_run: bool) -> None:
    """Random games; for small heaps the whole tree by positions."""
    pyspiel = pytest.importorskip("pyspiel")
    heaps = tuple(int(size) for size in piles.split(";"))
    peer = pyspiel.load_game(f"nim(pile_sizes={piles},is_misere={misere})")
    met: set[str] = set()

    def moves_of(state: Any) -> dict[str, int]:
        return {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}

    def compare(ours: Any, theirs: Any) -> dict[int, int]:
        """Their action for each of our moves."""
        assert ours.over() == theirs.is_terminal()
        if ours.over():
            assert [ours.utility(0), ours.utility(1)] == theirs.returns()
            return {}
        assert ours.turn == theirs.current_player()
        named = {f"pile:{move // 1024 + 1}, take:{move % 1024};": move for move in ours.legal()}
        actions = moves_of(theirs)
        assert named.keys() == actions.keys()
        return {move: actions[name] for name, move in named.items()}

    def walk(ours: Any, theirs: Any) -> None:
        if ours.to_text() in met:
            return
        met.add(ours.to_text())
        for move, action in compare(ours, theirs).items():
            after = ours.copy()
            after.play(move)
            walk(after, theirs.child(action))

    start = Nim(misere=misere, heaps=heaps)
    if long_run or sum(heaps) < 10:
        walk(start, peer.new_initial_state())
        return
    rng = random.Random(1)
    for _ in range(30):
        ours, theirs = start.copy(), peer.new_initial_state()
        while answers := compare(ours, theirs):
            move = rng.choice(sorted(answers))
            ours.play(move)
            theirs.apply_action(answers[move])


def test_moves() -> None:
    state = Nim(heaps=(1, 3))
    assert [state.move_text(move) for move in state.legal()] == ["a1", "b1", "b2", "b3"]
    assert state.legal()[-1] == 1024 + 3
    limited = Nim(limit=2, heaps=(1, 3))
    assert [limited.move_text(move) for move in limited.legal()] == ["a1", "b1", "b2"]
    widest = Nim(heaps=(1023,))
    assert len(widest.legal()) == widest.most_moves
    assert Nim(limit=3).most_moves == 48
    full = Nim(heaps=[64] * 15 + [63])
    assert len(full.legal()) == full.most_moves
    assert catalogue.make("nim", {"heaps": "2-2"}).to_text() == "2-2 1"


def test_refusals() -> None:
    line = Playthrough(Nim(heaps=(1, 3, 0, 5)))
    for text, complaint in [
        ("a2", "heap a has 1 match"),
        ("b0", "at least one match"),
        ("b9", "heap b has 3 matches"),
        ("c1", "heap c has no matches"),
        ("z1", "a move is a heap"),
        ("7", "a move is a heap"),
    ]:
        with pytest.raises(IllegalMove, match=complaint):
            line.play(text)
    with pytest.raises(IllegalMove, match="heap a has 1 match"):
        line.play(2)
    with pytest.raises(MalformedMove):
        line.play(" ")
    with pytest.raises(IllegalMove, match="at most 2 matches"):
        Playthrough(Nim(limit=2)).play("c3")
    line.play("D5")
    assert line.to_text() == "1-3 2"


@pytest.mark.parametrize("heaps", [(), (0,), (1,) * 17, (1024,), (1000, 24), (-1, 3), (1.5,), (True,)])
def test_heaps_that_cannot_be(heaps: Any) -> None:
    with pytest.raises(BadParameter, match="Nim: "):
        Nim(heaps=heaps)


@pytest.mark.parametrize(
    "text", ["", "1-3-5-7", "1-3 3", "1--3 1", "x 1", "1024 1", "-1 1", "1-" * 17 + "1 1", "9999 2"]
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Nim.from_text(text)


def test_equal_heaps_are_equivalent() -> None:
    state = Nim(heaps=(3, 2, 3))
    assert state.same(2 * 1024 + 1) == 1
    assert state.same(1024 + 1) == 1024 + 1


def test_sample_reaches_every_move() -> None:
    from zermelo.game import Random

    state, row = Nim(limit=2, heaps=(1, 0, 3)), np.zeros(1023, np.int32)
    stream = Random(1)
    drawn = [state.sample(stream, row) for _ in range(3000)]
    shares = [drawn.count(move) / 3000 for move in state.legal()]
    assert len(shares) == 3
    assert all(abs(share - 1 / 3) < 0.04 for share in shares)
