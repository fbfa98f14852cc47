"""How a game declares its state: fields, arrays, parameters and the values that follow from parameters.

class Go(Game):
    size: int = parameter(9, low=2, high=19)                  # a shape parameter: Go(size=19)
    most_moves: int = derived(lambda go: go.size**2 + 1)      # a value or table that follows from the parameters
    ko: i16                                                   # a number
    stones: Cells = array(u8, lambda go: go.size**2)          # a row of numbers
    legal: u64 = not_in_key()                                      # a field that is no part of the position's key
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")

# A small number is an `int` in CPython as it is an int64 when compiled; only u64, a board of bits, stays a NumPy word.
i8 = Annotated[int, np.dtype(np.int8)]
i16 = Annotated[int, np.dtype(np.int16)]
i32 = Annotated[int, np.dtype(np.int32)]
i64 = Annotated[int, np.dtype(np.int64)]
u8 = Annotated[int, np.dtype(np.uint8)]
u16 = Annotated[int, np.dtype(np.uint16)]
u32 = Annotated[int, np.dtype(np.uint32)]
u64 = Annotated[np.uint64, np.dtype(np.uint64)]
f32 = Annotated[float, np.dtype(np.float32)]
f64 = Annotated[float, np.dtype(np.float64)]
flag = Annotated[bool, np.dtype(np.bool_)]

Row = NDArray[np.int32]  # a row of moves, as `moves` fills it


class Cells(np.ndarray):
    """An array whose elements read as Python numbers: small integers do not overflow as NumPy's scalars would."""

    def __getitem__(self, index: Any) -> Any:
        """One element as an int (np.uint64 for boards), or a part of the array."""
        item = super().__getitem__(index)
        if isinstance(item, np.ndarray) or self.dtype == np.uint64:
            return item
        return item.item()

    def __array_wrap__(self, made: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """What NumPy computes from the cells: an array, or one number (`cells.sum()`, `(cells > 0).all()`)."""
        return made.view(np.ndarray)[()] if return_scalar else super().__array_wrap__(made, context, return_scalar)


def cells(values: NDArray[Any]) -> Cells:
    """The same memory, read as Python numbers."""
    return values.view(Cells)


def table(values: Iterable[Any], kind: Any = np.int64) -> Cells:
    """A read-only table for the rules: it is frozen because compiled code keeps a copy."""
    dtype = kind_of(kind)
    made = np.array(list(values) if not isinstance(values, np.ndarray) else values, dtype=dtype)
    made.flags.writeable = False
    return cells(made)


def kind_of(kind: Any) -> np.dtype[Any]:
    """The NumPy type meant by `u8`, `np.uint8` or "u1"."""
    for extra in getattr(kind, "__metadata__", ()):
        if isinstance(extra, np.dtype):
            return extra
    return np.dtype(kind)


@dataclass(frozen=True)
class Parameter:
    """A shape parameter: another value makes another record type, a constant to the compiler."""

    default: Any
    low: Any = None
    high: Any = None
    choices: tuple[Any, ...] = ()
    help: str = ""
    file: bool = False  # its value may be the path of a file

    def problem(self, value: Any) -> str | None:
        """What is wrong with a value, or None."""
        wanted = type(self.default)
        if wanted is not type(value) and not (wanted is float and type(value) is int):
            return f"must be of type {wanted.__name__}, not {value!r}"
        if self.choices and value not in self.choices:
            return f"must be one of {', '.join(map(str, self.choices))}, not {value!r}"
        if self.low is not None and value < self.low or self.high is not None and value > self.high:
            return f"must lie between {self.low} and {self.high}, not {value!r}"
        return None


@dataclass(frozen=True)
class Derived:
    """A class constant that follows from the parameters."""

    function: Callable[[Any], Any]


@dataclass(frozen=True)
class ArrayField:
    """An array among the fields; its shape may follow from the parameters."""

    dtype: np.dtype[Any]
    shape: int | tuple[int, ...] | Callable[[Any], int | tuple[int, ...]]
    in_key: bool

    def shape_in(self, game: type) -> tuple[int, ...]:
        """The shape for one set of parameters."""
        shape = self.shape(game) if callable(self.shape) else self.shape
        return shape if isinstance(shape, tuple) else (shape,)


class NotInKey:
    """Marks a number that is no part of the key."""


def parameter(
    default: T, *, low: Any = None, high: Any = None, choices: Iterable[T] = (), help: str = "", file: bool = False
) -> T:
    """Declare a shape parameter of a game; `file` where its value may be the path of a file."""
    return cast(T, Parameter(default, low, high, tuple(choices), help, file))


def derived(function: Callable[[Any], T]) -> T:
    """Declare a constant or a table that follows from the parameters; the function is given the game's class."""
    return cast(T, Derived(function))


def array(
    kind: Any, shape: int | tuple[int, ...] | Callable[[Any], int | tuple[int, ...]], *, in_key: bool = True
) -> Any:
    """Declare an array field; `in_key=False` keeps it out of the position's key (a cache, or fixed at the start)."""
    return ArrayField(kind_of(kind), shape, in_key)


def not_in_key() -> Any:
    """Declare a number outside the position's key: it follows from other fields, or never changes in a game."""
    return NotInKey()
