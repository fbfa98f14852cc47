"""A card played by CPython: the kernels' own code, lane by lane, without the compiler; arrays lie where they are."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from zermelo.game.record import RecordType


class Local:
    """Memory of one thread."""

    @staticmethod
    def array(shape: Any, dtype: Any) -> Any:
        return dtype.array(shape) if isinstance(dtype, RecordType) else np.zeros(shape, dtype)


class Array(np.ndarray[Any, np.dtype[Any]]):
    """An array on the card."""

    def copy_to_host(self) -> Any:
        return np.array(self)


class Cuda:
    """What the package asks of numba-cuda."""

    local = Local
    uint64 = np.uint64

    def __init__(self) -> None:
        self.lane = 0

    def grid(self, dimensions: int) -> int:
        """The number of the thread."""
        assert dimensions == 1
        return self.lane

    def to_device(self, array: Any) -> Any:
        return array.copy().view(Array)

    def device_array(self, shape: Any, dtype: Any) -> Any:
        """Memory that nobody has cleared."""
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return np.full(size, 0x5A, np.uint8).view(dtype).reshape(shape).view(Array)

    def synchronize(self) -> None:
        pass


class Host:
    """The kernels of a module, for CPython."""

    def __init__(self, monkeypatch: Any, module: ModuleType) -> None:
        self.cuda = Cuda()
        for name, value in (
            ("cuda", self.cuda),
            ("record_type", lambda cls: cls),
            ("plain_type", lambda cls: cls.layout),
            ("plain_array", self.records),
            ("bare", lambda kind: kind),
            ("kernel_of", self.kernel_of),
            ("require_device", lambda: None),
            ("free_memory", lambda: 1 << 24),
            ("device_method", lambda rule: rule),
        ):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)

    @staticmethod
    def records(cls: Any, records: list[Any]) -> Any:
        """Records as an array of their class."""
        return np.frombuffer(b"".join(record.tobytes() for record in records), cls.layout).copy()

    def kernel_of(self, cls: Any, make: Any) -> Any:
        """A kernel that is launched by calling it with the number of its threads."""
        kernel = make(cls)
        return lambda lanes, *arguments: self.run(kernel, lanes, *arguments)

    def run(self, kernel: Any, lanes: int, *arguments: Any) -> None:
        """Every lane, one after another, and the rest of a block, which has nothing to do."""
        for self.cuda.lane in range(lanes + 3):
            kernel(*arguments)
