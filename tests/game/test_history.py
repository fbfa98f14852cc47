"""The sieve before the search for repetitions answers as a look through all keys does."""

from __future__ import annotations

import numpy as np
import pytest

from tests.game.small_games import ForbiddenCircle
from zermelo.game.bits import NONE
from zermelo.game.history import SIEVE, fill_sieve, history_key, occurrences, returned


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("different", [3, 40, 2000])
def test_the_sieve_loses_no_repetition(times: int, different: int) -> None:
    numbers = np.random.default_rng(different)
    pool = numbers.integers(0, 2**64, different, np.uint64)
    keys = np.full(200 + SIEVE, 77, np.uint64)  # what an earlier game has left
    found = 0
    for first in (0, 0, 3, 70, 150):
        for end in range(first, int(numbers.integers(first + 1, 200))):
            keys[end] = numbers.choice(pool)
            expected = occurrences(keys, first, end, keys[end]) >= times
            assert returned(keys, first, end, times) == expected
            found += expected
    assert found > 0 or different == 2000


def test_a_sieve_can_begin_in_the_middle_of_a_game() -> None:
    numbers = np.random.default_rng(0)
    pool = numbers.integers(0, 2**64, 30, np.uint64)
    keys = np.concatenate([numbers.choice(pool, 100), np.full(SIEVE, 77, np.uint64)])
    fill_sieve(keys, 10, 50, 2)
    asked = [returned(keys, 10, end, 2) for end in range(50, 100)]
    assert asked == [occurrences(keys, 10, end, keys[end]) >= 2 for end in range(50, 100)]
    assert 0 < sum(asked) < 50


def test_a_position_of_zeros_is_remembered() -> None:
    """A kernel's path has NONE for a position within a turn, so a position whose key is 0 needs another."""
    start = ForbiddenCircle()
    assert start.key() == NONE
    assert history_key(start) != NONE
