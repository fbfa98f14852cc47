"""The sieve before the search for repetitions answers as a look through all keys does."""

from __future__ import annotations

import numpy as np
import pytest

from zermelo.game.history import SIEVE, occurrences, returned


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("different", [3, 40, 2000])
def test_the_sieve_loses_no_repetition(times: int, different: int) -> None:
    numbers = np.random.default_rng(different)
    pool = numbers.integers(0, 2**64, different, np.uint64)
    keys = np.full(200 + SIEVE, 77, np.uint64)  # what an earlier game has left
    found = 0
    for _ in range(5):
        for end in range(int(numbers.integers(1, 200))):
            keys[end] = numbers.choice(pool)
            expected = occurrences(keys, 0, end, keys[end]) >= times
            assert returned(keys, end, times) == expected
            found += expected
    assert found > 0 or different == 2000
