"""How numba-cuda comes to know the rules, and the card itself.

It compiles the very methods that CPython and Numba run. Without a GPU the code can still be compiled to PTX, which is
how tests prove that a game keeps to what a GPU can do (no allocation).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still names it; NumPy 2.5 has removed it
    np.row_stack = np.vstack

from zermelo.errors import MissingExtra

try:
    from numba import cuda, types
    from numba.cuda.cudadecl import registry
    from numba.cuda.cudadrv import nvvm
    from numba.cuda.descriptor import cuda_target
    from numba.cuda.extending import lower_getattr
    from numba.cuda.np.numpy_support import from_dtype
except ImportError as problem:
    raise MissingExtra("a GPU needs numba-cuda: pip install 'zermelo[gpu]'") from problem

from zermelo.game import compile as compiler
from zermelo.game import machine
from zermelo.game.gpu.tables import tables_of, teach_tables

__all__ = ["cuda", "from_dtype", "types"]  # for the other modules, so that none asks for numba-cuda before this one
CAPABILITY = (9, 0)  # what PTX is made for where no GPU is present
THREADS = 128  # of a block


def device_method(rule: Any) -> Any:
    """A rule as a device function."""
    compiler.know_helpers(rule)
    return cuda.jit(device=True)(rule)


def teach_cuda(name: str, read: Any) -> None:
    """Register the reader of a constant with numba-cuda."""
    lower_getattr(types.Record, name)(read)
    cuda_target.target_context.refresh()


def round_as_the_processor(compile_ir: Any) -> Any:
    """Products are rounded before they are added to, as on the processor: else equal seeds give different trees."""

    def compile_rounding(code: Any, **options: Any) -> Any:
        return compile_ir(code, fma=False, **options)

    return compile_rounding


compiler.make_method["gpu"] = device_method
registry.register_attr(compiler.RecordMethods)
machine.teach_gpu()
compiler.add_compiler(teach_cuda)
teach_tables(cuda_target.target_context)
nvvm.compile_ir = round_as_the_processor(nvvm.compile_ir)


def record_type(cls: Any) -> Any:
    """The record type as numba-cuda knows it."""
    return from_dtype(plain_type(cls))


def plain_type(cls: Any) -> np.dtype[Any]:
    """The layout of a record without the class behind it: what the driver can copy."""
    fields = [(name, *(kind.subdtype or (kind,))) for name, (kind, *_) in cls.layout.fields.items()]
    return np.dtype(fields, align=True)


def plain_array(cls: Any, records: Sequence[Any]) -> Any:
    """Records of a class as an array of plain records, which the driver can copy."""
    return np.frombuffer(b"".join(record.tobytes() for record in records), plain_type(cls)).copy()


_kernels: dict[tuple[str, str], Any] = {}


def kernel_of(cls: Any, make: Any) -> Any:
    """A game's kernel of one kind, made and compiled once; `make` writes it for a class."""
    place = cls.rules_name, make.__qualname__
    if place not in _kernels:
        made = make(cls)
        compiler.know_helpers(made)
        # Without optimisation across units at link time, which would round in its own way
        _kernels[place] = Launcher(cls, cuda.jit(lto=False)(made))
    return _kernels[place]


class Launcher:
    """A kernel that is compiled with the tables of its game."""

    def __init__(self, cls: Any, kernel: Any) -> None:
        self.cls, self.kernel = cls, kernel

    def __call__(self, lanes: int, *arguments: Any) -> None:
        """Run in at least so many threads."""
        with tables_of(self.cls.rules_name):
            self.kernel[-(-lanes // THREADS), THREADS](*arguments)


def device_name() -> str:
    """The name of the GPU, or nothing if there is none."""
    try:
        if not cuda.is_available():
            return ""
        name = cuda.get_current_device().name
        return name.decode() if isinstance(name, bytes) else str(name)
    except Exception:  # the driver's own errors come in many types
        return ""


def require_device() -> None:
    """Refuse to go on without a GPU."""
    if not device_name():
        raise MissingExtra("no GPU was found: leave out --on gpu (on=gpu), or see `zermelo doctor`")


def free_memory() -> int:
    """Bytes that are free on the card."""
    return int(cuda.current_context().get_memory_info()[0])


def ptx_of(cls: Any, make: Any, signature: Any) -> str:
    """A game's kernel as PTX, compiled without a GPU."""
    import numba.cuda.compiler as cuda_compiler
    import numba.cuda.dispatcher as cuda_dispatcher

    class NoDevice:
        compute_capability = CAPABILITY

    if not device_name():
        cuda_compiler.get_current_device = cuda_dispatcher.get_current_device = lambda: NoDevice
    function = make(cls)
    compiler.know_helpers(function)
    with tables_of(cls.rules_name):
        text, _ = cuda.compile(function, signature, device=False, cc=CAPABILITY, abi="numba")
    return str(text)
