"""One counter-based generator of random numbers, with the same numbers interpreted, compiled and on a GPU.

The n-th number of a stream is mix64(key + n * GOLDEN), the splitmix64 generator entered by position; numbers do not
depend on each other, so a processor computes the next one while the move is still being played.
"""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import mix64, number, plus, times, word
from zermelo.game.fields import u64
from zermelo.game.record import Record, python_only

GOLDEN = word(0x9E3779B97F4A7C15)
UNIT = 1.0 / 9007199254740992.0  # 2**-53


class Random(Record):
    """A stream of random numbers: `Random(seed, stream)`; equal arguments give equal numbers."""

    position: u64  # key + n * GOLDEN before the n-th number

    @python_only
    def start(self, seed: int = 0, stream: int = 0) -> None:
        """Begin a stream."""
        self.begin(seed, stream)

    def begin(self, seed: int, stream: int) -> None:
        """Go to the first number of a stream."""
        self.position = mix64(plus(mix64(word(seed)), word(stream)))

    def bits(self) -> np.uint64:
        """Sixty-four random bits."""
        made = mix64(self.position)
        self.position = plus(self.position, GOLDEN)
        return made

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, for limits below 2**32."""
        return number(times(self.bits() >> word(32), word(limit)) >> word(32))

    def unit(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return number(self.bits() >> word(11)) * UNIT
