"""The generator gives the published numbers of splitmix64, the same at every speed."""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import mix64, word
from zermelo.game.compile import kernel
from zermelo.game.random import Random


@kernel
def draw(randoms: Any, seed: int, stream: int, out: Any, units: Any) -> None:
    random = randoms[0]
    random.begin(seed, stream)
    for place in range(len(out)):
        out[place] = random.bits()
    for place in range(len(units)):
        units[place] = random.unit()


def test_published_numbers() -> None:
    """splitmix64 seeded with 1234567: the first numbers of Vigna's reference program."""
    golden = 0x9E3779B97F4A7C15
    first = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [int(mix64(word((1234567 + golden * n) % 2**64))) for n in range(1, 5)] == first


def test_same_numbers_interpreted_and_compiled() -> None:
    for seed, stream in ((0, 0), (1, 2), (2**62, 10**9)):
        numbers, units = np.zeros(100, np.uint64), np.zeros(100)
        draw(Random.array(1), seed, stream, numbers, units)
        random = Random(seed, stream)
        assert [int(n) for n in numbers] == [int(random.bits()) for _ in range(100)]
        assert list(units) == [random.unit() for _ in range(100)]


def test_numbers_below_a_limit_are_even() -> None:
    random = Random(5)
    counts = np.bincount([random.below(6) for _ in range(6000)], minlength=6)
    expected = 1000.0
    assert ((counts - expected) ** 2 / expected).sum() < 20.5  # chi-square, 5 degrees of freedom, p = 0.001
