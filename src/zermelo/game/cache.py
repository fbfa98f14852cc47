"""The disk cache of compiled kernels: never stale, never half written, shared by all processes.

A file is named after everything that its code depends on: the digest of all sources and tables that the function
reaches, the types, the processor, the compiler and its options. An upgrade of Zermelo that leaves those as they are
leaves the kernels valid.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import numba
from numba.core import caching

from zermelo.errors import ZermeloError
from zermelo.game.digest import digest

CHECKED = bool(numba.config.BOUNDSCHECK)
BARE = {"no_cfunc_wrapper": True}  # nobody calls our functions from C: a tenth of the wait for a search
OPTIONS = {"nogil": True, "error_model": "numpy", **BARE}
SEAL = 16  # bytes of the digest behind a cached kernel
FORMATS = ("lazy",), ()  # of what is kept: without machine code where nobody calls it; and with, as it used to be


class NotCompiled(ZermeloError):
    """A kernel that is not on disk, where compiling was not wanted."""


_loading_only: ContextVar[bool] = ContextVar("loading_only", default=False)


@contextmanager
def loading_only() -> Iterator[None]:
    """Raise NotCompiled, inside this block, where a kernel would have to be compiled."""
    token = _loading_only.set(True)
    try:
        yield
    finally:
        _loading_only.reset(token)


def cache_folder() -> Path:
    """Where compiled kernels are kept: NUMBA_CACHE_DIR, or the user's cache folder."""
    if numba.config.CACHE_DIR:
        return Path(numba.config.CACHE_DIR)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "zermelo"


class Locator(caching._CacheLocator):
    """Files in one folder, stamped by a digest of all that the function reaches and not by the age of one file."""

    def __init__(self, function: Any) -> None:
        self.stamp = digest([function])
        self.place = f"{function.__code__.co_firstlineno}{'c' if CHECKED else ''}"
        module = (function.__module__ or "none").replace(".", "_")
        self.path = cache_folder() / module

    def get_cache_path(self) -> str:
        return str(self.path)

    def get_source_stamp(self) -> str:
        return self.stamp

    def get_disambiguator(self) -> str:
        return self.place

    @classmethod
    def from_function(cls, function: Any, file: Any) -> Any:
        locator = cls(function)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator


class CacheFiles(caching.CompileResultCacheImpl):
    """Numba's own files, found by our locator."""

    _locator_classes = [Locator]


class OneFileEach(caching.IndexDataCacheFile):
    """One file for each signature, named after everything that it depends on.

    Numba numbers the files and keeps an index: two processes that compile at once can give the same number to two
    signatures, and one would then run the other's code. A name made from the content's key cannot be wrong.
    """

    def __init__(self, folder: str, base: str, stamp: str) -> None:
        super().__init__(folder, base, stamp)
        self.base = base

    def name_of(self, key: Any, form: tuple[str, ...] = FORMATS[0]) -> str:
        """The file of a key: types, processor, compiler version and options, and the digest of the sources."""
        parts = repr((*form, numba.__version__, sorted(OPTIONS.items()), self._source_stamp, key)).encode()
        return f"{self.base}.{hashlib.blake2b(parts, digest_size=12).hexdigest()}.nbc"

    def save(self, key: Any, data: Any) -> None:
        """Write the compiled code with its seal; the file appears whole or not at all."""
        written = self._dump(data)
        with suppress(OSError), self._open_for_write(self._data_path(self.name_of(key))) as file:
            file.write(written + seal(written))  # a full disk costs time, not the answer

    def load(self, key: Any) -> Any:
        """The compiled code; None, so that it is compiled again, where there is none or where the file was damaged."""
        for form in FORMATS:
            with suppress(OSError):
                content = Path(self._data_path(self.name_of(key, form))).read_bytes()
                written = content[:-SEAL]
                if content[-SEAL:] == seal(written):
                    return pickle.loads(written)
        return None


def seal(content: bytes) -> bytes:
    """A digest that stands behind compiled code: code that was cut short or altered would crash, or worse, run."""
    return hashlib.blake2b(content, digest_size=SEAL).digest()


class KernelCache(caching.FunctionCache):
    """A cache that is right after an edit of any helper, anywhere."""

    _impl_class = CacheFiles

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = OneFileEach(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, signature: Any, context: Any) -> Any:
        """What is on disk; a game's file that has moved has another module's name, and is compiled again."""
        try:
            found = super().load_overload(signature, context)
        except ImportError:
            found = None
        if found is None and _loading_only.get():
            raise NotCompiled(f"{self._impl.filename_base} is not compiled yet")
        return found
