"""The disk cache of compiled kernels: never stale, never half written, shared by all processes.

A file is named after everything that its code depends on: the digest of all sources and tables that the function
reaches, the types, the processor, the compiler and its options. An upgrade of Zermelo that leaves those as they are
leaves the kernels valid.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numba
from numba.core import caching

from zermelo.errors import ZermeloError
from zermelo.game.bounds import Guard
from zermelo.game.digest import digest
from zermelo.game.turns import give_back, take

CHECKED = bool(numba.config.BOUNDSCHECK)
BARE = {"no_cfunc_wrapper": True}  # nobody calls our functions from C: a tenth of the wait for a search
OPTIONS = {"nogil": True, "error_model": "numpy", **BARE}
WAIT = 0.02  # seconds between two looks whether another process has done its part
SEAL = 16  # bytes of the digest behind a cached kernel


class NotCompiled(ZermeloError):
    """A kernel that is not on disk, where compiling was not wanted."""


not_kept: list[OSError] = []  # why kernels of this process are not on disk
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


def why_not_kept() -> str:
    """Why nothing can be kept in the cache folder, as a sentence; empty where all is well."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(1 << 16))  # a full disk may still have room for a name
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        return f"compiled kernels cannot be kept in {folder} ({reason}): set NUMBA_CACHE_DIR to another folder"
    return ""


class Locator(caching._CacheLocator):
    """Files in one folder, stamped by a digest of all that the function reaches and not by the age of one file."""

    def __init__(self, function: Any) -> None:
        self.stamp = digest([function])
        self.place = "c" if CHECKED else "k"  # no line: a function that has only moved is the same
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

    def __init__(self, folder: str, base: str, stamp: str, function: Any) -> None:
        super().__init__(folder, base, stamp)
        self.base, self.function = base, function

    def name_of(self, key: Any) -> str:
        """The file of a key: types, processor, compiler version and options, and the digest of the sources."""
        looks = ("bounds",) if Guard.by_arguments(self.function, key[0]) else ()
        parts = repr((*looks, numba.__version__, sorted(OPTIONS.items()), self._source_stamp, key)).encode()
        return f"{self.base}.{hashlib.blake2b(parts, digest_size=12).hexdigest()}.nbc"

    def save(self, key: Any, data: Any) -> None:
        """Write the compiled code with its seal; the file appears whole or not at all."""
        written = self._dump(data)
        try:
            with self._open_for_write(self._data_path(self.name_of(key))) as file:
                file.write(written + seal(written))
        except OSError as problem:  # a full disk costs time, not the answer
            not_kept.append(problem)

    def load(self, key: Any) -> Any:
        """The compiled code; None, so that it is compiled again, where there is none or where the file was damaged."""
        try:
            file = Path(self._data_path(self.name_of(key)))
            if not file.is_file():  # nothing, or a pipe, which would be waited for
                return None
            content = file.read_bytes()
        except OSError:
            return None
        written = content[:-SEAL]
        return pickle.loads(written) if content[-SEAL:] == seal(written) else None


def seal(content: bytes) -> bytes:
    """A digest that stands behind compiled code: code that was cut short or altered would crash, or worse, run."""
    return hashlib.blake2b(content, digest_size=SEAL).digest()


class KernelCache(caching.FunctionCache):
    """A cache that is right after an edit of any helper, anywhere."""

    _impl_class = CacheFiles

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self.turns: list[str] = []  # what is being compiled here, innermost last
        self._cache_file = OneFileEach(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp(), function
        )

    def load_overload(self, signature: Any, context: Any) -> Any:
        """What is on disk, or what another process is just compiling; None where it is our turn to compile."""
        found = self.load(signature, context)
        if found is not None:
            return found
        if _loading_only.get():
            raise NotCompiled(f"{self._impl.filename_base} is not compiled yet")
        name = self._cache_file.name_of(self._index_key(signature, context.codegen()))
        while not take(cache_folder(), name):
            time.sleep(WAIT)
        self.turns.append(name)
        found = self.load(signature, context)
        if found is not None:
            self.done()
        return found

    def load(self, signature: Any, context: Any) -> Any:
        """What is on disk; a game's file that has moved has another module's name, and is compiled again."""
        try:
            return super().load_overload(signature, context)
        except ImportError:
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep what was compiled, and let those who waited for it go on."""
        try:
            super().save_overload(signature, data)
        finally:
            self.done()

    def done(self) -> None:
        """End the turn to compile, whatever came of it."""
        if self.turns:
            give_back(cache_folder(), self.turns.pop())
