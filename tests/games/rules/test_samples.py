"""Samples of moves: every game has some, and every one is played by its game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from zermelo.games.built_in import BUILT_IN
from zermelo.games.rules.samples import Sample, all_samples, replay, samples_of


def test_every_game_has_a_sample_or_two_and_nothing_else_has() -> None:
    assert set(all_samples()) == {entry.name for entry in BUILT_IN}
    assert {len(found) for found in all_samples().values()} <= {1, 2}
    assert samples_of("Connect 4") == samples_of("connect_four")
    assert samples_of("nothing of the kind") == ()


@pytest.mark.parametrize("sample", [one for found in all_samples().values() for one in found], ids=lambda one: one.game)
def test_every_sample_is_played_by_its_game(sample: Sample) -> None:
    shown = replay(sample)
    assert 2 <= len(sample.moves) <= 10
    assert sample.title.endswith(".")
    assert len(shown.scenes) == len(shown.cells) + 1 == len(sample.moves) + 1
    pictures = [(scene.pieces, scene.cells, scene.notes, scene.buttons, scene.lines) for scene in shown.scenes]
    assert any(one != two for one, two in pairwise(pictures)), "nothing is seen to happen"
