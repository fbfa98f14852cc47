"""Kernels of a GPU run by CPython, lane by lane: the same code without the compiler and without a card."""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.record import RecordType


class Local:
    """Memory of one thread."""

    @staticmethod
    def array(shape: Any, dtype: Any) -> Any:
        return dtype.array(shape) if isinstance(dtype, RecordType) else np.zeros(shape, dtype)


class Cuda:
    """What a kernel asks of the card."""

    local = Local

    def __init__(self) -> None:
        self.lane = 0

    def grid(self, dimensions: int) -> int:
        """The number of the thread."""
        assert dimensions == 1
        return self.lane


class Host:
    """Kernels of a module, made for CPython."""

    def __init__(self, monkeypatch: Any, module: Any) -> None:
        self.cuda = Cuda()
        monkeypatch.setattr(module, "cuda", self.cuda)
        monkeypatch.setattr(module, "record_type", lambda cls: cls)

    def run(self, kernel: Any, lanes: int, *arguments: Any) -> None:
        """Every lane, one after another, and some that find nothing to do."""
        for self.cuda.lane in range(lanes + 3):
            kernel(*arguments)
